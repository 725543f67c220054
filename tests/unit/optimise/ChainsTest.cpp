// Long chains of branches are cut into groups, and mean the same.
#include "Check.h"

namespace soac::test {
namespace {

Passed cut(const std::string &text) {
  const ir::Function f = parsed(text);
  return checked(f, optimise::byName("chains")->run(f));
}

std::size_t depth(const ir::Block &block) {
  std::size_t most = 0;
  for (const ir::Statement &s : block.statements)
    ir::forEachBlock(s.op, [&](const ir::Block &inner) { most = std::max(most, 1 + depth(inner)); });
  return most;
}

constexpr int levels = 100;
std::string number(int i) { return std::to_string(i); }

/// In level i: `before` and a branch that yields `taken`; `deepest` in the last, with # for the level.
std::string chain(const std::string &results, const std::string &before, const std::string &taken,
                  const std::string &deepest, const std::string &yields) {
  const auto at = [](std::string text, int i) {
    for (std::size_t p = text.find('#'); p != std::string::npos; p = text.find('#'))
      text.replace(p, 1, number(i));
    return text;
  };
  std::string text;
  for (int i = 0; i < levels; ++i)
    text += at(before, i) + "%c" + number(i) + ": bool = eq %k, " + number(i) + "\n" + at(results, i) + " = if %c" +
            number(i) + " {\n" + at(taken, i) + "} else {\n";
  text += deepest;
  for (int i = levels - 1; i > 0; --i)
    text += "}\nyield " + at(yields, i) + "\n";
  return text + "}\n";
}

void expectSame(const std::string &text, std::vector<RuntimeValue> rest) {
  auto p = cut(text);
  EXPECT_LE(depth(p.after.body), 40u) << p.text();
  for (const int k : {0, 1, 15, 16, 17, 31, 32, 33, 48, 64, 83, 84, 85, 99, 100, 1000}) {
    std::vector<RuntimeValue> arguments{RuntimeValue::i64(k)};
    arguments.insert(arguments.end(), rest.begin(), rest.end());
    p.on(arguments);
  }
}

TEST(Chains, OfEarlyReturnsHandOnWhatIsReadLater) {
  expectSame("func @f(%k: i64, %x: f64) -> (f64, f64) {\n%y: f64 = mul %x, 0.5\n" +
                 chain("%r#: f64, %s#: f64", "%z#: f64 = sin %y\n%a#: f64 = mul %z#, %x\n", "yield %a#, %z#\n",
                       "yield %x, 2.0\n", "%r#, %s#") +
                 "return %r0, %s0\n}\n",
             {RuntimeValue::f64(1.25)});
}

// A side that yields a value of its own beside what it passes on.
TEST(Chains, WithResultsThatALevelDecides) {
  std::string text = "func @f(%k: i64, %x: f64) -> (f64, bool, f64) {\n";
  text += chain("%r#: f64, %b#: bool, %d#: f64", "%z#: f64 = add %x, 1.0\n", "%w#: f64 = mul %z#, 3.0\nyield %w#, true, %x\n",
                "yield %x, false, 0.5\n", "%r#, %b#, %z#");
  expectSame(text + "return %r0, %b0, %d0\n}\n", {RuntimeValue::f64(2)});
}

// What a level computed is read far behind it.
TEST(Chains, HandOnOverSeveralGroups) {
  std::string text = "func @f(%k: i64, %x: f64) -> (f64) {\n";
  text += chain("%r#: f64", "%z#: f64 = add %x, 1.0\n", "yield %z#\n", "%s: f64 = mul %z1, %z50\nyield %s\n", "%r#");
  expectSame(text + "return %r0\n}\n", {RuntimeValue::f64(2)});
}

TEST(Chains, OfUpdatesCopyNoArray) {
  std::string text = "func @f(%k: i64, %a: [f64; 1], %n: i64) -> ([f64; 1]) {\n";
  text += "%l: [f64; 1] = loop %n, (%a) |%i: i64, %u: [f64; 1]| {\n";
  text += chain("%r#: [f64; 1]", "", "%v#: [f64; 1] = update %u[#] = 2.5\nyield %v#\n", "yield %u\n", "%r#");
  text += "yield %r0\n}\nreturn %l\n}\n";
  expectSame(text, {RuntimeValue(ir::Scalar::F64, ops::Extents{200}), RuntimeValue::i64(3)});
}

} // namespace
} // namespace soac::test
