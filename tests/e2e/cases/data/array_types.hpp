// Types of the cases of arrays.
#pragma once

#include <soac/soac.hpp>

namespace array_types {

using reals = soac::view<const double>;
using matrix = soac::view<const double, 2>;
using tensor = soac::view<const double, 3>;
using ints = soac::view<const int>;
using array1 = soac::array<double>;
using array2 = soac::array<double, 2>;
using array3 = soac::array<double, 3>;

struct Matrix22 {
  double a, b, c, d;
};
inline Matrix22 operator*(const Matrix22 &x, const Matrix22 &y) {
  return {x.a * y.a + x.b * y.c, x.a * y.b + x.b * y.d, x.c * y.a + x.d * y.c, x.c * y.b + x.d * y.d};
}
struct Quaternion {
  double w, x, y, z;
};
inline Quaternion operator*(const Quaternion &p, const Quaternion &q) {
  return {p.w * q.w - p.x * q.x - p.y * q.y - p.z * q.z, p.w * q.x + p.x * q.w + p.y * q.z - p.z * q.y,
          p.w * q.y - p.x * q.z + p.y * q.w + p.z * q.x, p.w * q.z + p.x * q.y - p.y * q.x + p.z * q.w};
}

} // namespace array_types
