#include "ad/Variation.h"

#include "analysis/Flow.h"
#include "ir/Fields.h"

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
          [](const ir::WithRules &) { return true; },
          [](const ir::WithoutBlocks auto &) { return true; },
          [&](const ir::Index &op) { return values.type(statement.results[0]).isScalar() || anyVaries(op.indices); },
          [&](const ir::Update &op) { return anyVaries(op.indices); },
          [&](const ir::Accumulate &op) { return values.type(op.value).isScalar(); },
          [&](const ir::Slice &op) { return varies(op.start); },
          [&](const ir::Rotate &op) { return varies(op.by); },
          [&](const ir::If &op) { return varies(op.condition); },
          [&](const ir::Loop &op) {
            return anyVaries({op.count, op.annotations.bound}) || anyVaries(op.condition.results);
          },
          [&](const ir::ReduceByIndex &op) { return varies(op.keys); },
          [&](const ir::Scatter &op) { return varies(op.indices); },
          [](const ir::WithoutBlocksAmong<ir::Extent, ir::Fill, ir::Iota, ir::Rearrange, ir::Reshape,
                                          ir::Concat> auto &) { return false; },
          [](const OneOf<ir::Map, ir::Reduce, ir::Scan, ir::MapReduce, ir::WithAccumulators,
                         ir::Differentiate> auto &) { return false; },
      },
      statement.op);
}

// Notes that a shape depends on the direction.
bool Variation::irregularIf(bool isSo) { return isSo && !std::exchange(isIrregular, true); }

// Marks the results of the statement, and the accumulators outside it that it adds to.
bool Variation::markAll(const ir::Statement &statement) {
  bool changed = false;
  for (ir::Value r : statement.results)
    changed |= mark(r);
  ir::forEachBlock(statement.op, [&](const ir::Block &block) {
    const ir::ValueSet outside = ir::freeVariables(block, values);
    ir::forEachStatement(block, [&](const ir::Statement &inner) {
      if (const auto *invoke = std::get_if<ir::Invoke>(&inner.op))
        changed |= irregularIf(llvm::any_of(invoke->accumulators, [&](ir::Value v) { return v && outside.contains(v); }));
      const auto *add = std::get_if<ir::Accumulate>(&inner.op);
      if (!add || !outside.contains(add->accumulator))
        return;
      changed |= mark(add->accumulator);
      changed |= irregularIf(values.type(add->value).isArray());
    });
  });
  return changed;
}

static ir::Values integerOperands(const ir::Op &op, const ir::ValueTable &values) {
  ir::Values result;
  ir::forEachOperand(op, [&](ir::Value v) {
    if (values.type(v) == ir::indexType)
      result.push_back(v);
  });
  return result;
}

// Do the shapes of the results vary, or does an invoked definition get arrays or accumulators that do?
bool Variation::isIrregularStatement(const ir::Op &op) const {
  return std::visit(Overloaded{
                        [&](const ir::Map &o) { return varies(o.count); },
                        [&](const ir::Reduce &o) { return varies(o.count); },
                        [&](const ir::Scan &o) { return varies(o.count); },
                        [&](const ir::ReduceByIndex &o) { return varies(o.count); },
                        [](const ir::MapReduce &) { return true; }, // taken apart before
                        [&](const ir::Accumulate &o) { return anyVaries(o.indices) && values.type(o.value).isArray(); },
                        [&](const ir::Fill &o) { return anyVaries(o.extents); },
                        [&](const ir::Slice &o) { return varies(o.count); },
                        [&](const ir::Invoke &o) {
                          const auto isVarying = [&](ir::Value a) { return values.type(a).isArray() && varies(a); };
                          const bool adds = llvm::any_of(o.accumulators, [](ir::Value a) { return static_cast<bool>(a); });
                          return (adds && anyVaries(o.arguments)) || anyVaries(o.accumulators) ||
                                 llvm::any_of(o.arguments, isVarying);
                        },
                        [&](const ir::WithoutBlocks auto &) { return anyVaries(integerOperands(op, values)); },
                        [](const ir::WithoutBlocksAmong<ir::Apply, ir::Index, ir::Update, ir::Extent, ir::Argsort,
                                                        ir::Repeated, ir::Rearrange, ir::Rotate, ir::Concat, ir::Scatter,
                                                        ir::Call, ir::Check> auto &) { return false; },
                        [](const OneOf<ir::If, ir::Loop, ir::WithAccumulators, ir::WithRules,
                                       ir::Differentiate> auto &) { return false; },
                    },
                    op);
}

bool Variation::visit(llvm::ArrayRef<ir::Statement> statements) {
  bool changed = false;
  for (const ir::Statement &statement : statements) {
    changed |= irregularIf(isIrregularStatement(statement.op));
    analysis::forEachFlow(statement, [&](ir::Value from, ir::Value to) { changed |= varies(from) && mark(to); });
    if (const auto *add = std::get_if<ir::Accumulate>(&statement.op); add && anyVaries(add->indices))
      changed |= mark(add->accumulator);
    if (!std::holds_alternative<ir::WithRules>(statement.op)) // rules have no free variables
      ir::forEachBlock(statement.op, [&](const ir::Block &block) { changed |= visit(block.statements); });
    if (varies(statement) && isPerDirection(statement) && !std::holds_alternative<ir::Accumulate>(statement.op))
      changed |= markAll(statement);
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
