#include "ad/Variation.h"

#include "support/Overloaded.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::ad {

bool Variation::anyVaries(llvm::ArrayRef<ir::Value> vs) const {
  return llvm::any_of(vs, [&](ir::Value v) { return v && varies(v); });
}

bool Variation::varies(const ir::Statement &statement) const {
  return anyVaries(statement.results) || anyVaries(ir::freeVariables(statement.op, values).getArrayRef());
}

bool Variation::isPerDirection(const ir::Statement &statement) const {
  return std::visit(
      Overloaded{
          [](const ir::Apply &) { return true; },
          [](const ir::Call &) { return true; },
          [](const ir::Invoke &) { return true; },
          [](const ir::Check &) { return true; },
          [](const ir::WithRules &) { return true; },
          [&](const ir::Index &op) { return values.type(statement.results[0]).isScalar() || anyVaries(op.indices); },
          [&](const ir::Update &op) { return anyVaries(op.indices); },
          [&](const ir::Accumulate &op) { return values.type(op.value).isScalar(); },
          [&](const ir::Slice &op) { return varies(op.start); },
          [&](const ir::Rotate &op) { return varies(op.by); },
          [](const ir::Argsort &) { return true; },
          [](const ir::Repeated &) { return true; },
          [&](const ir::If &op) { return varies(op.condition); },
          [&](const ir::Loop &op) {
            return anyVaries({op.count, op.annotations.bound}) || anyVaries(op.condition.results);
          },
          [&](const ir::ReduceByIndex &op) { return varies(op.keys); },
          [&](const ir::Scatter &op) { return varies(op.indices); },
          [](const auto &) { return false; },
      },
      statement.op);
}

/// Marks what one statement makes vary.
struct VariationVisitor {
  Variation &v;
  const ir::Statement &statement;
  bool changed = false;

  void mark(ir::Value value) { changed |= v.mark(value); }
  void flow(llvm::ArrayRef<ir::Value> from, llvm::ArrayRef<ir::Value> to) {
    for (auto [x, y] : llvm::zip(from, to))
      if (v.varies(x))
        mark(y);
  }
  void irregularIf(bool isSo) {
    changed |= isSo && !v.isIrregular;
    v.isIrregular |= isSo;
  }
  void inside(const ir::Block &block) { changed |= v.visit(block.statements); }

  /// Everything varies that it gives and that it adds to.
  void perDirection() {
    for (ir::Value r : statement.results)
      mark(r);
    ir::forEachBlock(statement.op, [&](const ir::Block &block) {
      const ir::ValueSet outside = ir::freeVariables(block, v.values);
      ir::forEachStatement(block, [&](const ir::Statement &inner) {
        if (const auto *invoke = std::get_if<ir::Invoke>(&inner.op))
          irregularIf(llvm::any_of(invoke->accumulators, [&](ir::Value v) { return v && outside.contains(v); }));
        const auto *add = std::get_if<ir::Accumulate>(&inner.op);
        if (!add || !outside.contains(add->accumulator))
          return;
        mark(add->accumulator);
        irregularIf(v.values.type(add->value).isArray());
      });
    });
  }

  void operator()(const ir::If &op) {
    inside(op.then), inside(op.otherwise);
    flow(op.then.results, statement.results), flow(op.otherwise.results, statement.results);
  }
  void operator()(const ir::Loop &op) {
    const auto carried = llvm::ArrayRef(op.body.parameters).drop_front(op.isCounted());
    inside(op.body);
    for (std::size_t k = 0; k < carried.size(); ++k) {
      flow({op.inits[k], op.body.results[k]}, {carried[k], carried[k]});
      flow({carried[k]}, {statement.results[k]});
      if (!op.isCounted())
        flow({carried[k]}, {op.condition.parameters[k]});
    }
    if (!op.isCounted())
      inside(op.condition);
  }
  void operator()(const ir::Map &op) {
    irregularIf(v.varies(op.count));
    flow(op.arrays, llvm::ArrayRef(op.fn.parameters).drop_front());
    inside(op.fn);
    flow(op.fn.results, statement.results);
  }
  // Both operands of a component vary, or none.
  void associative(ir::Value count, const ir::Block &op, llvm::ArrayRef<ir::Value> first, llvm::ArrayRef<ir::Value> second) {
    irregularIf(v.varies(count));
    inside(op);
    const std::size_t n = first.size();
    for (std::size_t k = 0; k < n; ++k) {
      flow({first[k], second[k], op.results[k], op.parameters[n + k]},
           {op.parameters[k], op.parameters[k], op.parameters[k], op.parameters[k]});
      flow({op.parameters[k], op.parameters[k]}, {op.parameters[n + k], statement.results[k]});
    }
  }
  void operator()(const ir::Reduce &op) { associative(op.count, op.op, op.neutral, op.arrays); }
  void operator()(const ir::Scan &op) { associative(op.count, op.op, op.neutral, op.arrays); }
  void operator()(const ir::ReduceByIndex &op) {
    associative(op.count, op.op, op.dests, op.values);
    flow(op.neutral, op.op.parameters);
  }
  void operator()(const ir::MapReduce &) { irregularIf(true); } // taken apart before
  void operator()(const ir::WithAccumulators &op) {
    inside(op.body);
    for (auto [init, accumulator, result] : llvm::zip(op.inits, op.body.parameters, statement.results)) {
      flow({init}, {accumulator});
      flow({accumulator}, {result});
    }
    flow(op.body.results, llvm::ArrayRef(statement.results).drop_front(op.inits.size()));
  }
  void operator()(const ir::Accumulate &op) {
    const bool isAway = v.anyVaries(op.indices);
    if (isAway || v.varies(op.value))
      mark(op.accumulator);
    irregularIf(isAway && v.values.type(op.value).isArray());
  }
  void operator()(const ir::Extent &) {}
  void operator()(const ir::Iota &op) { irregularIf(v.varies(op.count)); }
  void operator()(const ir::Fill &op) {
    irregularIf(v.anyVaries(op.extents));
    flow({op.value}, statement.results);
  }
  void operator()(const ir::Reshape &op) {
    irregularIf(v.anyVaries(op.extents));
    flow({op.array}, statement.results);
  }
  void operator()(const ir::Slice &op) {
    irregularIf(v.varies(op.count));
    if (v.anyVaries({op.array, op.start}))
      mark(statement.results[0]);
  }
  void operator()(const ir::Invoke &op) {
    if (!v.anyVaries(op.arguments))
      return;
    const auto isVaryingArray = [&](ir::Value a) { return v.values.type(a).isArray() && v.varies(a); };
    irregularIf(llvm::any_of(op.accumulators, [](ir::Value a) { return static_cast<bool>(a); }) ||
                llvm::any_of(op.arguments, isVaryingArray));
    for (ir::Value r : statement.results)
      mark(r);
  }
  // The others have no blocks, but for rules, which have no free variables: they vary with what they use.
  template <class Op> void operator()(const Op &op) {
    bool uses = false;
    ir::forEachOperand(ir::Op(op), [&](ir::Value operand) { uses |= v.varies(operand); });
    if (uses)
      for (ir::Value r : statement.results)
        mark(r);
  }
};

bool Variation::visit(llvm::ArrayRef<ir::Statement> statements) {
  bool changed = false;
  for (const ir::Statement &statement : statements) {
    VariationVisitor visitor{*this, statement};
    std::visit(visitor, statement.op);
    if (varies(statement) && isPerDirection(statement) && !std::holds_alternative<ir::Accumulate>(statement.op))
      visitor.perDirection();
    changed |= visitor.changed;
  }
  return changed;
}

Variation::Variation(const ir::ValueTable &values, const ir::Block &block, llvm::ArrayRef<ir::Value> parameters)
    : values(values) {
  varying.insert(parameters.begin(), parameters.end());
  while (visit(block.statements))
    ;
}

} // namespace soac::ad
