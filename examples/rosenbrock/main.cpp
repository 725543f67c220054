// Plain C++ with pointers and loops, differentiated: descends the Rosenbrock function along its gradient with the step
// lengths of Barzilai and Borwein.
#include "rosenbrock.hpp"

#include "rosenbrock.soac.hpp"

#include <cmath>
#include <cstdio>
#include <vector>

int main() {
  constexpr int n = 10, most_steps = 10000;
  std::vector<double> x(n, -1.0), gradient(n), last_x, last_gradient;
  double step = 1e-4;
  for (int i = 0; i < most_steps; ++i) {
    gradient.assign(n, 0.0); // the adjoint is added to what is there
    const double value = rosenbrock_vjp(x.data(), n, 1.0, gradient.data());
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
    if (i % 50 == 0 || slope < 1e-20)
      std::printf("step %5d  value %.12g  |gradient| %.3g\n", i, value, std::sqrt(slope));
    if (slope < 1e-20)
      return std::fabs(x[0] - 1) < 1e-8 && std::fabs(x[n - 1] - 1) < 1e-8 ? 0 : 1;
    last_x = x;
    last_gradient = gradient;
    for (int j = 0; j < n; ++j)
      x[j] -= step * gradient[j];
  }
  std::puts("not converged");
  return 1;
}
