#include "frontend/loops/OpenMp.h"

#include "frontend/loops/Loops.h"
#include "frontend/lower/Lower.h"

#include <clang/AST/OpenMPClause.h>
#include <clang/Basic/OpenMPKinds.h>

namespace soac::frontend {

namespace {

using clang::OMPExecutableDirective;
using clang::VarDecl;

/// The statement itself, out of braces and attributes around it alone.
const clang::Stmt *unwrapped(const clang::Stmt *s) {
  return s ? s->IgnoreContainers(/*IgnoreCaptured=*/true) : nullptr;
}

// ---- Loops.
// ----------------------------------------------------------------------------------------------------------

/// The loops that the directive is about, outermost first; empty, and refused, where they have another form.
llvm::SmallVector<const clang::Stmt *, 2> loopsOf(Lowering &l, const clang::OMPLoopDirective *d) {
  llvm::SmallVector<const clang::Stmt *, 2> loops;
  const clang::Stmt *s = unwrapped(d->getRawStmt());
  for (unsigned k = 0; k < d->getLoopsNumber(); ++k) {
    if (!s || !llvm::isa<clang::ForStmt, clang::CXXForRangeStmt>(s) || countersOf(s).empty()) {
      refuseDirective(l, d, "a plain 'for' must follow it");
      return {};
    }
    loops.push_back(s);
    const auto *range = llvm::dyn_cast<clang::CXXForRangeStmt>(s);
    s = unwrapped(range ? range->getBody() : llvm::cast<clang::ForStmt>(s)->getBody());
  }
  return loops;
}

/// Counters that are declared outside the nest are every iteration's own while this lives.
class OwnCounters {
public:
  OwnCounters(Lowering &l, const ParallelLoop &loop) : l(l) {
    for (const VarDecl *counter : loop.counters)
      if (const std::optional<Location> at = l.variable(counter)) {
        const auto *key = llvm::cast<clang::ValueDecl>(counter->getCanonicalDecl());
        outer.emplace_back(key, *at);
        l.internals().frame().variables[key] = l.newVariable(at->layout, counter->getName());
      }
  }
  OwnCounters(const OwnCounters &) = delete;
  ~OwnCounters() {
    for (const auto &[key, at] : outer)
      l.internals().frame().variables[key] = at;
  }

private:
  Lowering &l;
  llvm::SmallVector<std::pair<const clang::ValueDecl *, Location>, 2> outer;
};

void lowerParallelLoop(Lowering &l, const clang::OMPLoopDirective *d, const Sharing &around) {
  Lowering::State &state = l.internals();
  ParallelLoop parallel;
  parallel.place = d->getSourceRange();
  parallel.sharing = around;
  readClauses(l, d, parallel.sharing);
  parallel.isStrided = d->hasClausesOfKind<clang::OMPSafelenClause>();
  const auto loops = l.failed() ? llvm::SmallVector<const clang::Stmt *, 2>() : loopsOf(l, d);
  if (l.failed())
    return;
  for (const clang::Stmt *loop : loops)
    llvm::append_range(parallel.counters, countersOf(loop));
  for (const clang::Stmt *loop : loops) {
    parallel.isInnermost = loop == loops.back();
    state.parallelLoops[loop] = std::make_shared<const ParallelLoop>(parallel);
  }
  VariableScope scope(l);
  std::optional<OwnCounters> counters;
  if (!clang::isOpenMPSimdDirective(d->getDirectiveKind()) || clang::isOpenMPParallelDirective(d->getDirectiveKind()) ||
      clang::isOpenMPWorksharingDirective(d->getDirectiveKind()))
    counters.emplace(l, parallel); // a `simd` loop leaves its counter what it was last
  ++state.inParallelLoops;
  lowerStatement(l, loops.front());
  --state.inParallelLoops;
}

// ---- Other directives.
// -----------------------------------------------------------------------------------------------

bool isLoop(const OMPExecutableDirective *d) {
  switch (d->getDirectiveKind()) {
  case llvm::omp::OMPD_for:
  case llvm::omp::OMPD_simd:
  case llvm::omp::OMPD_for_simd:
  case llvm::omp::OMPD_parallel_for:
  case llvm::omp::OMPD_parallel_for_simd: return true;
  default: return false;
  }
}

/// A block that every thread executes: the loops in it share their iterations out, anything else is done by each
/// thread.
void lowerParallelBlock(Lowering &l, const OMPExecutableDirective *d) {
  Sharing sharing;
  readClauses(l, d, sharing);
  const clang::Stmt *body = d->getRawStmt();
  const auto *compound = llvm::dyn_cast<clang::CompoundStmt>(body);
  const auto statements =
      compound ? llvm::ArrayRef<const clang::Stmt *>(compound->body_begin(), compound->size()) : llvm::ArrayRef(body);
  for (const clang::Stmt *s : statements) {
    const auto *inner = llvm::dyn_cast<OMPExecutableDirective>(s);
    const bool isShared = inner && isLoop(inner) && clang::isOpenMPWorksharingDirective(inner->getDirectiveKind());
    if (!isShared && !llvm::isa<clang::NullStmt>(s))
      return refuseDirective(l, d, "every thread executes this block as a whole, as often as there are threads",
                             {"'#pragma omp parallel for' before a loop is supported"});
  }
  for (const clang::Stmt *s : statements)
    if (const auto *inner = llvm::dyn_cast<clang::OMPLoopDirective>(s); inner && !l.failed())
      lowerParallelLoop(l, inner, sharing);
}

bool isUpdate(const clang::OMPAtomicDirective *d) {
  return llvm::none_of(d->clauses(), [](const clang::OMPClause *clause) {
    return llvm::isa<clang::OMPReadClause, clang::OMPWriteClause, clang::OMPCaptureClause, clang::OMPCompareClause>(
        clause);
  });
}

/// The statement is executed by one thread at a time; that it is a sum is checked with the loop.
void lowerGuarded(Lowering &l, const OMPExecutableDirective *d) {
  Sharing none;
  readClauses(l, d, none);
  if (l.failed())
    return;
  Lowering::State &state = l.internals();
  if (!state.inParallelLoops)
    return refuseDirective(l, d, "no loop around it in this function is one whose iterations run in parallel");
  const auto first = static_cast<unsigned>(l.builder().values.size());
  lowerStatement(l, d->getRawStmt());
  state.guarded.emplace_back(first, static_cast<unsigned>(l.builder().values.size()));
}

} // namespace

void lowerDirective(Lowering &l, const OMPExecutableDirective *d) {
  const auto kind = d->getDirectiveKind();
  // -fopenmp-simd turns on the directives for vector lanes alone.
  if (l.types.context.getLangOpts().OpenMPSimd && !clang::isOpenMPSimdDirective(kind)) {
    if (d->hasAssociatedStmt())
      lowerStatement(l, d->getRawStmt());
    return;
  }
  if (isLoop(d))
    return lowerParallelLoop(l, llvm::cast<clang::OMPLoopDirective>(d), {});
  if (kind == llvm::omp::OMPD_parallel)
    return lowerParallelBlock(l, d);
  const auto *atomic = llvm::dyn_cast<clang::OMPAtomicDirective>(d);
  if (kind == llvm::omp::OMPD_critical || (atomic && isUpdate(atomic)))
    return lowerGuarded(l, d);
  refuseDirective(l, d, atomic ? "only sums are" : "what it does is not a loop whose iterations run in parallel");
}

const ParallelLoop *parallelLoop(Lowering &l, const clang::Stmt *loop) {
  const auto found = l.internals().parallelLoops.find(loop);
  return found == l.internals().parallelLoops.end() ? nullptr : found->second.get();
}

bool isOpenMpFunction(const clang::FunctionDecl *function) {
  return function->getIdentifier() && function->getName().starts_with("omp_") && function->isExternC();
}

// ---- Private variables.
// ----------------------------------------------------------------------------------------------

PrivateVariables::PrivateVariables(Lowering &l, const clang::Stmt *statement) : l(l), loop(parallelLoop(l, statement)) {
  if (!loop || !loop->isInnermost)
    return;
  for (const auto *list : {&loop->sharing.privates, &loop->sharing.lastPrivates})
    for (const VarDecl *variable : *list)
      if (!llvm::is_contained(loop->counters, variable))
        add(variable);
}

void PrivateVariables::add(const VarDecl *variable) {
  const std::optional<Location> at = l.variable(variable);
  if (!at)
    return;
  const auto *key = llvm::cast<clang::ValueDecl>(variable->getCanonicalDecl());
  outer.emplace_back(key, *at);
  l.internals().frame().variables[key] =
      l.newVariable(l.types.of(variable->getType().getNonReferenceType()), variable->getName());
}

PrivateVariables::~PrivateVariables() {
  for (const auto &[key, at] : outer)
    l.internals().frame().variables[key] = at;
}

void PrivateVariables::keepLast() {
  if (!loop || !loop->isInnermost || l.failed())
    return;
  for (const auto &[key, at] : outer) {
    if (llvm::none_of(loop->sharing.lastPrivates, [&](const VarDecl *v) { return v->getCanonicalDecl() == key; }))
      continue;
    const std::optional<Location> own = l.variable(key);
    for (const unsigned slot : own->slots)
      if (l.internals().slots[slot].written != Written::Yes)
        l.refuse(diag::Id::Uninitialised, loop->place, {key->getNameAsString()},
                 {"not every way through the last iteration gives this lastprivate variable a value"});
    if (!l.failed())
      l.write(at, l.read(*own, nullptr), nullptr);
  }
}

} // namespace soac::frontend
