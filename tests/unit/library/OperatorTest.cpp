// The differential operators without generated code: their types, and how a call finds its implementation.
#include "Values.h"

namespace soac_test {

struct with_c_array {
  double x[3];
  int k;
};
struct nested {
  with_c_array inner;
  std::array<double, 2> pair;
  float f;
};
struct borrows {
  soac::view<const double> data;
  double scale;
  int n;
};
struct derived : with_c_array {
  double more;
};
struct only_integers {
  int i;
  bool b;
};
struct with_bits {
  unsigned flags : 3;
  double x;
};
// clang-format off
struct longest {
  soac::view<double> a; int i[2]; const double b[3];
  float c, d, e, f, g, h, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, aa, bb, cc, dd, ee, ff, gg;
};
struct too_long {
  double a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, aa, bb, cc, dd, ee, ff, gg;
};
// clang-format on
struct callable {
  double factor;
  constexpr double operator()(double x) const { return factor * x; }
};

template <class A, class B> constexpr bool same = std::is_same_v<A, B>;

static_assert(same<soac::tangent_t<double>, double> && same<soac::tangent_t<const float &>, float>);
static_assert(same<soac::tangent_t<with_c_array>, with_c_array> && same<soac::tangent_t<nested>, nested>);
static_assert(same<soac::tangent_t<derived>, derived>);
static_assert(same<soac::detail::fields_of_t<with_c_array>, soac::detail::types<double[3], int>>);
static_assert(same<soac::detail::fields_of_t<with_bits>, soac::detail::types<unsigned, double>>);
static_assert(soac::detail::fields_of_t<longest>::size == 32 && std::tuple_size_v<soac::tangent_t<longest>> == 32);
static_assert(same<std::tuple_element_t<2, soac::tangent_t<longest>>, std::array<double, 3>>);
static_assert(same<soac::detail::fields_of_t<too_long>, void>);
static_assert(same<soac::tangent_t<borrows>, std::tuple<soac::array<double, 1>, double, int>>);
static_assert(same<soac::tangent_t<soac::view<const double, 2>>, soac::array<double, 2>>);
static_assert(same<soac::tangent_t<std::span<const float>>, std::vector<float>>);
static_assert(same<soac::tangent_t<std::pair<double, soac::view<double>>>, std::pair<double, soac::array<double, 1>>>);
static_assert(same<soac::tangent_t<const double *>, soac::array<double, 1>>);
static_assert(soac::detail::differentiable_v<nested> && soac::detail::differentiable_v<borrows>);
static_assert(!soac::detail::differentiable_v<only_integers> && !soac::detail::differentiable_v<std::vector<int>>);
static_assert(!soac::detail::differentiable_v<std::string> && !soac::detail::differentiable_v<const int *>);

double f(double x, soac::view<const double, 2> y, int n);
soac::array<double, 1> g(double x, const std::vector<double> &y);
double records(const nested &r, borrows b, const double *p);
std::pair<double, std::vector<double>> two_results(std::array<double, 3> x);
soac::view<const double> borrowed_result(double x);
float mixed(float x, double y) noexcept;
inline constexpr auto square = [](double x) { return x * x; };

using matrix_t = soac::array<double, 2>;
using vector_t = soac::array<double, 1>;

template <auto Operator, class... X> using result = decltype(Operator(std::declval<X>()...));

static_assert(same<result<soac::gradient<f>, double, matrix_t, int>, std::tuple<double, matrix_t>>);
static_assert(same<result<soac::gradient<f, soac::wrt<1>>, double, matrix_t, int>, matrix_t>);
static_assert(same<result<soac::gradient<f, soac::wrt<1, 0>>, double, matrix_t, int>, std::tuple<matrix_t, double>>);
static_assert(
    same<result<soac::value_and_gradient<f, soac::wrt<0>>, double, matrix_t, int>, std::tuple<double, double>>);
static_assert(same<result<soac::jvp<f>, double, matrix_t, int, double, matrix_t>, double>);
static_assert(
    same<result<soac::value_and_jvp<g>, double, list<double>, double, list<double>>, std::tuple<vector_t, vector_t>>);
static_assert(same<result<soac::vjp<g>, double, list<double>, list<double>>, std::tuple<double, list<double>>>);
static_assert(same<result<soac::value_and_vjp<g, soac::wrt<1>>, double, list<double>, vector_t>,
                   std::tuple<vector_t, list<double>>>);
static_assert(same<result<soac::gradient<records>, nested, borrows, const double *>,
                   std::tuple<nested, std::tuple<vector_t, double, int>, vector_t>>);
static_assert(same<result<soac::vjp<two_results>, std::array<double, 3>, std::pair<double, list<double>>>,
                   std::array<double, 3>>);
static_assert(same<result<soac::run<borrowed_result>, double>, vector_t>);
static_assert(same<result<soac::gradient<mixed>, float, double>, std::tuple<float, double>>);
static_assert(same<result<soac::gradient<callable{3.0}>, double>, double>);

// Operators of operators.
static_assert(same<result<soac::jvp<soac::gradient<f, soac::wrt<1>>>, double, matrix_t, int, matrix_t>, matrix_t>);
static_assert(same<result<soac::value_and_jvp<soac::gradient<f, soac::wrt<1>>>, double, matrix_t, int, matrix_t>,
                   std::tuple<matrix_t, matrix_t>>);
static_assert(same<result<soac::jvp<soac::jvp<square>>, double, double, double, double>, double>);
static_assert(same<result<soac::vjp<soac::vjp<square>>, double, double, double>, double>);
static_assert(same<result<soac::gradient<soac::gradient<soac::gradient<square>>>, double>, double>);
static_assert(same<result<soac::vjp<soac::value_and_gradient<f>>, double, matrix_t, int,
                          std::tuple<double, std::tuple<double, matrix_t>>>,
                   std::tuple<double, matrix_t>>);
// The outer default is the inner choice; an inner vjp's seed is chosen only by naming it, inner tangents come with
// "all".
static_assert(same<decltype(soac::gradient<f, soac::wrt<1>>)::default_wrt, soac::wrt<1>>);
static_assert(same<decltype(soac::vjp<f>)::default_wrt, soac::wrt<0, 1>>);
static_assert(same<decltype(soac::jvp<f>)::default_wrt, soac::wrt<0, 1, 3, 4>>);
static_assert(same<decltype(soac::jvp<f, soac::wrt<1>>)::default_wrt, soac::wrt<1>>);
static_assert(same<decltype(soac::jvp<soac::vjp<f>>)::default_wrt, soac::wrt<0, 1, 4, 5>>);
static_assert(same<result<soac::vjp<soac::vjp<g>, soac::wrt<2>>, double, list<double>, vector_t,
                          std::tuple<double, list<double>>>,
                   vector_t>);

// Vector mode and drivers.
static_assert(same<result<soac::jmp<g>, double, list<double>, vector_t, matrix_t>, matrix_t>);
static_assert(same<result<soac::mjp<g>, double, list<double>, matrix_t>, std::tuple<vector_t, matrix_t>>);
static_assert(same<result<soac::mjp<f, soac::wrt<1>>, double, matrix_t, int, vector_t>, soac::array<double, 3>>);
static_assert(same<result<soac::jacobian_forward<g>, double, list<double>>, std::tuple<vector_t, matrix_t>>);
static_assert(same<result<soac::jacobian_reverse<two_results>, std::array<double, 3>>, std::tuple<vector_t, matrix_t>>);
static_assert(same<result<soac::hessian<f, soac::wrt<1>>, double, matrix_t, int>, soac::array<double, 4>>);
static_assert(same<result<soac::hessian<f>, double, matrix_t, int>,
                   std::tuple<std::tuple<double, matrix_t>, std::tuple<matrix_t, soac::array<double, 4>>>>);
static_assert(same<result<soac::hvp<f, soac::wrt<1>>, double, matrix_t, int, matrix_t>, matrix_t>);
static_assert(same<result<soac::jacobian_forward<soac::gradient<square>>, double>, double>);

// What a generated header does.
double weighted(double x, soac::view<const double> y) { return x * soac::sum(y); }
double weighted_gradient(double, soac::view<const double> y) { return soac::sum(y); }
vector_t weighted_vjp(double x, soac::view<const double> y, double seed) { return soac::replicate(y.size(), x * seed); }
} // namespace soac_test

template <> struct soac::implementation<soac::gradient_t<&soac_test::weighted, soac::wrt<0>>> {
  static constexpr auto call = &soac_test::weighted_gradient;
};
template <> struct soac::implementation<soac::vjp_t<soac_test::weighted, soac::wrt<1>>> {
  static constexpr auto call = &soac_test::weighted_vjp;
};

namespace soac_test {
namespace {

TEST(Operator, CallsItsImplementationAndConvertsLikeACall) {
  EXPECT_EQ((soac::gradient<weighted, soac::wrt<0>>(2, {1.0, 2.0})), 3);
  EXPECT_EQ((soac::gradient<weighted, soac::wrt<0>>(2.0f, list<double>{1, 2})), 3);
  const std::array<double, 2> y{1, 2};
  EXPECT_EQ(values(soac::vjp<&weighted, soac::wrt<1>>(2.0, y, 3)), (list<double>{6, 6}));
}

} // namespace
} // namespace soac_test
