#pragma once

#include <soac/soac.hpp>

#include <array>
#include <span>
#include <vector>

double swap_pointers(double *a, double *b, int n, int steps);
double swap_temp(double *a, double *b, int n, int steps);
double choose_parity(double *a, double *b, int n, int steps);
double advance_rows(const double *p, int n, int m);
double walked_rows(double x, int n);
double local_rows(const double *x, int n);
double reaim_if(const double *a, const double *b, int n);
double reaim_carried(const double *a, const double *b, int n);
double swap_vectors(const std::vector<double> &x, int steps);
double swap_members(const std::vector<double> &x, int steps);
double swap_arrays(soac::view<const double> x, int steps);
double swap_std_arrays(const std::array<double, 4> &x, int steps);
double swap_c_arrays(const double *x, int steps);
double swap_view(soac::view<double> a, soac::view<double> b, int steps);
double swap_span(std::span<double> a, std::span<double> b, int steps);
double leapfrog(double *a, double *b, double *c, int n, int steps);
double local_double(const double *x, int steps);
double parity_index(const double *x, int steps);
double vec_data(const std::vector<double> &x, int steps);
void out_in(double *out, const double *in, double *tmp, int n, int steps);
double rows_ptr(const double *x, int n);
double opt_helper(double x);
double view_reaim(soac::view<const double, 2> m, int n);
double span_sub(std::span<const double> x);
double largest_of_two(const double *a, const double *b, int n);
double linked(const double *v, const int *next, int n);
double stays_aimed(const double *a, const double *b, const int *c, int n);
double ended_early(const double *a, const double *b, const double *x, int n);
double ended_later(const double *a, const double *b, const double *x, int n);
double picked(const double *a, const double *b, const double *x, int n);
double layer_by_layer(int layers, int n, const double *w, double *states, const double *input);
double rows_by_computed_index(const double *a, int n);
double ends_of_aimed(const double *a, int n);
struct aimed_body {
  double mass, at[3];
};
double of_members(const aimed_body *bodies, int n);
