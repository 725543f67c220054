// Every way in which a statement can be ill-formed is found, and is named.
#include "ir/verify/Verifier.h"
#include "ir/Builder.h"
#include "ir/text/Parser.h"

#include "prims/Prims.h"

#include <gtest/gtest.h>

namespace soac::test {
namespace {

using namespace ir;

/// Statements in a function that has %n: i64, %x: f64, %c: bool, %xs: [f64; 1], %xss: [f64; 2], %ks: [i64; 1].
struct BadStatements {
  const char *statements;
  const char *problem;
};

class Problems : public testing::TestWithParam<BadStatements> {};

TEST_P(Problems, AreFound) {
  const auto &[statements, problem] = GetParam();
  const std::string text =
      "func @f(%n: i64, %x: f64, %c: bool, %xs: [f64; 1], %xss: [f64; 2], %ks: [i64; 1]) -> () {\n" +
      std::string(statements) + "\nreturn\n}";
  const ParseResult result = parse(text);
  ASSERT_FALSE(result.error) << result.error->message << "\n" << text;
  const std::vector<std::string> problems = verify(result.functions[0]);
  ASSERT_FALSE(problems.empty()) << text;
  EXPECT_NE(problems[0].find(problem), std::string::npos) << problems[0];
}

INSTANTIATE_TEST_SUITE_P(
    Verifier, Problems,
    testing::Values(
        BadStatements{"%y: f64 = sin %n", "the primitive does not take these operands"},
        BadStatements{"%y: f64 = sin %xs", "%xs is not a scalar"},
        BadStatements{"%y: f64 = add %x, %n", "the primitive does not take these operands"},
        BadStatements{"%y: f32 = add %x, %x", "the primitive does not give this type"},
        BadStatements{"%y: f64 = lt %x, %x", "the primitive does not give this type"},
        BadStatements{"%y: [f64; 1] = cast %x", "the results are ([f64; 1]), not (f64)"},
        BadStatements{"%y: f64 = select %x, %x, %x", "the primitive does not take these operands"},
        BadStatements{"%y: f64 = index %xs[%x]", "%x is not an i64"},
        BadStatements{"%y: f64 = index %xs[%n, %n]", "more indices than dimensions"},
        BadStatements{"%y: f64 = index %xss[%n]", "the results are (f64), not ([f64; 1])"},
        BadStatements{"%y: [f64; 1] = update %xs[%n] = %n", "%n has not the type of that part of the array"},
        BadStatements{"%y: [f64; 1] = update %xs[%n, %n] = %x", "more indices than dimensions"},
        BadStatements{"%y: i64 = extent %xs, 1", "%xs has no such dimension"},
        BadStatements{"%y: i64 = extent %x, 0", "%x has no such dimension"},
        BadStatements{"%y: [f64; 1] = fill %x, [%x]", "%x is not an i64"},
        BadStatements{"%y: f64 = fill %x, []", "there are no extents"},
        BadStatements{"%y: [i64; 1] = iota %x", "%x is not an i64"},
        BadStatements{"%y: [f64; 2] = rearrange %xss, (0, 0)", "the dimensions are not permuted"},
        BadStatements{"%y: [f64; 2] = rearrange %xss, (0)", "the dimensions are not permuted"},
        BadStatements{"%y: f64 = reshape %xs, []", "there are no extents"},
        BadStatements{"%y: f64 = slice %x, start 0, count 1, step 1", "%x is not an array"},
        BadStatements{"%y: [f64; 1] = slice %xs, start %x, count 1, step 1", "%x is not an i64"},
        BadStatements{"%y: f64 = rotate %x, %n", "%x is not an array"},
        BadStatements{"%y: [f64; 1] = concat %xs, %xss", "the arrays are of different types"},
        BadStatements{"%y: f64 = concat %x, %x", "%x is not an array"},
        BadStatements{"if %n { yield } else { yield }", "the condition is not a bool"},
        BadStatements{"if %c |%p: f64| { yield } else { yield }", "a branch has parameters"},
        BadStatements{"%y: f64 = if %c { yield %x } else { yield %n }",
                      "the results of the branches are (i64), not (f64)"},
        BadStatements{"%y: f64 = if %c { %z: f64 = sin %x yield %z } else { yield %z }",
                      "%z is used outside its scope"},
        BadStatements{"if %c { %z: f64 = sin %x yield } else { yield } %w: f64 = sin %z",
                      "%z is used outside its scope"},
        BadStatements{"%y: f64 = loop %n, (%x) |%a: f64| { yield %a }",
                      "the body's parameters are (f64), not (i64, f64)"},
        BadStatements{"%y: f64 = loop %n, (%x) |%i: i64, %a: f64| { yield %i }",
                      "the body's results are (i64), not (f64)"},
        BadStatements{"%y: f64 = loop %n, (%x) no_false_dependencies(1) |%i: i64, %a: f64| { yield %a }",
                      "no carried value is at this position"},
        BadStatements{"%y: f64 = loop while (%x) |%a: f64| { yield %a } do |%b: f64| { yield %b }",
                      "the condition's results are (f64), not (bool)"},
        BadStatements{"%y: f64 = loop while (%x) |%a: i64| { yield %c } do |%b: f64| { yield %b }",
                      "the condition's parameters are (i64), not (f64)"},
        BadStatements{"%y: [f64; 1] = map %n, (%xs) |%i: i64| { yield %x }",
                      "the function's parameters are (i64), not (i64, f64)"},
        BadStatements{"%y: [f64; 1] = map %n, (%x) |%i: i64, %v: f64| { yield %v }", "%x is not an array"},
        BadStatements{"%y: f64 = map %n, (%xs) |%i: i64, %v: f64| { yield %v }",
                      "the results are (f64), not ([f64; 1])"},
        BadStatements{"%y: f64 = reduce %n, (%xs), neutral (0) |%a: f64, %b: f64| { yield %a }",
                      "the operator's parameters are (f64, f64), not (i64, i64)"},
        BadStatements{"%y: f64 = reduce %n, (%xss), neutral (0.0) |%a: f64, %b: f64| { yield %a }",
                      "the arrays are ([f64; 2]), not ([f64; 1])"},
        BadStatements{"reduce %n, (), neutral () || { yield }", "there is nothing to reduce"},
        BadStatements{"%y: f64 = scan %n, (%xs), neutral (0.0) |%a: f64, %b: f64| { yield %a }",
                      "the results are (f64), not ([f64; 1])"},
        BadStatements{
            "%y: f64 = map_reduce %n, (%xs) |%i: i64, %v: f64| { yield } reduce (0.0) |%a: f64, %b: f64| { yield %a }",
            "fewer results than there are reductions"},
        BadStatements{"%y: f64 = map_reduce %n, (%xs) |%i: i64, %v: f64| { yield %i } reduce (0.0) |%a: f64, %b: f64| "
                      "{ yield %a }",
                      "the reduced elements are (i64), not (f64)"},
        BadStatements{"%y: [f64; 1] = reduce_by_index %n, dests (%xs), neutral (0.0), keys %xs, values (%xs) "
                      "|%a: f64, %b: f64| { yield %a }",
                      "the keys are not an array of i64"},
        BadStatements{"%y: [f64; 1] = reduce_by_index %n, dests (%xs), neutral (0.0), keys %ks, values (%xss) "
                      "|%a: f64, %b: f64| { yield %a }",
                      "the values are ([f64; 2]), not ([f64; 1])"},
        BadStatements{"%y: [f64; 1] = scatter %xs, %xs, %xs", "the indices are not an array of i64"},
        BadStatements{"%y: [f64; 1] = scatter %xs, %ks, %ks", "the values have not the type of the destination"},
        BadStatements{"%y: f64 = call \"f(double)\" [f64; 1] (%xs)", "the results are (f64), not ([f64; 1])"},
        BadStatements{"%y: f64 = with_rules \"f\" (%n) |%a: f64| { yield %a }", "the parameters are (f64), not (i64)"},
        BadStatements{"%y: f64 = with_rules \"f\" (%x) |%a: f64| { yield %a } tangent |%b: f64, %b_tan: f64| { yield %b_tan }",
                      "the rule's parameters are (f64, f64), not (f64, f64, f64)"},
        BadStatements{"%y: f64 = with_rules \"f\" (%x) |%a: f64| { yield %a } adjoint |%b: f64, %r_adj: f64| { yield }",
                      "the rule's results are (), not (f64)"},
        BadStatements{"%y: [i64; 1] = with_accumulators (%ks) |%a: acc [i64; 1]| { yield }",
                      "%ks cannot be accumulated into"},
        BadStatements{"%y: f64 = with_accumulators (%x) |%a: f64| { yield }",
                      "the body's parameters are (f64), not (acc f64)"},
        BadStatements{"%y: f64, %z: f64 = with_accumulators (%x) |%a: acc f64| { yield %a }",
                      "the accumulator %a is a block's result"},
        BadStatements{"%y: f64 = with_accumulators (%x) |%a: acc f64| { %z: f64 = index %a[] yield }",
                      "the accumulator %a is read"},
        BadStatements{"%y: f64 = with_accumulators (%x) |%a: acc f64| { yield } accumulate %a[] += %x",
                      "%a is used outside its scope"},
        BadStatements{"map %n, () |%a: acc f64| { yield }", "%a is an accumulator outside with_accumulators"},
        BadStatements{"accumulate %x[] += %x", "%x is not an accumulator"},
        BadStatements{"%y: [f64; 1] = with_accumulators (%xs) |%a: acc [f64; 1]| { accumulate %a[] += %x yield }",
                      "%x has not the type of that part of the array"},
        BadStatements{"check %x, \"\"", "the condition is not a bool"},
        BadStatements{"%y: f64, %z: f64 = differentiate adjoint (%x), seeds () |%p: f64| { yield %p }",
                      "the seeds are 0, not 1"},
        BadStatements{"%y: f64, %z: f64 = differentiate adjoint (%x), seeds (%n) |%p: f64| { yield %p }",
                      "%n has not the type of what it is the derivative of"},
        BadStatements{"%y: f64, %z: f64 = differentiate adjoint (%n), seeds (1.0) |%p: f64| { yield %p }",
                      "the arguments are (i64), not (f64)"},
        BadStatements{
            "%y: f64, %z: f64 = differentiate adjoint (%x), seeds (1.0), initial (_, _) |%p: f64| { yield %p }",
            "the initial values are 2, not 1"},
        BadStatements{"%y: f64, %z: f64 = differentiate tangent (%x), seeds (1.0), initial (_) |%p: f64| { yield %p }",
                      "a tangent has no initial values"},
        BadStatements{"%y: f64 = differentiate tangent (%x), seeds (1.0) |%p: f64| { yield %p }",
                      "the results are (f64), not (f64, f64)"}));

TEST(Verifier, SaysWhichStatementAndWhere) {
  const ParseResult result =
      parse("func @f(%x: f64) -> () { %y: f64 = sin %x %z: f64 = cos %y, loc(\"a.cpp\":7:3) return }");
  ASSERT_TRUE(result.error);
  const ParseResult good = parse("func @f(%x: f64) -> () { %y: f32 = sin %x loc(\"a.cpp\":7:3) return }");
  ASSERT_FALSE(good.error);
  EXPECT_EQ(
      verify(good.functions[0]),
      std::vector<std::string>{"@f: the primitive does not give this type\n  in: %y: f32 = sin %x\n  at: a.cpp:7"});
}

/// Functions that the text form cannot write.
class Built : public testing::Test {
protected:
  Function f;
  Builder b{f.values, f.body.statements};
  Value x = f.values.fresh(Scalar::F64, "x");
  Built() {
    f.name = "f";
    f.body.parameters = {x};
  }
  void expect(const char *problem) {
    const std::vector<std::string> problems = verify(f);
    ASSERT_FALSE(problems.empty());
    EXPECT_NE(problems[0].find(problem), std::string::npos) << problems[0];
  }
};

TEST_F(Built, UseBeforeDefinitionIsFound) {
  const Value y = b.apply(Prim::Sin, {x}, "y");
  b.apply(Prim::Cos, {y});
  std::swap(f.body.statements[0], f.body.statements[1]);
  expect("%y is used before it is defined");
}

TEST_F(Built, WhatIsNotSaidToBeExactIsFound) {
  const Value i = f.values.constantIndex(3), u = f.values.constantInt(Scalar::U32, 3);
  const auto exact = [&](Prim prim, Scalar type, Values arguments) { b.emit1(Apply{prim, type, arguments, true}); };
  exact(Prim::Neg, Scalar::I64, {i});
  exact(Prim::Cast, Scalar::U32, {i});
  EXPECT_TRUE(verify(f).empty());
  for (const Apply &wrong : {Apply{Prim::Add, Scalar::F64, {x, x}, true}, Apply{Prim::Add, Scalar::U32, {u, u}, true},
                             Apply{Prim::Div, Scalar::I64, {i, i}, true}, Apply{Prim::Cast, Scalar::F64, {i}, true},
                             Apply{Prim::Cast, Scalar::I64, {x}, true}}) {
    f.body.statements.clear();
    b.emit1(wrong);
    expect("only sums, differences, products and negations of signed integers and conversions of integers are exact");
  }
}

TEST_F(Built, SecondDefinitionIsFound) {
  b.apply(Prim::Sin, {x}, "y");
  f.body.statements.push_back(f.body.statements[0]);
  expect("%y is defined twice");
}

TEST_F(Built, DefinedConstantIsFound) {
  f.body.statements.push_back({{f.values.zero(Scalar::F64)}, Apply{Prim::Sin, Scalar::F64, {x}}, {}});
  expect("the constant 0.0 is defined");
}

TEST_F(Built, MissingOperandsAreFound) {
  const Value y = f.values.fresh(Scalar::F64, "y");
  for (const Op &op : {Op(Apply{Prim::Sin, Scalar::F64, {Value{}}}),
                       Op(Index{}),
                       Op(Update{}),
                       Op(Extent{}),
                       Op(Fill{}),
                       Op(Iota{}),
                       Op(Argsort{}),
                       Op(Repeated{}),
                       Op(Rearrange{}),
                       Op(Reshape{}),
                       Op(Slice{}),
                       Op(Rotate{}),
                       Op(Concat{{Value{}}}),
                       Op(If{}),
                       Op(Map{}),
                       Op(Reduce{}),
                       Op(Scan{}),
                       Op(MapReduce{}),
                       Op(ReduceByIndex{}),
                       Op(Scatter{}),
                       Op(Accumulate{}),
                       Op(Check{})}) {
    f.body.statements = {{{y}, op, {}}};
    expect("an operand is missing");
  }
}

TEST_F(Built, ValuesThatDoNotExistAreFound) {
  b.apply(Prim::Sin, {x});
  std::get<Apply>(f.body.statements[0].op).arguments = {Value{1000}};
  expect("an operand is missing");
  f.body.statements.clear();
  f.body.results = {Value{}};
  expect("an operand is missing");
}

TEST_F(Built, ConditionOfACountedLoopIsFound) {
  Loop loop;
  loop.count = f.values.constantIndex(3);
  loop.body.parameters = {f.values.fresh(indexType)};
  loop.condition.results = {f.values.constantBool(true)};
  f.body.statements.push_back({{}, loop, {}});
  expect("a counted loop has a condition");
}

TEST_F(Built, TooManyDimensionsAreFound) {
  f.body.parameters.push_back(f.values.fresh(Type(Scalar::F64, 65)));
  expect("has too many dimensions");
  f.body.parameters.pop_back();
  const Value wide = f.values.fresh(Type(Scalar::F64, 64));
  f.body.parameters.push_back(wide);
  f.body.statements.push_back({{f.values.fresh(Type(Scalar::F64, 64))}, Fill{wide, {f.values.constantIndex(1)}}, {}});
  expect("too many dimensions");
}

} // namespace
} // namespace soac::test
