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
      const ir::Value number = s.results.size() == 1 ? s.results[0] : ir::Value();
      std::vector<ir::Statement> notes;
      for (const FinalElementMark &mark : number ? marks.of(number) : llvm::ArrayRef<FinalElementMark>()) {
        std::vector<std::size_t> needed;
        if (!llvm::all_of(mark.indices, [&](ir::Value v) { return findNeeded(v, block, madeBy, k, isMoved, needed); }))
          continue;
        llvm::sort(needed);
        for (std::size_t n : needed) {
          out.push_back(std::move(block.statements[n]));
          isMoved[n] = true;
        }
        notes.push_back(ops::finalElementMark(number, mark.counter, mark.position, mark.indices, values, s.location));
      }
      out.push_back(std::move(s));
      llvm::move(notes, std::back_inserter(out));
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

void FinalElementMarks::add(ir::Value number, FinalElementMark mark) {
  auto &all = marks[number];
  if (llvm::none_of(all, [&](const FinalElementMark &other) { return other.indices == mark.indices; }))
    all.push_back(std::move(mark));
}

llvm::ArrayRef<FinalElementMark> FinalElementMarks::of(ir::Value number) const {
  const auto found = marks.find(number);
  return found == marks.end() ? llvm::ArrayRef<FinalElementMark>() : found->second;
}

void insertMarks(ir::Block &block, const FinalElementMarks &marks, ir::ValueTable &values) {
  if (!marks.empty())
    Insertion(marks, values).insertIn(block);
}

} // namespace soac::ad
