// Loops to SSA without looking ahead: see LoopBuilder.
#include "frontend/loops/LoopBuilder.h"

#include "analysis/CountedForm.h"
#include "analysis/CountedLoops.h"
#include "analysis/Effects.h"
#include "frontend/loops/LoopShapes.h"
#include "frontend/loops/OpenMp.h"
#include "frontend/lower/Lower.h"
#include "frontend/state/Flags.h"

namespace soac::frontend {

using prims::Prim;

LoopBuilder::LoopBuilder(Lowering &l, const clang::Stmt *loop)
    : l(l), state(l.internals()), loop(loop), location(l.builder().location), before(state.slots),
      ownLive(state.live.size()), aims(l, loop, l.builder().values.size()) {
  for (const unsigned slot : state.live)
    (state.infos[slot].isTarget ? targets : slots).push_back(slot);
  ownSlots = slots.size();
}

void LoopBuilder::enter(Part &part) {
  std::copy(before.begin(), before.end(), state.slots.begin());
  for (const unsigned slot : slots) {
    Slot &s = state.slots[slot];
    const ir::Value parameter = l.builder().values.fresh(state.infos[slot].type, state.infos[slot].name);
    part.parameters.push_back(parameter);
    state.entryValues[parameter] = s.leaf.value;
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

void LoopBuilder::lowerBody(llvm::function_ref<void()> lower) {
  bodyPart = {};
  enter(bodyPart);
  for (const unsigned slot : slots)
    if (state.infos[slot].isFlag)
      setFlag(l, slot, false);
  std::swap(state.entryTargetReads, targetReads);
  std::swap(state.entryReads, entryReads);
  {
    ir::Builder builder(l.builder().values, bodyPart.block.statements);
    BuilderScope inside(l, builder);
    FreshEvaluations pass(state.evaluations);
    VariableScope scope(l, /*isBlock=*/true);
    StopScope stops(l);
    const std::vector<Slot> entered = state.slots;
    ++state.inLoops;
    const auto *const around = std::exchange(state.loopBody, &bodyPart.block.statements);
    lower();
    state.loopBody = around;
    --state.inLoops;
    if (state.isStopped) // no trip is followed by another one
      std::copy(entered.begin(), entered.end(), state.slots.begin());
  }
  std::swap(state.entryTargetReads, targetReads);
  std::swap(state.entryReads, entryReads);
  bodyPart.after = state.slots;
  std::copy(before.begin(), before.end(), state.slots.begin());
}

/// Finds pointers that point elsewhere after the body and are used, or may stay as they are, in an iteration.
bool LoopBuilder::addAims() {
  bool isAny = false;
  for (const unsigned slot : targets)
    if (changes(slot) && !aims.contains(slot) && (targetReads.contains(slot) || bodyPart.after[slot].isEntryTarget)) {
      aims.add(slot);
      isAny = true;
    }
  return isAny;
}

/// The variables of the aims are made anew, among those that the loop may carry.
void LoopBuilder::declareAims() {
  for (std::size_t i = ownLive; i < state.live.size(); ++i)
    state.infos[state.live[i]].isAlive = false;
  state.live.resize(ownLive);
  aims.declare();
  before = state.slots;
  slots.resize(ownSlots);
  conditionPart.parameters.resize(std::min(conditionPart.parameters.size(), ownSlots));
  for (std::size_t i = ownLive; i < state.live.size(); ++i) {
    slots.push_back(state.live[i]);
    if (conditionPart.result)
      conditionPart.parameters.push_back(l.builder().values.fresh(state.infos[state.live[i]].type));
  }
}

void LoopBuilder::body(llvm::ArrayRef<ir::Value> first, llvm::function_ref<void()> lower) {
  leading.assign(first.begin(), first.end());
  lowerBody(lower);
  bool isFinal = !addAims();
  while (!isFinal && !l.failed()) {
    declareAims();
    lowerBody([&] { isFinal = aims.lower(lower); });
    isFinal &= !addAims();
  }
  findExchanged();
}

/// Values that are equal at entry and only change places (offsets of pointers that are swapped) stay as they are.
void LoopBuilder::findExchanged() {
  exchanged.clear();
  llvm::DenseMap<ir::Value, unsigned> slotOf;
  for (auto [i, slot] : llvm::enumerate(slots)) {
    slotOf[bodyPart.parameters[i]] = slot;
    if (changes(slot))
      exchanged.insert(slot);
  }
  const auto isExchanged = [&](unsigned slot) {
    const auto from = slotOf.find(bodyPart.after[slot].leaf.value);
    return from != slotOf.end() && exchanged.contains(from->second) &&
           before[from->second].leaf.value == before[slot].leaf.value;
  };
  for (bool isStable = false; !isStable;) {
    const auto wrong = llvm::find_if(slots, [&](unsigned slot) { return exchanged.contains(slot) && !isExchanged(slot); });
    isStable = wrong == slots.end();
    if (!isStable)
      exchanged.erase(*wrong);
  }
}

bool LoopBuilder::conditionIsAimed() const {
  return llvm::any_of(conditionReads, [&](unsigned slot) { return aims.contains(slot); });
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
    FreshEvaluations pass(state.evaluations);
    VariableScope scope(l, /*isBlock=*/true);
    StopScope stops(l);
    conditionPart.result = lower();
  }
  std::swap(state.entryTargetReads, targetReads);
  std::swap(state.entryReads, entryReads);
  conditionReads = targetReads;
  bool isPure = true;
  for (const unsigned slot : state.live)
    isPure &= state.slots[slot].leaf == entered[slot].leaf;
  std::copy(before.begin(), before.end(), state.slots.begin());
  for (const ir::Statement &s : conditionPart.block.statements)
    isPure &= !analysis::hasEffect(s.op);
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
  return !exchanged.contains(slot) && after != bodyPart.parameters[found - slots.begin()];
}

llvm::SmallVector<unsigned, 2> LoopBuilder::changedTargets() const {
  llvm::SmallVector<unsigned, 2> changed;
  llvm::copy_if(targets, std::back_inserter(changed), [&](unsigned slot) { return changes(slot); });
  return changed;
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

/// Notes the loop's reads of pointers that are as they were when the loop around it began.
void LoopBuilder::passOnTargetReads() {
  for (const unsigned slot : targets)
    if (before[slot].isEntryTarget && (targetReads.contains(slot) || aims.contains(slot)))
      state.entryTargetReads.insert(slot);
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

/// The pragmas on the loop.
ir::LoopAnnotations LoopBuilder::annotations() {
  request = l.hooks.loopRequest(loop);
  ir::LoopAnnotations result;
  result.stripmine = request.stripmine;
  result.revolve = request.revolve;
  result.boundText = request.boundText;
  if (request.bound)
    result.bound = request.bound(l);
  return result;
}

/// The slots that change; the loop gets their values at its entry, and the body begins and ends with them.
LoopBuilder::Carried LoopBuilder::carry(ir::Loop &statement) {
  Carried carried;
  for (const unsigned slot : slots) {
    if (!changes(slot))
      continue;
    carried.slots.push_back(slot);
    carried.names.push_back(state.infos[slot].name);
    const bool isFlag = state.infos[slot].isFlag;
    statement.inits.push_back(isFlag ? l.builder().values.constantBool(false) : before[slot].leaf.value);
    bodyPart.block.results.push_back(bodyPart.after[slot].leaf.value);
  }
  const ir::Values parameters = carriedInto(bodyPart);
  bodyPart.block.parameters = leading;
  llvm::append_range(bodyPart.block.parameters, parameters);
  return carried;
}

/// The condition on the carried values. After a jump out of the loop it is not evaluated any more.
ir::Block LoopBuilder::conditionBlock(llvm::ArrayRef<unsigned> carried) {
  const ir::Values parameters = carriedInto(conditionPart);
  ir::Block block = std::move(conditionPart.block);
  block.results = {conditionPart.result};
  ir::Block guard;
  ir::Builder builder(l.builder().values, guard.statements, location);
  ir::Value left;
  for (auto [i, slot] : llvm::enumerate(carried))
    if (state.infos[slot].isFlag)
      left = left ? builder.apply(Prim::Or, {left, parameters[i]}) : parameters[i];
  if (left) {
    ir::Block stop;
    stop.results = {l.builder().values.constantBool(false)};
    guard.results = builder.emit(ir::If{left, std::move(stop), std::move(block)});
    block = std::move(guard);
  }
  block.parameters = parameters;
  return block;
}

/// Has the loop the counted form?
bool LoopBuilder::isCounted(ir::Loop statement, const Carried &carried) const {
  const auto shapeRoot = [&](ir::Value array) {
    const auto root = state.shapeRoots.find(array);
    return root == state.shapeRoots.end() ? array : root->second;
  };
  const auto defined = [&](ir::Value v) { return definitionOf(l, v); };
  return analysis::toCountedForm(l.builder(), statement, {defined, shapeRoot, positionsOf(reshaped, carried.slots)})
      .has_value();
}

void LoopBuilder::finish(ir::Value count) {
  if (l.failed())
    return;
  passOnTargetReads();
  checkUninitialised();
  checkTakenAsEntry();
  checkShapes();
  if (l.failed())
    return;
  ir::Loop statement;
  statement.count = count;
  statement.annotations = annotations();
  if (l.failed())
    return;
  Carried carried = carry(statement);
  if (const ParallelLoop *parallel = parallelLoop(l, loop)) {
    ir::Block body = bodyPart.block;
    analysis::countLoops(body, l.builder().values); // what loops in it write follows from their counters
    if (refuseRaces(l, *parallel, {loop, body, carried.slots, changedTargets()}))
      return;
  }
  if (!count)
    statement.condition = conditionBlock(carried.slots);
  statement.body = std::move(bodyPart.block);
  l.builder().location = location;
  if (request.bound && llvm::isa<clang::ForStmt>(loop) && isCounted(statement, carried))
    return l.refuse(diag::Id::PragmaMisplaced, loop->getSourceRange(),
                    {"bound", "a loop that is not counted at its entry"});
  for (const std::string &name : request.noFalseDependencies)
    if (!claim(name, carried.slots, statement.annotations))
      return;
  const bool isEmpty = statement.inits.empty() && llvm::none_of(statement.body.statements, [](const ir::Statement &s) {
                         return analysis::hasEffect(s.op);
                       });
  const ir::Values inits = statement.inits;
  // A loop that changes nothing is left out, but an endless one would be a change: only those with a count are.
  const ir::Values results =
      isEmpty && statement.count ? ir::Values{} : l.builder().emit(std::move(statement), carried.names);
  leave(carried, inits, results);
  aims.finish();
}

/// Sets the slots to their values after the loop.
void LoopBuilder::leave(const Carried &carried, llvm::ArrayRef<ir::Value> inits, llvm::ArrayRef<ir::Value> results) {
  for (auto [i, slot] : llvm::enumerate(carried.slots)) {
    Slot &s = state.slots[slot];
    s = bodyPart.after[slot];
    s.leaf = {results[i], nullptr};
    s.written = before[slot].written == Written::Yes ? Written::Yes : Written::Maybe;
    s.isEmptyArray = false;
    if (state.infos[slot].type.isArray() && !llvm::is_contained(reshaped, slot)) {
      const auto found = state.shapeRoots.find(inits[i]);
      const ir::Value root = found == state.shapeRoots.end() ? inits[i] : found->second;
      state.shapeRoots[results[i]] = root;
    }
  }
  for (const unsigned slot : targets)
    if (changes(slot)) {
      state.slots[slot].leaf = {};
      state.slots[slot].written = Written::Maybe;
    }
}

} // namespace soac::frontend
