#include "Values.h"

namespace soac_test {
namespace {

TEST(Layout, ViewsOfLvaluesArraysOfTemporaries) {
  soac::array<double, 2> a = matrix(2, 3);
  const soac::array<double, 2> c = a;
  static_assert(std::is_same_v<decltype(soac::transpose(a)), soac::view<double, 2>>);
  static_assert(std::is_same_v<decltype(soac::transpose(c)), soac::view<const double, 2>>);
  static_assert(std::is_same_v<decltype(soac::transpose(std::move(a))), soac::array<double, 2>>);
  static_assert(std::is_same_v<decltype(soac::slice(list<double>{}, 0, 0)), soac::array<double, 1>>);
  static_assert(std::is_same_v<decltype(soac::reverse(soac::view<const double, 1>{})), soac::view<const double, 1>>);
  static_assert(std::is_same_v<decltype(soac::slice(std::span<const double>{}, 0, 0)), soac::view<const double, 1>>);
  const auto kept = soac::transpose(matrix(2, 3));
  EXPECT_EQ(values(kept), values(soac::transpose(c)));
}

TEST(Layout, SliceRowColumnReverse) {
  const auto a = matrix(4, 3);
  EXPECT_EQ(soac::slice(a, 1, 3).extents(), (soac::shape<2>{2, 3}));
  EXPECT_EQ(soac::slice(a, 1, 3)(1, 2), a(2, 2));
  EXPECT_EQ(soac::slice(a, 4, 4).size(), 0);
  EXPECT_EQ(soac::row(a, 2)(1), a(2, 1));
  EXPECT_EQ(soac::column(a, 2)(1), a(1, 2));
  EXPECT_EQ(soac::reverse(a)(0, 1), a(3, 1));
  EXPECT_EQ(values(soac::reverse(soac::reverse(a))), values(a));
  EXPECT_EQ(values(soac::reverse(list<double>{})), list<double>{});
  EXPECT_EQ(values(soac::slice(soac::reverse(list<int>{1, 2, 3, 4}), 1, 3)), (list<int>{3, 2}));
#if SOAC_CHECKS
  EXPECT_THROW(soac::slice(a, 2, 5), std::invalid_argument);
  EXPECT_THROW(soac::slice(a, -1, 2), std::invalid_argument);
#endif
}

TEST(Layout, RotateAnySign) {
  const list<int> x{0, 1, 2, 3, 4};
  for (index k = -12; k <= 12; ++k) {
    const auto r = soac::rotate(x, k);
    for (index i = 0; i < 5; ++i)
      EXPECT_EQ(r(i), ((i + k) % 5 + 5) % 5) << k;
  }
  EXPECT_EQ(soac::rotate(list<int>{}, 3).size(), 0);
  EXPECT_EQ(values(soac::rotate(soac::array<int, 2>{{1, 2}, {3, 4}}, 1)), (list<int>{3, 4, 1, 2}));
}

TEST(Layout, FlattenAndUnflatten) {
  const auto a = matrix(4, 3);
  const auto f = soac::flatten(soac::transpose(a));
  EXPECT_EQ(f(1), a(1, 0));
  const auto u = soac::unflatten(soac::iota(6), 2, 3);
  EXPECT_EQ(u(1, 2), 5);
  const auto split = soac::unflatten(a, 2, 2);
  EXPECT_EQ(split.extents(), (soac::shape<3>{2, 2, 3}));
  EXPECT_EQ(split(1, 0, 2), a(2, 2));
  const list<double> strided{0, 1, 2, 3};
  EXPECT_EQ(soac::unflatten(soac::reverse(strided), 2, 2)(1, 1), 0);
  static_assert(std::is_same_v<decltype(soac::unflatten(strided, 2, 2)), soac::array<double, 2>>);
#if SOAC_CHECKS
  EXPECT_THROW(soac::unflatten(soac::iota(6), 2, 2), std::invalid_argument);
#endif
}

TEST(Layout, ConcatAndGather) {
  const auto a = matrix(2, 3, 1), b = matrix(1, 3, 2);
  const auto c = soac::concat(a, b, soac::reverse(a));
  EXPECT_EQ(c.extents(), (soac::shape<2>{5, 3}));
  EXPECT_EQ(c(2, 1), b(0, 1));
  EXPECT_EQ(c(3, 1), a(1, 1));
  EXPECT_EQ(values(soac::concat(list<int>{}, list<int>{1})), list<int>{1});
  EXPECT_EQ(values(soac::gather(list<double>{5, 6, 7}, list<int>{2, 2, 0})), (list<double>{7, 7, 5}));
  EXPECT_EQ(values(soac::gather(a, list<int>{1, 0})), values(soac::reverse(a)));
#if SOAC_CHECKS
  EXPECT_THROW(soac::concat(a, soac::transpose(a)), std::invalid_argument);
  EXPECT_THROW(soac::gather(list<double>{5}, list<int>{1}), std::out_of_range);
#endif
}

TEST(Layout, ZipAndUnzip) {
  const list<double> x{1, 2};
  const auto z = soac::zip(x, soac::iota(2));
  static_assert(std::is_same_v<decltype(z), const soac::array<std::tuple<double, index>, 1>>);
  const auto [a, b] = soac::unzip(z);
  EXPECT_EQ(values(a), x);
  EXPECT_EQ(values(b), (list<index>{0, 1}));
  const auto m = matrix(2, 3);
  EXPECT_EQ(values(std::get<1>(soac::unzip(soac::zip(m, 2.0 * m)))), values(2.0 * m));
}

TEST(Select, FilterPartitionSort) {
  const list<double> x{3, -1, 2, -5};
  const auto positive = [](double v) { return v > 0; };
  EXPECT_EQ(values(soac::filter(positive, x)), (list<double>{3, 2}));
  EXPECT_EQ(soac::filter(positive, list<double>{}).size(), 0);
  const auto [yes, no] = soac::partition(positive, x);
  EXPECT_EQ(values(yes), (list<double>{3, 2}));
  EXPECT_EQ(values(no), (list<double>{-1, -5}));
  const auto a = matrix(3, 2);
  const auto rows = soac::filter([&](auto row) { return row(0) != a(1, 0); }, a);
  EXPECT_EQ(rows.extents(), (soac::shape<2>{2, 2}));
  EXPECT_EQ(rows(1, 1), a(2, 1));
  const auto [keys, order] = soac::sort_by_key(list<int>{2, 1, 2, 1}, soac::iota(4));
  EXPECT_EQ(values(keys), (list<int>{1, 1, 2, 2}));
  EXPECT_EQ(values(order), (list<index>{1, 3, 0, 2}));
}

TEST(Rules, PrimalsAreCalls) {
  const auto f = [](double x, double y) { return x * y; };
  EXPECT_EQ(soac::with_vjp(f, 0, 2.0, 3.0), 6);
  EXPECT_EQ(soac::with_jvp(f, 0, 2.0, 3.0), 6);
  EXPECT_EQ(soac::with_rules(f, 0, 0, 2.0, 3.0), 6);
  EXPECT_EQ(soac::stop_gradient(2.5), 2.5);
  EXPECT_EQ(values(soac::stop_gradient(soac::array<double, 1>{1, 2})), (list<double>{1, 2}));
}

} // namespace
} // namespace soac_test
