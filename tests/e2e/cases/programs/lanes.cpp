#include "lanes.hpp"
#include "lanes.soac.hpp"

#include <array>
#include <cmath>
#include <limits>

namespace lanes {

#pragma soac differentiate(vjp, jvp)
double polynomials(const std::vector<double> &x, const std::vector<double> &c) {
  double sum = 0;
  for (double t : x) {
    double value = 0, power = 1;
    for (double coefficient : c) {
      value += coefficient * power;
      power *= t;
    }
    sum += value * value;
  }
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double polynomials_by_library(vec x, vec c) {
  return soac::sum(soac::map(
      [&](double t) {
        double value = 0, power = 1;
        for (double coefficient : c) {
          value += coefficient * power;
          power *= t;
        }
        return value * value;
      },
      x));
}

#pragma soac differentiate(vjp, jvp)
float polynomials_of_floats(const std::vector<float> &x, const std::vector<float> &c) {
  float sum = 0;
  for (float t : x) {
    float value = 0, power = 1;
    for (float coefficient : c) {
      value += coefficient * power;
      power *= t;
    }
    sum += std::sin(value);
  }
  return sum;
}

// Every function that has a form in lanes.
#pragma soac differentiate(vjp, jvp)
double functions(const std::vector<double> &x, int times) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    double a = x[i], b = static_cast<double>(i) / 64;
    for (int k = 0; k < times; ++k) {
      a = std::sin(a) + 0.3 * std::cos(b) + 0.1 * std::tan(0.2 * a) + 0.1 * std::atan(b);
      b = 0.3 * std::tanh(a) + 0.1 * std::exp(-b * b) + std::log(2 + a * a) - 0.1 * std::sqrt(1 + b * b);
      a += 0.1 * std::sinh(0.1 * b) + 0.1 * std::cosh(0.1 * a) + 0.05 * std::expm1(0.1 * a) + 0.05 * std::log1p(b * b);
      b += 0.02 * std::exp2(0.3 * a) + 0.02 * std::log2(3 + a * a) + 0.02 * std::log10(2 + b * b) + std::max(a, 0.4 * b) -
           std::min(0.2 * a, b);
    }
    sum += a * b;
  }
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double mixture(mat points, mat means, vec weights) {
  return soac::sum(soac::map(
      [&](auto x) {
        const auto terms = soac::map(
            [&](auto mean, double weight) {
              return weight - 0.5 * soac::sum(soac::map([](double a, double b) { return (a - b) * (a - b); }, x, mean));
            },
            means, weights);
        const double most = soac::max(terms);
        return most + std::log(soac::sum(soac::map([=](double t) { return std::exp(t - most); }, terms)));
      },
      points));
}

#pragma soac differentiate(vjp, jvp)
double mixture_in_loops(const std::vector<double> &points, const std::vector<double> &means, int d) {
  const int k = static_cast<int>(means.size()) / d, n = static_cast<int>(points.size()) / d;
  std::vector<double> terms(k);
  double likelihood = 0;
  for (int i = 0; i < n; ++i) {
    for (int c = 0; c < k; ++c) {
      double square = 0;
      for (int j = 0; j < d; ++j) {
        const double difference = points[i * d + j] - means[c * d + j];
        square += difference * difference;
      }
      terms[c] = -0.5 * square;
    }
    double most = terms[0];
    for (int c = 1; c < k; ++c)
      if (terms[c] > most)
        most = terms[c];
    double sum = 0;
    for (int c = 0; c < k; ++c)
      sum += std::exp(terms[c] - most);
    likelihood += most + std::log(sum);
  }
  return likelihood;
}

#pragma soac differentiate(vjp, jvp)
double choices(const std::vector<double> &x, const std::vector<double> &c) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    double t = x[i], u = i % 3 == 0 ? 0.5 : 1.5;
    for (double k : c) {
      t = t > 0.2 && u < 2 ? k * t + u : t - 0.5 * k * u;
      u = t < u ? 0.9 * u : u + 0.1 * t;
    }
    sum += t * u;
  }
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double scratch(const std::vector<double> &x, int m) {
  std::vector<double> rows(m), next(m);
  double sum = 0;
  for (double t : x) {
    rows[0] = t;
    for (int j = 1; j < m; ++j)
      rows[j] = rows[j - 1] * 0.5 + std::sin(t + j);
    for (int r = 0; r < 3; ++r) {
      for (int j = 0; j < m; ++j)
        next[j] = rows[j] * rows[m - 1 - j];
      for (int j = 0; j < m; ++j)
        rows[j] = 0.5 * next[j] + 0.1 * rows[j];
    }
    for (int j = 0; j < m; ++j)
      sum += rows[j] * next[j];
  }
  return sum;
}

// Rows of `d` numbers, the last of which is not read, and not there in the last row.
#pragma soac differentiate(vjp, jvp)
double of_rows(const std::vector<double> &table, const std::vector<double> &c, int n, int d) {
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    double value = 0;
    for (double k : c) {
      double s = 1;
      for (int j = 0; j < d - 1; ++j)
        s += k * table[i * d + j] * table[i * d + j];
      value += std::sqrt(s);
    }
    sum += value * value;
  }
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double sums_of_scattered(const std::vector<double> &x, const std::vector<int> &places, int m) {
  std::vector<double> bins(4);
  for (std::size_t i = 0; i < x.size(); ++i) {
    double t = x[i];
    for (int k = 0; k < m; ++k)
      t = 0.8 * t + 0.1 * t * t;
    bins[static_cast<std::size_t>(places[i])] += t;
  }
  double sum = 0;
  for (double b : bins)
    sum += b * b;
  return sum;
}

// A recursive filter on each window of the signal.
#pragma soac differentiate(vjp, jvp)
double filters(const std::vector<double> &signal, const std::vector<double> &taps, int steps) {
  const int m = static_cast<int>(taps.size()), n = static_cast<int>(signal.size()) - steps;
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    double state[2] = {signal[i], 0.5};
    for (int t = 0; t < steps; ++t) {
      const double in = signal[i + t] - taps[0] * state[0] - taps[m - 1] * state[1];
      state[1] = state[0];
      state[0] = in;
    }
    sum += state[0] * state[1];
  }
  return sum;
}

#pragma soac differentiate(vjp, jvp)
soac::array<double, 2> product(mat a, mat b) {
  return soac::map(
      [&](auto row) { return soac::map([&](auto column) { return soac::dot(row, column); }, soac::transpose(b)); }, a);
}

// Cells that call functions, in steps: in each, blocks of cells, and those that are left.
#pragma soac differentiate(vjp, jvp)
double cells(const std::vector<double> &start, const std::vector<double> &w, int steps) {
  std::vector<double> now(start);
  for (int step = 0; step < steps; ++step)
    for (std::size_t i = 0; i < now.size(); ++i)
      now[i] = std::tanh(w[i] * now[i]) + 0.1 * std::sin(now[i]) * w[now.size() - 1 - i];
  double sum = 0;
  for (double x : now)
    sum += x * x;
  return sum;
}

#pragma soac differentiate(vjp, jvp)
float cells_of_floats(const std::vector<float> &start, const std::vector<double> &w, int steps) {
  std::vector<float> now(start);
  for (int step = 0; step < steps; ++step)
    for (std::size_t i = 0; i < now.size(); ++i)
      now[i] = std::exp(-now[i]) * static_cast<float>(std::cos(w[i]));
  float sum = 0;
  for (float x : now)
    sum += x * x;
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double cells_that_read_anywhere(const std::vector<double> &start, const std::vector<double> &w, const std::vector<int> &of, int steps) {
  std::vector<double> now(start);
  for (int step = 0; step < steps; ++step)
    for (std::size_t i = 0; i < now.size(); ++i) {
      const double x = now[i] * w[static_cast<std::size_t>(of[i])] + w[3 * i];
      now[i] = std::cos(x < 0.1 ? x : 0.5 * x);
    }
  double sum = 0;
  for (double x : now)
    sum += x * x;
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double normalised(const std::vector<double> &start, int steps) {
  std::vector<double> now(start);
  double last = 0;
  for (int step = 0; step < steps; ++step) {
    double sum = 1;
    for (double x : now)
      sum += std::exp(x);
    for (double &x : now)
      x -= 0.3 * std::log(sum) * x;
    last = sum;
  }
  return last;
}

// Places in the plane that follow five bones; those that are seen. Each is a sum of six numbers in a trip for each bone, and of those sums.
#pragma soac differentiate(vjp, jvp)
std::vector<double> skin(const std::vector<double> &motions, const std::vector<double> &weights, const std::vector<int> &seen) {
  std::vector<double> turns(30);
  for (std::size_t k = 0; k < 30; ++k)
    turns[k] = std::sin(motions[k]);
  std::vector<std::array<double, 2>> places(weights.size() / 5);
  for (std::size_t v = 0; v < places.size(); ++v) {
    double blend[6] = {};
    for (std::size_t b = 0; b < 5; ++b)
      for (std::size_t i = 0; i < 6; ++i)
        blend[i] += weights[5 * v + b] * turns[6 * b + i];
    const double x = std::cos(static_cast<double>(v)), y = 0.5;
    std::array<double, 2> position;
    for (std::size_t r = 0; r < 2; ++r)
      position[r] = blend[3 * r] * x + blend[3 * r + 1] * y + blend[3 * r + 2];
    places[v] = position;
  }
  std::vector<double> result(2 * seen.size());
  for (std::size_t i = 0; i < seen.size(); ++i)
    for (std::size_t r = 0; r < 2; ++r)
      result[2 * i + r] = std::sqrt(1 + places[static_cast<std::size_t>(seen[i])][r] * places[static_cast<std::size_t>(seen[i])][r]);
  return result;
}
std::vector<double> skin_along(const std::vector<double> &motions, const std::vector<double> &weights, const std::vector<int> &seen,
                               const std::vector<double> &direction) {
  return soac::jvp<skin, soac::wrt<0>>(motions, weights, seen, direction);
}
soac::array<double, 2> skin_in_directions(const std::vector<double> &motions, const std::vector<double> &weights, const std::vector<int> &seen,
                                          mat directions) {
  return soac::jmp<skin, soac::wrt<0>, 10>(motions, weights, seen, directions);
}

// Members of records, which do not lie next to each other: lanes read and write them.
#pragma soac differentiate(vjp, jvp)
void attraction(const Star *stars, Star *changes, int n, double softness) {
  for (int i = 0; i < n; ++i) {
    double sum = 0;
    for (int j = 0; j < n; ++j) {
      const double d = stars[j].place - stars[i].place;
      sum += d * stars[j].mass / (d * d + softness);
    }
    changes[i].speed = sum * stars[i].mass + stars[i].kind;
    changes[i].place = stars[i].speed * changes[i].place;
  }
}
// The sums over lanes go to one member of each record.
#pragma soac differentiate(vjp, jvp)
double potential(const double *x, const Star *stars, int n, int m) {
  double total = 0;
  for (int i = 0; i < n; ++i) {
    double sum = 1;
    for (int j = 0; j < m; ++j)
      sum += stars[j].speed * (x[i] - stars[j].speed);
    total += sum * sum;
  }
  return total;
}

} // namespace lanes
