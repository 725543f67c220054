// What the statements on scalars and arrays mean.
#include "support/Program.h"

namespace soac::test {
namespace {

using namespace ir;

void expectSame(const RuntimeValue &actual, const RuntimeValue &expected) {
  EXPECT_TRUE(ops::identical(actual, expected)) << ops::toString(actual) << " instead of " << ops::toString(expected);
}

TEST(EvaluateApply, computesAndCountsScalarOperations) {
  Program p{f64, f64};
  p.returns({p.b.add(p.b.mul(p.p(0), p.p(1)), p.real(1))});
  eval::Counters counters;
  expectSame(resultsOf(p.run({RuntimeValue::f64(2), RuntimeValue::f64(3)}, &counters))[0], RuntimeValue::f64(7));
  EXPECT_EQ(counters.scalarOperations, 2u);
}

TEST(EvaluateApply, integerDivisionByZeroFails) {
  Program p{i64};
  p.returns({p.b.div(p.integer(1), p.p(0))});
  EXPECT_NE(failureOf(p.run({RuntimeValue::i64(0)})), "");
  expectSame(resultsOf(p.run({RuntimeValue::i64(1)}))[0], RuntimeValue::i64(1));
}

TEST(EvaluateApply, selectTakesItsOperandTypeFromTheChoices) {
  Program p{Type(Scalar::Bool)};
  p.returns({p.b.select(p.p(0), p.real(1.5), p.real(-2))});
  expectSame(resultsOf(p.run({RuntimeValue::boolean(true)}))[0], RuntimeValue::f64(1.5));
  expectSame(resultsOf(p.run({RuntimeValue::boolean(false)}))[0], RuntimeValue::f64(-2));
}

TEST(EvaluateIndex, readsElementsAndSubarrays) {
  Program p{f64s(2), i64};
  p.returns({p.b.read(p.p(0), {p.p(1), p.integer(2)}), p.b.read(p.p(0), {p.p(1)})});
  const auto r = resultsOf(p.run({RuntimeValue::array({1, 2, 3, 4, 5, 6}, {2, 3}), RuntimeValue::i64(1)}));
  expectSame(r[0], RuntimeValue::f64(6));
  expectSame(r[1], RuntimeValue::array({4, 5, 6}));
}

TEST(EvaluateIndex, outOfRangeFails) {
  Program p{f64s(1), i64};
  p.returns({p.b.read(p.p(0), {p.p(1)})});
  EXPECT_EQ(failureOf(p.run({RuntimeValue::array({1, 2}), RuntimeValue::i64(2)})), "index 2 is out of range for extent 2");
  EXPECT_EQ(failureOf(p.run({RuntimeValue::array({1, 2}), RuntimeValue::i64(-1)})), "index -1 is out of range for extent 2");
}

TEST(EvaluateUpdate, leavesTheOldArrayAsItWas) {
  Program p{f64s(2)};
  const Value a = p.b.update(p.p(0), {p.integer(1), p.integer(0)}, p.real(9));
  const Value b = p.b.update(a, {p.integer(0)}, p.b.read(a, {p.integer(1)}));
  p.returns({p.p(0), a, b});
  const RuntimeValue x = RuntimeValue::array({1, 2, 3, 4}, {2, 2});
  const auto r = resultsOf(p.run({x}));
  expectSame(x, RuntimeValue::array({1, 2, 3, 4}, {2, 2}));
  expectSame(r[0], x);
  expectSame(r[1], RuntimeValue::array({1, 2, 9, 4}, {2, 2}));
  expectSame(r[2], RuntimeValue::array({9, 4, 9, 4}, {2, 2}));
}

TEST(EvaluateUpdate, inALoopCostsWhatItWrites) {
  Program p{i64};
  const Value zeros = p.b.fill(p.real(0), {p.p(0)});
  const Value filled = p.b.loop(p.p(0), {zeros}, [](Builder &in, llvm::ArrayRef<Value> q) -> Values {
    const Value old = in.read(q[1], {q[0]});
    return {in.update(q[1], {q[0]}, in.add(old, in.cast(Scalar::F64, q[0])))};
  })[0];
  p.returns({p.b.reduceAdd(filled)});
  eval::Counters counters;
  const auto r = resultsOf(p.run({RuntimeValue::i64(1000)}, &counters));
  expectSame(r[0], RuntimeValue::f64(499500));
  EXPECT_LE(counters.writes, 2000u);
}

TEST(EvaluateUpdate, underAnIfInALoopCostsWhatItWrites) {
  Program p{i64};
  const Value zeros = p.b.fill(p.real(0), {p.p(0)});
  const Value filled = p.b.loop(p.p(0), {zeros}, [](Builder &in, llvm::ArrayRef<Value> q) -> Values {
    return in.ifElse(
        in.lessThan(q[0], in.index(10)),
        [&](Builder &then) -> Values { return {then.update(q[1], {q[0]}, then.one(Scalar::F64))}; },
        [&](Builder &) -> Values { return {q[1]}; });
  })[0];
  p.returns({p.b.reduceAdd(filled)});
  eval::Counters counters;
  expectSame(resultsOf(p.run({RuntimeValue::i64(1000)}, &counters))[0], RuntimeValue::f64(10));
  EXPECT_LE(counters.writes, 1010u);
}

TEST(EvaluateFill, buildsEveryRank) {
  Program p{f64s(1), i64, i64};
  p.returns({p.b.fill(p.real(2), {p.p(1)}), p.b.fill(p.p(0), {p.p(1)}), p.b.fill(p.real(1), {p.p(2), p.p(1)})});
  const auto r = resultsOf(p.run({RuntimeValue::array({5, 6}), RuntimeValue::i64(2), RuntimeValue::i64(0)}));
  expectSame(r[0], RuntimeValue::array({2, 2}));
  expectSame(r[1], RuntimeValue::array({5, 6, 5, 6}, {2, 2}));
  expectSame(r[2], RuntimeValue::array({}, {0, 2}));
}

TEST(EvaluateFill, negativeExtentFails) {
  Program p{i64};
  p.returns({p.b.fill(p.real(2), {p.p(0)})});
  EXPECT_EQ(failureOf(p.run({RuntimeValue::i64(-1)})), "a negative extent: -1");
}

TEST(EvaluateExtent, readsEachDimension) {
  Program p{f64s(2)};
  p.returns(p.b.extents(p.p(0)));
  const auto r = resultsOf(p.run({RuntimeValue::array({}, {0, 3})}));
  expectSame(r[0], RuntimeValue::i64(0));
  expectSame(r[1], RuntimeValue::i64(3));
}

TEST(EvaluateIota, countsFromZero) {
  Program p{i64};
  p.returns({p.b.emit1(Iota{p.p(0)})});
  expectSame(resultsOf(p.run({RuntimeValue::i64(3)}))[0], RuntimeValue::indices({0, 1, 2}));
  expectSame(resultsOf(p.run({RuntimeValue::i64(0)}))[0], RuntimeValue::indices({}));
}

TEST(EvaluateRearrange, permutesThreeDimensions) {
  Program p{f64s(3)};
  p.returns({p.b.emit1(Rearrange{p.p(0), {2, 0, 1}}), p.b.emit1(Rearrange{p.p(0), {0, 2, 1}})});
  const auto r = resultsOf(p.run({RuntimeValue::array({0, 1, 2, 3, 4, 5}, {1, 2, 3})}));
  expectSame(r[0], RuntimeValue::array({0, 3, 1, 4, 2, 5}, {3, 1, 2}));
  expectSame(r[1], RuntimeValue::array({0, 3, 1, 4, 2, 5}, {1, 3, 2}));
}

TEST(EvaluateReshape, keepsRowMajorOrder) {
  Program p{f64s(2)};
  p.returns({p.b.emit1(Reshape{p.p(0), {p.integer(3), p.integer(2)}})});
  expectSame(resultsOf(p.run({RuntimeValue::array({0, 1, 2, 3, 4, 5}, {2, 3})}))[0], RuntimeValue::array({0, 1, 2, 3, 4, 5}, {3, 2}));
  EXPECT_EQ(failureOf(p.run({RuntimeValue::array({0, 1}, {2, 1})})), "reshape of 2 elements to 6");
}

TEST(EvaluateSlice, stepsAndReverses) {
  Program p{f64s(1), f64s(2)};
  p.returns({p.b.emit1(Slice{p.p(0), p.integer(1), p.integer(2), 2}), p.b.reverse(p.p(0)), p.b.reverse(p.p(1))});
  const auto r = resultsOf(p.run({RuntimeValue::array({0, 1, 2, 3}), RuntimeValue::array({1, 2, 3, 4}, {2, 2})}));
  expectSame(r[0], RuntimeValue::array({1, 3}));
  expectSame(r[1], RuntimeValue::array({3, 2, 1, 0}));
  expectSame(r[2], RuntimeValue::array({3, 4, 1, 2}, {2, 2}));
  EXPECT_NE(failureOf(p.run({RuntimeValue::array({0, 1, 2}), RuntimeValue::array({}, {0, 2})})), "");
}

TEST(EvaluateSlice, emptyArrayReversed) {
  Program p{f64s(1)};
  p.returns({p.b.reverse(p.p(0))});
  expectSame(resultsOf(p.run({RuntimeValue::array({})}))[0], RuntimeValue::array({}));
}

TEST(EvaluateRotate, takesAnySign) {
  Program p{f64s(1), i64};
  p.returns({p.b.emit1(Rotate{p.p(0), p.p(1)})});
  const RuntimeValue x = RuntimeValue::array({0, 1, 2});
  expectSame(resultsOf(p.run({x, RuntimeValue::i64(1)}))[0], RuntimeValue::array({1, 2, 0}));
  expectSame(resultsOf(p.run({x, RuntimeValue::i64(-1)}))[0], RuntimeValue::array({2, 0, 1}));
  expectSame(resultsOf(p.run({x, RuntimeValue::i64(-301)}))[0], RuntimeValue::array({2, 0, 1}));
  expectSame(resultsOf(p.run({RuntimeValue::array({}), RuntimeValue::i64(5)}))[0], RuntimeValue::array({}));
}

TEST(EvaluateConcat, joinsTheFirstDimension) {
  Program p{f64s(2), f64s(2)};
  p.returns({p.b.emit1(Concat{{p.p(0), p.p(1), p.p(0)}})});
  expectSame(resultsOf(p.run({RuntimeValue::array({1, 2}, {1, 2}), RuntimeValue::array({3, 4, 5, 6}, {2, 2})}))[0],
             RuntimeValue::array({1, 2, 3, 4, 5, 6, 1, 2}, {4, 2}));
  EXPECT_NE(failureOf(p.run({RuntimeValue::array({1}, {1, 1}), RuntimeValue::array({3, 4}, {1, 2})})), "");
}

TEST(EvaluateScatter, ignoresIndicesOutOfRangeAndRefusesDuplicates) {
  Program p{f64s(1), i64s(1), f64s(1)};
  p.returns({p.b.emit1(Scatter{p.p(0), p.p(1), p.p(2)})});
  const RuntimeValue dest = RuntimeValue::array({0, 0, 0}), values = RuntimeValue::array({1, 2, 3});
  expectSame(resultsOf(p.run({dest, RuntimeValue::indices({2, -1, 0}), values}))[0], RuntimeValue::array({3, 0, 1}));
  expectSame(resultsOf(p.run({dest, RuntimeValue::indices({7, 1, 7}), values}))[0], RuntimeValue::array({0, 2, 0}));
  EXPECT_EQ(failureOf(p.run({dest, RuntimeValue::indices({1, 0, 1}), values})), "scatter writes index 1 twice");
}

TEST(EvaluateConcat, innerExtentsOfNoRowsDoNotMatter) {
  Program p{f64s(2), f64s(2)};
  p.returns({p.b.emit1(Concat{{p.p(0), p.p(1)}})});
  const RuntimeValue none = RuntimeValue::array({}, {0, 0}), two = RuntimeValue::array({3, 4}, {1, 2});
  expectSame(resultsOf(p.run({none, two}))[0], two);
  expectSame(resultsOf(p.run({two, none}))[0], two);
}

TEST(EvaluateScatter, movesRows) {
  Program p{f64s(2), i64s(1), f64s(2)};
  p.returns({p.b.emit1(Scatter{p.p(0), p.p(1), p.p(2)})});
  expectSame(resultsOf(p.run({RuntimeValue::array({0, 0, 0, 0}, {2, 2}), RuntimeValue::indices({1}), RuntimeValue::array({5, 6}, {1, 2})}))[0],
             RuntimeValue::array({0, 0, 5, 6}, {2, 2}));
}

TEST(EvaluateCheck, failsWithItsMessage) {
  Program p{i64};
  p.b.check(p.b.lessThan(p.p(0), p.integer(3)), "too large");
  p.returns({p.p(0)});
  EXPECT_EQ(failureOf(p.run({RuntimeValue::i64(3)})), "too large");
  expectSame(resultsOf(p.run({RuntimeValue::i64(2)}))[0], RuntimeValue::i64(2));
}

TEST(EvaluateDifferentiate, isRefused) {
  Program p{f64};
  Block fn = p.b.block({f64}, [](Builder &, llvm::ArrayRef<Value> q) -> Values { return {q[0]}; });
  p.returns(p.b.emit(Differentiate{Mode::Tangent, std::move(fn), {p.p(0)}, {p.real(1)}, {}, {}}));
  EXPECT_NE(failureOf(p.run({RuntimeValue::f64(1)})), "");
}

TEST(EvaluateData, partsShareTheirBufferUntilWritten) {
  RuntimeValue a = RuntimeValue::array({1, 2, 3, 4}, {2, 2});
  const RuntimeValue row = a.row(1);
  EXPECT_TRUE(a.isShared());
  a.mutableElements()[3] = ops::numberOf(9.0);
  expectSame(row, RuntimeValue::array({3, 4}));
  expectSame(a, RuntimeValue::array({1, 2, 3, 9}, {2, 2}));
}

} // namespace
} // namespace soac::test
