// Reduce, scan, reduce_by_index with associative operators, and scatter.
#include "Writer.h"

#include <limits>
#include <numeric>

namespace soac::property {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

ir::Block infix(Builder &b, Prim prim) {
  return b.block({Type(Scalar::F64), Type(Scalar::F64)},
                 [&](Builder &in, llvm::ArrayRef<Value> q) -> Values { return {in.apply(prim, {q[0], q[1]})}; });
}

/// (a, b) -> prim, element by element through all dimensions.
Value elementwise(Builder &b, Prim prim, Value x, Value y) {
  if (!b.type(x).isArray())
    return b.apply(prim, {x, y});
  return b.map(b.extent(x), {x, y},
               [&](Builder &in, llvm::ArrayRef<Value> q) -> Values { return {elementwise(in, prim, q[1], q[2])}; })[0];
}

} // namespace

Writer::Operator Writer::vectorised(Builder &b, const Variable &array) {
  const auto [prim, neutral] = random.pick<std::pair<Prim, double>>(
      {{Prim::Add, 0.0}, {Prim::Add, 0.0}, {Prim::Mul, 1.0}, {Prim::Min, infinity}, {Prim::Max, -infinity}});
  Operator op;
  const Type element = array.type.element();
  op.block = b.block({element, element}, [&, p = prim](Builder &in, llvm::ArrayRef<Value> q) -> Values {
    return {elementwise(in, p, q[0], q[1])};
  });
  Values inner;
  for (unsigned d = 1; d < array.type.rank; ++d)
    inner.push_back(b.extent(array.value, d));
  op.neutral = {b.fill(real(neutral), inner)};
  op.arrays = {array.value};
  return op;
}

std::optional<Writer::Operator> Writer::associative(Builder &b, std::int64_t n) {
  const auto another = [&] {
    return scope.pick(random, [&](const Variable &v) { return v.type == Type(Scalar::F64, 1) && v.shape[0] == n; });
  };
  const auto xs = another();
  if (!xs)
    return std::nullopt;
  Operator op;
  op.arrays = {xs->value};
  const Type f64{Scalar::F64};
  switch (random.below(9)) {
  case 0:
  case 1: op.block = infix(b, Prim::Add), op.neutral = {real(0)}; break;
  case 2:
  case 3: op.block = infix(b, Prim::Mul), op.neutral = {real(1)}; break;
  case 4: op.block = infix(b, Prim::Min), op.neutral = {real(infinity)}; break;
  case 5: op.block = infix(b, Prim::Max), op.neutral = {real(-infinity)}; break;
  case 6: { // a + b + c a b, with a free c
    const Value c = scalar(b);
    op.block = b.block({f64, f64}, [&](Builder &in, llvm::ArrayRef<Value> q) -> Values {
      const Value sum = in.add(q[0], q[1]), product = in.mul(q[0], q[1]);
      return {in.add(sum, in.mul(c, product))};
    });
    op.neutral = {real(0)};
    break;
  }
  case 7: { // x -> a x + b, composed: does not commute
    op.arrays.push_back(another()->value);
    op.block = b.block({f64, f64, f64, f64}, [](Builder &in, llvm::ArrayRef<Value> q) -> Values {
      return {in.mul(q[0], q[2]), in.add(in.mul(q[1], q[2]), q[3])};
    });
    op.neutral = {real(1), real(0)};
    break;
  }
  default: { // the smallest of the first components, with its second one
    op.arrays.push_back(another()->value);
    op.block = b.block({f64, f64, f64, f64}, [](Builder &in, llvm::ArrayRef<Value> q) -> Values {
      return in.ifElse(
          in.apply(Prim::Le, {q[0], q[2]}), [&](Builder &) -> Values { return {q[0], q[1]}; },
          [&](Builder &) -> Values { return {q[2], q[3]}; });
    });
    op.neutral = {real(infinity), real(0)};
    break;
  }
  }
  return op;
}

bool Writer::reduce(Builder &b) {
  const auto array = scope.pickArray(random, 1, 2, false);
  if (!array)
    return false;
  const bool isVectorised = array->type.rank > 1;
  auto op = isVectorised ? vectorised(b, *array) : *associative(b, array->shape[0]);
  // Finite results also of nothing: min and max of nothing are infinite.
  if (array->shape[0] == 0 && !b.values.asFloat(op.neutral[0]))
    return false;
  if (array->shape[0] == 0 && std::abs(*b.values.asFloat(op.neutral[0])) == infinity)
    return false;
  const Values rs = b.emit(ir::Reduce{b.extent(array->value), op.arrays, op.neutral, std::move(op.block)});
  for (Value r : rs)
    define(r, Extents(llvm::ArrayRef(array->shape).drop_front()));
  return true;
}

bool Writer::scan(Builder &b) {
  const auto array = scope.pickArray(random, 1, 2, false);
  if (!array)
    return false;
  auto op = array->type.rank > 1 ? vectorised(b, *array) : *associative(b, array->shape[0]);
  const Values rs = b.emit(ir::Scan{b.extent(array->value), op.arrays, op.neutral, std::move(op.block)});
  for (Value r : rs)
    define(r, array->shape);
  return true;
}

bool Writer::reduceByIndex(Builder &b) {
  const auto isKeys = [](const Variable &v) { return v.type == Type(Scalar::I64, 1); };
  const auto keys = scope.pick(random, isKeys);
  if (!keys)
    return false;
  const std::int64_t n = keys->shape[0], bins = random.pick<std::int64_t>({1, 2, 3, 5});
  const auto isMatrix = [&](const Variable &v) {
    return v.type == Type(Scalar::F64, 2) && v.shape[0] == n && v.shape[1] > 0;
  };
  const auto rows = random.chance(0.4) ? scope.pick(random, isMatrix) : std::nullopt;
  auto op = rows ? vectorised(b, *rows) : associative(b, n);
  if (!op)
    return false;
  Extents shape{bins};
  if (rows)
    shape.push_back(rows->shape[1]);
  Values dests;
  for (std::size_t k = 0; k < op->arrays.size(); ++k)
    dests.push_back(arrayOf(b, shape));
  const Values rs = b.emit(
      ir::ReduceByIndex{b.extent(keys->value), dests, op->neutral, std::move(op->block), keys->value, op->arrays});
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
  define(b.emit1(ir::Scatter{dest->value, is, source.value}), dest->shape);
  return true;
}

} // namespace soac::property
