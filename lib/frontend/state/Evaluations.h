// No expression with an effect may be evaluated twice where C++ evaluates it once: that would be another program.
//
// Expressions that are evaluated are noted, and one that is evaluated again is an error of the tool. What is
// legitimately lowered more than once begins anew: every inlined call, every pass over a loop's body or condition,
// every use of a default argument or member initialiser. Of the two sides of a branch neither sees the other's.
#pragma once

#include "frontend/parse/Clang.h"

#include <utility>
#include <vector>

namespace soac::frontend {

class Evaluations {
public:
  /// False where it was evaluated before.
  bool add(const clang::Expr *e) {
    const bool isNew = seen.insert(e).second;
    if (isNew)
      order.push_back(e);
    return isNew;
  }

private:
  friend class BranchEvaluations;
  llvm::DenseSet<const clang::Expr *> seen;
  std::vector<const clang::Expr *> order;
};

/// While it lives only expressions that are evaluated meanwhile count as evaluated.
class FreshEvaluations {
public:
  explicit FreshEvaluations(Evaluations &all) : all(all), outer(std::exchange(all, {})) {}
  FreshEvaluations(const FreshEvaluations &) = delete;
  ~FreshEvaluations() { all = std::move(outer); }

private:
  Evaluations &all;
  Evaluations outer;
};

/// Evaluations while it lives are forgotten afterwards: the side of a branch.
class BranchEvaluations {
public:
  explicit BranchEvaluations(Evaluations &all) : all(all), mark(all.order.size()) {}
  BranchEvaluations(const BranchEvaluations &) = delete;
  ~BranchEvaluations() {
    for (; all.order.size() > mark; all.order.pop_back())
      all.seen.erase(all.order.back());
  }

private:
  Evaluations &all;
  std::size_t mark;
};

} // namespace soac::frontend
