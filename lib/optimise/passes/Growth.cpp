#include "optimise/passes/Growth.h"

#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>

#include <algorithm>

namespace soac::optimise {

using namespace ir;

/// Elements that an array which is full takes memory for at least.
static constexpr std::int64_t leastRoom = 16;

static Value sizeOf(const Placed &p, Builder &b) { return p.first ? b.sub(p.end, p.first) : p.end; }
/// Of element number `index` in the array.
static Value placeOf(const Placed &p, Value index, Builder &b) { return p.first ? b.add(p.first, index) : index; }

bool Growth::run(Loop &loop, unsigned position) {
  const unsigned first = loop.isCounted() ? 1 : 0;
  const Placed before = parameters(loop.body.parameters[first + position], loop.body);
  if (!loop.isCounted())
    parameters(loop.condition.parameters[position], loop.condition);
  define(loop.body);
  if (!rewrite(loop.body) || !rewriteCondition(loop))
    return false;
  const Value result = loop.body.results[position];
  const Placed after = placed(result);
  if (!isVector(result) || (after.end == before.end && after.first == before.first))
    return false;
  for (auto [i, r] : llvm::enumerate(loop.body.results))
    if (i != position && isVector(r))
      return false;
  loop.body.results[position] = after.array;
  loop.body.results.push_back(after.end);
  if (after.first)
    loop.body.results.push_back(after.first);
  most = appended.lookup(after.array);
  return true;
}

/// Parameters behind the others for the numbers of the vector `array`.
Placed Growth::parameters(Value array, Block &block) {
  const auto number = [&](const char *ending) {
    block.parameters.push_back(values.fresh(indexType, values.name(array).text + ending));
    return block.parameters.back();
  };
  Placed p{array, number("_size"), {}};
  if (front == Front::Moves)
    p.first = number("_first");
  vectors[array] = p;
  return p;
}

void Growth::define(const Block &block) {
  forEachStatement(block, [&](const Statement &s) {
    if (const auto *fill = std::get_if<Fill>(&s.op))
      if (fill->extents.size() == 1 && values.asInt(fill->extents[0]) == 1)
        singles[s.results[0]] = fill->value;
  });
}

Value Growth::plain(Value v) const {
  const auto found = replaced.find(v);
  return found == replaced.end() ? v : found->second;
}

void Growth::track(Value result, Placed now, std::int64_t count) {
  vectors[result] = now;
  appended[now.array] = std::max(appended.lookup(now.array), count);
}

bool Growth::rewrite(Block &block) {
  Statements kept;
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

bool Growth::rewriteCondition(Loop &loop) {
  if (loop.isCounted())
    return true;
  define(loop.condition);
  return rewrite(loop.condition);
}

bool Growth::statement(Statement &s, Statements &out) {
  Builder b(values, out, s.location);
  const auto keep = [&] {
    out.push_back(std::move(s));
    return true;
  };
  if (auto *update = std::get_if<Update>(&s.op); update && isVector(update->array) && !isVector(update->value)) {
    Placed now = placed(update->array);
    const std::int64_t count = countOf(update->array);
    update->array = now.array;
    update->indices[0] = placeOf(now, update->indices[0], b);
    now.array = s.results[0];
    track(s.results[0], now, count);
    return keep();
  }
  if (auto *index = std::get_if<Index>(&s.op); index && isVector(index->array)) {
    const Placed now = placed(index->array);
    index->array = now.array;
    index->indices[0] = placeOf(now, index->indices[0], b);
    return keep();
  }
  if (const auto *extent = std::get_if<Extent>(&s.op); extent && isVector(extent->array)) {
    replaced[s.results[0]] = extent->dimension == 0 ? sizeOf(placed(extent->array), b) : inner[extent->dimension - 1];
    return true;
  }
  if (const auto *concat = std::get_if<Concat>(&s.op);
      concat && concat->arrays.size() == 2 && isVector(concat->arrays[0]) && !isVector(concat->arrays[1])) {
    append(s.results[0], concat->arrays[0], concat->arrays[1], b);
    return true;
  }
  if (const auto *slice = std::get_if<Slice>(&s.op); slice && isVector(slice->array) && slice->step == 1)
    return takeOff(s.results[0], *slice, b);
  if (const auto *test = std::get_if<Apply>(&s.op);
      test && test->prim == prims::Prim::Eq && values.asInt(test->arguments[1]) == 0)
    emptyTests[s.results[0]] = test->arguments[0];
  if (auto *choice = std::get_if<If>(&s.op))
    return (s.results.size() == 1 && appendsInAnyCase(*choice, s.results[0], b)) || branches(*choice, s, out);
  if (auto *loop = std::get_if<Loop>(&s.op))
    return innerLoop(*loop, s, out);
  bool isFine = true;
  forEachOperand(s.op, [&](Value &v) { isFine &= !isVector(v); });
  forEachBlock(s.op, [&](Block &inner) {
    isFine = isFine && rewrite(inner) && llvm::none_of(inner.results, [&](Value v) { return isVector(v); });
  });
  return isFine && keep();
}

/// The array with room for `count` elements more.
Value Growth::withRoom(Value array, Value end, Value count, Builder &b) {
  if (room == Room::IsThere)
    return array;
  const Value there = b.extent(array);
  const Value isFull = b.lessThan(there, b.add(end, count));
  return b.ifElse(
      isFull,
      [&](Builder &in) -> Values {
        const Value more =
            in.apply(prims::Prim::Max, {in.apply(prims::Prim::Max, {there, count}), in.index(leastRoom)});
        Values extents{more};
        extents.append(inner);
        return {in.emit1(Concat{{array, in.fill(in.zero(in.type(array).scalar), extents)}}, values.name(array))};
      },
      [&](Builder &) -> Values { return {array}; })[0];
}

/// `result` is the vector `before` with the elements of `other` behind it.
void Growth::append(Value result, Value before, Value other, Builder &b) {
  const auto single = singles.find(other);
  const Placed now = placed(before);
  const Value count = single == singles.end() ? b.extent(other) : b.index(1);
  const Value array = withRoom(now.array, now.end, count, b), end = b.add(now.end, count);
  if (single != singles.end()) {
    const Value longer = b.update(array, {now.end}, plain(single->second), values.name(result));
    track(result, {longer, end, now.first}, countOf(before) + 1);
    return;
  }
  isAppendedInside = true;
  const Value longer = b.loop(count, {array}, [&](Builder &in, llvm::ArrayRef<Value> p) -> Values {
    return {in.update(p[1], {in.add(now.end, p[0])}, in.read(other, {p[0]}), values.name(result))};
  })[0];
  track(result, {longer, end, now.first}, countOf(before));
}

/// `result` is what the slice leaves of the vector.
bool Growth::takeOff(Value result, const Slice &slice, Builder &b) {
  Placed now = placed(slice.array);
  const std::int64_t count = countOf(slice.array);
  if (values.asInt(slice.start) != 0) {
    if (!now.first) {
      isFrontLost = true;
      return false;
    }
    now.first = b.add(now.first, slice.start);
  }
  now.end = now.first ? b.add(now.first, slice.count) : slice.count;
  isTakenOff = true;
  track(result, now, count);
  return true;
}

/// Rows of a vector without elements have no length, so that what is appended is all of it then: the same for elements
/// of constant extents.
///   if n == 0 { one } else { concat v, one }, where v has n elements   ->   concat v, one
bool Growth::appendsInAnyCase(const If &choice, Value result, Builder &b) {
  const Value one = choice.then.results[0], both = choice.otherwise.results[0],
              size = emptyTests.lookup(choice.condition);
  if (!size || isVector(one) || !choice.then.statements.empty())
    return false;
  const Concat *joined = nullptr;
  for (const Statement &s : choice.otherwise.statements) {
    const auto *concat = std::get_if<Concat>(&s.op);
    if (concat && s.results[0] == both)
      joined = concat;
    else if (!std::holds_alternative<Extent>(s.op) && !std::holds_alternative<Apply>(s.op) &&
             !std::holds_alternative<Check>(s.op))
      return false;
  }
  if (!joined || joined->arrays.size() != 2 || joined->arrays[1] != one || !isVector(joined->arrays[0]))
    return false;
  const Placed now = placed(joined->arrays[0]);
  if (now.end != size || now.first)
    return false;
  append(result, joined->arrays[0], one, b);
  return true;
}

bool Growth::branches(If &choice, Statement &s, Statements &out) {
  if (!rewrite(choice.then) || !rewrite(choice.otherwise))
    return false;
  const auto chosen = [&](Value x, Value y) {
    if (x == y)
      return x;
    choice.then.results.push_back(x);
    choice.otherwise.results.push_back(y);
    s.results.push_back(values.fresh(indexType, values.name(x)));
    return s.results.back();
  };
  for (std::size_t i = 0, count = s.results.size(); i < count; ++i) {
    const Value a = choice.then.results[i], b = choice.otherwise.results[i];
    if (isVector(a) != isVector(b))
      return false;
    if (!isVector(a))
      continue;
    const Placed x = placed(a), y = placed(b);
    const Value end = chosen(x.end, y.end), first = chosen(x.first, y.first);
    choice.then.results[i] = x.array;
    choice.otherwise.results[i] = y.array;
    track(s.results[i], {s.results[i], end, first}, std::max(countOf(a), countOf(b)));
  }
  out.push_back(std::move(s));
  return true;
}

/// Are elements appended one by one, and by no loop inside?
bool Growth::appendsSingly(const Block &body) const {
  bool isSo = true;
  forEachStatement(body, [&](const Statement &s) {
    const auto *concat = std::get_if<Concat>(&s.op);
    isSo &= !std::holds_alternative<Loop>(s.op) &&
            (!concat || (concat->arrays.size() == 2 && singles.count(concat->arrays[1])));
  });
  return isSo;
}

static Value tripsTimes(const Loop &loop, std::int64_t number, Builder &b) {
  return b.mul(b.apply(prims::Prim::Max, {loop.count, b.index(0)}), b.index(number));
}

/// The numbers are carried where the loop changes them. Room for what a counted loop appends is taken in front of it.
bool Growth::innerLoop(Loop &loop, Statement &s, Statements &out) {
  const unsigned counters = loop.isCounted() ? 1 : 0;
  llvm::SmallVector<unsigned, 2> carried;
  for (auto [i, init] : llvm::enumerate(loop.inits))
    if (isVector(init))
      carried.push_back(static_cast<unsigned>(i));
  for (unsigned i : carried) {
    parameters(loop.body.parameters[counters + i], loop.body);
    if (!loop.isCounted())
      parameters(loop.condition.parameters[i], loop.condition);
  }
  const bool isInFront = room == Room::Grows && loop.isCounted() && appendsSingly(loop.body);
  const Room outside = std::exchange(room, isInFront ? Room::IsThere : room);
  const bool isFine = rewrite(loop.body) && rewriteCondition(loop);
  room = outside;
  if (!isFine)
    return false;
  for (auto [i, r] : llvm::enumerate(loop.body.results))
    if (isVector(r) != llvm::is_contained(carried, i))
      return false;
  Builder front(values, out, s.location);
  ValueMap unchanged;
  for (unsigned i : carried) {
    const Placed before = placed(loop.inits[i]), inside = placed(loop.body.parameters[counters + i]),
                 next = placed(loop.body.results[i]);
    const Placed asked = loop.isCounted() ? Placed() : placed(loop.condition.parameters[i]);
    const auto after = [&](Value Placed::*number) {
      if (!(inside.*number))
        return Value();
      if (next.*number != inside.*number) {
        loop.inits.push_back(before.*number);
        loop.body.results.push_back(next.*number);
        s.results.push_back(values.fresh(indexType, values.name(before.*number)));
        return s.results.back();
      }
      llvm::erase(loop.body.parameters, inside.*number);
      unchanged[inside.*number] = before.*number;
      if (!loop.isCounted()) {
        llvm::erase(loop.condition.parameters, asked.*number);
        unchanged[asked.*number] = before.*number;
      }
      return before.*number;
    };
    const std::int64_t count = countOf(loop.inits[i]);
    isAppendedInside |= appended.lookup(next.array) > 0;
    const Value end = after(&Placed::end), first = after(&Placed::first);
    track(s.results[i], {s.results[i], end, first}, count);
    loop.body.results[i] = next.array;
    const std::int64_t inTrip = isInFront ? appended.lookup(next.array) : 0;
    loop.inits[i] =
        inTrip == 0 ? before.array : withRoom(before.array, before.end, tripsTimes(loop, inTrip, front), front);
  }
  substitute(loop.body, unchanged);
  if (!loop.isCounted())
    substitute(loop.condition, unchanged);
  out.push_back(std::move(s));
  return true;
}

} // namespace soac::optimise
