// Vectors that grow in a counted loop: elements are appended by `push_back` and taken off by `pop_back`.
//
// With at most p elements appended in a trip, the vector of n elements is carried as an array with room for n + count p
// of them and the number of those that are there:
//   append x:   array[size] = x, size + 1          take off:   size - 1          size():   size
// and after the loop the vector is the first `size` elements. Other uses of the whole vector inside the loop have no
// such form; then nothing is changed.
#include "optimise/passes/PassList.h"

#include "analysis/Shapes.h"
#include "ir/Builder.h"
#include "ir/Walk.h"
#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::optimise {
namespace {

using namespace ir;

class Growth {
public:
  explicit Growth(ValueTable &values) : values(values) {}

  /// Rewrites the body whose parameter `array` is the vector; its size becomes parameter and result behind the others.
  /// False where it has no such form, or keeps its size.
  bool run(Block &body, Value array, unsigned position) {
    const Value size = values.fresh(indexType, values.name(array).text + "_size");
    sizes[array] = size;
    define(body);
    if (!rewrite(body) || !sizes.count(body.results[position]) || sizes.lookup(body.results[position]) == size)
      return false;
    for (auto [i, r] : llvm::enumerate(body.results))
      if (i != position && sizes.count(r))
        return false;
    body.parameters.push_back(size);
    body.results.push_back(sizes.lookup(body.results[position]));
    body.results[position] = arrayOf(body.results[position]);
    most = appended.lookup(body.results[position]);
    return true;
  }

  std::int64_t mostAppended() const { return most; }

private:
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

  bool statement(Statement &s, std::vector<Statement> &out) {
    Builder b(values, out, s.location);
    const auto keep = [&] {
      out.push_back(std::move(s));
      return true;
    };
    const auto isTracked = [&](Value v) { return sizes.count(v) > 0; };
    if (auto *update = std::get_if<Update>(&s.op);
        update && isTracked(update->array) && !isTracked(update->value)) {
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
      return true;
    }
    if (auto *choice = std::get_if<If>(&s.op))
      return branches(*choice, s, out);
    if (auto *loop = std::get_if<Loop>(&s.op))
      return innerLoop(*loop, s, out);
    bool isFine = true;
    forEachOperand(s.op, [&](Value &v) { isFine &= !isTracked(v); });
    forEachBlock(
        s.op, [&](Block &inner) { isFine = isFine && rewrite(inner) && llvm::none_of(inner.results, isTracked); });
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
      const Value size = values.fresh(indexType, values.name(sizes.lookup(a)));
      choice.then.results.push_back(sizes.lookup(choice.then.results[i]));
      choice.otherwise.results.push_back(sizes.lookup(choice.otherwise.results[i]));
      Value &x = choice.then.results[i], &y = choice.otherwise.results[i];
      x = arrayOf(x);
      y = arrayOf(y);
      track(s.results[i], s.results[i], size, std::max(appended.lookup(x), appended.lookup(y)));
      s.results.push_back(size);
    }
    out.push_back(std::move(s));
    return true;
  }

  /// A loop inside may read and write elements; it does not change the size.
  bool innerLoop(Loop &loop, Statement &s, std::vector<Statement> &out) {
    const unsigned first = loop.isCounted() ? 1 : 0;
    for (auto [i, init] : llvm::enumerate(loop.inits))
      if (sizes.count(init)) {
        const std::int64_t count = appended.lookup(arrayOf(init));
        track(loop.body.parameters[first + i], loop.body.parameters[first + i], sizes.lookup(init), count);
        if (!loop.isCounted())
          track(loop.condition.parameters[i], loop.condition.parameters[i], sizes.lookup(init), count);
      }
    if (!rewrite(loop.body) || (!loop.isCounted() && !rewrite(loop.condition)))
      return false;
    for (auto [i, init] : llvm::enumerate(loop.inits)) {
      Value &result = loop.body.results[i];
      if (sizes.count(init) != sizes.count(result))
        return false;
      if (!sizes.count(init))
        continue;
      if (sizes.lookup(result) != sizes.lookup(init))
        return false;
      track(s.results[i], s.results[i], sizes.lookup(init), appended.lookup(arrayOf(init)));
      result = arrayOf(result);
      init = arrayOf(init);
    }
    out.push_back(std::move(s));
    return true;
  }

  ValueTable &values;
  ValueMap sizes;                           ///< of every value that is the vector
  ValueMap arrays;                          ///< the array with room that stands for it, where that is another value
  ValueMap replaced;                        ///< extents that are sizes now
  ValueMap singles;                         ///< arrays of one element: the element
  llvm::DenseMap<Value, std::int64_t> appended; ///< how many elements at most since the trip began
  std::int64_t most = 0;
};

class Room {
public:
  explicit Room(Function &f) : values(f.values), shapes(f) {
    insertAround(f.body, [&](Statement &s, std::vector<Statement> &front, std::vector<Statement> &behind) {
      if (auto *loop = std::get_if<Loop>(&s.op); loop && loop->isCounted())
        for (unsigned k = 0, carried = static_cast<unsigned>(loop->inits.size()); k < carried; ++k)
          if (mayGrow(*loop, k))
            give(*loop, k, s, front, behind);
    });
  }

private:
  bool mayGrow(const Loop &loop, unsigned position) {
    const Value array = loop.body.parameters[1 + position];
    return values.type(array).rank == 1 && !shapes.sameShape(array, loop.inits[position]);
  }

  void give(Loop &loop, unsigned position, Statement &s, std::vector<Statement> &front, std::vector<Statement> &behind) {
    Block body = cloneBlock(loop.body, values);
    Growth growth(values);
    if (!growth.run(body, body.parameters[1 + position], position))
      return;
    loop.body = std::move(body);
    const Value init = loop.inits[position];
    Builder b(values, front, s.location);
    const Value room = b.mul(b.apply(Prim::Max, {loop.count, b.index(0)}), b.index(growth.mostAppended()));
    const Value empty = b.fill(b.zero(b.type(init).scalar), {room});
    const Value size = b.extent(init);
    loop.inits[position] = values.asInt(size) == 0 ? empty : b.emit1(Concat{{init, empty}});
    loop.inits.push_back(size);
    const Value vector = s.results[position];
    s.results[position] = values.fresh(values.type(vector), values.name(vector));
    s.results.push_back(values.fresh(indexType));
    behind.push_back({{vector}, Slice{s.results[position], values.constantIndex(0), s.results.back(), 1}, s.location});
  }

  ValueTable &values;
  analysis::Shapes shapes;
};

} // namespace

Function giveRoom(Function function) {
  Room room(function);
  return function;
}

} // namespace soac::optimise
