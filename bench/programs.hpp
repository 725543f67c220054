// The programs of the benchmark: each a reference written by hand, and what is compared with it.
#pragma once

#include <functional>
#include <string>
#include <vector>

struct variant {
  std::string name;
  std::function<double()> run; ///< returns a number of the result, so that nothing is left out
  bool is_parallel = false;    ///< uses the threads that OpenMP gives
};

struct program {
  std::string name;              ///< with its size
  std::vector<variant> variants; ///< the first one is the reference
};

/// A program at sizes that grow.
struct family {
  std::string name, what; ///< what grows: "points"
  std::vector<long> sizes;
  std::function<program(long size)> of;
};

/// Short kernels over pointers.
std::vector<program> kernel_programs();
/// k-means, of dense and of sparse points.
std::vector<program> cluster_programs();
std::vector<family> cluster_families();
/// The kernels of a transformer, in single precision.
std::vector<program> transformer_programs();
/// Estimation of parameters, differential equations, determinants.
std::vector<program> estimation_programs();
std::vector<family> estimation_families();

/// Bundle adjustment, resonances.
std::vector<program> records_programs();
/// Hand tracking.
std::vector<program> hand_programs();
/// Derivatives of derivatives in a loop that data end.
std::vector<program> particle_programs();

/// Simulations.
std::vector<program> physics_programs();
std::vector<family> physics_families();
std::vector<program> weather_programs();
std::vector<program> hydro_programs();

/// All programs, after a check that values and derivatives agree; exits with a message where they do not.
std::vector<program> programs();
/// Those that have sizes, over three decades of these, with the same checks.
std::vector<family> families();

/// n numbers of a range, the same for a seed.
std::vector<double> random_vector(std::size_t n, double low, double high, unsigned seed);
/// Exits with a message where a value is not the expected one.
void check(const std::string &what, double value, double expected);
/// The same of two derivatives, up to a part of the greatest element.
void check_equal(const std::string &what, const std::vector<double> &a, const std::vector<double> &b, double tolerance = 1e-10);
