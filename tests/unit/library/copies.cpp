// What skeletons make of one iteration and of a workspace's end: copies.sh counts the calls.
#include <soac/runtime/runtime.hpp>

double step(soac::index i) noexcept;

void elements(soac::workspace &w, soac::runtime::dense<double, 1> y) {
  soac::runtime::parallel_simd_map(w, y.extent(0), 100, [=](soac::index i) { y(i) = step(i); });
}

double sum(soac::index n) {
  soac::workspace own;
  const soac::runtime::scope frame(own);
  return soac::runtime::parallel_simd_reduce<soac::runtime::plus>(own, 0.0, n, 100, [=](soac::index i) { return step(i); });
}
