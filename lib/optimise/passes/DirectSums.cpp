// Accumulators whose contents only go into another one: what is added to them is added to that one.
//
//   r = with_accumulators (fill 0, [m]) |b| { .. b[j] += v .. };  a[i] += r   ->   .. a[i, j] += v ..
//
// No array is filled with zeros for it, and none is added, however few of its elements are not zero.
#include "optimise/passes/PassList.h"

#include "analysis/DefUse.h"
#include "ir/Walk.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::optimise {
namespace {

using namespace ir;

class DirectSums {
public:
  explicit DirectSums(Function &f) : f(f) {
    look();
    block(f.body);
  }

private:
  Function &f;
  std::optional<analysis::DefUse> definitions;

  void look() { definitions.emplace(f.body); }

  // Outer accumulators first: inner ones may go into them.
  void block(Block &b) {
    for (std::size_t at = 0; at < b.statements.size(); ++at) {
      if (std::holds_alternative<WithAccumulators>(b.statements[at].op))
        while (addDirectly(b, at)) {
        }
      forEachBlock(b.statements[at].op, [&](Block &inner) { block(inner); });
    }
  }

  /// True when one accumulator of the statement has gone.
  bool addDirectly(Block &b, std::size_t at) {
    Statement &s = b.statements[at];
    auto &op = std::get<WithAccumulators>(s.op);
    for (std::size_t k = 0; k < op.inits.size(); ++k) {
      const auto *fill = definitions->as<Fill>(op.inits[k]);
      if (!fill || f.values.asFloat(fill->value) != 0.0 || definitions->uses(s.results[k]) != 1)
        continue;
      const auto user = std::find_if(b.statements.begin() + static_cast<std::ptrdiff_t>(at) + 1, b.statements.end(), [&](const Statement &t) {
        const auto *addition = std::get_if<Accumulate>(&t.op);
        return addition && addition->value == s.results[k];
      });
      if (user == b.statements.end() || !isKnownBefore(std::get<Accumulate>(user->op), b, at))
        continue;
      redirect(op.body, op.body.parameters[k], std::get<Accumulate>(user->op));
      b.statements.erase(user); // behind s
      const auto drop = [k](Values &list) { list.erase(list.begin() + static_cast<std::ptrdiff_t>(k)); };
      drop(op.inits);
      drop(op.body.parameters);
      drop(s.results);
      look();
      return true;
    }
    return false;
  }

  /// Its accumulator and its indices.
  bool isKnownBefore(const Accumulate &addition, const Block &b, std::size_t at) const {
    const auto isBehind = [&](Value v) {
      return llvm::any_of(llvm::ArrayRef(b.statements).drop_front(at), [&](const Statement &s) { return llvm::is_contained(s.results, v); });
    };
    return llvm::none_of(addition.indices, isBehind);
  }

  void redirect(Block &b, Value from, const Accumulate &to) {
    for (Statement &s : b.statements) {
      if (auto *addition = std::get_if<Accumulate>(&s.op); addition && addition->accumulator == from) {
        addition->accumulator = to.accumulator;
        addition->indices.insert(addition->indices.begin(), to.indices.begin(), to.indices.end());
      }
      forEachBlock(s.op, [&](Block &inner) { redirect(inner, from, to); });
    }
  }
};

} // namespace

Function addDirectly(Function function) {
  DirectSums run(function);
  return function;
}

} // namespace soac::optimise
