#include "evaluation.hpp"
#include "evaluation.soac.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstring>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <soac/soac.hpp>
#include <span>
#include <tuple>

namespace {

template <class T> T &twice(T &x) {
  x *= 2;
  return x;
}
Bag &twice(Bag &bag) {
  bag.scale *= 2;
  return bag;
}

} // namespace

#pragma soac differentiate(vjp, jvp)
double sizes_of_bags(double x) {
  Bag bag{{x, x, x}, x};
  double n = static_cast<double>(std::size(twice(bag)));
  n += static_cast<double>(std::ssize(twice(bag)));
  if (std::empty(twice(bag)))
    n = 0;
  return bag.scale * n;
}

#pragma soac differentiate(vjp, jvp)
double iterators_of_bags(double x) {
  Bag bag{{x, 2 * x, x * x}, x};
  double sum = *std::begin(twice(bag));
  sum += *std::data(twice(bag)) * x;
  sum += *(std::end(twice(bag)) - 1) * x;
  for (double value : twice(bag))
    sum += value * bag.scale;
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double own_moves(double x, double y) {
  Marked a(x), b(y);
  std::swap(a, b);
  const Marked before = std::exchange(a, Marked(x * y));
  return a.number * b.number + before.number;
}

#pragma soac differentiate(vjp, jvp)
double own_swaps(double x, double y) {
  Mirrored a{x, y}, b{x * y, 1};
  std::swap(a, b);
  return a.left * 2 + a.right * 3 + b.left * b.right * b.left;
}

#pragma soac differentiate(vjp, jvp)
double own_subscripts(double x) {
  Ring ring{{x, x, x}};
  int i = 3;
  ring[i++] *= x;
  ring[i++] += 2;
  return ring[0] * ring[1] * ring[2] * i;
}

#pragma soac differentiate(vjp, jvp)
double numbers(double x, double y) {
  double s = std::pow(x *= 2, 2);
  s += std::hypot(x += y, y, 2);
  s += std::max(x *= 3, y);
  s += std::min({x += y, y *= 2, x + y});
  s += std::clamp(x *= 0.5, y, y + 10);
  s += std::fma(x *= 2, y, s);
  s += std::isless(x *= 2, y) ? y : 2 * y;
  double whole = 0;
  s += std::modf(x += 0.25, &whole);
  s += std::isfinite(x *= 2) ? y : 0;
  s += std::abs(x -= y);
  return s + x * y;
}

#pragma soac differentiate(vjp, jvp)
double complex_numbers(double x, double y) {
  std::complex<double> z(x, y), w(y, 0.5);
  double s = std::norm(z *= w);
  s += std::abs(z += 1.0);
  s += std::real(std::pow(z *= w, 2.5));
  s += std::arg(z += w);
  s += std::imag(std::exp(w *= 0.25 * z));
  s += std::real(std::conj(z *= 0.5) * w);
  return s + z.real() * w.imag();
}

#pragma soac differentiate(vjp, jvp)
double containers(double x, double y) {
  std::vector<double> v{x, y, x * y, 1};
  std::size_t i = 0;
  v[i++] *= 2;
  v.at(i++) *= x;
  double s = v[i++];
  s += v[--i] * x;
  s *= static_cast<double>(i);
  std::array<double, 3> a{x, y, 2};
  a.fill(x *= y);
  soac::array<double, 2> m(2, 2);
  soac::index row = 0;
  m(row++, 1) = x;
  m(1, --row) = y;
  std::get<1>(a) += x *= 2;
  return s + x * a[1] * a[2] + m(0, 1) * m(1, 0) + static_cast<double>(row);
}

#pragma soac differentiate(vjp, jvp)
double vectors_that_grow(double x, double y) {
  std::vector<double> v;
  std::size_t n = 1;
  v.reserve(n++);
  v.push_back(x *= 2);
  v.emplace_back(x *= y);
  v.insert(v.begin(), y *= 2);
  v.resize(n += 2, y);
  v.erase(v.begin() + static_cast<long>(--n));
  std::vector<double> w;
  w.assign(n++, x *= 2);
  w.swap(v);
  double s = 0;
  for (const double value : w)
    s = s * x + value;
  return s + v.back() * v.front() * static_cast<double>(n + v.size());
}

#pragma soac differentiate(vjp, jvp)
double iterators(std::vector<double> v) {
  auto it = v.begin();
  double s = *it++ * 2;
  s += *++it;
  it += 1;
  *it-- *= s;
  s += it[1] * *(it - 1);
  auto last = std::prev(v.end());
  *--last *= s;
  return s + v.back() * v[3] * static_cast<double>(last - it);
}

#pragma soac differentiate(vjp, jvp)
double spans(std::vector<double> v) {
  std::size_t k = 1;
  const std::span<double> all(v);
  const auto part = all.subspan(k++, 2);
  const auto rest = all.last(k++);
  const auto start = all.first(k--);
  part[0] *= rest[1];
  start[0] += part[1] * static_cast<double>(std::size(rest));
  return v[0] * v[1] * static_cast<double>(k);
}

#pragma soac differentiate(vjp, jvp)
double copied_bytes(std::vector<double> v) {
  double *to = v.data();
  const double *from = v.data() + 1;
  std::memcpy(to++, ++from, sizeof(double));
  std::memmove(to, from, 2 * sizeof(double));
  double sum = to[1] * to[0] * *from;
  std::memset(++to, 0, sizeof(double));
  return sum + v[0] * v[1] + v[2] * v[3];
}

#pragma soac differentiate(vjp, jvp)
double tuples(double x, double y) {
  auto t = std::make_tuple(x *= 2, y *= 3);
  const auto next = [&t] {
    std::get<0>(t) *= 3;
    return t;
  };
  double a = 0, b = 0;
  std::tie(a, b) = next();
  const auto [c, d] = std::make_pair(x += a, y -= b);
  const double e = std::get<0>(next());
  return a * b + c * d + e * std::get<0>(t) + x * y;
}

#pragma soac differentiate(vjp, jvp)
double optionals(double x, double y) {
  std::optional<double> none, some(x *= 2);
  const auto other = std::make_optional(y *= 3);
  double s = none.value_or(x *= 2);
  s += some.value_or(y *= 2) + *other * some.value();
  none = y += x;
  some.emplace(x *= y);
  return s + *none * *some + x * y;
}

#pragma soac differentiate(vjp, jvp)
double callables(double x, double y) {
  const std::function<double(double)> f = [y](double u) { return u * y; };
  std::function<double(double)> g;
  g = f;
  double s = f(x *= 2);
  s += g(x *= 3);
  s += std::invoke(f, y += x);
  if (g)
    s += std::bind_front(f, 2.0)() * f(x += 1);
  return s + x * y;
}

#pragma soac differentiate(vjp, jvp)
double combinators(const std::vector<double> &v) {
  std::vector<double> w = v;
  const auto grown = [&w]() -> const std::vector<double> & {
    w[0] *= 2;
    return w;
  };
  double scale = v[1];
  double s = soac::sum(grown());
  s += soac::dot(grown(), v);
  s += soac::reduce(soac::plus{}, scale *= 2, v);
  s += soac::sum(soac::map([](double a, double b) { return a * b; }, grown(), v));
  s += soac::max(grown()) * scale;
  const auto slices = soac::slice(grown(), 1, 3);
  return s + slices[0] * w[0];
}

namespace {

double half(double x) { return 0.5 * x; }
double stepped(double &x, double factor = half(4)) { return x *= factor; }
struct Scaled {
  double value;
  double square = half(value) * value;
  explicit Scaled(double x = half(6)) : value(x) {}
};
struct Plain {
  double value;
  double square = half(value) * value;
};
struct Partly { // without a constructor, what has no initialiser is zero in new elements
  double given = 2;
  Plain inner;
  double rest[2];
};
struct Opened {
  double value, later; // `later` holds nothing before it is given
  Opened() : value(half(3)) {}
};

} // namespace

#pragma soac differentiate(vjp, jvp)
double defaults(double x) {
  double s = stepped(x);
  s *= stepped(x);
  const Scaled a, b, c(x);
  const Plain p{x}, q{s};
  const std::vector<Scaled> many(3), more(2);
  return s + a.square * b.square + c.square + p.square * q.square + many[1].square * more[0].value * x;
}

#pragma soac differentiate(vjp, jvp)
double new_elements(double x) {
  std::vector<Partly> a(3), b;
  b.resize(2);
  a[1].inner.value += x;
  b[0].rest[1] -= x * x;
  std::vector<Opened> c(2);
  c[1].later = x * c[0].value;
  const std::unique_ptr<Partly[]> d = std::make_unique<Partly[]>(2);
  d[1].rest[0] += a[2].rest[1] + std::sin(x);
  return a[1].inner.value * a[0].given + b[0].rest[1] * (1 + b[1].inner.value + b[1].inner.square) + c[1].later * x + d[1].rest[0] * d[0].given;
}

#pragma soac differentiate(vjp, jvp)
double hints(double x) {
  int n = 1;
  double steps[3] = {x, x * x, 1};
  const double *p = steps;
  __builtin_prefetch(p++);
  if (__builtin_expect(x > 0, n++))
    x *= n;
  return x * *p;
}

#pragma soac differentiate(vjp, jvp)
double paths(double x, int n) {
  double s = 1;
  int k = n;
  while ((s *= x) < 40 && k-- > 0)
    s += std::fmax(x += 0.125, 1);
  switch (n) {
  case 3: s *= x += 1; [[fallthrough]];
  case 4: s += std::exp(x *= 0.5); [[fallthrough]];
  default: s *= std::fabs(x -= 3); break;
  }
  double low = 0.5, high = 0.25;
  double *lower = &low, *upper = &high;
  for (int i = 0; i < n; ++i) {
    s += std::sin(*lower) * (*upper > 0.3 ? (x *= 0.75) : (x += 0.5));
    *lower += x;
    std::swap(lower, upper);
  }
  return s * x + low * high;
}
