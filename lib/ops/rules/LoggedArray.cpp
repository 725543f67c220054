#include "ops/rules/LoggedArray.h"

#include "analysis/OnlyWritten.h"
#include "ir/Walk.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::ops {
namespace {

// Does an iteration change the array in an inner loop or a definition, which would be logged again where it is run
// again?
bool isLoggedInside(ir::Value source, ir::Value result, const ir::Block &body) {
  const auto hasLog = [](const ir::Statement &s) {
    return std::holds_alternative<ir::Loop>(s.op) || std::holds_alternative<ir::Invoke>(s.op);
  };
  return llvm::any_of(*analysis::updateChain(source, result, body), [&](const analysis::UpdateLink &link) {
    const ir::Statement &s = body.statements[link.statement];
    bool isSo = hasLog(s);
    ir::forEachBlock(s.op, [&](const ir::Block &inner) {
      ir::forEachStatement(inner, [&](const ir::Statement &deeper) { isSo |= hasLog(deeper); });
    });
    return isSo;
  });
}

} // namespace

LoggedArray::LoggedArray(const ir::Statement &primal, std::size_t position, const UndoLog &log,
                         std::optional<std::int64_t> perIteration, bool handsDown, Adjoints &adjoints)
    : carried(position), result(primal.results[position]), handsDown(handsDown), log(log), perIteration(perIteration) {
  const ir::Loop &loop = std::get<ir::Loop>(primal.op);
  entry = loop.inits[position];
  isPart = llvm::is_contained(loop.annotations.partLogged, position);
  isOverwritten = llvm::is_contained(loop.annotations.overwritten, position);
  const ir::Value from = loop.body.parameters[position + 1], to = loop.body.results[position];
  isOnlyWritten = !isPart && isLoggedInside(from, to, loop.body) &&
                  analysis::isOnlyWritten(from, to, loop.body, adjoints.definitions());
  const ir::ValueTable &values = adjoints.builder().values;
  if (!isPart && !isOnlyWritten && (handsDown || !perIteration))
    nest = NestUndo::of(loop, position, handsDown ? NestUndo::Indices::AreNotNeeded : NestUndo::Indices::MayBeRead,
                        static_cast<bool>(log.decisions), values);
}

LoggedArray::LoggedArray(const ir::Statement &primal, std::size_t position, std::shared_ptr<HandedLog> handed,
                         bool handsDown, Adjoints &adjoints)
    : carried(position), result(primal.results[position]), handsDown(handsDown), above(std::move(handed)) {
  const ir::Loop &loop = std::get<ir::Loop>(primal.op);
  entry = loop.inits[position];
  log.contents = above->contents;
  isOnlyWritten = !log.contents;
  if (!isOnlyWritten)
    nest = NestUndo::of(loop, position, NestUndo::Indices::AreNotNeeded, static_cast<bool>(decisions()),
                        adjoints.builder().values);
  skip(*above, result, adjoints);
}

void LoggedArray::prepare(Adjoints &adjoints) {
  if (isPart)
    later = adjoints.laterContentsOf(result);
}

ir::Value LoggedArray::lastContents(Adjoints &adjoints) const {
  if (above)
    return adjoints.lastContentsOf(above->now.array, {});
  return isPart ? later : adjoints.lastContentsOf(adjoints.current(result), isOverwritten ? result : ir::Value());
}

ir::Values LoggedArray::initial(Adjoints &adjoints) const {
  const ir::Value length =
      above || starts || nest ? (above ? above->now.end : log.position) : adjoints.builder().index(0);
  return valuesOf({above ? above->now.array : adjoints.current(result), length, decisions()});
}

ir::Value LoggedArray::enter(ir::Value i, llvm::ArrayRef<ir::Value> carriedNow, Adjoints &adjoints) {
  ir::Builder &b = adjoints.builder();
  before = stateOf(carriedNow, {{}, {}, decisions()});
  const ir::Value array = before.array;
  if (handsDown) {
    below = std::make_shared<HandedLog>(HandedLog{before, log.contents});
    if (isOnlyWritten) // it is not undone below
      *below = {{before.array, before.end, {}}, {}};
    return adjoints.lostContents(array);
  }
  if (isOnlyWritten) {
    before.end = b.index(0);
    return array;
  }
  if (nest) {
    before = nest->iteration(i, before, log.contents, adjoints);
    return before.array;
  }
  UndoLog own = log;
  ir::Value start;
  if (perIteration) {
    start = b.mul(i, b.index(*perIteration));
    own.position = b.add(start, b.index(*perIteration));
    before.end = b.index(0);
  } else {
    start = b.read(starts, {i});
    own.position = before.end;
    before.end = start;
  }
  if (!isPart) {
    most = b.sub(own.position, start);
    return undo(array, own, start, b);
  }
  behind = array;
  entries = own;
  begin = start;
  adjoints.setContents(later, array);
  return adjoints.lostContents(array);
}

ir::Values LoggedArray::leave(ir::Value entered, Adjoints &adjoints) {
  if (handsDown) {
    before.array = below->now.array;
    before.end = below->now.end;
    if (below->now.decisions)
      before.decisions = below->now.decisions;
  } else if (isPart)
    before.array = undo(behind, entries, begin, adjoints.builder());
  else
    before.array = isOnlyWritten ? entered : adjoints.current(entered);
  return valuesOf(before);
}

void LoggedArray::finish(llvm::ArrayRef<ir::Value> carriedNow, Adjoints &adjoints) const {
  const ir::Value array = carriedNow[0];
  if (above)
    handBack(*above, stateOf(carriedNow, above->now), entry, adjoints);
  else if (isPart)
    loseEntry(adjoints);
  else
    restoreEntry(isOnlyWritten ? undoneByLog(array, adjoints) : array, adjoints);
}

void LoggedArray::pass(Adjoints &adjoints) const {
  if (above) {
    if (nest)
      handBack(*above, nest->all(above->now, above->contents, adjoints), entry, adjoints);
    return;
  }
  if (isPart)
    return loseEntry(adjoints);
  const ir::Value array = adjoints.current(result);
  restoreEntry(nest ? nest->all({array, log.position, log.decisions}, log.contents, adjoints).array
                    : undoneByLog(array, adjoints),
               adjoints);
}

/// All that is in the log.
ir::Value LoggedArray::undoneByLog(ir::Value array, Adjoints &adjoints) const {
  return undo(array, log, adjoints.builder().index(0), adjoints.builder());
}

void LoggedArray::restoreEntry(ir::Value array, Adjoints &adjoints) const {
  adjoints.undone(entry, result, array, log.limits);
}

/// The array in front of the loop stays where it may be copied, or the loop has changed a copy of it.
void LoggedArray::loseEntry(Adjoints &adjoints) const {
  if (!isOverwritten && adjoints.current(entry) == entry)
    adjoints.restore(entry, adjoints.lostContents(entry));
}

} // namespace soac::ops
