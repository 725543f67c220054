#include "Scope.h"

namespace soac::property {

std::optional<Variable> Scope::pick(Random &random, Predicate accept) const {
  std::vector<const Variable *> found;
  for (const Variable &v : variables)
    if (accept(v))
      found.push_back(&v);
  if (found.empty())
    return std::nullopt;
  const std::size_t recent = std::min<std::size_t>(found.size(), 4);
  return *found[random.chance(0.5) ? found.size() - 1 - random.below(recent) : random.below(found.size())];
}

std::optional<Variable> Scope::pickArray(Random &random, unsigned minRank, unsigned maxRank, bool nonEmpty) const {
  return pick(random, [&](const Variable &v) {
    return v.type.scalar == Scalar::F64 && v.type.rank >= minRank && v.type.rank <= maxRank &&
           (!nonEmpty || v.size() > 0);
  });
}

} // namespace soac::property
