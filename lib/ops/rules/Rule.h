// The contexts through which rules recurse, so that `ops` never depends on `ad` or `eval`.
#pragma once

#include "analysis/InPlace.h"
#include "ir/Builder.h"

#include <functional>
#include <memory>

namespace soac::ops {

class ChangedElements; // ops/rules/ChangedElements.h
class Evaluation;      // ops/rules/Evaluation.h
struct HandedLog;      // ops/rules/HandedLog.h

/// Forward mode. A rule emits the primal statement and the tangents of its results side by side [SC22 §3].
class Tangents {
public:
  virtual ~Tangents() = default;
  virtual ir::Builder &builder() = 0;
  /// May `v` have a nonzero tangent?
  virtual bool isActive(ir::Value v) const = 0;
  /// The tangent of `v`, or no value where it is zero: a zero is not materialised.
  virtual ir::Value of(ir::Value v) = 0;
  virtual void set(ir::Value v, ir::Value tangent) = 0;
  /// The tangent of `v` with zeros made real.
  ir::Value dense(ir::Value v);
  /// Appends the primal statement as it is.
  void keep(const ir::Statement &statement);
  /// The definition that computes the invoked definition's results and their tangents: its parameters are followed by
  /// the tangents of the arguments flagged in `active`, its results by the tangents of the floating-point results;
  /// accumulators, all with a tangent, come last.
  virtual unsigned derivedDefinition(const ir::Invoke &op, llvm::ArrayRef<bool> active) = 0;
  /// Are there several directions, so that a statement executed once per direction must compute only tangents?
  virtual bool isInDirections() const = 0;
  /// Transforms `block` into a block whose parameters are those of `block` followed by tangents of the active
  /// parameters, and whose results are those of `block` followed by (dense) tangents of the results flagged in
  /// `activeResults`.
  virtual ir::Block transform(const ir::Block &block, llvm::ArrayRef<bool> activeResults) = 0;
};

/// How many entries a log has room for, where that has to be checked, and the message when there are more.
struct LogLimit {
  ir::Value most; ///< unset: no check is needed
  std::string message;
  ir::Value mostTaken = {}; ///< the same of its decisions (ops/rules/Decisions.h)
};

/// The definitions that are invoked, for undo logs (ops/rules/UndoLog.h).
class Definitions : public analysis::Definitions {
public:
  /// The variant of the definition that logs the elements it overwrites of the array that is result number `result`.
  /// Its parameters are followed by the log at entry, whose contents may be missing, and the limit, if there is one;
  /// its results by the log at the end.
  virtual unsigned logging(const ir::Invoke &op, std::size_t result, bool hasContents, const LogLimit &limit) = 0;
};

/// Runs the return sweep of one statement.
using ReturnSweep = std::function<void()>;

/// The active free variables of a scope, in order of first use.
struct FreeVariables {
  ir::Values scalars, arrays;
};

/// Reverse mode. A rule emits its part of the forward sweep when it is called and hands back its return sweep, which
/// runs when the adjoints of the statement's results are complete [SC22 §4.1].
///
/// Note [Restored arrays]: an in-place statement `r = update(a, ..)` destroys `a`, which return sweeps of earlier
/// statements may need. So the return sweep of an in-place statement undoes it and says `restore(a, a')`, where a' has
/// the contents of a [SC22 §5.3]. From then on `current(a)` is a'. Where nothing needs a', dead code elimination
/// removes the whole chain.
class Adjoints {
public:
  virtual ~Adjoints() = default;
  virtual ir::Builder &builder() = 0;
  /// May the derivative reach `v`? Contributions to inactive values are dropped.
  virtual bool isActive(ir::Value v) const = 0;
  /// True when nothing has been added to v's adjoint.
  virtual bool isZero(ir::Value v) const = 0;
  /// The adjoint of `v`, dense; zeros are made real.
  virtual ir::Value of(ir::Value v) = 0;
  virtual void add(ir::Value v, ir::Value contribution) = 0;
  /// Sets the adjoint of `v`, which must include all contributions so far.
  virtual void set(ir::Value v, ir::Value adjoint) = 0;
  /// Adds at one element (or sub-array) of an array's adjoint.
  /// With a `guard` (a bool), only where it holds; the indices need not be in range elsewhere.
  virtual void addAt(ir::Value array, llvm::ArrayRef<ir::Value> indices, ir::Value contribution,
                     ir::Value guard = {}) = 0;

  /// One element (or sub-array) of an adjoint that is zero elsewhere.
  struct Sparse {
    ir::Values indices;
    ir::Value value;
    ir::Value guard; ///< unset: always
  };
  /// The elements, when the adjoint of `array` consists of few of them; empty otherwise.
  virtual llvm::ArrayRef<Sparse> sparse(ir::Value array) const = 0;

  /// What is known of how a block changes an array in place.
  struct InPlaceChange {
    ir::Value most; ///< how many elements at most, one that is changed twice counted twice; may be unset
    std::shared_ptr<HandedLog>
        handed; ///< where the loops that change it have their entries (ops/rules/HandedLog.h), if anywhere
  };

  /// The adjoint of a block's result: dense, or sparse, or zero.
  struct Seed {
    ir::Value dense;
    llvm::SmallVector<Sparse, 1> sparse;
    Seed() = default;
    Seed(ir::Value dense) : dense(dense) {}
    Seed(Sparse element) : sparse{std::move(element)} {}
  };

  /// The accumulated adjoint that belongs to an accumulator of the primal program (an array that can be read), or none.
  virtual ir::Value ofAccumulator(ir::Value accumulator) const = 0;
  virtual void setAccumulator(ir::Value accumulator, ir::Value adjoint) = 0;
  /// Does one of the blocks add to an accumulator whose adjoint is not zero?
  virtual bool accumulates(llvm::ArrayRef<const ir::Block *> blocks) const = 0;

  /// The definition that computes the adjoints of an invoked definition. Its parameters: the arguments, the adjoints of the
  /// results that are flagged in `seeded`, the contents of the adjoints of accumulators that have one, accumulators. Its
  /// results: the adjoints of the scalar arguments that are flagged in `active`, the adjoint of every updated array with a
  /// seed (in the memory of the seed), and every updated array as it was at entry (in the memory of the array). The adjoints
  /// of the other arrays are added to the accumulators.
  /// More arguments than asked for may become active: scalars, and updated arrays with a seed.
  virtual unsigned derivedDefinition(const ir::Invoke &op, llvm::MutableArrayRef<bool> active,
                                     llvm::ArrayRef<bool> seeded) = 0;
  virtual Definitions &definitions() = 0;
  /// The accumulator that contributions to `array` go to.
  virtual ir::Value accumulatorOf(ir::Value array) const = 0;

  /// See Note [Restored arrays].
  virtual ir::Value current(ir::Value v) const = 0;
  virtual void restore(ir::Value v, ir::Value restored) = 0;
  /// Restores `v` from `changed`, the array that the forward sweep made of `v` in place. Where nothing else needs
  /// `changed`, neither it nor `restored` is computed (lib/ad/UndoneUpdates.h), and the checks of the log's `limits`
  /// are dropped.
  virtual void undone(ir::Value v, ir::Value changed, ir::Value restored, llvm::ArrayRef<ir::Value> limits = {}) = 0;
  /// A value with the contents of the array, which has no derivative: for numbers that are read from there in the place of the
  /// statements that made them (lib/ad/FinalElements.h). `overwritten`, if set: the result of the loop that left it behind, where
  /// that overwrites as many elements as there are.
  virtual ir::Value lastContentsOf(ir::Value array, ir::Value overwritten) = 0;
  /// The same of an array that is not there yet, which `setContents` gives; nothing else than its numbers may be
  /// needed.
  virtual ir::Value laterContentsOf(ir::Value like) = 0;
  virtual void setContents(ir::Value name, ir::Value array) = 0;
  /// A value in the place of an array of the same shape whose contents are lost: where the complete adjoint needs more
  /// than the shape, it is made again without part logs (ad/PartLogs.h).
  virtual ir::Value lostContents(ir::Value shape) = 0;
  /// Says that `v`, an array of the same shape, is made by no statement: its contents are lost.
  virtual void lose(ir::Value v, ir::Value shape) = 0;
  /// The value of the primal program that `v` is a current version of; adjoints belong to originals.
  virtual ir::Value original(ir::Value v) const = 0;
  /// `op` with every operand and free variable in its current version.
  virtual ir::Op current(ir::Op op) const = 0;

  /// Says that the forward sweep made `result` of `source` by updates of these elements alone.
  virtual void changed(ir::Value source, ir::Value result, std::shared_ptr<const ChangedElements> elements) = 0;

  /// How many elements of an array the statement changes at most that makes `result` of it in place, one that is changed
  /// twice counted twice; unset where that is not known.
  virtual ir::Value mostUpdates(ir::Value result) const = 0;
  /// The log from which the loop that makes `result` takes its entries; null for others, which have logs of their own.
  virtual std::shared_ptr<HandedLog> handedLog(ir::Value result) const = 0;
  /// May loops hand their logs down?
  virtual bool mayHandLogsDown() const = 0;

  /// The primal statement without its additions to accumulators of a scope that is re-executed.
  virtual ir::Statement withoutAccumulators(const ir::Statement &statement) const = 0;
  /// Appends the statement without these additions.
  void keep(const ir::Statement &statement);
  /// May the statement have something to do in the return sweep: an active result, or an addition to an accumulator?
  virtual bool reaches(const ir::Statement &statement) const = 0;
  virtual FreeVariables activeFree(llvm::ArrayRef<const ir::Block *> blocks) const = 0;
  /// True inside a scope where contributions to `array` go to an accumulator.
  virtual bool hasAccumulator(ir::Value array) const = 0;
  /// Runs `body`, in which contributions to `arrays` go to accumulators, so that scopes nested in it may add to them.
  /// Returns the body's values as they are outside.
  virtual ir::Values withAccumulators(llvm::ArrayRef<ir::Value> arrays, llvm::function_ref<ir::Values()> body) = 0;
  /// A block made by `body` in a scope of its own. Its results are the body's, then the contributions to each of
  /// `scalars` and then the (dense) adjoint of each of `arrays`, which must not have accumulators.
  virtual ir::Block nested(llvm::ArrayRef<ir::Type> parameters, llvm::ArrayRef<ir::Value> scalars,
                           llvm::ArrayRef<ir::Value> arrays,
                           llvm::function_ref<ir::Values(llvm::ArrayRef<ir::Value>)> body) = 0;
  /// Appends both sweeps of a copy of `block`. `arguments` stand for its parameters and must be distinct fresh values;
  /// arguments flagged in `active` get adjoints (read them with `of`). `seeds` are the adjoints of the results.
  /// Contributions to free variables are dropped unless `reachFree`. `changes`, if not empty, are those of each
  /// result that is made of an array in place. Returns the results of the forward sweep.
  virtual ir::Values sweep(const ir::Block &block, llvm::ArrayRef<ir::Value> arguments, llvm::ArrayRef<bool> active,
                           llvm::ArrayRef<Seed> seeds, bool reachFree = true,
                           llvm::ArrayRef<InPlaceChange> changes = {}) = 0;
  /// Finds the active values of a statement that a rule made, so that it can be differentiated like one of the program.
  virtual void analyse(const ir::Statement &statement) = 0;
  /// "file:line", for messages.
  virtual std::string placeOf(ir::SourceLocation location) const = 0;
  /// Is the rule asked for by name ("reduce:general"), or is none asked for this construct?
  virtual bool mayUse(llvm::StringRef construct, llvm::StringRef rule) const = 0;

  // Shared by many rules.
  bool isActiveAndNonzero(ir::Value v) const { return isActive(v) && !isZero(v); }
  llvm::SmallVector<bool, 4> activeFlags(llvm::ArrayRef<ir::Value> vs) const;
  /// The active values, in order.
  ir::Values activeOf(llvm::ArrayRef<ir::Value> vs) const;
  /// The dense adjoints of the active values, zeros made real.
  ir::Values adjointsOfActive(llvm::ArrayRef<ir::Value> vs);
  /// Adds one contribution to each active value, in order.
  void addToActive(llvm::ArrayRef<ir::Value> vs, llvm::ArrayRef<ir::Value> contributions);
};

/// The message of a loop that runs more often than its bound.
std::string boundMessage(const ir::LoopAnnotations &annotations);

/// Checks at run time that an array's tangent, adjoint or seed has its shape.
void checkSameShape(ir::Value array, ir::Value companion, llvm::StringRef what, ir::Builder &b);

} // namespace soac::ops
