#include "ad/FinalElements.h"

#include "ad/FinalElementMarks.h"
#include "analysis/FinalElements.h"
#include "ir/Walk.h"
#include "ops/rules/FinalElements.h"
#include "ops/rules/KeptNumbers.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::ad {
namespace {

// Marks --------------------------------------------------------------------------------------------------------------

class Finder {
public:
  Finder(const ir::Block &block, const ir::ValueTable &values, const analysis::DefUse &front)
      : values(values), definitions(front, block) {
    find(block);
  }
  FinalElementMarks marks;

private:
  /// An element that is final in several loops is marked for the outermost one.
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
          marks.add(e.number, {loop.body.parameters[0], k, e.indices});
  }

  const ir::ValueTable &values;
  analysis::DefUse definitions;
};

// The complete adjoint -----------------------------------------------------------------------------------------------

/// A number, where it is read, and the array.
struct Read {
  ir::Value number, read, array;
};

/// Takes marks, equalities and what is noted of part logs out of the block; returns what the latter say.
void takeNotes(ir::Block &block, std::vector<ops::EqualNumbers> &equal) {
  llvm::erase_if(block.statements, [&](const ir::Statement &s) {
    const auto numbers = ops::equalNumbers(s);
    if (numbers)
      equal.push_back(*numbers);
    return numbers || ops::isFinalElementMark(s) || ops::isKeptNumberMark(s);
  });
  for (ir::Statement &s : block.statements) {
    if (auto *loop = std::get_if<ir::Loop>(&s.op))
      loop->annotations.partLogged.clear();
    else if (auto *update = std::get_if<ir::Update>(&s.op))
      update->isUnlogged = false;
    ir::forEachBlock(s.op, [&](ir::Block &inner) { takeNotes(inner, equal); });
  }
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

void markFinalElements(ir::Block &block, ir::ValueTable &values, const analysis::DefUse &front) {
  insertMarks(block, Finder(block, values, front).marks, values);
}

ir::Value LastContents::nameOf(ir::Value array, ir::Value result, ir::ValueTable &values) {
  const ir::Value name = values.freshLike(array);
  arrays[name] = array;
  if (result)
    overwritten[array] = result;
  return name;
}

void LastContents::setPart(ir::Value name, ir::Value array) {
  arrays[name] = array;
  parts.insert(array);
}

ir::Value LastContents::lost(ir::Value shape, ir::ValueTable &values) {
  const ir::Value name = values.freshLike(shape);
  shapes[name] = shape;
  return name;
}

bool LastContents::areLostUnread(const ir::Block &block, const ir::ValueTable &values) const {
  return shapes.empty() ||
         llvm::none_of(ir::freeVariables(block, values), [&](ir::Value v) { return shapes.contains(v); });
}

bool finishSweeps(ir::Block &block, ir::ValueTable &values, llvm::ArrayRef<UndoneUpdate> undone,
                  const LastContents &last) {
  const std::vector<Read> reads = takeReads(block, last);
  if (reads.empty()) {
    dropUndone(block, values, undone, last.shapesOfLost());
    return last.areLostUnread(block, values);
  }
  const ir::Block whole = block;
  const ir::ValueTable all = values;
  ir::ValueSet copied; ///< arrays that are restored from a copy: no log is needed for what is in front of the loop
  // Reads from these arrays and those of part logs alone; returns those that are changed nevertheless.
  const auto attempt = [&](const ir::ValueSet &arrays) {
    block = whole;
    values = all;
    ir::ValueMap now;
    for (const Read &r : reads)
      if (last.isPart(r.array) || arrays.contains(r.array))
        now.try_emplace(r.number, r.read);
    std::vector<UndoneUpdate> others = takeCopied(undone, copied, last, now);
    ir::substitute(block, now);
    const ir::ValueMap before = dropUndone(block, values, others, last.shapesOfLost());
    ir::ValueSet changed;
    for (const Read &r : reads)
      if (!last.isPart(r.array) && isConsumed(before.contains(r.array) ? before.lookup(r.array) : r.array, block))
        changed.insert(r.array);
    return changed;
  };
  ir::ValueSet chosen = attempt({});
  while (!chosen.empty()) {
    const ir::ValueSet changed = attempt(chosen);
    const auto isChanged = [&](ir::Value array) { return changed.contains(array); };
    if (llvm::none_of(chosen, isChanged))
      return last.areLostUnread(block, values);
    bool isNew = false;
    for (ir::Value array : chosen)
      isNew |= isChanged(array) && last.overwrittenOf(array) && copied.insert(array);
    if (!isNew) {
      chosen.remove_if(isChanged);
      copied.remove_if(isChanged);
    }
  }
  attempt({});
  return last.areLostUnread(block, values);
}

} // namespace soac::ad
