// Elements that are all that a loop changes of an array: lone_elements.
#include "Check.h"

namespace soac::test {
namespace {

/// %n trips in which `body` makes %b of %a; %e is an element's place, %m is %n + 1, and %first what the loop begins with.
Passed carried(const std::string &body, const std::string &front = "  %first: [f64; 1] = update %x[%m] = 2.0\n", bool isRun = true) {
  Passed p = passed(R"(
func @f(%x: [f64; 1], %n: i64, %e: i64) -> ([f64; 1]) {
  %m: i64 = add %n, 1
)" + front + R"(
  %r: [f64; 1] = loop %n, (%first) |%i: i64, %a: [f64; 1]| {
)" + body + R"(
    yield %b
  }
  return %r
}
)",
                    {"lone_elements", "dce"});
  if (isRun)
    for (const std::int64_t e : {0, 2, 5})
      for (const std::int64_t n : {0, 1, 3, 5})
        p.on({RuntimeValue::array({0.5, -1, 2, 0.25, 3, -0.5, 1.5}), RuntimeValue::i64(n), RuntimeValue::i64(e)});
  return p;
}
/// Does a loop change no array any more?
bool isCarried(const Passed &p) {
  bool isAny = false;
  ir::forEachStatement(p.after.body, [&](const ir::Statement &s) {
    if (const auto *l = std::get_if<ir::Loop>(&s.op))
      isAny |= llvm::any_of(l->inits, [&](ir::Value v) { return p.after.values.type(v).isArray(); });
  });
  return !isAny;
}

/// The least of the elements in front of `place`, which is there at first what it begins with.
std::string least(const std::string &place) {
  return "    %y: f64 = index %a[%i]\n    %z: f64 = index %a[" + place + "]\n    %c: bool = lt %y, %z\n" +
         "    %b: [f64; 1] = if %c {\n      %u: [f64; 1] = update %a[" + place + "] = %y\n      yield %u\n    } else {\n      yield %a\n    }\n";
}
const std::string any = "  %first: [f64; 1] = update %x[0] = 0.25\n";

TEST(LoneElements, thatABranchReplaces) {
  const Passed p = carried(least("%m"));
  EXPECT_TRUE(isCarried(p)) << p.text();
  EXPECT_EQ(p.count<ir::If>(), 1u) << p.text();
  EXPECT_EQ(p.count<ir::Update>(), 1u) << p.text();
}

/// Of two updates of a trip the second one counts, and what is read between them is the first one's.
TEST(LoneElements, thatChangeTwice) {
  const Passed p = carried("    %y: f64 = index %a[%m]\n    %s: f64 = sin %y\n    %u: [f64; 1] = update %a[%m] = %s\n    %z: f64 = index %u[%m]\n"
                           "    %v: f64 = index %u[%i]\n    %w: f64 = mul %z, %v\n    %b: [f64; 1] = update %u[%m] = %w\n");
  EXPECT_TRUE(isCarried(p)) << p.text();
}

/// Others that are read may be it, and others are written.
TEST(LoneElements, notBesideOthers) {
  const std::string change = "    %y: f64 = index %a[%m]\n    %s: f64 = sin %y\n    %u: [f64; 1] = update %a[%m] = %s\n";
  EXPECT_FALSE(isCarried(carried(change + "    %z: f64 = index %u[%e]\n    %b: [f64; 1] = update %u[%m] = %z\n")));
  EXPECT_FALSE(isCarried(carried(change + "    %j: i64 = add %i, 1\n    %z: f64 = index %u[%j]\n    %t: f64 = mul %z, %y\n"
                                          "    %k: i64 = add %j, 1\n    %w: f64 = index %u[%k]\n    %v: f64 = add %t, %w\n    %b: [f64; 1] = update %u[%m] = %v\n")));
  EXPECT_FALSE(isCarried(carried(change + "    %b: [f64; 1] = update %u[%i] = %y\n")));
}

/// Nobody knows that it is there.
TEST(LoneElements, notWithoutAWriteInFront) {
  Passed p = carried(least("%n"), any);
  EXPECT_FALSE(isCarried(p)) << p.text();
  p = carried("    %y: f64 = index %a[%e]\n    %s: f64 = sin %y\n    %b: [f64; 1] = update %a[%e] = %s\n", any, false);
  EXPECT_FALSE(isCarried(p)) << p.text();
  p.on({RuntimeValue::array({0.5, -1}), RuntimeValue::i64(0), RuntimeValue::i64(7)});
}

TEST(LoneElements, notOfSums) {
  const Passed p = carried("    %y: f64 = index %a[%m]\n    %v: f64 = index %a[%i]\n    %s: f64 = add %v, %y\n    %b: [f64; 1] = update %a[%m] = %s\n");
  EXPECT_FALSE(isCarried(p)) << p.text();
}

} // namespace
} // namespace soac::test
