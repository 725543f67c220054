#include "drivers.hpp"
#include "drivers.soac.hpp"

#include <cmath>

namespace drivers {

namespace {

Vector maps(View x) {
  return soac::map([](double a) { return std::sin(a) * std::exp(a); }, x);
}
Vector scans(View x) {
  return soac::scan(std::multiplies<>{}, 1.0, x);
}
Vector general_scan(View x) {
  return soac::scan([](double a, double b) { return a + b + a * b; }, 0.0, x);
}
Vector extremes(View x) {
  return soac::concat(soac::map([&](double a) { return a * soac::max(x); }, x), soac::reverse(x));
}
Vector histogram(View x) {
  const soac::array<soac::index> bins = soac::map([](soac::index i) { return i % 3; }, soac::iota(x.extent(0)));
  return soac::reduce_by_index(std::plus<>{}, 0.0, soac::index(3), bins, soac::map([](double a) { return a * a; }, x));
}
Vector products(View x) {
  const soac::array<soac::index> bins = soac::map([](soac::index i) { return i / 2; }, soac::iota(x.extent(0)));
  return soac::reduce_by_index(std::multiplies<>{}, 1.0, soac::index(2), bins, x);
}
Vector scattered(View x) {
  const soac::array<soac::index> to = soac::map([](soac::index i) { return 2 * i; }, soac::iota(x.extent(0)));
  const Vector fill = soac::replicate(2 * x.extent(0), x[0]);
  return soac::scatter(fill, to, soac::map([](double a) { return a * a; }, x));
}
Vector in_place(View x) {
  Vector r = x;
  for (soac::index i = 1; i < r.extent(0); ++i)
    r(i) = r(i) * r(i - 1) + std::cos(r(i));
  return r;
}
Vector stencil(View x) {
  Vector r = x;
  for (int t = 0; t < 4; ++t) {
    Vector next = r;
    for (soac::index i = 1; i + 1 < r.extent(0); ++i)
      next(i) = 0.25 * r(i - 1) * r(i) + 0.5 * r(i) + 0.25 * r(i + 1);
    r = next;
  }
  return r;
}
Vector branches(View x) {
  return soac::map([](double a) { return a > 0.4 ? a * a : a > 0 ? std::sqrt(a) : -a; }, x);
}
Vector until(View x) {
  return soac::map(
      [](double a) {
        double y = a;
        while (std::fabs(y) < 10.0)
          y = y * y + 1.0 + a;
        return y;
      },
      x);
}
Vector matrix_vector(View x) {
  const Matrix a = soac::tabulate([&](soac::index i, soac::index j) { return x[i] * x[i] + static_cast<double>(j); },
                                  x.extent(0), x.extent(0));
  return soac::map([&](View row) { return soac::dot(row, x); }, a);
}
Vector sorted(View x) {
  const auto [keys, values] = soac::sort_by_key(x, x);
  return soac::map([](double k, double v) { return k * v; }, keys, values);
}
Vector of_gradients(View x) {
  return soac::map([](double a) { return soac::gradient<quartic>(a) * a; }, x);
}
Vector of_jacobian(View x) {
  const Matrix j = soac::jacobian_reverse<scans>(x);
  return soac::map([](View row) { return soac::sum(row); }, j);
}

double norm(View x) { return std::sqrt(soac::sum(soac::map([](double a) { return a * a; }, x)) + 1.0); }
double chained(View x) {
  double s = 0.0;
  for (soac::index i = 0; i + 1 < x.extent(0); ++i) {
    const double d = x(i + 1) - x(i) * x(i);
    s += 100.0 * d * d + (1.0 - x(i)) * (1.0 - x(i));
  }
  return s;
}
double product_of(View x) { return soac::product(x); }
double entropy(View x) {
  const double total = soac::sum(soac::map([](double a) { return std::exp(a); }, x));
  return std::log(total);
}
double looped(View x) {
  Vector y = x;
  for (int t = 0; t < 3; ++t)
    for (soac::index i = 0; i < y.extent(0); ++i)
      y(i) = std::sin(y(i)) * x(i) + 0.5 * y((i + 1) % y.extent(0));
  return soac::sum(y);
}
double pairwise(View x) {
  return soac::sum(soac::map(
      [&](double a) { return soac::sum(soac::map([&](double b) { return 1.0 / (1.0 + (a - b) * (a - b)); }, x)); }, x));
}
double scanned(View x) {
  const Vector s = soac::scan([](double a, double b) { return a * b + a; }, 1.0, x);
  return soac::dot(s, x);
}
double binned(View x) {
  const Vector h = histogram(x);
  return soac::product(h);
}
double selected(View x) { return soac::max(x) * soac::min(x) + x[0]; }
double through_gradient(View x) {
  const Vector g = soac::gradient<chained>(x);
  return soac::dot(g, x);
}
double through_hessian(View x) {
  const Matrix h = soac::hessian<entropy>(x);
  double s = 0.0;
  for (soac::index i = 0; i < x.extent(0); ++i)
    s += h(i, i) * x(i);
  return s;
}

template <auto F> Matrix forward_of(View x) { return soac::jacobian_forward<F>(x); }
template <auto F> Matrix reverse_of(View x) { return soac::jacobian_reverse<F>(x); }
template <auto F> Matrix jmp_of(View x, soac::view<const double, 2> seeds) { return soac::jmp<F>(x, seeds); }
template <auto F> Matrix mjp_of(View x, soac::view<const double, 2> seeds) { return soac::mjp<F>(x, seeds); }
template <auto F> Jacobians jacobians(const char *name) {
  return {name, F, forward_of<F>, reverse_of<F>, jmp_of<F>, mjp_of<F>};
}
template <auto F> Vector gradient_of(View x) { return soac::gradient<F>(x); }
template <auto F> Matrix hessian_of(View x) { return soac::hessian<F>(x); }
template <auto F> Vector hvp_of(View x, View dx) { return soac::hvp<F>(x, dx); }
template <auto F> Matrix rof(View x) { return soac::jacobian_reverse<soac::jacobian_forward<F>>(x); }
template <auto F> Matrix ror(View x) { return soac::jacobian_reverse<soac::gradient<F>>(x); }
template <auto F> Hessians hessians(const char *name) {
  return {name, F, gradient_of<F>, hessian_of<F>, hvp_of<F>, rof<F>, ror<F>};
}

} // namespace

std::vector<Jacobians> all_jacobians() {
  return {jacobians<maps>("maps"), jacobians<scans>("scans"), jacobians<general_scan>("general_scan"),
          jacobians<extremes>("extremes"), jacobians<histogram>("histogram"), jacobians<products>("products"),
          jacobians<scattered>("scattered"), jacobians<in_place>("in_place"), jacobians<stencil>("stencil"),
          jacobians<branches>("branches"), jacobians<until>("until"), jacobians<matrix_vector>("matrix_vector"),
          jacobians<sorted>("sorted"), jacobians<of_gradients>("of_gradients"), jacobians<of_jacobian>("of_jacobian")};
}
std::vector<Hessians> all_hessians() {
  return {hessians<norm>("norm"), hessians<chained>("chained"), hessians<product_of>("product_of"),
          hessians<entropy>("entropy"), hessians<looped>("looped"), hessians<pairwise>("pairwise"),
          hessians<scanned>("scanned"), hessians<binned>("binned"), hessians<selected>("selected"),
          hessians<through_gradient>("through_gradient"), hessians<through_hessian>("through_hessian")};
}

double of_span(std::span<const double> x) {
  double s = 1.0;
  for (const double a : x)
    s *= a;
  return s;
}
std::pair<double, double> of_pair(double x, double y) { return {x * x * y, x + y * y}; }
std::pair<Point, double> of_point(Point p) { return {{p.x * p.y, p.x}, p.y * p.y}; }
std::array<double, 3> sphere(std::array<double, 2> a) {
  return {std::cos(a[0]) * std::cos(a[1]), std::sin(a[0]) * std::cos(a[1]), std::sin(a[1])};
}
std::vector<double> of_vector(const std::vector<double> &x, double k) {
  std::vector<double> r = x;
  for (double &a : r)
    a = a * a * k;
  return r;
}
std::tuple<double, std::tuple<double, double>> nested(double x, double y) { return {x * y, {x * x, y * y * x}}; }
double with_integer(int n, double x, bool flag, double y) { return flag ? n * x * y : std::pow(x, n) + y; }
double quartic(double x) { return x * x * x * x; }
float single(float x, float y) { return x * x * y; }

std::vector<double> call_all() {
  std::vector<double> r;
  const auto put = [&](double v) { r.push_back(v); };
  // 0: a span, whose Hessian is an array.
  const std::vector<double> abc{2.0, 3.0, 5.0};
  const Matrix hs = soac::hessian<of_span>(abc);
  put(hs(0, 1)); // 5
  put(soac::hvp<of_span>(abc, std::vector<double>{1.0, 0.0, 0.0})[2]);                            // 3
  put(soac::jmp<of_span>(abc, Matrix(soac::tabulate([](soac::index, soac::index j) { return j == 0 ? 1.0 : 0.0; }, 2, 3)))(1)); // 15
  // 3: pairs.
  const auto [by_first, by_second] = soac::jacobian_forward<of_pair>(2.0, 3.0);
  put(std::get<0>(by_first));  // 2 x y = 12
  put(std::get<1>(by_first));  // 4
  put(std::get<1>(by_second)); // 6
  put(std::get<0>(std::get<1>(soac::jacobian_reverse<of_pair>(2.0, 3.0)))); // 1
  const auto [xs, ys] = soac::mjp<of_pair>(2.0, 3.0, {Vector{1.0, 0.0}, Vector{0.0, 1.0}});
  put(xs(0)); // 12
  put(ys(1)); // 6
  put(soac::jmp<of_pair, soac::wrt<1>>(2.0, 3.0, Vector{1.0, 2.0}).second(1)); // 12
  // 10: records.
  put(soac::jvp<of_point>({2.0, 3.0}, {1.0, 0.0}).first.x); // 3
  const soac::array<Point> adjoints = soac::mjp<of_point>({2.0, 3.0}, {soac::array<Point>{{1.0, 0.0}, {0.0, 1.0}}, Vector{0.0, 1.0}});
  put(adjoints(0).x); // 3
  put(adjoints(1).x); // 1
  put(adjoints(1).y); // 6
  // 14: arrays of fixed size.
  const Matrix s = soac::jacobian_forward<sphere>({0.0, 0.0});
  put(s(1, 0)); // 1
  put(s(2, 1)); // 1
  put(soac::jacobian_reverse<sphere>({0.0, 0.0})(0, 0)); // 0
  // 17: vectors.
  const auto [by_x, by_k] = soac::jacobian_reverse<of_vector>({2.0, 3.0}, 10.0);
  put(by_x(1, 1)); // 60
  put(by_x(0, 1)); // 0
  put(by_k(1));    // 9
  const auto [value, adjoint] = soac::value_and_vjp<of_vector, soac::wrt<1, 0>>({2.0, 3.0}, 10.0, {{1.0, 1.0}});
  put(value[1]);                // 90
  put(std::get<0>(adjoint));    // 13
  put(std::get<1>(adjoint)[0]); // 40
  // 23: nested tuples.
  const auto [n0, n1] = soac::jacobian_forward<nested>(2.0, 3.0);
  put(std::get<1>(n0));              // 2
  put(std::get<0>(std::get<1>(n1))); // 9
  put(std::get<1>(std::get<1>(n1))); // 12
  // 26: integers among the parameters.
  const auto [wx, wy] = soac::hessian<with_integer>(3, 2.0, false, 5.0);
  put(std::get<0>(wx)); // 12
  put(std::get<1>(wy)); // 0
  put(std::get<0>(soac::hessian<with_integer, soac::wrt<3, 1>>(2, 2.0, true, 5.0)) == std::tuple(0.0, 2.0) ? 1 : 0);
  // 29: three times, in all orders.
  put(soac::gradient<soac::gradient<soac::gradient<quartic>>>(2.0));                        // 48
  put(soac::jvp<soac::jvp<soac::jvp<quartic>>>(2.0, 1.0, 1.0, 0.0, 1.0, 0.0, 0.0, 0.0));    // 48
  put(soac::hessian<soac::gradient<quartic>>(2.0));                                         // 48
  put(soac::gradient<soac::hessian<quartic>>(2.0));                                         // 48
  put(soac::jacobian_forward<soac::jacobian_reverse<soac::jacobian_forward<quartic>>>(2.0)); // 48
  put(soac::hvp<soac::gradient<quartic>>(2.0, 1.0));                                        // 48
  put(soac::vjp<soac::hvp<quartic>, soac::wrt<0>>(2.0, 1.0, 1.0));                          // 48
  // 36: objects, instantiations, precision.
  const auto [ox, oy] = soac::hessian<seven>(2.0, 3.0);
  put(std::get<0>(ox)); // 42
  put(std::get<1>(ox)); // 28
  put(std::get<1>(std::get<1>(soac::hessian<product<double>>(2.0, 3.0)))); // 4
  const auto [fx, fy] = soac::jacobian_reverse<single>(2.0f, 3.0f);
  put(fx); // 12
  put(fy); // 4
  // 41: inside maps and loops.
  const Vector x{1.0, 2.0};
  const Vector curvature = soac::map([](double a) { return soac::hessian<quartic>(a); }, x);
  put(curvature(1)); // 48
  const Matrix rows = soac::map([](double a) { return soac::jmp<quartic>(a, Vector{1.0, a}); }, x);
  put(rows(1, 1)); // 64
  double t = 0.0;
  for (int i = 1; i < 4; ++i)
    t += soac::hvp<quartic>(static_cast<double>(i), 1.0);
  put(t); // 12 (1 + 4 + 9)
  return r;
}

double cubic(const Square &m) { return m[0][0] * m[1][1] - m[0][1] * m[1][0] * m[0][0]; }
Square power(const Square &m) {
  Square r{};
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      for (int k = 0; k < 2; ++k)
        r[i][j] += m[i][k] * m[k][j];
  return r;
}
Points warped(const Points &p) {
  Points q(p.size());
  for (std::size_t i = 0; i < p.size(); ++i)
    q[i] = {p[i][0] * p[i][1], std::sin(p[i][2]), p[0][1] * p[i][0]};
  return q;
}
soac::array<std::array<double, 2>, 3> curvature_of_cubic(const Square &m) { return soac::hessian<cubic>(m); }
soac::array<std::array<double, 2>, 3> power_forward(const Square &m) { return soac::jacobian_forward<power>(m); }
soac::array<std::array<double, 2>, 3> power_reverse(const Square &m) { return soac::jacobian_reverse<power>(m); }
soac::array<std::array<double, 3>, 3> warped_reverse(const Points &p) { return soac::jacobian_reverse<warped>(p); }

} // namespace drivers
