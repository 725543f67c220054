// Points for the tests of row_parameters and row_results.
#pragma once

#include "row_types.hpp"

namespace row_types {

const rows own{{0.3, -0.7}, {0.9}, {0.4, -0.2, 0.6, 0.8}, {-0.5, 0.1, 0.2}};
const rows longest_first{{0.3, -0.7, 0.9, 0.4, -0.2}, {0.6}, {}, {0.8, -0.5}};
const rows equal{{0.3, -0.7, 0.9}, {0.4, -0.2, 0.6}, {0.8, -0.5, 0.1}};
const row x{0.3, -0.7, 0.9, 0.4, -0.2, 0.6, 0.8};

// On a device all rows of an array have one length (tests/cuda/on_device.hpp, which comes before everything else).
inline const bool run_on_the_host = soac::cuda::testing::runs.may_rows_differ = true;

} // namespace row_types
