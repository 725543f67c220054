#include "edges_of_arrays.hpp"

#include "check.hpp"
#include "edges_of_arrays.soac.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>

using namespace edges;
using reals = soac::array<double, 1>;
using matrix = soac::array<double, 2>;
using cube = soac::array<double, 3>;
using ints = soac::array<int, 1>;

namespace {

reals some(soac::index n) {
  return soac::tabulate([=](soac::index i) { return 1.5 * std::cos(0.4 + 2.3 * double(i)); }, n);
}
matrix some(soac::index n, soac::index m) {
  return soac::tabulate(
      [=](soac::index i, soac::index j) { return std::sin(0.3 + 1.7 * double(i) + 0.9 * double(j * j)); }, n, m);
}
cube some(soac::index n, soac::index m, soac::index l) {
  return soac::tabulate(
      [=](soac::index i, soac::index j, soac::index k) {
        return std::sin(0.5 + double(i) + 1.9 * double(j) + 0.7 * double(k * k));
      },
      n, m, l);
}
ints every(soac::index n, int step, int modulus) {
  return soac::tabulate([=](soac::index i) { return static_cast<int>(i * step % modulus); }, n);
}
reals pair_sizes(soac::index n) {
  return soac::map([](double v) { return v + 0.25; }, some(n));
}

const soac::index sizes[] = {0, 1, 2, 3, 7, 17};

void expect_equal(const reals &found, const std::vector<double> &expected) {
  ASSERT_EQ(found.size(), static_cast<soac::index>(expected.size()));
  for (soac::index i = 0; i < found.size(); ++i)
    EXPECT_NEAR(found[i], expected[static_cast<std::size_t>(i)], 1e-12) << "element " << i;
}
template <class F> void expect_adjoint(F vjp, const reals &x, const std::vector<double> &expected) {
  reals x_adj(x.size());
  vjp(x, 1.0, x_adj);
  expect_equal(x_adj, expected);
}

} // namespace

namespace {
/// Nothing is wrong; at an empty array there may be nothing to differentiate.
void expect_fine(const std::string &failures) {
  if (failures.rfind("nothing to differentiate", 0) != 0) {
    EXPECT_EQ("", failures);
  }
}
} // namespace

/// EXPECT_DERIVATIVES of arguments that may hold no number.
#define EXPECT_FINE(f, ...)                                                                                            \
  expect_fine(::soac::testing::check_derivatives<decltype(f)>(                                                         \
                  [](auto &&...x) -> decltype(auto) { return f(static_cast<decltype(x)>(x)...); },                     \
                  [](auto &&...x) -> decltype(auto) { return f##_jvp(static_cast<decltype(x)>(x)...); },               \
                  [](auto &&...x) -> decltype(auto) { return f##_vjp(static_cast<decltype(x)>(x)...); },               \
                  ::std::make_tuple(__VA_ARGS__))                                                                      \
                  .failures)

#define SIZES(f, argument, from)                                                                                       \
  TEST(Sizes, f) {                                                                                                     \
    for (const soac::index n : sizes)                                                                                  \
      if (n >= from) {                                                                                                 \
        SCOPED_TRACE(n);                                                                                               \
        EXPECT_FINE(f, argument);                                                                                      \
      }                                                                                                                \
  }
#define SIZES2(f, first, second, from)                                                                                 \
  TEST(Sizes, f) {                                                                                                     \
    for (const soac::index n : sizes)                                                                                  \
      if (n >= from) {                                                                                                 \
        SCOPED_TRACE(n);                                                                                               \
        EXPECT_FINE(f, first, second);                                                                                 \
      }                                                                                                                \
  }

SIZES(product, some(n), 0)
SIZES(product_general, some(n), 0)
SIZES(product_of_squares, some(n), 0)
SIZES(smallest, some(n), 1)
SIZES(largest, some(n), 1)
SIZES(smallest_branch, some(n), 1)
SIZES(smallest_fold, some(n), 1)
SIZES(both_ends, some(n), 1)
SIZES2(chosen_pair, some(n), pair_sizes(n), 0)
SIZES(scans, some(n), 0)
SIZES(scan_products, some(n), 0)
SIZES(scan_minima, some(n), 0)
SIZES2(turned, some(n), 2, 0)
SIZES2(layout, some(n), pair_sizes(n / 2), 0)
SIZES(guarded, some(n), 0)
SIZES2(outer, some(n), pair_sizes(n / 2), 0)
SIZES2(empty_inside, some(n), static_cast<int>(n % 3), 0)
SIZES(infinite_neutral, some(n), 1)
SIZES2(repeated_rows, some(n), 3, 0)

TEST(Sizes, OfMatrices) {
  for (const soac::index n : {0, 1, 2, 5})
    for (const soac::index m : {0, 1, 3}) {
      SCOPED_TRACE(testing::Message() << n << " x " << m);
      const matrix x = some(n, m);
      EXPECT_FINE(row_products, x);
      EXPECT_FINE(nested_sum, x);
      EXPECT_FINE(row_scans, x);
      EXPECT_FINE(turned_rows, x, 1);
      EXPECT_FINE(rows_together, x, some(n, m));
      if (n > 0) {
        EXPECT_FINE(row_minima, x);
      }
      if (m > 0) {
        EXPECT_FINE(nested_minima, x);
      }
      EXPECT_FINE(row_layout, x, some(2, m), every(4, 3, static_cast<int>(n) + 4));
      EXPECT_FINE(binned_rows, some(3, m), every(n, 2, 3), x);
      EXPECT_FINE(scattered_rows, some(5, m), every(n, 3, 5), x);
    }
  for (const soac::index n : {1, 2})
    for (const soac::index m : {1, 3})
      for (const soac::index l : {1, 2, 4}) {
        EXPECT_FINE(flattened, some(n, m, l));
        EXPECT_FINE(axes, some(n, m, l));
      }
  EXPECT_FINE(flattened, some(0, 2, 3));
  EXPECT_FINE(flattened, some(2, 3, 0));
}

TEST(Sizes, OfHistograms) {
  for (const soac::index n : sizes)
    for (const soac::index bins : {1, 2, 5}) {
      SCOPED_TRACE(testing::Message() << n << " in " << bins);
      const ints k =
          soac::map([](int i) { return i - 1; }, every(n, 3, static_cast<int>(bins) + 2)); // some out of range
      EXPECT_FINE(binned, some(bins), k, some(n));
      EXPECT_FINE(binned_products, some(bins), k, some(n));
      EXPECT_FINE(binned_minima, some(bins), k, pair_sizes(n));
      EXPECT_FINE(binned_general, some(bins), k, some(n));
    }
}

TEST(Sizes, OfTables) {
  for (const int n : {0, 1, 3})
    for (const int m : {0, 1, 2})
      for (const int l : {0, 1, 4})
        EXPECT_FINE(table, some(5), n, m, l);
  for (const int n : {0, 1, 3})
    EXPECT_FINE(repeated, some(3), 1.5, n);
  for (const int begin : {0, 1, 4})
    for (const int end : {4, 5})
      EXPECT_FINE(sliced, some(5), begin, end);
  for (const int by : {-8, -1, 0, 1, 3, 4, 11})
    EXPECT_FINE(turned, some(4), by);
}

DERIVATIVES(Scatter, scattered, reals{1, 2, 3, 4}, ints{3, -1, 0, 9}, reals{0.5, 0.6, 0.7, 0.8})

TEST(Scatter, TakesTheAdjointFromWhatIsOverwritten) {
  reals dest{1, 2, 3, 4}, x{0.5, 0.6, 0.7, 0.8}, dest_adj(4), x_adj(4);
  scattered_vjp(dest, ints{3, -1, 0, 9}, x, reals{1, 10, 100, 1000}, dest_adj, x_adj);
  expect_equal(dest_adj, {0, 40, 600, 0});
  expect_equal(x_adj, {1000.0, 0, 1.4, 0});
}

TEST(Zeros, InProducts) {
  const auto zeros = [](auto vjp) {
    expect_adjoint(vjp, {2, 3, 4}, {12, 8, 6});
    expect_adjoint(vjp, {2, 0, 4}, {0, 8, 0});
    expect_adjoint(vjp, {2, 0, 0}, {0, 0, 0});
    expect_adjoint(vjp, {0}, {1});
  };
  zeros([](const reals &x, double s, reals &a) { product_vjp(x, s, a); });
  zeros([](const reals &x, double s, reals &a) { product_general_vjp(x, s, a); });
  reals dest{2, 0, 3}, x{0, 5, 0, 7}, dest_adj(3), x_adj(4);
  const auto y = binned_products_vjp(dest, ints{0, 0, 2, 1}, x, reals{1, 1, 1}, dest_adj, x_adj);
  expect_equal(y, {0, 0, 0});
  expect_equal(dest_adj, {0, 7, 0});
  expect_equal(x_adj, {10, 0, 3, 0});
  expect_adjoint([](const reals &a, double s, reals &b) { scan_products_vjp(a, s, b); }, {2, 0, 4}, {1, 10, 0});
  EXPECT_DERIVATIVES(product_of_squares, reals{2, 1, 3});
  expect_adjoint([](const reals &x, double s, reals &a) { product_of_squares_vjp(x, s, a); }, {2, -2, 3}, {0, 0, 0});
  EXPECT_DERIVATIVES(row_products, matrix{{0, 1}, {2, 0}, {3, 0}});
  EXPECT_DERIVATIVES(scan_products, reals{1, 0, 2, 0, 3});
}

TEST(Ties, GoToTheFirst) {
  const auto first = [](auto vjp) { expect_adjoint(vjp, {3, 1, 2, 1, 1}, {0, 1, 0, 0, 0}); };
  first([](const reals &x, double s, reals &a) { smallest_vjp(x, s, a); });
  first([](const reals &x, double s, reals &a) { smallest_branch_vjp(x, s, a); });
  first([](const reals &x, double s, reals &a) { smallest_fold_vjp(x, s, a); });
  expect_adjoint([](const reals &x, double s, reals &a) { largest_vjp(x, s, a); }, {1, 3, 2, 3}, {0, 1, 0, 0});
  expect_adjoint([](const reals &x, double s, reals &a) { both_ends_vjp(x, s, a); }, {1, 3, 1, 3}, {1, 10, 0, 0});
  expect_adjoint([](const reals &x, double s, reals &a) { scan_minima_vjp(x, s, a); }, {3, 1, 1, 2}, {1, 3, 0, 0});
  reals dest{1, 5}, x{1, 4, 4}, dest_adj(2), x_adj(3);
  binned_minima_vjp(dest, ints{0, 1, 1}, x, reals{1, 1}, dest_adj, x_adj);
  expect_equal(dest_adj, {1, 0});
  expect_equal(x_adj, {0, 1, 0});
  reals a{2, 1, 1}, b{5, 6, 7}, a_adj(3), b_adj(3);
  EXPECT_EQ(chosen_pair_vjp(a, b, 1.0, a_adj, b_adj), 6.0);
  expect_equal(a_adj, {0, 0, 0});
  expect_equal(b_adj, {0, 1, 0});
}

TEST(Infinities, OfNeutralElementsDoNoHarm) {
  reals x_adj(3);
  EXPECT_EQ(infinite_neutral_vjp(reals{2, 1, 3}, 1.0, x_adj), 1.0);
  expect_equal(x_adj, {0, -2, 1});
  double tangent = 0.0;
  EXPECT_EQ(infinite_neutral_jvp(reals{2, 1, 3}, reals{1, 10, 100}, tangent), 1.0);
  EXPECT_EQ(tangent, 80.0);
  // The value of an empty minimum is infinite; its derivative is that of a constant.
  double none = 5.0;
  EXPECT_EQ(smallest_branch_jvp(reals(0), reals(0), none), std::numeric_limits<double>::infinity());
  EXPECT_EQ(none, 0.0);
  expect_adjoint([](const reals &x, double s, reals &a) { guarded_vjp(x, s, a); }, {4, 0, -2}, {0.25, 0, -0.25});
}

TEST(Untouched, BinsKeepTheirBits) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  reals dest{nan, -0.0, 1}, x{2}, dest_adj(3), x_adj(1);
  const auto y = binned_vjp(dest, ints{2}, x, reals{1, 2, 3}, dest_adj, x_adj);
  EXPECT_TRUE(std::isnan(y[0]));
  EXPECT_TRUE(std::signbit(y[1]));
  expect_equal(dest_adj, {1, 2, 3});
  expect_equal(x_adj, {3});
}

namespace {
template <class F> void expect_refused(F f, const char *what) {
  try {
    f();
    ADD_FAILURE() << what << ": nothing was thrown";
  } catch (const std::logic_error &) {
  } catch (const std::exception &e) {
    ADD_FAILURE() << what << ": " << e.what();
  }
}
} // namespace

#define REFUSED(call) expect_refused([&] { static_cast<void>(call); }, #call)

TEST(Shapes, ThatDoNotFitAreRefused) {
  reals x{1, 2, 3}, y{1, 2}, x_adj(3), y_adj(2);
  double t = 0.0;
  REFUSED(mapped_together_vjp(x, y, 1.0, x_adj, y_adj));
  REFUSED(mapped_together_vjp(y, x, 1.0, y_adj, x_adj));
  REFUSED(mapped_together_jvp(x, y, x, y, t));
  REFUSED(dotted_vjp(x, y, 1.0, x_adj, y_adj));
  REFUSED(dotted_jvp(y, x, y, x, t));
  REFUSED(added_vjp(x, y, 1.0, x_adj, y_adj));
  REFUSED(reduced_together_vjp(x, y, 1.0, x_adj, y_adj));
  REFUSED(reduced_together_jvp(y, x, y, x, t));
  const matrix a = some(2, 3), b = some(2, 2), c = some(3, 3);
  matrix a_adj(2, 3), b_adj(2, 2), c_adj(3, 3);
  REFUSED(rows_together_vjp(a, b, 1.0, a_adj, b_adj));
  REFUSED(rows_together_vjp(a, c, 1.0, a_adj, c_adj));
  REFUSED(rows_together_jvp(b, a, b, a, t));
  REFUSED(added_matrices_vjp(a, b, 1.0, a_adj, b_adj));
  REFUSED(added_matrices_vjp(a, c, 1.0, a_adj, c_adj));
  REFUSED(sliced_sum_vjp(x, 1, 4, 1.0, x_adj));
  REFUSED(sliced_sum_vjp(x, -1, 2, 1.0, x_adj));
  REFUSED(sliced_sum_jvp(x, 2, 1, x, t));
  REFUSED(reshaped_vjp(x, 2, 2, 1.0, x_adj));
  REFUSED(keyed_vjp(x, ints{0, 1}, 1.0, x_adj));
  // Seeds, tangents and adjoints of other shapes.
  REFUSED(mapped_together_vjp(x, x, 1.0, x_adj, y_adj));
  REFUSED(mapped_together_jvp(x, x, y, x, t));
  reals four(4);
  REFUSED(turned_vjp(x, 1, four, x_adj));
}
