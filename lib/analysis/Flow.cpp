#include "analysis/Flow.h"

#include "ir/Fields.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::analysis {

using namespace ir;

namespace {

using List = llvm::ArrayRef<Value>;

struct Flow {
  llvm::function_ref<void(Value, Value)> f;
  List results;

  void each(List from, List to) const {
    for (auto [x, y] : llvm::zip(from, to))
      f(x, y);
  }
  void all(List from, List to) const {
    for (Value x : from)
      for (Value y : to)
        f(x, y);
  }
  // Components: accumulated and element parameters stand for one another.
  void associative(const Block &op, List to, std::initializer_list<List> sources) const {
    const List p = op.parameters, accumulated = p.take_front(p.size() / 2), elements = p.drop_front(p.size() / 2);
    for (List source : sources)
      each(source, accumulated);
    each(op.results, accumulated);
    each(accumulated, elements);
    each(elements, accumulated);
    each(accumulated, to);
  }

  void operator()(const Index &op) const { all(op.array, results); }
  void operator()(const Update &op) const { all({op.array, op.value}, results); }
  void operator()(const Extent &) const {}
  void operator()(const Fill &op) const { all(op.value, results); }
  void operator()(const Iota &) const {}
  void operator()(const Argsort &) const {}
  void operator()(const Repeated &) const {}
  void operator()(const Rearrange &op) const { all(op.array, results); }
  void operator()(const Reshape &op) const { all(op.array, results); }
  void operator()(const Slice &op) const { all(op.array, results); }
  void operator()(const Rotate &op) const { all(op.array, results); }
  void operator()(const If &op) const {
    each(op.then.results, results);
    each(op.otherwise.results, results);
  }
  void operator()(const Loop &op) const {
    const List carried = List(op.body.parameters).drop_front(op.isCounted());
    each(op.inits, carried);
    each(op.body.results, carried);
    each(carried, op.condition.parameters);
    each(carried, results);
  }
  void operator()(const Map &op) const {
    each(op.arrays, List(op.fn.parameters).drop_front());
    each(op.fn.results, results);
  }
  void operator()(const Reduce &op) const { associative(op.op, results, {op.neutral, op.arrays}); }
  void operator()(const Scan &op) const { associative(op.op, results, {op.neutral, op.arrays}); }
  void operator()(const MapReduce &op) const {
    each(op.arrays, List(op.fn.parameters).drop_front());
    List elements = op.fn.results, to = results;
    for (const Reduction &r : op.reductions) {
      associative(r.op, to.take_front(r.neutral.size()), {r.neutral, elements.take_front(r.neutral.size())});
      elements = elements.drop_front(r.neutral.size()), to = to.drop_front(r.neutral.size());
    }
    each(elements, to);
  }
  void operator()(const ReduceByIndex &op) const { associative(op.op, results, {op.dests, op.neutral, op.values}); }
  void operator()(const Scatter &op) const { all({op.dest, op.values}, results); }
  void operator()(const WithAccumulators &op) const {
    each(op.inits, op.body.parameters);
    each(op.body.parameters, results);
    each(op.body.results, results.drop_front(op.inits.size()));
  }
  void operator()(const Accumulate &op) const { f(op.value, op.accumulator); }
  // Each result and accumulator may depend on every argument.
  void operator()(const Invoke &op) const {
    all(op.arguments, results);
    for (Value accumulator : op.accumulators)
      if (accumulator)
        all(op.arguments, accumulator);
  }
  void operator()(const WithRules &op) const {
    each(op.arguments, op.fn.parameters);
    each(op.fn.results, results);
    all(op.arguments, results); // a rule may make every result depend on every argument
  }
  void operator()(const Check &) const {}
  // From every operand: Apply, Concat, Call.
  void operator()(const WithoutBlocks auto &op) const {
    forEachField(op, [&](const auto &field) {
      if constexpr (OneOf<std::decay_t<decltype(field)>, Value, Values>)
        all(field, results);
    });
  }
  // Derivatives may depend on all arguments, seeds and initial adjoints.
  void operator()(const Differentiate &op) const {
    each(op.arguments, op.fn.parameters);
    each(op.fn.results, results);
    for (List from : {List(op.arguments), List(op.seeds), List(op.initial)})
      for (Value v : from)
        if (v)
          all(v, results.drop_front(op.fn.results.size()));
  }
};

} // namespace

void forEachFlow(const Statement &statement, llvm::function_ref<void(Value from, Value to)> f) {
  std::visit(Flow{f, statement.results}, static_cast<const OpVariant &>(statement.op));
}

} // namespace soac::analysis
