// Branches to SSA: both sides start from the same slots, and those that differ afterwards become results of the `If`.
//
// Jumps set flags. A flag that is known on a path costs nothing; where it is not, the rest of the sequence is guarded by
// it. Every flag is false where code runs, so inside a guard (and at the start of a loop's body) it is known again.
#include "frontend/LoweringState.h"

namespace soac::frontend {

using prims::Prim;

unsigned newFlag(Lowering &l, llvm::StringRef name) {
  const FValue no = l.makeScalar(l.builder().values.constantBool(false), l.types.context.BoolTy);
  const Location at = l.newVariable(no, name);
  l.internals().infos[at.slots[0]].isFlag = true;
  return at.slots[0];
}

void setFlag(Lowering &l, unsigned flag, bool value) {
  l.internals().slots[flag].leaf.value = l.builder().values.constantBool(value);
}

std::optional<bool> knownFlag(Lowering &l, unsigned flag) {
  const auto known = l.builder().values.asInt(l.internals().slots[flag].leaf.value);
  if (!known)
    return std::nullopt;
  return *known != 0;
}

namespace {

/// The flags that code at this point can have set in the innermost loop's body, or in the function outside of loops.
llvm::SmallVector<unsigned, 4> flagsHere(Lowering &l) {
  const Frame &frame = l.internals().frame();
  llvm::SmallVector<unsigned, 4> flags{frame.returned};
  for (std::size_t i = frame.jumps.size(); i-- > 0;) {
    flags.push_back(frame.jumps[i].broken);
    if (frame.jumps[i].isSwitch)
      continue;
    flags.push_back(frame.jumps[i].continued);
    break;
  }
  return flags;
}

/// One side of a branch: the block that it is lowered into, and the slots after it.
struct Side {
  explicit Side(Lowering &l) : builder(l.builder().values, block.statements), firstInside(l.builder().values.size()) {}
  ir::Block block;
  ir::Builder builder;
  std::size_t firstInside; ///< values with this number and higher ones may be defined in it
  std::vector<Slot> after;
  bool leaves = false; ///< control has left the sequence in it, whatever the path

  void lower(Lowering &l, const std::vector<Slot> &before, llvm::function_ref<void()> body) {
    restore(l, before);
    BuilderScope inside(l, builder);
    VariableScope scope(l);
    body();
    after = l.internals().slots;
    leaves = jumped(l).known.value_or(false);
  }

  /// Slots that are newer than the snapshot belong to variables that are gone; they keep their last value.
  static void restore(Lowering &l, const std::vector<Slot> &snapshot) {
    std::copy(snapshot.begin(), snapshot.end(), l.internals().slots.begin());
  }
};

/// Does the location mean something outside the sides, too?
bool isOutside(const ir::ValueTable &values, const Location &at, std::size_t firstInside) {
  const auto outside = [&](ir::Value v) { return !v || v.id < firstInside || values.asConstant(v); };
  if (at.choice)
    return outside(at.choice->condition) && isOutside(values, at.choice->yes, firstInside) &&
           isOutside(values, at.choice->no, firstInside);
  return llvm::all_of(at.dimensions, [&](const Dimension &d) { return outside(d.start) && outside(d.count); }) &&
         (!at.grid || (outside(at.grid->start) && llvm::all_of(at.grid->extents, outside)));
}

/// What refers to one object or another, depending on the condition; nothing where one of them is not known outside.
Leaf choiceOf(Lowering &l, ir::Value condition, const Leaf &yes, const Leaf &no, std::size_t firstInside) {
  if (!yes.target || !no.target || yes.target->function || no.target->function)
    return {};
  const Location &a = yes.target->location, &b = no.target->location;
  if (!a || a.shape != b.shape || !isOutside(l.function.values, a, firstInside) ||
      !isOutside(l.function.values, b, firstInside))
    return {};
  if (a == b)
    return yes;
  Location at{a.shape, {}, {}};
  at.choice = std::make_shared<const Choice>(Choice{condition, a, b});
  return {{}, std::make_shared<const Target>(Target{at, nullptr})};
}

/// Emits the `If` of the two sides and sets the slots in scope to what they hold after it.
void join(Lowering &l, ir::Value condition, const std::vector<Slot> &before, Side &then, Side &otherwise) {
  Lowering::State &state = l.internals();
  Side::restore(l, before);
  std::vector<unsigned> joined;
  std::vector<std::string> names;
  for (const unsigned slot : state.live) {
    const Slot &a = then.after[slot], &b = otherwise.after[slot];
    Slot &s = state.slots[slot];
    if (a.leaf == b.leaf) {
      const Slot &kept = otherwise.leaves ? a : b;
      s = kept;
    } else if (state.infos[slot].isTarget) {
      // Different objects on the two sides: the side that stays decides, otherwise the condition.
      s.leaf = then.leaves && !state.infos[slot].isResult        ? b.leaf
               : otherwise.leaves && !state.infos[slot].isResult ? a.leaf
                                                                  : choiceOf(l, condition, a.leaf, b.leaf, then.firstInside);
    } else {
      joined.push_back(slot);
      names.push_back(state.infos[slot].name);
      then.block.results.push_back(a.leaf.value);
      otherwise.block.results.push_back(b.leaf.value);
    }
    if (state.infos[slot].isResult) {
      if (state.infos[slot].isTarget && (a.written == Written::No || b.written == Written::No))
        s.leaf = a.written == Written::No ? b.leaf : a.leaf;
      s.written = std::max(a.written, b.written);
      continue;
    }
    s.isEntryTarget = a.isEntryTarget && b.isEntryTarget;
    s.isEmptyArray = a.isEmptyArray && b.isEmptyArray;
    s.isSuspect = (a.isSuspect && !then.leaves) || (b.isSuspect && !otherwise.leaves);
    s.written = then.leaves         ? b.written
                : otherwise.leaves  ? a.written
                : a.written == b.written ? a.written
                                         : Written::Maybe;
  }
  if (joined.empty() && then.block.statements.empty() && otherwise.block.statements.empty())
    return;
  const auto rootOf = [&](ir::Value v) {
    const auto found = state.shapeRoots.find(v);
    return found == state.shapeRoots.end() ? v : found->second;
  };
  std::vector<ir::Value> roots;
  for (auto [a, b] : llvm::zip(then.block.results, otherwise.block.results))
    roots.push_back(rootOf(a) == rootOf(b) ? rootOf(a) : ir::Value{});
  const ir::Values results =
      l.builder().emit(ir::If{condition, std::move(then.block), std::move(otherwise.block)}, names);
  for (auto [i, slot] : llvm::enumerate(joined)) {
    state.slots[slot].leaf = {results[i], nullptr};
    if (roots[i] && l.builder().type(results[i]).isArray())
      state.shapeRoots[results[i]] = roots[i];
  }
}

} // namespace

void lowerIfElse(Lowering &l, ir::Value condition, llvm::function_ref<void()> then,
                 llvm::function_ref<void()> otherwise) {
  if (l.failed())
    return;
  if (const auto known = l.builder().values.asInt(condition)) {
    VariableScope scope(l);
    *known ? then() : otherwise();
    return;
  }
  const std::vector<Slot> before = l.internals().slots;
  Side yes(l), no(l);
  yes.lower(l, before, then);
  no.lower(l, before, otherwise);
  if (!l.failed())
    join(l, condition, before, yes, no);
}

Jumped jumped(Lowering &l) {
  ir::Values unknown;
  for (const unsigned flag : flagsHere(l)) {
    const auto known = knownFlag(l, flag);
    if (!known)
      unknown.push_back(l.internals().slots[flag].leaf.value);
    else if (*known)
      return {true, {}};
  }
  if (unknown.empty())
    return {false, {}};
  return {std::nullopt, unknown.front()};
}

void guarded(Lowering &l, llvm::function_ref<void()> rest) {
  if (l.failed())
    return;
  Lowering::State &state = l.internals();
  ir::Value left;
  std::vector<std::pair<unsigned, Leaf>> entry;
  for (const unsigned flag : flagsHere(l)) {
    const auto known = knownFlag(l, flag);
    if (known == true)
      return;
    if (known == false)
      continue;
    const ir::Value v = state.slots[flag].leaf.value;
    entry.emplace_back(flag, state.slots[flag].leaf);
    left = left ? l.builder().apply(Prim::Or, {left, v}) : v;
  }
  if (!left)
    return rest();
  const ir::Value stays = l.builder().apply(Prim::Not, {left});
  lowerIfElse(
      l, stays,
      [&] {
        for (const auto &[flag, leaf] : entry)
          setFlag(l, flag, false);
        rest();
        for (const auto &[flag, leaf] : entry)
          if (knownFlag(l, flag) == false)
            state.slots[flag].leaf = leaf;
      },
      [] {});
}

// ---- if ------------------------------------------------------------------------------------------------------------

bool lowerIf(Lowering &l, const clang::IfStmt *s, llvm::ArrayRef<const clang::Stmt *> rest) {
  if (s->isConsteval()) {
    if (const clang::Stmt *taken = s->isNonNegatedConsteval() ? s->getElse() : s->getThen())
      lowerStatement(l, taken);
    return false;
  }
  if (s->getInit())
    lowerStatement(l, s->getInit());
  if (const clang::VarDecl *variable = s->getConditionVariable())
    lowerVariable(l, variable);
  if (s->isConstexpr()) {
    const auto taken = l.constantInt(s->getCond());
    if (const clang::Stmt *side = taken.value_or(0) ? s->getThen() : s->getElse())
      lowerStatement(l, side);
    return false;
  }
  const ir::Value condition = l.condition(s->getCond());
  if (l.failed())
    return false;
  const auto lowerSide = [&](const clang::Stmt *side) {
    if (side)
      lowerStatement(l, side);
  };
  if (const auto known = l.builder().values.asInt(condition)) {
    lowerSide(*known ? s->getThen() : s->getElse());
    return false;
  }
  setLocation(l, s->getIfLoc());
  const ir::SourceLocation here = l.builder().location;
  const std::vector<Slot> before = l.internals().slots;
  Side yes(l), no(l);
  yes.lower(l, before, [&] { lowerSide(s->getThen()); });
  no.lower(l, before, [&] { lowerSide(s->getElse()); });
  if (l.failed())
    return false;
  // A side that leaves: what follows belongs to the other one.
  const bool takesRest = yes.leaves != no.leaves && !rest.empty();
  if (takesRest) {
    Side &stays = yes.leaves ? no : yes;
    const std::vector<Slot> from = std::move(stays.after);
    stays.lower(l, from, [&] { lowerSequence(l, rest); });
    if (l.failed())
      return true;
  }
  l.builder().location = here;
  join(l, condition, before, yes, no);
  return takesRest;
}

// ---- switch ----------------------------------------------------------------------------------------------------------

namespace {

struct Section {
  std::vector<std::int64_t> labels;
  bool isDefault = false;
  std::size_t start = 0; ///< among the statements of the body
};

/// The labels in front of a statement are taken off; false for a case range.
bool takeLabels(Lowering &l, const clang::Stmt *&s, Section &section) {
  while (const auto *label = llvm::dyn_cast<clang::SwitchCase>(s)) {
    if (const auto *one = llvm::dyn_cast<clang::CaseStmt>(label)) {
      const auto value = l.constantInt(one->getLHS());
      if (one->caseStmtIsGNURange() || !value) {
        l.refuse(diag::Id::UnsupportedStatement, one->getSourceRange(), {"a range of cases"});
        return false;
      }
      section.labels.push_back(*value);
    } else {
      section.isDefault = true;
    }
    s = label->getSubStmt();
  }
  return true;
}

bool hasNestedLabel(const clang::Stmt *s) {
  if (!s || llvm::isa<clang::SwitchStmt>(s) || llvm::isa<clang::Expr>(s))
    return false;
  return llvm::isa<clang::SwitchCase>(s) || llvm::any_of(s->children(), hasNestedLabel);
}

struct SwitchLowering {
  Lowering &l;
  FValue value;
  std::vector<Section> sections;
  std::vector<const clang::Stmt *> statements;

  void run(const Section &section) {
    lowerSequence(l, llvm::ArrayRef(statements).drop_front(section.start));
  }

  ir::Value matches(const Section &section) {
    ir::Value any;
    for (const std::int64_t label : section.labels) {
      const ir::Value constant = l.builder().values.constantInt(value.shape->scalar, label);
      const ir::Value one = l.builder().equal(value.leaves[0].value, constant);
      any = any ? l.builder().apply(Prim::Or, {any, one}) : one;
    }
    return any;
  }

  void from(std::size_t index) {
    if (index == sections.size()) {
      const auto found = llvm::find_if(sections, [](const Section &s) { return s.isDefault; });
      if (found != sections.end())
        run(*found);
      return;
    }
    const Section &section = sections[index];
    if (section.isDefault) // reached where no other label matches, its own included
      return from(index + 1);
    lowerIfElse(l, matches(section), [&] { run(section); }, [&] { from(index + 1); });
  }
};

} // namespace

void lowerSwitch(Lowering &l, const clang::SwitchStmt *s) {
  VariableScope scope(l);
  if (s->getInit())
    lowerStatement(l, s->getInit());
  if (const clang::VarDecl *variable = s->getConditionVariable())
    lowerVariable(l, variable);
  SwitchLowering lowering{l, l.value(s->getCond()), {}, {}};
  if (l.failed() || !lowering.value.isScalar())
    return;
  const auto *body = llvm::dyn_cast<clang::CompoundStmt>(s->getBody());
  if (!body) {
    l.refuse(diag::Id::UnsupportedStatement, s->getSourceRange(), {"a 'switch' without braces"});
    return;
  }
  for (const clang::Stmt *child : body->body()) {
    Section section;
    section.start = lowering.statements.size();
    if (!takeLabels(l, child, section))
      return;
    if (!section.labels.empty() || section.isDefault)
      lowering.sections.push_back(section);
    if (hasNestedLabel(child)) {
      l.refuse(diag::Id::UnsupportedStatement, child->getSourceRange(), {"a case label inside another statement"});
      return;
    }
    lowering.statements.push_back(child);
  }
  setLocation(l, s->getSwitchLoc());
  const unsigned broken = newFlag(l, "left");
  l.internals().frame().jumps.push_back({broken, 0, true});
  lowering.from(0);
  l.internals().frame().jumps.pop_back();
}

} // namespace soac::frontend
