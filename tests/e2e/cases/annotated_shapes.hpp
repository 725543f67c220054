// Loops that carry arrays of changing shape: without an annotation, stripmined 3 deep, and with 2 snapshots.
#pragma once

#include <vector>

#include <soac/soac.hpp>

namespace shapes_in_ways {

double grown_plain(double x, const std::vector<double> &a, int n);
double grown_strips(double x, const std::vector<double> &a, int n);
double grown_snapshots(double x, const std::vector<double> &a, int n);
double filtered_plain(double x, const std::vector<double> &a, int n);
double filtered_strips(double x, const std::vector<double> &a, int n);
double filtered_snapshots(double x, const std::vector<double> &a, int n);
double edited_plain(double x, const std::vector<double> &a, int n);
double edited_strips(double x, const std::vector<double> &a, int n);
double edited_snapshots(double x, const std::vector<double> &a, int n);
double stacked_plain(double x, const std::vector<double> &a, int n);
double stacked_strips(double x, const std::vector<double> &a, int n);
double stacked_snapshots(double x, const std::vector<double> &a, int n);
double rows_plain(double x, const std::vector<double> &a, int n);
double rows_strips(double x, const std::vector<double> &a, int n);
double rows_snapshots(double x, const std::vector<double> &a, int n);
double replaced_plain(double x, const std::vector<double> &a, int n);
double replaced_strips(double x, const std::vector<double> &a, int n);
double replaced_snapshots(double x, const std::vector<double> &a, int n);

// The second derivative by x.
double curvature_of_filtered_plain(double x, const std::vector<double> &a, int n);
double curvature_of_filtered_snapshots(double x, const std::vector<double> &a, int n);
double curvature_of_replaced_plain(double x, const std::vector<double> &a, int n);
double curvature_of_replaced_snapshots(double x, const std::vector<double> &a, int n);

} // namespace shapes_in_ways
