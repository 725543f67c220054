// filter, partition, sort_by_key: the selection and the order of elements depend on data. The positions are computed
// first; the elements are read through them, so that derivatives follow from the rules of reads.
//   filter(x > 0), x = [3, -1, 5]: flags [1, 0, 1], up to [1, 1, 2], places [0, -1, 1], positions [0, 2], result [3, 5]
#include "frontend/parse/Clang.h"
#include "frontend/soac/Combinators.h"
#include "prims/Prims.h"

namespace soac::frontend {

/// For every element, whether it satisfies the predicate, and the number of elements up to it, inclusive, that do.
std::optional<Combinator::Selection> Combinator::selection() {
  const FValue predicate = l.value(call->getArg(0));
  const auto a = array(1);
  if (l.failed() || !a)
    return std::nullopt;
  Selection s{*a, count(*a), {}, {}, {}};
  ir::Map test{s.count, a->leaves, {}};
  ir::Types types = {ir::indexType};
  for (ir::Value leaf : a->leaves)
    types.push_back(b().type(leaf).element());
  test.fn = l.operatorBlock(
      types, {"i"},
      [&](llvm::ArrayRef<ir::Value> p) -> ir::Values {
        const FValue holds = l.callObject(predicate, {element(*a, p.drop_front())}, call);
        if (l.failed())
          return {};
        return {b().cast(ir::Scalar::I64, l.asScalar(holds, ir::Scalar::Bool))};
      },
      call);
  if (l.failed())
    return std::nullopt;
  s.flags = b().emit1(std::move(test));
  s.upTo = b().emit1(ir::Scan{s.count, {s.flags}, {b().index(0)}, b().addBlock(ir::indexType)});
  s.selected = b().ifElse(
      b().lessThan(b().index(0), s.count),
      [&](ir::Builder &in) -> ir::Values { return {in.read(s.upTo, {in.sub(s.count, in.index(1))})}; },
      [&](ir::Builder &in) -> ir::Values { return {in.index(0)}; })[0];
  return s;
}

/// The elements whose flag is `wanted`, in order: the place of an element is the number of such elements before it.
ir::Values Combinator::selected(const Selection &s, bool wanted) {
  const ir::Value places =
      b().map(s.count, {s.flags, s.upTo}, [&](ir::Builder &in, llvm::ArrayRef<ir::Value> p) -> ir::Values {
        const ir::Value one = in.index(1);
        const ir::Value upTo = wanted ? p[2] : in.sub(in.add(p[0], one), p[2]);
        return {in.sub(in.mul(wanted ? p[1] : in.sub(one, p[1]), upTo), one)}; // -1 for the other elements
      })[0];
  const ir::Value size = wanted ? s.selected : b().sub(s.count, s.selected);
  const ir::Value positions =
      b().emit1(ir::Scatter{b().fill(b().index(0), {size}), places, b().emit1(ir::Iota{s.count})});
  return elementsAt(b(), s.array.leaves, size, positions);
}

FValue Combinator::filter() {
  const auto s = selection();
  return s ? result(selected(*s, true)) : FValue();
}

FValue Combinator::partition() {
  const auto s = selection();
  if (!s)
    return {};
  ir::Values both = selected(*s, true);
  both.append(selected(*s, false));
  return result(both);
}

FValue Combinator::sortByKey() {
  const auto all = arrays(0);
  if (l.failed() || !all)
    return {};
  const Array &keys = all->front();
  if (keys.rank != 1 || !isOrdered(keys.element))
    return refuse(0, "keys are an array of numbers, or of tuples of numbers, of rank 1");
  const ir::Value n = count(keys);
  const ir::Value order = argsort(b(), n, keys.leaves);
  ir::Values leaves;
  for (const Array &a : *all)
    leaves.append(a.leaves);
  return result(elementsAt(b(), leaves, n, order));
}

} // namespace soac::frontend
