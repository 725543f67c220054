// Checks: how a function leaves when a check fails.
//   in the function:    if (!(i < n)) { workspace.raise("..."); }
//   in an iteration:    if (!(i < n)) { scratch.fail("..."); return; }
#include "emit/FunctionEmitter.h"

#include "prims/Prims.h"

#include <algorithm>

namespace soac::emit {

using namespace ir;

/// The extents that a check compares, for its message: of `a == b`, or of `n == 0 || a == b`.
std::optional<std::pair<Value, Value>> FunctionEmitter::comparedExtents(Value condition) const {
  const Statement *s = uses.definition(condition);
  const auto *apply = s ? std::get_if<Apply>(&s->op) : nullptr;
  if (apply && apply->prim == prims::Prim::Or) {
    const auto first = comparedExtents(apply->arguments[0]);
    return first ? first : comparedExtents(apply->arguments[1]);
  }
  if (!apply || apply->prim != prims::Prim::Eq)
    return std::nullopt;
  const auto isExtent = [&](Value v) {
    const Statement *from = uses.definition(v);
    return from ? std::holds_alternative<Extent>(from->op) : function.values.asInt(v).value_or(0) != 0;
  };
  const Value a = apply->arguments[0], b = apply->arguments[1];
  return isExtent(a) && isExtent(b) ? std::optional(std::pair(a, b)) : std::nullopt;
}

/// The exit of the user's program: its C++ expression with the operands put in.
std::string FunctionEmitter::exitOf(const Check &op) {
  std::string result;
  for (llvm::StringRef rest = op.exit; !rest.empty();) {
    const std::size_t brace = rest.find('{');
    result += rest.take_front(brace);
    rest = rest.drop_front(std::min(brace, rest.size()));
    unsigned number = 0;
    if (llvm::StringRef operand = rest.drop_front(rest.empty() ? 0 : 1);
        !operand.consumeInteger(10, number) && operand.consume_front("}")) {
      result += text(op.operands[number], /*typed=*/true);
      rest = operand;
    } else {
      result += rest.take_front(1);
      rest = rest.drop_front(std::min<std::size_t>(1, rest.size()));
    }
  }
  return result;
}

void FunctionEmitter::check(const Check &op) {
  const bool isCertain = function.values.asInt(op.condition) == 0;
  const Statement *condition = uses.definition(op.condition);
  const auto *opposite = condition && !bound.contains(op.condition) ? std::get_if<Apply>(&condition->op) : nullptr;
  const bool isPlain = opposite && opposite->prim == Prim::Not && !op.isOfArgument;
  const std::string fails = isPlain ? text(opposite->arguments[0]) : negated(expression(op.condition));
  std::string message = op.message, numbers;
  if (op.number) {
    numbers = ", " + text(op.number);
  } else if (const auto extents = comparedExtents(op.condition);
             extents && canSay(extents->first) && canSay(extents->second)) {
    message += ": {0} and {1}";
    numbers = ", " + text(extents->first) + ", " + text(extents->second);
  }
  if (!isCertain)
    open("if (" + std::string(op.isOfArgument ? "soac::runtime::checks && " : "") + fails + ") {");
  fail(&op, message, numbers);
  if (!isCertain)
    close("}");
}

/// `op`: the check that has failed; none of maps whose rows differ in their shape.
void FunctionEmitter::fail(const Check *op, const std::string &message, const std::string &numbers) {
  const bool hasExit = op && !op->exit.empty();
  const std::string arguments = "(" + quoted(message) + numbers + ");";
  if (contexts.back().kind == Context::Function) {
    line(hasExit ? exitOf(*op) + ";" : workspace() + ".raise" + arguments);
  } else {
    line(workspace() + (hasExit ? ".guarded([&] { " + exitOf(*op) + "; });" : ".fail" + arguments));
    returnEarly();
  }
}

void FunctionEmitter::returnEarly() { line(contexts.back().kind == Context::Void ? "return;" : "return {};"); }

/// Emitted after a node with checks inside its lambdas: the nodes after it must not run when a check has failed.
void FunctionEmitter::leave() {
  if (contexts.back().kind == Context::Function) {
    line(workspace() + ".throw_failure();");
    return;
  }
  open("if (" + workspace() + ".failed())");
  returnEarly();
  out->dedent();
}

} // namespace soac::emit
