// Which elements different iterations of a loop can meet at: proofs from the counts of loops and the extents of arrays, which
// hold for all sizes.
//
//   loop n |i| { loop m |j| { a[m * i + j] .. } }               never the same: m * i + j grows by m, and j by less than m
//   loop n |i| { a[3 * i] ..  a[3 * i + 2] .. }                 never the same
//   loop n |i| { loop i |j| { a[n * i + j] .. } }               never the same: j < i < n
//   loop n |i| { loop n / h |j| { a[n i + j] .. } }         never the same: j < n / h <= n where h is a count, too
//   loop n |i| { a[i] ..  a[i + 1] .. }                         the same for i and i + 1
//   loop n |i| { p = loop i <= j < m, (i) |j, q| { if .. { j } else { q } }
//                a[i] ..  a[p] .. }                             never the same for i and a later p, which is at least its own i
//   loop n |i| { loop i |j| { a[n i + i] ..  a[n k + j] .. } }  never the same, in one iteration: columns i and j < i, both less than n
#pragma once

#include "analysis/Polynomial.h"

#include <llvm/ADT/DenseSet.h>

#include <memory>
#include <optional>

namespace soac::analysis {

/// What the integers of a function can be where the body of one of its loops or kernels runs.
class IndexRanges {
public:
  /// `body` has its counter as its first parameter. `definitions` are those of the whole function.
  IndexRanges(const ir::ValueTable &values, const DefUse &definitions, const ir::Block &body);

  /// The indices of elements of one array: is none of the first ones, in an iteration, equal to the second ones in another iteration?
  /// Arrays for which `isConstant` holds are not written in the body.
  bool areApart(llvm::ArrayRef<ir::Value> some, llvm::ArrayRef<ir::Value> others, llvm::function_ref<bool(ir::Value)> isConstant) const;
  /// In one iteration: is at least one of the first indices other than the second one, whenever `at` runs?
  bool differ(llvm::ArrayRef<ir::Value> some, llvm::ArrayRef<ir::Value> others, const ir::Block &at) const;
  /// Is none of the first indices, in an iteration, equal to the second ones in a later iteration?
  bool areApartLater(llvm::ArrayRef<ir::Value> some, llvm::ArrayRef<ir::Value> others) const;
  /// In one iteration: is none of the first indices equal to the second ones, whatever iterations of loops inside each of them is in?
  bool areApartInside(llvm::ArrayRef<ir::Value> some, llvm::ArrayRef<ir::Value> others) const;
  /// In whatever iterations of the loop and of loops inside: is none of the first indices equal to the second ones?
  bool areApartThroughout(llvm::ArrayRef<ir::Value> some, llvm::ArrayRef<ir::Value> others) const;
  /// In one iteration: are the first indices equal to the second ones?
  bool areEqual(llvm::ArrayRef<ir::Value> some, llvm::ArrayRef<ir::Value> others) const;
  /// The most trips of a loop inside, of values from outside of the body; none where it may have none at all for all
  /// that is known.
  std::optional<Polynomial> mostTrips(ir::Value count) const;
  /// p >= 0 whenever `at`, the body or a block in it, runs; false where that is not known.
  bool isNonNegative(const Polynomial &p, const ir::Block &at) const;

private:
  /// What follows from facts.
  struct Signs {
    std::vector<std::pair<ir::Value, Polynomial>> replacements; ///< one after the other
    llvm::DenseSet<ir::Value> nonNegative;                      ///< what is left of the values that are replaced
  };
  /// Of values from outside of the body.
  struct Facts {
    std::vector<Polynomial> positive;
    std::vector<std::pair<ir::Value, Polynomial>> equal; ///< counts max(v, 0) that are positive, and v
    mutable std::shared_ptr<const Signs> signs = nullptr; ///< found when they are first asked for
  };

  const ir::ValueTable &values;
  const DefUse &definitions;
  const ir::Block &body;
  Polynomials polynomials;
  Facts around; ///< the counts of the loops around
  std::vector<Polynomial> below; ///< positive: how far the counters of the loops around are below their counts
  mutable std::map<ir::Values, Facts> byCounters; ///< `around`, `below`, and the counts of loops inside

  ir::Value countOf(ir::Value counter) const;
  Polynomial countAbove0(ir::Value count) const;
  bool isFromOutside(const Polynomial &p) const;
  void addCount(ir::Value counter, Facts &facts) const;
  void addCounts(const Polynomial &p, Facts &facts) const;
  const Facts &factsFor(const Polynomial &p, const Polynomial &q) const;
  std::vector<Polynomial> quotients(const Polynomial &p, const Facts &facts) const;
  Signs signsOf(const Facts &facts) const;
  std::optional<Polynomial> lowerBound(ir::Value v) const;
  bool isAtLeast(ir::Value v, const Polynomial &bound, ir::Value carried) const;
  std::optional<Polynomial> extreme(Polynomial p, bool isLeast, const Facts &facts, ir::Value staying = {}) const;
  bool isNonNegative(const Polynomial &p, const Facts &facts) const;
  bool isNonNegativeOutside(Polynomial p, const Facts &facts) const;
  bool areApart(const Polynomial &a, const Polynomial &b, const Facts &facts, llvm::function_ref<bool(ir::Value)> isShared) const;
  bool areApartThroughout(const Polynomial &a, const Polynomial &b, const Facts &facts) const;
  bool isApartInPlaces(const Polynomial &a, const Polynomial &b, const Facts &facts,
                       llvm::function_ref<bool(const Polynomial &, const Polynomial &)> isApart) const;
  bool areApartInPlaces(llvm::ArrayRef<ir::Value> some, llvm::ArrayRef<ir::Value> others,
                        llvm::function_ref<bool(const Polynomial &, const Polynomial &, const Facts &)> isApart) const;
};

} // namespace soac::analysis
