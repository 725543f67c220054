// Statements with nested blocks: if, loops, map, accumulators.
#include "Writer.h"

namespace soac::property {

void Writer::statements(Builder &b, unsigned count, unsigned depth, Place times) {
  for (unsigned i = 0; i < count; ++i) {
    const bool isNested = depth < features.depth;
    bool isDone = false;
    switch (random.below(28)) {
    case 0:
    case 1: isDone = features.conditionals && isNested && conditional(b, depth, times); break;
    case 2:
    case 3: isDone = features.countedLoops && isNested && countedLoop(b, depth, times); break;
    case 4: isDone = features.whileLoops && isNested && whileLoop(b, depth, times); break;
    case 5:
    case 6:
    case 7: isDone = features.maps && isNested && map(b, depth, times); break;
    case 8:
    case 9: isDone = features.reductions && reduce(b); break;
    case 10: isDone = features.scans && scan(b); break;
    case 11: isDone = features.bins && reduceByIndex(b); break;
    case 12: isDone = features.scatters && scatter(b); break;
    case 13: isDone = features.accumulators && isNested && withAccumulators(b, depth, times); break;
    case 14:
    case 15: isDone = accumulate(b); break;
    case 16: isDone = features.arrays && rearrangement(b); break;
    case 17: isDone = features.updates && update(b); break;
    case 18: isDone = random.chance(0.5) ? features.arrays && sorted(b) : features.scatters && selected(b); break;
    case 19: isDone = features.scans && segmented(b); break;
    case 20: isDone = random.chance(0.5) ? features.arrays && fill(b) : indexRow(b); break;
    case 21: isDone = random.chance(0.5) ? features.maps && tabulation(b) : gathered(b); break;
    case 22: isDone = features.claims && isNested && writingOnce(b, depth, times); break;
    case 23: isDone = features.growth && isNested && growing(b, depth, times); break;
    case 24: isDone = features.userRules && withRules(b); break;
    case 25: isDone = features.invocations && invoke(b, times); break;
    case 26: isDone = features.updates && isNested && (random.chance(0.5) ? nest(b, times) : columnSums(b, times)); break;
    default: break;
    }
    if (!isDone)
      define(expression(b), {});
  }
}

std::vector<Variable> Writer::results(const Scope::Mark &mark, unsigned count, unsigned maxRank) {
  std::vector<Variable> own, any;
  for (std::size_t i = 0; i < scope.variables.size(); ++i) {
    const Variable &v = scope.variables[i];
    if (v.type.scalar == Scalar::F64 && v.type.rank <= maxRank)
      (i >= mark.firstVariable() ? own : any).push_back(v);
  }
  std::vector<Variable> picked;
  while (picked.size() < count && (!own.empty() || !any.empty()))
    picked.push_back(own.empty() || (!any.empty() && random.chance(0.1)) ? random.of(any) : random.of(own));
  return picked;
}

bool Writer::conditional(Builder &b, unsigned depth, Place times) {
  const Value c = condition(b);
  std::vector<Variable> shapes;
  ir::Block then = b.block({}, [&](Builder &in, llvm::ArrayRef<Value>) -> Values {
    const Scope::Mark mark(scope);
    statements(in, 1 + random.below(3), depth + 1, times);
    shapes = results(mark, 1 + random.below(2), 2);
    if (shapes.empty())
      shapes.push_back({expression(in), Type(Scalar::F64), {}});
    Values vs;
    for (const Variable &v : shapes)
      vs.push_back(v.value);
    return vs;
  });
  ir::Block otherwise = b.block({}, [&](Builder &in, llvm::ArrayRef<Value>) -> Values {
    const Scope::Mark mark(scope);
    statements(in, random.below(3), depth + 1, times);
    Values vs;
    for (const Variable &v : shapes)
      vs.push_back(v.type.isArray() ? arrayOf(in, v.shape) : random.chance(0.3) ? scalar(in) : expression(in));
    return vs;
  });
  if (random.chance(0.3))
    std::swap(then, otherwise);
  const Values rs = b.emit(ir::If{c, std::move(then), std::move(otherwise)});
  for (std::size_t i = 0; i < rs.size(); ++i)
    define(rs[i], shapes[i].shape);
  return true;
}

// Half of x and something bounded: what is repeated stays bounded.
Value Writer::contracted(Builder &b, Value x) {
  const Value half = b.mul(x, real(0.5));
  return b.add(half, damped(b, expression(b)));
}

// The array after one or two changes of its elements: updates, also in one branch only or in an inner loop.
Value Writer::updatedInPlace(Builder &b, Value array, llvm::ArrayRef<std::int64_t> shape, unsigned depth) {
  const auto changed = [&](Builder &in, Value a) { return updatedInPlace(in, a, shape, depth - 1); };
  for (std::size_t n = 1 + random.below(2); n > 0; --n) {
    if (depth > 0 && features.conditionals && random.chance(0.2)) {
      const Value c = condition(b);
      array = b.ifElse(
          c, [&](Builder &in) -> Values { return {changed(in, array)}; },
          [&](Builder &in) -> Values { return {random.chance(0.5) ? array : changed(in, array)}; })[0];
    } else if (depth > 0 && features.countedLoops && random.chance(0.15)) {
      const auto n = random.pick<std::int64_t>({0, 1, 2, 3});
      const Value count = extentOf(b, n);
      array = b.loop(count, {array}, [&](Builder &in, llvm::ArrayRef<Value> q) -> Values {
        const Scope::Mark mark(scope);
        scope.counters.push_back({q[0], std::max<std::int64_t>(n, 1)});
        return {changed(in, q[1])};
      })[0];
    } else if (const auto called = updatingDefinition(shape); called && random.chance(0.3)) {
      const Value x = damped(b, scalar(b)), y = damped(b, scalar(b));
      array = invocation(b, *called, called->number, x, y, array, b.index(random.below(2))).array;
    } else {
      const Values at = indices(b, shape), from = random.chance(0.5) ? at : indices(b, shape);
      const Value old = random.chance(0.6) ? b.read(array, from) : scalar(b);
      array = b.update(array, at, contracted(b, old));
    }
  }
  return array;
}

// Snapshots want a shape that is seen not to change, so the next array takes that of the last.
Values Writer::nextCarried(Builder &b, llvm::ArrayRef<Variable> carried, const ir::LoopAnnotations &annotations) {
  Values next;
  for (const Variable &v : carried) {
    if (!v.type.isArray()) {
      next.push_back(contracted(b, v.value));
      continue;
    }
    const bool isInPlace = features.updates && v.size() > 0 && random.chance(0.75);
    const Value array = isInPlace ? updatedInPlace(b, v.value, v.shape, 2) : arrayOf(b, v.shape);
    next.push_back(annotations.revolve ? b.emit1(ir::Reshape{array, b.extents(v.value)}) : array);
  }
  return next;
}

// How a loop's states are stored, at times.
ir::LoopAnnotations Writer::annotations(llvm::ArrayRef<Variable> carried) {
  ir::LoopAnnotations annotations;
  if (random.chance(0.2))
    annotations.stripmine = random.pick<unsigned>({2, 3});
  else if (random.chance(0.2) && (features.snapshotsOfArrays || !carried.back().type.isArray()))
    annotations.revolve = random.pick<unsigned>({1, 2, 3});
  return annotations;
}

bool Writer::countedLoop(Builder &b, unsigned depth, Place times) {
  const auto n = random.pick<std::int64_t>({0, 1, 2, 3, 3, 5});
  if (times * n > features.iterations)
    return false;
  std::vector<Variable> carried;
  for (std::size_t k = 1 + random.below(2); k > 0; --k)
    carried.push_back({scalar(b), Type(Scalar::F64), {}});
  if (const auto a = scope.pickArray(random, 1, 2, false); a && random.chance(0.6))
    carried.push_back(*a);
  Values inits;
  for (const Variable &v : carried)
    inits.push_back(v.value);
  const ir::LoopAnnotations stored = annotations(carried);
  const Value count = extentOf(b, n);
  const Values rs = b.loop(count, inits, [&](Builder &in, llvm::ArrayRef<Value> q) -> Values {
    const Scope::Mark mark(scope);
    scope.counters.push_back({q[0], std::max<std::int64_t>(n, 1)});
    std::vector<Variable> inner = carried;
    for (std::size_t k = 0; k < inner.size(); ++k) {
      inner[k].value = q[k + 1];
      scope.variables.push_back(inner[k]);
    }
    statements(in, 1 + random.below(3), depth + 1, times * std::max<std::int64_t>(n, 1));
    Values next = nextCarried(in, inner, stored);
    if (next.size() > 2 && random.chance(0.15))
      std::swap(next[0], next[1]);
    return next;
  });
  std::get<ir::Loop>(b.statements().back().op).annotations = stored;
  for (std::size_t k = 0; k < rs.size(); ++k)
    define(rs[k], carried[k].shape);
  return true;
}

// Carries a step count beside its state: while (step < limit && x < y) ..
bool Writer::whileLoop(Builder &b, unsigned depth, Place times) {
  const auto limit = random.pick<std::int64_t>({1, 2, 4});
  if (times * limit > features.iterations)
    return false;
  std::vector<Variable> carried{{scalar(b), Type(Scalar::F64), {}}};
  if (const auto a = scope.pickArray(random, 1, 1, true); a && random.chance(0.4))
    carried.push_back(*a);
  const Value threshold = real(random.uniform(-0.5, 2));
  ir::Loop loop;
  loop.annotations = annotations(carried);
  std::vector<Type> types{ir::indexType};
  loop.inits = {b.index(0)};
  for (const Variable &v : carried) {
    loop.inits.push_back(v.value);
    types.push_back(v.type);
  }
  loop.condition = b.block(types, [&](Builder &in, llvm::ArrayRef<Value> q) -> Values {
    const Value isShort = in.lessThan(q[0], in.index(limit));
    return {in.apply(Prim::And, {isShort, in.lessThan(q[1], threshold)})};
  });
  loop.body = b.block(types, [&](Builder &in, llvm::ArrayRef<Value> q) -> Values {
    const Scope::Mark mark(scope);
    scope.counters.push_back({q[0], limit});
    std::vector<Variable> inner = carried;
    for (std::size_t k = 0; k < inner.size(); ++k) {
      inner[k].value = q[k + 1];
      scope.variables.push_back(inner[k]);
    }
    statements(in, 1 + random.below(2), depth + 1, times * limit);
    Values next{in.add(q[0], in.index(1))};
    next.append(nextCarried(in, inner, loop.annotations));
    return next;
  });
  if (random.chance(0.3)) {
    loop.annotations.bound = extentOf(b, limit);
    loop.annotations.boundText = "limit";
  }
  const Values rs = b.emit(std::move(loop));
  for (std::size_t k = 0; k < carried.size(); ++k)
    define(rs[k + 1], carried[k].shape);
  return true;
}

bool Writer::map(Builder &b, unsigned depth, Place times) {
  std::vector<Variable> arrays;
  std::int64_t n = random.pick<std::int64_t>({0, 1, 2, 3, 5});
  if (const auto first = random.chance(0.85) ? scope.pickArray(random, 1, 3, false) : std::nullopt) {
    arrays.push_back(*first);
    n = first->shape[0];
    const auto fits = [&](const Variable &v) { return v.type.isArray() && v.shape[0] == n; };
    if (random.chance(0.5))
      arrays.push_back(*scope.pick(random, fits));
  }
  if (times * n > features.iterations)
    return false;
  Values operands;
  for (const Variable &v : arrays)
    operands.push_back(v.value);
  const Value count = arrays.empty() || random.chance(0.3) ? extentOf(b, n) : b.extent(arrays[0].value);
  std::vector<Variable> rows;
  const Values rs = b.map(count, operands, [&](Builder &in, llvm::ArrayRef<Value> q) -> Values {
    const Scope::Mark mark(scope);
    scope.counters.push_back({q[0], std::max<std::int64_t>(n, 1)});
    for (std::size_t k = 0; k < arrays.size(); ++k)
      define(q[k + 1], Extents(llvm::ArrayRef(arrays[k].shape).drop_front()));
    statements(in, 1 + random.below(4), depth + 1, times * std::max<std::int64_t>(n, 1));
    // Without iterations the inner extents of a result are 0.
    rows = results(mark, 1 + random.below(2), n == 0 ? 0 : 2);
    if (rows.empty())
      rows.push_back({expression(in), Type(Scalar::F64), {}});
    Values vs;
    for (const Variable &v : rows)
      vs.push_back(v.value);
    if (random.chance(0.1)) { // keys for later
      vs.push_back(in.add(q[0], in.index(random.pick<std::int64_t>({-1, 0, 1}))));
      rows.push_back({vs.back(), ir::indexType, {}});
    }
    return vs;
  });
  for (std::size_t k = 0; k < rs.size(); ++k) {
    Extents shape = rows[k].shape;
    shape.insert(shape.begin(), n);
    define(rs[k], shape);
  }
  return true;
}

bool Writer::accumulate(Builder &b) {
  if (scope.accumulators.empty())
    return false;
  const Variable &accumulator = random.of(scope.accumulators);
  const std::size_t rank = accumulator.shape.size();
  if (rank > 1 && random.chance(0.3)) {
    const Value i = index(b, accumulator.shape[0]);
    b.accumulate(accumulator.value, {i}, arrayOf(b, llvm::ArrayRef(accumulator.shape).drop_front()));
  } else {
    const Values at = indices(b, accumulator.shape);
    b.accumulate(accumulator.value, at, expression(b));
  }
  return true;
}

bool Writer::withAccumulators(Builder &b, unsigned depth, Place times) {
  std::vector<Variable> inits;
  if (const auto a = scope.pickArray(random, 1, 2, true))
    inits.push_back(*a);
  if (inits.empty() || random.chance(0.2))
    inits.push_back({scalar(b), Type(Scalar::F64), {}});
  std::vector<Type> types;
  ir::WithAccumulators op;
  for (const Variable &v : inits) {
    op.inits.push_back(v.value);
    types.emplace_back(Scalar::F64, v.type.rank, true);
  }
  std::vector<Variable> own;
  op.body = b.block(types, [&](Builder &in, llvm::ArrayRef<Value> q) -> Values {
    const Scope::Mark mark(scope);
    for (std::size_t k = 0; k < inits.size(); ++k)
      scope.accumulators.push_back({q[k], types[k], inits[k].shape});
    if (!features.maps || !map(in, depth + 1, times))
      accumulate(in);
    accumulate(in);
    if (random.chance(0.3))
      own = results(mark, 1, 1);
    Values vs;
    for (const Variable &v : own)
      vs.push_back(v.value);
    return vs;
  });
  const Values rs = b.emit(std::move(op));
  for (std::size_t k = 0; k < inits.size(); ++k)
    define(rs[k], inits[k].shape);
  for (std::size_t k = 0; k < own.size(); ++k)
    define(rs[inits.size() + k], own[k].shape);
  return true;
}

} // namespace soac::property
