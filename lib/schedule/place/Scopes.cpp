// Branches, loops, maps and reductions.
#include "schedule/place/Placer.h"

#include "analysis/CarriedSums.h"
#include "analysis/Effects.h"
#include "analysis/IndexSteps.h"
#include "schedule/UnknownExtents.h"

namespace soac::schedule {

using namespace ir;
using exec::Alloc;
using exec::Nodes;

/// Is each of the indices the counter of a loop or map that runs up to the extent that it indexes?
bool Placer::isInRange(const Index &op) const {
  return llvm::all_of(llvm::enumerate(op.indices), [&](const auto &index) {
    const Block *home = uses.home(index.value());
    const Statement *around = home ? uses.owner(*home) : nullptr;
    if (!around || home->parameters.empty() || home->parameters[0] != index.value())
      return false;
    const auto *loop = std::get_if<Loop>(&around->op);
    const auto *map = std::get_if<Map>(&around->op);
    const auto *reduction = std::get_if<MapReduce>(&around->op);
    const Value count = loop                                  ? loop->count
                        : map                                 ? map->count
                        : reduction && home == &reduction->fn ? reduction->count
                                                              : Value();
    return count && shapes.isExtent(count, op.array, static_cast<unsigned>(index.index()));
  });
}

/// Does the branch only compute expressions that are defined also where the branch is not taken?
bool Placer::isTotal(const Nodes &branch) const {
  return llvm::all_of(branch, [&](const exec::Node &node) {
    const auto *let = std::get_if<exec::Let>(&node);
    if (!let || !let->isInlined)
      return false;
    const Op &op = let->statement->op;
    if (const auto *apply = std::get_if<Apply>(&op))
      return analysis::isTotal(*apply, function.values);
    const auto *index = std::get_if<Index>(&op);
    return index ? isInRange(*index) : !std::holds_alternative<Call>(op);
  });
}

void Placer::ifElse(const If &op, const Statement &s, Nodes &into) {
  exec::Branch branch{&s, {}, {}};
  if (inlining.isTernary(s)) { // an expression, which contains its branches
    block(op.then, into);
    block(op.otherwise, into);
    return let(s, into);
  }
  block(op.then, branch.then);
  block(op.otherwise, branch.otherwise);
  const bool hasDefaults = isTotal(branch.otherwise);
  if (hasDefaults) {
    into.insert(into.end(), branch.otherwise.begin(), branch.otherwise.end());
    branch.otherwise.clear();
  }
  for (auto [r, a, b] : llvm::zip(s.results, op.then.results, op.otherwise.results)) {
    if (!isNeeded(r))
      continue;
    if (isArray(r) && handle(a) == handle(b)) {
      alias(r, a);
      continue;
    }
    variable(r, hasDefaults ? b : Value(), s, into);
    branch.then.push_back(exec::Assign{r, a});
    if (!hasDefaults)
      branch.otherwise.push_back(exec::Assign{r, b});
  }
  if (!exec::isSilent(branch.then) || !exec::isSilent(branch.otherwise))
    into.push_back(std::move(branch));
}

/// Is the carried value a scalar that is never read?
bool Placer::isIdle(const Loop &op, const Statement &s, std::size_t k) const {
  const Value p = op.body.parameters[k + op.isCounted()];
  return !isArray(p) && uses.count(p) == 0 && uses.count(s.results[k]) == 0 &&
         (op.isCounted() || uses.count(op.condition.parameters[k]) == 0);
}

/// The carried value at this position: scalars in variables, arrays in place or in slots.
void Placer::carried(const Loop &op, const Statement &s, std::size_t k, Nodes &into) {
  const Value p = op.body.parameters[k + op.isCounted()], r = s.results[k], init = op.inits[k];
  const Value named = function.values.name(p).empty() ? r : p;
  const auto bind = [&](Value v) {
    for (Value other : {p, r})
      if (other != v)
        alias(other, v);
    if (!op.isCounted())
      alias(op.condition.parameters[k], v);
  };
  if (!isArray(p)) {
    variable(named, init, s, into);
    return bind(named);
  }
  if (plan.stable(r)) {
    inPlace(r, init, s, into);
    return bind(handle(r));
  }
  if (plan.copies(r))
    into.push_back(Alloc{r, spaceOf(r), Alloc::Init::Copy, extents(r), s.location, true, init, {}});
  bool isMadeInSlot = false;
  forEachStatement(op.body, [&](const Statement &inner) {
    for (Value v : inner.results)
      isMadeInSlot = isMadeInSlot || plan.slotOf(v) == r;
  });
  bind(named);
  into.push_back(exec::Slot{r, isMadeInSlot, extents(r), s.location, init, plan.copies(r), !plan.writable(r)});
}

/// Does each iteration do nothing but add one sum to an element, which lies behind that of the iteration before?
///   loop n |r| { %x: f64 = map_reduce ..;  accumulate %a[j, r + k] += %x }
bool Placer::addsSums(const Loop &op) const {
  const std::vector<Statement> &statements = op.body.statements;
  const auto *addition = statements.empty() ? nullptr : std::get_if<Accumulate>(&statements.back().op);
  if (!op.isCounted() || !op.inits.empty() || !addition || addition->indices.empty())
    return false;
  bool hasSum = false;
  for (const Statement &s : llvm::drop_end(statements)) {
    const bool isSum = std::holds_alternative<MapReduce>(s.op) && s.results == Values{addition->value} && uses.count(addition->value) == 1;
    const bool isScalar =
        (std::holds_alternative<Apply>(s.op) || std::holds_alternative<Index>(s.op)) && function.type(s.results[0]).isScalar();
    if (!isSum && !isScalar)
      return false;
    hasSum |= isSum;
  }
  const analysis::IndexSteps steps(function.values, op.body, op.body.parameters[0]);
  return hasSum && steps.of(addition->indices.back()) == 1 &&
         llvm::all_of(llvm::drop_end(addition->indices), [&](Value v) { return steps.of(v) == 0; });
}

/// The numbers that a loop of independent iterations carries, when each of them is a sum; none when one is not.
///   loop n, (%a, 0.0) |i, %b, %s| { ..;  yield %c, add %s, %x }
std::vector<exec::Sum> Placer::sums(const Loop &op, const Statement &s) const {
  std::vector<exec::Sum> list;
  for (std::size_t k = 0; k < op.inits.size(); ++k) {
    const Value p = op.body.parameters[k + op.isCounted()];
    if (isArray(p) || isIdle(op, s, k))
      continue;
    const auto sum = analysis::carriedSum(op, k, function.values);
    if (!sum)
      return {};
    list.push_back({p, sum->term, sum->isSubtracted, sum->addition});
  }
  return list;
}

void Placer::loop(const Loop &op, const Statement &s, Nodes &into) {
  for (std::size_t k = 0; k < op.inits.size(); ++k)
    if (!isIdle(op, s, k))
      carried(op, s, k, into);
  const Independence independence = levels.independence(s);
  exec::For node{&s, Level::Sequential, isIndependent(independence), {}, {}, {}, {}};
  node.isInterleaved = independence == Independence::Interleaved;
  node.isInLanes = levels.isInLanes(op.body);
  node.addsSums = addsSums(op);
  if (independence == Independence::Elements)
    node.sums = sums(op, s);
  if (op.isCounted())
    node.count = Dim{op.count};
  else
    block(op.condition, node.condition);
  const bool around = isOperator;
  if (const Parallel *how = levels.onThreads(s); how && isShared(*how, s)) {
    onThreads(*how, node);
    isOperator = true;
  }
  block(op.body, node.body);
  isOperator = around;
  carryOn(op, s, node.body);
  into.push_back(std::move(node));
}

/// The body's results become the carried values of the next iteration.
void Placer::carryOn(const Loop &op, const Statement &s, Nodes &into) {
  const llvm::ArrayRef<Value> parameters = llvm::ArrayRef(op.body.parameters).drop_front(op.isCounted());
  for (const MemoryPlan::Keep &keep : plan.keeps(s))
    if (const Value next = op.body.results[keep.carried]; keep.copyFirst)
      beside(next, Alloc::Init::Copy, s.location, into, next, parameters[keep.carried]);
  std::vector<exec::Assign> scalars;
  for (auto [k, p] : llvm::enumerate(parameters))
    if (const Value next = op.body.results[k]; !isArray(p) && next != p && !isIdle(op, s, k))
      scalars.push_back({p, next});
  assign(std::move(scalars), into);
  for (const MemoryPlan::Keep &keep : plan.keeps(s))
    if (const Value p = parameters[keep.carried], next = op.body.results[keep.carried]; keep.exchanged)
      into.push_back(exec::Swap{p, parameters[*keep.exchanged], s.results[keep.carried], false, s.results[*keep.exchanged]});
    else if (keep.copyFirst || handle(p) != handle(next))
      into.push_back(exec::Swap{p, next, s.results[keep.carried], keep.copyFirst});
}

exec::For Placer::iterations(const Statement &s, Value count, const Block &fn) const {
  const Parallel &how = levels.of(s);
  exec::For node{&s, how.level, how.isVector, Dim{count}, {}, {}, {}};
  node.isInLanes = levels.isInLanes(fn);
  onThreads(how, node);
  return node;
}

/// Not where threads cannot have copies of what they add to, since nobody knows its size; and one thread writes to an overlay.
bool Placer::isShared(const Parallel &how, const Statement &loop) const {
  return llvm::all_of(how.accumulators, [&](Value a) { return function.type(a).rank == 0 || !pointerOf(a, pointers, shapes); }) &&
         llvm::none_of(loop.results, [&](Value r) { return overlays.contains(handle(r)); });
}

void Placer::onThreads(const Parallel &how, exec::For &node) const {
  node.level = how.level;
  node.mayFail = how.mayFail;
  node.work = how.work;
  node.accumulators = how.accumulators;
  for (Value v : how.accumulators)
    if (function.type(v).rank == 0 || !pointerOf(v, pointers, shapes))
      node.copied.push_back(v);
}

bool Placer::reusesOperand(const Statement &s) const {
  return llvm::any_of(s.results, [&](Value r) { return isArray(r) && plan.reused(r); });
}

/// The elements of the arrays, at the beginning of an iteration or where they are used.
void Placer::elements(const Statement &s, const Block &fn, llvm::ArrayRef<Value> arrays, Nodes &into) {
  const bool isEarly = s.results.size() > 1 && reusesOperand(s);
  for (std::size_t k = 0; k < arrays.size(); ++k) {
    const Value p = fn.parameters[k + 1];
    if (uses.count(p) == 0)
      continue;
    bool isDirect = !isArray(p) && uses.count(p) == 1 && !isEarly;
    for (const Block *b = uses.blockAt(uses.positions(p)[0]); isDirect && b != &fn; b = uses.parent(*b))
      isDirect = std::holds_alternative<If>(uses.owner(*b)->op);
    if (isDirect)
      direct.insert(p);
    into.push_back(exec::Bind{p, arrays[k], fn.parameters[0], isDirect});
  }
}

/// The number of rows of the array, and the extents of a row.
exec::Extents Placer::lateExtents(Value array, Value row) const {
  exec::Extents list{shapes.of(array, 0)};
  list.append(extents(row));
  return list;
}

/// Writes elements and rows of a map's results. Where a result overwrites an operand, all elements are computed before.
void Placer::puts(const Statement &s, const Block &fn, std::size_t first, Nodes &into) const {
  using How = exec::Put::How;
  std::vector<exec::Put> scalars;
  for (std::size_t k = first; k < s.results.size(); ++k) {
    const Value r = s.results[k], value = fn.results[k], index = fn.parameters[0];
    if (!isNeeded(r) && !plan.reused(r))
      continue;
    if (!isArray(value))
      scalars.push_back({r, value, index, How::Element});
    else if (plan.lateShape(r))
      into.push_back(exec::Put{r, value, index, How::LateRow, false, lateExtents(r, value)});
    else if (rows.lookup(r) != handle(value) && !plan.reused(r)) // else the row is written already
      into.push_back(exec::Put{r, value, index, How::Row});
  }
  for (exec::Put &p : scalars)
    p.isSaved = scalars.size() > 1 && reusesOperand(s);
  for (const exec::Put &p : scalars)
    if (p.isSaved)
      into.push_back(exec::Save{p.result, p.value});
  into.insert(into.end(), scalars.begin(), scalars.end());
}

void Placer::iteration(const Statement &s, const Block &fn, llvm::ArrayRef<Value> arrays, std::size_t first,
                       Nodes &into) {
  elements(s, fn, arrays, into);
  block(fn, into);
  puts(s, fn, first, into);
}

void Placer::map(const Map &op, const Statement &s, Nodes &into) {
  results(s, 0, into);
  exec::For node = iterations(s, op.count, op.fn);
  const bool around = std::exchange(isOperator, true);
  iteration(s, op.fn, op.arrays, 0, node.body);
  isOperator = around;
  into.push_back(std::move(node));
}

void Placer::mapReduce(const MapReduce &op, const Statement &s, Nodes &into) {
  const Parallel &how = levels.of(s);
  if (how.operators.empty())
    return inOrder(op, s, into);
  results(s, op.reductions.size(), into);
  exec::Reduce node{iterations(s, op.count, op.fn), how.operators};
  const bool around = std::exchange(isOperator, true);
  iteration(s, op.fn, op.arrays, op.reductions.size(), node.body);
  isOperator = around;
  into.push_back(std::move(node));
}

/// Reductions by the user's own operators, in order.
void Placer::inOrder(const MapReduce &op, const Statement &s, Nodes &into) {
  std::size_t reduced = 0;
  for (const Reduction &r : op.reductions)
    for (std::size_t k = 0; k < r.neutral.size(); ++k, ++reduced) {
      const Value v = s.results[reduced];
      if (uses.count(v) == 0 && r.op.results[k] == r.op.parameters[k])
        continue; // idle
      variable(v, r.neutral[k], s, into);
      alias(r.op.parameters[k], v);
    }
  results(s, reduced, into);
  exec::For node = iterations(s, op.count, op.fn);
  iteration(s, op.fn, op.arrays, reduced, node.body);
  combine(op, node.operation);
  node.running = running(op, s);
  into.push_back(std::move(node));
}

/// The results that the operators change, where these are all that somebody reads, and all that they depend on.
ir::Values Placer::running(const MapReduce &op, const Statement &s) const {
  Values list;
  std::size_t at = 0;
  for (const Reduction &r : op.reductions)
    for (std::size_t k = 0; k < r.neutral.size(); ++k, ++at) {
      if (r.op.results[k] != r.op.parameters[k])
        list.push_back(s.results[at]);
      else if (uses.count(s.results[at]) > 0 || uses.count(r.op.parameters[k]) > 1 ||
               uses.count(r.op.parameters[r.neutral.size() + k]) > 0)
        return {};
    }
  return list;
}

/// The operators, and the assignment of their results to the running values.
void Placer::combine(const MapReduce &op, Nodes &into) {
  std::vector<exec::Assign> next;
  std::size_t at = 0;
  for (const Reduction &r : op.reductions) {
    const std::size_t n = r.neutral.size();
    for (std::size_t k = 0; k < n; ++k) {
      const Value p = r.op.parameters[n + k], operand = op.fn.results[at + k];
      if (uses.count(p) > 0)
        into.push_back(exec::Bind{p, operand, {}, uses.count(p) == 1 || isNamed(operand)});
    }
    block(r.op, into);
    for (std::size_t k = 0; k < n; ++k, ++at)
      if (r.op.results[k] != r.op.parameters[k])
        next.push_back({r.op.parameters[k], r.op.results[k]});
  }
  assign(std::move(next), into);
}

/// How a scan or histogram reads the elements of the array.
exec::Elements Placer::read(Value array) {
  if (!plan.delayed(array))
    return {array, {}, {}, {}};
  const Block &fn = std::get<Map>(uses.definition(array)->op).fn;
  return {array, fn.parameters[0], fn.results[0], operatorNodes(fn)};
}

void Placer::scan(const Scan &op, const Statement &s, Nodes &into) {
  results(s, 0, into);
  exec::Scan node{&s, levels.of(s).level, levels.of(s).work, {}, operatorNodes(op.op)};
  for (Value array : op.arrays)
    node.sources.push_back(read(array));
  into.push_back(std::move(node));
}

void Placer::bins(const ReduceByIndex &op, const Statement &s, Nodes &into) {
  for (auto [r, dest] : llvm::zip(s.results, op.dests))
    inPlace(r, dest, s, into);
  exec::Bins node{&s, shapes.of(s.results[0], 0), levels.of(s).level, levels.of(s).work, {}, operatorNodes(op.op)};
  node.sources.push_back(read(op.keys));
  for (Value array : op.values)
    node.sources.push_back(read(array));
  into.push_back(std::move(node));
}

/// The operator of a scan or histogram.
Nodes Placer::operatorNodes(const Block &op) {
  Nodes nodes;
  const bool around = std::exchange(isOperator, true);
  block(op, nodes);
  isOperator = around;
  return nodes;
}

} // namespace soac::schedule
