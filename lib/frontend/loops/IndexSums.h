// Sums of 64-bit integers that keep their constant part in one place, so that equal ones are seen to be equal. They are
// values of a function that is being written, in the order of the user's operands; analysis/Polynomial has an order of
// its own, and looks at finished statements.
#pragma once

#include "ir/Builder.h"

namespace soac::frontend {

class IndexSums {
public:
  explicit IndexSums(ir::Builder &b) : b(b) {}

  ir::Value sum(ir::Value x, ir::Value y);
  ir::Value difference(ir::Value x, ir::Value y);
  ir::Value negated(ir::Value x);
  ir::Value product(ir::Value x, ir::Value y);
  /// Equal, or computed by the builder's statements in the same way from what is.
  bool isSame(ir::Value x, ir::Value y) const;
  /// The builder's statement that computes `v`, where it is a scalar primitive.
  const ir::Apply *definition(ir::Value v) const;

private:
  struct Split {
    ir::Value value; ///< unset: 0
    std::int64_t constant;
  };
  Split split(ir::Value v) const;
  ir::Value joined(ir::Value v, std::int64_t constant);

  ir::Builder &b;
};

} // namespace soac::frontend
