// Vectors inside of containers, as they are copied into one array and back.
#include "soac/runtime/runtime.hpp"

#include <gtest/gtest.h>

#include <array>
#include <stdexcept>
#include <vector>

namespace {

using soac::index;
using soac::runtime::identity;
using soac::runtime::rows;
using Rows = std::vector<std::vector<double>>;

TEST(NestedRows, ofOneLengthAreAnArray) {
  soac::workspace w;
  Rows a{{1, 2, 3}, {4, 5, 6}};
  const auto packed = soac::runtime::pack<double, 2>(w, a, identity{}, identity{});
  EXPECT_EQ(packed.extent(0), 2);
  EXPECT_EQ(packed.extent(1), 3);
  EXPECT_EQ(packed(1, 0), 4);
}

TEST(NestedRows, thatDifferAreRefused) {
  soac::workspace w;
  Rows longer{{1}, {2, 3}}, shorter{{1, 2}, {3}};
  std::vector<Rows> inside{{{1, 2}, {3, 4}}, {{1, 2, 3}, {3, 4, 5}}}, none{{{1, 2}}, {{}}};
  EXPECT_THROW((soac::runtime::pack<double, 2>(w, longer, identity{}, identity{})), std::invalid_argument);
  EXPECT_THROW((soac::runtime::pack<double, 2>(w, shorter, identity{}, identity{})), std::invalid_argument);
  EXPECT_THROW((soac::runtime::pack_zeros<double, 2>(w, shorter, identity{}, identity{})), std::invalid_argument);
  EXPECT_THROW((soac::runtime::pack<double, 3>(w, inside, identity{}, identity{}, identity{})), std::invalid_argument);
  EXPECT_THROW((soac::runtime::pack<double, 3>(w, none, identity{}, identity{}, identity{})), std::invalid_argument);
}

TEST(NestedRows, ofTheirOwnLengthsHaveRoomForTheLongest) {
  soac::workspace w;
  Rows a{{1}, {}, {2, 3, 4}};
  const auto packed = soac::runtime::pack<double, 2, rows::own>(w, a, identity{}, identity{});
  const auto lengths = soac::runtime::row_lengths<1>(w, a, identity{});
  EXPECT_EQ(packed.extent(1), 3);
  EXPECT_EQ(packed(0, 0), 1);
  EXPECT_EQ(packed(0, 1), 0);
  EXPECT_EQ(packed(1, 2), 0);
  EXPECT_EQ(packed(2, 2), 4);
  EXPECT_EQ(lengths(0), 1);
  EXPECT_EQ(lengths(1), 0);
  EXPECT_EQ(lengths(2), 3);

  const auto sums = soac::runtime::pack_zeros<double, 2, rows::own>(w, a, identity{}, identity{});
  for (index i = 0; i < 3; ++i)
    for (index j = 0; j < 3; ++j)
      sums(i, j) = 10;
  soac::runtime::add_leaf(sums, a, identity{}, identity{});
  EXPECT_EQ(a, (Rows{{11}, {}, {12, 13, 14}}));
  soac::runtime::write_back_leaf<rows::own>(sums, a, identity{}, identity{});
  EXPECT_EQ(a, (Rows{{10}, {}, {10, 10, 10}}));
}

TEST(NestedRows, ofRowsOfRecords) {
  struct layer {
    Rows weights;
    std::array<double, 2> range;
  };
  soac::workspace w;
  std::vector<layer> net{{{{1, 2}}, {1, 2}}, {{{3}, {4, 5, 6}}, {3, 4}}};
  const auto weights = [](auto &l) -> auto & { return l.weights; };
  const auto range = [](auto &l) -> auto & { return l.range; };
  const auto packed = soac::runtime::pack<double, 3, rows::own>(w, net, weights, identity{}, identity{});
  EXPECT_EQ(packed.extent(1), 2);
  EXPECT_EQ(packed.extent(2), 3);
  EXPECT_EQ(packed(1, 0, 0), 3);
  EXPECT_EQ(packed(1, 1, 2), 6);
  const auto counts = soac::runtime::row_lengths<1>(w, net, weights);
  EXPECT_EQ(counts(0), 1);
  EXPECT_EQ(counts(1), 2);
  const auto lengths = soac::runtime::row_lengths<2>(w, net, weights, identity{});
  EXPECT_EQ(lengths(0, 0), 2);
  EXPECT_EQ(lengths(0, 1), 0);
  EXPECT_EQ(lengths(1, 1), 3);
  EXPECT_EQ((soac::runtime::pack<double, 2>(w, net, range, identity{})(1, 1)), 4);
}

TEST(NestedRows, ofSeveralMembersTakeTheirShapes) {
  struct layer {
    double scale;
    std::vector<double> weights, bias;
  };
  const double scales[] = {1, 2}, weights[] = {3, 4, 5, 6, 7, 8}, bias[] = {9, 10};
  std::vector<layer> net;
  soac::runtime::write_back_leaf(soac::runtime::dense<const double, 1>(scales, 2), net,
                                 [](auto &l) -> auto & { return l.scale; });
  soac::runtime::write_back_leaf(
      soac::runtime::dense<const double, 2>(weights, 2, 3), net, [](auto &l) -> auto & { return l.weights; },
      identity{});
  soac::runtime::write_back_leaf(
      soac::runtime::dense<const double, 2>(bias, 2, 1), net, [](auto &l) -> auto & { return l.bias; }, identity{});
  ASSERT_EQ(net.size(), 2u);
  EXPECT_EQ(net[1].scale, 2);
  EXPECT_EQ(net[0].weights, (std::vector<double>{3, 4, 5}));
  EXPECT_EQ(net[1].weights, (std::vector<double>{6, 7, 8}));
  EXPECT_EQ(net[0].bias, (std::vector<double>{9}));
  EXPECT_EQ(net[1].bias, (std::vector<double>{10}));
}

TEST(NestedRows, takeTheShapeOfWhatIsWritten) {
  Rows a{{1}, {2, 3}};
  const double numbers[] = {4, 5, 6, 7};
  soac::runtime::write_back_leaf(soac::runtime::dense<const double, 2>(numbers, 2, 2), a, identity{}, identity{});
  EXPECT_EQ(a, (Rows{{4, 5}, {6, 7}}));
}

} // namespace
