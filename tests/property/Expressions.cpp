#include "Writer.h"

namespace soac::property {

Value Writer::scalar(Builder &b) {
  if (random.chance(0.12))
    return real(random.number());
  if (!scope.counters.empty() && random.chance(0.1)) {
    const Value i = b.cast(Scalar::F64, random.of(scope.counters).value);
    return b.mul(i, real(0.25));
  }
  if (random.chance(0.35))
    if (const auto array = scope.pickArray(random, 1, 3, /*nonEmpty=*/true))
      return b.read(array->value, indices(b, array->shape));
  if (const auto v = scope.pick(random, [](const Variable &v) { return v.type == Type(Scalar::F64); }))
    return v->value;
  return real(random.number());
}

Value Writer::squarePlus(Builder &b, Value x, double plus) {
  const Value square = b.mul(x, x);
  return b.add(square, real(plus));
}

Value Writer::damped(Builder &b, Value x) {
  switch (random.below(4)) {
  case 0: return b.apply(Prim::Sin, {x});
  case 1: return b.apply(Prim::Tanh, {x});
  case 2: return b.mul(x, real(0.5));
  default: return b.div(x, squarePlus(b, x, 1));
  }
}

Value Writer::expression(Builder &b) {
  const Value x = scalar(b);
  const auto y = [&] { return scalar(b); };
  switch (random.below(22)) {
  case 0:
  case 1:
  case 2: return b.add(x, y());
  case 3: return b.sub(x, y());
  case 4:
  case 5:
  case 6: return b.mul(x, y());
  case 7: return b.neg(x);
  case 8: return b.apply(Prim::Sin, {x});
  case 9: return b.apply(Prim::Cos, {x});
  case 10: return b.apply(Prim::Exp, {damped(b, x)});
  case 11: return b.div(x, squarePlus(b, y(), 1.5));
  case 12: return b.apply(Prim::Sqrt, {squarePlus(b, x, 0.5)});
  case 13: return b.apply(Prim::Log, {squarePlus(b, x, 1.25)});
  case 14: return b.apply(Prim::Min, {x, y()});
  case 15: return b.apply(Prim::Max, {x, y()});
  case 16: return b.apply(Prim::Abs, {x});
  case 17: return b.apply(Prim::Pow, {squarePlus(b, x, 0.5), damped(b, y())});
  case 18: return b.apply(Prim::Atan2, {y(), squarePlus(b, x, 1)});
  case 19: {
    const Value c = condition(b);
    return b.select(c, x, y());
  }
  case 20: {
    const Value z = y();
    return b.mul(b.mul(x, x), z);
  }
  default: return damped(b, x);
  }
}

Value Writer::condition(Builder &b) {
  if (!scope.counters.empty() && random.chance(0.4)) {
    const Counter &c = random.of(scope.counters);
    const Prim prim = random.pick({Prim::Lt, Prim::Eq, Prim::Ge});
    return b.apply(prim, {c.value, b.index(random.below(c.limit + 1))});
  }
  const Prim prim = random.pick({Prim::Lt, Prim::Le, Prim::Gt, Prim::Ne});
  const Value x = scalar(b);
  return b.apply(prim, {x, scalar(b)});
}

Value Writer::index(Builder &b, std::int64_t extent) {
  const auto wrapped = [&](Value i) { // of any sign
    const Value n = extentOf(b, extent);
    return b.apply(Prim::Rem, {b.add(b.apply(Prim::Rem, {i, n}), n), n});
  };
  if (!scope.counters.empty() && random.chance(0.7)) {
    const Counter &c = random.of(scope.counters);
    if (c.limit < extent && random.chance(0.25)) // the element after it
      return b.add(c.value, b.index(1));
    if (c.limit <= extent && random.chance(0.2)) // backwards
      return b.sub(b.index(c.limit - 1), c.value);
    if (c.limit <= extent && random.chance(0.7))
      return c.value;
    const Value stride = b.index(random.pick<std::int64_t>({1, 2, -1})), scaled = b.mul(c.value, stride);
    return wrapped(b.add(scaled, b.index(1)));
  }
  if (random.chance(0.25)) { // gather: the index is data
    const auto isKeys = [](const Variable &v) { return v.type == Type(Scalar::I64, 1) && v.size() > 0; };
    if (const auto keys = scope.pick(random, isKeys))
      return wrapped(b.read(keys->value, {b.index(random.below(keys->shape[0]))}));
    const Value x = scalar(b);
    return wrapped(b.cast(Scalar::I64, b.apply(Prim::Floor, {b.mul(x, real(3))})));
  }
  return b.index(random.below(extent));
}

Values Writer::indices(Builder &b, llvm::ArrayRef<std::int64_t> extents) {
  Values is;
  for (std::int64_t n : extents)
    is.push_back(index(b, n));
  return is;
}

Value Writer::extentOf(Builder &b, std::int64_t extent) {
  const auto hasIt = [&](const Variable &v) { return llvm::is_contained(v.shape, extent); };
  if (random.chance(0.7))
    if (const auto v = scope.pick(random, hasIt)) {
      const auto d = static_cast<unsigned>(llvm::find(v->shape, extent) - v->shape.begin());
      return b.extent(v->value, d);
    }
  return b.index(extent);
}

Value Writer::arrayOf(Builder &b, llvm::ArrayRef<std::int64_t> shape, unsigned maps) {
  const auto fits = [&](const Variable &v) {
    return v.type.scalar == Scalar::F64 && v.type.isArray() && llvm::ArrayRef<std::int64_t>(v.shape) == shape;
  };
  const auto filled = [&] {
    Values extents;
    for (std::int64_t e : shape)
      extents.push_back(extentOf(b, e));
    return b.fill(scalar(b), extents);
  };
  const auto array = scope.pick(random, fits);
  if (maps > 0 && random.chance(0.5)) {
    const Value x = array ? array->value : filled(), y = arrayOf(b, shape, maps - 1);
    const Prim prim = random.pick({Prim::Add, Prim::Mul, Prim::Sub, Prim::Max});
    const Value factor = scalar(b);
    const std::function<Value(Builder &, Value, Value)> zip = [&](Builder &in, Value p, Value q) -> Value {
      if (!in.type(p).isArray())
        return in.mul(in.apply(prim, {p, in.mul(q, factor)}), real(0.5));
      return in.map(in.extent(p), {p, q},
                    [&](Builder &inner, llvm::ArrayRef<Value> e) -> Values { return {zip(inner, e[1], e[2])}; })[0];
    };
    // The inner extents of a map without iterations are 0, so arrays of rank 2 need rows.
    if (shape.size() == 1 || llvm::all_of(shape, [](std::int64_t e) { return e > 0; }))
      return zip(b, x, y);
    return x;
  }
  if (!array)
    return filled();
  const bool isEmpty = ops::product(shape) == 0;
  if (!features.updates || isEmpty || random.chance(0.4))
    return array->value;
  const Values at = indices(b, shape);
  return b.update(array->value, at, expression(b));
}

} // namespace soac::property
