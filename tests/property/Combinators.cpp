// Reduce, scan, reduce_by_index with associative operators, and scatter.
#include "Writer.h"

#include <numeric>

namespace soac::property {

bool Writer::reduce(Builder &b) {
  const auto array = scope.pickArray(random, 1, 3, false);
  if (!array)
    return false;
  auto op = operatorOn(b, *array);
  if (features.starts && op.startsAnywhere && random.chance(0.3))
    op.neutral = {scalar(b)}, op.isFinite = true;
  if (array->shape[0] == 0 && !op.isFinite)
    return false;
  const Values rs = b.emit(ir::Reduce{b.extent(array->value), op.arrays, op.neutral, std::move(op.block)});
  for (Value r : rs)
    define(r, op.element);
  return true;
}

// From the left or the right; inclusive, or with the neutral element before all others.
bool Writer::scan(Builder &b) {
  const auto array = scope.pickArray(random, 1, 3, false);
  if (!array)
    return false;
  auto op = operatorOn(b, *array);
  if (features.starts && op.startsAnywhere && random.chance(0.3))
    op.neutral = {scalar(b)}, op.isFinite = true;
  const bool isFromRight = random.chance(0.25), isExclusive = op.isFinite && random.chance(0.25);
  if (isFromRight)
    for (Value &v : op.arrays)
      v = b.reverse(v);
  const Value n = b.extent(array->value);
  const Values neutral = op.neutral;
  Values rs = b.emit(ir::Scan{n, op.arrays, neutral, std::move(op.block)});
  if (isExclusive)
    rs = b.map(n, {}, [&](Builder &in, llvm::ArrayRef<Value> q) {
      return in.ifElse(
          in.equal(q[0], in.index(0)), [&](Builder &) { return neutral; },
          [&](Builder &otherwise) {
            const Value before = otherwise.sub(q[0], otherwise.index(1));
            Values there;
            for (Value r : rs)
              there.push_back(otherwise.read(r, {before}));
            return there;
          });
    });
  Extents shape = op.element;
  shape.insert(shape.begin(), array->shape[0]);
  for (Value r : rs)
    define(isFromRight ? b.reverse(r) : r, shape);
  return true;
}

bool Writer::reduceByIndex(Builder &b) {
  const auto isKeys = [](const Variable &v) { return v.type == Type(Scalar::I64, 1); };
  const auto keys = scope.pick(random, isKeys);
  if (!keys)
    return false;
  const std::int64_t n = keys->shape[0], bins = random.pick<std::int64_t>({1, 2, 3, 5});
  const auto isMatrix = [&](const Variable &v) {
    return v.type.scalar == Scalar::F64 && v.type.rank > 1 && v.shape[0] == n && v.size() > 0;
  };
  const auto isVector = [&](const Variable &v) { return v.type == Type(Scalar::F64, 1) && v.shape[0] == n; };
  auto values = random.chance(0.4) ? scope.pick(random, isMatrix) : std::nullopt;
  if (!values)
    values = scope.pick(random, isVector);
  if (!values)
    return false;
  auto op = operatorOn(b, *values);
  Extents shape = op.element;
  shape.insert(shape.begin(), bins);
  const bool isOfBins = op.isFinite && random.chance(0.4); // without a destination
  Values dests;
  for (Value v : op.neutral) {
    if (isOfBins || b.type(v).scalar != Scalar::F64)
      dests.push_back(b.fill(v, {extentOf(b, bins)}));
    else
      dests.push_back(arrayOf(b, shape));
  }
  const Values rs = b.emit(
      ir::ReduceByIndex{b.extent(keys->value), dests, op.neutral, std::move(op.block), keys->value, op.arrays});
  for (Value r : rs)
    define(r, shape);
  return true;
}

// The indices are (i * k + s) mod m with gcd(k, m) = 1 and at most m of them, so none occurs twice; those beyond the
// destination's extent are out of range.
bool Writer::scatter(Builder &b) {
  const auto dest = scope.pickArray(random, 1, 2, false);
  if (!dest)
    return false;
  const auto fits = [&](const Variable &v) {
    return v.type == dest->type && llvm::ArrayRef(v.shape).drop_front() == llvm::ArrayRef(dest->shape).drop_front();
  };
  const Variable source = *scope.pick(random, fits);
  const std::int64_t n = source.shape[0], m = std::max<std::int64_t>({n, dest->shape[0], 1});
  std::int64_t k = 1 + random.below(4);
  while (std::gcd(k, m) != 1)
    ++k;
  const Value shift = scope.counters.empty() ? b.index(random.below(3)) : random.of(scope.counters).value;
  const Value is = b.map(b.extent(source.value), {}, [&](Builder &in, llvm::ArrayRef<Value> q) -> Values {
    return {in.apply(Prim::Rem, {in.add(in.mul(q[0], in.index(k)), shift), in.index(m)})};
  })[0];
  if (random.chance(0.5)) {
    const Value twice = b.emit1(ir::Repeated{is, b.extent(dest->value)});
    b.checkArgument(b.lessThan(twice, b.index(0)), "index {0} occurs twice", twice);
  }
  define(b.emit1(ir::Scatter{dest->value, is, source.value}), dest->shape);
  return true;
}

} // namespace soac::property
