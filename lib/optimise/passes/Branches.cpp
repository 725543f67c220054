// Removes constructs that only differentiation needs: stop_gradient becomes the identity, and an `if` whose branches are
// a few cheap scalar primitives computes both branches and selects, without a jump:
//   r = if c { y = add x, 1.0;  yield y } else { yield x }   ->   y = add x, 1.0;  r = select c, y, x
// The branch not taken has a value (Note [Speculation]), which is not used. Only after differentiation: a selection's
// adjoint would visit both branches.
#include "analysis/Cost.h"
#include "analysis/Effects.h"
#include "optimise/passes/PassList.h"

#include "ir/Walk.h"
#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::optimise {
namespace {

using namespace analysis;
using namespace ir;

constexpr std::size_t mostStatementsOfBranch = 4; ///< statements of a branch

class Branches {
public:
  explicit Branches(Function &f) : values(f.values) { block(f.body); }

private:
  Value resolve(Value v) const {
    const auto it = same.find(v);
    return it == same.end() ? v : it->second;
  }
  void block(Block &b) {
    std::vector<Statement> kept;
    kept.reserve(b.statements.size());
    for (Statement &s : b.statements) {
      forEachOperand(s.op, [&](Value &v) { v = resolve(v); });
      forEachBlock(s.op, [&](Block &inner) { block(inner); });
      const auto *apply = std::get_if<Apply>(&s.op);
      if (apply && apply->prim == Prim::StopGradient)
        same[s.results[0]] = apply->arguments[0];
      else if (auto *branch = std::get_if<If>(&s.op); branch && isSelectable(*branch))
        select(std::move(*branch), s, kept);
      else
        kept.push_back(std::move(s));
    }
    for (Value &v : b.results)
      v = resolve(v);
    b.statements = std::move(kept);
  }

  bool isSelectable(const If &op) const {
    const auto isCheapBlock = [&](const Block &b) {
      return b.statements.size() <= mostStatementsOfBranch && llvm::all_of(b.statements, [&](const Statement &s) {
               const auto *apply = std::get_if<Apply>(&s.op);
               return std::holds_alternative<Extent>(s.op) ||
                      (apply && isCheap(*apply, values) && isTotal(*apply, values));
             });
    };
    const auto isScalar = [&](Value v) { return !values.type(v).isArray(); };
    return llvm::all_of(op.then.results, isScalar) && isCheapBlock(op.then) && isCheapBlock(op.otherwise);
  }
  void select(If op, const Statement &s, std::vector<Statement> &out) const {
    llvm::move(op.then.statements, std::back_inserter(out));
    llvm::move(op.otherwise.statements, std::back_inserter(out));
    for (auto [result, a, b] : llvm::zip_equal(s.results, op.then.results, op.otherwise.results))
      out.push_back({{result}, choice(op.condition, a, b), s.location});
  }
  /// c ? a : b, or `||` and `&&` where a or b is c.
  Apply choice(Value c, Value a, Value b) const {
    const Scalar type = values.type(a).scalar;
    if (type == Scalar::Bool) {
      const Constant *first = values.asConstant(a), *second = values.asConstant(b);
      if (a == c || (first && first->bits))
        return {Prim::Or, type, {c, b}};
      if (b == c || (second && !second->bits))
        return {Prim::And, type, {c, a}};
    }
    return {Prim::Select, type, {c, a, b}};
  }

  const ValueTable &values;
  ValueMap same;
};

} // namespace

Function selectBranches(Function function) {
  Branches run(function);
  return function;
}

} // namespace soac::optimise
