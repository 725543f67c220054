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

} // namespace

std::vector<program> records_programs() { return {adjustments(49, 7776, 31843), adjustments(21, 11315, 36455)}; }
