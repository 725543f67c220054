// The body of a block of iterations that go through their inner loops together, made of the body of one iteration:
//
//   loop m, (0) |j, u| { yield u * t + c[j] }   ->   S = 16 numbers; loop m |j| { k = c[j];  loop 16 |l| { S[l] = S[l] * T[l] + k } }
//
// What differs between the iterations (LaneValues.h) has a place for each of the block, in arrays the place is the last index; what
// does not is computed once for the block. Statements in a row that differ are one loop over the lanes.
#pragma once

#include "analysis/DefUse.h"
#include "ir/Builder.h"
#include "optimise/passes/LaneValues.h"

#include <vector>

namespace soac::optimise {

/// An element, or a row, that each iteration writes of array number `array` of those from outside.
struct WrittenElement {
  std::size_t array;
  ir::Values indices;
  ir::Value value;
};

class BlockBody {
public:
  BlockBody(const ir::Block &body, const LaneValues &kinds, std::int64_t lanes, ir::ValueTable &values)
      : body(body), kinds(kinds), lanes(lanes), values(values), definitions(body) {}

  bool isFine = true; ///< unset where the body has no form in lanes after all

  /// The block's statements, for the number of its first iteration; the arrays of the first `count` results of the iterations.
  ir::Values make(ir::Value first, std::size_t count, ir::Builder &out);
  /// Behind these, each lane writes its elements (LaneWrites.cpp); the arrays as they are then.
  ir::Values write(llvm::ArrayRef<WrittenElement> places, llvm::ArrayRef<ir::Value> arrays, ir::Builder &out);

private:
  /// A carried array in which lane l stores `value` at the end.
  struct Store {
    ir::Value array, value;
  };

  const ir::Block &body;
  const LaneValues &kinds;
  const std::int64_t lanes;
  ir::ValueTable &values;
  const analysis::DefUse definitions;
  ir::Value start;
  ir::ValueMap uniform;                                  ///< values that do not vary, in the block
  ir::ValueMap kept;                                     ///< of varying numbers: an array with one for each lane; of varying arrays: theirs
  std::vector<const ir::Statement *> group;              ///< of lanes, not written yet
  llvm::DenseMap<ir::Value, const ir::Statement *> late; ///< integers that are computed where they are needed

  ir::Value mapped(ir::Value v) const;
  bool isVarying(ir::Value v) const { return kinds.isVarying(v); }
  ir::Type laneType(ir::Value v) const;
  ir::Value freshLanes(ir::Value v) { return values.fresh(laneType(v), values.name(v)); }

  void statements(const ir::Block &b, ir::Builder &out);
  void copy(const ir::Statement &s, ir::Builder &out);
  bool isIndex(ir::Value v) const { return v == body.parameters[0] || late.contains(v); }
  /// A cheap integer that follows from the iteration's number alone.
  bool isLate(const ir::Statement &s) const;
  void shared(const ir::Statement &s, ir::Builder &out);
  void sharedLoop(const ir::Loop &op, const ir::Statement &s, ir::Builder &out);
  void sharedBranch(const ir::If &op, const ir::Statement &s, ir::Builder &out);
  void sharedSums(const ir::WithAccumulators &op, const ir::Statement &s, ir::Builder &out);
  void finish(ir::Op op, const ir::Statement &s, ir::Builder &out);
  /// The array with the numbers of all lanes, or a varying array; all the same for what does not vary.
  ir::Value array(ir::Value v, ir::Builder &out);

  /// One loop over the lanes, while it is made.
  struct Lane {
    ir::Value number;
    ir::ValueMap map;     ///< varying numbers, and the versions of arrays that the loop carries
    ir::ValueMap carried; ///< of arrays from outside that the loop carries: what they are in it
    ir::Builder out;
  };

  ir::Values writeNumbers(llvm::ArrayRef<WrittenElement> places, llvm::ArrayRef<ir::Value> arrays, ir::Builder &out);
  ir::Value writeRow(const WrittenElement &place, ir::Value array, ir::Builder &out);
  /// Of a row, where its indices begin with `at`: array[indices, at, ..] = row[at, .., lane]; the array as it is then.
  ir::Value writeElements(ir::Value row, unsigned rank, const ir::Values &lane, const ir::Values &at, ir::Value array,
                          const ir::Values &indices, ir::Builder &out);

  /// Writes the group. Of what it computes it keeps what later statements read, and `wanted`; the arrays of `stores`, with the
  /// numbers in them.
  ir::Values flush(ir::Builder &out, llvm::ArrayRef<Store> stores, llvm::ArrayRef<ir::Value> wanted);
  ir::Value zeros(ir::Value v, ir::Builder &out);
  /// All lanes add to one number.
  bool isSum(const ir::Accumulate &op) const;
  void addUp(const ir::Accumulate &op, ir::Value terms, ir::Builder &out);
  std::size_t effectsIn(llvm::ArrayRef<const ir::Statement *> statements) const;
  /// The group only adds up.
  void sumUp(llvm::ArrayRef<const ir::Statement *> mine, llvm::ArrayRef<const ir::Accumulate *> sums, ir::Builder &out);
  bool isReadElsewhere(ir::Value v, llvm::ArrayRef<const ir::Statement *> mine, llvm::ArrayRef<Store> stores) const;
  /// The arrays that the group changes: before the group, and behind it. No version in between may be read elsewhere.
  llvm::SmallVector<std::pair<ir::Value, ir::Value>, 4> changedArrays(llvm::ArrayRef<const ir::Statement *> mine);
  /// The value in the lane.
  ir::Value need(ir::Value v, Lane &lane);
  void put(const ir::Statement &s, Lane &lane);
  /// The accesses of varying arrays get the number of the lane; arrays in copied blocks vary, and have one more dimension.
  void addLanes(ir::Op &op, Lane &lane);
  /// Is the array made by a copied statement, and so one that varies?
  bool isInsideCopy(ir::Value array) const { return array.id >= firstCopy; }
  const unsigned firstCopy = static_cast<unsigned>(values.size());
};

} // namespace soac::optimise
