#include "analysis/Operators.h"

#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::analysis {

using namespace ir;

namespace {

const Statement *statementOf(Value v, const Block &block) {
  const auto found = llvm::find_if(block.statements, [&](const Statement &s) { return llvm::is_contained(s.results, v); });
  return found == block.statements.end() ? nullptr : &*found;
}

// The condition of a result that is either a or b.
std::optional<Choice> choiceOf(const Block &op, Value result, Value a, Value b) {
  const Statement *const s = statementOf(result, op);
  Value condition, whereTrue, whereFalse;
  if (!s)
    return std::nullopt;
  if (const auto *branch = std::get_if<If>(&s->op)) {
    const auto k = static_cast<std::size_t>(llvm::find(s->results, result) - s->results.begin());
    condition = branch->condition, whereTrue = branch->then.results[k], whereFalse = branch->otherwise.results[k];
  } else if (const auto *apply = std::get_if<Apply>(&s->op); apply && apply->prim == Prim::Select) {
    condition = apply->arguments[0], whereTrue = apply->arguments[1], whereFalse = apply->arguments[2];
  }
  if (whereTrue == a && whereFalse == b)
    return Choice{condition, true};
  return whereTrue == b && whereFalse == a ? std::optional(Choice{condition, false}) : std::nullopt;
}

// Max when the result is a < b ? b : a, Min when it is b < a ? b : a: of equal numbers the first, as these primitives have it.
std::optional<Prim> extremeOf(const Block &op, Value result, Value a, Value b) {
  const auto choice = choiceOf(op, result, a, b);
  const Statement *const s = choice && !choice->isFirstWhereTrue ? statementOf(choice->condition, op) : nullptr;
  const auto *const test = s ? std::get_if<Apply>(&s->op) : nullptr;
  if (!test || !(test->prim == Prim::Lt || test->prim == Prim::Gt))
    return std::nullopt;
  Value less = test->arguments[0], greater = test->arguments[1];
  if (test->prim == Prim::Gt)
    std::swap(less, greater);
  if (less == a && greater == b)
    return Prim::Max;
  return less == b && greater == a ? std::optional(Prim::Min) : std::nullopt;
}

// p when `block` computes its one result as p(a, b).
std::optional<Prim> primitiveOf(const Block &block, Value a, Value b) {
  if (block.results.size() != 1)
    return std::nullopt;
  for (const Statement &statement : block.statements) {
    if (!llvm::is_contained(statement.results, block.results[0]))
      continue;
    if (const auto extreme = extremeOf(block, block.results[0], a, b))
      return extreme;
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

std::optional<Choice> choiceOfArgument(const Block &op) {
  const std::size_t n = op.results.size();
  std::optional<Choice> all;
  for (std::size_t k = 0; k < n; ++k) {
    const auto choice = choiceOf(op, op.results[k], op.parameters[k], op.parameters[n + k]);
    if (!choice || (all && !(all->condition == choice->condition && all->isFirstWhereTrue == choice->isFirstWhereTrue)))
      return std::nullopt;
    all = choice;
  }
  return all;
}

} // namespace soac::analysis
