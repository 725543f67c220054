#include "schedule/MemoryPlan.h"

#include "ir/Fields.h"
#include "schedule/Delayed.h"
#include "support/Overloaded.h"

#include <algorithm>

namespace soac::schedule {

using namespace ir;

MemoryPlan::MemoryPlan(const Function &function, const Uses &uses, const Shapes &shapes, const ValueSet &writable)
    : function(function), uses(uses), shapes(shapes), info(function.values.size()) {
  frames.push_back({&function.body, 0, 0});
  for (Value p : function.body.parameters)
    if (isArray(p)) {
      const unsigned r = makeRoot(p, writable.contains(p));
      bind(p, Place::Bound, {r}, true);
    }
  for (const Statement &s : function.body.statements)
    statement(s);
  placeOnStack();
}

unsigned MemoryPlan::makeRoot(Value origin, bool owned) {
  Root r;
  r.origin = origin;
  r.scope = frames.back().scope;
  r.owned = owned;
  roots.push_back(std::move(r));
  return static_cast<unsigned>(roots.size() - 1);
}

void MemoryPlan::bind(Value v, Place place, const Roots &in, bool whole) {
  info[v.id].place = place;
  info[v.id].roots = in;
  info[v.id].whole = whole;
  for (unsigned r : in)
    roots[r].values.push_back(v);
}

void MemoryPlan::own(Value v) { bind(v, Place::Own, {makeRoot(v, true)}, true); }

void MemoryPlan::unite(Roots &into, const Roots &from) {
  for (unsigned r : from)
    if (std::find(into.begin(), into.end(), r) == into.end())
      into.push_back(r);
}

/// True when a value in `root` is used after the statement at hand, within one execution of the scope that made the root.
bool MemoryPlan::readLater(unsigned root) const {
  const Root &r = roots[root];
  for (auto frame = frames.rbegin(); frame != frames.rend() && frame->scope == r.scope; ++frame)
    for (Value v : r.values)
      if (uses.countBetween(v, frame->after, uses.end(*frame->block) + 1) > 0)
        return true;
  return false;
}

bool MemoryPlan::consumable(Value v, const Statement &s, std::size_t usesInStatement) const {
  const Span span = uses.span(s);
  for (unsigned root : info[v.id].roots) {
    const Root &r = roots[root];
    if (!r.owned || r.scope != frames.back().scope || readLater(root))
      return false;
    std::size_t here = 0;
    for (Value alias : r.values)
      here += uses.countBetween(alias, span.begin, span.end);
    if (here > usesInStatement)
      return false;
  }
  return true;
}

void MemoryPlan::consume(const Roots &in) {
  for (unsigned r : in)
    roots[r].consumed = true;
}

void MemoryPlan::block(const Block &b, bool newScope) {
  frames.push_back({&b, 0, newScope ? ++scopes : frames.back().scope});
  for (const Statement &s : b.statements)
    statement(s);
  frames.pop_back();
}

void MemoryPlan::inPlace(Value result, Value operand, const Statement &s, std::size_t usesInStatement) {
  if (consumable(operand, s, usesInStatement)) {
    consume(info[operand.id].roots);
    bind(result, Place::InPlace, info[operand.id].roots, info[operand.id].whole);
    return;
  }
  bind(result, Place::InPlace, {makeRoot(result, true)}, true);
  info[result.id].copies = true;
  roots.back().consumed = true;
}

/// Is the map a look-up of single numbers (isLookUp), whose result only scans and histograms read?
bool MemoryPlan::canDelay(const Map &op, llvm::ArrayRef<Value> results) const {
  if (results.size() != 1 || isArray(op.fn.results[0]) || !op.arrays.empty() || !isLookUp(op.fn, function.values))
    return false;
  const auto isReader = [&](unsigned position) {
    const Statement *s = uses.statementAt(position);
    const auto *bins = s ? std::get_if<ReduceByIndex>(&s->op) : nullptr;
    return bins ? !llvm::is_contained(bins->dests, results[0]) : s && std::holds_alternative<Scan>(s->op);
  };
  return llvm::all_of(uses.positions(results[0]), isReader);
}

void MemoryPlan::statement(const Statement &s) {
  frames.back().after = uses.span(s).end;
  const auto view = [&](Value operand, bool whole) {
    if (isArray(s.results[0]))
      bind(s.results[0], Place::View, info[operand.id].roots, whole);
  };
  std::visit(Overloaded{[&](const Index &o) {
                          if (isArray(s.results[0]) && isReadBehindAnUpdate(s, o.array))
                            own(s.results[0]);
                          else
                            view(o.array, false);
                        },
                        [&](const Reshape &o) { view(o.array, false); },
                        [&](const Slice &o) { o.step == 1 ? view(o.array, false) : own(s.results[0]); },
                        [&](const Update &o) {
                          // The written value may lie in the array itself: copying it allows overlap.
                          const bool within = isArray(o.value) && mayAlias(o.value, o.array);
                          inPlace(s.results[0], o.array, s, within ? 2 : 1);
                        },
                        [&](const Scatter &o) { inPlace(s.results[0], o.dest, s); },
                        [&](const Invoke &o) {
                          for (auto [k, r] : llvm::enumerate(s.results))
                            if (const auto argument = o.argumentOf(k))
                              inPlace(r, o.arguments[*argument], s);
                        },
                        [&](const If &o) { ifElse(o, s); }, [&](const Loop &o) { loop(o, s); },
                        [&](const Map &o) {
                          operatorBlock(o.arrays, o.fn);
                          if (canDelay(o, s.results))
                            delay(o, s.results[0]);
                          else
                            mapped(s, o.fn, o.arrays, 0);
                        },
                        [&](const MapReduce &o) {
                          operatorBlock(o.arrays, o.fn);
                          std::size_t reduced = 0;
                          for (const Reduction &r : o.reductions) {
                            block(r.op, true);
                            reduced += r.neutral.size();
                          }
                          mapped(s, o.fn, o.arrays, reduced);
                        },
                        [&](const Scan &o) {
                          block(o.op, true);
                          llvm::for_each(s.results, [&](Value r) { own(r); });
                        },
                        [&](const ReduceByIndex &o) { reduceByIndex(o, s); },
                        [&](const WithAccumulators &o) { withAccumulators(o, s); },
                        [](const OneOf<Reduce, WithRules, Differentiate> auto &) {},
                        [&](const WithoutBlocks auto &) {
                          llvm::for_each(s.results, [&](Value r) { isArray(r) ? own(r) : void(); });
                        }},
             s.op);
}

void MemoryPlan::reduceByIndex(const ReduceByIndex &op, const Statement &s) {
  block(op.op, true);
  for (std::size_t k = 0; k < op.dests.size(); ++k) {
    // Copied operands are read before any result is written.
    std::size_t copied = 0;
    for (std::size_t j = 0; j < k; ++j)
      copied += copies(s.results[j]) && mayAlias(op.dests[j], op.dests[k]);
    inPlace(s.results[k], op.dests[k], s, 1 + copied);
  }
}

void MemoryPlan::ifElse(const If &op, const Statement &s) {
  block(op.then, false);
  block(op.otherwise, false);
  for (std::size_t k = 0; k < s.results.size(); ++k)
    if (isArray(s.results[k])) {
      const Info &a = info[op.then.results[k].id], &b = info[op.otherwise.results[k].id];
      Roots in = a.roots;
      unite(in, b.roots);
      bind(s.results[k], Place::Join, in, a.whole && b.whole);
    }
}

void MemoryPlan::loop(const Loop &op, const Statement &s) {
  const std::size_t offset = op.isCounted() ? 1 : 0;
  const unsigned scope = ++scopes;
  frames.push_back({&op.body, 0, scope});
  llvm::SmallVector<unsigned, 4> carried(op.inits.size(), ~0u);
  for (std::size_t k = 0; k < op.inits.size(); ++k)
    if (const Value p = op.body.parameters[k + offset]; isArray(p)) {
      carried[k] = makeRoot(p, true);
      roots[carried[k]].through = info[op.inits[k].id].roots;
      bind(p, Place::Bound, {carried[k]}, true);
      if (!op.isCounted())
        bind(op.condition.parameters[k], Place::Bound, {carried[k]}, true);
    }
  if (!op.isCounted())
    block(op.condition, true);
  for (const Statement &inner : op.body.statements)
    statement(inner);
  frames.pop_back();

  for (std::size_t k = 0; k < op.inits.size(); ++k) {
    const Value result = s.results[k];
    if (carried[k] == ~0u)
      continue;
    const Info &next = info[op.body.results[k].id];
    info[result.id].stable = next.whole && next.roots.size() == 1 && next.roots[0] == carried[k];
    Roots in;
    if (roots[carried[k]].consumed) {
      // Arrays that are copied at entry are read before the loop writes.
      std::size_t copied = 0;
      for (std::size_t j = 0; j < k; ++j)
        copied += carried[j] != ~0u && info[s.results[j].id].copies && mayAlias(op.inits[j], op.inits[k]);
      if (consumable(op.inits[k], s, 1 + copied)) {
        consume(info[op.inits[k].id].roots);
        in = info[op.inits[k].id].roots;
      } else {
        info[result.id].copies = true;
        in = {makeRoot(result, true)};
        roots.back().consumed = true;
        roots[carried[k]].through = in;
      }
    } else {
      in = info[op.inits[k].id].roots;
    }
    if (!info[result.id].stable) {
      in.push_back(makeRoot(result, true));
      if (const Value origin = madeIn(op.body, op.body.results[k]); origin && !info[origin.id].slotOf)
        info[origin.id].slotOf = result;
    }
    bind(result, Place::InPlace, in, info[result.id].copies || info[op.inits[k].id].whole);
  }
  orderKeeps(op, s, carried);
}

/// Keeping result k overwrites the slot of k, so every other result that lies in this slot is kept before; a cycle needs
/// a copy, but two arrays that change places do not.
void MemoryPlan::orderKeeps(const Loop &op, const Statement &s, llvm::ArrayRef<unsigned> carriedRoots) {
  llvm::SmallVector<unsigned, 4> open;
  for (unsigned k = 0; k < op.inits.size(); ++k)
    if (carriedRoots[k] != ~0u && !info[s.results[k].id].stable)
      open.push_back(k);
  const auto readBy = [&](unsigned written, unsigned reader) {
    return written != reader && llvm::is_contained(info[op.body.results[reader].id].roots, carriedRoots[written]);
  };
  auto &order = keepOrder[&s];
  const auto becomes = [&](unsigned result, unsigned parameter) { // all of it
    const Info &next = info[op.body.results[result].id];
    return next.whole && next.roots.size() == 1 && next.roots[0] == carriedRoots[parameter];
  };
  const auto arePair = [&](unsigned k, unsigned j) {
    return k < j && becomes(k, j) && becomes(j, k) && function.type(s.results[k]) == function.type(s.results[j]) &&
           llvm::none_of(open, [&](unsigned other) { return other != k && other != j && (readBy(k, other) || readBy(j, other)); });
  };
  for (unsigned k = 0; k < op.inits.size(); ++k)
    if (const auto j = llvm::find_if(open, [&](unsigned other) { return llvm::is_contained(open, k) && arePair(k, other); }); j != open.end()) {
      order.push_back({k, false, *j});
      llvm::erase_if(open, [&, pair = *j](unsigned one) { return one == k || one == pair; });
    }
  llvm::SmallVector<unsigned, 4> copied;
  while (!open.empty()) {
    auto free = std::find_if(open.begin(), open.end(), [&](unsigned k) {
      return llvm::none_of(open, [&](unsigned j) { return !llvm::is_contained(copied, j) && readBy(k, j); });
    });
    if (free == open.end()) {
      auto victim = std::find_if(open.begin(), open.end(), [&](unsigned k) { return !llvm::is_contained(copied, k); });
      copied.push_back(*victim);
      continue;
    }
    order.push_back({*free, llvm::is_contained(copied, *free)});
    open.erase(free);
  }
}

llvm::ArrayRef<MemoryPlan::Keep> MemoryPlan::keeps(const Statement &loop) const {
  const auto found = keepOrder.find(&loop);
  return found == keepOrder.end() ? llvm::ArrayRef<Keep>() : llvm::ArrayRef<Keep>(found->second);
}

void MemoryPlan::operatorBlock(llvm::ArrayRef<Value> arrays, const Block &fn) {
  for (std::size_t k = 0; k < arrays.size(); ++k)
    if (const Value p = fn.parameters[k + 1]; isArray(p))
      bind(p, Place::Bound, info[arrays[k].id].roots, false);
  block(fn, true);
}

/// The result shares the memory of the arrays that its operator reads: reading the result reads these arrays.
void MemoryPlan::delay(const Map &op, Value result) {
  Roots in;
  for (const Statement &s : op.fn.statements)
    if (const auto *index = std::get_if<Index>(&s.op))
      unite(in, info[index->array.id].roots);
  bind(result, Place::Delayed, in, false);
}

/// Places the results of a map: in the memory of an operand of which each iteration reads only its own element, else in
/// new memory, into which rows are computed directly where possible.
void MemoryPlan::mapped(const Statement &s, const Block &fn, llvm::ArrayRef<Value> arrays, std::size_t first) {
  llvm::SmallVector<Value, 2> reusedArrays;
  for (std::size_t k = 0; k < s.results.size(); ++k) {
    const Value result = s.results[k];
    if (!isArray(result) || k < first)
      continue;
    const Value row = fn.results[k];
    if (!isArray(row)) {
      const auto candidate = std::find_if(arrays.begin(), arrays.end(), [&](Value a) {
        return function.type(a) == function.type(result) &&
               !llvm::is_contained(reusedArrays, a) && consumable(a, s);
      });
      if (candidate != arrays.end()) {
        reusedArrays.push_back(*candidate);
        consume(info[candidate->id].roots);
        info[result.id].reused = *candidate;
        bind(result, Place::InPlace, info[candidate->id].roots, info[candidate->id].whole);
        continue;
      }
      own(result);
      continue;
    }
    if (reuseRows(s, fn, arrays, k))
      continue;
    own(result);
    const unsigned rank = function.type(row).rank;
    for (unsigned d = 0; d < rank; ++d)
      info[result.id].lateShape |= !shapes.outside(shapes.of(row, d), fn);
    const Info &inner = info[row.id];
    if (info[result.id].lateShape || !inner.whole || inner.roots.size() != 1)
      continue;
    Root &made = roots[inner.roots[0]];
    if (made.taken || uses.home(made.origin) != &fn || info[made.origin.id].place == Place::Bound ||
        function.type(made.origin).rank != rank || !made.through.empty())
      continue;
    const Info &origin = info[made.origin.id];
    const bool isCopy = origin.place == Place::InPlace && origin.copies;
    if (origin.place != Place::Own && !isCopy)
      continue;
    made.taken = true;
    info[made.origin.id].rowOf = result;
    if (origin.place == Place::Own)
      info[made.origin.id].place = Place::Row;
  }
}

/// The operand whose memory an in-place result takes over or copies.
Value MemoryPlan::consumedBy(Value result) const {
  const Statement &s = *uses.definition(result);
  const auto k = static_cast<std::size_t>(llvm::find(s.results, result) - s.results.begin());
  return std::visit(Overloaded{[](const Update &o) { return o.array; }, [](const Scatter &o) { return o.dest; },
                               [&](const Loop &o) { return o.inits[k]; },
                               [&](const Invoke &o) { return o.arguments[*o.argumentOf(k)]; },
                               [&](const WithAccumulators &o) { return k < o.inits.size() ? o.inits[k] : Value{}; },
                               [](const OneOf<If, Map, Reduce, Scan, MapReduce, ReduceByIndex, WithRules,
                                              Differentiate> auto &) { return Value{}; },
                               [](const WithoutBlocks auto &) { return Value{}; }},
                    s.op);
}

/// Lets an iteration write to its row of a consumable operand itself, instead of a copy of the row. False where it may not.
bool MemoryPlan::reuseRows(const Statement &s, const Block &fn, llvm::ArrayRef<Value> arrays, std::size_t k) {
  const Value result = s.results[k], origin = madeIn(fn, fn.results[k]);
  if (!origin || info[origin.id].place != Place::InPlace || info[origin.id].rowOf)
    return false;
  const auto parameter = llvm::find(fn.parameters, consumedBy(origin));
  if (parameter == fn.parameters.end())
    return false;
  const Value array = arrays[static_cast<std::size_t>(parameter - fn.parameters.begin()) - 1];
  if (function.type(array) != function.type(result))
    return false;
  ValueSet aliases;
  for (unsigned index : info[array.id].roots) {
    const Root &r = roots[index];
    if (!r.owned || r.scope != frames.back().scope || readLater(index))
      return false;
    aliases.insert(r.values.begin(), r.values.end());
  }
  // The iteration reads its row only until it writes it, and no other row.
  const Span span = uses.span(s);
  const unsigned written = uses.span(*uses.definition(origin)).begin;
  std::size_t asRow = 0, asArray = 0;
  for (Value alias : aliases)
    if (uses.isInside(alias, fn))
      asRow += uses.countBetween(alias, written, span.end);
    else
      asArray += uses.countBetween(alias, span.begin, span.end);
  if (asRow != 1 || asArray != 1)
    return false;
  info[origin.id].copies = false;
  roots[info[origin.id].roots[0]].through = info[array.id].roots;
  consume(info[array.id].roots);
  info[result.id].reused = array;
  bind(result, Place::InPlace, info[array.id].roots, info[array.id].whole);
  return true;
}

void MemoryPlan::withAccumulators(const WithAccumulators &op, const Statement &s) {
  block(op.body, false);
  for (std::size_t k = 0; k < s.results.size(); ++k) {
    if (!isArray(s.results[k]))
      continue;
    if (k < op.inits.size()) {
      inPlace(s.results[k], op.inits[k], s);
    } else {
      const Info &inner = info[op.body.results[k - op.inits.size()].id];
      bind(s.results[k], Place::Join, inner.roots, inner.whole);
    }
  }
}

/// Small arrays of constant shape live on the stack when no handle of them leaves the C++ block that they are made in.
void MemoryPlan::placeOnStack() {
  constexpr std::int64_t most = 64;
  for (const Root &r : roots) {
    Info &origin = info[r.origin.id];
    const bool made = origin.place == Place::Own || (origin.place == Place::InPlace && origin.copies);
    if (!made || origin.rowOf || origin.lateShape || escapes(r))
      continue;
    const auto extents = shapes.constant(r.origin);
    if (!extents)
      continue;
    std::int64_t count = 1;
    for (std::int64_t n : *extents)
      count = n > 0 && count <= most ? count * n : most + 1;
    origin.onStack = count <= most;
  }
}

bool MemoryPlan::escapes(const Root &r) const {
  const Block *home = uses.home(r.origin);
  const Statement *owner = uses.owner(*home);
  if (!owner || !(std::holds_alternative<If>(owner->op) || std::holds_alternative<WithAccumulators>(owner->op)))
    return false;
  return llvm::any_of(home->results, [&](Value v) {
    return isArray(v) &&
           llvm::any_of(info[v.id].roots, [&](unsigned index) { return &roots[index] == &r; });
  });
}

} // namespace soac::schedule
