#include "Values.h"

#include <numeric>

namespace soac_test {
namespace {

struct complex {
  double re, im;
};
complex operator*(complex a, complex b) { return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re}; }

TEST(Map, EverySizeAndStride) {
  for (const index n : sizes) {
    const auto x = numbers(n, 1), y = numbers(n, 2);
    list<double> expected;
    for (index i = 0; i < n; ++i)
      expected.push_back(x[static_cast<std::size_t>(i)] * y[static_cast<std::size_t>(i)] + 1);
    const auto f = [](double a, double b) { return a * b + 1; };
    EXPECT_EQ(values(soac::map(f, x, y)), expected) << n;
    EXPECT_EQ(values(soac::reverse(soac::map(f, soac::reverse(x), soac::reverse(y)))), expected) << n;
    EXPECT_EQ(values(soac::reverse(soac::map(f, soac::array<double, 1>(soac::reverse(x)), soac::reverse(y)))),
              expected);
  }
}

TEST(Map, ArraysBecomeRowsAndTuplesBecomeArrays) {
  const auto a = matrix(3, 4);
  const auto doubled = soac::map([](auto row) { return soac::map([](double x) { return 2 * x; }, row); }, a);
  static_assert(std::is_same_v<decltype(doubled), const soac::array<double, 2>>);
  EXPECT_EQ(values(doubled), values(2.0 * a));

  const auto [sums, rows, position] =
      soac::map([](auto row, index i) { return std::tuple(soac::sum(row), row, i); }, a, soac::iota(3));
  static_assert(std::is_same_v<decltype(rows), const soac::array<double, 2>>);
  EXPECT_EQ(values(rows), values(a));
  EXPECT_EQ(sums(2), soac::sum(a[2]));
  EXPECT_EQ(values(position), (list<index>{0, 1, 2}));

  const auto of_columns = soac::map([](auto c) { return soac::array<double, 1>(c); }, soac::transpose(a));
  EXPECT_EQ(values(of_columns), values(soac::transpose(a)));

  const auto vectors = soac::map([](double x) { return std::vector<double>{x, -x}; }, list<double>{1, 2});
  static_assert(std::is_same_v<decltype(vectors), const soac::array<double, 2>>);
  EXPECT_EQ(values(vectors), (list<double>{1, -1, 2, -2}));
}

TEST(Map, RecordsPairsAndArraysStayElements) {
  const auto c = soac::map([](double x) { return complex{x, -x}; }, list<double>{1, 2});
  static_assert(std::is_same_v<decltype(c), const soac::array<complex, 1>>);
  EXPECT_EQ(c(1).im, -2);
  const auto p = soac::map([](double x) { return std::pair(x, 1); }, list<double>{1, 2});
  static_assert(std::is_same_v<decltype(p), const soac::array<std::pair<double, int>, 1>>);
  const auto s = soac::map([](double x) { return std::array{x, x}; }, list<double>{1, 2});
  static_assert(std::is_same_v<decltype(s), const soac::array<std::array<double, 2>, 1>>);
}

TEST(Map, OfNothingIsEmpty) {
  const auto r = soac::map([](auto row) { return soac::array<double, 1>(row); }, soac::array<double, 2>(0, 3));
  EXPECT_EQ(r.extent(0), 0);
  const auto [x, y] = soac::map([](double v) { return std::tuple(v, v); }, list<double>{});
  EXPECT_TRUE(x.empty() && y.empty());
}

#if SOAC_CHECKS
TEST(Map, IrregularRowsAreAnError) {
  EXPECT_THROW(soac::map([](index i) { return soac::iota(i); }, soac::iota(3)), std::invalid_argument);
}
#endif

TEST(Map, ExceptionsComeOut) {
  EXPECT_THROW(soac::map([](index i) -> double { return i == 77777 ? throw 1 : 0.0; }, soac::iota(100000)), int);
}

TEST(Tabulate, PassesIndicesOutermostFirst) {
  EXPECT_EQ(values(soac::tabulate([](auto i, auto j) { return 10 * i + j; }, 2, 3)),
            (list<index>{0, 1, 2, 10, 11, 12}));
  const auto cube = soac::tabulate([](auto i, auto j, auto k) { return 100 * i + 10 * j + k; }, 2, 3, 4);
  EXPECT_EQ(cube(1, 2, 3), 123);
  const auto deep = soac::tabulate([](auto i, auto) { return soac::replicate(2, i); }, 2, 3);
  EXPECT_EQ(deep.extents(), (soac::shape<3>{2, 3, 2}));
  EXPECT_EQ(deep(1, 0, 1), 1);
  const auto [a, b] = soac::tabulate([](auto i, auto j) { return std::tuple(i, 0.5 * static_cast<double>(j)); }, 2, 2);
  EXPECT_EQ(a(1, 0), 1);
  EXPECT_EQ(b(1, 1), 0.5);
  EXPECT_EQ(soac::tabulate([](auto i, auto) { return i; }, 0, 3).extents(), (soac::shape<2>{0, 3}));
}

TEST(Replicate, AddsARank) {
  EXPECT_EQ(values(soac::replicate(3, 2.5)), (list<double>{2.5, 2.5, 2.5}));
  EXPECT_EQ(values(soac::replicate(2, list<double>{1, 2})), (list<double>{1, 2, 1, 2}));
  static_assert(std::is_same_v<decltype(soac::replicate(2, std::array{1.0})), soac::array<std::array<double, 1>, 1>>);
}

TEST(Reduce, NamedOperatorsAgreeWithAPlainLoop) {
  for (const index n : sizes) {
    const auto x = numbers(n);
    const double scale = static_cast<double>(n) + 1;
    EXPECT_NEAR(soac::sum(x), std::accumulate(x.begin(), x.end(), 0.0), 1e-15 * scale * scale) << n;
    EXPECT_NEAR(soac::product(x), std::accumulate(x.begin(), x.end(), 1.0, std::multiplies<>()), 1e-15 * scale) << n;
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (double v : x) {
      low = std::min(low, v);
      high = std::max(high, v);
    }
    EXPECT_EQ(soac::min(x), low) << n;
    EXPECT_EQ(soac::max(x), high) << n;
    EXPECT_EQ(soac::min(soac::reverse(x)), low) << n;
    if (n > 0) {
      EXPECT_EQ(x[static_cast<std::size_t>(soac::argmin(x))], low);
      EXPECT_EQ(x[static_cast<std::size_t>(soac::argmax(x))], high);
    }
    list<int> whole(static_cast<std::size_t>(n), 3);
    EXPECT_EQ(soac::sum(whole), 3 * n) << n;
    EXPECT_EQ(soac::sum(list<short>(static_cast<std::size_t>(n), 1)), n) << n;
    EXPECT_EQ(soac::reduce(std::plus<>{}, 10.0, list<double>(static_cast<std::size_t>(n), 1.0)),
              10.0 + static_cast<double>(n));
  }
}

TEST(Reduce, AnyAssociativeOperatorKeepsTheOrder) {
  const auto x = soac::map([](double v) { return complex{v, 1 - v}; }, numbers(100));
  complex expected{1, 0};
  for (index i = 0; i < 100; ++i)
    expected = expected * x(i);
  const complex r = soac::reduce([](complex a, complex b) { return a * b; }, complex{1, 0}, x);
  EXPECT_DOUBLE_EQ(r.re, expected.re);
  EXPECT_DOUBLE_EQ(r.im, expected.im);
  // "last" is associative and not commutative
  EXPECT_EQ(soac::reduce([](index, index b) { return b; }, 0, soac::iota(200000)), 199999);
}

TEST(Reduce, TheElementTypeDecides) {
  static_assert(std::is_same_v<decltype(soac::reduce(soac::plus{}, 0, list<double>{})), double>);
  EXPECT_EQ(soac::reduce(soac::plus{}, 0, list<double>{0.5, 0.25}), 0.75);
}

TEST(Reduce, SeveralArraysAreTuplesOrRecords) {
  const list<double> x{3, 1, 2, 1};
  const auto [smallest, where] =
      soac::reduce([](auto a, auto b) { return std::get<0>(b) < std::get<0>(a) ? b : a; },
                   std::tuple(std::numeric_limits<double>::infinity(), index{-1}), x, soac::iota(4));
  EXPECT_EQ(smallest, 1);
  EXPECT_EQ(where, 1);
  const complex c = soac::reduce([](complex a, complex b) { return a * b; }, complex{1, 0}, x, x);
  complex expected{1, 0};
  for (double v : x)
    expected = expected * complex{v, v};
  EXPECT_EQ(c.re, expected.re);
  EXPECT_EQ(c.im, expected.im);
}

TEST(Reduce, RowsAreElements) {
  const auto a = matrix(5, 3);
  EXPECT_EQ(values(soac::min(a)), values(soac::map([](auto c) { return soac::min(c); }, soac::transpose(a))));
  const auto s = soac::sum(a);
  const auto r = soac::reduce([](auto x, auto y) { return x + y; }, soac::array<double, 1>(3), a);
  for (index j = 0; j < 3; ++j) {
    EXPECT_NEAR(s(j), soac::sum(soac::column(a, j)), 1e-14);
    EXPECT_NEAR(r(j), s(j), 1e-14);
  }
  EXPECT_EQ(values(soac::sum(soac::array<double, 2>(0, 3))), (list<double>{0, 0, 0}));
  const auto [rows, count] = soac::reduce(
      [](auto x, auto y) { return std::tuple(std::get<0>(x) + std::get<0>(y), std::get<1>(x) + std::get<1>(y)); },
      std::tuple(soac::array<double, 1>(3), 0.0), a, list<double>(5, 1.0));
  EXPECT_EQ(count, 5);
  EXPECT_NEAR(rows(1), s(1), 1e-14);
}

TEST(Reduce, TiesGoToTheFirst) {
  EXPECT_EQ(soac::argmin(list<double>{2, 1, 1}), 1);
  EXPECT_EQ(soac::argmax(list<double>{1, 2, 2}), 1);
  EXPECT_EQ(soac::argmin(list<double>(3, std::numeric_limits<double>::infinity())), 0);
  EXPECT_EQ(soac::min(list<int>{}), std::numeric_limits<int>::max());
}

TEST(Scan, InclusiveExclusiveAndRows) {
  const list<double> x{1, 2, 3};
  EXPECT_EQ(values(soac::scan(soac::plus{}, 0, x)), (list<double>{1, 3, 6}));
  EXPECT_EQ(values(soac::exclusive_scan(soac::plus{}, 0, x)), (list<double>{0, 1, 3}));
  EXPECT_EQ(soac::scan(soac::plus{}, 0, list<double>{}).size(), 0);
  EXPECT_EQ(soac::exclusive_scan(soac::plus{}, 0, list<double>{}).size(), 0);
  EXPECT_EQ(values(soac::scan(soac::plus{}, soac::array<double, 1>(2), soac::array<double, 2>{{1, 2}, {3, 4}})),
            (list<double>{1, 2, 4, 6}));
  const auto [s, p] = soac::scan(
      [](auto a, auto b) { return std::tuple(std::get<0>(a) + std::get<0>(b), std::get<1>(a) * std::get<1>(b)); },
      std::tuple(0.0, 1.0), x, x);
  EXPECT_EQ(values(s), (list<double>{1, 3, 6}));
  EXPECT_EQ(values(p), (list<double>{1, 2, 6}));
  const auto zipped = soac::scan([](auto, auto b) { return b; }, std::tuple(0.0, 0.0), soac::zip(x, x));
  static_assert(std::is_same_v<decltype(zipped), const soac::array<std::tuple<double, double>, 1>>);
}

TEST(Scan, SegmentsStartAfresh) {
  const list<double> x{1, 2, 3, 4};
  EXPECT_EQ(values(soac::segmented_scan(soac::plus{}, 0, list<int>{0, 0, 1, 0}, x)), (list<double>{1, 3, 3, 7}));
  EXPECT_EQ(values(soac::segmented_reduce(soac::plus{}, 0, list<int>{0, 1, 1, 4}, x)), (list<double>{1, 0, 9}));
  EXPECT_EQ(soac::segmented_reduce(soac::plus{}, 0, list<int>{0}, x).size(), 0);
#if SOAC_CHECKS
  EXPECT_THROW(soac::segmented_reduce(soac::plus{}, 0, list<int>{0, 5}, x), std::invalid_argument);
#endif
}

TEST(ReduceByIndex, BinsDestAndOutOfRangeKeys) {
  const list<double> x{1, 2, 3, 4};
  const list<int> keys{2, 0, 2, 7};
  EXPECT_EQ(values(soac::reduce_by_index(soac::plus{}, 0, 3, keys, x)), (list<double>{2, 0, 4}));
  const soac::array<double, 1> dest{10, 20, 30};
  EXPECT_EQ(values(soac::reduce_by_index(soac::plus{}, 0, dest, keys, x)), (list<double>{12, 20, 34}));
  EXPECT_EQ(values(dest), (list<double>{10, 20, 30}));
  EXPECT_EQ(values(soac::reduce_by_index(soac::plus{}, 0, dest, list<int>{-1, -1, -1, -1}, x)), values(dest));
  // dest first, then input order
  EXPECT_EQ(values(soac::reduce_by_index([](double, double b) { return b; }, 0, dest, keys, x)),
            (list<double>{2, 20, 3}));
  const auto rows = soac::reduce_by_index(soac::plus{}, soac::array<double, 1>(2), 2, list<int>{1, 1},
                                          soac::array<double, 2>{{1, 2}, {3, 4}});
  EXPECT_EQ(values(rows), (list<double>{0, 0, 4, 6}));
  const auto [s, p] = soac::reduce_by_index(
      [](auto a, auto b) { return std::tuple(std::get<0>(a) + std::get<0>(b), std::get<1>(a) * std::get<1>(b)); },
      std::tuple(0.0, 1.0), std::tuple(dest, dest), keys, x, x);
  EXPECT_EQ(values(s), (list<double>{12, 20, 34}));
  EXPECT_EQ(values(p), (list<double>{20, 20, 90}));
  const auto [s2, p2] = soac::reduce_by_index(
      [](auto a, auto b) { return std::tuple(std::get<0>(a) + std::get<0>(b), std::get<1>(a) * std::get<1>(b)); },
      std::tuple(0.0, 1.0), 2, keys, x, x);
  EXPECT_EQ(values(s2), (list<double>{2, 0}));
  EXPECT_EQ(values(p2), (list<double>{2, 1}));
}

TEST(Scatter, IgnoresWhatIsOutOfRange) {
  const soac::array<double, 1> dest{0, 0, 0};
  EXPECT_EQ(values(soac::scatter(dest, list<int>{2, -1, 0, 3}, list<double>{1, 2, 3, 4})), (list<double>{3, 0, 1}));
  EXPECT_EQ(values(dest), (list<double>{0, 0, 0}));
  soac::array<double, 1> given{0, 0, 0};
  const double *memory = given.data();
  const auto r = soac::scatter(std::move(given), list<int>{1}, list<double>{5});
  EXPECT_EQ(r.data(), memory);
  EXPECT_EQ(values(soac::scatter(soac::array<double, 2>(2, 2), list<int>{1}, soac::array<double, 2>{{5, 6}})),
            (list<double>{0, 0, 5, 6}));
#if SOAC_CHECKS
  try {
    soac::scatter(dest, list<int>{2, 5, 1, 5, 1}, list<double>{1, 2, 3, 4, 5});
    ADD_FAILURE() << "index 1 occurs twice";
  } catch (const std::invalid_argument &error) {
    EXPECT_EQ(std::string(error.what()).find("soac: scatter: index 1 occurs twice at "), 0u) << error.what();
    EXPECT_NE(std::string(error.what()).find("CombinatorTest.cpp:"), std::string::npos) << error.what();
  }
  list<int> many; // in no order, and most of them out of range
  for (int i = 0; i < 1000; ++i)
    many.push_back(i * 7 % 1000 * 1000);
  EXPECT_EQ(values(soac::scatter(dest, many, list<double>(1000, 4.0))), (list<double>{4, 0, 0}));
#endif
}

TEST(Dot, AgreesWithALoop) {
  for (const index n : sizes) {
    const auto x = numbers(n, 1), y = numbers(n, 2);
    EXPECT_NEAR(soac::dot(x, y), std::inner_product(x.begin(), x.end(), y.begin(), 0.0), 1e-13) << n;
  }
}

TEST(Operators, ElementByElementAtEveryRank) {
  const auto a = matrix(2, 3, 1), b = matrix(2, 3, 2);
  const auto r = (a + 2.0 * b) / 4.0 - b * b;
  for (index i = 0; i < 2; ++i)
    for (index j = 0; j < 3; ++j) {
      EXPECT_DOUBLE_EQ(r(i, j), (a(i, j) + 2.0 * b(i, j)) / 4.0 - b(i, j) * b(i, j));
      EXPECT_EQ((-a)(i, j), -a(i, j));
      EXPECT_EQ((soac::maximum{}(a, b))(i, j), std::max(a(i, j), b(i, j)));
    }
  static_assert(std::is_same_v<decltype(soac::iota(2) + soac::array<double, 1>(2)), soac::array<double, 1>>);
}

TEST(Operators, CompoundAssignment) {
  soac::array<double, 1> a{1, 2};
  a += soac::array<double, 1>{10, 20};
  a *= 2.0;
  a -= 1.0;
  EXPECT_EQ(values(a), (list<double>{21, 43}));
}

// A result must not depend on the number of threads: blocks are fixed by the length.
TEST(Parallel, LargeReductionsEqualTheBlockwiseLoop) {
  const index n = 200001;
  const auto x = numbers(n);
  EXPECT_EQ(soac::reduce([](double a, double b) { return a + b; }, 0.0, x), [&] {
    double total = 0;
    for (index begin = 0; begin < n; begin += 1 << 15) {
      double part = x[static_cast<std::size_t>(begin)];
      for (index i = begin + 1; i < std::min<index>(n, begin + (1 << 15)); ++i)
        part += x[static_cast<std::size_t>(i)];
      total += part;
    }
    return total;
  }());
  EXPECT_NEAR(soac::sum(x), std::accumulate(x.begin(), x.end(), 0.0), 1e-9);
  const auto mapped = soac::map([](double v) { return soac::sum(soac::array<double, 1>{v, v}); }, x);
  for (index i = 0; i < n; i += 997)
    EXPECT_EQ(mapped(i), 2 * x[static_cast<std::size_t>(i)]);
}

// The blocks of several threads begin with their first elements: the start is combined once, in front of all.
TEST(Parallel, AStartThatIsNotNeutralIsCombinedOnce) {
  for (const index n : {0, 1, 40000, 200000}) {
    soac::array<double> x(n);
    soac::array<double, 2> rows(n, 2);
    for (index i = 0; i < n; ++i) {
      x(i) = rows(i, 0) = static_cast<double>(i % 3);
      rows(i, 1) = 1;
    }
    const double sum = std::accumulate(x.begin(), x.end(), 0.0), count = static_cast<double>(n);
    const auto plus = [](double a, double b) { return a + b; };
    EXPECT_EQ(soac::reduce(soac::plus{}, 5.0, x), sum + 5);
    EXPECT_EQ(soac::reduce(plus, 5.0, x), sum + 5);
    EXPECT_EQ(soac::reduce(soac::maximum{}, 7.0, x), 7.0);
    EXPECT_EQ(soac::reduce(soac::minimum{}, -7.0, x), -7.0);
    // With a + b + c at every combination: n of them.
    EXPECT_EQ(soac::reduce([](double a, double b) { return a + b + 1; }, 5.0, x), sum + 5 + count);
    const auto both = soac::reduce(
        [](const auto &a, const auto &b) {
          return std::tuple(std::get<0>(a) + std::get<0>(b), std::max(std::get<1>(a), std::get<1>(b)));
        },
        std::tuple(5.0, 7.0), x, x);
    EXPECT_EQ(both, std::tuple(sum + 5, 7.0));
    const auto total = soac::reduce(soac::plus{}, soac::array<double>{5.0, 6.0}, rows);
    EXPECT_EQ(values(total), (list<double>{sum + 5, count + 6}));
  }
}

} // namespace
} // namespace soac_test
