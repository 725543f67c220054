// Which accumulators become sums and maps.
#include "Check.h"

namespace soac::test {
namespace {

TEST(Accumulators, anAdditionToEveryElementOnceIsAMap) {
  auto p = optimised(R"(
func @f(%xs: [f64; 1], %ys: [f64; 1]) -> ([f64; 1]) {
  %n: i64 = extent %xs, 0
  %r: [f64; 1] = with_accumulators (%ys) |%p: acc [f64; 1]| {
    map %n, (%xs) |%i: i64, %x: f64| {
      %s: f64 = mul %x, %x
      accumulate %p[%i] += %s
      yield
    }
    yield
  }
  return %r
})");
  p.on({RuntimeValue::array({1, 2}), RuntimeValue::array({3, 4})});
  EXPECT_EQ(p.count<ir::Accumulate>(), 1u) << "ys may be longer than xs\n" << p.text();

  auto q = optimised(R"(
func @f(%xs: [f64; 2]) -> ([f64; 2]) {
  %n: i64 = extent %xs, 0
  %m: i64 = extent %xs, 1
  %z: [f64; 2] = fill 0.0, [%n, %m]
  %r: [f64; 2] = with_accumulators (%z) |%p: acc [f64; 2]| {
    map %n, (%xs) |%i: i64, %row: [f64; 1]| {
      map %m, (%row) |%j: i64, %x: f64| {
        %s: f64 = mul %x, %x
        accumulate %p[%i, %j] += %s
        yield
      }
      yield
    }
    yield
  }
  return %r
})");
  q.on({RuntimeValue::array({1, 2, 3, 4, 5, 6}, {2, 3})});
  EXPECT_EQ(q.count<ir::WithAccumulators>(), 0u) << q.text();
  EXPECT_EQ(q.count<ir::Map>(), 2u) << q.text();
  EXPECT_EQ(q.count(prims::Prim::Add), 0u) << q.text();
}

TEST(Accumulators, additionsToOnePlaceAreASum) {
  auto p = optimised(R"(
func @f(%xs: [f64; 1], %k: i64, %ys: [f64; 1]) -> ([f64; 1], f64) {
  %n: i64 = extent %xs, 0
  %r: [f64; 1], %t: f64 = with_accumulators (%ys, 5.0) |%p: acc [f64; 1], %q: acc f64| {
    map %n, (%xs) |%i: i64, %x: f64| {
      %c: bool = lt %x, 2.5
      if %c {
        %s: f64 = mul %x, %x
        accumulate %p[%k] += %s
        yield
      } else {
        accumulate %q[] += %x
        yield
      }
      yield
    }
    yield
  }
  return %r, %t
})");
  p.on({RuntimeValue::array({1, 2, 3, 4}), RuntimeValue::i64(1), RuntimeValue::array({3, 4})}, 1e-15);
  EXPECT_EQ(p.count<ir::WithAccumulators>(), 0u) << p.text();
  EXPECT_EQ(p.count<ir::MapReduce>(), 1u) << p.text();
}

TEST(Accumulators, loopsCarryTheSum) {
  auto p = optimised(R"(
func @f(%xs: [f64; 1], %n: i64) -> ([f64; 1]) {
  %m: i64 = extent %xs, 0
  %z: [f64; 1] = fill 0.0, [%m]
  %r: [f64; 1] = with_accumulators (%z) |%p: acc [f64; 1]| {
    map %m, (%xs) |%i: i64, %x: f64| {
      %e: f64 = loop %n, (%x) |%k: i64, %y: f64| {
        %s: f64 = sin %y
        accumulate %p[%i] += %s
        yield %s
      }
      yield
    }
    yield
  }
  return %r
})");
  p.on({RuntimeValue::array({1, 2, 3, 4}), RuntimeValue::i64(3)}, 1e-15);
  EXPECT_EQ(p.count<ir::WithAccumulators>(), 0u) << p.text();
}

// A place that a kernel or loop without iterations would add to need not exist.
TEST(Accumulators, sumsOfNothingAreNotAdded) {
  auto p = optimised(R"(
func @f(%xs: [f64; 1], %n: i64, %k: i64, %l: i64, %ys: [f64; 1]) -> ([f64; 1]) {
  %m: i64 = extent %xs, 0
  %r: [f64; 1] = with_accumulators (%ys) |%p: acc [f64; 1]| {
    map %m, (%xs) |%i: i64, %x: f64| {
      accumulate %p[%k] += %x
      yield
    }
    %e: f64 = loop %n, (1.0) |%j: i64, %y: f64| {
      %s: f64 = sin %y
      accumulate %p[%l] += %s
      yield %s
    }
    yield
  }
  return %r
})");
  p.on({RuntimeValue::array({1, 2}), RuntimeValue::i64(2), RuntimeValue::i64(0), RuntimeValue::i64(1), RuntimeValue::array({3, 4})}, 1e-15);
  p.on({RuntimeValue::array({1, 2}), RuntimeValue::i64(0), RuntimeValue::i64(1), RuntimeValue::i64(7), RuntimeValue::array({3, 4})});
  p.on({RuntimeValue::array({}), RuntimeValue::i64(2), RuntimeValue::i64(7), RuntimeValue::i64(1), RuntimeValue::array({3, 4})}, 1e-15);
  EXPECT_EQ(p.count<ir::WithAccumulators>(), 0u) << p.text();
}

TEST(Accumulators, dataDependentPlacesStay) {
  auto p = optimised(R"(
func @f(%xs: [f64; 1], %ks: [i64; 1], %z: [f64; 1]) -> ([f64; 1]) {
  %m: i64 = extent %xs, 0
  %r: [f64; 1] = with_accumulators (%z) |%p: acc [f64; 1]| {
    map %m, (%xs, %ks) |%i: i64, %x: f64, %k: i64| {
      accumulate %p[%k] += %x
      yield
    }
    yield
  }
  return %r
})");
  p.on({RuntimeValue::array({1, 2, 3, 4}), RuntimeValue::indices({0, 1, 1, 0}), RuntimeValue::array({10, 20})});
  EXPECT_EQ(p.count<ir::Accumulate>(), 1u) << p.text();
}

// The adjoint of c = a b^T, row by row: a_adj[i, k] += c_adj[i, j] b[j, k], b_adj[j, k] += c_adj[i, j] a[i, k].
TEST(Accumulators, theAdjointOfAMatrixProductIsTwoMatrixProducts) {
  auto p = optimised(R"(
func @f(%a: [f64; 2], %b: [f64; 2], %c: [f64; 2]) -> ([f64; 2], [f64; 2]) {
  %n: i64 = extent %a, 0
  %l: i64 = extent %a, 1
  %m: i64 = extent %b, 0
  %z: [f64; 2] = fill 0.0, [%n, %l]
  %y: [f64; 2] = fill 0.0, [%m, %l]
  %r: [f64; 2], %s: [f64; 2] = with_accumulators (%z, %y) |%p: acc [f64; 2], %q: acc [f64; 2]| {
    map %n, (%a, %c) |%i: i64, %arow: [f64; 1], %crow: [f64; 1]| {
      map %m, (%b, %crow) |%j: i64, %brow: [f64; 1], %cij: f64| {
        map %l, (%arow, %brow) |%k: i64, %aik: f64, %bjk: f64| {
          %u: f64 = mul %cij, %bjk
          accumulate %p[%i, %k] += %u
          %v: f64 = mul %cij, %aik
          accumulate %q[%j, %k] += %v
          yield
        }
        yield
      }
      yield
    }
    yield
  }
  return %r, %s
})");
  p.on({RuntimeValue::array({1, 2, 3, 4, 5, 6}, {2, 3}), RuntimeValue::array({1, 0, 2, 3, 1, 1, 2, 2, 4, 1, 5, 7}, {4, 3}),
        RuntimeValue::array({1, 2, 3, 4, 5, 6, 7, 8}, {2, 4})},
       1e-15);
  EXPECT_EQ(p.count<ir::WithAccumulators>(), 0u) << p.text();
  EXPECT_EQ(p.count<ir::MapReduce>(), 2u) << p.text();
  EXPECT_EQ(p.count<ir::Map>(), 2u) << p.text(); // of rows, whose elements are in blocks of lanes
}

} // namespace
} // namespace soac::test
