#pragma once

struct Celsius {
  double degrees;
  explicit Celsius(double d) : degrees(d) {}
};
struct Vector2 {
  double x, y;
};
