#pragma once
#include <soac/cuda/cuda.hpp>
#include <soac/soac.hpp>

#include <array>
#include <tuple>

namespace problems {

struct point {
  double x = 0, y = 0;
};

double clusters(soac::view<const double, 2> points, soac::view<const double, 2> centers);
double roughness(soac::view<const double> heights);
soac::array<double> smoothed(soac::view<const double> heights);
double table_sum(soac::view<const double> table, soac::view<const soac::index> at);
double two_tables(soac::view<const double> first, soac::view<const float> second, soac::view<const soac::index> at);
double behind(soac::view<const double, 2> field);
double root(soac::view<const double> x);
double positive(soac::view<const double> x);
soac::array<double> entropies(soac::view<const double, 2> rows);
soac::array<double> diffused(soac::view<const double> start, int steps);
double chains(soac::view<const double, 2> rows);
soac::array<double> settled(soac::view<const double> start);
double warmth(soac::view<const double, 2> start, int steps);
soac::array<double> products(soac::view<const double> x);
double picked(soac::view<const double, 2> table, soac::view<const soac::index, 2> at);
soac::array<double, 2> lifted(soac::view<const double, 2> start);
double peak(soac::view<const double> x);
double softmax_loss(soac::view<const double, 2> logits, soac::view<const double> weights);
soac::array<double> product(soac::view<const double, 2> a, soac::view<const double> x);
double weighted(soac::view<const double> table, soac::view<const soac::index> at, soac::view<const double> weights);
float weighted_floats(soac::view<const float> table, soac::view<const soac::index> at, soac::view<const float> weights);
soac::array<double> tops(soac::view<const double, 2> rows, soac::view<const double> weights);
soac::array<double> directions(soac::view<const double> positions);
soac::array<double> stirred(soac::view<const double> box, int nx, int ny, int nz, int steps);
double trimmed(soac::view<const double, 2> rows);
double guarded(soac::view<const double> x);
soac::array<double> guarded_rows(soac::view<const double, 2> rows);
double area(soac::view<const point> corners, point origin, const std::array<double, 2> &scale);

namespace cuda = soac::cuda;
using cost_and_centers = std::tuple<cuda::scalar<double>, cuda::array<double, 2>>;
using area_gradient = std::tuple<cuda::array<point>, cuda::scalar<point>, cuda::scalar<std::array<double, 2>>>;
cost_and_centers clusters_on(const cuda::on &place, cuda::view<const double, 2> points, cuda::view<const double, 2> centers);
cuda::array<double> roughness_on(const cuda::on &place, cuda::view<const double> heights);
cuda::array<double> smoothed_on(const cuda::on &place, cuda::view<const double> heights, cuda::view<const double> seed);
cuda::array<double> table_sum_on(const cuda::on &place, cuda::view<const double> table, cuda::view<const soac::index> at);
std::tuple<cuda::array<double>, cuda::array<float>> two_tables_on(const cuda::on &place, cuda::view<const double> first,
                                                                  cuda::view<const float> second, cuda::view<const soac::index> at);
cuda::array<double, 2> behind_on(const cuda::on &place, cuda::view<const double, 2> field);
cuda::array<double> root_on(const cuda::on &place, cuda::view<const double> x);
cuda::scalar<double> positive_on(const cuda::on &place, cuda::view<const double> x);
cuda::array<double> entropies_on(const cuda::on &place, cuda::view<const double, 2> rows);
cuda::array<double> diffused_on(const cuda::on &place, cuda::view<const double> start, int steps, cuda::view<const double> seed);
cuda::array<double, 2> chains_on(const cuda::on &place, cuda::view<const double, 2> rows);
cuda::array<double> settled_on(const cuda::on &place, cuda::view<const double> start, cuda::view<const double> seed);
cuda::array<double, 2> warmth_on(const cuda::on &place, cuda::view<const double, 2> start, int steps);
cuda::array<double> products_on(const cuda::on &place, cuda::view<const double> x, cuda::view<const double> seed);
cuda::array<double, 2> picked_on(const cuda::on &place, cuda::view<const double, 2> table, cuda::view<const soac::index, 2> at);
cuda::array<double, 2> lifted_on(const cuda::on &place, cuda::view<const double, 2> start);
std::tuple<cuda::scalar<double>, cuda::array<double, 2>> trimmed_on(const cuda::on &place, cuda::view<const double, 2> rows);
cuda::array<double> peak_on(const cuda::on &place, cuda::view<const double> x);
std::tuple<cuda::array<double, 2>, cuda::array<double>> softmax_on(const cuda::on &place, cuda::view<const double, 2> logits,
                                                                   cuda::view<const double> weights);
std::tuple<cuda::array<double, 2>, cuda::array<double>> product_on(const cuda::on &place, cuda::view<const double, 2> a,
                                                                   cuda::view<const double> x, cuda::view<const double> seed);
cuda::array<double> weighted_on(const cuda::on &place, cuda::view<const double> table, cuda::view<const soac::index> at,
                                cuda::view<const double> weights);
cuda::array<float> weighted_on(const cuda::on &place, cuda::view<const float> table, cuda::view<const soac::index> at,
                               cuda::view<const float> weights);
cuda::array<double> tops_on(const cuda::on &place, cuda::view<const double, 2> rows, cuda::view<const double> weights);
cuda::array<double> directions_on(const cuda::on &place, cuda::view<const double> positions, cuda::view<const double> seed);
cuda::array<double> stirred_on(const cuda::on &place, cuda::view<const double> box, int nx, int ny, int nz, int steps,
                               cuda::view<const double> seed);
cuda::array<double> guarded_on(const cuda::on &place, cuda::view<const double> x);
cuda::array<double> guarded_rows_on(const cuda::on &place, cuda::view<const double, 2> rows);
area_gradient area_on(const cuda::on &place, cuda::view<const point> corners, point origin, const std::array<double, 2> &scale);

} // namespace problems
