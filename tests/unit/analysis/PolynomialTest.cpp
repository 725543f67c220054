#include "analysis/Polynomial.h"

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

TEST(Polynomial, castsAreFollowedWhereTheyKeepTheNumber) {
  const ir::Function f = parsed(R"(
func @f(%i: i64, %u: u32, %s: i16, %k: i32) -> (i64, i64, i64, i64) {
  %a: i32 = cast %u
  %b: i64 = cast %a
  %c: i32 = cast %i
  %d: i64 = cast %c
  %e: i32 = cast %s
  %g: i64 = cast %e
  %h: u64 = cast %k
  %l: i64 = cast %h
  return %b, %d, %g, %l
})");
  const analysis::DefUse defs(f.body);
  const analysis::Polynomials of(f.values, defs, [](ir::Scalar s) {
    return s == ir::Scalar::I32 || s == ir::Scalar::I64 || s == ir::Scalar::U64;
  });
  EXPECT_EQ(of.of(named(f, "b")), Polynomial(named(f, "a"))); // u32 -> i32 may change the number
  EXPECT_EQ(of.of(named(f, "d")), Polynomial(named(f, "i"))); // i64 is followed, as if it did not wrap
  EXPECT_EQ(of.of(named(f, "g")), Polynomial(named(f, "s")));
  EXPECT_EQ(of.of(named(f, "l")), Polynomial(named(f, "k"))); // modulo 2^64
}

TEST(Polynomial, exactOnesAreFollowedInEveryType) {
  const ir::Function f = parsed(R"(
func @f(%i: i32, %u: u16, %l: i64) -> (i64, i64, i64, i64) {
  %w: i32 = cast %u
  %a: i32 = add exact %i, %w
  %b: i64 = cast %a
  %c: i32 = mul exact %a, i32:2
  %d: i64 = cast %c
  %e: i32 = cast exact %l
  %g: i64 = cast %e
  %m: i32 = cast %l
  %h: i64 = cast %m
  return %b, %d, %g, %h
})");
  const analysis::DefUse defs(f.body);
  const analysis::Polynomials of(f.values, defs, isI64);
  const Polynomial sum = Polynomial(named(f, "i")) + Polynomial(named(f, "u"));
  EXPECT_EQ(of.of(named(f, "b")), sum);
  EXPECT_EQ(of.of(named(f, "d")), Polynomial(2) * sum);
  EXPECT_EQ(of.of(named(f, "g")), Polynomial(named(f, "l")));
  EXPECT_EQ(of.of(named(f, "h")), Polynomial(named(f, "m")));
}

TEST(Polynomial, valuesAreSumsOfProducts) {
  ir::ValueTable values;
  const ir::Value n = values.fresh(ir::indexType), m = values.fresh(ir::Scalar::I32);
  const auto written = [&](const Polynomial &p) {
    std::vector<ir::Statement> statements;
    ir::Builder b(values, statements);
    const ir::Value v = analysis::valueOf(p, b);
    ir::Block block;
    block.statements = std::move(statements);
    const analysis::DefUse defs(block);
    EXPECT_EQ(values.type(v), ir::indexType);
    EXPECT_EQ(analysis::Polynomials(values, defs, isI64).of(v), p);
    return block.statements.size();
  };
  const Polynomial x(n), y(m);
  EXPECT_EQ(written(7), 0u);
  EXPECT_EQ(written(x), 0u);
  EXPECT_EQ(written(x + Polynomial(2)), 1u);
  EXPECT_EQ(written(Polynomial() - x), 1u);
  EXPECT_EQ(written(x * y - Polynomial(3) * x - Polynomial(5)), 5u); // a cast, two products, two differences
}

} // namespace
} // namespace soac::test
