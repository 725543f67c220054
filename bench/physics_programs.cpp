// The programs of physics.cpp with their sizes.
#include "physics.hpp"
#include "programs.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <random>

namespace {

std::size_t size(int count) { return static_cast<std::size_t>(count); }

program lattices(int n, int steps) {
  const auto start = std::make_shared<const vector>(random_vector(size(19 * n * n * n), 0.04, 0.06, 41));
  const std::string name = "lattice Boltzmann, " + std::to_string(n) + " x " + std::to_string(n) + " x " +
                           std::to_string(n) + ", " + std::to_string(steps) + " steps";
  check(name + ": run", run_lattice_boltzmann(*start, n, steps), lattice_boltzmann(*start, n, steps));
  // Scaling the populations keeps the velocities: the sum of squares is homogeneous of degree 2.
  const vector g = gradient_lattice_boltzmann(*start, n, steps);
  double sum = 0;
  for (std::size_t i = 0; i < g.size(); ++i)
    sum += g[i] * (*start)[i];
  check(name + ": gradient", sum, 2 * lattice_boltzmann(*start, n, steps));
  return {name,
          {{"the function", [=] { return lattice_boltzmann(*start, n, steps); }},
           {"`run`", [=] { return run_lattice_boltzmann(*start, n, steps); }, true},
           {"`gradient`", [=] { return gradient_lattice_boltzmann(*start, n, steps)[0]; }, true}}};
}

/// The materials of a reactor, of which fuel has the most nuclides, and how often a neutron is in each.
constexpr std::array<int, 12> nuclides_of = {34, 5, 4, 4, 27, 21, 21, 21, 21, 21, 9, 9};
constexpr std::array<double, 12> odds_of = {.140, .052, .275, .134, .154, .064, .066, .055, .008, .015, .025, .013};

struct reactor {
  neutrons all;
  compositions in;
  vector concentrations, grids, tables;

  reactor(int nuclides, int points, int n) {
    std::mt19937 random(42);
    in.first.push_back(0);
    for (const int count : nuclides_of) {
      for (int i = 0; i < count; ++i)
        in.nuclides.push_back(std::uniform_int_distribution<int>(0, nuclides - 1)(random));
      in.first.push_back(static_cast<int>(in.nuclides.size()));
    }
    std::discrete_distribution<int> material(odds_of.begin(), odds_of.end());
    for (int i = 0; i < n; ++i)
      all.materials.push_back(material(random));
    all.energies = random_vector(size(n), 0.0001, 0.9999, 43);
    concentrations = random_vector(in.nuclides.size(), 0, 1, 44);
    grids = random_vector(size(nuclides * points), 0, 1, 45);
    tables = random_vector(size(nuclides * points * 5), 0, 1, 46);
    for (auto row = grids.begin(); row != grids.end(); row += points) {
      *row = 0;
      row[1] = 1;
      std::sort(row, row + points);
    }
  }
};

program reactors(int nuclides, int points, int n) {
  const auto r = std::make_shared<const reactor>(nuclides, points, n);
  const auto on = [=](auto f) { return f(r->all, r->in, r->concentrations, r->grids, r->tables, points); };
  const std::string name = "cross sections of XSBench, " + std::to_string(nuclides) + " x " + std::to_string(points) +
                           ", " + std::to_string(n) + " neutrons";
  const double value = on(cross_sections);
  check(name + ": run", on(run_cross_sections), value);
  // Homogeneous of degree 2 in the concentrations, and in the tables.
  const auto [by_concentrations, by_tables] = on(gradient_cross_sections);
  double first = 0, second = 0;
  for (std::size_t i = 0; i < by_concentrations.size(); ++i)
    first += by_concentrations[i] * r->concentrations[i];
  for (std::size_t i = 0; i < by_tables.size(); ++i)
    second += by_tables[i] * r->tables[i];
  check(name + ": by the concentrations", first, 2 * value);
  check(name + ": by the tables", second, 2 * value);
  return {name,
          {{"the function", [=] { return on(cross_sections); }},
           {"`run`", [=] { return on(run_cross_sections); }, true},
           {"`gradient`", [=] { return std::get<0>(on(gradient_cross_sections))[0]; }, true}}};
}

} // namespace

std::vector<program> physics_programs() {
  return {lattices(32, 10), reactors(68, 1000, 50000), reactors(68, 11303, 50000)};
}

std::vector<family> physics_families() {
  return {{"lattice Boltzmann, 10 steps",
           "cells in a row",
           {8, 16, 32, 64},
           [](long n) { return lattices(static_cast<int>(n), 10); }},
          {"cross sections of XSBench, 68 nuclides, 10000 neutrons", "points", {10, 100, 1000, 10000}, [](long n) {
             return reactors(68, static_cast<int>(n), 10000);
           }}};
}
