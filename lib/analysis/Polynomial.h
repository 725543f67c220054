// Integers as polynomials of others. Those of degree 1 are the affine ones: constant + sum of coefficient * value.
#pragma once

#include "analysis/DefUse.h"

#include <cstdint>
#include <map>
#include <vector>

namespace soac::analysis {

/// In wrap-around arithmetic.
class Polynomial {
public:
  using Monomial = std::vector<ir::Value>; ///< a product, its factors in order
  using Terms = std::map<Monomial, std::int64_t>;

  Polynomial(std::int64_t constant = 0) { add({}, constant); }
  explicit Polynomial(ir::Value v) { add({v}, 1); }

  friend Polynomial operator+(Polynomial a, const Polynomial &b);
  friend Polynomial operator*(const Polynomial &a, const Polynomial &b);
  friend Polynomial operator-(Polynomial a, const Polynomial &b) { return std::move(a) + Polynomial(-1) * b; }
  friend bool operator==(const Polynomial &, const Polynomial &) = default;

  const Terms &terms() const { return sum; } ///< none is 0
  std::int64_t coefficient(const Monomial &of) const {
    const auto found = sum.find(of);
    return found == sum.end() ? 0 : found->second;
  }
  std::int64_t constant() const { return coefficient({}); }
  bool isConstant() const { return sum.empty() || (sum.size() == 1 && sum.begin()->first.empty()); }
  void add(const Monomial &product, std::int64_t coefficient);

  /// p and q in p * v + q.
  struct Line;
  Line in(ir::Value v) const;

private:
  Terms sum;
};

/// What has v to a higher power is in `slope`.
struct Polynomial::Line {
  Polynomial slope, rest;
};

/// The polynomials of the integers that a block computes. Variables are what is defined outside, parameters of blocks,
/// and what is no sum, difference or product of integers, or has too many terms.
class Polynomials {
public:
  /// `isFollowed` says which types' sums and products are those of the polynomials. For i64 alone two values with the
  /// same polynomial are equal; with others, as long as nothing wraps around.
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
