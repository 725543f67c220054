// Times every program of programs.cpp and prints a table in Markdown: seconds, and multiples of the references written
// by hand. With OpenMP, the parallel ones also on all threads. Takes part of a program's name to run only that.
#include "programs.hpp"
#include "timing.hpp"

#include <cstdio>
#include <cstdlib>

#ifdef _OPENMP
#include <omp.h>
#endif

namespace {

void set_threads([[maybe_unused]] int threads) {
#ifdef _OPENMP
  omp_set_num_threads(threads);
#endif
}
int most_threads() {
#ifdef _OPENMP
  return omp_get_max_threads();
#else
  return 1;
#endif
}

double time_of(const variant &v) {
  volatile double sink = 0;
  return best_seconds([&] { sink = v.run(); });
}

void report(const program &p, int threads) {
  std::printf("\n**%s**\n\n| | ms | of the first |%s\n|---|---:|---:|%s\n", p.name.c_str(),
              threads > 1 ? " ms on all threads | speed-up |" : "", threads > 1 ? "---:|---:|" : "");
  double reference = 0;
  for (const variant &v : p.variants) {
    set_threads(1);
    const double seconds = time_of(v);
    if (reference == 0)
      reference = seconds;
    std::printf("| %s | %.4f | %.2f |", v.name.c_str(), seconds * 1e3, seconds / reference);
    if (threads > 1 && v.is_parallel) {
      set_threads(threads);
      const double parallel = time_of(v);
      std::printf(" %.4f | %.2f |", parallel * 1e3, seconds / parallel);
    } else if (threads > 1) {
      std::printf(" | |");
    }
    std::printf("\n");
    std::fflush(stdout);
  }
}

} // namespace

int main(int argc, char **argv) {
  const int threads = most_threads();
  set_threads(1);
  const std::string wanted = argc > 1 ? argv[1] : "";
  for (const program &p : programs())
    if (p.name.find(wanted) != std::string::npos)
      report(p, threads);
  return 0;
}
