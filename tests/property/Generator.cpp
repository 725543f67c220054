#include "Generator.h"

#include "Writer.h"
#include "ir/Definitions.h"
#include "support/Trace.h"

#include <algorithm>

namespace soac::property {
namespace {

using ops::RuntimeValue;

struct Parameter {
  Type type;
  Extents shape;
};

/// Two to five parameters; two sizes for all arrays, so that they go together.
std::vector<Parameter> parameters(Random &random, const Features &features) {
  const std::int64_t sizes[] = {random.pick<std::int64_t>({0, 1, 2, 3, 3, 5, 7}),
                                random.pick<std::int64_t>({1, 2, 3, 4})};
  std::vector<Parameter> ps{{Type(Scalar::F64), {}}};
  for (std::size_t n = 1 + random.below(4); n > 0; --n) {
    switch (random.below(8)) {
    case 0: ps.push_back({Type(Scalar::F64), {}}); break;
    case 1:
    case 2: ps.push_back({Type(Scalar::F64, 1), {sizes[0]}}); break;
    case 3: ps.push_back({Type(Scalar::F64, 1), {sizes[1]}}); break;
    case 4: ps.push_back({Type(Scalar::F64, 2), {sizes[0], sizes[1]}}); break;
    case 5: ps.push_back({Type(Scalar::F64, 2), {sizes[1], sizes[0]}}); break;
    case 6: ps.push_back({Type(Scalar::F64, 3), {sizes[1], sizes[0], 2}}); break;
    default: ps.push_back({Type(Scalar::I64, 1), {sizes[0]}}); break;
    }
  }
  for (Parameter &p : ps)
    if (p.type.rank > 1 && !features.emptyMatrices)
      std::replace(p.shape.begin(), p.shape.end(), std::int64_t{0}, std::int64_t{1});
  return ps;
}

RuntimeValue argument(Random &random, const Parameter &p) {
  const auto number = [&] {
    return ir::isFloat(p.type.scalar) ? ops::numberOf(random.number())
                                      : ops::numberOf(random.below(std::int64_t{6}) - 1);
  };
  if (!p.type.isArray())
    return {p.type.scalar, number()};
  RuntimeValue array(p.type.scalar, p.shape);
  for (ops::Number &n : array.mutableElements())
    n = number();
  return array;
}

Sample attempt(std::uint64_t seed, const Features &features) {
  Random random(seed);
  Sample sample;
  ir::Function &f = sample.function;
  f.name = "f";
  Writer writer(random, features, f, f);
  for (const Parameter &p : parameters(random, features)) {
    const Value v = f.values.fresh(p.type);
    f.body.parameters.push_back(v);
    writer.scope.variables.push_back({v, p.type, p.shape});
    sample.arguments.push_back(argument(random, p));
  }
  const std::size_t own = writer.scope.variables.size();
  Builder b(f.values, f.body.statements);
  writer.statements(b, 2 + random.below(features.statements), 0, 1);
  // The last variables, and the sum of one array if there is any.
  std::vector<Variable> candidates;
  for (std::size_t i = own; i < writer.scope.variables.size(); ++i)
    if (writer.scope.variables[i].type.scalar == Scalar::F64)
      candidates.push_back(writer.scope.variables[i]);
  for (std::size_t n = std::min<std::size_t>(candidates.size(), 1 + random.below(3)); n > 0; --n) {
    f.body.results.push_back(candidates.back().value);
    candidates.pop_back();
  }
  if (f.body.results.empty())
    f.body.results.push_back(writer.expression(b));
  ir::settleInvokes(f);
  return sample;
}

} // namespace

Sample generate(std::uint64_t seed, const Features &features) {
  for (std::uint64_t n = 0;; ++n) {
    Sample sample = attempt(seed * 1000003 + n, features);
    const test::Trace t = test::trace(sample.function, sample.arguments);
    sample.failure = t.failure;
    if (!t.failure.empty() || t.largest < 1e4)
      return sample;
  }
}

} // namespace soac::property
