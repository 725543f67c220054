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
