#include "schedule/report/CostReport.h"

#include "analysis/Cost.h"
#include "ir/Fields.h"
#include "prims/Prims.h"
#include "support/Overloaded.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>

namespace soac::schedule {
namespace {

using namespace ir;

/// Why the iterations are not for vector lanes; the first statement of the block that is in the way.
std::string obstacleIn(const Block &block, const Function &function) {
  for (const Statement &s : block.statements) {
    const bool isWhole = llvm::any_of(s.results, [&](Value r) { return function.type(r).isArray(); });
    std::string found = std::visit(
        Overloaded{[](const OneOf<Map, MapReduce, Reduce, Loop, Scan, ReduceByIndex> auto &) -> std::string { return "a loop inside"; },
                   [](const Check &) -> std::string { return "a check may end it"; },
                   [](const Call &call) -> std::string { return "a call of " + call.function; },
                   [](const Invoke &) -> std::string { return "a call"; },
                   [](const Accumulate &) -> std::string { return "additions to elements that other iterations add to, too"; },
                   [&](const OneOf<If, WithAccumulators, WithRules, Differentiate> auto &op) {
                     std::string inner;
                     forEachBlock(op, [&](const Block &b) { inner = inner.empty() ? obstacleIn(b, function) : inner; });
                     return inner;
                   },
                   [&](const WithoutBlocks auto &) -> std::string { return isWhole ? "whole arrays" : ""; }},
        s.op);
    if (!found.empty())
      return found;
  }
  return "";
}

/// The numbers that the loop carries, and that an iteration needs from the one before: "`x` and `y`".
std::string carriedNumbers(const Loop &loop, const Function &function) {
  std::vector<std::string> names;
  for (const Value p : llvm::drop_begin(loop.body.parameters, loop.isCounted()))
    if (function.type(p).isScalar()) {
      const std::string &name = function.values.name(p).text;
      names.push_back(name.empty() ? "a number" : "'" + name + "'");
    }
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return llvm::join(names, " and ");
}

std::string obstacle(const Independence independence, const Statement &s, const Function &function) {
  const Loop &loop = std::get<Loop>(s.op);
  switch (independence) {
  case Independence::Unasked: case Independence::Elements: case Independence::Interleaved: return "";
  case Independence::NotCounted: return "data ends it";
  case Independence::CarriesArray: return "an array is not changed in its place";
  case Independence::CarriesNumber: return carriedNumbers(loop, function) + " from trip to trip";
  case Independence::OtherWork: return obstacleIn(loop.body, function);
  case Independence::WritesNothing: return "it writes nothing";
  case Independence::MayMeet: return "an iteration may write what another one reads or writes";
  }
  return "";
}

class Counter {
public:
  explicit Counter(const Footprint &footprint) : footprint(footprint), function(footprint.lowered()) {}

  void add(const exec::Nodes &nodes, Cost &cost, std::vector<LoopCost> &loops) const {
    for (const exec::Node &node : nodes)
      std::visit(Overloaded{[&](const exec::Let &n) { statement(*n.statement, cost); },
                            [&](const exec::Store &n) { statement(*n.statement, cost); },
                            [&](const exec::Copy &n) { statement(*n.statement, cost); },
                            [&](const exec::Bind &n) { cost.read = cost.read + bytes(n.parameter); },
                            [&](const exec::Put &n) { cost.written = cost.written + bytes(n.value); },
                            [&](const exec::Alloc &n) { alloc(n, cost); },
                            [&](const exec::For &n) { loops.push_back(iterations(n, std::holds_alternative<Reduce>(n.statement->op) ? LoopKind::InOrder : kindOf(n))); },
                            [&](const exec::Reduce &n) {
                              loops.push_back(iterations(n, LoopKind::Reduction));
                              loops.back().each.operations = loops.back().each.operations + static_cast<std::int64_t>(n.operators.size());
                            },
                            [&](const exec::Scan &n) { elements(n, n.combine, LoopKind::Scan, loops); },
                            [&](const exec::Bins &n) { elements(n, n.combine, LoopKind::Histogram, loops); },
                            [&](const exec::Branch &n) { branch(n, cost, loops); },
                            [&](const auto &) { exec::forEachInside(node, [&](const exec::Nodes &inner) { add(inner, cost, loops); }); }},
                 node);
  }

private:
  const Footprint &footprint;
  const Function &function;

  /// Of a number, or of an array with all its elements.
  Size bytes(Value v) const {
    Size size((bitWidth(function.type(v).scalar) + 7) / 8);
    for (unsigned d = 0; d < function.type(v).rank; ++d)
      size = size * footprint.extent(v, d).upper();
    return size;
  }

  void statement(const Statement &s, Cost &cost) const {
    if (const auto *apply = std::get_if<Apply>(&s.op)) {
      const unsigned operations = analysis::cost(*apply, function.values);
      cost.operations = cost.operations + operations;
      if (operations >= analysis::loadCost)
        ++cost.functions[prims::info(apply->prim).name];
    } else if (std::holds_alternative<Index>(s.op)) {
      cost.read = cost.read + bytes(s.results[0]);
    } else if (const auto *update = std::get_if<Update>(&s.op)) {
      cost.written = cost.written + bytes(update->value);
    } else if (const auto *accumulate = std::get_if<Accumulate>(&s.op)) {
      cost.operations = cost.operations + 1;
      cost.read = cost.read + bytes(accumulate->value);
      cost.written = cost.written + bytes(accumulate->value);
    }
  }

  void alloc(const exec::Alloc &n, Cost &cost) const {
    using Init = exec::Alloc::Init;
    if (n.init == Init::None || n.init == Init::Given)
      return;
    cost.written = cost.written + bytes(n.value);
    if (n.init != Init::Fill)
      cost.read = cost.read + bytes(n.value);
  }

  static LoopKind kindOf(const exec::For &n) {
    const auto *loop = std::get_if<Loop>(&n.statement->op);
    return !loop ? LoopKind::Map : loop->isCounted() ? LoopKind::Loop : LoopKind::While;
  }

  LoopCost iterations(const exec::For &n, LoopKind kind) const {
    const Statement &s = *n.statement;
    LoopCost result{s.location, kind, footprint.trips(n), n.level == exec::Level::Threads, n.isVector, "", {}, {}};
    if (!n.isVector)
      forEachBlock(s.op, [&](const Block &body) {
        if (result.obstacle.empty())
          result.obstacle = std::holds_alternative<Loop>(s.op) ? obstacle(footprint.levels().independence(s), s, function)
                                                               : obstacleIn(body, function);
      });
    for (const exec::Nodes *part : {&n.condition, &n.body, &n.operation})
      add(*part, result.each, result.inner);
    return result;
  }

  template <class Node> void elements(const Node &n, const exec::Nodes &combine, LoopKind kind, std::vector<LoopCost> &loops) const {
    const Statement &s = *n.statement;
    LoopCost result{s.location, kind, footprint.extent(n.sources.front().array, 0).upper(), n.level == exec::Level::Threads, false, "", {}, {}};
    for (const exec::Elements &source : n.sources) {
      add(source.body, result.each, result.inner);
      if (source.body.empty())
        result.each.read = result.each.read + Size((bitWidth(function.type(source.array).scalar) + 7) / 8);
    }
    add(combine, result.each, result.inner);
    loops.push_back(std::move(result));
  }

  /// The branch that costs more; the loops of both.
  void branch(const exec::Branch &n, Cost &cost, std::vector<LoopCost> &loops) const {
    Cost then, otherwise;
    add(n.then, then, loops);
    add(n.otherwise, otherwise, loops);
    cost.operations = cost.operations + Size::maximum(then.operations, otherwise.operations);
    cost.read = cost.read + Size::maximum(then.read, otherwise.read);
    cost.written = cost.written + Size::maximum(then.written, otherwise.written);
    for (const Cost *side : {&then, &otherwise})
      for (const auto &[name, number] : side->functions)
        cost.functions[name] += number;
  }
};

void addStored(const ExplainedScope &scope, std::vector<ExplainedArray> &out) {
  for (const ExplainedArray &a : scope.arrays)
    if (isStored(a.purpose))
      out.push_back(a);
  for (const ExplainedScope &inner : scope.inner)
    addStored(inner, out);
}

Cost total(const Cost &own, const std::vector<LoopCost> &loops) {
  Cost sum = own;
  for (const LoopCost &l : loops) {
    const Cost inner = total(l.each, l.inner);
    sum.operations = sum.operations + l.trips * inner.operations;
    sum.read = sum.read + l.trips * inner.read;
    sum.written = sum.written + l.trips * inner.written;
  }
  return sum;
}

FunctionCost costOf(const interface::CxxFunction &f, bool isOutermost) {
  const Footprint footprint(f, Target::Host, isOutermost);
  FunctionCost result{interface::qualifiedName(f), f.function.files, {}, {}, {}, {}, loopRuns(footprint)};
  for (const exec::Nodes *part : {&footprint.tree().entry, &footprint.tree().body, &footprint.tree().exit})
    Counter(footprint).add(*part, result.own, result.loops);
  result.all = total(result.own, result.loops);
  addStored(explain(footprint, f.function), result.stored);
  return result;
}

} // namespace

CostReport costReport(const interface::Unit &unit, const Size::Known &sizes) {
  CostReport report{unit.source, sizes, {}, {}};
  for (const interface::CxxFunction &f : unit.functions) {
    report.functions.push_back(costOf(f, /*isOutermost=*/true));
    for (const Definition &d : definitionsOf(f.function))
      report.functions.push_back(costOf(d.face, d.isOutermost));
  }
  for (const FunctionCost &f : report.functions)
    for (const Size *size : {&f.all.operations, &f.all.read, &f.all.written})
      size->addNames(report.named);
  return report;
}

} // namespace soac::schedule
