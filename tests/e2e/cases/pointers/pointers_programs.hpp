// Programs on raw pointers.
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

// Dynamic programming and models.

double soft_edit_distance(const double *a, int n, const double *b, int m, double *rows);
double viterbi_soft(const double *start, const double *step, const double *emit, int states, int times, double *from,
                    double *to);
double best_path(const double *cost, int n, int m, double *table);
double kalman(const double *z, int n, double q, double r);
double rnn(const double *wx, const double *wh, const double *x, int times, int hidden, double *h, double *next);
double softmax_cross_entropy(const double *logits, const int *label, int n, int classes);

// Physics.
double nbody(double *position, double *velocity, const double *mass, int n, double dt, int steps);
double lennard_jones(const double *x, const int *start, const int *neighbour, int n);
void assemble(const double *nodes, const int *elements, int count, double *stiffness, int n);
void runge_kutta(double *y, int n, double h, int steps, double *k1, double *k2, double *work);
void qr_step(double *d, double *e, int n);
double area(const double *xy, int n);
double trapezoid(const double *x, const double *y, unsigned long n);
