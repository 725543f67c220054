#include "ops/rules/RoundingDependence.h"

#include "analysis/DefUse.h"
#include "analysis/Flow.h"
#include "analysis/InPlace.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLExtras.h>

namespace soac::ops {
namespace {

// Follows a value backwards to the values that it is made of, through blocks, as far as they are defined inside.
class Dependence {
public:
  /// `where`: a statement, or the block of a definition.
  template <class Where>
  Dependence(const Where &where, const ir::ValueTable &values, const analysis::Definitions &definitions)
      : values(values), definitions(definitions), makers(where) {}

  bool meetsRounding(ir::Value v) {
    need(v);
    while (!open.empty()) {
      const ir::Value next = open.pop_back_val();
      if (!makers.of(next)->statement) // a parameter
        continue;
      if (values.type(next).isDifferentiable() && rounds(makers.of(next)->statement->op))
        return true;
      follow(next);
      if (isMetInside)
        return true;
    }
    return false;
  }

private:
  // Other statements hand floating-point numbers on as they are, or have blocks whose statements compute.
  static bool rounds(const ir::Op &op) {
    return std::holds_alternative<ir::Apply>(op) || std::holds_alternative<ir::Call>(op) || std::holds_alternative<ir::Invoke>(op) ||
           std::holds_alternative<ir::WithRules>(op) || std::holds_alternative<ir::WithAccumulators>(op);
  }

  // Adds values to be followed: only those defined inside matter.
  void need(ir::Value v) {
    if (makers.isInside(v) && seen.insert(v).second)
      open.push_back(v);
  }
  void need(llvm::ArrayRef<ir::Value> vs) {
    for (ir::Value v : vs)
      need(v);
  }

  // Follows the shape of an array alone: an array that is changed in place keeps its shape.
  void needShape(ir::Value array) {
    const analysis::Definition *maker = makers.of(array);
    if (!maker)
      return;
    const ir::Statement *s = maker->statement;
    if (!s) { // a parameter of a definition
      shapes.insert(array);
      return;
    }
    const auto k = static_cast<std::size_t>(llvm::find(s->results, array) - s->results.begin());
    if (const auto *update = std::get_if<ir::Update>(&s->op))
      return needShape(update->array);
    if (const auto *scatter = std::get_if<ir::Scatter>(&s->op))
      return needShape(scatter->dest);
    if (const auto *bins = std::get_if<ir::ReduceByIndex>(&s->op); bins && k < bins->dests.size())
      return needShape(bins->dests[k]);
    if (const auto *invoke = std::get_if<ir::Invoke>(&s->op))
      return needShape(invoke->arguments[*invoke->argumentOf(k)]);
    if (const auto *loop = std::get_if<ir::Loop>(&s->op))
      for (std::size_t c = 0; c < s->results.size(); ++c)
        if (const ir::Value p = loop->body.parameters[c + loop->isCounted()];
            (array == s->results[c] || array == p) && analysis::inPlaceSource(loop->body.results[c], loop->body) == p)
          return needShape(loop->inits[c]);
    need(array);
  }

  /// Through a definition, to the arguments of which the result is made.
  void follow(const ir::Invoke &op, const ir::Function &definition, std::size_t result) {
    Dependence inside(definition.body, definition.values, definitions);
    isMetInside |= inside.meetsRounding(definition.body.results[result]);
    for (auto [parameter, argument] : llvm::zip(definition.body.parameters, op.arguments))
      if (inside.seen.contains(parameter))
        need(argument);
      else if (inside.shapes.contains(parameter))
        needShape(argument);
  }

  void follow(ir::Value v) {
    const ir::Statement &s = *makers.of(v)->statement;
    if (const auto *invoke = std::get_if<ir::Invoke>(&s.op))
      if (const ir::Function *definition = definitions.find(*invoke))
        return follow(*invoke, *definition, static_cast<std::size_t>(llvm::find(s.results, v) - s.results.begin()));
    if (const auto *extent = std::get_if<ir::Extent>(&s.op))
      return needShape(extent->array);
    const auto *branch = std::get_if<ir::If>(&s.op);
    const auto *loop = std::get_if<ir::Loop>(&s.op);
    if (branch)
      need(branch->condition);
    if (loop) {
      need(loop->count);
      need(loop->condition.results);
    }
    if (branch || loop)
      return analysis::forEachFlow(s, [&](ir::Value from, ir::Value to) {
        if (to == v)
          need(from);
      });
    ir::forEachOperand(s.op, [&](ir::Value operand) { need(operand); });
    ir::forEachBlock(s.op, [&](const ir::Block &block) {
      for (const ir::Statement &inner : block.statements)
        need(inner.results);
      need(block.results);
    });
  }

  const ir::ValueTable &values;
  const analysis::Definitions &definitions;
  const analysis::DefUse makers;
  llvm::DenseSet<ir::Value> seen;
  llvm::DenseSet<ir::Value> shapes; ///< parameters of a definition of which the extents alone matter
  ir::Values open;
  bool isMetInside = false; ///< in a definition
};

} // namespace

bool dependsOnRounding(ir::Value v, const ir::Statement &statement, const ir::ValueTable &values,
                       const analysis::Definitions &definitions) {
  return Dependence(statement, values, definitions).meetsRounding(v);
}

} // namespace soac::ops
