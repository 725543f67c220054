// Unrolling: a loop of a few trips with a small body becomes its iterations, one after another, which exposes common
// subexpressions and constants:
//   r = loop 2, (x) |i, y| { yield mul y, c[i] }   ->   t = mul x, c[0];  r = mul t, c[1]
//
// More trips, and larger bodies, are for loops over tables (TableLoops.h).
#include "optimise/passes/PassList.h"

#include "optimise/passes/TableLoops.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::optimise {
namespace {

using namespace ir;

constexpr std::int64_t mostTripsOfShortLoops = 4;
constexpr std::size_t mostStatementsAfterwards = 48; ///< after unrolling

class Unrolling {
public:
  explicit Unrolling(Function &f) : values(f.values), ofTables(countersOfTableLoops(f)) { block(f.body); }

private:
  std::size_t block(Block &b) {
    std::vector<Statement> kept;
    kept.reserve(b.statements.size());
    std::size_t size = 0;
    for (Statement &s : b.statements) {
      std::size_t inner = 1;
      forEachOperand(s.op, [&](Value &v) { v = resolve(v); });
      forEachBlock(s.op, [&](Block &nested) { inner += block(nested); });
      const auto *loop = std::get_if<Loop>(&s.op);
      const auto trips = loop && loop->isCounted() ? values.asInt(loop->count) : std::nullopt;
      if (trips && isWorthIt(*loop, *trips, inner)) {
        unroll(*loop, s.results, *trips, kept);
        inner *= static_cast<std::size_t>(std::max<std::int64_t>(*trips, 0));
      } else {
        kept.push_back(std::move(s));
      }
      size += inner;
    }
    for (Value &v : b.results)
      v = resolve(v);
    b.statements = std::move(kept);
    return size;
  }
  bool isWorthIt(const Loop &loop, std::int64_t trips, std::size_t size) const {
    const std::size_t all = static_cast<std::size_t>(std::max<std::int64_t>(trips, 0)) * size;
    return (trips <= mostTripsOfShortLoops && all <= mostStatementsAfterwards) ||
           (trips <= mostTripsWithTables && all <= mostStatementsWithTables &&
            ofTables.contains(loop.body.parameters[0]));
  }
  void unroll(const Loop &loop, const Values &results, std::int64_t trips, std::vector<Statement> &out) {
    Values carried(loop.inits);
    for (std::int64_t i = 0; i < trips; ++i) {
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
  const ValueSet ofTables; ///< the counters of loops over tables
  ValueMap same;
};

} // namespace

Function unrollLoops(Function function) {
  Unrolling run(function);
  return function;
}

} // namespace soac::optimise
