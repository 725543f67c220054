#include "schedule/Prune.h"

#include "analysis/Effects.h"
#include "schedule/Uses.h"
#include "support/Overloaded.h"

#include <algorithm>

namespace soac::schedule {

using namespace ir;

namespace {

/// Marks needed values from the function's results and the effects backwards, through parameters of scopes too.
class Needed {
public:
  explicit Needed(const Function &function) : uses(function), marked(function.values.size()) {
    for (Value v : function.body.results)
      mark(v);
    forEachStatement(function.body, [&](const Statement &s) {
      if (std::holds_alternative<Check>(s.op))
        need(s);
      if (const auto *o = std::get_if<Accumulate>(&s.op))
        additions[o->accumulator].push_back(&s);
      if (const auto *o = std::get_if<Invoke>(&s.op)) {
        if (o->mayFail)
          need(s);
        for (Value accumulator : o->accumulators)
          additions[accumulator].push_back(&s);
      }
    });
    for (Value p : function.body.parameters)
      for (const Statement *addition : additions.lookup(p))
        need(*addition);
    while (!open.empty()) {
      const Value v = open.back();
      open.pop_back();
      if (const Statement *s = uses.definition(v))
        result(*s, position(s->results, v));
      else if (const Block *home = uses.home(v))
        parameter(*home, position(home->parameters, v));
    }
  }

  bool contains(Value v) const { return marked[v.id]; }
  bool contains(const Statement &s) const { return statements.contains(&s); }

private:
  Uses uses;
  std::vector<bool> marked;
  std::vector<Value> open;
  llvm::DenseSet<const Statement *> statements;
  llvm::DenseMap<Value, llvm::SmallVector<const Statement *, 2>> additions; ///< of each accumulator

  static std::size_t position(llvm::ArrayRef<Value> list, Value v) {
    return static_cast<std::size_t>(std::find(list.begin(), list.end(), v) - list.begin());
  }
  void mark(Value v) {
    if (!v || marked[v.id])
      return;
    marked[v.id] = true;
    open.push_back(v);
  }
  void markAll(llvm::ArrayRef<Value> list) {
    for (Value v : list)
      mark(v);
  }

  /// The statement is executed, hence those around it; what decides whether and how often is needed.
  void need(const Statement &s) {
    if (!statements.insert(&s).second)
      return;
    std::visit(Overloaded{[&](const If &o) { mark(o.condition); },
                          [&](const Loop &o) {
                            mark(o.count);
                            markAll(o.condition.results);
                          },
                          [&](const Map &o) { mark(o.count); },
                          [&](const MapReduce &o) {
                            mark(o.count);
                            for (std::size_t k = 0; k < o.reductions.size(); ++k) {
                              markAll(o.reductions[k].neutral);
                              markAll(o.reductions[k].op.results);
                            }
                            std::size_t reduced = 0;
                            for (const Reduction &r : o.reductions)
                              reduced += r.neutral.size();
                            markAll(llvm::ArrayRef<Value>(o.fn.results).take_front(reduced));
                            markAll(llvm::ArrayRef<Value>(s.results).take_front(reduced));
                          },
                          [&](const WithAccumulators &) {},
                          [&](const auto &) {
                            markAll(s.results);
                            forEachOperand(s.op, [&](Value v) { mark(v); });
                            forEachBlock(s.op, [&](const Block &b) { markAll(b.results); });
                          }},
               s.op);
    const Block *home = nullptr;
    if (!s.results.empty())
      home = uses.home(s.results[0]);
    else
      home = uses.blockAt(uses.span(s).begin);
    if (const Statement *owner = uses.owner(*home))
      need(*owner);
  }

  void result(const Statement &s, std::size_t k) {
    need(s);
    std::visit(Overloaded{[&](const If &o) {
                            mark(o.then.results[k]);
                            mark(o.otherwise.results[k]);
                          },
                          [&](const Loop &o) {
                            mark(o.inits[k]);
                            mark(o.body.results[k]);
                            mark(o.body.parameters[k + (o.isCounted() ? 1 : 0)]);
                          },
                          [&](const Map &o) { mark(o.fn.results[k]); },
                          [&](const MapReduce &o) { mark(o.fn.results[k]); },
                          [&](const WithAccumulators &o) {
                            if (k >= o.inits.size()) {
                              mark(o.body.results[k - o.inits.size()]);
                              return;
                            }
                            mark(o.inits[k]);
                            for (const Statement *addition : additions.lookup(o.body.parameters[k]))
                              need(*addition);
                          },
                          [&](const auto &) {}},
               s.op);
  }

  void parameter(const Block &home, std::size_t k) {
    const Statement *owner = uses.owner(home);
    if (!owner)
      return;
    std::visit(Overloaded{[&](const Loop &o) {
                            if (&home == &o.body && o.isCounted() && k == 0)
                              return;
                            mark(owner->results[&home == &o.body && o.isCounted() ? k - 1 : k]);
                          },
                          [&](const Map &o) {
                            if (k > 0)
                              mark(o.arrays[k - 1]);
                          },
                          [&](const MapReduce &o) {
                            if (&home == &o.fn && k > 0)
                              mark(o.arrays[k - 1]);
                          },
                          [&](const WithAccumulators &) { mark(owner->results[k]); },
                          [&](const auto &) {}},
               owner->op);
  }
};

class Sweep {
public:
  explicit Sweep(const Needed &needed) : needed(needed) {}

  void block(Block &b) {
    std::vector<Statement> kept;
    std::vector<bool> keeps;
    for (const Statement &s : b.statements)
      keeps.push_back(needed.contains(s));
    for (std::size_t i = 0; i < b.statements.size(); ++i)
      if (keeps[i]) {
        forEachBlock(b.statements[i].op, [&](Block &inner) { block(inner); });
        statement(b.statements[i]);
        kept.push_back(std::move(b.statements[i]));
      }
    b.statements = std::move(kept);
  }

private:
  const Needed &needed;

  /// Drops what is not needed from `list`; `by` says which positions stay.
  static void filter(Values &list, const std::vector<bool> &by, std::size_t offset = 0) {
    Values kept(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(offset));
    for (std::size_t k = offset; k < list.size(); ++k)
      if (by[k - offset])
        kept.push_back(list[k]);
    list = kept;
  }

  void statement(Statement &s) {
    std::vector<bool> keep;
    for (Value r : s.results)
      keep.push_back(needed.contains(r));
    std::visit(Overloaded{[&](If &o) {
                            filter(o.then.results, keep);
                            filter(o.otherwise.results, keep);
                            filter(s.results, keep);
                          },
                          [&](Loop &o) {
                            filter(o.inits, keep);
                            filter(o.body.parameters, keep, o.isCounted() ? 1 : 0);
                            if (!o.isCounted())
                              filter(o.condition.parameters, keep);
                            filter(o.body.results, keep);
                            filter(s.results, keep);
                          },
                          [&](Map &o) {
                            filter(o.fn.results, keep);
                            filter(s.results, keep);
                            elements(o.arrays, o.fn);
                          },
                          [&](MapReduce &o) {
                            filter(o.fn.results, keep);
                            filter(s.results, keep);
                            elements(o.arrays, o.fn);
                          },
                          [&](WithAccumulators &o) {
                            const std::vector<bool> own(keep.begin() + static_cast<std::ptrdiff_t>(o.inits.size()),
                                                        keep.end());
                            filter(o.body.results, own);
                            filter(o.inits, keep);
                            filter(o.body.parameters, keep);
                            filter(s.results, keep);
                          },
                          [&](auto &) {}},
               s.op);
  }

  /// Arrays whose elements the operator does not look at.
  void elements(Values &arrays, Block &fn) {
    std::vector<bool> keep;
    for (std::size_t k = 0; k < arrays.size(); ++k)
      keep.push_back(needed.contains(fn.parameters[k + 1]));
    filter(arrays, keep);
    filter(fn.parameters, keep, 1);
  }
};

/// Components of a user's operator that nobody reads, neither after the reduction nor for another component: their
/// running values stay where they started, and nothing computes them.
class IdleComponents {
public:
  explicit IdleComponents(const Function &function) : function(function), uses(function) {}

  void block(Block &b) {
    for (Statement &s : b.statements) {
      forEachBlock(s.op, [&](Block &inner) { block(inner); });
      if (auto *o = std::get_if<MapReduce>(&s.op)) {
        llvm::ArrayRef<Value> results(s.results);
        for (Reduction &r : o->reductions) {
          reduction(r, results.take_front(r.neutral.size()));
          results = results.drop_front(r.neutral.size());
        }
      }
    }
  }

private:
  const Function &function;
  const Uses uses;

  void reduction(Reduction &r, llvm::ArrayRef<Value> results) const {
    llvm::DenseSet<Value> read;
    std::vector<bool> live(results.size());
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t k = 0; k < results.size(); ++k)
        if (!live[k] && (uses.count(results[k]) > 0 || read.contains(r.op.parameters[k]))) {
          live[k] = changed = true;
          read.insert(r.op.results[k]);
        }
      for (const Statement &s : llvm::reverse(r.op.statements))
        if (analysis::hasEffect(s.op) || llvm::any_of(s.results, [&](Value v) { return read.contains(v); }))
          for (Value v : freeVariables(s.op, function.values))
            read.insert(v);
    }
    for (std::size_t k = 0; k < results.size(); ++k)
      if (!live[k])
        r.op.results[k] = r.op.parameters[k];
  }
};

} // namespace

void prune(Function &function) {
  IdleComponents(function).block(function.body);
  const Needed needed(function);
  Sweep(needed).block(function.body);
}

} // namespace soac::schedule
