#include "pointers_records.hpp"

#include "check.hpp"
#include "pointers_records.soac.hpp"

#include <cmath>
#include <stdexcept>
#include <vector>

using reals = std::vector<double>;
using ints = std::vector<int>;

namespace {

using planets = std::vector<Planet>;
using table = std::vector<std::array<double, 3>>;

const planets three{
    {{0.1, 0.2, 0.3}, {0.5, -0.4, 0.3}, 2}, {{1, 1.5, -1}, {0.2, 0.7, -0.1}, 0.5}, {{-1, 2, 0.5}, {1, 0.3, 2}, 3}};
const std::vector<Viewer> two{
    {{{1, 0.1, 0.2}, {-0.1, 0.9, 0.3}, {0.2, -0.3, 1.1}}, {0.1, 0.2, -3}, {1.5, {0.1, 0.02}}, 2},
    {{{0.8, 0.2, 0}, {0.1, 1.2, 0.1}, {0, 0.1, 0.9}}, {-0.3, 0.1, -4}, {2, {-0.05, 0.01}}, 1}};
const table rows{{1, 2, 0.5}, {-1, 0.3, 2}, {0.7, 1.1, -0.6}, {0.4, -1.2, 0.9}};

} // namespace

DERIVATIVES(PointersRecords, potential_energy, three, 3)
DERIVATIVES(PointersRecords, leapfrog, three, 3, 0.1, 3)
DERIVATIVES(PointersRecords, projected, two, ints{0, 1, 1}, rows, 3)
DERIVATIVES(PointersRecords, by_reference, three, 3)
DERIVATIVES(PointersRecords, by_element_pointer, three, 3)
DERIVATIVES(PointersRecords, with_helpers, three, 3)
DERIVATIVES(PointersRecords, sorted_pair, three)
DERIVATIVES(PointersRecords, ended_and_shifted, 0.4, three, 0.7, reals{1, 0.5, 2}, 1)
DERIVATIVES(PointersRecords, moved_when_near, three, 0.15)
DERIVATIVES(PointersRecords, shifted_copies, three, planets(3), 3)
DERIVATIVES(PointersRecords, whole_records, three, 3)
DERIVATIVES(PointersRecords, single, three)
DERIVATIVES(PointersRecords, rows_of_table, rows, 4)
DERIVATIVES(PointersRecords, smoothed, rows, 4, 2)
DERIVATIVES(PointersRecords, mixed, std::vector<Cell>{{{1, 2}}, {{0.5, -1}}}, std::vector<double>{3, 4}, 2)
TEST(PointersRecords, RowsByIndex) {
  planets many;
  for (int i = 0; i < 3 * 7; ++i)
    many.push_back({{0.1 * i, 0.3 - 0.05 * i, 1}, {0, 0, 0}, 1 + 0.2 * i});
  EXPECT_DERIVATIVES(rows_by_index, many, std::vector<int>{2, 0, 2, 1}, 4, 7);
}
DERIVATIVES(PointersRecords, chosen, three, three, false)
DERIVATIVES(PointersRecords, rotated_first, two, 0.3)

TEST(PointersRecords, EveryMemberGetsItsAdjoint) {
  planets adjoints(2);
  EXPECT_DOUBLE_EQ(single_vjp(three.data(), 1.0, adjoints.data()), 0.1 * 0.3 * 2);
  EXPECT_DOUBLE_EQ(adjoints[0].position[0], 0.3 * 2);
  EXPECT_EQ(adjoints[0].position[1], 0);
  EXPECT_DOUBLE_EQ(adjoints[0].position[2], 0.1 * 2);
  EXPECT_DOUBLE_EQ(adjoints[0].mass, 0.1 * 0.3);
  EXPECT_EQ(adjoints[1].mass, 0);
}

TEST(PointersRecords, BeforeThePointer) {
  planets adjoints(3);
  const double value = backwards_vjp(three.data() + 3, 2, 1.0, adjoints.data() + 3);
  EXPECT_DOUBLE_EQ(value, 0.5 * (0.5 * 1 + 3) + (-1 * 0.2 + 0.5 * 2));
  EXPECT_EQ(adjoints[0].mass, 0);
  EXPECT_DOUBLE_EQ(adjoints[2].mass, 0.5);
  EXPECT_DOUBLE_EQ(adjoints[1].mass, 2);
  EXPECT_DOUBLE_EQ(adjoints[2].position[2], 0.5 * 1);
  EXPECT_DOUBLE_EQ(adjoints[1].velocity[0], -1);
}

TEST(PointersRecords, WhatIsCopiedBeginsAtThePointer) {
  planets all = three, adjoints(3);
  EXPECT_THROW(multiplied_vjp(all.data() + 3, 2, 5, adjoints.data() + 3), std::invalid_argument);
}
