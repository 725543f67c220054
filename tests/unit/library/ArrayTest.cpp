#include "Values.h"

#include <algorithm>
#include <memory>
#include <numeric>
#include <thread>

namespace soac_test {
namespace {

TEST(Array, ExtentsGiveZeros) {
  const soac::array<double, 2> a(2, 3);
  EXPECT_EQ(a.extent(0), 2);
  EXPECT_EQ(a.extent(1), 3);
  EXPECT_EQ(a.size(), 6);
  EXPECT_EQ(a.stride(0), 3);
  EXPECT_EQ(a.stride(1), 1);
  EXPECT_EQ(values(a), list<double>(6, 0.0));
}

TEST(Array, ReusedMemoryIsZeroAgain) {
  for (int round = 0; round < 3; ++round) {
    soac::array<double, 1> a(100);
    EXPECT_EQ(values(a), list<double>(100, 0.0));
    for (double &x : a)
      x = 7;
  }
}

TEST(Array, BracesListElements) {
  const soac::array<double, 1> a{3};
  EXPECT_EQ(values(a), list<double>{3});
  const soac::array<double, 1> zeros(3);
  EXPECT_EQ(zeros.size(), 3);
  const soac::array b = {1.0, 2.0};
  EXPECT_EQ(values(b), (list<double>{1, 2}));
  const soac::array<int, 2> c{{1, 2, 3}, {4, 5, 6}};
  EXPECT_EQ(c.extents(), (soac::shape<2>{2, 3}));
  EXPECT_EQ(c(1, 2), 6);
  const soac::array<double, 1> nothing{};
  EXPECT_TRUE(nothing.empty());
}

TEST(Array, CopiesAreIndependentAndMovesLeaveNothing) {
  soac::array<double, 1> a{1, 2, 3};
  soac::array<double, 1> b = a;
  b(0) = 9;
  EXPECT_EQ(a(0), 1);
  a = b;
  EXPECT_EQ(a(0), 9);
  soac::array<double, 1> c = std::move(a);
  EXPECT_EQ(values(c), (list<double>{9, 2, 3}));
  EXPECT_EQ(a.size(), 0); // NOLINT: a moved-from array is empty
  a = soac::array<double, 1>{5};
  EXPECT_EQ(values(a), list<double>{5});
  auto &same = a;
  a = same;
  EXPECT_EQ(values(a), list<double>{5});
  a = c;
  EXPECT_EQ(values(a), (list<double>{9, 2, 3}));
}

TEST(Array, ConvertsFromEverythingContiguous) {
  std::vector<double> vector{1, 2, 3};
  const std::array<double, 3> standard{1, 2, 3};
  double c[3] = {1, 2, 3};
  const list<double> expected{1, 2, 3};
  EXPECT_EQ(values(soac::array<double, 1>(vector)), expected);
  EXPECT_EQ(values(soac::array<double, 1>(std::span(vector))), expected);
  EXPECT_EQ(values(soac::array<double, 1>(standard)), expected);
  EXPECT_EQ(values(soac::array<double, 1>(c)), expected);
  EXPECT_EQ(values(soac::array(c, 3)), expected);
  const soac::array<double, 1> implicit = vector;
  EXPECT_EQ(values(implicit), expected);
  double c2[2][3] = {{1, 2, 3}, {4, 5, 6}};
  EXPECT_EQ(soac::array(c2)(1, 0), 4);
  static_assert(std::is_same_v<decltype(soac::array(c2)), soac::array<double, 2>>);
  static_assert(std::is_same_v<decltype(soac::array(standard)), soac::array<double, 1>>);
  static_assert(std::is_same_v<decltype(soac::array(soac::view<const double, 2>{})), soac::array<double, 2>>);
}

TEST(View, ConvertsFromEverythingContiguous) {
  std::vector<double> vector{1, 2, 3};
  const std::vector<double> constant = vector;
  std::array<double, 3> standard{1, 2, 3};
  double c[3] = {1, 2, 3};
  const auto total = [](soac::view<const double> v) { return std::accumulate(v.begin(), v.end(), 0.0); };
  EXPECT_EQ(total(vector), 6);
  EXPECT_EQ(total(constant), 6);
  EXPECT_EQ(total(standard), 6);
  EXPECT_EQ(total(c), 6);
  EXPECT_EQ(total(std::span<const double>(vector)), 6);
  EXPECT_EQ(total({1.0, 2.0, 3.0}), 6);
  EXPECT_EQ(total({vector.data(), 3}), 6);
  EXPECT_EQ(total(soac::array<double, 1>{1, 2, 3}), 6);
  EXPECT_EQ(total(std::vector<double>{1, 2, 3}), 6);
  EXPECT_EQ(total({}), 0);
  static_assert(std::is_same_v<decltype(soac::view(vector)), soac::view<double, 1>>);
  static_assert(std::is_same_v<decltype(soac::view(constant)), soac::view<const double, 1>>);
  static_assert(std::is_same_v<decltype(soac::view(vector.data(), 1, 3)), soac::view<double, 2>>);
  static_assert(!std::is_convertible_v<const std::vector<double> &, soac::view<double>>);
  static_assert(!std::is_convertible_v<soac::view<const double>, soac::view<double>>);
  static_assert(!std::is_convertible_v<std::vector<float> &, soac::view<double>>);
  static_assert(!std::is_convertible_v<std::vector<double>, soac::view<double>>);
}

TEST(Array, IsAContiguousRange) {
  soac::array<double, 1> a{3, 1, 2};
  const std::span<const double> span = a;
  EXPECT_EQ(span.size(), 3u);
  std::ranges::sort(a);
  EXPECT_EQ(std::vector<double>(a.begin(), a.end()), (list<double>{1, 2, 3}));
  const auto r = soac::reverse(a);
  EXPECT_TRUE(std::ranges::is_sorted(r, std::greater<>()));
  static_assert(std::ranges::random_access_range<soac::view<double>>);
  static_assert(std::ranges::input_range<soac::view<double, 2>>);
}

TEST(View, WritesGoThrough) {
  soac::array<double, 2> a(2, 2);
  soac::view<double, 2> v = a;
  v(0, 1) = 5;
  v[1](0) = 6;
  soac::transpose(a)(1, 1) = 7;
  EXPECT_EQ(values(a), (list<double>{0, 5, 6, 7}));
}

TEST(View, ARowIsNoPlaceToAssignTo) {
  static_assert(!std::is_assignable_v<soac::view<double, 1>, soac::view<double, 1>>);
  static_assert(std::is_assignable_v<soac::view<double, 1> &, soac::view<double, 1>>);
}

TEST(View, StridesAreFollowed) {
  const auto a = matrix(3, 4);
  const auto t = soac::transpose(a);
  EXPECT_FALSE(t.dense());
  for (index i = 0; i < 4; ++i)
    for (index j = 0; j < 3; ++j)
      EXPECT_EQ(t(i, j), a(j, i));
  const soac::array<double, 2> copy = t;
  EXPECT_EQ(copy.extents(), (soac::shape<2>{4, 3}));
  EXPECT_EQ(copy(3, 1), a(1, 3));
  EXPECT_EQ(values(soac::array<double, 1>(t[2])), (list<double>{a(0, 2), a(1, 2), a(2, 2)}));
}

TEST(View, IterationIsOverTheFirstDimension) {
  const auto a = matrix(2, 3);
  list<double> seen;
  for (auto row : a)
    for (double x : row)
      seen.push_back(x);
  EXPECT_EQ(seen, values(a));
  list<double> columns;
  for (auto column : soac::transpose(a))
    for (double x : column)
      columns.push_back(x);
  EXPECT_EQ(columns, values(soac::transpose(a)));
  soac::array<double, 1> b{1, 2};
  for (double &x : b)
    x *= 2;
  EXPECT_EQ(values(b), (list<double>{2, 4}));
  const auto r = soac::reverse(b);
  EXPECT_EQ(r.end() - r.begin(), 2);
  EXPECT_EQ(r.begin()[1], 2);
}

TEST(Array, RecordsAndTuplesAreElements) {
  struct point {
    double x, y;
  };
  soac::array<point, 1> points{{1, 2}, {3, 4}};
  EXPECT_EQ(points[1].y, 4);
  soac::array<std::tuple<double, int>, 1> tuples(2);
  EXPECT_EQ(std::get<1>(tuples(1)), 0);
  soac::array<std::array<double, 3>, 2> cubes(2, 2);
  cubes(1, 1)[2] = 5;
  EXPECT_EQ(cubes[1][1][2], 5);
}

TEST(Array, BlocksMayBeReleasedByAnotherThread) {
  soac::array<double, 1> kept;
  std::thread([&] { kept = soac::array<double, 1>{1, 2, 3}; }).join();
  EXPECT_EQ(values(kept), (list<double>{1, 2, 3}));
  auto given = std::make_unique<soac::array<double, 1>>(1000);
  std::thread([&] { given.reset(); }).join();
  EXPECT_EQ(kept.size(), 3);
}

TEST(Array, LargeBlocksBypassThePool) {
  const index n = (index{1} << 25) / 8 + 1;
  soac::array<char, 2> a(8, n);
  a(7, n - 1) = 'x';
  soac::array<char, 2> b = std::move(a);
  EXPECT_EQ(b(7, n - 1), 'x');
}

// Released after the pool of the main thread has ended.
soac::array<double, 1> outlives_the_pool{1, 2, 3};

TEST(Array, InnerArraysComeFromThePool) {
  using row = soac::array<double, 1>;
  const void *first = row(100).data();
  for (int i = 0; i < 10; ++i) {
    const row again(100);
    EXPECT_EQ(again.data(), first);
  }
}

#if SOAC_CHECKS
TEST(Array, ShapeMismatchNamesBothShapes) {
  const auto a = matrix(2, 3), b = matrix(3, 2);
  try {
    static_cast<void>(a + b);
    FAIL() << "no exception";
  } catch (const std::invalid_argument &e) {
    EXPECT_NE(std::string(e.what()).find("[2, 3]"), std::string::npos) << e.what();
    EXPECT_NE(std::string(e.what()).find("[3, 2]"), std::string::npos) << e.what();
  }
  try {
    static_cast<void>(soac::map([](double x, double y) { return x + y; }, list<double>(2), list<double>(3)));
    FAIL() << "no exception";
  } catch (const std::invalid_argument &e) {
    EXPECT_NE(std::string(e.what()).find("[2]"), std::string::npos) << e.what();
    EXPECT_NE(std::string(e.what()).find("[3]"), std::string::npos) << e.what();
  }
}

TEST(Array, IndicesAreChecked) {
  soac::array<double, 2> a(2, 3);
  EXPECT_THROW(a(2, 0), std::out_of_range);
  EXPECT_THROW(a(0, -1), std::out_of_range);
  EXPECT_THROW(a[2], std::out_of_range);
  EXPECT_THROW(a.extent(2), std::out_of_range);
  using row = soac::array<double, 1>;
  using matrix = soac::array<double, 2>;
  EXPECT_THROW(row(-1), std::invalid_argument);
  EXPECT_THROW((matrix{{1, 2}, {3}}), std::invalid_argument);
}
#else
TEST(Array, ChecksCompileAway) {
  soac::array<double, 2> a(2, 3);
  EXPECT_NO_THROW(static_cast<void>(&a(0, 4)));
  EXPECT_EQ(soac::map([](double x, double y) { return x + y; }, list<double>{1, 2}, list<double>{3, 4, 5}).size(), 2);
}
#endif

} // namespace
} // namespace soac_test
