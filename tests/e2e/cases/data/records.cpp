#include "records.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <utility>
#include <vector>

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

#pragma soac differentiate(vjp, jvp)
fixed_arrays with_fixed_arrays(const fixed_arrays &d, double x) {
  fixed_arrays r = d;
  r.m[1][2] = static_cast<float>(d.m[0][1] * x);
  for (int i = 0; i < 3; ++i)
    r.m[0][i] *= d.m[1][i];
  r.p[1].x = d.p[0].x * x;
  r.p[1].id = 7;
  r.q[1][0] = d.q[0][1] * d.s * x;
  return r;
}

#pragma soac differentiate(vjp, jvp)
double as_other_records(const frame &f, double x) {
  const auto flat = std::bit_cast<std::array<double, 6>>(f);
  const auto point = std::bit_cast<Point>(std::array<double, 2>{flat[0] * x, flat[5] * flat[3]});
  return point.x * point.y + flat[1] * flat[2] * flat[4];
}
