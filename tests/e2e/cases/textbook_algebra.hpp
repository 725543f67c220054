// Linear algebra and transforms from textbooks: factorisations, iterations, a Fourier transform.
#pragma once

#include <array>
#include <complex>
#include <vector>

namespace textbook_algebra {

double lu_logdet(const std::vector<double> &m, int n);
void givens_qr(double A[3][3], double rhs[3]);
std::array<double, 3> gauss_seidel(const std::array<std::array<double, 3>, 3> &A, const std::array<double, 3> &b,
                                   int sweeps);
double power_iteration(const double (&A)[2][2], int iters);
void fft(std::complex<double> *a, int n);
double matrix_chain(const std::vector<double> &dims);
void jacobi_eigen(double *a, int n, int sweeps);
double householder_norm(std::vector<std::vector<double>> A);

} // namespace textbook_algebra
