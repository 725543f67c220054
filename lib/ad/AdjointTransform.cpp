#include "ad/AdjointTransform.h"

#include "ad/DropRules.h"
#include "ops/Ops.h"
#include "ops/rules/HandedLog.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/ErrorHandling.h>

namespace soac::ad {

ir::Value AdjointTransform::original(ir::Value v) const {
  const auto it = originals.find(v);
  return it == originals.end() ? v : it->second;
}

bool AdjointTransform::isActive(ir::Value v) const {
  v = original(v);
  return activity.isActive(v) && !blocked.contains(v);
}

// Restored arrays ----------------------------------------------------------------------------------------------------

ir::Value AdjointTransform::current(ir::Value v) const {
  const auto it = restored.find(original(v));
  return it == restored.end() ? v : it->second;
}

void AdjointTransform::restore(ir::Value v, ir::Value version) {
  v = original(v);
  restoredBefore.emplace_back(v, restored.lookup(v));
  restored[v] = version;
  originals[version] = v;
  if (activity.isActive(v))
    activity.mark(version);
  if (values.name(version).empty())
    values.setName(version, values.name(v));
}

void AdjointTransform::restoreTo(std::size_t mark) {
  while (restoredBefore.size() > mark) {
    const auto [v, before] = restoredBefore.back();
    restoredBefore.pop_back();
    if (before)
      restored[v] = before;
    else
      restored.erase(v);
  }
}

ir::Op AdjointTransform::current(ir::Op op) const {
  if (restored.empty())
    return op;
  ir::ValueMap map;
  for (ir::Value v : ir::freeVariables(op, values))
    if (const ir::Value now = current(v); now != v)
      map[v] = now;
  ir::substitute(op, map);
  return op;
}

// Accumulators of the primal -----------------------------------------------------------------------------------------

bool AdjointTransform::accumulates(llvm::ArrayRef<const ir::Block *> blocks) const {
  if (primalAccumulators.empty())
    return false;
  bool result = false;
  for (const ir::Block *block : blocks)
    ir::forEachStatement(*block, [&](const ir::Statement &statement) {
      if (const auto *add = std::get_if<ir::Accumulate>(&statement.op))
        result |= static_cast<bool>(ofAccumulator(add->accumulator));
      if (const auto *invoke = std::get_if<ir::Invoke>(&statement.op))
        result |= llvm::any_of(invoke->accumulators, [&](ir::Value v) { return static_cast<bool>(ofAccumulator(v)); });
    });
  return result;
}

void AdjointTransform::dropAccumulates(ir::Op &op) const {
  if (auto *invoke = std::get_if<ir::Invoke>(&op))
    for (ir::Value &v : invoke->accumulators)
      v = primalAccumulators.contains(v) ? ir::Value() : v;
  ir::forEachBlock(op, [&](ir::Block &block) {
    llvm::erase_if(block.statements, [&](const ir::Statement &statement) {
      const auto *add = std::get_if<ir::Accumulate>(&statement.op);
      return add && primalAccumulators.contains(add->accumulator);
    });
    for (ir::Statement &statement : block.statements)
      dropAccumulates(statement.op);
  });
}

namespace {

/// Drops the checks with an exit from a forward sweep that is executed again: the first execution took no exit.
void dropExits(std::vector<ir::Statement> &statements) {
  llvm::erase_if(statements, [](const ir::Statement &statement) {
    const auto *check = std::get_if<ir::Check>(&statement.op);
    return check && !check->exit.empty();
  });
  for (ir::Statement &statement : statements)
    ir::forEachBlock(statement.op, [](ir::Block &block) { dropExits(block.statements); });
}

} // namespace

ir::Statement AdjointTransform::withoutAccumulators(const ir::Statement &statement) const {
  ir::Statement copy = statement;
  if (!primalAccumulators.empty())
    dropAccumulates(copy.op);
  return copy;
}

bool AdjointTransform::reaches(const ir::Statement &statement) const {
  if (llvm::any_of(statement.results, [&](ir::Value r) { return isActive(r); }))
    return true;
  llvm::SmallVector<const ir::Block *, 2> blocks;
  ir::forEachBlock(statement.op, [&](const ir::Block &block) { blocks.push_back(&block); });
  return accumulates(blocks);
}

// Scopes -------------------------------------------------------------------------------------------------------------

ops::FreeVariables AdjointTransform::activeFree(llvm::ArrayRef<const ir::Block *> blocks) const {
  ir::ValueSet found;
  for (const ir::Block *block : blocks)
    for (ir::Value v : ir::freeVariables(*block, values))
      if (isActive(v) && values.type(v).isDifferentiable())
        found.insert(original(v));
  ops::FreeVariables free;
  for (ir::Value v : found)
    (values.type(v).isArray() ? free.arrays : free.scalars).push_back(v);
  return free;
}

// A contribution that no scope hands on would be a derivative that is silently dropped.
void AdjointTransform::expectEmpty(const Frame &frame) const {
  for (const auto &[v, entry] : frame.entries)
    if (!frame.own.contains(v) && (entry.dense || !entry.sparse.empty()))
      llvm::report_fatal_error("soac bug: a scope loses an adjoint of a value outside it; please report it");
}

ir::Values AdjointTransform::withAccumulators(llvm::ArrayRef<ir::Value> arrays, llvm::function_ref<ir::Values()> body) {
  ir::WithAccumulators scope;
  ir::Values targets;
  for (ir::Value array : arrays) {
    array = original(array);
    if (!isActive(array) || accumulators.contains(array) || llvm::is_contained(targets, array))
      continue;
    targets.push_back(array);
    scope.inits.push_back(of(array));
  }
  if (targets.empty())
    return body();
  for (ir::Value array : targets) {
    const ir::Type type = values.type(array);
    const ir::Value accumulator = values.fresh({type.scalar, type.rank, true}, ir::adjointOf(values.name(array)));
    scope.body.parameters.push_back(accumulator);
    accumulators[array] = accumulator;
    frames.back()->entries.erase(array);
  }
  frames.push_back(std::make_unique<Frame>(values, scope.body.statements, builder().location));
  const std::size_t mark = restoredBefore.size();
  scope.body.results = body();
  restoreTo(mark);
  expectEmpty(*frames.back());
  frames.pop_back();
  for (ir::Value array : targets)
    accumulators.erase(array);
  const ir::Values results = builder().emit(std::move(scope));
  for (std::size_t k = 0; k < targets.size(); ++k) {
    frames.back()->entries[targets[k]] = {results[k], {}};
    values.setName(results[k], ir::adjointOf(values.name(targets[k])));
  }
  return ir::Values(llvm::drop_begin(results, targets.size()));
}

ir::Block AdjointTransform::nested(llvm::ArrayRef<ir::Type> parameters, llvm::ArrayRef<ir::Value> scalars,
                                   llvm::ArrayRef<ir::Value> arrays,
                                   llvm::function_ref<ir::Values(llvm::ArrayRef<ir::Value>)> body) {
  ir::Block block;
  for (ir::Type type : parameters)
    block.parameters.push_back(values.fresh(type));
  const ir::SourceLocation location = builder().location;
  frames.push_back(std::make_unique<Frame>(values, block.statements, location));
  const std::size_t mark = restoredBefore.size();
  block.results = body(block.parameters);
  for (ir::Value v : scalars) {
    block.results.push_back(isZero(v) ? values.zero(values.type(v).scalar) : of(v));
    frames.back()->entries.erase(original(v));
  }
  for (ir::Value v : arrays) {
    block.results.push_back(of(v));
    frames.back()->entries.erase(original(v));
  }
  expectEmpty(*frames.back());
  restoreTo(mark);
  frames.pop_back();
  return block;
}

void AdjointTransform::define(const ir::Statement &statement) {
  frames.back()->own.insert(statement.results.begin(), statement.results.end());
}

/// Each statement on the way to a result changes no more elements than all of them together, and they share a log. What
/// is made of the array beside that way is another one.
void AdjointTransform::handOn(llvm::ArrayRef<InPlaceChange> changes, llvm::ArrayRef<ir::Value> results,
                              llvm::ArrayRef<ir::Statement> statements) {
  for (const auto &[change, result] : llvm::zip(changes, results)) {
    if (!change.most && !change.handed)
      continue;
    ir::Value now = result;
    for (const ir::Statement &s : llvm::reverse(statements))
      if (const auto *const found = llvm::find(s.results, now); found != s.results.end()) {
        inPlaceChanges[now] = change;
        if (change.handed && !change.handed->last)
          change.handed->last = now;
        now = analysis::inPlaceSource(s, static_cast<std::size_t>(found - s.results.begin()));
        if (!now)
          break;
      }
  }
}

/// Is the statement a loop of which nothing but integers is of use, `read` being what others read? No derivative goes
/// through it then, and it needs no log: what it changes are arrays of its own.
bool AdjointTransform::onlyCounts(const ir::Statement &statement, const ir::ValueSet &read) const {
  const auto *loop = std::get_if<ir::Loop>(&statement.op);
  return loop && !accumulates({&loop->body}) && llvm::none_of(statement.results, [&](ir::Value r) {
    return (values.type(r).isArray() || values.type(r).isDifferentiable()) && read.contains(r);
  });
}

void AdjointTransform::analyse(const ir::Statement &statement) {
  activity.analyse(statement);
  define(statement);
}

ir::Values AdjointTransform::sweep(const ir::Block &block, llvm::ArrayRef<ir::Value> arguments,
                                   llvm::ArrayRef<bool> active, llvm::ArrayRef<Seed> seeds, bool reachFree,
                                   llvm::ArrayRef<InPlaceChange> changes) {
  const bool isCallers = std::exchange(seedsAreCallers, false);
  ir::ValueMap versions;
  ir::Values unreached;
  for (ir::Value v : ir::freeVariables(block, values)) {
    if (const ir::Value now = current(v); now != v)
      versions[v] = now;
    if (!reachFree && isActive(v))
      unreached.push_back(original(v));
  }
  for (ir::Value v : unreached)
    ++blocked[v];
  std::vector<ir::Statement> copy;
  const ir::Values results = ir::inlineBlock(block, arguments, values, copy, std::move(versions));
  if (!isCallers)
    dropExits(copy);
  for (std::size_t k = 0; k < arguments.size(); ++k) {
    frames.back()->own.insert(arguments[k]);
    if (active[k])
      activity.mark(arguments[k]);
    if (values.name(arguments[k]).empty())
      values.setName(arguments[k], values.name(block.parameters[k]));
  }
  activity.analyse(copy);
  handOn(changes, results, copy);

  const ir::SourceLocation location = builder().location;
  std::vector<std::pair<ir::SourceLocation, ops::ReturnSweep>> returns;
  isOutermostForward = isCallers;
  ir::ValueSet read(results.begin(), results.end());
  for (const ir::Statement &statement : copy)
    if (!std::holds_alternative<ir::Extent>(statement.op)) {
      const ir::ValueSet free = ir::freeVariables(statement.op, values);
      read.insert(free.begin(), free.end());
    }
  for (const ir::Statement &statement : copy) {
    builder().location = statement.location;
    define(statement);
    if (onlyCounts(statement, read)) {
      builder().statements().push_back(statement);
      continue;
    }
    if (auto back = std::visit([&](const auto &op) { return ops::adjoint(op, statement, *this); }, statement.op))
      returns.emplace_back(statement.location, std::move(back));
  }
  if (std::exchange(isOutermostForward, false))
    saveRedone(results);
  for (auto [result, seed] : llvm::zip(results, seeds)) {
    if (seed.dense && isCallers)
      ops::checkSameShape(result, seed.dense, "seed", builder());
    if (seed.dense)
      add(result, seed.dense);
    for (const Sparse &element : seed.sparse)
      addAt(result, element.indices, element.value, element.guard);
  }
  while (!returns.empty()) {
    builder().location = returns.back().first;
    returns.back().second();
    returns.pop_back();
  }
  builder().location = location;
  for (ir::Value v : unreached)
    if (--blocked[v] == 0)
      blocked.erase(v);
  return results;
}

void AdjointTransform::saveRedone(llvm::ArrayRef<ir::Value> results) {
  for (std::size_t k = 0; k < results.size(); ++k)
    if (const ir::Value source = redoLog.source(results[k]); source != results[k] && redone.contains(source))
      saved.push_back({k, source, redoLog.save(results[k], builder())});
}

bool AdjointTransform::mayUse(llvm::StringRef construct, llvm::StringRef rule) const {
  const auto [forced, name] = llvm::StringRef(options.forceRule).split(':');
  return forced != construct || name == rule;
}

ir::Block AdjointTransform::transform(const ir::Differentiate &op) {
  ir::Block block;
  frames.push_back(std::make_unique<Frame>(values, block.statements, ir::SourceLocation()));
  llvm::SmallVector<bool, 8> active;
  for (ir::Value p : op.fn.parameters) {
    block.parameters.push_back(values.freshLike(p));
    active.push_back(values.type(p).isDifferentiable());
  }
  const ir::Values arguments = block.parameters;
  redone.insert(options.redone.begin(), options.redone.end());
  for (std::size_t k = 0; k < arguments.size(); ++k)
    if (redone.contains(op.arguments[k]))
      redone.insert(arguments[k]);
  llvm::SmallVector<Seed, 4> seeds;
  std::size_t next = 0;
  for (ir::Value r : op.fn.results) {
    seeds.emplace_back();
    if (!values.type(r).isDifferentiable() || !op.seeds[next++])
      continue;
    block.parameters.push_back(values.fresh(values.type(r), ir::adjointOf(values.name(r))));
    seeds.back() = block.parameters.back();
  }
  next = 0;
  for (std::size_t k = 0; k < arguments.size(); ++k)
    if (active[k] && !op.initial.empty() && op.initial[next++]) {
      block.parameters.push_back(values.fresh(values.type(arguments[k]), ir::adjointOf(values.name(arguments[k]))));
      frames.back()->entries[arguments[k]] = {block.parameters.back(), {}};
    }
  seedsAreCallers = true;
  block.results = sweep(op.fn, arguments, active, seeds, true, {});
  for (const auto &[result, source, contents] : saved)
    block.results[result] = RedoLog::redo(current(source), contents, builder());
  // An adjoint made by a map of no iterations has lost the inner extents: it gets its argument's shape back.
  for (std::size_t k = 0; k < arguments.size(); ++k)
    if (active[k]) {
      const ir::Value adjoint = of(arguments[k]);
      if (values.type(adjoint).rank <= 1) {
        block.results.push_back(adjoint);
        continue;
      }
      const ir::Values extents = builder().extents(arguments[k]); // before the name is taken: new values may move names
      block.results.push_back(builder().emit1(ir::Reshape{adjoint, extents}, values.name(adjoint)));
    }
  frames.pop_back();
  dropKeptNumbers(block, values);
  complete = finishSweeps(block, values, undoneUpdates, lastContents);
  return block;
}

} // namespace soac::ad
