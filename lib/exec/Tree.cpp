#include "exec/Tree.h"

#include "support/Overloaded.h"

namespace soac::exec {

std::optional<Space> Places::of(ir::Value v) const {
  const auto found = spaces.find(v);
  return found == spaces.end() ? std::nullopt : std::optional(found->second);
}

void Places::add(const Nodes &nodes) {
  for (const Node &node : nodes)
    std::visit(Overloaded{[&](const Alloc &a) {
                            if (a.init == Alloc::Init::Fill)
                              filled.insert(a.value);
                            if (!a.isBeside)
                              spaces[a.value] = a.space;
                            else if (a.init == Alloc::Init::Copy && !a.location)
                              copied.insert(a.value);
                          },
                          [](const Slot &) {}, [](const Step &) {}, [&](const Scope &s) { add(s.body); },
                          [&](const For &l) {
                            loops[l.statement] = &l;
                            add(l.body);
                          },
                          [&](const Branch &b) {
                            add(b.then);
                            add(b.otherwise);
                          }},
               node);
}

} // namespace soac::exec
