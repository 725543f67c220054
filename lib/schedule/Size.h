// Integers that are known when a function is called: polynomials in the sizes of its parameters, with minima, maxima,
// quotients and roots.
//
// A size is a sum of terms, a term a coefficient and a product of atoms; an atom is a name ("n", "x.extent(0)") or an
// operation that is no polynomial. Sizes are taken to be at least 1, so that max(n, 0) is n. The text of equal sizes is
// equal, and terms are ordered, so the output is deterministic.
//   2*(n - 1) + n + 2   ->   "3*n"
#pragma once

#include "analysis/Polynomial.h"

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/STLFunctionalExtras.h>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace soac::schedule {

class Size {
public:
  using Known = std::map<std::string, std::int64_t>;

  Size(std::int64_t constant = 0); // NOLINT: a number is a size
  static Size named(const std::string &name);
  /// A number from 0 to count-1, which has no meaning outside the scope that counts it: `upper` replaces it by a bound.
  static Size counter(const std::string &name, const Size &count);
  static Size minimum(const Size &a, const Size &b);
  static Size maximum(const Size &a, const Size &b);
  /// a / b rounded down, and rounded up; 0 when b is 0.
  static Size quotient(const Size &a, const Size &b);
  static Size quotientUp(const Size &a, const Size &b);
  /// The smallest integer r with r^degree >= a.
  static Size root(const Size &a, unsigned degree);

  friend Size operator+(const Size &a, const Size &b);
  friend Size operator-(const Size &a, const Size &b);
  friend Size operator*(const Size &a, const Size &b);
  friend bool operator==(const Size &a, const Size &b) { return a.sum == b.sum; }

  std::optional<std::int64_t> constant() const;
  bool isName() const;
  /// Its value; none when a name is not known or the value does not fit.
  std::optional<std::int64_t> at(const Known &known) const;
  /// The largest value over all counters.
  Size upper() const { return bound(true); }
  void addNames(std::set<std::string> &names) const;
  /// "8*n*m + 64"
  std::string text() const;

private:
  struct Atom;
  using Sum = analysis::PolynomialOf<std::string>; ///< of the texts of atoms
  Sum sum;
  std::map<std::string, std::shared_ptr<const Atom>> atoms;

  static Size of(Atom atom);
  /// The size of `sum`, whose atoms are those of `a` and `b`.
  static Size of(Sum sum, const Size &a, const Size &b);
  static Size turned(Size size);
  Size bound(bool isUpper) const;
  bool isPositive() const;
  bool isAtLeast(const Size &other) const;
  const Atom *onlyAtom() const;
  bool isSum() const { return sum.terms().size() > 1; }
  std::string factorText() const;
};

} // namespace soac::schedule
