// Accumulators whose contents only go into another one: what is added to them is added to that one.
//
//   r = with_accumulators (fill 0, [m]) |b| { .. b[j] += v .. };  a[i] += r   ->   .. a[i, j] += v ..
//
// No array is filled with zeros for it, and none is added, however few of its elements are not zero. In a loop, an array whose
// elements are added to over and over is kept: it is near, and iterations in lanes each have one, and add them up in the end.
//
//   loop k |i| { r = with_accumulators (fill 0, [m]) |b| { loop n |l| { loop m |j| { .. b[j] += v .. } } };  a[i] += r }     stays
#include "optimise/passes/PassList.h"

#include "analysis/Polynomial.h"
#include "ir/Walk.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::optimise {
namespace {

using namespace ir;

class DirectSums {
public:
  explicit DirectSums(Function &f) : f(f) {
    look();
    block(f.body, /*isInLoop=*/false);
  }

private:
  Function &f;
  std::optional<analysis::DefUse> definitions;

  void look() { definitions.emplace(f.body); }

  // Outer accumulators first: inner ones may go into them.
  void block(Block &b, bool isInLoop) {
    for (std::size_t at = 0; at < b.statements.size(); ++at) {
      const Op &op = b.statements[at].op;
      if (std::holds_alternative<WithAccumulators>(op))
        while (addDirectly(b, at, isInLoop)) {
        }
      const bool isInInner = isInLoop || counterOf(op);
      forEachBlock(b.statements[at].op, [&](Block &inner) { block(inner, isInInner); });
    }
  }

  /// The number of an iteration; none of what is no loop, map or map-reduction.
  static Value counterOf(const Op &op) {
    if (const auto *loop = std::get_if<Loop>(&op))
      return loop->isCounted() ? loop->body.parameters[0] : Value();
    if (const auto *map = std::get_if<Map>(&op))
      return map->fn.parameters[0];
    const auto *kernel = std::get_if<MapReduce>(&op);
    return kernel ? kernel->fn.parameters[0] : Value();
  }

  /// Is one element added to in all iterations of a loop in the block? The indices are then sums and products of other counters.
  bool isAddedToOften(Value accumulator, const Block &b, const Block &region, Values &counters) const {
    return llvm::any_of(b.statements, [&](const Statement &s) {
      const auto *addition = std::get_if<Accumulate>(&s.op);
      if (addition && addition->accumulator == accumulator && isFreeOfOne(addition->indices, region, counters))
        return true;
      const Value counter = counterOf(s.op);
      if (counter)
        counters.push_back(counter);
      bool isOften = false;
      forEachBlock(s.op, [&](const Block &inner) { isOften = isOften || isAddedToOften(accumulator, inner, region, counters); });
      if (counter)
        counters.pop_back();
      return isOften;
    });
  }
  bool isFreeOfOne(llvm::ArrayRef<Value> indices, const Block &region, const Values &counters) const {
    const analysis::Polynomials polynomials(f.values, *definitions, [](Scalar s) { return s == Scalar::I64; });
    ValueSet found;
    for (const Value index : indices)
      for (const auto &[factors, coefficient] : polynomials.of(index).terms())
        found.insert(factors.begin(), factors.end());
    return llvm::all_of(found, [&](Value v) { return !definitions->isInside(v, region) || llvm::is_contained(counters, v); }) &&
           llvm::any_of(counters, [&](Value v) { return !found.contains(v); });
  }

  /// True when one accumulator of the statement has gone.
  bool addDirectly(Block &b, std::size_t at, bool isInLoop) {
    Statement &s = b.statements[at];
    auto &op = std::get<WithAccumulators>(s.op);
    for (std::size_t k = 0; k < op.inits.size(); ++k) {
      const auto *fill = definitions->as<Fill>(op.inits[k]);
      if (!fill || f.values.asFloat(fill->value) != 0.0 || definitions->uses(s.results[k]) != 1)
        continue;
      if (Values counters; isInLoop && isAddedToOften(op.body.parameters[k], op.body, op.body, counters))
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
