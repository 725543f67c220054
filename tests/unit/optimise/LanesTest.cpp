// The pass that lets blocks of iterations go through sequential loops together.
#include "LanesCheck.h"

namespace soac::test {
namespace {

const char *const polynomials = R"(
func @f(%x: [f64; 1], %c: [f64; 1]) -> (f64, [f64; 1]) {
  %n: i64 = extent %x, 0
  %m: i64 = extent %c, 0
  %zeros: [f64; 1] = fill 0.0, [%m]
  %sums: [f64; 1], %total: f64 = with_accumulators (%zeros) |%a: acc [f64; 1]| {
    %s: f64 = map_reduce %n, (%x) |%i: i64, %t: f64| {
      %kept: [f64; 1] = fill 0.0, [%m]
      %value: f64, %power: f64, %all: [f64; 1] = loop %m, (0.0, 1.0, %kept) |%j: i64, %v: f64, %p: f64, %k: [f64; 1]| {
        %l: [f64; 1] = update %k[%j] = %p
        %e: f64 = index %c[%j]
        %u: f64 = mul %e, %p
        %w: f64 = add %v, %u
        %q: f64 = mul %p, %t
        yield %w, %q, %l
      }
      loop %m, () |%b: i64| {
        %r: f64 = index %all[%b]
        %y: f64 = mul %r, %value
        accumulate %a[%b] += %y
        yield
      }
      yield %power
    } reduce (0.0) |%g: f64, %h: f64| {
      %o: f64 = add %g, %h
      yield %o
    }
    yield %s
  }
  return %total, %sums
})";

TEST(Lanes, carriedNumbersAndArraysOfIterations) {
  auto p = inLanes(polynomials);
  EXPECT_TRUE(hasBlocks(p));
  onAll(p);
}

TEST(Lanes, simpleIterationsStay) {
  const ir::Function f = parsed(R"(
func @f(%x: [f64; 1], %c: [f64; 1]) -> (f64) {
  %n: i64 = extent %x, 0
  %s: f64 = map_reduce %n, (%x) |%i: i64, %t: f64| {
    %u: f64 = sin %t
    yield %u
  } reduce (0.0) |%g: f64, %h: f64| {
    %o: f64 = add %g, %h
    yield %o
  }
  return %s
})");
  EXPECT_TRUE(ir::equal(optimise::byName("lanes")->run(f).body, f.body)) << "a compiler has lanes for them";
}

TEST(Lanes, loopsOfDifferentLengthsStay) {
  const char *const text = R"(
func @f(%x: [f64; 1], %c: [f64; 1]) -> (f64) {
  %n: i64 = extent %x, 0
  %s: f64 = map_reduce %n, (%x) |%i: i64, %t: f64| {
    %u: f64 = loop %i, (%t) |%j: i64, %v: f64| {
      %w: f64 = mul %v, %t
      yield %w
    }
    yield %u
  } reduce (0.0) |%g: f64, %h: f64| {
    %o: f64 = add %g, %h
    yield %o
  }
  return %s
})";
  const ir::Function f = parsed(text);
  EXPECT_TRUE(ir::equal(optimise::byName("lanes")->run(f).body, f.body));
  auto p = inLanes(text); // possible, though it does not pay
  EXPECT_TRUE(hasBlocks(p));
  onAll(p);
}

TEST(Lanes, branchesThatIterationsTakeByThemselves) {
  auto p = inLanes(R"(
func @f(%x: [f64; 1], %c: [f64; 1]) -> (f64) {
  %n: i64 = extent %x, 0
  %m: i64 = extent %c, 0
  %s: f64 = map_reduce %n, (%x) |%i: i64, %t: f64| {
    %kept: [f64; 1] = fill 1.0, [%m]
    %isNegative: bool = lt %t, 0.0
    %place: i64 = rem %i, 3
    %all: [f64; 1] = if %isNegative {
      %k: [f64; 1] = update %kept[%place] = %t
      yield %k
    } else {
      yield %kept
    }
    %u: f64 = loop %m, (0.0) |%j: i64, %v: f64| {
      %e: f64 = index %all[%j]
      %w: f64 = mul %v, %t
      %y: f64 = add %w, %e
      yield %y
    }
    yield %u
  } reduce (0.0) |%g: f64, %h: f64| {
    %o: f64 = add %g, %h
    yield %o
  }
  return %s
})");
  EXPECT_TRUE(hasBlocks(p));
  onAll(p);
}

TEST(Lanes, otherReductions) {
  auto p = inLanes(R"(
func @f(%x: [f64; 1], %c: [f64; 1]) -> (f64, i64) {
  %n: i64 = extent %x, 0
  %m: i64 = extent %c, 0
  %s: f64, %at: i64 = map_reduce %n, (%x) |%i: i64, %t: f64| {
    %u: f64 = loop %m, (%t) |%j: i64, %v: f64| {
      %e: f64 = index %c[%j]
      %w: f64 = mul %v, %e
      %y: f64 = sin %w
      yield %y
    }
    yield %u, %i
  } reduce (-inf, -1) |%g: f64, %k: i64, %h: f64, %l: i64| {
    %isLess: bool = lt %g, %h
    %o: f64 = max %g, %h
    %q: i64 = select %isLess, %l, %k
    yield %o, %q
  }
  return %s, %at
})");
  EXPECT_TRUE(hasBlocks(p));
  onAll(p);
}

/// Rows of %d numbers, each read in two loops over `columns` and %m.
std::string rows(const std::string &columns) {
  return R"(
func @f(%x: [f64; 1], %c: [f64; 1], %n: i64) -> (f64) {
  %m: i64 = extent %c, 0
  %d: i64 = max %n, 2
  %less: i64 = sub %d, 1
  %s: f64 = map_reduce %n, () |%i: i64| {
    %row: i64 = mul %i, %d
    %u: f64 = loop %m, (0.0) |%j: i64, %v: f64| {
      %e: f64 = index %c[%j]
      %w: f64 = loop )" +
         columns + R"(, (%v) |%k: i64, %a: f64| {
        %at: i64 = add %row, %k
        %y: f64 = index %x[%at]
        %z: f64 = mul %y, %e
        %b: f64 = add %a, %z
        yield %b
      }
      yield %w
    }
    yield %u
  } reduce (0.0) |%g: f64, %h: f64| {
    %o: f64 = add %g, %h
    yield %o
  }
  return %s
})";
}

void onRows(Passed &p, std::int64_t missing, std::size_t factors) {
  for (const std::int64_t n : {0, 1, 2, 3, 4, 5}) {
    std::vector<double> x(static_cast<std::size_t>(std::max<std::int64_t>(n * std::max<std::int64_t>(n, 2) - missing, 0)));
    for (std::size_t i = 0; i < x.size(); ++i)
      x[i] = static_cast<double>(i) + 0.5;
    p.on({RuntimeValue::array(x), RuntimeValue::array(std::vector<double>(factors, 0.5)), RuntimeValue::i64(n)}, 1e-14);
  }
}

TEST(Lanes, rowsThatAreReadOverAndOverAreCopied) {
  auto p = inLanes(rows("%d"), 2);
  EXPECT_TRUE(hasBlocks(p));
  EXPECT_NE(p.text().find("[%d, 2]"), std::string::npos) << p.text();
  onRows(p, 0, 3);
  onRows(p, 1000, 0); // no loop reads the rows, which are not there
}

TEST(Lanes, rowsOfWhichAPartIsReadAreNot) {
  auto p = inLanes(rows("%less"), 2);
  EXPECT_TRUE(hasBlocks(p));
  EXPECT_EQ(p.text().find("[%d, 2]"), std::string::npos) << p.text();
  onRows(p, 1, 3); // the last element of the last row is not there
}

/// The place of the least of %m distances, and, where there is one, additions to as many elements; `own` is what each addition adds.
std::string nearest(const std::string &own) {
  return R"(
func @f(%x: [f64; 1], %c: [f64; 1]) -> ([f64; 1]) {
  %n: i64 = extent %x, 0
  %m: i64 = extent %c, 0
  %zeros: [f64; 1] = fill 0.0, [8]
  %sums: [f64; 1] = with_accumulators (%zeros) |%a: acc [f64; 1]| {
    loop %n, () |%i: i64| {
      %t: f64 = index %x[%i]
      %least: f64, %place: i64 = loop %m, (0.7, -1) |%j: i64, %v: f64, %p: i64| {
        %e: f64 = index %c[%j]
        %d: f64 = loop 3, (0.0) |%k: i64, %w: f64| {
          %g: f64 = sub %t, %e
          %h: f64 = mul %g, %g
          %o: f64 = add %w, %h
          yield %o
        }
        %isLess: bool = lt %d, %v
        %u: f64 = min %d, %v
        %q: i64 = select %isLess, %j, %p
        yield %u, %q
      }
      %r: f64 = exp %least
      %isAny: bool = ge %place, 0
      if %isAny {
        loop 5, () |%b: i64| {
          %y: i64 = add %place, %b)" +
         own + R"(
          accumulate %a[%y] += %z
          yield
        }
        yield
      } else {
        yield
      }
      yield
    }
    yield
  }
  return %sums
})";
}

TEST(Lanes, loopsInABranchAreForEachIterationByItself) {
  const std::string text = nearest("\n%z: f64 = mul %r, %t");
  const ir::Function f = parsed(text);
  EXPECT_FALSE(ir::equal(optimise::byName("lanes")->run(f).body, f.body)) << "the loops in front of the branch are worth it";
  auto p = inLanes(text);
  EXPECT_TRUE(hasBlocks(p));
  onAll(p);
  std::size_t lanesWithFunction = 0, lanesWithBranch = 0, both = 0;
  ir::forEachStatement(p.after.body, [&](const ir::Statement &s) {
    const auto *loop = std::get_if<ir::Loop>(&s.op);
    if (!loop || !loop->isCounted() || p.after.values.asInt(loop->count) != 4)
      return;
    bool hasFunction = false, hasBranch = false;
    ir::forEachStatement(loop->body, [&](const ir::Statement &t) {
      const auto *apply = std::get_if<ir::Apply>(&t.op);
      hasFunction |= apply && apply->prim == prims::Prim::Exp;
      hasBranch |= std::holds_alternative<ir::If>(t.op);
    });
    lanesWithFunction += hasFunction;
    lanesWithBranch += hasBranch;
    both += hasFunction && hasBranch;
  });
  EXPECT_EQ(lanesWithFunction, 1u);
  EXPECT_EQ(lanesWithBranch, 1u);
  EXPECT_EQ(both, 0u) << p.text();
}

TEST(Lanes, arraysThatAreAddedAsAWhole) {
  auto p = inLanes(R"(
func @f(%x: [f64; 1], %c: [f64; 1]) -> ([f64; 2], [f64; 3]) {
  %n: i64 = extent %x, 0
  %m: i64 = extent %c, 0
  %zeros: [f64; 2] = fill 0.0, [2, %m]
  %cube: [f64; 3] = fill 0.0, [2, %m, 2]
  %sums: [f64; 2], %sums2: [f64; 3] = with_accumulators (%zeros, %cube) |%a: acc [f64; 2], %b: acc [f64; 3]| {
    loop %n, () |%i: i64| {
      %t: f64 = index %x[%i]
      %own: [f64; 1] = fill 1.0, [%m]
      %square: [f64; 2] = fill 2.0, [%m, 2]
      %r: [f64; 1], %s: [f64; 2] = loop %m, (%own, %square) |%j: i64, %p: [f64; 1], %v: [f64; 2]| {
        %e: f64 = index %c[%j]
        %g: f64 = mul %t, %e
        %q: [f64; 1] = update %p[%j] = %g
        %w: [f64; 2] = update %v[%j, 1] = %g
        yield %q, %w
      }
      %k: i64 = rem %i, 2
      accumulate %a[%k] += %r
      accumulate %a[1] += %r
      accumulate %b[%k] += %s
      yield
    }
    yield
  }
  return %sums, %sums2
})");
  EXPECT_TRUE(hasBlocks(p));
  onAll(p);
}

TEST(Lanes, longLoopsInABranchAreNotWorthIt) {
  const std::string text = nearest(R"(
          %z: f64 = loop %m, (%r) |%j1: i64, %v1: f64| {
            %e1: f64 = index %c[%j1]
            %w1: f64 = loop %m, (%v1) |%k1: i64, %v2: f64| {
              %o1: f64 = mul %v2, %e1
              yield %o1
            }
            yield %w1
          })");
  const ir::Function f = parsed(text);
  EXPECT_TRUE(ir::equal(optimise::byName("lanes")->run(f).body, f.body));
  auto p = inLanes(text);
  onAll(p);
}

/// Rows are read whole by the loops in front of the branch, and in it.
TEST(Lanes, rowsInABranchAreReadWhereTheyAre) {
  auto p = inLanes(R"(
func @f(%x: [f64; 2], %c: [f64; 2]) -> ([f64; 2]) {
  %n: i64 = extent %x, 0
  %d: i64 = extent %x, 1
  %m: i64 = extent %c, 0
  %zeros: [f64; 2] = fill 0.0, [%m, %d]
  %sums: [f64; 2] = with_accumulators (%zeros) |%a: acc [f64; 2]| {
    map %n, (%x) |%i: i64, %p: [f64; 1]| {
      %least: f64, %place: i64 = map_reduce %m, (%c) |%j: i64, %q: [f64; 1]| {
        %r: f64 = map_reduce %d, (%p, %q) |%k: i64, %u: f64, %v: f64| {
          %g: f64 = sub %u, %v
          %h: f64 = mul %g, %g
          yield %h
        } reduce (0.0) |%s: f64, %t: f64| {
          %o: f64 = add %s, %t
          yield %o
        }
        yield %r, %j
      } reduce (inf, -1) |%s1: f64, %p1: i64, %s2: f64, %p2: i64| {
        %isLess: bool = lt %s2, %s1
        %s3: f64 = min %s1, %s2
        %p3: i64 = select %isLess, %p2, %p1
        yield %s3, %p3
      }
      %isAny: bool = ge %place, 0
      if %isAny {
        %own: [f64; 1] = index %c[%place]
        map %d, (%p, %own) |%l: i64, %w: f64, %x1: f64| {
          %y: f64 = sub %x1, %w
          accumulate %a[%place, %l] += %y
          yield
        }
        yield
      } else {
        yield
      }
      yield
    }
    yield
  }
  return %sums
})",
                   2);
  EXPECT_TRUE(hasBlocks(p));
  std::size_t reads = 0; // of elements of %x, but in the iterations that are left: in the copy and in the branch
  ir::forEachStatement(p.after.body, [&](const ir::Statement &s) {
    const auto *read = std::get_if<ir::Index>(&s.op);
    reads += read && read->array == p.after.body.parameters[0] && read->indices.size() == 2;
  });
  EXPECT_EQ(reads, 2u) << p.text();
  for (const std::int64_t n : {0, 1, 2, 5})
    for (const std::int64_t m : {0, 1, 3}) {
      std::vector<double> x, c;
      for (std::int64_t i = 0; i < n * 3; ++i)
        x.push_back(std::sin(static_cast<double>(i)));
      for (std::int64_t i = 0; i < m * 3; ++i)
        c.push_back(std::cos(static_cast<double>(2 * i)));
      p.on({RuntimeValue::array(x, {n, 3}), RuntimeValue::array(c, {m, 3})}, 1e-14);
    }
}

TEST(Lanes, operatorsThatReadRowsOrGiveConstants) {
  auto p = inLanes(R"(
func @f(%x: [f64; 2]) -> ([f64; 1], f64) {
  %n: i64 = extent %x, 0
  %r: [f64; 1] = map %n, (%x) |%i: i64, %row: [f64; 1]| {
    %d: i64 = extent %row, 0
    %s: f64 = reduce %d, (%row), neutral (0.0) |%a: f64, %b: f64| {
      %first: f64 = index %row[0]
      %c: f64 = mul %a, %first
      %e: f64 = add %c, %b
      yield %e
    }
    yield %s
  }
  %t: f64 = map_reduce %n, (%x) |%j: i64, %other: [f64; 1]| {
    %l: i64 = extent %other, 0
    %u: f64 = reduce %l, (%other), neutral (1.0) |%g: f64, %h: f64| {
      %k: f64 = mul %g, %h
      yield %k
    }
    yield %u
  } reduce (0.0) |%v: f64, %w: f64| {
    yield 0.0
  }
  return %r, %t
})");
  EXPECT_TRUE(hasBlocks(p));
  for (const std::int64_t n : {0, 1, 5, 9}) {
    std::vector<double> x(static_cast<std::size_t>(2 * n), 0.5);
    for (std::size_t i = 0; i < x.size(); ++i)
      x[i] += 0.1 * static_cast<double>(i);
    p.on({RuntimeValue::array(x, {n, 2})}, 1e-14);
  }
}

TEST(Lanes, whileLoopsOfWhichOneNumberVaries) {
  auto p = inLanes(R"(
func @f(%x: [f64; 1], %c: [f64; 1]) -> ([f64; 1], [f64; 1]) {
  %n: i64 = extent %x, 0
  %r: [f64; 1], %p: [f64; 1] = map %n, (%x) |%i: i64, %t: f64| {
    %k: i64, %u: f64, %v: f64 = loop while (0, 0.0, 1.0) |%a: i64, %b: f64, %d: f64| {
      %isLess: bool = lt %a, 3
      yield %isLess
    } do |%e: i64, %g: f64, %h: f64| {
      %l: i64 = add %e, 1
      %m: f64 = add %g, %t
      %o: f64 = mul %h, 2.0
      yield %l, %m, %o
    }
    %q: f64 = add %u, %v
    %s: f64 = mul %q, 0.5
    yield %v, %s
  }
  return %r, %p
})");
  onAll(p);
}

} // namespace
} // namespace soac::test
