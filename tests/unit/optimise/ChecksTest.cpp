// Which checks leave the kernels, and that they still fail when they would have.
#include "Check.h"

namespace soac::test {
namespace {

const char *const source = R"(
func @f(%xs: [f64; 1], %ys: [f64; 1], %n: i64) -> ([f64; 1]) {
  %r: [f64; 1] = map %n, () |%i: i64| {
    %a: i64 = extent %xs, 0
    %b: i64 = extent %ys, 0
    %c: bool = eq %a, %b
    check %c, "soac: the extents differ"
    %e: bool = lt %i, %a
    check %e, "soac: index"
    %x: f64 = index %xs[%i]
    %y: f64 = index %ys[%i]
    %z: f64 = mul %x, %y
    yield %z
  }
  return %r
})";

std::size_t checksIn(const ir::Block &block) {
  return static_cast<std::size_t>(llvm::count_if(
      block.statements, [](const ir::Statement &s) { return std::holds_alternative<ir::Check>(s.op); }));
}

TEST(Checks, ofWhatDoesNotChangeLeaveTheMap) {
  auto p = passed(source, {"hoist", "checks"});
  EXPECT_EQ(checksIn(p.after.body), 1u) << p.text();
  for (const ir::Statement &s : p.after.body.statements)
    if (const auto *map = std::get_if<ir::Map>(&s.op)) {
      EXPECT_EQ(checksIn(map->fn), 1u) << "that of the index stays: " << p.text();
    }
  p.on({Data::array({1, 2}), Data::array({3, 4}), Data::i64(2)});
  p.on({Data::array({1, 2}), Data::array({3}), Data::i64(0)}); // no iteration, no failure
  const eval::Outcome failed = eval::run(p.after, {Data::array({1, 2}), Data::array({3}), Data::i64(1)});
  ASSERT_TRUE(std::holds_alternative<eval::Failure>(failed));
  EXPECT_NE(std::get<eval::Failure>(failed).message.find("the extents differ"), std::string::npos);
}

} // namespace
} // namespace soac::test
