#include "ad/PartLogs.h"

#include "ad/FalseDependencies.h"
#include "ad/FinalElementMarks.h"
#include "ad/KeptMarks.h"
#include "analysis/FinalElements.h"
#include "analysis/Flow.h"
#include "analysis/InPlace.h"
#include "ops/rules/Contribution.h"
#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::ad {
namespace {

using analysis::Access;

/// What the adjoint of a block needs, where seeds of its results reach it.
class Needs {
public:
  Needs(const ir::Block &block, const ir::ValueTable &values) : scratch(values) {
    ir::forEachStatement(block, [&](const ir::Statement &s) { statements.push_back(&s); });
    for (ir::Value r : block.results)
      if (values.type(r).isDifferentiable())
        reached.insert(r);
    reach();
    for (const ir::Statement *s : statements)
      need(*s);
  }
  bool contains(ir::Value v) const { return needed.contains(v); }
  /// In the order of the statements that need them.
  llvm::ArrayRef<ir::Value> all() const { return needed.getArrayRef(); }

private:
  void reach() {
    for (std::size_t before = 0; before != reached.size();) {
      before = reached.size();
      for (const ir::Statement *s : llvm::reverse(statements))
        analysis::forEachFlow(*s, [&](ir::Value from, ir::Value to) {
          if (reached.contains(to) && scratch.type(from).isDifferentiable())
            reached.insert(from);
        });
    }
  }

  /// Numbers, indices, counts and conditions.
  void need(const ir::Statement &s) {
    const bool isReached = llvm::any_of(s.results, [&](ir::Value r) { return reached.contains(r); });
    if (!isReached)
      return;
    if (const auto *apply = std::get_if<ir::Apply>(&s.op))
      needFactors(*apply, s.results[0]);
    else
      ir::forEachOperand(s.op, [&](ir::Value v) {
        if (!scratch.type(v).isArray() && !scratch.type(v).isDifferentiable())
          needed.insert(v);
      });
  }
  void needFactors(const ir::Apply &apply, ir::Value result) {
    std::vector<ir::Statement> partial;
    ir::Builder b(scratch, partial);
    const ir::Value seed = scratch.fresh(scratch.type(result));
    for (std::size_t k = 0; k < apply.arguments.size(); ++k)
      if (scratch.type(apply.arguments[k]).isDifferentiable() && !scratch.asConstant(apply.arguments[k]))
        ops::contribution(apply, k, result, seed, b);
    ir::ValueSet operands;
    for (const ir::Statement &s : partial)
      ir::forEachOperand(s.op, [&](ir::Value v) { operands.insert(v); });
    for (ir::Value v : apply.arguments)
      if (operands.contains(v))
        needed.insert(v);
    if (operands.contains(result))
      needed.insert(result);
  }

  ir::ValueTable scratch;
  std::vector<const ir::Statement *> statements;
  ir::ValueSet reached, needed;
};

std::size_t loopsAround(const Access &access) {
  return static_cast<std::size_t>(llvm::count_if(access.path, [](const Access::Step &s) {
    return !s.statement || std::holds_alternative<ir::Loop>(s.statement->op);
  }));
}

/// What is to be noted of one array that a loop carries.
struct PartLog {
  unsigned position = 0;
  ir::ValueSet versions;
  llvm::DenseSet<const ir::Statement *> unlogged;
  std::vector<analysis::FinalElement> numbers; ///< that are read where an iteration has ended
  std::size_t loops = 0;                       ///< around the updates that are not logged, at most
  bool isEmpty = true;                         ///< nothing is logged
  bool isNeeded = false;                       ///< a number that is read of the array is needed itself
};

/// Logged are the updates that may overwrite a needed number in a later iteration, where they are in fewer loops than
/// others; with `keepsNumbers` not where these numbers are in no more loops than they are.
std::optional<PartLog> partLog(const ir::Loop &loop, unsigned position, bool keepsNumbers, const Needs &needs,
                               const ir::ValueTable &values, const analysis::DefUse &definitions) {
  const analysis::ArrayAccesses accesses(loop, position, values);
  if (!accesses.isKnown() || !analysis::areComparable(accesses))
    return std::nullopt;
  PartLog log;
  log.position = position;
  std::vector<const Access *> writes, unlogged;
  for (const Access &access : accesses.all())
    if (access.isWrite) {
      writes.push_back(&access);
      log.loops = std::max(log.loops, loopsAround(access));
    }
  analysis::LaterWrites later(accesses, values, definitions);
  const auto staysInIteration = [&](const Access &access) {
    return later.elementOf(access) &&
           llvm::none_of(writes, [&](const Access *write) { return later.mayFollowInIteration(access, *write); });
  };
  std::vector<const Access *> staying;
  for (const Access &access : accesses.all())
    if (staysInIteration(access))
      staying.push_back(&access);
  const auto mayOverwrite = [&](const Access *write) {
    return llvm::any_of(staying, [&](const Access *access) {
      return needs.contains(later.elementOf(*access)->number) &&
             !(keepsNumbers && loopsAround(*access) <= loopsAround(*write)) &&
             later.mayFollowInLaterIteration(*access, *write);
    });
  };
  log.isNeeded = llvm::any_of(accesses.all(), [&](const Access &access) {
    const auto element = later.elementOf(access);
    return !access.isWrite && element && needs.contains(element->number);
  });
  for (const Access *write : writes)
    if (loopsAround(*write) == log.loops || !mayOverwrite(write))
      unlogged.push_back(write);
  log.isEmpty = unlogged.size() == writes.size();
  for (const Access *write : unlogged)
    log.unlogged.insert(write->statement);
  for (const Access *access : staying)
    if (llvm::none_of(unlogged, [&](const Access *write) { return later.mayFollowInLaterIteration(*access, *write); }))
      log.numbers.push_back(*later.elementOf(*access));
  return log;
}

/// All versions of the array that the loop carries.
ir::ValueSet versionsOf(const ir::Loop &loop, unsigned position, const ir::ValueTable &values) {
  ir::ValueSet versions;
  versions.insert(loop.body.parameters[position + 1]);
  ir::forEachStatement(loop.body, [&](const ir::Statement &s) {
    const auto *inner = std::get_if<ir::Loop>(&s.op);
    for (std::size_t k = 0; inner && k < inner->inits.size(); ++k)
      if (versions.contains(inner->inits[k])) {
        versions.insert(inner->body.parameters[k + inner->isCounted()]);
        if (!inner->isCounted())
          versions.insert(inner->condition.parameters[k]);
      }
    for (std::size_t k = 0; k < s.results.size(); ++k)
      if (const ir::Value source = values.type(s.results[k]).isArray() ? analysis::inPlaceSource(s, k) : ir::Value();
          source && versions.contains(source))
        versions.insert(s.results[k]);
  });
  return versions;
}

/// The part logs of one loop.
class LoopLogs {
public:
  LoopLogs(const ir::Loop &loop, const ir::ValueTable &values, const analysis::DefUse &definitions)
      : loop(loop), values(values), definitions(definitions), needs(loop.body, values),
        ranges(values, definitions, loop.body) {}

  /// Adds the array, where what is needed is there or can be kept.
  void add(unsigned position) {
    for (const bool keepsNumbers : {true, false}) {
      auto log = partLog(loop, position, keepsNumbers, needs, values, definitions);
      if (!log)
        return;
      log->versions = versionsOf(loop, position, values);
      logs.push_back(std::move(*log));
      const auto before = kept;
      if (!logs.back().isNeeded && !isAnyLost()) { // as of arrays that are only written, and those of sums
        logs.pop_back();
        return;
      }
      if (keepNeeded())
        return;
      logs.pop_back();
      kept = before;
    }
  }

  /// Is there something to be gained? Else the numbers are final without it.
  bool isAny() const {
    return !logs.empty() && (!kept.empty() || llvm::any_of(logs, [](const PartLog &log) { return !log.isEmpty; }));
  }

  std::vector<PartLog> logs;
  KeptPlaces kept;

private:
  bool isAnyLost() {
    findLost();
    return llvm::any_of(needs.all(), [&](ir::Value v) { return lost.contains(v); });
  }
  bool keepNeeded() {
    constexpr std::size_t mostKept = 16;
    for (;;) {
      findLost();
      const auto found = llvm::find_if(needs.all(), [&](ir::Value v) { return lost.contains(v); });
      if (found == needs.all().end())
        return true;
      if (kept.size() == mostKept || !keep(*found))
        return false;
    }
  }

  /// Keeps the value, or what it is computed from: integers that others are computed from are kept alone.
  bool keep(ir::Value v) {
    const ir::Statement *s = definitions.statement(v);
    if (!s)
      return false;
    const auto *apply = std::get_if<ir::Apply>(&s->op);
    const auto isInteger = [&](ir::Value x) { return !lost.contains(x) || !values.type(x).isDifferentiable(); };
    if (apply && llvm::all_of(apply->arguments, isInteger) && keepArguments(*apply))
      return true;
    if (const auto at = placeOf(v, *s)) {
      kept.insert({v, *at});
      return true;
    }
    const auto *read = std::get_if<ir::Index>(&s->op);
    return (apply && keepArguments(*apply)) || (read && keepContents(read->array));
  }
  bool keepArguments(const ir::Apply &apply) {
    return llvm::all_of(apply.arguments, [&](ir::Value x) { return !lost.contains(x) || keep(x); });
  }

  /// What a loop of the iteration writes to an array.
  bool keepContents(ir::Value array) {
    const ir::Statement *s = definitions.statement(array);
    const auto *inner = s && definitions.isInside(array, loop.body) ? std::get_if<ir::Loop>(&s->op) : nullptr;
    if (!inner || isVersion(array))
      return false;
    const unsigned k = definitions.of(array)->position;
    const analysis::ArrayAccesses accesses(*inner, k, values);
    const std::size_t before = kept.size();
    return accesses.isKnown() && !lost.contains(inner->inits[k]) &&
           llvm::all_of(accesses.all(),
                        [&](const Access &a) {
                          const ir::Value written =
                              a.isWrite ? std::get<ir::Update>(a.statement->op).value : ir::Value();
                          return !written || !lost.contains(written) || keep(written);
                        }) &&
           kept.size() > before;
  }

  /// Where the value is in fewer loops than the updates that need no log for it.
  std::optional<KeptPlace> placeOf(ir::Value v, const ir::Statement &s) const {
    const bool isRead = std::holds_alternative<ir::Apply>(s.op) || std::holds_alternative<ir::Index>(s.op);
    if (!values.type(v).isScalar() || (values.type(v).isDifferentiable() && !isRead))
      return std::nullopt;
    std::size_t most = 0;
    for (const PartLog &log : logs)
      most = std::max(most, log.loops);
    auto place = keptPlace(s, loop, definitions, ranges);
    return place && place->counters.size() + 1 < most ? place : std::nullopt;
  }

  bool isVersion(ir::Value v) const {
    return llvm::any_of(logs, [&](const PartLog &log) { return log.versions.contains(v); });
  }
  bool isThere(ir::Value v) const {
    return kept.contains(v) || llvm::any_of(logs, [&](const PartLog &log) {
             return llvm::any_of(log.numbers, [&](const analysis::FinalElement &e) { return e.number == v; });
           });
  }

  /// The values that follow from lost contents, or where these decide.
  void findLost() {
    lost.clear();
    for (bool isStable = false; !isStable;) {
      const std::size_t before = lost.size();
      ir::forEachStatement(loop.body, [&](const ir::Statement &s) { findLost(s); });
      isStable = lost.size() == before;
    }
  }
  void lose(ir::Value v) {
    if (!isVersion(v) && !isThere(v))
      lost.insert(v);
  }
  void findLost(const ir::Statement &s) {
    if (std::holds_alternative<ir::Extent>(s.op))
      return;
    const bool handsOn = std::holds_alternative<ir::Loop>(s.op) || std::holds_alternative<ir::If>(s.op) ||
                         std::holds_alternative<ir::Update>(s.op);
    bool isLost = false;
    ir::forEachOperand(s.op, [&](ir::Value v) {
      const bool isContents = std::holds_alternative<ir::Loop>(s.op) && v != std::get<ir::Loop>(s.op).count;
      isLost |= !isContents && (lost.contains(v) || (!handsOn && isVersion(v)));
    });
    if (const auto *inner = std::get_if<ir::Loop>(&s.op); inner && !inner->isCounted())
      isLost |= lost.contains(inner->condition.results[0]);
    if (isLost)
      for (ir::Value r : s.results)
        lose(r);
    analysis::forEachFlow(s, [&](ir::Value from, ir::Value to) {
      if (lost.contains(from) || (!handsOn && isVersion(from)))
        lose(to);
    });
  }

  const ir::Loop &loop;
  const ir::ValueTable &values;
  const analysis::DefUse &definitions;
  Needs needs;
  analysis::IndexRanges ranges;
  llvm::DenseSet<ir::Value> lost;
};

class PartLogs {
public:
  PartLogs(ir::Block &block, ir::ValueTable &values, llvm::ArrayRef<ir::Value> pointers, const analysis::DefUse &front)
      : values(values), pointers(pointers), definitions(front, block) {
    find(block);
  }

  bool mark(ir::Block &block) {
    if (chosen.empty())
      return false;
    note(block);
    insertMarks(block, marks, values);
    return true;
  }

private:
  /// In the outermost loop that may have one.
  void find(ir::Block &block) {
    for (ir::Statement &s : block.statements) {
      auto *loop = std::get_if<ir::Loop>(&s.op);
      if (loop && loop->isCounted() && loop->annotations.revolve == 0 && loop->annotations.stripmine == 1)
        find(*loop);
      ir::forEachBlock(s.op, [&](ir::Block &inner) { find(inner); });
    }
  }

  void find(ir::Loop &loop) {
    const ir::LoopAnnotations &notes = loop.annotations;
    std::optional<LoopLogs> logs;
    for (unsigned k = 0; k < loop.inits.size(); ++k) {
      const ir::Type type = values.type(loop.inits[k]);
      if (!type.isArray() || !type.isDifferentiable() || inside.contains(loop.body.parameters[k + 1]) ||
          llvm::is_contained(notes.noFalseDependencies, k) || llvm::is_contained(notes.shapeChanges, k) ||
          llvm::is_contained(notes.rewritten, k) || comesFromPointer(loop.inits[k], definitions, pointers))
        continue;
      if (!logs)
        logs.emplace(loop, values, definitions);
      logs->add(k);
    }
    if (!logs || !logs->isAny())
      return;
    const ir::Value counter = loop.body.parameters[0];
    for (const PartLog &log : logs->logs) {
      chosen[counter].push_back(log.position);
      unlogged.insert(log.unlogged.begin(), log.unlogged.end());
      inside.insert(log.versions.begin(), log.versions.end());
      for (const analysis::FinalElement &e : log.numbers)
        marks.add(e.number, {counter, log.position, e.indices});
    }
    kept[counter] = std::move(logs->kept);
  }

  void note(ir::Block &block) {
    std::vector<ir::Statement> out;
    for (ir::Statement &s : block.statements) {
      if (auto *update = std::get_if<ir::Update>(&s.op); update && unlogged.contains(&s))
        update->isUnlogged = true;
      ir::forEachBlock(s.op, [&](ir::Block &inner) { note(inner); });
      auto *loop = std::get_if<ir::Loop>(&s.op);
      const ir::Value counter = loop && loop->isCounted() ? loop->body.parameters[0] : ir::Value();
      if (counter && chosen.contains(counter)) {
        loop->annotations.partLogged = chosen.lookup(counter);
        ir::Builder b(values, out, s.location);
        insertKeptMarks(*loop, kept[counter], b);
      }
      out.push_back(std::move(s));
    }
    block.statements = std::move(out);
  }

  ir::ValueTable &values;
  llvm::ArrayRef<ir::Value> pointers;
  analysis::DefUse definitions;
  llvm::DenseMap<ir::Value, llvm::SmallVector<unsigned, 2>> chosen; ///< by the loop's counter
  llvm::DenseMap<ir::Value, KeptPlaces> kept;
  llvm::DenseSet<const ir::Statement *> unlogged;
  llvm::DenseSet<ir::Value> inside;
  FinalElementMarks marks;
};

} // namespace

bool markPartLogs(ir::Block &block, ir::ValueTable &values, llvm::ArrayRef<ir::Value> pointers,
                  const analysis::DefUse &front) {
  const bool invokes = ir::has<ir::Invoke>(block); // a second adjoint would have definitions of its own
  return !invokes && PartLogs(block, values, pointers, front).mark(block);
}

} // namespace soac::ad
