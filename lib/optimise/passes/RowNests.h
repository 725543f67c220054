// Loops over rows in vector lanes of which several can go through an inner loop together: what Jam.cpp needs to know of
// them.
#pragma once

#include "analysis/Polynomial.h"
#include "ir/Walk.h"

#include <optional>

namespace soac::optimise {

/// Which of the loop's carried values begins as that one.
std::optional<std::size_t> positionOf(ir::Value init, const ir::Loop &loop);

/// An inner loop that the rows of a block go through together.
struct Together {
  ir::Value trips;                  ///< of a row; none where it is negative
  std::int64_t growth;              ///< of `trips` from row to row
  bool isFromTheEnd;                ///< the rows end together, else they begin together
  analysis::Polynomial::Line place; ///< R - r, in the number of the row
  llvm::DenseSet<ir::Value> places; ///< values of the loop's body that are R
  std::size_t numbers;              ///< that each row has in every lane
};

/// What is known of a loop over rows.
class RowNest {
public:
  RowNest(const ir::Loop &op, const ir::ValueTable &values, const analysis::DefUse &definitions,
          const analysis::Polynomials &polynomials, std::int64_t lanes)
      : op(op), body(op.body), values(values), definitions(definitions), polynomials(polynomials), lanes(lanes) {}

  /// False where there is no such inner loop.
  bool find();
  bool isOverLanes(const ir::Statement &s) const;

  const ir::Loop &op;
  llvm::DenseSet<const ir::Statement *> first; ///< scalars that follow from the row and what rows carry
  llvm::DenseMap<const ir::Statement *, std::vector<std::size_t>>
      changes; ///< the carried arrays that a statement changes
  llvm::DenseMap<const ir::Statement *, Together> inner;

private:
  const ir::Block &body;
  const ir::ValueTable &values;
  const analysis::DefUse &definitions;
  const analysis::Polynomials &polynomials;
  const std::int64_t lanes;

  ir::Value row() const { return body.parameters[0]; }
  bool isOutside(ir::Value v) const { return !definitions.isInside(v, body); }
  bool holdsLanes(const ir::Statement &s) const;
  /// Scalars in front of all else; what rows carry but arrays must be among them.
  bool findFirst();
  bool findChanges();
  std::optional<Together> together(const ir::Statement &s) const;
  /// The arrays with a number for each lane that loops over lanes use.
  std::size_t numbersIn(const ir::Loop &loop) const;
  /// A sum of a number for each row, and of what is the same for all rows.
  bool isNumberOfRows(const analysis::Polynomial::Line &line) const;
  /// For max(v, 0) it is v: a loop has no trips then.
  ir::Value tripsOf(ir::Value count) const;
  /// R - r, in what the loop reads: of an array that all rows change, else of one from outside.
  std::optional<analysis::Polynomial> placeOf(const ir::Loop &loop, bool isOfChanges) const;
  /// The block of a loop over the lanes, or of a sum over them.
  const ir::Block *lanesOf(const ir::Statement &s) const;
  /// Of indices (.., r + rest, lane).
  std::optional<analysis::Polynomial> restOf(const ir::Values &indices, ir::Value lane, ir::Value r) const;
  /// Does each trip touch the places R alone of the array, in each lane its own?
  bool isInPlaces(const ir::Loop &loop, ir::Value array, const analysis::Polynomial &rest) const;
};

} // namespace soac::optimise
