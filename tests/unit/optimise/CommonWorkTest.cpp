// Kernels that have work in common: common_work.
#include "Check.h"

namespace soac::test {
namespace {

/// A sum of quotients, what one makes of it, and sums that `second` computes of the same quotients.
std::string pairOf(const std::string &second, const std::string &count = "%n") {
  return R"(
func @f(%xs: [f64; 1], %c: f64, %m: i64) -> (f64, f64, f64) {
  %n: i64 = extent %xs, 0
  %s: f64 = map_reduce %n, () |%i: i64| {
    %x: f64 = index %xs[%i]
    %d: f64 = add %x, %c
    %q: f64 = div %x, %d
    %r: f64 = div %q, %d
    yield %r
  } reduce (0.0) |%a: f64, %b: f64| {
    %ab: f64 = add %a, %b
    yield %ab
  }
  %t: f64 = mul %s, %c
  %o: f64 = sin %c
  %u: f64 = map_reduce )" +
         count + R"(, () |%k: i64| {
)" + second +
         R"(
    yield %y
  } reduce (0.0) |%g: f64, %h: f64| {
    %gh: f64 = add %g, %h
    yield %gh
  }
  return %s, %t, %u
}
)";
}

const std::string same = R"(
    %p: f64 = index %xs[%k]
    %e: f64 = add %p, %c
    %v: f64 = div %p, %e
    %w: f64 = div %v, %e
)";

Passed together(const std::string &text) {
  Passed p = passed(text, {"common_work", "simplify", "cse", "dce"});
  p.on({RuntimeValue::array({0.5, -1, 2, 7}), RuntimeValue::f64(0.3), RuntimeValue::i64(3)});
  p.on({RuntimeValue::array({0.5}), RuntimeValue::f64(0.3), RuntimeValue::i64(0)});
  return p;
}

TEST(CommonWork, isDoneOnce) {
  const Passed p = together(pairOf(same + "    %y: f64 = mul %w, %o\n"));
  EXPECT_EQ(p.count<ir::MapReduce>(), 1u) << p.text();
  EXPECT_EQ(p.count(prims::Prim::Div), 2u) << p.text();
}

TEST(CommonWork, ofKernelsInsideIsDoneOnce) {
  const std::string inner = R"(
    %e: f64 = map_reduce %n, () |%l: i64| {
      %p: f64 = index %xs[%l]
      %v: f64 = mul %p, %c
      yield %v
    } reduce (0.0) |%a1: f64, %b1: f64| {
      %ab1: f64 = add %a1, %b1
      yield %ab1
    }
)";
  std::string text = pairOf(inner + "    %y: f64 = mul %e, %o\n");
  const std::string first = "%x: f64 = index %xs[%i]\n    %d: f64 = add %x, %c\n    %q: f64 = div %x, %d\n    %r: f64 = div %q, %d\n";
  std::string mine = inner;
  for (const std::string name : {"%e", "%l", "%p", "%v", "%a1", "%b1", "%ab1"})
    for (std::size_t at = 0; (at = mine.find(name + ":", at)) != std::string::npos; ++at)
      mine.insert(at + name.size(), "0");
  for (const auto &[from, to] : {std::pair("[%l]", "[%l0]"), std::pair("mul %p,", "mul %p0,"), std::pair("yield %v", "yield %v0"), std::pair("add %a1, %b1", "add %a10, %b10"), std::pair("yield %ab1", "yield %ab10")})
    mine.replace(mine.find(from), std::string(from).size(), to);
  text.replace(text.find(first), first.size(), mine + "    %r: f64 = mul %e0, 2.0\n");
  const Passed p = together(text);
  EXPECT_EQ(p.count<ir::MapReduce>(), 2u) << p.text();
}

TEST(CommonWork, notOfWhatReadsTheFirst) {
  EXPECT_EQ(together(pairOf(same + "    %y: f64 = mul %w, %s\n")).count<ir::MapReduce>(), 2u);
  EXPECT_EQ(together(pairOf(same + "    %y: f64 = mul %w, %t\n")).count<ir::MapReduce>(), 2u);
}

TEST(CommonWork, notOfOtherCounts) {
  EXPECT_EQ(together(pairOf(same + "    %y: f64 = mul %w, %o\n", "%m")).count<ir::MapReduce>(), 2u);
}

TEST(CommonWork, notOfOtherNumbers) {
  std::string other = same;
  other.replace(other.find("%c"), 2, "%o");
  EXPECT_EQ(together(pairOf(other + "    %y: f64 = mul %w, %o\n")).count<ir::MapReduce>(), 2u);
}

/// What the second writes would be there when the first fails.
TEST(CommonWork, notOfWhatMayFail) {
  const std::string check = "    %fine: bool = lt %p, 100.0\n    check %fine, \"too large\"\n";
  EXPECT_EQ(together(pairOf(same + check + "    %y: f64 = mul %w, %o\n")).count<ir::MapReduce>(), 2u);
}

TEST(CommonWork, notOfCheapNumbers) {
  EXPECT_EQ(together(pairOf(R"(
    %p: f64 = index %xs[%k]
    %e: f64 = add %p, %c
    %y: f64 = exp %e
)"))
                .count<ir::MapReduce>(),
            2u);
}

} // namespace
} // namespace soac::test
