// Arrays to run functions on.
#pragma once

#include "Check.h"

namespace soac::test {

/// Different numbers.
inline RuntimeValue numbers(ops::Extents extents) {
  std::int64_t count = 1;
  for (const std::int64_t e : extents)
    count *= e;
  std::vector<double> all;
  for (std::int64_t k = 0; k < count; ++k)
    all.push_back(static_cast<double>((7 * k + 3) % 11) / 8);
  return RuntimeValue::array(std::move(all), std::move(extents));
}

} // namespace soac::test
