// Models from textbooks: options, paths at random, cameras, networks, fields, spins, hidden states.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

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
