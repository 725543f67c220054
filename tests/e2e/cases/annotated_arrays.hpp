// Loops of many forms that carry arrays: without an annotation, stripmined 3 deep, and with 2 snapshots.
#pragma once

#include <vector>

#include <soac/soac.hpp>

namespace forms_of_arrays {

double ping_pong_plain(double x, const std::vector<double> &a, int n);
double ping_pong_strips(double x, const std::vector<double> &a, int n);
double ping_pong_snapshots(double x, const std::vector<double> &a, int n);
double mapped_plain(double x, const std::vector<double> &a, int n);
double mapped_strips(double x, const std::vector<double> &a, int n);
double mapped_snapshots(double x, const std::vector<double> &a, int n);
double nest_in_place_plain(double x, const std::vector<double> &a, int n);
double nest_in_place_strips(double x, const std::vector<double> &a, int n);
double nest_in_place_snapshots(double x, const std::vector<double> &a, int n);
double two_dimensions_plain(double x, const std::vector<double> &a, int n);
double two_dimensions_strips(double x, const std::vector<double> &a, int n);
double two_dimensions_snapshots(double x, const std::vector<double> &a, int n);
double histogram_plain(double x, const std::vector<double> &a, int n);
double histogram_strips(double x, const std::vector<double> &a, int n);
double histogram_snapshots(double x, const std::vector<double> &a, int n);
double scattered_plain(double x, const std::vector<double> &a, int n);
double scattered_strips(double x, const std::vector<double> &a, int n);
double scattered_snapshots(double x, const std::vector<double> &a, int n);
double triangle_plain(double x, const std::vector<double> &a, int n);
double triangle_strips(double x, const std::vector<double> &a, int n);
double triangle_snapshots(double x, const std::vector<double> &a, int n);
double local_vectors_plain(double x, const std::vector<double> &a, int n);
double local_vectors_strips(double x, const std::vector<double> &a, int n);
double local_vectors_snapshots(double x, const std::vector<double> &a, int n);
double mapped_twice(double x, const std::vector<double> &a, int n);

} // namespace forms_of_arrays
