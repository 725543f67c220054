// Every change that a pass can make is seen.
#include "ir/Fingerprint.h"
#include "ir/Walk.h"
#include "ir/text/Parser.h"

#include <gtest/gtest.h>

namespace soac::ir {
namespace {

std::string sample() {
  return R"IR(
func @f(%x: f64, %n: i64) -> (f64) {
  %c: bool = lt %n, 10
  check %c, "too many"
  %e: f64 = call "f({0})" f64 (%x)
  %r: f64 = loop %n, (%e) stripmine(2) |%i: i64, %s: f64| {
    %t: f64 = add %s, 2.0
    yield %t
  }
  return %r
})IR";
}

Function parsed(const std::string &text) {
  ParseResult result = parse(text);
  EXPECT_FALSE(result.error) << result.error->message;
  return std::move(result.functions[0]);
}

TEST(Fingerprint, copiesAreEqual) {
  const Function f = parsed(sample()), copy = f;
  EXPECT_EQ(fingerprint(f), fingerprint(copy));
  EXPECT_EQ(fingerprint(f), fingerprint(parsed(sample())));
}

TEST(Fingerprint, seesEveryField) {
  const Function f = parsed(sample());
  const auto op = [](Function &g, std::size_t k) -> Op & { return g.body.statements[k].op; };
  const std::function<void(Function &)> changes[] = {
      [](Function &g) { g.name = "g"; },
      [](Function &g) { g.values.setType(g.body.parameters[0], Scalar::F32); },
      [](Function &g) { g.values.setName(g.body.statements[2].results[0], "e_checkpoint"); },
      [](Function &g) { g.values.setName(g.body.statements[2].results[0], {"e", Role::Adjoint}); },
      [](Function &g) { g.values.setStored(g.body.statements[2].results[0], Stored::Undo); },
      [](Function &g) { g.body.statements[2].location.line = 7; },
      [&](Function &g) { std::get<Check>(op(g, 1)).message = "too few"; },
      [&](Function &g) { std::get<Check>(op(g, 1)).isOfArgument = true; },
      [&](Function &g) { std::get<Check>(op(g, 1)).exit = "std::abort()"; },
      [&](Function &g) { std::get<Call>(op(g, 2)).function = "g({0})"; },
      [&](Function &g) { std::get<Loop>(op(g, 3)).annotations.stripmine = 3; },
      [&](Function &g) { std::get<Loop>(op(g, 3)).annotations.revolve = 3; },
      [&](Function &g) { std::get<Loop>(op(g, 3)).annotations.boundText = "n"; },
      [&](Function &g) { std::get<Loop>(op(g, 3)).annotations.noFalseDependencies.push_back(0); },
      [&](Function &g) {
        std::get<Apply>(std::get<Loop>(op(g, 3)).body.statements[0].op).arguments[1] =
            g.values.constantFloat(Scalar::F64, 3);
      },
      [&](Function &g) { std::get<Apply>(std::get<Loop>(op(g, 3)).body.statements[0].op).prim = Prim{5}; },
      [&](Function &g) { std::swap(g.body.statements[1], g.body.statements[2]); },
  };
  for (const auto &change : changes) {
    Function g = f;
    change(g);
    EXPECT_NE(fingerprint(f), fingerprint(g)) << &change - changes;
  }
}

} // namespace
} // namespace soac::ir
