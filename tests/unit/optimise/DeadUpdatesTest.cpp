// Updates of carried arrays that no statement reads.
#include "Check.h"

namespace soac::test {
namespace {

/// A loop over `x` whose body is `body`; it yields `next`, which nobody uses, and adds to `a`.
Passed updating(const std::string &body, const std::string &next = "%y", const std::string &returned = "%u_1") {
  return passed(R"(
func @f(%n: i64, %u: [f64; 1], %v: [f64; 1]) -> ([f64; 1]) {
  %u_1: [f64; 1], %w: [f64; 1] = with_accumulators (%u) |%a: acc [f64; 1]| {
    %w_1: [f64; 1] = loop %n, (%v) |%i: i64, %x: [f64; 1]| {
)" + body + "      yield " + next + R"(
    }
    yield %)" + (returned == "%w" ? "w_1" : "v") + R"(
  }
  return )" + returned + "\n}",
                {"dead_updates", "dce"});
}

RuntimeValue numbers() { return RuntimeValue::array({1, 2, 3, 4, 5}); }

TEST(DeadUpdates, ofElementsThatWereReadAreGone) {
  auto p = updating(R"(
      %s: f64 = index %x[%i]
      %y: [f64; 1] = update %x[%i] = 0.0
      accumulate %a[%i] += %s
)");
  p.on({RuntimeValue::i64(4), numbers(), numbers()}).on({RuntimeValue::i64(0), numbers(), numbers()});
  EXPECT_EQ(p.count<ir::Update>(), 0u) << p.text();
}

TEST(DeadUpdates, ofANestAreGone) {
  auto p = passed(R"(
func @f(%n: i64, %u: [f64; 2], %v: [f64; 2]) -> ([f64; 2]) {
  %u_1: [f64; 2] = with_accumulators (%u) |%a: acc [f64; 2]| {
    %w: [f64; 2] = loop %n, (%v) |%i: i64, %x: [f64; 2]| {
      %k: i64 = sub %n, %i
      %p: i64 = add %k, -1
      %z: [f64; 2] = loop 3, (%x) |%j: i64, %q: [f64; 2]| {
        %s: f64 = index %q[%p, %j]
        %y: [f64; 2] = update %q[%p, %j] = 0.0
        accumulate %a[%p, %j] += %s
        yield %y
      }
      yield %z
    }
    yield
  }
  return %u_1
})",
                  {"dead_updates", "dce"});
  const RuntimeValue table = RuntimeValue::array({1, 2, 3, 4, 5, 6}, {2, 3});
  p.on({RuntimeValue::i64(2), table, table});
  EXPECT_EQ(p.count<ir::Update>(), 0u) << p.text();
}

TEST(DeadUpdates, thatAreReadStay) {
  const auto stays = [](Passed p) {
    p.on({RuntimeValue::i64(4), numbers(), numbers()});
    EXPECT_EQ(p.count<ir::Update>(), 1u) << p.text();
  };
  stays(updating(R"(
      %y: [f64; 1] = update %x[%i] = 0.0
      %s: f64 = index %y[%i]
      accumulate %a[%i] += %s
)"));
  stays(updating(R"(
      %j: i64 = add %i, 1
      %s: f64 = index %x[%i]
      %y: [f64; 1] = update %x[%j] = 0.0
      accumulate %a[%i] += %s
)"));
  stays(updating(R"(
      %s: f64 = index %x[%i]
      %y: [f64; 1] = update %x[%i] = 7.0
      accumulate %a[%i] += %s
)",
                 "%y", "%w"));
  stays(updating(R"(
      %s: f64 = index %x[2]
      %y: [f64; 1] = update %x[2] = 7.0
      accumulate %a[%i] += %s
)"));
}

} // namespace
} // namespace soac::test
