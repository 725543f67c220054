// Rules for a loop, checked when its body is known: variables that are read before they are written, values that were
// taken to stay, shapes of arrays that it carries.
#include "frontend/loops/LoopBuilder.h"

#include "analysis/DefUse.h"
#include "frontend/loops/LoopShapes.h"
#include "frontend/lower/Lower.h"

namespace soac::frontend {

namespace {

/// Is the array made of the loop's parameter by appending elements to it or taking them off?
bool isGrown(Lowering &l, const ir::Block &body, ir::Value array, ir::Value parameter) {
  const auto &roots = l.internals().shapeRoots;
  const analysis::DefUse definitions(body);
  // From the array back to the parameter, through statements that append and take off.
  std::function<bool(ir::Value, bool)> leads = [&](ir::Value v, bool isChanged) -> bool {
    if (const auto root = roots.find(v); root != roots.end())
      v = root->second;
    if (v == parameter)
      return isChanged;
    const ir::Statement *made = definitions.statement(v);
    if (!made)
      return false;
    const ir::Op &op = made->op;
    if (const auto *concat = std::get_if<ir::Concat>(&op))
      return leads(concat->arrays[0], true);
    if (const auto *slice = std::get_if<ir::Slice>(&op))
      return leads(slice->array, true);
    if (const auto *update = std::get_if<ir::Update>(&op))
      return leads(update->array, isChanged);
    if (const auto *choice = std::get_if<ir::If>(&op)) {
      const unsigned i = definitions.of(v)->position;
      return leads(choice->then.results[i], isChanged) || leads(choice->otherwise.results[i], isChanged);
    }
    return false;
  };
  return leads(array, false);
}

} // namespace

void LoopBuilder::checkUninitialised() {
  for (const auto &[slot, range, isInEveryIteration] : entryReads) {
    if (slot >= before.size() || aims.contains(slot))
      continue;
    const bool isChanged = changes(slot);
    if (before[slot].written == Written::No && (isInEveryIteration || !isChanged) &&
        (!state.infos[slot].type.isArray() || (state.infos[slot].isStaticShape && range.isValid())))
      l.refuse(diag::Id::Uninitialised, range, {state.infos[slot].name});
    else if (before[slot].written == Written::LoopEntry && !isChanged)
      state.entryReads.push_back({slot, range, false});
  }
}

/// Values that were taken to be as at entry must not change.
void LoopBuilder::checkTakenAsEntry() {
  for (const auto &[parameter, range] : state.takenAsEntry)
    for (const Part *part : {&conditionPart, &bodyPart})
      if (const auto found = llvm::find(part->parameters, parameter);
          found != part->parameters.end() && changes(slots[found - part->parameters.begin()]))
        refuseApart(l, range);
}

/// A carried array keeps its shape where updates alone change it, or where its extents are the same in every trip, which is
/// checked at run time. Others change it: so do those that depend on these.
void LoopBuilder::checkShapes() {
  ir::ValueTable &values = l.builder().values;
  ir::Values variant = leading;
  llvm::SmallVector<std::size_t, 4> open; ///< positions of arrays that are made anew
  llvm::DenseSet<ir::Value> changing;
  for (auto [i, slot] : llvm::enumerate(slots)) {
    if (!changes(slot))
      continue;
    variant.push_back(bodyPart.parameters[i]);
    if (!state.infos[slot].type.isArray() || state.infos[slot].isStaticShape)
      continue;
    const ir::Value after = bodyPart.after[slot].leaf.value, parameter = bodyPart.parameters[i];
    const auto root = state.shapeRoots.find(after);
    if (root != state.shapeRoots.end() && root->second == parameter)
      continue;
    const bool hasRoom = !state.infos[slot].lengths.empty(); // more or less of it, as other arrays take the variable's place
    if (hasRoom || isGrown(l, bodyPart.block, after, parameter)) {
      reshaped.push_back(slot);
      changing.insert(parameter);
    } else {
      open.push_back(i);
    }
  }
  LoopShapes shapes(bodyPart.block, values, variant, state.shapeRoots);
  const auto extentOf = [&](std::size_t i, unsigned d) {
    return shapes.next(bodyPart.after[slots[i]].leaf.value, d, bodyPart.parameters[i], changing);
  };
  for (bool isSettled = false; !isSettled;) {
    isSettled = true;
    for (const std::size_t i : open)
      for (unsigned d = 0; d < state.infos[slots[i]].type.rank; ++d) {
        const bool isKept = extentOf(i, d) != NextExtent::Changes &&
                            (!before[slots[i]].isEmptyArray || extentOf(i, d) == NextExtent::Same);
        isSettled &= isKept || !changing.insert(bodyPart.parameters[i]).second;
      }
  }
  llvm::SmallVector<std::pair<std::size_t, unsigned>, 4> checked; // the body has to stay as it is until all is known
  for (const std::size_t i : open) {
    if (changing.contains(bodyPart.parameters[i])) {
      reshaped.push_back(slots[i]);
      continue;
    }
    for (unsigned d = 0; d < state.infos[slots[i]].type.rank; ++d)
      if (extentOf(i, d) == NextExtent::Fixed)
        checked.emplace_back(i, d);
  }
  ir::Builder builder(values, bodyPart.block.statements);
  builder.location = location;
  for (const auto &[i, d] : checked)
    builder.check(builder.equal(builder.extent(bodyPart.after[slots[i]].leaf.value, d),
                                builder.extent(bodyPart.parameters[i], d)),
                  "the shape of '" + state.infos[slots[i]].name + "' changes inside a loop");
}

} // namespace soac::frontend
