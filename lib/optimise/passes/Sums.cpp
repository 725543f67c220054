// Sums: a carried floating-point scalar to which each trip adds a term that depends on no carried value is a sum over the
// trips; a loop that carries only such sums becomes a map-reduction, whose sums may be reordered:
//   s = loop n, (a) |i, x| { yield x + f(i) }   ->   t = sum i < max(n, 0) { f(i) };  s = a + t
#include "optimise/passes/PassList.h"

#include "ir/Builder.h"
#include "ir/Walk.h"
#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>

#include <cmath>

namespace soac::optimise {
namespace {

using namespace ir;

class Sums {
public:
  explicit Sums(Function &f) : values(f.values) { block(f.body); }

private:
  void block(Block &b) {
    std::vector<Statement> kept;
    kept.reserve(b.statements.size());
    for (Statement &s : b.statements) {
      forEachBlock(s.op, [&](Block &inner) { block(inner); });
      if (auto *loop = std::get_if<Loop>(&s.op); loop && isSum(*loop))
        sum(std::move(*loop), s, kept);
      else
        kept.push_back(std::move(s));
    }
    b.statements = std::move(kept);
  }

  // Every carried value is a floating-point scalar, used once, at the end: next = value + term, term + value or value - term.
  bool isSum(const Loop &loop) const {
    if (!loop.isCounted() || loop.inits.empty() || loop.annotations.bound)
      return false;
    llvm::SmallDenseSet<Value, 4> carried;
    for (Value v : llvm::drop_begin(loop.body.parameters)) {
      if (values.type(v).isArray() || !isFloat(values.type(v).scalar))
        return false;
      carried.insert(v);
    }
    for (std::size_t k = 0; k < loop.inits.size(); ++k)
      if (!additionOf(loop, k))
        return false;
    std::size_t uses = 0;
    forEachUse(loop.body, [&](Value v) { uses += carried.contains(v); });
    return uses == loop.inits.size();
  }
  // The statement of the body that makes next value k by an addition to value k, and that nothing else reads.
  const Statement *additionOf(const Loop &loop, std::size_t k) const {
    const Value next = loop.body.results[k], x = loop.body.parameters[k + 1];
    for (const Statement &s : loop.body.statements) {
      const auto *apply = std::get_if<Apply>(&s.op);
      const bool isFirst = apply && apply->arguments.size() == 2 && apply->arguments[0] == x;
      const bool isSecond = apply && apply->arguments.size() == 2 && apply->arguments[1] == x;
      if (apply && s.results[0] == next &&
          ((apply->prim == Prim::Add && isFirst != isSecond) || (apply->prim == Prim::Sub && isFirst && !isSecond)))
        return countUses(next, loop.body) == 1 ? &s : nullptr;
    }
    return nullptr;
  }

  // The sums start from zero, since a parallel sum starts more than once; first values other than zero are added to them.
  void sum(Loop loop, const Statement &s, std::vector<Statement> &out) {
    Block fn;
    fn.parameters = {loop.body.parameters[0]};
    const llvm::SmallDenseSet<Value, 4> nexts(loop.body.results.begin(), loop.body.results.end());
    llvm::SmallVector<Prim, 4> joins; // how a first value and its sum are joined
    for (std::size_t k = 0; k < loop.inits.size(); ++k) {
      const auto &apply = std::get<Apply>(additionOf(loop, k)->op);
      joins.push_back(apply.prim);
      fn.results.push_back(apply.arguments[apply.arguments[0] == loop.body.parameters[k + 1]]);
    }
    for (Statement &inner : loop.body.statements)
      if (inner.results.empty() || !nexts.contains(inner.results[0]))
        fn.statements.push_back(std::move(inner));
    Builder b(values, out, s.location);
    std::vector<Reduction> reductions;
    for (Value init : loop.inits)
      reductions.push_back({{values.zero(values.type(init).scalar)}, b.addBlock(values.type(init))});
    const Value count = b.apply(Prim::Max, {loop.count, b.index(0)});
    std::vector<Statement> additions;
    Values sums(s.results);
    for (auto [k, result] : llvm::enumerate(s.results)) {
      if (joins[k] == Prim::Add && isPositiveZero(loop.inits[k]))
        continue;
      sums[k] = values.fresh(values.type(result), values.name(result));
      additions.push_back(
          {{result}, Apply{joins[k], values.type(result).scalar, {loop.inits[k], sums[k]}}, s.location});
    }
    out.push_back({sums, MapReduce{count, {}, std::move(fn), std::move(reductions)}, s.location});
    llvm::move(additions, std::back_inserter(out));
  }
  bool isPositiveZero(Value v) const {
    const auto x = values.asFloat(v);
    return x == 0.0 && !std::signbit(*x);
  }

  ValueTable &values;
};

} // namespace

Function sumLoops(Function function) {
  Sums run(function);
  return function;
}

} // namespace soac::optimise
