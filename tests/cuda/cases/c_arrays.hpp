// Parameters and members that are C arrays.
#pragma once
#include "records.hpp"

namespace problems {

struct body {
  double at[3];
  int turns;
  double mass;
};
/// It holds arrays, and C arrays of numbers, of C arrays, of records and of records with C arrays.
struct mesh {
  std::vector<double> u;
  double scale[2];
  double metric[2][2];
  point corners[2];
  body inner[1];
  trend state[2];
};

double spread(const double (&x)[3], const double (&m)[2][3], const body (&b)[2], soac::view<const double> y);
void turn(double (&x)[3], double (&m)[2][3], body (&b)[2], soac::view<const double> y);
void count(long (&bins)[4], bool (&seen)[4], trend (&last)[2], double (&sum)[2], soac::view<const double> y);
double energy(const mesh &m);
void advance(mesh &m, double step);
double distance(const double (&a)[3], const double (&b)[3]);

std::tuple<cuda::scalar<std::array<double, 3>>, cuda::scalar<std::array<double, 3>>>
distance_gradient_on(const cuda::on &place, const cuda::given<double[3]> &a, const cuda::given<double[3]> &b);
struct bodies {
  cuda::scalar<std::array<double, 3>> x;
  cuda::scalar<std::array<std::array<double, 3>, 2>> m;
  cuda::scalar<std::array<body, 2>> b;
};
void turn_twice_on(const cuda::on &place, bodies &x, cuda::view<const double> y, bodies &x_tan,
                   cuda::view<const double> y_tan);
/// The C arrays of what stands for the record are read in a file that soac reads.
cuda::scalar<double> energy_of_first_on(const cuda::on &place, const cuda::views<mesh> &m);

} // namespace problems
