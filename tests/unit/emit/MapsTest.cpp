// Maps, reductions, scans and histograms: skeletons, lambdas, where their results are.
#include "unit/emit/Emitted.h"

namespace soac::test {
namespace {

TEST(Maps, outsideRunOnThreadsAndThoseInsideOnOne) {
  EXPECT_EQ(emitted(R"(
func @f(%n: i64, %m: i64) -> ([f64; 2]) {
  %ys: [f64; 2] = map %n, () |%i: i64| {
    %row: [f64; 1] = map %m, () |%j: i64| {
      %k: i64 = add %i, %j
      %y: f64 = cast %k
      yield %y
    }
    yield %row
  }
  return %ys
})"),
            R"(auto ys_result = soac::runtime::container<soac::array<double, 2>>(n, m);
const soac::runtime::dense<double, 2> ys(ys_result.data(), n, m);
soac::runtime::parallel_map(workspace, n, 1 + m * 2, [&](soac::index i) {
  const auto row = ys(i);
  soac::runtime::simd_map(m, [&](soac::index j) {
    const soac::index k = i + j;
    const double y = static_cast<double>(k);
    row(j) = y;
  });
});
return ys_result;
)");
}

TEST(Maps, readAnElementWhereItIsUsedOnce) {
  EXPECT_EQ(emitted(R"(
func @f(%xs: [f64; 1], %ys: [f64; 1]) -> ([f64; 1]) {
  %n: i64 = extent %xs, 0
  %zs: [f64; 1] = map %n, (%xs, %ys) |%i: i64, %x: f64, %y: f64| {
    %0: f64 = mul %x, %x
    %1: f64 = add %0, %y
    yield %1
  }
  return %zs
})"),
            R"(auto zs_result = soac::runtime::container<soac::array<double, 1>>(xs.extent(0));
const soac::runtime::dense<double, 1> zs(zs_result.data(), xs.extent(0));
soac::runtime::parallel_simd_map(workspace, xs.extent(0), 2, [=](soac::index i) {
  const double x = xs(i);
  zs(i) = x * x + ys(i);
});
return zs_result;
)");
}

TEST(Maps, thatWriteOverTwoOperandsComputeBothBefore) {
  EXPECT_EQ(emitted(R"(
func @f(%n: i64) -> ([f64; 1], [f64; 1]) {
  %a: [f64; 1] = map %n, () |%i: i64| {
    %x: f64 = cast %i
    yield %x
  }
  %b: [f64; 1] = map %n, () |%j: i64| {
    %y: f64 = cast %j
    yield %y
  }
  %c: [f64; 1], %d: [f64; 1] = map %n, (%a, %b) |%k: i64, %p: f64, %q: f64| {
    %sum: f64 = add %p, %q
    %difference: f64 = sub %p, %q
    yield %sum, %difference
  }
  return %c, %d
})"),
            R"(auto a_result = soac::runtime::container<soac::array<double, 1>>(n);
const soac::runtime::dense<double, 1> a(a_result.data(), n);
soac::runtime::parallel_simd_map(workspace, n, 1, [=](soac::index i) {
  const double x = static_cast<double>(i);
  a(i) = x;
});
auto b_result = soac::runtime::container<soac::array<double, 1>>(n);
const soac::runtime::dense<double, 1> b(b_result.data(), n);
soac::runtime::parallel_simd_map(workspace, n, 1, [=](soac::index j) {
  const double y = static_cast<double>(j);
  b(j) = y;
});
soac::runtime::parallel_simd_map(workspace, n, 2, [=](soac::index k) {
  const double p = a(k);
  const double q = b(k);
  const double sum = p + q;
  const double difference = p - q;
  const auto next = sum;
  const auto next_1 = difference;
  a(k) = next;
  b(k) = next_1;
});
return std::tuple{std::move(a_result), std::move(b_result)};
)");
}

TEST(Maps, whoseRowsHaveAShapeThatTheFirstSays) {
  EXPECT_EQ(emitted(R"(
func @f(%ns: [i64; 1]) -> ([f64; 2]) {
  %n: i64 = extent %ns, 0
  %ys: [f64; 2] = map %n, (%ns) |%i: i64, %m: i64| {
    %row: [f64; 1] = map %m, () |%j: i64| {
      %y: f64 = cast %j
      yield %y
    }
    yield %row
  }
  return %ys
})"),
            R"(soac::runtime::slot<double, 2> ys_slot(workspace);
soac::runtime::dense<double, 2> ys(nullptr, ns.extent(0), 0);
soac::runtime::map(workspace, ns.extent(0), [&](soac::index i, soac::workspace &scratch) {
  const auto row = scratch.make<double>(ns(i));
  soac::runtime::simd_map(ns(i), [&](soac::index j) {
    const double y = static_cast<double>(j);
    row(j) = y;
  });
  if (i == 0)
    ys = ys_slot.make(ns.extent(0), ns(i));
  if (!soac::runtime::same_shape(ys(i), row)) {
    scratch.fail("soac: map: the results of its calls differ in their shape");
    return;
  }
  soac::runtime::copy(ys(i), row);
});
workspace.throw_failure();
return soac::runtime::to_container<soac::array<double, 2>>(ys);
)");
}

TEST(Maps, doNotNameTheNumberOfAnIterationThatReadsItNot) {
  EXPECT_EQ(emitted(R"(
func @f(%n: i64, %x: f64, %ks: [i64; 1]) -> (f64) {
  %sum: f64 = map_reduce %n, () |%i: i64| {
    %y: f64 = sin %x
    yield %y
  } reduce (0.0) |%a: f64, %b: f64| {
    %c: f64 = add %a, %b
    yield %c
  }
  return %sum
})"),
            R"(const double sum = soac::runtime::parallel_lane_sum(workspace, 0.0, n, 1, [=](auto) {
  const auto y = soac::runtime::sin(x);
  return y;
});
return sum;
)");
}

TEST(Maps, nameTheNumberOfAnIterationThatMakesItsRow) {
  EXPECT_NE(emitted(R"(
func @f(%n: i64, %m: i64) -> ([f64; 2]) {
  %ys: [f64; 2] = map %n, () |%i: i64| {
    %zeros: [f64; 1] = fill 0.0, [%m]
    %row: [f64; 1] = update %zeros[0] = 1.0
    yield %row
  }
  return %ys
})")
                .find("[&](soac::index i) {\n  const auto zeros = ys(i);"),
            std::string::npos);
}

TEST(Reductions, byAnOperatorOfTheUsersOwnAreLoops) {
  EXPECT_EQ(emitted(R"(
func @f(%xs: [f64; 1]) -> (f64) {
  %n: i64 = extent %xs, 0
  %r: f64 = map_reduce %n, (%xs) |%i: i64, %x: f64| {
    yield %x
  } reduce (1.0) |%a: f64, %b: f64| {
    %0: f64 = mul %a, %b
    %1: f64 = sin %0
    yield %1
  }
  return %r
})"),
            R"(double r = 1.0;
for (soac::index i = 0; i < xs.extent(0); ++i) {
  r = soac::runtime::sin(r * xs(i));
}
return r;
)");
}

TEST(Scans, giveEveryPrefixToALambda) {
  EXPECT_EQ(emitted(R"(
func @f(%xs: [f64; 1]) -> ([f64; 1]) {
  %n: i64 = extent %xs, 0
  %ys: [f64; 1] = scan %n, (%xs), neutral (0.0) |%a: f64, %b: f64| {
    %c: f64 = add %a, %b
    yield %c
  }
  return %ys
})"),
            R"(auto ys_result = soac::runtime::container<soac::array<double, 1>>(xs.extent(0));
const soac::runtime::dense<double, 1> ys(ys_result.data(), xs.extent(0));
soac::runtime::parallel_scan(0.0, xs.extent(0), 1, [&](soac::index i) { return xs(i); }, [&](double a, double b) {
  const double c = a + b;
  return c;
}, [&](soac::index i, double ys_i) { ys(i) = ys_i; });
return ys_result;
)");
}

TEST(Histograms, combineIntoACopyOfTheirDestination) {
  EXPECT_EQ(emitted(R"(
func @f(%dest: [f64; 1], %ks: [i64; 1], %xs: [f64; 1]) -> ([f64; 1]) {
  %n: i64 = extent %xs, 0
  %ys: [f64; 1] = reduce_by_index %n, dests (%dest), neutral (0.0), keys %ks, values (%xs) |%a: f64, %b: f64| {
    %c: f64 = add %a, %b
    yield %c
  }
  return %ys
})"),
            R"(auto ys_result = soac::runtime::container<soac::array<double, 1>>(dest.extent(0));
const soac::runtime::dense<double, 1> ys(ys_result.data(), dest.extent(0));
soac::runtime::copy(ys, dest);
soac::runtime::parallel_bins<double>(workspace, xs.extent(0), 1, dest.extent(0), [&](soac::index i) { return ks(i); }, [&](soac::index i) { return xs(i); }, [&](double a, double b) {
  const double c = a + b;
  return c;
}, soac::runtime::handle(ys));
return ys_result;
)");
}

TEST(Checks, throwInTheFunctionAndReturnInAMap) {
  EXPECT_EQ(emitted(R"(
func @f(%xs: [f64; 1]) -> ([f64; 1]) {
  %n: i64 = extent %xs, 0
  %some: bool = lt 0, %n
  check %some, "empty"
  %ys: [f64; 1] = map %n, (%xs) |%i: i64, %x: f64| {
    %c: bool = lt %x, 5.0
    check %c, "too large"
    yield %x
  }
  return %ys
})"),
            R"(const bool some = 0 < xs.extent(0);
if (!some) {
  workspace.raise("empty");
}
auto ys_result = soac::runtime::container<soac::array<double, 1>>(xs.extent(0));
const soac::runtime::dense<double, 1> ys(ys_result.data(), xs.extent(0));
soac::runtime::parallel_map(workspace, xs.extent(0), 2, [&](soac::index i, soac::workspace &scratch) {
  const double x = xs(i);
  const bool c = x < 5.0;
  if (!c) {
    scratch.fail("too large");
    return;
  }
  ys(i) = x;
});
workspace.throw_failure();
return ys_result;
)");
}

TEST(Accumulators, ofAMapOnThreadsAreParametersOfItsLambda) {
  EXPECT_EQ(emitted(R"(
func @f(%n: i64, %m: i64, %ks: [i64; 1]) -> ([f64; 1]) {
  %zeros: [f64; 1] = fill 0.0, [%m]
  %sums: [f64; 1] = with_accumulators (%zeros) |%acc: acc [f64; 1]| {
    map %n, (%ks) |%i: i64, %k: i64| {
      accumulate %acc[%k] += 1.0
      yield
    }
    yield
  }
  return %sums
})"),
            R"(auto zeros_result = soac::runtime::container<soac::array<double, 1>>(m);
const soac::runtime::dense<double, 1> zeros(zeros_result.data(), m);
soac::runtime::fill(zeros, 0.0);
soac::runtime::accumulating_map(workspace, n, 1, [&](soac::index i, auto zeros_1) {
  zeros_1(ks(i)) += 1.0;
}, soac::runtime::handle(zeros));
return zeros_result;
)");
}

TEST(Loops, keepAnArrayThatTheyMakeInASlot) {
  EXPECT_EQ(emitted(R"(
func @f(%n: i64, %x: [f64; 1]) -> (f64) {
  %r: [f64; 1] = loop %n, (%x) |%i: i64, %now: [f64; 1]| {
    %m: i64 = extent %now, 0
    %next: [f64; 1] = map %m, () |%j: i64| {
      %k: i64 = sub %m, %j
      %l: i64 = sub %k, 1
      %y: f64 = index %now[%l]
      yield %y
    }
    yield %next
  }
  %z: f64 = index %r[0]
  return %z
})"),
            R"(soac::runtime::slot<double, 1> now_slot(workspace);
soac::runtime::dense<const double, 1> now = x;
for (soac::index i = 0; i < n; ++i) {
  const soac::runtime::scope iteration(workspace);
  const auto next = now_slot.next(x.extent(0));
  soac::runtime::parallel_simd_map(workspace, x.extent(0), 3, [&](soac::index j) {
    const soac::index k = x.extent(0) - j;
    const soac::index l = k - 1;
    const double y = now(l);
    next(j) = y;
  });
  now = now_slot.keep(now, next);
}
const double z = now(0);
return z;
)");
  EXPECT_EQ(emitted(R"(
func @f(%n: i64, %m: i64) -> (f64) {
  %x: [f64; 1] = fill 0.0, [%m]
  %r: [f64; 1] = loop %n, (%x) |%i: i64, %now: [f64; 1]| {
    %next: [f64; 1] = update %now[%i] = 1.0
    yield %next
  }
  %z: f64 = index %r[0]
  return %z
})"),
            R"(const auto x = workspace.filled<double>(0.0, m);
soac::runtime::parallel_simd_map(workspace, n, 1, [=](soac::index i) {
  x(i) = 1.0;
});
const double z = x(0);
return z;
)");
}

TEST(Loops, withSeveralElementsOfAnArraySaySo) {
  EXPECT_EQ(emitted(R"(
func @f(%n: i64, %m: i64) -> (f64) {
  %x: [f64; 1] = fill 0.0, [%m]
  %r: [f64; 1] = loop %n, (%x) |%i: i64, %now: [f64; 1]| {
    %even: i64 = mul %i, 2
    %odd: i64 = add %even, 1
    %first: [f64; 1] = update %now[%even] = 1.0
    %v: f64 = index %first[%odd]
    %second: [f64; 1] = update %first[%odd] = %v
    yield %second
  }
  %z: f64 = index %r[0]
  return %z
})"),
            R"(const auto x = workspace.filled<double>(0.0, m);
soac::runtime::parallel_interleaved_map(workspace, n, 5, [=](soac::index i) {
  const soac::index even = i * 2;
  const soac::index odd = even + 1;
  x(even) = 1.0;
  const double v = x(odd);
  x(odd) = v;
});
const double z = x(0);
return z;
)");
}

TEST(Scans, computeWhatTheyReadAndOthersDoNotOverwriteIt) {
  EXPECT_EQ(emitted(R"(
func @f(%n: i64, %v: f64) -> ([f64; 1], [f64; 1]) {
  %zeros: [f64; 1] = fill %v, [%n]
  %a: [f64; 1] = update %zeros[0] = 1.0
  %last: i64 = sub %n, 1
  %back: [f64; 1] = slice %a, start %last, count %n, step -1
  %b: [f64; 1] = update %a[0] = 7.0
  %sums: [f64; 1] = scan %n, (%back), neutral (0.0) |%x: f64, %y: f64| {
    %z: f64 = add %x, %y
    yield %z
  }
  return %sums, %b
})"),
            R"(const auto zeros = workspace.filled<double>(v, n);
zeros(0) = 1.0;
const soac::index last = n - 1;
auto b_result = soac::runtime::container<soac::array<double, 1>>(n);
const soac::runtime::dense<double, 1> b(b_result.data(), n);
soac::runtime::copy(b, zeros);
b(0) = 7.0;
auto sums_result = soac::runtime::container<soac::array<double, 1>>(n);
const soac::runtime::dense<double, 1> sums(sums_result.data(), n);
soac::runtime::parallel_scan(0.0, n, 1, [&](soac::index i) { return zeros(last - i); }, [&](double x, double y) {
  const double z = x + y;
  return z;
}, [&](soac::index i, double sums_i) { sums(i) = sums_i; });
return std::tuple{std::move(sums_result), std::move(b_result)};
)");
}

TEST(Extents, ofATransposedArrayAreThoseOfTheOther) {
  EXPECT_EQ(emitted(R"(
func @f(%a: [f64; 2]) -> (i64) {
  %t: [f64; 2] = rearrange %a, (1, 0)
  %n: i64 = extent %t, 0
  return %n
})"),
            "return a.extent(1);\n");
}

TEST(Histograms, readKeysThatTakeADivisionFromMemory) {
  EXPECT_EQ(emitted(R"(
func @f(%n: i64, %m: i64) -> ([f64; 1]) {
  %zeros: [f64; 1] = fill 0.0, [%m]
  %ones: [f64; 1] = fill 1.0, [%n]
  %keys: [i64; 1] = map %n, () |%i: i64| {
    %k: i64 = rem %i, %m
    yield %k
  }
  %counts: [f64; 1] = reduce_by_index %n, dests (%zeros), neutral (0.0), keys %keys, values (%ones) |%x: f64, %y: f64| {
    %z: f64 = add %x, %y
    yield %z
  }
  return %counts
})"),
            R"(auto zeros_result = soac::runtime::container<soac::array<double, 1>>(m);
const soac::runtime::dense<double, 1> zeros(zeros_result.data(), m);
soac::runtime::fill(zeros, 0.0);
const auto keys = workspace.make<soac::index>(n);
soac::runtime::parallel_simd_map(workspace, n, 1, [=](soac::index i) {
  const soac::index k = i % m;
  keys(i) = k;
});
soac::runtime::parallel_bins<double>(workspace, n, 1, m, [&](soac::index i) { return keys(i); }, [&](soac::index) { return 1.0; }, [&](double x, double y) {
  const double z = x + y;
  return z;
}, soac::runtime::handle(zeros));
return zeros_result;
)");
}

} // namespace
} // namespace soac::test
