// Passes over a function and its definitions together.
#include "optimise/Definitions.h"

#include "Check.h"

namespace soac::test {
namespace {

template <class Pass> Passed through(llvm::StringRef text, Pass pass) {
  const ir::Function before = parsed(text);
  return checked(before, pass(before));
}

const RuntimeValue two = RuntimeValue::f64(2.5), three = RuntimeValue::f64(3.5);

const char *const twice = R"(
func @f(%x: f64, %y: f64) -> (f64) {
  %a: f64 = invoke 0 f64 (%x, 2.0)
  %b: f64 = invoke 0 f64 (%y, 2.0)
  %r: f64 = add %a, %b
  return %r
}
define @scaled(%v: f64, %k: f64) -> (f64) {
  %s: f64 = sin %v
  %t: f64 = mul %s, %k
  return %t
})";

TEST(Definitions, areInlinedWhereAsked) {
  auto p = through(twice, [](ir::Function f) { return optimise::inlineDefinitions(std::move(f), [](unsigned) { return true; }); });
  p.on({two, three});
  EXPECT_EQ(p.count<ir::Invoke>(), 0u);
  EXPECT_EQ(p.after.definitions.size(), 0u);
  auto kept = through(twice, [](ir::Function f) { return optimise::inlineDefinitions(std::move(f), [](unsigned) { return false; }); });
  EXPECT_EQ(kept.count<ir::Invoke>(), 2u);
}

TEST(Definitions, thatInvokeThemselvesAreNotInlined) {
  auto p = through(R"(
func @f(%x: f64, %n: i64) -> (f64) {
  %a: f64 = invoke 0 f64 (%x, %n)
  return %a
}
define @power(%v: f64, %n: i64) -> (f64) {
  %isLast: bool = lt %n, 1
  %r: f64 = if %isLast {
    yield 1.0
  } else {
    %m: i64 = sub %n, 1
    %p: f64 = invoke 0 f64 (%v, %m)
    %q: f64 = mul %p, %v
    yield %q
  }
  return %r
})",
                   [](ir::Function f) { return optimise::inlineSmallDefinitions(std::move(f)); });
  p.on({two, RuntimeValue::i64(4)});
  EXPECT_EQ(p.count<ir::Invoke>(), 1u);
}

std::string inDirections(std::string k) {
  std::string text = R"(
func @f(%x: f64, %dx: [f64; 1], %n: i64) -> (f64, [f64; 1]) {
  %r: f64, %d: [f64; 1] = differentiate tangent (%x), seeds (%dx) directions 2 |%y: f64| {
    %a: f64 = invoke 0 f64 (%y, %n)
    %b: f64 = invoke 0 f64 (%a, 3)
    yield %b
  }
  return %r, %d
}
define @power(%v: f64, %k: i64) -> (f64) {
  %t: f64 = loop %k, (%v) |%i: i64, %w: f64| {
    %s: f64 = sin %w
    %p: f64 = mul %s, %v
    %q: f64 = add %p, %w
    %c: f64 = cos %q
    %e: f64 = add %c, %v
    %g: f64 = mul %e, %s
    yield %g
  }
  return %t
})";
  if (k.empty()) {
    text.replace(text.find("directions 2"), 12, "");
    for (std::size_t at; (at = text.find("%dx: [f64; 1]")) != std::string::npos;)
      text.replace(at, 13, "%dx: f64");
    for (std::size_t at; (at = text.find("%d: [f64; 1]")) != std::string::npos;)
      text.replace(at, 12, "%d: f64");
    text.replace(text.find("(f64, [f64; 1])"), 15, "(f64, f64)");
  }
  return text;
}

// A call with arrays would make the whole derivative run once for each direction.
TEST(Definitions, areInlinedForSeveralDirections) {
  const auto inlined = [](ir::Function f) { return optimise::inlineSmallDefinitions(std::move(f)); };
  EXPECT_EQ(through(inDirections("2"), inlined).count<ir::Invoke>(), 0u);
  EXPECT_EQ(through(inDirections(""), inlined).count<ir::Invoke>(), 2u);
}

TEST(Definitions, getWhatEveryInvocationGives) {
  auto p = through(twice, [](ir::Function f) { return optimise::pruneDefinitions(optimise::propagateConstants(std::move(f))); });
  p.on({two, three});
  EXPECT_EQ(p.after.definitions.at(0).body.parameters.size(), 1u) << p.text();
}

TEST(Definitions, keepArgumentsThatDiffer) {
  auto p = through(R"(
func @f(%x: f64, %y: f64) -> (f64) {
  %a: f64 = invoke 0 f64 (%x, 2.0)
  %b: f64 = invoke 0 f64 (%y, 3.0)
  %r: f64 = add %a, %b
  return %r
}
define @scaled(%v: f64, %k: f64) -> (f64) {
  %t: f64 = mul %v, %k
  return %t
})",
                   [](ir::Function f) { return optimise::pruneDefinitions(optimise::propagateConstants(std::move(f))); });
  p.on({two, three});
  EXPECT_EQ(p.after.definitions.at(0).body.parameters.size(), 2u) << p.text();
}

// The array is handed from invocation to invocation, and nobody reads it.
TEST(Definitions, loseWhatOnlyTheyHandOn) {
  auto p = through(R"(
func @f(%x: f64, %n: i64) -> (i64) {
  %z: [f64; 1] = fill %x, [%n]
  %r: i64, %a: [f64; 1] = loop %n, (0, %z) |%i: i64, %count: i64, %b: [f64; 1]| {
    %next: i64, %c: [f64; 1] = invoke 0 i64 [f64; 1] (%count, %b) update(1)
    yield %next, %c
  }
  return %r
}
define @counted(%count: i64, %b: [f64; 1]) -> (i64, [f64; 1]) {
  %e: f64 = index %b[0]
  %s: f64 = sin %e
  %u: [f64; 1] = update %b[0] = %s
  %next: i64 = add %count, 2
  return %next, %u
})",
                   [](ir::Function f) { return optimise::pruneDefinitions(std::move(f)); });
  p.on({two, RuntimeValue::i64(3)});
  EXPECT_EQ(p.after.definitions.at(0).body.parameters.size(), 1u) << p.text();
  EXPECT_EQ(p.count<ir::Fill>(), 0u);
}

TEST(Definitions, keepArraysThatAreRead) {
  auto p = through(R"(
func @f(%x: f64, %n: i64) -> (f64) {
  %z: [f64; 1] = fill %x, [%n]
  %a: [f64; 1] = invoke 0 [f64; 1] (%z) update(0)
  %b: [f64; 1] = invoke 0 [f64; 1] (%a) update(0)
  %r: f64 = index %b[0]
  return %r
}
define @changed(%b: [f64; 1]) -> ([f64; 1]) {
  %e: f64 = index %b[0]
  %s: f64 = sin %e
  %u: [f64; 1] = update %b[0] = %s
  return %u
})",
                   [](ir::Function f) { return optimise::pruneDefinitions(std::move(f)); });
  p.on({two, RuntimeValue::i64(3)});
  EXPECT_EQ(p.count<ir::Invoke>(), 2u);
}

TEST(Definitions, thatAreTheSameAreOne) {
  auto p = through(R"(
func @f(%x: f64, %y: f64) -> (f64) {
  %a: f64 = invoke 0 f64 (%x)
  %b: f64 = invoke 1 f64 (%y)
  %c: f64 = invoke 2 f64 (%y)
  %d: f64 = add %a, %b
  %r: f64 = add %d, %c
  return %r
}
define @one(%v: f64) -> (f64) {
  %t: f64 = sin %v
  return %t
}
define @two(%w: f64) -> (f64) {
  %s: f64 = sin %w
  return %s
}
define @three(%w: f64) -> (f64) {
  %s: f64 = cos %w
  return %s
})",
                   [](ir::Function f) { return optimise::pruneDefinitions(std::move(f)); });
  p.on({two, three});
  EXPECT_EQ(p.after.definitions.size(), 2u) << p.text();
}

TEST(Definitions, showResultsThatFollowFromNumbers) {
  const char *const text = R"(
func @f(%x: f64, %n: i64) -> (i64, f64) {
  %a: i64, %b: f64 = invoke 0 i64 f64 (%x, %n)
  return %a, %b
}
define @both(%v: f64, %n: i64) -> (i64, f64) {
  %most: i64 = max %n, 0
  %even: i64 = mul %most, 2
  %r: f64 = loop %even, (%v) |%i: i64, %w: f64| {
    %s: f64 = sin %w
    yield %s
  }
  return %even, %r
})";
  auto p = through(text, [](ir::Function f) {
    EXPECT_TRUE(optimise::exposeResults(f));
    EXPECT_FALSE(optimise::exposeResults(f));
    return f;
  });
  p.on({two, RuntimeValue::i64(3)});
  EXPECT_EQ(p.count(prims::Prim::Max), 1u) << p.text();
}

} // namespace
} // namespace soac::test
