// transpose, slice, row, column, reverse (views of their argument, or new arrays of a temporary) and rotate, concat,
// flatten, unflatten, zip, unzip (new arrays).
//
// A view is a location, so that writes through it, and writes to the array that it views, are seen on both sides:
//   auto r = soac::row(x, i);  r[j] = y;   ->   x = update x[i, j] = y
#include "frontend/parse/Clang.h"
#include "frontend/soac/Combinators.h"
#include "prims/Prims.h"

namespace soac::frontend {

bool Combinator::isView() const { return l.types.of(call->getType())->kind == Layout::Kind::View; }

/// The location that argument 0 is or views.
std::optional<Location> Combinator::borrowed() {
  const clang::Expr *argument = call->getArg(0);
  const Layout *layout = l.types.ofObject(argument->getType());
  const Location at = layout->kind == Layout::Kind::View ? l.referent(l.value(argument)) : l.location(argument);
  if (l.failed() || !at)
    return std::nullopt;
  return at;
}

FValue Combinator::rearranged(llvm::function_ref<ir::Value(ir::Value, const Array &)> f) {
  const auto a = array(0);
  if (l.failed() || !a)
    return {};
  ir::Values leaves;
  for (ir::Value leaf : a->leaves)
    leaves.push_back(f(leaf, *a));
  return result(leaves);
}

namespace {

/// Exchanges the first two axes of an object.
Location transposed(Location at) {
  unsigned axes = 0;
  for (const Dimension &d : at.dimensions)
    axes += !d.isFixed;
  for (; axes < 2; ++axes) {
    Dimension whole;
    whole.isFixed = false;
    whole.axis = axes;
    at.dimensions.push_back(whole);
  }
  for (Dimension &d : at.dimensions)
    if (!d.isFixed && d.axis < 2)
      d.axis = 1 - d.axis;
  return at;
}

} // namespace

FValue Combinator::transpose() {
  if (isView()) {
    const auto at = borrowed();
    if (at && at->choice) {
      l.refuse(diag::Id::UnsupportedExpression, call->getSourceRange(), {"a transposed view of the result of a choice"});
      return {};
    }
    return at ? l.reference(transposed(*at), l.types.of(call->getType())) : FValue();
  }
  return rearranged([&](ir::Value leaf, const Array &) {
    llvm::SmallVector<unsigned, 4> permutation = {1, 0};
    for (unsigned d = 2; d < b().type(leaf).rank; ++d)
      permutation.push_back(d);
    return b().emit1(ir::Rearrange{leaf, permutation});
  });
}

FValue Combinator::slice() {
  const auto range = [&](llvm::function_ref<ir::Value()> extent) {
    const ir::Value begin = indexArgument(1), end = indexArgument(2);
    if (l.failed())
      return std::pair(begin, begin);
    for (const auto &[low, high] : {std::pair(b().index(0), begin), std::pair(begin, end), std::pair(end, extent())})
      b().checkArgument(b().apply(ir::Prim::Le, {low, high}), "soac: slice: the range is not within the array");
    const auto first = b().values.asInt(begin), last = b().values.asInt(end);
    return std::pair(begin, first && last ? b().index(*last - *first) : b().sub(end, begin));
  };
  if (isView()) {
    const auto at = borrowed();
    if (!at)
      return {};
    const auto [begin, length] = range([&] { return l.extent(*at, 0); });
    if (l.failed())
      return {};
    return l.reference(l.slice(*at, begin, length, 1, at->layout), l.types.of(call->getType()));
  }
  const auto a = array(0);
  if (!a)
    return {};
  const auto [begin, length] = range([&] { return count(*a); });
  if (l.failed())
    return {};
  ir::Values leaves;
  for (ir::Value leaf : a->leaves)
    leaves.push_back(b().emit1(ir::Slice{leaf, begin, length, 1}));
  return result(leaves);
}

FValue Combinator::row() {
  if (isView()) {
    const auto at = borrowed();
    const ir::Value i = indexArgument(1);
    return l.failed() || !at ? FValue() : l.reference(l.element(*at, {i}), l.types.of(call->getType()));
  }
  const auto a = array(0);
  const ir::Value i = indexArgument(1);
  if (l.failed() || !a)
    return {};
  ir::Values leaves;
  for (ir::Value leaf : a->leaves)
    leaves.push_back(b().read(leaf, {i}));
  return result(leaves);
}

FValue Combinator::column() {
  if (isView()) {
    const auto at = borrowed();
    const ir::Value j = indexArgument(1);
    return l.failed() || !at ? FValue() : l.reference(l.element(transposed(*at), {j}), l.types.of(call->getType()));
  }
  const auto a = array(0);
  const ir::Value j = indexArgument(1);
  if (l.failed() || !a)
    return {};
  return result(b().map(count(*a), a->leaves, [&](ir::Builder &in, llvm::ArrayRef<ir::Value> p) {
    ir::Values values;
    for (ir::Value rowOfLeaf : p.drop_front())
      values.push_back(in.read(rowOfLeaf, {j}));
    return values;
  }));
}

FValue Combinator::reverse() {
  if (isView()) {
    const auto at = borrowed();
    if (!at)
      return {};
    const ir::Value n = l.extent(*at, 0);
    return l.reference(l.slice(*at, b().sub(n, b().index(1)), n, -1, at->layout), l.types.of(call->getType()));
  }
  return rearranged([&](ir::Value leaf, const Array &) { return b().reverse(leaf); });
}

FValue Combinator::unflatten() {
  const auto a = array(0);
  ir::Values outer;
  for (unsigned d = 1; d < call->getNumArgs(); ++d)
    outer.push_back(indexArgument(d));
  if (l.failed() || !a)
    return {};
  ir::Value size = outer.front();
  for (ir::Value extent : llvm::ArrayRef(outer).drop_front())
    size = b().mul(size, extent);
  b().checkArgument(b().equal(size, count(*a)), "soac: unflatten: the number of elements changes");
  ir::Values leaves;
  for (ir::Value leaf : a->leaves) {
    ir::Values extents = outer;
    for (unsigned d = 1; d < b().type(leaf).rank; ++d)
      extents.push_back(b().extent(leaf, d));
    leaves.push_back(b().emit1(ir::Reshape{leaf, extents}));
  }
  return result(leaves);
}

FValue Combinator::flatten() {
  return rearranged([&](ir::Value leaf, const Array &a) {
    ir::Value size = b().extent(leaf, 0);
    for (unsigned d = 1; d < a.rank; ++d)
      size = b().mul(size, b().extent(leaf, d));
    ir::Values extents = {size};
    for (unsigned d = a.rank; d < b().type(leaf).rank; ++d)
      extents.push_back(b().extent(leaf, d));
    return b().emit1(ir::Reshape{leaf, extents});
  });
}

FValue Combinator::rotate() {
  const auto a = array(0);
  const ir::Value by = indexArgument(1);
  if (l.failed() || !a)
    return {};
  ir::Values leaves;
  for (ir::Value leaf : a->leaves)
    leaves.push_back(b().emit1(ir::Rotate{leaf, by}));
  return result(leaves);
}

FValue Combinator::concat() {
  const auto all = arrays(0, /*ofEqualExtent=*/false);
  if (l.failed() || !all)
    return {};
  ir::Values leaves;
  for (std::size_t i = 0; i < all->front().leaves.size(); ++i) {
    ir::Concat concat;
    const auto extent = [&](const Array &a, unsigned d) { return b().extent(a.leaves[i], d); };
    for (const Array &a : *all) {
      if (a.leaves.size() != all->front().leaves.size() || b().type(a.leaves[i]) != b().type(all->front().leaves[i]))
        return refuse(1, "the arrays have not the same elements");
      concat.arrays.push_back(a.leaves[i]);
      for (unsigned d = 1; &a != &all->front() && d < a.rank; ++d)
        b().checkArgument(b().equal(extent(a, d), extent(all->front(), d)), "soac: concat: the arrays' extents differ");
    }
    leaves.push_back(b().emit1(std::move(concat)));
  }
  return result(leaves);
}

FValue Combinator::zip() {
  const auto all = arrays(0);
  if (l.failed() || !all)
    return {};
  ir::Values leaves;
  const ir::Values first = b().extents(all->front().leaves.front());
  for (const Array &a : *all) {
    leaves.append(a.leaves.begin(), a.leaves.end());
    const ir::Values extents = b().extents(a.leaves.front());
    if (a.rank > 1 && &a != &all->front())
      b().checkSameExtents(llvm::ArrayRef(extents).take_front(a.rank), llvm::ArrayRef(first).take_front(a.rank),
                           "soac: zip: the arrays' extents differ");
  }
  return result(leaves);
}

FValue Combinator::unzip() {
  return rearranged([](ir::Value leaf, const Array &) { return leaf; });
}

} // namespace soac::frontend
