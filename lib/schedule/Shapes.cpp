#include "schedule/Shapes.h"

#include "support/Overloaded.h"

#include <algorithm>

namespace soac::schedule {

using namespace ir;

namespace {
std::size_t positionOf(llvm::ArrayRef<Value> list, Value v) {
  return static_cast<std::size_t>(std::find(list.begin(), list.end(), v) - list.begin());
}
} // namespace

/// A scalar that is itself an extent is traced on.
Dim Shapes::scalar(Value v) const {
  if (const Statement *s = uses.definition(v))
    if (const auto *extent = std::get_if<Extent>(&s->op))
      return of(extent->array, extent->dimension);
  return {v, false, 0};
}

Dim Shapes::of(Value array, unsigned d) const {
  if (const Statement *s = uses.definition(array))
    return ofResult(*s, array, d);
  return ofParameter(array, d);
}

Dim Shapes::ofParameter(Value p, unsigned d) const {
  const Block *block = uses.home(p);
  const Statement *owner = block ? uses.owner(*block) : nullptr;
  if (!owner)
    return extentOf(p, d);
  const std::size_t k = positionOf(block->parameters, p);
  return std::visit(Overloaded{[&](const Map &m) { return of(m.arrays[k - 1], d + 1); },
                               [&](const MapReduce &m) {
                                 return block == &m.fn ? of(m.arrays[k - 1], d + 1) : extentOf(p, d);
                               },
                               [&](const WithAccumulators &w) { return of(w.inits[k], d); },
                               [&](const Loop &loop) {
                                 const bool isBody = block == &loop.body;
                                 const std::size_t carried = isBody && loop.isCounted() ? k - 1 : k;
                                 if (invariant(loop, carried, d))
                                   return of(loop.inits[carried], d);
                                 return extentOf(p, d);
                               },
                               [&](const OneOf<Apply, Index, Update, Extent, Fill, Iota, Argsort, Repeated, Rearrange,
                                               Reshape, Slice, Rotate, Concat, If, Reduce, Scan, ReduceByIndex,
                                               Scatter, Accumulate, Call, Invoke, WithRules, Check,
                                               Differentiate> auto &) { return extentOf(p, d); }},
                    owner->op);
}

bool Shapes::invariant(const Loop &loop, std::size_t carried, unsigned dimension) const {
  const auto key = std::make_pair(&loop, carried);
  if (std::find(assumed.begin(), assumed.end(), key) != assumed.end())
    return false; // the parameter stands for itself while its own invariance is examined
  assumed.push_back(key);
  const Value parameter = loop.body.parameters[loop.isCounted() ? carried + 1 : carried];
  const Dim next = of(loop.body.results[carried], dimension);
  const bool same = next == extentOf(parameter, dimension) ||
                    (outside(next, loop.body) && next == of(loop.inits[carried], dimension));
  assumed.pop_back();
  return same;
}

Dim Shapes::ofResult(const Statement &s, Value v, unsigned d) const {
  const std::size_t k = positionOf(s.results, v);
  return std::visit(
      Overloaded{[&](const Index &o) { return of(o.array, d + static_cast<unsigned>(o.indices.size())); },
                 [&](const Update &o) { return of(o.array, d); },
                 [&](const Fill &o) {
                   const auto n = static_cast<unsigned>(o.extents.size());
                   return d < n ? scalar(o.extents[d]) : of(o.value, d - n);
                 },
                 [&](const Iota &o) { return scalar(o.count); },
                 [&](const Argsort &o) { return of(o.keys, 0); },
                 [&](const Rearrange &o) { return of(o.array, o.permutation[d]); },
                 [&](const Reshape &o) { return scalar(o.extents[d]); },
                 [&](const Slice &o) { return d == 0 ? scalar(o.count) : of(o.array, d); },
                 [&](const Rotate &o) { return of(o.array, d); },
                 [&](const Concat &o) { return d == 0 ? extentOf(v, 0) : of(o.arrays[0], d); },
                 [&](const If &o) {
                   const Dim a = of(o.then.results[k], d), b = of(o.otherwise.results[k], d);
                   return a == b && outside(a, o.then) ? a : extentOf(v, d);
                 },
                 [&](const Loop &o) { return invariant(o, k, d) ? of(o.inits[k], d) : extentOf(v, d); },
                 [&](const Map &o) {
                   if (d == 0)
                     return scalar(o.count);
                   const Dim row = of(o.fn.results[k], d - 1);
                   return outside(row, o.fn) ? row : extentOf(v, d);
                 },
                 [&](const MapReduce &o) {
                   if (d == 0)
                     return scalar(o.count);
                   const Dim row = of(o.fn.results[k], d - 1);
                   return outside(row, o.fn) ? row : extentOf(v, d);
                 },
                 [&](const Scan &o) { return scalar(o.count); },
                 [&](const ReduceByIndex &o) { return of(o.dests[k], d); },
                 [&](const Scatter &o) { return of(o.dest, d); },
                 [&](const Invoke &o) { return of(o.arguments[*o.argumentOf(k)], d); },
                 [&](const WithAccumulators &o) {
                   if (k < o.inits.size())
                     return of(o.inits[k], d);
                   return of(o.body.results[k - o.inits.size()], d);
                 },
                 [&](const OneOf<Apply, Extent, Repeated, Reduce, Accumulate, Call, Invoke, WithRules, Check,
                                 Differentiate> auto &) { return extentOf(v, d); }},
      s.op);
}

bool Shapes::outside(Value v, const Block &block) const {
  if (values.asConstant(v))
    return true;
  for (const Block *b = uses.home(v); b; b = uses.parent(*b))
    if (b == &block) {
      const Statement *s = uses.definition(v);
      if (!s || !values.type(v).isScalar())
        return false;
      if (const auto *apply = std::get_if<Apply>(&s->op))
        return std::all_of(apply->arguments.begin(), apply->arguments.end(),
                           [&](Value a) { return outside(a, block); });
      if (const auto *extent = std::get_if<Extent>(&s->op))
        return outside(of(extent->array, extent->dimension), block);
      if (const auto *index = std::get_if<Index>(&s->op))
        return outside(index->array, block) && std::all_of(index->indices.begin(), index->indices.end(),
                                                           [&](Value a) { return outside(a, block); });
      return false;
    }
  return true;
}

bool Shapes::outside(const Dim &d, const Block &block) const {
  if (!d.isExtent)
    return outside(d.value, block);
  for (const Block *b = uses.home(d.value); b; b = uses.parent(*b))
    if (b == &block)
      return false;
  return true;
}

std::optional<llvm::SmallVector<std::int64_t, 4>> Shapes::constant(Value array) const {
  llvm::SmallVector<std::int64_t, 4> result;
  for (unsigned d = 0; d < values.type(array).rank; ++d) {
    const Dim dim = of(array, d);
    const auto n = dim.isExtent ? std::nullopt : values.asInt(dim.value);
    if (!n)
      return std::nullopt;
    result.push_back(*n);
  }
  return result;
}

} // namespace soac::schedule
