// The inspectors of pointers: what they say a function touches, and how they stand in front of a derivative.
#include "ad/PointerExtents.h"
#include "eval/Interpreter.h"
#include "ir/text/Parser.h"
#include "ir/verify/Verifier.h"
#include "optimise/Passes.h"

#include <gtest/gtest.h>

namespace soac::test {
namespace {

using ops::RuntimeValue;

ir::Function parsed(const std::string &text) {
  ir::ParseResult result = ir::parse(text);
  EXPECT_FALSE(result.error) << result.error->message;
  return std::move(result.functions.front());
}

/// A function of a pointer, a table and a number.
ir::Function touching(const std::string &body) {
  return parsed("func @f(%p: [f64; 1], %table: [i64; 1], %n: i64) -> (f64) {\n" + body + "\nreturn %r\n}");
}

/// What the inspector of the first parameter says, run where the pointer has ten elements; none where there is no
/// inspector.
std::optional<std::int64_t> extentIn(const ir::Function &f, std::int64_t n) {
  const ir::Value pointer = f.body.parameters[0];
  const ad::ExtentInspector inspector = ad::inspectExtents(f, {pointer}, {pointer});
  if (inspector.unknown)
    return std::nullopt;
  const ir::Function simplified = optimise::simplify(inspector.function);
  EXPECT_TRUE(ir::verify(simplified).empty());
  const eval::Outcome outcome = eval::run(simplified, {RuntimeValue(ir::Scalar::F64, ops::Extents{10}),
                                                       RuntimeValue::indices({2, 7, 4}), RuntimeValue::i64(n)});
  return std::get<std::vector<RuntimeValue>>(outcome).front().elements()[0].i;
}

TEST(PointerExtents, of_a_stride) {
  const ir::Function f = touching(R"(%r: f64 = loop %n, (0.0) |%i: i64, %s: f64| {
    %k: i64 = mul %i, 2
    %k1: i64 = add %k, 1
    %v: f64 = index %p[%k1]
    %t: f64 = add %s, %v
    yield %t
  })");
  EXPECT_EQ(extentIn(f, 4), 8);
  EXPECT_EQ(extentIn(f, 0), 0);
}

TEST(PointerExtents, of_looked_up_indices) {
  const ir::Function f = touching(R"(%r: f64 = loop %n, (0.0) |%i: i64, %s: f64| {
    %k: i64 = index %table[%i]
    %v: f64 = index %p[%k]
    %t: f64 = add %s, %v
    yield %t
  })");
  EXPECT_EQ(extentIn(f, 1), 3);
  EXPECT_EQ(extentIn(f, 3), 8);
}

TEST(PointerExtents, of_writes_in_a_branch) {
  const ir::Function f = touching(R"(%q: [f64; 1] = loop %n, (%p) |%i: i64, %a: [f64; 1]| {
    %c: bool = lt %i, 2
    %b: [f64; 1] = if %c {
      %k: i64 = add %i, 4
      %u: [f64; 1] = update %a[%k] = 1.0
      yield %u
    } else {
      yield %a
    }
    yield %b
  }
  %r: f64 = index %q[0])");
  EXPECT_EQ(extentIn(f, 0), 1);
  EXPECT_EQ(extentIn(f, 1), 5);
  EXPECT_EQ(extentIn(f, 9), 6);
}

TEST(PointerExtents, of_the_test_that_ends_a_loop) {
  const ir::Function f = touching(R"(%i: i64 = loop while (0) |%k: i64| {
    %v: f64 = index %p[%k]
    %c: bool = lt %k, %n
    %d: bool = select %c, true, false
    yield %d
  } do |%j: i64| {
    %m: i64 = add %j, 1
    yield %m
  }
  %r: f64 = cast %i)");
  EXPECT_EQ(extentIn(f, 3), 4);
}

TEST(PointerExtents, before_the_pointer_there_is_none) {
  const ir::Function f = touching(R"(%k: i64 = sub %n, 3
  %r: f64 = index %p[%k])");
  EXPECT_EQ(extentIn(f, 3), 1);
  EXPECT_EQ(extentIn(f, 2), -1);
}

TEST(PointerExtents, inside_an_operator_they_are_unknown) {
  const ir::Function f = touching(R"(%r: f64 = reduce %n, (%p), neutral (0.0) |%a: f64, %b: f64| {
    %v: f64 = index %p[1]
    %s: f64 = add %a, %b
    %t: f64 = mul %s, %v
    yield %t
  })");
  EXPECT_EQ(extentIn(f, 3), std::nullopt);
}

TEST(PointerExtents, an_inspector_takes_the_place_of_symbols) {
  // Its definition has the number of another one of the derivative.
  const ir::Function f = parsed(R"(func @f(%p: [f64; 1], %n: i64) -> (f64) {
    %k: i64 = invoke 0 i64 (%n)
    %r: f64 = index %p[%k]
    return %r
  }
  define @last(%n: i64) -> (i64) {
    %k: i64 = mul %n, 3
    return %k
  })");
  ir::Function derivative = parsed(R"(func @f_adj(%p: [f64; 1], %n: i64, %extent: i64) -> ([f64; 1]) {
    %z: f64 = invoke 0 f64 (%n)
    %r: [f64; 1] = fill %z, [%extent]
    return %r
  }
  define @zero(%n: i64) -> (f64) {
    %x: f64 = cast %n
    %z: f64 = sub %x, %x
    return %z
  })");
  const ir::Value pointer = f.body.parameters[0], symbol = derivative.body.parameters[2];
  const ad::ExtentInspector inspector = ad::inspectExtents(f, {pointer}, {pointer});
  ASSERT_FALSE(inspector.unknown);
  ad::addInspector(derivative, inspector.function, {symbol});
  EXPECT_TRUE(ir::verify(derivative).empty());
  ASSERT_EQ(derivative.body.parameters.size(), 2u);
  const eval::Outcome outcome =
      eval::run(derivative, {RuntimeValue(ir::Scalar::F64, ops::Extents{9}), RuntimeValue::i64(2)});
  EXPECT_EQ(std::get<std::vector<RuntimeValue>>(outcome).front().elements().size(), 7u);
}

} // namespace
} // namespace soac::test
