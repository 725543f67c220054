// Records that random programs have as parameters; what they hold inside they define themselves.
#pragma once

namespace fuzz {

template <class real> struct body {
  real mass;
  real at[3];
};

} // namespace fuzz
