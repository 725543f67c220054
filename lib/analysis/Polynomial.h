// Integers as polynomials of other integers: j = i + 1;  k = n * j  makes k the polynomial n i + n. Polynomials of
// degree 1 are affine: constant + sum of coefficient * value.
#pragma once

#include "analysis/DefUse.h"
#include "ir/Builder.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace soac::analysis {

/// A polynomial with coefficients in wrap-around arithmetic.
template <class Variable> class PolynomialOf {
public:
  using Monomial = llvm::SmallVector<Variable, 4>; ///< a product, its factors in order
  using Terms = std::vector<std::pair<Monomial, std::int64_t>>; ///< in the order of their products, each of which is there once

  PolynomialOf(std::int64_t constant = 0) { add({}, constant); }
  explicit PolynomialOf(Variable v) { add({std::move(v)}, 1); }
  PolynomialOf(std::int64_t coefficient, const Monomial &product) { add(product, coefficient); }

  friend PolynomialOf operator+(PolynomialOf a, const PolynomialOf &b) {
    if (a.sum.empty())
      return b;
    for (const auto &[product, coefficient] : b.sum)
      a.add(product, coefficient);
    return a;
  }
  friend PolynomialOf operator-(PolynomialOf a, const PolynomialOf &b) { return std::move(a) + PolynomialOf(-1) * b; }
  friend PolynomialOf operator*(const PolynomialOf &a, const PolynomialOf &b) {
    PolynomialOf result;
    for (const auto &[left, x] : a.sum)
      for (const auto &[right, y] : b.sum) {
        Monomial product(left.size() + right.size());
        std::merge(left.begin(), left.end(), right.begin(), right.end(), product.begin());
        result.add(product, static_cast<std::int64_t>(static_cast<std::uint64_t>(x) * static_cast<std::uint64_t>(y)));
      }
    return result;
  }
  friend bool operator==(const PolynomialOf &, const PolynomialOf &) = default;

  const Terms &terms() const { return sum; } ///< no coefficient is 0
  std::int64_t coefficient(const Monomial &of) const {
    const auto found = position(of);
    return found == sum.end() || found->first != of ? 0 : found->second;
  }
  std::int64_t constant() const { return coefficient({}); }
  bool isConstant() const { return sum.empty() || (sum.size() == 1 && sum.begin()->first.empty()); }

  /// p and q in p * v + q.
  struct Line;
  Line in(const Variable &v) const;

private:
  auto position(const Monomial &of) const {
    return llvm::lower_bound(sum, of, [](const auto &term, const Monomial &product) { return term.first < product; });
  }
  void add(const Monomial &product, std::int64_t coefficient) {
    if (coefficient == 0)
      return;
    const auto at = sum.begin() + (position(product) - sum.begin());
    if (at == sum.end() || at->first != product) {
      sum.emplace(at, product, coefficient);
      return;
    }
    at->second =
        static_cast<std::int64_t>(static_cast<std::uint64_t>(at->second) + static_cast<std::uint64_t>(coefficient));
    if (at->second == 0)
      sum.erase(at);
  }

  Terms sum;
};

/// Terms with a higher power of v are in `slope`, which has one factor v less.
template <class Variable> struct PolynomialOf<Variable>::Line {
  PolynomialOf slope, rest;
  friend bool operator==(const Line &, const Line &) = default;
};

template <class Variable> auto PolynomialOf<Variable>::in(const Variable &v) const -> Line {
  Line line;
  for (const auto &[factors, coefficient] : sum) {
    Monomial product = factors;
    const auto at = std::find(product.begin(), product.end(), v);
    PolynomialOf &part = at == product.end() ? line.rest : line.slope;
    if (at != product.end())
      product.erase(at);
    part.add(product, coefficient);
  }
  return line;
}

using Polynomial = PolynomialOf<ir::Value>;

/// The polynomial's value, of type i64, made by `b`.
ir::Value valueOf(const Polynomial &p, ir::Builder &b);

/// Is the result, modulo 2^64, the sum, difference, product, negation or conversion of the operands as integers,
/// however narrow the types are?
bool keepsNumbers(const ir::Apply &computed, const ir::ValueTable &values);

/// x of max(x, 0), else the count itself: what it is where there is an iteration.
ir::Value openCount(ir::Value count, const ir::ValueTable &values, const DefUse &definitions);

/// The polynomials of the integers that a block computes. Variables are values from outside, parameters of blocks, and
/// values that are no sum, difference, product or conversion of integers, or have too many terms.
class Polynomials {
public:
  /// `isFollowed` holds for types whose sums and products are followed; exact operations on other types are followed,
  /// too. With i64 alone, values with the same polynomial are equal; with other types, as long as nothing wraps around.
  Polynomials(const ir::ValueTable &values, const DefUse &definitions, bool (*isFollowed)(ir::Scalar))
      : values(values), definitions(definitions), isFollowed(isFollowed) {}

  const Polynomial &of(ir::Value v) const;

private:
  Polynomial computed(ir::Value v) const;

  const ir::ValueTable &values;
  const DefUse &definitions;
  bool (*isFollowed)(ir::Scalar);
  mutable std::map<ir::Value, Polynomial> known;
};

} // namespace soac::analysis
