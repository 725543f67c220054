#include "c_arrays.hpp"

#include "c_arrays.soac.hpp"

#include <cmath>

namespace problems {

#pragma soac differentiate(vjp, jvp)
double spread(const double (&x)[3], const double (&m)[2][3], const body (&b)[2], soac::view<const double> y) {
  double sum = 0;
  for (soac::index i = 0; i < y.extent(0); ++i)
    for (int j = 0; j < 2; ++j)
      for (int k = 0; k < 3; ++k) {
        const double d = y(i) * m[j][k] - x[k] * b[j].at[k];
        sum += b[j].mass * d * d;
      }
  return sum;
}

#pragma soac differentiate(vjp, jvp)
void turn(double (&x)[3], double (&m)[2][3], body (&b)[2], soac::view<const double> y) {
  for (soac::index i = 0; i < y.extent(0); ++i)
    for (int k = 0; k < 3; ++k) {
      m[0][k] += y(i) * x[k];
      b[1].at[2 - k] += y(i) * y(i) * b[0].mass;
    }
  for (int k = 0; k < 3; ++k)
    x[k] = std::sin(m[0][k]) * m[1][2 - k];
  b[0].mass *= b[1].turns;
  b[1].turns += 1;
}

#pragma soac differentiate(vjp)
void count(long (&bins)[4], bool (&seen)[4], trend (&last)[2], double (&sum)[2], soac::view<const double> y) {
  for (soac::index i = 0; i < y.extent(0); ++i) {
    const int k = static_cast<int>(i % 4);
    bins[k] += y(i) > 2;
    if (y(i) > 2.9)
      seen[k] = true;
    sum[i % 2] += y(i) * sum[i % 2];
  }
  last[1] = y(0) > 0 ? trend::rising : last[0];
}

#pragma soac differentiate(vjp, jvp)
double energy(const mesh &m) {
  double sum = m.inner[0].at[1] * m.corners[1].x;
  for (std::size_t i = 0; i < m.u.size(); ++i)
    sum += m.u[i] * m.u[i] * m.scale[i % 2] * m.metric[1][i % 2] * m.corners[0].y;
  return m.state[1] == trend::rising ? sum : -sum;
}

#pragma soac differentiate(vjp, jvp)
void advance(mesh &m, double step) {
  for (std::size_t i = 0; i < m.u.size(); ++i) {
    m.u[i] *= step * m.metric[0][1];
    m.scale[1] += m.u[i] * m.inner[0].mass;
  }
  for (int k = 0; k < 2; ++k) {
    m.metric[k][1 - k] *= m.scale[k];
    m.corners[k].y += step * m.inner[0].at[k];
  }
  m.inner[0].at[2] = m.scale[0] * m.scale[1];
  m.state[0] = m.state[1];
}

double distance(const double (&a)[3], const double (&b)[3]) {
  double sum = 0;
  for (int k = 0; k < 3; ++k)
    sum += (a[k] - b[k]) * (a[k] - b[k]);
  return std::sqrt(sum);
}

std::tuple<cuda::scalar<std::array<double, 3>>, cuda::scalar<std::array<double, 3>>>
distance_gradient_on(const cuda::on &place, const cuda::given<double[3]> &a, const cuda::given<double[3]> &b) {
  return soac::gradient<distance>(place, a, b);
}

/// The derivative is called in the file that asks for it.
void turn_twice_on(const cuda::on &place, bodies &x, cuda::view<const double> y, bodies &x_tan,
                   cuda::view<const double> y_tan) {
  for (int k = 0; k < 2; ++k)
    turn_jvp(place, x.x, x.m, x.b, y, x_tan.x, x_tan.m, x_tan.b, y_tan);
}

cuda::scalar<double> energy_of_first_on(const cuda::on &place, const cuda::views<mesh> &m) {
  cuda::views<mesh> first = m;
  first.scale[1] = 0;
  first.metric[1][0] = 2 * m.metric[1][0];
  return soac::run<energy>(place, first);
}

} // namespace problems
