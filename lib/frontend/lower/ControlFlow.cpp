// Branches to SSA: both sides start from the same slots, and those that differ afterwards become results of the `If`.
//
// Jumps set flags. A flag that is known on a path costs nothing; where it is not, the rest of the sequence is guarded by
// it. Every flag is false where code runs, so inside a guard (and at the start of a loop's body) it is known again.
#include "frontend/lower/ControlFlow.h"

#include "frontend/lower/Lower.h"
#include "frontend/state/Flags.h"
#include "frontend/state/Joins.h"
#include "frontend/state/Lowering.h"
#include "frontend/state/Variables.h"

namespace soac::frontend {

using prims::Prim;

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

/// break or return, and nothing else.
static bool isJump(const clang::Stmt *s) {
  const auto *block = llvm::dyn_cast<clang::CompoundStmt>(s);
  return block && block->size() == 1 ? isJump(block->body_front()) : llvm::isa<clang::BreakStmt, clang::ReturnStmt>(s);
}

/// What libstdc++'s std::reduce and std::transform_reduce do first, with four elements at once; the loop behind it takes all that are left,
/// one by one, in an order that is as good, as none is specified.
static bool isUnrolledReduction(Lowering &l, const clang::IfStmt *s) {
  const clang::FunctionDecl *around = l.internals().frame().function;
  if (!around || !around->isInStdNamespace() || !around->getIdentifier() ||
      !(around->getName() == "reduce" || around->getName() == "transform_reduce"))
    return false;
  const auto *block = llvm::dyn_cast<clang::CompoundStmt>(s->getThen());
  return block && block->size() == 1 && llvm::isa<clang::WhileStmt>(block->body_front()) && !s->getElse();
}

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
    if (isUnrolledReduction(l, s))
      return false;
    const auto taken = l.constantInt(s->getCond());
    if (const clang::Stmt *side = taken.value_or(0) ? s->getThen() : s->getElse())
      lowerStatement(l, side);
    return false;
  }
  const bool around = std::exchange(l.internals().isLoopExit, l.internals().inLoops > 0 && isJump(s->getThen()));
  ir::Value condition = l.condition(s->getCond());
  l.internals().isLoopExit = around;
  if (l.failed()) // both sides are looked at
    condition = standIn(l, l.types.of(l.types.context.BoolTy)).leaves[0].value;
  if (l.failed())
    return false;
  const auto lowerSide = [&](const clang::Stmt *side) {
    if (side)
      lowerStatement(l, side);
    l.recover();
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
  const bool takesRest = yes.leaves != no.leaves && !yes.stops && !no.stops && !rest.empty();
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
      const ir::Value constant = l.builder().values.constantInt(value.layout->scalar, label);
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
  std::vector<Slot> &slots = l.internals().slots;
  const std::vector<Slot> before = slots;
  l.internals().frame().jumps.push_back({broken, 0, true});
  lowering.from(0);
  l.internals().frame().jumps.pop_back();
  // What a section wrote before it broke out is read after the switch.
  for (std::size_t i = 0; i < before.size(); ++i)
    if (slots[i].written < Written::Maybe && !(slots[i].leaf == before[i].leaf))
      slots[i].written = Written::Maybe;
}

} // namespace soac::frontend
