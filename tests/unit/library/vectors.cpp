// The functions of <soac/runtime/vector_math.hpp> and <soac/runtime/hyperbolic.hpp> over arrays, in the vector form that loops have with optimisation.
#include <soac/runtime/lane_loops.hpp>
#include <soac/runtime/vector_math.hpp>

#include <gtest/gtest.h>

#if defined(__clang__)
#pragma clang diagnostic ignored "-Wpass-failed" // of functions without a variant
#endif

#include <cmath>
#include <limits>
#include <vector>

namespace {

/// 1000 numbers from `from` to `to`; an odd count has elements behind the last whole vector.
template <class T> std::vector<T> between(double from, double to) {
  std::vector<T> numbers;
  for (int i = 0; i < 1003; ++i)
    numbers.push_back(static_cast<T>(from + (to - from) * i / 1002));
  return numbers;
}

template <class T> double unitInLastPlace(T x) {
  const T next = std::nextafter(std::abs(x), std::numeric_limits<T>::infinity());
  return static_cast<double>(next) - static_cast<double>(std::abs(x));
}

template <class T, class Vector, class Exact>
void expectNear(const char *name, const std::vector<T> &xs, Vector vector, Exact exact) {
  std::vector<T> ys(xs.size());
  const T *const x = xs.data();
  T *const y = ys.data();
  const std::size_t n = xs.size();
  SOAC_INDEPENDENT
  for (std::size_t i = 0; i < n; ++i)
    y[i] = vector(x[i]);
  for (std::size_t i = 0; i < n; ++i) {
    const long double expected = exact(static_cast<long double>(x[i]));
    const T rounded = static_cast<T>(expected);
    EXPECT_LE(std::abs(static_cast<double>(static_cast<long double>(y[i]) - expected)), 4 * unitInLastPlace(rounded))
        << name << " of " << x[i];
  }
}

template <class T> class VectorMath : public testing::Test {};
using Types = testing::Types<double, float>;
TYPED_TEST_SUITE(VectorMath, Types);

#define EXPECT_NEAR_STD(function, from, to)                                                                            \
  expectNear<TypeParam>(                                                                                               \
      #function, between<TypeParam>(from, to), [](TypeParam x) { return soac::runtime::function(x); },                 \
      [](long double x) { return std::function(x); })

TYPED_TEST(VectorMath, is_within_four_units_in_the_last_place) {
  EXPECT_NEAR_STD(acos, -0.9, 0.9);
  EXPECT_NEAR_STD(acosh, 1.5, 30);
  EXPECT_NEAR_STD(asin, -0.9, 0.9);
  EXPECT_NEAR_STD(asinh, 0.1, 30);
  EXPECT_NEAR_STD(atan, -30, 30);
  EXPECT_NEAR_STD(atanh, 0.01, 0.9);
  EXPECT_NEAR_STD(cbrt, -30, 30);
  EXPECT_NEAR_STD(cos, -3, 3);
  EXPECT_NEAR_STD(cosh, -30, 30);
  EXPECT_NEAR_STD(erf, -3, 3);
  EXPECT_NEAR_STD(erfc, -3, 3);
  EXPECT_NEAR_STD(exp, -80, 80);
  EXPECT_NEAR_STD(exp2, -30, 30);
  EXPECT_NEAR_STD(expm1, -30, 30);
  EXPECT_NEAR_STD(log, 0.001, 30);
  EXPECT_NEAR_STD(log10, 0.001, 30);
  EXPECT_NEAR_STD(log1p, -0.9, 30);
  EXPECT_NEAR_STD(log2, 0.001, 30);
  EXPECT_NEAR_STD(sin, -3, 3);
  EXPECT_NEAR_STD(sinh, -30, 30);
  EXPECT_NEAR_STD(sqrt, 0, 30);
  EXPECT_NEAR_STD(tan, -1.5, 1.5);
  EXPECT_NEAR_STD(tanh, -3, 3);
  EXPECT_NEAR_STD(tanh, -1e-5, 1e-5);
  EXPECT_NEAR_STD(tanh, -90, 90);
}

template <class T> T sech(T x) { return 1 / std::cosh(x); }

TYPED_TEST(VectorMath, hyperbolic_secant_is_too) {
  using T = TypeParam;
  const auto ofRuntime = [](T x) { return soac::runtime::sech(x); };
  expectNear<T>("sech", between<T>(-3, 3), ofRuntime, sech<long double>);
  expectNear<T>("sech", between<T>(-100, 100), ofRuntime, sech<long double>); // of floats down to numbers that are not normal
  if (std::is_same_v<T, double>)
    expectNear<T>("sech", between<T>(690, 760), ofRuntime, sech<long double>);
}

/// As in a loop: the functions that share an exponential, in named lanes.
TYPED_TEST(VectorMath, of_lanes_is_that_of_each_lane) {
  using T = TypeParam;
  using Lanes = soac::runtime::per_lane<T>;
  std::vector<T> xs = between<T>(-100, 100);
  xs.resize(1008, std::numeric_limits<T>::infinity());
  for (std::size_t i = 0; i < xs.size(); i += soac::runtime::lane_count) {
    const auto x = Lanes::load(xs.data() + i);
    soac::runtime::tanh(x).for_each([&](T y, int l) { EXPECT_EQ(y, soac::runtime::tanh(xs[i + l])) << xs[i + l]; });
    soac::runtime::sech(x).for_each([&](T y, int l) { EXPECT_EQ(y, soac::runtime::sech(xs[i + l])) << xs[i + l]; });
  }
}

TYPED_TEST(VectorMath, a_number_in_all_lanes_keeps_its_sign) {
  soac::runtime::per_lane<TypeParam>(-TypeParam(0)).for_each([](TypeParam x, int) { EXPECT_TRUE(std::signbit(x)); });
}

/// Numbers of elements that fill no register, one, and several with a rest; the elements around keep their numbers.
TYPED_TEST(VectorMath, sums_of_lanes_that_are_formed_together_are_those_formed_one_by_one) {
  namespace runtime = soac::runtime;
  using T = TypeParam;
  for (int count = 0; count < 40; ++count)
    for (int first = 0; first < 3; ++first) {
      std::vector<T> terms = between<T>(-1, 2), sums = between<T>(3, 4);
      terms.resize(static_cast<std::size_t>((count + 1) * runtime::lane_count));
      std::vector<T> expected = sums;
      const runtime::dense<const T, 2> rows(terms.data(), count + 1, runtime::lane_count);
      const runtime::dense<T, 1> to(sums.data(), 1003);
      runtime::add_sums_of_lanes(count, [&](soac::index r, auto lane) SOAC_INLINED {
        return runtime::addend(to, runtime::at(rows, r, lane), first + r);
      });
      for (int r = 0; r < count; ++r)
        expected[static_cast<std::size_t>(first + r)] += runtime::sum_of_lanes([&](auto lane) { return runtime::at(rows, r, lane); });
      EXPECT_EQ(sums, expected) << count << " from " << first;
    }
}

/// Indices beside indices, numbers and numbers of other lanes.
TEST(Lanes, indices_are_compared_as_numbers) {
  namespace runtime = soac::runtime;
  const auto numbers = runtime::per_lane<soac::index>::of([](int l) { return 3 + l % 4; });
  const auto all = [&](auto lane) {
    return runtime::total(runtime::select(lane < numbers, lane & numbers, numbers | lane) * 3 +
                          runtime::select(numbers >= lane + 2, 5 & lane, lane | (lane + 1)));
  };
  soac::index expected = 0;
  for (soac::index i = 4; i < 4 + runtime::lane_count; ++i) {
    const soac::index number = 3 + (i - 4) % 4;
    expected += (i < number ? i & number : number | i) * 3 + (number >= i + 2 ? 5 & i : i | (i + 1));
  }
  EXPECT_EQ(all(runtime::lane_range{4}), expected);
  EXPECT_EQ(all(runtime::lane_steps{4, 1}), expected);
}

/// Several sums of fewer terms than lanes, of as many, and of several times as many with a rest of any size. A term is
/// the sum of an array's element and of a number that its index gives.
TYPED_TEST(VectorMath, sums_of_lanes_have_each_term_once) {
  namespace runtime = soac::runtime;
  using T = TypeParam;
  const std::vector<T> xs = between<T>(-1, 2);
  const runtime::dense<const T, 1> x(xs.data(), static_cast<soac::index>(xs.size()));
  for (int count = 0; count < 70; ++count) {
    const auto [sum, even] = runtime::sums_of_lanes(std::tuple<T, T>{T(3), T(0)}, count, [&](auto lane) {
      return std::tuple{runtime::at(x, lane + 1) * T(2), runtime::select((lane & 1) == 0, runtime::at(x, lane), T(0))};
    });
    long double expected = 3, expectedEven = 0;
    for (int i = 0; i < count; ++i) {
      expected += 2 * x(i + 1);
      expectedEven += i % 2 == 0 ? x(i) : T(0);
    }
    const T tolerance = 200 * std::numeric_limits<T>::epsilon();
    EXPECT_NEAR(sum, static_cast<T>(expected), tolerance) << count;
    EXPECT_NEAR(even, static_cast<T>(expectedEven), tolerance) << count;
  }
}

/// The same beside elements that are written, of any number of iterations.
TYPED_TEST(VectorMath, sums_beside_elements_have_each_term_once) {
  namespace runtime = soac::runtime;
  using T = TypeParam;
  const std::vector<T> xs = between<T>(-1, 2);
  const runtime::dense<const T, 1> x(xs.data(), static_cast<soac::index>(xs.size()));
  const T tolerance = 200 * std::numeric_limits<T>::epsilon();
  soac::workspace workspace;
  for (int count = 0; count < 70; ++count) {
    std::vector<T> ys(100), expected_ys(100);
    const runtime::dense<T, 1> y(ys.data(), 100);
    T expected = 0;
    for (int i = 0; i < count; ++i) {
      expected += 2 * x(i + 1);
      expected_ys[static_cast<std::size_t>(i)] += 8 * x(i + 1);
    }
    const auto term = [&](auto lane) {
      const auto t = runtime::at(x, lane + 1) * T(2);
      runtime::put(y, runtime::at(y, lane) + t, lane);
      return t;
    };
    EXPECT_NEAR(runtime::independent_sum(count, term), expected, tolerance) << count;
    EXPECT_NEAR(runtime::lane_sum(count, term), expected, tolerance) << count;
    EXPECT_NEAR(runtime::parallel_independent_sum(workspace, T(1), count, 1, term), expected + 1, tolerance) << count;
    const auto [sum, difference] = runtime::independent_sums(std::tuple<T, T>{T(3), T(0)}, count, [&](auto lane) {
      const auto t = term(lane);
      return std::tuple{t, -t};
    });
    EXPECT_NEAR(sum, expected + 3, tolerance) << count;
    EXPECT_NEAR(difference, -expected, tolerance) << count;
    EXPECT_EQ(ys, expected_ys);
  }
}

TYPED_TEST(VectorMath, of_two_arguments_is_too) {
  using T = TypeParam;
  const std::vector<T> xs = between<T>(0.1, 30);
  const auto second = static_cast<T>(1.3);
  expectNear<T>(
      "pow", xs, [=](T x) { return soac::runtime::pow(x, second); },
      [=](long double x) { return std::pow(x, static_cast<long double>(second)); });
  expectNear<T>(
      "atan2", xs, [=](T x) { return soac::runtime::atan2(x, second); },
      [=](long double x) { return std::atan2(x, static_cast<long double>(second)); });
  expectNear<T>(
      "hypot", xs, [=](T x) { return soac::runtime::hypot(x, second); },
      [=](long double x) { return std::hypot(x, static_cast<long double>(second)); });
}

/// As the scalar function: the same infinities, zeros with their signs, and what is not a number.
template <class T, class Vector, class Scalar> void expectAlike(const char *name, Vector vector, Scalar scalar) {
  constexpr T inf = std::numeric_limits<T>::infinity(), nan = std::numeric_limits<T>::quiet_NaN();
  std::vector<T> xs = {0, -T(0), inf, -inf, nan, std::numeric_limits<T>::max(), -std::numeric_limits<T>::max(), -1, 1};
  xs.resize(16, 1); // whole vectors
  std::vector<T> ys(xs.size());
  const T *const x = xs.data();
  T *const y = ys.data();
  SOAC_INDEPENDENT
  for (int i = 0; i < 16; ++i)
    y[i] = vector(x[i]);
  for (int i = 0; i < 16; ++i) {
    const T expected = scalar(x[i]);
    if (std::isnan(expected) || std::isinf(expected) || expected == 0) {
      EXPECT_TRUE(std::isnan(expected) ? std::isnan(y[i]) : y[i] == expected) << name << " of " << x[i] << ": " << y[i];
      EXPECT_TRUE(std::isnan(expected) || std::signbit(y[i]) == std::signbit(expected)) << name << " of " << x[i];
    } else {
      EXPECT_LE(std::abs(static_cast<double>(y[i]) - static_cast<double>(expected)), 5 * unitInLastPlace(expected))
          << name << " of " << x[i];
    }
  }
}

#define EXPECT_ALIKE(function)                                                                                         \
  expectAlike<TypeParam>(                                                                                              \
      #function, [](TypeParam x) { return soac::runtime::function(x); }, [](TypeParam x) { return std::function(x); })

TYPED_TEST(VectorMath, of_special_numbers_is_that_of_the_scalar_function) {
  EXPECT_ALIKE(acos);
  EXPECT_ALIKE(acosh);
  EXPECT_ALIKE(asin);
  EXPECT_ALIKE(asinh);
  EXPECT_ALIKE(atan);
  EXPECT_ALIKE(atanh);
  EXPECT_ALIKE(cbrt);
  EXPECT_ALIKE(cos);
  EXPECT_ALIKE(cosh);
  EXPECT_ALIKE(erf);
  EXPECT_ALIKE(erfc);
  EXPECT_ALIKE(exp);
  EXPECT_ALIKE(exp2);
  EXPECT_ALIKE(expm1);
  EXPECT_ALIKE(log);
  EXPECT_ALIKE(log10);
  EXPECT_ALIKE(log1p);
  EXPECT_ALIKE(log2);
  EXPECT_ALIKE(sin);
  EXPECT_ALIKE(sinh);
  EXPECT_ALIKE(sqrt);
  EXPECT_ALIKE(tan);
  EXPECT_ALIKE(tanh);
  expectAlike<TypeParam>("sech", [](TypeParam x) { return soac::runtime::sech(x); }, sech<TypeParam>);
}

} // namespace
