#include "exec/Tree.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::exec {

void forEachInside(const Node &node, llvm::function_ref<void(const Nodes &)> f) {
  std::visit(
      [&](const auto &n) {
        if constexpr (requires { n.condition; })
          f(n.condition);
        if constexpr (requires { n.body; })
          f(n.body);
        if constexpr (requires { n.operation; })
          f(n.operation);
        if constexpr (requires { n.combine; }) {
          for (const Elements &source : n.sources)
            f(source.body);
          f(n.combine);
        }
        if constexpr (requires { n.then; }) {
          f(n.then);
          f(n.otherwise);
        }
      },
      node);
}

const For *iterationsOf(const Node &node) {
  if (const auto *reduce = std::get_if<Reduce>(&node))
    return reduce;
  return std::get_if<For>(&node);
}

const Node *onlyLoop(const Nodes &nodes) {
  const Node *found = nullptr;
  for (const Node &node : nodes)
    if (iterationsOf(node) && std::exchange(found, &node))
      return nullptr;
  return found;
}

bool isSilent(const Nodes &nodes) {
  return llvm::all_of(nodes, [](const Node &node) {
    const auto *let = std::get_if<Let>(&node);
    const auto *with = std::get_if<With>(&node);
    return (let && let->isInlined) || (with && isSilent(with->body));
  });
}

Places::Places(const Tree &tree) : handles(tree.handles) {
  add(tree.entry);
  add(tree.body);
  for (const Node &node : tree.exit)
    copied.insert(std::get<Alloc>(node).value);
}

std::optional<Space> Places::of(ir::Value v) const {
  const auto found = spaces.find(handle(v));
  return found == spaces.end() ? std::nullopt : std::optional(found->second);
}

std::optional<Dim> Places::extent(ir::Value v) const {
  const auto found = extents.find(v);
  return found == extents.end() ? std::nullopt : std::optional(found->second);
}

ir::Value Places::handle(ir::Value v) const {
  const auto found = handles.find(v);
  return found == handles.end() ? v : found->second;
}

void Places::add(const Nodes &nodes) {
  for (const Node &node : nodes) {
    if (const auto *a = std::get_if<Alloc>(&node); a && !a->isBeside)
      spaces[a->value] = a->space;
    if (const auto *let = std::get_if<Let>(&node); let && let->extent)
      extents[let->statement->results[0]] = *let->extent;
    forEachInside(node, [&](const Nodes &inner) { add(inner); });
  }
}

} // namespace soac::exec
