#include "analysis/SeedGuards.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/STLExtras.h>

namespace soac::analysis {
namespace {

using namespace ir;
using prims::Prim;

/// Is the result NaN where an operand is?
bool keepsNaN(Prim p) {
  switch (p) {
  case Prim::Add:
  case Prim::Sub:
  case Prim::Mul:
  case Prim::Div:
  case Prim::Neg:
  case Prim::Abs:
  case Prim::Sqrt:
  case Prim::Exp:
  case Prim::Log:
  case Prim::Sin:
  case Prim::Cos:
  case Prim::Tan:
  case Prim::Tanh:
  case Prim::StopGradient: return true;
  default: return hasGuard(p);
  }
}
/// Is the result false where an operand is NaN?
bool failsForNaN(Prim p) { return p == Prim::Lt || p == Prim::Le || p == Prim::Gt || p == Prim::Ge; }

class Reach {
public:
  explicit Reach(const Function &f) : values(f.values) {
    for (std::size_t grown = 1; grown != 0 && isFine;) { // until nothing more is reached
      const std::size_t before = found.reached.size() + decisions.size();
      found.count = 0;
      block(f.body);
      grown = found.reached.size() + decisions.size() - before;
    }
  }
  std::optional<SeedGuards> take() { return isFine ? std::optional(std::move(found)) : std::nullopt; }

private:
  const ValueTable &values;
  SeedGuards found;
  llvm::MapVector<Value, Values> decisions; ///< comparisons of what is reached, true for no NaN: the numbers
  bool isFine = true;
  unsigned depth = 0; ///< of counted loops

  bool isReached(Value v) const { return found.reached.contains(v); }
  bool isDecision(Value v) const { return decisions.contains(v); }
  void reach(Value v, bool isSo) {
    if (isSo)
      found.reached.insert(v);
  }
  /// Nothing else may read a decision than the condition of a loop.
  void refuse(bool isSo) { isFine = isFine && !isSo; }

  void block(const Block &b) {
    for (const Statement &s : b.statements)
      std::visit([&](const auto &op) { visit(op, s); }, s.op);
    refuse(llvm::any_of(b.results, [&](Value v) { return isDecision(v); }));
  }

  static bool hasLoop(const Block &b) {
    return llvm::any_of(b.statements, [](const Statement &s) { return std::holds_alternative<Loop>(s.op); });
  }

  template <class Op> void visit(const Op &, const Statement &s) {
    forEachOperand(s.op, [&](Value v) { refuse(isReached(v) || isDecision(v)); });
    forEachBlock(s.op, [&](const Block &inner) {
      for (const Value v : freeVariables(inner, values))
        refuse(isReached(v) || isDecision(v));
      forEachStatement(inner, [&](const Statement &in) {
        const auto *apply = std::get_if<Apply>(&in.op);
        refuse(apply && hasGuard(apply->prim));
      });
    });
  }
  void visit(const Apply &op, const Statement &s) {
    found.count += hasGuard(op.prim);
    const bool isOfReached = llvm::any_of(op.arguments, [&](Value v) { return isReached(v); });
    const bool isOfDecisions = llvm::any_of(op.arguments, [&](Value v) { return isDecision(v); });
    if (isOfDecisions || (isOfReached && failsForNaN(op.prim))) {
      refuse(isOfDecisions && op.prim != Prim::And);
      Values numbers;
      for (const Value v : op.arguments)
        if (isDecision(v))
          llvm::append_range(numbers, decisions.lookup(v));
        else if (isReached(v))
          numbers.push_back(v);
      decisions[s.results[0]] = std::move(numbers);
    } else if (isOfReached || hasGuard(op.prim)) {
      const bool isCastOfFloats = op.prim == Prim::Cast && isFloat(op.type);
      const bool isChoice = op.prim == Prim::Select && !isReached(op.arguments[0]);
      refuse(!keepsNaN(op.prim) && !isCastOfFloats && !isChoice);
      reach(s.results[0], true);
    }
  }
  void visit(const Index &op, const Statement &s) {
    refuse(llvm::any_of(op.indices, [&](Value v) { return isReached(v); }));
    reach(s.results[0], isReached(op.array));
  }
  void visit(const Update &op, const Statement &s) {
    refuse(llvm::any_of(op.indices, [&](Value v) { return isReached(v); }));
    reach(s.results[0], isReached(op.array) || isReached(op.value));
  }
  void visit(const Concat &op, const Statement &s) {
    bool isOfReached = false;
    forEachOperand(Op(op), [&](Value v) { isOfReached |= isReached(v); });
    reach(s.results[0], isOfReached);
  }
  void visit(const Fill &op, const Statement &s) { reach(s.results[0], isReached(op.value)); }
  void visit(const Extent &, const Statement &) {}
  void visit(const If &op, const Statement &s) {
    refuse(isReached(op.condition) ||
           (isDecision(op.condition) && (depth > 0 || !(hasLoop(op.then) || hasLoop(op.otherwise)))));
    if (isDecision(op.condition))
      found.choices[&s] = decisions.lookup(op.condition);
    block(op.then);
    block(op.otherwise);
    for (auto [result, a, b] : llvm::zip_equal(s.results, op.then.results, op.otherwise.results))
      reach(result, isReached(a) || isReached(b));
  }
  void visit(const Loop &op, const Statement &s) {
    const bool isCounted = op.isCounted();
    for (std::size_t k = 0; k < op.inits.size(); ++k)
      if (isReached(op.inits[k]) || isReached(op.body.results[k])) {
        reach(op.body.parameters[k + isCounted], true);
        reach(s.results[k], true);
        if (!isCounted)
          reach(op.condition.parameters[k], true);
      }
    refuse(llvm::any_of(op.inits, [&](Value v) { return isDecision(v); }));
    depth += isCounted; // such loops may run on threads, or in lanes
    block(op.body);
    depth -= isCounted;
    if (isCounted)
      return;
    for (const Statement &in : op.condition.statements)
      std::visit([&](const auto &inner) { visit(inner, in); }, in.op);
    if (!isDecision(op.condition.results[0])) {
      refuse(isReached(op.condition.results[0]));
      return;
    }
    for (const Value v : freeVariables(op.condition, values)) // a NaN that the loop does not carry does not show
      refuse(isReached(v));
    forEachStatement(op.condition, [&](const Statement &in) {
      forEachOperand(in.op, [&](Value v) { refuse(isReached(v) && values.type(v).isArray()); });
    });
    refuse(depth > 0);
    auto &end = found.ends[&s];
    end.clear();
    for (std::size_t k = 0; k < op.inits.size(); ++k)
      if (isReached(s.results[k]) && values.type(s.results[k]).isScalar())
        end.push_back(k);
  }
};

} // namespace

bool hasGuard(Prim p) { return p == Prim::SeedMul || p == Prim::SeedDiv || p == Prim::StrongMul; }

std::optional<SeedGuards> dispensableGuards(const Function &function) { return Reach(function).take(); }

} // namespace soac::analysis
