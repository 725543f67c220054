// A vector that a loop makes longer and shorter, in an array with room for more elements.
#pragma once

#include "ir/Builder.h"
#include "ir/Walk.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>

namespace soac::optimise {

/// The elements `first` to `end` of `array`.
struct Placed {
  ir::Value array, end;
  ir::Value first; ///< unset where that is 0
};

/// Rewrites loops so that they carry such an array and the numbers in place of a vector:
///   append x:   array[end] = x, end + 1          take the last off:    end - 1
///   size():     end - first                      take the first off:   first + 1
/// Elements may be arrays of constant extents.
class Growth {
public:
  /// What the vector does where the array is full: nothing, as there is room for all that comes, or it takes more.
  enum class Room : std::uint8_t { IsThere, Grows };
  /// Whether elements are taken off at the front, too.
  enum class Front : std::uint8_t { Stays, Moves };

  /// `inner`: the extents of elements that are arrays. All that is appended has them.
  Growth(ir::ValueTable &values, Room room, Front front, ir::Values inner)
      : values(values), room(room), front(front), inner(std::move(inner)) {}

  /// Rewrites the loop whose carried value at `position` is the vector; `end`, and `first` where the front moves, are
  /// carried behind the others, and their first values are still to be given. False where the vector has no such form,
  /// or keeps its elements.
  bool run(ir::Loop &loop, unsigned position);

  /// In a trip, by no loop inside and not by arrays.
  std::int64_t mostAppended() const { return most; }
  /// By loops inside, or arrays.
  bool loopsAppend() const { return isAppendedInside; }
  bool takesOff() const { return isTakenOff; }
  /// Elements are taken off at the front, though it is said to stay.
  bool losesFront() const { return isFrontLost; }
  bool isVector(ir::Value v) const { return vectors.count(v) > 0; }
  /// Adds the arrays that it is in.
  void addArrays(llvm::DenseSet<ir::Value> &arrays) const {
    for (const auto &[v, p] : vectors)
      arrays.insert(p.array);
  }

private:
  using Statements = std::vector<ir::Statement>;

  Placed parameters(ir::Value array, ir::Block &block);
  void define(const ir::Block &block);
  Placed placed(ir::Value v) const { return vectors.lookup(v); }
  ir::Value plain(ir::Value v) const;
  void track(ir::Value result, Placed now, std::int64_t count);
  std::int64_t countOf(ir::Value v) const { return appended.lookup(placed(v).array); }

  bool rewrite(ir::Block &block);
  bool rewriteCondition(ir::Loop &loop);
  bool statement(ir::Statement &s, Statements &out);
  ir::Value withRoom(ir::Value array, ir::Value end, ir::Value count, ir::Builder &b);
  void append(ir::Value result, ir::Value before, ir::Value other, ir::Builder &b);
  bool takeOff(ir::Value result, const ir::Slice &slice, ir::Builder &b);
  bool branches(ir::If &choice, ir::Statement &s, Statements &out);
  bool appendsInAnyCase(const ir::If &choice, ir::Value result, ir::Builder &b);
  bool appendsSingly(const ir::Block &body) const;
  bool innerLoop(ir::Loop &loop, ir::Statement &s, Statements &out);

  ir::ValueTable &values;
  Room room;
  Front front;
  ir::Values inner;
  llvm::DenseMap<ir::Value, Placed> vectors;        ///< every value that is the vector
  ir::ValueMap replaced;                            ///< extents that are sizes now
  ir::ValueMap singles;                             ///< arrays of one element: the element
  ir::ValueMap emptyTests;                          ///< comparisons of a number with 0: that number
  llvm::DenseMap<ir::Value, std::int64_t> appended; ///< to an array with room, at most, since the trip began
  std::int64_t most = 0;
  bool isAppendedInside = false, isTakenOff = false, isFrontLost = false;
};

} // namespace soac::optimise
