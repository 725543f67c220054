// Pointers, references and views that a loop aims at other objects from one iteration to the next.
//
// Their targets are known while lowering, so the loop's body is lowered once for every way that they can point
// together at the start of an iteration (`std::swap(from, to)` has two). Which one it is, is a carried integer; so are
// the numbers by which places of one kind differ (the row of a matrix, the start of a slice). The ways are found by
// lowering the body until none is new.
#pragma once

#include "frontend/state/LoweringState.h"

namespace soac::frontend {

class Reaiming {
public:
  /// `firstInside`: values with this number and higher ones are made in the loop.
  Reaiming(Lowering &l, const clang::Stmt *loop, std::size_t firstInside)
      : l(l), state(l.internals()), loop(loop), firstInside(firstInside) {}

  bool contains(unsigned slot) const;
  /// The slot is one of those that the loop aims elsewhere.
  void add(unsigned slot);
  /// Makes the variables that say where they point, in front of the loop, with their first values.
  void declare();
  /// Lowers one iteration: a branch for each way to point. True when none was new.
  bool lower(llvm::function_ref<void()> iteration);
  /// After the loop: the target of each slot.
  void finish();

private:
  /// Places that differ in numbers alone, or null, a function, nothing.
  struct Form {
    Leaf leaf;                           ///< with its numbers as they were first seen
    llvm::SmallVector<bool, 4> varies;   ///< by number, in the order of `numbersOf`
    llvm::SmallVector<Location, 4> held; ///< the variables of those that vary
  };
  struct Aim {
    unsigned slot;
    Slot initial;
    std::vector<Form> forms;
  };
  /// One way to point: the form of each aim.
  struct Way {
    std::vector<std::size_t> forms;
    bool isEntered = false; ///< an iteration can begin so
  };
  using Decisions = llvm::DenseMap<ir::Value, bool>;
  using Leaves = llvm::SmallVector<Leaf, 4>;

  std::size_t formOf(Aim &aim, const Leaf &leaf);
  std::size_t wayOf(const Leaves &leaves, bool isEntered);
  Leaf current(const Aim &aim, std::size_t form);
  void dispatch(llvm::ArrayRef<std::size_t> ways, llvm::function_ref<void()> iteration);
  void lowerFrom(const Way &way, llvm::function_ref<void()> iteration);
  void settle(Leaves leaves, Decisions decided);
  bool isLeft(const Decisions &decided) const;
  bool isOutside(ir::Value v) const;

  Lowering &l;
  Lowering::State &state;
  const clang::Stmt *loop;
  std::size_t firstInside;
  std::vector<Aim> aims;
  std::vector<Way> ways;
  Location chosen; ///< the number of the way; none where there is one way alone
  bool isNew = false;
};

} // namespace soac::frontend
