#include "select.hpp"

#include "check.hpp"
#include "points.hpp"
#include "select.soac.hpp"

namespace select_cases {

using points::grid;
using points::line;

namespace {

using list = std::vector<double>;
using whole = std::vector<int>;

list values(const soac::array<double, 1> &a) { return {a.begin(), a.end()}; }

} // namespace

DERIVATIVES(Select, positive_squares, line(7))
DERIVATIVES(Select, above, line(7), 0.25)
DERIVATIVES(Select, filtered_rows, grid(5, 3, 0.3), line(3))
DERIVATIVES(Select, kept, line(7), 0.25)
DERIVATIVES(Select, filter_in_map, grid(5, 4), 0.1)
DERIVATIVES(Select, filter_of_filter, line(7))
DERIVATIVES(Select, filter_then_scan, line(7))
DERIVATIVES(Select, halves, line(7))
DERIVATIVES(Select, partition_rows, grid(5, 2))
DERIVATIVES(Select, quicksort_step, line(7))
DERIVATIVES(Select, filter_in_loop, line(5, 0.5), 3)
DERIVATIVES(Select, filter_in_branch, line(5), true)
DERIVATIVES(Select, sorted_weights, line(7), line(7, 1.0))
DERIVATIVES(Select, ordered, line(7))
DERIVATIVES(Select, median, line(7))
DERIVATIVES(Select, sort_rows_by_first, grid(5, 3))
DERIVATIVES(Select, sort_by_integers, whole{3, 1, 3, 2, 1}, line(5), grid(5, 2))
DERIVATIVES(Select, sort_by_pairs, whole{1, 0, 1, 0, 1}, line(5), line(5, 2.0))
DERIVATIVES(Select, sort_in_map, grid(3, 4), line(4))
DERIVATIVES(Select, trimmed_means, grid(3, 5))
DERIVATIVES(Select, ranks_of_map, line(5), 0.8)
DERIVATIVES(Select, running, whole{1, 0, 0, 1, 0, 1, 1}, line(7))
DERIVATIVES(Select, segment_sums, whole{0, 2, 2, 5, 7}, line(7), line(4))
DERIVATIVES(Select, segment_products, whole{1, 3, 3, 6}, line(7))
DERIVATIVES(Select, segment_maxima, whole{0, 2, 2, 7}, line(7))
DERIVATIVES(Select, segment_affine, whole{0, 3, 3, 4, 7}, line(7), line(7, 1.0), 0.7)
DERIVATIVES(Select, segmented_recurrence, whole{0, 0, 1, 0, 0, 1, 0}, line(7), line(7, 1.0))
DERIVATIVES(Select, segmented_rows, whole{0, 0, 1, 0, 1}, grid(5, 3, 0.4))
DERIVATIVES(Select, segment_rows, whole{0, 2, 2, 5}, grid(5, 2))
DERIVATIVES(Select, csr_product, whole{0, 2, 2, 5}, whole{0, 3, 1, 2, 3}, line(5), line(4, 1.0))
DERIVATIVES(Select, segmented_in_map, whole{0, 1, 0, 0}, grid(3, 4))

TEST(Select, FilterOfNothingAndOfAll) {
  for (const list &x : {list{}, list{-1.0}, list{2.0}, list{-1.0, 3.0}, list{2.0, 3.0}}) {
    list adjoint(x.size()), expected;
    double sum = 0.0;
    for (double v : x) {
      expected.push_back(v > 0.0 ? 2.0 * v : 0.0);
      sum += v > 0.0 ? v * v : 0.0;
    }
    EXPECT_EQ(positive_squares_vjp(x, 1.0, adjoint), sum);
    EXPECT_EQ(adjoint, expected);
  }
}

TEST(Select, ResultsOfDataDependentSize) {
  const list x{1.0, -1.0, 3.0};
  list adjoint(3);
  double limit_adjoint = 0.0;
  EXPECT_EQ(values(kept_vjp(x, 0.5, list{1.0, 10.0}, adjoint, limit_adjoint)), (list{0.5, 4.5}));
  EXPECT_EQ(adjoint, (list{1.0, 0.0, 30.0}));
  EXPECT_EQ(limit_adjoint, 91.0);
  EXPECT_THROW(kept_vjp(x, 0.5, list{1.0}, adjoint, limit_adjoint), std::invalid_argument);
}

TEST(Select, SortIsStableAndItsDerivativeIsThePermutation) {
  const list x{3.0, 1.0, 2.0, 1.0};
  list adjoint(4);
  EXPECT_EQ(values(ordered_vjp(x, list{1.0, 2.0, 3.0, 4.0}, adjoint)), (list{1.0, 1.0, 2.0, 3.0}));
  EXPECT_EQ(adjoint, (list{4.0, 1.0, 3.0, 2.0}));
  soac::array<double, 1> tangent(4);
  ordered_jvp(x, list{1.0, 2.0, 3.0, 4.0}, tangent);
  EXPECT_EQ(values(tangent), (list{2.0, 4.0, 3.0, 1.0}));
  for (std::size_t n : {0u, 1u, 2u, 100u, 1000u}) {
    list y(n), seed(n), got(n), sorted;
    for (std::size_t i = 0; i < n; ++i)
      y[i] = static_cast<double>((i * 37 + 11) % 19), seed[i] = static_cast<double>(i);
    sorted = y;
    std::sort(sorted.begin(), sorted.end());
    EXPECT_EQ(values(ordered_vjp(y, seed, got)), sorted);
    for (std::size_t i = 1; i < n; ++i)
      for (std::size_t j = 0; j < i; ++j)
        EXPECT_EQ(got[j] < got[i], y[j] <= y[i]) << n << ' ' << i << ' ' << j;
  }
}

TEST(Select, MedianOfAnEvenNumber) {
  const list x{4.0, 1.0, 3.0, 2.0};
  list adjoint(4);
  EXPECT_EQ(median_vjp(x, 1.0, adjoint), 2.5);
  EXPECT_EQ(adjoint, (list{0.0, 0.0, 0.5, 0.5}));
}

TEST(Select, RecordsAreFiltered) {
  const std::vector<reading> all{{2.0, 1, 3.0}, {4.0, 2, 5.0}, {6.0, 1, 7.0}};
  std::vector<reading> adjoint(3, reading{0.0, 0, 0.0});
  EXPECT_EQ(filter_records_vjp(all, 1.0, adjoint), 48.0);
  EXPECT_EQ(adjoint[0].value, 3.0);
  EXPECT_EQ(adjoint[1].value, 0.0);
  EXPECT_EQ(adjoint[2].weight, 6.0);
}

TEST(Select, SegmentsEndWhereTheNextBegins) {
  const list x{1.0, 2.0, 3.0, 4.0};
  list adjoint(4);
  EXPECT_EQ(values(running_vjp(whole{0, 0, 1, 0}, x, list{1.0, 10.0, 100.0, 1000.0}, adjoint)), (list{1.0, 3.0, 3.0, 7.0}));
  EXPECT_EQ(adjoint, (list{11.0, 10.0, 1100.0, 1000.0}));
}

TEST(Select, EmptySegmentsGiveTheNeutralElement) {
  const list x{1.0, 2.0, 3.0};
  list adjoint(3);
  const std::vector<long> offsets{0, 0, 2, 2, 3};
  EXPECT_EQ(values(segment_sums_of_vjp(offsets, x, list{1.0, 10.0, 100.0, 1000.0}, adjoint)), (list{0.0, 3.0, 0.0, 3.0}));
  EXPECT_EQ(adjoint, (list{10.0, 10.0, 1000.0}));
  EXPECT_EQ(segment_sums_of_vjp(std::vector<long>{}, x, list{}, adjoint).size(), 0);
  EXPECT_EQ(segment_sums_of_vjp(std::vector<long>{0}, x, list{}, adjoint).size(), 0);
  EXPECT_THROW(segment_sums_of_vjp(std::vector<long>{0, 4}, x, list{1.0}, adjoint), std::invalid_argument);
  EXPECT_THROW(segment_sums_of_vjp(std::vector<long>{2, 1}, x, list{1.0}, adjoint), std::invalid_argument);
}

TEST(Select, ProductsOfSegmentsWithZeros) {
  const list x{2.0, 0.0, 3.0, 0.0, 0.0, 5.0};
  list adjoint(6);
  EXPECT_EQ(segment_products_vjp(whole{0, 2, 3, 6}, x, 1.0, adjoint), 9.0);
  EXPECT_EQ(adjoint, (list{0.0, 0.0, 6.0, 0.0, 0.0, 0.0}));
}

TEST(Select, SecondDerivativesOfProductsWithZeros) {
  const auto expect = [](const second_order &o, const list &expected) {
    EXPECT_EQ(values(o.forward), expected);
    EXPECT_EQ(values(o.reverse), expected);
  };
  expect(product_curvature(list{0.0, 2.0, 3.0}, list{1.0, 10.0, 100.0}), {230.0, 3.0, 2.0});
  expect(product_curvature(list{0.0, 2.0, 0.0}, list{1.0, 10.0, 100.0}), {200.0, 0.0, 2.0});
  expect(product_curvature(list{0.0, 0.0, 0.0}, list{1.0, 10.0, 100.0}), {0.0, 0.0, 0.0});
  expect(product_curvature(list{}, list{}), {});
  expect(bin_curvature(list{0.0, 2.0, 3.0, 5.0, 7.0}, list{1.0, 10.0, 100.0, 1000.0, 10000.0}),
         {30700.0, 1000.0, 7.0, 10.0, 3.0});
}

} // namespace select_cases

namespace sorting {

namespace {

using V = std::vector<double>;

const V five{5, -2, 9, 3, 7};

DERIVATIVES(Sorting, median, five)
DERIVATIVES(Sorting, tail_falling, five)
DERIVATIVES(Sorting, trimmed, five, 5, V(5, 0.5))
DERIVATIVES(Sorting, smallest_two, (std::array<double, 4>{2.0, 0.5, 3.0, -1.0}))
DERIVATIVES(Sorting, count_below, (std::vector<int>{5, 2, 7}), 1.5)
TEST(Sorting, sorted_rows) {
  soac::array<double, 2> a(2, 3);
  const double values[] = {3, 1, 2, -1, 4, 0.5};
  std::copy_n(values, 6, a.data());
  EXPECT_DERIVATIVES(sorted_rows, a);
}
TEST(Sorting, AnAdjointGoesBackToWhereTheElementStood) {
  EXPECT_EQ(median_gradient({5, 2, 9, 3, 7}), (V{2, 5, 0, 0, 0}));
  EXPECT_EQ(median_gradient({1}), (V{2}));
}

} // namespace

} // namespace sorting
