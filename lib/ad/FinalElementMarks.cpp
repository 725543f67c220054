#include "ad/FinalElementMarks.h"

#include "ir/Walk.h"
#include "ops/rules/FinalElements.h"
#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::ad {
namespace {

class Insertion {
public:
  Insertion(const FinalElementMarks &marks, ir::ValueTable &values) : values(values), marks(marks) {}

  void insertIn(ir::Block &block) {
    llvm::DenseMap<ir::Value, std::size_t> madeBy; ///< statements that are still to come
    for (auto [k, s] : llvm::enumerate(block.statements))
      for (ir::Value r : s.results)
        madeBy[r] = k;
    std::vector<ir::Statement> out;
    std::vector<bool> isMoved(block.statements.size());
    for (std::size_t k = 0; k < block.statements.size(); ++k) {
      ir::Statement &s = block.statements[k];
      ir::forEachBlock(s.op, [&](ir::Block &inner) { insertIn(inner); });
      if (isMoved[k])
        continue;
      const auto mark = s.results.size() == 1 ? marks.find(s.results[0]) : marks.end();
      std::vector<std::size_t> needed;
      const bool isMarked = mark != marks.end() && llvm::all_of(mark->second.indices, [&](ir::Value v) {
                              return findNeeded(v, block, madeBy, k, isMoved, needed);
                            });
      if (isMarked) {
        llvm::sort(needed);
        for (std::size_t n : needed) {
          out.push_back(std::move(block.statements[n]));
          isMoved[n] = true;
        }
      }
      const ir::SourceLocation location = s.location;
      out.push_back(std::move(s));
      if (isMarked)
        out.push_back(ops::finalElementMark(mark->first, mark->second.counter, mark->second.position,
                                            mark->second.indices, values, location));
    }
    block.statements = std::move(out);
  }

private:
  /// The statements behind number k that compute v; false where they cannot be moved in front of it.
  bool findNeeded(ir::Value v, const ir::Block &block, const llvm::DenseMap<ir::Value, std::size_t> &madeBy,
                  std::size_t k, const std::vector<bool> &isMoved, std::vector<std::size_t> &needed) const {
    const auto made = madeBy.find(v);
    if (made == madeBy.end() || made->second < k || isMoved[made->second] || llvm::is_contained(needed, made->second))
      return true;
    const auto *apply = std::get_if<ir::Apply>(&block.statements[made->second].op);
    if (!apply || made->second == k || apply->prim == prims::Prim::Div || apply->prim == prims::Prim::Rem)
      return false;
    const bool isMovable =
        llvm::all_of(apply->arguments, [&](ir::Value x) { return findNeeded(x, block, madeBy, k, isMoved, needed); });
    needed.push_back(made->second);
    return isMovable;
  }

  ir::ValueTable &values;
  const FinalElementMarks &marks;
};

} // namespace

void insertMarks(ir::Block &block, const FinalElementMarks &marks, ir::ValueTable &values) {
  if (!marks.empty())
    Insertion(marks, values).insertIn(block);
}

} // namespace soac::ad
