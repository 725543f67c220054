#include "pointers_parameters.hpp"
#include "pointers_parameters.soac.hpp"

#include <soac/soac.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

// Pointers that may be null.

#pragma soac differentiate(vjp, jvp)
double weighted(const double *x, const double *w, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += x[i] * x[i] * (w ? w[i] : 1.0);
  return s;
}

#pragma soac differentiate(vjp, jvp)
double with_slope(double x, double *slope) {
  if (slope != nullptr)
    *slope = 3 * x * x;
  return x * x * x;
}

static double square(double x, double *slope) {
  if (slope)
    *slope = 2 * x;
  return x * x;
}

#pragma soac differentiate(vjp, jvp)
double both_ways(double x) {
  double slope = 0;
  const double y = square(x, &slope);
  return y * slope + square(y, nullptr);
}

#pragma soac differentiate(vjp, jvp)
double last_large(const double *x, int n, double limit) {
  const double *found = nullptr;
  for (int i = 0; i < n; ++i)
    if (x[i] > limit)
      found = &x[i];
  if (!found)
    return limit * limit;
  return *found * limit;
}

#pragma soac differentiate(vjp, jvp)
double neighbours(const double *x, int n) {
  const double *before = nullptr;
  double s = 0;
  for (int i = 0; i < n; ++i) {
    if (before)
      s += *before * x[i];
    before = &x[i];
  }
  return s;
}

#pragma soac differentiate(vjp, jvp)
double later(const double *x, int n) {
  const double *before = nullptr;
  double s = 0;
  for (int i = 0; i < n; ++i) {
    if (i > 0)
      s += *before * *before * x[i];
    before = x + i;
  }
  return s;
}

#pragma soac differentiate(vjp, jvp)
double masked(const double *x, const int *mask, int n) {
  double s = 1;
  for (int i = 0; i < n; ++i)
    if (mask == nullptr || mask[i] != 0)
      s *= x[i];
  return s;
}

#pragma soac differentiate(vjp, jvp)
double early(const double *x, int n) {
  if (!x || n <= 0)
    return 0;
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += x[i] * x[i];
  return s;
}

#pragma soac differentiate(vjp, jvp)
double first_of(const double *x, const double *y, const double *z) {
  const double *p = x ? x : y ? y : z;
  return p == nullptr ? 0.0 : *p * *p;
}

#pragma soac differentiate(vjp, jvp)
void transform(const double *x, double *y, const double *scale, const double *shift, int n) {
  for (int i = 0; i < n; ++i) {
    double v = x[i];
    if (scale)
      v *= *scale;
    if (shift)
      v += shift[i];
    y[i] = v * v;
  }
}

// Ranges as two pointers, first and last: parameters that point into one array.

namespace pointers_ranges {

#pragma soac differentiate(vjp, jvp)
double sum_of_squares(const double *first, const double *last) {
  double s = 0;
  while (first != last) {
    s += *first * *first;
    ++first;
  }
  return s;
}
#pragma soac differentiate(vjp, jvp)
double alternating(const double *first, const double *last) {
  if (first == last)
    return 0;
  double s = 0;
  for (const double *p = first; p < last; ++p)
    s += ((p - first) % 2 ? -1 : 1) * std::sin(*p) * (last - p);
  return s / (last - first);
}
#pragma soac differentiate(vjp, jvp)
void smooth(double *first, double *last, double k) {
  for (double *p = last; p-- != first;)
    if (p + 1 != last)
      *p += k * p[1];
  std::reverse(first, last);
}
#pragma soac differentiate(vjp, jvp)
double merged(const double *a, const double *a_end, const double *b, const double *b_end) {
  double s = 0;
  while (a < a_end && b < b_end)
    s = *a < *b ? 0.5 * s + *a++ : s * *b++;
  while (a != a_end)
    s += *a++;
  return s;
}
#pragma soac differentiate(vjp, jvp)
double tail(const double *first, const double *middle, const double *last) {
  double s = 1;
  for (const double *p = first; p != middle; ++p)
    s *= *p;
  for (const double *p = middle; p != last; ++p)
    s += *p * *first;
  return s;
}
#pragma soac differentiate(vjp, jvp)
double by_algorithms(double *first, double *last) {
  std::transform(first, last, first, [](double x) { return x * x * x; });
  return std::accumulate(first, last, 1.0) * *std::max_element(first, last);
}
#pragma soac differentiate(vjp, jvp)
double horner(const double *first, const double *last, double x) {
  double r = 0;
  do
    r = r * x + *--last;
  while (last != first);
  return r;
}
#pragma soac differentiate(vjp, jvp)
float length(const float *first, const float *last) {
  float s = 0;
  for (; first != last; first += 1)
    s += *first * *first;
  return std::sqrt(s);
}
#pragma soac differentiate(vjp, jvp)
double until(const double *p, const double *end, double limit) {
  double s = 0;
  for (;;) {
    if (p == end)
      break;
    s += *p * *p;
    ++p;
    if (s > limit)
      return s * limit;
  }
  return s;
}
#pragma soac differentiate(vjp, jvp)
double apart(const double *a, const double *b, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += a[i] * (a == b ? 1 : b[i]);
  return s;
}
#pragma soac differentiate(vjp, jvp)
double rows_as_one(double x, int step) {
  double a[3][4];
  for (auto &row : a)
    for (double &element : row)
      element = x *= 1.1;
  const double *flat = &a[0][0], *second = a[1], *all = *a;
  double s = second[-1] * second[5] + all[9];
  for (int i = 0; i < 12; i += step)
    s += flat[i] * a[i / 4][i % 4];
  return s;
}
static double row_product(const double *row) { return row[0] * row[1] + row[2]; }
#pragma soac differentiate(vjp, jvp)
double rows_apart(double x) {
  double a[2][3] = {{x, x * x, 1}, {2, x, x}};
  a[0][1] += a[1][0] * x;
  double s = row_product(a[0]) * row_product(a[1]);
  for (int i = 0; i < 2; ++i)
    s += row_product(a[i]);
  return s;
}

/// `m[i]` twice is one row.
#pragma soac differentiate(vjp, jvp)
double rows_between(const std::vector<std::vector<double>> &m, const double (*a)[3], int i, std::size_t j) {
  double sum = std::accumulate(m[i].begin(), m[i].end(), 0.0) * std::accumulate(a[i + 1], a[i + 1] + 3, 0.0);
  for (std::size_t k = 0; k + j < m.size(); ++k)
    sum += std::inner_product(m[k + j].begin(), m[k + j].end(), m[k].begin(), 0.0);
  return sum;
}

} // namespace pointers_ranges

// Pointers to records that hold fixed arrays.

namespace {

double square(const double *x) { return x[0] * x[0] + x[1] * x[1] + x[2] * x[2]; }

double dot(const double (&a)[3], const double (&b)[3]) {
  double s = 0;
  for (int k = 0; k < 3; ++k)
    s += a[k] * b[k];
  return s;
}

double momentum(const Planet &p) { return p.mass * std::sqrt(square(p.velocity)); }

} // namespace

#pragma soac differentiate(vjp, jvp)
double potential_energy(const Planet *planets, int n) {
  double energy = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j) {
      double r2 = 0.01;
      for (int k = 0; k < 3; ++k) {
        const double d = planets[i].position[k] - planets[j].position[k];
        r2 += d * d;
      }
      energy -= planets[i].mass * planets[j].mass / std::sqrt(r2);
    }
  return energy;
}

#pragma soac differentiate(vjp, jvp)
void leapfrog(Planet *planets, int n, double dt, int steps) {
  for (int step = 0; step < steps; ++step) {
    for (int i = 0; i < n; ++i)
      for (int k = 0; k < 3; ++k)
        planets[i].position[k] += dt * planets[i].velocity[k];
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) {
        if (i == j)
          continue;
        double d[3], r2 = 0.1;
        for (int k = 0; k < 3; ++k) {
          d[k] = planets[j].position[k] - planets[i].position[k];
          r2 += d[k] * d[k];
        }
        const double pull = planets[j].mass / (r2 * std::sqrt(r2));
        for (int k = 0; k < 3; ++k)
          planets[i].velocity[k] += dt * pull * d[k];
      }
  }
}

#pragma soac differentiate(vjp, jvp)
double projected(const Viewer *viewers, const int *which, const std::array<double, 3> *points, int n) {
  double error = 0;
  for (int i = 0; i < n; ++i) {
    const Viewer &v = viewers[which[i]];
    double x[3] = {0, 0, 0};
    for (int r = 0; r < 3; ++r)
      for (int c = 0; c < 3; ++c)
        x[r] += v.rotation[r][c] * (points[i][static_cast<std::size_t>(c)] - v.centre[static_cast<std::size_t>(c)]);
    const double u = x[0] / x[2], w = x[1] / x[2], r2 = u * u + w * w;
    const double scale = v.lens.focal * (1 + v.lens.distortion[0] * r2 + v.lens.distortion[1] * r2 * r2);
    error += scale * scale * r2 * v.frames;
  }
  return error;
}

#pragma soac differentiate(vjp, jvp)
double by_reference(const Planet *planets, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    const auto &[position, velocity, mass] = planets[i];
    for (const double x : position)
      s += mass * x * x;
    s *= 1 + 0.1 * velocity[1];
  }
  return s;
}

#pragma soac differentiate(vjp, jvp)
double by_element_pointer(const Planet *planets, int n) {
  double s = 1;
  for (const Planet *p = planets; p != planets + n; ++p) {
    const double *v = p->velocity;
    s += v[0] * v[2] * s + std::sin(*(v + 1)) * p->mass;
  }
  return s;
}

#pragma soac differentiate(vjp, jvp)
double with_helpers(const Planet *planets, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += momentum(planets[i]) * square(planets[i].position) + dot(planets[i].position, planets[0].velocity);
  return s;
}

#pragma soac differentiate(vjp, jvp)
void sorted_pair(Planet *planets) {
  if (planets[0].mass > planets[1].mass)
    std::swap(planets[0], planets[1]);
  const Planet first = planets[0];
  planets[0].position[1] = first.position[0] * first.position[1];
  planets[1].mass *= first.velocity[2];
}

// The copies of an array of the planets and an array without a name, which have scopes of their own.
#pragma soac differentiate(vjp, jvp)
double ended_and_shifted(double x, Planet *planets, double y, const std::vector<double> &z, int n) {
  soac::array<double> twice = soac::concat(z, z);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 2 && planets[0].mass < 1.25; ++j)
      (j > 1.25 ? planets[0].mass : planets[0].position[(i + 1) % 3]) = std::sin(x * y);
  const double *a = planets[0].position, *b = planets[1].position;
  return x * planets[0].mass + planets[1].mass + a[n % 3] + b[n % 3] + twice[(n + 5) % 6];
}

// Branches of an unrolled loop write what the next one tests.
#pragma soac differentiate(vjp, jvp)
double moved_when_near(Planet *planets, double limit) {
  for (double &x : planets[0].position)
    if (x > limit) {
      std::swap(planets[1].position[0], planets[1].position[2]);
      x *= planets[1].position[0];
      planets[0].position[2] += x;
    }
  return planets[0].position[2] * planets[1].position[0] + planets[1].position[1];
}

#pragma soac differentiate(vjp, jvp)
void shifted_copies(const Planet *from, Planet *to, int n) {
  for (int i = 0; i < n; ++i) {
    Planet p = from[(i + 1) % n];
    for (double &x : p.position)
      x = x * x + p.mass;
    to[i] = p;
  }
}

#pragma soac differentiate(vjp, jvp)
double whole_records(const Planet *planets, int n) {
  Planet heaviest = planets[0];
  for (int i = 1; i < n; ++i)
    if (planets[i].mass > heaviest.mass)
      heaviest = planets[i];
  return square(heaviest.position) * heaviest.velocity[1];
}

#pragma soac differentiate(vjp, jvp)
double backwards(const Planet *end, int n) {
  double s = 0;
  for (int i = 1; i <= n; ++i)
    s = 0.5 * s + end[-i].position[2] * (end - i)->velocity[0] + end[-i].mass * i;
  return s;
}

#pragma soac differentiate(vjp, jvp)
double single(const Planet *planet) { return planet->position[0] * planet->position[2] * planet->mass; }

#pragma soac differentiate(vjp)
void multiplied(Planet *end, int n, int steps) {
#pragma soac stripmine(2)
  for (int step = 0; step < steps; ++step)
    for (int i = 1; i <= n; ++i)
      end[-i].mass *= end[-i].position[0];
}

#pragma soac differentiate(vjp, jvp)
double rows_of_table(const std::array<double, 3> *table, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    double product = 1;
    for (const double x : table[i])
      product *= x;
    s += product * product + table[i].front() * table[i].back();
  }
  return s;
}

#pragma soac differentiate(vjp, jvp)
void smoothed(std::array<double, 3> *table, int n, int sweeps) {
  for (int sweep = 0; sweep < sweeps; ++sweep)
    for (int i = 1; i + 1 < n; ++i)
      for (std::size_t k = 0; k < 3; ++k)
        table[i][k] = table[i - 1][k] * table[i + 1][k] + 0.5 * table[i][(k + 1) % 3];
}

#pragma soac differentiate(vjp, jvp)
float mixed(const Cell *cells, const double *weights, int n) {
  float s = 0;
  for (int i = 0; i < n; ++i)
    s += static_cast<float>(weights[i]) * cells[i].values[0] * cells[i].values[1];
  return s;
}

// Rows that data choose: in lanes, and two of them may be one.
#pragma soac differentiate(vjp, jvp)
double rows_by_index(const Planet *planets, const int *which, int rows, int columns) {
  double t = 0;
  for (int r = 0; r < rows; ++r) {
    const Planet *row = planets + which[r] * columns;
    double s = 0;
    for (int c = 0; c < columns; ++c)
      s += row[c].mass * std::exp(row[c].position[1]);
    t += s * s;
  }
  return t;
}

#pragma soac differentiate(vjp, jvp)
double chosen(const Planet *a, const Planet *b, bool first) {
  const Planet &p = first ? *a : *b;
  return p.position[0] * p.velocity[1] + p.mass;
}

#pragma soac differentiate(vjp, jvp)
double rotated_first(Viewer *viewers, double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  auto &r = viewers[0].rotation;
  for (int k = 0; k < 3; ++k) {
    const double x = r[0][k], y = r[1][k];
    r[0][k] = c * x - s * y;
    r[1][k] = s * x + c * y;
  }
  viewers[0].centre = {r[0][0], r[1][1], r[2][2]};
  return viewers[0].centre[0] * viewers[1].centre[2];
}
