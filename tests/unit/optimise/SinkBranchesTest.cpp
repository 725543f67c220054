// Branches around kernels, in the operators of others.
#include "Check.h"

namespace soac::test {
namespace {

TEST(SinkBranches, aBranchAroundAKernelGoesInside) {
  auto p = passed(R"(
func @f(%n: i64, %m: i64, %u: [f64; 2], %x: [f64; 2], %keys: [i64; 1]) -> ([f64; 2]) {
  %u_1: [f64; 2] = with_accumulators (%u) |%a: acc [f64; 2]| {
    map %n, (%keys, %x) |%i: i64, %key: i64, %row: [f64; 1]| {
      %c: bool = ge %key, 0
      if %c {
        %k: i64 = add %key, 0
        %other: [f64; 1] = index %u[%k]
        map %m, (%row, %other) |%j: i64, %s: f64, %t: f64| {
          %v: f64 = mul %s, %t
          accumulate %a[%k, %j] += %v
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
  return %u_1
})",
                  {"sink_branches", "dce"});
  const RuntimeValue table = RuntimeValue::array({1, 2, 3, 4, 5, 6}, {2, 3});
  p.on({RuntimeValue::i64(2), RuntimeValue::i64(3), table, table, RuntimeValue::indices({-1, 1})});
  const std::string text = p.text();
  EXPECT_LT(text.rfind("map %m"), text.rfind("if %c")) << text;
}

TEST(SinkBranches, branchesWithResultsAndOfTheHostStay) {
  const char *const text = R"(
func @f(%n: i64, %m: i64, %c: bool, %u: [f64; 1]) -> ([f64; 1]) {
  %u_1: [f64; 1] = with_accumulators (%u) |%a: acc [f64; 1]| {
    if %c {
      map %m, () |%j: i64| {
        accumulate %a[%j] += 1.0
        yield
      }
      yield
    } else {
      yield
    }
    %r: [f64; 1] = map %n, () |%i: i64| {
      %q: f64 = if %c {
        map %m, () |%k: i64| {
          accumulate %a[%k] += 2.0
          yield
        }
        yield 1.0
      } else {
        yield 2.0
      }
      yield %q
    }
    accumulate %a[] += %r
    yield
  }
  return %u_1
})";
  auto p = passed(text, {"sink_branches"});
  p.on({RuntimeValue::i64(3), RuntimeValue::i64(3), RuntimeValue::boolean(true), RuntimeValue::array({1, 2, 3})});
  EXPECT_TRUE(ir::equal(p.before.body, p.after.body)) << p.text();
}

} // namespace
} // namespace soac::test
