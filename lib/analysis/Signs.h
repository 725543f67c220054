// Which floating-point numbers are known not to be negative, and how far from zero: from how they are computed, and from
// the conditions of the branches around.
//
//   a = mul x, x        not negative
//   b = add a, 1e-3     at least 1e-3
//   c = sqrt a          not negative; in a branch where `ne a, 0.0` holds, a and a sqrt computed there are positive
//   d = mul b, b        at least 1e-6 / 2: a product of numbers that are not zero may be zero, unless both are far from it
//
// Of a number that is none (NaN) nothing is said.
#pragma once

#include "ir/Function.h"
#include "ir/Walk.h"

namespace soac::analysis {

struct Sign {
  bool isNotNegative = false;
  double least = 0; ///< no less than this is its magnitude
  bool isNotZero() const { return least > 0; }
  bool isPositive() const { return isNotNegative && isNotZero(); }
};

/// Asked in the course of a walk, which tells of each statement behind its operands, and of the arms of branches.
class Signs {
public:
  explicit Signs(const ir::ValueTable &values) : values(values) {}

  Sign of(ir::Value v) const;
  /// A statement has been passed.
  void pass(const ir::Statement &s);
  /// Until `leave`, what the condition says holds; gives what `leave` needs.
  std::size_t enter(ir::Value condition, bool holds);
  void leave(std::size_t before);

private:
  Sign ofApply(const ir::Apply &apply) const;
  void learn(ir::Value condition, bool holds);
  void learnOrder(ir::Value least, ir::Value greatest, bool isStrict);
  void learn(ir::Value v, Sign sign);

  const ir::ValueTable &values;
  llvm::DenseMap<ir::Value, Sign> known;
  llvm::DenseMap<ir::Value, const ir::Apply *> conditions; ///< how the booleans are computed
  std::vector<std::pair<ir::Value, Sign>> undo;            ///< what was known before
};

} // namespace soac::analysis
