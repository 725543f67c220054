// Which checks leave the kernels, and that they still fail when they would have.
#include "Check.h"

namespace soac::test {
namespace {

const char *const source = R"(
func @f(%xs: [f64; 1], %ys: [f64; 1], %n: i64) -> ([f64; 1]) {
  %r: [f64; 1] = map %n, () |%i: i64| {
    %a: i64 = extent %xs, 0
    %b: i64 = extent %ys, 0
    %c: bool = eq %a, %b
    check %c, "soac: the extents differ"
    %e: bool = lt %i, %a
    check %e, "soac: index"
    %x: f64 = index %xs[%i]
    %y: f64 = index %ys[%i]
    %z: f64 = mul %x, %y
    yield %z
  }
  return %r
})";

std::size_t checksIn(const ir::Block &block) {
  return static_cast<std::size_t>(llvm::count_if(
      block.statements, [](const ir::Statement &s) { return std::holds_alternative<ir::Check>(s.op); }));
}

TEST(Checks, ofWhatDoesNotChangeLeaveTheMap) {
  auto p = passed(source, {"hoist", "checks"});
  EXPECT_EQ(checksIn(p.after.body), 1u) << p.text();
  for (const ir::Statement &s : p.after.body.statements)
    if (const auto *map = std::get_if<ir::Map>(&s.op)) {
      EXPECT_EQ(checksIn(map->fn), 1u) << "that of the index stays: " << p.text();
    }
  p.on({RuntimeValue::array({1, 2}), RuntimeValue::array({3, 4}), RuntimeValue::i64(2)});
  p.on({RuntimeValue::array({1, 2}), RuntimeValue::array({3}), RuntimeValue::i64(0)}); // no iteration, no failure
  const eval::Outcome failed = eval::run(p.after, {RuntimeValue::array({1, 2}), RuntimeValue::array({3}), RuntimeValue::i64(1)});
  ASSERT_TRUE(std::holds_alternative<eval::Failure>(failed));
  EXPECT_NE(std::get<eval::Failure>(failed).message.find("the extents differ"), std::string::npos);
}

// The first trip fails by its element before it fails by n.
TEST(Checks, exitsKeepTheirOrder) {
  auto p = passed(R"(
func @f(%xs: [f64; 1], %n: i64) -> (f64) {
  %s: f64 = loop %n, (0.0) |%i: i64, %s_1: f64| {
    %x: f64 = index %xs[%i]
    %c: bool = lt 0.0, %x
    check %c, "of the element" exit "throw 1" ()
    %d: bool = lt %n, 3
    check %d, "of n" exit "throw {0}" (%n)
    %s_2: f64 = add %s_1, %x
    yield %s_2
  }
  return %s
})",
                  {"hoist", "checks"});
  const auto failure = [&](double first) {
    const eval::Outcome failed = eval::run(p.after, {RuntimeValue::array({first, 2, 2, 2}), RuntimeValue::i64(4)});
    return std::holds_alternative<eval::Failure>(failed) ? std::get<eval::Failure>(failed).message : "";
  };
  EXPECT_NE(failure(-1).find("of the element"), std::string::npos) << p.text();
  EXPECT_NE(failure(1).find("of n"), std::string::npos) << p.text();
  p.on({RuntimeValue::array({1, 2}), RuntimeValue::i64(2)});
}

// Of one array, by other names; what only one arm asks for stays there, and so does what is asked for behind it.
TEST(Checks, ofBothArmsGoInFrontOfTheBranch) {
  const auto arm = [](const std::string &n, const std::string &own) {
    return "  %a" + n + ": i64 = extent %xs, 0\n  %b" + n + ": i64 = extent %ys, 0\n  %c" + n + ": bool = eq %a" + n + ", %b" + n +
           "\n  check %c" + n + ", \"the extents differ\"\n  %d" + n + ": bool = lt " + own + ", %a" + n + "\n  check %d" + n +
           ", \"few\"\n  %e" + n + ": bool = lt %n, 9\n  check %e" + n + ", \"many\"\n  %r" + n + ": f64 = index %xs[" + own +
           "]\n  yield %r" + n + "\n";
  };
  const auto branch = [&](const std::string &one, const std::string &other) {
    return "func @f(%xs: [f64; 1], %ys: [f64; 1], %n: i64) -> (f64) {\n%is: bool = lt %n, 2\n%r: f64 = if %is {\n" +
           arm("0", one) + "} else {\n" + arm("1", other) + "}\nreturn %r\n}";
  };
  const auto failure = [](const ir::Function &f, RuntimeValue ys, std::int64_t n) {
    const eval::Outcome failed = eval::run(f, {RuntimeValue::array({1, 2}), std::move(ys), RuntimeValue::i64(n)});
    return std::holds_alternative<eval::Failure>(failed) ? std::get<eval::Failure>(failed).message : "";
  };
  for (const bool areAlike : {true, false}) {
    auto p = passed(branch("1", areAlike ? "1" : "5"), {"checks"});
    EXPECT_EQ(checksIn(p.after.body), areAlike ? 3u : 1u) << p.text();
    p.on({RuntimeValue::array({1, 2}), RuntimeValue::array({3, 4}), RuntimeValue::i64(0)});
    EXPECT_NE(failure(p.after, RuntimeValue::array({3}), 0).find("differ"), std::string::npos) << p.text();
    EXPECT_NE(failure(p.after, RuntimeValue::array({3}), 9).find("differ"), std::string::npos) << p.text();
    EXPECT_NE(failure(p.after, RuntimeValue::array({3, 4}), 9).find(areAlike ? "many" : "few"), std::string::npos) << p.text();
  }
}

} // namespace
} // namespace soac::test
