// Scratch arrays that a loop carries without need: each iteration writes every element before reading it, the shape stays,
// and no statement reads the array after the loop. They become arrays of the iteration's own, so that they need neither
// checkpoint nor undo log and the iterations do not depend on each other.
//
//   r = loop n, (a) |i, p| { q = loop 4, (p) |j, s| { .. s[j] = x ..}  .. q[k] ..  yield q }
//   ->  loop n, () |i| { p = fill 0, [4]  q = .. }
#include "optimise/passes/PassList.h"

#include "analysis/DefUse.h"
#include "analysis/OverwrittenFirst.h"
#include "ir/Builder.h"
#include "ir/Walk.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::optimise {
namespace {

using namespace ir;

class Private {
public:
  explicit Private(Function &f) : f(f), shapes(f) {
    look();
    block(f.body);
  }

private:
  void look() { definitions.emplace(f.body); }

  // Outer loops first: then no statement reads the arrays of inner loops after these.
  void block(Block &b) {
    for (Statement &s : b.statements) {
      if (auto *loop = std::get_if<Loop>(&s.op))
        ownArrays(*loop, s);
      forEachBlock(s.op, [&](Block &inner) { block(inner); });
    }
  }

  void ownArrays(Loop &loop, const Statement &s) {
    for (std::size_t k = 0; k < loop.inits.size(); ++k) {
      const Value p = loop.body.parameters[k + loop.isCounted()];
      const bool mayBe = values().type(p).isArray() && definitions->uses(s.results[k]) == 0 && definitions->uses(p) > 0 &&
                         loop.body.results[k] != p && !llvm::is_contained(loop.annotations.noFalseDependencies, k) &&
                         (loop.isCounted() || definitions->uses(loop.condition.parameters[k]) == 0);
      if (mayBe && shapes.sameShape(p, loop.inits[k]) &&
          analysis::isOverwrittenFirst(p, k, loop.body, values(), *definitions, shapes))
        own(loop, k, p, s.location);
    }
  }

  // The loop still carries the array, unchanged; dead code elimination removes it.
  void own(Loop &loop, std::size_t k, Value p, SourceLocation location) {
    std::vector<Statement> front;
    Builder b(values(), front, location);
    const Value fresh = b.fill(b.zero(values().type(p).scalar), b.extents(loop.inits[k]), values().name(p));
    for (const Statement &statement : front)
      shapes.define(statement);
    Block &body = loop.body;
    substitute(body, {{p, fresh}});
    body.results[k] = p;
    body.statements.insert(body.statements.begin(), std::make_move_iterator(front.begin()),
                           std::make_move_iterator(front.end()));
    look();
  }

  ValueTable &values() { return f.values; }

  Function &f;
  analysis::Shapes shapes;
  std::optional<analysis::DefUse> definitions;
};

} // namespace

Function ownScratch(Function function) {
  Private work(function);
  return function;
}

} // namespace soac::optimise
