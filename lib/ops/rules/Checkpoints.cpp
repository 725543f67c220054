// The states of a loop by checkpoints and undo logs [SC22 §4.2].
//
// A carried value is stored at the entry of every iteration, in an array of one more rank. An array that is changed in
// place by updates alone, and not several times over (ad/CarriedArrays.h), has an undo log instead: the return loop
// carries the array and undoes one iteration after another. Where iterations add different numbers of log entries, the
// log's length at the start of each is a checkpoint, unless the iteration can be undone without (ops/rules/NestUndo.h). Of an array that changes its shape, the states lie one after
// another (ops/rules/RaggedCheckpoint.h). An array without false dependencies needs neither: its contents after the
// loop serve every iteration [SC22 §6.2]. So do the contents of an array that the loop writes and never reads, since no
// derivative asks for them. Where inner loops write such an array, it is undone as a whole, after the return loop, so
// that these loops, run again, need no log. Where the log has a part of the updates alone (ad/PartLogs.h), an iteration
// reads its numbers from the array as the iterations behind it have left it, undone so far, and is undone itself when
// its return sweep has ended. What the array was at the entry of an iteration is lost, and so is what it was in front of
// the loop, but where it is overwritten whole: then it may be copied.
//   loop n, (x, a) |i, x, a| { .. b = update a[k] = y  yield z, b }     xs[i] = x at the entry of iteration i
//                                                                        log of a: (k, a[k] before the update)
#include "analysis/OnlyWritten.h"
#include "ops/rules/FinalElements.h"
#include "ops/rules/KeptNumbers.h"
#include "ops/rules/LoopStates.h"
#include "ops/rules/NestUndo.h"
#include "ops/rules/RaggedCheckpoint.h"
#include "ops/rules/UndoLog.h"

namespace soac::ops {
namespace {

class Checkpointed final : public LoopStates {
public:
  Checkpointed(const ir::Statement &primal, Adjoints &adjoints)
      : entryValues(std::get<ir::Loop>(primal.op).inits), results(primal.results) {
    ir::Builder &b = adjoints.builder();
    unchanged = std::get<ir::Loop>(primal.op).annotations.noFalseDependencies;
    llvm::SmallVector<unsigned, 2> unlogged = unchanged;
    unlogged.append(std::get<ir::Loop>(primal.op).annotations.rewritten);
    LoggedStatement logged = withUndoLogs(primal, adjoints, unlogged);
    positions = logged.positions;
    logs = logged.logs;
    perIteration = logged.perIteration;
    const ir::Block &plain = std::get<ir::Loop>(primal.op).body;
    for (std::size_t k : positions) {
      const ir::LoopAnnotations &notes = std::get<ir::Loop>(primal.op).annotations;
      isPart.push_back(llvm::is_contained(notes.partLogged, k));
      isOverwritten.push_back(llvm::is_contained(notes.overwritten, k));
      const ir::Value parameter = plain.parameters[k + 1], result = plain.results[k];
      onlyWritten.push_back(!isPart.back() && isLoggedInside(parameter, result, plain) &&
                            analysis::isOnlyWritten(parameter, result, plain, adjoints.definitions()));
    }
    for (std::size_t m = 0; m < positions.size(); ++m)
      nests.push_back(isPart[m] || onlyWritten[m] || perIteration[m]
                          ? std::nullopt
                          : NestUndo::of(std::get<ir::Loop>(primal.op), positions[m], b.values));
    auto &loop = std::get<ir::Loop>(logged.statement.op);
    loop.annotations.noFalseDependencies.clear();
    std::vector<ir::Statement> entry;
    ir::Builder in(b.values, entry, primal.location);
    const auto checkpoint = [&](std::size_t k) {
      addCheckpoint(loop, loop.inits[k], loop.body.parameters[k + 1], b, in);
      ir::Values &all = logged.statement.results;
      all.push_back(b.values.freshLike(loop.body.parameters.back(), b.type(loop.inits.back())));
      return all.back();
    };
    checkpoints.resize(results.size());
    llvm::copy_if(loop.annotations.shapeChanges, std::back_inserter(changing), [&](unsigned k) {
      return !llvm::is_contained(positions, k) && !llvm::is_contained(unchanged, k);
    });
    for (std::size_t k = 0; k < results.size(); ++k)
      if (!llvm::is_contained(positions, k) && !llvm::is_contained(unchanged, k) && !llvm::is_contained(changing, k))
        checkpoints[k] = checkpoint(k);
    std::size_t position = results.size();
    for (std::size_t m = 0; m < logs.size(); ++m) {
      starts.push_back(perIteration[m] || onlyWritten[m] || nests[m] ? ir::Value() : checkpoint(position));
      position += logs[m].values().size();
    }
    for (unsigned k : changing)
      ragged.emplace_back(k, primal, logged.statement, in, adjoints);
    numbers = numbersOf(std::get<ir::Loop>(primal.op), b.values);
    if (llvm::is_contained(isPart, true))
      numbers.addAsked(std::get<ir::Loop>(primal.op));
    std::vector<ir::Statement> &body = loop.body.statements;
    body.insert(body.begin(), std::make_move_iterator(entry.begin()), std::make_move_iterator(entry.end()));
    numbers.store(logged.statement, b);
    b.statements().push_back(logged.statement);
    announce(logged, adjoints);
  }

  ir::Loop again(const ir::Loop &loop, Adjoints &adjoints) override {
    ir::Loop made = numbers.read(loop, adjoints.builder().values);
    later.assign(positions.size(), {});
    behind.assign(positions.size(), {});
    begins.assign(positions.size(), {});
    entries.resize(positions.size());
    for (std::size_t m = 0; m < positions.size(); ++m)
      if (isPart[m])
        later[m] = adjoints.laterContentsOf(results[positions[m]]);
    const auto last = [&](std::size_t position) {
      for (std::size_t m = 0; m < positions.size(); ++m)
        if (isPart[m] && positions[m] == position)
          return later[m];
      const bool isOverwritten = llvm::is_contained(loop.annotations.overwritten, position);
      return llvm::is_contained(positions, position)
                 ? adjoints.lastContentsOf(adjoints.current(results[position]), isOverwritten ? results[position] : ir::Value())
                 : ir::Value();
    };
    readFinalElements(made, last, adjoints.builder().values);
    return made;
  }

  // The logged arrays, and for each its log's length (0 where that is not needed); then the arrays whose final contents
  // serve every iteration, and the ends of the states of arrays that change their shape.
  ir::Values inits(Adjoints &adjoints) override {
    ir::Values own;
    for (std::size_t position : positions)
      own.push_back(adjoints.current(results[position]));
    for (std::size_t m = 0; m < logs.size(); ++m)
      own.push_back(starts[m] || nests[m] ? logs[m].position : adjoints.builder().index(0));
    for (unsigned k : unchanged)
      own.push_back(adjoints.current(results[k]));
    for (const RaggedCheckpoint &states : ragged)
      own.push_back(states.length());
    return own;
  }

  ir::Values enter(ir::Value i, llvm::ArrayRef<ir::Value> own, Adjoints &adjoints) override {
    ir::Builder &b = adjoints.builder();
    ir::Values values;
    lengths.clear();
    ends.clear();
    for (std::size_t k = 0; k < results.size(); ++k) {
      const auto m = static_cast<std::size_t>(llvm::find(unchanged, k) - unchanged.begin());
      const auto *const shape = llvm::find(changing, k);
      if (shape != changing.end())
        values.push_back(stateOfOwnShape(i, static_cast<std::size_t>(shape - changing.begin()), own, b));
      else if (checkpoints[k])
        values.push_back(b.read(checkpoints[k], {i}, b.values.name(results[k])));
      else if (m < unchanged.size())
        values.push_back(own[2 * logs.size() + m]);
      else
        values.push_back(
            undone(i, own, static_cast<std::size_t>(llvm::find(positions, k) - positions.begin()), adjoints));
    }
    return values;
  }

  ir::Values leave(ir::Value, llvm::ArrayRef<ir::Value> values, Adjoints &adjoints) override {
    ir::Values own;
    for (std::size_t m = 0; m < positions.size(); ++m)
      own.push_back(isPart[m]        ? undo(behind[m], entries[m], begins[m], adjoints.builder())
                    : onlyWritten[m] ? values[positions[m]]
                                     : adjoints.current(values[positions[m]]));
    own.append(lengths);
    for (unsigned k : unchanged)
      own.push_back(adjoints.current(values[k]));
    own.append(ends);
    return own;
  }

  void finish(llvm::ArrayRef<ir::Value> own, Adjoints &adjoints) override {
    for (std::size_t m = 0; m < logs.size(); ++m)
      if (isPart[m])
        loseEntry(m, adjoints);
      else
        adjoints.undone(entryValues[positions[m]], results[positions[m]],
                        onlyWritten[m] ? undo(own[m], logs[m], adjoints.builder().index(0), adjoints.builder())
                                       : own[m],
                        logs[m].limit);
  }

  void pass(Adjoints &adjoints) override {
    for (std::size_t m = 0; m < logs.size(); ++m)
      if (isPart[m])
        loseEntry(m, adjoints);
      else if (nests[m])
        adjoints.undone(entryValues[positions[m]], results[positions[m]],
                        nests[m]->all({adjoints.current(results[positions[m]]), logs[m].position}, logs[m].contents, adjoints.builder()).array,
                        logs[m].limit);
      else
        restoreLogged(entryValues, results, positions[m], logs[m], adjoints);
  }

private:
  KeptNumbers numbersOf(const ir::Loop &loop, const ir::ValueTable &values) const {
    llvm::SmallVector<std::size_t, 2> logged, stored;
    for (auto [k, isWritten] : llvm::zip_equal(positions, onlyWritten))
      if (!isWritten)
        logged.push_back(k);
    for (std::size_t k = 0; k < results.size(); ++k)
      if (checkpoints[k])
        stored.push_back(k);
    return loop.annotations.stripmine == 0 ? KeptNumbers() : KeptNumbers(loop, logged, stored, values);
  }

  // Does an iteration change the array in an inner loop or a definition, which would be logged again where it is run
  // again?
  static bool isLoggedInside(ir::Value source, ir::Value result, const ir::Block &body) {
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

  // Adds a carried array to the loop, which stores `parameter` at the entry of each iteration.
  static void addCheckpoint(ir::Loop &loop, ir::Value init, ir::Value parameter, ir::Builder &b, ir::Builder &entry) {
    ir::Values extents{loop.count};
    extents.append(b.extents(init));
    loop.inits.push_back(b.store(ir::Stored::Checkpoint, b.zero(b.type(init).scalar), extents, b.values.name(parameter).text));
    const ir::Value store = b.values.freshLike(loop.inits.back());
    loop.body.parameters.push_back(store);
    loop.body.results.push_back(entry.update(store, {loop.body.parameters[0]}, parameter));
  }

  ir::Value stateOfOwnShape(ir::Value i, std::size_t m, llvm::ArrayRef<ir::Value> own, ir::Builder &b) {
    const RaggedCheckpoint::State state = ragged[m].read(i, own[2 * logs.size() + unchanged.size() + m], b);
    ends.push_back(state.start);
    return state.value;
  }

  /// The array in front of the loop, which stays where it may be copied, or the loop has changed a copy of it.
  void loseEntry(std::size_t m, Adjoints &adjoints) {
    const ir::Value entry = entryValues[positions[m]];
    if (!isOverwritten[m] && adjoints.current(entry) == entry)
      adjoints.restore(entry, adjoints.lostContents(entry));
  }

  ir::Value undone(ir::Value i, llvm::ArrayRef<ir::Value> own, std::size_t m, Adjoints &adjoints) {
    ir::Builder &b = adjoints.builder();
    if (onlyWritten[m]) {
      lengths.push_back(b.index(0));
      return own[m];
    }
    if (nests[m]) {
      const NestUndo::State before = nests[m]->iteration(i, {own[m], own[logs.size() + m]}, logs[m].contents, b);
      lengths.push_back(before.end);
      return before.array;
    }
    UndoLog log = logs[m];
    ir::Value start;
    if (const auto count = perIteration[m]) {
      start = b.mul(i, b.index(*count));
      log.position = b.add(start, b.index(*count));
      lengths.push_back(b.index(0));
    } else {
      start = b.read(starts[m], {i});
      log.position = own[logs.size() + m];
      lengths.push_back(start);
    }
    if (!isPart[m])
      return undo(own[m], log, start, b);
    behind[m] = own[m];
    entries[m] = log;
    begins[m] = start;
    adjoints.setContents(later[m], own[m]);
    return adjoints.lostContents(own[m]);
  }

  ir::Values entryValues, results;
  ir::Values checkpoints;                                ///< per carried value; unset where it has none
  llvm::SmallVector<unsigned, 2> unchanged;                  ///< carried arrays without false dependencies
  llvm::SmallVector<std::size_t, 2> positions;           ///< logged carried values
  std::vector<UndoLog> logs;                             ///< one for each of `positions`
  std::vector<bool> onlyWritten;                         ///< one for each of `positions`: no iteration reads its array
  std::vector<std::optional<NestUndo>> nests;            ///< one for each of `positions`, where its log needs no indices
  std::vector<bool> isPart;                              ///< one for each of `positions`: its log is a part log
  std::vector<bool> isOverwritten;                       ///< one for each of `positions`: the loop overwrites it whole
  ir::Values later, behind;     ///< arrays of part logs, named and behind the iteration that is undone
  std::vector<UndoLog> entries; ///< of that iteration
  ir::Values begins;            ///< and where they begin
  ir::Values starts;                                     ///< the log's lengths at the entries; unset where not needed
  std::vector<std::optional<std::int64_t>> perIteration; ///< entries that every iteration adds, where a constant
  ir::Values lengths;                                    ///< of the logs at the entry of the current iteration
  llvm::SmallVector<unsigned, 2> changing;               ///< carried arrays that change their shape
  std::vector<RaggedCheckpoint> ragged;                  ///< one for each of `changing`
  KeptNumbers numbers;
  ir::Values ends;                                       ///< of the states before that of the current iteration
};

} // namespace

std::shared_ptr<LoopStates> checkpointed(const ir::Statement &primal, Adjoints &adjoints) {
  return std::make_shared<Checkpointed>(primal, adjoints);
}

} // namespace soac::ops
