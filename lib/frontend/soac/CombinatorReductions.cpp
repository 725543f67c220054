// reduce, scan, reduce_by_index, scatter, and the combinators made of them (sum, dot, argmin, ..).
//   soac::sum(x)   ->   r = reduce n, (x), neutral (0.0) |a, b| { add a, b }
//
// Over several arrays the elements are tuples, whose leaves are the arrays' leaves in order. The accumulated value has
// the type of the elements; the neutral element and the operator's result are converted to this type.
#include "frontend/parse/Clang.h"
#include "frontend/soac/Combinators.h"
#include "prims/Prims.h"

#include <limits>

namespace soac::frontend {
namespace {

/// The primitive of a named operator (soac::plus, ..), which applies to numbers, and to arrays element by element.
std::optional<ir::Prim> namedOperator(const Layout *function) {
  if (!function || function->type.isNull())
    return std::nullopt;
  const clang::CXXRecordDecl *record = function->type->getAsCXXRecordDecl();
  if (!record)
    return std::nullopt;
  return llvm::StringSwitch<std::optional<ir::Prim>>(qualifiedName(record))
      .Case("soac::plus", ir::Prim::Add)
      .Case("soac::multiplies", ir::Prim::Mul)
      .Case("soac::minimum", ir::Prim::Min)
      .Case("soac::maximum", ir::Prim::Max)
      .Default(std::nullopt);
}

/// The largest (smallest) number of a type: infinity where there is one.
ir::Value extreme(ir::ValueTable &values, ir::Scalar s, bool largest) {
  const double infinity = std::numeric_limits<double>::infinity();
  if (ir::isFloat(s))
    return values.constantFloat(s, largest ? infinity : -infinity);
  const unsigned bits = ir::bitWidth(s);
  if (ir::isUnsigned(s) || s == ir::Scalar::Bool)
    return values.constantInt(s, !largest ? 0 : bits == 64 ? -1 : (std::int64_t(1) << bits) - 1);
  const std::int64_t top = static_cast<std::int64_t>((std::uint64_t(1) << (bits - 1)) - 1);
  return values.constantInt(s, largest ? top : -top - 1);
}

} // namespace

/// The operator as a block over (accumulated.., element..). `tuple` is the shape of an element of several arrays.
std::optional<ir::Block> Combinator::operatorOf(const std::vector<Array> &arrays, llvm::ArrayRef<ir::Type> types,
                                                const Layout *tuple) {
  const FValue function = l.value(call->getArg(0));
  if (l.failed())
    return std::nullopt;
  ir::Types parameters(types.begin(), types.end());
  parameters.append(types.begin(), types.end());
  const auto prim = namedOperator(function.layout);
  const bool isDirect = prim && arrays.size() == 1 && types.size() == 1 && types[0].scalar != ir::Scalar::Bool &&
                        (types[0].rank == 0 || arrays[0].rank > 1);
  ir::Block block = l.operatorBlock(
      parameters, {},
      [&](llvm::ArrayRef<ir::Value> p) -> ir::Values {
        if (isDirect)
          return {elementwise(b(), *prim, p[0], p[1])};
        const auto operand = [&](llvm::ArrayRef<ir::Value> leaves) {
          return arrays.size() == 1 ? element(arrays[0], leaves) : l.make(tuple, leaves);
        };
        const FValue first = operand(p.take_front(types.size())), second = operand(p.drop_front(types.size()));
        const ir::Values values = l.edgeValues(l.callObject(function, {first, second}, call));
        if (l.failed())
          return {};
        const ir::Values results = converted(values, types, 0).value_or(ir::Values());
        for (std::size_t i = 0; i < results.size(); ++i)
          b().checkSameExtents(b().extents(results[i]), b().extents(p[i]),
                               "soac: " + name + ": the result of the operator has another shape than its operands");
        return results;
      },
      call);
  return l.failed() ? std::nullopt : std::optional(std::move(block));
}

void Combinator::checkElements(llvm::ArrayRef<ir::Value> arrays, ir::Value count, llvm::ArrayRef<ir::Value> others,
                               llvm::StringRef what) {
  for (const auto &[array, other] : llvm::zip_equal(arrays, others)) {
    const unsigned rank = b().type(array).rank - 1;
    if (rank == 0)
      continue;
    const ir::Values extents = b().extents(array), otherExtents = b().extents(other);
    b().checkSameExtents(llvm::ArrayRef(extents).take_back(rank), llvm::ArrayRef(otherExtents).take_back(rank),
                         "soac: " + name + ": elements and " + what.str() + " differ in their shape",
                         b().equal(count, b().index(0)));
  }
}

std::optional<Combinator::Reduction> Combinator::reduction(unsigned firstArray) {
  const FValue neutral = l.value(call->getArg(1));
  const auto all = arrays(firstArray);
  if (l.failed() || !all)
    return std::nullopt;
  Reduction r;
  r.count = count(all->front());
  ir::Types types;
  for (const Array &a : *all)
    for (ir::Value leaf : a.leaves) {
      r.arrays.push_back(leaf);
      types.push_back(b().type(leaf).element());
    }
  // The element of several arrays has the type of the neutral element where the leaves agree.
  const Layout *tuple = neutral.layout;
  const ir::Values given = l.edgeValues(neutral);
  if (all->size() > 1)
    for (std::size_t i = 0; i < types.size(); ++i)
      if (given.size() != types.size() || b().type(given[i]) != types[i]) {
        refuse(1, "its members have not the types of the arrays' elements");
        return std::nullopt;
      }
  const auto start = converted(given, types, 1);
  if (!start)
    return std::nullopt;
  r.neutral = *start;
  checkElements(r.arrays, r.count, r.neutral, "the neutral element");
  auto op = operatorOf(*all, types, tuple);
  if (!op)
    return std::nullopt;
  r.op = std::move(*op);
  return r;
}

FValue Combinator::reduce() {
  auto r = reduction(2);
  return r ? result(b().emit(ir::Reduce{r->count, r->arrays, r->neutral, std::move(r->op)})) : FValue();
}

FValue Combinator::scan() {
  auto r = reduction(2);
  return r ? result(b().emit(ir::Scan{r->count, r->arrays, r->neutral, std::move(r->op)})) : FValue();
}

/// r[0] = neutral, r[i] = the inclusive scan's value before i.
FValue Combinator::exclusiveScan() {
  auto r = reduction(2);
  if (!r)
    return {};
  const ir::Values neutral = r->neutral;
  const ir::Value n = r->count;
  const ir::Values inclusive = b().emit(ir::Scan{n, r->arrays, r->neutral, std::move(r->op)});
  return result(b().map(n, {}, [&](ir::Builder &in, llvm::ArrayRef<ir::Value> p) {
    return in.ifElse(
        in.equal(p[0], in.index(0)), [&](ir::Builder &) { return neutral; },
        [&](ir::Builder &otherwise) {
          const ir::Value before = otherwise.sub(p[0], otherwise.index(1));
          ir::Values values;
          for (ir::Value v : inclusive)
            values.push_back(otherwise.read(v, {before}));
          return values;
        });
  }));
}

FValue Combinator::reduceByIndex() {
  auto r = reduction(4);
  if (!r)
    return {};
  const FValue dest = l.value(call->getArg(2));
  const auto keys = array(3);
  if (l.failed() || !keys)
    return {};
  if (keys->leaves.size() != 1 || keys->rank != 1)
    return refuse(3, "keys are an array of integers of rank 1");
  ir::Values dests;
  if (dest.isScalar()) {
    const ir::Value bins = l.asIndex(dest);
    for (ir::Value v : r->neutral)
      dests.push_back(b().fill(v, {bins}));
  } else {
    dests = l.edgeValues(dest);
  }
  if (dests.size() != r->arrays.size())
    return refuse(2, "it has not the elements of the values");
  for (std::size_t i = 0; i < dests.size(); ++i)
    if (b().type(dests[i]) != b().type(r->arrays[i]))
      return refuse(2, "it has not the elements of the values");
  if (!dest.isScalar())
    checkElements(r->arrays, r->count, dests, "bins");
  ir::Value key = keys->leaves[0];
  b().checkArgument(b().equal(count(*keys), r->count), "soac: reduce_by_index: the arrays' extents differ");
  if (b().type(key).scalar != ir::Scalar::I64)
    key = b().map(r->count, {key}, [](ir::Builder &in, llvm::ArrayRef<ir::Value> p) -> ir::Values {
      return {in.cast(ir::Scalar::I64, p[1])};
    })[0];
  return result(b().emit(ir::ReduceByIndex{r->count, dests, r->neutral, std::move(r->op), key, r->arrays}));
}

FValue Combinator::scatter() {
  const auto dest = array(0);
  const auto indices = dest ? array(1) : std::nullopt;
  const auto values = indices ? array(2) : std::nullopt;
  if (l.failed() || !values)
    return {};
  if (indices->leaves.size() != 1 || indices->rank != 1)
    return refuse(1, "indices are an array of integers of rank 1");
  if (dest->leaves.size() != values->leaves.size())
    return refuse(2, "its elements are not those of the destination");
  for (std::size_t i = 0; i < dest->leaves.size(); ++i)
    if (b().type(dest->leaves[i]) != b().type(values->leaves[i]))
      return refuse(2, "its elements are not those of the destination");
  ir::Value at = indices->leaves[0];
  b().checkArgument(b().equal(count(*indices), count(*values)), "soac: scatter: the arrays' extents differ");
  checkElements(values->leaves, count(*values), dest->leaves, "the destination");
  if (b().type(at).scalar != ir::Scalar::I64)
    at = b().map(count(*indices), {at}, [](ir::Builder &in, llvm::ArrayRef<ir::Value> p) -> ir::Values {
      return {in.cast(ir::Scalar::I64, p[1])};
    })[0];
  const ir::SourceLocation place = b().location;
  const ir::Value twice = b().emit1(ir::Repeated{at, count(*dest)});
  b().checkArgument(b().lessThan(twice, b().index(0)),
            "soac: scatter: index {0} occurs twice at " + l.function.files[place.file] + ":" + std::to_string(place.line),
            twice);
  ir::Values leaves;
  for (std::size_t i = 0; i < dest->leaves.size(); ++i)
    leaves.push_back(b().emit1(ir::Scatter{dest->leaves[i], at, values->leaves[i]}));
  return result(leaves);
}

// Reductions by a primitive: over rank R > 1 the elements, and so the neutral element, are arrays. -----------------------

FValue Combinator::reduceBy(ir::Prim prim, llvm::function_ref<ir::Value(ir::Scalar)> neutral) {
  const auto a = array(0);
  if (l.failed() || !a)
    return {};
  if (a->element->kind != Layout::Kind::Scalar)
    return refuse(0, "its elements are not numbers");
  const ir::Value leaf = a->leaves[0];
  const ir::Type type = b().type(leaf).element();
  ir::Values rest;
  for (unsigned d = 1; d < a->rank; ++d)
    rest.push_back(b().extent(leaf, d));
  const ir::Value start = b().fill(neutral(type.scalar), rest);
  ir::Block op = b().block({type, type}, [&](ir::Builder &in, llvm::ArrayRef<ir::Value> p) -> ir::Values {
    return {elementwise(in, prim, p[0], p[1])};
  });
  return result(b().emit(ir::Reduce{count(*a), {leaf}, {start}, std::move(op)}));
}

FValue Combinator::sum() {
  return reduceBy(ir::Prim::Add, [&](ir::Scalar s) { return b().zero(s); });
}
FValue Combinator::product() {
  return reduceBy(ir::Prim::Mul, [&](ir::Scalar s) { return b().one(s); });
}
FValue Combinator::min() {
  return reduceBy(ir::Prim::Min, [&](ir::Scalar s) { return extreme(l.function.values, s, true); });
}
FValue Combinator::max() {
  return reduceBy(ir::Prim::Max, [&](ir::Scalar s) { return extreme(l.function.values, s, false); });
}

/// A reduction of (value, index) pairs that keeps the first of equal values.
FValue Combinator::argBest(bool smallest) {
  const auto a = array(0);
  if (l.failed() || !a)
    return {};
  if (a->rank != 1 || a->element->kind != Layout::Kind::Scalar)
    return refuse(0, "it is not an array of numbers of rank 1");
  const ir::Value leaf = a->leaves[0], n = count(*a);
  const ir::Type type = b().type(leaf).element();
  ir::Block op = b().block({type, ir::indexType, type, ir::indexType}, [&](ir::Builder &in, llvm::ArrayRef<ir::Value> p) {
    const ir::Value isBetter = smallest ? in.lessThan(p[2], p[0]) : in.lessThan(p[0], p[2]);
    return in.ifElse(
        isBetter, [&](ir::Builder &) { return ir::Values{p[2], p[3]}; },
        [&](ir::Builder &) { return ir::Values{p[0], p[1]}; });
  });
  const ir::Value indices = b().emit1(ir::Iota{n});
  const ir::Value start = extreme(l.function.values, type.scalar, smallest);
  return result({b().emit(ir::Reduce{n, {leaf, indices}, {start, b().index(0)}, std::move(op)})[1]});
}

FValue Combinator::argmin() { return argBest(true); }
FValue Combinator::argmax() { return argBest(false); }

FValue Combinator::dot() {
  const auto x = array(0), y = x ? array(1) : std::nullopt;
  if (l.failed() || !y)
    return {};
  if (x->element->kind != Layout::Kind::Scalar || b().type(x->leaves[0]) != b().type(y->leaves[0]) || x->rank != 1 ||
      b().type(x->leaves[0]).scalar == ir::Scalar::Bool)
    return refuse(1, "both arrays have rank 1 and elements of one arithmetic type");
  if (x->leaves[0] != y->leaves[0])
    b().checkArgument(b().equal(count(*x), count(*y)), "soac: dot: the arrays' extents differ");
  const ir::Value products = elementwise(b(), ir::Prim::Mul, x->leaves[0], y->leaves[0]);
  return result({b().reduceAdd(products)});
}

} // namespace soac::frontend
