#include "mixtures.hpp"

#include "check.hpp"
#include "mixtures.soac.hpp"

using namespace mixtures;
using reals = soac::array<double>;
using matrix = soac::array<double, 2>;
using ints = soac::array<int>;

namespace {

const reals six{0.3, -0.7, 0.9, 0.2, 1.6, -0.4}, other{0.5, 1.1, -0.3, 0.8, 0.6, 0.1};
const matrix table{{0.3, -0.7, 0.9, 0.2}, {1.5, -0.4, 0.6, 1.1}, {0.8, 0.5, -0.2, 1.3}};

} // namespace

DERIVATIVES(Mixtures, smoothed_rows, table, 3)
DERIVATIVES(Mixtures, row_histograms, table, ints{0, 2, 0, 5}, 4)
DERIVATIVES(Mixtures, scans_in_loops, six, 3)
DERIVATIVES(Mixtures, loop_in_operator, six)
DERIVATIVES(Mixtures, reduced_while, six, 0.7)
DERIVATIVES(Mixtures, triangular, table)
DERIVATIVES(Mixtures, nested_breaks, table, 0.25)
DERIVATIVES(Mixtures, early_return_in_map, table, 1.1)
DERIVATIVES(Mixtures, maps_of_writes, table, ints{2, 0, 2, 3, -1, 7})
DERIVATIVES(Mixtures, gathered_twice, six, ints{4, 1, 1, 5})
DERIVATIVES(Mixtures, sorted_in_loop, six, 3)
DERIVATIVES(Mixtures, ties, six, other)
DERIVATIVES(Mixtures, quantised, six)
DERIVATIVES(Mixtures, argmin_walk, table, 5)
DERIVATIVES(Mixtures, counting, six, 4.0)
DERIVATIVES(Mixtures, binned_by_value, six, 3)
DERIVATIVES(Mixtures, filtered_means, table)
DERIVATIVES(Mixtures, twice_smoothed, table, 2)
DERIVATIVES(Mixtures, twice_histograms, table, ints{0, 2, 0, 5}, 3)
DERIVATIVES(Mixtures, twice_scans, six, 2)
DERIVATIVES(Mixtures, twice_operator, six)
DERIVATIVES(Mixtures, twice_while, six, 0.7)
DERIVATIVES(Mixtures, twice_gathered, six, ints{4, 1, 1, 5})
DERIVATIVES(Mixtures, twice_sorted, six, 2)
DERIVATIVES(Mixtures, twice_filtered, table)
