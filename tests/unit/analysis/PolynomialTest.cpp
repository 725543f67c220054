#include "analysis/Polynomial.h"

#include "analysis/IndexSteps.h"
#include "support/Parsed.h"

namespace soac::test {
namespace {

using analysis::Polynomial;

bool isI64(ir::Scalar s) { return s == ir::Scalar::I64; }

const char *const program = R"(
func @f(%n: i64, %m: i64, %k: i32) -> (i64, i64, i64, i64) {
  %a: i64 = add %n, %m
  %b: i64 = sub %n, %m
  %c: i64 = mul %a, %b
  %d: i64 = mul %n, %n
  %e: i64 = mul %m, %m
  %g: i64 = sub %d, %e
  %w: i32 = mul %k, i32:4
  %h: i64 = cast %w
  %q: i64 = div %c, %m
  %l: i64 = add %q, 1
  return %c, %g, %h, %l
})";

TEST(Polynomial, equalOnesAreEqualValues) {
  const ir::Function f = parsed(program);
  const analysis::DefUse defs(f.body);
  const analysis::Polynomials of(f.values, defs, isI64);
  EXPECT_EQ(of.of(named(f, "c")), of.of(named(f, "g")));
  EXPECT_EQ(of.of(named(f, "c")).coefficient({named(f, "n"), named(f, "n")}), 1);
  EXPECT_TRUE((of.of(named(f, "c")) - of.of(named(f, "g"))).isConstant());
  EXPECT_FALSE(of.of(named(f, "c")) == of.of(named(f, "d")));
}

TEST(Polynomial, whatWrapsElsewhereIsAVariableUnlessFollowed) {
  const ir::Function f = parsed(program);
  const analysis::DefUse defs(f.body);
  const analysis::Polynomials exact(f.values, defs, isI64), loose(f.values, defs, ir::isInteger);
  EXPECT_EQ(exact.of(named(f, "h")), Polynomial(named(f, "w")));
  EXPECT_EQ(loose.of(named(f, "h")), Polynomial(4) * Polynomial(named(f, "k")));
  EXPECT_EQ(exact.of(named(f, "l")), Polynomial(named(f, "q")) + Polynomial(1));
}

TEST(Polynomial, slopeAndRest) {
  const ir::Value x{1}, y{2};
  const Polynomial p = Polynomial(3) * Polynomial(x) * Polynomial(y) + Polynomial(2) * Polynomial(x) + Polynomial(5);
  const auto [slope, rest] = p.in(x);
  EXPECT_EQ(slope, Polynomial(3) * Polynomial(y) + Polynomial(2));
  EXPECT_EQ(rest, Polynomial(5));
  EXPECT_EQ(p - p, Polynomial());
}

TEST(IndexSteps, ofWhatACounterMakes) {
  const ir::Function f = parsed(R"(
func @f(%xs: [i64; 1], %n: i64, %m: i64) -> (i64) {
  %r: i64 = loop %n, (0) |%i: i64, %s: i64| {
    %a: i64 = mul %i, -3
    %b: i64 = add %a, %m
    %c: i64 = mul %i, %m
    %d: i64 = index %xs[%b]
    %e: i64 = sub %b, %a
    %g: i64 = mul %m, %n
    %h: i64 = mul %i, %i
    %t: i64 = add %d, %s
    yield %t
  }
  return %r
})");
  const ir::Block &body = std::get<ir::Loop>(f.body.statements[0].op).body;
  const analysis::IndexSteps steps(f.values, body, body.parameters[0]);
  const auto of = [&](const char *name) { return steps.of(named(f, name)); };
  EXPECT_EQ(of("i"), 1);
  EXPECT_EQ(of("b"), -3);
  EXPECT_EQ(of("c"), std::nullopt);
  EXPECT_EQ(of("d"), std::nullopt);
  EXPECT_EQ(of("e"), 0);
  EXPECT_EQ(of("g"), 0);
  EXPECT_EQ(of("h"), std::nullopt);
  EXPECT_EQ(of("s"), std::nullopt);
  EXPECT_EQ(of("m"), 0);
  EXPECT_TRUE(steps.areDistinct({named(f, "m"), named(f, "b")}));
  EXPECT_FALSE(steps.areDistinct({named(f, "m"), named(f, "d")}));
}

} // namespace
} // namespace soac::test
