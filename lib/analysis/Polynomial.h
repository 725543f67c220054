// Integers as polynomials of other integers, in wrap-around arithmetic: two values with the same polynomial are equal.
#pragma once

#include "ir/Function.h"

#include <llvm/ADT/DenseMap.h>

#include <cstdint>
#include <map>
#include <vector>

namespace soac::analysis {

class Polynomial {
public:
  Polynomial(std::int64_t constant = 0);
  explicit Polynomial(ir::Value v);

  friend Polynomial operator+(const Polynomial &a, const Polynomial &b);
  friend Polynomial operator*(const Polynomial &a, const Polynomial &b);
  friend bool operator==(const Polynomial &a, const Polynomial &b) = default;

  std::size_t size() const { return terms.size(); }

private:
  /// Products of values (in order, with repetition) and their factors, none of them 0.
  std::map<std::vector<ir::Value>, std::uint64_t> terms;
};

/// The polynomials of a function's values of type i64.
class Polynomials {
public:
  explicit Polynomials(const ir::Function &function);

  /// What is no sum, difference or product, or has too many terms, is a variable.
  Polynomial of(ir::Value v) const;

private:
  const ir::ValueTable &values;
  llvm::DenseMap<ir::Value, ir::Apply> definitions;
};

} // namespace soac::analysis
