#include "ad/FinalElements.h"

#include "analysis/FinalElements.h"
#include "ir/Walk.h"
#include "ops/rules/FinalElements.h"
#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::ad {
namespace {

// Marks --------------------------------------------------------------------------------------------------------------

class Marks {
public:
  Marks(const ir::Block &block, ir::ValueTable &values) : values(values), definitions(block) { find(block); }

  void insert(ir::Block &block) {
    if (!marks.empty())
      insertIn(block);
  }

private:
  struct Mark {
    ir::Value counter;
    std::size_t position;
    ir::Values indices;
  };

  /// Of a number that is final in several loops the outermost one is marked.
  void find(const ir::Block &block) {
    for (const ir::Statement &s : block.statements) {
      const auto *loop = std::get_if<ir::Loop>(&s.op);
      if (loop && loop->isCounted() && loop->annotations.revolve == 0 && loop->annotations.stripmine != 0)
        find(*loop);
      ir::forEachBlock(s.op, [&](const ir::Block &inner) { find(inner); });
    }
  }
  void find(const ir::Loop &loop) {
    for (std::size_t k = 0; k < loop.inits.size(); ++k)
      if (values.type(loop.inits[k]).isArray() && !llvm::is_contained(loop.annotations.noFalseDependencies, k))
        for (const analysis::FinalElement &e : analysis::finalElements(loop, k, values, definitions))
          if (const auto [at, isNew] = marks.try_emplace(e.number); isNew)
            at->second = {loop.body.parameters[0], k, e.indices};
  }

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
  analysis::DefUse definitions;
  llvm::DenseMap<ir::Value, Mark> marks;
};

// The complete adjoint -----------------------------------------------------------------------------------------------

/// A number, where it is read, and the array.
struct Read {
  ir::Value number, read, array;
};

/// Takes marks and equalities out of the block; returns what the latter say.
void takeNotes(ir::Block &block, std::vector<ops::EqualNumbers> &equal) {
  llvm::erase_if(block.statements, [&](const ir::Statement &s) {
    const auto numbers = ops::equalNumbers(s);
    if (numbers)
      equal.push_back(*numbers);
    return numbers || ops::isFinalElementMark(s);
  });
  for (ir::Statement &s : block.statements)
    ir::forEachBlock(s.op, [&](ir::Block &inner) { takeNotes(inner, equal); });
}

std::vector<Read> takeReads(ir::Block &block, const LastContents &last) {
  std::vector<ops::EqualNumbers> equal;
  takeNotes(block, equal);
  ir::ValueMap arrayOf;
  if (!equal.empty())
    ir::forEachStatement(block, [&](const ir::Statement &s) {
      if (const auto *index = std::get_if<ir::Index>(&s.op))
        if (const ir::Value array = last.arrayOf(index->array))
          arrayOf[s.results[0]] = array;
    });
  std::vector<Read> reads;
  for (const auto &[number, read] : equal)
    reads.push_back({number, read, arrayOf.lookup(read)});
  ir::substitute(block, last.all());
  return reads;
}

/// May a statement change the array in place, or hand it on?
bool isConsumed(ir::Value array, const ir::Block &block) {
  return llvm::any_of(block.statements, [&](const ir::Statement &s) {
    const bool isRead = std::holds_alternative<ir::Index>(s.op) || std::holds_alternative<ir::Extent>(s.op) ||
                        std::holds_alternative<ir::Map>(s.op) || std::holds_alternative<ir::MapReduce>(s.op);
    bool isSo = false;
    if (!isRead)
      ir::forEachOperand(s.op, [&](ir::Value v) { isSo |= v == array; });
    ir::forEachBlock(s.op, [&](const ir::Block &inner) {
      isSo |= llvm::is_contained(inner.results, array) || isConsumed(array, inner);
    });
    return isSo;
  });
}

/// The updates but those that make the arrays `copied`: what restores these is, in `same`, the array in front of the
/// loop.
std::vector<UndoneUpdate> takeCopied(llvm::ArrayRef<UndoneUpdate> undone, const ir::ValueSet &copied,
                                     const LastContents &last, ir::ValueMap &same) {
  if (copied.empty())
    return undone.vec();
  ir::ValueSet results;
  for (ir::Value array : copied)
    results.insert(last.overwrittenOf(array));
  ir::ValueMap before;
  std::vector<UndoneUpdate> others;
  for (const UndoneUpdate &u : undone)
    if (results.contains(u.changed))
      before[u.restored] = u.before;
    else
      others.push_back(u);
  const auto first = [&](ir::Value v) {
    while (const ir::Value earlier = before.lookup(v))
      v = earlier;
    return v;
  };
  for (const auto &[restored, unused] : before)
    same[restored] = first(restored);
  for (UndoneUpdate &u : others)
    u.before = first(u.before);
  return others;
}

} // namespace

void markFinalElements(ir::Block &block, ir::ValueTable &values) { Marks(block, values).insert(block); }

ir::Value LastContents::nameOf(ir::Value array, ir::Value result, ir::ValueTable &values) {
  const ir::Value name = values.freshLike(array);
  arrays[name] = array;
  if (result)
    overwritten[array] = result;
  return name;
}

void finishSweeps(ir::Block &block, ir::ValueTable &values, llvm::ArrayRef<UndoneUpdate> undone,
                  const LastContents &last) {
  const std::vector<Read> reads = takeReads(block, last);
  if (reads.empty()) {
    dropUndone(block, values, undone);
    return;
  }
  const ir::Block whole = block;
  const ir::ValueTable all = values;
  ir::ValueSet copied; ///< arrays that are restored from a copy: no log is needed for what is in front of the loop
  // Reads from these arrays alone; returns those that are changed nevertheless.
  const auto attempt = [&](const ir::ValueSet &arrays) {
    block = whole;
    values = all;
    ir::ValueMap now;
    for (const Read &r : reads)
      if (arrays.contains(r.array))
        now.try_emplace(r.number, r.read);
    std::vector<UndoneUpdate> others = takeCopied(undone, copied, last, now);
    ir::substitute(block, now);
    const ir::ValueMap before = dropUndone(block, values, others);
    ir::ValueSet changed;
    for (const Read &r : reads)
      if (isConsumed(before.contains(r.array) ? before.lookup(r.array) : r.array, block))
        changed.insert(r.array);
    return changed;
  };
  ir::ValueSet chosen = attempt({});
  while (!chosen.empty()) {
    const ir::ValueSet changed = attempt(chosen);
    const auto isChanged = [&](ir::Value array) { return changed.contains(array); };
    if (llvm::none_of(chosen, isChanged))
      return;
    bool isNew = false;
    for (ir::Value array : chosen)
      isNew |= isChanged(array) && last.overwrittenOf(array) && copied.insert(array);
    if (!isNew) {
      chosen.remove_if(isChanged);
      copied.remove_if(isChanged);
    }
  }
  attempt({});
}

} // namespace soac::ad
