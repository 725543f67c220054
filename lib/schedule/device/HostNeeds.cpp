#include "schedule/device/HostNeeds.h"

#include "support/Overloaded.h"

namespace soac::schedule::device {

using namespace exec;
using ir::Value;

namespace {

/// The extents of the memory that threads take in the nodes.
void memoryNeeds(const Nodes &nodes, ir::Values &list) {
  for (const Node &node : nodes) {
    const auto *alloc = std::get_if<Alloc>(&node);
    const auto *slot = std::get_if<Slot>(&node);
    if (slot || (alloc && (alloc->space == Space::Workspace || alloc->space == Space::Slot)))
      for (const Dim &d : slot ? slot->extents : alloc->summedExtents.empty() ? alloc->extents : alloc->summedExtents)
        list.push_back(d.value);
    forEachInside(node, [&](const Nodes &inner) { memoryNeeds(inner, list); });
  }
}

} // namespace

bool isMeasured(const Alloc &a) { return a.init == Alloc::Init::Copy && a.space == Space::Workspace; }

ir::Values hostNeeds(const Node &node, const Sides &sides) {
  ir::Values list;
  const auto kernel = [&] { forEachInside(node, [&](const Nodes &inner) { memoryNeeds(inner, list); }); };
  const auto extents = [&](llvm::ArrayRef<Dim> dims) {
    for (const Dim &d : dims)
      list.push_back(d.value);
  };
  const auto operands = [&](const ir::Statement &s) { forEachOperand(s.op, [&](Value v) { list.push_back(v); }); };
  const auto iterations = [&](const For &l) {
    if (l.count)
      extents(*l.count);
    else if (const auto *loop = std::get_if<ir::Loop>(&l.statement->op))
      list.push_back(loop->condition.results[0]);
  };
  std::visit(Overloaded{[&](const Alloc &a) {
                          if (!isMeasured(a))
                            extents(a.summedExtents.empty() ? a.extents : a.summedExtents);
                          list.push_back(a.index);
                          list.push_back(a.source);
                        },
                        [&](const Slot &s) {
                          if (!s.start)
                            list.push_back(s.extents[0].value);
                        },
                        [&](const View &v) { operands(*v.statement); },
                        [&](const Copy &c) { operands(*c.statement); },
                        [&](const exec::Call &c) {
                          const ir::Op &op = c.statement->op;
                          if (const auto *slice = std::get_if<ir::Slice>(&op))
                            list.push_back(slice->start);
                          else if (!std::holds_alternative<ir::Invoke>(op))
                            operands(*c.statement);
                        },
                        [&](const Bind &b) { list.push_back(b.index); },
                        [&](const For &l) {
                          const Mode mode = sides.of(*l.statement);
                          if (mode == Mode::Mixed || mode == Mode::Grid)
                            iterations(l);
                          if (mode == Mode::Single || mode == Mode::Grid)
                            kernel();
                        },
                        [&](const Reduce &r) {
                          iterations(r);
                          kernel();
                          for (const ir::Reduction &each : std::get<ir::MapReduce>(r.statement->op).reductions)
                            list.append(each.neutral.begin(), each.neutral.end());
                        },
                        [&](const Scan &s) {
                          const auto &op = std::get<ir::Scan>(s.statement->op);
                          list.push_back(op.count);
                          list.append(op.neutral.begin(), op.neutral.end());
                        },
                        [&](const Bins &b) {
                          list.push_back(std::get<ir::ReduceByIndex>(b.statement->op).count);
                          list.push_back(b.bins.value);
                        },
                        [&](const Branch &b) {
                          const Mode mode = sides.of(*b.statement);
                          if (mode == Mode::Mixed)
                            list.push_back(std::get<ir::If>(b.statement->op).condition);
                          if (mode == Mode::Single)
                            kernel();
                        },
                        [](const auto &) {}},
             node);
  return list;
}

} // namespace soac::schedule::device
