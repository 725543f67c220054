#include "pointers_aim.hpp"

#include "check.hpp"
#include "pointers_aim.soac.hpp"

using reals = std::vector<double>;
using ints = std::vector<int>;

DERIVATIVES(PointersAim, swap_pointers, reals{1, 2, 3, 0.5}, reals{0.1, 0.2, 0.3, 0.4}, 4, 3)
DERIVATIVES(PointersAim, swap_temp, reals{1, 2, 3, 0.5}, reals{0.1, 0.2, 0.3, 0.4}, 4, 4)
DERIVATIVES(PointersAim, choose_parity, reals{1, 2, 3, 0.5}, reals{0.1, 0.2, 0.3, 0.4}, 4, 3)
DERIVATIVES(PointersAim, advance_rows, reals{1, 2, 3, 0.5, 0.7, 0.8}, 2, 3)
DERIVATIVES(PointersAim, local_rows, reals{1, 2, 3, 0.5}, 4)
DERIVATIVES(PointersAim, rows_by_computed_index, reals{1.5, 2, 3}, 3)
DERIVATIVES(PointersAim, ends_of_aimed, reals{1.5, 2, 3}, 3)
DERIVATIVES(PointersAim, of_members, (std::vector<aimed_body>{{0.7, {1, 2, 3}}, {1.2, {0.5, -1, 2}}}), 1)
DERIVATIVES(PointersAim, reaim_if, reals{1, 2, 3}, reals{2, 1, 4}, 3)
DERIVATIVES(PointersAim, reaim_carried, reals{1, 2, 3}, reals{2, 1, 4}, 3)
DERIVATIVES(PointersAim, swap_vectors, reals{1, 0.9, 0.8}, 3)
DERIVATIVES(PointersAim, swap_members, reals{1, 0.9, 0.8}, 3)
DERIVATIVES(PointersAim, swap_arrays, reals{1, 0.9, 0.8}, 3)
DERIVATIVES(PointersAim, swap_std_arrays, (std::array<double, 4>{1, 0.9, 0.8, 1.1}), 3)
DERIVATIVES(PointersAim, swap_c_arrays, reals{1, 0.9, 0.8, 1.1}, 3)
DERIVATIVES(PointersAim, swap_view, reals{1, 0.9, 0.8}, reals{0.1, 0.2, 0.3}, 3)
DERIVATIVES(PointersAim, swap_span, reals{1, 0.9, 0.8}, reals{0.1, 0.2, 0.3}, 3)
DERIVATIVES(PointersAim, walked_rows, 0.7, 4)
DERIVATIVES(PointersAim, leapfrog, reals{1, 0.9, 0.8}, reals{0.1, 0.2, 0.3}, reals{1, 2, 3}, 3, 5)
DERIVATIVES(PointersAim, local_double, reals{1, 0.9, 0.8, 1.1}, 3)
DERIVATIVES(PointersAim, parity_index, reals{1, 0.9, 0.8, 1.1}, 3)
DERIVATIVES(PointersAim, vec_data, reals{1, 0.9, 0.8, 1.1}, 3)
DERIVATIVES(PointersAim, out_in, reals{0, 0, 0}, reals{1, 0.9, 0.8}, reals{0.1, 0.2, 0.3}, 3, 3)
DERIVATIVES(PointersAim, rows_ptr, reals{1, 0.9, 0.8}, 3)
DERIVATIVES(PointersAim, opt_helper, 1.5)
DERIVATIVES(PointersAim, span_sub, reals{1, 0.9, 0.8, 1.1})
DERIVATIVES(PointersAim, largest_of_two, reals{1, 0.9, 2.8}, reals{0.1, 1.2, 2.3}, 3)
DERIVATIVES(PointersAim, linked, reals{1, 0.9, 2.8}, ints{2, -1, 1}, 3)
DERIVATIVES(PointersAim, stays_aimed, reals{1}, reals{10}, ints{0, 1, 0}, 3)
DERIVATIVES(PointersAim, ended_early, reals{1}, reals{10}, reals{0.5, 2, 0.4}, 3)
DERIVATIVES(PointersAim, ended_later, reals{1}, reals{10}, reals{0.5, 2, 0.4}, 3)
DERIVATIVES(PointersAim, picked, reals{1}, reals{10}, reals{0.5, 2, 0.4}, 3)
DERIVATIVES(PointersAim, layer_by_layer, 2, 2, reals{0.3, 0.5, 0.7, 0.2}, reals{0.1, 0.2, 0.3, 0.4}, reals{1, 2})

TEST(PointersAim, view_reaim) {
  const soac::array<double, 2> m{{1.0, 2.0}, {3.0, 4.0}, {0.5, 0.25}};
  EXPECT_DERIVATIVES(view_reaim, m, 3);
}

// One layer of one number, twice: s, x = s + x w, (s + x w)^2.
TEST(PointersAim, LayersByHand) {
  double w_adj[1] = {}, states[1] = {1}, states_adj[1] = {}, x_adj[1] = {};
  const double w[1] = {0.5}, x[1] = {2};
  EXPECT_EQ(layer_by_layer_vjp(1, 1, w, states, x, 1.0, w_adj, states_adj, x_adj), 16); // s = 2, x = 4, s = 4, x = 16
  EXPECT_EQ(x_adj[0], 8 * (0.5 + 0.5 * 4 * 0.5));                                       // 8 ds', ds' = ds + w dx, dx = 4 ds
  EXPECT_EQ(w_adj[0], 8 * (2 + 4 + 0.5 * 4 * 2));
  EXPECT_EQ(states_adj[0], 8 * (1 + 0.5 * 4));
}
