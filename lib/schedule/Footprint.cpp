#include "schedule/Footprint.h"

#include "schedule/Lower.h"
#include "schedule/device/Apart.h"

#include <algorithm>

namespace soac::schedule {

using namespace interface;
using namespace ir;
using Kind = Allocation::Kind;

Footprint::Footprint(const CxxFunction &face, Target target, bool isOutermost)
    : function(target == Target::Device ? device::lowerForDevice(face) : lower(face.function)),
      schedule(face, function, 0, isOutermost, target), sizes(face, function, schedule.uses, schedule.shapes) {
  for (const exec::Nodes *part : {&schedule.tree.entry, &schedule.tree.body, &schedule.tree.exit})
    add(*part, root);
}

void Footprint::take(Kind kind, Value v, const exec::Extents &extents, SourceLocation at, MemoryScope &into) const {
  Size bytes((bitWidth(function.type(v).scalar) + 7) / 8);
  for (const Dim &d : extents)
    bytes = bytes * sizes.of(d);
  into.parts.push_back({Allocation{kind, v, at, bytes.upper()}, {}, {}, {}});
}

MemoryScope &Footprint::open(SourceLocation at, const Statement *s, const Size &iterations, MemoryScope &into) {
  auto inner = std::make_unique<MemoryScope>();
  inner->location = at;
  inner->statement = s;
  inner->iterations = iterations;
  into.parts.push_back({{}, std::move(inner), {}, {}});
  return *into.parts.back().inner;
}

void Footprint::add(const exec::Nodes &nodes, MemoryScope &into) const {
  for (const exec::Node &node : nodes)
    if (const auto *a = std::get_if<exec::Alloc>(&node)) {
      using Init = exec::Alloc::Init;
      if (a->space == exec::Space::Workspace || a->space == exec::Space::Overlay)
        take(a->init == Init::Copy   ? Kind::Copy
             : a->init == Init::Pack ? Kind::Packed
                                     : Kind::Array,
             a->value, a->extents, a->location, into);
    } else if (const auto *s = std::get_if<exec::Slot>(&node)) {
      take(Kind::Slot, s->value, s->extents, s->location, into);
      if (s->hasSpare)
        take(Kind::Spare, s->value, s->extents, s->location, into);
    } else if (const auto *scope = std::get_if<exec::Scope>(&node)) {
      add(scope->body, open(scope->location, nullptr, 1, into));
    } else if (const auto *loop = std::get_if<exec::For>(&node)) {
      iterations(*loop, into);
    } else if (const auto *reduce = std::get_if<exec::Reduce>(&node)) {
      iterations(*reduce, into);
    } else if (const auto *branch = std::get_if<exec::Branch>(&node)) {
      auto then = std::make_unique<MemoryScope>(), otherwise = std::make_unique<MemoryScope>();
      add(branch->then, *then);
      add(branch->otherwise, *otherwise);
      if (!then->parts.empty() || !otherwise->parts.empty())
        into.parts.push_back({{}, {}, std::move(then), std::move(otherwise)});
    } else if (const auto *histogram = std::get_if<exec::Bins>(&node)) {
      bins(*histogram, into);
    } else {
      exec::forEachInside(node, [&](const exec::Nodes &inner) { add(inner, into); });
    }
}

exec::Extents Footprint::extents(Value v) const {
  exec::Extents list;
  for (unsigned d = 0; d < function.type(v).rank; ++d)
    list.push_back(schedule.shapes.of(v, d));
  return list;
}

/// A bin holds its values and a flag whether it has any (include/soac/runtime/bins.hpp).
void Footprint::bins(const exec::Bins &node, MemoryScope &into) const {
  constexpr std::int64_t parts = 16;
  const auto roundedUp = [](std::int64_t bytes, std::int64_t to) { return (bytes + to - 1) / to * to; };
  std::int64_t bytes = 0, largest = 1;
  for (Value r : node.statement->results) {
    const std::int64_t size = (bitWidth(function.type(r).scalar) + 7) / 8;
    bytes = roundedUp(bytes, size) + size;
    largest = std::max(largest, size);
  }
  const Value first = node.statement->results[0];
  if (node.level == exec::Level::Grid) { // the keys, their order, and the order that becomes sorted
    const Size count = sizes.of(exec::Dim{std::get<ReduceByIndex>(node.statement->op).count});
    into.parts.push_back({Allocation{Kind::Order, first, node.statement->location, (Size(3 * 8) * count).upper()}, {}, {}, {}});
    return;
  }
  const Size each(roundedUp(roundedUp(bytes, largest) + 1, largest));
  into.parts.push_back({Allocation{Kind::Bins, first, node.statement->location,
                                   (Size(parts) * each * sizes.of(schedule.shapes.of(first, 0))).upper()}, {}, {}, {}});
}

Size Footprint::trips(const exec::For &l) const {
  return l.count ? sizes.of(*l.count).upper() : Size::named("trips(" + std::to_string(l.statement->location.line) + ")");
}

void Footprint::iterations(const exec::For &l, MemoryScope &into) const {
  const SourceLocation at = l.statement->location;
  if (l.level == exec::Level::Grid)
    return threads(l, into);
  for (Value v : l.copied)
    take(Kind::Sums, v, extents(v), at, into);
  MemoryScope &inner = open(at, l.statement, trips(l), into);
  add(l.condition, inner);
  add(l.body, inner);
  add(l.operation, inner);
}

/// A thread takes memory for all arrays of its iteration, as if none were given back.
void Footprint::threads(const exec::For &grid, MemoryScope &into) const {
  Size count = sizes.of(*grid.count).upper();
  const exec::For *innermost = &grid;
  for (unsigned depth = 1; depth < grid.depth; ++depth) {
    innermost = exec::iterationsOf(*exec::onlyLoop(innermost->body));
    count = (count * sizes.of(*innermost->count)).upper();
  }
  MemoryScope ofThread;
  add(grid.body, ofThread);
  own(ofThread, count, open(grid.statement->location, nullptr, 1, into));
}
void Footprint::own(const MemoryScope &ofThread, const Size &threads, MemoryScope &into) const {
  for (const MemoryScope::Part &part : ofThread.parts) {
    if (part.allocation)
      into.parts.push_back({Allocation{Kind::Own, part.allocation->value, part.allocation->location,
                                       (part.allocation->bytes * threads).upper()}, {}, {}, {}});
    for (const auto *inner : {part.inner.get(), part.then.get(), part.otherwise.get()})
      if (inner)
        own(*inner, threads, into);
  }
}

// ---- The most bytes alive at once. -----------------------------------------------------------------------------------

namespace {

struct Alive {
  Size now, most;
};

/// The bytes alive at the end of a scope, and the most within it, when `before` bytes are alive at its start.
Alive through(const MemoryScope &scope, const Size &before) {
  Alive alive{before, before};
  for (const MemoryScope::Part &part : scope.parts) {
    if (part.allocation && part.allocation->isOfThreads())
      continue;
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

// include/soac/runtime/workspace.hpp: allocations on the stack begin at multiples of `alignment`; the blocks of slots have
// sizes of 256 times a power of two and are made when no block of their size is free.
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
    if (part.allocation && part.allocation->isOfThreads())
      continue;
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
