#pragma once

#include <vector>

#ifndef FRAGMENTS_COUNT
#define FRAGMENTS_COUNT 4
#endif

using Values = double[FRAGMENTS_COUNT];

struct Row {
  double x[FRAGMENTS_COUNT];
};
struct Nested {
  Row row;
};
struct Aliased {
  Values values;
};
struct Independent {
  double value;
  int count() const { return FRAGMENTS_COUNT; }
};
