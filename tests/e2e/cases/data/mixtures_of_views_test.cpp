#include "mixtures_of_views.hpp"

#include "check.hpp"
#include "mixtures_of_views.soac.hpp"

using namespace mixtures_of_views;
using reals = soac::array<double>;
using matrix = soac::array<double, 2>;
using ints = soac::array<int>;

namespace {

const reals six{0.3, -0.7, 0.9, 0.2, 1.6, -0.4}, other{0.5, 1.1, -0.3, 0.8, 0.6, 0.1};
const matrix table{{0.3, -0.7, 0.9, 0.2}, {1.5, -0.4, 0.6, 1.1}, {0.8, 0.5, -0.2, 1.3}};

} // namespace

DERIVATIVES(MixturesOfViews, views_of_views, table, 0, 2)
DERIVATIVES(MixturesOfViews, diagonal_blocks, table)
DERIVATIVES(MixturesOfViews, in_place_transposed, table, 3)
DERIVATIVES(MixturesOfViews, windows, six, 3)
DERIVATIVES(MixturesOfViews, flattened_writes, table)
DERIVATIVES(MixturesOfViews, rotated_products, six, 2)
DERIVATIVES(MixturesOfViews, reversed_scan, six)
DERIVATIVES(MixturesOfViews, particles, std::vector<Particle>{{0.3, 0.1, 0}, {1.2, -0.2, 1}, {1.9, 0.9, 0}}, 0.2, 4)
DERIVATIVES(MixturesOfViews, best_record, six, other)
DERIVATIVES(MixturesOfViews, moments, six)
DERIVATIVES(MixturesOfViews, affine_chain, six, other, 0.4)
DERIVATIVES(MixturesOfViews, stacked_lambdas, six, 0.8)
DERIVATIVES(MixturesOfViews, relax_in_place, table, 0.1, 2)
DERIVATIVES(MixturesOfViews, scatter_rounds, six, ints{2, 0, 2, 1, -1, 0}, reals{0.4, 1.2, -0.6}, 6, 3)
DERIVATIVES(MixturesOfViews, prefix_in_place, six, 6, 2)
DERIVATIVES(MixturesOfViews, twice_views, table, 0, 2)
DERIVATIVES(MixturesOfViews, twice_transposed, table, 2)
DERIVATIVES(MixturesOfViews, twice_rotated, six, 2)
DERIVATIVES(MixturesOfViews, twice_reversed, six)
DERIVATIVES(MixturesOfViews, twice_moments, six)
DERIVATIVES(MixturesOfViews, twice_chain, six, other, 0.4)
DERIVATIVES(MixturesOfViews, curved_windows, six, 3)
