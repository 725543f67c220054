#include "schedule/Inlining.h"

#include "ir/Fields.h"
#include "support/Overloaded.h"

#include <algorithm>

namespace soac::schedule {

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

/// Names that the user gave stay visible in generated code; names of derivatives are generated.
bool isUsersName(const Name &name) { return !name.empty() && name.role == Role::Primal; }

} // namespace

bool Inlining::isInlined(Value v) const {
  if (const auto found = known.find(v); found != known.end())
    return found->second;
  const bool result = decide(v);
  known[v] = result;
  return result;
}

bool Inlining::decide(Value v) const {
  const Statement *s = uses.definition(v);
  if (!s || !isScalar(v))
    return false;
  if (std::holds_alternative<Extent>(s->op))
    return true;
  if (!isExpression(s->op) && !isTernary(*s))
    return false;
  if (uses.count(v) != 1 || isUsersName(function.values.name(v)) || sizeOf(v) > largestExpression)
    return false;
  const unsigned position = uses.positions(v)[0];
  const Block *place = uses.blockAt(position), *home = uses.home(v);
  const bool changing = readsChangingMemory(v);
  if (const Statement *user = uses.statementAt(position)) {
    if (isDuplicated(v, *user) && (changing || sizeOf(v) > 2 || !isExpression(s->op) || std::holds_alternative<Index>(s->op)))
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

/// Does the C++ code of the statement contain its operand `v` more than once?
bool Inlining::isDuplicated(Value v, const Statement &user) const {
  return std::visit(Overloaded{[&](const Loop &o) { return o.count == v; }, [&](const Map &o) { return o.count == v; },
                               [&](const MapReduce &o) { return o.count == v; },
                               [&](const Scan &o) { return o.count == v; },
                               [&](const ReduceByIndex &o) { return o.count == v; },
                               [&](const Fill &o) { return llvm::is_contained(o.extents, v); },
                               [&](const Iota &) { return true; }, [&](const Slice &) { return true; },
                               [&](const Rotate &) { return true; }, [&](const Reshape &) { return true; },
                               [&](const OneOf<If, Reduce, WithAccumulators, WithRules, Differentiate> auto &) { return false; },
                               [](const WithoutBlocks auto &) { return false; }},
                    user.op);
}

/// Calls `f` for the scalars of which the expression of a statement is made.
void Inlining::forEachPart(const Statement &s, llvm::function_ref<void(Value)> f) const {
  if (isExpression(s.op)) {
    forEachOperand(s.op, f);
  } else if (const auto *branch = std::get_if<If>(&s.op)) {
    f(branch->condition);
    f(branch->then.results[0]);
    f(branch->otherwise.results[0]);
  }
}

/// The number of operations in the expression of `v`.
std::size_t Inlining::sizeOf(Value v) const {
  const Statement *s = uses.definition(v);
  if (!s || function.values.asConstant(v) || !isScalar(v))
    return 0;
  std::size_t size = 1;
  forEachPart(*s, [&](Value o) { size += isInlined(o) ? sizeOf(o) : 0; });
  return size;
}

bool Inlining::isSimple(const Block &branch) const {
  return llvm::all_of(branch.statements, [&](const Statement &s) {
    return (isExpression(s.op) || isTernary(s)) && (uses.count(s.results[0]) == 0 || isInlined(s.results[0]));
  });
}

bool Inlining::isTernary(const Statement &s) const {
  const auto *op = std::get_if<If>(&s.op);
  return op && s.results.size() == 1 && isScalar(s.results[0]) && isSimple(op->then) && isSimple(op->otherwise) &&
         sizeOf(op->then.results[0]) + sizeOf(op->otherwise.results[0]) < largestExpression;
}

bool Inlining::reads(Value v, Value variable) const {
  if (v == variable)
    return true;
  const Statement *s = uses.definition(v);
  if (!s)
    return false;
  if (const auto *with = std::get_if<WithAccumulators>(&s->op)) {
    const std::size_t k = static_cast<std::size_t>(llvm::find(s->results, v) - s->results.begin());
    return k >= with->inits.size() && reads(with->body.results[k - with->inits.size()], variable);
  }
  if (const auto *extent = std::get_if<Extent>(&s->op)) {
    const Dim d = shapes.of(extent->array, extent->dimension);
    return !d.isExtent && reads(d.value, variable);
  }
  bool result = false;
  const auto look = [&](Value o) { result |= reads(o, variable); };
  if (isInlined(v))
    forEachPart(*s, look);
  return result;
}

bool Inlining::readsChangingMemory(Value v) const {
  const Statement *s = uses.definition(v);
  if (!s || std::holds_alternative<Extent>(s->op))
    return false;
  if (const auto *op = std::get_if<Index>(&s->op); op && !plan.constantMemory(op->array))
    return true;
  bool result = false;
  forEachPart(*s, [&](Value o) { result |= isScalar(o) && isInlined(o) && readsChangingMemory(o); });
  return result;
}

bool Inlining::writesBetween(const Block &block, unsigned from, unsigned to) const {
  return llvm::any_of(block.statements, [&](const Statement &s) {
    const Span span = uses.span(s);
    return span.begin >= from && span.begin < to && span.end <= to && mayWrite(s);
  });
}

/// True when the statement may overwrite memory that an earlier statement has read.
bool Inlining::mayWrite(const Statement &s) const {
  const bool mayItself = std::visit(
      Overloaded{[](const OneOf<Update, Scatter, ReduceByIndex, WithAccumulators> auto &) { return true; },
                 [](const Invoke &o) { return !o.updated.empty(); },
                 [&](const Loop &) { return llvm::any_of(s.results, [&](Value r) { return isArray(r) && !plan.stable(r); }); },
                 [](const OneOf<Apply, Index, Extent, Fill, Iota, Argsort, Repeated, Rearrange, Reshape, Slice, Rotate,
                                Concat, If, Map, Reduce, Scan, MapReduce, Accumulate, Call, WithRules, Check,
                                Differentiate> auto &) {
                   return false;
                 }},
      s.op);
  bool writes = mayItself || llvm::any_of(s.results, [&](Value r) { return isArray(r) && plan.reused(r); });
  forEachBlock(s.op, [&](const Block &b) {
    writes |= llvm::any_of(b.statements, [&](const Statement &inner) { return mayWrite(inner); });
  });
  return writes;
}

} // namespace soac::schedule
