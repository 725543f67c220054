// Geometry, and models from textbooks.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

// Cameras, rotations, meshes, curves.

template <class T, int N> struct Vec {
  T v[N] = {};
  constexpr T &operator[](int i) { return v[i]; }
  constexpr const T &operator[](int i) const { return v[i]; }
  friend constexpr Vec operator+(Vec a, const Vec &b) {
    for (int i = 0; i < N; ++i)
      a.v[i] += b.v[i];
    return a;
  }
  friend constexpr Vec operator-(Vec a, const Vec &b) {
    for (int i = 0; i < N; ++i)
      a.v[i] -= b.v[i];
    return a;
  }
  friend constexpr Vec operator*(const T &s, Vec a) {
    for (T &x : a.v)
      x *= s;
    return a;
  }
};

template <class T, int N> constexpr T dot(const Vec<T, N> &a, const Vec<T, N> &b) {
  T sum{};
  for (int i = 0; i < N; ++i)
    sum += a[i] * b[i];
  return sum;
}

using Vec3 = Vec<double, 3>;
using Vec2 = Vec<double, 2>;

/// What all shapes share, without virtual functions.
template <class Derived> class Shape {
public:
  double scaled_area(double s) const { return s * s * self().area(); }
  double signed_distance(const Vec2 &p) const { return self().distance(p) - self().rounding(); }
  double rounding() const { return 0; }

private:
  const Derived &self() const { return static_cast<const Derived &>(*this); }
};

class Box : public Shape<Box> {
public:
  Box(double width, double height) : half_{width / 2, height / 2} {}
  explicit Box(double side) : Box(side, side) {}
  double area() const { return 4 * half_[0] * half_[1]; }
  double distance(const Vec2 &p) const {
    const double dx = std::abs(p[0]) - half_[0], dy = std::abs(p[1]) - half_[1];
    return std::hypot(std::fmax(dx, 0), std::fmax(dy, 0)) + std::fmin(std::fmax(dx, dy), 0);
  }

private:
  Vec2 half_;
};

struct Disc : Shape<Disc> {
  double radius = 1;
  double area() const { return 3.14159265358979323846 * radius * radius; }
  double distance(const Vec2 &p) const { return std::sqrt(dot(p, p)) - radius; }
  double rounding() const { return 0.1 * radius; }
};

struct Camera {
  Vec3 rotation, centre;
  double focal, k1, k2;
  Vec2 principal;
};

double reprojection_error(const Camera &camera, const Vec3 &point, const Vec2 &seen, double weight);
double ray_and_sphere(const Vec3 &origin, const Vec3 &direction, double radius);
double mesh_area(const std::vector<Vec3> &points, const std::vector<std::array<int, 3>> &faces);
double polygon_area(const std::vector<Vec2> &corners);
double bezier_length(std::array<Vec2, 4> control, int pieces);
double closest_points(const std::vector<Vec2> &a, const std::vector<Vec2> &b, double angle, Vec2 shift);
double finger(const double *angles, const double *lengths, int joints);
double shapes(double width, double radius, Vec2 at);
double barycentric(const Vec2 (&triangle)[3], const Vec2 &p);
double shortest_curve(const double *heights, int n, double spacing);

// Models from textbooks: options, paths at random, cameras, networks, fields, spins, hidden states.

namespace textbook_models {

struct Camera {
  std::array<double, 3> rot, trans;
  double f, k1, k2;
};
struct Observation {
  int camera, point;
  double u, v;
};
enum class Spin : std::int8_t { down = -1, up = 1 };
struct Grid {
  int nx, ny;
  double h;
  std::vector<double> u;
  double &at(int i, int j) { return u[i * ny + j]; }
  double at(int i, int j) const { return u[i * ny + j]; }
};

double american_put(double S, double K, double r, double sigma, double T, int n);
double monte_carlo(double mu, double sigma, int paths, unsigned long long seed);
double reprojection(const std::vector<Camera> &cams, const double *points, std::span<const Observation> obs);
float logistic_loss(std::span<const float> w, std::span<const float> X, std::span<const std::uint8_t> y);
std::vector<double> mlp(const std::vector<double> &params, std::vector<double> x, const std::vector<int> &sizes);
void conv2d(const float *in, int h, int w, const float *k, int kh, int kw, float *out);
void heat(Grid &g, double alpha, int steps);
double ising(const Spin *s, int n, const double *J, double field);
double viterbi(const std::vector<double> &A, const std::vector<double> &B, const std::vector<int> &obs, int S, int O);

} // namespace textbook_models
