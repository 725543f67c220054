// Parameters and results that hold arrays.
#pragma once
#include "problems.hpp"

#include <string>
#include <utility>
#include <vector>

namespace problems {

struct layer {
  std::vector<double> weights;
  std::array<double, 2> scale{};
};
struct data {
  std::string name; ///< nothing for a device
  std::vector<double> times, values;
  std::vector<point> places;
  std::vector<std::vector<double>> table;
  double rate = 0;
  int used = 0;
  layer last;
  std::pair<double, std::vector<double>> prior;
};
struct fit {
  std::vector<double> values;
  double rate = 0;
  layer last;
};
/// It borrows its arrays.
struct samples {
  soac::view<const double> x;
  soac::view<double> squares;
  double factor;
};
enum class trend : unsigned char { falling, rising };
struct summary {
  trend of;
  long long positive;
  unsigned long size;
  bool isLong;
  std::vector<double> doubled;
};
using state = std::tuple<std::vector<double>, double>;
/// Of these there are arrays.
struct star {
  std::vector<double> light;
  double weight;
  double scale[2];
  bool isNear;
};
struct sky {
  std::string name;
  std::vector<star> stars;
  std::vector<std::vector<std::pair<int, double>>> links;
  double zoom;
};
using measure = std::tuple<double, std::tuple<std::array<double, 2>, int>>;

double misfit(const data &d, double k);
fit scaled(const data &d, double k);
void relax(data &d, double k);
void squares(samples s);
state advanced(const state &s, double step);
void resized(std::vector<double> &x, const std::vector<double> &factors);
double brightness(const sky &s);
std::vector<star> lit(const std::vector<double> &light, int n);
void dim(std::vector<star> &stars, double k);
double weighed(soac::view<const measure, 2> m);
void turned(soac::view<std::tuple<double, double>> points, double k);
soac::array<std::pair<double, soac::index>> numbered(soac::view<const double> x);
long long above_zero(const std::vector<double> &x);
trend trend_of(const std::vector<double> &x);
summary summarized(const std::vector<double> &x, trend least);
double named(const std::vector<double> &x, double k);

std::tuple<cuda::arrays<data>, cuda::scalar<double>> misfit_on(const cuda::on &place, const cuda::views<data> &d, double k);
cuda::array<double> rates_of_change_on(const cuda::on &place, const cuda::views<data> &d, double k);
cuda::arrays<fit> scaled_on(const cuda::on &place, const cuda::views<data> &d, double k);
cuda::scalar<long long> above_zero_on(const cuda::on &place, cuda::view<const double> x);
cuda::scalar<trend> trend_on(const cuda::on &place, cuda::view<const double> x);
cuda::arrays<summary> summarized_on(const cuda::on &place, cuda::view<const double> x, trend least);
/// Of the stars alone, of which a file that soac reads names the form.
cuda::array<double, 2> light_on(const cuda::on &place, const cuda::views<star, 1> &stars, const cuda::views<sky> &s);
cuda::scalar<double> misfit_and_relax_on(const cuda::on &place, cuda::arrays<data> &d, double k,
                                         cuda::arrays<data> &d_adj);
void squares_on(const cuda::on &place, cuda::view<const double> x, cuda::array<double> &squared,
                std::tuple<cuda::array<double>, cuda::array<double>, cuda::scalar<double>> &adjoint);

} // namespace problems
