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
  explicit HandedPositions(const ir::Loop &loop) : body(loop.body), chains(loop.inits.size()) { countUses(body); }

  /// The array at this position, if only loops change it and nothing else uses it.
  void add(std::size_t k) {
    auto links = analysis::updateChain(body.parameters[k + 1], body.results[k], body);
    if (!links || links->empty())
      return;
    ir::Value now = body.parameters[k + 1];
    for (const UpdateLink &link : *links) {
      const ir::Statement &s = body.statements[link.statement];
      if (!takingLoop(s) || uses.lookup(now) != 1)
        return;
      now = s.results[link.position];
    }
    if (uses.lookup(now) == 1)
      chains[k] = std::move(links);
  }

  /// Those whose loops carry nothing else than such arrays.
  llvm::SmallVector<bool, 4> handed() {
    for (bool isStable = false; !isStable;) {
      isStable = true;
      for (auto &chain : chains)
        if (chain && !llvm::all_of(*chain, [&](const UpdateLink &link) { return isTaken(link.statement); })) {
          chain.reset();
          isStable = false;
        }
    }
    return llvm::SmallVector<bool, 4>(llvm::map_range(chains, [](const auto &chain) { return chain.has_value(); }));
  }

private:
  bool isTaken(std::size_t statement) const {
    std::size_t carried = 0;
    for (const auto &chain : chains)
      if (chain)
        carried += llvm::any_of(*chain, [&](const UpdateLink &link) { return link.statement == statement; });
    return carried == body.statements[statement].results.size();
  }
  /// Extents are those of the array in any of its versions.
  void countUses(const ir::Block &b) {
    for (ir::Value v : b.results)
      ++uses[v];
    for (const ir::Statement &s : b.statements) {
      if (!std::holds_alternative<ir::Extent>(s.op))
        ir::forEachOperand(s.op, [&](ir::Value v) { ++uses[v]; });
      ir::forEachBlock(s.op, [&](const ir::Block &inner) { countUses(inner); });
    }
  }

  const ir::Block &body;
  llvm::DenseMap<ir::Value, unsigned> uses;
  std::vector<std::optional<llvm::SmallVector<UpdateLink, 4>>> chains; ///< of each carried value
};

} // namespace

llvm::SmallVector<bool, 4> handedDown(const ir::Loop &loop, llvm::ArrayRef<std::size_t> logged, const ir::ValueTable &values,
                                      const analysis::Definitions &definitions) {
  if (!loop.isCounted() || !loop.annotations.areNone())
    return llvm::SmallVector<bool, 4>(loop.inits.size(), false);
  HandedPositions positions(loop);
  for (std::size_t k : logged)
    if (analysis::isOnlyWritten(loop.body.parameters[k + 1], loop.body.results[k], loop.body, definitions) ||
        NestUndo::of(loop, k, NestUndo::Indices::AreNotNeeded, values))
      positions.add(k);
  return positions.handed();
}

bool takesHandedLogs(const ir::Statement &loop, const Adjoints &adjoints) {
  return !loop.results.empty() && adjoints.handedLog(loop.results[0]);
}

} // namespace soac::ops
