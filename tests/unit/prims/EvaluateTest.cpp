// The meaning of the primitives against C++'s own.
#include "prims/Prims.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

namespace soac::prims {
namespace {

using types::Scalar;

__extension__ typedef __int128 Wide; ///< exact results of 64-bit operands

template <class T> constexpr Scalar scalarOf() {
  if constexpr (std::is_same_v<T, float>)
    return Scalar::F32;
  else if constexpr (std::is_same_v<T, double>)
    return Scalar::F64;
  else {
    constexpr unsigned log = sizeof(T) == 1 ? 0 : sizeof(T) == 2 ? 1 : sizeof(T) == 4 ? 2 : 3;
    return static_cast<Scalar>(static_cast<unsigned>(std::is_signed_v<T> ? Scalar::I8 : Scalar::U8) + log);
  }
}

template <class T> Number numberOf(T x) {
  Number n;
  if constexpr (std::is_floating_point_v<T>)
    n.f = static_cast<double>(x);
  else
    n.i = static_cast<std::int64_t>(x);
  return n;
}

template <class T> class Integers : public testing::Test {
public:
  static std::vector<T> samples() {
    using L = std::numeric_limits<T>;
    std::vector<T> xs{L::min(),
                      static_cast<T>(L::min() + 1),
                      0,
                      1,
                      2,
                      3,
                      5,
                      7,
                      100,
                      static_cast<T>(L::max() / 3),
                      static_cast<T>(L::max() - 1),
                      L::max()};
    if (std::is_signed_v<T>)
      xs.push_back(static_cast<T>(-1)), xs.push_back(static_cast<T>(-7));
    return xs;
  }
  static std::optional<Number> on(Prim p, T a, T b) {
    return evaluate(p, scalarOf<T>(), scalarOf<T>(), {numberOf(a), numberOf(b)});
  }
  static void expect(Prim p, T a, T b, std::optional<Wide> expected) {
    const auto actual = on(p, a, b);
    ASSERT_EQ(actual.has_value(), expected.has_value()) << info(p).name << ' ' << double(a) << ' ' << double(b);
    if (expected) {
      EXPECT_EQ(actual->i, numberOf(static_cast<T>(*expected)).i)
          << info(p).name << ' ' << static_cast<double>(a) << ' ' << static_cast<double>(b);
    }
  }
};

using AllIntegers = testing::Types<std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t, std::uint16_t,
                                   std::uint32_t, std::uint64_t>;
TYPED_TEST_SUITE(Integers, AllIntegers);

TYPED_TEST(Integers, WrapAroundExactly) {
  using T = TypeParam;
  for (T a : this->samples())
    for (T b : this->samples()) {
      const Wide x = a, y = b;
      this->expect(Prim::Add, a, b, x + y);
      this->expect(Prim::Sub, a, b, x - y);
      // The product modulo 2^64 is enough, and does not overflow 128 bits.
      this->expect(Prim::Mul, a, b, Wide(static_cast<std::uint64_t>(x) * static_cast<std::uint64_t>(y)));
      const bool undefined = b == 0 || (std::is_signed_v<T> && y == -1 && a == std::numeric_limits<T>::min());
      this->expect(Prim::Div, a, b, undefined ? std::nullopt : std::optional<Wide>(x / y));
      this->expect(Prim::Rem, a, b, undefined ? std::nullopt : std::optional<Wide>(x % y));
      this->expect(Prim::Min, a, b, std::min(a, b));
      this->expect(Prim::Max, a, b, std::max(a, b));
      this->expect(Prim::And, a, b, x & y);
      this->expect(Prim::Or, a, b, x | y);
      this->expect(Prim::Xor, a, b, x ^ y);
      const bool inRange = y >= 0 && y < static_cast<Wide>(8 * sizeof(T));
      this->expect(Prim::Shl, a, b,
                   inRange ? std::optional<Wide>(x * (Wide(1) << (inRange ? int(y) : 0))) : std::nullopt);
      this->expect(Prim::Shr, a, b, inRange ? std::optional<Wide>(x >> (inRange ? int(y) : 0)) : std::nullopt);
      EXPECT_EQ(this->on(Prim::Lt, a, b)->i, a < b);
      EXPECT_EQ(this->on(Prim::Le, a, b)->i, a <= b);
      EXPECT_EQ(this->on(Prim::Gt, a, b)->i, a > b);
      EXPECT_EQ(this->on(Prim::Ge, a, b)->i, a >= b);
      EXPECT_EQ(this->on(Prim::Eq, a, b)->i, a == b);
      EXPECT_EQ(this->on(Prim::Ne, a, b)->i, a != b);
    }
}

/// Conversion from T to every type.
template <class T> void expectCasts(T x) {
  const auto to = [&]<class U>(U) {
    const auto actual = evaluate(Prim::Cast, scalarOf<T>(), scalarOf<U>(), {numberOf(x)});
    ASSERT_TRUE(actual);
    EXPECT_EQ(actual->i, numberOf(static_cast<U>(x)).i)
        << static_cast<double>(x) << ": " << types::name(scalarOf<T>()) << " to " << types::name(scalarOf<U>());
  };
  to(std::int8_t{}), to(std::int16_t{}), to(std::int32_t{}), to(std::int64_t{});
  to(std::uint8_t{}), to(std::uint16_t{}), to(std::uint32_t{}), to(std::uint64_t{}), to(0.0f), to(0.0);
  EXPECT_EQ(evaluate(Prim::Cast, scalarOf<T>(), Scalar::Bool, {numberOf(x)})->i, static_cast<bool>(x));
}

TYPED_TEST(Integers, CastAsCxx) {
  for (TypeParam x : this->samples())
    expectCasts(x);
}

TEST(Casts, TruncateFloatingPoint) {
  for (double x : {0.0, 0.9, 1.0, 3.99, 100.5}) {
    expectCasts(x);
    expectCasts(static_cast<float>(x));
  }
  const auto cast = [](double x, Scalar to) { return evaluate(Prim::Cast, Scalar::F64, to, {numberOf(x)}); };
  EXPECT_EQ(cast(-1.99, Scalar::I32)->i, -1);
  EXPECT_EQ(cast(-128.5, Scalar::I8)->i, -128);
  EXPECT_EQ(cast(-0.5, Scalar::U8)->i, 0);
  EXPECT_EQ(static_cast<std::uint64_t>(cast(0x1.8p63, Scalar::U64)->i), 0xc000000000000000u);
  EXPECT_EQ(cast(0.1, Scalar::F32)->f, static_cast<double>(0.1f));
  EXPECT_EQ(cast(std::nan(""), Scalar::Bool)->i, 1);
}

TEST(Casts, HaveNoValueWhereCxxHasNone) {
  const auto cast = [](double x, Scalar to) { return evaluate(Prim::Cast, Scalar::F64, to, {numberOf(x)}); };
  EXPECT_FALSE(cast(-1.0, Scalar::U8));
  EXPECT_FALSE(cast(256.0, Scalar::U8));
  EXPECT_FALSE(cast(0x1p63, Scalar::I64));
  EXPECT_FALSE(cast(0x1p64, Scalar::U64));
  EXPECT_FALSE(cast(std::nan(""), Scalar::I32));
  EXPECT_FALSE(cast(std::numeric_limits<double>::infinity(), Scalar::I64));
}

TEST(Floats, ComputeAtTheirOwnPrecision) {
  const auto f32 = [](Prim p, float a, float b) {
    return evaluate(p, Scalar::F32, Scalar::F32, {numberOf(a), numberOf(b)})->f;
  };
  EXPECT_EQ(f32(Prim::Add, 16777216.0f, 1.0f), 16777216.0);
  EXPECT_EQ(f32(Prim::Div, 1.0f, 3.0f), static_cast<double>(1.0f / 3.0f));
  EXPECT_EQ(f32(Prim::Mul, 1e30f, 1e30f), std::numeric_limits<double>::infinity());
  EXPECT_EQ(f32(Prim::Pow, 2.5f, 1.5f), static_cast<double>(std::pow(2.5f, 1.5f)));
  EXPECT_EQ(evaluate(Prim::Sin, Scalar::F32, Scalar::F32, {numberOf(1.0f)})->f, static_cast<double>(std::sin(1.0f)));
}

TEST(Floats, MinAndMaxAreThoseOfStd) {
  const double values[] = {-1, -0.0, 0.0, 2, std::nan("")};
  for (double a : values)
    for (double b : values) {
      const auto bits = [](double x) { return std::bit_cast<std::uint64_t>(x); };
      EXPECT_EQ(bits(evaluate(Prim::Min, Scalar::F64, Scalar::F64, {numberOf(a), numberOf(b)})->f),
                bits(std::min(a, b)));
      EXPECT_EQ(bits(evaluate(Prim::Max, Scalar::F64, Scalar::F64, {numberOf(a), numberOf(b)})->f),
                bits(std::max(a, b)));
    }
}

TEST(Select, TakesTheChosenOperand) {
  EXPECT_EQ(evaluate(Prim::Select, Scalar::F64, Scalar::F64, {numberOf(1), numberOf(2.0), numberOf(3.0)})->f, 2.0);
  EXPECT_EQ(evaluate(Prim::Select, Scalar::F64, Scalar::F64, {numberOf(0), numberOf(2.0), numberOf(3.0)})->f, 3.0);
}

TEST(Logic, OnBoolStaysBool) {
  for (int a : {0, 1}) {
    EXPECT_EQ(evaluate(Prim::Not, Scalar::Bool, Scalar::Bool, {numberOf(a)})->i, !a);
    for (int b : {0, 1}) {
      EXPECT_EQ(evaluate(Prim::And, Scalar::Bool, Scalar::Bool, {numberOf(a), numberOf(b)})->i, a && b);
      EXPECT_EQ(evaluate(Prim::Or, Scalar::Bool, Scalar::Bool, {numberOf(a), numberOf(b)})->i, a || b);
      EXPECT_EQ(evaluate(Prim::Xor, Scalar::Bool, Scalar::Bool, {numberOf(a), numberOf(b)})->i, a != b);
    }
  }
}

TEST(Polygamma, OfNegativeOrderHasNoValue) {
  EXPECT_FALSE(evaluate(Prim::Polygamma, Scalar::F64, Scalar::F64, {numberOf(-1), numberOf(1.0)}));
}

} // namespace
} // namespace soac::prims
