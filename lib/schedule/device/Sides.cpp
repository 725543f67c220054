#include "schedule/device/Sides.h"

#include "schedule/device/ThreadWork.h"
#include "support/Overloaded.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::schedule::device {

using namespace exec;
using ir::Value;

/// May the thread fail at one of the nodes?
static bool mayFail(const Nodes &nodes) {
  return llvm::any_of(nodes, [](const Node &node) {
    const auto *call = std::get_if<Call>(&node);
    bool found =
        std::holds_alternative<Check>(node) || (call && std::holds_alternative<ir::Invoke>(call->statement->op));
    forEachInside(node, [&](const Nodes &inner) { found = found || mayFail(inner); });
    return found;
  });
}

bool isInParts(const For &loop) { return !loop.running.empty() && !mayFail(loop.operation); }

static bool hasThreads(const For &loop) {
  return std::holds_alternative<ir::Map>(loop.statement->op) || isInParts(loop);
}

bool hasParallel(const Nodes &nodes) {
  return llvm::any_of(nodes, [](const Node &node) {
    if (const auto *loop = std::get_if<For>(&node); loop && hasThreads(*loop))
      return true;
    if (std::holds_alternative<Reduce>(node) || std::holds_alternative<Scan>(node) || std::holds_alternative<Bins>(node))
      return true;
    if (const auto *call = std::get_if<Call>(&node); call && !std::holds_alternative<ir::Invoke>(call->statement->op))
      return true;
    bool found = false;
    forEachInside(node, [&](const Nodes &inner) { found = found || hasParallel(inner); });
    return found;
  });
}

namespace {

class KernelCheck {
public:
  KernelCheck(const Nodes &nodes, const AccessQuery &query, const ir::Function &function)
      : query(query), function(function), made(query.of(nodes).made) {}

  bool fits(const Nodes &nodes) const {
    return llvm::all_of(nodes, [&](const Node &node) {
      bool fit = fits(node);
      forEachInside(node, [&](const Nodes &inner) { fit = fit && fits(inner); });
      return fit;
    });
  }

private:
  const AccessQuery &query;
  const ir::Function &function;
  const ir::ValueSet made;

  bool isArray(Value v) const { return function.type(v).isArray() && !function.type(v).accumulator; }
  bool isInside(Value v) const {
    return llvm::all_of(query.readFor(v), [&](Value name) { return made.contains(name); });
  }
  bool areKnown(const Extents &extents) const {
    return llvm::all_of(extents, [&](const Dim &d) {
      return llvm::none_of(query.readFor(d.value), [&](Value v) { return made.contains(v); });
    });
  }
  bool fits(const Node &node) const {
    return std::visit(
        Overloaded{[&](const Alloc &a) {
                     if (a.space == Space::Row || a.space == Space::Stack)
                       return true;
                     return a.init != Alloc::Init::Given && a.init != Alloc::Init::Pack &&
                            (a.space == Space::Workspace || a.space == Space::Slot) && areKnown(a.summedExtents) &&
                            areKnown(a.summedExtents.empty() ? a.extents : Extents(llvm::drop_begin(a.extents)));
                   },
                   [&](const Slot &s) { return s.start && areKnown(s.extents); },
                   [&](const Assign &a) { return !isArray(a.variable) || isInside(a.variable); },
                   [&](const Swap &s) { return isInside(s.slot) && (!s.otherSlot || isInside(s.otherSlot)); },
                   [&](const auto &) { return isThreadWork(node); }},
        node);
  }
};

} // namespace

bool fitsKernel(const Nodes &nodes, const AccessQuery &query, const ir::Function &function) {
  return KernelCheck(nodes, query, function).fits(nodes);
}

Sides::Sides(const Tree &tree, const ir::Function &function, const FreeLoops &free, llvm::ArrayRef<Value> parameters)
    : function(function), free(free), query(tree, function), places(tree) {
  device.insert(parameters.begin(), parameters.end());
  do {
    isChanged = false;
    visit(tree.entry);
    visit(tree.body);
  } while (isChanged);
}

bool Sides::isOnDevice(Value v) const { return v && device.contains(places.handle(v)); }

void Sides::add(Value v) { isChanged |= device.insert(places.handle(v)); }

void Sides::refuse(const char *why, ir::SourceLocation at) {
  if (reason.empty())
    reason = placed(why, at, function);
}

void Sides::setMode(const ir::Statement &s, Mode mode) {
  const auto [entry, isNew] = modes.try_emplace(&s, mode);
  isChanged |= isNew || entry->second != mode;
  entry->second = mode;
}

/// Nodes that run on the host: they neither read nor write arrays, and no scalar of the device.
bool Sides::isOfScalars(const Nodes &nodes) const {
  return llvm::all_of(nodes, [&](const Node &node) { return isOfScalars(node); });
}

bool Sides::isOfScalars(const Node &node) const {
  const auto isHost = [&](Value v) { return !isArray(v) && !isOnDevice(v); };
  return std::visit(
      Overloaded{[&](const Let &l) { return !std::holds_alternative<ir::Index>(l.statement->op) && isHost(l.statement->results[0]); },
                 [&](const Variable &v) { return isHost(v.value); },
                 [&](const Save &s) { return isHost(s.value) && isHost(s.target); },
                 [&](const Assign &a) { return isHost(a.value) && isHost(a.variable); },
                 [&](const Check &c) { return isHost(std::get<ir::Check>(c.statement->op).condition); },
                 [&](const For &l) {
                   const auto *loop = std::get_if<ir::Loop>(&l.statement->op);
                   return loop && isOfScalars(l.condition) && isOfScalars(l.body) &&
                          isHost(l.count ? l.count->value : loop->condition.results[0]);
                 },
                 [&](const Branch &b) {
                   return isOfScalars(b.then) && isOfScalars(b.otherwise) &&
                          isHost(std::get<ir::If>(b.statement->op).condition);
                 },
                 [](const auto &) { return false; }},
      node);
}

void Sides::visit(const Nodes &nodes) {
  for (const Node &node : nodes)
    visit(node);
}

void Sides::let(const Let &l) {
  const ir::Statement &s = *l.statement;
  bool isDevice = std::holds_alternative<ir::Index>(s.op);
  if (!l.extent)
    forEachOperand(s.op, [&](Value v) { isDevice |= isOnDevice(v); });
  if (const auto *choice = std::get_if<ir::If>(&s.op))
    isDevice |= isOnDevice(choice->then.results[0]) || isOnDevice(choice->otherwise.results[0]);
  if (isDevice)
    add(s.results[0]);
  if (isDevice && std::holds_alternative<ir::Call>(s.op))
    refuse("a function whose body is not visible is called", s.location);
}

void Sides::call(const ir::Statement &s) {
  if (std::holds_alternative<ir::Call>(s.op))
    refuse("a function whose body is not visible is called", s.location);
  for (Value r : s.results)
    if (!isArray(r))
      add(r);
}

/// The variables that a kernel assigns are on the device.
void Sides::single(const Nodes &nodes) {
  for (const Node &node : nodes) {
    if (const auto *assign = std::get_if<Assign>(&node); assign && !isArray(assign->variable))
      add(assign->variable);
    if (const auto *let = std::get_if<Let>(&node); let && std::holds_alternative<ir::Call>(let->statement->op))
      refuse("a function whose body is not visible is called", let->statement->location);
    if (const auto *called = std::get_if<exec::Call>(&node); called && std::holds_alternative<ir::Call>(called->statement->op))
      refuse("a function whose body is not visible is called", called->statement->location);
    forEachInside(node, [&](const Nodes &inner) { single(inner); });
  }
}

/// A few iterations are run by one thread, beside what is around them.
bool Sides::isParallel(const For &loop) const {
  constexpr std::int64_t few = 16;
  if (!std::holds_alternative<ir::Loop>(loop.statement->op))
    return hasThreads(loop);
  return loop.count && function.values.asInt(loop.count->value).value_or(few + 1) > few && free.added(*loop.statement);
}

/// Is there a kernel in it? A loop is none whose count the host would have to read for it.
bool Sides::holdsKernels(const Nodes &nodes) const {
  return hasParallel(nodes) || llvm::any_of(nodes, [&](const Node &node) {
           const auto *loop = std::get_if<For>(&node);
           bool holds = loop && loop->count && isParallel(*loop) && !isOnDevice(loop->count->value);
           forEachInside(node, [&](const Nodes &inner) { holds = holds || holdsKernels(inner); });
           return holds;
         });
}

void Sides::visit(const Node &node) {
  const auto decide = [&](const ir::Statement &s, bool isParallel) {
    const Nodes one = {node};
    const bool fits = fitsKernel(one, query, function);
    bool inner = false;
    if (!isParallel)
      forEachInside(node, [&](const Nodes &inside) { inner |= holdsKernels(inside); });
    const Mode mode = !isParallel && isOfScalars(node) ? Mode::Host
                      : !fits || inner                 ? Mode::Mixed
                      : isParallel                     ? Mode::Grid
                                                       : Mode::Single;
    setMode(s, mode);
    if (mode == Mode::Single || mode == Mode::Grid)
      forEachInside(node, [&](const Nodes &inside) { single(inside); });
    else
      forEachInside(node, [&](const Nodes &inside) { visit(inside); });
    return mode;
  };
  std::visit(Overloaded{[&](const Let &l) { let(l); },
                        [&](const Bind &b) {
                          if (!isArray(b.parameter))
                            add(b.parameter);
                        },
                        [&](const Variable &v) {
                          if (!isArray(v.value) && isOnDevice(v.start))
                            add(v.value);
                        },
                        [&](const Assign &a) {
                          if (!isArray(a.variable) && (isOnDevice(a.value) || isOnDevice(a.variable)))
                            add(a.variable);
                        },
                        [&](const exec::Call &c) { call(*c.statement); },
                        [&](const With &w) {
                          const auto &op = std::get<ir::WithAccumulators>(w.statement->op);
                          for (std::size_t k = 0; k < op.inits.size(); ++k)
                            if (!isArray(w.statement->results[k]))
                              add(w.statement->results[k]);
                          visit(w.body);
                        },
                        [&](const Scope &s) { visit(s.body); },
                        [&](const For &l) { decide(*l.statement, isParallel(l)); },
                        [&](const Branch &b) { decide(*b.statement, false); },
                        [&](const Reduce &r) {
                          if (decide(*r.statement, true) != Mode::Grid) {
                            unfit = unfit ? unfit : r.statement->results[0];
                            refuse("the operator of a reduction sorts, or needs arrays whose extents are not known before it",
                                   r.statement->location);
                          }
                          const auto &op = std::get<ir::MapReduce>(r.statement->op);
                          for (std::size_t k = 0; k < op.reductions.size(); ++k)
                            add(r.statement->results[k]);
                        },
                        [&](const Scan &s) {
                          forEachInside(node, [&](const Nodes &inside) { single(inside); });
                          setMode(*s.statement, Mode::Grid);
                        },
                        [&](const Bins &b) {
                          forEachInside(node, [&](const Nodes &inside) { single(inside); });
                          setMode(*b.statement, Mode::Grid);
                        },
                        [](const auto &) {}},
             node);
}

} // namespace soac::schedule::device
