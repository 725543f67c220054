// Whole programs around one loop: without an annotation, stripmined 3 deep, and with 2 snapshots.
#pragma once

#include <array>
#include <vector>

#include <soac/soac.hpp>

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
