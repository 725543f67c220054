#include "optimise/passes/AccumulatorNests.h"

#include "analysis/Cost.h"
#include "optimise/passes/Kernel.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::optimise {

using namespace analysis;
using namespace ir;
using Scope = AccumulatorScope;

void AccumulatorNests::note(const Statement &s, unsigned depth) {
  const auto kernel = [&](const auto &op) {
    for (std::size_t k = reducedResults(s.op); k < s.results.size(); ++k)
      elements[s.results[k]] = {{Scope::Kernel, depth + 1, op.fn.parameters[0], op.count, {}}, op.fn.results[k]};
  };
  if (const auto *map = std::get_if<Map>(&s.op))
    kernel(*map);
  else if (const auto *mapReduce = std::get_if<MapReduce>(&s.op))
    kernel(*mapReduce);
  const auto *apply = std::get_if<Apply>(&s.op);
  if ((apply && isCheap(*apply, values)) || std::holds_alternative<Index>(s.op) ||
      std::holds_alternative<Extent>(s.op))
    cheap[s.results[0]] = s.op;
}

void AccumulatorNests::enter(const Block &fn, llvm::ArrayRef<Value> arrays) {
  for (auto [parameter, array] : llvm::zip_equal(llvm::drop_begin(fn.parameters), arrays))
    rows[parameter] = {array, fn.parameters[0]};
}

std::optional<AccumulatorNests::Nest> AccumulatorNests::split(Accumulate a, llvm::ArrayRef<Scope> scopes,
                                                              SourceLocation location) {
  llvm::SmallVector<Scope, 4> nest; // innermost first
  while (values.type(a.value).isArray()) {
    const auto it = elements.find(a.value);
    if (it == elements.end())
      return std::nullopt;
    nest.insert(nest.begin(), it->second.scope);
    a.indices.push_back(it->second.scope.index);
    a.value = it->second.value;
  }
  const std::size_t own = nest.size();
  for (const Scope &scope : llvm::reverse(scopes)) {
    if (scope.kind != Scope::Kernel)
      break;
    nest.push_back(scope);
  }
  if (nest.size() < 2 || nest.size() == own)
    return std::nullopt;
  const auto wanted = order(a, nest);
  if (!wanted)
    return std::nullopt;
  llvm::DenseSet<Value> seen;
  for (const Scope &scope : nest)
    seen.insert(scope.index);
  if (!isCheapAgain(a.value, wanted->base, nest.size() + 24, seen))
    return std::nullopt;
  Nest made{wanted->base - 1, {}};
  ValueMap again;
  build(a, wanted->mapped, wanted->summed, wanted->base, again, Builder(values, made.statements, location));
  return made;
}

std::optional<AccumulatorNests::Order> AccumulatorNests::order(const Accumulate &a, llvm::ArrayRef<Scope> nest) const {
  Order wanted;
  wanted.base = nest.back().depth; // of the outermost kernel's block
  for (Value i : a.indices) {
    const auto *at = llvm::find_if(nest, [&](const Scope &scope) { return scope.index == i; });
    if (at == nest.end() ? depthOf(i) >= wanted.base : llvm::is_contained(wanted.mapped, at))
      return std::nullopt;
    if (at != nest.end())
      wanted.mapped.push_back(at);
  }
  Kernels present;
  for (const Scope &scope : llvm::reverse(nest)) {
    if (scope.depth < wanted.base || depthOf(scope.count) >= wanted.base)
      return std::nullopt;
    present.push_back(&scope);
    if (!llvm::is_contained(wanted.mapped, &scope))
      wanted.summed.push_back(&scope);
  }
  Kernels all = wanted.mapped;
  llvm::append_range(all, wanted.summed);
  if (wanted.summed.empty() || all == present)
    return std::nullopt;
  return wanted;
}

// True when reads and cheap primitives compute the value from values outside the nest and values in `seen`, which may
// grow to `most` values.
bool AccumulatorNests::isCheapAgain(Value v, unsigned base, std::size_t most, llvm::DenseSet<Value> &seen) const {
  if (depthOf(v) < base || !seen.insert(v).second)
    return true;
  if (seen.size() > most)
    return false;
  if (const auto row = rows.find(v); row != rows.end())
    return seen.contains(row->second.index) && isCheapAgain(row->second.array, base, most, seen);
  const auto it = cheap.find(v);
  bool isFine = it != cheap.end();
  if (isFine)
    forEachOperand(it->second, [&](Value operand) { isFine = isFine && isCheapAgain(operand, base, most, seen); });
  return isFine;
}

Value AccumulatorNests::again(Value v, unsigned base, ValueMap &map, Builder &b) const {
  if (depthOf(v) < base)
    return v;
  if (const auto it = map.find(v); it != map.end())
    return it->second;
  Value copy;
  if (const auto row = rows.find(v); row != rows.end()) {
    copy = b.read(again(row->second.array, base, map, b), {map.lookup(row->second.index)}, values.name(v));
  } else {
    Op op = cheap.find(v)->second;
    forEachOperand(op, [&](Value &operand) { operand = again(operand, base, map, b); });
    copy = b.emit1(std::move(op), values.name(v));
  }
  map[v] = copy;
  return copy;
}

void AccumulatorNests::build(const Accumulate &a, llvm::ArrayRef<const Scope *> mapped,
                             llvm::ArrayRef<const Scope *> summed, unsigned base, ValueMap &map, Builder b) const {
  if (!mapped.empty()) {
    b.map(mapped.front()->count, {}, [&](Builder &in, llvm::ArrayRef<Value> p) -> Values {
      values.setName(p[0], values.name(mapped.front()->index));
      map[mapped.front()->index] = p[0];
      build(a, mapped.drop_front(), summed, base, map, in);
      return {};
    });
    return;
  }
  Values indices;
  for (Value i : a.indices)
    indices.push_back(again(i, base, map, b));
  b.accumulate(a.accumulator, indices, sum(a.value, summed, base, map, b));
}

Value AccumulatorNests::sum(Value v, llvm::ArrayRef<const Scope *> summed, unsigned base, ValueMap &map,
                            Builder &b) const {
  if (summed.empty())
    return again(v, base, map, b);
  const Type type = values.type(v);
  Block fn = b.block({indexType}, [&](Builder &in, llvm::ArrayRef<Value> p) -> Values {
    values.setName(p[0], values.name(summed.front()->index));
    map[summed.front()->index] = p[0];
    return {sum(v, summed.drop_front(), base, map, in)};
  });
  std::vector<Reduction> reductions;
  reductions.push_back({{b.zero(type.scalar)}, b.addBlock(type)});
  return b.emit1(MapReduce{summed.front()->count, {}, std::move(fn), std::move(reductions)});
}

} // namespace soac::optimise
