#include "problems.hpp"

#include "heat.soac.hpp"

namespace gpu {

float heat(soac::view<const float, 2> start, int steps) {
  const soac::index n = start.extent(0), m = start.extent(1);
  soac::array<float, 2> now(start);
  for (int t = 0; t < steps; ++t)
    now = soac::tabulate(
        [&](soac::index i, soac::index j) {
          const float here = now(i, j);
          const float up = i > 0 ? now(i - 1, j) : here, down = i + 1 < n ? now(i + 1, j) : here;
          const float left = j > 0 ? now(i, j - 1) : here, right = j + 1 < m ? now(i, j + 1) : here;
          return here + 0.2f * (up + down + left + right - 4 * here);
        },
        n, m);
  return soac::sum(soac::map([](auto row) { return soac::dot(row, row); }, now));
}

cuda::array<float, 2> heat_gradient(const cuda::on &place, device_matrix<float> start, int steps) {
  return soac::gradient<heat, soac::wrt<0>>(place, start, steps);
}
cuda::scalar<float> heat_run(const cuda::on &place, device_matrix<float> start, int steps) { return soac::run<heat>(place, start, steps); }

} // namespace gpu
