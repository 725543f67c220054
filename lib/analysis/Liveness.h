// The live values of a function: those that a result of the function, or an effect, depends on.
//
// Liveness is the least fixed point of "v is live, so the values that v is made of are live", followed through single
// results: only the live components of a statement with several results are followed. A loop-carried value that only
// feeds itself is never reached from outside the loop, so it is not live, nor are checkpoints and undo logs that no
// return sweep reads. An `Accumulate` lives when its accumulator does, and so does an `Invoke` that adds to one. A
// `Check`, an `Invoke` that may fail and, until it is settled, a claim about an array are always live.
//   r, s = loop n, (x, 0.0) |i, a, t| { b = sin a;  u = add t, a  yield b, u }     with s unused, t and u are not live
//
// The parts of one component of a reduction (its neutral element, array, accumulated and element parameter, result)
// live or die together, so that operators keep their shape.
#pragma once

#include "analysis/DefUse.h"

#include <llvm/ADT/DenseSet.h>

namespace soac::analysis {

/// Whether an array is kept because a pragma claims something about it (`LoopAnnotations::noFalseDependencies`): until
/// the claim is settled, the accesses to the array are needed to check it.
enum class Claimed : bool { IsDropped, IsKept };

/// The results of a definition that are used, and the operands that the definitions it invokes use.
struct Asked {
  llvm::ArrayRef<bool> results;                                             ///< of the definition
  llvm::function_ref<bool(const ir::Invoke &op, std::size_t operand)> operands; ///< arguments, then accumulators
};

class Liveness {
public:
  Liveness(const ir::Function &f, Claimed claimed) : Liveness(f, claimed, nullptr) {}
  Liveness(const ir::Function &f, Claimed claimed, const Asked &asked) : Liveness(f, claimed, &asked) {}

  bool isLive(ir::Value v) const { return live[v.id]; }
  /// True when a live value or an effect needs the statement.
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
  const Asked *const asked; ///< null: all results and operands are used
  DefUse definitions;
  std::vector<bool> live;                   ///< by value id
  llvm::DenseMap<ir::Value, ir::Values> madeOf; ///< value -> values that flow into it, for statements with blocks
  llvm::DenseMap<ir::Value, llvm::SmallVector<const ir::Statement *, 2>> accumulates;
  std::vector<const ir::Statement *> kept; ///< statements that stay although their results are unused
  llvm::DenseSet<const ir::Statement *> needed;
  llvm::SmallVector<ir::Value, 64> worklist;
};

} // namespace soac::analysis
