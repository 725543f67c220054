// Queries to a finished memory plan: the memory that a value lies in, the values that share it, whether it is overwritten.
//
// The roots that a value may lie in are its own and, for memory that loops carry, the roots of the loops' first values:
//   r = loop n, (a) |i, p| { .. }   p may lie in its carried root and, through it, in the roots of a
#include "schedule/MemoryPlan.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::schedule {

using namespace ir;

namespace {

/// Does the statement give a part of the array, or change it in place?
bool isInPlaceOf(Value array, const Statement &s) {
  if (const auto *index = std::get_if<Index>(&s.op))
    return index->array == array;
  if (const auto *reshape = std::get_if<Reshape>(&s.op))
    return reshape->array == array;
  if (const auto *slice = std::get_if<Slice>(&s.op))
    return slice->array == array;
  const auto *update = std::get_if<Update>(&s.op);
  return update && update->array == array;
}

/// May the statement work on the array in place?
bool worksOn(Value array, const Statement &s) {
  if (const auto *update = std::get_if<Update>(&s.op))
    return update->array == array;
  const auto *loop = std::get_if<Loop>(&s.op);
  return loop && llvm::is_contained(loop->inits, array);
}

} // namespace

bool MemoryPlan::writable(Value v) const {
  llvm::SmallVector<unsigned, 8> open(info[v.id].roots.begin(), info[v.id].roots.end());
  llvm::SmallVector<unsigned, 8> seen;
  while (!open.empty()) {
    const unsigned r = open.pop_back_val();
    if (llvm::is_contained(seen, r))
      continue;
    seen.push_back(r);
    if (!roots[r].owned)
      return false;
    open.append(roots[r].through.begin(), roots[r].through.end());
  }
  return true;
}

bool MemoryPlan::constantMemory(Value v) const {
  return llvm::none_of(info[v.id].roots, [&](unsigned r) { return roots[r].consumed; });
}

Value MemoryPlan::madeIn(const Block &block, Value v) const {
  if (!info[v.id].whole || info[v.id].roots.size() != 1)
    return {};
  const Value origin = roots[info[v.id].roots[0]].origin;
  const Info &made = info[origin.id];
  const bool isMade = made.place == Place::Own || (made.place == Place::InPlace && made.copies);
  return isMade && !made.lateShape && uses.home(origin) == &block ? origin : Value{};
}

/// Is the row of the array, or a part of it, read behind a statement of the same block that works on the array in
/// place?
bool MemoryPlan::isReadBehindAnUpdate(const Statement &row, Value array) const {
  const Block *home = uses.home(row);
  Values parts{row.results[0]}; ///< all that may lie in the row
  for (std::size_t k = 0; k < parts.size(); ++k)
    for (unsigned position : uses.positions(parts[k]))
      if (const Statement *s = uses.statementAt(position);
          s && s->results.size() == 1 && isArray(s->results[0]) && isInPlaceOf(parts[k], *s))
        parts.push_back(s->results[0]);
  return llvm::any_of(uses.positions(array), [&](unsigned position) {
    const Statement *s = uses.statementAt(position);
    if (!s || position < uses.span(row).end || uses.blockAt(position) != home || !worksOn(array, *s))
      return false;
    const bool isUpdate = std::holds_alternative<Update>(s->op); // a loop that begins with the row, too, reads it later
    const unsigned behind = uses.span(*s).begin + isUpdate, end = uses.end(*home) + 1;
    return llvm::any_of(parts, [&](Value part) { return uses.countBetween(part, behind, end) > 0; });
  });
}

bool MemoryPlan::mayAlias(Value a, Value b) const {
  const auto closure = [&](Value v) {
    Roots all = info[v.id].roots;
    for (std::size_t i = 0; i < all.size(); ++i) {
      const Roots through = roots[all[i]].through;
      unite(all, through);
    }
    return all;
  };
  const Roots x = closure(a), y = closure(b);
  return llvm::any_of(x, [&](unsigned r) { return llvm::is_contained(y, r); });
}

std::optional<ValueSet> MemoryPlan::sharing(Value v) const {
  if (info[v.id].roots.size() != 1)
    return std::nullopt;
  Roots all = info[v.id].roots;
  for (std::size_t i = 0; i < all.size(); ++i)
    for (unsigned r = 0; r < roots.size(); ++r)
      if (llvm::is_contained(roots[r].through, all[i]) && !llvm::is_contained(all, r)) {
        if (roots[r].through.size() != 1)
          return std::nullopt;
        all.push_back(r);
      }
  ValueSet values;
  for (unsigned r : all)
    for (Value member : roots[r].values) {
      if (info[member.id].roots.size() != 1)
        return std::nullopt;
      values.insert(member);
    }
  return values;
}

} // namespace soac::schedule
