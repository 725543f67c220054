// The pass that orders nested loops: which one becomes the innermost, which must not, and that the same comes out.
#include "Check.h"

#include "analysis/Nest.h"

namespace soac::test {
namespace {

/// A function of counts %n and %m and a matrix %a of 9 x 9 elements, whose loops carry %b, a matrix as large.
std::string nest(llvm::StringRef outer, llvm::StringRef inner, llvm::StringRef body) {
  return "func @f(%n: i64, %m: i64, %a: [f64; 2]) -> ([f64; 2]) {\n  %b: [f64; 2] = fill 1.5, [9, 9]\n"
         "  %r: [f64; 2] = loop " + outer.str() + ", (%b) |%i: i64, %c: [f64; 2]| {\n"
         "    %s: [f64; 2] = loop " + inner.str() + ", (%c) |%j: i64, %d: [f64; 2]| {\n" + body.str() +
         "      yield %e\n    }\n    yield %s\n  }\n  return %r\n}\n";
}

RuntimeValue matrix() {
  std::vector<double> elements;
  for (int k = 0; k < 81; ++k)
    elements.push_back(0.3 * k - 0.01 * k * k);
  return RuntimeValue::array(elements, {9, 9});
}

/// The name of the innermost counter after the pass.
std::string innermost(llvm::StringRef text) {
  Passed p = passed(text, {"interchange"});
  for (const std::int64_t n : {0, 1, 5})
    for (const std::int64_t m : {0, 1, 7})
      p.on({RuntimeValue::i64(n), RuntimeValue::i64(m), matrix()});
  std::string name;
  ir::forEachStatement(p.after.body, [&](const ir::Statement &s) {
    if (const auto *loop = std::get_if<ir::Loop>(&s.op))
      name = p.after.values.name(loop->body.parameters[0]).text; // inner ones come later
  });
  return name;
}

const char *const crosswise = "      %x: f64 = index %a[%j, %i]\n      %y: f64 = index %d[%j, %i]\n"
                              "      %z: f64 = add %x, %y\n      %e: [f64; 2] = update %d[%j, %i] = %z\n";

TEST(Interchange, unitStepsBecomeTheInnermost) { EXPECT_EQ(innermost(nest("%n", "%m", crosswise)), "i"); }

TEST(Interchange, whatLiesInOrderStays) {
  EXPECT_EQ(innermost(nest("%n", "%m",
                           "      %x: f64 = index %a[%i, %j]\n      %e: [f64; 2] = update %d[%i, %j] = %x\n")),
            "j");
}

TEST(Interchange, shortLoopsAreNotMadeInnermost) { EXPECT_EQ(innermost(nest("4", "%m", crosswise)), "j"); }

TEST(Interchange, aCountThatFollowsFromTheCounterStays) {
  std::string triangle = nest("%n", "%k", crosswise);
  triangle.insert(triangle.find("    %s: "), "    %k: i64 = add %i, 1\n");
  EXPECT_EQ(innermost(triangle), "j");
}

TEST(Interchange, elementsOfEarlierIterations) {
  // d[j, i] from d[j - 1, i + 1]: the other order would read it before it is written.
  const auto text = [](const std::string &column) {
    return nest("%n", "%m",
                "      %u: i64 = add %j, 1\n      %v: i64 = add %i, " + column +
                "\n      %w: i64 = add %i, 1\n      %x: f64 = index %d[%j, %v]\n      %q: f64 = mul %x, 0.5\n"
                "      %e: [f64; 2] = update %d[%u, %w] = %q\n");
  };
  EXPECT_EQ(innermost(text("2")), "j");
  EXPECT_EQ(innermost(text("1")), "i") << "in the same iteration of the outer loop";
  EXPECT_EQ(innermost(text("0")), "i") << "later in both loops";
}

TEST(Interchange, elementsThatSeveralIterationsWrite) {
  const auto text = [](const std::string &row, const std::string &column) {
    return nest("%n", "%m",
                "      %s2: i64 = add %i, %j\n      %h: i64 = div %s2, 2\n      %y: f64 = index %a[%j, %i]\n"
                "      %x: f64 = index %d[" + row + ", " + column + "]\n      %q: f64 = mul %x, 0.5\n"
                "      %z: f64 = add %q, %y\n      %e: [f64; 2] = update %d[" + row + ", " + column + "] = %z\n");
  };
  EXPECT_EQ(innermost(text("%h", "%h")), "j") << "their order counts";
  EXPECT_EQ(innermost(text("0", "0")), "j");
  EXPECT_EQ(innermost(text("0", "%i")), "i") << "those of one column come in the same order";
}

TEST(Interchange, rowsOfFlatMatrices) {
  const auto text = [](const std::string &count) {
    return "func @f(%n: i64, %m: i64, %a: [f64; 2]) -> ([f64; 1]) {\n  %b: [f64; 1] = fill 1.5, [100]\n"
           "  %k: i64 = max %m, 0\n  %r: [f64; 1] = loop " + count + ", (%b) |%i: i64, %c: [f64; 1]| {\n"
           "    %s: [f64; 1] = loop %n, (%c) |%j: i64, %d: [f64; 1]| {\n"
           "      %row: i64 = mul %j, %m\n      %at: i64 = add %row, %i\n      %x: f64 = index %d[%at]\n"
           "      %q: f64 = mul %x, 0.5\n      %z: f64 = add %q, 1.0\n      %e: [f64; 1] = update %d[%at] = %z\n"
           "      yield %e\n    }\n    yield %s\n  }\n  return %r\n}\n";
  };
  EXPECT_EQ(innermost(text("%k")), "i");
  EXPECT_EQ(innermost(text("%n")), "j") << "rows may overlap";
}

TEST(Interchange, threeLoops) {
  EXPECT_EQ(innermost(R"(
func @f(%n: i64, %m: i64, %a: [f64; 2]) -> ([f64; 2]) {
  %b: [f64; 2] = fill 1.5, [9, 9]
  %0: i64 = min %n, %m
  %r: [f64; 2] = loop %n, (%b) |%i: i64, %c: [f64; 2]| {
    %s: [f64; 2] = loop %n, (%c) |%j: i64, %d: [f64; 2]| {
      %t: [f64; 2] = loop %0, (%d) |%k: i64, %e: [f64; 2]| {
        %x: f64 = index %a[%i, %k]
        %y: f64 = index %a[%k, %j]
        %z: f64 = mul %x, %y
        %o: f64 = index %e[%i, %j]
        %p: f64 = add %o, %z
        %q: [f64; 2] = update %e[%i, %j] = %p
        yield %q
      }
      yield %t
    }
    yield %s
  }
  return %r
})"),
            "j");
}

TEST(Interchange, readsOfTheArrayAtTheStartOfARow) {
  // %c is the matrix before the row, not the one that is being written.
  EXPECT_EQ(innermost(nest("%n", "%m",
                           "      %x: f64 = index %c[%j, %i]\n      %y: f64 = index %a[%j, %i]\n"
                           "      %z: f64 = add %x, %y\n      %e: [f64; 2] = update %d[%j, %i] = %z\n")),
            "j");
}

TEST(Interchange, transposesGoInTiles) {
  const std::string text = nest("%n", "%m", "      %x: f64 = index %a[%j, %i]\n      %e: [f64; 2] = update %d[%i, %j] = %x\n");
  Passed p = passed(text, {"interchange"});
  EXPECT_EQ(p.count<ir::Loop>(), 4u);
  p = passed(text, {"interchange", "simplify", "interchange"});
  EXPECT_EQ(p.count<ir::Loop>(), 4u) << "tiles have no tiles";
  for (const std::int64_t n : {0, 1, 9})
    p.on({RuntimeValue::i64(n), RuntimeValue::i64(4), matrix()});
}

TEST(Nest, tilesOfAnySize) {
  const ir::Function before = parsed(nest("%n", "%m", crosswise));
  for (const std::int64_t size : {1, 2, 3, 5, 100}) {
    Passed p{before, before};
    const ir::ValueMap positives;
    std::vector<ir::Statement> &statements = p.after.body.statements;
    ir::Statement s = std::move(statements.back());
    statements.pop_back();
    analysis::Nest nest(std::get<ir::Loop>(s.op), positives, p.after.values);
    ASSERT_EQ(nest.depth(), 2u);
    nest.tile(size, statements, s.location);
    EXPECT_EQ(nest.depth(), 4u);
    statements.push_back(std::move(s));
    p = checked(p.before, std::move(p.after));
    for (const std::int64_t n : {0, 1, 5, 9})
      for (const std::int64_t m : {-1, 0, 7})
        p.on({RuntimeValue::i64(n), RuntimeValue::i64(m), matrix()});
  }
}

} // namespace
} // namespace soac::test
