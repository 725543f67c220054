#pragma once

/// The chained Rosenbrock function of n variables: a curved valley whose floor is lowest at (1, ..., 1).
double rosenbrock(const double *x, int n);
