// The programs of hydro.cpp with their sizes.
#include "hydro.hpp"

#include "programs.hpp"

#include <algorithm>
#include <memory>

namespace {

/// A cube of n^3 elements with three planes of symmetry, at rest [0, 1]^3.
mesh cube(int n) {
  const int row = n + 1;
  mesh m{n * n * n, row * row * row, 0.02 / n, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}};
  const auto node = [row](int i, int j, int k) { return (k * row + j) * row + i; };
  const auto element = [n](int i, int j, int k) { return (k * n + j) * n + i; };
  for (int k = 0; k < n; ++k)
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) {
        for (int c = 0; c < 8; ++c)
          m.corners.push_back(node(i + (c % 4 == 1 || c % 4 == 2), j + (c % 4 >= 2), k + (c >= 4)));
        m.beside.insert(m.beside.end(), {element(std::max(i - 1, 0), j, k), element(std::min(i + 1, n - 1), j, k),
                                         element(i, std::max(j - 1, 0), k), element(i, std::min(j + 1, n - 1), k),
                                         element(i, j, std::max(k - 1, 0)), element(i, j, std::min(k + 1, n - 1))});
        for (const int at : {i, j, k})
          m.border.insert(m.border.end(), {at == 0 ? 1 : 0, at == n - 1 ? 2 : 0});
      }
  for (int b = 0; b < row; ++b)
    for (int a = 0; a < row; ++a) {
      m.on_x.push_back(node(0, a, b));
      m.on_y.push_back(node(a, 0, b));
      m.on_z.push_back(node(a, b, 0));
    }
  m.volume.assign(m.elements, 1. / m.elements);
  m.mass_of_node.assign(m.nodes, 0);
  m.begin.assign(m.nodes + 1, 0);
  for (const int at : m.corners) {
    m.mass_of_node[at] += 0.125 / m.elements;
    ++m.begin[at + 1];
  }
  for (int at = 0; at < m.nodes; ++at)
    m.begin[at + 1] += m.begin[at];
  m.corner_of.resize(m.corners.size());
  numbers next = m.begin;
  for (int c = 0; c < 8 * m.elements; ++c)
    m.corner_of[next[m.corners[c]]++] = c;
  return m;
}

/// Places near those of the cube, velocities towards the origin, energies that differ.
flow first(int n) {
  const int row = n + 1, nodes = row * row * row;
  flow f{random_vector(nodes, -0.1 / n, 0.1 / n, 61), random_vector(nodes, -0.1 / n, 0.1 / n, 62), random_vector(nodes, -0.1 / n, 0.1 / n, 63),
         random_vector(nodes, -0.5, 0.2, 64),         random_vector(nodes, -0.5, 0.2, 65),         random_vector(nodes, -0.5, 0.2, 66),
         random_vector(n * n * n, 0.5, 2, 67)};
  for (int at = 0; at < nodes; ++at) {
    f.x[at] += at % row / double(n);
    f.y[at] += at / row % row / double(n);
    f.z[at] += at / row / row / double(n);
  }
  return f;
}

/// f + by * direction, with random directions.
flow moved(const flow &f, double by) {
  flow g = f;
  unsigned seed = 70;
  for (vector *v : {&g.x, &g.y, &g.z, &g.xd, &g.yd, &g.zd, &g.e}) {
    const vector direction = random_vector(v->size(), -1, 1, ++seed);
    for (std::size_t i = 0; i < v->size(); ++i)
      (*v)[i] += by * direction[i];
  }
  return g;
}

vector joined(const flow &f) {
  vector all;
  for (const vector *v : {&f.x, &f.y, &f.z, &f.xd, &f.yd, &f.zd, &f.e})
    all.insert(all.end(), v->begin(), v->end());
  return all;
}

/// A derivative along a direction, beside central differences.
void check_direction(const std::string &name, const mesh &m, const flow &start, int steps, const flow &gradient) {
  const double h = 5e-8; // elements that stop to shrink have another viscosity: steps over that are few
  const double difference = (hydro(m, moved(start, h), steps) - hydro(m, moved(start, -h), steps)) / (2 * h);
  const vector direction = joined(moved(start, 1)), from = joined(start), slope = joined(gradient);
  double along = 0;
  for (std::size_t i = 0; i < from.size(); ++i)
    along += slope[i] * (direction[i] - from[i]);
  check_equal(name + ": along a direction", {along}, {difference}, 1e-5);
}

program explosion(int n, int steps) {
  const auto m = std::make_shared<const mesh>(cube(n));
  const auto start = std::make_shared<const flow>(first(n));
  const std::string name = "hydrodynamics, " + std::to_string(n) + "^3 elements, " + std::to_string(steps) + " steps";
  const double value = hydro(*m, *start, steps);
  check(name + ": with pointers", hydro_in_c(*m, *start, steps), value);
  check(name + ": run", run_hydro(*m, *start, steps), value);
  check(name + ": run with pointers", run_hydro_in_c(*m, *start, steps), value);
  const flow gradient = gradient_hydro(*m, *start, steps);
  check_direction(name, *m, *start, steps, gradient);
  check_equal(name + ": gradient with pointers", joined(gradient_hydro_in_c(*m, *start, steps)), joined(gradient), 1e-9);
  return {name,
          {{"the function", [=] { return hydro(*m, *start, steps); }},
           {"with pointers", [=] { return hydro_in_c(*m, *start, steps); }},
           {"`run`", [=] { return run_hydro(*m, *start, steps); }, true},
           {"`run` with pointers", [=] { return run_hydro_in_c(*m, *start, steps); }, true},
           {"`gradient`", [=] { return gradient_hydro(*m, *start, steps).e[0]; }, true},
           {"`gradient` with pointers", [=] { return gradient_hydro_in_c(*m, *start, steps).e[0]; }, true}}};
}

} // namespace

std::vector<program> hydro_programs() { return {explosion(12, 10), explosion(30, 4)}; }
