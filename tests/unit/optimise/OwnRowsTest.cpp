// The pass that gives iterations rows of their own.
#include "Check.h"

namespace soac::test {
namespace {

Passed after(llvm::StringRef pass, llvm::StringRef text) {
  const ir::Function before = parsed(text);
  return checked(before, optimise::byName("simplify")->run(optimise::byName(pass)->run(before)));
}

/// Rows of m numbers that are made, scaled and read at `place`; `more` are statements that follow, of the array %r.
std::string rows(const std::string &place, const std::string &scaled = "%s1", const std::string &more = "  yield %r\n") {
  return R"(
func @f(%a: [f64; 1], %b: [f64; 1], %x: [f64; 1], %n: i64, %m: i64, %k: i64) -> ([f64; 1], [f64; 1]) {
  %t: i64 = max %m, 0
  %c: [f64; 1], %d: [f64; 1] = loop %n, (%a, %b) |%i: i64, %p: [f64; 1], %z: [f64; 1]| {
    %s: i64 = mul %i, %m
    %q: [f64; 1] = loop %t, (%p) |%j: i64, %d0: [f64; 1]| {
      %s0: i64 = add %s, %j
      %y0: f64 = index %x[%s0]
      %d1: [f64; 1] = update %d0[%s0] = %y0
      yield %d1
    }
    %r: [f64; 1] = loop %t, (%q) |%l: i64, %e0: [f64; 1]| {
      %s1: i64 = add %s, %l
      %y1: f64 = index %e0[)" + scaled + R"(]
      %y2: f64 = sin %y1
      %e1: [f64; 1] = update %e0[%s1] = %y2
      yield %e1
    }
    %g: [f64; 1] = loop %t, (%z) |%h: i64, %o0: [f64; 1]| {
      %w0: i64 = add %s, %h
      %w1: i64 = )" + place + R"(
      %w2: f64 = index %r[%w1]
      %o1: [f64; 1] = update %o0[%w0] = %w2
      yield %o1
    }
)" + more + R"(    yield %v, %g
  }
  return %c, %d
})";
}

/// Nothing but the copy of the row has to do with the array that the loop carries.
bool isOwn(const Passed &p) {
  const auto loop = llvm::find_if(p.after.body.statements, [](const ir::Statement &s) { return std::holds_alternative<ir::Loop>(s.op); });
  const ir::Block &body = std::get<ir::Loop>(loop->op).body;
  return ir::countUses(body.parameters[1], body) == 1 && p.count<ir::Fill>() > 0;
}

void runs(Passed &p) {
  for (std::int64_t n : {0, 1, 3})
    for (std::int64_t m : {0, 1, 2})
      p.on({RuntimeValue::array({1, 2, 3, 4, 5, 6, 7, 8}), RuntimeValue::array({0, 0, 1, 0, 2, 0, 0, 0}),
            RuntimeValue::array({3, 1, -2, 5, 0.5, 7, 1, 2}), RuntimeValue::i64(n), RuntimeValue::i64(m), RuntimeValue::i64(1)});
}

const char *const same = "  %v: [f64; 1] = update %r[%k] = 0.5\n";
/// The array is passed on as it is.
const std::string asItIs = "    %v: [f64; 1] = loop 1, (%r) |%ii: i64, %vv: [f64; 1]| {\n      yield %vv\n    }\n";

TEST(OwnRows, areWrittenBeforeTheyAreRead) {
  Passed p = after("rows", rows("add %s, %h", "%s1", asItIs));
  EXPECT_TRUE(isOwn(p)) << p.text();
  runs(p);
}

TEST(OwnRows, elementsThatMayBeOthersStay) {
  for (const char *place : {"add %h, %k", "add %s, %k", "add %w0, 1"}) {
    Passed p = after("rows", rows(place, "%s1", asItIs));
    EXPECT_FALSE(isOwn(p)) << place << p.text();
    runs(p);
  }
}

TEST(OwnRows, changesThatMayBeOfOthersStay) {
  Passed p = after("rows", rows("add %s, %h", "%s1", same));
  EXPECT_FALSE(isOwn(p)) << p.text();
  runs(p);
}

TEST(OwnRows, whatIsWrittenBesideTheRowGoesIntoTheArray) {
  Passed p = after("rows", rows("add %s, %h", "%s1",
                                "    %u0: i64 = add %s, %t\n    %v: [f64; 1] = loop 1, (%r) |%ii: i64, %vv: [f64; 1]| {\n"
                                "      %u1: i64 = add %s, %m\n      %vw: [f64; 1] = update %vv[%u1] = 0.5\n      yield %vw\n    }\n"));
  EXPECT_TRUE(isOwn(p)) << p.text();
  runs(p);
}

} // namespace
} // namespace soac::test
