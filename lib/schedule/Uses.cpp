#include "schedule/Uses.h"

#include <algorithm>

namespace soac::schedule {

using namespace ir;

Uses::Uses(const Function &function)
    : DefUse(function.body), used(function.values.size()), measured(function.values.size()) {
  visit(function.body);
}

void Uses::visit(const Block &block) {
  for (const Statement &s : block.statements) {
    Span span{next++, 0};
    at.push_back({&s, &block});
    if (const auto *extent = std::get_if<Extent>(&s.op))
      measured[extent->array.id] = true;
    else
      forEachOperand(s.op, [&](Value v) { used[v.id].push_back(span.begin); });
    forEachBlock(s.op, [&](const Block &inner) { visit(inner); });
    span.end = next;
    spans[&s] = span;
  }
  ends[&block] = next;
  for (Value r : block.results)
    used[r.id].push_back(next);
  at.push_back({nullptr, &block});
  ++next;
}

std::size_t Uses::countBetween(Value v, unsigned from, unsigned to) const {
  const auto &all = used[v.id];
  return static_cast<std::size_t>(std::lower_bound(all.begin(), all.end(), to) -
                                  std::lower_bound(all.begin(), all.end(), from));
}

} // namespace soac::schedule
