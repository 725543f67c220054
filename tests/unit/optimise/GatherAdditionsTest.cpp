// Kernels that add around their own elements, for a device.
#include "Check.h"

namespace soac::test {
namespace {

RuntimeValue numbers() { return RuntimeValue::array({1, 2, 3, 4, 5, 6}); }
RuntimeValue table() { return RuntimeValue::array({1, 2, 3, 4, 5, 6, 0, 7, 2, 8, 3, 9}, {3, 4}); }

TEST(GatherAdditions, aMapThatAddsToNeighboursIsOneOverTheElements) {
  auto p = passed(R"(
func @f(%n: i64, %u: [f64; 1], %v: [f64; 1]) -> ([f64; 1]) {
  %u_1: [f64; 1] = with_accumulators (%u) |%a: acc [f64; 1]| {
    map %n, (%v) |%i: i64, %s: f64| {
      %j: i64 = add %i, 2
      %t: f64 = cos %s
      accumulate %a[%i] += %t
      accumulate %a[%j] += %s
      accumulate %a[%i] += %s
      yield
    }
    yield
  }
  return %u_1
})",
                  {"gather_additions", "dce"});
  for (const std::vector<double> &v : {std::vector<double>{4, 1, 3, 2}, {5}, {}})
    p.on({RuntimeValue::i64(static_cast<std::int64_t>(v.size())), numbers(), RuntimeValue::array(v)}, 1e-14);
  EXPECT_EQ(p.count<ir::Map>(), 1u) << p.text();
  EXPECT_EQ(p.count<ir::Accumulate>(), 1u) << p.text();
}

// As the adjoint of a step of heat with insulated walls.
TEST(GatherAdditions, guardedNeighboursOfAStencilGiveAMapOfTheElements) {
  auto p = passed(R"(
func @f(%v: [f64; 2]) -> ([f64; 2]) {
  %n: i64 = extent %v, 0
  %m: i64 = extent %v, 1
  %u: [f64; 2] = fill 0.0, [%n, %m]
  %u_1: [f64; 2] = with_accumulators (%u) |%a: acc [f64; 2]| {
    map %n, (%v) |%i: i64, %row: [f64; 1]| {
      %up: i64 = add %i, -1
      %has: bool = gt %i, 0
      map %m, (%row) |%j: i64, %s: f64| {
        %t: f64 = mul %s, 3.0
        %right: i64 = add %j, 1
        %c: bool = lt %right, %m
        %o: f64 = if %c {
          accumulate %a[%i, %right] += %s
          yield 0.0
        } else {
          yield %t
        }
        if %has {
          accumulate %a[%up, %j] += %t
          yield
        } else {
          accumulate %a[%i, %j] += %s
          yield
        }
        accumulate %a[%i, %j] += %o
        yield
      }
      yield
    }
    yield
  }
  return %u_1
})",
                  {"gather_additions", "dce", "simplify", "accumulators", "dce"});
  p.on({table()});
  p.on({RuntimeValue::array({5}, {1, 1})});
  EXPECT_EQ(p.count<ir::Map>(), 2u) << p.text();
  EXPECT_EQ(p.count<ir::Accumulate>(), 0u) << p.text();
  EXPECT_EQ(p.count<ir::Fill>(), 0u) << p.text();
}

// Of elements inside, transposed: the array is larger than the nest, and keeps what it has elsewhere.
TEST(GatherAdditions, loopsInsideOfALargerArray) {
  auto p = passed(R"(
func @f(%n: i64, %m: i64, %u: [f64; 2], %v: [f64; 2]) -> ([f64; 2]) {
  %u_1: [f64; 2] = with_accumulators (%u) |%a: acc [f64; 2]| {
    loop %n, () |%i: i64| {
      %p: i64 = add %i, 2
      loop %m, () |%j: i64| {
        %q: i64 = add %j, 1
        %s: f64 = index %v[%i, %j]
        accumulate %a[%q, %p] += %s
        accumulate %a[%j, %p] += %s
        accumulate %a[%q, %i] += %s
        yield
      }
      yield
    }
    yield
  }
  return %u_1
})",
                  {"gather_additions", "dce"});
  const RuntimeValue square = RuntimeValue::array({1, 2, 3, 4, 5, 6, 0, 7, 2, 8, 3, 9, 4, 6, 1, 2}, {4, 4});
  for (const int n : {0, 1, 2})
    for (const int m : {0, 1, 3})
      p.on({RuntimeValue::i64(n), RuntimeValue::i64(m), square, square});
  EXPECT_EQ(p.count<ir::Accumulate>(), 1u) << p.text();
}

// Sums, and additions to other arrays, stay with the loop.
TEST(GatherAdditions, othersStay) {
  auto p = passed(R"(
func @f(%n: i64, %u: [f64; 1], %w: [f64; 1], %k: [i64; 1]) -> ([f64; 1], [f64; 1], f64) {
  %u_1: [f64; 1], %w_1: [f64; 1], %sum: f64 = with_accumulators (%u, %w) |%a: acc [f64; 1], %b: acc [f64; 1]| {
    %r: f64 = map_reduce %n, (%k) |%i: i64, %at: i64| {
      %j: i64 = add %i, 1
      %x: f64 = cast %at
      accumulate %a[%i] += %x
      accumulate %a[%j] += 2.0
      accumulate %b[%i] += %x
      accumulate %b[%at] += 3.0
      yield %x
    } reduce (0.0) |%x_1: f64, %y: f64| {
      %z: f64 = add %x_1, %y
      yield %z
    }
    yield %r
  }
  return %u_1, %w_1, %sum
})",
                  {"gather_additions"});
  p.on({RuntimeValue::i64(5), numbers(), numbers(), RuntimeValue::indices({0, 5, 2, 2, 1})});
  EXPECT_EQ(p.count<ir::Map>(), 1u) << p.text();
  EXPECT_EQ(p.count<ir::Accumulate>(), 3u) << p.text();
}

// The first elements get nothing; of an array without elements there are none.
TEST(GatherAdditions, elementsBehindTheCounterAlone) {
  auto p = passed(R"(
func @f(%n: i64, %m: i64, %u: [f64; 2]) -> ([f64; 2]) {
  %u_1: [f64; 2] = with_accumulators (%u) |%a: acc [f64; 2]| {
    loop 3, () |%t: i64| {
      loop %n, () |%i: i64| {
        %p: i64 = add %i, 1
        %q: i64 = add %i, 2
        loop %m, () |%j: i64| {
          %r: i64 = add %j, 2
          accumulate %a[%p, %r] += 1.0
          accumulate %a[%q, %r] += 2.0
          yield
        }
        yield
      }
      yield
    }
    yield
  }
  return %u_1
})",
                  {"gather_additions", "dce"});
  p.on({RuntimeValue::i64(2), RuntimeValue::i64(1), RuntimeValue::array(std::vector<double>(12, 1), {4, 3})});
  p.on({RuntimeValue::i64(0), RuntimeValue::i64(0), RuntimeValue::array({}, {0, 0})});
  EXPECT_EQ(p.count<ir::Accumulate>(), 1u) << p.text();
}

// A row's length, a loop that is no index, a factor: nothing is gathered.
TEST(GatherAdditions, otherNestsAreLeft) {
  for (const char *inner : {"loop %i, () |%j: i64| {\n %q: i64 = add %j, 1\n accumulate %a[%i, %j] += 1.0\n accumulate %a[%i, %q] += 2.0\n",
                            "loop 3, () |%j: i64| {\n %q: i64 = add %i, 1\n accumulate %a[%i, %i] += 1.0\n accumulate %a[%q, %i] += 2.0\n",
                            "loop 3, () |%j: i64| {\n %q: i64 = mul %j, 2\n accumulate %a[%i, %j] += 1.0\n accumulate %a[%i, %q] += 2.0\n"}) {
    auto p = passed("func @f(%n: i64, %u: [f64; 2]) -> ([f64; 2]) {\n"
                    "  %u_1: [f64; 2] = with_accumulators (%u) |%a: acc [f64; 2]| {\n"
                    "    loop %n, () |%i: i64| {\n" + std::string(inner) + "      yield\n }\n yield\n }\n yield\n }\n return %u_1\n}",
                    {"gather_additions"});
    p.on({RuntimeValue::i64(3), RuntimeValue::array(std::vector<double>(30, 1), {5, 6})});
    EXPECT_EQ(p.count<ir::Accumulate>(), 2u) << p.text();
    EXPECT_EQ(p.count<ir::Map>(), 0u) << p.text();
  }
}

} // namespace
} // namespace soac::test
