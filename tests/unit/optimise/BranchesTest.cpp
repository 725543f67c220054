// Branches that become selections, and `||` and `&&`.
#include "Check.h"

namespace soac::test {
namespace {

std::string branch(const std::string &condition, const std::string &type, const std::string &one, const std::string &other) {
  return "func @f(%n: i64, %x: " + type + ", %y: " + type + ") -> (" + type + ") {\n" + condition + "%r: " + type +
         " = if %c {\nyield " + one + "\n} else {\nyield " + other + "\n}\nreturn %r\n}";
}
std::size_t applies(const ir::Function &f, ir::Prim prim) {
  std::size_t n = 0;
  ir::forEachStatement(f.body, [&](const ir::Statement &s) {
    const auto *apply = std::get_if<ir::Apply>(&s.op);
    n += apply && apply->prim == prim;
  });
  return n;
}
const std::string condition = "%c: bool = lt %n, 2\n";

TEST(Branches, ofNumbersAreSelected) {
  auto p = passed(branch(condition, "f64", "%x", "%y"), {"select"});
  EXPECT_EQ(applies(p.after, ir::Prim::Select), 1u) << p.text();
  for (std::int64_t n : {1, 2})
    p.on({RuntimeValue::i64(n), RuntimeValue::f64(3), RuntimeValue::f64(4)});
}

TEST(Branches, ofConditionsAreOrAndAnd) {
  struct Case {
    const char *one, *other;
    ir::Prim prim;
  };
  for (const Case &c : {Case{"true", "%y", ir::Prim::Or}, {"%c", "%y", ir::Prim::Or}, {"%x", "false", ir::Prim::And},
                        {"%x", "%c", ir::Prim::And}, {"false", "%y", ir::Prim::Select}, {"%x", "true", ir::Prim::Select}}) {
    auto p = passed(branch(condition, "bool", c.one, c.other), {"select"});
    EXPECT_EQ(applies(p.after, c.prim), 1u) << p.text();
    for (std::int64_t n : {1, 2})
      for (const bool x : {false, true})
        for (const bool y : {false, true})
          p.on({RuntimeValue::i64(n), RuntimeValue::boolean(x), RuntimeValue::boolean(y)});
  }
}

} // namespace
} // namespace soac::test
