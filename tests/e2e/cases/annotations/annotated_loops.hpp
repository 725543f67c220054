// Annotated loops of many forms.
#pragma once

#include <array>
#include <soac/soac.hpp>
#include <vector>

// Loops of many forms that carry scalars and records: without an annotation, stripmined 3 deep, and with 2 snapshots.

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

// Whole programs around one loop: without an annotation, stripmined 3 deep, and with 2 snapshots.

namespace loop_programs {

struct State {
  std::array<double, 3> q;
  double e;
  int k;
};

double newton_inside_plain(double x, const std::vector<double> &a, int n);
double newton_inside_strips(double x, const std::vector<double> &a, int n);
double newton_inside_snapshots(double x, const std::vector<double> &a, int n);
double backwards_plain(double x, const std::vector<double> &a, int n);
double backwards_strips(double x, const std::vector<double> &a, int n);
double backwards_snapshots(double x, const std::vector<double> &a, int n);
double left_and_continued_plain(double x, const std::vector<double> &a, int n);
double left_and_continued_strips(double x, const std::vector<double> &a, int n);
double left_and_continued_snapshots(double x, const std::vector<double> &a, int n);
double records_and_arrays_plain(double x, const std::vector<double> &a, int n);
double records_and_arrays_strips(double x, const std::vector<double> &a, int n);
double records_and_arrays_snapshots(double x, const std::vector<double> &a, int n);
double adaptive_steps_plain(double x, const std::vector<double> &a, int n);
double adaptive_steps_strips(double x, const std::vector<double> &a, int n);
double adaptive_steps_snapshots(double x, const std::vector<double> &a, int n);
double gauss_seidel_plain(double x, const std::vector<double> &a, int n);
double gauss_seidel_strips(double x, const std::vector<double> &a, int n);
double gauss_seidel_snapshots(double x, const std::vector<double> &a, int n);
double endless_in_endless_plain(double x, const std::vector<double> &a, int n);
double endless_in_endless_strips(double x, const std::vector<double> &a, int n);
double endless_in_endless_snapshots(double x, const std::vector<double> &a, int n);
double products_by_bins_plain(double x, const std::vector<double> &a, int n);
double products_by_bins_strips(double x, const std::vector<double> &a, int n);
double products_by_bins_snapshots(double x, const std::vector<double> &a, int n);

} // namespace loop_programs
