// Symbolic shapes: which extents are equal.
//
// Every extent of every array, and every i64 scalar, has a number (Dim); equal numbers mean equal values wherever both
// are in scope. Numbers are derived from the statements: fill(v, n) has extent n, an update has the extents of its
// array, the rows of a map have the extents of its operator's result. For loop-carried arrays the extents of the first
// value are assumed to be those of all, and the assumption is checked against the body's result: an induction over the
// iterations. What cannot be derived has a number of its own.
//
// The inner extents of an array of rows without rows are those that the rows would have.
#pragma once

#include "ir/Function.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>

#include <vector>

namespace soac::optimise {

using Dim = std::uint32_t;
using Dims = llvm::SmallVector<Dim, 3>;

class Shapes {
public:
  /// Where a number was met first: the scalar `value`, or extent `dimension` of the array `value`.
  struct Origin {
    ir::Value value;
    int dimension = -1;
  };

  /// Derives the numbers of all values of the function. They stay true while its values keep their meaning.
  explicit Shapes(const ir::Function &function);

  Dims of(ir::Value array);
  Dim of(ir::Value array, unsigned dimension) { return of(array)[dimension]; }
  Dim ofScalar(ir::Value v);
  Origin origin(Dim d) const { return origins[d]; }
  bool sameShape(ir::Value a, ir::Value b);
  /// Derives the numbers of a statement that is new, and of its blocks.
  void define(const ir::Statement &statement);

private:
  void block(const ir::Block &block);
  /// A rule of `WithRules`: its parameters are the arguments, derivatives of the shapes of `from`, and the results.
  void rule(const ir::Block &rule, llvm::ArrayRef<ir::Value> arguments, llvm::ArrayRef<ir::Value> from,
            llvm::ArrayRef<ir::Value> results);
  Dim fresh(ir::Value v, int dimension);
  void set(ir::Value v, Dims dims);
  void unknown(ir::Value v);
  void elements(llvm::ArrayRef<ir::Value> parameters, llvm::ArrayRef<ir::Value> arrays);
  void like(llvm::ArrayRef<ir::Value> vs, llvm::ArrayRef<ir::Value> models);
  Dims rows(ir::Value count, ir::Value row);
  Dims join(ir::Value result, ir::Value a, ir::Value b);
  void loop(const ir::Loop &op, const ir::Statement &statement);
  void entry(ir::Value v);

  const ir::ValueTable &values;
  std::vector<Dims> dims;      ///< by value id; empty: not derived yet
  std::vector<Dim> scalars;    ///< by value id
  std::vector<Origin> origins; ///< by number
};

} // namespace soac::optimise
