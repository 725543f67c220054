// The context through which the `evaluate` rules see the interpreter: values, nested blocks, failure, counting.
//
// Values live in slots indexed by their id. A slot of a scalar keeps its type for the whole run, so a scalar result is
// one store. A rule that runs a block binds the block's parameters (`set`, `setNumber`, `bindElement`), calls `run`,
// and reads the results (`result`, `resultNumber`) before it runs the block again. After `run` returns false, or a
// rule has called `fail`, the rule returns at once.
#pragma once

#include "ir/Function.h"
#include "ops/rules/RuntimeValue.h"

#include <llvm/ADT/Twine.h>

#include <optional>

namespace soac::ops {

/// The work of a run. Views (sub-arrays, reshapes) are free; a functional update of an array that nothing else refers
/// to writes only the part that changes.
struct Counters {
  std::uint64_t scalarOperations = 0; ///< primitives applied, additions into accumulators
  std::uint64_t reads = 0;            ///< scalars read from arrays
  std::uint64_t writes = 0;           ///< scalars written to arrays
  std::uint64_t statements = 0;       ///< statements executed
  std::uint64_t total() const { return scalarOperations + reads + writes; }
};

class Evaluation {
public:
  explicit Evaluation(const ir::ValueTable &values) : values(values) {}
  virtual ~Evaluation() = default;
  Evaluation(const Evaluation &) = delete;
  Evaluation &operator=(const Evaluation &) = delete;

  const ir::ValueTable &values;
  Counters counters;

  ir::Type type(ir::Value v) const { return values.type(v); }
  const RuntimeValue &of(ir::Value v) const { return slots[v.id]; }
  Number number(ir::Value v) const { return slots[v.id].number(); }
  std::int64_t integer(ir::Value v) const { return slots[v.id].asInt(); }
  bool isTrue(ir::Value v) const { return slots[v.id].asInt() != 0; }
  /// The values as extents; fails when one is negative.
  std::optional<Extents> extents(llvm::ArrayRef<ir::Value> vs);

  void set(ir::Value v, RuntimeValue data) { slots[v.id] = std::move(data); }
  void setNumber(ir::Value v, Number n) { slots[v.id].setNumber(n); }
  /// The storage of an accumulator, to be written in place.
  RuntimeValue &accumulator(ir::Value v) { return slots[v.id]; }
  /// An operand of the current statement; moved out where this is its last use, so that it can be written in place.
  virtual RuntimeValue take(ir::Value v) = 0;

  /// Executes the statements of a block whose parameters are bound.
  virtual bool run(const ir::Block &block) = 0;
  /// Iteration i of a map: binds its index and elements, and runs it.
  bool runIteration(const ir::Block &fn, std::int64_t i, llvm::ArrayRef<ir::Value> arrays);
  /// Runs the definition that `op` names and binds the results; its accumulators are added to.
  virtual bool invoke(const ir::Invoke &op, llvm::ArrayRef<ir::Value> results) = 0;
  /// Result i of a block that has run; moved out where the block owns it.
  virtual RuntimeValue result(const ir::Block &block, std::size_t i) = 0;
  Number resultNumber(const ir::Block &block, std::size_t i) const { return number(block.results[i]); }
  /// Binds a parameter of a block to element i of an array.
  void bindElement(ir::Value parameter, const RuntimeValue &array, std::int64_t i);
  /// Lets go of the arrays that the parameters hold, so that the next writer holds the only reference.
  void release(llvm::ArrayRef<ir::Value> parameters);

  /// The position of array[indices] in row-major order; fails when an index is out of range.
  std::optional<std::int64_t> position(const RuntimeValue &array, llvm::ArrayRef<ir::Value> indices);
  /// Writes `value` over the scalars of `array` from `start` on, and counts it.
  void write(RuntimeValue &array, std::int64_t start, const RuntimeValue &value);

  /// The extents that `row`, a value of a block of the statement, would have if the block ran: those that follow from
  /// values outside the statement; other extents are 0.
  virtual Extents extentsOfNoRow(const ir::Statement &statement, ir::Value row) = 0;

  bool fail(const llvm::Twine &message); ///< always false
  bool failed() const { return hasFailed; }
  const std::string &failure() const { return message; }

protected:
  std::vector<RuntimeValue> slots;

private:
  bool hasFailed = false;
  std::string message;
};

/// The results of `count` iterations as one array of one more rank. The first row decides the inner extents.
class Rows {
public:
  Rows(ir::Type element, std::int64_t count) : element(element), count(count) {}
  /// Rows of the shape of `like`, also where `count` is 0.
  Rows(const RuntimeValue &like, std::int64_t count);
  /// Row i is result number `result` of `block`, which has just run. Fails when its shape is not that of the first row.
  bool put(std::int64_t i, const ir::Block &block, std::size_t result, Evaluation &eval);
  /// Row i is `row`.
  bool put(std::int64_t i, const RuntimeValue &row, Evaluation &eval);
  RuntimeValue take();
  /// Without rows, the inner extents are those that `row`, a value of a block of the statement, would have.
  RuntimeValue take(const ir::Statement &statement, ir::Value row, Evaluation &eval);

private:
  void make(Extents row);

  ir::Type element;
  std::int64_t count;
  RuntimeValue array;
  bool isMade = false;
};

/// True when `count` is not negative and the first extent of every array is `count`; else fails.
bool checkExtents(std::int64_t count, llvm::ArrayRef<ir::Value> arrays, Evaluation &eval);

/// state := op(state.., element..), whose element parameters are bound.
bool combine(const ir::Block &op, llvm::MutableArrayRef<RuntimeValue> state, Evaluation &eval);

} // namespace soac::ops
