// OpenMP in the source, where -fopenmp turns it on.
//
// A loop whose iterations may run in parallel is lowered as the loop that one thread runs, in order: that is one of the
// executions that OpenMP allows, and where no iterations race all of them have its result. What makes threads differ is
// part of the lowering: private variables begin every iteration unwritten, and firstprivate ones must stay as they are.
#pragma once

#include "frontend/state/LoweringState.h"

#include <clang/AST/StmtOpenMP.h>

namespace soac::frontend {

/// How the contributions of iterations to one variable are put together.
enum class Combination : std::uint8_t { Sum, Product, Minimum, Maximum, BitAnd, BitOr, BitXor, And, Or };

/// The variables of a loop's iterations, by OpenMP's rules.
struct Sharing {
  using Variables = llvm::SmallVector<const clang::VarDecl *, 2>;
  Variables privates;      ///< of every iteration, unwritten when it begins
  Variables lastPrivates;  ///< likewise; the last iteration's value is kept
  Variables firstPrivates; ///< no iteration changes them
  llvm::SmallVector<std::pair<const clang::VarDecl *, Combination>, 2> reductions;
};

/// A loop whose iterations may run in parallel; of a `collapse` nest every loop is one.
struct ParallelLoop {
  clang::SourceRange place; ///< of the directive
  Sharing sharing;
  Sharing::Variables counters; ///< of the nest
  bool isInnermost = true;     ///< of the nest
  bool isStrided = false;      ///< `safelen`: iterations far enough apart may depend on each other
};

/// The directive's clauses; those that are not supported are refused.
void readClauses(Lowering &l, const clang::OMPExecutableDirective *d, Sharing &sharing);
void refuseDirective(Lowering &l, const clang::OMPExecutableDirective *d, const std::string &why,
                     std::vector<std::string> notes = {});

/// The variables that count a loop's iterations: its own, first, and the iterator of a range-for. Empty where the loop
/// has another form.
Sharing::Variables countersOf(const clang::Stmt *loop);

/// The loop as its directive describes it; null where it has none.
const ParallelLoop *parallelLoop(Lowering &l, const clang::Stmt *loop);

/// The changes that a loop makes, as its builder knows them.
struct LoopChanges {
  const clang::Stmt *loop = nullptr;
  const ir::Block &body; ///< its last parameters and its results are those of `slots`
  llvm::ArrayRef<unsigned> slots;
  llvm::ArrayRef<unsigned> targets; ///< slots that refer to something else after an iteration
};

/// Refuses the loop, and returns true, where iterations race or change variables that they must not.
bool refuseRaces(Lowering &l, const ParallelLoop &parallel, const LoopChanges &changes);

/// While it lives, the loop's private variables are those of the iteration that is being lowered.
class PrivateVariables {
public:
  PrivateVariables(Lowering &l, const clang::Stmt *loop);
  PrivateVariables(const PrivateVariables &) = delete;
  ~PrivateVariables();
  /// At the end of the iteration: gives the variables outside the values of the lastprivate ones.
  void keepLast();

private:
  void add(const clang::VarDecl *variable);

  Lowering &l;
  const ParallelLoop *loop;
  llvm::SmallVector<std::pair<const clang::ValueDecl *, Location>, 2> outer;
};

} // namespace soac::frontend
