// Times derivatives on a GPU: a line of JSON for each problem.
//
//   gpu_bench [--small] [NAME]     NAME is part of a problem's name; --small: sizes for a machine without a GPU
//
// Data are random, the same for every tool.
#include "bench.hpp"
#include "problems.hpp"

#include <array>
#include <cmath>
#include <cstring>
#include <iostream>

namespace gpu {
namespace {

using soac::index;

template <class T, int R> double magnitude(const cuda::array<T, R> &a) {
  const auto here = a.to_host();
  double sum = 0;
  for (index k = 0; k < here.size(); ++k)
    sum += std::abs(static_cast<double>(here.data()[k]));
  return sum;
}

std::string sizes(std::initializer_list<index> numbers) {
  std::string text;
  for (const index n : numbers)
    text += (text.empty() ? "" : "/") + std::to_string(n);
  return text;
}

void clusters(Bench &bench, index k, index n, index d) {
  Random random(1);
  const auto points = random.array<float>(0, 1, n, d), centers = random.array<float>(0, 1, k, d), ones = random.array<float>(1, 1, k, d);
  const cuda::array<float, 2> x(points, bench.place()), c(centers, bench.place()), one(ones, bench.place());
  const auto call = [&] { return clusters_newton(bench.place(), x, c, one); };
  bench.run("k-means", sizes({k, n, d}), {4.0 * double(n * d), 3.0 * double(n * k * d), "float"},
            [&] { return magnitude(std::get<0>(call())); }, [&] { call(); }, [&] { clusters_run(bench.place(), x, c); });
}

void sparse_clusters(Bench &bench, index k, index n, index d, index of_row) {
  Random random(3);
  soac::array<index> starts(n + 1), columns(n * of_row);
  const auto entries = random.array<double>(0, 1, n * of_row);
  for (index i = 0; i < n; ++i) {
    starts(i + 1) = (i + 1) * of_row;
    for (index e = 0; e < of_row; ++e)
      columns(i * of_row + e) = (e * d + static_cast<index>(random() * static_cast<double>(d))) / of_row;
  }
  const auto centers = random.array<double>(0, 1, k, d), ones = random.array<double>(1, 1, k, d);
  const cuda::array<index> s(starts, bench.place()), at(columns, bench.place());
  const cuda::array<double> v(entries, bench.place());
  const cuda::array<double, 2> c(centers, bench.place()), one(ones, bench.place());
  const auto call = [&] { return sparse_clusters_newton(bench.place(), s, at, v, c, one); };
  bench.run("sparse k-means", sizes({k, n, d}), {16.0 * double(n * of_row), 4.0 * double(n * of_row * k)},
            [&] { return magnitude(std::get<0>(call())); }, [&] { call(); },
            [&] { sparse_clusters_run(bench.place(), s, at, v, c); });
}

void mixture(Bench &bench, index n, index d, index k) {
  Random random(4);
  const auto weights = random.array<double>(0, 1, k);
  const auto means = random.array<double>(0, 1, k, d), diagonals = random.array<double>(-1, 0, k, d),
             lower = random.array<double>(-0.1, 0.1, k, d * (d - 1) / 2), points = random.array<double>(0, 1, n, d);
  const cuda::array<double> w(weights, bench.place());
  const cuda::array<double, 2> m(means, bench.place()), q(diagonals, bench.place()), l(lower, bench.place()), x(points, bench.place());
  const auto call = [&] { return mixture_gradient(bench.place(), w, m, q, l, x); };
  bench.run("mixture", sizes({n, d, k}), {8.0 * double(n * d + k * d * d), 4.0 * double(n * k) * double(d) * double(d)},
            [&] { return magnitude(std::get<1>(call())); }, [&] { call(); }, [&] { mixture_run(bench.place(), w, m, q, l, x); });
}

void heat(Bench &bench, index n, int steps) {
  const auto start = Random(5).array<float>(0, 1, n, n);
  const cuda::array<float, 2> x(start, bench.place());
  const auto call = [&] { return heat_gradient(bench.place(), x, steps); };
  bench.run("heat", std::to_string(n) + "^2, " + std::to_string(steps) + " steps",
            {4.0 * double(n * n) * 4 * steps, 20.0 * double(n * n) * steps, "float"}, [&] { return magnitude(call()); }, [&] { call(); },
            [&] { heat_run(bench.place(), x, steps); });
}

void lstm(Bench &bench, index batch, index steps, index d, index hidden) {
  Random random(6);
  const auto inputs = random.array<float>(-1, 1, steps, batch, d);
  const auto of_input = random.array<float>(-0.1, 0.1, 4 * hidden, d), of_state = random.array<float>(-0.1, 0.1, 4 * hidden, hidden);
  const auto bias = random.array<float>(-0.1, 0.1, 4 * hidden);
  const cuda::array<float, 3> x(inputs, bench.place());
  const cuda::array<float, 2> u(of_input, bench.place()), w(of_state, bench.place());
  const cuda::array<float> b(bias, bench.place());
  const auto call = [&] { return lstm_gradient(bench.place(), x, u, w, b); };
  const double products = 2.0 * double(steps * batch) * double(4 * hidden) * double(d + hidden);
  bench.run("LSTM", sizes({batch, steps, d, hidden}), {4.0 * double(inputs.size()), 3 * products, "float"},
            [&] { return magnitude(std::get<0>(call())); }, [&] { call(); }, [&] { lstm_run(bench.place(), x, u, w, b); });
}

/// The reactor of XSBench and RSBench: which materials are looked up how often, and of how many nuclides they are (their size "small").
struct Reactor {
  static constexpr index n_nuclides = 68;
  static constexpr std::array<double, 12> shares{0.140, 0.052, 0.275, 0.134, 0.154, 0.064, 0.066, 0.055, 0.008, 0.015, 0.025, 0.012};
  static constexpr std::array<index, 12> counts{34, 5, 4, 4, 27, 21, 21, 21, 21, 21, 9, 9};

  soac::array<double> energies, concentrations;
  soac::array<int> materials, nuclides;
  soac::array<index> starts;

  Reactor(Random &random, index lookups) : energies(random.array<double>(0, 1, lookups)), materials(lookups), starts(13) {
    for (index m = 0; m < 12; ++m)
      starts(m + 1) = starts(m) + counts[static_cast<std::size_t>(m)];
    nuclides = soac::array<int>(starts(12));
    concentrations = random.array<double>(0, 1, starts(12));
    for (index m = 0; m < 12; ++m)
      for (index k = starts(m); k < starts(m + 1); ++k)
        nuclides(k) = static_cast<int>((m + 2 * (k - starts(m))) % n_nuclides);
    for (index i = 0; i < lookups; ++i) {
      double left = random();
      int m = 0;
      for (; m < 11 && left >= shares[static_cast<std::size_t>(m)]; ++m)
        left -= shares[static_cast<std::size_t>(m)];
      materials(i) = m;
    }
  }
};

void cross_sections(Bench &bench, index lookups, index points) {
  Random random(7);
  const Reactor reactor(random, lookups);
  auto grids = random.array<double>(0, 1, Reactor::n_nuclides, points);
  for (index n = 0; n < Reactor::n_nuclides; ++n)
    std::sort(grids.data() + n * points, grids.data() + (n + 1) * points);
  const auto tables = random.array<double>(0, 1, Reactor::n_nuclides, points, index{5});
  const cuda::on place = bench.place();
  const cuda::array<double> e(reactor.energies, place), c(reactor.concentrations, place);
  const cuda::array<int> m(reactor.materials, place), n(reactor.nuclides, place);
  const cuda::array<index> s(reactor.starts, place);
  const cuda::array<double, 2> g(grids, place);
  const cuda::array<double, 3> t(tables, place);
  const auto call = [&] { return cross_sections_gradient(bench.place(), e, m, s, n, c, g, t); };
  bench.run("XSBench", sizes({Reactor::n_nuclides, points, lookups}), {12.0 * double(lookups), 0}, [&] { return magnitude(std::get<1>(call())); },
            [&] { call(); }, [&] { cross_sections_run(bench.place(), e, m, s, n, c, g, t); });
}

void resonances(Bench &bench, index lookups, index n_poles, index n_windows) {
  Random random(8);
  const Reactor reactor(random, lookups);
  const index all = Reactor::n_nuclides;
  const auto radii = random.array<double>(0, 1, all, index{4});
  const auto windows = random.array<double>(0, 1, all, n_windows, index{3}), poles = random.array<double>(0, 1, all, n_poles, index{8});
  soac::array<int, 2> firsts(all, n_windows + 1), momenta(all, n_poles);
  for (index n = 0; n < all; ++n) {
    for (index w = 0; w <= n_windows; ++w)
      firsts(n, w) = static_cast<int>(w * n_poles / n_windows);
    for (index p = 0; p < n_poles; ++p)
      momenta(n, p) = static_cast<int>(random() * 4);
  }
  const cuda::on place = bench.place();
  const cuda::array<double> e(reactor.energies, place), c(reactor.concentrations, place);
  const cuda::array<int> m(reactor.materials, place), n(reactor.nuclides, place);
  const cuda::array<index> s(reactor.starts, place);
  const cuda::array<double, 2> r(radii, place);
  const cuda::array<double, 3> w(windows, place), p(poles, place);
  const cuda::array<int, 2> f(firsts, place), l(momenta, place);
  const auto call = [&] { return resonances_gradient(bench.place(), e, m, s, n, c, r, w, f, p, l); };
  bench.run("RSBench", sizes({all, n_poles, lookups}), {12.0 * double(lookups), 0}, [&] { return magnitude(std::get<1>(call())); },
            [&] { call(); }, [&] { resonances_run(bench.place(), e, m, s, n, c, r, w, f, p, l); });
}

void lattice_boltzmann(Bench &bench, int nx, int ny, int nz, int steps) {
  Random random(9);
  const index cells = index{nx} * ny * nz;
  const auto start = random.array<float>(0.9, 1.1, index{19}, cells);
  soac::array<int> solid(cells);
  for (index k = 0; k < cells; ++k)
    solid(k) = random() < 0.05;
  const cuda::array<float, 2> x(start, bench.place());
  const cuda::array<int> s(solid, bench.place());
  const auto call = [&] { return lattice_boltzmann_gradient(bench.place(), x, s, nx, ny, nz, steps); };
  bench.run("LBM", sizes({nx, ny, nz, steps}), {4.0 * 19 * double(cells) * 5 * steps, 0, "float"}, [&] { return magnitude(call()); },
            [&] { call(); }, [&] { lattice_boltzmann_run(bench.place(), x, s, nx, ny, nz, steps); });
}

void small(Bench &bench) {
  if (bench.isAskedFor("k-means"))
    clusters(bench, 5, 300, 4);
  if (bench.isAskedFor("sparse k-means"))
    sparse_clusters(bench, 3, 60, 20, 4);
  if (bench.isAskedFor("mixture"))
    mixture(bench, 20, 6, 5);
  if (bench.isAskedFor("heat"))
    heat(bench, 70, 3);
  if (bench.isAskedFor("LSTM"))
    lstm(bench, 6, 3, 5, 4);
  if (bench.isAskedFor("XSBench"))
    cross_sections(bench, 100, 40);
  if (bench.isAskedFor("RSBench"))
    resonances(bench, 50, 30, 10);
  if (bench.isAskedFor("LBM"))
    lattice_boltzmann(bench, 6, 5, 7, 4);
}

void full(Bench &bench) {
  if (bench.isAskedFor("k-means")) {
    clusters(bench, 5, 494019, 35);
    clusters(bench, 1024, 10000, 256);
    clusters(bench, 1024, 2000000, 10);
  }
  if (bench.isAskedFor("sparse k-means"))
    sparse_clusters(bench, 10, 138493, 26744, 144);
  if (bench.isAskedFor("mixture"))
    for (const auto &[n, d, k] : {std::tuple(1000, 64, 200), {1000, 128, 200}, {10000, 32, 200}, {10000, 64, 25}, {10000, 128, 25}, {10000, 128, 200}})
      mixture(bench, n, d, k);
  if (bench.isAskedFor("heat"))
    heat(bench, 4096, 50);
  if (bench.isAskedFor("LSTM")) {
    lstm(bench, 1024, 20, 300, 192);
    lstm(bench, 1024, 300, 80, 256);
  }
  if (bench.isAskedFor("XSBench"))
    cross_sections(bench, 17000000, 11303);
  if (bench.isAskedFor("RSBench"))
    resonances(bench, 10200000, 1000, 100);
  if (bench.isAskedFor("LBM"))
    lattice_boltzmann(bench, 120, 120, 150, 100);
}

} // namespace
} // namespace gpu

int main(int argc, char **argv) {
  try {
    const bool isSmall = argc > 1 && std::strcmp(argv[1], "--small") == 0;
    gpu::Bench bench(isSmall, argc > 1 + isSmall ? argv[1 + isSmall] : "");
    gpu::print_ceilings(bench);
    (isSmall ? gpu::small : gpu::full)(bench);
  } catch (const std::exception &error) {
    std::cerr << "gpu_bench: " << error.what() << '\n';
    return 1;
  }
}
