#include "geometry_and_models.hpp"
#include "geometry_and_models.soac.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>

// Cameras, rotations, meshes, curves.

namespace {

Vec3 cross(const Vec3 &a, const Vec3 &b) {
  return {{a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]}};
}

// Rodrigues' formula, with its limit for small angles.
Vec3 rotated(const Vec3 &r, const Vec3 &x) {
  const double squared = dot(r, r);
  if (squared < 1e-20)
    return x + cross(r, x);
  const double theta = std::sqrt(squared), c = std::cos(theta), s = std::sin(theta);
  const Vec3 axis = (1 / theta) * r;
  return c * x + s * cross(axis, x) + (1 - c) * dot(axis, x) * axis;
}

using Pose = std::array<std::array<double, 4>, 4>;

Pose operator*(const Pose &a, const Pose &b) {
  Pose c{};
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t k = 0; k < 4; ++k)
      for (std::size_t j = 0; j < 4; ++j)
        c[i][j] += a[i][k] * b[k][j];
  return c;
}

constexpr Pose identity() {
  Pose p{};
  for (int i = 0; i < 4; ++i)
    p[i][i] = 1;
  return p;
}

template <class First, class... Rest> double largest(First first, Rest... rest) {
  if constexpr (sizeof...(rest) == 0) {
    return first;
  } else {
    const double other = largest(rest...);
    return first > other ? first : other;
  }
}

} // namespace

#pragma soac differentiate(vjp, jvp)
double reprojection_error(const Camera &camera, const Vec3 &point, const Vec2 &seen, double weight) {
  const Vec3 x = rotated(camera.rotation, point - camera.centre);
  const Vec2 flat{{x[0] / x[2], x[1] / x[2]}};
  const double r2 = dot(flat, flat);
  const double distortion = 1 + r2 * (camera.k1 + r2 * camera.k2);
  const Vec2 error = camera.focal * distortion * flat + camera.principal - seen;
  return weight * dot(error, error) + (1 - weight * weight) * (1 - weight * weight);
}

#pragma soac differentiate(vjp, jvp)
double ray_and_sphere(const Vec3 &origin, const Vec3 &direction, double radius) {
  const double a = dot(direction, direction), b = dot(origin, direction), c = dot(origin, origin) - radius * radius;
  const double discriminant = b * b - a * c;
  if (discriminant < 0)
    return std::numeric_limits<double>::max();
  const double root = std::sqrt(discriminant);
  const double near = (-b - root) / a, far = (-b + root) / a;
  return near > 0 ? near : far;
}

#pragma soac differentiate(vjp, jvp)
double mesh_area(const std::vector<Vec3> &points, const std::vector<std::array<int, 3>> &faces) {
  double area = 0;
  for (const auto &[i, j, k] : faces) {
    const Vec3 normal = cross(points[j] - points[i], points[k] - points[i]);
    area += 0.5 * std::sqrt(dot(normal, normal));
  }
  return area;
}

#pragma soac differentiate(vjp, jvp)
double polygon_area(const std::vector<Vec2> &corners) {
  double twice = 0;
  for (std::size_t i = 0, j = corners.size() - 1; i < corners.size(); j = i++)
    twice += corners[j][0] * corners[i][1] - corners[i][0] * corners[j][1];
  return 0.5 * twice;
}

// De Casteljau's construction.
#pragma soac differentiate(vjp, jvp)
double bezier_length(std::array<Vec2, 4> control, int pieces) {
  const auto point = [&control](double t) {
    auto p = control;
    for (std::size_t left = p.size(); left > 1; --left)
      for (std::size_t i = 0; i + 1 < left; ++i)
        p[i] = (1 - t) * p[i] + t * p[i + 1];
    return p[0];
  };
  double length = 0;
  Vec2 before = point(0);
  for (int k = 1; k <= pieces; ++k) {
    const Vec2 now = point(static_cast<double>(k) / pieces), step = now - before;
    length += std::sqrt(dot(step, step));
    before = now;
  }
  return length;
}

#pragma soac differentiate(vjp, jvp)
double closest_points(const std::vector<Vec2> &a, const std::vector<Vec2> &b, double angle, Vec2 shift) {
  const double c = std::cos(angle), s = std::sin(angle);
  double cost = 0;
  for (const Vec2 &p : a) {
    const Vec2 moved = Vec2{{c * p[0] - s * p[1], s * p[0] + c * p[1]}} + shift;
    double best = std::numeric_limits<double>::infinity();
    for (const auto &q : b)
      if (const Vec2 d = moved - q; dot(d, d) < best)
        best = dot(d, d);
    cost += best;
  }
  return cost;
}

// A chain of joints: how far the tip of a finger is from the wrist.
#pragma soac differentiate(vjp, jvp)
double finger(const double *angles, const double *lengths, int joints) {
  Pose pose = identity();
  for (int j = 0; j < joints; ++j) {
    Pose bend = identity(), bone = identity();
    bend[0][0] = bend[1][1] = std::cos(angles[j]);
    bend[0][1] = -(bend[1][0] = std::sin(angles[j]));
    bone[j % 2 == 0 ? 0 : 2][3] = lengths[j];
    pose = pose * bend * bone;
  }
  return std::sqrt(pose[0][3] * pose[0][3] + pose[1][3] * pose[1][3] + pose[2][3] * pose[2][3]);
}

#pragma soac differentiate(vjp, jvp)
double shapes(double width, double radius, Vec2 at) {
  const Box box(width, 0.5 * width), square{width};
  Disc disc;
  disc.radius = radius;
  return largest(box.signed_distance(at), disc.signed_distance(at), square.scaled_area(0.1)) + disc.scaled_area(0.3) +
         box.scaled_area(2);
}

#pragma soac differentiate(vjp, jvp)
double barycentric(const Vec2 (&triangle)[3], const Vec2 &p) {
  const auto &[a, b, c] = triangle;
  const auto area = [](const Vec2 &u, const Vec2 &v, const Vec2 &w) {
    return (v[0] - u[0]) * (w[1] - u[1]) - (w[0] - u[0]) * (v[1] - u[1]);
  };
  const double whole = area(a, b, c);
  const double weights[] = {area(p, b, c) / whole, area(a, p, c) / whole, area(a, b, p) / whole};
  double product = 1;
  for (const double w : weights)
    product *= w;
  return product;
}

#pragma soac differentiate(vjp, jvp)
double shortest_curve(const double *heights, int n, double spacing) {
  double length = 0;
  for (const double *p = heights, *last = heights + n - 1; p != last; ++p)
    length += std::hypot(p[1] - p[0], spacing);
  return length;
}

// Models from textbooks: options, paths at random, cameras, networks, fields, spins, hidden states.

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
