// Arrays that change places from step to step, options that a loop asks for in each trip, and numbers of a cell in an
// order of a table.
#pragma once

#include <vector>

namespace taking_turns {

using numbers = std::vector<double>;

void swapped(double *u, double *v, int n, int steps);
void by_parity(double *u, double *v, int n, int steps);
double by_bit(double *u, double *v, int n, int steps);
void rotated(double *u, double *v, double *w, int n, int steps);
void fourfold(double *a, double *b, double *c, double *d, int n, int steps);
double edges(double *u, double *v, int n, int steps, bool isPeriodic);
double option_price(double s, double k, double rate, double volatility, int steps, bool isAmerican);
double flags(numbers x, const numbers &y, bool first, bool second, bool third);
double signs(const numbers &x, int steps);
void lattice(double *f, double *g, const unsigned char *solid, int nx, int ny, double omega, int steps);
double lattice_of_vectors(numbers f, const std::vector<unsigned char> &solid, int nx, int ny, double omega, int steps);
double directions(const numbers &x, int n);

} // namespace taking_turns
