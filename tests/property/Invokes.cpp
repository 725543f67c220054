// Definitions that are invoked, also by themselves and by each other, and then to a bounded depth.
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

/// (x, y, array, depth) -> one or two numbers: from what is in scope and, where depth is positive, from what an invocation
/// of definition number `next` with one less gives.
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
  const auto numbers = [&](Builder &in) {
    Values all;
    for (unsigned k = 0; k < made.results; ++k)
      all.push_back(inner.damped(in, inner.expression(in)));
    return all;
  };
  if (!next) {
    f.body.results = numbers(b);
    return f;
  }
  f.body.results = b.ifElse(
      b.lessThan(b.index(0), p[3]),
      [&](Builder &in) -> Values {
        const Scope::Mark mark(inner.scope);
        for (std::size_t n = 1 + random.below(2); n > 0; --n) {
          const Value array = random.chance(0.6) ? p[2] : inner.bounded(in, inner.arrayOf(in, {made.extent}));
          const Value x = inner.damped(in, inner.expression(in)), y = inner.damped(in, inner.scalar(in));
          ir::Invoke again{*next, ir::Types(made.results, Type(Scalar::F64)), {x, y, array, in.sub(p[3], in.index(1))}, {}, {}};
          for (Value r : in.emit(std::move(again)))
            inner.define(r, {});
        }
        return numbers(in);
      },
      numbers);
  return f;
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
  for (Value r : b.emit(ir::Invoke{called.number, ir::Types(called.results, Type(Scalar::F64)), {x, y, array, depth}, {}, {}}))
    define(r, {});
  return true;
}

} // namespace soac::property
