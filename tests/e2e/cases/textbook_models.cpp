#include "textbook_models.hpp"
#include "textbook_models.soac.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace textbook_models {

using std::size_t;

static void rodrigues(const double *w, const double *p, double *out) {
  double theta2 = w[0] * w[0] + w[1] * w[1] + w[2] * w[2];
  if (theta2 > 1e-14) {
    double theta = std::sqrt(theta2), c = std::cos(theta), s = std::sin(theta), k[3];
    for (int i = 0; i < 3; ++i)
      k[i] = w[i] / theta;
    double kp = k[0] * p[0] + k[1] * p[1] + k[2] * p[2];
    double cr[3] = {k[1] * p[2] - k[2] * p[1], k[2] * p[0] - k[0] * p[2], k[0] * p[1] - k[1] * p[0]};
    for (int i = 0; i < 3; ++i)
      out[i] = p[i] * c + cr[i] * s + k[i] * kp * (1 - c);
  } else {
    out[0] = p[0] + w[1] * p[2] - w[2] * p[1];
    out[1] = p[1] + w[2] * p[0] - w[0] * p[2];
    out[2] = p[2] + w[0] * p[1] - w[1] * p[0];
  }
}

#pragma soac differentiate(vjp, jvp)
double american_put(double S, double K, double r, double sigma, double T, int n) {
  double dt = T / n, u = std::exp(sigma * std::sqrt(dt)), d = 1 / u, p = (std::exp(r * dt) - d) / (u - d),
         df = std::exp(-r * dt);
  std::vector<double> v;
  for (int i = 0; i <= n; ++i)
    v.push_back(std::max(K - S * std::pow(u, 2.0 * i - n), 0.0));
  for (int j = n - 1; j >= 0; --j)
    for (int i = 0; i <= j; ++i) {
      v[i] = df * (p * v[i + 1] + (1 - p) * v[i]);
      v[i] = std::max(v[i], K - S * std::pow(u, 2.0 * i - j));
    }
  return v.front();
}

#pragma soac differentiate(vjp, jvp)
double monte_carlo(double mu, double sigma, int paths, unsigned long long seed) {
  double sum = 0;
  for (int p = 0; p < paths; ++p) {
    double x = 1.0;
    for (int s = 0; s < 4; ++s) {
      seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
      double u1 = ((seed >> 11) + 1) * 0x1.0p-53;
      seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
      double u2 = (seed >> 11) * 0x1.0p-53;
      double z = std::sqrt(-2 * std::log(u1)) * std::cos(6.283185307179586 * u2);
      x *= std::exp((mu - 0.5 * sigma * sigma) * 0.25 + sigma * 0.5 * z);
    }
    sum += x > 1.0 ? x - 1.0 : 0.0;
  }
  return sum / paths;
}

#pragma soac differentiate(vjp, jvp)
double reprojection(const std::vector<Camera> &cams, const double *points, std::span<const Observation> obs) {
  double err = 0;
  for (const auto &o : obs) {
    const Camera &c = cams[o.camera];
    double p[3];
    rodrigues(c.rot.data(), points + 3 * o.point, p);
    for (int k = 0; k < 3; ++k)
      p[k] += c.trans[k];
    double x = p[0] / p[2], y = p[1] / p[2], r2 = x * x + y * y, d = 1 + r2 * (c.k1 + r2 * c.k2);
    double eu = c.f * d * x - o.u, ev = c.f * d * y - o.v;
    err += eu * eu + ev * ev;
  }
  return err;
}

#pragma soac differentiate(vjp, jvp)
float logistic_loss(std::span<const float> w, std::span<const float> X, std::span<const std::uint8_t> y) {
  const size_t d = w.size(), n = y.size();
  float loss = 0.f;
  for (size_t i = 0; i < n; ++i) {
    float z = 0;
    for (size_t j = 0; j < d; ++j)
      z += X[i * d + j] * w[j];
    loss += y[i] ? std::log1p(std::exp(-z)) : std::log1p(std::exp(z));
  }
  return loss / n;
}

#pragma soac differentiate(vjp, jvp)
std::vector<double> mlp(const std::vector<double> &params, std::vector<double> x, const std::vector<int> &sizes) {
  const double *p = params.data();
  for (size_t l = 0; l + 1 < sizes.size(); ++l) {
    std::vector<double> y(sizes[l + 1]);
    for (auto &yo : y) {
      yo = *p++;
      for (int i = 0; i < sizes[l]; ++i)
        yo += *p++ * x[i];
      if (l + 2 < sizes.size())
        yo = std::tanh(yo);
    }
    x = std::move(y);
  }
  return x;
}

#pragma soac differentiate(vjp, jvp)
void conv2d(const float *in, int h, int w, const float *k, int kh, int kw, float *out) {
  const int oh = h - kh + 1, ow = w - kw + 1;
  for (int i = 0; i < oh; ++i)
    for (int j = 0; j < ow; ++j, ++out) {
      *out = 0.f;
      const float *kk = k;
      for (int a = 0; a < kh; ++a)
        for (int b = 0; b < kw; ++b)
          *out += in[(i + a) * w + j + b] * *kk++;
      if (*out < 0)
        *out *= 0.1f;
    }
}

#pragma soac differentiate(vjp, jvp)
void heat(Grid &g, double alpha, int steps) {
  auto next = g.u;
  for (int s = 0; s < steps; ++s) {
    for (int i = 1; i < g.nx - 1; ++i)
      for (int j = 1; j < g.ny - 1; ++j) {
        double lap = (g.at(i + 1, j) + g.at(i - 1, j) + g.at(i, j + 1) + g.at(i, j - 1) - 4 * g.at(i, j)) / (g.h * g.h);
        next[i * g.ny + j] = g.at(i, j) + alpha * lap;
      }
    g.u.swap(next);
  }
}

#pragma soac differentiate(vjp, jvp)
double ising(const Spin *s, int n, const double *J, double field) {
  double e = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      int v = static_cast<int>(s[i * n + j]);
      e -= J[0] * v * static_cast<int>(s[((i + 1) % n) * n + j]) + J[1] * v * static_cast<int>(s[i * n + (j + 1) % n]);
      e -= field * v;
    }
  return e;
}

#pragma soac differentiate(vjp, jvp)
double viterbi(const std::vector<double> &A, const std::vector<double> &B, const std::vector<int> &obs, int S, int O) {
  std::vector<double> d(S), nd(S);
  for (int s = 0; s < S; ++s)
    d[s] = std::log(B[s * O + obs[0]]);
  for (size_t t = 1; t < obs.size(); ++t) {
    for (int s = 0; s < S; ++s) {
      double best = -INFINITY;
      for (int q = 0; q < S; ++q)
        if (double c = d[q] + std::log(A[q * S + s]); c > best)
          best = c;
      nd[s] = best + std::log(B[s * O + obs[t]]);
    }
    std::swap(d, nd);
  }
  return *std::max_element(d.begin(), d.end());
}

} // namespace textbook_models
