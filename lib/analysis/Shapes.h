// Symbolic shapes: which extents are equal.
//
// Every extent of every array, and every i64 scalar, has a number (Dim); equal numbers mean equal values wherever both
// are in scope. Numbers are derived from the statements: fill(v, n) has extent n, an update has the extents of its
// array, the rows of a map have the extents of its operator's result. For loop-carried arrays the extents of the first
// value are assumed to be those of all, and the assumption is checked against the body's result: an induction over the
// iterations, which relies on the body's own `Check`s and on those in front of the loop, too. An extent that cannot be derived has a number of its own.
//   a = fill x, n;  b = map m, .. { .. yield a };  c = update b[i] = a      b and c have extents m and n
//
// An array of rows that has no rows counts as having the inner extents that its rows would have.
#pragma once

#include "ir/Function.h"

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>

#include <deque>
#include <vector>

namespace soac::analysis {

using namespace ir;

using Dim = std::uint32_t;
using Dims = llvm::SmallVector<Dim, 3>;

class Shapes {
public:
  /// Where a number was met first: the scalar `value`, or extent `dimension` of the array `value`.
  struct Origin {
    Value value;
    int dimension = -1;
  };

  /// Derives the numbers of all values of the function. They stay true while its values keep their meaning.
  explicit Shapes(const Function &function);
  /// The same for a block; nothing is known about values outside it.
  Shapes(const ValueTable &values, const Block &block);
  /// The same for the function of a `Differentiate`; nothing is known about values outside it.
  Shapes(const ValueTable &values, const Differentiate &op);

  Dims of(Value array);
  Dim of(Value array, unsigned dimension) { return of(array)[dimension]; }
  Dim ofScalar(Value v);
  Origin origin(Dim d) const { return origins[d].front(); }
  /// The origin, which may be inside a block, and the results of statements through which the number leaves blocks. They stay where
  /// they are while further numbers are asked for.
  llvm::ArrayRef<Origin> allOrigins(Dim d) const { return origins[d]; }
  bool sameShape(Value a, Value b);
  /// Derives the numbers of a new statement, and of its blocks.
  void define(const Statement &statement);

private:
  void block(const Block &block);
  /// A rule of `WithRules`: its parameters are the arguments, derivatives of the shapes of `from`, and the results.
  void rule(const Block &rule, llvm::ArrayRef<Value> arguments, llvm::ArrayRef<Value> from,
            llvm::ArrayRef<Value> results);
  Dim fresh(Value v, int dimension);
  void set(Value v, Dims dims);
  void unknown(Value v);
  void elements(llvm::ArrayRef<Value> parameters, llvm::ArrayRef<Value> arrays);
  void like(llvm::ArrayRef<Value> vs, llvm::ArrayRef<Value> models);
  Dims rows(Value count, Value row);
  Dims join(Value result, Value a, Value b);
  void loop(const Loop &op, const Statement &statement);
  void leave(const Statement &s);
  bool isChecked(Dim a, Dim b, const Block &body);
  void learn(Value condition);
  bool isKnown(Dim a, Dim b, Value count);
  void entry(Value v);

  /// x and y are equal: always, or where a loop of this count has an iteration.
  struct Fact {
    Value x, y, count;
  };

  const ValueTable &values;
  llvm::DenseMap<Value, Apply> comparisons; ///< statements that give truth values
  std::vector<Fact> facts;                  ///< of the checks in front of the statement that is looked at
  std::vector<Dims> dims;   ///< by value id; empty: not derived yet
  std::vector<Dim> scalars; ///< by value id
  std::deque<llvm::SmallVector<Origin, 1>> origins; ///< by number; they stay where they are when there are more
};

} // namespace soac::analysis
