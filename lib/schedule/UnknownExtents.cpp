#include "schedule/UnknownExtents.h"

#include "ir/Fields.h"
#include "schedule/Lower.h"
#include "support/Overloaded.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::schedule {
namespace {

using namespace ir;

/// Finds out whether definitions read, write and add to single elements only of their array arguments.
class InvokedElements {
public:
  explicit InvokedElements(const std::vector<Function> &definitions) : definitions(definitions) {}

  bool areAll(const Invoke &op, Value v) {
    Values operands = op.arguments;
    operands.append(op.accumulators);
    bool result = op.definition < definitions.size();
    for (unsigned k = 0; k < operands.size() && result; ++k)
      result = operands[k] != v || parameter(op, k);
    return result;
  }

private:
  bool parameter(const Invoke &op, unsigned k);
  bool isAddedTo(const Function &definition, Value accumulator);

  const std::vector<Function> &definitions;
  llvm::DenseSet<std::pair<unsigned, unsigned>> seen; ///< parameters of definitions
};

class ElementUses {
public:
  ElementUses(const Function &function, const Uses &uses, const MemoryPlan &plan, InvokedElements &invoked)
      : function(function), uses(uses), plan(plan), invoked(invoked) {}

  /// True when only single elements of the memory that `v` begins are read or written; `isLocal`: it is not used after the
  /// function, and one thread writes it.
  bool areAll(Value v, bool isLocal) const {
    const auto values = plan.sharing(v);
    return values && llvm::all_of(*values, [&](Value member) {
      return llvm::all_of(uses.positions(member), [&](unsigned position) { return isElement(member, position, v, isLocal); });
    });
  }

  /// True when the memory of `copied` is not written while the copy `v`, made by `s`, is in use.
  bool outlives(Value copied, Value v, const Statement &s) const {
    const unsigned first = uses.span(s).begin;
    unsigned last = first;
    const ValueSet copy = *plan.sharing(v);
    for (Value member : copy)
      for (unsigned position : uses.positions(member))
        last = std::max(last, endOfUse(position, s));
    bool isWritten = false;
    forEachStatement(function.body, [&](const Statement &writer) {
      const unsigned at = uses.span(writer).begin;
      if (at < first || at > last || &writer == &s || std::holds_alternative<Loop>(writer.op) ||
          std::holds_alternative<If>(writer.op))
        return;
      for (Value r : writer.results)
        isWritten |= function.type(r).isArray() && plan.place(r) == Place::InPlace && !plan.copies(r) &&
                     plan.mayAlias(r, copied) && !copy.contains(r);
    });
    return !isWritten;
  }

private:
  bool isElement(Value member, unsigned position, Value first, bool isLocal) const {
    const Statement *s = uses.statementAt(position);
    if (isLocal && isParallel(position, first) && !(s && std::holds_alternative<Index>(s->op)))
      return false;
    if (!s) { // the results of a block: of a loop or branch, as part of the same memory
      const Statement *owner = uses.owner(*uses.blockAt(position));
      if (!owner)
        return !isLocal;
      return std::holds_alternative<Loop>(owner->op) || std::holds_alternative<If>(owner->op) ||
             (std::holds_alternative<WithAccumulators>(owner->op) && !isLocal);
    }
    if (const auto *index = std::get_if<Index>(&s->op))
      return index->array == member && index->indices.size() == function.type(member).rank;
    if (const auto *update = std::get_if<Update>(&s->op))
      return update->array == member && update->indices.size() == function.type(member).rank;
    if (const auto *addition = std::get_if<Accumulate>(&s->op))
      return !isLocal && addition->accumulator == member && addition->indices.size() == function.type(member).rank;
    if (const auto *invoke = std::get_if<Invoke>(&s->op))
      return !isLocal && invoked.areAll(*invoke, member);
    if (std::holds_alternative<WithAccumulators>(s->op))
      return !isLocal;
    if (std::holds_alternative<Scan>(s->op))
      return true;
    if (const auto *bins = std::get_if<ReduceByIndex>(&s->op))
      return !llvm::is_contained(bins->dests, member);
    if (const auto *loop = std::get_if<Loop>(&s->op)) {
      for (std::size_t k = 0; k < loop->inits.size(); ++k)
        if (loop->inits[k] == member && !plan.stable(s->results[k]))
          return false;
      return true;
    }
    return false;
  }

  /// Is there an operator between the use and the block in which the memory begins?
  bool isParallel(unsigned position, Value first) const {
    const Block *home = uses.home(first);
    for (const Block *b = uses.blockAt(position); b && b != home; b = uses.parent(*b))
      if (const Statement *owner = uses.owner(*b); owner && !std::holds_alternative<Loop>(owner->op) &&
                                                   !std::holds_alternative<If>(owner->op) &&
                                                   !std::holds_alternative<WithAccumulators>(owner->op))
        return true;
    return false;
  }

  /// The position at which the last repetition of a use ends, within the block of `s`.
  unsigned endOfUse(unsigned position, const Statement &s) const {
    const Block *home = uses.blockAt(uses.span(s).begin);
    unsigned end = position;
    for (const Block *b = uses.blockAt(position); b && b != home; b = uses.parent(*b))
      if (const Statement *owner = uses.owner(*b); owner && owner != &s && std::holds_alternative<Loop>(owner->op))
        end = std::max(end, uses.span(*owner).end);
    return end;
  }

  const Function &function;
  const Uses &uses;
  const MemoryPlan &plan;
  InvokedElements &invoked;
};

bool InvokedElements::parameter(const Invoke &op, unsigned k) {
  if (!seen.insert({op.definition, k}).second)
    return true;
  const Function lowered = lower(definitions[op.definition]);
  const Value p = lowered.body.parameters[k];
  if (lowered.type(p).accumulator)
    return isAddedTo(lowered, p);
  const Uses uses(lowered);
  const Shapes shapes(lowered, uses);
  ValueSet writable;
  for (unsigned updated : op.updated)
    writable.insert(lowered.body.parameters[updated]);
  const MemoryPlan plan(lowered, uses, shapes, writable);
  return ElementUses(lowered, uses, plan, *this).areAll(p, /*isLocal=*/false);
}

bool InvokedElements::isAddedTo(const Function &definition, Value accumulator) {
  const unsigned rank = definition.type(accumulator).rank;
  std::size_t elements = 0;
  forEachStatement(definition.body, [&](const Statement &s) {
    if (const auto *addition = std::get_if<Accumulate>(&s.op))
      elements += addition->accumulator == accumulator && addition->indices.size() == rank;
    else if (const auto *invoke = std::get_if<Invoke>(&s.op); invoke && areAll(*invoke, accumulator))
      elements += static_cast<std::size_t>(llvm::count(invoke->accumulators, accumulator));
  });
  return elements == countUses(accumulator, definition.body);
}

/// May the statement use the array `v` without knowing its extent? It uses single elements, or as many as its own operands
/// give, or hands the array on.
bool isIndifferent(const Statement &s, Value v, InvokedElements &invoked) {
  return std::visit(Overloaded{[&](const Invoke &o) { return invoked.areAll(o, v); },
                               [&](const Update &o) { return o.value != v; },
                               [](const Index &) { return true; }, [](const Slice &) { return true; },
                               [](const Reshape &) { return true; }, [](const Extent &) { return true; },
                               [](const Map &) { return true; }, [](const MapReduce &) { return true; },
                               [](const Reduce &) { return true; }, [](const Scan &) { return true; },
                               [&](const ReduceByIndex &o) { return !llvm::is_contained(o.dests, v); },
                               [](const Loop &) { return true; }, [](const WithAccumulators &) { return true; },
                               [](const OneOf<If, WithRules, Differentiate> auto &) { return false; },
                               [](const WithoutBlocks auto &) { return false; }},
                    s.op);
}

/// The array that is copied where the result of an in-place statement is a copy.
Value copiedFor(const Statement &s, std::size_t k) {
  if (const auto *update = std::get_if<Update>(&s.op))
    return update->array;
  if (const auto *loop = std::get_if<Loop>(&s.op))
    return loop->inits[k];
  if (const auto *invoke = std::get_if<Invoke>(&s.op))
    return invoke->arguments[*invoke->argumentOf(k)];
  return {};
}

} // namespace

Value pointerOf(Value v, llvm::ArrayRef<Value> pointers, const Shapes &shapes) {
  const Dim d = shapes.of(v, 0);
  return d.isExtent && llvm::is_contained(pointers, d.value) ? d.value : Value();
}

namespace {

/// The first of the pointers whose extent a lowered function has to know.
class NeededExtent {
public:
  NeededExtent(const Function &function, const PointerParameters &pointers, Copies copies)
      : function(function), pointers(pointers), copies(copies),
        plan(function, uses, shapes, ValueSet(pointers.writable.begin(), pointers.writable.end())) {
    for (Value field : pointers.fields)
      if (!llvm::all_of(uses.positions(field), [&](unsigned at) { return isCopiedOrRead(at); }) &&
          (function.type(field).rank != 1 || !elements.areAll(field, /*isLocal=*/false)))
        found = field;
    forEachStatement(function.body, [&](const Statement &s) {
      operands(s);
      for (std::size_t k = 0; k < s.results.size(); ++k)
        result(s, k);
    });
  }

  Value found;

private:
  const Function &function;
  const PointerParameters &pointers;
  const Copies copies;
  const Uses uses{function};
  const Shapes shapes{function, uses};
  const MemoryPlan plan;
  InvokedElements invoked{function.definitions};
  const ElementUses elements{function, uses, plan, invoked};

  /// True for a `Reshape`, which gives the field its extent and copies it, and for reads of elements.
  bool isCopiedOrRead(unsigned at) const {
    const Statement *s = uses.statementAt(at);
    const auto *index = s ? std::get_if<Index>(&s->op) : nullptr;
    return index ? index->indices.size() == function.type(index->array).rank
                 : s && std::holds_alternative<Reshape>(s->op);
  }

  void operands(const Statement &s) {
    if (const auto *extent = std::get_if<Extent>(&s.op); extent && !found) {
      const Dim d = shapes.of(extent->array, extent->dimension);
      if (d.isExtent && llvm::is_contained(pointers.all, d.value))
        found = d.value;
    }
    forEachOperand(s.op, [&](Value v) {
      const Type type = function.type(v);
      const bool isShared = !type.accumulator || std::holds_alternative<Invoke>(s.op);
      if (!found && type.rank > 0 && isShared && !isIndifferent(s, v, invoked))
        found = pointerOf(v, pointers.all, shapes);
    });
  }

  void result(const Statement &s, std::size_t k) {
    const Value r = s.results[k];
    const Type type = function.type(r);
    if (found || !type.isArray() || type.accumulator || !makesMemory(r, s))
      return;
    if (const Value pointer = pointerOf(r, pointers.all, shapes); pointer && !isOverlay(r, s, k))
      found = pointer;
  }
  bool makesMemory(Value r, const Statement &s) const {
    const bool isKept = std::holds_alternative<Loop>(s.op) && !plan.stable(r);
    switch (plan.place(r)) {
    case Place::Own: case Place::Row: return true;
    case Place::InPlace: return plan.copies(r) || isKept;
    default: return isKept;
    }
  }
  bool isOverlay(Value r, const Statement &s, std::size_t k) const {
    const Value copied = copiedFor(s, k);
    return copies == Copies::Overlays && copied && plan.place(r) == Place::InPlace && plan.copies(r) &&
           function.type(r).rank == 1 && (!std::holds_alternative<Loop>(s.op) || plan.stable(r)) &&
           elements.areAll(r, /*isLocal=*/true) && elements.outlives(copied, r, s);
  }
};

} // namespace

Value pointerOfNeededExtent(const Function &function, const PointerParameters &pointers, Copies copies) {
  if (pointers.all.empty())
    return {};
  return NeededExtent(lower(function), pointers, copies).found;
}

} // namespace soac::schedule
