// Which of the variables that a parallel loop changes its directive allows to change.
#include "frontend/loops/Races.h"

namespace soac::frontend {

using clang::VarDecl;

/// The loop's own counter; null where it has another form.
static const VarDecl *counterOf(const clang::Stmt *loop) {
  if (const auto *range = llvm::dyn_cast<clang::CXXForRangeStmt>(loop))
    return range->getLoopVariable();
  const auto *counted = llvm::dyn_cast<clang::ForStmt>(loop);
  const clang::Stmt *init = counted ? counted->getInit() : nullptr;
  if (const auto *declaration = llvm::dyn_cast_or_null<clang::DeclStmt>(init))
    return declaration->isSingleDecl() ? llvm::dyn_cast<VarDecl>(declaration->getSingleDecl()) : nullptr;
  if (const auto *cleanups = llvm::dyn_cast_or_null<clang::ExprWithCleanups>(init))
    init = cleanups->getSubExpr();
  const clang::Expr *target = nullptr;
  if (const auto *assignment = llvm::dyn_cast_or_null<clang::BinaryOperator>(init))
    target = assignment->getLHS();
  else if (const auto *call = llvm::dyn_cast_or_null<clang::CXXOperatorCallExpr>(init))
    target = call->getArg(0);
  const auto *reference = target ? llvm::dyn_cast<clang::DeclRefExpr>(target->IgnoreParenImpCasts()) : nullptr;
  return reference ? llvm::dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
}

Sharing::Variables countersOf(const clang::Stmt *loop) {
  Sharing::Variables counters;
  if (const VarDecl *own = counterOf(loop))
    counters.push_back(own);
  const auto *range = llvm::dyn_cast<clang::CXXForRangeStmt>(loop);
  if (const clang::DeclStmt *begin = range ? range->getBeginStmt() : nullptr)
    counters.push_back(llvm::cast<VarDecl>(begin->getSingleDecl()));
  return counters;
}

namespace {

/// The slots of the variable and, of a pointer, of its pointee.
llvm::DenseSet<unsigned> slotsOf(Lowering &l, const VarDecl *variable, bool isPointee) {
  llvm::DenseSet<unsigned> result;
  const std::optional<Location> at = l.variable(variable);
  llvm::SmallVector<unsigned, 4> open = at ? at->slots : llvm::SmallVector<unsigned, 4>();
  while (!open.empty()) {
    const unsigned slot = open.pop_back_val();
    if (!result.insert(slot).second || !isPointee)
      continue;
    if (const auto &target = l.internals().slots[slot].leaf.target)
      open.append(target->location.slots);
  }
  return result;
}

class RaceReport {
public:
  RaceReport(Lowering &l, const ParallelLoop &parallel, const LoopChanges &changes)
      : l(l), parallel(parallel), changes(changes), first(changes.body.parameters.size() - changes.slots.size()) {
    for (const Sharing::Variables *list : {&parallel.counters, &parallel.sharing.lastPrivates})
      for (const VarDecl *variable : *list)
        for (const unsigned slot : slotsOf(l, variable, false))
          allowed.insert(slot);
  }

  bool run() {
    for (const VarDecl *variable : parallel.sharing.firstPrivates)
      for (const unsigned slot : slotsOf(l, variable, false))
        if (llvm::is_contained(changes.slots, slot) || llvm::is_contained(changes.targets, slot)) {
          l.refuse(diag::Id::OpenMp, parallel.place,
                   {"'firstprivate(" + variable->getNameAsString() + ")' of a variable that iterations change",
                    "what they find in it depends on how they are shared out"},
                   {"declare a copy of it in the loop"});
          return true;
        }
    for (const unsigned slot : changes.targets)
      if (!allowed.contains(slot))
        return refuse("each of them makes '" + l.internals().infos[slot].name + "' refer to something else");
    return refuseValues();
  }

private:
  bool refuse(const std::string &why) {
    l.refuse(
        diag::Id::Race, parallel.place, {why},
        {"declare what is of one iteration in the loop or name it in 'private'; sums stand in 'reduction' or under "
         "'#pragma omp atomic'"});
    return true;
  }

  bool refuseValues() {
    const auto [counter, next] = ownCounter();
    const IterationBody body(l.builder().values, changes.body, counter, next);
    const auto isGuarded = [&](ir::Value v) {
      return llvm::any_of(l.internals().guarded,
                          [&](const auto &range) { return range.first <= v.id && v.id < range.second; });
    };
    for (auto [k, slot] : llvm::enumerate(changes.slots)) {
      if (allowed.contains(slot) || l.internals().infos[slot].isFlag)
        continue;
      const std::string &name = l.internals().infos[slot].name;
      SharedValue shared{changes.body.parameters[first + k], changes.body.results[k],
                         name.empty() ? "a temporary" : name, reductionOf(slot)};
      const bool isAtDistance = parallel.isStrided && l.builder().type(shared.parameter).isArray();
      if (std::string why = raceOn(shared, body, isGuarded); !why.empty() && !isAtDistance)
        return refuse(why);
    }
    return false;
  }

  std::optional<Combination> reductionOf(unsigned slot) {
    for (const auto &[variable, combination] : parallel.sharing.reductions)
      if (slotsOf(l, variable, true).contains(slot))
        return combination;
    return std::nullopt;
  }

  /// The parameter that counts this loop's iterations and what it is in the next one, which is unset for the leading
  /// one.
  std::pair<ir::Value, ir::Value> ownCounter() {
    if (first != 0)
      return {changes.body.parameters[0], {}};
    const auto isOwn = [&](unsigned slot) {
      return llvm::any_of(countersOf(changes.loop),
                          [&](const VarDecl *v) { return slotsOf(l, v, false).contains(slot); });
    };
    for (auto [k, slot] : llvm::enumerate(changes.slots))
      if (isOwn(slot) && l.builder().type(changes.body.parameters[k]).isScalar())
        return {changes.body.parameters[k], changes.body.results[k]};
    return {};
  }

  Lowering &l;
  const ParallelLoop &parallel;
  const LoopChanges &changes;
  std::size_t first;                ///< of the carried parameters
  llvm::DenseSet<unsigned> allowed; ///< counters, and variables that the last iteration gives
};

} // namespace

bool refuseRaces(Lowering &l, const ParallelLoop &parallel, const LoopChanges &changes) {
  return RaceReport(l, parallel, changes).run();
}

} // namespace soac::frontend
