// Functions of the number of a short loop: tables.
#include "Check.h"

namespace soac::test {
namespace {

using prims::Prim;

/// The sums over %i of the sums of %count terms: `term` computes the %t of %k, %i, %x (an element of %xs) and %c.
std::string sums(const std::string &term, const std::string &count = "5") {
  return R"(
func @f(%xs: [f64; 1], %c: f64, %m: i64) -> (f64) {
  %n: i64 = extent %xs, 0
  %all: f64 = loop %n, (0.0) |%i: i64, %so: f64| {
    %x: f64 = index %xs[%i]
    %s: f64 = map_reduce )" +
         count + R"(, () |%k: i64| {
      %z: f64 = cast %k
)" + term +
         R"(
      yield %t
    } reduce (0.0) |%a: f64, %b: f64| {
      %ab: f64 = add %a, %b
      yield %ab
    }
    %next: f64 = add %so, %s
    yield %next
  }
  return %all
}
)";
}

Passed tabulated(const std::string &text) {
  Passed p = passed(text, {"tables", "dce"});
  p.on({RuntimeValue::array({0.5, -1, 2}), RuntimeValue::f64(0.3), RuntimeValue::i64(4)});
  p.on({RuntimeValue::array({}), RuntimeValue::f64(0.3), RuntimeValue::i64(4)});
  return p;
}
/// Is the primitive in a map at the function's own level, and nowhere else?
bool isInTable(const Passed &p, Prim prim) {
  std::size_t inMaps = 0;
  for (const ir::Statement &s : p.after.body.statements)
    if (const auto *map = std::get_if<ir::Map>(&s.op))
      ir::forEachStatement(map->fn, [&](const ir::Statement &inner) {
        const auto *apply = std::get_if<ir::Apply>(&inner.op);
        inMaps += apply && apply->prim == prim;
      });
  return inMaps == p.count(prim) && inMaps > 0;
}

const std::string function = R"(
      %y: f64 = mul %z, %c
      %e: f64 = exp %y
      %t: f64 = mul %e, %x
)";

TEST(Tables, ofFunctions) {
  const Passed p = tabulated(sums(function));
  EXPECT_TRUE(isInTable(p, Prim::Exp)) << p.text();
  EXPECT_EQ(p.count<ir::Index>(), 2u) << p.text();
}

TEST(Tables, ofAllThatOneMakesOfAFunction) {
  const Passed p = tabulated(sums(R"(
      %y: f64 = mul %z, %c
      %e: f64 = exp %y
      %d: f64 = div %e, %z
      %t: f64 = mul %d, %x
)"));
  EXPECT_TRUE(isInTable(p, Prim::Div)) << p.text();
  EXPECT_EQ(p.count<ir::Index>(), 2u) << p.text();
}

TEST(Tables, notOfTheIterationsAround) {
  const Passed p = tabulated(sums("      %y: f64 = mul %z, %x\n      %t: f64 = exp %y\n"));
  EXPECT_FALSE(isInTable(p, Prim::Exp)) << p.text();
}

TEST(Tables, notOfCheapNumbers) {
  const Passed p = tabulated(sums("      %y: f64 = mul %z, %c\n      %t: f64 = mul %y, %x\n"));
  EXPECT_EQ(p.count<ir::Map>(), 0u) << p.text();
}

TEST(Tables, ofAFewNumbersAlone) {
  EXPECT_FALSE(isInTable(tabulated(sums(function, "65")), Prim::Exp));
  EXPECT_TRUE(isInTable(tabulated(sums(function, "64")), Prim::Exp));
  EXPECT_FALSE(isInTable(tabulated(sums(function, "%m")), Prim::Exp));
}

/// A loop that runs once has no use for a table.
TEST(Tables, ofLoopsThatRunAgain) {
  Passed p = passed(R"(
func @f(%c: f64) -> (f64) {
  %s: f64 = map_reduce 5, () |%k: i64| {
    %z: f64 = cast %k
    %y: f64 = mul %z, %c
    %t: f64 = exp %y
    yield %t
  } reduce (0.0) |%a: f64, %b: f64| {
    %ab: f64 = add %a, %b
    yield %ab
  }
  return %s
}
)",
                    {"tables", "dce"});
  p.on({RuntimeValue::f64(0.3)});
  EXPECT_EQ(p.count<ir::Map>(), 0u) << p.text();
}

/// Of a short loop that a branch may pass over: what depends on the loop around the branch stays, where each iteration
/// would make a table that it may not need.
TEST(Tables, inBranches) {
  const auto inBranch = [](const std::string &scale) {
    return R"(
func @f(%xs: [f64; 1], %c: f64, %m: i64) -> (f64) {
  %n: i64 = extent %xs, 0
  %all: f64 = loop %n, (0.0) |%i: i64, %so: f64| {
    %x: f64 = index %xs[%i]
    %sum: f64 = loop %m, (%so) |%j: i64, %st: f64| {
      %is: bool = gt %x, 0.0
      %v: f64 = if %is {
        %s: f64 = map_reduce 5, () |%k: i64| {
          %z: f64 = cast %k
          %y: f64 = mul %z, )" +
           scale + R"(
          %t: f64 = exp %y
          %w: f64 = mul %t, %st
          yield %w
        } reduce (0.0) |%a: f64, %b: f64| {
          %ab: f64 = add %a, %b
          yield %ab
        }
        yield %s
      } else {
        yield 1.0
      }
      %r: f64 = add %st, %v
      yield %r
    }
    yield %sum
  }
  return %all
}
)";
  };
  EXPECT_TRUE(isInTable(tabulated(inBranch("%c")), Prim::Exp));
  EXPECT_EQ(tabulated(inBranch("%x")).count<ir::Map>(), 0u);
}

/// What depends on an outer loop alone is made once in each of its iterations.
TEST(Tables, betweenLoops) {
  const Passed p = tabulated(R"(
func @f(%xs: [f64; 1], %c: f64, %m: i64) -> (f64) {
  %n: i64 = extent %xs, 0
  %all: f64 = loop %n, (0.0) |%i: i64, %so: f64| {
    %x: f64 = index %xs[%i]
    %sum: f64 = loop %m, (%so) |%j: i64, %st: f64| {
      %s: f64 = map_reduce 5, () |%k: i64| {
        %z: f64 = cast %k
        %y: f64 = mul %z, %x
        %t: f64 = exp %y
        %w: f64 = mul %t, %st
        yield %w
      } reduce (0.0) |%a: f64, %b: f64| {
        %ab: f64 = add %a, %b
        yield %ab
      }
      yield %s
    }
    yield %sum
  }
  return %all
}
)");
  EXPECT_EQ(p.count<ir::Map>(), 1u) << p.text();
  EXPECT_FALSE(isInTable(p, Prim::Exp)) << p.text();
}

} // namespace
} // namespace soac::test
