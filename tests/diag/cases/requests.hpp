// What requests.cpp names and a generated file could see.
#pragma once

#include <soac/soac.hpp>

struct Viewing {
  soac::view<const double> x;
  double k;
};
struct WrongTangent {
  soac::array<double> x;
};
template <> struct soac::tangent<Viewing> {
  using type = WrongTangent;
};
