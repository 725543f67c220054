// Queries to a finished memory plan: the memory that a value lies in, the values that share it, whether it is overwritten.
//
// The roots that a value may lie in are its own and, for memory that loops carry, the roots of the loops' first values:
//   r = loop n, (a) |i, p| { .. }   p may lie in its carried root and, through it, in the roots of a
#include "schedule/MemoryPlan.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::schedule {

using namespace ir;

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
