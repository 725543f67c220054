// Every row's contributions against central differences, to third order, forward and reverse; and what they are at
// kinks.
#include "Graph.h"

#include <gtest/gtest.h>

#include <cmath>

namespace soac::test {
namespace {

constexpr int primCount = 0
#define SOAC_PRIM(...) +1
#include "prims/Prims.def"
    ;

/// Away from integers and zeros.
constexpr double points[] = {-2.63, -1.37, -0.71, -0.36, 0.23, 0.58, 0.87, 1.41, 2.19, 3.68};

Number number(double x) {
  Number n;
  n.f = x;
  return n;
}

double valueAt(const Node *e, llvm::ArrayRef<Number> variables) {
  if (!e)
    return 0;
  const auto value = evaluate(e, variables);
  return value ? value->f : std::nan("");
}

/// The derivative at x by central differences, extrapolated to sixth order; NaN where f is not defined nearby.
template <class F> double difference(F f, double x) {
  const auto central = [&](double h) { return (f(x + h) - f(x - h)) / (2 * h); };
  const double h = 2e-3, d1 = central(h), d2 = central(h / 2), d4 = central(h / 4);
  const double e1 = (4 * d2 - d1) / 3, e2 = (4 * d4 - d2) / 3;
  return (16 * e2 - e1) / 15;
}

struct Case {
  Prim prim;
  llvm::SmallVector<Scalar, 3> types;
};

/// The row on f64, its integer and bool operands as they must be.
Case caseOf(Prim p) {
  using prims::Operands;
  switch (prims::info(p).operands) {
  case Operands::Select: return {p, {Scalar::Bool, Scalar::F64, Scalar::F64}};
  case Operands::Ldexp: return {p, {Scalar::F64, Scalar::I32}};
  case Operands::Order: return {p, {Scalar::I32, Scalar::F64}};
  default: return {p, llvm::SmallVector<Scalar, 3>(prims::info(p).arity, Scalar::F64)};
  }
}

/// Calls `check` with the values of the operands: every combination of `points`; 0 and 1, or 1 and 2, for the others.
template <class F> void forEachPoint(const Case &c, F check) {
  llvm::SmallVector<Number, 3> at(c.types.size());
  const auto fill = [&](auto self, std::size_t i) -> void {
    if (i == c.types.size())
      return check(llvm::ArrayRef<Number>(at));
    if (types::isFloat(c.types[i])) {
      for (double x : points)
        at[i].f = x + 0.037 * static_cast<double>(i), self(self, i + 1); // no ties, no jump of fmod within 2e-3
    } else {
      for (std::int64_t x : {0, 1})
        at[i].i = c.types[i] == Scalar::Bool ? x : x + 1, self(self, i + 1);
    }
  };
  fill(fill, 0);
}

/// All rows that give a floating-point number; StopGradient has none on purpose, and a test of its own.
bool hasDerivative(Prim p) {
  using prims::Operands;
  const prims::PrimInfo &row = prims::info(p);
  return row.operands != Operands::Integer && row.operands != Operands::BoolOrInteger &&
         row.operands != Operands::Shift && row.result != prims::Result::Bool && p != Prim::StopGradient;
}

std::vector<Prim> rowsWithDerivatives() {
  std::vector<Prim> rows;
  for (int i = 0; i < primCount; ++i)
    if (hasDerivative(static_cast<Prim>(i)))
      rows.push_back(static_cast<Prim>(i));
  return rows;
}

class Rows : public testing::TestWithParam<Prim> {};

INSTANTIATE_TEST_SUITE_P(Prims, Rows, testing::ValuesIn(rowsWithDerivatives()),
                         [](const auto &row) { return std::string(prims::info(row.param).name); });

/// Checks the derivatives of `e` up to `order` more, each against the differences of the one before it.
void checkDerivatives(const Case &c, const Node *e, llvm::ArrayRef<Number> at, unsigned order, unsigned &checked) {
  for (int i = 0; i < static_cast<int>(c.types.size()); ++i) {
    if (!types::isFloat(c.types[static_cast<std::size_t>(i)]))
      continue;
    const auto along = [&](double x) {
      llvm::SmallVector<Number, 3> moved(at.begin(), at.end());
      moved[static_cast<std::size_t>(i)].f = x;
      return valueAt(e, moved);
    };
    const double x = at[static_cast<std::size_t>(i)].f;
    const Node *derived = derivative(e, i);
    const double expected = difference(along, x);
    if (!std::isfinite(expected))
      continue; // outside the domain
    const double actual = valueAt(derived, at);
    const double scale = 1 + std::abs(expected) + std::abs(along(x));
    EXPECT_NEAR(actual, expected, 1e-7 * scale) << "argument " << i << " at " << x << ", " << order << " orders left";
    ++checked;
    if (derived && order > 1)
      checkDerivatives(c, derived, at, order - 1, checked);
  }
}

const Node *rowApplied(const Case &c) {
  llvm::SmallVector<const Node *, 3> variables;
  for (auto [i, type] : llvm::enumerate(c.types))
    variables.push_back(variable(static_cast<int>(i), type));
  return c.prim == Prim::Cast ? apply(c.prim, variables, Scalar::F64) : apply(c.prim, variables);
}

TEST_P(Rows, ContributionsAgreeWithDifferencesToThirdOrder) {
  const Case c = caseOf(GetParam());
  const Node *e = rowApplied(c);
  unsigned checked = 0;
  forEachPoint(c, [&](llvm::ArrayRef<Number> at) { checkDerivatives(c, e, at, 3, checked); });
  EXPECT_GE(checked, 5u) << "hardly any point is in the domain";
}

TEST_P(Rows, ReverseAgreesWithForwardToSecondOrder) {
  const Case c = caseOf(GetParam());
  const Node *e = rowApplied(c);
  llvm::SmallVector<const Node *, 3> adjoints(c.types.size());
  accumulate(e, constant(Scalar::F64, 1), adjoints);
  for (int i = 0; i < static_cast<int>(c.types.size()); ++i) {
    if (!types::isFloat(c.types[static_cast<std::size_t>(i)]))
      continue;
    const Node *tangent = derivative(e, i), *adjoint = adjoints[static_cast<std::size_t>(i)];
    ASSERT_EQ(tangent == nullptr, adjoint == nullptr);
    if (!tangent)
      continue;
    llvm::SmallVector<const Node *, 3> second(c.types.size());
    accumulate(adjoint, constant(Scalar::F64, 1), second);
    forEachPoint(c, [&](llvm::ArrayRef<Number> at) {
      const auto expectSame = [&](double a, double b) {
        if (std::isfinite(a) || std::isfinite(b)) {
          EXPECT_NEAR(a, b, 1e-12 * (1 + std::abs(b)));
        }
      };
      expectSame(valueAt(adjoint, at), valueAt(tangent, at));
      for (int j = 0; j < static_cast<int>(c.types.size()); ++j)
        if (types::isFloat(c.types[static_cast<std::size_t>(j)]))
          expectSame(valueAt(second[static_cast<std::size_t>(j)], at), valueAt(derivative(tangent, j), at));
    });
  }
}

/// Where intermediate results overflow and the derivatives do not: what is finite has no NaN as a derivative.
TEST_P(Rows, DerivativesFarOutAreNumbers) {
  const Case c = caseOf(GetParam());
  if (c.types.size() != 1 || !types::isFloat(c.types[0]))
    return;
  for (const double far : {30.0, 100.0, 400.0, 800.0, 1e4, 1e8, 1e100, 1e200, 1e300})
    for (const double x : {far, -far}) {
      const Node *e = rowApplied(c);
      for (int order = 1; e && order <= 3 && std::isfinite(valueAt(e, number(x))); ++order) {
        e = derivative(e, 0);
        EXPECT_FALSE(std::isnan(valueAt(e, number(x)))) << "order " << order << " at " << x;
      }
    }
}

/// Where primitives have poles, ends of their domain and overflow; and an ordinary point.
constexpr double singular[] = {0.0, -0.0, 1, -1, -2, -2.5, 0.75, 800, -800, 1e308, -1e308};

template <class F> void forEachSingularPoint(const Case &c, F check) {
  llvm::SmallVector<Number, 4> at(c.types.size() + 1); // the last is the seed's
  const auto fill = [&](auto self, std::size_t i) -> void {
    if (i == c.types.size())
      return check(at);
    if (types::isFloat(c.types[i])) {
      for (double x : singular)
        at[i].f = x, self(self, i + 1);
    } else {
      for (std::int64_t x : {0, 1})
        at[i].i = x, self(self, i + 1);
    }
  };
  fill(fill, 0);
}

/// What argument i contributes with the seed d, a further variable.
const Node *contributionOf(const Case &c, int i, const Node *d) {
  const Node *e = rowApplied(c);
  llvm::SmallVector<Expr, 3> arguments(e->arguments.begin(), e->arguments.end());
  const auto part = prims::contribution<Expr>(c.prim, static_cast<unsigned>(i), arguments, Expr(e), Expr(d));
  return part ? part->node : nullptr;
}

TEST_P(Rows, AZeroSeedContributesNothingAtAnyPoint) {
  const Case c = caseOf(GetParam());
  const int seed = static_cast<int>(c.types.size());
  for (int i = 0; i < seed; ++i) {
    const Node *part = types::isFloat(c.types[static_cast<std::size_t>(i)]) ? contributionOf(c, i, variable(seed)) : nullptr;
    if (!part)
      continue;
    forEachSingularPoint(c, [&](llvm::MutableArrayRef<Number> at) {
      at.back().f = 0;
      EXPECT_EQ(valueAt(part, at), 0) << "argument " << i << " at " << at[0].f;
    });
  }
}

/// The derivatives of contributions: by the arguments they are zero where the seed is, in both modes; by the seed they are
/// the partial derivative, a zero seed or not; and in a direction that is zero they are zero, whatever the seed.
TEST_P(Rows, AZeroSeedContributesNothingToSecondOrder) {
  const Case c = caseOf(GetParam());
  const int seed = static_cast<int>(c.types.size());
  for (int i = 0; i < seed; ++i) {
    const Node *part = types::isFloat(c.types[static_cast<std::size_t>(i)]) ? contributionOf(c, i, variable(seed)) : nullptr;
    if (!part)
      continue;
    llvm::SmallVector<const Node *, 4> adjoints(c.types.size() + 1), unreached(c.types.size() + 1);
    accumulate(part, constant(Scalar::F64, 1), adjoints);
    accumulate(part, variable(seed + 1), unreached);
    forEachSingularPoint(c, [&](llvm::MutableArrayRef<Number> point) {
      llvm::SmallVector<Number, 5> at(point.begin(), point.end());
      at.push_back(number(0.0)); // the adjoint of the contribution
      at[static_cast<std::size_t>(seed)].f = 1;
      const double partial = valueAt(part, at);
      at[static_cast<std::size_t>(seed)].f = 0;
      const auto expectPartial = [&](double derivative) {
        if (std::isfinite(partial))
          EXPECT_NEAR(derivative, partial, 1e-14 * std::abs(partial)) << "by the seed at " << at[0].f;
        else
          EXPECT_EQ(std::isnan(derivative) ? 0 : derivative, std::isnan(partial) ? 0 : partial) << at[0].f;
      };
      expectPartial(valueAt(derivative(part, seed), at));
      expectPartial(valueAt(adjoints[static_cast<std::size_t>(seed)], at));
      for (int k = 0; k < seed; ++k) {
        EXPECT_EQ(valueAt(derivative(part, k), at), 0) << "by argument " << k << " at " << at[0].f;
        EXPECT_EQ(valueAt(adjoints[static_cast<std::size_t>(k)], at), 0) << "to argument " << k << " at " << at[0].f;
      }
      for (const double d : {0.0, 1.5}) {
        at[static_cast<std::size_t>(seed)].f = d;
        for (const Node *adjoint : unreached)
          EXPECT_EQ(valueAt(adjoint, at), 0) << "with a zero adjoint at " << at[0].f << ", seed " << d;
      }
    });
  }
}

/// First and second derivatives (forward, and the diagonal second by reverse over reverse) of a row at one point.
double first(Prim p, llvm::ArrayRef<double> at, int with) {
  llvm::SmallVector<Number, 3> numbers;
  for (double x : at)
    numbers.push_back(number(x));
  return valueAt(derivative(rowApplied(caseOf(p)), with), numbers);
}
double second(Prim p, llvm::ArrayRef<double> at, int with, int again) {
  llvm::SmallVector<Number, 3> numbers;
  for (double x : at)
    numbers.push_back(number(x));
  llvm::SmallVector<const Node *, 3> once(at.size()), twice(at.size());
  accumulate(rowApplied(caseOf(p)), constant(Scalar::F64, 1), once);
  accumulate(once[static_cast<std::size_t>(with)], constant(Scalar::F64, 1), twice);
  return valueAt(twice[static_cast<std::size_t>(again)], numbers);
}

TEST(Kinks, TiesGiveAllToTheFirstArgument) {
  for (Prim p : {Prim::Min, Prim::Max, Prim::FMin, Prim::FMax}) {
    EXPECT_EQ(first(p, {1.5, 1.5}, 0), 1) << prims::info(p).name;
    EXPECT_EQ(first(p, {1.5, 1.5}, 1), 0) << prims::info(p).name;
  }
}

TEST(Kinks, FminOfANanGivesAllToTheNumber) {
  const double nan = std::nan("");
  for (Prim p : {Prim::FMin, Prim::FMax}) {
    EXPECT_EQ(first(p, {nan, 2}, 0), 0);
    EXPECT_EQ(first(p, {nan, 2}, 1), 1);
    EXPECT_EQ(first(p, {2, nan}, 0), 1);
    EXPECT_EQ(first(p, {2, nan}, 1), 0);
  }
}

TEST(Kinks, AbsoluteValueIsFlatAtZero) {
  for (double zero : {0.0, -0.0}) {
    EXPECT_EQ(first(Prim::Abs, {zero}, 0), 0);
    EXPECT_EQ(first(Prim::Copysign, {zero, 3}, 0), 0);
    EXPECT_EQ(first(Prim::Copysign, {zero, -3}, 0), 0);
  }
}

TEST(Kinks, PowersOfZeroHaveNoNan) {
  EXPECT_EQ(first(Prim::Pow, {0, 0}, 0), 0);
  EXPECT_EQ(first(Prim::Pow, {0, 0}, 1), 0);
  EXPECT_EQ(first(Prim::Pow, {0, 1}, 0), 1);
  EXPECT_EQ(first(Prim::Pow, {0, 2}, 0), 0);
  EXPECT_EQ(first(Prim::Pow, {0, 2}, 1), 0);
  EXPECT_EQ(first(Prim::Pow, {3, 0}, 0), 0);
  EXPECT_EQ(first(Prim::Pow, {-3, 2}, 0), -6);
  EXPECT_EQ(first(Prim::Pow, {0, 0.5}, 0), std::numeric_limits<double>::infinity());
  EXPECT_EQ(second(Prim::Pow, {0, 3}, 0, 0), 0);
  EXPECT_EQ(second(Prim::Pow, {0, 2}, 0, 0), 2);
  EXPECT_EQ(second(Prim::Pow, {0, 3}, 1, 1), 0);
  EXPECT_EQ(second(Prim::Pow, {0, 0}, 0, 0), 0);
  EXPECT_DOUBLE_EQ(second(Prim::Pow, {2, 0}, 0, 1), 0.5);
}

TEST(Kinks, SquareRootsFollowIeee) {
  EXPECT_EQ(first(Prim::Sqrt, {0}, 0), std::numeric_limits<double>::infinity());
  EXPECT_TRUE(std::isnan(first(Prim::Hypot, {0, 0}, 0)));
  EXPECT_TRUE(std::isnan(first(Prim::Atan2, {0, 0}, 0)));
}

TEST(Accuracy, DerivativesKeepTheirDigitsWhereCancellationThreatens) {
  EXPECT_NEAR(first(Prim::Tanh, {12}, 0) / (4 * std::exp(-24) / std::pow(1 + std::exp(-24), 2)), 1, 1e-14);
  EXPECT_EQ(second(Prim::Tanh, {800}, 0, 0), 0);
  EXPECT_NEAR(first(Prim::Expm1, {-40}, 0) / std::exp(-40), 1, 1e-15);
  EXPECT_NEAR(first(Prim::Atan2, {1e-200, 1e-200}, 0) / 5e199, 1, 1e-14);
  EXPECT_NEAR(first(Prim::Asinh, {1e200}, 0) / 1e-200, 1, 1e-15);
  EXPECT_NEAR(first(Prim::Acosh, {1e200}, 0) / 1e-200, 1, 1e-15);
  EXPECT_NEAR(first(Prim::Fmod, {3 * 0.1, 0.1}, 1), -std::trunc((3 * 0.1 - std::fmod(3 * 0.1, 0.1)) / 0.1 + 0.5), 0);
}

TEST(StopGradient, HasNoContribution) { EXPECT_EQ(derivative(rowApplied(caseOf(Prim::StopGradient)), 0), nullptr); }

} // namespace
} // namespace soac::test
