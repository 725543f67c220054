// Times derivatives on a GPU: a line of JSON for each problem.
//
//   gpu_bench [--small] [NAME]     NAME is part of a problem's name; --small: sizes for a machine without a GPU
//
// Data are random, the same for every tool: draws of a linear congruential generator (peers.py has the same one).
#include "problems.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <functional>
#include <iostream>
#include <string>
#include <vector>

namespace {

using soac::index;
namespace cuda = soac::cuda;

class Random {
public:
  explicit Random(std::uint64_t seed) : state(seed) {}
  /// In [0, 1).
  double operator()() {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return static_cast<double>(state >> 40) / static_cast<double>(1u << 24);
  }
  template <class T> soac::array<T, 2> matrix(index rows, index columns, double low = 0, double high = 1) {
    soac::array<T, 2> result(rows, columns);
    for (index k = 0; k < result.size(); ++k)
      result.data()[k] = static_cast<T>(low + (high - low) * (*this)());
    return result;
  }

private:
  std::uint64_t state;
};

struct Result {
  double seconds = 0; ///< the median of one call
  double check = 0;   ///< the sum of the absolute values of the derivative
};

class Bench {
public:
  Bench(bool isSmall, std::string filter) : isSmall(isSmall), filter(std::move(filter)) {
    if (const cudaError_t code = cudaStreamCreate(&stream); code != cudaSuccess)
      throw cuda::error(std::string("no stream: ") + cudaGetErrorString(code), code);
  }
  ~Bench() {
    memory.reset();
    cudaStreamDestroy(stream);
  }
  const bool isSmall;
  cuda::on place() { return {stream, *memory}; }

  /// `call` gives the array of which the check is made. `bytes`, `operations`: at least so many, of the algorithm.
  void run(const std::string &name, const std::string &size, double bytes, double operations, const std::function<double()> &check,
           const std::function<void()> &call) {
    if (name.find(filter) == std::string::npos)
      return;
    call();
    place().wait();
    const int calls = isSmall ? 2 : 20;
    std::vector<double> seconds;
    for (int k = 0; k < calls; ++k) {
      const auto start = std::chrono::steady_clock::now();
      call();
      place().wait();
      seconds.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
    std::nth_element(seconds.begin(), seconds.begin() + calls / 2, seconds.end());
    std::printf("{\"tool\": \"soac\", \"problem\": \"%s\", \"size\": \"%s\", \"seconds\": %.9f, \"check\": %.9g, \"bytes\": %.0f, "
                "\"operations\": %.0f}\n",
                name.c_str(), size.c_str(), seconds[static_cast<std::size_t>(calls / 2)], check(), bytes, operations);
    std::fflush(stdout);
  }

private:
  std::string filter;
  cudaStream_t stream = nullptr;
  std::unique_ptr<cuda::workspace> memory = std::make_unique<cuda::workspace>();
};

template <class T, int R> double magnitude(const cuda::array<T, R> &a) {
  const auto here = a.to_host();
  double sum = 0;
  for (index k = 0; k < here.size(); ++k)
    sum += std::abs(static_cast<double>(here.data()[k]));
  return sum;
}

void clusters(Bench &bench, index k, index n, index d) {
  Random random(1);
  const auto points = random.matrix<float>(n, d), centers = random.matrix<float>(k, d);
  const auto ones = Random(2).matrix<float>(k, d, 1, 1);
  const cuda::array<float, 2> x(points, bench.place()), c(centers, bench.place()), one(ones, bench.place());
  const auto call = [&] { return gpu::clusters_newton(bench.place(), x, c, one); };
  bench.run("k-means", std::to_string(k) + "/" + std::to_string(n) + "/" + std::to_string(d), 4.0 * double(n * d),
            3.0 * double(n * k * d), [&] { return magnitude(std::get<0>(call())); }, [&] { call(); });
}

void sparse_clusters(Bench &bench, index k, index n, index d, index of_row) {
  Random random(3);
  soac::array<index> starts(n + 1), columns(n * of_row);
  const auto entries = random.matrix<double>(1, n * of_row);
  for (index i = 0; i < n; ++i) {
    starts(i + 1) = (i + 1) * of_row;
    for (index e = 0; e < of_row; ++e)
      columns(i * of_row + e) = (e * d + static_cast<index>(random() * static_cast<double>(d))) / of_row;
  }
  const auto centers = random.matrix<double>(k, d), ones = Random(2).matrix<double>(k, d, 1, 1);
  const cuda::array<index> s(starts, bench.place()), at(columns, bench.place());
  const cuda::array<double> v(soac::view<const double>(entries.data(), entries.size()), bench.place());
  const cuda::array<double, 2> c(centers, bench.place()), one(ones, bench.place());
  const auto call = [&] { return gpu::sparse_clusters_newton(bench.place(), s, at, v, c, one); };
  bench.run("sparse k-means", std::to_string(k) + "/" + std::to_string(n) + "/" + std::to_string(d), 16.0 * double(n * of_row),
            4.0 * double(n * of_row * k), [&] { return magnitude(std::get<0>(call())); }, [&] { call(); });
}

void mixture(Bench &bench, index n, index d, index k) {
  Random random(4);
  const auto weights = random.matrix<double>(1, k), means = random.matrix<double>(k, d), diagonals = random.matrix<double>(k, d, -1, 0),
             lower = random.matrix<double>(k, d * (d - 1) / 2, -0.1, 0.1), points = random.matrix<double>(n, d);
  const cuda::array<double> w(soac::view<const double>(weights.data(), k), bench.place());
  const cuda::array<double, 2> m(means, bench.place()), q(diagonals, bench.place()), l(lower, bench.place()), x(points, bench.place());
  const auto call = [&] { return gpu::mixture_gradient(bench.place(), w, m, q, l, x); };
  bench.run("mixture", std::to_string(n) + "/" + std::to_string(d) + "/" + std::to_string(k), 8.0 * double(n * d + 2 * k * d * d / 2),
            4.0 * double(n * k) * double(d) * double(d), [&] { return magnitude(std::get<1>(call())); }, [&] { call(); });
}

void heat(Bench &bench, index n, int steps) {
  const auto start = Random(5).matrix<float>(n, n);
  const cuda::array<float, 2> x(start, bench.place());
  const auto call = [&] { return gpu::heat_gradient(bench.place(), x, steps); };
  bench.run("heat", std::to_string(n) + "^2, " + std::to_string(steps) + " steps", 4.0 * double(n * n) * 4 * steps, 20.0 * double(n * n) * steps,
            [&] { return magnitude(call()); }, [&] { call(); });
}

} // namespace

int main(int argc, char **argv) {
  try {
    const bool isSmall = argc > 1 && std::strcmp(argv[1], "--small") == 0;
    Bench bench(isSmall, argc > 1 + isSmall ? argv[1 + isSmall] : "");
    if (isSmall) {
      clusters(bench, 5, 300, 4);
      sparse_clusters(bench, 3, 60, 20, 4);
      mixture(bench, 20, 6, 5);
      heat(bench, 70, 3);
      return 0;
    }
    clusters(bench, 5, 494019, 35);
    clusters(bench, 1024, 10000, 256);
    clusters(bench, 1024, 2000000, 10);
    sparse_clusters(bench, 10, 138493, 26744, 144);
    mixture(bench, 1000, 64, 200);
    mixture(bench, 1000, 128, 200);
    mixture(bench, 10000, 32, 200);
    mixture(bench, 10000, 64, 25);
    mixture(bench, 10000, 128, 25);
    mixture(bench, 10000, 128, 200);
    heat(bench, 4096, 50);
  } catch (const std::exception &error) {
    std::cerr << "gpu_bench: " << error.what() << '\n';
    return 1;
  }
}
