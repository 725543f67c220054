#include "schedule/Uses.h"

#include <algorithm>

namespace soac::schedule {

using namespace ir;

Uses::Uses(const Function &function)
    : definitions(function.values.size()), homes(function.values.size()), uses(function.values.size()),
      measured(function.values.size()) {
  visit(function.body);
}

void Uses::visit(const Block &block) {
  for (Value p : block.parameters)
    homes[p.id] = &block;
  for (const Statement &s : block.statements) {
    Span span{next++, 0};
    at.push_back({&s, &block});
    if (const auto *extent = std::get_if<Extent>(&s.op))
      measured[extent->array.id] = true;
    else
      forEachOperand(s.op, [&](Value v) { uses[v.id].push_back(span.begin); });
    for (Value r : s.results) {
      definitions[r.id] = &s;
      homes[r.id] = &block;
    }
    forEachBlock(s.op, [&](const Block &inner) {
      owners[&inner] = {&s, &block};
      visit(inner);
    });
    span.end = next;
    spans[&s] = span;
  }
  ends[&block] = next;
  for (Value r : block.results)
    uses[r.id].push_back(next);
  at.push_back({nullptr, &block});
  ++next;
}

bool Uses::isInside(Value v, const Block &b) const {
  const Block *at = home(v);
  while (at && at != &b)
    at = parent(*at);
  return at != nullptr;
}

std::size_t Uses::countBetween(Value v, unsigned from, unsigned to) const {
  const auto &all = uses[v.id];
  return static_cast<std::size_t>(std::lower_bound(all.begin(), all.end(), to) -
                                  std::lower_bound(all.begin(), all.end(), from));
}

} // namespace soac::schedule
