// Which elements of an array a loop certainly writes, one after the other: of the first dimension, or below given indices.
//
//   loop n |i| { a[first + i] = .. }                                         the elements from `first` on, n of them
//   loop n |i| { loop 16 |l| { a[16 i + l] = .. } }                            16 n from 0 on
//   loop n |i| { loop k |j| { a[i, j] = .. } }                               n rows, where they are k long
//   s = loop n, (0) |i, t| { loop k(i) |j| { a[t + j] = .. };  yield t + k(i) }   s from 0 on, where no k(i) is negative
#pragma once

#include "analysis/InPlace.h"
#include "analysis/Polynomial.h"
#include "analysis/Shapes.h"

namespace soac::analysis {

/// Elements (of arrays of higher rank: sub-arrays) from `first` on; none where the count is negative.
struct Range {
  Polynomial first, count;
  Polynomial open; ///< the count, without a maximum of it and 0
  bool isNatural = false; ///< the count is not negative, for certain
};

class WrittenRanges {
public:
  /// `definitions`, `shapes` and `polynomials` are those of the whole function.
  WrittenRanges(const ir::ValueTable &values, const DefUse &definitions, Shapes &shapes, const Polynomials &polynomials)
      : values(values), definitions(definitions), shapes(shapes), polynomials(polynomials) {}

  /// What the loop writes of the array that it carries as number `k`: where each trip writes those elements that follow on those of the
  /// trip before, or a whole sub-array.
  std::optional<Range> of(const ir::Loop &op, std::size_t k) { return written(op, k, {}); }
  /// Is the polynomial the extent? Where that is max(x, 0), x will do: an array without elements has none that could be missed. A number
  /// that a loop counts is another one that another loop counts alike.
  bool isExtent(const Polynomial &p, Dim extent);
  std::optional<std::int64_t> constantExtent(ir::Value array, std::size_t dimension) const;

private:
  using Indices = llvm::SmallVector<Polynomial, 4>;

  bool isBelow(llvm::ArrayRef<ir::Value> indices, llvm::ArrayRef<Polynomial> row) const;
  std::optional<Range> ofAllTrips(const Range &one, const ir::Loop &op) const;
  bool areCountedAlike(ir::Value a, ir::Value b) const;
  std::optional<Range> behindEachOther(const Range &one, const ir::Loop &op) const;
  std::optional<Range> written(const ir::Loop &op, std::size_t k, const Indices &outer);
  Indices rowOf(const ir::Op &op, std::size_t k, const Indices &outer) const;
  bool areWritten(const ir::Block &body, llvm::ArrayRef<UpdateLink> chain, ir::Value array, const Indices &row);

  const ir::ValueTable &values;
  const DefUse &definitions;
  Shapes &shapes;
  const Polynomials &polynomials;
};

} // namespace soac::analysis
