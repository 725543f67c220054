// The states of a loop by binomial checkpointing [GW08 ch. 12]: n snapshots, whatever the number of iterations.
//
// The snapshots are a stack: the values at the entries of iterations p(0) = 0 < p(1) < .. < p(top). To enter iteration
// i, the return sweep runs the loop from p(top) to i and, on its way, fills the free places of the stack for the
// iterations before i, which it enters next. A snapshot at i itself is taken off when iteration i is done:
//   n = 2, 3 iterations: snapshot at 0, run 0, 1, snapshot at 2, run 2;  reverse: enter 2;  run 0, enter 1;  enter 0
//
// For l iterations the forward sweep makes the snapshots with which the reversal of l + 1 iterations begins: the code
// behind the loop counts as the last of these, and is reversed first. The reversal of l iterations from a snapshot,
// with c snapshots in all, advances by m iterations before it makes the next snapshot; the iterations behind that have
// c-1 snapshots. With b(c, r) = (c + r)! / (c! r!) and the smallest r such that l <= b(c, r), the choice
//   m = min(b(c, r-1), l - b(c-1, r-1))
// is within b(c, r-2) <= m <= b(c, r-1), b(c-1, r-1) <= l - m <= b(c-1, r), so that the number of iterations that are
// run again is the least possible: reversing l of them takes t(l, c) = r l - b(c+1, r-1) advances. The body runs l
// times in the forward sweep, which are advances, and t(l + 1, n) - l + l times in the return sweep.
#include "ir/Walk.h"
#include "ops/rules/LoopStates.h"
#include "ops/rules/SnapshotSlots.h"
#include "prims/Prims.h"

namespace soac::ops {
namespace {

using prims::Prim;

class Revolved final : public LoopStates {
public:
  Revolved(const ir::Statement &primal, Adjoints &adjoints) : statement(primal) {
    ir::Builder &b = adjoints.builder();
    const auto &loop = std::get<ir::Loop>(primal.op);
    most = b.index(loop.annotations.revolve);
    const ir::Value places = b.apply(Prim::Max, {b.apply(Prim::Min, {most, loop.count}), b.index(1)});
    Stack stack;
    unchanged = loop.annotations.noFalseDependencies;
    for (std::size_t k = 0; k < loop.inits.size(); ++k)
      if (!llvm::is_contained(unchanged, k))
        stored.emplace_back(k, primal, places, stack.snapshots, adjoints);
    stack.positions = b.store(ir::Stored::Snapshots, b.index(0), {places}, "iteration");
    stack.top = b.index(0);
    const ir::Values after = advance(loop, loop.inits, b.index(0), loop.count, b.add(loop.count, b.index(1)), stack, b);
    // The statement's results are those of the loop that was made.
    auto &made = b.statements().back();
    for (std::size_t k = 0; k < primal.results.size(); ++k)
      made.results[k] = primal.results[k];
    last = stackOf(llvm::ArrayRef(after).drop_front(primal.results.size()));
  }

  ir::Values inits(Adjoints &adjoints) override {
    ir::Values own = last.values();
    for (unsigned k : unchanged)
      own.push_back(adjoints.current(statement.results[k]));
    return own;
  }

  ir::Values enter(ir::Value i, llvm::ArrayRef<ir::Value> own, Adjoints &adjoints) override {
    ir::Builder &b = adjoints.builder();
    const ir::Loop loop = std::get<ir::Loop>(
        adjoints.withoutAccumulators({statement.results, adjoints.current(statement.op), statement.location}).op);
    const Stack stack = stackOf(own.drop_back(unchanged.size()));
    const ir::Value first = b.read(stack.positions, {stack.top});
    ir::Values state(loop.inits.size());
    for (const SnapshotSlots &slots : stored)
      state[slots.carried()] = slots.get(stack.top, stack.snapshots, b);
    for (std::size_t m = 0; m < unchanged.size(); ++m)
      state[unchanged[m]] = own.take_back(unchanged.size())[m];
    const ir::Value steps = b.sub(i, first);
    const ir::Values after = advance(loop, state, first, steps, b.add(i, b.index(1)), stack, b);
    now = stackOf(llvm::ArrayRef(after).drop_front(state.size()));
    return ir::Values(llvm::ArrayRef(after).take_front(state.size()));
  }

  ir::Values leave(ir::Value i, llvm::ArrayRef<ir::Value> values, Adjoints &adjoints) override {
    ir::Builder &b = adjoints.builder();
    const ir::Value isDone = b.equal(b.read(now.positions, {now.top}), i);
    // The stack keeps its bottom, although no iteration needs it after iteration 0.
    now.top = b.apply(Prim::Max, {b.sub(now.top, b.cast(ir::Scalar::I64, isDone)), b.index(0)});
    ir::Values own = now.values();
    for (unsigned k : unchanged)
      own.push_back(adjoints.current(values[k]));
    return own;
  }

  void finish(llvm::ArrayRef<ir::Value>, Adjoints &) override {}
  void pass(Adjoints &) override {}

private:
  struct Stack {
    ir::Values snapshots; ///< the stored values at the entries of some iterations
    ir::Value positions;  ///< the numbers of these iterations
    ir::Value top;        ///< index of the newest snapshot
    ir::Values values() const {
      ir::Values all = snapshots;
      all.push_back(positions);
      all.push_back(top);
      return all;
    }
  };
  static Stack stackOf(llvm::ArrayRef<ir::Value> values) {
    return {ir::Values(values.drop_back(2)), values[values.size() - 2], values.back()};
  }

  // Runs `steps` iterations from `first`, at whose entry the newest snapshot is, and makes further snapshots for the
  // reversal of the iterations first .. end-1. Returns the carried values, then the stack.
  ir::Values advance(const ir::Loop &loop, llvm::ArrayRef<ir::Value> state, ir::Value first, ir::Value steps,
                     ir::Value end, const Stack &stack, ir::Builder &b) const {
    ir::Loop made{steps, {}, ir::Values(state), {}, {}};
    made.annotations.revolve = loop.annotations.revolve;
    made.inits.append(stack.values());
    made.inits.push_back(next(first, end, stack.top, b));
    ir::Types types{ir::indexType};
    for (ir::Value v : made.inits)
      types.push_back(b.type(v));
    made.body = b.block(types, [&](ir::Builder &in, llvm::ArrayRef<ir::Value> p) -> ir::Values {
      const ir::Value i = in.add(first, p[0]);
      const auto values = p.slice(1, state.size());
      const Stack before = stackOf(p.drop_front(1 + state.size()).drop_back());
      const ir::Values after = in.ifElse(
          in.equal(i, p.back()),
          [&](ir::Builder &then) -> ir::Values {
            Stack grown = before;
            grown.top = then.add(before.top, then.index(1));
            for (const SnapshotSlots &slots : stored)
              slots.put(values[slots.carried()], grown.top, grown.snapshots, then);
            grown.positions = then.update(before.positions, {grown.top}, i);
            ir::Values all = grown.values();
            all.push_back(next(i, end, grown.top, then));
            return all;
          },
          [&](ir::Builder &) -> ir::Values {
            ir::Values all = before.values();
            all.push_back(p.back());
            return all;
          });
      ir::Values arguments{i};
      arguments.append(values.begin(), values.end());
      ir::Values results = in.inlineBlock(loop.body, arguments);
      results.append(after);
      return results;
    });
    for (std::size_t k = 0; k < made.inits.size(); ++k) {
      const ir::Name &name = b.values.name(k < state.size() ? loop.body.parameters[k + 1] : made.inits[k]);
      b.values.setName(made.body.parameters[k + 1], name);
    }
    ir::Values results = b.emit(std::move(made));
    results.pop_back();
    return results;
  }

  // The iteration of the next snapshot, where the newest is at `position`; `end` where no further one is made.
  ir::Value next(ir::Value position, ir::Value end, ir::Value top, ir::Builder &b) const {
    const ir::Value length = b.sub(end, position), c = b.sub(most, top);
    const ir::Value isSplit =
        b.apply(Prim::And, {b.lessThan(b.index(1), length), b.lessThan(b.index(1), c)});
    return b.ifElse(
        isSplit,
        [&](ir::Builder &in) -> ir::Values {
          const ir::Value m = split(length, c, in);
          return {in.add(position, m)};
        },
        [&](ir::Builder &) -> ir::Values { return {end}; })[0];
  }

  // m of the file's head, for l > 1 and c > 1.
  static ir::Value split(ir::Value length, ir::Value c, ir::Builder &b) {
    const ir::Types types{ir::indexType, ir::indexType};
    ir::Loop search{{}, {}, {b.index(1), b.index(0)}, {}, {}}; // b(c, r) and r
    search.condition = b.block(types, [&](ir::Builder &in, llvm::ArrayRef<ir::Value> p) -> ir::Values {
      return {in.lessThan(p[0], length)};
    });
    search.body = b.block(types, [&](ir::Builder &in, llvm::ArrayRef<ir::Value> p) -> ir::Values {
      const ir::Value r = in.add(p[1], in.index(1));
      return {in.div(in.mul(p[0], in.add(c, r)), r), r};
    });
    const ir::Values found = b.emit(std::move(search));
    const ir::Value sum = b.add(c, found[1]);
    const ir::Value before = b.div(b.mul(found[0], found[1]), sum);                // b(c, r-1)
    const ir::Value right = b.div(b.mul(before, c), b.sub(sum, b.index(1)));       // b(c-1, r-1)
    return b.apply(Prim::Min, {before, b.sub(length, right)});
  }

  ir::Statement statement;
  ir::Value most; ///< snapshots
  std::vector<SnapshotSlots> stored;         ///< of the carried values that snapshots store
  llvm::SmallVector<unsigned, 2> unchanged; ///< arrays without false dependencies: their final contents serve
  Stack last;     ///< after the forward sweep
  Stack now;      ///< when the current iteration is entered
};

} // namespace

std::shared_ptr<LoopStates> revolved(const ir::Statement &primal, Adjoints &adjoints) {
  return std::make_shared<Revolved>(primal, adjoints);
}

} // namespace soac::ops
