// How much work an iteration is: a size expression that generated code computes before it decides about threads.
#pragma once

#include "schedule/Shapes.h"

namespace soac::schedule {

/// own + count * each + .., over the scopes inside; about as many operations.
struct Work {
  struct Inner;
  std::int64_t own = 1;
  std::vector<Inner> inner;
  friend bool operator==(const Work &, const Work &) = default;
};
struct Work::Inner {
  std::optional<Dim> count; ///< none: not known before, taken for `unknownCount`
  Work each;
  friend bool operator==(const Inner &, const Inner &) = default;
};

inline constexpr std::int64_t unknownCount = 16;

/// The work of one execution of `fn`, in sizes that are known outside of it.
Work workOf(const ir::Block &fn, const Uses &uses, const Shapes &shapes);

} // namespace soac::schedule
