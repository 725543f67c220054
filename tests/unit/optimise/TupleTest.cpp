// Definitions that are invoked beside each other become one, and the passes that bring their invocations together.
#include "optimise/Definitions.h"

#include "Check.h"

namespace soac::test {
namespace {

const RuntimeValue four = RuntimeValue::i64(4);
const RuntimeValue numbers = RuntimeValue::array({0.5, -2, 3, 1.5});

Passed tupled(llvm::StringRef text) {
  const ir::Function before = parsed(text);
  return checked(before, optimise::tupleDefinitions(before));
}
std::size_t invocations(const ir::Function &f) {
  std::size_t n = 0;
  for (const ir::Function &definition : f.definitions)
    ir::forEachStatement(definition.body, [&](const ir::Statement &s) { n += std::holds_alternative<ir::Invoke>(s.op); });
  return n;
}

TEST(MergeBranches, ofOneConditionAreOne) {
  auto p = passed(R"(
func @f(%c: bool, %x: f64) -> (f64, f64) {
  %r: f64 = if %c {
    %a: f64 = sin %x
    yield %a
  } else {
    yield 2.0
  }
  %between: f64 = mul %r, 3.0
  %s: f64 = if %c {
    %b: f64 = mul %r, %x
    yield %b
  } else {
    %d: f64 = add %r, %x
    yield %d
  }
  return %between, %s
})",
                  {"merge_branches"});
  EXPECT_EQ(p.count<ir::If>(), 1u);
  p.on({RuntimeValue::boolean(true), RuntimeValue::f64(0.7)}).on({RuntimeValue::boolean(false), RuntimeValue::f64(0.7)});
}

TEST(MergeBranches, stayApartWhereTheSecondNeedsWhatIsMadeOfTheFirst) {
  auto p = passed(R"(
func @f(%c: bool, %x: f64) -> (f64) {
  %r: f64 = if %c {
    %a: f64 = sin %x
    yield %a
  } else {
    yield 2.0
  }
  %between: f64 = mul %r, 3.0
  %s: f64 = if %c {
    yield %between
  } else {
    yield %x
  }
  return %s
})",
                  {"merge_branches"});
  EXPECT_EQ(p.count<ir::If>(), 2u);
  p.on({RuntimeValue::boolean(true), RuntimeValue::f64(0.7)});
}

TEST(MergeBranches, ofTwoConditionsStayApart) {
  auto p = passed(R"(
func @f(%c: bool, %d: bool, %x: f64) -> (f64) {
  %r: f64 = if %c {
    yield %x
  } else {
    yield 2.0
  }
  %s: f64 = if %d {
    yield %r
  } else {
    yield 3.0
  }
  return %s
})",
                  {"merge_branches"});
  EXPECT_EQ(p.count<ir::If>(), 2u);
  p.on({RuntimeValue::boolean(true), RuntimeValue::boolean(false), RuntimeValue::f64(0.7)});
}

/// A loop that stores what it carries, then one that reads `read` of it.
std::string storedAndRead(const char *read) {
  return R"(
func @f(%n: i64, %x: [f64; 1]) -> (f64, f64) {
  %log: [f64; 1] = fill 0.0, [%n]
  %last: f64, %logged: [f64; 1] = loop %n, (1.0, %log) |%i: i64, %p: f64, %l: [f64; 1]| {
    %next: [f64; 1] = update %l[%i] = %p
    %e: f64 = index %x[%i]
    %q: f64 = invoke 0 f64 (%p, %e)
    yield %q, %next
  }
  %m: i64 = sub %n, 1
  %doubled: f64 = mul %last, 2.0
  %sum: f64 = loop %n, (0.0) |%j: i64, %s: f64| {
    %k: i64 = sub %m, %j
    %v: f64 = )" +
         std::string(read) + R"(
    %t: f64 = add %s, %v
    yield %t
  }
  return %doubled, %sum
}
define @step(%a: f64, %b: f64) -> (f64) {
  %r: f64 = mul %a, %b
  return %r
})";
}

TEST(FuseLoops, whichStoreAndRead) {
  auto p = passed(storedAndRead("index %logged[%j]"), {"fuse_loops", "dce"});
  EXPECT_EQ(p.count<ir::Loop>(), 1u);
  EXPECT_EQ(p.count<ir::Update>(), 0u);
  p.on({four, numbers});
}

TEST(FuseLoops, whichReadOtherIterationsStayApart) {
  auto p = passed(storedAndRead("index %logged[%k]"), {"fuse_loops"});
  EXPECT_EQ(p.count<ir::Loop>(), 2u);
  p.on({four, numbers});
}

TEST(FuseLoops, whichReadTheLastValueStayApart) {
  auto p = passed(storedAndRead("mul %last, 2.0"), {"fuse_loops"});
  EXPECT_EQ(p.count<ir::Loop>(), 2u);
  p.on({four, numbers});
}

TEST(FuseLoops, forwardElementsOfRows) {
  auto p = passed(R"(
func @f(%n: i64, %x: [f64; 1]) -> (f64) {
  %log: [f64; 2] = fill 0.0, [%n, %n]
  %last: [f64; 1], %logged: [f64; 2] = loop %n, (%x, %log) |%i: i64, %p: [f64; 1], %l: [f64; 2]| {
    %next: [f64; 2] = update %l[%i] = %p
    %e: f64 = index %p[%i]
    %q: f64 = invoke 0 f64 (%e, 3.0)
    %changed: [f64; 1] = update %p[%i] = %q
    yield %changed, %next
  }
  %sum: f64 = loop %n, (0.0) |%j: i64, %s: f64| {
    %v: f64 = index %logged[%j, 2]
    %t: f64 = add %s, %v
    yield %t
  }
  return %sum
}
define @step(%a: f64, %b: f64) -> (f64) {
  %r: f64 = mul %a, %b
  return %r
})",
                  {"fuse_loops", "dce"});
  EXPECT_EQ(p.count<ir::Loop>(), 1u);
  p.on({four, numbers});
}

TEST(EqualCarried, areOne) {
  auto p = passed(R"(
func @f(%n: i64, %x: [f64; 1]) -> (f64, f64, f64) {
  %a: f64, %b: f64, %c: f64 = loop %n, (1.0, 1.0, 1.0) |%i: i64, %p: f64, %q: f64, %s: f64| {
    %e: f64 = index %x[%i]
    %isBelow: bool = lt %e, 1.0
    %r: f64 = if %isBelow {
      %0: f64 = mul %p, %e
      yield %0
    } else {
      yield %p
    }
    %t: f64 = if %isBelow {
      %1: f64 = mul %q, %e
      yield %1
    } else {
      yield %q
    }
    %u: f64 = sub %s, %e
    yield %r, %t, %u
  }
  return %a, %b, %c
})",
                  {"equal_carried", "cse", "dce"});
  EXPECT_EQ(p.count<ir::If>(), 1u) << p.text();
  p.on({four, numbers});
}

TEST(EqualCarried, whichBeginDifferentlyStay) {
  auto p = passed(R"(
func @f(%n: i64, %x: [f64; 1]) -> (f64, f64) {
  %a: f64, %b: f64 = loop %n, (1.0, 2.0) |%i: i64, %p: f64, %q: f64| {
    %r: f64 = mul %p, 3.0
    %s: f64 = mul %q, 3.0
    yield %r, %s
  }
  return %a, %b
})",
                  {"equal_carried"});
  p.on({four, numbers});
}

TEST(EqualCarried, whichAreMadeOfOthersThatDifferStay) {
  auto p = passed(R"(
func @f(%n: i64, %x: [f64; 1]) -> (f64, f64) {
  %a: f64, %b: f64, %c: f64, %d: f64 = loop %n, (1.0, 1.0, 1.0, 1.0) |%i: i64, %p: f64, %q: f64, %s: f64, %t: f64| {
    %r: f64 = add %p, %s
    %u: f64 = add %q, %t
    %v: f64 = mul %s, 2.0
    %w: f64 = mul %t, 3.0
    yield %r, %u, %v, %w
  }
  return %a, %b
})",
                  {"equal_carried"});
  p.on({four, numbers});
}

/// x^n, and beside it the sum x^n + .. + x, by recursion.
std::string powerAndSum(const char *seed) {
  return R"(
func @f(%n: i64, %x: [f64; 1]) -> (f64, f64) {
  %e: f64 = index %x[0]
  %r: f64 = invoke 0 f64 (%n, %e)
  %2: f64 = mul %r, 3.0
  %s: f64 = invoke 1 f64 (%e, %n, )" +
         std::string(seed) + R"()
  return %2, %s
}
define @power(%n: i64, %x: f64) -> (f64) {
  %isLast: bool = lt %n, 1
  %r: f64 = if %isLast {
    yield 1.0
  } else {
    %m: i64 = sub %n, 1
    %p: f64 = invoke 0 f64 (%m, %x)
    %q: f64 = mul %p, %x
    yield %q
  }
  return %r
}
define @sum(%x: f64, %n: i64, %seed: f64) -> (f64) {
  %isLast: bool = lt %n, 1
  %r: f64 = if %isLast {
    yield %seed
  } else {
    %m: i64 = sub %n, 1
    %p: f64 = invoke 0 f64 (%m, %x)
    %q: f64 = mul %p, %x
    %half: f64 = mul %seed, 0.5
    %before: f64 = invoke 1 f64 (%x, %m, %half)
    %s: f64 = add %before, %q
    yield %s
  }
  return %r
})";
}

TEST(Tuple, recursionsBesideEachOtherAreOne) {
  auto p = tupled(powerAndSum("2.0"));
  EXPECT_EQ(p.after.definitions.size(), 1u) << p.text();
  EXPECT_EQ(invocations(p.after), 1u) << p.text();
  p.on({four, numbers});
}

TEST(Tuple, branchesThatChooseNumbersDoNotHoldThemApart) {
  auto p = tupled(R"(
func @f(%n: i64, %x: [f64; 1]) -> (f64, f64) {
  %e: f64 = index %x[0]
  %r: f64 = invoke 0 f64 (%n, %e)
  %s: f64 = invoke 1 f64 (%e, %n, 2.0)
  return %r, %s
}
define @power(%n: i64, %x: f64) -> (f64) {
  %isLast: bool = lt %n, 1
  %r: f64 = if %isLast {
    yield 1.0
  } else {
    %m: i64 = sub %n, 1
    %p: f64 = invoke 0 f64 (%m, %x)
    %isPositive: bool = lt %x, 1.0
    %q: f64 = if %isPositive {
      yield %p
    } else {
      %0: f64 = neg %p
      yield %0
    }
    yield %q
  }
  return %r
}
define @sum(%x: f64, %n: i64, %seed: f64) -> (f64) {
  %isLast: bool = lt %n, 1
  %r: f64 = if %isLast {
    yield %seed
  } else {
    %m: i64 = sub %n, 1
    %p: f64 = invoke 0 f64 (%m, %x)
    %isPositive: bool = lt %x, 1.0
    %s: f64 = if %isPositive {
      yield %seed
    } else {
      %0: f64 = neg %seed
      yield %0
    }
    %before: f64 = invoke 1 f64 (%x, %m, %s)
    %t: f64 = add %before, %p
    yield %t
  }
  return %r
})");
  EXPECT_EQ(p.after.definitions.size(), 1u) << p.text();
  EXPECT_EQ(invocations(p.after), 1u) << p.text();
  p.on({four, numbers}).on({four, RuntimeValue::array({3, 1})});
}

TEST(Tuple, recursionsBesideOneThatAddsToAccumulatorsAreOne) {
  auto p = tupled(R"(
func @f(%n: i64, %x: [f64; 1], %a: [f64; 1]) -> (f64, [f64; 1]) {
  %e: f64 = index %x[0]
  %r: f64 = invoke 0 f64 (%n, %e, %e)
  %2: f64 = mul %r, 3.0
  %b: [f64; 1] = with_accumulators (%a) |%c: acc [f64; 1]| {
    invoke 1 (%e, %e, %n, 2.0) add (%c)
    yield
  }
  return %2, %b
}
define @power(%n: i64, %x: f64, %y: f64) -> (f64) {
  %isLast: bool = lt %n, 1
  %r: f64 = if %isLast {
    yield 1.0
  } else {
    %m: i64 = sub %n, 1
    %p: f64 = invoke 0 f64 (%m, %x, %y)
    %q: f64 = mul %p, %y
    yield %q
  }
  return %r
}
define @sum(%x: f64, %y: f64, %n: i64, %seed: f64, %c: acc [f64; 1]) -> () {
  %isLast: bool = lt %n, 1
  if %isLast {
    accumulate %c[0] += %seed
    yield
  } else {
    %m: i64 = sub %n, 1
    %p: f64 = invoke 0 f64 (%m, %x, %y)
    %half: f64 = mul %seed, 0.5
    invoke 1 (%x, %y, %m, %half) add (%c)
    accumulate %c[1] += %p
    yield
  }
  return
})");
  EXPECT_EQ(p.after.definitions.size(), 1u) << p.text();
  EXPECT_EQ(p.count<ir::Invoke>(), 1u) << p.text();
  p.on({four, numbers, numbers});
}

TEST(Tuple, workGrowsWithTheDepthAndNotWithItsSquare) {
  const ir::Function f = optimise::tupleDefinitions(parsed(powerAndSum("2.0")));
  const auto work = [&](std::int64_t depth) {
    eval::Counters counters;
    eval::run(f, {RuntimeValue::i64(depth), numbers}, &counters);
    return counters.statements;
  };
  EXPECT_LE(work(40), 2 * work(20));
}

TEST(Tuple, definitionsThatWaitForAResultKeepTheirInvocations) {
  auto p = tupled(powerAndSum("%r"));
  std::size_t own = 0; // invocations of the function, both of which are left
  ir::forEachStatement(p.after.body, [&](const ir::Statement &s) { own += std::holds_alternative<ir::Invoke>(s.op); });
  EXPECT_EQ(own, 2u) << p.text();
  p.on({four, numbers});
}

TEST(Tuple, invocationsWithOtherArgumentsStay) {
  auto p = tupled(R"(
func @f(%n: i64, %x: [f64; 1]) -> (f64, f64) {
  %e: f64 = index %x[0]
  %y: f64 = mul %e, 2.0
  %r: f64 = invoke 0 f64 (%n, %y)
  %s: f64 = invoke 1 f64 (%e, %n, 2.0)
  return %r, %s
})" + powerAndSum("2.0").substr(powerAndSum("2.0").find("\ndefine")));
  EXPECT_EQ(p.after.definitions.size(), 3u) << p.text(); // the function invokes each by itself
  p.on({four, numbers});
}

TEST(Tuple, arraysThatAreUpdatedAreUpdatedByTheOne) {
  auto p = tupled(R"(
func @f(%n: i64, %x: [f64; 1]) -> (f64, f64, [f64; 1]) {
  %y: [f64; 1] = fill 1.0, [4]
  %r: f64, %z: [f64; 1] = invoke 0 f64 [f64; 1] (%n, %y) update(1)
  %s: f64 = invoke 1 f64 (%y, %n, 2.0)
  return %r, %s, %z
}
define @fill(%n: i64, %y: [f64; 1]) -> (f64, [f64; 1]) {
  %isLast: bool = lt %n, 1
  %r: f64, %z: [f64; 1] = if %isLast {
    yield 1.0, %y
  } else {
    %m: i64 = sub %n, 1
    %p: f64, %w: [f64; 1] = invoke 0 f64 [f64; 1] (%m, %y) update(1)
    %e: f64 = index %w[%m]
    %q: f64 = mul %p, 1.5
    %d: f64 = add %q, %e
    %v: [f64; 1] = update %w[%m] = %d
    yield %d, %v
  }
  return %r, %z
}
define @sum(%y: [f64; 1], %n: i64, %seed: f64) -> (f64) {
  %isLast: bool = lt %n, 1
  %r: f64 = if %isLast {
    yield %seed
  } else {
    %m: i64 = sub %n, 1
    %p: f64, %w: [f64; 1] = invoke 0 f64 [f64; 1] (%m, %y) update(1)
    %half: f64 = mul %seed, 0.5
    %before: f64 = invoke 1 f64 (%y, %m, %half)
    %s: f64 = add %before, %p
    yield %s
  }
  return %r
})");
  EXPECT_EQ(p.after.definitions.size(), 1u) << p.text();
  p.on({four, numbers});
}

} // namespace
} // namespace soac::test
