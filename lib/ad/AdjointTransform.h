// Reverse mode by redundant execution: Note [Redundant execution].
//
// Note [Redundant execution]: A scope's adjoint is its forward sweep followed by its return sweep. The return sweep of
// a statement with scopes inside (a map, a branch, a loop) enters each of these again and first re-executes its forward
// sweep, which brings every value of the scope that the return sweep may need back into reach; so no tape is kept.
// Where the outer forward sweep had executed the inner one only for its intermediate values, dead code elimination
// takes it away, so that perfect nests are executed once [SC22 §4.1].
//   r = map n, (a) |i, x| { y = sin x;  z = mul y, y;  yield z }     y is not stored: the return sweep computes it anew
//   a_adj = map n, (a, r_adj) |i, x, z_adj| { y = sin x;  ..  yield x_adj }
#pragma once

#include "ad/Activity.h"
#include "ad/Ad.h"
#include "ad/DefinitionDerivatives.h"
#include "ad/FinalElements.h"
#include "ad/RedoLog.h"
#include "ad/UndoneUpdates.h"
#include "ops/rules/Rule.h"

#include <memory>

namespace soac::ad {

class AdjointTransform final : public ops::Adjoints {
public:
  /// `mayHandDown`: may loops hand their logs down (ops/rules/HandedLog.h)?
  AdjointTransform(ir::Function &function, const Options &options, DefinitionDerivatives &derivatives, bool mayHandDown)
      : function(function), values(function.values), options(options), derivatives(derivatives),
        activity(values, derivatives.activity()), mayHandDown(mayHandDown) {}

  /// The block (arguments.., seeds.., initial adjoints..) -> (results.., adjoints of the differentiable arguments..) of a
  /// `Differentiate`; only set seeds and initial adjoints have parameters.
  ir::Block transform(const ir::Differentiate &op);
  /// False where the block that has been made reads contents of arrays that part logs do not have, or that a loop has
  /// left to the loops in its iterations.
  bool isComplete() const { return complete; }
  /// The body of the adjoint of a definition, as Adjoints::derivedDefinition says.
  ir::Block transform(const ir::Block &definition, llvm::ArrayRef<bool> active, llvm::ArrayRef<bool> seeded,
                      llvm::ArrayRef<unsigned> updated);

  ir::Builder &builder() override { return frames.back()->builder; }
  bool isActive(ir::Value v) const override;
  bool isZero(ir::Value v) const override;
  ir::Value of(ir::Value v) override;
  void add(ir::Value v, ir::Value contribution) override;
  void set(ir::Value v, ir::Value adjoint) override { frames.back()->entries[original(v)] = {adjoint, {}}; }
  void addAt(ir::Value array, llvm::ArrayRef<ir::Value> indices, ir::Value contribution, ir::Value guard) override;
  llvm::ArrayRef<Sparse> sparse(ir::Value array) const override;
  ir::Value ofAccumulator(ir::Value accumulator) const override { return primalAccumulators.lookup(accumulator); }
  void setAccumulator(ir::Value accumulator, ir::Value adjoint) override { primalAccumulators[accumulator] = adjoint; }
  bool accumulates(llvm::ArrayRef<const ir::Block *> blocks) const override;
  unsigned derivedDefinition(const ir::Invoke &op, llvm::MutableArrayRef<bool> active,
                             llvm::ArrayRef<bool> seeded) override {
    return derivatives.adjoint(op, active, seeded);
  }
  ops::Definitions &definitions() override { return derivatives; }
  ir::Value accumulatorOf(ir::Value array) const override { return accumulators.lookup(original(array)); }
  ir::Value current(ir::Value v) const override;
  void restore(ir::Value v, ir::Value restored) override;
  void undone(ir::Value v, ir::Value changed, ir::Value restored, llvm::ArrayRef<ir::Value> limits) override {
    undoneUpdates.push_back({v, changed, restored, ir::Values(limits)});
    restore(v, restored);
  }
  ir::Value original(ir::Value v) const override;
  ir::Op current(ir::Op op) const override;
  void changed(ir::Value source, ir::Value result, std::shared_ptr<const ops::ChangedElements> elements) override {
    if (isOutermostForward)
      redoLog.add(source, result, std::move(elements));
  }
  ir::Value mostUpdates(ir::Value result) const override { return inPlaceChanges.lookup(result).most; }
  std::shared_ptr<ops::HandedLog> handedLog(ir::Value result) const override {
    return inPlaceChanges.lookup(result).handed;
  }
  bool mayHandLogsDown() const override { return mayHandDown; }
  ir::Statement withoutAccumulators(const ir::Statement &statement) const override;
  bool reaches(const ir::Statement &statement) const override;
  ops::FreeVariables activeFree(llvm::ArrayRef<const ir::Block *> blocks) const override;
  bool hasAccumulator(ir::Value array) const override { return accumulators.contains(original(array)); }
  ir::Values withAccumulators(llvm::ArrayRef<ir::Value> arrays, llvm::function_ref<ir::Values()> body) override;
  ir::Block nested(llvm::ArrayRef<ir::Type> parameters, llvm::ArrayRef<ir::Value> scalars,
                   llvm::ArrayRef<ir::Value> arrays,
                   llvm::function_ref<ir::Values(llvm::ArrayRef<ir::Value>)> body) override;
  ir::Values sweep(const ir::Block &block, llvm::ArrayRef<ir::Value> arguments, llvm::ArrayRef<bool> active,
                   llvm::ArrayRef<Seed> seeds, bool reachFree, llvm::ArrayRef<InPlaceChange> changes) override;
  void analyse(const ir::Statement &statement) override;
  ir::Value lastContentsOf(ir::Value array, ir::Value overwritten) override {
    return lastContents.nameOf(array, overwritten, values);
  }
  ir::Value laterContentsOf(ir::Value like) override { return values.freshLike(like); }
  void setContents(ir::Value name, ir::Value array) override { lastContents.setPart(name, array); }
  ir::Value lostContents(ir::Value shape) override { return lastContents.lost(shape, values); }
  void lose(ir::Value v, ir::Value shape) override { lastContents.lose(v, shape); }
  std::string placeOf(ir::SourceLocation location) const override { return function.placeOf(location); }
  bool mayUse(llvm::StringRef construct, llvm::StringRef rule) const override;

private:
  // The adjoint of one value in one scope: a dense part and single elements still to be added to it.
  struct Entry {
    ir::Value dense;
    llvm::SmallVector<Sparse, 1> sparse;
  };
  // A scope that is being built. Contributions go to the innermost frame and leave it as results of its scope.
  struct Frame {
    Frame(ir::ValueTable &values, std::vector<ir::Statement> &out, ir::SourceLocation location)
        : builder(values, out, location) {}
    ir::Builder builder;
    llvm::DenseMap<ir::Value, Entry> entries;
    llvm::DenseSet<ir::Value> own; ///< values defined in this scope
  };

  const Entry *find(ir::Value v) const;
  ir::Value clearedAt(ir::Value dense, const Sparse &element);
  void define(const ir::Statement &statement);
  void handOn(llvm::ArrayRef<InPlaceChange> changes, llvm::ArrayRef<ir::Value> results,
              llvm::ArrayRef<ir::Statement> statements);
  bool onlyCounts(const ir::Statement &statement, const ir::ValueSet &read) const;
  void dropAccumulates(ir::Op &op) const;
  void restoreTo(std::size_t mark);
  void expectEmpty(const Frame &frame) const;

  const ir::Function &function;
  ir::ValueTable &values;
  const Options &options;
  DefinitionDerivatives &derivatives;
  Activity activity;
  const bool mayHandDown;
  std::vector<std::unique_ptr<Frame>> frames;
  ir::ValueMap accumulators;       ///< array -> the accumulator of its adjoint, in scope
  ir::ValueMap primalAccumulators; ///< accumulator of the primal -> the adjoint of its contents, or unset where zero
  llvm::DenseMap<ir::Value, unsigned> blocked; ///< free variables that a sweep does not reach
  /// A result that is redone after the return sweep.
  struct Redone {
    std::size_t result;
    ir::Value source;
    RedoLog::Saved contents;
  };
  void saveRedone(llvm::ArrayRef<ir::Value> results);
  llvm::DenseSet<ir::Value> redone; ///< arrays at entry whose final contents are redone
  std::vector<Redone> saved;
  RedoLog redoLog;
  bool isOutermostForward = false; ///< the forward sweep of the whole function is being made
  bool seedsAreCallers = false; ///< the next sweep's seeds come from the caller, who may give them any shape
  // Note [Restored arrays] in ops/rules/Rule.h.
  ir::ValueMap restored;  ///< original -> its current version
  ir::ValueMap originals; ///< version -> original
  llvm::DenseMap<ir::Value, InPlaceChange> inPlaceChanges;     ///< by the result of a statement
  std::vector<std::pair<ir::Value, ir::Value>> restoredBefore; ///< earlier entries of `restored`, for leaving a scope
  std::vector<UndoneUpdate> undoneUpdates;
  LastContents lastContents;
  bool complete = true;
};

} // namespace soac::ad
