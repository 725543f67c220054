// Products of seeds with partial derivatives that count as numbers become ordinary ones (Note [Strong zeros] in
// prims/Prims.def). Arguments of a function that is written, and the elements of arrays, count as numbers, and so does what sums and products make of
// numbers: in matrix products a guard would cost more than the product. What a `Singular` primitive gives may be infinite
// or not a number, and so may the scalars that are computed from it.
#include "optimise/passes/PassList.h"

#include "interface/Interface.h"
#include "ir/Walk.h"
#include "prims/Prims.h"
#include "support/Overloaded.h"

#include <llvm/ADT/STLExtras.h>

#include <cmath>

namespace soac::optimise {
namespace {

using namespace ir;

// Which values may be infinite or not a number: those that are reached from a singular one.
class Finiteness {
public:
  explicit Finiteness(const Function &f) : values(f.values), users(f.values.size()), singular(f.values.size()) {
    if (f.isDefinition)
      for (Value p : f.body.parameters)
        if (values.type(p).isScalar())
          mark(p);
    visit(f.body);
    while (!reached.empty())
      for (Value to : users[reached.pop_back_val().id])
        mark(to);
  }
  bool isFinite(Value v) const { return values.asConstant(v) ? isNumber(v) : !singular[v.id]; }

private:
  bool isNumber(Value constant) const { return std::isfinite(values.asFloat(constant).value_or(0)); }
  void mark(Value v) {
    if (isFloat(values.type(v).scalar) && !singular[v.id]) {
      singular[v.id] = true;
      reached.push_back(v);
    }
  }
  // `to` is computed from `from`.
  void flow(Value from, Value to) {
    if (!values.type(from).isScalar() || !values.type(to).isScalar())
      return;
    if (!values.asConstant(from))
      users[from.id].push_back(to);
    else if (!isNumber(from))
      mark(to);
  }
  void flow(llvm::ArrayRef<Value> from, llvm::ArrayRef<Value> to) {
    for (auto [x, y] : llvm::zip(from, to))
      flow(x, y);
  }
  void visit(const Block &block) {
    for (const Statement &s : block.statements) {
      std::visit([&](const auto &op) { flows(op, s.results); }, s.op);
      forEachBlock(s.op, [&](const Block &inner) { visit(inner); });
    }
  }

  // A singular primitive whose operands keep it away from its singularity.
  bool isRegular(const Apply &op) const {
    const auto second = op.arguments.size() > 1 ? values.asFloat(op.arguments[1]) : std::nullopt;
    switch (op.prim) {
    case Prim::Div:
    case Prim::SeedDiv: return second && *second != 0.0;
    case Prim::Pow: return second && *second >= 0.0 && *second == std::trunc(*second);
    default: return prims::info(op.prim).range == prims::Range::Finite;
    }
  }
  void flows(const Apply &op, const Values &results) {
    if (isFloat(op.type) && !isRegular(op))
      mark(results[0]);
    for (Value v : op.arguments)
      flow(v, results[0]);
  }
  void flows(const If &op, const Values &results) {
    flow(op.then.results, results);
    flow(op.otherwise.results, results);
  }
  void flows(const Loop &op, const Values &results) {
    const auto carried = llvm::ArrayRef(op.body.parameters).drop_front(op.isCounted());
    flow(op.inits, carried);
    flow(op.body.results, carried);
    flow(carried, results);
    if (!op.isCounted())
      flow(carried, op.condition.parameters);
  }
  void flows(const Map &op, const Values &results) {
    flow(op.arrays, llvm::ArrayRef(op.fn.parameters).drop_front());
    flow(op.fn.results, results);
  }
  // What the operator gives is an operand again.
  void combined(const Block &op, llvm::ArrayRef<Value> starts, llvm::ArrayRef<Value> elements,
                llvm::ArrayRef<Value> results) {
    const llvm::ArrayRef<Value> p = op.parameters;
    for (llvm::ArrayRef<Value> source : {elements, llvm::ArrayRef<Value>(op.results)}) {
      flow(source, p.take_front(starts.size()));
      flow(source, p.drop_front(starts.size()));
    }
    for (auto [start, accumulated] : llvm::zip(starts, p))
      if (!values.asConstant(start)) // an infinite one is neutral, in a minimum
        flow(start, accumulated);
    flow(p.take_front(starts.size()), results);
  }
  void flows(const Reduce &op, const Values &results) { combined(op.op, op.neutral, op.arrays, results); }
  void flows(const Scan &op, const Values &results) { combined(op.op, op.neutral, op.arrays, results); }
  void flows(const ReduceByIndex &op, const Values &results) {
    combined(op.op, op.dests, op.values, results);
    flow(op.neutral, op.op.parameters);
  }
  void flows(const MapReduce &op, const Values &results) {
    flow(op.arrays, llvm::ArrayRef(op.fn.parameters).drop_front());
    llvm::ArrayRef<Value> elements = op.fn.results, rest = results;
    for (const Reduction &r : op.reductions) {
      const std::size_t n = r.neutral.size();
      combined(r.op, r.neutral, elements.take_front(n), rest.take_front(n));
      elements = elements.drop_front(n), rest = rest.drop_front(n);
    }
    flow(elements, rest);
  }
  void flows(const WithAccumulators &op, const Values &results) {
    flow(op.inits, op.body.parameters);
    flow(op.body.parameters, llvm::ArrayRef<Value>(results).take_front(op.inits.size()));
    flow(op.body.results, llvm::ArrayRef<Value>(results).drop_front(op.inits.size()));
  }
  void flows(const Accumulate &op, const Values &) { flow(op.value, op.accumulator); }
  // Nothing is known of what they compute.
  void unknown(const Op &op, const Values &results) {
    llvm::for_each(results, [&](Value r) { mark(r); });
    forEachBlock(op, [&](const Block &inner) { llvm::for_each(inner.parameters, [&](Value p) { mark(p); }); });
  }
  void flows(const Call &op, const Values &results) {
    if (!op.face || !op.face->isVariable) // which is finite as an argument is
      unknown(op, results);
  }
  void flows(const Invoke &op, const Values &results) { unknown(op, results); }
  void flows(const WithRules &op, const Values &results) { unknown(op, results); }
  void flows(const Differentiate &op, const Values &results) { unknown(op, results); }
  // They move elements.
  void flows(const OneOf<Index, Update, Extent, Fill, Iota, Argsort, Repeated, Rearrange, Reshape, Slice, Rotate,
                         Concat, Scatter, Check> auto &op,
             const Values &results) {
    forEachOperand(Op(op), [&](Value v) {
      for (Value r : results)
        flow(v, r);
    });
  }

  const ValueTable &values;
  std::vector<llvm::SmallVector<Value, 2>> users; ///< by value id: what is computed from it
  std::vector<bool> singular;
  llvm::SmallVector<Value, 32> reached; ///< marked, and their users not yet
};

// A zero matters beside what may be infinite alone.
void weaken(Apply &op, const Finiteness &known) {
  if (op.prim == Prim::StrongMul) {
    if (known.isFinite(op.arguments[1]))
      std::swap(op.arguments[0], op.arguments[1]);
    if (known.isFinite(op.arguments[0]))
      op.prim = Prim::SeedMul;
  }
  if (op.prim == Prim::SeedMul && known.isFinite(op.arguments[1]))
    op.prim = Prim::Mul;
}

void weaken(Block &block, const Finiteness &known) {
  for (Statement &s : block.statements) {
    if (auto *apply = std::get_if<Apply>(&s.op))
      weaken(*apply, known);
    forEachBlock(s.op, [&](Block &inner) { weaken(inner, known); });
  }
}

} // namespace

Function weakenStrongZeros(Function function) {
  const Finiteness known(function);
  weaken(function.body, known);
  return function;
}

} // namespace soac::optimise
