#include "false_dependencies.hpp"

#include "check.hpp"
#include "false_dependencies.soac.hpp"

#include <cmath>
#include <stdexcept>
#include <string>

using ints = std::vector<int>;
using reals = std::vector<double>;
using namespace false_dependencies;

namespace {
const reals five{0.3, -0.7, 0.9, 0.2, 0.5};
} // namespace

TEST(FalseDependencies, proven_to_have_no_false_dependencies) {
  for (const int n : {0, 1, 2, 5}) {
    EXPECT_DERIVATIVES(recurrence, 0.7, n);
    EXPECT_DERIVATIVES(wavefront, five, n);
    EXPECT_DERIVATIVES(ping_pong, five, n);
  }
}

TEST(FalseDependencies, claimed_to_have_no_false_dependencies) {
  const ints all{2, 0, 4, 1, 3};
  EXPECT_DERIVATIVES(permuted, five, all);
  EXPECT_DERIVATIVES(permuted_2, five, all);
  EXPECT_DERIVATIVES(permuted_r2, five, all);
  EXPECT_DERIVATIVES(permuted_view, five, all, reals{1, 2, 3, 4, 5});
  EXPECT_DERIVATIVES(permuted_pointer, five, all, reals{1, 2, 3, 4, 5}, 5);
  EXPECT_DERIVATIVES(read_before, five, ints{4, 3, 1}, ints{0, 4, 2});
  EXPECT_DERIVATIVES(in_pieces, five, ints{0, 2, 3, 5});
  EXPECT_DERIVATIVES(forwarded, five, all);
  EXPECT_DERIVATIVES(unneeded, five, all);
  EXPECT_DERIVATIVES(square_of_derivative, five, all);
}

TEST(FalseDependencies, false_claims_fail) {
  const ints twice{2, 0, 4, 1, 2};
  reals x(5), y(5), y_adj(5);
  const auto fails = [](auto call) {
    try {
      call();
    } catch (const std::runtime_error &e) {
      const std::string what = e.what();
      EXPECT_NE(what.find("no_false_dependencies(y)"), std::string::npos) << what;
      EXPECT_NE(what.find("false_dependencies.cpp:"), std::string::npos) << what;
      return;
    }
    ADD_FAILURE() << "a false claim passes";
  };
  fails([&] { permuted_vjp(five, twice, 1.0, x); });
  fails([&] { permuted_2_vjp(five, twice, 1.0, x); });
  fails([&] { permuted_r2_vjp(five, twice, 1.0, x); });
  fails([&] { permuted_view_vjp(five, soac::array<int>(twice), soac::view<double>(y), x, soac::view<double>(y_adj)); });
  fails([&] { permuted_pointer_vjp(five.data(), twice.data(), y.data(), 5, x.data(), y_adj.data()); });
  // Element 0 is overwritten after it was read, by a later iteration or the same one.
  fails([&] { read_before_vjp(five, ints{4, 0}, ints{0, 1}, 1.0, x); });
  fails([&] { read_before_vjp(five, ints{0}, ints{0}, 1.0, x); });
  fails([&] { in_pieces_vjp(five, ints{0, 3, 2, 5}, 1.0, x); });
  // Also where no derivative needs y.
  fails([&] { forwarded_vjp(five, twice, 1.0, x); });
  fails([&] { unneeded_vjp(five, twice, 1.0, x); });
  fails([&] { gradient_of_forwarded(five, twice); });
  fails([&] { gradient_along(five, twice); });
  fails([&] { square_of_derivative_vjp(five, twice, 1.0, x); });
}

TEST(FalseDependencies, false_claims_fail_forward) {
  const ints twice{2, 0, 4, 1, 2};
  reals y(5), y_tan(5);
  double value = 0;
  EXPECT_THROW(permuted_jvp(five, twice, five, value), std::runtime_error);
  EXPECT_THROW(permuted_2_jvp(five, twice, five, value), std::runtime_error);
  EXPECT_THROW(permuted_pointer_jvp(five.data(), twice.data(), y.data(), 5, five.data(), y_tan.data()), std::runtime_error);
  EXPECT_THROW(read_before_jvp(five, ints{0}, ints{0}, five, value), std::runtime_error);
  EXPECT_THROW(forwarded_jvp(five, twice, five, value), std::runtime_error);
  EXPECT_THROW(unneeded_jvp(five, twice, five, value), std::runtime_error);
  EXPECT_THROW(derivative_along(five, twice), std::runtime_error);
  EXPECT_THROW(square_of_derivative_jvp(five, twice, five, value), std::runtime_error);
}
