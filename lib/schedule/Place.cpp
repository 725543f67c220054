#include "schedule/Place.h"

#include "schedule/Overwritten.h"
#include "schedule/UnknownExtents.h"
#include "support/Overloaded.h"

namespace soac::schedule {

using namespace exec;
using namespace interface;
using namespace ir;
using Container = CxxType::Container;

namespace {

bool isOutput(const CxxParameter &p) {
  return llvm::any_of(p.outputs, [](int k) { return k >= 0; });
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

bool isBorrowed(const CxxType &t) {
  return t.kind == CxxType::Kind::Array &&
         (t.container == Container::View || t.container == Container::StdSpan || t.container == Container::Pointer);
}
bool holdsBorrowed(const CxxType &t) {
  return isBorrowed(t) || llvm::any_of(t.fields, [](const CxxType::Field &m) { return holdsBorrowed(m.type); });
}
/// Is an array that is only looked at among the arguments?
bool lends(const OutsideFunction &f) {
  return llvm::any_of(f.parameters, [](const OutsideFunction::Parameter &p) {
    return holdsBorrowed(p.type) && !(p.isWritten && isBorrowed(p.type));
  });
}

class Placer {
public:
  Placer(const CxxFunction &face, const Function &function, const Uses &uses, const Shapes &shapes, const MemoryPlan &plan,
         const Levels &levels)
      : face(face), function(function), uses(uses), shapes(shapes), plan(plan), levels(levels) {}

  Tree tree() {
    Tree result;
    std::size_t next = 0;
    placeResults(face.result, next);
    parameters(result.body);
    block(function.body, result.body);
    outputs(result.body);
    result.usesWorkspace = use(result.body, function.isDefinition); // it may be invoked on any thread
    return result;
  }

private:
  const CxxFunction &face;
  const Function &function;
  const Uses &uses;
  const Shapes &shapes;
  const MemoryPlan &plan;
  const Levels &levels;
  Values pointers;
  ValueSet packedPointers, returned;

  bool isArray(Value v) const { return function.type(v).isArray() && !function.type(v).accumulator; }
  bool isNeeded(Value v) const { return uses.count(v) > 0 || uses.isMeasured(v); }

  Extents extents(Value v) const {
    Extents result;
    for (unsigned d = 0; d < function.type(v).rank; ++d)
      result.push_back(shapes.of(v, d));
    return result;
  }

  Space spaceOf(Value v) const {
    if (plan.rowOf(v))
      return Space::Row;
    if (plan.onStack(v) && !(plan.copies(v) && plan.slotOf(v)))
      return Space::Stack;
    if (returned.contains(v))
      return Space::Returned;
    if (plan.place(v) == Place::InPlace && pointerOf(v, pointers, shapes))
      return Space::Overlay;
    return plan.slotOf(v) ? Space::Slot : Space::Workspace;
  }

  void make(Value v, const Statement &s, Nodes &into) const {
    into.push_back(Alloc{v, spaceOf(v), Alloc::Init::None, extents(v), s.location, false});
  }
  void fill(const Statement &s, Nodes &into) const {
    const Value v = s.results[0];
    if (!plan.delayed(v)) {
      const bool isWritten = spaceOf(v) != Space::Stack && isOverwritten(s, uses);
      into.push_back(Alloc{v, spaceOf(v), isWritten ? Alloc::Init::None : Alloc::Init::Fill, extents(v), s.location, false});
    }
    into.push_back(Step{&s});
  }
  void copy(Value v, const Statement &s, Nodes &into) const {
    if (plan.copies(v))
      into.push_back(Alloc{v, spaceOf(v), Alloc::Init::Copy, extents(v), s.location, false});
  }
  /// Memory that is not where `v` itself lives.
  void beside(Value v, Alloc::Init init, SourceLocation at, Nodes &into) const {
    into.push_back(Alloc{v, Space::Workspace, init, extents(v), at, true});
  }
  void slot(Value v, bool hasSpare, const Statement &s, Nodes &into) const {
    into.push_back(Slot{v, hasSpare, extents(v), s.location});
  }

  void block(const Block &b, Nodes &into) const {
    for (const Statement &s : b.statements)
      statement(s, into);
  }

  /// Results of a map that have memory of their own.
  void results(const Statement &s, std::size_t first, Nodes &into) const {
    for (Value r : llvm::ArrayRef<Value>(s.results).drop_front(first)) {
      if (!isNeeded(r) || plan.reused(r))
        continue;
      if (plan.lateShape(r))
        slot(r, false, s, into);
      else
        make(r, s, into);
    }
  }

  For &parallel(const Statement &s, Value count, Nodes &into) const {
    const Parallel &how = levels.of(s);
    For node{&s, how.level, how.isVector, Dim{count}, {}};
    node.mayFail = how.mayFail;
    into.push_back(std::move(node));
    return std::get<For>(into.back());
  }

  void statement(const Statement &s, Nodes &into) const {
    const auto own = [&] {
      if (!plan.delayed(s.results[0]))
        make(s.results[0], s, into);
      into.push_back(Step{&s});
    };
    std::visit(
        Overloaded{[&](const Slice &o) { o.step == 1 ? into.push_back(Step{&s}) : own(); },
                   [&](const Rearrange &) { own(); }, [&](const Rotate &) { own(); }, [&](const Iota &) { own(); },
                   [&](const Fill &) { fill(s, into); }, [&](const Concat &) { own(); },
                   [&](const Reshape &o) {
                     if (packedPointers.contains(o.array) && uses.count(s.results[0]) > 0)
                       beside(s.results[0], Alloc::Init::Pack, s.location, into);
                     into.push_back(Step{&s});
                   },
                   [&](const Argsort &) { // runs are merged from one array into another
                     make(s.results[0], s, into);
                     Scope own{s.location, {}};
                     beside(s.results[0], Alloc::Init::None, s.location, own.body);
                     own.body.push_back(Step{&s});
                     into.push_back(std::move(own));
                   },
                   [&](const Repeated &o) { // a table of the indices
                     Scope own{s.location, {}};
                     beside(o.indices, Alloc::Init::None, s.location, own.body);
                     own.body.push_back(Step{&s});
                     into.push_back(std::move(own));
                   },
                   [&](const Call &) {
                     for (Value r : s.results)
                       if (isArray(r) && isNeeded(r))
                         make(r, s, into);
                     into.push_back(Step{&s});
                   },
                   [&](const Invoke &) { consumer(s, into); },
                   [&](const Update &) { consumer(s, into); }, [&](const Scatter &) { consumer(s, into); },
                   [&](const ReduceByIndex &) { consumer(s, into); },
                   [&](const Scan &) {
                     results(s, 0, into);
                     into.push_back(Step{&s});
                   },
                   [&](const If &o) {
                     Branch branch{&s, {}, {}};
                     block(o.then, branch.then);
                     block(o.otherwise, branch.otherwise);
                     into.push_back(std::move(branch));
                   },
                   [&](const Loop &o) { loop(o, s, into); },
                   [&](const Map &o) {
                     results(s, 0, into);
                     block(o.fn, parallel(s, o.count, into).body);
                   },
                   [&](const MapReduce &o) {
                     std::size_t reduced = 0;
                     for (const Reduction &r : o.reductions)
                       reduced += r.neutral.size();
                     results(s, reduced, into);
                     Nodes &body = parallel(s, o.count, into).body;
                     block(o.fn, body);
                     for (const Reduction &r : o.reductions)
                       block(r.op, body);
                   },
                   [&](const WithAccumulators &o) {
                     for (std::size_t k = 0; k < o.inits.size(); ++k)
                       if (isArray(s.results[k]))
                         copy(s.results[k], s, into);
                     into.push_back(Step{&s});
                     block(o.body, into);
                   },
                   [&](const Apply &) { into.push_back(Step{&s}); }, [&](const Index &) { into.push_back(Step{&s}); },
                   [&](const Extent &) { into.push_back(Step{&s}); }, [&](const Check &) { into.push_back(Step{&s}); },
                   [&](const Accumulate &) { into.push_back(Step{&s}); },
                   [](const Reduce &) { llvm_unreachable("lowered"); },
                   [](const WithRules &) { llvm_unreachable("differentiated"); },
                   [](const Differentiate &) { llvm_unreachable("differentiated"); }},
        s.op);
  }

  /// A statement that writes in place of its operands, or on copies of them.
  void consumer(const Statement &s, Nodes &into) const {
    for (Value r : s.results)
      copy(r, s, into);
    into.push_back(Step{&s});
  }

  void loop(const Loop &op, const Statement &s, Nodes &into) const {
    for (Value r : s.results)
      if (isArray(r)) {
        copy(r, s, into);
        if (plan.stable(r))
          continue;
        bool isMadeInSlot = false;
        forEachStatement(op.body, [&](const Statement &inner) {
          for (Value v : inner.results)
            isMadeInSlot = isMadeInSlot || plan.slotOf(v) == r;
        });
        slot(r, isMadeInSlot, s, into);
      }
    For node{&s, Level::Sequential, levels.isIndependent(s), {}, {}};
    if (op.isCounted())
      node.count = Dim{op.count};
    else
      block(op.condition, node.body);
    block(op.body, node.body);
    for (const MemoryPlan::Keep &keep : plan.keeps(s))
      if (keep.copyFirst)
        beside(op.body.results[keep.carried], Alloc::Init::Copy, s.location, node.body);
    into.push_back(std::move(node));
  }

  /// Arrays that are returned whole are made where they are returned.
  void placeResults(const CxxType &type, std::size_t &next) {
    if (type.kind == CxxType::Kind::Record) {
      for (const CxxType::Field &field : type.fields)
        placeResults(field.type, next);
      return;
    }
    const std::size_t first = next;
    next += type.leaves().size();
    const bool owns = type.container == Container::Array || type.container == Container::StdVector;
    if (type.kind != CxxType::Kind::Array || !owns || type.element->kind != CxxType::Kind::Scalar ||
        type.element->scalar == Scalar::Bool || type.element->spelling != interface::spelling(type.element->scalar))
      return;
    const Value origin = plan.madeIn(function.body, function.body.results[face.results[first]]);
    if (origin && !plan.onStack(origin))
      returned.insert(origin);
  }

  /// Notes which loops use the workspace. `isOperator`: in an iteration of a map, perhaps on another thread, which
  /// exceptions may not leave.
  bool use(Nodes &nodes, bool isOperator) const {
    bool result = false;
    for (Node &node : nodes)
      result |= std::visit(
          Overloaded{[](const Alloc &a) { return a.space == Space::Workspace || a.space == Space::Overlay; },
                     [](const Slot &) { return true; }, [&](const Step &s) { return usesWorkspace(s, isOperator); },
                     [&](Scope &s) { return use(s.body, isOperator); },
                     [&](For &l) {
                       const bool isSkeleton = !std::holds_alternative<Loop>(l.statement->op) && !isInOrder(l);
                       l.usesWorkspace = use(l.body, isOperator || isSkeleton) || (isSkeleton && l.mayFail);
                       return l.usesWorkspace || (isSkeleton && l.level == Level::Threads);
                     },
                     [&](Branch &b) {
                       const bool then = use(b.then, isOperator);
                       return use(b.otherwise, isOperator) || then;
                     }},
          node);
    return result;
  }
  /// A reduction by an operator of the user's own, which is a plain loop.
  bool isInOrder(const For &l) const {
    return std::holds_alternative<MapReduce>(l.statement->op) && levels.of(*l.statement).operators.empty();
  }
  static bool usesWorkspace(const Step &step, bool isOperator) {
    return std::visit(Overloaded{[&](const Check &o) { return isOperator || o.exit.empty(); },
                                 [&](const Call &o) {
                                   return isOperator ? !o.face || !o.face->isVariable : o.face && lends(*o.face);
                                 },
                                 [](const ReduceByIndex &) { return true; }, [](const Invoke &) { return true; },
                                 [](const auto &) { return false; }},
                      step.statement->op);
  }

  void parameters(Nodes &into) {
    for (const CxxParameter &p : face.parameters) {
      std::vector<bool> isContiguous;
      addContiguous(p.type, 0, true, isContiguous);
      const auto behind = p.type.pointers();
      for (std::size_t k = 0; k < p.inputs.size(); ++k) {
        if (!p.inputs[k])
          continue;
        if (behind[k]) {
          pointers.push_back(p.inputs[k]);
          if (!isContiguous[k])
            packedPointers.insert(p.inputs[k]);
        } else if (!isContiguous[k] && isNeeded(p.inputs[k])) {
          beside(p.inputs[k], Alloc::Init::Pack, {}, into);
        }
      }
    }
  }

  /// What lies in another output's memory is copied before that is written.
  void outputs(Nodes &into) const {
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
        beside(a.value, Alloc::Init::Copy, {}, into);
  }
};

} // namespace

Tree place(const CxxFunction &face, const Function &function, const Uses &uses, const Shapes &shapes, const MemoryPlan &plan,
           const Levels &levels) {
  return Placer(face, function, uses, shapes, plan, levels).tree();
}

} // namespace soac::schedule
