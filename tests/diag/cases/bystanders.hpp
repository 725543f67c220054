#pragma once
#include <cstdio>
#include <string>

struct Material {
  std::string name;
  double value;
  double (*law)(double);
};
