// Loops of many forms that carry scalars and records: without an annotation, stripmined 3 deep, and with 2 snapshots.
#pragma once

#include <array>
#include <vector>

#include <soac/soac.hpp>

namespace forms_of_scalars {

struct Rocket {
  double x;
  std::array<double, 3> v;
  int count;
};

double step_down_plain(double x, const std::vector<double> &a, int n);
double step_down_strips(double x, const std::vector<double> &a, int n);
double step_down_snapshots(double x, const std::vector<double> &a, int n);
double bounded_plain(double x, const std::vector<double> &a, int n);
double bounded_strips(double x, const std::vector<double> &a, int n);
double bounded_snapshots(double x, const std::vector<double> &a, int n);
double breaks_plain(double x, const std::vector<double> &a, int n);
double breaks_strips(double x, const std::vector<double> &a, int n);
double breaks_snapshots(double x, const std::vector<double> &a, int n);
double record_plain(double x, const std::vector<double> &a, int n);
double record_strips(double x, const std::vector<double> &a, int n);
double record_snapshots(double x, const std::vector<double> &a, int n);
double by_rounding_plain(double x, const std::vector<double> &a, int n);
double by_rounding_strips(double x, const std::vector<double> &a, int n);
double by_rounding_snapshots(double x, const std::vector<double> &a, int n);
double integers_plain(double x, const std::vector<double> &a, int n);
double integers_strips(double x, const std::vector<double> &a, int n);
double integers_snapshots(double x, const std::vector<double> &a, int n);
double inner_newton_plain(double x, const std::vector<double> &a, int n);
double inner_newton_strips(double x, const std::vector<double> &a, int n);
double inner_newton_snapshots(double x, const std::vector<double> &a, int n);
double whiles_plain(double x, const std::vector<double> &a, int n);
double whiles_strips(double x, const std::vector<double> &a, int n);
double whiles_snapshots(double x, const std::vector<double> &a, int n);

} // namespace forms_of_scalars
