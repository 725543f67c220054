#include "analysis/Operators.h"

#include "prims/Prims.h"
#include "support/Parsed.h"

namespace soac::test {
namespace {

using prims::Prim;

/// The primitive that the operator (%a, %b) -> `body` is.
std::optional<Prim> operatorOf(const std::string &body, const std::string &type = "f64",
                               const std::string &neutral = "0.0") {
  const ir::Function f = parsed("func @f(%n: i64, %xs: " + type + ", %zero: " + neutral + ") -> (" + neutral + ") {\n" +
                                "  %r: " + neutral + " = reduce %n, (%xs), neutral (%zero) |%a: " + neutral +
                                ", %b: " + neutral + "| {\n" + body + "    yield %c\n  }\n  return %r\n}");
  if (f.body.statements.empty())
    return std::nullopt;
  return analysis::primitiveOperator(std::get<ir::Reduce>(f.body.statements[0].op).op);
}
std::optional<Prim> ofScalars(const std::string &body) { return operatorOf(body, "[f64; 1]", "f64"); }
std::optional<Prim> ofRows(const std::string &body) { return operatorOf(body, "[f64; 2]", "[f64; 1]"); }

TEST(Operators, primitivesOfBothParametersAreThemselves) {
  EXPECT_EQ(ofScalars("%c: f64 = add %a, %b\n"), Prim::Add);
  EXPECT_EQ(ofScalars("%c: f64 = min %a, %b\n"), Prim::Min);
}

TEST(Operators, orderCountsWhereThePrimitiveDoesNotCommute) {
  EXPECT_EQ(ofScalars("%c: f64 = mul %b, %a\n"), Prim::Mul);
  EXPECT_EQ(ofScalars("%c: f64 = max %b, %a\n"), std::nullopt); // of equal numbers the first
}

TEST(Operators, comparisonsThatSayWhatThePrimitiveMeans) {
  EXPECT_EQ(ofScalars("%t: bool = lt %a, %b\n%c: f64 = if %t {\nyield %b\n} else {\nyield %a\n}\n"), Prim::Max);
  EXPECT_EQ(ofScalars("%t: bool = gt %b, %a\n%c: f64 = select %t, %b, %a\n"), Prim::Max);
  EXPECT_EQ(ofScalars("%t: bool = lt %b, %a\n%c: f64 = select %t, %b, %a\n"), Prim::Min);
  EXPECT_EQ(ofScalars("%t: bool = gt %a, %b\n%c: f64 = if %t {\nyield %b\n} else {\nyield %a\n}\n"), Prim::Min);
}

TEST(Operators, comparisonsThatTakeTheSecondOfEqualNumbersAreNone) {
  EXPECT_EQ(ofScalars("%t: bool = gt %a, %b\n%c: f64 = select %t, %a, %b\n"), std::nullopt);
  EXPECT_EQ(ofScalars("%t: bool = le %a, %b\n%c: f64 = select %t, %b, %a\n"), std::nullopt);
}

/// Whether the operator on pairs gives its first argument where the condition holds; none where it gives none of them.
std::optional<bool> choiceOf(const std::string &body) {
  const ir::Function f = parsed("func @f(%n: i64, %xs: [f64; 1], %ys: [f64; 1]) -> (f64, f64) {\n"
                                "  %r: f64, %q: f64 = reduce %n, (%xs, %ys), neutral (0.0, 0.0) "
                                "|%a: f64, %d: f64, %b: f64, %e: f64| {\n    %t: bool = lt %a, %b\n" +
                                body + "  }\n  return %r, %q\n}");
  if (f.body.statements.empty())
    return std::nullopt;
  const auto choice = analysis::choiceOfArgument(std::get<ir::Reduce>(f.body.statements[0].op).op);
  return choice ? std::optional(choice->isFirstWhereTrue) : std::nullopt;
}
std::string branch(const std::string &whereTrue, const std::string &whereFalse) {
  return "%x: f64, %y: f64 = if %t {\nyield " + whereTrue + "\n} else {\nyield " + whereFalse + "\n}\nyield %x, %y\n";
}

TEST(Operators, pairsOfWhichOneIsTheResult) {
  EXPECT_EQ(choiceOf(branch("%a, %d", "%b, %e")), true);
  EXPECT_EQ(choiceOf(branch("%b, %e", "%a, %d")), false);
  EXPECT_EQ(choiceOf("%x: f64 = select %t, %a, %b\n%y: f64 = select %t, %d, %e\nyield %x, %y\n"), true);
}

TEST(Operators, pairsMadeOfBothAreNone) {
  EXPECT_EQ(choiceOf(branch("%a, %e", "%b, %d")), std::nullopt);
  EXPECT_EQ(choiceOf(branch("%d, %a", "%e, %b")), std::nullopt);
  EXPECT_EQ(choiceOf("%u: bool = lt %d, %e\n%x: f64 = select %t, %a, %b\n%y: f64 = select %u, %d, %e\nyield %x, %y\n"),
            std::nullopt);
  EXPECT_EQ(choiceOf("%x: f64 = select %t, %a, %b\nyield %x, %e\n"), std::nullopt);
}

TEST(Operators, whatUsesOneParameterTwiceIsNone) {
  EXPECT_EQ(ofScalars("%c: f64 = add %a, %a\n"), std::nullopt);
  EXPECT_EQ(ofScalars("%d: f64 = mul %b, 2.0\n%c: f64 = add %a, %d\n"), std::nullopt);
}

TEST(Operators, rowsElementByElement) {
  const std::string map = "%m: i64 = extent %a, 0\n%c: [f64; 1] = map %m, (%b, %a) |%i: i64, %x: f64, %y: f64| {\n";
  EXPECT_EQ(ofRows(map + "%z: f64 = add %x, %y\nyield %z\n}\n"), Prim::Add);
  EXPECT_EQ(ofRows(map + "%z: f64 = min %y, %x\nyield %z\n}\n"), Prim::Min);
  EXPECT_EQ(ofRows(map + "%z: f64 = min %x, %y\nyield %z\n}\n"), std::nullopt);
}

} // namespace
} // namespace soac::test
