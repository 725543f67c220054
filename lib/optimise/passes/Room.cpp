// Vectors that grow in a loop: elements are appended by `push_back` and taken off by `pop_back`.
//
// The vector of n elements is carried as an array with room for more of them and the number of those that are there:
//   append x:   array[size] = x, size + 1          take off:   size - 1          size():   size
// and after the loop the vector is the first `size` elements. With at most p elements appended in a trip of a counted
// loop there is room for count p of them. Where a loop inside appends, or the trips are not known, what computes the
// size runs on its own first:
//   m = loop n, (extent v) |i, size| { c = .. i;  if c { size + 1 } else { size } }      m - extent v are appended
// Where that takes elements of the vector itself, and where the whole vector has other uses inside the loop, nothing is
// changed.
#include "optimise/passes/PassList.h"

#include "analysis/DeadCode.h"
#include "analysis/Shapes.h"
#include "ir/Builder.h"
#include "ir/Walk.h"
#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>

namespace soac::optimise {
namespace {

using namespace ir;

class Growth {
public:
  explicit Growth(ValueTable &values) : values(values) {}

  /// Rewrites the loop whose carried value at `position` is the vector; its size is carried behind the others, and its
  /// first value is still to be given. False where the vector has no such form, or keeps its size.
  bool run(Loop &loop, unsigned position) {
    const unsigned first = loop.isCounted() ? 1 : 0;
    const Value array = loop.body.parameters[first + position], size = sizeOf(array, loop.body);
    if (!loop.isCounted())
      sizeOf(loop.condition.parameters[position], loop.condition);
    define(loop.body);
    if (!rewrite(loop.body) || !rewriteCondition(loop))
      return false;
    Value &result = loop.body.results[position];
    if (!sizes.count(result) || sizes.lookup(result) == size)
      return false;
    for (auto [i, r] : llvm::enumerate(loop.body.results))
      if (i != position && sizes.count(r))
        return false;
    loop.body.results.push_back(sizes.lookup(result));
    Value &vector = loop.body.results[position];
    vector = arrayOf(vector);
    most = appended.lookup(vector);
    return true;
  }

  /// In a trip, by no loop inside.
  std::int64_t mostAppended() const { return most; }
  bool loopsAppend() const { return isAppendedInside; }
  bool takesOff() const { return isTakenOff; }
  bool isVector(Value v) const { return sizes.count(v) > 0; }

private:
  /// A parameter behind the others for the size of the vector `array`.
  Value sizeOf(Value array, Block &block) {
    const Value size = values.fresh(indexType, values.name(array).text + "_size");
    block.parameters.push_back(size);
    sizes[array] = size;
    return size;
  }

  void define(const Block &block) {
    forEachStatement(block, [&](const Statement &s) {
      if (const auto *fill = std::get_if<Fill>(&s.op))
        if (fill->extents.size() == 1 && values.asInt(fill->extents[0]) == 1)
          singles[s.results[0]] = fill->value;
    });
  }

  Value arrayOf(Value v) const {
    const auto found = arrays.find(v);
    return found == arrays.end() ? v : found->second;
  }
  Value plain(Value v) const {
    const auto found = replaced.find(v);
    return found == replaced.end() ? v : found->second;
  }
  void track(Value result, Value array, Value size, std::int64_t count) {
    if (result != array)
      arrays[result] = array;
    sizes[result] = size;
    appended[array] = std::max(appended.lookup(array), count);
  }

  bool rewrite(Block &block) {
    std::vector<Statement> kept;
    for (Statement &s : block.statements) {
      forEachOperand(s.op, [&](Value &v) { v = plain(v); });
      if (!statement(s, kept))
        return false;
    }
    for (Value &r : block.results)
      r = plain(r);
    block.statements = std::move(kept);
    return true;
  }

  bool rewriteCondition(Loop &loop) {
    if (loop.isCounted())
      return true;
    define(loop.condition);
    return rewrite(loop.condition);
  }

  bool statement(Statement &s, std::vector<Statement> &out) {
    Builder b(values, out, s.location);
    const auto keep = [&] {
      out.push_back(std::move(s));
      return true;
    };
    const auto isTracked = [&](Value v) { return sizes.count(v) > 0; };
    if (auto *update = std::get_if<Update>(&s.op); update && isTracked(update->array) && !isTracked(update->value)) {
      const Value before = update->array;
      update->array = arrayOf(before);
      track(s.results[0], s.results[0], sizes.lookup(before), appended.lookup(update->array));
      return keep();
    }
    if (auto *index = std::get_if<Index>(&s.op); index && isTracked(index->array)) {
      index->array = arrayOf(index->array);
      return keep();
    }
    if (const auto *extent = std::get_if<Extent>(&s.op); extent && isTracked(extent->array)) {
      replaced[s.results[0]] = sizes.lookup(extent->array);
      return true;
    }
    if (const auto *concat = std::get_if<Concat>(&s.op);
        concat && concat->arrays.size() == 2 && isTracked(concat->arrays[0]) && singles.count(concat->arrays[1])) {
      const Value before = concat->arrays[0], size = sizes.lookup(before), array = arrayOf(before);
      const Value now = b.update(array, {size}, plain(singles.lookup(concat->arrays[1])), values.name(s.results[0]));
      track(s.results[0], now, b.add(size, b.index(1)), appended.lookup(array) + 1);
      const Value longer = sizes.lookup(s.results[0]);
      sizes[now] = longer;
      return true;
    }
    if (const auto *slice = std::get_if<Slice>(&s.op);
        slice && isTracked(slice->array) && values.asInt(slice->start) == 0 && slice->step == 1) {
      track(s.results[0], arrayOf(slice->array), slice->count, appended.lookup(arrayOf(slice->array)));
      isTakenOff = true;
      return true;
    }
    if (auto *choice = std::get_if<If>(&s.op))
      return branches(*choice, s, out);
    if (auto *loop = std::get_if<Loop>(&s.op))
      return innerLoop(*loop, s, out);
    bool isFine = true;
    forEachOperand(s.op, [&](Value &v) { isFine &= !isTracked(v); });
    forEachBlock(s.op,
                 [&](Block &inner) { isFine = isFine && rewrite(inner) && llvm::none_of(inner.results, isTracked); });
    return isFine && keep();
  }

  bool branches(If &choice, Statement &s, std::vector<Statement> &out) {
    if (!rewrite(choice.then) || !rewrite(choice.otherwise))
      return false;
    const std::size_t count = s.results.size();
    for (std::size_t i = 0; i < count; ++i) {
      Value &a = choice.then.results[i], &b = choice.otherwise.results[i];
      if (sizes.count(a) != sizes.count(b))
        return false;
      if (!sizes.count(a))
        continue;
      Value size = sizes.lookup(a);
      if (const Value other = sizes.lookup(b); other != size) {
        choice.then.results.push_back(size);
        choice.otherwise.results.push_back(other);
        size = values.fresh(indexType, values.name(size));
        s.results.push_back(size);
      }
      Value &x = choice.then.results[i], &y = choice.otherwise.results[i];
      x = arrayOf(x);
      y = arrayOf(y);
      track(s.results[i], s.results[i], size, std::max(appended.lookup(x), appended.lookup(y)));
    }
    out.push_back(std::move(s));
    return true;
  }

  /// The size is carried where the loop changes it.
  bool innerLoop(Loop &loop, Statement &s, std::vector<Statement> &out) {
    const unsigned first = loop.isCounted() ? 1 : 0;
    llvm::SmallVector<unsigned, 2> vectors;
    for (auto [i, init] : llvm::enumerate(loop.inits))
      if (sizes.count(init))
        vectors.push_back(static_cast<unsigned>(i));
    for (unsigned i : vectors) {
      sizeOf(loop.body.parameters[first + i], loop.body);
      if (!loop.isCounted())
        sizeOf(loop.condition.parameters[i], loop.condition);
    }
    if (!rewrite(loop.body) || !rewriteCondition(loop))
      return false;
    for (auto [i, r] : llvm::enumerate(loop.body.results))
      if ((sizes.count(r) > 0) != llvm::is_contained(vectors, i))
        return false;
    ValueMap unchanged;
    for (unsigned i : vectors) {
      Value &init = loop.inits[i], &result = loop.body.results[i];
      const Value size = sizes.lookup(init), inside = sizes.lookup(loop.body.parameters[first + i]);
      const bool isChanged = sizes.lookup(result) != inside;
      isAppendedInside |= appended.lookup(arrayOf(result)) > 0;
      Value after = size;
      if (isChanged) {
        after = values.fresh(indexType, values.name(size));
        loop.inits.push_back(size);
        loop.body.results.push_back(sizes.lookup(result));
        s.results.push_back(after);
      } else {
        llvm::erase(loop.body.parameters, inside);
        unchanged[inside] = size;
        if (!loop.isCounted()) {
          const Value before = sizes.lookup(loop.condition.parameters[i]);
          llvm::erase(loop.condition.parameters, before);
          unchanged[before] = size;
        }
      }
      track(s.results[i], s.results[i], after, appended.lookup(arrayOf(init)));
      loop.body.results[i] = arrayOf(loop.body.results[i]);
      loop.inits[i] = arrayOf(loop.inits[i]);
    }
    substitute(loop.body, unchanged);
    if (!loop.isCounted())
      substitute(loop.condition, unchanged);
    out.push_back(std::move(s));
    return true;
  }

  ValueTable &values;
  ValueMap sizes;                               ///< of every value that is the vector
  ValueMap arrays;                              ///< the array with room that stands for it, where that is another value
  ValueMap replaced;                            ///< extents that are sizes now
  ValueMap singles;                             ///< arrays of one element: the element
  llvm::DenseMap<Value, std::int64_t> appended; ///< how many elements at most since the trip began
  std::int64_t most = 0;
  bool isAppendedInside = false, isTakenOff = false;
};

class Room {
public:
  explicit Room(Function &f) : function(f), values(f.values), shapes(f) { around(f.body); }

private:
  /// Outer loops first: they give room to what loops inside append.
  void around(Block &block) {
    std::vector<Statement> statements;
    for (Statement &s : block.statements) {
      std::vector<Statement> front, behind;
      if (auto *loop = std::get_if<Loop>(&s.op))
        for (unsigned k = 0, carried = static_cast<unsigned>(loop->inits.size()); k < carried; ++k)
          if (mayGrow(*loop, k))
            give(*loop, k, s, front, behind);
      forEachBlock(s.op, [&](Block &inner) { around(inner); });
      llvm::move(front, std::back_inserter(statements));
      statements.push_back(std::move(s));
      llvm::move(behind, std::back_inserter(statements));
    }
    block.statements = std::move(statements);
  }

  bool mayGrow(const Loop &loop, unsigned position) {
    const Value array = loop.body.parameters[(loop.isCounted() ? 1 : 0) + position];
    return values.type(array).rank == 1 && !shapes.sameShape(array, loop.inits[position]);
  }

  Loop copy(const Loop &loop) {
    Loop other = loop;
    other.body = cloneBlock(loop.body, values);
    if (!loop.isCounted())
      other.condition = cloneBlock(loop.condition, values);
    return other;
  }

  /// How long the vector becomes in the loop, by a run of it without the vector; unset where that takes its elements.
  Value countSize(Loop loop, const Growth &growth, const Statement &s, Builder &b) {
    if (growth.takesOff() && growth.loopsAppend())
      return {};
    if (growth.takesOff()) {
      Builder inside(values, loop.body.statements, s.location);
      const Value longest = values.fresh(indexType);
      loop.body.results.push_back(inside.apply(
          Prim::Max, {longest, inside.add(loop.body.parameters.back(), inside.index(growth.mostAppended()))}));
      loop.body.parameters.push_back(longest);
      if (!loop.isCounted())
        loop.condition.parameters.push_back(values.fresh(indexType));
      loop.inits.push_back(loop.inits.back());
    }
    LoopAnnotations bound;
    bound.bound = loop.annotations.bound;
    bound.boundText = loop.annotations.boundText;
    loop.annotations = bound;
    Function alone;
    alone.definitions = function.definitions;
    Values results;
    for (Value r : loop.body.results)
      results.push_back(values.fresh(values.type(r)));
    alone.body.results = {results.back()};
    alone.body.statements.push_back({results, std::move(loop), s.location});
    alone.values = values;
    alone = analysis::eliminateDeadCode(std::move(alone), analysis::Claimed::IsDropped);
    bool isNeeded = false;
    forEachUse(alone.body, [&](Value v) { isNeeded |= growth.isVector(v); });
    return isNeeded ? Value() : b.inlineBlock(alone.body, {}).front();
  }

  void give(Loop &loop, unsigned position, Statement &s, std::vector<Statement> &front,
            std::vector<Statement> &behind) {
    Loop grown = copy(loop);
    Growth growth(values);
    if (!growth.run(grown, position))
      return;
    std::vector<Statement> counting;
    Builder b(values, counting, s.location);
    const Value init = loop.inits[position], size = b.extent(init);
    grown.inits.push_back(size);
    Value room;
    if (!growth.loopsAppend() && (grown.isCounted() || growth.mostAppended() == 0)) {
      const Value trips = grown.isCounted() ? b.apply(Prim::Max, {grown.count, b.index(0)}) : b.index(0);
      room = b.mul(trips, b.index(growth.mostAppended()));
    } else if (const Value longest = countSize(grown, growth, s, b)) {
      room = b.sub(longest, size);
    } else {
      return;
    }
    const Value empty = b.fill(b.zero(b.type(init).scalar), {room});
    grown.inits[position] = values.asInt(size) == 0 ? empty : b.emit1(Concat{{init, empty}});
    loop = std::move(grown);
    llvm::move(counting, std::back_inserter(front));
    const Value vector = s.results[position];
    s.results[position] = values.fresh(values.type(vector), values.name(vector));
    s.results.push_back(values.fresh(indexType));
    behind.push_back({{vector}, Slice{s.results[position], values.constantIndex(0), s.results.back(), 1}, s.location});
  }

  Function &function;
  ValueTable &values;
  analysis::Shapes shapes;
};

} // namespace

Function giveRoom(Function function) {
  Room room(function);
  return function;
}

} // namespace soac::optimise
