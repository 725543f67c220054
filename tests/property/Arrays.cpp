// Statements on arrays as a whole.
#include "Writer.h"

namespace soac::property {

bool Writer::fill(Builder &b) {
  Extents shape;
  for (std::size_t rank = 1 + random.below(2); rank > 0; --rank)
    shape.push_back(random.pick<std::int64_t>({1, 2, 3, 5}));
  Values extents;
  for (std::int64_t e : shape)
    extents.push_back(extentOf(b, e));
  if (const auto array = scope.pickArray(random, 1, 2, false); array && random.chance(0.3)) { // copies of an array
    extents.truncate(1), shape.truncate(1);
    shape.append(array->shape);
    define(b.fill(array->value, extents), shape);
    return true;
  }
  define(b.fill(scalar(b), extents), shape);
  return true;
}

// A function of one, two or three indices.
bool Writer::tabulation(Builder &b) {
  Extents shape;
  for (std::size_t rank = 1 + random.below(3); rank > 0; --rank)
    shape.push_back(random.pick<std::int64_t>({1, 2, 3}));
  const std::function<Value(Builder &, std::size_t)> element = [&](Builder &in, std::size_t dimension) -> Value {
    if (dimension == shape.size())
      return expression(in);
    const Value count = extentOf(in, shape[dimension]);
    return in.map(count, {}, [&](Builder &inner, llvm::ArrayRef<Value> q) -> Values {
      const Scope::Mark mark(scope);
      scope.counters.push_back({q[0], shape[dimension]});
      return {element(inner, dimension + 1)};
    })[0];
  };
  define(element(b, 0), shape);
  return true;
}

bool Writer::indexRow(Builder &b) {
  const auto array = scope.pickArray(random, 2, 3, true);
  if (!array)
    return false;
  const Value row = b.read(array->value, {index(b, array->shape[0])});
  define(row, Extents(llvm::ArrayRef(array->shape).drop_front()));
  return true;
}

bool Writer::update(Builder &b) {
  const auto array = scope.pickArray(random, 1, 3, true);
  if (!array)
    return false;
  if (array->type.rank > 1 && random.chance(0.4)) {
    const Value i = index(b, array->shape[0]);
    const Value row = arrayOf(b, llvm::ArrayRef(array->shape).drop_front());
    define(b.update(array->value, {i}, row), array->shape);
    return true;
  }
  const Values at = indices(b, array->shape);
  define(b.update(array->value, at, expression(b)), array->shape);
  return true;
}

bool Writer::rearrangement(Builder &b) {
  const auto array = scope.pickArray(random, 1, 3, false);
  if (!array)
    return false;
  const Value a = array->value;
  Extents shape = array->shape;
  switch (random.below(6)) {
  case 0: { // rearrange
    llvm::SmallVector<unsigned, 4> permutation;
    for (unsigned d = 0; d < shape.size(); ++d)
      permutation.insert(permutation.begin() + random.below(d + 1), d);
    Extents permuted;
    for (unsigned d : permutation)
      permuted.push_back(array->shape[d]);
    define(b.emit1(ir::Rearrange{a, permutation}), permuted);
    return true;
  }
  case 1: { // flatten, or split in two dimensions
    const std::int64_t n = array->size();
    if (shape.size() > 2 && random.chance(0.5))
      shape = {shape[0] * shape[1], shape[2]};
    else if (shape.size() > 1)
      shape = {n};
    else if (n % 2 == 0)
      shape = {2, n / 2};
    else
      shape = {1, n};
    Values extents;
    for (std::int64_t e : shape)
      extents.push_back(extentOf(b, e));
    define(b.emit1(ir::Reshape{a, extents}), shape);
    return true;
  }
  case 2: // reverse
    define(b.reverse(a), shape);
    return true;
  case 3: { // every second element
    if (shape[0] < 2)
      return false;
    const auto start = random.below(2);
    shape[0] = (shape[0] - start + 1) / 2;
    define(b.emit1(ir::Slice{a, b.index(start), b.index(shape[0]), 2}), shape);
    return true;
  }
  case 4: { // rotate
    const Value by =
        scope.counters.empty() ? b.index(random.pick<std::int64_t>({1, -1, 7})) : random.of(scope.counters).value;
    define(b.emit1(ir::Rotate{a, by}), shape);
    return true;
  }
  default: { // concat
    const auto fits = [&](const Variable &v) {
      return v.type == array->type &&
             llvm::ArrayRef(v.shape).drop_front() == llvm::ArrayRef(array->shape).drop_front() && v.shape[0] < 8;
    };
    const auto other = scope.pick(random, fits);
    if (!other)
      return false;
    shape[0] += other->shape[0];
    Values parts{a, other->value};
    if (random.chance(0.3))
      parts.push_back(a), shape[0] += array->shape[0];
    define(b.emit1(ir::Concat{parts}), shape);
    return true;
  }
  }
}

} // namespace soac::property
