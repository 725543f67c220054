// Arrays of a few numbers to scalars, which a compiler keeps in registers: where constants say which element is read or written, or
// the counters of loops with a few trips do. These loops become their iterations.
//
//   a = fill 0, [2]                                             r, s = loop n, (0, 0) |c, x, y| {
//   b = loop n, (a) |c, p| {                                      z = add x, w[c];  t = add y, v[c]
//     q = loop 2, (p) |j, d| { d[j] = d[j] + u[j, c] }      ->    yield z, t
//     yield q                                                   }
//   }
//
// A loop goes through the sums of a tile of rows so. It stays where it goes along the elements of another array: such a row is
// better left in one piece, for vector registers.
#include "optimise/passes/PassList.h"

#include "optimise/passes/SmallArrays.h"

#include "ir/Walk.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::optimise {
namespace {

using namespace ir;

/// Makes its iterations of each loop that has one of the counters.
class IterationsOfLoops {
public:
  IterationsOfLoops(Function &f, const llvm::DenseSet<Value> &counters) : values(f.values), counters(counters) { block(f.body); }

private:
  void block(Block &b) {
    std::vector<Statement> kept;
    kept.reserve(b.statements.size());
    for (Statement &s : b.statements) {
      forEachOperand(s.op, [&](Value &v) { v = resolve(v); });
      forEachBlock(s.op, [&](Block &inner) { block(inner); });
      const auto *loop = std::get_if<Loop>(&s.op);
      if (loop && loop->isCounted() && counters.contains(loop->body.parameters[0]))
        unroll(*loop, s.results, kept);
      else
        kept.push_back(std::move(s));
    }
    for (Value &v : b.results)
      v = resolve(v);
    b.statements = std::move(kept);
  }
  void unroll(const Loop &loop, const Values &results, std::vector<Statement> &out) {
    Values carried(loop.inits);
    for (std::int64_t i = 0; i < *values.asInt(loop.count); ++i) {
      Values arguments{values.constantIndex(i)};
      arguments.append(carried);
      carried = inlineBlock(loop.body, arguments, values, out);
    }
    for (auto [old, now] : llvm::zip_equal(results, carried))
      same[old] = now;
  }
  Value resolve(Value v) const {
    const auto it = same.find(v);
    return it == same.end() ? v : it->second;
  }

  ValueTable &values;
  const llvm::DenseSet<Value> &counters;
  ValueMap same;
};

/// Puts a scalar in the place of each element of the small arrays whose indices are constants.
class Scalars {
public:
  explicit Scalars(Function &f) : values(f.values), arrays(smallArrays(f)) {
    if (arrays.isAny())
      block(f.body);
  }

private:
  bool isSmall(Value v) const { return arrays.isSmall(v); }

  void block(Block &b) {
    std::vector<Statement> kept;
    kept.reserve(b.statements.size());
    for (Statement &s : b.statements) {
      if (replace(s))
        continue;
      forEachOperand(s.op, [&](Value &v) { v = resolve(v); });
      if (auto *loop = std::get_if<Loop>(&s.op)) {
        spread(loop->inits);
        define(loop->condition.parameters);
        define(loop->body.parameters);
      }
      forEachBlock(s.op, [&](Block &inner) { block(inner); });
      define(s.results);
      kept.push_back(std::move(s));
    }
    for (Value &v : b.results)
      v = resolve(v);
    spread(b.results);
    b.statements = std::move(kept);
  }

  /// True where scalars take the place of the statement.
  bool replace(const Statement &s) {
    if (const auto *fill = std::get_if<Fill>(&s.op); fill && isSmall(s.results[0])) {
      elements[s.results[0]].assign(arrays.size(s.results[0]), resolve(fill->value));
      return true;
    }
    if (const auto *update = std::get_if<Update>(&s.op); update && isSmall(update->array)) {
      Values now = elements.lookup(update->array);
      now[arrays.element(s.results[0])] = resolve(update->value);
      elements[s.results[0]] = std::move(now);
      return true;
    }
    if (const auto *index = std::get_if<Index>(&s.op); index && isSmall(index->array)) {
      same[s.results[0]] = elements.lookup(index->array)[arrays.element(s.results[0])];
      return true;
    }
    return false;
  }

  /// The elements of each small array in its place.
  void spread(Values &list) const {
    Values all;
    for (const Value v : list)
      if (isSmall(v))
        all.append(elements.find(v)->second);
      else
        all.push_back(v);
    list = std::move(all);
  }
  /// New values for the elements of each small array in the list, in its place.
  void define(Values &list) {
    for (const Value v : list)
      if (isSmall(v)) {
        Values &now = elements[v];
        for (std::size_t k = 0; k < arrays.size(v); ++k)
          now.push_back(values.fresh({values.type(v).scalar, 0}, values.name(v)));
      }
    spread(list);
  }
  Value resolve(Value v) const {
    const auto it = same.find(v);
    return it == same.end() ? v : it->second;
  }

  ValueTable &values;
  SmallArrays arrays;
  llvm::DenseMap<Value, Values> elements;
  ValueMap same;
};

} // namespace

Function keepInRegisters(Function function) {
  if (const llvm::DenseSet<Value> counters = loopsOverSmallArrays(function); !counters.empty())
    IterationsOfLoops(function, counters);
  Scalars run(function);
  return function;
}

} // namespace soac::optimise
