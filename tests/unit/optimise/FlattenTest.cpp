// Kernels with parallel statements inside, for a device: a kernel for each of these.
#include "Check.h"

namespace soac::test {
namespace {

RuntimeValue table() { return RuntimeValue::array({1, 2, 3, 4, 5, 6}, {2, 3}); }

TEST(Flatten, numbersBetweenSumsAreStored) {
  auto p = passed(R"(
func @f(%n: i64, %m: i64, %u: [f64; 2]) -> ([f64; 2]) {
  %r: [f64; 2] = map %n, (%u) |%i: i64, %row: [f64; 1]| {
    %s: f64 = map_reduce %m, (%row) |%j: i64, %x: f64| {
      yield %x
    } reduce (0.0) |%a: f64, %b: f64| {
      %c: f64 = add %a, %b
      yield %c
    }
    %t: f64 = exp %s
    %q: [f64; 1] = map %m, (%row) |%k: i64, %y: f64| {
      %z: f64 = div %y, %t
      yield %z
    }
    yield %q
  }
  return %r
})",
                  {"flatten", "dce"});
  p.on({RuntimeValue::i64(2), RuntimeValue::i64(3), table()});
  EXPECT_EQ(p.count<ir::Map>(), 3u) << p.text(); // of sums, of rows, and the rows
  EXPECT_EQ(p.count<ir::If>(), 0u) << p.text();
}

TEST(Flatten, cheapNumbersAreComputedAgain) {
  auto p = passed(R"(
func @f(%n: i64, %m: i64, %u: [f64; 1], %v: [f64; 1]) -> ([f64; 1], f64) {
  %all: f64, %r: [f64; 1] = map_reduce %n, (%u) |%i: i64, %x: f64| {
    %half: f64 = mul %x, 0.5
    %s: f64 = map_reduce %m, (%v) |%j: i64, %y: f64| {
      %z: f64 = mul %y, %half
      yield %z
    } reduce (0.0) |%a: f64, %b: f64| {
      %c: f64 = add %a, %b
      yield %c
    }
    %d: f64 = map_reduce %m, (%v) |%k: i64, %w: f64| {
      %e: f64 = sub %w, %s
      %g: f64 = mul %e, %half
      yield %g
    } reduce (1.0) |%a_1: f64, %b_1: f64| {
      %c_1: f64 = max %a_1, %b_1
      yield %c_1
    }
    yield %d, %half
  } reduce (0.5) |%a_2: f64, %b_2: f64| {
    %c_2: f64 = add %a_2, %b_2
    yield %c_2
  }
  return %r, %all
})",
                  {"flatten", "dce"});
  p.on({RuntimeValue::i64(3), RuntimeValue::i64(2), RuntimeValue::array({1, -2, 3}), RuntimeValue::array({4, 5})});
  p.on({RuntimeValue::i64(0), RuntimeValue::i64(2), RuntimeValue::array({}), RuntimeValue::array({4, 5})});
  EXPECT_EQ(p.count<ir::Map>(), 2u) << p.text();
  EXPECT_EQ(p.count<ir::MapReduce>(), 3u) << p.text();
}

TEST(Flatten, arraysAreStoredWhereIterationsAreFew) {
  const char *const text = R"(
func @f(%n: i64, %m: i64, %u: [f64; 2]) -> ([f64; 2]) {
  %r: [f64; 2] = map %n, (%u) |%i: i64, %row: [f64; 1]| {
    %s: f64, %e: [f64; 1] = map_reduce %m, (%row) |%j: i64, %x: f64| {
      %y: f64 = exp %x
      yield %y, %y
    } reduce (0.0) |%a: f64, %b: f64| {
      %c: f64 = add %a, %b
      yield %c
    }
    %q: [f64; 1] = map %m, (%e) |%k: i64, %y_1: f64| {
      %z: f64 = div %y_1, %s
      yield %z
    }
    yield %q
  }
  return %r
})";
  auto p = passed(text, {"flatten"});
  EXPECT_EQ(p.count<ir::If>(), 1u) << p.text();
  EXPECT_EQ(p.count(prims::Prim::Occupies), 1u) << p.text();
  p.on({RuntimeValue::i64(2), RuntimeValue::i64(3), table()}); // few, for the interpreter
  p.on({RuntimeValue::i64(6), RuntimeValue::i64(1), RuntimeValue::array({1, 2, 3, 4, 5, 6}, {6, 1})});
}

TEST(Flatten, additionsStayWithWhatTheyAdd) {
  auto p = passed(R"(
func @f(%n: i64, %m: i64, %u: [f64; 2], %v: [f64; 1]) -> ([f64; 1], [f64; 1]) {
  %v_1: [f64; 1], %w: [f64; 1] = with_accumulators (%v) |%acc: acc [f64; 1]| {
    %r: [f64; 1] = map %n, (%u) |%i: i64, %row: [f64; 1]| {
      %s: f64 = map_reduce %m, (%row) |%j: i64, %x: f64| {
        yield %x
      } reduce (0.0) |%a: f64, %b: f64| {
        %c: f64 = add %a, %b
        yield %c
      }
      %t: f64 = sin %s
      accumulate %acc[0] += %t
      map %m, (%row) |%k: i64, %y: f64| {
        %z: f64 = mul %y, %t
        accumulate %acc[%k] += %z
        yield
      }
      yield %t
    }
    yield %r
  }
  return %v_1, %w
})",
                  {"flatten", "dce"});
  p.on({RuntimeValue::i64(2), RuntimeValue::i64(3), table(), RuntimeValue::array({1, 1, 1})}, 1e-14);
  EXPECT_EQ(p.count(prims::Prim::Sin), 1u) << p.text();
}

TEST(Flatten, elementsOfRowsThatChangeAreChosenByAllOfTheRow) {
  auto p = passed(R"(
func @f(%n: i64, %m: i64, %u: [f64; 2], %keys: [i64; 1]) -> ([f64; 2]) {
  %r: [f64; 2] = map %n, (%u, %keys) |%i: i64, %row: [f64; 1], %key: i64| {
    %s: f64, %e: [f64; 1] = map_reduce %m, (%row) |%j: i64, %x: f64| {
      %y: f64 = exp %x
      yield %y, %y
    } reduce (0.0) |%a: f64, %b: f64| {
      %c: f64 = add %a, %b
      yield %c
    }
    %q: [f64; 1] = map %m, (%e) |%k: i64, %y_1: f64| {
      %z: f64 = div %y_1, %s
      yield %z
    }
    %isOne: bool = ge %key, 0
    %t: [f64; 1] = if %isOne {
      %old: f64 = index %q[%key]
      %new: f64 = add %old, 1.0
      %q_1: [f64; 1] = update %q[%key] = %new
      yield %q_1
    } else {
      yield %q
    }
    %t_1: [f64; 1] = update %t[0] = 7.0
    yield %t_1
  }
  return %r
})",
                  {"flatten", "dce"});
  p.on({RuntimeValue::i64(2), RuntimeValue::i64(3), table(), RuntimeValue::indices({-1, 2})}); // few, for the interpreter
  EXPECT_EQ(p.count<ir::Update>(), 2u) << p.text();                                             // of the version with one kernel
}

TEST(Flatten, aSingleNestAndFewIterationsStayAsTheyAre) {
  auto nest = passed(R"(
func @f(%n: i64, %m: i64, %u: [f64; 1], %v: [f64; 1]) -> ([f64; 2]) {
  %r: [f64; 2] = map %n, (%u) |%i: i64, %x: f64| {
    %q: [f64; 1] = map %m, (%v) |%k: i64, %y: f64| {
      %z: f64 = mul %y, %x
      yield %z
    }
    yield %q
  }
  return %r
})",
                     {"flatten"});
  EXPECT_EQ(nest.count<ir::Map>(), 2u) << nest.text();
  auto small = passed(R"(
func @f(%n: i64, %u: [f64; 1], %v: [f64; 1]) -> ([f64; 2]) {
  %r: [f64; 2] = map %n, (%u) |%i: i64, %x: f64| {
    %e: f64 = exp %x
    %q: [f64; 1] = map 3, (%v) |%k: i64, %y: f64| {
      %z: f64 = mul %y, %e
      yield %z
    }
    yield %q
  }
  return %r
})",
                      {"flatten"});
  EXPECT_EQ(small.count<ir::Map>(), 2u) << small.text();
}

} // namespace
} // namespace soac::test
