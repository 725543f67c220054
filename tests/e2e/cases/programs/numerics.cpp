#include "numerics.hpp"
#include "numerics.soac.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numbers>
#include <utility>

// Small numerical methods, without any combinator.

namespace numerics {

#pragma soac differentiate(vjp, jvp)
double golden_section(double a, double b) {
  const auto f = [&](double t) { return (t - a) * (t - a) + std::exp(b * t); };
  double low = -2, high = 2;
  for (int i = 0; i < 10; ++i) {
    const double m1 = high - (high - low) * 0.618, m2 = low + (high - low) * 0.618;
    (f(m1) < f(m2) ? high : low) = f(m1) < f(m2) ? m2 : m1;
  }
  return f(low) + f(high);
}

#pragma soac differentiate(vjp, jvp)
double secant(double x0, double x1) {
  const auto f = [](double t) { return t * t * t - 2; };
  double f0 = f(x0), f1 = f(x1);
  for (int i = 0; i < 4; ++i) {
    const double x2 = x1 - f1 * (x1 - x0) / (f1 - f0);
    x0 = std::exchange(x1, x2);
    f0 = std::exchange(f1, f(x2));
  }
  return x1;
}

#pragma soac differentiate(vjp, jvp)
double logistic_map(double r, double x, int n) {
  while (n-- > 0)
    x = r * x * (1 - x);
  return x;
}

#pragma soac differentiate(vjp, jvp)
double kahan_sum(const double *x, int n) {
  double sum = 0, lost = 0;
  for (int i = 0; i < n; ++i) {
    const double y = x[i] * x[i] - lost;
    const double t = sum + y;
    lost = (t - sum) - y;
    sum = t;
  }
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double welford(const double *x, int n) {
  double mean = 0, m2 = 0;
  for (int i = 0; i < n; ++i) {
    const double delta = x[i] - mean;
    mean += delta / (i + 1);
    m2 += delta * (x[i] - mean);
  }
  return n > 1 ? m2 / (n - 1) : 0.0;
}

#pragma soac differentiate(vjp, jvp)
double clenshaw(const double *c, int n, double x) {
  double b1 = 0, b2 = 0;
  for (int k = n - 1; k > 0; --k) {
    const double b0 = 2 * x * b1 - b2 + c[k];
    b2 = b1;
    b1 = b0;
  }
  return x * b1 - b2 + c[0];
}

#pragma soac differentiate(vjp, jvp)
double bessel_series(double x) {
  double term = 1, sum = 1;
  const double q = -x * x / 4;
  for (int k = 1; k < 100 && std::abs(term) > 1e-18; ++k) {
    term *= q / (double(k) * k);
    sum += term;
  }
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double spline(const double *x, const double *y, int n, double at) {
  int low = 0, high = n - 1;
  while (high - low > 1) {
    const int mid = (low + high) / 2;
    if (x[mid] <= at)
      low = mid;
    else
      high = mid;
  }
  const double h = x[high] - x[low], t = (at - x[low]) / h;
  const double m0 = low > 0 ? (y[high] - y[low - 1]) / (x[high] - x[low - 1]) : (y[high] - y[low]) / h;
  const double m1 = high + 1 < n ? (y[high + 1] - y[low]) / (x[high + 1] - x[low]) : (y[high] - y[low]) / h;
  const double t2 = t * t, t3 = t2 * t;
  return y[low] * (2 * t3 - 3 * t2 + 1) + m0 * h * (t3 - 2 * t2 + t) + y[high] * (3 * t2 - 2 * t3) + m1 * h * (t3 - t2);
}

namespace {
struct Quaternion {
  double w, x, y, z;
  Quaternion operator*(const Quaternion &q) const {
    return {w * q.w - x * q.x - y * q.y - z * q.z, w * q.x + x * q.w + y * q.z - z * q.y,
            w * q.y - x * q.z + y * q.w + z * q.x, w * q.z + x * q.y - y * q.x + z * q.w};
  }
  Quaternion conjugate() const { return {w, -x, -y, -z}; }
};
} // namespace

#pragma soac differentiate(vjp, jvp)
double quaternion_angle(double a, double b, double c) {
  const Quaternion q{a, b, c, 1}, v{0, 1, 2, 3};
  const Quaternion r = q * v * q.conjugate();
  return r.x * r.y - r.z + r.w;
}

} // namespace numerics

// Transforms, filters, images, interpolation.

namespace {

using std::numbers::pi;

// Cooley and Tukey's transform in place, after the bits of the positions are reversed.
void transform(Spectrum &a) {
  const std::size_t n = a.size();
  for (std::size_t i = 1, j = 0; i < n; ++i) {
    std::size_t bit = n >> 1;
    for (; j & bit; bit >>= 1)
      j ^= bit;
    j ^= bit;
    if (i < j)
      std::swap(a[i], a[j]);
  }
  for (std::size_t length = 2; length <= n; length <<= 1) {
    const std::complex<double> root = std::polar(1.0, -2 * pi / static_cast<double>(length));
    for (std::size_t i = 0; i < n; i += length) {
      std::complex<double> w = 1;
      for (std::size_t k = 0; k < length / 2; ++k) {
        const auto u = a[i + k], v = a[i + k + length / 2] * w;
        a[i + k] = u + v;
        a[i + k + length / 2] = u - v;
        w *= root;
      }
    }
  }
}

struct Phasor {
  double re = 0, im = 0;
  Phasor &operator+=(Phasor o) { return re += o.re, im += o.im, *this; }
  friend Phasor operator*(Phasor a, Phasor b) { return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re}; }
};

} // namespace

#pragma soac differentiate(vjp, jvp)
double power_spectrum(std::span<const double> signal) {
  Spectrum a(signal.begin(), signal.end());
  transform(a);
  double sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k)
    sum += std::norm(a[k]) * (1.0 + k) + std::abs(a[k]);
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double fourier_by_records(const double *re, const double *im, int n) {
  double sum = 0;
  for (int k = 0; k < n; ++k) {
    Phasor total;
    for (int t = 0; t < n; ++t) {
      const double angle = -2 * pi * k * t / n;
      total += Phasor{re[t], im[t]} * Phasor{std::cos(angle), std::sin(angle)};
    }
    sum += std::sqrt(total.re * total.re + total.im * total.im);
  }
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double slow_transform(const std::vector<double> &x, int frequency) {
  using namespace std::complex_literals;
  std::complex<double> sum = 0;
  int t = 0;
  for (const double v : x)
    sum += v * std::exp(std::complex<double>(0, -2 * pi * frequency * t++ / x.size()));
  return std::arg(sum) + std::real(sum * std::conj(sum));
}

#pragma soac differentiate(vjp, jvp)
double convolution_and_pooling(const double *image, int height, int width, const double *kernel, int size) {
  double total = 0;
  const int rows = height - size + 1, columns = width - size + 1;
  for (int r = 0; r + 1 < rows; r += 2)
    for (int c = 0; c + 1 < columns; c += 2) {
      double best = -1e300;
      for (int dr = 0; dr < 2; ++dr)
        for (int dc = 0; dc < 2; ++dc) {
          double sum = 0;
          for (int i = 0; i < size; ++i)
            for (int j = 0; j < size; ++j)
              sum += image[(r + dr + i) * width + c + dc + j] * kernel[i * size + j];
          best = std::max(best, sum);
        }
      total += best > 0 ? best * best : 0.1 * best;
    }
  return total;
}

// Clenshaw's recurrence.
#pragma soac differentiate(vjp, jvp)
double chebyshev(const double *c, int n, double x) {
  double b1 = 0, b2 = 0;
  for (int k = n - 1; k >= 1; --k) {
    const double b = c[k] + 2 * x * b1 - b2;
    b2 = b1;
    b1 = b;
  }
  return c[0] + x * b1 - b2;
}

#pragma soac differentiate(vjp, jvp)
double horner(std::span<const double> c, double x) {
  double value = 0;
  for (auto it = c.rbegin(); it != c.rend(); ++it)
    value = value * x + *it;
  return value;
}

// The natural cubic spline through points; its interval is found by bisection.
#pragma soac differentiate(vjp, jvp)
double spline(const std::vector<double> &x, const std::vector<double> &y, double at) {
  const int n = static_cast<int>(x.size());
  std::vector<double> second(n), u(n);
  for (int i = 1; i < n - 1; ++i) {
    const double ratio = (x[i] - x[i - 1]) / (x[i + 1] - x[i - 1]);
    const double p = ratio * second[i - 1] + 2;
    second[i] = (ratio - 1) / p;
    const double bend = (y[i + 1] - y[i]) / (x[i + 1] - x[i]) - (y[i] - y[i - 1]) / (x[i] - x[i - 1]);
    u[i] = (6 * bend / (x[i + 1] - x[i - 1]) - ratio * u[i - 1]) / p;
  }
  second[n - 1] = 0;
  for (int k = n - 2; k >= 0; k--)
    second[k] = second[k] * second[k + 1] + u[k];
  int low = 0, high = n - 1;
  while (high - low > 1) {
    const int middle = (low + high) / 2;
    (x[middle] > at ? high : low) = middle;
  }
  const double h = x[high] - x[low], a = (x[high] - at) / h, b = (at - x[low]) / h;
  return a * y[low] + b * y[high] + ((a * a * a - a) * second[low] + (b * b * b - b) * second[high]) * h * h / 6;
}

#pragma soac differentiate(vjp, jvp)
double bilinear(const double *grid, int rows, int columns, double r, double c) {
  const int i = std::clamp(static_cast<int>(std::floor(r)), 0, rows - 2);
  const int j = std::clamp(static_cast<int>(std::floor(c)), 0, columns - 2);
  const double fr = r - i, fc = c - j;
  const double *at = grid + i * columns + j;
  return (1 - fr) * ((1 - fc) * at[0] + fc * at[1]) + fr * ((1 - fc) * at[columns] + fc * at[columns + 1]);
}

#pragma soac differentiate(vjp, jvp)
double biquad(const double *x, int n, const double (&b)[3], const double (&a)[2]) {
  double z[2] = {};
  double energy = 0;
  for (const double *p = x; p < x + n; ++p) {
    const double y = b[0] * *p + z[0];
    z[0] = b[1] * *p - a[0] * y + z[1];
    z[1] = b[2] * *p - a[1] * y;
    energy += y * y;
  }
  return energy;
}

#pragma soac differentiate(vjp, jvp)
double haar(std::vector<double> x) {
  std::vector<double> work(x.size());
  double details = 0;
  for (std::size_t n = x.size(); n > 1; n /= 2) {
    for (std::size_t i = 0; i < n / 2; ++i) {
      work[i] = (x[2 * i] + x[2 * i + 1]) / std::numbers::sqrt2;
      work[n / 2 + i] = (x[2 * i] - x[2 * i + 1]) / std::numbers::sqrt2;
    }
    std::memcpy(x.data(), work.data(), n * sizeof(double));
    for (std::size_t i = n / 2; i < n; ++i)
      details += std::tanh(x[i]) * x[i];
  }
  return details + x[0];
}

#pragma soac differentiate(vjp, jvp)
double total_variation(const double *image, int height, int width, double smoothing) {
  auto at = [=](int r, int c) -> const double & { return image[r * width + c]; };
  double sum = 0;
  for (int r = 0; r < height; ++r)
    for (int c = 0; c < width; ++c) {
      const double right = c + 1 < width ? at(r, c + 1) - at(r, c) : 0.0;
      const double below = r + 1 < height ? at(r + 1, c) - at(r, c) : 0.0;
      sum += std::sqrt(right * right + below * below + smoothing * smoothing);
    }
  return sum;
}

#pragma soac differentiate(vjp, jvp)
double autocorrelation(const std::vector<double> &x, int longest) {
  double mean = 0, sum = 0;
  for (double v : x)
    mean += v;
  mean /= static_cast<double>(x.size());
  double variance = 0;
  for (double v : x)
    variance += (v - mean) * (v - mean);
  for (int lag = 1; lag <= longest; lag++) {
    double c = 0;
    for (std::size_t t = lag; t < x.size(); t++)
      c += (x[t] - mean) * (x[t - lag] - mean);
    sum += c / variance / lag;
  }
  return sum;
}

// How far a point is from the Mandelbrot set, by the iteration and its own derivative.
#pragma soac differentiate(vjp, jvp)
double mandelbrot_distance(double re, double im, int most) {
  const std::complex<double> c{re, im};
  std::complex<double> z{}, dz{};
  for (int k = 0; k < most; ++k) {
    dz = 2.0 * z * dz + 1.0;
    z = z * z + c;
    if (std::norm(z) > 1e4)
      return std::abs(z) * std::log(std::norm(z)) / std::abs(dz);
  }
  return 0;
}

// A real root of t^3 + p t + q by Cardano's formula, with complex cube roots.
#pragma soac differentiate(vjp, jvp)
double roots_of_cubic(double p, double q) {
  const std::complex<double> root = std::sqrt(std::complex<double>(q * q / 4 + p * p * p / 27));
  const std::complex<double> u = std::pow(-q / 2 + root, 1.0 / 3);
  return std::real(u - p / (3.0 * u));
}

#pragma soac differentiate(vjp, jvp)
double transfer_function(double frequency, double resistance, double inductance, double capacitance) {
  const std::complex<double> s(0, 2 * pi * frequency);
  const auto impedance = resistance + s * inductance + 1.0 / (s * capacitance);
  std::complex<double> gain = 1.0;
  gain /= s * capacitance * impedance;
  gain *= 2;
  return 20 * std::log10(std::abs(gain)) + std::arg(gain);
}
