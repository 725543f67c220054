#include "pointers_records.hpp"
#include "pointers_records.soac.hpp"

#include <soac/soac.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

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
