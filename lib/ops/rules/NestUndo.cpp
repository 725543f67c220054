#include "ops/rules/NestUndo.h"

#include "analysis/Deciders.h"
#include "ops/rules/NestWalk.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::ops {

using analysis::updateChain;
using analysis::UpdateLink;

namespace {

/// Do loops inside of a loop update the array? The number of an entry would have to be taken apart by divisions.
bool hasNest(const ir::Block &b, ir::Value source, ir::Value result, bool isInLoop) {
  return llvm::any_of(*updateChain(source, result, b), [&](const UpdateLink &link) {
    const ir::Op &op = b.statements[link.statement].op;
    if (const auto *loop = std::get_if<ir::Loop>(&op))
      return isInLoop || hasNest(loop->body, loop->body.parameters[link.position + 1], loop->body.results[link.position], true);
    const auto *branch = std::get_if<ir::If>(&op);
    return branch && (hasNest(branch->then, sourceOf(*branch, link.position), branch->then.results[link.position], isInLoop) ||
                      hasNest(branch->otherwise, sourceOf(*branch, link.position), branch->otherwise.results[link.position], isInLoop));
  });
}

/// Takes the old contents from the log, the last entry first.
NestWalk::Action taking(ir::Value contents) {
  return
      [contents](ir::Builder &out, llvm::ArrayRef<ir::Value> indices, llvm::ArrayRef<ir::Value> state) -> ir::Values {
        ir::Values next(state);
        next[1] = out.sub(state[1], out.index(1));
        next[0] = out.update(state[0], indices, out.read(contents, {next[1]}));
        return next;
      };
}

} // namespace

ir::Values valuesOf(const NestUndo::State &state) {
  ir::Values all{state.array, state.end};
  if (state.decisions)
    all.append({state.decisions.executions, state.decisions.taken});
  return all;
}
NestUndo::State stateOf(llvm::ArrayRef<ir::Value> values, NestUndo::State state) {
  state.array = values[0];
  state.end = values[1];
  if (state.decisions) {
    state.decisions.executions = values[2];
    state.decisions.taken = values[3];
  }
  return state;
}

std::optional<NestUndo> NestUndo::of(const ir::Loop &loop, std::size_t position, Indices indices, bool hasDecisions,
                                     const ir::ValueTable &values) {
  if (!canBeWalked(loop, position, hasDecisions ? WalkReads::ArraysAndDecisions : WalkReads::ArraysInFront, values))
    return std::nullopt;
  if (indices == Indices::AreNotNeeded)
    return NestUndo(loop, position);
  // Where one loop in each iteration makes as many entries of the same elements, their indices are found without this.
  const analysis::Deciders deciders(loop.body, loop.body.parameters[0], values);
  const ir::Block &body = loop.body;
  const bool isFound = analysis::holdsOfUpdates(
      body.parameters[position + 1], body.results[position], body,
      [&](ir::Value v) { return !deciders.followsFromIteration(v); },
      [&](ir::Value v) { return !deciders.isInside(v); });
  return isFound && !hasNest(body, body.parameters[position + 1], body.results[position], false) ? std::nullopt
                                                                                               : std::optional(NestUndo(loop, position));
}

NestUndo::State NestUndo::iteration(ir::Value i, State now, ir::Value contents, Adjoints &adjoints) const {
  const auto restored = std::get<ir::Loop>(adjoints.current(loop)); // with the arrays that it reads as they were
  const NestWalk walk(restored, position, NestWalk::Order::Backwards, taking(contents), now.decisions.numbers);
  return stateOf(walk.iteration(i, valuesOf(now), adjoints.builder()), now);
}

NestUndo::State NestUndo::all(State now, ir::Value contents, Adjoints &adjoints) const {
  const auto restored = std::get<ir::Loop>(adjoints.current(loop));
  const NestWalk walk(restored, position, NestWalk::Order::Backwards, taking(contents), now.decisions.numbers);
  return stateOf(walk.iterations(restored.count, valuesOf(now), adjoints.builder()), now);
}

} // namespace soac::ops
