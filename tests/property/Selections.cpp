// Sorts, selections of data-dependent size, segments.
#include "Writer.h"

#include <cmath>

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

// The elements above a bound and the others after them; or the sum of a function of the former, whose array has an
// extent that is data.
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
  const Value places = b.map(n, {flags, upTo}, [&](Builder &in, llvm::ArrayRef<Value> q) -> Values {
    return {in.sub(in.mul(q[1], q[2]), one)};
  })[0];
  const Value none = b.fill(b.index(0), {count}), all = b.emit1(ir::Iota{n});
  const Value positions = b.emit1(ir::Scatter{none, places, all});
  const Value kept = b.map(count, {positions}, [&](Builder &in, llvm::ArrayRef<Value> q) -> Values {
    const Value x = in.read(xs->value, {q[1]});
    return {damped(in, in.mul(x, bound))};
  })[0];
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
  auto op = array->type.rank > 1 ? vectorised(b, *array) : *associative(b, n);
  const Value count = b.extent(array->value);
  if (random.chance(0.5)) {
    const auto period = std::int64_t{2} + random.below(3);
    const Value flags = b.map(count, {}, [&](Builder &in, llvm::ArrayRef<Value> q) -> Values {
      const Value within = in.apply(Prim::Rem, {q[0], in.index(period)});
      return {in.equal(within, in.index(1))};
    })[0];
    ir::Scan scan{count, {flags}, {values.constantBool(false)}, {}};
    scan.arrays.append(op.arrays);
    scan.neutral.append(op.neutral);
    ir::Types types{ir::boolType};
    for (Value v : op.neutral)
      types.push_back(values.type(v));
    const std::size_t k = types.size();
    types.append(ir::Types(types));
    scan.op = b.block(types, [&](Builder &in, llvm::ArrayRef<Value> q) {
      Values results{in.apply(Prim::Or, {q[0], q[k]})};
      results.append(in.ifElse(
          q[k], [&](Builder &) { return Values(q.drop_front(k + 1)); },
          [&](Builder &within) {
            Values operands(q.slice(1, k - 1));
            operands.append(q.begin() + static_cast<std::ptrdiff_t>(k) + 1, q.end());
            return within.inlineBlock(op.block, operands);
          }));
      return results;
    });
    const Values rs = b.emit(std::move(scan));
    for (Value r : llvm::drop_begin(rs))
      define(r, array->shape);
    return true;
  }
  // Segments may be empty: the neutral elements are to be finite.
  const bool isFinite = llvm::all_of(op.neutral, [&](Value v) {
    const auto x = values.asFloat(v);
    return x && std::isfinite(*x);
  });
  if (!isFinite)
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
    define(r, {3});
  return true;
}

} // namespace soac::property
