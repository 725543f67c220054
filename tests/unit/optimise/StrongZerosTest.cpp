// Which products with seeds keep their guard.
#include "Check.h"

#include <limits>

namespace soac::test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

Passed weakened(const char *text) {
  const ir::Function f = parsed(text);
  return {f, optimise::byName("strong_zeros")->run(f)};
}

TEST(StrongZeros, argumentsAndTheirSumsAreNumbers) {
  auto p = weakened(R"(
func @f(%d: f64, %x: f64) -> (f64) {
  %a: f64 = mul %x, %x
  %b: f64 = add %a, 1.0
  %c: f64 = sin %b
  %r: f64 = strong_mul %d, %c
  return %r
})");
  EXPECT_EQ(p.count(prims::Prim::StrongMul) + p.count(prims::Prim::SeedMul), 0u) << p.text();
  p.on({RuntimeValue::f64(0), RuntimeValue::f64(3)}).on({RuntimeValue::f64(2), RuntimeValue::f64(-1)});
}

TEST(StrongZeros, whatComesFromAPoleKeepsTheGuardOfTheOtherFactor) {
  auto p = weakened(R"(
func @f(%d: f64, %x: f64) -> (f64, f64, f64) {
  %a: f64 = log %x
  %b: f64 = mul %a, 2.0
  %r: f64 = strong_mul %d, %b
  %s: f64 = strong_mul %b, %d
  %t: f64 = strong_mul %a, %b
  return %r, %s, %t
})");
  EXPECT_EQ(p.count(prims::Prim::SeedMul), 2u) << p.text();
  EXPECT_EQ(p.count(prims::Prim::StrongMul), 1u) << p.text();
  p.on({RuntimeValue::f64(0), RuntimeValue::f64(0)}).on({RuntimeValue::f64(2), RuntimeValue::f64(0)}).on({RuntimeValue::f64(2), RuntimeValue::f64(1)});
}

TEST(StrongZeros, polesReachThroughScopesAndNotThroughArrays) {
  auto p = weakened(R"(
func @f(%d: f64, %xs: [f64; 1], %n: i64) -> ([f64; 1], f64) {
  %q: [f64; 1] = map %n, (%xs) |%i: i64, %x: f64| {
    %e: f64 = div 1.0, %x
    %w: f64 = strong_mul %d, %e
    yield %w
  }
  %r: [f64; 1], %k: f64 = loop %n, (%q, 1.0) |%j: i64, %a: [f64; 1], %s: f64| {
    %v: f64 = index %a[%j]
    %m: f64 = strong_mul %d, %v
    %b: [f64; 1] = update %a[%j] = %m
    %t: f64 = strong_mul %d, %s
    %l: f64 = log %s
    yield %b, %l
  }
  return %r, %k
})");
  EXPECT_EQ(p.count(prims::Prim::SeedMul), 2u) << p.text();
  EXPECT_EQ(p.count(prims::Prim::Mul), 1u) << p.text();
}

TEST(StrongZeros, quotientsByNumbersAndWholePowersHaveNoPole) {
  auto p = simplified(R"(
func @f(%d: f64, %x: f64) -> (f64, f64, f64) {
  %a: f64 = div %x, 3.0
  %b: f64 = pow %a, 3.0
  %r: f64 = seed_div %d, 4.0
  %s: f64 = seed_mul 2.0, %b
  %t: f64 = strong_mul %d, 0.0
  return %r, %s, %t
})");
  EXPECT_EQ(p.count(prims::Prim::SeedDiv) + p.count(prims::Prim::SeedMul) + p.count(prims::Prim::StrongMul), 0u)
      << p.text();
  p.on({RuntimeValue::f64(2), RuntimeValue::f64(infinity)});
}

constexpr const char *keeps = R"(
func @f(%d: f64, %x: f64, %n: i64) -> (f64) {
  %zeros: [f64; 1] stored checkpoint = fill 0.0, [%n]
  %last: f64, %kept: [f64; 1] = loop %n, (%x, %zeros) |%i: i64, %y: f64, %k: [f64; 1] stored checkpoint| {
    %e: f64 = exp %y
    %l: [f64; 1] = update %k[%i] = STORED
    yield %e, %l
  }
  %r: f64 = loop %n, (%d) |%j: i64, %a: f64| {
    %v: f64 = index %kept[%j]
    %b: f64 = seed_mul %a, %v
    yield %b
  }
  return %r
})";

// What a sweep has computed and kept is as large as it was.
TEST(StrongZeros, whatIsKeptKeepsTheGuard) {
  std::string text = keeps;
  auto p = weakened(text.replace(text.find("STORED"), 6, "%e").c_str());
  EXPECT_EQ(p.count(prims::Prim::SeedMul), 1u) << p.text();
  p.on({RuntimeValue::f64(0), RuntimeValue::f64(7), RuntimeValue::i64(2)});
}

// The numbers that a loop carries count as finite, as elements of arrays do.
TEST(StrongZeros, checkpointsOfWhatIsCarriedCountAsFinite) {
  std::string text = keeps;
  auto p = weakened(text.replace(text.find("STORED"), 6, "%y").c_str());
  EXPECT_EQ(p.count(prims::Prim::SeedMul), 0u) << p.text();
}

TEST(StrongZeros, signsKeepRootsAndQuotientsFromTheirPoles) {
  auto p = weakened(R"(
func @f(%d: f64, %x: f64, %y: f64) -> (f64, f64, f64, f64) {
  %a: f64 = mul %x, %x
  %b: f64 = sqrt %a
  %r: f64 = seed_mul %d, %b
  %e: f64 = add %a, 0.5
  %g: f64 = seed_div %d, %e
  %c: bool = ne %a, 0.0
  %s: f64 = if %c {
    %h: f64 = div %y, %b
    %k: f64 = seed_mul %d, %h
    %u: f64 = sqrt %a
    %v: f64 = div %k, %u
    %w: f64 = seed_mul %d, %v
    yield %w
  } else {
    %l: f64 = div %y, %a
    %m: f64 = seed_mul %d, %l
    yield %m
  }
  %t: f64 = seed_div %d, %a
  return %r, %g, %s, %t
})");
  EXPECT_EQ(p.count(prims::Prim::SeedMul), 3u) << p.text(); // by y / b and of it, as b may be zero for all that is known of it here, and by y / a
  EXPECT_EQ(p.count(prims::Prim::SeedDiv), 1u) << p.text();
  for (const double d : {0.0, 2.0})
    for (const double x : {0.0, -3.0})
      p.on({RuntimeValue::f64(d), RuntimeValue::f64(x), RuntimeValue::f64(1)});
}

TEST(StrongZeros, rootsOfWhatMayBeNegativeKeepTheGuard) {
  auto p = weakened(R"(
func @f(%d: f64, %x: f64, %y: f64) -> (f64, f64) {
  %a: f64 = sqrt %x
  %r: f64 = seed_mul %d, %a
  %c: bool = ge %y, 0.0
  %s: f64 = if %c {
    %b: f64 = sqrt %y
    %g: f64 = seed_mul %d, %b
    yield %g
  } else {
    %h: f64 = sqrt %y
    %k: f64 = seed_mul %d, %h
    yield %k
  }
  return %r, %s
})");
  EXPECT_EQ(p.count(prims::Prim::SeedMul), 2u) << p.text();
  for (const double d : {0.0, 2.0})
    for (const double x : {4.0, 0.0, -9.0})
      p.on({RuntimeValue::f64(d), RuntimeValue::f64(x), RuntimeValue::f64(x)});
}

TEST(StrongZeros, productsOfSmallNumbersMayBeZero) {
  auto p = weakened(R"(
func @f(%d: f64, %x: f64) -> (f64, f64) {
  %a: f64 = mul %x, %x
  %b: f64 = add %a, 1e-3
  %c: f64 = sqrt %b
  %e: f64 = mul %b, %c
  %g: f64 = seed_div %d, %e
  %h: f64 = add %a, 1e-200
  %i: f64 = mul %h, %h
  %j: f64 = seed_div %d, %i
  return %g, %j
})");
  EXPECT_EQ(p.count(prims::Prim::SeedDiv), 1u) << p.text();
  for (const double d : {0.0, 2.0})
    for (const double x : {0.0, 1e-120, 3.0})
      p.on({RuntimeValue::f64(d), RuntimeValue::f64(x)});
}

} // namespace
} // namespace soac::test
