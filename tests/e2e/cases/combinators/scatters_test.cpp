#include "scatters.hpp"

#include "check.hpp"
#include "points.hpp"
#include "scatters.soac.hpp"

#include <stdexcept>

namespace scatters {

using namespace points;

namespace {

// Two of them are out of range, one of these twice.
const std::vector<int> at{4, -1, 0, 9, 2, 9};

} // namespace

DERIVATIVES(Scatters, put, line(5), at, line(6, 1.0))
DERIVATIVES(Scatters, put_rows, grid(5, 2), at, grid(6, 2))
DERIVATIVES(Scatters, spread, line(7), line(3, 1.0))
DERIVATIVES(Scatters, reversed, line(4), line(3, 1.0))
DERIVATIVES(Scatters, inverse_permutation, line(6), line(6, 1.0))
DERIVATIVES(Scatters, in_loop, line(5), (std::vector<int>{3, 0, 4}), line(3, 1.0), 4)
DERIVATIVES(Scatters, read_after, line(5), at, line(6, 1.0))
DERIVATIVES(Scatters, in_map, grid(3, 5), at, line(6, 1.0))
DERIVATIVES(Scatters, gathered_and_put, line(5), (std::vector<int>{1, 1, 0}), (std::vector<int>{0, 4, 1}))
DERIVATIVES(Scatters, selected_and_put, line(6), line(6, 1.0))
DERIVATIVES(Scatters, put_gradient, line(5), at, line(6, 1.0))

TEST(Scatters, BothBranches) {
  EXPECT_DERIVATIVES(in_branch, line(5), at, line(6, 1.0), true);
  EXPECT_DERIVATIVES(in_branch, line(5), at, line(6, 1.0), false);
}

TEST(Scatters, OfRecordsAndOfNothing) {
  EXPECT_DERIVATIVES(put_points, (std::vector<Point>{{1, 2}, {3, 4}, {5, 6}}), (std::vector<int>{2, 0}),
                     (std::vector<Point>{{7, 8}, {9, 10}}));
  EXPECT_DERIVATIVES(put, line(3), std::vector<int>(), array(0));
  array of_dest(0), of_v(2);
  EXPECT_EQ(put_vjp(array(0), std::vector<int>{0, 1}, line(2), array(0), of_dest, of_v).size(), 0);
  EXPECT_EQ(list(of_v), (std::vector<double>{0, 0}));
}

// What is overwritten receives nothing, what overwrites it all; what is ignored nothing.
TEST(Scatters, AdjointsOfWhatIsOverwritten) {
  array of_dest(3), of_v(3);
  const array r = put_vjp(array{1.0, 2.0, 3.0}, std::vector<int>{1, 7, 0}, array{4.0, 5.0, 6.0}, array{10.0, 20.0, 30.0}, of_dest, of_v);
  EXPECT_EQ(list(r), (std::vector<double>{6, 4, 3}));
  EXPECT_EQ(list(of_dest), (std::vector<double>{0, 0, 30}));
  EXPECT_EQ(list(of_v), (std::vector<double>{20, 0, 10}));
}

// An index in range that occurs twice is an error in the primal and in both modes; the message says which and where.
TEST(Scatters, RepeatedIndices) {
  const array dest = line(5), v = line(4);
  const std::vector<int> twice{1, 3, 7, 3};
  array of_dest(5), of_v(4), tangent(5);
  const auto message = [](auto call) -> std::string {
    try {
      call();
    } catch (const std::invalid_argument &error) {
      return error.what();
    }
    return "no error";
  };
  const auto says = [&](auto call) {
    const std::string text = message(call);
    EXPECT_EQ(text.find("soac: scatter: index 3 occurs twice at "), 0u) << text;
    EXPECT_NE(text.find("scatters.cpp:"), std::string::npos) << text;
  };
  says([&] { put(dest, twice, v); });
  says([&] { put_vjp(dest, twice, v, dest, of_dest, of_v); });
  says([&] { put_jvp(dest, twice, v, dest, v, tangent); });
  says([&] { in_loop_vjp(dest, twice, v, 2, dest, of_dest, of_v); });
  matrix of_rows(2, 5);
  says([&] { in_map_vjp(grid(2, 5), twice, v, grid(2, 5), of_rows, of_v); });
  EXPECT_EQ(list(of_v), (std::vector<double>{0, 0, 0, 0}));
}

} // namespace scatters

namespace carried_bins {

using points::grid, points::line, points::list;

namespace {

// One is out of range, one bin has three of them.
const std::vector<int> at{1, 2, -1, 0, 1, 1};

/// Fewer keys than bins, and more.
#define WITH_FEW_AND_MANY_KEYS(f)                                                                                      \
  TEST(CarriedBins, f) {                                                                                               \
    for (const int bins : {3, 6, 11})                                                                                  \
      for (const int steps : {0, 1, 4}) {                                                                              \
        SCOPED_TRACE(bins);                                                                                            \
        EXPECT_DERIVATIVES(f, line(bins), at, line(6, 1.0), steps);                                                    \
      }                                                                                                                \
  }

} // namespace

WITH_FEW_AND_MANY_KEYS(sums)
WITH_FEW_AND_MANY_KEYS(products)
WITH_FEW_AND_MANY_KEYS(maxima)
WITH_FEW_AND_MANY_KEYS(curved)
WITH_FEW_AND_MANY_KEYS(pairs)
WITH_FEW_AND_MANY_KEYS(in_branches)
WITH_FEW_AND_MANY_KEYS(mixed)
WITH_FEW_AND_MANY_KEYS(gradient_of_products)

DERIVATIVES(CarriedBins, row_sums, grid(4, 2), at, grid(6, 2), 3)
DERIVATIVES(CarriedBins, sums_while, line(9), at, line(6, 1.0), 30.0)

// Bin 5 is multiplied by v twice: r v^2, whose derivatives are v^2 and 2 r v.
TEST(CarriedBins, KnownNumbers) {
  array of_bins(12), of_v(1);
  const array r = multiplied_vjp(array(12) + 3.0, std::vector<int>{5}, array{2.0}, 2, array(12) + 1.0, of_bins, of_v);
  EXPECT_EQ(r[5], 12);
  EXPECT_EQ(of_bins[5], 4);
  EXPECT_EQ(of_bins[4], 1);
  EXPECT_EQ(of_v[0], 12);
}

} // namespace carried_bins
