// Results of a generated program beside the interpreter's.
#pragma once

#include "ops/rules/RuntimeValue.h"

#include <cmath>

namespace soac::test {

/// Sums may be taken in another order, so floating-point results agree to a few units of their scale.
inline bool close(const ops::RuntimeValue &a, const ops::RuntimeValue &b) {
  if (a.type() != b.type())
    return false;
  if (a.size() == 0 && b.size() == 0)
    return true; // inner extents of arrays without elements are unspecified
  if (a.extents() != b.extents())
    return false;
  double scale = 0;
  if (ir::isFloat(a.scalar()))
    for (ops::Number n : b.elements())
      if (std::isfinite(n.f))
        scale = std::max(scale, std::fabs(n.f));
  const double tolerance = (a.scalar() == ir::Scalar::F32 ? 1e-4 : 1e-11) * (scale + 1);
  for (std::int64_t i = 0; i < a.size(); ++i) {
    const ops::Number x = a.elements()[static_cast<std::size_t>(i)], y = b.elements()[static_cast<std::size_t>(i)];
    const bool same = !ir::isFloat(a.scalar()) ? x.i == y.i
                                               : x.f == y.f || std::fabs(x.f - y.f) <= tolerance ||
                                                     (std::isnan(x.f) && std::isnan(y.f));
    if (!same)
      return false;
  }
  return true;
}

} // namespace soac::test
