// The text form: what is printed is read back as the same function, and what cannot be read is said where.
#include "EveryStatement.h"

#include "ir/Builder.h"
#include "ir/text/Parser.h"
#include "ir/text/Printer.h"
#include "ir/verify/Verifier.h"
#include "ir/Walk.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <set>

namespace soac::test {
namespace {

using namespace ir;

Function parsed(llvm::StringRef text) {
  ParseResult result = parse(text);
  if (result.error || result.functions.size() != 1) {
    ADD_FAILURE() << (result.error ? std::to_string(result.error->line) + ": " + result.error->message : "no function");
    return {};
  }
  return std::move(result.functions[0]);
}

TEST(Text, EveryStatementIsPrintedAsItWasRead) {
  for (const char *text : everyStatement)
    EXPECT_EQ(toString(parsed(text)), text);
}

TEST(Text, EveryStatementReadsBackAsAnEqualFunction) {
  for (const char *text : everyStatement) {
    const Function once = parsed(text), twice = parsed(toString(once));
    EXPECT_TRUE(equal(once.body, twice.body)) << text;
    EXPECT_EQ(once.name, twice.name);
    ASSERT_EQ(once.values.size(), twice.values.size());
    for (std::uint32_t i = 0; i < once.values.size(); ++i) {
      EXPECT_EQ(once.values.type({i}), twice.values.type({i}));
      EXPECT_EQ(once.values.stored({i}), twice.values.stored({i}));
    }
  }
}

TEST(Text, TheExamplesHoldEveryKindOfStatement) {
  std::set<std::size_t> kinds;
  for (const char *text : everyStatement)
    forEachStatement(parsed(text).body, [&](const Statement &s) { kinds.insert(s.op.index()); });
  EXPECT_EQ(kinds.size(), std::variant_size_v<OpVariant>);
}

TEST(Text, TheExamplesAreWellFormed) {
  for (const char *text : everyStatement)
    EXPECT_EQ(verify(parsed(text)), std::vector<std::string>());
}

TEST(Text, LoopAnnotationsAreKept) {
  const Function f = parsed(everyStatement[2]);
  const auto &counted = std::get<Loop>(f.body.statements[1].op).annotations;
  EXPECT_EQ(counted.stripmine, 3u);
  EXPECT_EQ(counted.revolve, 2u);
  ASSERT_EQ(counted.noFalseDependencies.size(), 1u);
  const auto &bounded = std::get<Loop>(f.body.statements[2].op).annotations;
  EXPECT_EQ(bounded.bound, f.body.parameters[0]);
  EXPECT_EQ(bounded.boundText, "2 * \"n\\\" \n");
}

TEST(Text, UnsetSeedsAreKept) {
  const Function f = parsed(everyStatement[4]);
  const auto &adjoint = std::get<Differentiate>(f.body.statements[1].op);
  EXPECT_EQ(adjoint.mode, Mode::Adjoint);
  EXPECT_FALSE(adjoint.initial[0]);
  EXPECT_TRUE(adjoint.initial[1]);
  EXPECT_EQ(std::get<Differentiate>(f.body.statements[2].op).mode, Mode::Tangent);
}

TEST(Text, ConstantsAreExact) {
  const double doubles[] = {0.1,
                            -0.0,
                            1.0 / 3,
                            1e22,
                            123456789012345680.0,
                            5e-324,
                            std::numeric_limits<double>::max(),
                            std::numeric_limits<double>::infinity(),
                            std::nan(""),
                            std::bit_cast<double>(std::uint64_t{0xfff8000000000001})};
  for (double x : doubles)
    for (Scalar type : {Scalar::F64, Scalar::F32}) {
      Function f;
      f.name = "f";
      f.body.results = {f.values.constantFloat(type, x)};
      const Function g = parsed(toString(f));
      ASSERT_TRUE(g.values.asConstant(g.body.results[0])) << toString(f);
      EXPECT_EQ(*g.values.asConstant(g.body.results[0]), *f.values.asConstant(f.body.results[0])) << toString(f);
    }
}

TEST(Text, NamesAreMadeUniqueAndReadable) {
  Function f;
  f.name = "f";
  Builder b(f.values, f.body.statements);
  f.body.parameters = {f.values.fresh(Scalar::F64, "x"), f.values.fresh(Scalar::F64, "a.b"),
                       f.values.fresh(Scalar::F64, "3rd"), f.values.fresh(Scalar::F64)};
  const Value again = b.apply(Prim{}, {f.body.parameters[0], f.body.parameters[1]}, "x");
  const Value taken = b.apply(Prim{}, {again, f.body.parameters[2]}, "x_1");
  f.body.results = {b.apply(Prim{}, {taken, f.body.parameters[3]})};
  const std::string text = toString(f);
  EXPECT_EQ(text, "func @f(%x: f64, %a_b: f64, %_3rd: f64, %0: f64) -> (f64) {\n"
                  "  %x_1: f64 = add %x, %a_b\n"
                  "  %x_1_1: f64 = add %x_1, %_3rd\n"
                  "  %1: f64 = add %x_1_1, %0\n"
                  "  return %1\n"
                  "}\n");
  EXPECT_EQ(toString(parsed(text)), text);
}

TEST(Text, LocationsAreKept) {
  const char *text = "func @f(%x: f64) -> (f64) {\n"
                     "  %y: f64 = sin %x loc(\"a \\22b\\22.cpp\":3:14)\n"
                     "  %z: f64 = cos %y loc(\"c.hpp\":1:1)\n"
                     "  return %z\n"
                     "}\n";
  const Function f = parsed(text);
  EXPECT_EQ(f.files, (std::vector<std::string>{"a \"b\".cpp", "c.hpp"}));
  EXPECT_EQ(f.body.statements[0].location, (SourceLocation{0, 3, 14}));
  EXPECT_EQ(toString(f, {.locations = true}), text);
  EXPECT_EQ(toString(f).find("loc"), std::string::npos);
}

TEST(Text, CommentsAndBlanksDoNotMatter) {
  EXPECT_EQ(toString(parsed("// a comment\nfunc @f(%x:f64)->(f64){// another\n%y:f64=add %x,%x\n\n\treturn %y}")),
            "func @f(%x: f64) -> (f64) {\n  %y: f64 = add %x, %x\n  return %y\n}\n");
}

TEST(Text, AStatementCanBePrintedByItself) {
  const Function f = parsed(everyStatement[3]);
  EXPECT_EQ(toString(f.body.statements[3], f.values),
            "%sums: [f64; 1] = scan %n, (%ys), neutral (0.0) |%a_1: f64, %b_1: f64| {\n"
            "  %c_1: f64 = add %a_1, %b_1\n"
            "  yield %c_1\n"
            "}\n");
  EXPECT_EQ(headline(f, f.body.statements[3]),
            "%sums: [f64; 1] = scan %n, (%ys), neutral (0.0) |%a_1: f64, %b_1: f64| {");
}

struct BadText {
  const char *text;
  unsigned line, column;
  const char *message;
};

class Errors : public testing::TestWithParam<BadText> {};

TEST_P(Errors, AreReportedWhereTheyAre) {
  const auto &[text, line, column, message] = GetParam();
  const ParseResult result = parse(text);
  ASSERT_TRUE(result.error) << text;
  EXPECT_EQ(result.error->message, message);
  EXPECT_EQ(result.error->line, line) << text;
  EXPECT_EQ(result.error->column, column) << text;
}

INSTANTIATE_TEST_SUITE_P(
    Parser, Errors,
    testing::Values(
        BadText{"fun @f", 1, 1, "expected 'func', found 'fun'"}, BadText{"func f", 1, 6, "expected '@', found 'f'"},
        BadText{"func @f(", 1, 9, "expected a value, found 'end of file'"},
        BadText{"func @f(%x: f16) -> () { return }", 1, 13, "expected a type, found 'f16'"},
        BadText{"func @f(%x: [f64; 0]) -> () { return }", 1, 20, "an array's rank is 1 to 64"},
        BadText{"func @f(%x: [f64; 65]) -> () { return }", 1, 21, "an array's rank is 1 to 64"},
        BadText{"func @f(%x: f64, %x: f64) -> () { return }", 1, 18, "%x is defined twice"},
        BadText{"func @f() -> (f64) {\n  return %y }", 2, 10, "%y is not defined"},
        BadText{"func @f() -> (f64) {\n  return 1 }", 2, 12,
                "the results are not of the types that the function declares"},
        BadText{"func @f() -> () {\n  %y: f64 = sin %y\n return }", 2, 17, "%y is not defined"},
        BadText{"func @f() -> () {\n  %y: f64 = sine 1.0\n return }", 2, 18, "no statement is called 'sine'"},
        BadText{"func @f() -> () {\n  %y: f64 = sin 1.0, 2.0\n return }", 3, 2, "sin takes 1 operands"},
        BadText{"func @f() -> () {\n  %y: f64, %y: f64 = sin 1.0\n return }", 2, 26,
                "a scalar primitive has one result"},
        BadText{"func @f() -> () {\n  check true, \"abc\n return }", 2, 15, "malformed string"},
        BadText{"func @f() -> () {\n  check true, \"\\q\"\n return }", 2, 15, "malformed string"},
        BadText{"func @f() -> (u8) { return u8:256 }", 1, 31, "256 is not in the range of u8"},
        BadText{"func @f() -> (u8) { return u8:-1 }", 1, 31, "-1 is not in the range of u8"},
        BadText{"func @f() -> (f32) { return f32:0.1e400 }", 1, 33,
                "'0.1e400' is not a number in the range of its type"},
        BadText{"func @f() -> (i64) { return 99999999999999999999 }", 1, 29,
                "expected an integer in [-9223372036854775808, 9223372036854775807], found '99999999999999999999'"},
        BadText{"func @f() -> (f64) { return nan(0x1) }", 1, 33, "these are not the bits of a NaN"},
        BadText{"func @f() -> (f64) { return ? }", 1, 29, "unexpected character"},
        BadText{"func @f() -> (f64) { return % }", 1, 29, "a value needs a name after %"},
        BadText{"func @f(%c: bool) -> () {\n  if %c {\n    yield\n  }\n  return }", 5, 3,
                "expected 'else', found 'return'"},
        BadText{"func @f() -> () {\n return\n} trailing", 3, 3, "expected 'func', found 'trailing'"}));

TEST(Parser, KeepsTheFunctionsBeforeAnError) {
  const ParseResult result = parse("func @f() -> () { return }\nfunc @g() -> () { retrun }");
  EXPECT_EQ(result.functions.size(), 1u);
  EXPECT_TRUE(result.error);
}

TEST(Parser, RefusesBlocksThatNestTooDeeply) {
  std::string text = "func @f(%c: bool) -> () {";
  for (int i = 0; i < 100000; ++i)
    text += "if %c {";
  const ParseResult result = parse(text);
  ASSERT_TRUE(result.error);
  EXPECT_EQ(result.error->message, "blocks nest too deeply");
}

} // namespace
} // namespace soac::test
