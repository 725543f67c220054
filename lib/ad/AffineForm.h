// Integers as sums of a function's scalar values and of the counters of loops.
#pragma once

#include "ir/Builder.h"

#include <map>

namespace soac::ad {

/// literal + sum of factor * value, over values that are known at a function's entry.
struct EntrySum {
  std::map<ir::Value, std::int64_t> terms;
  std::int64_t literal = 0;

  EntrySum &add(const EntrySum &other, std::int64_t factor = 1);
  bool isLiteral() const { return terms.empty(); }
  /// The sum as a value of type i64, made by `b`.
  ir::Value value(ir::Builder &b) const;
  friend bool operator==(const EntrySum &, const EntrySum &) = default;
};

/// constant + sum of step * counter.
struct AffineForm {
  EntrySum constant;
  std::map<ir::Value, EntrySum> steps; ///< by counter; none is zero

  AffineForm &add(const AffineForm &other, std::int64_t factor = 1);
};

} // namespace soac::ad
