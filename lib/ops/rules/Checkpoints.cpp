// The states of a loop by checkpoints and undo logs [SC22 §4.2].
//
// A carried value is stored at the entry of every iteration, in an array of one more rank. An array that is changed in
// place by updates alone, and not several times over (ad/CarriedArrays.h), has an undo log instead: the return loop
// carries the array and undoes one iteration after another (ops/rules/LoggedArray.h). Where iterations add different
// numbers of log entries, the log's length at the start of each is a checkpoint, unless the iteration can be undone
// without (ops/rules/NestUndo.h). Of an array that changes its shape, the states lie one after another
// (ops/rules/RaggedCheckpoint.h). An array without false dependencies needs neither: its contents after the loop serve
// every iteration [SC22 §6.2]. So do the contents of an array that the loop writes and never reads, since no derivative
// asks for them. Where inner loops write such an array, it is undone as a whole, after the return loop, so that these
// loops, run again, need no log. Where the log has a part of the updates alone (ad/PartLogs.h), an iteration reads its
// numbers from the array as the iterations behind it have left it, undone so far, and is undone itself when its return
// sweep has ended. What the array was at the entry of an iteration is lost, and so is what it was in front of the loop,
// but where it is overwritten whole: then it may be copied.
//   loop n, (x, a) |i, x, a| { .. b = update a[k] = y  yield z, b }     xs[i] = x at the entry of iteration i
//                                                                        log of a: (k, a[k] before the update)
#include "ops/rules/FinalElements.h"
#include "ops/rules/KeptNumbers.h"
#include "ops/rules/KeptTrips.h"
#include "ops/rules/LoggedArray.h"
#include "ops/rules/LoopStates.h"
#include "ops/rules/RaggedCheckpoint.h"

namespace soac::ops {
namespace {

class Checkpointed final : public LoopStates {
public:
  Checkpointed(const ir::Statement &primal, Adjoints &adjoints) : results(primal.results) {
    ir::Builder &b = adjoints.builder();
    if (takesHandedLogs(primal, adjoints)) {
      takeHanded(primal, adjoints);
      return;
    }
    unchanged = std::get<ir::Loop>(primal.op).annotations.noFalseDependencies;
    llvm::SmallVector<unsigned, 2> unlogged = unchanged;
    unlogged.append(std::get<ir::Loop>(primal.op).annotations.rewritten);
    LoggedStatement logged = withUndoLogs(primal, adjoints, unlogged);
    llvm::SmallVector<std::pair<std::size_t, bool>, 4> logs;
    for (auto [k, log] : llvm::zip_equal(logged.positions, logged.logs))
      logs.emplace_back(k, static_cast<bool>(log.decisions));
    const llvm::SmallVector<bool, 4> handsDown = handedDown(primal, logs, adjoints);
    for (auto [k, log, count] : llvm::zip_equal(logged.positions, logged.logs, logged.perIteration))
      arrays.emplace_back(primal, k, log, count, handsDown[k], adjoints);
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
    llvm::copy_if(loop.annotations.shapeChanges, std::back_inserter(changing),
                  [&](unsigned k) { return !arrayAt(k) && !llvm::is_contained(unchanged, k); });
    for (std::size_t k = 0; k < results.size(); ++k)
      if (!arrayAt(k) && !llvm::is_contained(unchanged, k) && !llvm::is_contained(changing, k))
        checkpoints[k] = checkpoint(k);
    std::size_t position = results.size();
    for (LoggedArray &array : arrays) {
      if (array.needsStarts())
        array.setStarts(checkpoint(position));
      position += array.logSize();
    }
    for (unsigned k : changing)
      ragged.emplace_back(k, primal, logged.statement, in, adjoints);
    numbers = numbersOf(std::get<ir::Loop>(primal.op), b.values);
    if (llvm::any_of(arrays, [](const LoggedArray &array) { return array.isPartLogged(); }) ||
        llvm::any_of(handsDown, [](bool isHanded) { return isHanded; }))
      numbers.addAsked(std::get<ir::Loop>(primal.op));
    std::vector<ir::Statement> &body = loop.body.statements;
    body.insert(body.begin(), std::make_move_iterator(entry.begin()), std::make_move_iterator(entry.end()));
    trips = KeptTrips(std::get<ir::Loop>(primal.op), b.values);
    numbers.store(logged.statement, b);
    trips.store(logged.statement, b);
    b.statements().push_back(logged.statement);
    announce(logged, adjoints);
  }

  ir::Loop again(const ir::Loop &loop, Adjoints &adjoints) override {
    ir::Loop made = trips.read(numbers.read(loop, adjoints.builder().values), adjoints.builder().values);
    for (LoggedArray &array : arrays)
      array.prepare(adjoints);
    const auto last = [&](std::size_t position) {
      const LoggedArray *array = arrayAt(position);
      return array ? array->lastContents(adjoints) : ir::Value();
    };
    readFinalElements(made, last, adjoints.builder().values);
    return made;
  }

  // The logged arrays, each with its log's length and decisions; then the arrays whose final contents serve every
  // iteration, and the ends of the states of arrays that change their shape.
  ir::Values inits(Adjoints &adjoints) override {
    ir::Values own;
    for (const LoggedArray &array : arrays)
      own.append(array.initial(adjoints));
    for (unsigned k : unchanged)
      own.push_back(adjoints.current(results[k]));
    for (const RaggedCheckpoint &states : ragged)
      own.push_back(states.length());
    return own;
  }

  ir::Values enter(ir::Value i, llvm::ArrayRef<ir::Value> own, Adjoints &adjoints) override {
    ir::Builder &b = adjoints.builder();
    ir::Values values;
    ends.clear();
    for (std::size_t k = 0; k < results.size(); ++k) {
      const auto m = static_cast<std::size_t>(llvm::find(unchanged, k) - unchanged.begin());
      const auto *const shape = llvm::find(changing, k);
      if (shape != changing.end())
        values.push_back(stateOfOwnShape(i, static_cast<std::size_t>(shape - changing.begin()), own, b));
      else if (checkpoints[k])
        values.push_back(b.read(checkpoints[k], {i}, b.values.name(results[k])));
      else if (m < unchanged.size())
        values.push_back(own[carriedByArrays() + m]);
      else
        values.push_back(logged(i, own, k, adjoints));
    }
    return values;
  }

  std::vector<Adjoints::InPlaceChange> changes() const override {
    std::vector<Adjoints::InPlaceChange> all(results.size());
    for (const LoggedArray &array : arrays)
      all[array.position()] = array.change();
    return all;
  }

  ir::Values leave(ir::Value, llvm::ArrayRef<ir::Value> values, Adjoints &adjoints) override {
    ir::Values own;
    for (LoggedArray &array : arrays)
      own.append(array.leave(values[array.position()], adjoints));
    for (unsigned k : unchanged)
      own.push_back(adjoints.current(values[k]));
    own.append(ends);
    return own;
  }

  void finish(llvm::ArrayRef<ir::Value> own, Adjoints &adjoints) override {
    for (const LoggedArray &array : arrays) {
      array.finish(own.take_front(array.carriedValues()), adjoints);
      own = own.drop_front(array.carriedValues());
    }
  }

  void pass(Adjoints &adjoints) override {
    for (const LoggedArray &array : arrays)
      array.pass(adjoints);
  }

private:
  /// All that the loop carries are arrays whose entries the log of the loop around has: it does not run again.
  void takeHanded(const ir::Statement &primal, Adjoints &adjoints) {
    checkpoints.resize(results.size());
    llvm::SmallVector<std::pair<std::size_t, bool>, 4> all;
    for (auto [k, r] : llvm::enumerate(results))
      all.emplace_back(k, static_cast<bool>(adjoints.handedLog(r)->now.decisions));
    const llvm::SmallVector<bool, 4> handsDown = handedDown(primal, all, adjoints);
    for (std::size_t k = 0; k < results.size(); ++k)
      arrays.emplace_back(primal, k, adjoints.handedLog(results[k]), handsDown[k], adjoints);
  }
  static llvm::SmallVector<bool, 4>
  handedDown(const ir::Statement &primal, llvm::ArrayRef<std::pair<std::size_t, bool>> logged, Adjoints &adjoints) {
    const auto &loop = std::get<ir::Loop>(primal.op);
    if (!adjoints.mayHandLogsDown())
      return llvm::SmallVector<bool, 4>(loop.inits.size(), false);
    return ops::handedDown(loop, logged, adjoints.builder().values, adjoints.definitions());
  }

  KeptNumbers numbersOf(const ir::Loop &loop, const ir::ValueTable &values) const {
    llvm::SmallVector<std::size_t, 2> logged, stored;
    for (const LoggedArray &array : arrays)
      if (array.isRead())
        logged.push_back(array.position());
    for (std::size_t k = 0; k < results.size(); ++k)
      if (checkpoints[k])
        stored.push_back(k);
    return loop.annotations.stripmine == 0 ? KeptNumbers() : KeptNumbers(loop, logged, stored, values);
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
    const RaggedCheckpoint::State state = ragged[m].read(i, own[carriedByArrays() + unchanged.size() + m], b);
    ends.push_back(state.start);
    return state.value;
  }

  ir::Value logged(ir::Value i, llvm::ArrayRef<ir::Value> own, std::size_t k, Adjoints &adjoints) {
    LoggedArray &array = *arrayAt(k);
    std::size_t begin = 0;
    for (const LoggedArray *before = arrays.data(); before != &array; ++before)
      begin += before->carriedValues();
    return array.enter(i, own.slice(begin, array.carriedValues()), adjoints);
  }
  std::size_t carriedByArrays() const {
    std::size_t all = 0;
    for (const LoggedArray &array : arrays)
      all += array.carriedValues();
    return all;
  }

  /// Null where the carried value is no logged array.
  LoggedArray *arrayAt(std::size_t position) {
    const auto found = llvm::find_if(arrays, [&](const LoggedArray &a) { return a.position() == position; });
    return found == arrays.end() ? nullptr : &*found;
  }

  ir::Values results;
  ir::Values checkpoints;                   ///< per carried value; unset where it has none
  llvm::SmallVector<unsigned, 2> unchanged; ///< carried arrays without false dependencies
  std::vector<LoggedArray> arrays;          ///< in the order of their positions
  llvm::SmallVector<unsigned, 2> changing;  ///< carried arrays that change their shape
  std::vector<RaggedCheckpoint> ragged;     ///< one for each of `changing`
  KeptNumbers numbers;
  KeptTrips trips;
  ir::Values ends; ///< of the states before that of the current iteration
};

} // namespace

std::shared_ptr<LoopStates> checkpointed(const ir::Statement &primal, Adjoints &adjoints) {
  return std::make_shared<Checkpointed>(primal, adjoints);
}

} // namespace soac::ops
