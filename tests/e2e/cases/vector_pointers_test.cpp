#include "vector_pointers.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace {

using namespace vector_pointers;
using V = std::vector<double>;

template <class A> V numbers(const A &a) { return V(a.data(), a.data() + a.size()); }
V numbers(const matrix &a, soac::index rows, soac::index columns) {
  EXPECT_EQ(a.extent(0), rows);
  EXPECT_EQ(a.extent(1), columns);
  return V(a.data(), a.data() + rows * columns);
}

TEST(VectorPointers, ManyDirections) {
  const double x[] = {2, 3, 5};
  matrix dx(2, 3);
  dx(0, 0) = 1, dx(1, 1) = 1, dx(1, 2) = 10;
  EXPECT_EQ(numbers(cubes_jmp(x, 3, dx)), (V{12, 27 + 750}));
  EXPECT_EQ(numbers(cubes_mjp(x, 3, reals{1, 2}), 2, 3), (V{12, 27, 75, 24, 54, 150}));
  const double y[] = {7, 11};
  matrix seeds(1, 2);
  seeds(0, 0) = 1, seeds(0, 1) = 10;
  const auto [by_x, by_y] = products_mjp(x, y, 2, seeds);
  EXPECT_EQ(numbers(by_x, 1, 2), (V{11, 70}));
  EXPECT_EQ(numbers(by_y, 1, 2), (V{30, 2}));
}
TEST(VectorPointers, Jacobians) {
  const double x[] = {2, 3, 5}, y[] = {7, 11};
  EXPECT_EQ(numbers(cubes_forward(x, 3)), (V{12, 27, 75}));
  EXPECT_EQ(numbers(cubes_reverse(x, 3)), (V{12, 27, 75}));
  for (const auto &[by_x, by_y] : {products_forward(x, y, 2), products_reverse(x, y, 2)}) {
    EXPECT_EQ(numbers(by_x, 2, 2), (V{11, 0, 0, 7}));
    EXPECT_EQ(numbers(by_y, 2, 2), (V{0, 2, 3, 0}));
  }
}
TEST(VectorPointers, Hessians) {
  const double x[] = {2, 3, 5}, dx[] = {1, 10, 100};
  EXPECT_EQ(numbers(cubes_hessian(x, 3), 3, 3), (V{12, 0, 0, 0, 18, 0, 0, 0, 30}));
  EXPECT_EQ(numbers(cubes_hvp(x, 3, dx)), (V{12, 180, 3000}));
  const auto [by_x, by_k] = strided_hessian(x, 2, 7); // elements 0 and 2
  EXPECT_EQ(numbers(std::get<0>(by_x), 3, 3), (V{14, 0, 0, 0, 0, 0, 0, 0, 14}));
  EXPECT_EQ(numbers(std::get<1>(by_x)), (V{4, 0, 10}));
  EXPECT_EQ(numbers(std::get<0>(by_k)), (V{4, 0, 10}));
  EXPECT_EQ(std::get<1>(by_k), 0);
}

} // namespace
