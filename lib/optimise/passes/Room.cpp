// Vectors that grow in a loop: elements are appended by `push_back` and taken off by `pop_back`.
//
// The vector of n elements is carried as an array with room for more of them and the numbers of those that are there
// (Growth.h); after the loop the vector is these elements of the array. With at most p elements appended in a trip of a
// counted loop there is room for count p of them. Where a loop inside appends, or the trips are not known, what
// computes the size runs on its own first:
//   m = loop n, (extent v) |i, size| { c = .. i;  if c { size + 1 } else { size } }      m - extent v are appended
// Where that takes elements of vectors that grow (a work list, whose elements say what is appended next), they are
// there in this run, too, in arrays that are made twice as long where they are full: their lengths in the end are the
// room. Where the whole vector has other uses inside the loop, nothing is changed.
#include "optimise/passes/PassList.h"

#include "analysis/DeadCode.h"
#include "analysis/Shapes.h"
#include "ir/Builder.h"
#include "ir/Walk.h"
#include "optimise/passes/Growth.h"
#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>

namespace soac::optimise {
namespace {

using namespace ir;

class Room {
public:
  explicit Room(Function &f) : function(f), values(f.values), shapes(f), isReversed(f.isDefinition) { around(f.body); }

private:
  /// Outer loops first: they give room to what loops inside append.
  void around(Block &block) {
    std::vector<Statement> statements;
    for (Statement &s : block.statements) {
      std::vector<Statement> front, behind;
      if (auto *loop = std::get_if<Loop>(&s.op)) {
        Positions left;
        inner.clear();
        for (unsigned k = 0; k < loop->inits.size(); ++k)
          inner.push_back(innerExtents(*loop, k));
        for (unsigned k = 0, carried = static_cast<unsigned>(loop->inits.size()); k < carried; ++k)
          if (mayGrow(*loop, k) && !give(*loop, k, s, front, behind))
            left.push_back(k);
        if (!left.empty() && isReversed)
          giveInRun(*loop, left, s, front, behind);
        else
          for (unsigned k : left)
            grow(*loop, k, s, front, behind);
      }
      if (!behind.empty()) { // the loop is another one, with values of its own
        llvm::for_each(front, [&](const Statement &made) { shapes.define(made); });
        shapes.define(s);
        llvm::for_each(behind, [&](const Statement &made) { shapes.define(made); });
      }
      const auto *derivative = std::get_if<Differentiate>(&s.op);
      const bool before = std::exchange(isReversed, isReversed || (derivative && derivative->mode == Mode::Adjoint));
      forEachBlock(s.op, [&](Block &inner) { around(inner); });
      isReversed = before;
      llvm::move(front, std::back_inserter(statements));
      statements.push_back(std::move(s));
      llvm::move(behind, std::back_inserter(statements));
    }
    block.statements = std::move(statements);
  }

  using Positions = llvm::SmallVector<unsigned, 4>; ///< of carried values

  bool mayGrow(const Loop &loop, unsigned position) {
    const Value array = loop.body.parameters[(loop.isCounted() ? 1 : 0) + position];
    return values.type(array).isArray() && !growing.contains(loop.inits[position]) &&
           !shapes.sameShape(array, loop.inits[position]) && inner[position];
  }

  /// The extents of the vector's elements, where these are scalars or arrays of constant extents.
  std::optional<Values> innerExtents(const Loop &loop, unsigned position) {
    const Value init = loop.inits[position];
    const unsigned rank = values.type(init).rank;
    Values extents;
    for (unsigned d = 1; d < rank; ++d) {
      const Value extent = shapes.origin(shapes.of(init, d)).value;
      if (!values.asInt(extent) || values.type(extent).isArray())
        return std::nullopt;
      extents.push_back(extent);
    }
    const auto hasThem = [&](Value array) {
      for (unsigned d = 1; d < rank; ++d)
        if (shapes.of(array, d) != shapes.of(init, d))
          return false;
      return true;
    };
    bool isSo = true;
    if (rank > 1)
      forEachStatement(loop.body, [&](const Statement &s) {
        const auto *concat = std::get_if<Concat>(&s.op);
        if (concat && values.type(s.results[0]).rank == rank)
          isSo &= llvm::all_of(llvm::drop_begin(concat->arrays), hasThem);
      });
    return isSo ? std::optional(std::move(extents)) : std::nullopt;
  }

  Loop copy(const Loop &loop) {
    Loop other = loop;
    other.body = cloneBlock(loop.body, values);
    if (!loop.isCounted())
      other.condition = cloneBlock(loop.condition, values);
    return other;
  }

  /// A form of the loop, whose vector at `position` begins with `size` elements.
  struct Grown {
    Loop loop;
    Growth growth;
  };
  std::optional<Grown> grown(const Loop &loop, unsigned position, Value size, Growth::Room room) {
    for (const auto front : {Growth::Front::Stays, Growth::Front::Moves}) {
      Grown made{copy(loop), Growth(values, room, front, *inner[position])};
      if (made.growth.run(made.loop, position)) {
        made.loop.inits.push_back(size);
        if (front == Growth::Front::Moves)
          made.loop.inits.push_back(values.constantIndex(0));
        return made;
      }
      if (!made.growth.losesFront())
        return std::nullopt;
    }
    return std::nullopt;
  }

  /// `results` of a run of the loop that only computes these, of what it carries in the end; unset where it takes
  /// elements of `vector`.
  std::optional<Values> runFor(Loop loop, llvm::function_ref<Values(Builder &, llvm::ArrayRef<Value>)> results,
                               const Growth *vector, const Statement &s, Builder &b) {
    LoopAnnotations bound;
    bound.bound = loop.annotations.bound;
    bound.boundText = loop.annotations.boundText;
    loop.annotations = bound;
    Function alone;
    alone.definitions = function.definitions;
    Values carried;
    for (Value r : loop.body.results)
      carried.push_back(values.fresh(values.type(r)));
    alone.body.statements.push_back({carried, std::move(loop), s.location});
    Builder behind(values, alone.body.statements, s.location);
    alone.body.results = results(behind, carried);
    alone.values = values;
    alone = analysis::eliminateDeadCode(std::move(alone), analysis::Claimed::IsDropped);
    bool takesElements = false;
    forEachUse(alone.body, [&](Value v) { takesElements |= vector && vector->isVector(v); });
    if (takesElements)
      return std::nullopt;
    return b.inlineBlock(alone.body, {});
  }

  /// How long the array becomes in the loop, by a run of it without the vector; unset where that takes its elements.
  Value countSize(Grown grown, unsigned end, const Statement &s, Builder &b) {
    Loop &loop = grown.loop;
    if (grown.growth.takesOff() && grown.growth.loopsAppend())
      return {};
    if (grown.growth.takesOff()) {
      Builder inside(values, loop.body.statements, s.location);
      const Value longest = values.fresh(indexType), now = loop.body.parameters[end + (loop.isCounted() ? 1 : 0)];
      loop.body.results.push_back(
          inside.apply(Prim::Max, {longest, inside.add(now, inside.index(grown.growth.mostAppended()))}));
      loop.body.parameters.push_back(longest);
      if (!loop.isCounted())
        loop.condition.parameters.push_back(values.fresh(indexType));
      loop.inits.push_back(loop.inits[end]);
      end = static_cast<unsigned>(loop.inits.size()) - 1;
    }
    const auto last = runFor(
        std::move(loop), [&](Builder &, llvm::ArrayRef<Value> carried) -> Values { return {carried[end]}; },
        &grown.growth, s, b);
    return last ? last->front() : Value();
  }

  /// Room of the size that the loop counts, or that a run without the vector finds; false where there is no such form.
  bool give(Loop &loop, unsigned position, Statement &s, std::vector<Statement> &front,
            std::vector<Statement> &behind) {
    std::vector<Statement> counting;
    Builder b(values, counting, s.location);
    const auto end = static_cast<unsigned>(loop.inits.size());
    const Value size = b.extent(loop.inits[position]);
    std::optional<Grown> form = grown(loop, position, size, Growth::Room::IsThere);
    if (!form)
      return false;
    Value room;
    if (!form->growth.loopsAppend() && (loop.isCounted() || form->growth.mostAppended() == 0)) {
      const Value trips = loop.isCounted() ? b.apply(Prim::Max, {loop.count, b.index(0)}) : b.index(0);
      room = b.mul(trips, b.index(form->growth.mostAppended()));
    } else if (const Value longest = countSize(*form, end, s, b)) {
      room = b.sub(longest, size);
    } else {
      return false;
    }
    take(loop, std::move(form->loop), position, room, s, b, behind);
    llvm::move(counting, std::back_inserter(front));
    return true;
  }

  /// The array takes memory as it grows: an adjoint could not undo that, others need no run for it.
  void grow(Loop &loop, unsigned position, Statement &s, std::vector<Statement> &front,
            std::vector<Statement> &behind) {
    Builder b(values, front, s.location);
    if (std::optional<Grown> form = grown(loop, position, b.extent(loop.inits[position]), Growth::Room::Grows)) {
      form->growth.addArrays(growing);
      take(loop, std::move(form->loop), position, {}, s, b, behind);
    }
  }

  /// Room of the size to which arrays with elements of the vectors grow in a run that only computes these.
  void giveInRun(Loop &loop, llvm::ArrayRef<unsigned> positions, Statement &s, std::vector<Statement> &front,
                 std::vector<Statement> &behind) {
    std::vector<Statement> counting;
    Builder b(values, counting, s.location);
    Loop run = copy(loop);
    Positions vectors;
    for (unsigned k : positions)
      if (std::optional<Grown> growing = grown(run, k, b.extent(loop.inits[k]), Growth::Room::Grows)) {
        run = std::move(growing->loop);
        vectors.push_back(k);
      }
    if (vectors.empty())
      return;
    const bool countsTrips = !loop.isCounted() && !loop.annotations.bound;
    if (countsTrips)
      countTrips(run, s);
    const std::optional<Values> found = runFor(
        std::move(run),
        [&](Builder &in, llvm::ArrayRef<Value> carried) {
          Values numbers(llvm::map_range(vectors, [&](unsigned k) { return in.extent(carried[k]); }));
          if (countsTrips)
            numbers.push_back(carried.back());
          return numbers;
        },
        nullptr, s, b);
    for (auto [k, length] : llvm::zip(vectors, *found)) {
      const Value size = b.extent(loop.inits[k]);
      take(loop, std::move(grown(loop, k, size, Growth::Room::IsThere)->loop), k, b.sub(length, size), s, b, behind);
    }
    if (countsTrips) {
      loop.count = found->back();
      loop.condition = {};
      loop.body.parameters.insert(loop.body.parameters.begin(), values.fresh(indexType));
    }
    llvm::move(counting, std::back_inserter(front));
  }

  /// The last of what the loop carries becomes the number of its trips.
  void countTrips(Loop &loop, const Statement &s) {
    loop.inits.push_back(values.constantIndex(0));
    loop.condition.parameters.push_back(values.fresh(indexType));
    loop.body.parameters.push_back(values.fresh(indexType));
    Builder in(values, loop.body.statements, s.location);
    loop.body.results.push_back(in.add(loop.body.parameters.back(), in.index(1)));
  }

  bool isEmpty(Value vector) {
    const analysis::Shapes::Origin size = shapes.origin(shapes.of(vector, 0));
    return size.dimension < 0 && values.asInt(size.value) == 0;
  }

  /// `form` with `room` more elements, if any, takes the place of the loop.
  void take(Loop &loop, Loop form, unsigned position, Value room, Statement &s, Builder &b,
            std::vector<Statement> &behind) {
    const Value init = loop.inits[position];
    if (room) {
      Values extents{room};
      extents.append(*inner[position]);
      const Value empty = b.fill(b.zero(b.type(init).scalar), extents);
      form.inits[position] = isEmpty(init) ? empty : b.emit1(Concat{{init, empty}});
    }
    loop = std::move(form);
    const Value vector = s.results[position];
    s.results[position] = values.fresh(values.type(vector), values.name(vector));
    Placed last{s.results[position], {}, {}};
    for (Value Placed::*number : {&Placed::end, &Placed::first})
      if (s.results.size() < loop.inits.size()) {
        s.results.push_back(values.fresh(indexType));
        last.*number = s.results.back();
      }
    Builder after(values, behind, s.location);
    const Value count = last.first ? after.sub(last.end, last.first) : last.end;
    behind.push_back(
        {{vector}, Slice{last.array, last.first ? last.first : values.constantIndex(0), count, 1}, s.location});
  }

  Function &function;
  ValueTable &values;
  analysis::Shapes shapes;
  bool isReversed;               ///< an adjoint of the block may be asked for
  std::vector<std::optional<Values>> inner; ///< innerExtents of what the loop at hand carries
  llvm::DenseSet<Value> growing; ///< arrays that take memory as they grow, which loops inside carry on
};

} // namespace

Function giveRoom(Function function) {
  Room room(function);
  return function;
}

} // namespace soac::optimise
