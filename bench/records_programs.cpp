// The programs of records.cpp with their sizes.
#include "programs.hpp"
#include "records.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <random>

namespace {

std::size_t size(int count) { return static_cast<std::size_t>(count); }

/// Cameras on the ground that look at points, each of which is seen by some of them.
scene scene_of(int cameras, int points, int observations) {
  scene all;
  std::mt19937 random(61);
  const auto uniform = [&](double low, double high) { return std::uniform_real_distribution<double>(low, high)(random); };
  for (int i = 0; i < cameras; ++i)
    all.cameras.push_back({{uniform(-0.5, 0.5), uniform(-0.5, 0.5), uniform(-0.5, 0.5)},
                           {uniform(-1, 1), uniform(-1, 1), uniform(-1, 1)},
                           uniform(400, 600),
                           {uniform(-1, 1), uniform(-1, 1)},
                           {uniform(-0.1, 0.1), uniform(-0.01, 0.01)}});
  for (int i = 0; i < points; ++i)
    all.points.push_back({uniform(-2, 2), uniform(-2, 2), uniform(6, 10)});
  for (int i = 0; i < observations; ++i) {
    all.weights.push_back(uniform(0.5, 1.5));
    all.observations.push_back({i % cameras, i % points});
    all.features.push_back({uniform(-200, 200), uniform(-200, 200)});
  }
  return all;
}

program adjustments(int cameras, int points, int observations) {
  const auto all = std::make_shared<const scene>(scene_of(cameras, points, observations));
  const std::string name = "bundle adjustment, " + std::to_string(cameras) + " cameras, " + std::to_string(points) + " points, " +
                           std::to_string(observations) + " observations";
  const auto j = std::make_shared<sparse_matrix>(pattern_of_adjustment(*all)), by_hand = std::make_shared<sparse_matrix>(*j);
  jacobian_of_adjustment_by_hand(*all, *by_hand);
  jacobian_of_adjustment(*all, *j);
  check_equal(name + ": records", j->values, by_hand->values);
  jacobian_of_adjustment_by_pointers(*all, *j);
  check_equal(name + ": pointers", j->values, by_hand->values);
  const auto on = [=](auto f) {
    return [=] {
      f(*all, *j);
      return j->values[0];
    };
  };
  return {name,
          {{"the function", [=] { return adjustment(*all).reprojections[0].x; }},
           {"Jacobian", on(jacobian_of_adjustment)},
           {"Jacobian, pointers", on(jacobian_of_adjustment_by_pointers)},
           {"Jacobian by hand", on(jacobian_of_adjustment_by_hand)}}};
}

/// The materials of a reactor, of which fuel has the most nuclides, and how often a neutron is in each.
constexpr std::array<int, 12> nuclides_of = {34, 5, 4, 4, 27, 21, 21, 21, 21, 21, 9, 9};
constexpr std::array<double, 12> odds_of = {.140, .052, .275, .134, .154, .064, .066, .055, .008, .015, .025, .013};

/// Each nuclide has poles in the order of their energies, and windows with four poles each on average.
struct reactor {
  flights all;
  mixture_of_nuclides in;
  reactions of;
  int n_poles, n_windows;

  reactor(int nuclides, int poles, int windows, int n) : n_poles(poles), n_windows(windows) {
    std::mt19937 random(71);
    const auto uniform = [&](double low, double high) { return std::uniform_real_distribution<double>(low, high)(random); };
    const auto number = [&] { return std::complex<double>(uniform(0, 1), uniform(0, 1)); };
    in.first.push_back(0);
    for (const int count : nuclides_of) {
      for (int i = 0; i < count; ++i) {
        in.nuclides.push_back(std::uniform_int_distribution<int>(0, nuclides - 1)(random));
        in.concentrations.push_back(uniform(0, 1));
      }
      in.first.push_back(static_cast<int>(in.nuclides.size()));
    }
    std::discrete_distribution<int> material(odds_of.begin(), odds_of.end());
    for (int i = 0; i < n; ++i) {
      all.energies.push_back(uniform(0.0001, 0.9999));
      all.materials.push_back(material(random));
    }
    for (int k = 0; k < nuclides; ++k) {
      for (int p = 0; p < poles; ++p)
        of.poles.push_back({{uniform(0, 1), -uniform(0.1, 1)}, number(), number(), number(), std::uniform_int_distribution<int>(0, 3)(random)});
      for (int w = 0; w < windows; ++w)
        of.windows.push_back({uniform(0, 1), uniform(0, 1), uniform(0, 1), w * poles / windows, (w + 1) * poles / windows});
      for (int l = 0; l < 4; ++l)
        of.radii.push_back(uniform(0, 1));
    }
  }
};

program reactors(int nuclides, int poles, int n) {
  const auto r = std::make_shared<const reactor>(nuclides, poles, poles / 10, n);
  const auto on = [=](auto f) { return f(r->all, r->in, r->of, r->n_poles, r->n_windows); };
  const std::string name = "resonances of RSBench, " + std::to_string(nuclides) + " x " + std::to_string(poles) + ", " +
                           std::to_string(n) + " neutrons";
  check(name + ": run", on(run_resonances), on(resonances));
  // Along the numbers of poles and windows themselves: a difference quotient of order four.
  const reactions g = on(gradient_resonances);
  const auto at = [&](double h) {
    reactions of = r->of;
    for (pole &p : of.poles) {
      p.energy *= 1 + h;
      p.total *= 1 + h;
      p.absorption *= 1 + h;
      p.fission *= 1 + h;
    }
    for (window &w : of.windows) {
      w.total *= 1 + h;
      w.absorption *= 1 + h;
      w.fission *= 1 + h;
    }
    for (double &radius : of.radii)
      radius *= 1 + h;
    return resonances(r->all, r->in, of, r->n_poles, r->n_windows);
  };
  const auto product = [](std::complex<double> a, std::complex<double> b) { return a.real() * b.real() + a.imag() * b.imag(); };
  double slope = 0;
  for (std::size_t i = 0; i < g.poles.size(); ++i) {
    const pole &by = g.poles[i], &p = r->of.poles[i];
    slope += product(by.energy, p.energy) + product(by.total, p.total) + product(by.absorption, p.absorption) + product(by.fission, p.fission);
  }
  for (std::size_t i = 0; i < g.windows.size(); ++i)
    slope += g.windows[i].total * r->of.windows[i].total + g.windows[i].absorption * r->of.windows[i].absorption +
             g.windows[i].fission * r->of.windows[i].fission;
  for (std::size_t i = 0; i < g.radii.size(); ++i)
    slope += g.radii[i] * r->of.radii[i];
  const double h = 1e-3;
  check(name + ": gradient", slope, (8 * (at(h) - at(-h)) - (at(2 * h) - at(-2 * h))) / (12 * h));
  return {name,
          {{"the function", [=] { return on(resonances); }},
           {"`run`", [=] { return on(run_resonances); }, true},
           {"`gradient`", [=] { return on(gradient_resonances).radii[0]; }, true}}};
}

} // namespace

std::vector<program> records_programs() {
  return {adjustments(49, 7776, 31843), adjustments(21, 11315, 36455), reactors(68, 1000, 2000)};
}
