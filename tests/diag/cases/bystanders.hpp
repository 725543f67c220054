#pragma once
#include <string>

struct Material {
  std::string name;
  double value;
  double (*law)(double);
};
