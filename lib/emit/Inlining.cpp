// Which scalars are written where they are used instead of getting a variable.
#include "emit/FunctionEmitter.h"

#include "support/Overloaded.h"

#include <algorithm>

namespace soac::emit {

using namespace ir;

namespace {

constexpr std::size_t largestExpression = 14;

bool isScalarCall(const Op &op) {
  const auto *call = std::get_if<Call>(&op);
  return call && !call->face;
}

bool isExpression(const Op &op) {
  return std::holds_alternative<Apply>(op) || std::holds_alternative<Index>(op) || std::holds_alternative<Extent>(op) ||
         isScalarCall(op);
}

/// Names that the user gave stay visible; those of derivatives are made.
bool isUsersName(llvm::StringRef name) {
  return !name.empty() && !name.ends_with("_adj") && !name.ends_with("_tan");
}

} // namespace

bool FunctionEmitter::inlines(Value v) {
  if (const auto found = inlined.find(v); found != inlined.end())
    return found->second;
  const bool result = decideInline(v);
  inlined[v] = result;
  return result;
}

bool FunctionEmitter::decideInline(Value v) {
  const Statement *s = uses.definition(v);
  if (!s || !type(v).isScalar())
    return false;
  if (std::holds_alternative<Extent>(s->op))
    return true;
  if (!isExpression(s->op) && !isTernary(*s))
    return false;
  if (uses.count(v) != 1 || isUsersName(function.values.name(v)) || sizeOf(v) > largestExpression)
    return false;
  const unsigned position = uses.of(v)[0];
  const Statement *user = uses.statementAt(position);
  const Block *place = uses.blockAt(position), *home = uses.home(v);
  const bool changing = readsChangingMemory(v);
  if (user) {
    const Value result = user->results.empty() ? Value{} : user->results[0];
    const bool duplicated = std::visit(
        Overloaded{[&](const Loop &o) { return o.count == v; },
                   [&](const Map &o) { return o.count == v; },
                   [&](const MapReduce &o) { return o.count == v; },
                   [&](const Fill &o) { return plan.delayed(result) || llvm::is_contained(o.extents, v); },
                   [&](const Iota &) { return true; }, [&](const Slice &) { return true; },
                   [&](const Rotate &) { return true; }, [&](const Reshape &) { return true; },
                   [&](const auto &) { return false; }},
        user->op);
    if (duplicated && (changing || sizeOf(v) > 2 || !isExpression(s->op)))
      return false;
    if (duplicated && std::holds_alternative<Index>(s->op))
      return false;
  } else if (const Statement *owner = uses.owner(*place);
             owner && std::holds_alternative<WithAccumulators>(owner->op)) {
    return false;
  }
  if (place == home)
    return !changing || !writesBetween(*home, uses.span(*s).end, position);
  for (const Block *b = place; b != home; b = uses.parent(*b))
    if (!std::holds_alternative<If>(uses.owner(*b)->op))
      return false;
  return !changing;
}

/// How many operations the expression of `v` has.
std::size_t FunctionEmitter::sizeOf(Value v) {
  const Statement *s = uses.definition(v);
  if (!s || function.values.asConstant(v) || !type(v).isScalar())
    return 0;
  std::size_t size = 1;
  const auto add = [&](Value o) { size += inlines(o) ? sizeOf(o) : 0; };
  if (isExpression(s->op))
    forEachOperand(s->op, add);
  else if (const auto *branch = std::get_if<If>(&s->op)) {
    add(branch->condition);
    add(branch->then.results[0]);
    add(branch->otherwise.results[0]);
  }
  return size;
}

bool FunctionEmitter::isSimple(const Block &branch) {
  return llvm::all_of(branch.statements, [&](const Statement &s) {
    return (isExpression(s.op) || isTernary(s)) && (uses.count(s.results[0]) == 0 || inlines(s.results[0]));
  });
}

/// An `If` of one scalar whose branches are expressions.
bool FunctionEmitter::isTernary(const Statement &s) {
  const auto *op = std::get_if<If>(&s.op);
  return op && s.results.size() == 1 && type(s.results[0]).isScalar() && isSimple(op->then) &&
         isSimple(op->otherwise) && sizeOf(op->then.results[0]) + sizeOf(op->otherwise.results[0]) < largestExpression;
}

bool FunctionEmitter::readsChangingMemory(Value v) {
  const Statement *s = uses.definition(v);
  if (!s || bound.count(v))
    return false;
  if (const auto *op = std::get_if<Index>(&s->op); op && !plan.constantMemory(op->array))
    return true;
  bool result = false;
  const auto look = [&](Value o) { result |= type(o).isScalar() && inlines(o) && readsChangingMemory(o); };
  if (isExpression(s->op) && !std::holds_alternative<Extent>(s->op))
    forEachOperand(s->op, look);
  else if (const auto *branch = std::get_if<If>(&s->op)) {
    look(branch->condition);
    look(branch->then.results[0]);
    look(branch->otherwise.results[0]);
  }
  return result;
}

bool FunctionEmitter::writesBetween(const Block &block, unsigned from, unsigned to) const {
  return llvm::any_of(block.statements, [&](const Statement &s) {
    const schedule::Span span = uses.span(s);
    return span.begin >= from && span.begin < to && span.end <= to && mayWrite(s);
  });
}

/// Whether the statement may overwrite memory that an earlier one read.
bool FunctionEmitter::mayWrite(const Statement &s) const {
  if (std::holds_alternative<Update>(s.op) || std::holds_alternative<Scatter>(s.op) ||
      std::holds_alternative<WithAccumulators>(s.op))
    return true;
  if (llvm::any_of(s.results, [&](Value r) {
        return isArray(r) && (plan.reused(r) || (std::holds_alternative<Loop>(s.op) && !plan.stable(r)));
      }))
    return true;
  bool writes = false;
  forEachBlock(s.op, [&](const Block &b) {
    writes |= llvm::any_of(b.statements, [&](const Statement &inner) { return mayWrite(inner); });
  });
  return writes;
}

} // namespace soac::emit
