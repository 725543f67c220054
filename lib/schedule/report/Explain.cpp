#include "schedule/report/Explain.h"


#include <llvm/ADT/STLExtras.h>

namespace soac::schedule {

using namespace ir;

const char *describe(Purpose purpose) {
  switch (purpose) {
  case Purpose::Checkpoint: return "checkpoint: its value at the start of every iteration";
  case Purpose::Snapshots: return "snapshots: its value at the start of some iterations";
  case Purpose::Undo: return "undo log: the elements that updates overwrite";
  case Purpose::UndoIndex: return "undo log: the places of these elements";
  case Purpose::UndoArm: return "undo log: which arms of branches were taken";
  case Purpose::Numbers: return "kept: numbers that an iteration has computed or read";
  case Purpose::Kept: return "kept: the return sweep reads it";
  case Purpose::Adjoint: return "adjoint";
  case Purpose::Tangent: return "tangent";
  case Purpose::ScanResult: return "result of a scan";
  case Purpose::Next: return "the next value of what the loop carries";
  case Purpose::Copy: return "copy: it is overwritten while its value is needed";
  case Purpose::Packed: return "parameter, its numbers in a row";
  case Purpose::Sums: return "on threads, each but the first: a copy to add to";
  case Purpose::Bins: return "on threads: bins of their own, where these are few";
  case Purpose::Own: return "of every thread of a kernel, at most as many as it runs at once";
  case Purpose::Order: return "keys and their order";
  case Purpose::Result: return "result";
  case Purpose::Other: return "intermediate value";
  }
  return "";
}

namespace {

/// Values and statements that depend on an adjoint belong to the return sweep.
class ReturnSweep {
public:
  explicit ReturnSweep(const Function &function) : function(function) {
    for (std::size_t before = ~std::size_t(0); before != marked.size();) { // loops carry adjoints to earlier statements
      before = marked.size();
      visit(function.body);
    }
  }
  bool contains(Value v) const { return marked.contains(v); }
  bool contains(const Statement &s) const {
    bool found = llvm::any_of(s.results, [&](Value r) { return marked.contains(r); });
    if (!found)
      for (Value v : freeVariables(s.op, function.values))
        found = found || marked.contains(v);
    return found;
  }

private:
  const Function &function;
  ValueSet marked;

  void mark(Value v) { marked.insert(v); }
  bool isAdjoint(Value v) const { return function.type(v).accumulator || function.values.name(v).role == Role::Adjoint; }
  void parameters(llvm::ArrayRef<Value> list) {
    for (Value p : list)
      if (isAdjoint(p))
        mark(p);
  }
  void visit(const Block &block) {
    parameters(block.parameters);
    for (const Statement &s : block.statements) {
      forEachBlock(s.op, [&](const Block &inner) { visit(inner); });
      if (const auto *loop = std::get_if<Loop>(&s.op))
        for (std::size_t k = 0; k < s.results.size(); ++k) {
          if (marked.contains(loop->inits[k]) || marked.contains(loop->body.results[k])) {
            mark(loop->body.parameters[k + loop->isCounted()]);
            mark(s.results[k]);
          }
        }
      bool uses = false;
      forEachOperand(s.op, [&](Value v) { uses = uses || marked.contains(v); });
      const bool isScope = std::holds_alternative<Loop>(s.op) || std::holds_alternative<WithAccumulators>(s.op);
      for (Value r : s.results)
        if (isAdjoint(r) || (uses && !isScope))
          mark(r);
    }
  }
};

class Explainer {
public:
  Explainer(const Footprint &footprint, const Function &optimised)
      : function(footprint.lowered()), uses(footprint.positions()), back(function) {
    forEachStatement(optimised.body, [&](const Statement &s) {
      if (std::holds_alternative<Scan>(s.op))
        scans.insert(s.results.begin(), s.results.end());
    });
  }

  ExplainedScope scope(const MemoryScope &from) const {
    ExplainedScope result{from.location, from.iterations, {}, {}};
    add(from, result);
    return result;
  }

private:
  const Function &function;
  const Uses &uses;
  ReturnSweep back;
  ValueSet scans;

  void add(const MemoryScope &from, ExplainedScope &into) const {
    for (const MemoryScope::Part &part : from.parts) {
      if (part.allocation) {
        add(array(*part.allocation), into);
      } else if (part.then) {
        add(*part.then, into);
        add(*part.otherwise, into);
      } else if (ExplainedScope inner = scope(*part.inner); !inner.arrays.empty() || !inner.inner.empty()) {
        into.inner.push_back(std::move(inner));
      }
    }
  }

  static void add(ExplainedArray a, ExplainedScope &into) {
    const auto same = llvm::find_if(into.arrays, [&](const ExplainedArray &other) {
      return other.name == a.name && other.location == a.location && other.purpose == a.purpose &&
             other.bytes == a.bytes * Size(other.count);
    });
    if (same == into.arrays.end()) {
      into.arrays.push_back(std::move(a));
    } else {
      same->bytes = same->bytes + a.bytes;
      ++same->count;
    }
  }

  ExplainedArray array(const Allocation &a) const {
    llvm::StringRef name = function.values.name(a.value).text;
    if (const Stored kind = function.values.stored(a.value); kind != Stored::None && name.consume_back(word(kind)))
      name.consume_back("_");
    return {name.str(), a.location, purpose(a), a.bytes, 1};
  }

  Purpose purpose(const Allocation &a) const {
    if (a.kind == Allocation::Kind::Own || a.kind == Allocation::Kind::Order)
      return a.kind == Allocation::Kind::Own ? Purpose::Own : Purpose::Order;
    if (a.isOfThreads())
      return a.kind == Allocation::Kind::Sums ? Purpose::Sums : Purpose::Bins;
    switch (function.values.stored(a.value)) {
    case Stored::Checkpoint: return Purpose::Checkpoint;
    case Stored::Undo: return Purpose::Undo;
    case Stored::UndoIndex: return Purpose::UndoIndex;
    case Stored::UndoArm: return Purpose::UndoArm;
    case Stored::Kept: return Purpose::Numbers;
    case Stored::Snapshots: return Purpose::Snapshots;
    case Stored::None: break;
    }
    switch (a.kind) {
    case Allocation::Kind::Slot:
    case Allocation::Kind::Spare: return Purpose::Next;
    case Allocation::Kind::Copy: return Purpose::Copy;
    case Allocation::Kind::Packed: return Purpose::Packed;
    case Allocation::Kind::Sums: case Allocation::Kind::Bins: case Allocation::Kind::Own: case Allocation::Kind::Order:
    case Allocation::Kind::Array: break;
    }
    const Role role = function.values.name(a.value).role;
    if (role == Role::Adjoint || back.contains(a.value))
      return Purpose::Adjoint;
    if (role == Role::Tangent)
      return Purpose::Tangent;
    if (scans.contains(a.value))
      return Purpose::ScanResult;
    if (llvm::is_contained(function.body.results, a.value))
      return Purpose::Result;
    const bool isKept = llvm::any_of(uses.positions(a.value), [&](unsigned position) {
      const Statement *s = uses.statementAt(position);
      return s && back.contains(*s);
    });
    return isKept ? Purpose::Kept : Purpose::Other;
  }
};

/// Counts the copies of each of the user's loops.
class Runs {
public:
  explicit Runs(const Footprint &footprint) : function(footprint.lowered()), back(function) {}
  std::vector<LoopRuns> found;

  void scope(const MemoryScope &from) {
    for (const MemoryScope::Part &part : from.parts) {
      if (part.then) {
        scope(*part.then);
        scope(*part.otherwise);
      } else if (part.inner) {
        note(*part.inner);
        scope(*part.inner);
      }
    }
  }

private:
  const Function &function;
  ReturnSweep back;

  void note(const MemoryScope &loop) {
    const auto *op = loop.statement ? std::get_if<Loop>(&loop.statement->op) : nullptr;
    if (!op || !loop.location)
      return;
    auto known = llvm::find_if(found, [&](const LoopRuns &r) { return r.location == loop.location; });
    if (known == found.end())
      known = found.insert(found.end(), {loop.location, loop.iterations, 0});
    bool isInnermost = true;
    forEachStatement(op->body, [&](const Statement &s) {
      isInnermost = isInnermost && !(std::holds_alternative<Loop>(s.op) && s.location == loop.location);
    });
    known->forward += isInnermost && computes(op->body);
  }

  /// True when some of the body's arithmetic does not belong to the return sweep.
  bool computes(const Block &body) const {
    bool found = false;
    forEachStatement(body, [&](const Statement &s) {
      const auto *apply = std::get_if<Apply>(&s.op);
      found = found || (apply && isFloat(apply->type) && !back.contains(s.results[0]));
    });
    return found;
  }
};

} // namespace

ExplainedScope explain(const Footprint &footprint, const Function &optimised) {
  return Explainer(footprint, optimised).scope(footprint.body());
}

std::vector<LoopRuns> loopRuns(const Footprint &footprint) {
  Runs runs(footprint);
  runs.scope(footprint.body());
  return std::move(runs.found);
}

} // namespace soac::schedule
