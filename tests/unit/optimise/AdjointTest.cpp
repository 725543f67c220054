// Adjoints after the whole pipeline: what is executed again, and what is not [SC22 §4.1].
#include "Check.h"

#include "support/Derivatives.h"

namespace soac::test {
namespace {

/// The function without its `differentiate`, before and after `optimise`.
Passed adjoint(llvm::StringRef text) {
  std::string why;
  const auto plain = differentiated(parsed(text), &why);
  if (!plain) {
    ADD_FAILURE() << why;
    return {};
  }
  return checked(*plain, optimise::optimise(*plain));
}

TEST(Adjoint, aPerfectNestIsExecutedOnce) {
  auto p = adjoint(R"(
func @f(%xs: [f64; 2], %seed: [f64; 2]) -> ([f64; 2]) {
  %r: [f64; 2], %g: [f64; 2] = differentiate adjoint (%xs), seeds (%seed), initial () |%c: [f64; 2]| {
    %n: i64 = extent %c, 0
    %ys: [f64; 2] = map %n, (%c) |%i: i64, %row: [f64; 1]| {
      %m: i64 = extent %row, 0
      %zs: [f64; 1] = map %m, (%row) |%j: i64, %x: f64| {
        %s: f64 = sin %x
        %e: f64 = exp %s
        %p: f64 = mul %e, %x
        yield %p
      }
      yield %zs
    }
    yield %ys
  }
  return %g
})");
  p.on({RuntimeValue::array({1, 2, 3, 4, 5, 6}, {2, 3}), RuntimeValue::array({1, 0.5, 2, 0, 1, 3}, {2, 3})}, 1e-14);
  EXPECT_EQ(p.count<ir::Map>(), 2u) << p.text();
  EXPECT_EQ(p.count(prims::Prim::Sin), 1u);
  EXPECT_EQ(p.count(prims::Prim::Exp), 1u);
  EXPECT_EQ(p.size(), 2u + 2u + 8u + 15u)
      << "two extents, two maps, the scalar adjoint; the check that the seed has the extents or no element, like the result";
}

TEST(Adjoint, aMatrixProductIsTwoMatrixProducts) {
  auto p = adjoint(R"(
func @f(%a: [f64; 2], %b: [f64; 2], %seed: [f64; 2]) -> ([f64; 2], [f64; 2]) {
  %r: [f64; 2], %g: [f64; 2], %h: [f64; 2] = differentiate adjoint (%a, %b), seeds (%seed), initial () |%x: [f64; 2], %y: [f64; 2]| {
    %n: i64 = extent %x, 0
    %t: [f64; 2] = rearrange %y, (1, 0)
    %c: [f64; 2] = map %n, (%x) |%i: i64, %row: [f64; 1]| {
      %m: i64 = extent %t, 0
      %zs: [f64; 1] = map %m, (%t) |%j: i64, %column: [f64; 1]| {
        %l: i64 = extent %row, 0
        %ps: [f64; 1] = map %l, (%row, %column) |%k: i64, %u: f64, %v: f64| {
          %p: f64 = mul %u, %v
          yield %p
        }
        %s: f64 = reduce %l, (%ps), neutral (0.0) |%d: f64, %e: f64| {
          %g1: f64 = add %d, %e
          yield %g1
        }
        yield %s
      }
      yield %zs
    }
    yield %c
  }
  return %g, %h
})");
  p.on({RuntimeValue::array({1, 2, 3, 4, 5, 6}, {2, 3}), RuntimeValue::array({1, 0, 2, 3, 1, 1, 2, 2, 4, 1, 5, 7}, {3, 4}),
        RuntimeValue::array({1, 2, 3, 4, 5, 6, 7, 8}, {2, 4})},
       1e-14);
  EXPECT_EQ(p.count<ir::MapReduce>(), 2u) << p.text();
  std::size_t products = 0;
  ir::forEachStatement(p.after.body, [&](const ir::Statement &s) {
    const auto *apply = std::get_if<ir::Apply>(&s.op);
    products += apply && apply->prim == prims::Prim::Mul && apply->type == ir::Scalar::F64;
  });
  EXPECT_EQ(products, 3u) << "the product itself is dead; one of the others is also that of the columns behind the last block";
}

TEST(Adjoint, kMeansFindsTheNearestCenterOnceAndVisitsItAlone) {
  auto p = adjoint(R"(
func @cost(%points: [f64; 2], %centers: [f64; 2]) -> (f64, [f64; 2]) {
  %r: f64, %g: [f64; 2] = differentiate adjoint (%centers), seeds (1.0), initial () |%c: [f64; 2]| {
    %n: i64 = extent %points, 0
    %nearest: [f64; 1] = map %n, (%points) |%i: i64, %p: [f64; 1]| {
      %k: i64 = extent %c, 0
      %dist: [f64; 1] = map %k, (%c) |%j: i64, %q: [f64; 1]| {
        %d: i64 = extent %p, 0
        %sq: [f64; 1] = map %d, (%p, %q) |%l: i64, %a: f64, %b: f64| {
          %e: f64 = sub %a, %b
          %e2: f64 = sub %a, %b
          %m: f64 = mul %e, %e2
          yield %m
        }
        %s: f64 = reduce %d, (%sq), neutral (0.0) |%x: f64, %y: f64| {
          %z: f64 = add %x, %y
          yield %z
        }
        yield %s
      }
      %kk: i64 = extent %dist, 0
      %best: f64 = reduce %kk, (%dist), neutral (inf) |%x1: f64, %y1: f64| {
        %z1: f64 = min %x1, %y1
        yield %z1
      }
      yield %best
    }
    %nn: i64 = extent %nearest, 0
    %total: f64 = reduce %nn, (%nearest), neutral (0.0) |%x2: f64, %y2: f64| {
      %z2: f64 = add %x2, %y2
      yield %z2
    }
    yield %total
  }
  return %r, %g
})");
  p.on({RuntimeValue::array({1, 2, 3, 4, 5, 7}, {3, 2}), RuntimeValue::array({1, 1, 4, 5}, {2, 2})}, 1e-14);
  EXPECT_EQ(p.count<ir::MapReduce>(), 4u) << "over blocks of points, then the points that are left, centers and coordinates, for "
                                             "cost and gradient\n"
                                          << p.text();
  EXPECT_EQ(p.count<ir::Map>(), 1u) << "over the coordinates of the nearest center, of points that are left";
}

TEST(Adjoint, theTangentOfKMeansVisitsTheNearestCenterAlone) {
  auto p = adjoint(R"(
func @cost(%points: [f64; 2], %centers: [f64; 2], %dc: [f64; 2]) -> (f64, f64) {
  %r: f64, %g: f64 = differentiate tangent (%centers), seeds (%dc) |%c: [f64; 2]| {
    %n: i64 = extent %points, 0
    %nearest: [f64; 1] = map %n, (%points) |%i: i64, %p: [f64; 1]| {
      %k: i64 = extent %c, 0
      %dist: [f64; 1] = map %k, (%c) |%j: i64, %q: [f64; 1]| {
        %d: i64 = extent %p, 0
        %sq: [f64; 1] = map %d, (%p, %q) |%l: i64, %a: f64, %b: f64| {
          %e: f64 = sub %a, %b
          %e2: f64 = sub %a, %b
          %m: f64 = mul %e, %e2
          yield %m
        }
        %s: f64 = reduce %d, (%sq), neutral (0.0) |%x: f64, %y: f64| {
          %z: f64 = add %x, %y
          yield %z
        }
        yield %s
      }
      %kk: i64 = extent %dist, 0
      %best: f64 = reduce %kk, (%dist), neutral (inf) |%x1: f64, %y1: f64| {
        %z1: f64 = min %x1, %y1
        yield %z1
      }
      yield %best
    }
    %nn: i64 = extent %nearest, 0
    %total: f64 = reduce %nn, (%nearest), neutral (0.0) |%x2: f64, %y2: f64| {
      %z2: f64 = add %x2, %y2
      yield %z2
    }
    yield %total
  }
  return %r, %g
})");
  p.on({RuntimeValue::array({1, 2, 3, 4, 5, 7}, {3, 2}), RuntimeValue::array({1, 1, 4, 5}, {2, 2}), RuntimeValue::array({1, 2, 3, 4}, {2, 2})},
       1e-14);
  EXPECT_EQ(p.count<ir::Map>(), 0u) << p.text();
  EXPECT_EQ(p.count<ir::MapReduce>(), 5u) << "over blocks of points, then the points that are left, centers, and coordinates twice";
}

} // namespace
} // namespace soac::test
