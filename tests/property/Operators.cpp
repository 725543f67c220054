// Associative operators with their neutral elements.
#include "Writer.h"

#include <cmath>
#include <limits>

namespace soac::property {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// An operator on `k` numbers.
ir::Block onNumbers(Builder &b, std::size_t k, Builder::BlockBody combined) {
  return b.block(ir::Types(2 * k, Type(Scalar::F64)), combined);
}

ir::Block infix(Builder &b, Prim prim) {
  return onNumbers(b, 1,
                   [&](Builder &in, llvm::ArrayRef<Value> q) -> Values { return {in.apply(prim, {q[0], q[1]})}; });
}

/// (a, b) -> prim, element by element through all dimensions.
Value elementwise(Builder &b, Prim prim, Value x, Value y) {
  if (!b.type(x).isArray())
    return b.apply(prim, {x, y});
  return b.map(b.extent(x), {x, y},
               [&](Builder &in, llvm::ArrayRef<Value> q) -> Values { return {elementwise(in, prim, q[1], q[2])}; })[0];
}

/// The element of a 2 x 2 matrix at (i, j), by a function of both.
Value matrix(Builder &b, llvm::function_ref<Value(Builder &, Value i, Value j)> element) {
  const auto two = [&](Builder &in, llvm::function_ref<Value(Builder &, Value)> at) {
    return in.map(in.index(2), {},
                  [&](Builder &inner, llvm::ArrayRef<Value> q) -> Values { return {at(inner, q[0])}; })[0];
  };
  return two(b,
             [&](Builder &row, Value i) { return two(row, [&](Builder &in, Value j) { return element(in, i, j); }); });
}

/// a x + c y
Value sumOfProducts(Builder &b, Value a, Value x, Value c, Value y) {
  const Value first = b.mul(a, x), second = b.mul(c, y);
  return b.add(first, second);
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
  op.element = Extents(llvm::ArrayRef(array.shape).drop_front());
  op.isFinite = std::abs(neutral) < infinity;
  return op;
}

// Products of 2 x 2 matrices, which do not commute; the matrices are made of the numbers.
Writer::Operator Writer::matrixProduct(Builder &b, const Variable &numbers) {
  Operator op;
  const Value factor = scalar(b);
  op.arrays = b.map(b.extent(numbers.value), {numbers.value}, [&](Builder &in, llvm::ArrayRef<Value> q) -> Values {
    return {matrix(in, [&](Builder &inner, Value i, Value j) {
      const Value isDiagonal = inner.equal(i, j), scaled = inner.mul(q[1], factor);
      return inner.select(isDiagonal, q[1], inner.mul(scaled, real(0.5)));
    })};
  });
  const Type element = Type(Scalar::F64).withRank(2);
  op.block = b.block({element, element}, [&](Builder &in, llvm::ArrayRef<Value> q) -> Values {
    return {matrix(in, [&](Builder &inner, Value i, Value j) {
      const auto at = [&](Value m, Value row, Value column) { return inner.read(m, {row, column}); };
      const Value zero = inner.index(0), one = inner.index(1);
      const Value a = at(q[0], i, zero), c = at(q[1], zero, j), d = at(q[0], i, one), e = at(q[1], one, j);
      return sumOfProducts(inner, a, c, d, e);
    })};
  });
  op.neutral = {matrix(b, [&](Builder &in, Value i, Value j) { return in.select(in.equal(i, j), real(1), real(0)); })};
  op.element = {2, 2};
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
  const auto more = [&](std::size_t components) {
    while (op.arrays.size() < components)
      op.arrays.push_back(another()->value);
  };
  switch (random.below(16)) {
  case 0:
  case 1: op.block = infix(b, Prim::Add), op.neutral = {real(0)}; break;
  case 2:
  case 3: op.block = infix(b, Prim::Mul), op.neutral = {real(1)}; break;
  case 4:
  case 5: { // also of a number, which is as good as one more element
    const bool isMin = random.chance(0.5);
    op.block = infix(b, isMin ? Prim::Min : Prim::Max), op.neutral = {real(isMin ? infinity : -infinity)};
    op.isFinite = false, op.startsAnywhere = true;
    break;
  }
  case 6:
  case 7: { // a + b + c a b, with a free number or an element of a free array as c
    const auto table = random.chance(0.5) ? scope.pickArray(random, 1, 1, /*nonEmpty=*/true) : std::nullopt;
    const Value c = table ? b.index(random.below(table->shape[0])) : scalar(b);
    op.block = onNumbers(b, 1, [&](Builder &in, llvm::ArrayRef<Value> q) -> Values {
      const Value factor = table ? in.read(table->value, {c}) : c, sum = in.add(q[0], q[1]);
      const Value product = in.mul(q[0], q[1]);
      return {in.add(sum, in.mul(factor, product))};
    });
    op.neutral = {real(0)};
    break;
  }
  case 8: // x -> a x + b, composed: does not commute
    more(2);
    op.block = onNumbers(b, 2, [](Builder &in, llvm::ArrayRef<Value> q) -> Values {
      return {in.mul(q[0], q[2]), in.add(in.mul(q[1], q[2]), q[3])};
    });
    op.neutral = {real(1), real(0)};
    break;
  case 9: // the smallest of the first components, with its second one
    more(2);
    op.block = onNumbers(b, 2, [](Builder &in, llvm::ArrayRef<Value> q) -> Values {
      return in.ifElse(
          in.apply(Prim::Le, {q[0], q[2]}), [&](Builder &) -> Values { return {q[0], q[1]}; },
          [&](Builder &) -> Values { return {q[2], q[3]}; });
    });
    op.neutral = {real(infinity), real(0)}, op.isFinite = false;
    break;
  case 10:
  case 11: { // the place of the first of the smallest or largest
    const bool isMin = random.chance(0.5);
    op.arrays.push_back(b.emit1(ir::Iota{b.extent(xs->value)}));
    const Type f64{Scalar::F64};
    op.block = b.block({f64, ir::indexType, f64, ir::indexType}, [&](Builder &in, llvm::ArrayRef<Value> q) -> Values {
      const Value isBetter = isMin ? in.lessThan(q[2], q[0]) : in.lessThan(q[0], q[2]);
      return in.ifElse(
          isBetter, [&](Builder &) -> Values { return {q[2], q[3]}; },
          [&](Builder &) -> Values { return {q[0], q[1]}; });
    });
    op.neutral = {real(isMin ? infinity : -infinity), b.index(0)}, op.isFinite = false;
    break;
  }
  case 12: // 2 x 2 matrices by their elements
    more(4);
    op.block = onNumbers(b, 4, [](Builder &in, llvm::ArrayRef<Value> q) -> Values {
      return {sumOfProducts(in, q[0], q[4], q[1], q[6]), sumOfProducts(in, q[0], q[5], q[1], q[7]),
              sumOfProducts(in, q[2], q[4], q[3], q[6]), sumOfProducts(in, q[2], q[5], q[3], q[7])};
    });
    op.neutral = {real(1), real(0), real(0), real(1)};
    break;
  case 13: // complex numbers
    more(2);
    op.block = onNumbers(b, 2, [](Builder &in, llvm::ArrayRef<Value> q) -> Values {
      const Value minus = in.neg(q[1]);
      return {sumOfProducts(in, q[0], q[2], minus, q[3]), sumOfProducts(in, q[0], q[3], q[1], q[2])};
    });
    op.neutral = {real(1), real(0)};
    break;
  case 14: // the first that is not zero
    op.block = onNumbers(b, 1, [&](Builder &in, llvm::ArrayRef<Value> q) -> Values {
      return {in.select(in.apply(Prim::Ne, {q[0], real(0)}), q[0], q[1])};
    });
    op.neutral = {real(0)};
    break;
  default: // a sum and a product, side by side
    more(2);
    op.block = onNumbers(
        b, 2, [](Builder &in, llvm::ArrayRef<Value> q) -> Values { return {in.add(q[0], q[2]), in.mul(q[1], q[3])}; });
    op.neutral = {real(0), real(1)};
    break;
  }
  return op;
}

Writer::Operator Writer::operatorOn(Builder &b, const Variable &array) {
  if (array.type.rank > 1)
    return vectorised(b, array);
  if (array.shape[0] > 0 && random.chance(0.08))
    return matrixProduct(b, array);
  return *associative(b, array.shape[0]);
}

} // namespace soac::property
