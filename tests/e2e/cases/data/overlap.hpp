#pragma once
#include <array>
#include <complex>
#include <soac/soac.hpp>
#include <span>
#include <vector>

struct Pair {
  double x, y;
};
struct Field {
  soac::view<double> values;
  double scale;
};

void add_squares(double a, const double *x, double *y, int n);
void add_squares_of_views(double a, soac::view<const double> x, soac::view<double> y);
void add_squares_of_spans(double a, std::span<const double> x, std::span<double> y);
void add_squares_of_vectors(double a, const std::vector<double> &x, std::vector<double> &y);
void add_squares_of_arrays(double a, const soac::array<double> &x, soac::array<double> &y);
void add_squares_of_fixed(double a, const std::array<double, 3> &x, std::array<double, 3> &y);
void add_squares_of_c_arrays(double a, const double (&x)[3], double (&y)[3]);
void add_squares_of_pairs(double a, const std::vector<Pair> &x, std::vector<Pair> &y);
void add_squares_of_complex(double a, const std::complex<double> *x, std::complex<double> *y, int n);
void add_squares_to_field(const Field &field, soac::view<const double> x);
void add_row(std::vector<std::vector<double>> &rows, soac::view<const double> row);
double square_second(const double &a, double &b);
double square_second_pair(const Pair &a, Pair &b);
double square_in_place(double &a, double &b);

void scale_columns(const double *from, double *to, int rows, int columns, int stride);
void scale_view(soac::view<const double, 2> from, soac::view<double, 2> to);
void differences(const double *x, double *y, int n);
void one_or_other(const double *from, double *to, int n, bool isInPlace);
void gather(const double *x, double *y, const int *index, int n);
void clamp_backwards(const double *x, double *y, int n);

double inner(const double *x, const double *y, int n);
double inner_of_views(soac::view<const double> x, soac::view<const double> y);
double inner_of_vectors(const std::vector<double> &x, const std::vector<double> &y);
double inner_of_pairs(const std::vector<Pair> &x, const std::vector<Pair> &y);
double product(const double &x, const double &y);
double product_of_pairs(const Pair &a, const Pair &b);
double scaled_sum(double a, const std::vector<double> &x);
