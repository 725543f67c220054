// A branch that only overwrites elements which are read or written in front of it becomes updates with what the
// condition selects:
//   x = index a[i];  c = lt y, x;  b = if c { d = update a[i] = y  yield d } else { yield a }
//     ->   x = index a[i];  c = lt y, x;  z = select c, y, x;  b = update a[i] = z
//   a = update e[i] = x;  c = lt x, 0;  b = if c { d = update a[i] = 0  yield d } else { yield a }
//     ->   c = lt x, 0;  z = select c, 0, x;  b = update e[i] = z
// So every trip of the loop around overwrites as many elements: the log of an adjoint has a place for each trip,
// without an index and without a run that counts, and compilers put the loop in vector lanes. Where data say which
// element it is, the branch stays: its log has an index for each entry, and branches that are seldom taken have few.
#include "analysis/Deciders.h"
#include "ir/Builder.h"
#include "ir/Walk.h"
#include "optimise/passes/PassList.h"
#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::optimise {
namespace {

using namespace ir;

class SelectedUpdates {
public:
  explicit SelectedUpdates(Function &f) : values(f.values) { block(f.body, nullptr); }

private:
  /// `around`: the loop whose body the block is or is a branch of.
  void block(Block &b, const Loop *around) {
    for (Statement &s : b.statements) {
      const auto *loop = std::get_if<Loop>(&s.op);
      const bool isBranch = std::holds_alternative<If>(s.op);
      forEachBlock(s.op, [&](Block &inner) { block(inner, loop ? loop : isBranch ? around : nullptr); });
    }
    if (!around)
      return;
    for (std::size_t at = 0; at < b.statements.size(); ++at)
      if (std::holds_alternative<If>(b.statements[at].op))
        select(b, at, *around);
  }

  void select(Block &b, std::size_t at, const Loop &around) {
    const Statement branch = b.statements[at];
    const auto &choice = std::get<If>(branch.op);
    const bool actsThen = choice.otherwise.statements.empty();
    const Block &acting = actsThen ? choice.then : choice.otherwise, &idle = actsThen ? choice.otherwise : choice.then;
    if (acting.statements.empty() || !idle.statements.empty())
      return;
    const analysis::Deciders deciders(around.body, around.isCounted() ? around.body.parameters[0] : Value(), values);
    const auto chosen = [&](Value acts, Value rests, Builder &out) {
      return actsThen ? out.select(choice.condition, acts, rests) : out.select(choice.condition, rests, acts);
    };
    std::vector<Statement> made;
    Builder out(values, made, branch.location);
    ValueMap sources, now; // of what the arm makes: the array in front of the branch, and what takes its place
    for (const Statement &s : acting.statements) {
      if (const auto *computed = std::get_if<Apply>(&s.op); computed && isHarmless(*computed)) {
        made.push_back(s);
        continue;
      }
      const auto *update = std::get_if<Update>(&s.op);
      if (!update || values.type(update->value).isArray() || sources.count(update->value))
        return;
      const Value before = sources.lookup(update->array), source = before ? before : update->array;
      const Value element = elementOf(source, update->indices, b, at);
      if (!element || !llvm::all_of(update->indices, [&](Value v) { return deciders.isKnown(v); }))
        return;
      sources[s.results[0]] = source;
      now[s.results[0]] = out.update(before ? now.lookup(update->array) : source, update->indices,
                                     chosen(update->value, element, out), values.name(s.results[0]));
    }
    ValueMap results;
    for (auto [r, x, y] : llvm::zip_equal(branch.results, acting.results, idle.results)) {
      if (const Value source = sources.lookup(x); source ? source != y : values.type(r).isArray() && x != y)
        return;
      results[r] = sources.count(x) ? now.lookup(x) : x == y ? x : chosen(x, y, out);
    }
    if (sources.empty())
      return;
    b.statements.erase(b.statements.begin() + static_cast<std::ptrdiff_t>(at));
    b.statements.insert(b.statements.begin() + static_cast<std::ptrdiff_t>(at), std::make_move_iterator(made.begin()),
                        std::make_move_iterator(made.end()));
    substitute(b, results);
  }

  /// Arithmetic whose derivatives are constants: where the branch is not taken, 0 times one of them is 0. A product of
  /// x and y has x and y, which may be infinite.
  bool isHarmless(const Apply &op) const {
    const auto isNumber = [&](Value v) { return values.asConstant(v); };
    return isFloat(op.type) && (op.prim == Prim::Add || op.prim == Prim::Sub || op.prim == Prim::Neg ||
                                (op.prim == Prim::Mul && llvm::any_of(op.arguments, isNumber)));
  }

  /// The element as a statement in front of number `at` reads or writes it.
  static Value elementOf(Value array, llvm::ArrayRef<Value> indices, const Block &b, std::size_t at) {
    for (const Statement &s : llvm::ArrayRef(b.statements).take_front(at)) {
      const auto *read = std::get_if<Index>(&s.op);
      if (read && read->array == array && llvm::ArrayRef(read->indices) == indices)
        return s.results[0];
      const auto *update = std::get_if<Update>(&s.op);
      if (update && s.results[0] == array && llvm::ArrayRef(update->indices) == indices)
        return update->value;
    }
    return {};
  }

  ValueTable &values;
};

} // namespace

Function selectUpdates(Function function) {
  SelectedUpdates pass(function);
  return function;
}

} // namespace soac::optimise
