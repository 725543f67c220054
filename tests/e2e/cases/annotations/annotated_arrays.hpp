// Annotated loops over arrays, also over arrays that change their shape.
#pragma once

#include <soac/soac.hpp>
#include <vector>

// Loops of many forms that carry arrays: without an annotation, stripmined 3 deep, and with 2 snapshots.

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

// Loops that carry arrays of changing shape: without an annotation, stripmined 3 deep, and with 2 snapshots.

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
