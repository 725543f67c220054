#include "ops/rules/HandedLog.h"

#include "analysis/OnlyWritten.h"
#include "ir/Walk.h"
#include "ops/rules/KeptNumbers.h"
#include "ops/rules/NestWalk.h"

#include <llvm/ADT/STLExtras.h>

#include <limits>
#include <map>

namespace soac::ops {
namespace {

using analysis::UpdateLink;

/// The loop of a statement that may take its entries from the log of the loop around it.
const ir::Loop *takingLoop(const ir::Statement &s) {
  const auto *loop = std::get_if<ir::Loop>(&s.op);
  const auto isPlain = [](const ir::LoopAnnotations &a) {
    return a.areNone() && a.shapeChanges.empty() && a.rewritten.empty() && a.partLogged.empty();
  };
  return loop && loop->isCounted() && isPlain(loop->annotations) ? loop : nullptr;
}

class HandedPositions {
public:
  HandedPositions(const ir::Loop &loop, ir::Value keeping) : body(loop.body), arrays(loop.inits.size()) {
    ir::forEachStatement(body, [&](const ir::Statement &s) {
      for (const ir::Value number : {askedNumber(s, keeping), keptElement(s)})
        if (number)
          kept.insert(number);
    });
  }

  /// The array at this position, if only loops change it, and only loops read it while it is what the return sweep
  /// finds when it comes to them.
  void add(std::size_t k) {
    Array found;
    if (addChain(body.parameters[k + 1], body.results[k], body, found) && !found.changedBy.empty())
      arrays[k] = std::move(found);
  }

  /// Those whose loops carry nothing else than such arrays.
  llvm::SmallVector<bool, 4> handed() {
    for (bool isStable = false; !isStable;) {
      isStable = true;
      const auto isTaking = [&](const ir::Statement *s) { return takes(*s); };
      for (auto &array : arrays)
        if (array && !(llvm::all_of(array->changedBy, isTaking) && llvm::all_of(array->readBy, isTaking))) {
          array.reset();
          isStable = false;
        }
    }
    return llvm::SmallVector<bool, 4>(llvm::map_range(arrays, [](const auto &array) { return array.has_value(); }));
  }

private:
  struct Array {
    std::vector<const ir::Statement *> changedBy, readBy; ///< of the body, and of branches in it
  };

  /// Adds the statements on the way from `source` to `result`, and those that read what is in between.
  bool addChain(ir::Value source, ir::Value result, const ir::Block &block, Array &found) {
    const auto links = analysis::updateChain(source, result, block);
    if (!links || llvm::count(block.results, result) != 1)
      return false;
    ir::Value now = source;
    for (const UpdateLink &link : *links) {
      const ir::Statement &s = block.statements[link.statement];
      found.changedBy.push_back(&s);
      const auto *branch = std::get_if<ir::If>(&s.op);
      const auto isChain = [&](const ir::Block &arm) { return addChain(now, arm.results[link.position], arm, found); };
      const unsigned atNext = addReaders(now, link.statement, block, found);
      // A loop that also reads what it begins with needs a copy.
      if (branch ? !isChain(branch->then) || !isChain(branch->otherwise) || atNext == unknown : atNext > 1)
        return false;
      now = s.results[link.position];
    }
    return addReaders(now, block.statements.size(), block, found) <= 1;
  }
  /// Adds what reads a version of the array; returns how often the statement does that makes the next one. Unknown
  /// where others behind it do.
  unsigned addReaders(ir::Value version, std::size_t next, const ir::Block &block, Array &found) {
    unsigned atNext = 0;
    for (std::size_t s : usesIn(block).lookup(version)) {
      if (s > next)
        return unknown;
      if (s == next)
        ++atNext;
      else if (!isKept(block.statements[s]))
        found.readBy.push_back(&block.statements[s]);
    }
    return atNext;
  }
  /// Nobody needs the element where the statement reads it.
  bool isKept(const ir::Statement &s) const {
    return std::holds_alternative<ir::Index>(s.op) && kept.contains(s.results[0]);
  }

  /// Is the statement a loop that carries arrays of this kind alone, or a branch that gives nothing else?
  bool takes(const ir::Statement &statement) const {
    const auto carried = static_cast<std::size_t>(llvm::count_if(
        arrays, [&](const auto &array) { return array && llvm::is_contained(array->changedBy, &statement); }));
    return (takingLoop(statement) || std::holds_alternative<ir::If>(statement.op)) &&
           carried == statement.results.size();
  }

  /// Of each value the numbers of the block's statements that use it, once for each use.
  using Uses = llvm::DenseMap<ir::Value, llvm::SmallVector<std::size_t, 2>>;
  const Uses &usesIn(const ir::Block &block) {
    const auto [found, isNew] = uses.try_emplace(&block);
    if (isNew)
      for (auto [k, s] : llvm::enumerate(block.statements))
        addUses(s, k, found->second);
    return found->second;
  }
  /// Extents are those of the array in any of its versions.
  static void addUses(const ir::Statement &s, std::size_t position, Uses &uses) {
    if (!std::holds_alternative<ir::Extent>(s.op))
      ir::forEachOperand(s.op, [&](ir::Value v) { uses[v].push_back(position); });
    ir::forEachBlock(s.op, [&](const ir::Block &inner) {
      for (const ir::Statement &deeper : inner.statements)
        addUses(deeper, position, uses);
      for (ir::Value v : inner.results)
        uses[v].push_back(position);
    });
  }

  static constexpr unsigned unknown = std::numeric_limits<unsigned>::max();
  const ir::Block &body;
  llvm::DenseSet<ir::Value> kept; ///< what is read beside loops
  std::map<const ir::Block *, Uses> uses;
  std::vector<std::optional<Array>> arrays; ///< of each carried value
};

using LoggedPositions = llvm::ArrayRef<std::pair<std::size_t, bool>>;

/// Likewise, where the loop of the counter `keeping` keeps the numbers that it is asked for.
llvm::SmallVector<bool, 4> handedDown(const ir::Loop &loop, ir::Value keeping, LoggedPositions logged,
                                      const ir::ValueTable &values, const analysis::Definitions &definitions) {
  if (!loop.isCounted() || !loop.annotations.areNone())
    return llvm::SmallVector<bool, 4>(loop.inits.size(), false);
  HandedPositions positions(loop, keeping);
  const auto isUndone = [&](std::size_t k, bool hasDecisions) { // without indices, if at all
    return analysis::isOnlyWritten(loop.body.parameters[k + 1], loop.body.results[k], loop.body, definitions) ||
           NestUndo::of(loop, k, NestUndo::Indices::AreNotNeeded, hasDecisions, values);
  };
  for (auto [k, hasDecisions] : logged)
    if (!llvm::is_contained(loop.annotations.partLogged, k) && isUndone(k, hasDecisions))
      positions.add(k);
  return positions.handed();
}

unsigned logsHandedDown(const ir::Loop &loop, ir::Value keeping, const ir::ValueTable &values,
                        const analysis::Definitions &definitions) {
  llvm::SmallVector<std::pair<std::size_t, bool>, 4> arrays;
  for (std::size_t k = 0; loop.isCounted() && k < loop.inits.size(); ++k)
    if (values.type(loop.inits[k]).isArray() &&
        analysis::updateShape(loop.body.parameters[k + 1], loop.body.results[k], loop.body, values, &definitions))
      arrays.emplace_back(k, !canBeWalked(loop, k, WalkReads::ArraysInFront, values));
  auto all = static_cast<unsigned>(llvm::count(handedDown(loop, keeping, arrays, values, definitions), true));
  if (all == 0)
    return 0;
  const auto add = [&](const auto &self, const ir::Block &block) -> void {
    for (const ir::Statement &s : block.statements)
      if (const auto *inner = std::get_if<ir::Loop>(&s.op))
        all += logsHandedDown(*inner, keeping, values, definitions);
      else if (std::holds_alternative<ir::If>(s.op))
        ir::forEachBlock(s.op, [&](const ir::Block &arm) { self(self, arm); });
  };
  add(add, loop.body);
  return all;
}

} // namespace

llvm::SmallVector<bool, 4> handedDown(const ir::Loop &loop, LoggedPositions logged, const ir::ValueTable &values,
                                      const analysis::Definitions &definitions) {
  return handedDown(loop, loop.body.parameters[0], logged, values, definitions);
}

unsigned logsHandedDown(const ir::Loop &loop, const ir::ValueTable &values, const analysis::Definitions &definitions) {
  return logsHandedDown(loop, loop.body.parameters[0], values, definitions);
}

bool takesHandedLogs(const ir::Statement &statement, const Adjoints &adjoints) {
  return !statement.results.empty() && adjoints.handedLog(statement.results[0]);
}

void skip(const HandedLog &log, ir::Value result, Adjoints &adjoints) {
  adjoints.lose(result, log.now.array);
  if (result == log.last)
    adjoints.restore(result, log.now.array);
}

void handBack(HandedLog &log, NestUndo::State left, ir::Value entry, Adjoints &adjoints) {
  log.now = left;
  adjoints.restore(entry, left.array);
}

} // namespace soac::ops
