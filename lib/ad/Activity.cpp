#include "ad/Activity.h"

#include "prims/Prims.h"
#include "support/Overloaded.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::ad {
namespace {

using prims::Prim;

// Derivative zero by definition (Prims.def).
bool endsDerivative(Prim p) {
  switch (p) {
  case Prim::Logb: case Prim::Floor: case Prim::Ceil: case Prim::Round: case Prim::Trunc: case Prim::Rint: case Prim::StopGradient:
    return true;
  default: return false;
  }
}

} // namespace

Activity Activity::of(const ir::Differentiate &op, const ir::ValueTable &values) {
  Activity activity(values);
  std::size_t next = 0;
  for (ir::Value p : op.fn.parameters)
    if (values.type(p).isDifferentiable() && (op.mode == ir::Mode::Adjoint || op.seeds[next++]))
      activity.mark(p);
  activity.analyse(op.fn);
  return activity;
}

Activity Activity::of(const ir::Block &block, llvm::ArrayRef<bool> active, const ir::ValueTable &values) {
  Activity activity(values);
  for (auto [p, isActive] : llvm::zip_equal(block.parameters, active))
    if (isActive)
      activity.mark(p);
  activity.analyse(block);
  return activity;
}

bool Activity::markActive(ir::Value v) {
  return values.type(v).scalar <= ir::Scalar::U64 || values.asConstant(v) ? false : active.insert(v).second;
}

bool Activity::markTainted(ir::Value v) {
  return ir::isInteger(values.type(v).scalar) && tainted.insert(v).second;
}

bool Activity::flow(ir::Value from, ir::Value to) {
  bool changed = false;
  if (isActive(from))
    changed |= markActive(to);
  if (isTainted(from))
    changed |= markTainted(to);
  return changed;
}

void Activity::analyse(llvm::ArrayRef<ir::Statement> statements) {
  while (visit(statements))
    ;
}

bool Activity::visit(llvm::ArrayRef<ir::Statement> statements) {
  bool changed = false;
  for (const ir::Statement &statement : statements)
    changed |= visit(statement);
  return changed;
}

struct ActivityVisitor {
  Activity &a;
  const ir::Statement &statement;
  bool changed = false;

  void flow(ir::Value from, ir::Value to) { changed |= a.flow(from, to); }
  void flowAll(llvm::ArrayRef<ir::Value> from, llvm::ArrayRef<ir::Value> to) {
    for (auto [x, y] : llvm::zip(from, to))
      flow(x, y);
  }
  // To a fixed point of its own: a loop's carried values feed themselves.
  void repeat(const ir::Block &block, llvm::function_ref<void()> flows) {
    bool again = true;
    while (again) {
      const bool before = std::exchange(changed, false);
      flows();
      changed |= a.visit(block.statements);
      again = changed;
      changed |= before;
    }
  }

  void operator()(const ir::Apply &op) {
    const ir::Value r = statement.results[0];
    if (op.prim == Prim::StopGradient)
      return;
    for (ir::Value v : op.arguments) {
      if (ir::isFloat(op.type)) {
        if (a.isActive(v) && !endsDerivative(op.prim))
          changed |= a.markActive(r);
      } else if (op.type != ir::Scalar::Bool && (a.isTainted(v) || (op.prim == Prim::Cast && a.isActive(v)))) {
        changed |= a.markTainted(r);
      }
    }
  }
  void operator()(const ir::If &op) {
    changed |= a.visit(op.then.statements);
    changed |= a.visit(op.otherwise.statements);
    flowAll(op.then.results, statement.results);
    flowAll(op.otherwise.results, statement.results);
  }
  void operator()(const ir::Loop &op) {
    const llvm::ArrayRef<ir::Value> carried = llvm::ArrayRef(op.body.parameters).drop_front(op.isCounted());
    repeat(op.body, [&] {
      flowAll(op.inits, carried);
      flowAll(op.body.results, carried);
    });
    if (!op.isCounted()) {
      flowAll(carried, op.condition.parameters);
      changed |= a.visit(op.condition.statements);
    }
    flowAll(carried, statement.results);
  }
  void operator()(const ir::Map &op) {
    flowAll(op.arrays, llvm::ArrayRef(op.fn.parameters).drop_front());
    changed |= a.visit(op.fn.statements);
    flowAll(op.fn.results, statement.results);
  }
  // Both arguments of a component are active when either is: tangents go with components.
  void associative(const ir::Block &op, llvm::ArrayRef<ir::Value> first, llvm::ArrayRef<ir::Value> second) {
    const std::size_t n = first.size();
    const llvm::ArrayRef<ir::Value> p = op.parameters;
    repeat(op, [&] {
      for (llvm::ArrayRef<ir::Value> source : {first, second, llvm::ArrayRef<ir::Value>(op.results)}) {
        flowAll(source, p.take_front(n));
        flowAll(source, p.drop_front(n));
      }
    });
    flowAll(p.take_front(n), statement.results);
  }
  void operator()(const ir::Reduce &op) { associative(op.op, op.neutral, op.arrays); }
  void operator()(const ir::Scan &op) { associative(op.op, op.neutral, op.arrays); }
  void operator()(const ir::ReduceByIndex &op) { associative(op.op, op.dests, op.values); }
  void operator()(const ir::WithAccumulators &op) {
    flowAll(op.inits, op.body.parameters);
    changed |= a.visit(op.body.statements);
    const llvm::ArrayRef<ir::Value> results = statement.results;
    flowAll(op.body.parameters, results.take_front(op.inits.size()));
    flowAll(op.body.results, results.drop_front(op.inits.size()));
  }
  void operator()(const ir::Accumulate &op) { flow(op.value, op.accumulator); }
  void operator()(const ir::Index &op) { flow(op.array, statement.results[0]); }
  void operator()(const ir::Slice &op) { flow(op.array, statement.results[0]); }
  void operator()(const ir::Rotate &op) { flow(op.array, statement.results[0]); }
  void operator()(const ir::Reshape &op) { flow(op.array, statement.results[0]); }
  void operator()(const ir::Fill &op) { flow(op.value, statement.results[0]); }
  void operator()(const ir::Scatter &op) {
    flow(op.dest, statement.results[0]);
    flow(op.values, statement.results[0]);
  }
  void operator()(const ir::Update &op) {
    flow(op.array, statement.results[0]);
    flow(op.value, statement.results[0]);
  }
  void operator()(const ir::Rearrange &op) { flow(op.array, statement.results[0]); }
  void operator()(const ir::Concat &op) {
    for (ir::Value v : op.arrays)
      flow(v, statement.results[0]);
  }
  // Integers and effects without an active result; what is taken apart before differentiation.
  void operator()(const ir::Extent &) {}
  void operator()(const ir::Iota &) {}
  void operator()(const ir::Argsort &) {}
  void operator()(const ir::Repeated &) {}
  void operator()(const ir::Check &) {}
  void operator()(const ir::Call &op) {
    for (ir::Value v : op.arguments)
      for (ir::Value r : statement.results) {
        flow(v, r);
        if (a.isActive(v) && !a.isInsideRuled)
          changed |= a.markTainted(r);
      }
  }
  // Each result and accumulator may depend on every argument.
  void operator()(const ir::Invoke &op) {
    for (ir::Value v : op.arguments) {
      for (ir::Value r : statement.results) {
        flow(v, r);
        if (a.isActive(v))
          changed |= a.markTainted(r);
      }
      for (ir::Value accumulator : op.accumulators)
        if (accumulator)
          flow(v, accumulator);
    }
  }
  // The rules are not looked into: they become statements where they are used.
  // The function says which of its integers come from active values, as far as it can be read; its floating-point results are all active, since
  // a rule may say what it likes.
  void operator()(const ir::WithRules &op) {
    flowAll(op.arguments, op.fn.parameters);
    const bool around = std::exchange(a.isInsideRuled, true);
    changed |= a.visit(op.fn.statements);
    a.isInsideRuled = around;
    flowAll(op.fn.results, statement.results);
    for (ir::Value v : op.arguments)
      for (ir::Value r : statement.results)
        flow(v, r);
  }
  void operator()(const ir::MapReduce &) {}
  void operator()(const ir::Differentiate &) {}
};

bool Activity::visit(const ir::Statement &statement) {
  ActivityVisitor visitor{*this, statement};
  std::visit(visitor, statement.op);
  return visitor.changed;
}

} // namespace soac::ad
