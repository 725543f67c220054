// Sums of 64-bit integers that keep their constant part in one place, so that equal sums are found equal: (n + 1) + 2
// is n + 3. The sums are values of a function that is being written, in the order of the user's operands; Polynomial
// has an order of its own, and analyses finished statements.
#pragma once

#include "ir/Builder.h"

#include <llvm/ADT/STLFunctionalExtras.h>

namespace soac::analysis {

/// The scalar operation that computes an integer in front of the statements that are written; null where it is unknown.
using IntegerDefinition = llvm::function_ref<const ir::Apply *(ir::Value)>;

class IndexSums {
public:
  /// `defined` finds the definitions of values that the builder's statements do not compute.
  IndexSums(ir::Builder &b, IntegerDefinition defined) : b(b), defined(defined) {}

  /// An integer of any type in 64 bits, made of the numbers from which it is computed as far as nothing wraps: with
  /// int32 j = i + 1, which is exact, int64(i) + 1.
  ir::Value wide(ir::Value v);

  ir::Value sum(ir::Value x, ir::Value y);
  ir::Value difference(ir::Value x, ir::Value y);
  ir::Value negated(ir::Value x);
  ir::Value product(ir::Value x, ir::Value y);
  /// True for the same value, and for values computed by the same operation of the builder's statements from operands
  /// for which this is true.
  bool isSame(ir::Value x, ir::Value y) const;
  /// The builder's statement that computes `v`, where it is a scalar primitive.
  const ir::Apply *definition(ir::Value v) const;

private:
  const ir::Apply *numbers(ir::Value v) const;
  struct Split {
    ir::Value value; ///< unset: 0
    std::int64_t constant;
  };
  Split split(ir::Value v) const;
  ir::Value joined(ir::Value v, std::int64_t constant);

  ir::Builder &b;
  IntegerDefinition defined;
};

} // namespace soac::analysis
