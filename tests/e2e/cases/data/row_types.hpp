// What row_parameters and row_results are about: rows of numbers, which differ in length.
#pragma once

#include <vector>

namespace row_types {

using row = std::vector<double>;
using rows = std::vector<row>;

struct layer {
  rows weights;
  row bias;
};

} // namespace row_types
