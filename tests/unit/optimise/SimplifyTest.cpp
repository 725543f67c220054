// The rules of `simplify`, each by what it leaves.
#include "Check.h"

#include <limits>
#include <random>

namespace soac::test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

TEST(Simplify, timesOneAndMinusZeroGo) {
  auto p = simplified(R"(
func @f(%x: f64) -> (f64) {
  %a: f64 = mul 1.0, %x
  %b: f64 = sub %a, 0.0
  %c: f64 = add %b, -0.0
  %d: f64 = neg %c
  %e: f64 = neg %d
  return %e
})");
  EXPECT_EQ(p.size(), 0u) << p.text();
}

TEST(Simplify, plusZeroAndTimesZeroStay) {
  auto p = simplified(R"(
func @f(%x: f64) -> (f64, f64) {
  %a: f64 = add %x, 0.0
  %b: f64 = div 1.0, %a
  %c: f64 = mul %x, 0.0
  return %b, %c
})");
  p.on({RuntimeValue::f64(-0.0)}).on({RuntimeValue::f64(infinity)}).on({RuntimeValue::f64(-3)});
  EXPECT_EQ(p.size(), 3u) << p.text();
}

TEST(Simplify, halvesOfDoublesAreTheNumbers) {
  auto p = simplified(R"(
func @f(%x: f64, %y: f64) -> (f64, f64, f64) {
  %a: f64 = add %x, %x
  %b: f64 = add %y, %y
  %c: f64 = sub %a, %b
  %d: f64 = add %c, 3.0
  %e: f64 = mul %d, 0.5
  %g: f64 = add %a, %y
  %h: f64 = mul %g, 0.5
  %k: f64 = mul %a, 0.25
  return %e, %h, %k
})");
  EXPECT_EQ(p.count(prims::Prim::Mul), 2u) << p.text();
  EXPECT_EQ(p.count(prims::Prim::Add), 3u) << p.text(); // x - y + 1.5, x + x + y
  for (const double x : {0.0, -0.0, 1e-310, 5e-324, -3.25, 1e300, infinity})
    for (const double y : {-0.0, 2.5, 3e-320, -1e300})
      p.on({RuntimeValue::f64(x), RuntimeValue::f64(y)});
}

TEST(Simplify, constantsFold) {
  auto p = simplified(R"(
func @f() -> (f64, i64, bool) {
  %a: f64 = add 1.0, 2.0
  %b: f64 = sqrt %a
  %c: i64 = div 7, -2
  %d: bool = lt %b, 2.0
  return %b, %c, %d
})");
  EXPECT_EQ(p.size(), 0u) << p.text();
  p.on({});
}

TEST(Simplify, divisionByZeroIsNotFolded) {
  auto p = simplified(R"(
func @f(%n: i64) -> (i64) {
  %a: bool = ne %n, 0
  %r: i64 = if %a {
    %q: i64 = div 1, %n
    yield %q
  } else {
    yield 0
  }
  return %r
})");
  p.on({RuntimeValue::i64(0)}).on({RuntimeValue::i64(1)});
}

TEST(Simplify, integerSumsMerge) {
  auto p = simplified(R"(
func @f(%n: i64) -> (i64, i64) {
  %a: i64 = add %n, 3
  %b: i64 = sub %a, 5
  %c: i64 = add 2, %b
  %d: i64 = sub %a, %n
  return %c, %d
})");
  p.on({RuntimeValue::i64(7)});
  EXPECT_EQ(p.size(), 0u) << p.text();
}

TEST(Simplify, theShareOfATripIsKnown) {
  auto p = passed(R"(
func @f(%n: i64, %m: i64, %x: [f64; 1]) -> (f64) {
  %trips: i64 = max %n, 0
  %each: i64 = max %m, 0
  %all: i64 = mul %trips, %each
  %most: i64 = max %trips, 1
  %share: i64 = div %all, %most
  %s: f64 = loop %share, (0.0) |%i: i64, %a: f64| {
    %q: i64 = div %i, %each
    %r: i64 = mul %q, %each
    %at: i64 = sub %i, %r
    %v: f64 = index %x[%at]
    %b: f64 = add %a, %v
    yield %b
  }
  return %s
})", {"simplify", "dce"});
  EXPECT_EQ(p.count(prims::Prim::Div), 0u) << p.text();
  for (const std::int64_t n : {-1, 0, 1, 3})
    for (const std::int64_t m : {-2, 0, 1, 4})
      p.on({RuntimeValue::i64(n), RuntimeValue::i64(m), RuntimeValue::array({1, 2, 4, 8})});
}

TEST(Simplify, convertedIndicesAreComparedAsIndices) {
  const auto compared = [](const std::string &comparison) {
    return passed(R"(
func @f(%n: i64, %k: i64) -> (i64) {
  %s: i64 = loop %n, (0) |%i: i64, %a: i64| {
    %u: u64 = cast %i
    %v: i8 = cast %i
    %w: u64 = cast %k
    %c: bool = )" + comparison + R"(
    %t: i64 = add %a, %i
    %b: i64 = select %c, %t, %a
    yield %b
  }
  return %s
})", {"simplify", "dce"}).on({RuntimeValue::i64(300), RuntimeValue::i64(-1)});
  };
  EXPECT_EQ(compared("eq %u, u64:3").count(prims::Prim::Cast), 0u);
  EXPECT_EQ(compared("lt %u, u64:3").count(prims::Prim::Cast), 0u);
  EXPECT_EQ(compared("eq %v, i8:3").count(prims::Prim::Cast), 1u) << "259 is 3, too";
  EXPECT_EQ(compared("lt %u, %w").count(prims::Prim::Cast), 2u) << "-1 is the greatest number";
  EXPECT_EQ(compared("lt %u, u64:18446744073709551615").count(prims::Prim::Cast), 1u);
}

TEST(Simplify, sumsThatAreMadeAnewAreNotExact) {
  // (n + a) + b may be exact where a + b wraps.
  auto p = simplified(R"(
func @f(%n: i32) -> (i32, i32) {
  %a: i32 = add exact %n, i32:2000000000
  %b: i32 = add exact %a, i32:2000000000
  %c: i32 = add exact i32:1, %n
  return %b, %c
})");
  p.on({RuntimeValue(ir::Scalar::I32, ops::numberOf(std::int64_t{-2147483648}))});
  EXPECT_NE(p.text().find("add %n, i32:-294967296"), std::string::npos) << p.text();
  EXPECT_NE(p.text().find("add exact %n, i32:1"), std::string::npos) << p.text();
}

RuntimeValue i32(std::int64_t x) { return RuntimeValue(ir::Scalar::I32, ops::numberOf(x)); }

TEST(Simplify, exactArithmeticIsWidened) {
  auto p = simplified(R"(
func @f(%i: i32, %n: i32) -> (i64) {
  %a: i32 = mul exact %i, %n
  %b: i32 = sub exact %a, %n
  %c: i32 = neg exact %b
  %d: i32 = add exact %c, i32:-3
  %e: i64 = cast %d
  return %e
})");
  p.on({i32(7), i32(-11)}).on({i32(46340), i32(46340)}).on({i32(1), i32(2147483647)}).on({i32(-1), i32(1073741824)});
  EXPECT_EQ(p.count(prims::Prim::Cast), 2u) << p.text();
  EXPECT_EQ(p.text().find("exact"), std::string::npos) << p.text();
  for (const auto *line : {": i64 = mul", ": i64 = sub", ": i64 = neg", ": i64 = add"})
    EXPECT_NE(p.text().find(line), std::string::npos) << line << "\n" << p.text();
}

// At the ends of a narrow type, 64 bits would show what wraps there.
TEST(Simplify, arithmeticThatWrapsStaysNarrow) {
  for (const std::string narrow : {"i32", "u32"})
    for (const std::string operation : {"add %i, %n", "sub %i, %n", "mul %i, %n", "neg %i"}) {
      const std::string text = "func @f(%i: " + narrow + ", %n: " + narrow + ") -> (i64) {\n  %a: " + narrow + " = " +
                               operation + "\n  %b: i64 = cast %a\n  return %b\n}";
      auto p = simplified(text);
      const auto number = [&](std::int64_t x) {
        return RuntimeValue(narrow == "i32" ? ir::Scalar::I32 : ir::Scalar::U32, ops::numberOf(x));
      };
      const std::int64_t least = narrow == "i32" ? -2147483648 : 0, most = narrow == "i32" ? 2147483647 : 4294967295;
      for (const std::int64_t x : {least, most})
        for (const std::int64_t y : {least, std::int64_t{1}, most})
          p.on({number(x), number(y)});
    }
}

// Programs of 32-bit integers at random, on random arguments, many at the ends of the type. An operation is exact where it
// has no overflow for these arguments, and then in half of the cases only.
TEST(Simplify, conversionsOfArithmeticKeepTheNumber) {
  std::mt19937 random(1);
  const auto upTo = [&](unsigned n) { return static_cast<std::size_t>(random() % n); };
  const std::int64_t ends[] = {-2147483648, -2147483647, -46341, -2, -1, 0, 1, 2, 3, 46340, 46341, 2147483646, 2147483647};
  for (int program = 0; program < 400; ++program) {
    const std::int64_t x = ends[upTo(13)], y = upTo(2) ? ends[upTo(13)] : static_cast<std::int64_t>(upTo(200)) - 100;
    std::vector<std::pair<std::string, std::int64_t>> known = {
        {"%x", x}, {"%y", y}, {"i32:1", 1}, {"i32:-3", -3}, {"i32:2147483647", 2147483647}};
    std::string text = "func @f(%x: i32, %y: i32) -> (i64, i64, f64, i32) {\n";
    for (int k = 0; k < 6; ++k) {
      const auto [a, m] = known[upTo(static_cast<unsigned>(known.size()))];
      const auto [b, n] = known[upTo(static_cast<unsigned>(known.size()))];
      const std::size_t which = upTo(4);
      const std::int64_t number = which == 0 ? m + n : which == 1 ? m - n : which == 2 ? m * n : -m;
      const std::int64_t wrapped = static_cast<std::int32_t>(static_cast<std::uint32_t>(number));
      const char *const names[] = {"add", "sub", "mul", "neg"};
      const std::string result = "%v" + std::to_string(k);
      text += "  " + result + ": i32 = " + names[which] + (number == wrapped && upTo(2) ? " exact " : " ") + a +
              (which == 3 ? "" : ", " + b) + "\n";
      known.emplace_back(result, wrapped);
    }
    text += "  %p: i64 = cast %v5\n  %q: i64 = cast %v4\n  %r: f64 = cast %v3\n  return %p, %q, %r, %v5\n}";
    auto one = simplified(text);
    one.on({i32(x), i32(y)});
    auto all = optimised(text);
    all.on({i32(x), i32(y)});
    if (testing::Test::HasFailure())
      FAIL() << text;
  }
}

// A conversion to another type than that of indices is not one of an offset.
TEST(Simplify, onlyIndicesAreWidened) {
  auto p = simplified(R"(
func @f(%i: i32, %n: i32) -> (f64, u64) {
  %a: i32 = sub exact %i, %n
  %b: f64 = cast %a
  %c: u64 = cast %a
  return %b, %c
})");
  p.on({i32(3), i32(5)}).on({i32(-2147483647), i32(1)});
  EXPECT_NE(p.text().find("i32 = sub exact"), std::string::npos) << p.text();
}

TEST(Simplify, extentsComeFromTheParameters) {
  auto p = simplified(R"(
func @f(%xs: [f64; 2], %c: bool) -> (i64, i64, i64) {
  %n: i64 = extent %xs, 0
  %ys: [f64; 2] = map %n, (%xs) |%i: i64, %row: [f64; 1]| {
    %m: i64 = extent %row, 0
    %zs: [f64; 1] = map %m, (%row) |%j: i64, %x: f64| {
      %y: f64 = sin %x
      yield %y
    }
    yield %zs
  }
  %t: [f64; 2] = rearrange %ys, (1, 0)
  %a: i64 = extent %t, 0
  %z: [f64; 2] = if %c { yield %ys } else { yield %xs }
  %b: i64 = extent %z, 1
  %w: [f64; 2] = loop 3, (%xs) |%k: i64, %s: [f64; 2]| {
    %s0: i64 = extent %s, 0
    %u: [f64; 2] = map %s0, (%s) |%l: i64, %r: [f64; 1]| { yield %r }
    yield %u
  }
  %d: i64 = extent %w, 0
  return %a, %b, %d
})");
  p.on({RuntimeValue::array({1, 2, 3, 4, 5, 6}, {2, 3}), RuntimeValue::boolean(true)});
  EXPECT_EQ(p.count<ir::Map>(), 0u) << p.text();
  EXPECT_EQ(p.count<ir::Loop>(), 0u) << p.text();
  EXPECT_EQ(p.count<ir::Extent>(), p.size()) << p.text();
}

TEST(Simplify, extentOfAnArrayThatGrowsInALoopStays) {
  auto p = simplified(R"(
func @f(%n: i64) -> (i64) {
  %zero: [f64; 1] = fill 0.0, [1]
  %xs: [f64; 1] = loop %n, (%zero) |%i: i64, %s: [f64; 1]| {
    %t: [f64; 1] = concat %s, %zero
    yield %t
  }
  %r: i64 = extent %xs, 0
  return %r
})");
  p.on({RuntimeValue::i64(0)}).on({RuntimeValue::i64(4)});
}

TEST(Simplify, readsLookThroughUpdates) {
  auto p = simplified(R"(
func @f(%x: f64, %y: f64, %i: i64) -> (f64, f64, f64) {
  %a: [f64; 1] = fill 0.0, [4]
  %b: [f64; 1] = update %a[0] = %x
  %c: [f64; 1] = update %b[1] = %y
  %u: f64 = index %c[0]
  %v: f64 = index %c[2]
  %d: [f64; 1] = update %c[%i] = 5.0
  %w: f64 = index %d[1]
  return %u, %v, %w
})");
  p.on({RuntimeValue::f64(2), RuntimeValue::f64(3), RuntimeValue::i64(1)}).on({RuntimeValue::f64(2), RuntimeValue::f64(3), RuntimeValue::i64(0)});
  EXPECT_EQ(p.count<ir::Index>(), 1u) << p.text();
}

TEST(Simplify, readsLookThroughRearrangements) {
  auto p = simplified(R"(
func @f(%xs: [f64; 2], %i: i64, %j: i64) -> (f64, f64, f64) {
  %t: [f64; 2] = rearrange %xs, (1, 0)
  %row: [f64; 1] = index %t[%j]
  %a: f64 = index %row[%i]
  %n: i64 = extent %xs, 0
  %last: i64 = sub %n, 1
  %r: [f64; 2] = slice %xs, start %last, count %n, step -1
  %r2: [f64; 2] = slice %r, start %last, count %n, step -1
  %b: f64 = index %r2[%i, %j]
  %c: f64 = index %r[%i, %j]
  return %a, %b, %c
})");
  p.on({RuntimeValue::array({1, 2, 3, 4, 5, 6}, {2, 3}), RuntimeValue::i64(1), RuntimeValue::i64(2)});
  EXPECT_EQ(p.count<ir::Index>(), 2u) << p.text();
  EXPECT_EQ(p.count<ir::Slice>() + p.count<ir::Rearrange>(), 0u) << p.text();
}

TEST(Simplify, branchesKnowTheirCondition) {
  auto p = simplified(R"(
func @f(%c: bool, %x: f64) -> (f64, bool) {
  %r: f64, %b: bool = if %c {
    %s: f64 = if %c { yield %x } else { yield 0.0 }
    yield %s, true
  } else {
    %n: bool = not %c
    %t: f64 = if %n { yield %x } else { yield 1.0 }
    yield %t, false
  }
  return %r, %b
})");
  EXPECT_EQ(p.size(), 0u) << p.text();
}

TEST(Simplify, invariantCarriedValuesGo) {
  auto p = simplified(R"(
func @f(%n: i64, %xs: [f64; 1], %y: f64) -> (f64, f64, [f64; 1]) {
  %a: f64, %b: f64, %c: [f64; 1] = loop %n, (0.0, %y, %xs) |%i: i64, %s: f64, %t: f64, %u: [f64; 1]| {
    %v: f64 = index %u[%i]
    %w: f64 = mul %v, %t
    %z: f64 = add %s, %w
    yield %z, %t, %u
  }
  return %a, %b, %c
})");
  p.on({RuntimeValue::i64(2), RuntimeValue::array({1, 2}), RuntimeValue::f64(3)});
  EXPECT_EQ(p.text().find("(0.0, "), std::string::npos) << p.text();
}

TEST(Simplify, mapsThatCopyGo) {
  auto p = simplified(R"(
func @f(%xs: [f64; 1], %y: f64) -> ([f64; 1], [f64; 1], [i64; 1], [f64; 1]) {
  %n: i64 = extent %xs, 0
  %a: [f64; 1], %b: [f64; 1], %c: [i64; 1], %d: [f64; 1] = map %n, (%xs) |%i: i64, %x: f64| {
    %v: f64 = index %xs[%i]
    yield %x, %y, %i, %v
  }
  return %a, %b, %c, %d
})");
  p.on({RuntimeValue::array({1, 2, 3}), RuntimeValue::f64(4)});
  EXPECT_EQ(p.count<ir::Map>(), 0u) << p.text();
}

TEST(Simplify, whatAnOperatorDoesNotReadIsNotComputed) {
  auto p = simplified(R"(
func @f(%xs: [f64; 1], %y: f64) -> (f64, f64, f64, f64) {
  %n: i64 = extent %xs, 0
  %first: f64, %decay: f64, %last: f64 = map_reduce %n, (%xs) |%i: i64, %x: f64| {
    %u: f64 = sin %x
    %v: f64 = tanh %x
    %w: f64 = cos %x
    yield %u, %v, %w
  } reduce (%y, %y, %y) |%a: f64, %b: f64, %c: f64, %p: f64, %q: f64, %r: f64| {
    %d: f64 = mul %b, 0.5
    yield %a, %d, %r
  }
  %same: f64 = reduce %n, (%xs), neutral (%y) |%s: f64, %t: f64| {
    yield %s
  }
  return %first, %decay, %last, %same
})");
  p.on({RuntimeValue::array({1, 2, 3}), RuntimeValue::f64(4)});
  p.on({RuntimeValue::array({}), RuntimeValue::f64(4)});
  EXPECT_EQ(p.count<ir::Reduce>(), 0u) << p.text();
  EXPECT_EQ(p.text().find("sin"), std::string::npos) << p.text();
  EXPECT_EQ(p.text().find("tanh"), std::string::npos) << p.text();
  EXPECT_NE(p.text().find("cos"), std::string::npos) << p.text();
}

TEST(Simplify, boundsChecksOfLoopIndicesGo) {
  auto p = simplified(R"(
func @f(%xs: [f64; 1]) -> ([f64; 1]) {
  %n: i64 = extent %xs, 0
  %r: [f64; 1] = map %n, () |%i: i64| {
    %m: i64 = extent %xs, 0
    %a: bool = ge %i, 0
    %b: bool = lt %i, %m
    %c: bool = and %a, %b
    check %c, "out of range"
    %x: f64 = index %xs[%i]
    %y: f64 = mul %x, %x
    yield %y
  }
  return %r
})");
  p.on({RuntimeValue::array({1, 2, 3})});
  EXPECT_EQ(p.count<ir::Check>(), 0u) << p.text();
}

} // namespace
} // namespace soac::test
