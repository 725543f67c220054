// Loops that count, and loops that go the same way with logs: growing_logs.
#include "Check.h"

namespace soac::test {
namespace {

/// A `while` that counts how often %x may grow by a hundredth until it reaches %limit, and a loop that does so again
/// with the log %l, whose next state is %m; %p is the number.
std::string pairOf(const std::string &second, const std::string &between = "", const std::string &result = "%k") {
  return R"(
func @f(%x: f64, %limit: f64) -> ([f64; 1], f64, )" +
         std::string(result == "%k" ? "i64" : "f64") + R"() {
  %s: f64, %k: i64 = loop while (%x, 0) |%a: f64, %c: i64| {
    %goes: bool = lt %a, %limit
    yield %goes
  } do |%b: f64, %d: i64| {
    %e: f64 = mul %b, 1.01
    %f: i64 = add %d, 1
    yield %e, %f
  }
)" + between +
         R"(
  %log: [f64; 1] = fill -1.0, [%k]
  %end: f64, %all: [f64; 1] = loop %k, (%x, %log) |%i: i64, %p: f64, %l: [f64; 1]| {
)" + second +
         R"(
    yield %q, %m
  }
  return %all, %end, )" +
         result + "\n}";
}

const std::string log = "    %m: [f64; 1] = update %l[%i] = %p\n", step = "    %q: f64 = mul %p, 1.01\n";

/// With no trip, one, as many as there is room for at first or one more, and as many as there is room for later.
Passed grown(const std::string &text) {
  Passed p = passed(text, {"growing_logs"});
  Passed q = passed(text, {"growing_logs", "simplify", "cse", "dce", "hoist"});
  for (const int trips : {0, 1, 63, 64, 65, 128, 129, 400}) {
    const double limit = 0.5 * std::pow(1.01, trips - 0.5);
    p.on({RuntimeValue::f64(0.5), RuntimeValue::f64(limit)});
    q.on({RuntimeValue::f64(0.5), RuntimeValue::f64(limit)});
  }
  return p;
}
bool grows(const std::string &text) { return grown(text).count<ir::Concat>() > 0; }

TEST(GrowingLogs, ofNumbers) {
  const Passed p = grown(pairOf(log + step));
  EXPECT_EQ(p.count<ir::Concat>(), 1u) << p.text();
  EXPECT_EQ(p.count<ir::Loop>(), 3u) << p.text();
}

TEST(GrowingLogs, ofSomeTrips) {
  const std::string some = R"(
    %high: bool = gt %p, 0.7
    %low: bool = lt %p, 1.1
    %is: bool = and %high, %low
    %m: [f64; 1] = if %is {
      %r: f64 = sqrt %p
      %n: [f64; 1] = update %l[%i] = %r
      yield %n
    } else {
      yield %l
    }
)";
  EXPECT_TRUE(grows(pairOf(some + step)));
}

TEST(GrowingLogs, besideOtherStatements) {
  EXPECT_TRUE(grows(
      pairOf("    %r: f64 = mul %p, %y\n    %m: [f64; 1] = update %l[%i] = %r\n" + step, "  %y: f64 = mul %x, 3.0\n")));
  EXPECT_FALSE(grows(pairOf(log + step, "  %y: i64 = mul %k, 3\n")))
      << "what reads the number of trips stays behind the loop";
}

TEST(GrowingLogs, notOfLoopsThatGoAnotherWay) {
  EXPECT_FALSE(grows(pairOf(log + "    %q: f64 = mul %p, 1.02\n")));
  EXPECT_FALSE(grows(pairOf(log + "    %o: f64 = cast %k\n    %q: f64 = mul %p, %o\n")));
}

TEST(GrowingLogs, notOfStatesThatAreNeeded) { EXPECT_FALSE(grows(pairOf(log + step, "", "%s"))); }

TEST(GrowingLogs, notOfElementsOfOtherTrips) {
  EXPECT_FALSE(grows(pairOf("    %m: [f64; 1] = update %l[0] = %p\n" + step)));
  EXPECT_FALSE(grows(
      pairOf("    %r: f64 = index %l[0]\n    %w: f64 = mul %r, %p\n    %m: [f64; 1] = update %l[%i] = %w\n" + step)));
  EXPECT_FALSE(grows(pairOf("    %n: [f64; 1] = update %l[%i] = %p\n    %h: i64 = extent %n, 0\n    %g: f64 = cast %h\n"
                            "    %m: [f64; 1] = update %n[%i] = %g\n" +
                            step)));
}

} // namespace
} // namespace soac::test
