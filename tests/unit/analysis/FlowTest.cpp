#include "analysis/Flow.h"

#include "support/Parsed.h"

#include <set>

namespace soac::test {
namespace {

/// "x->y z->w": the flows of the function's first statement, by name.
std::set<std::string> flows(const std::string &text) {
  const ir::Function f = parsed(text);
  const auto name = [&](ir::Value v) { return f.values.asConstant(v) ? std::string("constant") : f.values.name(v).text; };
  std::set<std::string> result;
  analysis::forEachFlow(f.body.statements[0],
                        [&](ir::Value from, ir::Value to) { result.insert(name(from) + "->" + name(to)); });
  return result;
}
using Flows = std::set<std::string>;

TEST(Flow, carriedValuesAreWhatTheyWereOrWhatTheBodyLeaves) {
  EXPECT_EQ(flows(R"(
func @f(%n: i64, %x: f64, %y: f64) -> (f64, f64) {
  %r: f64, %q: f64 = loop %n, (%x, %y) |%i: i64, %a: f64, %b: f64| {
    %c: f64 = add %a, %b
    yield %b, %c
  }
  return %r, %q
})"),
            (Flows{"x->a", "y->b", "b->a", "c->b", "a->r", "b->q"}));
}

TEST(Flow, conditionsAndCountsAndIndicesDoNotFlow) {
  EXPECT_EQ(flows("func @f(%c: bool, %x: f64, %y: f64) -> (f64) {\n  %r: f64 = if %c {\n yield %x\n } else {\n yield "
                  "%y\n }\n  return %r\n}"),
            (Flows{"x->r", "y->r"}));
  EXPECT_EQ(flows("func @f(%xs: [f64; 1], %i: i64, %v: f64) -> ([f64; 1]) {\n  %r: [f64; 1] = update %xs[%i] = "
                  "%v\n  return %r\n}"),
            (Flows{"xs->r", "v->r"}));
}

TEST(Flow, operandsOfAnOperatorStandForOneAnother) {
  EXPECT_EQ(flows(R"(
func @f(%n: i64, %xs: [f64; 1], %e: f64) -> (f64) {
  %r: f64 = reduce %n, (%xs), neutral (%e) |%a: f64, %b: f64| {
    %c: f64 = add %a, %b
    yield %c
  }
  return %r
})"),
            (Flows{"xs->a", "e->a", "c->a", "a->b", "b->a", "a->r"}));
}

TEST(Flow, componentsOfAMapReduceStayApart) {
  EXPECT_EQ(flows(R"(
func @f(%n: i64, %xs: [f64; 1], %ys: [f64; 1]) -> (f64, [f64; 1]) {
  %r: f64, %m: [f64; 1] = map_reduce %n, (%xs, %ys) |%i: i64, %x: f64, %y: f64| {
    yield %x, %y
  } reduce (0.0) |%a: f64, %b: f64| {
    %c: f64 = add %a, %b
    yield %c
  }
  return %r, %m
})"),
            (Flows{"xs->x", "ys->y", "x->a", "constant->a", "c->a", "a->b", "b->a", "a->r", "y->m"}));
}

TEST(Flow, additionsReachTheArrayThatComesOut) {
  EXPECT_EQ(flows(R"(
func @f(%xs: [f64; 1], %v: f64) -> ([f64; 1], f64) {
  %r: [f64; 1], %q: f64 = with_accumulators (%xs) |%acc: acc [f64; 1]| {
    accumulate %acc[0] += %v
    yield %v
  }
  return %r, %q
})"),
            (Flows{"xs->acc", "acc->r", "v->q"}));
}

} // namespace
} // namespace soac::test
