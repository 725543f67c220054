#include "ops/rules/UndoLog.h"

#include "analysis/Deciders.h"
#include "ir/Walk.h"
#include "ops/rules/Bins.h"
#include "ops/rules/ChangedElements.h"
#include "ops/rules/NestWalk.h"
#include "ops/rules/RoundingDependence.h"
#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>

#include <cassert>

namespace soac::ops {

using analysis::inPlaceSource;
using analysis::updateChain;
using analysis::updateShape;
using analysis::UpdateShape;

ir::Values UndoLog::values() const {
  ir::Values all{position};
  all.append(indices);
  if (contents)
    all.push_back(contents);
  all.append(decisions.values());
  return all;
}

UndoLog UndoLog::with(llvm::ArrayRef<ir::Value> values) const {
  UndoLog same{{}, indices, contents, false, decisions, {}};
  const auto *next = values.begin();
  const auto take = [&](ir::Value &v) { v = v ? *next++ : v; };
  same.position = *next++;
  llvm::for_each(same.indices, take);
  for (ir::Value *v : {&same.contents, &same.decisions.executions, &same.decisions.taken, &same.decisions.numbers})
    take(*v);
  return same;
}

// Instrumentation ----------------------------------------------------------------------------------------------------

namespace {

// Fresh values of the same types and names.
ir::Values like(llvm::ArrayRef<ir::Value> vs, ir::ValueTable &values) {
  ir::Values fresh;
  for (ir::Value v : vs)
    fresh.push_back(values.freshLike(v));
  return fresh;
}

UndoLog logUpdate(const ir::Update &update, UndoLog log, const LogLimit &limit, ir::Builder &b) {
  if (limit.most)
    b.check(b.lessThan(log.position, limit.most), limit.message);
  if (log.contents) {
    for (std::size_t d = 0; d < update.indices.size(); ++d)
      log.indices[d] = b.update(log.indices[d], {log.position}, update.indices[d]);
    log.contents = b.update(log.contents, {log.position}, b.read(update.array, update.indices));
  }
  log.position = b.add(log.position, b.index(1));
  return log;
}

// Logs the rows number row(i), i < count, of `dest`; a row(i) out of range has an entry without contents.
using RowAt = llvm::function_ref<ir::Value(ir::Builder &, ir::Value i)>;
UndoLog logRows(ir::Value dest, ir::Value count, RowAt row, UndoLog log, const LogLimit &limit, ir::Builder &b) {
  const ir::Value begin = log.position;
  log.position = b.add(begin, count);
  if (limit.most)
    b.check(b.apply(prims::Prim::Le, {log.position, limit.most}), limit.message);
  if (!log.contents)
    return log;
  const ir::Values logged = b.loop(
      count, {log.indices[0], log.contents}, [&](ir::Builder &in, llvm::ArrayRef<ir::Value> p) -> ir::Values {
        const ir::Value entry = in.add(begin, p[0]), at = row(in, p[0]);
        const ir::Value contents = in.ifElse(
            isInRange(in, at, in.extent(dest)),
            [&](ir::Builder &then) -> ir::Values { return {then.update(p[2], {entry}, then.read(dest, {at}))}; },
            [&](ir::Builder &) -> ir::Values { return {p[2]}; })[0];
        return {in.update(p[1], {entry}, at), contents};
      });
  log.indices[0] = logged[0];
  log.contents = logged[1];
  return log;
}

UndoLog logScatter(const ir::Scatter &scatter, const UndoLog &log, const LogLimit &limit, ir::Builder &b) {
  const auto row = [&](ir::Builder &in, ir::Value i) { return in.read(scatter.indices, {i}); };
  return logRows(scatter.dest, b.extent(scatter.indices), row, log, limit, b);
}

UndoLog logHistogram(const ir::ReduceByIndex &op, std::size_t position, const UndoLog &log, const LogLimit &limit,
                     ir::Builder &b) {
  const ir::Value dest = op.dests[position], bins = b.extent(dest), hasFewKeys = b.lessThan(op.count, bins);
  const auto row = [&](ir::Builder &in, ir::Value i) {
    return in.ifElse(
        hasFewKeys, [&](ir::Builder &then) -> ir::Values { return {then.read(op.keys, {i})}; },
        [&](ir::Builder &) -> ir::Values { return {i}; })[0];
  };
  return logRows(dest, b.apply(prims::Prim::Min, {op.count, bins}), row, log, limit, b);
}

/// Makes the statement invoke the variant of its definition that logs.
void instrumentInvoke(ir::Invoke &op, std::size_t position, const UndoLog &log, const LogLimit &limit,
                      const ir::ValueTable &values, Definitions &definitions) {
  op.definition = definitions.logging(op, position, static_cast<bool>(log.contents), limit);
  for (const ir::Value v : log.values()) {
    if (values.type(v).isArray())
      op.updated.push_back(static_cast<unsigned>(op.arguments.size()));
    op.types.push_back(values.type(v));
    op.arguments.push_back(v);
  }
  if (limit.most)
    op.arguments.push_back(limit.most);
}

UndoLog instrumentStatement(ir::Statement &statement, std::size_t position, const UndoLog &log, const LogLimit &limit,
                            ir::ValueTable &values, Definitions &definitions, bool isPart) {
  if (auto *loop = std::get_if<ir::Loop>(&statement.op)) {
    if (log.contents) // the log reads elements that are overwritten next: a false dependency
      llvm::erase(loop->annotations.noFalseDependencies, position);
    const ir::Value parameter = loop->body.parameters[position + loop->isCounted()];
    const ir::Values handed = log.values();
    const ir::Values inside = like(handed, values);
    loop->inits.append(handed);
    loop->body.parameters.append(inside);
    if (!loop->isCounted())
      loop->condition.parameters.append(like(handed, values));
    const UndoLog after = instrument(parameter, loop->body.results[position], log.with(inside), limit, loop->body,
                                     values, definitions, isPart);
    loop->body.results.append(after.values());
  } else if (auto *invoke = std::get_if<ir::Invoke>(&statement.op)) {
    if (updateShape(statement, position, values, &definitions)->depth == 0) // the definition does not change the array
      return log;
    instrumentInvoke(*invoke, position, log, limit, values, definitions);
  } else {
    auto &branch = std::get<ir::If>(statement.op);
    const ir::Value source = inPlaceSource(branch.then.results[position], branch.then);
    const ir::Block *recorded = !branch.isRecorded || !log.decisions  ? nullptr
                                : Decisions::isThen(branch, position) ? &branch.then
                                                                      : &branch.otherwise;
    for (ir::Block *block : {&branch.then, &branch.otherwise}) {
      UndoLog after = instrument(source, block->results[position], log, limit, *block, values, definitions, isPart);
      ir::Builder b(values, block->statements, statement.location);
      if (block == recorded)
        after.decisions.addTaken(limit, b);
      block->results.append(after.values());
    }
  }
  const ir::Values results = like(log.values(), values);
  statement.results.append(results);
  return log.with(results);
}

/// What is left to check inside of the statement: nothing of a loop whose trips make a constant number of entries, for
/// which all are checked here, in front of it.
LogLimit checkedInFront(const ir::Statement &statement, std::size_t position, const UndoLog &log, const LogLimit &limit,
                        const Definitions &definitions, ir::Builder &b) {
  const auto *loop = std::get_if<ir::Loop>(&statement.op);
  if (!limit.most || !loop || !loop->isCounted())
    return limit;
  const auto trip = updateShape(loop->body.parameters[position + 1], loop->body.results[position], loop->body, b.values,
                                &definitions);
  if (!trip || !trip->isExact || !trip->mostUpdates)
    return limit;
  const ir::Value trips = b.apply(prims::Prim::Max, {loop->count, b.index(0)});
  const ir::Value end = b.add(log.position, b.mul(trips, b.index(*trip->mostUpdates)));
  b.check(b.apply(prims::Prim::Le, {end, limit.most}), limit.message);
  return {{}, limit.message, limit.mostTaken};
}

} // namespace

UndoLog instrument(ir::Value source, ir::Value result, const UndoLog &log, const LogLimit &limit, ir::Block &block,
                   ir::ValueTable &values, Definitions &definitions, bool isPart) {
  const auto links = updateChain(source, result, block);
  assert(links && "only what updateShape accepts is instrumented");
  UndoLog now = log;
  std::vector<ir::Statement> statements;
  auto next = links->begin();
  for (std::size_t s = 0; s < block.statements.size(); ++s) {
    ir::Statement &statement = block.statements[s];
    const bool isChanged = next != links->end() && next->statement == s;
    if (isChanged) {
      ir::Builder b(values, statements, statement.location);
      if (const auto *update = std::get_if<ir::Update>(&statement.op))
        now = isPart && update->isUnlogged ? now : logUpdate(*update, now, limit, b);
      else if (const auto *scatter = std::get_if<ir::Scatter>(&statement.op))
        now = logScatter(*scatter, now, limit, b);
      else if (const auto *histogram = std::get_if<ir::ReduceByIndex>(&statement.op))
        now = logHistogram(*histogram, next->position, now, limit, b);
      else
        now = instrumentStatement(statement, next->position, now,
                                  isPart ? limit : checkedInFront(statement, next->position, now, limit, definitions, b),
                                  values, definitions, isPart);
      ++next;
    }
    const auto *branch = isChanged ? std::get_if<ir::If>(&statement.op) : nullptr;
    const bool isExecution = branch && branch->isRecorded && log.decisions;
    statements.push_back(std::move(statement));
    ir::Builder b(values, statements, statements.back().location);
    if (isExecution)
      now.decisions.addExecution(b);
  }
  block.statements = std::move(statements);
  return now;
}

namespace {

// The array that the statement updates in place to result number `position`, if the updates can be logged.
ir::Value loggedSource(const ir::Statement &statement, std::size_t position, const ir::ValueTable &values,
                       const Definitions &definitions) {
  const auto shape = updateShape(statement, position, values, &definitions);
  return shape && shape->depth ? inPlaceSource(statement, position) : ir::Value();
}

std::optional<std::int64_t> perIteration(const ir::Statement &statement, std::size_t position, const ir::ValueTable &values,
                                         const Definitions &definitions) {
  const auto *loop = std::get_if<ir::Loop>(&statement.op);
  if (!loop)
    return std::nullopt;
  const ir::Value parameter = loop->body.parameters[position + loop->isCounted()];
  const auto shape = updateShape(parameter, loop->body.results[position], loop->body, values, &definitions);
  return shape && shape->isExact ? shape->mostUpdates : std::nullopt;
}

// A log of `depth` indices without entries, with room for `total` of them.
UndoLog emptyLog(ir::Value source, unsigned depth, ir::Value total, ir::Builder &b) {
  const std::string &name = b.values.name(source).text;
  UndoLog empty{b.index(0), {}, {}, false, {}, {}};
  for (unsigned d = 0; d < depth; ++d)
    empty.indices.push_back(b.store(ir::Stored::UndoIndex, b.index(0), {total}, name));
  ir::Values extents{total};
  for (unsigned d = depth; d < b.type(source).rank; ++d)
    extents.push_back(b.extent(source, d));
  empty.contents = b.store(ir::Stored::Undo, b.zero(b.type(source).scalar), extents, name);
  return empty;
}

// A result whose updates are logged.
struct Candidate {
  std::size_t position;
  ir::Value source;
  UpdateShape shape;
  ir::Value total;     ///< the number of entries, at most
  bool isExact = true; ///< another run of the statement makes as many entries
  bool isPart = false; ///< updates that say so are not logged
  bool isRecorded = false; ///< its log has decisions
  ir::Value taken = {};    ///< how many have taken the recorded arm
};

/// Does a part log of the statement's result leave updates out?
bool isPartLogged(const ir::Statement &statement, std::size_t position) {
  const auto *loop = std::get_if<ir::Loop>(&statement.op);
  return loop && llvm::is_contained(loop->annotations.partLogged, position);
}

void dropUnlogged(ir::Block &block) {
  ir::ValueMap before;
  llvm::erase_if(block.statements, [&](const ir::Statement &s) {
    const auto *update = std::get_if<ir::Update>(&s.op);
    if (!update || !update->isUnlogged)
      return false;
    const ir::Value earlier = before.lookup(update->array);
    before[s.results[0]] = earlier ? earlier : update->array;
    return true;
  });
  for (ir::Statement &s : block.statements)
    ir::forEachBlock(s.op, dropUnlogged);
  ir::substitute(block, before);
}

/// The statement with nothing but the updates that are logged.
ir::Statement withLoggedUpdates(ir::Statement statement) {
  ir::forEachBlock(statement.op, dropUnlogged);
  return statement;
}

/// Does the log of the statement's result need decisions, so that it needs no indices?
bool hasDecisions(const ir::Statement &statement, std::size_t position, const ir::ValueTable &values) {
  const auto *loop = std::get_if<ir::Loop>(&statement.op);
  return loop && !canBeWalked(*loop, position, WalkReads::ArraysInFront, values) &&
         canBeWalked(*loop, position, WalkReads::ArraysAndDecisions, values);
}

llvm::SmallVector<Candidate, 2> candidates(const ir::Statement &statement, llvm::ArrayRef<unsigned> unlogged, ir::Builder &b,
                                           const Definitions &definitions) {
  llvm::SmallVector<Candidate, 2> result;
  for (std::size_t k = 0; k < statement.results.size(); ++k) {
    const ir::Type type = b.type(statement.results[k]);
    const ir::Value source = type.isArray() ? loggedSource(statement, k, b.values, definitions) : ir::Value();
    // The branches of an `if` return the array that they have restored, a loop has one for each result.
    const bool isRestored = std::holds_alternative<ir::If>(statement.op) &&
                            llvm::any_of(result, [&](const Candidate &c) { return c.source == source; });
    if (!source || isRestored || llvm::is_contained(unlogged, k))
      continue;
    const bool isPart = isPartLogged(statement, k);
    auto shape = updateShape(statement, k, b.values, &definitions);
    if (isPart) {
      const unsigned depth = shape->depth;
      shape = updateShape(withLoggedUpdates(statement), k, b.values, &definitions);
      shape->depth = depth; // of an empty log, too
    }
    result.push_back({k, source, *shape, {}, true, isPart, !isPart && hasDecisions(statement, k, b.values), {}});
  }
  return result;
}

/// Does the number of updates follow from counters and from values in front of the statement? A run of the statement
/// that only counts them becomes a formula then.
bool isFormula(const ir::Statement &statement, std::size_t position, const ir::ValueTable &values) {
  const auto isKnown = [&](ir::Value source, const ir::Block &block, ir::Value iteration) {
    const analysis::Deciders deciders(block, iteration, values);
    return analysis::holdsOfUpdates(
        source, block.results[position], block, [](ir::Value) { return true; },
        [&](ir::Value v) { return deciders.isKnown(v); });
  };
  if (const auto *loop = std::get_if<ir::Loop>(&statement.op))
    return loop->isCounted() && isKnown(loop->body.parameters[position + 1], loop->body, loop->body.parameters[0]);
  const auto *branch = std::get_if<ir::If>(&statement.op);
  return branch && llvm::all_of(llvm::ArrayRef{&branch->then, &branch->otherwise}, [&](const ir::Block *arm) {
    return isKnown(inPlaceSource(branch->then.results[position], branch->then), *arm, {});
  });
}

// Finds how many entries there are at most. Where that follows from data, it is as many as the log of the loop around has
// for its iteration; else what a run of the statement finds that only counts.
void countUpdates(llvm::MutableArrayRef<Candidate> logged, const ir::Statement &statement, Adjoints &adjoints) {
  ir::Builder &b = adjoints.builder();
  Definitions &definitions = adjoints.definitions();
  ir::Block holder;
  holder.statements.push_back(statement);
  ir::Block copy = ir::cloneBlock(holder, b.values);
  ir::Statement &counting = copy.statements.front();
  bool isCounted = false;
  for (Candidate &c : logged) {
    if (c.shape.mostUpdates) {
      c.total = b.index(*c.shape.mostUpdates);
      c.isRecorded = false;
      continue;
    }
    const ir::Value most =
        isFormula(statement, c.position, b.values) ? ir::Value() : adjoints.mostUpdates(statement.results[c.position]);
    c.isRecorded &= !most;
    UndoLog none{b.index(0), {}, {}, false, {}, {}};
    if (c.isRecorded)
      none.decisions = Decisions::none({}, {}, b);
    const UndoLog counted = instrumentStatement(counting, c.position, none, {}, b.values, definitions, c.isPart);
    c.total = most ? most : counted.position;
    c.taken = counted.decisions.taken;
    isCounted |= !most;
    c.isExact = llvm::none_of(counted.values(),
                              [&](ir::Value v) { return dependsOnRounding(v, counting, b.values, definitions); });
  }
  if (isCounted)
    b.statements().push_back(std::move(counting));
}

} // namespace

LoggedStatement withUndoLogs(const ir::Statement &statement, Adjoints &adjoints, llvm::ArrayRef<unsigned> unlogged) {
  ir::Builder &b = adjoints.builder();
  Definitions &definitions = adjoints.definitions();
  LoggedStatement logged{statement, {}, {}, {}, {}};
  if (const auto *loop = std::get_if<ir::Loop>(&statement.op); loop && loop->annotations.stripmine == 0)
    return logged; // an outer loop of a stripmined nest
  llvm::SmallVector<Candidate, 2> all = candidates(statement, unlogged, b, definitions);
  countUpdates(all, statement, adjoints);
  for (const Candidate &c : all) {
    LogLimit limit;
    if (!c.isExact)
      limit = {c.total,
               "the updates of '" + b.values.name(c.source).text + "' at " + adjoints.placeOf(statement.location) +
                   " are more than were counted before: the order of a sum decides a comparison",
               c.taken};
    UndoLog empty = emptyLog(c.source, c.shape.depth, c.total, b);
    if (c.isRecorded)
      empty.decisions = Decisions::none(c.taken, b.values.name(c.source).text, b);
    logged.perIteration.push_back(
        perIteration(c.isPart ? withLoggedUpdates(statement) : statement, c.position, b.values, definitions));
    logged.logs.push_back(
        instrumentStatement(logged.statement, c.position, empty, limit, b.values, definitions, c.isPart));
    logged.logs.back().mayBeOutside = c.shape.mayBeOutside;
    for (ir::Value most : {limit.most, limit.mostTaken})
      if (most)
        logged.logs.back().limits.push_back(most);
    logged.positions.push_back(c.position);
    logged.sources.push_back(c.source);
  }
  return logged;
}

void announce(const LoggedStatement &logged, Adjoints &adjoints) {
  const auto *loop = std::get_if<ir::Loop>(&logged.statement.op);
  for (std::size_t m = 0; m < logged.logs.size(); ++m) {
    if (logged.logs[m].mayBeOutside || isPartLogged(logged.statement, logged.positions[m]))
      continue;
    ir::Builder &b = adjoints.builder();
    const ir::Value source = logged.sources[m], result = logged.statement.results[logged.positions[m]];
    ir::Value entries = logged.logs[m].position; // of which those of the first trip will do, where the others have the same indices
    if (loop && loop->isCounted() && analysis::updatesTheSameElements(*loop, logged.positions[m]))
      entries = b.apply(prims::Prim::Div, {entries, b.apply(prims::Prim::Max, {loop->count, b.index(1)})});
    else if (auto elements = loop ? elementsOfNest(*loop, logged.positions[m], b.values) : nullptr) {
      adjoints.changed(source, result, std::move(elements));
      continue;
    }
    adjoints.changed(source, result, elementsOfLog(logged.logs[m].indices, entries));
  }
}

void restoreLogged(llvm::ArrayRef<ir::Value> inits, llvm::ArrayRef<ir::Value> results,
                   llvm::ArrayRef<std::size_t> positions, llvm::ArrayRef<UndoLog> logs, Adjoints &adjoints) {
  ir::Builder &b = adjoints.builder();
  for (std::size_t m = 0; m < logs.size(); ++m)
    adjoints.undone(inits[positions[m]], results[positions[m]],
                    undo(adjoints.current(results[positions[m]]), logs[m], b.index(0), b), logs[m].limits);
}

UndoLog logOf(const ir::ReduceByIndex &op, std::size_t position, ir::Builder &b) {
  const ir::Value dest = op.dests[position], most = b.apply(prims::Prim::Min, {op.count, b.extent(dest)});
  UndoLog log = logHistogram(op, position, emptyLog(dest, 1, most, b), {}, b);
  log.mayBeOutside = true;
  return log;
}

ir::Value undo(ir::Value array, const UndoLog &log, ir::Value start, ir::Builder &b) {
  const ir::Value last = b.sub(log.position, b.index(1));
  return b.loop(b.sub(log.position, start), {array}, [&](ir::Builder &in, llvm::ArrayRef<ir::Value> p) -> ir::Values {
    const ir::Value entry = in.sub(last, p[0]);
    ir::Values indices;
    for (ir::Value column : log.indices)
      indices.push_back(in.read(column, {entry}));
    const auto restored = [&](ir::Builder &at) -> ir::Values {
      return {at.update(p[1], indices, at.read(log.contents, {entry}))};
    };
    if (!log.mayBeOutside)
      return restored(in);
    return in.ifElse(isInRange(in, indices[0], in.extent(p[1])), restored,
                     [&](ir::Builder &) -> ir::Values { return {p[1]}; });
  })[0];
}

} // namespace soac::ops
