#include "ops/rules/RoundingDependence.h"

#include "ir/Walk.h"
#include "ops/rules/InPlace.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLExtras.h>

namespace soac::ops {
namespace {

// Backwards from a value to what it is made of, through blocks; values from outside are where it ends.
class Dependence {
public:
  Dependence(const ir::Statement &statement, const ir::ValueTable &values) : values(values) { define(statement); }

  bool meetsRounding(ir::Value v) {
    need(v);
    while (!open.empty()) {
      const ir::Value next = open.pop_back_val();
      if (values.type(next).isDifferentiable() && rounds(makers.lookup(next)->op))
        return true;
      follow(next);
    }
    return false;
  }

private:
  void define(const ir::Statement &statement) {
    for (ir::Value r : statement.results)
      makers[r] = &statement;
    ir::forEachBlock(statement.op, [&](const ir::Block &block) {
      for (ir::Value p : block.parameters)
        makers[p] = &statement;
      for (const ir::Statement &inner : block.statements)
        define(inner);
    });
  }

  // Other statements hand floating-point numbers on as they are, or have blocks in which these compute.
  static bool rounds(const ir::Op &op) {
    return std::holds_alternative<ir::Apply>(op) || std::holds_alternative<ir::Call>(op) || std::holds_alternative<ir::Invoke>(op) ||
           std::holds_alternative<ir::WithRules>(op) || std::holds_alternative<ir::WithAccumulators>(op);
  }

  // Only what is made inside matters.
  void need(ir::Value v) {
    if (makers.contains(v) && seen.insert(v).second)
      open.push_back(v);
  }
  void need(llvm::ArrayRef<ir::Value> vs) {
    for (ir::Value v : vs)
      need(v);
  }

  // What is changed in place keeps its shape.
  void needShape(ir::Value array) {
    const ir::Statement *s = makers.lookup(array);
    if (!s)
      return;
    const auto k = static_cast<std::size_t>(llvm::find(s->results, array) - s->results.begin());
    if (const auto *update = std::get_if<ir::Update>(&s->op))
      return needShape(update->array);
    if (const auto *scatter = std::get_if<ir::Scatter>(&s->op))
      return needShape(scatter->dest);
    if (const auto *bins = std::get_if<ir::ReduceByIndex>(&s->op); bins && k < bins->dests.size())
      return needShape(bins->dests[k]);
    if (const auto *loop = std::get_if<ir::Loop>(&s->op))
      for (std::size_t c = 0; c < s->results.size(); ++c)
        if (const ir::Value p = loop->body.parameters[c + loop->isCounted()];
            (array == s->results[c] || array == p) && inPlaceSource(loop->body.results[c], loop->body) == p)
          return needShape(loop->inits[c]);
    need(array);
  }

  void follow(ir::Value v) {
    const ir::Statement &s = *makers.lookup(v);
    if (const auto *extent = std::get_if<ir::Extent>(&s.op))
      return needShape(extent->array);
    if (const auto *branch = std::get_if<ir::If>(&s.op)) {
      const auto k = static_cast<std::size_t>(llvm::find(s.results, v) - s.results.begin());
      need({branch->condition, branch->then.results[k], branch->otherwise.results[k]});
    } else if (const auto *loop = std::get_if<ir::Loop>(&s.op)) {
      followLoop(*loop, s, v);
    } else {
      ir::forEachOperand(s.op, [&](ir::Value operand) { need(operand); });
      ir::forEachBlock(s.op, [&](const ir::Block &block) {
        for (const ir::Statement &inner : block.statements)
          need(inner.results);
        need(block.results);
      });
    }
  }

  void followLoop(const ir::Loop &loop, const ir::Statement &s, ir::Value v) {
    if (loop.isCounted())
      need(loop.count);
    need(loop.condition.results);
    const unsigned first = loop.isCounted();
    for (std::size_t k = 0; k < s.results.size(); ++k)
      if (v == s.results[k] || v == loop.body.parameters[first + k] ||
          (!loop.isCounted() && v == loop.condition.parameters[k])) {
        need(loop.inits[k]);
        need(loop.body.results[k]);
      }
  }

  const ir::ValueTable &values;
  llvm::DenseMap<ir::Value, const ir::Statement *> makers;
  llvm::DenseSet<ir::Value> seen;
  ir::Values open;
};

} // namespace

bool dependsOnRounding(ir::Value v, const ir::Statement &statement, const ir::ValueTable &values) {
  return Dependence(statement, values).meetsRounding(v);
}

} // namespace soac::ops
