#include "ad/DependencyCheck.h"

#include "analysis/Accesses.h"
#include "ops/rules/LoopStates.h"
#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::ad {
namespace {

using prims::Prim;

// The carried state of the inspector: what the accesses so far have done.
struct LoopNotes {
  ir::Value writer;  ///< per element: 1 + the iteration that wrote it, 0 for none
  ir::Value isRead;  ///< per element: it was read before any iteration wrote it (0 or 1)
  ir::Value allRead; ///< the whole array was read
  ir::Value isFine;  ///< no access so far contradicts the claim

  ir::Values values() const { return {writer, isRead, allRead, isFine}; }
  static LoopNotes from(llvm::ArrayRef<ir::Value> v) { return {v[0], v[1], v[2], v[3]}; }
};

class Instrument {
public:
  Instrument(const ir::Loop &loop, std::size_t position, ir::ValueTable &values)
      : accesses(loop, position, values), values(values) {}

  unsigned depth() const { return accesses.depth(); }
  bool isVersion(ir::Value v) const { return accesses.isVersion(v); }

  /// `iteration` is the number of the loop's iteration, plus 1.
  LoopNotes block(ir::Block &b, LoopNotes notes, ir::Value iteration) {
    std::vector<ir::Statement> out;
    for (ir::Statement &statement : b.statements) {
      ir::Builder in(values, out, statement.location);
      notes = visit(statement, notes, iteration, in);
    }
    b.statements = std::move(out);
    return notes;
  }

private:
  LoopNotes visit(ir::Statement &statement, LoopNotes notes, ir::Value iteration, ir::Builder &in) {
    const auto keep = [&] { in.statements().push_back(std::move(statement)); };
    if (auto *inner = std::get_if<ir::Loop>(&statement.op)) {
      const ir::Values handed = notes.values(), inside = like(handed), after = like(handed);
      inner->inits.append(handed);
      inner->body.parameters.append(inside);
      if (!inner->isCounted())
        inner->condition.parameters.append(like(handed));
      inner->body.results.append(block(inner->body, LoopNotes::from(inside), iteration).values());
      statement.results.append(after);
      keep();
      return LoopNotes::from(after);
    }
    if (auto *branch = std::get_if<ir::If>(&statement.op)) {
      const ir::Values after = like(notes.values());
      for (ir::Block *b : {&branch->then, &branch->otherwise})
        b->results.append(block(*b, notes, iteration).values());
      statement.results.append(after);
      keep();
      return LoopNotes::from(after);
    }
    if (const auto *update = std::get_if<ir::Update>(&statement.op); update && accesses.isVersion(update->array)) {
      if (accesses.isVersion(update->value))
        notes.allRead = values.constantBool(true);
      notes = written(update->indices, notes, iteration, in);
    } else if (const auto *index = std::get_if<ir::Index>(&statement.op);
               index && accesses.isVersion(index->array) && index->indices.size() >= depth()) {
      notes = read(llvm::ArrayRef(index->indices).take_front(depth()), notes, in);
    } else if (readsVersion(statement)) {
      notes.allRead = values.constantBool(true);
    }
    keep();
    return notes;
  }

  // Does the statement use a version of the array? Taking its extent is no read.
  bool readsVersion(const ir::Statement &statement) const {
    bool reads = false;
    const auto note = [&](ir::Value v) { reads |= accesses.isVersion(v); };
    if (!std::holds_alternative<ir::Extent>(statement.op))
      ir::forEachOperand(statement.op, note);
    ir::forEachBlock(statement.op, [&](const ir::Block &block) {
      for (const ir::Statement &inner : block.statements)
        reads |= readsVersion(inner);
      llvm::for_each(block.results, note);
    });
    return reads;
  }

  static LoopNotes read(llvm::ArrayRef<ir::Value> indices, LoopNotes notes, ir::Builder &in) {
    const ir::Value isUnwritten = in.equal(in.read(notes.writer, indices), in.index(0));
    const ir::Value before = in.read(notes.isRead, indices);
    notes.isRead = in.update(notes.isRead, indices, in.select(isUnwritten, in.index(1), before));
    return notes;
  }

  static LoopNotes written(llvm::ArrayRef<ir::Value> indices, LoopNotes notes, ir::Value iteration, ir::Builder &in) {
    const ir::Value writer = in.read(notes.writer, indices);
    const ir::Value isFirst = in.equal(writer, in.index(0)), isOwn = in.equal(writer, iteration);
    const ir::Value wasRead = in.apply(Prim::Or, {in.equal(in.read(notes.isRead, indices), in.index(1)), notes.allRead});
    const ir::Value isLost = in.apply(Prim::And, {isFirst, wasRead});
    const ir::Value isAllowed = in.apply(Prim::And, {in.apply(Prim::Or, {isFirst, isOwn}), in.apply(Prim::Not, {isLost})});
    notes.isFine = in.apply(Prim::And, {notes.isFine, isAllowed});
    notes.writer = in.update(notes.writer, indices, iteration);
    return notes;
  }

  ir::Values like(llvm::ArrayRef<ir::Value> vs) {
    ir::Values fresh;
    for (ir::Value v : vs)
      fresh.push_back(values.fresh(values.type(v)));
    return fresh;
  }

  analysis::ArrayAccesses accesses;
  ir::ValueTable &values;
};

} // namespace

ir::Value hasNoFalseDependencies(const ir::Loop &loop, std::size_t position, ir::Builder &b) {
  ir::Loop copy{loop.count, loop.isCounted() ? ir::Block() : ir::cloneBlock(loop.condition, b.values), loop.inits,
                ir::cloneBlock(loop.body, b.values), {}};
  ops::dropAccumulates(copy.body, ir::freeVariables(copy.body, b.values));
  Instrument instrument(copy, position, b.values);
  ir::Values extents = b.extents(loop.inits[position]);
  extents.truncate(instrument.depth());
  const ir::Values notes{b.fill(b.index(0), extents), b.fill(b.index(0), extents), b.values.constantBool(false),
                         b.values.constantBool(true)};
  ir::Values inside;
  const auto carry = [&](ir::Value init) {
    copy.inits.push_back(init);
    copy.body.parameters.push_back(b.values.fresh(b.type(init)));
    if (!copy.isCounted())
      copy.condition.parameters.push_back(b.values.fresh(b.type(init)));
    return copy.body.parameters.back();
  };
  for (ir::Value init : notes)
    inside.push_back(carry(init));
  std::vector<ir::Statement> entry;
  ir::Builder in(b.values, entry, b.location);
  const ir::Value count = copy.isCounted() ? copy.body.parameters[0] : carry(b.index(0));
  const ir::Value iteration = in.add(count, in.index(1));
  LoopNotes after = instrument.block(copy.body, LoopNotes::from(inside), iteration);
  for (std::size_t k = 0; k < loop.inits.size(); ++k)
    if (k != position && instrument.isVersion(copy.body.results[k]))
      after.allRead = b.values.constantBool(true);
  copy.body.results.append(after.values());
  if (!copy.isCounted())
    copy.body.results.push_back(iteration);
  llvm::move(copy.body.statements, std::back_inserter(entry));
  copy.body.statements = std::move(entry);
  const std::size_t fine = loop.inits.size() + 3;
  return b.emit(std::move(copy))[fine];
}

} // namespace soac::ad
