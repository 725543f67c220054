// Records, operators, lambdas, templates, tuples.
#include "Cases.h"

#include <array>
#include <cmath>
#include <functional>
#include <tuple>
#include <utility>
#include <vector>

namespace {

struct Vec3 {
  double x = 0, y = 0, z = 0;
  Vec3 &operator+=(const Vec3 &o) {
    x += o.x;
    y += o.y;
    z += o.z;
    return *this;
  }
  double norm() const { return std::sqrt(x * x + y * y + z * z); }
  double &operator[](int i) { return i == 0 ? x : i == 1 ? y : z; }
};
Vec3 operator+(Vec3 a, const Vec3 &b) { return a += b; }
Vec3 operator-(const Vec3 &a, const Vec3 &b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
Vec3 operator*(double s, const Vec3 &v) { return Vec3{s * v.x, s * v.y, s * v.z}; }
double dot(const Vec3 &a, const Vec3 &b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

double vectorAlgebra(double a, double b) {
  Vec3 u{a, b, 1}, v{.x = 2, .z = b};
  Vec3 w = u + 2.0 * v - Vec3{1, 1, 1};
  w += u;
  const Vec3 copy = w;
  w.y = 100;
  return dot(copy, u) + w.norm() + copy.y;
}
double nBody(const double *x, int n) {
  std::vector<Vec3> p(n / 3), force(n / 3);
  for (int i = 0; i < n / 3; ++i)
    p[i] = {x[3 * i], x[3 * i + 1], x[3 * i + 2]};
  for (std::size_t i = 0; i < p.size(); ++i)
    for (std::size_t j = 0; j < p.size(); ++j) {
      if (i == j)
        continue;
      const Vec3 d = p[j] - p[i];
      const double r = d.norm() + 0.1;
      force[i] += (1 / (r * r * r)) * d;
    }
  double s = 0;
  for (const Vec3 &f : force)
    s += f.norm() + f.z;
  return s;
}
struct Base {
  double scale;
  explicit Base(double s) : scale(s) {}
  double apply(double v) const { return scale * v; }
};
struct Derived : Base {
  double offset;
  int count = 3;
  Derived(double s, double o) : Base(s * 2), offset(o) { offset += count; }
  Derived() : Derived(1, 2) {}
  double apply(double v) const { return Base::apply(v) + offset; }
  static double twice(double v) { return 2 * v; }
};
double inheritance(double a, double b) {
  Derived d(a, b), e;
  const Base &base = d;
  d.scale += 1;
  return d.apply(b) + base.apply(1) * 10 + e.apply(a) + Derived::twice(b) + e.count;
}
class Counter {
public:
  void add(double v) {
    total_ += v;
    ++n_;
  }
  double mean() const { return n_ ? total_ / n_ : 0.0; }

private:
  double total_ = 0;
  int n_ = 0;
};
double counters(const double *x, int n) {
  Counter positive, negative;
  for (int i = 0; i < n; ++i)
    if (x[i] > 0)
      positive.add(x[i]);
  for (int i = 0; i < n; ++i)
    if (x[i] < 0)
      negative.add(x[i]);
  return positive.mean() + 10 * negative.mean();
}
double lambdas(double a, double b) {
  double total = 0;
  const auto add = [&total](double v) { total += v; };
  const auto scaled = [a, k = b * 2](double v) { return a * v + k; };
  auto mutating = [n = 0.5]() mutable { return n *= 2; };
  auto generic = [](auto v, auto w) { return v * w; };
  add(a);
  add(scaled(3));
  a = 1000;
  add(scaled(1));
  total += mutating() + mutating();
  return total + generic(2, b) + generic(b, b) + [&] { return b + 1; }();
}
template <class F> double integrate(F f, double lo, double hi, int n = 8) {
  const double h = (hi - lo) / n;
  double s = 0.5 * (f(lo) + f(hi));
  for (int i = 1; i < n; ++i)
    s += f(lo + i * h);
  return s * h;
}
double apply(double (*f)(double), double v) { return f(v); }
double cube(double v) { return v * v * v; }
double higherOrder(double a, double b) {
  return integrate([=](double t) { return std::exp(-a * t * t) + b; }, 0, 1) + integrate(cube, a, b, 4) + apply(cube, a) +
         apply([](double v) { return v + 1; }, b) + std::plus<>{}(a, b) + std::invoke(cube, b);
}
template <int N> double power(double v) {
  if constexpr (N == 0)
    return 1;
  else
    return v * power<N - 1>(v);
}
template <class T> struct Dual {
  T value, slope;
  friend Dual operator*(const Dual &p, const Dual &q) { return {p.value * q.value, p.value * q.slope + p.slope * q.value}; }
  friend Dual operator+(const Dual &p, const Dual &q) { return {p.value + q.value, p.slope + q.slope}; }
};
template <class... T> double sumAll(T... v) { return (v + ... + 0.0); }
double templates(double a, double b) {
  Dual<double> x{a, 1}, y{b, 0};
  const auto r = x * x * y + x;
  return power<4>(a) + r.value + 10 * r.slope + sumAll(a, b, 3, 1.5f);
}
std::pair<double, int> split(double v) {
  const int whole = static_cast<int>(v);
  return {v - whole, whole};
}
std::tuple<double, double, double> three(double a, double b) { return std::make_tuple(a * b, a + b, a - b); }
double tuples(double a, double b) {
  auto [fraction, whole] = split(a);
  const auto t = three(a, b);
  double p, q, r;
  std::tie(p, q, r) = three(b, 2);
  std::tuple<double, int> u{b, 4};
  std::get<0>(u) += 1;
  auto &[first, second] = u;
  first *= 2;
  std::pair<double, double> pair = std::make_pair(a, 3.0);
  pair.second += pair.first;
  Vec3 v{a, b, 2};
  auto &[vx, vy, vz] = v;
  vy = vx + vz;
  double c[2] = {a, b};
  auto [c0, c1] = c;
  return fraction + whole * 10 + std::get<1>(t) + p * q - r + std::get<0>(u) + second + pair.second + v.y + c0 * c1;
}
struct Matrix {
  std::array<double, 9> data{};
  double &operator()(int i, int j) { return data[i * 3 + j]; }
  double operator()(int i, int j) const { return data[i * 3 + j]; }
  static Matrix identity() {
    Matrix m;
    for (int i = 0; i < 3; ++i)
      m(i, i) = 1;
    return m;
  }
};
Matrix operator*(const Matrix &a, const Matrix &b) {
  Matrix c;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 3; ++k)
        c(i, j) += a(i, k) * b(k, j);
  return c;
}
double matrices(const double *x, int) {
  Matrix m;
  for (int i = 0; i < 9; ++i)
    m.data[i] = x[i] * 0.3;
  Matrix p = Matrix::identity();
  for (int t = 0; t < 3; ++t)
    p = p * m;
  return p(0, 0) + 2 * p(1, 2) + p(2, 1);
}
struct Particle {
  Vec3 position, velocity;
  double mass;
};
void step(Particle &p, const Vec3 &force, double h) {
  p.velocity += (h / p.mass) * force;
  p.position += h * p.velocity;
}
double particles(double a, double b) {
  Particle swarm[2] = {{{a, 0, 0}, {0, 1, 0}, 1.5}, {{0, b, 0}, {}, 2}};
  for (int t = 0; t < 5; ++t)
    for (Particle &p : swarm)
      step(p, -1.0 * p.position, 0.1);
  Particle *second = &swarm[1];
  second->mass = a;
  return swarm[0].position.norm() + swarm[1].velocity.y + swarm[1].mass;
}
struct Model {
  double rate;
  std::array<double, 2> state;
  std::array<double, 2> derivative(const std::array<double, 2> &y) const { return {-rate * y[0], rate * y[0] - y[1]}; }
  void advance(double h) {
    const auto k1 = derivative(state);
    std::array<double, 2> middle;
    for (int i = 0; i < 2; ++i)
      middle[i] = state[i] + 0.5 * h * k1[i];
    const auto k2 = derivative(middle);
    for (int i = 0; i < 2; ++i)
      state[i] += h * k2[i];
  }
};
double rungeKutta(double a, double b) {
  Model m{a, {b, 1}};
  for (int t = 0; t < 6; ++t)
    m.advance(0.05);
  return m.state[0] + 3 * m.state[1];
}
struct Functor {
  double k;
  double operator()(double v) const { return k * v; }
};
double functionObjects(double a, double b) {
  const Functor f{a};
  return f(b) + Functor{b}(2) + integrate(f, 0, b, 2);
}
double memberIndexing(double a, double b) {
  Vec3 v{a, b, 1};
  const Vec3 w = a > b ? v : Vec3{1, 2, 3};
  return w.x + w.norm();
}
double defaulted(double v, double scale = 2, int n = 1) { return v * scale + n; }
double defaultArguments(double a, double b) { return defaulted(a) + defaulted(b, a) + defaulted(a, b, 5); }
struct Linked {
  double a = 2;
  double b = a * 3;
  double scaled(double k) const {
    const auto f = [this, k] { return a * k + b; };
    const auto copy = [*this](double v) { return b - v * a; };
    return f() + copy(k);
  }
  static Linked of(double v) { return Linked{.a = v}; }
  Linked next() const { return Linked{a + 1}; }
};
double membersOfMembers(double a, double b) { return Linked::of(a).scaled(b) + Linked{}.b + Linked::of(b).next().b; }
inline const Vec3 gravity{0, 0, -9.81};
constexpr std::array<double, 3> weights{0.25, 0.5, 0.25};
double globals(double a, double b) {
  double s = 0;
  for (int i = 0; i < 3; ++i)
    s += weights[i] * (a + i * b);
  return s + gravity.z * b + weights.size();
}

} // namespace

std::vector<cases::Case> cases::recordCases() {
#define CASE(f) make(#f, f)
  return {CASE(vectorAlgebra), CASE(nBody), CASE(inheritance), CASE(counters), CASE(lambdas), CASE(higherOrder),
          CASE(templates), CASE(tuples), CASE(matrices), CASE(particles), CASE(rungeKutta), CASE(functionObjects),
          CASE(memberIndexing), CASE(defaultArguments), CASE(globals), CASE(membersOfMembers)};
}
