#include "schedule/Footprint.h"

#include "schedule/Lower.h"
#include "schedule/Operators.h"
#include "support/Overloaded.h"

#include <llvm/ADT/STLExtras.h>

#include <algorithm>

namespace soac::schedule {

using namespace interface;
using namespace ir;
using Kind = Allocation::Kind;
using Container = CxxType::Container;

namespace {

bool isOutput(const CxxParameter &p) {
  return llvm::any_of(p.outputs, [](int k) { return k >= 0; });
}

ValueSet writableParameters(const CxxFunction &face) {
  ValueSet result;
  for (const CxxParameter &p : face.parameters)
    for (std::size_t k = 0; k < p.inputs.size() && k < p.outputs.size(); ++k)
      if (p.inputs[k] && p.outputs[k] >= 0)
        result.insert(p.inputs[k]);
  return result;
}

/// Per leaf of the type: whether generated code reads it where the caller has it.
void addContiguous(const CxxType &type, unsigned containers, bool isPlain, std::vector<bool> &out) {
  switch (type.kind) {
  case CxxType::Kind::Void: return;
  case CxxType::Kind::Scalar: out.push_back(containers == 0 || isPlain); return;
  case CxxType::Kind::Record:
    for (const CxxType::Field &field : type.fields)
      addContiguous(field.type, containers, isPlain && containers == 0, out);
    return;
  case CxxType::Kind::Array: {
    const bool isPacked = type.container == Container::StdVector && type.element->kind == CxxType::Kind::Scalar &&
                          type.element->scalar == Scalar::Bool; // std::vector<bool> has bits
    addContiguous(*type.element, containers + 1, isPlain && containers == 0 && !isPacked, out);
    return;
  }
  }
}

} // namespace

Footprint::Footprint(const CxxFunction &face)
    : face(face), function(lower(face.function)), uses(function), shapes(function, uses),
      plan(function, uses, shapes, writableParameters(face)), sizes(face, function, uses, shapes) {
  std::size_t next = 0;
  placeResults(face.result, next);
  parameters();
  block(function.body, root);
  outputs();
}

void Footprint::take(Kind kind, Value v, SourceLocation at, MemoryScope &into) const {
  const std::int64_t bytes = (bitWidth(function.type(v).scalar) + 7) / 8;
  into.parts.push_back({Allocation{kind, v, at, (Size(bytes) * sizes.elements(v)).upper()}, {}, {}, {}});
}

/// Arrays of floating-point numbers that are returned whole are made where they are returned.
void Footprint::placeResults(const CxxType &type, std::size_t &next) {
  if (type.kind == CxxType::Kind::Record) {
    for (const CxxType::Field &field : type.fields)
      placeResults(field.type, next);
    return;
  }
  const std::size_t first = next;
  next += type.leaves().size();
  const bool owns = type.container == Container::Array || type.container == Container::StdVector;
  if (type.kind != CxxType::Kind::Array || !owns || type.element->kind != CxxType::Kind::Scalar ||
      !isFloat(type.element->scalar))
    return;
  if (const Value origin = plan.madeIn(function.body, function.body.results[face.results[first]]))
    returned.insert(origin);
}

/// In the row of a map's result, on the stack, in the slot of a loop or where it is returned.
bool Footprint::isElsewhere(Value v) const {
  return plan.rowOf(v) || plan.onStack(v) || plan.slotOf(v) || returned.contains(v);
}

void Footprint::make(Value v, const Statement &s, MemoryScope &into) const {
  if (!isElsewhere(v))
    take(Kind::Array, v, s.location, into);
}

void Footprint::copy(Value v, const Statement &s, MemoryScope &into) const {
  if (plan.copies(v) && !isElsewhere(v))
    take(Kind::Copy, v, s.location, into);
}

MemoryScope &Footprint::open(const Statement &s, const Size &iterations, MemoryScope &into) const {
  auto inner = std::make_unique<MemoryScope>();
  inner->location = s.location;
  inner->statement = &s;
  inner->iterations = iterations;
  into.parts.push_back({{}, std::move(inner), {}, {}});
  return *into.parts.back().inner;
}

void Footprint::block(const Block &b, MemoryScope &into) const {
  for (const Statement &s : b.statements)
    statement(s, into);
}

/// Results of a map that have memory of their own.
void Footprint::results(const Statement &s, std::size_t first, MemoryScope &into) const {
  for (Value r : llvm::ArrayRef<Value>(s.results).drop_front(first)) {
    if (!isNeeded(r) || plan.reused(r))
      continue;
    if (plan.lateShape(r))
      take(Kind::Slot, r, s.location, into);
    else
      make(r, s, into);
  }
}

void Footprint::statement(const Statement &s, MemoryScope &into) const {
  const auto rearranged = [&] {
    if (!plan.delayed(s.results[0]))
      make(s.results[0], s, into);
  };
  std::visit(
      Overloaded{[&](const Slice &o) {
                   if (o.step != 1)
                     rearranged();
                 },
                 [&](const Rearrange &) { rearranged(); }, [&](const Rotate &) { rearranged(); },
                 [&](const Iota &) { rearranged(); }, [&](const Fill &) { rearranged(); },
                 [&](const Concat &) { rearranged(); },
                 [&](const Argsort &) { // runs are merged from one array into another
                   make(s.results[0], s, into);
                   take(Kind::Array, s.results[0], s.location, open(s, Size(1), into));
                 },
                 [&](const Call &) {
                   for (Value r : s.results)
                     if (isArray(r))
                       make(r, s, into);
                 },
                 [&](const Repeated &o) { // a table of the indices, in a scope of its own
                   take(Kind::Array, o.indices, s.location, open(s, Size(1), into));
                 },
                 [&](const Update &) { copy(s.results[0], s, into); },
                 [&](const Scatter &) { copy(s.results[0], s, into); },
                 [&](const Scan &) { results(s, 0, into); },
                 [&](const ReduceByIndex &) { llvm::for_each(s.results, [&](Value r) { copy(r, s, into); }); },
                 [&](const If &o) {
                   auto then = std::make_unique<MemoryScope>(), otherwise = std::make_unique<MemoryScope>();
                   block(o.then, *then);
                   block(o.otherwise, *otherwise);
                   if (!then->parts.empty() || !otherwise->parts.empty())
                     into.parts.push_back({{}, {}, std::move(then), std::move(otherwise)});
                 },
                 [&](const Loop &o) { loop(o, s, into); },
                 [&](const Map &o) {
                   results(s, 0, into);
                   block(o.fn, open(s, sizes.of(o.count).upper(), into));
                 },
                 [&](const MapReduce &o) {
                   std::size_t reduced = 0;
                   for (const Reduction &r : o.reductions)
                     reduced += r.neutral.size();
                   results(s, reduced, into);
                   MemoryScope &inner = open(s, sizes.of(o.count).upper(), into);
                   block(o.fn, inner);
                   for (const Reduction &r : o.reductions)
                     block(r.op, inner);
                 },
                 [&](const WithAccumulators &o) {
                   for (std::size_t k = 0; k < o.inits.size(); ++k)
                     if (isArray(s.results[k]))
                       copy(s.results[k], s, into);
                   block(o.body, into);
                 },
                 [&](const auto &) {}},
      s.op);
}

void Footprint::loop(const Loop &op, const Statement &s, MemoryScope &into) const {
  for (Value r : s.results)
    if (isArray(r)) {
      copy(r, s, into);
      if (plan.stable(r))
        continue;
      take(Kind::Slot, r, s.location, into);
      bool isMadeInSlot = false;
      forEachStatement(op.body, [&](const Statement &inner) {
        for (Value v : inner.results)
          isMadeInSlot = isMadeInSlot || plan.slotOf(v) == r;
      });
      if (isMadeInSlot)
        take(Kind::Spare, r, s.location, into);
    }
  const Size trips = op.isCounted() ? sizes.of(op.count).upper() : Size::named("trips(" + std::to_string(s.location.line) + ")");
  MemoryScope &inner = open(s, trips, into);
  if (!op.isCounted())
    block(op.condition, inner);
  block(op.body, inner);
  for (const MemoryPlan::Keep &keep : plan.keeps(s))
    if (keep.copyFirst)
      take(Kind::Copy, op.body.results[keep.carried], s.location, inner);
}

void Footprint::parameters() {
  for (const CxxParameter &p : face.parameters) {
    std::vector<bool> isContiguous;
    addContiguous(p.type, 0, true, isContiguous);
    const auto pointers = p.type.pointers();
    for (std::size_t k = 0; k < p.inputs.size(); ++k)
      if (p.inputs[k] && !pointers[k] && !isContiguous[k] && isNeeded(p.inputs[k]))
        take(Kind::Packed, p.inputs[k], {}, root);
  }
}

/// What lies in another output's memory is copied before that is written.
void Footprint::outputs() {
  struct Array {
    Value value, input;
  };
  std::vector<Array> arrays;
  for (const CxxParameter &p : face.parameters)
    for (std::size_t k = 0; k < p.outputs.size() && isOutput(p); ++k) {
      const Value input = k < p.inputs.size() ? p.inputs[k] : Value();
      if (p.outputs[k] < 0)
        continue;
      const Value v = function.body.results[static_cast<std::size_t>(p.outputs[k])];
      if (v != input && isArray(v))
        arrays.push_back({v, input});
    }
  for (const Array &a : arrays)
    if (llvm::any_of(arrays, [&](const Array &other) {
          return &a != &other && other.input && isArray(other.input) && plan.mayAlias(a.value, other.input);
        }))
      take(Kind::Copy, a.value, {}, root);
}

// ---- The most that is alive at once. ---------------------------------------------------------------------------------

namespace {

struct Alive {
  Size now, most;
};

/// Runs through a scope from `now` on.
Alive through(const MemoryScope &scope, const Size &before) {
  Alive alive{before, before};
  for (const MemoryScope::Part &part : scope.parts) {
    if (part.allocation) {
      alive.now = alive.now + part.allocation->bytes;
    } else if (part.inner) {
      alive.most = Size::maximum(alive.most, through(*part.inner, alive.now).most);
    } else {
      const Alive a = through(*part.then, alive.now), b = through(*part.otherwise, alive.now);
      alive.now = Size::maximum(a.now, b.now);
      alive.most = Size::maximum(alive.most, Size::maximum(a.most, b.most));
    }
    alive.most = Size::maximum(alive.most, alive.now);
  }
  return alive;
}

// include/soac/runtime/workspace.hpp: everything on the stack begins at a multiple of this; the blocks of slots have sizes
// of 256 times a power of two and are made when none of their size is free.
constexpr std::int64_t alignment = 64, smallestBlock = 256, recordBytes = 24;
constexpr std::int64_t aligned(std::int64_t bytes) { return (bytes + alignment - 1) / alignment * alignment; }

struct Counts {
  std::int64_t stack = 0, most = 0;
  std::map<std::int64_t, std::int64_t> blocks, made; ///< by size: in use, and ever made
};

bool count(const MemoryScope &scope, const Size::Known &known, Counts &counts) {
  const auto within = [&](const MemoryScope &inner) {
    Counts copy = counts;
    if (!count(inner, known, copy))
      return false;
    counts.most = std::max(counts.most, copy.most);
    counts.made = copy.made;
    return true;
  };
  for (const MemoryScope::Part &part : scope.parts) {
    if (part.inner) {
      const auto iterations = part.inner->iterations.at(known);
      if (iterations != 0 && !within(*part.inner))
        return false;
    } else if (part.then) {
      Counts a = counts, b = counts;
      if (!count(*part.then, known, a) || !count(*part.otherwise, known, b))
        return false;
      counts = a.stack >= b.stack ? a : b;
      counts.most = std::max(a.most, b.most);
    } else {
      const std::optional<std::int64_t> size = part.allocation->bytes.at(known);
      if (!size)
        return false;
      const std::int64_t bytes = std::max<std::int64_t>(*size, 0);
      if (part.allocation->kind == Kind::Slot || part.allocation->kind == Kind::Spare) {
        counts.stack += part.allocation->kind == Kind::Slot ? aligned(recordBytes) : 0;
        std::int64_t capacity = smallestBlock;
        while (capacity < bytes)
          capacity *= 2;
        counts.made[capacity] = std::max(counts.made[capacity], ++counts.blocks[capacity]);
      } else {
        counts.stack += aligned(bytes);
      }
      counts.most = std::max(counts.most, counts.stack);
    }
  }
  return true;
}

} // namespace

Size Footprint::peak() const { return through(root, 0).most; }

std::optional<std::int64_t> Footprint::peakAt(const Size::Known &known) const {
  Counts counts;
  if (!count(root, known, counts))
    return std::nullopt;
  std::int64_t result = counts.most;
  for (const auto &[size, number] : counts.made)
    result += size * number;
  return result;
}

} // namespace soac::schedule
