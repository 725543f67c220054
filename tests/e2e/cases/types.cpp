#include "types.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

using geometry::Point;
using geometry::Vec;

#pragma soac differentiate(vjp, jvp)
double distance(Point a, const Point &b) { return (a + -b).norm(); }

#pragma soac differentiate(vjp, jvp)
Point midpoint(Point a, Point b, double t) { return (1 - t) * a + t * b; }

#pragma soac differentiate(vjp, jvp)
double polygon_length(const Point *points, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    const Point &p = points[i], &q = points[(i + 1) % n];
    sum += std::hypot(q.x - p.x, q.y - p.y);
  }
  return sum;
}

#pragma soac differentiate(vjp, jvp)
void move_all(Point *points, int n, double dx, double factor) {
  for (Point *p = points; p != points + n; ++p) {
    p->x += dx;
    (*p).y *= factor * p->x;
    *p += Point(1, dx);
  }
}

#pragma soac differentiate(vjp, jvp)
void shift_segment(Segment &s, double by) {
  s.from += Point{by, 0};
  s.to.y *= by;
  std::swap(s.from.x, s.to.x);
}

#pragma soac differentiate(vjp, jvp)
double segment_length(const Segment &s) { return (s.to + -s.from).norm(); }

#pragma soac differentiate(vjp, jvp)
double material_cost(const Material &m, double price) {
  double cost = m.density * price + m.stiffness;
  if (m.kind == 2)
    cost *= m.limits[1] - m.limits[0];
  return cost;
}

#pragma soac differentiate(vjp, jvp)
Material scaled(Material m, double factor) {
  m.density *= factor;
  m.stiffness *= static_cast<float>(factor);
  ++m.kind;
  for (double &l : m.limits)
    l = l * l * factor;
  return m;
}

#pragma soac differentiate(vjp, jvp)
double vec3(const Vec<3> &a, Vec<3> b, double s) {
  b = s * b + a;
  b[1] += dot(a, b);
  return dot(b, b);
}

#pragma soac differentiate(vjp, jvp)
double dual_by_hand(double x) {
  const geometry::Dual<double> d(x, 1.0);
  return sin(d * d + d).slope();
}

#pragma soac differentiate(vjp, jvp)
double dual_power(double x, int n) {
  geometry::Dual<double> r(1.0);
  const geometry::Dual<double> base(x, 1);
  for (int i = 0; i < n; ++i)
    r = r * base;
  return r.value() + r.slope();
}

#pragma soac differentiate(vjp, jvp)
double bracket_operator(double x, double y) {
  Point p(x, y);
  double sum = 0;
  for (int i = 0; i < 2; ++i)
    sum += p[i] * (i + 1);
  const Point q = p;
  return sum * q[1];
}

#pragma soac differentiate(vjp, jvp)
double unary_minus_record(double x, double y) {
  const Point p = -Point(x, y) + 2 * Point(y, x);
  return p < Point(1, 0) ? p.x * p.y : p.y;
}

namespace {
struct Base {
  double a;
  explicit Base(double a) : a(a) {}
  double twice() const { return 2 * a; }
  double label() const { return 1; }
};
struct Middle : Base {
  double b = 3;
  using Base::Base;
  double label() const { return Base::label() + b; }
};
struct Derived : Middle {
  double c;
  Derived(double a, double c) : Middle(a), c(c) { b += c; }
  double total() const { return twice() * b + c + label(); }
};
double base_area(const Base &shape) { return shape.a * shape.twice(); }
} // namespace

#pragma soac differentiate(vjp, jvp)
double inherited(double x, double y) {
  Derived d(x, y);
  d.a *= 2;
  return d.total() + base_area(d);
}

namespace {
struct Scaled {
  double value;
  Scaled(double v, double s) : value(v * s) {}
  explicit Scaled(double v) : Scaled(v, 3) { value += 1; }
  ~Scaled() = default;
};
} // namespace

#pragma soac differentiate(vjp, jvp)
double constructed_chain(double x) {
  const Scaled a(x), b{x, x};
  auto c = Scaled(a.value * b.value);
  return c.value;
}

namespace {
struct Options {
  double tolerance = 1e-3, scale = 2;
  int order = 2;
};
double use(const Options &o, double x) { return std::pow(x * o.scale, o.order) + o.tolerance; }
} // namespace

#pragma soac differentiate(vjp, jvp)
double aggregate_designated(double x) {
  const Options plain, special{.tolerance = x, .scale = x * x, .order = 3};
  return use(plain, x) + use(special, x) + use({}, 2 * x) + use({.order = 1}, x);
}

namespace {
class Mean {
public:
  void add(double x) {
    sum_ += x;
    ++count_;
  }
  double get() const { return count_ == 0 ? 0.0 : sum_ / count_; }

private:
  double sum_ = 0;
  int count_ = 0;
};
} // namespace

#pragma soac differentiate(vjp, jvp)
double counter_object(double x, int n) {
  Mean mean;
  for (int i = 0; i < n; ++i)
    if (i % 3 != 1)
      mean.add(std::sin(x * i));
  return mean.get() * x;
}

namespace {
struct Polynomial {
  std::array<double, 3> c;
  double operator()(double x) const { return (c[2] * x + c[1]) * x + c[0]; }
};
template <class F> double integrate(const F &f, double a, double b, int n = 8) {
  const double h = (b - a) / n;
  double sum = 0.5 * (f(a) + f(b));
  for (int i = 1; i < n; ++i)
    sum += f(a + i * h);
  return sum * h;
}
} // namespace

#pragma soac differentiate(vjp, jvp)
double functor_with_state(double x) {
  const Polynomial p{{x, 2, x * x}};
  return integrate(p, 0, x) + integrate([x](double t) { return std::exp(-x * t); }, 0.0, 1.0, 4);
}

namespace {
struct Constants {
  static constexpr double g = 9.81;
  static const int steps = 3;
  static double energy(double m, double h) { return m * g * h; }
};
} // namespace

#pragma soac differentiate(vjp, jvp)
double static_member(double x) {
  double e = 0;
  for (int i = 0; i < Constants::steps; ++i)
    e += Constants::energy(x, x + i);
  return e;
}

#pragma soac differentiate(vjp, jvp)
double nested_records(double x) {
  Segment s{{x, 1}, {2, x * x}};
  Segment t = s;
  t.from.x *= 3;
  s.to = t.from;
  Point &p = s.from;
  p.y = t.to.y;
  return segment_length(s) * segment_length(t);
}

#pragma soac differentiate(vjp, jvp)
double array_of_records(double x, int n) {
  Point path[4];
  for (int i = 0; i < 4; ++i)
    path[i] = Point(x * i, std::cos(x + i));
  for (int k = 0; k < n; ++k)
    for (int i = 1; i < 3; ++i)
      path[i] = 0.5 * (path[i - 1] + path[i + 1]);
  double sum = 0;
  for (const auto &[px, py] : path)
    sum += px * py;
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double vector_of_records(double x, int n) {
  std::vector<Point> points(n);
  for (int i = 0; i < n; ++i) {
    points[i].x = x + i;
    points[i].y = i > 0 ? points[i - 1].x * x : x;
  }
  Point total;
  for (const Point &p : points)
    total += p;
  return total.norm();
}

#pragma soac differentiate(vjp, jvp)
double record_assignment(double x) {
  Point a(x, 1), b(2, x);
  std::swap(a, b);
  a = a + b;
  b = {a.x, 0};
  return a.norm() + b.norm();
}

namespace {
struct Account {
  double balance = 0;
  double &access() { return balance; }
  const double &access() const { return balance; }
  Account &deposit(double x) {
    balance += x;
    return *this;
  }
  Account &grow(double r) {
    this->balance *= 1 + r;
    return *this;
  }
  operator double() const { return balance; }
};
} // namespace

#pragma soac differentiate(vjp, jvp)
double const_and_mutable_methods(double x) {
  Account a;
  a.access() = x;
  a.access() *= x;
  const Account &c = a;
  return c.access() + 1;
}

#pragma soac differentiate(vjp, jvp)
double method_chaining(double x) {
  Account a;
  a.deposit(x).grow(x).deposit(2).grow(0.5);
  return a.balance;
}

#pragma soac differentiate(vjp, jvp)
double conversion_operator(double x) {
  Account a;
  a.deposit(x).grow(x);
  const double d = a;
  return d * a + static_cast<double>(a);
}

#pragma soac differentiate(vjp, jvp)
double lambda_by_value(double x) {
  double scale = 2;
  const auto f = [scale](double t) { return scale * t * t; };
  scale = 100;
  return f(x) + f(f(x));
}

#pragma soac differentiate(vjp, jvp)
double lambda_by_reference(double x, int n) {
  double total = 0, weight = 1;
  const auto add = [&](double t) {
    total += weight * t;
    weight *= 0.5;
  };
  for (int i = 0; i < n; ++i)
    add(std::pow(x, i));
  return total * weight;
}

#pragma soac differentiate(vjp, jvp)
double lambda_init_capture(double x) {
  const auto f = [y = x * x, z = 3.0](double t) -> double {
    if (t > y)
      return t;
    return y * z * t;
  };
  return f(x) + f(10 * x);
}

#pragma soac differentiate(vjp, jvp)
double lambda_mutable(double x) {
  auto next = [state = x]() mutable {
    state = state * state + 0.25;
    return state;
  };
  const double a = next();
  auto copy = next;
  return a + next() + copy();
}

#pragma soac differentiate(vjp, jvp)
double generic_lambda(double x) {
  const auto square = [](auto v) { return v * v; };
  const auto scale = [&](const auto &v, auto s) { return s * v; };
  const Point p = scale(Point(x, 1), 2.0);
  return square(x) + square(3) + scale(x, 0.5) + p.norm() + static_cast<double>(square(2.0f));
}

#pragma soac differentiate(vjp, jvp)
double lambda_returns_lambda(double x) {
  const auto line = [](double a, double b) { return [=](double t) { return a * t + b; }; };
  const auto f = line(x, 2), g = line(3, x);
  return f(g(x));
}

namespace {
template <class F, class... A> double apply_twice(F f, double x, A... rest) { return f(f(x, rest...), rest...); }
double scaled_sine(double x, double s) { return std::sin(x) * s; }
} // namespace

#pragma soac differentiate(vjp, jvp)
double lambda_passed_to_template(double x, double y) {
  return apply_twice([](double a, double b) { return a * b + b; }, x, y) + apply_twice(scaled_sine, x, y) +
         apply_twice([](double a) { return a * a; }, y);
}

#pragma soac differentiate(vjp, jvp)
double immediately_invoked(double x) {
  const double y = [&] {
    if (x > 1)
      return std::log(x);
    for (int i = 0;; ++i)
      if (i > x * 10)
        return x * i;
  }();
  return y * y;
}

namespace {
template <double (*F)(double)> double slope(double x) { return (F(x + 0.5) - F(x - 0.5)); }
double cubed(double x) { return x * x * x; }
} // namespace

#pragma soac differentiate(vjp, jvp)
double function_pointer_template(double x) {
  double (*const f)(double) = cubed;
  return slope<cubed>(x) * f(x);
}

namespace {
double third(double x) { return x * x + 1; }
static double second(double x, int k) { return k > 0 ? third(x) * k : third(-x); }
inline double first(const double &x) { return second(x, 2) + second(x, -1); }
} // namespace

#pragma soac differentiate(vjp, jvp)
double recursion_free_chain(double x) { return first(first(x)); }

namespace {
double with_defaults(double x, double y = 2, int n = 1 + 1) { return std::pow(x, n) * y; }
} // namespace

#pragma soac differentiate(vjp, jvp)
double default_arguments(double x) { return with_defaults(x) + with_defaults(x, x) + with_defaults(x, x, 3); }

namespace {
double area(double x) { return x * x; }
float area(float x) { return 2 * x; }
double area(int x) { return 3.5 * x; }
double area(double x, double y) { return x * y; }
template <class T> T area(const T *x) { return *x; }
} // namespace

#pragma soac differentiate(vjp, jvp)
double overloads(double x, float f, int i) { return area(x) + area(f) + area(i) * x + area(x, f) + area(&x); }

#pragma soac differentiate(vjp, jvp)
std::pair<double, double> polar(double x, double y) { return {std::hypot(x, y), std::atan2(y, x)}; }

#pragma soac differentiate(vjp, jvp)
double structured_pair(double x) {
  const auto [radius, angle] = polar(x, 2);
  auto [a, b] = std::pair(radius, 2 * angle);
  a *= b;
  return a + radius;
}

#pragma soac differentiate(vjp, jvp)
std::tuple<double, double, int> with_count(double x, int n) {
  double s = 0;
  int k = 0;
  for (; k < n && s < 10; ++k)
    s += x * k;
  return {s, s * x, k};
}

#pragma soac differentiate(vjp, jvp)
double tie_results(double x) {
  double a, b;
  int k;
  std::tie(a, b, k) = with_count(x, 5);
  const auto t = std::make_tuple(a * b, k);
  return std::get<0>(t) + std::get<1>(t) * std::get<0>(std::make_pair(x, 1));
}

namespace {
constexpr double weights[] = {0.1, 0.2, 0.3, 0.4};
constexpr std::array<std::array<int, 2>, 2> shift{{{1, 2}, {3, 4}}};
constexpr int factorial(int n) { return n < 2 ? 1 : n == 2 ? 2 : n == 3 ? 6 : 24; }
const double half = 0.5;
} // namespace

#pragma soac differentiate(vjp, jvp)
double constexpr_table(double x) {
  double sum = half;
  for (int i = 0; i < 4; ++i)
    sum += weights[i] * std::pow(x, shift[i / 2][i % 2]) / factorial(i);
  constexpr double local[3] = {1, 2, 3};
  static const double fixed[2] = {5, 6};
  return sum * local[2] + fixed[1] * x;
}

namespace {
template <int Order> struct Gauss;
template <> struct Gauss<2> {
  static constexpr int points = 2;
  static constexpr double nodes[2] = {-0.5773502691896257, 0.5773502691896257};
  static constexpr double weights[2] = {1, 1};
};
template <int Order, class F> double quadrature(F f) {
  double sum = 0;
  for (int i = 0; i < Gauss<Order>::points; ++i)
    sum += Gauss<Order>::weights[i] * f(Gauss<Order>::nodes[i]);
  return sum;
}
} // namespace

#pragma soac differentiate(vjp, jvp)
double static_constexpr_members(double x) {
  return quadrature<2>([=](double t) { return std::exp(x * t) * (1 + t); });
}

#pragma soac differentiate(vjp, jvp)
double std_min_max(double x, double y, double z) {
  const auto [low, high] = std::minmax(x, y);
  return std::max(x, y) * std::min({x, y, z}) + std::max<double>(x, 1) - low * high;
}

#pragma soac differentiate(vjp, jvp)
double std_clamp(double x, double low, double high) { return std::clamp(x, low, high) * x; }

#pragma soac differentiate(vjp, jvp)
double std_swap(double x, double y) {
  double a[2] = {x, y * y};
  if (a[0] < a[1])
    std::swap(a[0], a[1]);
  std::swap(x, y);
  const double old = std::exchange(y, 3 * y);
  return a[0] / a[1] * x + old * y;
}

#pragma soac differentiate(vjp, jvp)
double std_accumulate(const std::vector<double> &x) {
  return std::accumulate(x.begin(), x.end(), 0.0) *
         std::accumulate(x.begin() + 1, x.end(), 1.0, [](double a, double b) { return a * b; });
}

#pragma soac differentiate(vjp, jvp)
double std_inner_product(const std::vector<double> &x, const std::vector<double> &y) {
  return std::inner_product(x.begin(), x.end(), y.begin(), 1.0);
}

#pragma soac differentiate(vjp, jvp)
double std_fill_copy(double x) {
  std::array<double, 4> a, b{};
  std::fill(a.begin(), a.end(), x);
  std::fill_n(b.begin() + 1, 2, a[1]);
  std::fill_n(b.begin(), 1, x * x);
  return std::accumulate(b.begin(), b.end(), 0.0);
}

#pragma soac differentiate(vjp, jvp)
double std_transform(const std::vector<double> &x) {
  std::vector<double> y(x.size());
  std::transform(x.begin(), x.end(), y.begin(), [](double v) { return v * std::exp(v); });
  return y.front() * y.back();
}

#pragma soac differentiate(vjp, jvp)
double std_algorithms(const std::vector<double> &x) {
  double sum = 0;
  std::for_each(x.begin(), x.end(), [&](double v) { sum += v * v; });
  return sum * *std::max_element(x.begin(), x.end());
}

#pragma soac differentiate(vjp, jvp)
double bit_tricks(double x, unsigned n) {
  int ones = 0;
  for (unsigned v = n; v; v &= v - 1)
    ++ones;
  double r = 1;
  for (double base = x; n; n >>= 1, base *= base)
    if (n & 1u)
      r *= base;
  return r * ones + ((ones ^ 5) | 8) * x + (~ones & 3);
}

#pragma soac differentiate(vjp, jvp)
double wrap_around(double x, std::uint8_t a, std::int32_t b) {
  a += 200;
  const std::uint16_t wide = static_cast<std::uint16_t>(b);
  const std::int8_t narrow = static_cast<std::int8_t>(b);
  const unsigned below = 0u - 1u;
  return x * a + x * x * wide + narrow * x + (below > 5 ? x : 0) + static_cast<std::uint8_t>(~a);
}

#pragma soac differentiate(vjp, jvp)
double hash_steers(double x, std::uint32_t seed, int rounds) {
  for (int i = 0; i < rounds; ++i) {
    seed ^= seed << 13;
    seed ^= seed >> 17;
    seed ^= seed << 5;
    const double u = seed / 4294967296.0;
    x = u < 0.5 ? x * (1 + u) : x - u;
  }
  return x;
}

#pragma soac differentiate(vjp, jvp)
double signed_division(double x, int a, int b) {
  return x * (a / b) + x * x * (a % b) + std::abs(a) * x + (a >> 1) * x + (a < b) + -a * x;
}

#pragma soac differentiate(vjp, jvp)
double casts_down(double x) {
  const float f = static_cast<float>(x);
  return double(f) * x + (float)(x * x);
}

#pragma soac differentiate(vjp, jvp)
float float_only(float x, float y) { return std::sin(x) * y + std::pow(x, 2.0f) / (1.0f + y * y); }

#pragma soac differentiate(vjp, jvp)
double mixed_precision(float x, double y) {
  const float z = x * 0.5f;
  return z * y + std::sqrt(x) + x * 2;
}

#pragma soac differentiate(vjp, jvp)
float double_inside(float x) {
  double sum = 0;
  for (int i = 1; i < 5; ++i)
    sum += x / double(i);
  return static_cast<float>(sum * sum);
}

#pragma soac differentiate(vjp, jvp)
double float_rounding(double x) { return std::floor(x) * x + std::trunc(x * 3) + std::round(x) - std::fmod(x, 0.75); }

#pragma soac differentiate(vjp, jvp)
double integer_from_active_as_index(double x, const double *table, int n) {
  const double position = x * (n - 1);
  int i = static_cast<int>(position);
  i = i < 0 ? 0 : i > n - 2 ? n - 2 : i;
  const double t = position - std::floor(position);
  return table[i] * (1 - t) + table[i + 1] * t;
}

#pragma soac differentiate(vjp, jvp)
double bool_arithmetic(double x, double y) {
  const bool bigger = x > y, positive = !(x <= 0);
  return (bigger + positive) * x + (bigger ? y : -y) * (positive && !bigger) + double(bigger);
}

namespace {
enum Kind : unsigned char { linear = 1, quadratic = 4 };
enum class Mode { off, on = 7 };
} // namespace

#pragma soac differentiate(vjp, jvp)
double char_and_enum(double x, int which) {
  const Kind k = which > 0 ? quadratic : linear;
  const auto m = static_cast<Mode>(which);
  const char c = 'a' + 1;
  return std::pow(x, k) + (m == Mode::on ? x : 0) + static_cast<int>(m) * x + (c - 'a') * x;
}

#pragma soac differentiate(vjp, jvp)
double compound_assignments(double x, double y) {
  double a = x;
  a += a *= y;
  a -= y;
  a /= (x += 1);
  int i = 7;
  i %= 4;
  i <<= 2;
  i |= 1;
  i ^= 3;
  i *= 2.5;
  return a * i * x;
}

#pragma soac differentiate(vjp, jvp)
double increments(double x) {
  double y = x++;
  y *= ++x;
  y += x-- * 0.5;
  return y - --x;
}

#pragma soac differentiate(vjp, jvp)
double comma_and_nested_assignment(double x) {
  double a, b, c;
  a = b = c = x * x;
  a = (b += 1, b * c);
  (a > 1 ? a : b) = 3;
  c += a + b * c;
  return (b = 2, b) * x * c;
}

#pragma soac differentiate(vjp, jvp)
double shadowing(double x) {
  double y = x;
  {
    double x = y * y;
    y += x;
    for (int y = 0; y < 2; ++y)
      x += y;
    y *= x;
  }
  return x * y;
}

#pragma soac differentiate(vjp, jvp)
double literals(double x) {
  return x * 1e-3 + 0x1p-2 * x + 1'000 * x + 0b101 * x + 'A' * x + 3u * x + 5ll * x + .5f * x - 017 * x +
         x * std::numeric_limits<double>::epsilon() + sizeof(double) * x + true;
}

namespace {
template <class T, int N> T power(T x) {
  if constexpr (N == 0)
    return T(1);
  else if constexpr (N % 2 == 0)
    return power<T, N / 2>(x) * power<T, N / 2>(x);
  else
    return x * power<T, N - 1>(x);
}
template <class... T> double sum_of_squares(T... x) { return (... + (x * x)); }
double product_of() { return 1; }
template <class... T> double product_of(double x, T... rest) { return x * product_of(rest...); }
} // namespace

#pragma soac differentiate(vjp, jvp)
double if_constexpr(double x) { return power<double, 7>(x) + power<double, 0>(x); }

#pragma soac differentiate(vjp, jvp)
double fold_expressions(double x, double y, double z) { return sum_of_squares(x, y, z) / sum_of_squares(x, 1, 2.0f); }

#pragma soac differentiate(vjp, jvp)
double variadic_recursive(double x) { return product_of(x, x + 1, 2, x * x); }

#pragma soac differentiate(vjp, jvp)
double unused_inputs(double x, [[maybe_unused]] double y) { return x * 3; }

#pragma soac differentiate(vjp, jvp)
double constant_result([[maybe_unused]] double x) { return 4; }

namespace {
const double &larger(const double &a, const double &b) { return a < b ? b : a; }
} // namespace

#pragma soac differentiate(vjp, jvp)
double const_reference_result(double x, double y) { return larger(x, y) * larger(2 * x, 3); }

namespace {
const double &largest(const double &a, const double &b) {
  if (a < b)
    return b;
  return a;
}
double &pick(Point &p, int i) {
  switch (i) {
  case 0: return p.x;
  default: return p.y;
  }
}
} // namespace

#pragma soac differentiate(vjp, jvp)
double reference_returned_early(double x, double y) {
  const double &r = largest(x, y);
  Point p{x, y};
  for (int i = 0; i < 3; ++i)
    pick(p, i % 2) *= r + i;
  x = 3 * y;
  return r * p.x + p.y * largest(x, 1);
}

#pragma soac differentiate(vjp, jvp)
double writes_through_choice(double x, double y) {
  double a = x, b = y;
  double &smaller = a < b ? a : b;
  smaller *= 3;
  a += 1;
  double *larger = &b;
  if (x > y)
    larger = &a;
  *larger *= smaller;
  (x < 1 ? a : b) -= y;
  return a * b + smaller;
}

#pragma soac differentiate(vjp, jvp)
double auto_everywhere(double x, int n) {
  auto r = x;
  auto &&ref = r;
  for (auto i = 0; i < n; i++) {
    const auto t = static_cast<decltype(r)>(i) * x;
    ref += t;
  }
  return r * ref;
}

template double horner3<double>(double, double, double);
template float horner3<float>(float, float, float);

#pragma soac differentiate(vjp, jvp)
double special_values(double x, double y) {
  const double big = std::numeric_limits<double>::infinity();
  double best = big;
  for (double v : {x, y, x * y})
    if (v < best)
      best = v;
  return std::isfinite(best) && !std::isnan(x) ? best * y : 0.0;
}

namespace outer_space {
inline namespace v1 {
constexpr double unit = 2.5;
}
namespace {
double convert(double x) { return x * unit; }
} // namespace
} // namespace outer_space

#pragma soac differentiate(vjp, jvp)
double namespaced(double x) {
  namespace o = outer_space;
  using o::convert;
  return convert(x) * o::unit + ::area(x);
}

#pragma soac differentiate(vjp, jvp)
double typedefs(double x) {
  using real = double;
  typedef std::array<real, 2> pair;
  const pair p{x, real(2)};
  return p[0] * p[1];
}

#pragma soac differentiate(vjp, jvp)
double std_numeric(double x, double y, double z) {
  return std::hypot(x, y, z) + std::lerp(x, y, 0.25) + std::midpoint(x, z) + std::abs(x - y);
}

namespace {
struct Maybe {
  bool has = false;
  double value = 0;
};
Maybe root(double a) {
  if (a < 0)
    return {};
  return {true, std::sqrt(a)};
}
} // namespace

#pragma soac differentiate(vjp, jvp)
double optional_like(double x) {
  double sum = 0;
  for (int i = -2; i < 3; ++i)
    if (const auto r = root(x + i); r.has)
      sum += r.value;
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double golden_section(double a, double b) {
  const auto f = [&](double t) { return (t - a) * (t - a) + std::exp(b * t); };
  double low = -2, high = 2;
  for (int i = 0; i < 10; ++i) {
    const double m1 = high - (high - low) * 0.618, m2 = low + (high - low) * 0.618;
    (f(m1) < f(m2) ? high : low) = f(m1) < f(m2) ? m2 : m1;
  }
  return f(low) + f(high);
}

#pragma soac differentiate(vjp, jvp)
double secant(double x0, double x1) {
  const auto f = [](double t) { return t * t * t - 2; };
  double f0 = f(x0), f1 = f(x1);
  for (int i = 0; i < 4; ++i) {
    const double x2 = x1 - f1 * (x1 - x0) / (f1 - f0);
    x0 = std::exchange(x1, x2);
    f0 = std::exchange(f1, f(x2));
  }
  return x1;
}

#pragma soac differentiate(vjp, jvp)
double logistic_map(double r, double x, int n) {
  while (n-- > 0)
    x = r * x * (1 - x);
  return x;
}

#pragma soac differentiate(vjp, jvp)
double kahan_sum(const double *x, int n) {
  double sum = 0, lost = 0;
  for (int i = 0; i < n; ++i) {
    const double y = x[i] * x[i] - lost;
    const double t = sum + y;
    lost = (t - sum) - y;
    sum = t;
  }
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double welford(const double *x, int n) {
  double mean = 0, m2 = 0;
  for (int i = 0; i < n; ++i) {
    const double delta = x[i] - mean;
    mean += delta / (i + 1);
    m2 += delta * (x[i] - mean);
  }
  return n > 1 ? m2 / (n - 1) : 0.0;
}

#pragma soac differentiate(vjp, jvp)
double clenshaw(const double *c, int n, double x) {
  double b1 = 0, b2 = 0;
  for (int k = n - 1; k > 0; --k) {
    const double b0 = 2 * x * b1 - b2 + c[k];
    b2 = b1;
    b1 = b0;
  }
  return x * b1 - b2 + c[0];
}

#pragma soac differentiate(vjp, jvp)
double bessel_series(double x) {
  double term = 1, sum = 1;
  const double q = -x * x / 4;
  for (int k = 1; k < 100 && std::abs(term) > 1e-18; ++k) {
    term *= q / (double(k) * k);
    sum += term;
  }
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double spline(const double *x, const double *y, int n, double at) {
  int low = 0, high = n - 1;
  while (high - low > 1) {
    const int mid = (low + high) / 2;
    if (x[mid] <= at)
      low = mid;
    else
      high = mid;
  }
  const double h = x[high] - x[low], t = (at - x[low]) / h;
  const double m0 = low > 0 ? (y[high] - y[low - 1]) / (x[high] - x[low - 1]) : (y[high] - y[low]) / h;
  const double m1 = high + 1 < n ? (y[high + 1] - y[low]) / (x[high + 1] - x[low]) : (y[high] - y[low]) / h;
  const double t2 = t * t, t3 = t2 * t;
  return y[low] * (2 * t3 - 3 * t2 + 1) + m0 * h * (t3 - 2 * t2 + t) + y[high] * (3 * t2 - 2 * t3) + m1 * h * (t3 - t2);
}

namespace {
struct Quaternion {
  double w, x, y, z;
  Quaternion operator*(const Quaternion &q) const {
    return {w * q.w - x * q.x - y * q.y - z * q.z, w * q.x + x * q.w + y * q.z - z * q.y,
            w * q.y - x * q.z + y * q.w + z * q.x, w * q.z + x * q.y - y * q.x + z * q.w};
  }
  Quaternion conjugate() const { return {w, -x, -y, -z}; }
};
} // namespace

#pragma soac differentiate(vjp, jvp)
double quaternion_angle(double a, double b, double c) {
  const Quaternion q{a, b, c, 1}, v{0, 1, 2, 3};
  const Quaternion r = q * v * q.conjugate();
  return r.x * r.y - r.z + r.w;
}

// Objects whose classes copy and assign in a way of their own, also as members; what was moved from is empty.
namespace {
struct Doubling {
  double value;
  explicit Doubling(double v) : value(v) {}
  Doubling(const Doubling &other) : value(2 * other.value) {}
  Doubling &operator=(const Doubling &other) {
    value = 3 * other.value;
    return *this;
  }
};
struct Holder {
  Doubling inner;
  double factor;
};
Doubling shifted(double v) {
  Doubling r(v);
  r.value += 1;
  return r;
}
} // namespace

#pragma soac differentiate(vjp, jvp)
double copies_of_members(double x, double y) {
  Holder a{Doubling(x), y};
  Holder b = a;
  const double copied = b.inner.value;
  b = a;
  return copied * b.inner.value * b.factor;
}

#pragma soac differentiate(vjp, jvp)
double result_without_copy(double x, double y) {
  const Doubling a = shifted(x);
  return a.value * y;
}

#pragma soac differentiate(vjp, jvp)
double moved_from(double x, double y) {
  std::vector<double> a(2, x), b(3, y);
  b = std::move(a);
  const std::vector<double> c = std::move(b);
  double s = static_cast<double>(a.size() + b.size()) * x;
  for (double v : c)
    s += v * y;
  return s;
}
