// Loops to SSA without looking ahead: see LoopBuilder.
#include "frontend/Loops.h"

namespace soac::frontend {

using prims::Prim;

LoopBuilder::LoopBuilder(Lowering &l, const clang::Stmt *loop)
    : l(l), state(l.internals()), loop(loop), location(l.builder().location), before(state.slots) {
  for (const unsigned slot : state.live)
    (state.infos[slot].isTarget ? targets : slots).push_back(slot);
}

void LoopBuilder::enter(Part &part) {
  std::copy(before.begin(), before.end(), state.slots.begin());
  for (const unsigned slot : slots) {
    Slot &s = state.slots[slot];
    const ir::Value parameter = l.builder().values.fresh(state.infos[slot].type, state.infos[slot].name);
    part.parameters.push_back(parameter);
    s.leaf.value = parameter;
    s.isEmptyArray = false;
    if (s.written == Written::No)
      s.written = Written::LoopEntry;
  }
  for (const unsigned slot : targets) {
    Slot &s = state.slots[slot];
    s.isEntryTarget = true;
    if (s.written == Written::No)
      s.written = Written::LoopEntry;
  }
}

void LoopBuilder::body(llvm::ArrayRef<ir::Value> first, llvm::function_ref<void()> lower) {
  leading.assign(first.begin(), first.end());
  enter(bodyPart);
  for (const unsigned slot : slots)
    if (state.infos[slot].isFlag)
      setFlag(l, slot, false);
  std::swap(state.entryTargetReads, targetReads);
  std::swap(state.entryReads, entryReads);
  {
    ir::Builder builder(l.builder().values, bodyPart.block.statements);
    BuilderScope inside(l, builder);
    VariableScope scope(l);
    lower();
  }
  std::swap(state.entryTargetReads, targetReads);
  std::swap(state.entryReads, entryReads);
  bodyPart.after = state.slots;
  std::copy(before.begin(), before.end(), state.slots.begin());
}

bool LoopBuilder::condition(llvm::function_ref<ir::Value()> lower) {
  conditionPart = {};
  enter(conditionPart);
  const std::vector<Slot> entered = state.slots;
  std::swap(state.entryTargetReads, targetReads);
  std::swap(state.entryReads, entryReads);
  {
    ir::Builder builder(l.builder().values, conditionPart.block.statements);
    BuilderScope inside(l, builder);
    VariableScope scope(l);
    conditionPart.result = lower();
  }
  std::swap(state.entryTargetReads, targetReads);
  std::swap(state.entryReads, entryReads);
  bool isPure = true;
  for (const unsigned slot : state.live)
    isPure &= state.slots[slot].leaf == entered[slot].leaf;
  std::copy(before.begin(), before.end(), state.slots.begin());
  for (const ir::Statement &s : conditionPart.block.statements)
    isPure &= !ir::hasEffect(s.op);
  if (!isPure)
    conditionPart = {};
  return isPure;
}

void LoopBuilder::keepAsIs(unsigned slot) {
  const auto found = llvm::find(slots, slot);
  if (found != slots.end())
    state.slots[slot].leaf.value = bodyPart.parameters[found - slots.begin()];
}

bool LoopBuilder::changes(unsigned slot) const {
  const auto found = llvm::find(slots, slot);
  if (found == slots.end()) {
    return llvm::is_contained(targets, slot) && !(bodyPart.after[slot].leaf == before[slot].leaf);
  }
  const ir::Value after = bodyPart.after[slot].leaf.value;
  if (state.infos[slot].isFlag)
    return l.builder().values.asInt(after) != 0;
  return after != bodyPart.parameters[found - slots.begin()];
}

bool LoopBuilder::changesAny(const llvm::DenseSet<unsigned> &which) const {
  return llvm::any_of(which, [&](unsigned slot) { return slot < before.size() && changes(slot); });
}

void LoopBuilder::abandon() { std::copy(before.begin(), before.end(), state.slots.begin()); }

/// Drops the parameters of slots that stay as they are, and uses their value at entry instead.
ir::Values LoopBuilder::carriedInto(Part &part) const {
  ir::Values carried;
  ir::ValueMap entry;
  for (auto [i, slot] : llvm::enumerate(slots)) {
    if (changes(slot))
      carried.push_back(part.parameters[i]);
    else
      entry[part.parameters[i]] = before[slot].leaf.value;
  }
  ir::substitute(part.block, entry);
  if (part.result)
    if (const auto found = entry.find(part.result); found != entry.end())
      const_cast<ir::Value &>(part.result) = found->second;
  return carried;
}

void LoopBuilder::checkTargets() {
  for (const unsigned slot : targets) {
    const bool isChanged = !(bodyPart.after[slot].leaf == before[slot].leaf);
    if (targetReads.contains(slot)) {
      if (isChanged)
        l.refuse(diag::Id::PointerUse, loop->getSourceRange(),
                 {state.infos[slot].name, "it refers to another object in every iteration of this loop"},
                 {"swap or copy the arrays themselves instead of the pointers"});
      else if (before[slot].isEntryTarget)
        state.entryTargetReads.insert(slot);
    }
  }
}

void LoopBuilder::checkUninitialised() {
  for (const auto &[slot, range] : entryReads) {
    if (slot >= before.size())
      continue;
    const bool isChanged = changes(slot);
    if (before[slot].written == Written::No && !isChanged &&
        (!state.infos[slot].type.isArray() || (state.infos[slot].isStaticShape && range.isValid())))
      l.refuse(diag::Id::Uninitialised, range, {state.infos[slot].name});
    else if (before[slot].written == Written::LoopEntry && !isChanged)
      state.entryReads.emplace_back(slot, range);
  }
}

/// A carried array has to keep its shape. Updates keep it; otherwise it is checked at run time. One that is empty before
/// the loop and not read in it at entry may get elements, but then nobody may read it after the loop.
void LoopBuilder::checkShapes() {
  const ir::ValueSet used = ir::freeVariables(bodyPart.block, l.builder().values);
  const auto usesParameter = [&](ir::Value v) {
    return used.contains(v) || (conditionPart.result && ir::freeVariables(conditionPart.block, l.builder().values).contains(v));
  };
  ir::Builder builder(l.builder().values, bodyPart.block.statements);
  builder.location = location;
  for (auto [i, slot] : llvm::enumerate(slots)) {
    const ir::Type type = state.infos[slot].type;
    if (!type.isArray() || state.infos[slot].isStaticShape || !changes(slot))
      continue;
    const ir::Value after = bodyPart.after[slot].leaf.value, parameter = bodyPart.parameters[i];
    const auto root = state.shapeRoots.find(after);
    if (root != state.shapeRoots.end() && root->second == parameter)
      continue;
    if (isGrown(l, bodyPart.block, after, parameter)) {
      growing.push_back(slot);
      continue;
    }
    if (before[slot].isEmptyArray && !usesParameter(parameter)) {
      bodyPart.after[slot].isSuspect = true;
      continue;
    }
    for (unsigned d = 0; d < type.rank; ++d)
      builder.check(builder.equal(builder.extent(after, d), builder.extent(parameter, d)),
                    "the shape of '" + state.infos[slot].name + "' changes inside a loop");
  }
}

/// Notes that an array has no false dependencies: the variable is the array or refers to it.
bool LoopBuilder::claim(const std::string &name, llvm::ArrayRef<unsigned> carried, ir::LoopAnnotations &annotations) {
  std::optional<Location> at = l.variableNamed(name);
  while (at && !at->slots.empty() && state.slots[at->slots[0]].leaf.target)
    at = Location(state.slots[at->slots[0]].leaf.target->location);
  bool isFound = false;
  for (const unsigned slot : at ? at->slots : llvm::SmallVector<unsigned, 4>())
    if (const auto found = llvm::find(carried, slot); found != carried.end() && state.infos[slot].type.isArray()) {
      annotations.noFalseDependencies.push_back(static_cast<unsigned>(found - carried.begin()));
      isFound = true;
    }
  if (!isFound)
    l.refuse(diag::Id::PragmaSyntax, loop->getSourceRange(),
             {"no_false_dependencies", "'" + name + "' is not an array whose elements this loop writes"});
  return isFound;
}

namespace {

llvm::SmallVector<unsigned, 2> positionsOf(llvm::ArrayRef<unsigned> some, llvm::ArrayRef<unsigned> all) {
  llvm::SmallVector<unsigned, 2> positions;
  for (auto [i, slot] : llvm::enumerate(all))
    if (llvm::is_contained(some, slot))
      positions.push_back(static_cast<unsigned>(i));
  return positions;
}

} // namespace

void LoopBuilder::finish(ir::Value count) {
  if (l.failed())
    return;
  checkTargets();
  checkUninitialised();
  checkShapes();
  if (l.failed())
    return;
  request = l.hooks.loopRequest(loop);
  ir::Loop statement;
  statement.count = count;
  statement.annotations.stripmine = request.stripmine;
  statement.annotations.revolve = request.revolve;
  statement.annotations.boundText = request.boundText;
  if (request.bound)
    statement.annotations.bound = request.bound(l);
  if (l.failed())
    return;

  std::vector<unsigned> carried;
  std::vector<std::string> names;
  for (const unsigned slot : slots)
    if (changes(slot)) {
      carried.push_back(slot);
      names.push_back(state.infos[slot].name);
      ir::Value init = before[slot].leaf.value;
      if (state.infos[slot].isFlag)
        init = l.builder().values.constantBool(false);
      statement.inits.push_back(init);
      bodyPart.block.results.push_back(bodyPart.after[slot].leaf.value);
    }
  const ir::Values bodyParameters = carriedInto(bodyPart);
  bodyPart.block.parameters = leading;
  llvm::append_range(bodyPart.block.parameters, bodyParameters);

  if (!count) {
    const ir::Values parameters = carriedInto(conditionPart);
    ir::Block &block = conditionPart.block;
    // After a jump out of the loop the condition is not evaluated any more.
    ir::Value left;
    ir::Block guard;
    ir::Builder builder(l.builder().values, guard.statements, location);
    for (auto [i, slot] : llvm::enumerate(carried))
      if (state.infos[slot].isFlag)
        left = left ? builder.apply(Prim::Or, {left, parameters[i]}) : parameters[i];
    block.results = {conditionPart.result};
    if (left) {
      ir::Block stop;
      stop.results = {l.builder().values.constantBool(false)};
      const ir::Values result = builder.emit(ir::If{left, std::move(stop), std::move(block)});
      guard.results = result;
      block = std::move(guard);
    }
    block.parameters = parameters;
    statement.condition = std::move(block);
  }
  statement.body = std::move(bodyPart.block);
  l.builder().location = location;
  // A bound is checked at run time, trip by trip.
  if (!count && !request.bound)
    if (const auto closed = toCountedForm(l, statement, positionsOf(growing, carried))) {
      std::vector<unsigned> stillCarried;
      std::vector<std::string> stillNamed;
      for (auto [i, v] : llvm::enumerate(*closed)) {
        if (v) {
          Slot &s = state.slots[carried[i]];
          s = bodyPart.after[carried[i]];
          s.leaf = {v, nullptr};
          continue;
        }
        stillCarried.push_back(carried[i]);
        stillNamed.push_back(names[i]);
      }
      carried = std::move(stillCarried);
      names = std::move(stillNamed);
    }
  for (const unsigned position : positionsOf(growing, carried))
    if (!giveRoom(l, statement, position)) {
      l.refuse(diag::Id::ShapeChange, loop->getSourceRange(), {state.infos[carried[position]].name},
               {"make it with its final size and write its elements"});
      return;
    }
  for (const std::string &name : request.noFalseDependencies)
    if (!claim(name, carried, statement.annotations))
      return;
  const bool isEmpty = statement.inits.empty() && llvm::none_of(statement.body.statements, [](const ir::Statement &s) {
                         return ir::hasEffect(s.op);
                       });
  const ir::Values inits = statement.inits;
  // A loop that changes nothing is left out, but an endless one would be a change: only counted ones are.
  const ir::Values results = isEmpty && statement.count ? ir::Values{} : l.builder().emit(std::move(statement), names);

  std::size_t nextSize = carried.size();
  for (auto [i, slot] : llvm::enumerate(carried)) {
    Slot &s = state.slots[slot];
    s = bodyPart.after[slot];
    s.leaf = {results[i], nullptr};
    if (llvm::is_contained(growing, slot)) {
      s.leaf.value = l.builder().emit1(ir::Slice{results[i], l.builder().index(0), results[nextSize++], 1}, names[i]);
      s.written = before[slot].written == Written::Yes ? Written::Yes : Written::Maybe;
      s.isEmptyArray = false;
      continue;
    }
    s.written = before[slot].written == Written::Yes ? Written::Yes : Written::Maybe;
    s.isEmptyArray = false;
    const auto root = state.shapeRoots.find(inits[i]);
    if (state.infos[slot].type.isArray() && !s.isSuspect)
      state.shapeRoots[results[i]] = root == state.shapeRoots.end() ? inits[i] : root->second;
  }
  for (const unsigned slot : targets)
    if (!(bodyPart.after[slot].leaf == before[slot].leaf)) {
      state.slots[slot].leaf = {};
      state.slots[slot].written = Written::Maybe;
    }
}

} // namespace soac::frontend
