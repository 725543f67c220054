// Plain C++ with pointers and loops, differentiated: descends the Rosenbrock function along its gradient with the step
// lengths of Barzilai and Borwein, halved until the value is below the largest of the last ten.
#include "rosenbrock.hpp"

#include "rosenbrock.soac.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

int main() {
  constexpr int n = 3, most_steps = 10000; // with more variables there are local minima too
  std::vector<double> x(n, -1.0), gradient(n), last_x, last_gradient, values;
  double step = 1e-4;
  for (int i = 0; i < most_steps; ++i) {
    gradient.assign(n, 0.0); // the adjoint is added to what is there
    values.push_back(rosenbrock_vjp(x.data(), n, 1.0, gradient.data()));
    double slope = 0, sy = 0, ss = 0;
    for (int j = 0; j < n; ++j) {
      slope += gradient[j] * gradient[j];
      if (i > 0) {
        const double s = x[j] - last_x[j], y = gradient[j] - last_gradient[j];
        sy += s * y;
        ss += s * s;
      }
    }
    if (i > 0 && sy > 0)
      step = ss / sy;
    const bool converged = slope < 1e-20;
    if (i % 50 == 0 || converged)
      std::printf("step %5d  value %.12g  |gradient| %.3g\n", i, values.back(), std::sqrt(slope));
    if (converged)
      return std::fabs(x[0] - 1) < 1e-8 && std::fabs(x[n - 1] - 1) < 1e-8 ? 0 : 1;
    last_x = x;
    last_gradient = gradient;
    const double largest =
        *std::max_element(values.end() - std::min<std::ptrdiff_t>(10, std::ssize(values)), values.end());
    for (;; step /= 2) {
      for (int j = 0; j < n; ++j)
        x[j] = last_x[j] - step * gradient[j];
      if (rosenbrock(x.data(), n) <= largest - 1e-4 * step * slope || step * std::sqrt(slope) < 1e-12)
        break;
    }
  }
  std::puts("not converged");
  return 1;
}
