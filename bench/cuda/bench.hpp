// Data and clocks of the benchmark on a GPU.
#pragma once

#include <soac/cuda/cuda.hpp>
#include <soac/soac.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace gpu {

/// Draws of a linear congruential generator; peers.py has the same one.
class Random {
public:
  explicit Random(std::uint64_t seed) : state(seed) {}
  /// In [0, 1).
  double operator()() {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return static_cast<double>(state >> 40) / static_cast<double>(1u << 24);
  }
  template <class T, class... E> soac::array<T, sizeof...(E)> array(double low, double high, E... extents) {
    soac::array<T, sizeof...(E)> result(extents...);
    for (soac::index k = 0; k < result.size(); ++k)
      result.data()[k] = static_cast<T>(low + (high - low) * (*this)());
    return result;
  }

private:
  std::uint64_t state;
};

/// What a problem needs at least, whatever the implementation.
struct Work {
  double bytes = 0, operations = 0;
  const char *type = "double"; ///< of the operations
};

class Bench {
public:
  Bench(bool isSmall, std::string filter) : isSmall(isSmall), filter(std::move(filter)) {
    if (const cudaError_t code = cudaStreamCreate(&stream); code != cudaSuccess)
      throw soac::cuda::error(std::string("no stream: ") + cudaGetErrorString(code), code);
  }
  Bench(const Bench &) = delete;
  Bench &operator=(const Bench &) = delete;
  ~Bench() {
    memory.reset();
    cudaStreamDestroy(stream);
  }
  const bool isSmall;
  cudaStream_t stream = nullptr;
  soac::cuda::on place() { return {stream, *memory}; }
  bool isAskedFor(const std::string &name) const { return name.find(filter) != std::string::npos; }

  /// `check` gives the sum of the absolute values of the derivative.
  void run(const std::string &name, const std::string &size, const Work &work, const std::function<double()> &check,
           const std::function<void()> &derivative, const std::function<void()> &function) {
    const double seconds = median(derivative), alone = median(function);
    std::printf("{\"tool\": \"soac\", \"problem\": \"%s\", \"size\": \"%s\", \"seconds\": %.9f, \"primal\": %.9f, \"check\": %.9g, "
                "\"bytes\": %.0f, \"operations\": %.0f, \"type\": \"%s\"}\n",
                name.c_str(), size.c_str(), seconds, alone, check(), work.bytes, work.operations, work.type);
    std::fflush(stdout);
  }
  /// Seconds of one call, with the wait for it: of twenty, or of as many as take a second, but three.
  double median(const std::function<void()> &call) {
    call();
    place().wait();
    std::vector<double> seconds;
    for (double all = 0; seconds.size() < (isSmall ? 2 : all < 1 ? 20 : 3); all += seconds.back()) {
      const auto start = std::chrono::steady_clock::now();
      call();
      place().wait();
      seconds.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
    const auto middle = seconds.begin() + static_cast<std::ptrdiff_t>(seconds.size() / 2);
    std::nth_element(seconds.begin(), middle, seconds.end());
    return *middle;
  }

private:
  std::string filter;
  std::unique_ptr<soac::cuda::workspace> memory = std::make_unique<soac::cuda::workspace>();
};

/// Prints a line of JSON with what the device reaches: bytes a second from memory to memory, additions and multiplications a second.
void print_ceilings(Bench &bench);

} // namespace gpu
