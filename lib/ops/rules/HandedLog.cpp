#include "ops/rules/HandedLog.h"

#include "analysis/OnlyWritten.h"
#include "ir/Walk.h"
#include "ops/rules/NestUndo.h"

#include <llvm/ADT/STLExtras.h>

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
  explicit HandedPositions(const ir::Loop &loop) : body(loop.body), arrays(loop.inits.size()) {
    for (auto [k, s] : llvm::enumerate(body.statements))
      addUses(s, k);
  }

  /// The array at this position, if only loops change it, and only loops read it while it is what the return sweep
  /// finds when it comes to them.
  void add(std::size_t k) {
    const auto links = analysis::updateChain(body.parameters[k + 1], body.results[k], body);
    if (!links || links->empty() || llvm::count(body.results, body.results[k]) != 1)
      return;
    Array found;
    ir::Value now = body.parameters[k + 1];
    for (const UpdateLink &link : *links) {
      found.changedBy.push_back(link.statement);
      if (!addReaders(now, link.statement, found))
        return;
      now = body.statements[link.statement].results[link.position];
    }
    if (addReaders(now, body.statements.size(), found))
      arrays[k] = std::move(found);
  }

  /// Those whose loops carry nothing else than such arrays.
  llvm::SmallVector<bool, 4> handed() {
    for (bool isStable = false; !isStable;) {
      isStable = true;
      for (auto &array : arrays)
        if (array && !(llvm::all_of(array->changedBy, [&](std::size_t s) { return isTaking(s); }) &&
                       llvm::all_of(array->readBy, [&](std::size_t s) { return isTaking(s); }))) {
          array.reset();
          isStable = false;
        }
    }
    return llvm::SmallVector<bool, 4>(llvm::map_range(arrays, [](const auto &array) { return array.has_value(); }));
  }

private:
  struct Array {
    std::vector<std::size_t> changedBy, readBy; ///< statements of the body
  };

  /// Adds what reads a version of the array; false where that is not before the statement that makes the next one.
  bool addReaders(ir::Value version, std::size_t next, Array &found) const {
    unsigned nextUses = 0;
    for (std::size_t s : uses.lookup(version)) {
      if (s > next)
        return false;
      if (s == next)
        ++nextUses;
      else
        found.readBy.push_back(s);
    }
    return nextUses <= 1; // a loop that also reads what it begins with needs a copy
  }
  /// Is the statement a loop that carries arrays of this kind alone?
  bool isTaking(std::size_t statement) const {
    std::size_t carried = 0;
    for (const auto &array : arrays)
      carried += array && llvm::is_contained(array->changedBy, statement);
    const ir::Loop *loop = takingLoop(body.statements[statement]);
    return loop && carried == loop->inits.size();
  }
  /// Extents are those of the array in any of its versions.
  void addUses(const ir::Statement &s, std::size_t position) {
    if (!std::holds_alternative<ir::Extent>(s.op))
      ir::forEachOperand(s.op, [&](ir::Value v) { uses[v].push_back(position); });
    ir::forEachBlock(s.op, [&](const ir::Block &inner) {
      for (const ir::Statement &deeper : inner.statements)
        addUses(deeper, position);
      for (ir::Value v : inner.results)
        uses[v].push_back(position);
    });
  }

  const ir::Block &body;
  llvm::DenseMap<ir::Value, llvm::SmallVector<std::size_t, 2>> uses; ///< the statements of the body, once for each use
  std::vector<std::optional<Array>> arrays;                          ///< of each carried value
};

} // namespace

llvm::SmallVector<bool, 4> handedDown(const ir::Loop &loop, llvm::ArrayRef<std::size_t> logged,
                                      const ir::ValueTable &values, const analysis::Definitions &definitions) {
  if (!loop.isCounted() || !loop.annotations.areNone())
    return llvm::SmallVector<bool, 4>(loop.inits.size(), false);
  HandedPositions positions(loop);
  const auto isUndone = [&](std::size_t k) { // by integers alone, if at all
    return analysis::isOnlyWritten(loop.body.parameters[k + 1], loop.body.results[k], loop.body, definitions) ||
           NestUndo::of(loop, k, NestUndo::Indices::AreNotNeeded, values);
  };
  for (std::size_t k : logged)
    if (!llvm::is_contained(loop.annotations.partLogged, k) && isUndone(k))
      positions.add(k);
  return positions.handed();
}

bool takesHandedLogs(const ir::Statement &loop, const Adjoints &adjoints) {
  return !loop.results.empty() && adjoints.handedLog(loop.results[0]);
}

} // namespace soac::ops
