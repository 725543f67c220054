// The adjoints of values in the innermost scope: a dense part, and single elements still to be added to it.
#include "ad/AdjointTransform.h"

#include <llvm/ADT/STLExtras.h>

#include <cassert>

namespace soac::ad {

// An adjoint of more sparse elements is made dense: each element costs a copy of the code that uses it.
constexpr std::size_t maximalSparse = 4;

const AdjointTransform::Entry *AdjointTransform::find(ir::Value v) const {
  const auto &entries = frames.back()->entries;
  const auto it = entries.find(original(v));
  return it == entries.end() ? nullptr : &it->second;
}

bool AdjointTransform::isZero(ir::Value v) const {
  const Entry *entry = find(v);
  return !entry || (!entry->dense && entry->sparse.empty());
}

llvm::ArrayRef<ops::Adjoints::Sparse> AdjointTransform::sparse(ir::Value array) const {
  const Entry *entry = find(array);
  if (!entry || entry->dense || entry->sparse.size() > maximalSparse)
    return {};
  return entry->sparse;
}

// Where `dense` is the result of an update that set the element at the same indices to zero: the array before that
// update. The return sweep of `a[i] = f(a[i])` clears a_adj[i] and then adds the adjoint of the read: one update does
// both.
ir::Value AdjointTransform::clearedAt(ir::Value dense, const Sparse &element) {
  for (const ir::Statement &statement : llvm::reverse(builder().statements())) {
    if (!llvm::is_contained(statement.results, dense))
      continue;
    const auto *update = std::get_if<ir::Update>(&statement.op);
    if (!update || update->indices != element.indices || values.asFloat(update->value) != 0.0)
      return {};
    return update->array;
  }
  return {};
}

ir::Value AdjointTransform::of(ir::Value v) {
  v = original(v);
  assert(!accumulators.contains(v) && "an accumulator cannot be read");
  ir::Builder &b = builder();
  Entry entry = std::move(frames.back()->entries[v]);
  ir::Value dense = entry.dense;
  if (!dense)
    dense = b.zerosLike(v, ir::adjointOf(values.name(v)));
  for (const Sparse &element : entry.sparse) {
    if (const ir::Value before = clearedAt(dense, element); before && !element.guard) {
      dense = b.update(before, element.indices, element.value);
      continue;
    }
    const auto added = [&](ir::Builder &in) {
      return in.update(dense, element.indices, in.addArrays(in.read(dense, element.indices), element.value));
    };
    if (element.guard)
      dense = b.ifElse(
          element.guard, [&](ir::Builder &in) -> ir::Values { return {added(in)}; },
          [&](ir::Builder &) -> ir::Values { return {dense}; })[0];
    else
      dense = added(b);
  }
  frames.back()->entries[v] = {dense, {}};
  return dense;
}

void AdjointTransform::add(ir::Value v, ir::Value contribution) {
  if (!isActive(v))
    return;
  v = original(v);
  ir::Builder &b = builder();
  if (const ir::Value accumulator = accumulators.lookup(v)) {
    b.accumulate(accumulator, {}, contribution);
    return;
  }
  Entry &entry = frames.back()->entries[v];
  const ir::Name name = ir::adjointOf(values.name(v));
  if (!entry.dense) {
    entry.dense = contribution;
    if (values.name(contribution).empty() && !values.asConstant(contribution))
      values.setName(contribution, name);
    return;
  }
  const ir::Value before = entry.dense;
  entry.dense = b.addArrays(before, contribution, name);
}

void AdjointTransform::addAt(ir::Value array, llvm::ArrayRef<ir::Value> indices, ir::Value contribution,
                             ir::Value guard) {
  if (!isActive(array))
    return;
  ir::Builder &b = builder();
  if (indices.empty() && !guard) {
    add(array, contribution);
    return;
  }
  if (const ir::Value accumulator = accumulators.lookup(original(array))) {
    if (guard)
      b.ifElse(
          guard,
          [&](ir::Builder &in) -> ir::Values {
            in.accumulate(accumulator, indices, contribution);
            return {};
          },
          [](ir::Builder &) -> ir::Values { return {}; });
    else
      b.accumulate(accumulator, indices, contribution);
    return;
  }
  if (indices.empty()) {
    add(array, b.ifElse(
                   guard, [&](ir::Builder &) -> ir::Values { return {contribution}; },
                   [&](ir::Builder &in) -> ir::Values { return {in.zerosLike(contribution)}; })[0]);
    return;
  }
  frames.back()->entries[original(array)].sparse.push_back({ir::Values(indices), contribution, guard});
}

} // namespace soac::ad
