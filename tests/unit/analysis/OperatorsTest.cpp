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
