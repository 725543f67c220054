#pragma once
#include <vector>

struct Celsius {
  double degrees;
  explicit Celsius(double d) : degrees(d) {}
};
struct Vector2 {
  double x, y;
};

struct Cache {
  double x;
  mutable double square;
};

struct Samples : std::vector<double> {
  double scale;
};

struct Layer {
  std::vector<double> weights;
  Layer() = default;
  explicit Layer(int n) : weights(n) {}
};
struct Deeper : Celsius {
  std::vector<double> weights;
};
