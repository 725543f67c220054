// The clauses of a directive on variables.
#include "frontend/loops/OpenMp.h"

#include <clang/AST/DeclOpenMP.h>
#include <clang/AST/OpenMPClause.h>

namespace soac::frontend {

using clang::OMPExecutableDirective;
using clang::VarDecl;

static std::string nameOf(const OMPExecutableDirective *d) {
  return "'#pragma omp " + llvm::omp::getOpenMPDirectiveName(d->getDirectiveKind()).str() + "'";
}

void refuseDirective(Lowering &l, const OMPExecutableDirective *d, const std::string &why,
                     std::vector<std::string> notes) {
  l.refuse(diag::Id::OpenMp, d->getSourceRange(), {nameOf(d), why}, std::move(notes));
}

namespace {

std::optional<Combination> combinationOf(const clang::OMPReductionClause *clause) {
  const clang::DeclarationName name = clause->getNameInfo().getName();
  if (clause->getModifier() != clang::OMPC_REDUCTION_unknown && clause->getModifier() != clang::OMPC_REDUCTION_default)
    return std::nullopt;
  if (const clang::IdentifierInfo *word = name.getAsIdentifierInfo())
    return llvm::StringSwitch<std::optional<Combination>>(word->getName())
        .Case("min", Combination::Minimum)
        .Case("max", Combination::Maximum)
        .Default(std::nullopt);
  switch (name.getCXXOverloadedOperator()) {
  case clang::OO_Plus:
  case clang::OO_Minus: return Combination::Sum;
  case clang::OO_Star: return Combination::Product;
  case clang::OO_Amp: return Combination::BitAnd;
  case clang::OO_Pipe: return Combination::BitOr;
  case clang::OO_Caret: return Combination::BitXor;
  case clang::OO_AmpAmp: return Combination::And;
  case clang::OO_PipePipe: return Combination::Or;
  default: return std::nullopt;
  }
}

/// Numbers and fixed arrays of numbers.
bool isOfNumbers(clang::QualType type, const clang::ASTContext &context) {
  return context.getBaseElementType(type.getNonReferenceType())->isArithmeticType();
}

/// The clauses of one directive.
class ClauseReader {
public:
  ClauseReader(Lowering &l, const OMPExecutableDirective *d, Sharing &sharing) : l(l), directive(d), sharing(sharing) {}

  void run() {
    for (const clang::OMPClause *clause : directive->clauses()) {
      for (const clang::Stmt *part : const_cast<clang::OMPClause *>(clause)->children())
        if (const auto *e = llvm::dyn_cast_or_null<clang::Expr>(part); e && e->HasSideEffects(l.types.context))
          refuse(clause, "an expression in it changes something");
      read(clause);
    }
    for (const VarDecl *variable : sharing.lastPrivates)
      if (llvm::is_contained(sharing.firstPrivates, variable))
        refuseDirective(l, directive, "'" + variable->getNameAsString() + "' is both firstprivate and lastprivate");
  }

private:
  void refuse(const clang::OMPClause *clause, const std::string &why) {
    refuseDirective(l, directive,
                    "the clause '" + llvm::omp::getOpenMPClauseName(clause->getClauseKind()).str() + "': " + why);
  }

  const VarDecl *variable(const clang::OMPClause *clause, const clang::Expr *e) {
    e = e->IgnoreParenImpCasts();
    while (true) {
      if (const auto *section = llvm::dyn_cast<clang::ArraySectionExpr>(e))
        e = section->getBase()->IgnoreParenImpCasts();
      else if (const auto *element = llvm::dyn_cast<clang::ArraySubscriptExpr>(e))
        e = element->getBase()->IgnoreParenImpCasts();
      else
        break;
    }
    const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(e);
    const auto *found = reference ? llvm::dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
    if (found && !llvm::isa<clang::OMPCapturedExprDecl>(found) && l.variable(found))
      return found;
    refuse(clause, "it names something else than a local variable or parameter of the function");
    return nullptr;
  }

  template <class Clause> void list(const clang::OMPClause *clause, Sharing::Variables &to, bool isOfNumbersOnly) {
    for (const clang::Expr *e : llvm::cast<Clause>(clause)->varlists())
      if (const VarDecl *v = variable(clause, e)) {
        if (isOfNumbersOnly && !v->getType()->isPointerType() && !isOfNumbers(v->getType(), l.types.context))
          refuse(clause, "'" + v->getNameAsString() +
                             "' is neither a number nor a fixed array of numbers; declare it in the loop");
        if (!llvm::is_contained(to, v))
          to.push_back(v);
      }
  }

  void reduction(const clang::OMPReductionClause *clause) {
    const auto combination = combinationOf(clause);
    for (const clang::Expr *e : clause->varlists()) {
      const VarDecl *v = variable(clause, e);
      if (!v)
        return;
      const clang::QualType type = v->getType().getNonReferenceType();
      if (!combination || !isOfNumbers(type->isPointerType() ? type->getPointeeType() : type, l.types.context))
        return refuse(clause, "only the reductions of numbers that OpenMP itself defines are");
      sharing.reductions.emplace_back(v, *combination);
    }
  }

  void read(const clang::OMPClause *clause) {
    switch (clause->getClauseKind()) {
    case llvm::omp::OMPC_private: return list<clang::OMPPrivateClause>(clause, sharing.privates, true);
    case llvm::omp::OMPC_firstprivate: return list<clang::OMPFirstprivateClause>(clause, sharing.firstPrivates, false);
    case llvm::omp::OMPC_lastprivate:
      if (llvm::cast<clang::OMPLastprivateClause>(clause)->getKind() != clang::OMPC_LASTPRIVATE_unknown)
        return refuse(clause, "it has a modifier");
      return list<clang::OMPLastprivateClause>(clause, sharing.lastPrivates, true);
    case llvm::omp::OMPC_reduction: return reduction(llvm::cast<clang::OMPReductionClause>(clause));
    case llvm::omp::OMPC_default:
      if (const auto kind = llvm::cast<clang::OMPDefaultClause>(clause)->getDefaultKind();
          kind != llvm::omp::OMP_DEFAULT_shared && kind != llvm::omp::OMP_DEFAULT_none)
        refuse(clause, "name the variables, or declare them in the loop");
      return;
    // Clauses on threads and schedules, which do not change the results.
    case llvm::omp::OMPC_shared:
    case llvm::omp::OMPC_schedule:
    case llvm::omp::OMPC_num_threads:
    case llvm::omp::OMPC_collapse:
    case llvm::omp::OMPC_nowait:
    case llvm::omp::OMPC_if:
    case llvm::omp::OMPC_proc_bind:
    case llvm::omp::OMPC_safelen:
    case llvm::omp::OMPC_simdlen:
    case llvm::omp::OMPC_aligned:
    case llvm::omp::OMPC_nontemporal:
    case llvm::omp::OMPC_order:
    case llvm::omp::OMPC_hint:
    case llvm::omp::OMPC_seq_cst:
    case llvm::omp::OMPC_acq_rel:
    case llvm::omp::OMPC_release:
    case llvm::omp::OMPC_acquire:
    case llvm::omp::OMPC_relaxed:
    case llvm::omp::OMPC_update: return;
    default: return refuse(clause, "it is not one of those that are");
    }
  }

  Lowering &l;
  const OMPExecutableDirective *directive;
  Sharing &sharing;
};

} // namespace

void readClauses(Lowering &l, const OMPExecutableDirective *d, Sharing &sharing) { ClauseReader(l, d, sharing).run(); }

} // namespace soac::frontend
