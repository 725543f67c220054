// Where every array value lives.
//
// A *root* is a piece of memory: a parameter's, memory that a statement makes, or the memory of an array that a loop
// carries. Every array value lies in one or more roots (more where control flow joins). An operation that writes
// (`Update`, `Scatter`, accumulators, loops, a map onto its operand) does so in place of its operand when no root of
// the operand is read afterwards, all its roots are owned, and they were made in the scope that executes the statement
// once; otherwise it works on a copy. [SC22 §5.4] calls this consumption.
//   b = update a[i] = x;  y = b[j]             in place, where a is owned: b is a's memory
//   b = update a[i] = x;  y = add b[j], a[j]   on a copy, since a is read afterwards
// A row that is read behind such an operation on its array is a copy, which is less than one of the array:
//   r = index a[i];  b = update a[i] = x;  y = index r[j]      r is copied, b is a's memory
//
// Invariants: memory of an input that is not also an output is never written. A statement never overwrites a root of a
// value that is read afterwards.
#pragma once

#include "schedule/Shapes.h"

namespace soac::schedule {

enum class Place : std::uint8_t {
  None,        ///< a scalar or accumulator
  Bound,       ///< a parameter of the function, a loop or an operator
  View,        ///< part of another array's memory, or all of it under another shape
  InPlace,     ///< the memory of the operand that the statement consumes (a copy of it where `copies` says so)
  Join,        ///< one of several pieces of memory: the result of an `If`
  Own,         ///< memory of its own
  Row,         ///< its row of the result of the map around it
  Delayed,     ///< no memory: scans and histograms compute the elements where they read them
};

class MemoryPlan {
public:
  /// `writable`: parameters whose memory may be overwritten (they are outputs as well).
  MemoryPlan(const ir::Function &function, const Uses &uses, const Shapes &shapes, const ir::ValueSet &writable);

  Place place(ir::Value v) const { return info[v.id].place; }
  bool delayed(ir::Value v) const { return place(v) == Place::Delayed; }
  /// InPlace results: the operand is copied first.
  bool copies(ir::Value result) const { return info[result.id].copies; }
  /// The value's own memory, or its copy's, is on the stack: the array is small and of constant shape.
  bool onStack(ir::Value v) const { return info[v.id].onStack; }
  /// Map results in place: the operand array whose memory is reused. Rows of it are already written there.
  ir::Value reused(ir::Value result) const { return info[result.id].reused; }
  /// Loop results: true when the body's result is always the carried memory itself; false: it is kept in a slot.
  bool stable(ir::Value loopResult) const { return info[loopResult.id].stable; }
  /// Loop results in slots, in the order in which they are kept; `copyFirst`: it is copied before any of them is kept;
  /// `exchanged`: the result is the carried array of that number, whose result is this carried array.
  struct Keep {
    unsigned carried;
    bool copyFirst;
    std::optional<unsigned> exchanged = {};
  };
  llvm::ArrayRef<Keep> keeps(const ir::Statement &loop) const;
  /// Arrays that a loop's body makes for the next iteration: the loop result in whose slot they lie.
  ir::Value slotOf(ir::Value v) const { return info[v.id].slotOf; }
  /// Map results whose rows have a shape that is known only when the first is computed.
  bool lateShape(ir::Value mapResult) const { return info[mapResult.id].lateShape; }
  /// Row places: the result of the map around it whose row this is.
  ir::Value rowOf(ir::Value v) const { return info[v.id].rowOf; }
  /// True when the memory of `v` may be written to (its handle is not const).
  bool writable(ir::Value v) const;
  /// True when nothing ever overwrites the memory of `v` while `v` is in scope.
  bool constantMemory(ir::Value v) const;
  /// The value whose statement makes the memory of `v`, when `v` is all of one piece of memory made in `block`; else none.
  ir::Value madeIn(const ir::Block &block, ir::Value v) const;
  /// True when two values may share memory.
  bool mayAlias(ir::Value a, ir::Value b) const;
  /// Every value that may lie in the memory that `v` begins: values made of it in place or carried by loops, not copies.
  /// None when one of these values may lie in other memory as well.
  std::optional<ir::ValueSet> sharing(ir::Value v) const;

private:
  using Roots = llvm::SmallVector<unsigned, 2>;
  struct Root {
    ir::Value origin;
    unsigned scope = 0;    ///< of execution: the number of the operator or loop body around it
    bool owned = false;
    bool consumed = false; ///< something overwrites it
    bool taken = false;    ///< made where a map wants its row
    Roots through;         ///< of carried memory: the roots of the loop's first value
    llvm::SmallVector<ir::Value, 4> values;
  };
  struct Info {
    Place place = Place::None;
    bool copies = false, stable = false, lateShape = false, onStack = false;
    bool whole = false; ///< all of its roots' memory, in the same shape
    ir::Value reused, rowOf, slotOf;
    Roots roots;
  };
  struct Frame {
    const ir::Block *block;
    unsigned after;  ///< the position past the statement at hand
    unsigned scope;
  };

  const ir::Function &function;
  const Uses &uses;
  const Shapes &shapes;
  std::vector<Info> info;
  std::vector<Root> roots;
  std::vector<Frame> frames;
  unsigned scopes = 0;
  llvm::DenseMap<const ir::Statement *, llvm::SmallVector<Keep, 4>> keepOrder;

  bool isArray(ir::Value v) const { return function.type(v).isArray() && !function.type(v).accumulator; }
  unsigned makeRoot(ir::Value origin, bool owned);
  void bind(ir::Value v, Place place, const Roots &in, bool whole);
  void own(ir::Value v);
  static void unite(Roots &into, const Roots &from);
  bool readLater(unsigned root) const;
  bool consumable(ir::Value v, const ir::Statement &s, std::size_t usesInStatement = 1) const;
  void consume(const Roots &in);

  void block(const ir::Block &b, bool newScope);
  void statement(const ir::Statement &s);
  void inPlace(ir::Value result, ir::Value operand, const ir::Statement &s, std::size_t usesInStatement = 1);
  bool isReadBehindAnUpdate(const ir::Statement &row, ir::Value array) const;
  bool canDelay(const ir::Map &op, llvm::ArrayRef<ir::Value> results) const;
  void reduceByIndex(const ir::ReduceByIndex &op, const ir::Statement &s);
  void ifElse(const ir::If &op, const ir::Statement &s);
  void loop(const ir::Loop &op, const ir::Statement &s);
  void orderKeeps(const ir::Loop &op, const ir::Statement &s, llvm::ArrayRef<unsigned> carriedRoots);
  ir::Value consumedBy(ir::Value result) const;
  bool reuseRows(const ir::Statement &s, const ir::Block &fn, llvm::ArrayRef<ir::Value> arrays, std::size_t k);
  void delay(const ir::Map &op, ir::Value result);
  void operatorBlock(llvm::ArrayRef<ir::Value> arrays, const ir::Block &fn);
  void mapped(const ir::Statement &s, const ir::Block &fn, llvm::ArrayRef<ir::Value> arrays, std::size_t first);
  void withAccumulators(const ir::WithAccumulators &op, const ir::Statement &s);
  void placeOnStack();
  bool escapes(const Root &r) const;
};

} // namespace soac::schedule
