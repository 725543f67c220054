// Arrays of indices that have no index twice: what counts, permutes, shifts or spreads such arrays. Checks of `scatter`
// then go away.
#include "optimise/rules/Rules.h"

#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::optimise {

using namespace ir;

namespace {

bool isInjective(Value array, const Context &c);

/// Whether a map's function gives other values at other iterations.
class InjectiveFunction {
public:
  InjectiveFunction(const Map &map, const Context &c) : map(map), c(c) {}

  bool operator()(Value v) const {
    const auto parameter = llvm::find(map.fn.parameters, v);
    if (parameter == map.fn.parameters.begin())
      return true;
    if (parameter != map.fn.parameters.end())
      return isInjective(map.arrays[static_cast<std::size_t>(parameter - map.fn.parameters.begin()) - 1], c);
    const Statement *s = definition(v);
    if (const auto *read = s ? std::get_if<Index>(&s->op) : nullptr)
      return read->indices.size() == 1 && !definition(read->array) && isInjective(read->array, c) &&
             (*this)(read->indices[0]);
    const auto *apply = s ? std::get_if<Apply>(&s->op) : nullptr;
    return apply && isInjective(*apply);
  }

private:
  bool isInjective(const Apply &apply) const {
    const llvm::ArrayRef<Value> x = apply.arguments;
    switch (apply.prim) {
    case Prim::Add: return (isFixed(x[0]) && (*this)(x[1])) || (isFixed(x[1]) && (*this)(x[0]));
    case Prim::Sub: return (isFixed(x[0]) && (*this)(x[1])) || (isFixed(x[1]) && (*this)(x[0]));
    case Prim::Neg: return (*this)(x[0]);
    case Prim::Cast: return apply.type == Scalar::I64 && isInteger(c.type(x[0]).scalar) && (*this)(x[0]);
    case Prim::Mul: return (isStride(x[0]) && isCounter(x[1])) || (isStride(x[1]) && isCounter(x[0]));
    default: return false;
    }
  }
  bool isInjective(Value array, const Context &context) const { return optimise::isInjective(array, context); }
  bool isCounter(Value v) const { return v == map.fn.parameters[0]; }
  /// So small that no count of elements makes the product wrap around.
  bool isStride(Value v) const {
    const auto stride = c.asInt(v);
    return stride && *stride != 0 && *stride == static_cast<std::int32_t>(*stride);
  }
  /// The same in all iterations?
  bool isFixed(Value v) const { return !llvm::is_contained(map.fn.parameters, v) && !definition(v); }
  const Statement *definition(Value v) const {
    const auto s = llvm::find_if(map.fn.statements, [&](const Statement &s) { return llvm::is_contained(s.results, v); });
    return s == map.fn.statements.end() ? nullptr : &*s;
  }

  const Map &map;
  const Context &c;
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
