// The programs of hand.cpp, at the shapes of ADBench: models of 544 and of 10,000 vertices, 100 points and 1,600.
#include "hand.hpp"
#include "programs.hpp"

#include <cmath>
#include <memory>
#include <random>

namespace {

std::size_t size(int count) { return static_cast<std::size_t>(count); }

struct data {
  hand_model model;
  hand_points simple;
  surface_points on_surface;
  vector pose, places;

  hand_views views() const {
    return {model.parents, model.relatives, model.inverses, model.vertices,
            rows(model.weights.data(), static_cast<soac::index>(model.vertices.size()), 22)};
  }
};

/// Four bones of each finger lie behind each other, vertices follow three bones each.
std::shared_ptr<const data> hands(int vertices, int points) {
  const auto in = std::make_shared<data>();
  std::mt19937 random(81);
  const auto uniform = [&](double low, double high) { return std::uniform_real_distribution<double>(low, high)(random); };
  const auto one_of = [&](int count) { return std::uniform_int_distribution<int>(0, count - 1)(random); };
  for (int b = 0; b < 22; ++b) {
    in->model.parents.push_back(b == 0 ? -1 : b % 4 == 1 ? 0 : b - 1);
    const double angle = uniform(-0.5, 0.5), c = std::cos(angle), s = std::sin(angle);
    in->model.relatives.push_back({c, -s, 0, uniform(0, 1), s, c, 0, uniform(0, 1), 0, 0, 1, uniform(0, 1)});
    in->model.inverses.push_back({c, s, 0, uniform(-1, 0), -s, c, 0, uniform(-1, 0), 0, 0, 1, uniform(-1, 0)});
  }
  in->model.weights.assign(size(22 * vertices), 0);
  for (int v = 0; v < vertices; ++v) {
    in->model.vertices.push_back({uniform(-1, 1), uniform(-1, 1), uniform(-1, 1)});
    for (int i = 0; i < 3; ++i)
      in->model.weights[size(22 * v + one_of(22))] += 1.0 / 3;
  }
  for (int i = 0; i < points; ++i) {
    const triple point = {uniform(-1, 1), uniform(-1, 1), uniform(-1, 1)};
    in->simple.points.push_back(point);
    in->simple.vertices.push_back(one_of(vertices));
    in->on_surface.points.push_back(point);
    in->on_surface.triangles.push_back({one_of(vertices), one_of(vertices), one_of(vertices)});
    in->places.push_back(uniform(0, 0.5));
    in->places.push_back(uniform(0, 0.5));
  }
  for (int i = 0; i < 26; ++i)
    in->pose.push_back(uniform(-0.5, 0.5));
  return in;
}

vector numbers_of(const soac::array<double, 2> &a) { return vector(a.data(), a.data() + a.size()); }
template <int R> vector numbers_of(const soac::array<triple, R> &a) { return vector(a.data()->data(), a.data()->data() + 3 * a.size()); }

/// Difference quotients by the parameters of a pose, one row for each.
vector quotients(vector pose, const std::function<vector(const vector &)> &f) {
  constexpr double h = 1e-5;
  vector all;
  for (double &x : pose) {
    const double here = x;
    x = here + h;
    const vector above = f(pose);
    x = here - h;
    const vector below = f(pose);
    x = here;
    for (std::size_t i = 0; i < above.size(); ++i)
      all.push_back((above[i] - below[i]) / (2 * h));
  }
  return all;
}

/// By each point's own place: (c - a) and (c - b), which are differences of the function where it is 1.
vector by_places(const data &in) {
  vector all;
  for (std::size_t k = 0; k < 2; ++k) {
    vector places = in.places;
    for (std::size_t i = k; i < places.size(); i += 2)
      places[i] += 1;
    const vector there = hand_surface(in.pose, places, in.model, in.on_surface), here = hand_surface(in.pose, in.places, in.model, in.on_surface);
    for (std::size_t i = 0; i < there.size(); ++i)
      all.push_back(there[i] - here[i]);
  }
  return all;
}

std::string name_of(const char *kind, int vertices, int points) {
  return std::string("hand tracking of ADBench, ") + kind + ", " + std::to_string(vertices) + " vertices, " + std::to_string(points) + " points";
}

program simple_hands(int vertices, int points) {
  const auto in = hands(vertices, points);
  const auto loops = [=](auto f) { return f(in->pose, in->model, in->simple); };
  const auto library = [=](auto f) { return f(in->pose, in->views(), in->simple.points, in->simple.vertices); };
  const std::string name = name_of("simple", vertices, points);
  const vector expected = quotients(in->pose, [&](const vector &pose) { return hand(pose, in->model, in->simple); });
  check_equal(name + ": loops", numbers_of(loops(jacobian_hand)), expected, 1e-8);
  check_equal(name + ": library", numbers_of(library(jacobian_hand_by_library)), expected, 1e-8);
  check_equal(name + ": run", loops(run_hand), loops(hand));
  check_equal(name + ": run, library", numbers_of(library(run_hand_by_library)), loops(hand));
  return {name,
          {{"the function, loops", [=] { return loops(hand)[0]; }},
           {"the function, library", [=] { return library(hand_by_library)(0)[0]; }, true},
           {"`run`, loops", [=] { return loops(run_hand)[0]; }, true},
           {"`run`, combinators", [=] { return library(run_hand_by_library)(0)[0]; }, true},
           {"Jacobian, loops", [=] { return loops(jacobian_hand)(0, 0); }, true},
           {"Jacobian, combinators", [=] { return library(jacobian_hand_by_library)(0, 0)[0]; }, true}}};
}

program hands_with_surface(int vertices, int points) {
  const auto in = hands(vertices, points);
  const auto loops = [=](auto f) { return f(in->pose, in->places, in->model, in->on_surface); };
  const auto library = [=](auto f) {
    return f(in->pose, rows(in->places.data(), static_cast<soac::index>(in->places.size() / 2), 2), in->views(), in->on_surface.points,
             in->on_surface.triangles);
  };
  const std::string name = name_of("complicated", vertices, points);
  vector expected = by_places(*in);
  const vector by_pose = quotients(in->pose, [&](const vector &pose) { return hand_surface(pose, in->places, in->model, in->on_surface); });
  expected.insert(expected.end(), by_pose.begin(), by_pose.end());
  check_equal(name + ": loops", numbers_of(loops(jacobian_hand_surface)), expected, 1e-8);
  check_equal(name + ": library", numbers_of(library(jacobian_hand_surface_by_library)), expected, 1e-8);
  check_equal(name + ": run", loops(run_hand_surface), loops(hand_surface));
  check_equal(name + ": run, library", numbers_of(library(run_hand_surface_by_library)), loops(hand_surface));
  return {name,
          {{"the function, loops", [=] { return loops(hand_surface)[0]; }},
           {"the function, library", [=] { return library(hand_surface_by_library)(0)[0]; }, true},
           {"`run`, loops", [=] { return loops(run_hand_surface)[0]; }, true},
           {"`run`, combinators", [=] { return library(run_hand_surface_by_library)(0)[0]; }, true},
           {"Jacobian, loops", [=] { return loops(jacobian_hand_surface)(0, 0); }, true},
           {"Jacobian, combinators", [=] { return library(jacobian_hand_surface_by_library)(0, 0)[0]; }, true}}};
}

} // namespace

std::vector<program> hand_programs() {
  return {simple_hands(544, 100), simple_hands(544, 1600), simple_hands(10000, 1600),
          hands_with_surface(544, 100), hands_with_surface(544, 1600), hands_with_surface(10000, 1600)};
}
