// Live values of a function: those that a result of the function, or an effect, depends on.
//
// Liveness is the least fixed point of "v is live, so what v is made of is live", followed through single results: of
// a multi-result statement only the live components are. A loop-carried value that only feeds itself is never reached
// from outside the loop, so it is not live, nor are checkpoints and undo logs that no return sweep reads. An
// `Accumulate` lives when its accumulator does; a `Check` always does, and so does an array with a claim to be checked.
//
// A component of a reduction (its neutral element, array, accumulated and element parameter, result) lives or dies as
// one, so that operators keep their shape.
#pragma once

#include "analysis/DefUse.h"

#include <llvm/ADT/DenseSet.h>

namespace soac::analysis {

/// Whether an array of which a pragma claims something (`LoopAnnotations::noFalseDependencies`) is kept because of
/// that: until the claim is settled, the accesses to the array are what it is about.
enum class Claimed : bool { IsDropped, IsKept };

/// The results that are needed of a definition, and of those that it invokes.
struct Asked {
  llvm::ArrayRef<bool> results;                                             ///< of the definition
  llvm::function_ref<bool(const ir::Invoke &op, std::size_t operand)> operands; ///< arguments, then accumulators
};

class Liveness {
public:
  Liveness(const ir::Function &f, Claimed claimed) : Liveness(f, claimed, nullptr) {}
  Liveness(const ir::Function &f, Claimed claimed, const Asked &asked) : Liveness(f, claimed, &asked) {}

  bool isLive(ir::Value v) const { return live[v.id]; }
  /// True when the statement is executed for something.
  bool isNeeded(const ir::Statement &s) const { return needed.contains(&s); }

private:
  Liveness(const ir::Function &f, Claimed claimed, const Asked *asked);
  void record(const ir::Block &block);
  bool isKeptClaim(const ir::Op &op) const;
  void keepOperators(const ir::Statement *s);
  void mark(ir::Value v);
  void mark(llvm::ArrayRef<ir::Value> vs);
  void drain();
  void need(const ir::Statement *s);
  void everything(const ir::Op &op);
  void operandsOf(const ir::Invoke &op);

  Claimed claimed;
  const Asked *const asked; ///< null: all that there is
  DefUse definitions;
  std::vector<bool> live;                   ///< by value id
  llvm::DenseMap<ir::Value, ir::Values> madeOf; ///< through the blocks of a statement
  llvm::DenseMap<ir::Value, llvm::SmallVector<const ir::Statement *, 2>> accumulates;
  std::vector<const ir::Statement *> kept; ///< whatever their results are used for
  llvm::DenseSet<const ir::Statement *> needed;
  llvm::SmallVector<ir::Value, 64> worklist;
};

} // namespace soac::analysis
