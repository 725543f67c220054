#include "analysis/Cost.h"

#include "support/Parsed.h"

namespace soac::test {
namespace {

TEST(Cost, quotientsOfIntegersAndFunctionsCostMoreThanALoad) {
  const ir::Function f = parsed(R"(
func @f(%x: f64, %y: f64, %n: i64, %m: i64) -> (f64, f64, f64, i64) {
  %a: f64 = add %x, %y
  %b: f64 = div %x, %y
  %c: f64 = exp %x
  %d: i64 = div %n, %m
  return %a, %b, %c, %d
})");
  const auto isCheap = [&](std::size_t k) {
    return analysis::isCheap(std::get<ir::Apply>(f.body.statements[k].op), f.values);
  };
  EXPECT_TRUE(isCheap(0));
  EXPECT_TRUE(isCheap(1));
  EXPECT_FALSE(isCheap(2));
  EXPECT_FALSE(isCheap(3));
}

} // namespace
} // namespace soac::test
