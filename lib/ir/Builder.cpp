#include "ir/Builder.h"

#include "ir/Walk.h"
#include "prims/Prims.h"

#include <cassert>

namespace soac::ir {

Values Builder::emit(Op op, llvm::ArrayRef<Name> names) {
  Values results;
  for (Type type : resultTypes(op, values)) {
    const std::size_t i = results.size();
    results.push_back(values.fresh(type, i < names.size() ? names[i] : Name()));
  }
  out->push_back({results, std::move(op), location});
  return results;
}

Value Builder::emit1(Op op, const Name &name) {
  const Values results = emit(std::move(op), {name});
  assert(results.size() == 1);
  return results.front();
}

// Scalars ------------------------------------------------------------------------------------------------------------

Value Builder::apply(Prim prim, llvm::ArrayRef<Value> arguments, const Name &name) {
  llvm::SmallVector<Scalar, 3> types;
  for (Value v : arguments)
    types.push_back(type(v).scalar);
  return emit1(Apply{prim, prims::resultType(prim, types), Values(arguments)}, name);
}

Value Builder::cast(Scalar to, Value v) {
  if (type(v).scalar == to)
    return v;
  return emit1(Apply{Prim::Cast, to, {v}}, values.name(v));
}

Value Builder::add(Value a, Value b) { return apply(Prim::Add, {a, b}); }
Value Builder::sub(Value a, Value b) { return apply(Prim::Sub, {a, b}); }
Value Builder::mul(Value a, Value b) { return apply(Prim::Mul, {a, b}); }
Value Builder::div(Value a, Value b) { return apply(Prim::Div, {a, b}); }
Value Builder::neg(Value a) { return apply(Prim::Neg, {a}); }
Value Builder::select(Value condition, Value a, Value b) { return apply(Prim::Select, {condition, a, b}); }
Value Builder::lessThan(Value a, Value b) { return apply(Prim::Lt, {a, b}); }
Value Builder::equal(Value a, Value b) { return apply(Prim::Eq, {a, b}); }

// Arrays -------------------------------------------------------------------------------------------------------------

Value Builder::read(Value array, llvm::ArrayRef<Value> indices, const Name &name) {
  return indices.empty() ? array : emit1(Index{array, Values(indices)}, name);
}

Value Builder::update(Value array, llvm::ArrayRef<Value> indices, Value value, const Name &name) {
  return indices.empty() ? value : emit1(Update{array, Values(indices), value}, name);
}

Value Builder::extent(Value array, unsigned dimension) { return emit1(Extent{array, dimension}); }

Values Builder::extents(Value array) {
  Values result;
  for (unsigned d = 0; d < type(array).rank; ++d)
    result.push_back(extent(array, d));
  return result;
}

Value Builder::fill(Value value, llvm::ArrayRef<Value> extents, const Name &name) {
  return extents.empty() ? value : emit1(Fill{value, Values(extents)}, name);
}

Value Builder::store(Stored kind, Value value, llvm::ArrayRef<Value> extents, const llvm::Twine &carried) {
  const Value array = fill(value, extents, (carried + "_" + word(kind)).str());
  values.setStored(array, kind);
  return array;
}

Value Builder::zerosLike(Value v, const Name &name) { return fill(zero(type(v).scalar), extents(v), name); }

Value Builder::addArrays(Value a, Value b, const Name &name) {
  if (!type(a).isArray())
    return apply(Prim::Add, {a, b}, name);
  const Value sum = map(extent(a), {a, b}, [](Builder &in, llvm::ArrayRef<Value> p) -> Values {
    return {in.addArrays(p[1], p[2])};
  })[0];
  values.setName(sum, name);
  return sum;
}

Value Builder::reverse(Value array) {
  const Value n = extent(array);
  return emit1(Slice{array, sub(n, index(1)), n, -1});
}

// Scopes -------------------------------------------------------------------------------------------------------------

Block Builder::block(llvm::ArrayRef<Type> parameters, BlockBody body, llvm::ArrayRef<Name> names) {
  Block result;
  for (Type type : parameters) {
    const std::size_t i = result.parameters.size();
    result.parameters.push_back(values.fresh(type, i < names.size() ? names[i] : Name()));
  }
  Builder inner(values, result.statements, location);
  result.results = body(inner, result.parameters);
  return result;
}

Values Builder::map(Value count, llvm::ArrayRef<Value> arrays, BlockBody body) {
  Types parameters{indexType};
  for (Value v : arrays)
    parameters.push_back(type(v).element());
  Block fn = block(parameters, body);
  return emit(Map{count, Values(arrays), std::move(fn)});
}

Values Builder::loop(Value count, llvm::ArrayRef<Value> inits, BlockBody body) {
  Types parameters{indexType};
  std::vector<Name> names{""};
  for (Value v : inits) {
    parameters.push_back(type(v));
    names.push_back(values.name(v));
  }
  Block inner = block(parameters, body, names);
  return emit(Loop{count, {}, Values(inits), std::move(inner), {}}, llvm::ArrayRef(names).drop_front());
}

Values Builder::ifElse(Value condition, llvm::function_ref<Values(Builder &)> then,
                       llvm::function_ref<Values(Builder &)> otherwise) {
  Block a = block({}, [&](Builder &in, llvm::ArrayRef<Value>) { return then(in); });
  Block b = block({}, [&](Builder &in, llvm::ArrayRef<Value>) { return otherwise(in); });
  return emit(If{condition, std::move(a), std::move(b)});
}

Block Builder::addBlock(Type t) {
  return block({t, t}, [](Builder &in, llvm::ArrayRef<Value> p) -> Values { return {in.addArrays(p[0], p[1])}; });
}

Block Builder::segmented(const Block &op) {
  const std::size_t n = op.parameters.size() / 2;
  Types types{boolType};
  for (Value p : llvm::ArrayRef(op.parameters).take_front(n))
    types.push_back(type(p));
  types.append(Types(types));
  return block(types, [&](Builder &in, llvm::ArrayRef<Value> p) {
    const Value begins = p[n + 1];
    Values operands(p.slice(1, n));
    operands.append(p.take_back(n).begin(), p.end());
    Values results{in.apply(Prim::Or, {p[0], begins})};
    results.append(in.ifElse(
        begins, [&](Builder &) { return Values(p.take_back(n)); },
        [&](Builder &within) { return within.inlineBlock(op, operands); }));
    return results;
  });
}

Value Builder::reduceAdd(Value array) {
  const Type element = type(array).element();
  const Value n = extent(array);
  Values inner;
  for (unsigned d = 1; d < type(array).rank; ++d)
    inner.push_back(extent(array, d));
  const Value neutral = fill(zero(element.scalar), inner);
  return emit1(Reduce{n, {array}, {neutral}, addBlock(element)});
}

Values Builder::inlineBlock(const Block &block, llvm::ArrayRef<Value> arguments) {
  return ir::inlineBlock(block, arguments, values, *out);
}

void Builder::accumulate(Value accumulator, llvm::ArrayRef<Value> indices, Value value) {
  emit(Accumulate{accumulator, Values(indices), value});
}

void Builder::check(Value condition, llvm::StringRef message, Value number) {
  emit(Check{condition, message.str(), number});
}

void Builder::checkArgument(Value condition, llvm::StringRef message, Value number) {
  emit(Check{condition, message.str(), number, /*isOfArgument=*/true});
}

void Builder::checkSameExtents(llvm::ArrayRef<Value> a, llvm::ArrayRef<Value> b, llvm::StringRef message, Value unless) {
  const auto either = [&](Value x, Value y) { return x ? apply(Prim::Or, {x, y}) : y; };
  const auto hasNoElement = [&](llvm::ArrayRef<Value> extents) {
    Value isEmpty;
    for (Value extent : extents)
      isEmpty = either(isEmpty, equal(extent, index(0)));
    return isEmpty;
  };
  if (a.size() > 1) {
    const Value one = hasNoElement(a), other = hasNoElement(b);
    unless = either(unless, apply(Prim::And, {one, other}));
  }
  for (std::size_t d = 0; d < a.size(); ++d)
    checkArgument(either(unless, equal(a[d], b[d])), message);
}

} // namespace soac::ir
