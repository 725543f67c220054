#include "edges.hpp"

#include "check.hpp"
#include "edges.soac.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>

namespace edges {

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

} // namespace edges

namespace complex_edges {

using list = std::vector<complex>;
using matrix = soac::array<complex, 2>;

namespace {
const complex z{0.7, -0.4}, w{-0.3, 1.2};
const list several{{0.7, -0.4}, {-0.3, 1.2}, {1.1, 0.2}};
const soac::array<complex> wave{{0.7, -0.4}, {-0.3, 1.2}, {1.1, 0.2}};
const matrix square{{{0.7, -0.4}, {-0.3, 1.2}}, {{1.1, 0.2}, {0.4, 0.6}}};

void expect_near(complex got, complex expected) {
  EXPECT_NEAR(got.real(), expected.real(), 1e-13 * (1 + std::abs(expected)));
  EXPECT_NEAR(got.imag(), expected.imag(), 1e-13 * (1 + std::abs(expected)));
}

/// Of a holomorphic function: the tangent is f'(z) dz, the adjoint conj(f'(z)) seed.
#define EXPECT_HOLOMORPHIC(f, derivative)                                                                           \
  {                                                                                                                    \
    complex tangent, adjoint{1.0, 2.0};                                                                                \
    expect_near(f##_jvp(z, w, tangent), f(z));                                                                         \
    expect_near(tangent, (derivative) * w);                                                                            \
    expect_near(f##_vjp(z, w, adjoint), f(z));                                                                         \
    expect_near(adjoint, complex{1.0, 2.0} + std::conj(derivative) * w);                                               \
  }
} // namespace

DERIVATIVES(ComplexEdges, cube, z)
DERIVATIVES(ComplexEdges, mobius, z, w)
DERIVATIVES(ComplexEdges, exponential, z)
DERIVATIVES(ComplexEdges, logarithm, z)
DERIVATIVES(ComplexEdges, square_root, z)
DERIVATIVES(ComplexEdges, power, z, w)
DERIVATIVES(ComplexEdges, real_power, z, 1.7)
DERIVATIVES(ComplexEdges, whole_power, z)
DERIVATIVES(ComplexEdges, sines, z)
DERIVATIVES(ComplexEdges, hyperbolic, z)
DERIVATIVES(ComplexEdges, conjugated, z)
DERIVATIVES(ComplexEdges, modulus, z)
DERIVATIVES(ComplexEdges, angle, z)
DERIVATIVES(ComplexEdges, squared_modulus, z)
DERIVATIVES(ComplexEdges, from_polar, 1.3, 0.8)
DERIVATIVES(ComplexEdges, parts, z)
DERIVATIVES(ComplexEdges, literals, 0.3)
DERIVATIVES(ComplexEdges, mixed, z, 1.4)
DERIVATIVES(ComplexEdges, branches, z)
DERIVATIVES(ComplexEdges, scaled, z, w)
DERIVATIVES(ComplexEdges, through_pointer, several, 3, several)
DERIVATIVES(ComplexEdges, polynomial, several, z)
DERIVATIVES(ComplexEdges, transform, (std::vector<double>{0.3, -1.2, 0.8, 0.5}))
DERIVATIVES(ComplexEdges, spectrum_energy, wave)
DERIVATIVES(ComplexEdges, filtered, wave, w)
DERIVATIVES(ComplexEdges, fft4, (std::array<complex, 4>{z, w, z * w, z + w}))
DERIVATIVES(ComplexEdges, reduced, wave)
DERIVATIVES(ComplexEdges, evaluated, (quadratic{z, w, z * w}), complex(0.4, 0.9))
DERIVATIVES(ComplexEdges, in_series, (impedance{z, 1.5}), (impedance{w, 0.8}))
DERIVATIVES(ComplexEdges, as_pair, z)
DERIVATIVES(ComplexEdges, roots, 1.0, 0.5, 2.0)
DERIVATIVES(ComplexEdges, single, std::complex<float>(0.7f, -0.4f))
DERIVATIVES(ComplexEdges, escape_modulus, complex(0.35, 0.4), 20)
DERIVATIVES(ComplexEdges, matrix_norm, square)
DERIVATIVES(ComplexEdges, in_place, wave, 0.7)

TEST(ComplexEdges, BranchesOnEverySide) {
  for (complex c : {complex(0.7, 0.4), complex(-0.7, 0.4), complex(-0.7, -0.4)})
    EXPECT_DERIVATIVES(branches, c);
}
TEST(ComplexEdges, HolomorphicFunctions) {
  EXPECT_HOLOMORPHIC(cube, 3.0 * z * z);
  EXPECT_HOLOMORPHIC(exponential, std::exp(z));
  EXPECT_HOLOMORPHIC(logarithm, 1.0 / z);
  EXPECT_HOLOMORPHIC(square_root, 0.5 / std::sqrt(z));
  EXPECT_HOLOMORPHIC(whole_power, 3.0 * z * z - 2.0 / (z * z * z));
  EXPECT_HOLOMORPHIC(sines, 2.0 * std::cos(z));
  EXPECT_HOLOMORPHIC(hyperbolic, std::cosh(z) * 2.0);
}
TEST(ComplexEdges, PowerOfTwoComplexNumbers) { // d z^w = w z^(w-1) dz + z^w log(z) dw
  const complex dz{0.2, -0.5}, dw{0.9, 0.3};
  complex tangent, z_adj, w_adj;
  power_jvp(z, w, dz, dw, tangent);
  expect_near(tangent, w * std::pow(z, w - 1.0) * dz + std::pow(z, w) * std::log(z) * dw);
  power_vjp(z, w, dz, z_adj, w_adj);
  expect_near(z_adj, std::conj(w * std::pow(z, w - 1.0)) * dz);
  expect_near(w_adj, std::conj(std::pow(z, w) * std::log(z)) * dz);
}
TEST(ComplexEdges, NotHolomorphicFunctions) {
  complex tangent, adjoint;
  conjugated_jvp(z, w, tangent); // 2 Re(conj(z) dz) + conj(dz)
  expect_near(tangent, 2 * (std::conj(z) * w).real() + std::conj(w));
  conjugated_vjp(z, w, adjoint); // 2 z Re(seed) + conj(seed)
  expect_near(adjoint, 2.0 * z * w.real() + std::conj(w));
  expect_near(gradient_of_modulus(z), z / std::abs(z));
  adjoint = 0;
  angle_vjp(z, 1.0, adjoint);
  expect_near(adjoint, complex(0, 1) * z / std::norm(z));
  adjoint = 0;
  squared_modulus_vjp(z, 1.0, adjoint);
  expect_near(adjoint, 2.0 * z);
  double r_adj = 0, t_adj = 0;
  from_polar_vjp(1.3, 0.8, w, r_adj, t_adj);
  EXPECT_NEAR(r_adj, (std::conj(w) * std::polar(1.0, 0.8)).real(), 1e-14);
  EXPECT_NEAR(t_adj, (std::conj(w) * complex(0, 1) * std::polar(1.3, 0.8)).real(), 1e-14);
}
TEST(ComplexEdges, Operators) {
  expect_near(derivative_of_cube(z, w), 3.0 * z * z * w);
  expect_near(adjoint_of_cube(z, w), std::conj(3.0 * z * z) * w);
  const complex radial = z * (std::conj(z) * w).real() / std::norm(z);
  expect_near(hessian_of_modulus(z, w), (w - radial) / std::abs(z));
  const list g = gradient_of_energy(several);
  ASSERT_EQ(g.size(), several.size());
  for (std::size_t i = 0; i < g.size(); ++i)
    expect_near(g[i], 4.0 * std::norm(several[i]) * several[i]);
}
TEST(ComplexEdges, TransformIsItsOwnTangent) { // and its adjoint is the real part of the conjugate transform
  const std::vector<double> x{0.3, -1.2, 0.8, 0.5}, dx{1, 2, -1, 0.5};
  list tangent;
  transform_jvp(x, dx, tangent);
  const list expected = transform(dx);
  for (std::size_t k = 0; k < 4; ++k)
    expect_near(tangent[k], expected[k]);
  std::vector<double> adjoint(4);
  transform_vjp(x, expected, adjoint);
  for (std::size_t k = 0; k < 4; ++k)
    EXPECT_NEAR(adjoint[k], 4 * dx[k], 1e-13);
}
TEST(ComplexEdges, RootsOfAQuadratic) { // dr/dc = -1 / (2 a r + b)
  const auto [first, second] = roots(1.0, 0.5, 2.0);
  double a = 0, b = 0, c = 0;
  roots_vjp(1.0, 0.5, 2.0, {complex(1, 0), complex(0, 0)}, a, b, c);
  EXPECT_NEAR(c, (-1.0 / (2.0 * first + 0.5)).real(), 1e-14);
  EXPECT_NEAR(b, (-first / (2.0 * first + 0.5)).real(), 1e-14);
  expect_near(first + second, -0.5);
}

} // namespace complex_edges
