// Sorts, selections of data-dependent size, segments.
#include "Writer.h"

namespace soac::property {

// The rows of an array in the order of keys.
bool Writer::sorted(Builder &b) {
  const auto keys = scope.pickArray(random, 1, 1, false);
  const auto whole = scope.pick(random, [](const Variable &v) { return v.type == Type(Scalar::I64, 1); });
  const auto &by = whole && random.chance(0.3) ? whole : keys;
  if (!by)
    return false;
  const auto rows = scope.pick(random, [&](const Variable &v) {
    return v.type.isArray() && v.type.scalar == Scalar::F64 && v.shape[0] == by->shape[0];
  });
  if (!rows)
    return false;
  const Value order = b.emit1(ir::Argsort{by->value});
  define(b.map(b.extent(order), {order},
               [&](Builder &in, llvm::ArrayRef<Value> q) -> Values { return {in.read(rows->value, {q[1]})}; })[0],
         rows->shape);
  return true;
}

// The elements above a bound and the others after them, in one array or as two that are put together; or the sum of a
// function of the former. Extents are data then.
bool Writer::selected(Builder &b) {
  const auto xs = scope.pickArray(random, 1, 2, true);
  if (!xs)
    return false;
  const bool isMatrix = xs->type.rank > 1;
  const Value bound = scalar(b), n = b.extent(xs->value), one = b.index(1);
  const Value flags = b.map(n, {xs->value}, [&](Builder &in, llvm::ArrayRef<Value> q) -> Values {
    return {in.cast(Scalar::I64, in.lessThan(bound, isMatrix ? in.read(q[1], {in.index(0)}) : q[1]))};
  })[0];
  const Value upTo = b.emit1(ir::Scan{n, {flags}, {b.index(0)}, b.addBlock(Scalar::I64)});
  const Value count = b.read(upTo, {b.sub(n, one)});
  if (isMatrix || random.chance(0.5)) {
    const Value places = b.map(n, {flags, upTo}, [&](Builder &in, llvm::ArrayRef<Value> q) -> Values {
      const Value ahead = in.sub(q[2], one), behind = in.sub(in.add(count, q[0]), q[2]);
      return {in.select(in.equal(q[1], one), ahead, behind)};
    })[0];
    define(b.emit1(ir::Scatter{b.zerosLike(xs->value), places, xs->value}), xs->shape);
    return true;
  }
  const auto positions = [&](bool isKept) {
    const Value places = b.map(n, {flags, upTo}, [&](Builder &in, llvm::ArrayRef<Value> q) -> Values {
      const Value rank = isKept ? q[2] : in.sub(in.add(q[0], one), q[2]);
      const Value flag = isKept ? q[1] : in.sub(one, q[1]);
      return {in.sub(in.mul(flag, rank), one)};
    })[0];
    const Value size = isKept ? count : b.sub(n, count);
    const Value none = b.fill(b.index(0), {size}), all = b.emit1(ir::Iota{n});
    return b.emit1(ir::Scatter{none, places, all});
  };
  const auto elements = [&](bool isKept, llvm::function_ref<Value(Builder &, Value)> f) {
    const Value at = positions(isKept);
    return b.map(b.extent(at), {at}, [&](Builder &in, llvm::ArrayRef<Value> q) -> Values {
      return {f(in, in.read(xs->value, {q[1]}))};
    })[0];
  };
  if (random.chance(0.4)) {
    const Value kept = elements(true, [](Builder &, Value x) { return x; });
    const Value others = elements(false, [&](Builder &in, Value x) { return damped(in, x); });
    define(b.emit1(ir::Concat{{kept, others}}), xs->shape);
    return true;
  }
  const Value kept = elements(true, [&](Builder &in, Value x) { return damped(in, in.mul(x, bound)); });
  const bool isScanned = features.scans && random.chance(0.5);
  const Value sums = isScanned ? b.emit1(ir::Scan{count, {kept}, {real(0)}, b.addBlock(Scalar::F64)}) : kept;
  define(b.reduceAdd(sums), {});
  return true;
}

// A scan of (does a segment begin, element), or one reduction for each of three segments.
bool Writer::segmented(Builder &b) {
  const auto array = scope.pickArray(random, 1, 2, false);
  if (!array)
    return false;
  const std::int64_t n = array->shape[0];
  auto op = operatorOn(b, *array);
  const Value count = b.extent(array->value);
  const auto shapeOf = [&](std::int64_t extent) {
    Extents shape = op.element;
    shape.insert(shape.begin(), extent);
    return shape;
  };
  if (random.chance(0.5)) {
    const auto period = std::int64_t{2} + random.below(3);
    const Value flags = b.map(count, {}, [&](Builder &in, llvm::ArrayRef<Value> q) -> Values {
      const Value within = in.apply(Prim::Rem, {q[0], in.index(period)});
      return {in.equal(within, in.index(1))};
    })[0];
    ir::Scan scan{count, {flags}, {values.constantBool(false)}, {}};
    scan.arrays.append(op.arrays);
    scan.neutral.append(op.neutral);
    scan.op = b.segmented(op.block);
    const Values rs = b.emit(std::move(scan));
    for (Value r : llvm::drop_begin(rs))
      define(r, shapeOf(n));
    return true;
  }
  if (!op.isFinite) // segments may be empty
    return false;
  const Values rs = b.map(b.index(3), {}, [&](Builder &in, llvm::ArrayRef<Value> q) {
    const auto offset = [&](Value s) {
      const Value scaled = in.mul(s, in.index(n));
      return in.div(scaled, in.index(3));
    };
    const Value begin = offset(q[0]), next = in.add(q[0], in.index(1)), length = in.sub(offset(next), begin);
    ir::Reduce reduce{length, {}, op.neutral, std::move(op.block)};
    for (Value a : op.arrays)
      reduce.arrays.push_back(in.emit1(ir::Slice{a, begin, length, 1}));
    return in.emit(std::move(reduce));
  });
  for (Value r : rs)
    define(r, shapeOf(3));
  return true;
}

// The rows of an array at positions that are data.
bool Writer::gathered(Builder &b) {
  const auto rows = scope.pickArray(random, 1, 3, true);
  const auto keys = scope.pick(random, [](const Variable &v) { return v.type == Type(Scalar::I64, 1); });
  if (!rows || !keys)
    return false;
  const Value extent = b.extent(rows->value);
  const Value taken = b.map(b.extent(keys->value), {keys->value}, [&](Builder &in, llvm::ArrayRef<Value> q) -> Values {
    const Value inRange = in.apply(Prim::Rem, {in.add(in.apply(Prim::Rem, {q[1], extent}), extent), extent});
    return {in.read(rows->value, {inRange})};
  })[0];
  // Without positions the inner extents are 0.
  if (keys->shape[0] == 0 && rows->type.rank > 1)
    return false;
  Extents shape = rows->shape;
  shape[0] = keys->shape[0];
  define(taken, shape);
  return true;
}

} // namespace soac::property
