// Loops whose arrays have no false dependencies, and loops that change the extent of an array.
#include "Writer.h"

#include <numeric>

namespace soac::property {

// Iteration i writes at place(i) = (stride i + offset) mod extent, which are distinct, and reads what it or the one
// before has written: nothing is written twice, or after it was read [SC22 §6.2]. Or it reads what the next one
// overwrites, of which nothing is claimed.
bool Writer::writingOnce(Builder &b, unsigned depth, Place times) {
  const auto array = scope.pickArray(random, 1, 2, /*nonEmpty=*/true);
  if (!array)
    return false;
  const std::int64_t extent = array->shape[0], n = extent - random.below(std::int64_t{2});
  const std::int64_t most = std::max<std::int64_t>(n, 1);
  if (times * most > features.iterations)
    return false;
  std::int64_t stride = random.pick<std::int64_t>({1, 1, 2, -1});
  while (std::gcd(stride, extent) != 1)
    ++stride;
  const std::int64_t offset = stride < 0 ? extent - 1 : random.chance(0.5) ? random.below(extent) : 0;
  const bool isWithin = stride < 0 || (stride == 1 && offset == 0);
  const auto place = [&](Builder &in, Value i) {
    const Value scaled = stride == 1 ? i : in.mul(i, in.index(stride));
    const Value moved = offset == 0 ? scaled : in.add(scaled, in.index(offset));
    return isWithin ? moved : in.apply(Prim::Rem, {moved, in.index(extent)});
  };
  const bool isMatrix = array->type.rank > 1, isWhile = features.whileLoops && random.chance(0.3);
  const auto element = [&](Builder &in, Value of, Value i) {
    Values at{i};
    if (isMatrix)
      at.push_back(index(in, array->shape[1]));
    return in.read(of, at);
  };
  const bool isClaimed = random.chance(0.6), looksAhead = !isClaimed && random.chance(0.7);
  const Type f64{Scalar::F64};
  const ir::Types types{ir::indexType, f64, array->type};
  const Value threshold = real(random.uniform(0, 2));
  ir::Loop loop;
  loop.inits = {scalar(b), array->value};
  if (isWhile) {
    loop.inits.insert(loop.inits.begin(), b.index(0));
    loop.condition = b.block(types, [&](Builder &in, llvm::ArrayRef<Value> q) -> Values {
      const Value isShort = in.lessThan(q[0], in.index(n));
      return {in.apply(Prim::And, {isShort, in.lessThan(q[1], threshold)})};
    });
  } else {
    loop.count = extentOf(b, n);
  }
  loop.body = b.block(types, [&](Builder &in, llvm::ArrayRef<Value> q) -> Values {
    const Scope::Mark mark(scope);
    scope.counters.push_back({q[0], most});
    scope.variables.push_back({q[1], f64, {}});
    statements(in, random.below(3u), depth + 1, times * most);
    Value before = scalar(in);
    if (random.chance(0.6))
      before = in.ifElse(
          looksAhead ? in.lessThan(q[0], in.index(n - 1)) : in.lessThan(in.index(0), q[0]),
          [&](Builder &then) -> Values {
            const Value beside = place(then, then.add(q[0], then.index(looksAhead ? 1 : -1)));
            return {element(then, q[2], beside)};
          },
          [&](Builder &) -> Values { return {before}; })[0];
    const Value at = place(in, q[0]), written = contracted(in, before);
    Value next;
    if (!isMatrix) {
      next = in.update(q[2], {at}, written);
    } else if (random.chance(0.5)) {
      next = in.update(q[2], {at}, in.fill(written, {extentOf(in, array->shape[1])}));
    } else {
      const Value columns = extentOf(in, array->shape[1]);
      next = in.loop(columns, {q[2]}, [&](Builder &inner, llvm::ArrayRef<Value> p) -> Values {
        const Value scaled = inner.mul(written, inner.cast(Scalar::F64, p[0]));
        return {inner.update(p[1], {at, p[0]}, damped(inner, scaled))};
      })[0];
    }
    const Value x = contracted(in, random.chance(0.5) ? element(in, next, at) : q[1]);
    return isWhile ? Values{in.add(q[0], in.index(1)), x, next} : Values{x, next};
  });
  if (isClaimed)
    loop.annotations.noFalseDependencies = {isWhile ? 2u : 1u};
  if (random.chance(0.2))
    loop.annotations.stripmine = 2;
  const Values rs = b.emit(std::move(loop));
  define(rs[isWhile], {});
  define(rs[isWhile + 1], array->shape);
  return true;
}

// Two loops over a matrix, in either order, that write an element and read another one, at most a row and a column away:
// such as have been written before, are written later, or both in one order of the loops alone.
bool Writer::nest(Builder &b, Place times) {
  const auto array = scope.pickArray(random, 2, 2, /*nonEmpty=*/true);
  if (!array || times * array->shape[0] * array->shape[1] > features.iterations)
    return false;
  const bool isByColumns = random.chance(0.6), isFlat = random.chance(0.3);
  std::int64_t read[2], written[2];
  Values counts;
  for (unsigned d : {0u, 1u}) {
    const std::int64_t extent = array->shape[d], margin = extent > 1 && !isFlat && random.chance(0.4) ? 1 : 0;
    read[d] = random.below(margin + 1);
    written[d] = random.below(margin + 1);
    counts.push_back(b.sub(b.extent(array->value, d), b.index(margin)));
  }
  const Value x = scalar(b), columns = extentOf(b, array->shape[1]);
  const Value whole = isFlat ? b.emit1(ir::Reshape{array->value, {b.index(array->shape[0] * array->shape[1])}}) : array->value;
  const bool isSum = random.chance(0.4);
  const Value result = b.loop(counts[isByColumns], {whole}, [&](Builder &outer, llvm::ArrayRef<Value> p) -> Values {
    return outer.loop(counts[!isByColumns], {p[1]}, [&](Builder &in, llvm::ArrayRef<Value> q) -> Values {
      const Value i = isByColumns ? q[0] : p[0], j = isByColumns ? p[0] : q[0];
      const auto place = [&](const std::int64_t (&shift)[2]) -> Values {
        if (isFlat)
          return {in.add(in.mul(i, columns), j)};
        const Value row = in.add(i, in.index(shift[0]));
        return {row, in.add(j, in.index(shift[1]))};
      };
      const Values from = place(read), to = place(written);
      const Value before = in.read(q[1], from), factor = isSum ? before : in.mul(before, x);
      const Value term = in.mul(x, in.cast(Scalar::F64, in.sub(i, j)));
      return {in.update(q[1], to, damped(in, in.add(factor, term)))};
    });
  })[0];
  define(isFlat ? b.emit1(ir::Reshape{result, {b.index(array->shape[0]), b.index(array->shape[1])}}) : result, array->shape);
  return true;
}

// For each column of a matrix, or for each row, a sum or a product over the others, which an element of an array becomes.
bool Writer::columnSums(Builder &b, Place times) {
  const auto matrix = scope.pickArray(random, 2, 2, /*nonEmpty=*/true);
  if (!matrix || times * matrix->shape[0] * matrix->shape[1] > features.iterations)
    return false;
  const unsigned along = random.chance(0.7) ? 0 : 1;
  const Value many = b.extent(matrix->value, 1 - along), few = b.extent(matrix->value, along);
  const std::int64_t extent = matrix->shape[1 - along];
  const Value start = arrayOf(b, {extent}), x = scalar(b), first = random.chance(0.5) ? real(1) : scalar(b);
  const bool isProduct = random.chance(0.3), readsOwn = random.chance(0.5);
  const std::int64_t other = readsOwn && random.chance(0.3) ? random.below(extent) : -1;
  const Value result = b.loop(many, {start}, [&](Builder &outer, llvm::ArrayRef<Value> p) -> Values {
    const Value factor = readsOwn ? outer.read(p[1], {other < 0 ? p[0] : outer.index(other)}) : x;
    const Value sum = outer.loop(few, {first}, [&](Builder &in, llvm::ArrayRef<Value> q) -> Values {
      const Value element = in.read(matrix->value, along == 0 ? Values{q[0], p[0]} : Values{p[0], q[0]});
      const Value term = damped(in, in.mul(element, factor));
      return {isProduct ? in.mul(q[1], term) : in.add(q[1], term)};
    })[0];
    return {outer.update(p[1], {p[0]}, contracted(outer, sum))};
  })[0];
  define(result, {extent});
  return true;
}

// Every iteration adds an element (a row) at one end of the array, or takes one away.
bool Writer::growing(Builder &b, unsigned depth, Place times) {
  const auto array = scope.pickArray(random, 1, 2, false);
  const auto n = random.pick<std::int64_t>({0, 1, 2, 3});
  if (!array || times * n > features.iterations || array->shape[0] > 6)
    return false;
  const std::int64_t extent = array->shape[0];
  const bool shrinks = extent >= n && random.chance(0.3), isAtEnd = random.chance(0.6);
  const std::int64_t shortest = shrinks ? extent - n + 1 : extent;
  const bool isMatrix = array->type.rank > 1;
  const Value count = extentOf(b, n), first = scalar(b);
  const Values rs = b.loop(count, {first, array->value}, [&](Builder &in, llvm::ArrayRef<Value> q) -> Values {
    const Scope::Mark mark(scope);
    scope.counters.push_back({q[0], std::max<std::int64_t>(n, 1)});
    scope.variables.push_back({q[1], Type(Scalar::F64), {}});
    statements(in, random.below(3u), depth + 1, times * std::max<std::int64_t>(n, 1));
    Value x = q[1], all = q[2];
    if (!isMatrix && shortest > 0 && random.chance(0.6))
      x = in.read(all, {index(in, shortest)});
    x = contracted(in, x);
    if (!isMatrix && random.chance(0.4))
      all = in.map(in.extent(all), {all}, [&](Builder &inner, llvm::ArrayRef<Value> p) -> Values {
        return {damped(inner, inner.mul(p[1], x))};
      })[0];
    if (shrinks) {
      const Value fewer = in.sub(in.extent(all), in.index(1));
      return {x, in.emit1(ir::Slice{all, in.index(isAtEnd ? 0 : 1), fewer, 1})};
    }
    const Value row = isMatrix ? arrayOf(in, llvm::ArrayRef(array->shape).drop_front()) : x;
    const Value added = in.fill(row, {in.index(1)});
    return {x, in.emit1(isAtEnd ? ir::Concat{{all, added}} : ir::Concat{{added, all}})};
  });
  if (random.chance(0.2))
    std::get<ir::Loop>(b.statements().back().op).annotations.stripmine = 2;
  define(rs[0], {});
  Extents shape = array->shape;
  shape[0] += shrinks ? -n : n;
  define(rs[1], shape);
  return true;
}

} // namespace soac::property
