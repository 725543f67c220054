#include "analysis/Operators.h"

#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::analysis {

using namespace ir;

namespace {

// p when `block` computes its one result as p(a, b).
std::optional<Prim> primitiveOf(const Block &block, Value a, Value b) {
  if (block.results.size() != 1)
    return std::nullopt;
  for (const Statement &statement : block.statements) {
    if (!llvm::is_contained(statement.results, block.results[0]))
      continue;
    if (const auto *apply = std::get_if<Apply>(&statement.op)) {
      if (apply->arguments.size() != 2)
        return std::nullopt;
      const Value x = apply->arguments[0], y = apply->arguments[1];
      const bool isSwapped = x == b && y == a && prims::info(apply->prim).commutative;
      return (x == a && y == b) || isSwapped ? std::optional(apply->prim) : std::nullopt;
    }
    if (const auto *map = std::get_if<Map>(&statement.op)) {
      if (map->arrays.size() != 2)
        return std::nullopt;
      const Value x = map->fn.parameters[1], y = map->fn.parameters[2];
      if (map->arrays[0] == a && map->arrays[1] == b)
        return primitiveOf(map->fn, x, y);
      if (map->arrays[0] == b && map->arrays[1] == a)
        return primitiveOf(map->fn, y, x);
    }
    return std::nullopt;
  }
  return std::nullopt;
}

} // namespace

std::optional<Prim> primitiveOperator(const Block &op) {
  if (op.parameters.size() != 2)
    return std::nullopt;
  return primitiveOf(op, op.parameters[0], op.parameters[1]);
}

} // namespace soac::analysis
