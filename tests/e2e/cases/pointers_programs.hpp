#pragma once

#include <cstddef>

// Polynomials and series.
double horner(const double *c, int degree, double x);
double horner_slope(const double *c, int degree, double x, double *slope);
double clenshaw(const double *c, std::size_t n, double x);
void products(const double *x, double *y, int n);
void products_backwards(const double *x, double *y, std::size_t n);
double divided_differences(const double *x, const double *f, int n, double at, double *work);
double b_spline(const double *knots, const double *control, int degree, int span, double x);

// Signals and images.
void fft(double *re, double *im, unsigned n);
void convolve(const double *x, int n, const double *kernel, int k, double *y);
void conv2d(const double *image, int h, int w, const double *kernel, int kh, int kw, int stride, int padding,
            double *out);
void max_pool(const double *image, int h, int w, int size, double *out);
double bilinear(const double *image, int h, int w, double y, double x);
void smooth_histogram(const double *x, int n, double lo, double width, int bins, double *count);
void heat(double *u, double *v, int n, int m, int steps);
void wave(double *before, double *now, double *after, int n, int steps);
void median3(const double *x, double *y, int n);
