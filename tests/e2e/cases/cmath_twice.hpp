// Functions of <cmath>, to be differentiated twice.
#pragma once

#include <vector>

struct twice_differentiated {
  const char *name;
  double (*first)(double);                ///< f'
  double (*forward_over_reverse)(double); ///< f''
  double (*reverse_over_forward)(double); ///< f''
};

std::vector<twice_differentiated> twice_differentiated_functions();
