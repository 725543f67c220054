// Fits the equations of Lotka and Volterra to the pelts that the Hudson's Bay Company bought from 1900 to 1920
// (thousands; Howard's table), by the method of Broyden, Fletcher, Goldfarb and Shanno. The adjoint of the 40,000 time
// steps keeps about 400 states instead of 40,000.
#include "lotka_volterra.hpp"

#include <array>
#include <cmath>
#include <cstdio>

namespace {

constexpr int unknowns = 6, steps = 2000;
using Vector = std::array<double, unknowns>;

const soac::array<double> hares{30,   47.2, 70.2, 77.4, 36.3, 20.6, 18.1, 21.4, 22,   25.4, 27.1,
                                40.3, 57,   76.6, 52.3, 19.5, 11.2, 7.6,  14.6, 16.2, 24.7};
const soac::array<double> lynxes{4, 6.1,  9.8,  35.2, 59.4, 41.7, 19,   13,  8.3,  9.1, 7.4,
                                 8, 12.3, 19.5, 45.7, 51.1, 29.7, 15.8, 9.7, 10.1, 8.6};

/// The minimum, from a program without derivatives of any tool: Gauss and Newton's method with finite differences.
constexpr double enough = 1e-6; ///< of the gradient: below, rounding of the misfit hides whether a step descends
constexpr double known_misfit = 2.01866115526;
constexpr Rates known{0.54016, 0.02717, 0.79639, 0.02369, 34.6024, 5.8445};

/// All are positive: the search is for their logarithms.
Rates rates_of(const Vector &x) {
  return {std::exp(x[0]), std::exp(x[1]), std::exp(x[2]), std::exp(x[3]), std::exp(x[4]), std::exp(x[5])};
}

double value_at(const Vector &x) { return misfit(rates_of(x), hares, lynxes, steps); }

Vector gradient_at(const Vector &x) {
  const Rates r = rates_of(x), g = std::get<1>(misfit_and_gradient(r, hares, lynxes, steps));
  return {g.birth * r.birth, g.hunt * r.hunt,   g.death * r.death,
          g.feed * r.feed,   g.hares * r.hares, g.lynxes * r.lynxes};
}

double dot(const Vector &a, const Vector &b) {
  double sum = 0;
  for (int i = 0; i < unknowns; ++i)
    sum += a[i] * b[i];
  return sum;
}

Vector along(const Vector &x, double step, const Vector &direction) {
  Vector result = x;
  for (int i = 0; i < unknowns; ++i)
    result[i] += step * direction[i];
  return result;
}

bool is_known(double value, const Rates &r) {
  const auto close = [](double a, double b) { return std::fabs(a - b) < 1e-3 * b; };
  return std::fabs(value - known_misfit) < 1e-9 && close(r.birth, known.birth) && close(r.hunt, known.hunt) &&
         close(r.death, known.death) && close(r.feed, known.feed) && close(r.hares, known.hares) &&
         close(r.lynxes, known.lynxes);
}

/// The largest difference between the gradient and central differences.
double error_of_gradient(const Vector &x) {
  const Vector gradient = gradient_at(x);
  double worst = 0;
  for (int i = 0; i < unknowns; ++i) {
    Vector axis{};
    axis[i] = 1;
    const double h = 1e-5, difference = (value_at(along(x, h, axis)) - value_at(along(x, -h, axis))) / (2 * h);
    worst = std::fmax(worst, std::fabs(difference - gradient[i]));
  }
  return worst;
}

} // namespace

int main() {
  Vector x{std::log(0.5), std::log(0.02), std::log(1.0), std::log(0.03), std::log(30.0), std::log(4.0)};
  const double error = error_of_gradient(x);
  std::printf("gradient against central differences: %.1e\n", error);
  std::array<Vector, unknowns> inverse{}; // of the Hessian, as it is known
  for (int i = 0; i < unknowns; ++i)
    inverse[i][i] = 0.01;
  double value = value_at(x);
  Vector gradient = gradient_at(x);
  for (int iteration = 0; iteration < 100; ++iteration) {
    const double slope = std::sqrt(dot(gradient, gradient));
    const Rates r = rates_of(x);
    if (iteration % 10 == 0 || slope < enough)
      std::printf(
          "%3d  misfit %.9f  |gradient| %.1e  birth %.4f hunt %.4f death %.4f feed %.4f hares %.2f lynxes %.2f\n",
          iteration, value, slope, r.birth, r.hunt, r.death, r.feed, r.hares, r.lynxes);
    if (slope < enough)
      return error < 1e-6 && is_known(value, r) ? 0 : 1;
    Vector direction{};
    for (int i = 0; i < unknowns; ++i)
      direction[i] = -dot(inverse[i], gradient);
    double step = 1;
    while (!(value_at(along(x, step, direction)) < value + 1e-4 * step * dot(gradient, direction)) && step > 1e-9)
      step /= 2;
    const Vector next = along(x, step, direction), next_gradient = gradient_at(next);
    const Vector s = along(next, -1, x), y = along(next_gradient, -1, gradient);
    const double sy = dot(s, y);
    if (sy > 0) { // inverse = (1 - s y'/sy) inverse (1 - y s'/sy) + s s'/sy
      Vector hy{};
      for (int i = 0; i < unknowns; ++i)
        hy[i] = dot(inverse[i], y);
      const double factor = (1 + dot(y, hy) / sy) / sy;
      for (int i = 0; i < unknowns; ++i)
        for (int j = 0; j < unknowns; ++j)
          inverse[i][j] += factor * s[i] * s[j] - (hy[i] * s[j] + s[i] * hy[j]) / sy;
    }
    x = next;
    gradient = next_gradient;
    value = value_at(x);
  }
  std::puts("not converged");
  return 1;
}
