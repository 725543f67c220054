// Goes through the updates that a nest makes of an array, in their order or the last first. The indices of all updates,
// the counts of the loops around them and the conditions of the branches follow from the counters and from values in
// front of the nest, or it is recorded which arms were taken.
#pragma once

#include "ir/Builder.h"

#include "analysis/DefUse.h"
#include "analysis/InPlace.h"
#include "ops/rules/Decisions.h"

namespace soac::ops {

/// What a walk may read beside counters and numbers in front of the nest.
enum class WalkReads : std::uint8_t { None, ArraysInFront, ArraysAndDecisions };

/// Does the loop update the array that it carries at this position so?
bool canBeWalked(const ir::Loop &loop, std::size_t position, WalkReads reads, const ir::ValueTable &values);
/// Marks the branches around loops that are to be recorded (ops/rules/Decisions.h), where it can be walked with their
/// decisions and not without.
void markRecorded(ir::Loop &loop, std::size_t position, const ir::ValueTable &values);

class NestWalk {
public:
  enum class Order : std::uint8_t { Forwards, Backwards };
  /// What is done at an update: makes the next state of what the loops carry.
  using Action =
      std::function<ir::Values(ir::Builder &, llvm::ArrayRef<ir::Value> indices, llvm::ArrayRef<ir::Value> state)>;

  /// With `numbers` the last two values of the state are the other ones of the decisions, which are taken backwards.
  NestWalk(const ir::Loop &loop, std::size_t position, Order order, Action action, ir::Value numbers = {})
      : whole(loop), carried(position), order(order), definitions(loop.body), action(std::move(action)),
        numbers(numbers) {}

  /// The updates of iteration i alone.
  ir::Values iteration(ir::Value i, ir::Values state, ir::Builder &b) const;
  /// Those of the first `count` iterations.
  ir::Values iterations(ir::Value count, ir::Values state, ir::Builder &b) const;

private:
  ir::Values block(const ir::Block &b, ir::Value source, ir::Value result, ir::Values state, ir::ValueMap known,
                   ir::Builder &out) const;
  ir::Values loop(const ir::Loop &l, std::size_t position, ir::Values state, const ir::ValueMap &known, ir::Value count,
                  ir::Builder &out) const;
  ir::Values statement(const ir::Op &op, std::size_t position, ir::Values state, ir::ValueMap &known,
                       ir::Builder &out) const;
  ir::Value valueOf(ir::Value v, ir::ValueMap &known, ir::Builder &out) const;

  const ir::Loop &whole;
  std::size_t carried;
  Order order;
  analysis::DefUse definitions;
  Action action;
  ir::Value numbers;
};

/// The array at which the chain of a branch's arms begins.
ir::Value sourceOf(const ir::If &branch, std::size_t position);

} // namespace soac::ops
