// What the device reaches: the speed of its memory and of its arithmetic.
#include "bench.hpp"

#include <soac/cuda/runtime/runtime.hpp>

namespace gpu {

namespace {

template <class T> __global__ void copy(const T *from, T *to, soac::index n) {
  for (soac::index i = blockIdx.x * soac::index{blockDim.x} + threadIdx.x; i < n; i += soac::index{blockDim.x} * gridDim.x)
    to[i] = from[i];
}

/// Eight chains of `trips` multiplications with an addition each.
template <class T> __global__ void multiply_add(T *out, T factor, int trips) {
  T a = T(threadIdx.x), b = a + 1, c = a + 2, d = a + 3, e = a + 4, f = a + 5, g = a + 6, h = a + 7;
  for (int t = 0; t < trips; ++t) {
    a = a * factor + b;
    b = b * factor + c;
    c = c * factor + d;
    d = d * factor + e;
    e = e * factor + f;
    f = f * factor + g;
    g = g * factor + h;
    h = h * factor + a;
  }
  out[blockIdx.x * soac::index{blockDim.x} + threadIdx.x] = a + b + c + d + e + f + g + h;
}

template <class T> double operations(Bench &bench) {
  const soac::index blocks = bench.isSmall ? 2 : 132 * 64;
  constexpr unsigned threads = 256;
  const int trips = bench.isSmall ? 3 : 4096;
  soac::cuda::array<T> out(bench.place(), blocks * threads);
  const double seconds = bench.median([&] {
    soac::cuda::launch(multiply_add<T>, blocks, threads, bench.stream, out.data(), T(0.5), trips);
  });
  return 16.0 * static_cast<double>(blocks * threads) * trips / seconds;
}

} // namespace

void print_ceilings(Bench &bench) {
  const soac::index n = bench.isSmall ? 1000 : soac::index{1} << 27;
  soac::cuda::array<double> from(bench.place(), n), to(bench.place(), n);
  const double seconds = bench.median([&] {
    soac::cuda::launch(copy<double>, bench.isSmall ? 2 : 132 * 16, 512, bench.stream, static_cast<const double *>(from.data()), to.data(), n);
  });
  std::printf("{\"tool\": \"ceilings\", \"bytes\": %.0f, \"float\": %.0f, \"double\": %.0f}\n", 16.0 * static_cast<double>(n) / seconds,
              operations<float>(bench), operations<double>(bench));
  std::fflush(stdout);
}

} // namespace gpu
