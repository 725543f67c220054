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

/// A loop that takes the elements first + step * i out of `v`, and then reads an element.
Passed taking(const std::string &first, const std::string &step, const std::string &read, std::int64_t n) {
  auto p = passed(R"(
func @f(%n: i64, %v: [f64; 1]) -> (f64, f64) {
  %m: i64 = add %n, -1
  %c: i64 = max %m, 0
  %first: i64 = add %m, )" + first + R"(
  %w: [f64; 1], %sum: f64 = loop %c, (%v, 0.0) |%i: i64, %x: [f64; 1], %part: f64| {
    %k: i64 = mul %i, )" + step + R"(
    %j: i64 = add %first, %k
    %s: f64 = index %x[%j]
    %next: f64 = add %part, %s
    %y: [f64; 1] = update %x[%j] = 0.0
    yield %y, %next
  }
  %at: i64 = add %m, )" + read + R"(
  %r: f64 = index %w[%at]
  return %r, %sum
})",
                  {"dead_updates", "dce"});
  p.on({RuntimeValue::i64(n), RuntimeValue::array({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15})});
  return p;
}

// With m = n - 1: a forward walk writes m + 1 .. 2 m, one by steps of two m + 1 .. 3 m - 1, one backwards 1 .. m.
TEST(DeadUpdates, ofWhichOtherElementsAreReadAfterwardsAreGone) {
  EXPECT_EQ(taking("1", "1", "0", 4).count<ir::Update>(), 0u);
  EXPECT_EQ(taking("1", "1", "1", 4).count<ir::Update>(), 1u);
  EXPECT_EQ(taking("1", "2", "0", 4).count<ir::Update>(), 0u);
  EXPECT_EQ(taking("1", "2", "2", 4).count<ir::Update>(), 1u); // between two of them, for all that is known
  EXPECT_EQ(taking("0", "-1", "1", 4).count<ir::Update>(), 0u);
  EXPECT_EQ(taking("0", "-1", "0", 4).count<ir::Update>(), 1u);
  EXPECT_EQ(taking("1", "1", "0", 1).count<ir::Update>(), 0u); // no iteration
}

TEST(DeadUpdates, inAScopeOfAccumulatorsThatGivesTheArrayAreGone) {
  const auto within = [](const std::string &read) {
    auto p = passed(R"(
func @f(%n: i64, %u: [f64; 1], %v: [f64; 1]) -> ([f64; 1], f64) {
  %sums: [f64; 1], %w: [f64; 1] = with_accumulators (%u) |%a: acc [f64; 1]| {
    %w_1: [f64; 1] = loop %n, (%v) |%i: i64, %x: [f64; 1]| {
      %j: i64 = add %i, 1
      %s: f64 = index %x[%j]
      %y: [f64; 1] = update %x[%j] = 0.0
      accumulate %a[%i] += %s
      yield %y
    }
    yield %w_1
  }
  %r: f64 = index %w[)" + read + R"(]
  return %sums, %r
})",
                    {"dead_updates", "dce"});
    p.on({RuntimeValue::i64(4), numbers(), numbers()});
    return p.count<ir::Update>();
  };
  EXPECT_EQ(within("0"), 0u);
  EXPECT_EQ(within("3"), 1u);
}

} // namespace
} // namespace soac::test
