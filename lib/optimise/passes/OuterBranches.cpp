// A branch with loops whose condition is known in front of an adjoint goes around it: each arm has an adjoint of its
// own.
//   r, d = differentiate adjoint (x) |y| { n = ..;  c = lt n, 3;  e = if c { yield 0 } else { .. loop .. };  yield e }
//   ->   c = lt n, 3;  r, d = if c { differentiate adjoint (x) |y| { yield 0 } } else { differentiate adjoint (x) |y| {
//   .. loop .. } }
// The adjoint of a branch runs its arm again in the return sweep, as it keeps nothing of it; that of a function without
// the branch does not. So the guards in front of a function, and methods that it chooses from, take no time. What else
// the function does is there twice.
#include "optimise/passes/KnownBranches.h"
#include "optimise/passes/PassList.h"

#include "analysis/DefUse.h"
#include "analysis/Effects.h"
#include "ir/Builder.h"

#include <llvm/ADT/STLExtras.h>

#include <array>

namespace soac::optimise {
namespace {

using namespace ir;

constexpr std::size_t mostTwice = 48; ///< statements that are there twice
constexpr unsigned mostBranches = 4;  ///< of a function

class OuterBranches {
public:
  explicit OuterBranches(Function &f) : values(f.values) { block(f.body); }

private:
  void block(Block &b) {
    std::vector<Statement> kept;
    kept.reserve(b.statements.size());
    for (Statement &s : b.statements) {
      if (branches < mostBranches && std::holds_alternative<Differentiate>(s.op))
        goAround(s, kept);
      kept.push_back(std::move(s));
    }
    b.statements = std::move(kept);
  }

  void goAround(Statement &s, std::vector<Statement> &front) {
    const auto &op = std::get<Differentiate>(s.op);
    const analysis::DefUse definitions(op.fn);
    const Value condition = conditionOf(op, definitions);
    if (!condition)
      return;
    ++branches;
    Builder b(values, front, s.location);
    ValueMap made;
    const Value outside = before(condition, op, definitions, made, b);
    const auto where = [&](bool holds) {
      Block whole;
      whole.statements.push_back(s);
      whole.results = s.results;
      Block &fn = std::get<Differentiate>(whole.statements[0].op).fn;
      takeArms(fn, condition, holds);
      Block copy = cloneBlock(whole, values);
      block(copy); // of what the arm does
      return copy;
    };
    If both{outside, where(true), where(false)};
    s.op = std::move(both);
  }

  /// Of a branch that holds nearly all of what is differentiated.
  Value conditionOf(const Differentiate &op, const analysis::DefUse &definitions) const {
    if (op.mode != Mode::Adjoint || op.directions)
      return {};
    const std::size_t all = countStatements(op.fn);
    for (const Statement &s : op.fn.statements) {
      const auto *branch = std::get_if<If>(&s.op);
      if (branch && (has<Loop>(branch->then) || has<Loop>(branch->otherwise)) &&
          isKnownBefore(branch->condition, op, definitions) &&
          all - countStatements(branch->then) - countStatements(branch->otherwise) <= mostTwice)
        return branch->condition;
    }
    return {};
  }

  /// Is v made of numbers in front of the adjoint, of its arguments that are numbers and of the extents of its
  /// arguments, perhaps chosen by a condition that is?
  bool isKnownBefore(Value v, const Differentiate &op, const analysis::DefUse &definitions) const {
    if (!definitions.isInside(v))
      return true;
    if (llvm::is_contained(op.fn.parameters, v))
      return true;
    if (const auto *extent = definitions.as<Extent>(v))
      return llvm::is_contained(op.fn.parameters, extent->array) || !definitions.isInside(extent->array);
    if (const If *choice = choiceOf(v, definitions))
      return llvm::all_of(numbersOf(*choice), [&](Value x) { return isKnownBefore(x, op, definitions); });
    const auto *computed = definitions.as<Apply>(v);
    return computed && analysis::isTotal(*computed, values) &&
           llvm::all_of(computed->arguments, [&](Value x) { return isKnownBefore(x, op, definitions); });
  }
  Value before(Value v, const Differentiate &op, const analysis::DefUse &definitions, ValueMap &made,
               Builder &b) const {
    if (const auto *parameter = llvm::find(op.fn.parameters, v); parameter != op.fn.parameters.end())
      return op.arguments[static_cast<std::size_t>(parameter - op.fn.parameters.begin())];
    if (!definitions.isInside(v))
      return v;
    if (const Value same = made.lookup(v))
      return same;
    if (const auto *extent = definitions.as<Extent>(v))
      return made[v] = b.extent(before(extent->array, op, definitions, made, b), extent->dimension);
    if (const If *choice = choiceOf(v, definitions)) {
      const auto [c, x, y] = numbersOf(*choice);
      const Value condition = before(c, op, definitions, made, b);
      Block then, otherwise; // what they yield is computed whether it is taken or not
      then.results = {before(x, op, definitions, made, b)};
      otherwise.results = {before(y, op, definitions, made, b)};
      return made[v] = b.emit1(If{condition, std::move(then), std::move(otherwise)});
    }
    Apply computed = *definitions.as<Apply>(v);
    for (Value &x : computed.arguments)
      x = before(x, op, definitions, made, b);
    return made[v] = b.emit1(std::move(computed));
  }

  /// The branch that has v as its only result, as those of `||` and `&&`.
  static const If *choiceOf(Value v, const analysis::DefUse &definitions) {
    const auto *choice = definitions.as<If>(v);
    return choice && choice->then.results.size() == 1 ? choice : nullptr;
  }
  static std::array<Value, 3> numbersOf(const If &choice) {
    return {choice.condition, choice.then.results[0], choice.otherwise.results[0]};
  }

  ValueTable &values;
  unsigned branches = 0;
};

} // namespace

Function differentiateArms(Function function) {
  OuterBranches run(function);
  return function;
}

} // namespace soac::optimise
