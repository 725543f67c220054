// The pass that lets groups of iterations go through a loop over large arrays together.
#include "Check.h"

namespace soac::test {
namespace {

/// In groups of `size` iterations.
Passed inGroups(llvm::StringRef text, std::int64_t size = 3) {
  const ir::Function before = parsed(text);
  return checked(before, optimise::groupIterations(before, size));
}
bool hasGroups(const Passed &p) { return p.text().find("|%group") != std::string::npos; }

/// On 0 to 7 iterations and a table of 4 numbers.
void onAll(Passed &p) {
  for (std::size_t n = 0; n < 8; ++n) {
    std::vector<double> x(n);
    for (std::size_t i = 0; i < n; ++i)
      x[i] = 0.3 * static_cast<double>(i) - 1.1;
    p.on({RuntimeValue::array(x), RuntimeValue::array({0.5, -0.25, 1.5, 0.75})}, 1e-13);
  }
}

/// For each number t of x: what `front` makes of it, a loop over the table, and sums of what this gives.
std::string iterations(const std::string &front, const std::string &loop, const std::string &behind) {
  return R"(
func @f(%x: [f64; 1], %c: [f64; 1]) -> ([f64; 1], [f64; 1]) {
  %n: i64 = extent %x, 0
  %k: i64 = extent %c, 0
  %more: i64 = add %k, 1
  %zeros: [f64; 1] = fill 0.0, [%more]
  %places: [f64; 1] = fill 0.0, [%n]
  %sums: [f64; 1], %all: [f64; 1] = with_accumulators (%zeros, %places) |%a: acc [f64; 1], %b: acc [f64; 1]| {
    loop %n, () |%i: i64| {
      %t: f64 = index %x[%i]
      %next: i64 = add %i, 1
      )" +
         front + loop + behind + R"(
      yield
    }
    yield
  }
  return %sums, %all
})";
}

const std::string row = R"(
      %u: f64 = mul %t, %t
      %none: [f64; 1] = fill 0.0, [%more]
      %r: [f64; 1] = loop %k, (%none) |%j: i64, %q: [f64; 1]| {
        %v: f64 = index %c[%j]
        %w: f64 = add %v, %t
        %q1: [f64; 1] = update %q[%j] = %w
        yield %q1
      }
)";
const std::string sum = R"(
      %first: [f64; 1] = fill 0.25, [%more]
      %s: f64, %p: [f64; 1] = loop %k, (%u, %first) |%e: i64, %s0: f64, %p0: [f64; 1]| {
        %y: f64 = index %c[%e]
        %z: f64 = index %r[%e]
        %yz: f64 = mul %y, %z
        %s1: f64 = add %s0, %yz
        %o: f64 = index %p0[%e]
        %o1: f64 = mul %o, %s1
        %at: i64 = rem %next, %more
        %p1: [f64; 1] = update %p0[%e] = %o1
        %p2: [f64; 1] = update %p1[%at] = %s0
        accumulate %a[%e] += %o1
        yield %s1, %p2
      }
)";
const std::string ends = R"(
      accumulate %b[%i] += %s
      loop %more, () |%g: i64| {
        %h: f64 = index %p[%g]
        %l: f64 = mul %h, %u
        accumulate %a[%g] += %l
        yield
      }
)";

TEST(Groups, iterationsGoThroughTheLoopTogether) {
  for (const std::int64_t size : {1, 2, 3, 8}) {
    auto p = inGroups(iterations(row, sum, ends), size);
    EXPECT_TRUE(hasGroups(p));
    onAll(p);
  }
}

TEST(Groups, kernelsDoSoToo) {
  std::string text = iterations(row, sum, ends);
  text.replace(text.find("loop %n, ()"), 11, "map %n, ()");
  auto p = inGroups(text);
  EXPECT_TRUE(hasGroups(p));
  onAll(p);
}

TEST(Groups, rowsThatKernelsMakeArePassed) {
  const std::string mapped = R"(
      %u: f64 = mul %t, %t
      %r: [f64; 1] = map %k, () |%j: i64| {
        %v: f64 = index %c[%j]
        %w: f64 = add %v, %t
        yield %w
      }
)";
  auto p = inGroups(iterations(mapped, sum, ends));
  EXPECT_TRUE(hasGroups(p));
  onAll(p);
}

TEST(Groups, carriedRowsAreReadAndChangedInLoopsAndBranches) {
  const std::string nested = R"(
      %first: [f64; 1] = fill 0.25, [%more]
      %s: f64, %p: [f64; 1] = loop %k, (%u, %first) |%e: i64, %s0: f64, %p0: [f64; 1]| {
        %size: i64 = extent %p0, 0
        %inner: [f64; 1], %turn: i64 = loop while (%p0, 0) |%ca: [f64; 1], %cb: i64| {
          %edge: f64 = index %ca[%cb]
          %below: bool = lt %edge, 100.0
          %within: bool = lt %cb, %k
          %goes: bool = and %below, %within
          yield %goes
        } do |%da: [f64; 1], %db: i64| {
          %d0: f64 = index %da[%db]
          %d1: f64 = add %d0, %t
          %d2: [f64; 1] = update %da[%db] = %d1
          %db1: i64 = add %db, 1
          yield %d2, %db1
        }
        %positive: bool = gt %t, -0.5
        %chosen: [f64; 1] = if %positive {
          %i0: [f64; 1] = update %inner[%e] = %u
          yield %i0
        } else {
          yield %inner
        }
        %added: [f64; 1] = with_accumulators (%chosen) |%m: acc [f64; 1]| {
          %last: i64 = add %size, -1
          accumulate %m[%last] += %t
          yield
        }
        %z: f64 = index %r[%e]
        %o: f64 = index %added[%e]
        %oz: f64 = mul %o, %z
        %s1: f64 = add %s0, %oz
        yield %s1, %added
      }
)";
  auto p = inGroups(iterations(row, nested, ends));
  EXPECT_TRUE(hasGroups(p));
  onAll(p);
}

TEST(Groups, loopsOfOtherTripsStayWithTheirIteration) {
  const std::string own = R"(
      %trips: i64 = rem %next, 3
      %s: f64 = loop %trips, (%u) |%e: i64, %s0: f64| {
        %s1: f64 = mul %s0, %t
        yield %s1
      }
)";
  EXPECT_FALSE(hasGroups(inGroups(iterations("%u: f64 = mul %t, %t", own, "accumulate %b[%i] += %s"))));
}

TEST(Groups, arraysThatChangePlacesStayWithTheirIteration) {
  const std::string places = R"(
      %first: [f64; 1] = fill 0.25, [%more]
      %second: [f64; 1] = fill 0.5, [%more]
      %s: f64, %p: [f64; 1], %p9: [f64; 1] = loop %k, (%u, %first, %second) |%e: i64, %s0: f64, %p0: [f64; 1], %q0: [f64; 1]| {
        %p1: [f64; 1] = update %p0[%e] = %s0
        %z: f64 = index %q0[%e]
        %s1: f64 = add %s0, %z
        yield %s1, %q0, %p1
      }
)";
  EXPECT_FALSE(hasGroups(inGroups(iterations("%u: f64 = mul %t, %t", places, "accumulate %b[%i] += %s"))));
}

TEST(Groups, iterationsThatMayFailStayInOrder) {
  EXPECT_FALSE(hasGroups(inGroups(iterations(row + "%fine: bool = lt %t, 1000.0\n check %fine, \"too large\"\n", sum, ends))));
}

TEST(Groups, iterationsThatFollowFromEachOtherStayInOrder) {
  EXPECT_FALSE(hasGroups(inGroups(R"(
func @f(%x: [f64; 1], %c: [f64; 1]) -> (f64) {
  %n: i64 = extent %x, 0
  %k: i64 = extent %c, 0
  %r: f64 = loop %n, (0.0) |%i: i64, %s: f64| {
    %t: f64 = loop %k, (%s) |%j: i64, %u: f64| {
      %v: f64 = index %c[%j]
      %w: f64 = mul %u, %v
      yield %w
    }
    yield %t
  }
  return %r
})")));
}

/// A matrix c[j k + e, r] of each trip e, where `index` says in which row element r lies.
std::string matrices(const std::string &index) {
  return R"(
func @f(%x: [f64; 1], %c: [f64; 2], %m: i64, %k: i64) -> ([f64; 1]) {
  %n: i64 = extent %x, 0
  %zeros: [f64; 1] = fill 0.0, [%k]
  %sums: [f64; 1] = with_accumulators (%zeros) |%a: acc [f64; 1]| {
    loop %n, () |%i: i64| {
      %t: f64 = index %x[%i]
      loop %k, () |%e: i64| {
        %s: f64 = loop %m, (0.0) |%j: i64, %s0: f64| {
          %jk: i64 = mul %j, %k
          %own: i64 = add %jk, %e
          %trips: i64 = sub %m, %j
          %s1: f64 = loop %trips, (%s0) |%r: i64, %u: f64| {
            %v: f64 = index %c[)" +
         index + R"(, %r]
            %w: f64 = mul %v, %t
            %u1: f64 = add %u, %w
            yield %u1
          }
          yield %s1
        }
        accumulate %a[%e] += %s
        yield
      }
      yield
    }
    yield
  }
  return %sums
})";
}

TEST(Groups, loopsOverMatricesAreWorthIt) {
  Passed p = passed(matrices("%own"), {"groups"});
  EXPECT_TRUE(hasGroups(p));
  std::vector<double> c(6 * 4);
  for (std::size_t i = 0; i < c.size(); ++i)
    c[i] = 1.0 / (3.0 + static_cast<double>(i));
  p.on({RuntimeValue::array({0.5, -0.25, 1.5}), RuntimeValue::array(c, {6, 4}), RuntimeValue::i64(3), RuntimeValue::i64(2)}, 1e-14);
  EXPECT_FALSE(hasGroups(passed(matrices("%j"), {"groups"}))) << "all trips read the same matrix";
  EXPECT_FALSE(hasGroups(passed(matrices("%e"), {"groups"}))) << "a trip reads a row";
  EXPECT_FALSE(hasGroups(passed(iterations(row, sum, ends), {"groups"}))) << "a trip reads a number";
}

} // namespace
} // namespace soac::test
