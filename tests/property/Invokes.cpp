// Definitions that are invoked, also by themselves and by each other, and then to a bounded depth. Some update their array.
#include "Writer.h"

namespace soac::property {

namespace {

constexpr std::int64_t deepest = 3;

} // namespace

/// The trace of a run does not see the numbers in definitions: they begin with small ones.
Value Writer::bounded(Builder &b, Value array) {
  return b.map(b.extent(array), {array},
               [](Builder &in, llvm::ArrayRef<Value> q) -> Values { return {in.apply(Prim::Tanh, {q[1]})}; })[0];
}

/// The array with other elements, in place for the most part.
Value Writer::updated(Builder &b, Value array, const Definition &made) {
  if (random.chance(0.1))
    return bounded(b, arrayOf(b, {made.extent}));
  return made.extent > 0 && random.chance(0.8) ? updatedInPlace(b, array, {made.extent}, 2) : array;
}

Writer::Given Writer::invocation(Builder &b, const Definition &called, unsigned number, Value x, Value y, Value array,
                                 Value depth) {
  ir::Invoke op{number, ir::Types(called.results, Type(Scalar::F64)), {x, y, array, depth}, {}, {}};
  if (!called.updates)
    return {b.emit(std::move(op)), array};
  op.updated = {2};
  op.types.insert(called.updatesFirst ? op.types.begin() : op.types.end(), Type(Scalar::F64, 1));
  Values all = b.emit(std::move(op));
  const auto at = called.updatesFirst ? all.begin() : all.end() - 1;
  const Value became = *at;
  all.erase(at);
  return {all, became};
}

/// (x, y, array, depth) -> one or two numbers, perhaps the array: from what is in scope and, where depth is positive, from
/// what an invocation of definition number `next` with one less gives.
ir::Function Writer::definition(const Definition &made, std::optional<unsigned> next) {
  ir::Function f;
  f.name = "d" + std::to_string(made.number);
  f.isDefinition = true;
  Features few = features;
  few.depth = 2;
  few.statements = 2;
  few.iterations = 12;
  Writer inner(random, few, f, home);
  inner.definitions = definitions; // earlier ones, so that every recursion ends
  for (const Type type : {Type(Scalar::F64), Type(Scalar::F64), Type(Scalar::F64, 1), Type(Scalar::I64)})
    f.body.parameters.push_back(f.values.fresh(type));
  const Values p = f.body.parameters;
  inner.define(p[0], {});
  inner.define(p[1], {});
  inner.define(p[2], {made.extent});
  Builder b(f.values, f.body.statements);
  inner.statements(b, 1 + random.below(3), 0, 1);
  // The array is read last before it is updated, or a copy of it is.
  const Value start = made.updates && random.chance(0.4) ? inner.updated(b, p[2], made) : p[2];
  if (start != p[2])
    inner.define(start, {made.extent});
  const auto results = [&](Builder &in, Value array) {
    if (made.updates && random.chance(0.5)) {
      array = inner.updated(in, array, made);
      inner.define(array, {made.extent});
    }
    Values all;
    for (unsigned k = 0; k < made.results; ++k)
      all.push_back(inner.damped(in, inner.expression(in)));
    if (made.updates)
      all.insert(made.updatesFirst ? all.begin() : all.end(), array);
    return all;
  };
  if (!next) {
    f.body.results = results(b, start);
    return f;
  }
  f.body.results = b.ifElse(
      b.lessThan(b.index(0), p[3]),
      [&](Builder &in) -> Values {
        const Scope::Mark mark(inner.scope);
        if (features.linearRecursions)
          return inner.sums(in, made, *next, start, in.sub(p[3], in.index(1)));
        Value became = start;
        for (std::size_t n = 1 + random.below(2); n > 0; --n) {
          const bool isOwn = random.chance(0.6);
          const Value array = isOwn ? became : inner.bounded(in, inner.arrayOf(in, {made.extent}));
          const Value x = inner.damped(in, inner.expression(in)), y = inner.damped(in, inner.scalar(in));
          const Given given = inner.invocation(in, made, *next, x, y, array, in.sub(p[3], in.index(1)));
          for (Value r : given.numbers)
            inner.define(r, {});
          if (made.updates)
            inner.define(given.array, {made.extent});
          became = isOwn ? given.array : became;
        }
        return results(in, became);
      },
      [&](Builder &in) -> Values {
        const Scope::Mark mark(inner.scope);
        return results(in, start);
      });
  return f;
}

/// Sums, over a few iterations, of factors times what an invocation of definition number `next` gives; and the array.
Values Writer::sums(Builder &b, const Definition &made, unsigned next, Value array, Value depth) {
  Values inits(made.results, real(0));
  inits.push_back(real(0.5)); // a factor that changes its sign
  if (made.updates)
    inits.push_back(array);
  const bool isGuarded = random.chance(0.5);
  Values all = b.loop(b.index(random.below(3)), inits, [&](Builder &in, llvm::ArrayRef<Value> p) -> Values {
    const Scope::Mark mark(scope);
    const Value sign = p[1 + made.results];
    const auto added = [&](Builder &then) {
      Value now = made.updates ? p.back() : array;
      if (made.updates && made.extent > 0 && random.chance(0.5))
        now = updatedInPlace(then, now, {made.extent}, 0);
      const Value x = damped(then, expression(then)), y = damped(then, scalar(then));
      const Given given = invocation(then, made, next, x, y, now, depth);
      Values sum;
      for (unsigned k = 0; k < made.results; ++k) {
        const Value factor = then.mul(sign, damped(then, scalar(then)));
        sum.push_back(then.add(p[1 + k], then.mul(factor, given.numbers[k])));
      }
      sum.push_back(then.neg(sign));
      if (made.updates)
        sum.push_back(given.array);
      return sum;
    };
    if (!isGuarded)
      return added(in);
    const Value c = condition(in);
    return in.ifElse(c, added, [&](Builder &) { return Values(p.drop_front()); });
  });
  all.erase(all.begin() + made.results);
  if (made.updates && made.updatesFirst)
    std::rotate(all.begin(), all.end() - 1, all.end());
  return all;
}

std::optional<Writer::Definition> Writer::updatingDefinition(llvm::ArrayRef<std::int64_t> shape) {
  std::vector<Definition> fitting;
  if (&function == &home && shape.size() == 1)
    llvm::copy_if(definitions, std::back_inserter(fitting),
                  [&](const Definition &d) { return d.updates && d.extent == shape[0]; });
  return fitting.empty() ? std::nullopt : std::optional(random.of(fitting));
}

bool Writer::invoke(Builder &b, Place times) {
  const bool isOutermost = &function == &home;
  if (times > (isOutermost ? 12 : 2))
    return false;
  const bool isNew = isOutermost && (definitions.empty() || (definitions.size() < 4 && random.chance(0.5)));
  if (!isNew && definitions.empty())
    return false;
  if (isNew) {
    Definition made;
    made.number = static_cast<unsigned>(home.definitions.size());
    made.extent = random.pick<std::int64_t>({0, 1, 2, 3});
    made.results = static_cast<unsigned>(1 + random.below(2));
    made.updates = features.updates && random.chance(0.4);
    made.updatesFirst = random.chance(0.5);
    const auto form = random.below(4);
    const unsigned count = form == 3 ? 2 : 1; // two that invoke each other
    home.definitions.resize(made.number + count);
    for (unsigned k = 0; k < count; ++k, ++made.number) {
      const unsigned partner = count == 1 || k == 1 ? made.number - k : made.number + 1;
      const std::optional<unsigned> next = form == 0 ? std::nullopt : std::optional(partner);
      home.definitions[made.number] = definition(made, next);
    }
    --made.number;
    definitions.push_back(made);
  }
  const Definition called = isNew ? definitions.back() : random.of(definitions);
  const Value x = damped(b, scalar(b)), y = damped(b, scalar(b)), array = bounded(b, arrayOf(b, {called.extent}));
  const Value depth = b.index(random.below(deepest + 1));
  const Given given = invocation(b, called, called.number, x, y, array, depth);
  for (Value r : given.numbers)
    define(r, {});
  if (called.updates)
    define(given.array, {called.extent});
  return true;
}

} // namespace soac::property
