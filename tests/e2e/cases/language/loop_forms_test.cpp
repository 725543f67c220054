#include "loop_forms.hpp"

#include "check.hpp"
#include "loop_forms.soac.hpp"

using reals = std::vector<double>;
using ints = std::vector<int>;

namespace {
const reals x{1.5, -0.7, 2.3, 0.6, 1.1, 0.4, -1.2, 0.9};
const Samples samples{{1.5, -0.7, 2.3, 0.6, 1.1}, 4, 0.75};
} // namespace

DERIVATIVES(LoopForms, pairs_ahead, x, 8)
DERIVATIVES(LoopForms, doubled_index, x, 7)
DERIVATIVES(LoopForms, square_limit, x, 8)
DERIVATIVES(LoopForms, while_counts, x, 8)
DERIVATIVES(LoopForms, while_starts_before, x, 8)
DERIVATIVES(LoopForms, do_increments, x, 8)
DERIVATIVES(LoopForms, do_countdown, x, 8)
DERIVATIVES(LoopForms, endless_with_exit, x, 8)
DERIVATIVES(LoopForms, endless_with_last_exit, x, 8)
DERIVATIVES(LoopForms, exit_is_equality, x, 8)
DERIVATIVES(LoopForms, two_ends_meet, x, 7)
DERIVATIVES(LoopForms, second_variable, x, x, 4)
DERIVATIVES(LoopForms, unsigned_countdown, x, std::size_t{8})
DERIVATIVES(LoopForms, countdown_in_condition, x, 8)
DERIVATIVES(LoopForms, countdown_before, x, 8)
DERIVATIVES(LoopForms, variable_step, x, 8, 3)
DERIVATIVES(LoopForms, iterators, x)
DERIVATIVES(LoopForms, reverse_iterators, x)
DERIVATIVES(LoopForms, member_bound, samples)
DERIVATIVES(LoopForms, member_array, samples)
DERIVATIVES(LoopForms, pointer_runs, x, 8)
DERIVATIVES(LoopForms, counted_pointer, x, 8)
DERIVATIVES(LoopForms, limit_and_limit, x, 8, 5)
DERIVATIVES(LoopForms, step_in_body, x, 7)
DERIVATIVES(LoopForms, step_in_both_branches, x, 8)
DERIVATIVES(LoopForms, running_position, x, 3)
DERIVATIVES(LoopForms, continued, x, 8)
DERIVATIVES(LoopForms, halving, x, 8)
DERIVATIVES(LoopForms, not_equal_down, x, 8)
DERIVATIVES(LoopForms, post_increment_condition, x, 8)
DERIVATIVES(LoopForms, sparse_row_sums, reals{2, -1, 0.5, 3}, ints{0, 2, 1, 2}, ints{0, 2, 2, 4}, reals{1.5, -0.5, 2}, 3)
DERIVATIVES(LoopForms, wraps, x, static_cast<unsigned char>(5))
DERIVATIVES(LoopForms, counter_after, x, 8)
DERIVATIVES(LoopForms, changing_bound, x, 8)

// A loop without a trip leaves everything as it was, whatever the form.
TEST(LoopForms, NoTrips) {
  double adjoint[8] = {};
  EXPECT_EQ(two_ends_meet_vjp(x.data(), 0, 1.0, adjoint), 0);
  EXPECT_EQ(two_ends_meet_vjp(x.data(), 1, 1.0, adjoint), 0);
  EXPECT_EQ(pairs_ahead_vjp(x.data(), 1, 1.0, adjoint), 0);
  EXPECT_EQ(pairs_ahead_vjp(x.data(), -5, 1.0, adjoint), 0);
  EXPECT_EQ(countdown_in_condition_vjp(x.data(), 0, 1.0, adjoint), countdown_in_condition(x.data(), 0));
  EXPECT_EQ(countdown_before_vjp(x.data(), 0, 1.0, adjoint), countdown_before(x.data(), 0));
  EXPECT_EQ(post_increment_condition_vjp(x.data(), -4, 1.0, adjoint), post_increment_condition(x.data(), -4));
  EXPECT_EQ(variable_step_vjp(x.data(), 0, 0, 1.0, adjoint), 0);
  for (const double a : adjoint)
    EXPECT_EQ(a, 0);
}

// d/dx of x0^2 + .. with the halved sums before: known by hand.
TEST(LoopForms, KnownGradients) {
  double adjoint[3] = {};
  const double y[3] = {2, 3, 5};
  EXPECT_DOUBLE_EQ(do_increments_vjp(y, 3, 1.0, adjoint), 0.25 * 4 + 0.5 * 9 + 25);
  EXPECT_DOUBLE_EQ(adjoint[0], 1);
  EXPECT_DOUBLE_EQ(adjoint[1], 3);
  EXPECT_DOUBLE_EQ(adjoint[2], 10);
}
DERIVATIVES(LoopForms, comes_round, x, 8)
TEST(LoopForms, unsigned_difference) {
  EXPECT_DERIVATIVES(unsigned_difference, x, std::size_t{3}, std::size_t{6});
  EXPECT_DERIVATIVES(unsigned_difference, x, std::size_t{1}, std::size_t{6});
}
