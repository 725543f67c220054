// The pass that takes branches out of loops which do not change their conditions.
#include "Check.h"

namespace soac::test {
namespace {

Passed unswitched(llvm::StringRef text) {
  const ir::Function before = parsed(text);
  return checked(before, optimise::byName("unswitch")->run(before));
}

unsigned branchesAtTheTop(const Passed &p) {
  unsigned n = 0;
  for (const ir::Statement &s : p.after.body.statements)
    n += std::holds_alternative<ir::If>(s.op);
  return n;
}

/// A nest that adds to the elements of %a, of which a branch on `condition` chooses the number.
std::string nest(const std::string &condition, const std::string &arm = "%u: f64 = index %x[%j]\n yield %u") {
  return R"(
func @f(%x: [f64; 1], %y: [f64; 1], %n: i64, %flag: bool) -> ([f64; 1]) {
  %r: [f64; 1] = loop %n, (%y) |%i: i64, %a: [f64; 1]| {
    %even: i64 = and %i, 1
    %isEven: bool = eq %even, 0
    %less: i64 = sub %i, 1
    %isFirst: bool = lt %less, 0
    %b: [f64; 1] = loop %n, (%a) |%j: i64, %c: [f64; 1]| {
      %o: f64 = index %c[%j]
      %isLarge: bool = lt 2.0, %o
      %v: f64 = if )" +
         condition + R"( {
        )" +
         arm + R"(
      } else {
        yield %o
      }
      %w: f64 = add %o, %v
      %d: [f64; 1] = update %c[%j] = %w
      yield %d
    }
    yield %b
  }
  return %r
})";
}

void run(Passed &p) {
  for (std::int64_t n : {0, 1, 3})
    for (const bool flag : {false, true})
      p.on({RuntimeValue::array({1, 2, 4}), RuntimeValue::array({1, 3, 0.5}), RuntimeValue::i64(n),
            RuntimeValue::boolean(flag)});
}

TEST(Unswitch, aBranchGoesOutOfAllLoopsAround) {
  Passed p = unswitched(nest("%flag"));
  run(p);
  EXPECT_EQ(branchesAtTheTop(p), 1u) << p.text();
  EXPECT_EQ(p.count<ir::Loop>(), 4u) << p.text();
}

TEST(Unswitch, asFarAsItsConditionIsKnown) {
  Passed p = unswitched(nest("%isEven"));
  run(p);
  EXPECT_EQ(branchesAtTheTop(p), 0u) << p.text();
  EXPECT_EQ(p.count<ir::Loop>(), 3u) << p.text();
}

TEST(Unswitch, branchesOnDataAndOfNumbersAloneStay) {
  for (const std::string &text : {nest("%isLarge"), nest("%flag", "%u: f64 = sin %o\n yield %u")}) {
    Passed p = unswitched(text);
    run(p);
    EXPECT_EQ(p.count<ir::Loop>(), 2u) << p.text();
  }
}

TEST(Unswitch, comparisonsOfACounterStay) {
  Passed p = unswitched(nest("%isFirst"));
  run(p);
  EXPECT_EQ(p.count<ir::Loop>(), 2u) << p.text();
}

TEST(Unswitch, longLoopsStay) {
  std::string work = "%u0: f64 = index %x[%j]";
  for (int k = 1; k < 200; ++k)
    work += "\n %u" + std::to_string(k) + ": f64 = sin %u" + std::to_string(k - 1);
  Passed p = unswitched(nest("%flag", work + "\n yield %u199"));
  run(p);
  EXPECT_EQ(p.count<ir::Loop>(), 2u) << p.text();
}

TEST(Unswitch, whileLoops) {
  Passed p = unswitched(R"(
func @f(%x: [f64; 1], %y: [f64; 1], %n: i64, %flag: bool) -> ([f64; 1]) {
  %r: [f64; 1], %e: i64 = loop while (%y, 0) |%a: [f64; 1], %i: i64| {
    %goes: bool = lt %i, %n
    yield %goes
  } do |%b: [f64; 1], %j: i64| {
    %c: [f64; 1] = if %flag {
      %u: f64 = index %x[%j]
      %d: [f64; 1] = update %b[%j] = %u
      yield %d
    } else {
      yield %b
    }
    %k: i64 = add %j, 1
    yield %c, %k
  }
  return %r
})");
  run(p);
  EXPECT_EQ(branchesAtTheTop(p), 1u) << p.text();
}

} // namespace
} // namespace soac::test
