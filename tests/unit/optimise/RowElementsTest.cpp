// The pass that writes rows element by element where elements of the array are written, too.
#include "Check.h"

namespace soac::test {
namespace {

Passed written(llvm::StringRef text) {
  const ir::Function before = parsed(text);
  return checked(before, optimise::byName("row_elements")->run(before));
}

/// A loop that makes %b of %a by a row, and %e of %b by `rest`.
std::string loop(const std::string &row, const std::string &rest) {
  return R"(
func @f(%x: [f64; 2], %u: [f64; 1], %n: i64, %k: i64) -> ([f64; 2]) {
  %r: [f64; 2] = loop %n, (%x) |%i: i64, %a: [f64; 2]| {
    %next: i64 = add %i, 1
    )" + row +
         rest +
         R"(
    yield %e
  }
  return %r
})";
}
const std::string element = "%v: f64 = index %b[%next, 0]\n %w: f64 = sin %v\n %e: [f64; 2] = update %b[%next, 1] = %w";

unsigned rows(const Passed &p) {
  unsigned n = 0;
  ir::forEachStatement(p.after.body, [&](const ir::Statement &s) {
    const auto *update = std::get_if<ir::Update>(&s.op);
    n += update && update->indices.size() == 1;
  });
  return n;
}
unsigned copies(const Passed &p) { // of rows
  unsigned n = 0;
  ir::forEachStatement(p.after.body, [&](const ir::Statement &s) {
    const auto *index = std::get_if<ir::Index>(&s.op);
    n += index && index->indices.size() == 2;
  });
  return n;
}

void run(Passed &p) {
  for (std::int64_t n : {0, 1, 3})
    p.on({RuntimeValue::array({1, 2, 3, 4, 5, 6, 7, 8}, {4, 2}), RuntimeValue::array({0.5, -1}), RuntimeValue::i64(n),
          RuntimeValue::i64(2)});
}

TEST(RowElements, ofAnotherRowAreReadWhereTheyAre) {
  Passed p = written(loop("%c: [f64; 1] = index %a[%i]\n %b: [f64; 2] = update %a[%next] = %c\n ", element));
  run(p);
  EXPECT_EQ(rows(p), 0u) << p.text();
  EXPECT_EQ(copies(p), 2u) << p.text(); // in the loop over the row, and by `element`
  EXPECT_EQ(p.count<ir::Check>(), 0u) << p.text();
}

TEST(RowElements, ofARowThatMayBeTheSameAreItsOldOnes) {
  Passed p = written(loop("%c: [f64; 1] = index %a[%k]\n %b: [f64; 2] = update %a[%next] = %c\n ", element));
  run(p);
  EXPECT_EQ(rows(p), 0u) << p.text();
  EXPECT_EQ(copies(p), 1u) << p.text();
}

TEST(RowElements, ofOtherArraysAreAsManyAsThePlaceHas) {
  Passed p = written(loop("%b: [f64; 2] = update %a[%next] = %u\n ", element));
  run(p);
  EXPECT_EQ(rows(p), 0u) << p.text();
  EXPECT_EQ(p.count<ir::Check>(), 1u) << p.text();
}

TEST(RowElements, inLoopsAndBranches) {
  Passed p = written(loop("%c: bool = lt %i, 1\n %b: [f64; 2] = if %c {\n %d: [f64; 2] = update %a[%i] = %u\n yield "
                          "%d\n } else {\n %g: [f64; 2] "
                          "= loop %i, (%a) |%j: i64, %h: [f64; 2]| {\n %l: [f64; 1] = index %h[%next]\n %m: [f64; 2] = "
                          "update %h[%j] = %l\n "
                          "yield %m\n }\n yield %g\n }\n ",
                          element));
  run(p);
  EXPECT_EQ(rows(p), 0u) << p.text();
}

TEST(RowElements, rowsAloneStay) {
  Passed p = written(loop("%c: [f64; 1] = index %a[%i]\n %b: [f64; 2] = update %a[%next] = %c\n ",
                          "%e: [f64; 2] = update %b[%i] = %u"));
  run(p);
  EXPECT_EQ(rows(p), 2u) << p.text();
}

} // namespace
} // namespace soac::test
