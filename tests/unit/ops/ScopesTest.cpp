// What the statements with nested blocks mean.
#include "support/Program.h"

#include <limits>

namespace soac::test {
namespace {

using namespace ir;

void expectSame(const RuntimeValue &actual, const RuntimeValue &expected) {
  EXPECT_TRUE(ops::identical(actual, expected)) << ops::toString(actual) << " instead of " << ops::toString(expected);
}

/// (a, b) -> prim(a, b)
Block operatorOf(Builder &b, Prim prim) {
  return b.block({f64, f64},
                 [&](Builder &in, llvm::ArrayRef<Value> q) -> Values { return {in.apply(prim, {q[0], q[1]})}; });
}

/// (a1, b1) then (a2, b2) -> (a1 a2, b1 a2 + b2): composition of x -> a x + b, which does not commute.
Block affineOperator(Builder &b) {
  return b.block({f64, f64, f64, f64}, [](Builder &in, llvm::ArrayRef<Value> q) -> Values {
    return {in.mul(q[0], q[2]), in.add(in.mul(q[1], q[2]), q[3])};
  });
}

TEST(EvaluateIf, runsOnlyTheBranchThatIsTaken) {
  Program p{f64s(1), i64};
  const Value isIn = p.b.lessThan(p.p(1), p.b.extent(p.p(0)));
  p.returns(p.b.ifElse(
      isIn, [&](Builder &in) -> Values { return {in.read(p.p(0), {p.p(1)})}; },
      [&](Builder &in) -> Values { return {in.zero(Scalar::F64)}; }));
  expectSame(resultsOf(p.run({RuntimeValue::array({4}), RuntimeValue::i64(0)}))[0], RuntimeValue::f64(4));
  expectSame(resultsOf(p.run({RuntimeValue::array({4}), RuntimeValue::i64(1)}))[0], RuntimeValue::f64(0));
}

TEST(EvaluateLoop, countedCarriesSeveralValues) {
  Program p{i64};
  p.returns(p.b.loop(p.p(0), {p.integer(0), p.integer(1)},
                     [](Builder &in, llvm::ArrayRef<Value> q) -> Values { return {q[2], in.add(q[1], q[2])}; }));
  const auto r = resultsOf(p.run({RuntimeValue::i64(10)}));
  expectSame(r[0], RuntimeValue::i64(55));
  expectSame(r[1], RuntimeValue::i64(89));
  expectSame(resultsOf(p.run({RuntimeValue::i64(0)}))[1], RuntimeValue::i64(1));
  expectSame(resultsOf(p.run({RuntimeValue::i64(-3)}))[1], RuntimeValue::i64(1));
}

TEST(EvaluateLoop, swapsArrays) {
  Program p{f64s(1), f64s(1), i64};
  p.returns(
      p.b.loop(p.p(2), {p.p(0), p.p(1)}, [](Builder &, llvm::ArrayRef<Value> q) -> Values { return {q[2], q[1]}; }));
  const auto r = resultsOf(p.run({RuntimeValue::array({1}), RuntimeValue::array({2, 3}), RuntimeValue::i64(3)}));
  expectSame(r[0], RuntimeValue::array({2, 3}));
  expectSame(r[1], RuntimeValue::array({1}));
}

TEST(EvaluateLoop, oneArrayReturnedTwice) {
  Program p{f64s(1), f64s(1)};
  p.returns(p.b.loop(p.integer(2), {p.p(0), p.p(1)}, [](Builder &in, llvm::ArrayRef<Value> q) -> Values {
    const Value a = in.update(q[1], {q[0]}, in.one(Scalar::F64));
    return {a, a};
  }));
  const auto r = resultsOf(p.run({RuntimeValue::array({5, 6}), RuntimeValue::array({7, 8})}));
  expectSame(r[0], RuntimeValue::array({1, 1}));
  expectSame(r[1], RuntimeValue::array({1, 1}));
}

/// x, i: while (x < limit) (2 x, i + 1), with an optional bound.
Program &doubling(Program &p, bool isBounded) {
  Loop loop;
  loop.inits = {p.p(0), p.integer(0)};
  loop.condition = p.b.block(
      {f64, i64}, [&](Builder &in, llvm::ArrayRef<Value> q) -> Values { return {in.lessThan(q[0], p.p(1))}; });
  loop.body = p.b.block({f64, i64}, [&](Builder &in, llvm::ArrayRef<Value> q) -> Values {
    return {in.add(q[0], q[0]), in.add(q[1], in.index(1))};
  });
  if (isBounded) {
    loop.annotations.bound = p.integer(4);
    loop.annotations.boundText = "2 * k";
  }
  p.returns(p.b.emit(loop));
  return p;
}

TEST(EvaluateLoop, whileStopsWhereTheConditionIsFalse) {
  Program p{f64, f64};
  const auto r = resultsOf(doubling(p, false).run({RuntimeValue::f64(1), RuntimeValue::f64(10)}));
  expectSame(r[0], RuntimeValue::f64(16));
  expectSame(r[1], RuntimeValue::i64(4));
  expectSame(resultsOf(p.run({RuntimeValue::f64(10), RuntimeValue::f64(10)}))[1], RuntimeValue::i64(0));
}

TEST(EvaluateLoop, exceedingTheBoundFailsAndMeetingItDoesNot) {
  Program p{f64, f64};
  expectSame(resultsOf(doubling(p, true).run({RuntimeValue::f64(1), RuntimeValue::f64(16)}))[1], RuntimeValue::i64(4));
  EXPECT_NE(failureOf(p.run({RuntimeValue::f64(1), RuntimeValue::f64(17)})).find("2 * k"), std::string::npos);
}

TEST(EvaluateLoop, endlessLoopMeetsTheStatementLimit) {
  Program p{f64, f64};
  const eval::RunOptions limited{1000, nullptr};
  EXPECT_NE(failureOf(eval::run(doubling(p, false).function, {RuntimeValue::f64(0), RuntimeValue::f64(1)}, nullptr, limited)), "");
}

TEST(EvaluateMap, nestsAndReadsFreeVariables) {
  Program p{f64s(2), f64s(1), f64};
  p.returns(p.b.map(p.b.extent(p.p(0)), {p.p(0)}, [&](Builder &in, llvm::ArrayRef<Value> q) -> Values {
    const Value row = in.map(in.extent(q[1]), {q[1], p.p(1)}, [&](Builder &in2, llvm::ArrayRef<Value> e) -> Values {
      return {in2.mul(p.p(2), in2.mul(e[1], e[2]))};
    })[0];
    return {row, in.reduceAdd(row), q[0]};
  }));
  const auto r = resultsOf(p.run({RuntimeValue::array({1, 2, 3, 4}, {2, 2}), RuntimeValue::array({10, 100}), RuntimeValue::f64(2)}));
  expectSame(r[0], RuntimeValue::array({20, 400, 60, 800}, {2, 2}));
  expectSame(r[1], RuntimeValue::array({420, 860}));
  expectSame(r[2], RuntimeValue::indices({0, 1}));
}

TEST(EvaluateMap, withoutIterationsHasTheInnerExtentsThatFollowFromOutside) {
  Program p{f64s(2)};
  const Value known = p.b.map(p.b.extent(p.p(0)), {p.p(0)}, [](Builder &in, llvm::ArrayRef<Value> q) -> Values {
    return {in.addArrays(q[1], q[1])};
  })[0];
  const Value unknown = p.b.map(p.b.extent(p.p(0)), {p.p(0)}, [](Builder &in, llvm::ArrayRef<Value> q) -> Values {
    return {in.fill(in.zero(Scalar::F64), {in.add(q[0], in.index(2))})};
  })[0];
  p.returns({known, unknown});
  const auto results = resultsOf(p.run({RuntimeValue::array({}, {0, 3})}));
  expectSame(results[0], RuntimeValue::array({}, {0, 3}));
  expectSame(results[1], RuntimeValue::array({}, {0, 0}));
}

TEST(EvaluateMap, arraysOfOtherExtentsAndRaggedRowsFail) {
  Program p{f64s(1), i64};
  p.returns(p.b.map(p.p(1), {p.p(0)}, [](Builder &, llvm::ArrayRef<Value> q) -> Values { return {q[1]}; }));
  EXPECT_NE(failureOf(p.run({RuntimeValue::array({1, 2}), RuntimeValue::i64(3)})), "");
  Program ragged{i64};
  ragged.returns(ragged.b.map(ragged.p(0), {},
                              [](Builder &in, llvm::ArrayRef<Value> q) -> Values { return {in.emit1(Iota{q[0]})}; }));
  EXPECT_EQ(failureOf(ragged.run({RuntimeValue::i64(2)})), "the rows of an array differ in shape");
}

TEST(EvaluateReduce, combinesInOrderFromTheNeutralElement) {
  Program p{f64s(1), f64s(1)};
  p.returns(p.b.emit(Reduce{p.b.extent(p.p(0)), {p.p(0), p.p(1)}, {p.real(1), p.real(0)}, affineOperator(p.b)}));
  const auto r = resultsOf(p.run({RuntimeValue::array({2, 3}), RuntimeValue::array({5, 7})}));
  expectSame(r[0], RuntimeValue::f64(6));
  expectSame(r[1], RuntimeValue::f64(22));
  expectSame(resultsOf(p.run({RuntimeValue::array({}), RuntimeValue::array({})}))[0], RuntimeValue::f64(1));
}

TEST(EvaluateReduce, vectorisedOperator) {
  Program p{f64s(2)};
  p.returns({p.b.reduceAdd(p.p(0))});
  expectSame(resultsOf(p.run({RuntimeValue::array({1, 2, 3, 10, 20, 30}, {2, 3})}))[0], RuntimeValue::array({11, 22, 33}));
  expectSame(resultsOf(p.run({RuntimeValue::array({}, {0, 3})}))[0], RuntimeValue::array({0, 0, 0}));
}

TEST(EvaluateScan, isInclusive) {
  Program p{f64s(1), f64s(1)};
  p.returns(p.b.emit(Scan{p.b.extent(p.p(0)), {p.p(0), p.p(1)}, {p.real(1), p.real(0)}, affineOperator(p.b)}));
  const auto r = resultsOf(p.run({RuntimeValue::array({2, 3, 4}), RuntimeValue::array({5, 7, 1})}));
  expectSame(r[0], RuntimeValue::array({2, 6, 24}));
  expectSame(r[1], RuntimeValue::array({5, 22, 89}));
  expectSame(resultsOf(p.run({RuntimeValue::array({}), RuntimeValue::array({})}))[0], RuntimeValue::array({}));
}

TEST(EvaluateScan, vectorisedOperatorKeepsTheShapeOfNothing) {
  Program p{f64s(2)};
  const Value neutral = p.b.fill(p.real(0), {p.b.extent(p.p(0), 1)});
  p.returns(p.b.emit(Scan{p.b.extent(p.p(0)), {p.p(0)}, {neutral}, p.b.addBlock(f64s(1))}));
  expectSame(resultsOf(p.run({RuntimeValue::array({1, 2, 10, 20}, {2, 2})}))[0], RuntimeValue::array({1, 2, 11, 22}, {2, 2}));
  expectSame(resultsOf(p.run({RuntimeValue::array({}, {0, 3})}))[0], RuntimeValue::array({}, {0, 3}));
}

TEST(EvaluateMapReduce, isAMapAndItsReductions) {
  Program p{f64s(1)};
  MapReduce op;
  op.count = p.b.extent(p.p(0));
  op.arrays = {p.p(0)};
  op.fn = p.b.block({i64, f64}, [](Builder &in, llvm::ArrayRef<Value> q) -> Values {
    return {in.mul(q[1], q[1]), q[1], q[1], in.add(q[1], in.one(Scalar::F64))};
  });
  op.reductions.push_back({{p.real(0)}, operatorOf(p.b, Prim::Add)});
  op.reductions.push_back({{p.real(1), p.real(0)}, affineOperator(p.b)});
  p.returns(p.b.emit(op));
  const auto r = resultsOf(p.run({RuntimeValue::array({2, 3})}));
  expectSame(r[0], RuntimeValue::f64(13));
  expectSame(r[1], RuntimeValue::f64(6));
  expectSame(r[2], RuntimeValue::f64(9));
  expectSame(r[3], RuntimeValue::array({3, 4}));
}

TEST(EvaluateReduceByIndex, destFirstInputOrderOutOfRangeIgnored) {
  Program p{f64s(1), f64s(1), i64s(1), f64s(1), f64s(1)};
  ReduceByIndex op{p.b.extent(p.p(2)),  {p.p(0), p.p(1)}, {p.real(1), p.real(0)},
                   affineOperator(p.b), p.p(2),           {p.p(3), p.p(4)}};
  p.returns(p.b.emit(op));
  const auto r = resultsOf(p.run({RuntimeValue::array({2, 1, -0.0}), RuntimeValue::array({1, 0, 9}), RuntimeValue::indices({0, -1, 0, 1, 3}),
                                  RuntimeValue::array({3, 0, 5, 7, 0}), RuntimeValue::array({10, 0, 100, 1, 0})}));
  expectSame(r[0], RuntimeValue::array({30, 7, -0.0}));
  expectSame(r[1], RuntimeValue::array({165, 1, 9})); // ((2x + 1) * 3 + 10) * 5 + 100
}

TEST(EvaluateReduceByIndex, binsOfRows) {
  Program p{f64s(2), i64s(1), f64s(2)};
  const Value neutral = p.b.fill(p.real(0), {p.b.extent(p.p(0), 1)});
  p.returns(p.b.emit(ReduceByIndex{p.b.extent(p.p(1)), {p.p(0)}, {neutral}, p.b.addBlock(f64s(1)), p.p(1), {p.p(2)}}));
  expectSame(resultsOf(p.run(
                 {RuntimeValue::array({0, 0, 1, 1}, {2, 2}), RuntimeValue::indices({1, 1}), RuntimeValue::array({1, 2, 10, 20}, {2, 2})}))[0],
             RuntimeValue::array({0, 0, 12, 23}, {2, 2}));
}

TEST(EvaluateWithAccumulators, addsToScalarsRowsAndElements) {
  Program p{f64s(2), f64, i64};
  WithAccumulators op;
  op.inits = {p.p(0), p.p(1)};
  op.body = p.b.block(
      {Type(Scalar::F64, 2, true), Type(Scalar::F64, 0, true)}, [&](Builder &in, llvm::ArrayRef<Value> acc) -> Values {
        const Value ones = in.fill(in.one(Scalar::F64), {in.index(2)});
        return in.map(p.p(2), {}, [&](Builder &in2, llvm::ArrayRef<Value> q) -> Values {
          in2.accumulate(acc[0], {in2.index(1)}, ones);
          in2.accumulate(acc[0], {in2.index(0), q[0]}, in2.cast(Scalar::F64, in2.add(q[0], in2.index(1))));
          in2.accumulate(acc[1], {}, in2.one(Scalar::F64));
          return {q[0]};
        });
      });
  p.returns(p.b.emit(op));
  const RuntimeValue start = RuntimeValue::array({10, 20, 30, 40}, {2, 2});
  const auto r = resultsOf(p.run({start, RuntimeValue::f64(0.5), RuntimeValue::i64(2)}));
  expectSame(start, RuntimeValue::array({10, 20, 30, 40}, {2, 2}));
  expectSame(r[0], RuntimeValue::array({11, 22, 32, 42}, {2, 2}));
  expectSame(r[1], RuntimeValue::f64(2.5));
  expectSame(r[2], RuntimeValue::indices({0, 1}));
  EXPECT_EQ(failureOf(p.run({start, RuntimeValue::f64(0), RuntimeValue::i64(3)})), "index 2 is out of range for extent 2");
}

TEST(EvaluateWithAccumulators, singlePrecisionRoundsEverySum) {
  Program p{Type(Scalar::F32), Type(Scalar::F32)};
  WithAccumulators op;
  op.inits = {p.p(0)};
  op.body = p.b.block({Type(Scalar::F32, 0, true)}, [&](Builder &in, llvm::ArrayRef<Value> acc) -> Values {
    in.accumulate(acc[0], {}, p.p(1));
    in.accumulate(acc[0], {}, p.p(1));
    return {};
  });
  p.returns(p.b.emit(op));
  expectSame(resultsOf(p.run({RuntimeValue::f32(16777216), RuntimeValue::f32(1)}))[0], RuntimeValue::f32(16777216));
}

} // namespace
} // namespace soac::test
