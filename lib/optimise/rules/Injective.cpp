// Arrays of indices without duplicates: iota, argsort, and arrays that permute, shift or spread such arrays. The checks
// of `scatter` for duplicates (`Repeated`) then go away:
//   p = map n |i| { 3 i + k };  r = repeated p   ->   r = -1
#include "optimise/rules/Rules.h"

#include "analysis/Polynomial.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::optimise {

using namespace analysis;
using namespace ir;

namespace {

bool isInjective(Value array, const Context &c);

/// Whether a map's function gives different values in different iterations: a multiple of the counter, or an element of
/// an array without duplicates, plus a loop-invariant value.
class InjectiveFunction {
public:
  InjectiveFunction(const Map &map, const Context &c)
      : map(map), c(c), inside(map.fn), wide(c.values, inside, [](Scalar s) { return bitWidth(s) == 64; }),
        narrow(c.values, inside, [](Scalar s) { return bitWidth(s) == 32; }) {}

  bool operator()(Value v) const {
    const unsigned width = bitWidth(c.type(v).scalar);
    const Polynomial &p = (width == 64 ? wide : narrow).of(v);
    Value varying;
    std::int64_t factor = 0;
    for (const auto &[product, coefficient] : p.terms()) {
      if (llvm::none_of(product, [&](Value x) { return inside.isInside(x); }))
        continue;
      if (varying || product.size() > 1)
        return false;
      varying = product[0], factor = coefficient;
    }
    // The factor is so small that the product with the counter cannot wrap around.
    if (varying == map.fn.parameters[0])
      return width == 64 && factor == static_cast<std::int32_t>(factor);
    // Wrap-around keeps a sum injective where its varying operand is not wider than the sum.
    return varying && (factor == 1 || factor == -1) && bitWidth(c.type(varying).scalar) <= width &&
           (varying == v ? isInjectiveElement(v) : (*this)(varying));
  }

private:
  bool isInjectiveElement(Value v) const {
    if (inside.isParameter(v))
      return isInjective(map.arrays[inside.of(v)->position - 1], c);
    const auto *read = inside.as<Index>(v);
    return read && read->indices.size() == 1 && !inside.isInside(read->array) && isInjective(read->array, c) &&
           (*this)(read->indices[0]);
  }

  const Map &map;
  const Context &c;
  DefUse inside;
  Polynomials wide, narrow;
};

bool isInjective(Value array, const Context &c) {
  const Statement *s = c.definition(array);
  if (!s)
    return false;
  if (const auto *slice = std::get_if<Slice>(&s->op))
    return slice->step != 0 && isInjective(slice->array, c);
  if (const auto *rotate = std::get_if<Rotate>(&s->op))
    return isInjective(rotate->array, c);
  if (const auto *map = std::get_if<Map>(&s->op))
    return InjectiveFunction(*map, c)(map->fn.results[static_cast<std::size_t>(llvm::find(s->results, array) - s->results.begin())]);
  return std::holds_alternative<Iota>(s->op) || std::holds_alternative<Argsort>(s->op);
}

} // namespace

Rewrite simplify(Repeated &op, Context &c) {
  return isInjective(op.indices, c) ? Rewrite::to(c.index(-1)) : Rewrite::none();
}

} // namespace soac::optimise
