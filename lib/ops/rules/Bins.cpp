#include "ops/rules/Bins.h"

#include "ops/rules/Operators.h"
#include "prims/Prims.h"

namespace soac::ops {

ir::Value isInRange(ir::Builder &b, ir::Value key, ir::Value extent) {
  return b.apply(prims::Prim::And, {b.apply(prims::Prim::Ge, {key, b.index(0)}), b.lessThan(key, extent)});
}

ir::Value orElse(ir::Builder &b, ir::Value condition, llvm::function_ref<ir::Value(ir::Builder &)> f,
                 ir::Value otherwise) {
  return b.ifElse(
      condition, [&](ir::Builder &in) -> ir::Values { return {f(in)}; },
      [&](ir::Builder &) -> ir::Values { return {otherwise}; })[0];
}

SortedBins::SortedBins(ir::Value bins, ir::Value keysOfValues, ir::Builder &b) : all(b.extent(keysOfValues)) {
  // Keys out of range go behind all bins.
  const ir::Values bounded =
      b.map(all, {keysOfValues}, [&](ir::Builder &in, llvm::ArrayRef<ir::Value> p) -> ir::Values {
        const ir::Value isInside = isInRange(in, p[1], bins);
        return {in.select(isInside, p[1], bins), in.cast(ir::Scalar::I64, isInside)};
      });
  count = b.reduceAdd(bounded[1]);
  order = b.emit1(ir::Slice{b.emit1(ir::Argsort{bounded[0]}), b.index(0), count, 1});
  keys = sorted(keysOfValues, b);
  const ir::Value last = b.sub(count, b.index(1));
  const ir::Values borders = b.map(count, {keys}, [&](ir::Builder &in, llvm::ArrayRef<ir::Value> p) -> ir::Values {
    const auto differs = [&](ir::Value hasNeighbour, std::int64_t step) {
      return orElse(in, hasNeighbour, [&](ir::Builder &inner) {
        return inner.apply(prims::Prim::Ne, {inner.read(keys, {inner.add(p[0], inner.index(step))}), p[1]});
      }, in.values.constantBool(true));
    };
    return {differs(in.lessThan(in.index(0), p[0]), -1), differs(in.lessThan(p[0], last), 1)};
  });
  begins = borders[0];
  ends = borders[1];
}

ir::Value SortedBins::sorted(ir::Value values, ir::Builder &b) const {
  return b.map(count, {order}, [&](ir::Builder &in, llvm::ArrayRef<ir::Value> p) -> ir::Values {
    return {in.read(values, {p[1]})};
  })[0];
}

ir::Value SortedBins::unsorted(ir::Value elements, ir::Builder &b) const {
  return b.emit1(ir::Scatter{b.fill(b.zero(b.type(elements).scalar), {all}), order, elements});
}

ir::Values SortedBins::withStarts(const ir::Block &op, llvm::ArrayRef<ir::Value> dests,
                                  llvm::ArrayRef<ir::Value> elements, ir::Builder &b) const {
  ir::Values arrays{begins, keys};
  arrays.append(elements.begin(), elements.end());
  return b.map(count, arrays, [&](ir::Builder &in, llvm::ArrayRef<ir::Value> p) {
    const llvm::ArrayRef<ir::Value> element = p.drop_front(3);
    return in.ifElse(
        p[1],
        [&](ir::Builder &then) {
          ir::Values operands = elementsAt(dests, p[2], then);
          operands.append(element.begin(), element.end());
          return then.inlineBlock(op, operands);
        },
        [&](ir::Builder &) { return ir::Values(element); });
  });
}

ir::Value SortedBins::scatterFirsts(ir::Value bins, ir::Value elements, ir::Builder &b) const {
  const ir::Value places = b.map(count, {begins, keys}, [](ir::Builder &in, llvm::ArrayRef<ir::Value> p) -> ir::Values {
    return {in.select(p[1], p[2], in.index(-1))};
  })[0];
  return b.emit1(ir::Scatter{bins, places, elements});
}

ir::Values segmentedScan(const ir::Block &op, llvm::ArrayRef<ir::Value> neutral, ir::Value begins,
                         llvm::ArrayRef<ir::Value> elements, ir::Builder &b) {
  ir::Scan scan{b.extent(begins), {begins}, {b.values.constantBool(false)}, b.segmented(op)};
  scan.arrays.append(elements.begin(), elements.end());
  scan.neutral.append(neutral.begin(), neutral.end());
  return ir::Values(llvm::drop_begin(b.emit(std::move(scan))));
}

ir::Values segmentedSuffixes(const ir::Block &op, llvm::ArrayRef<ir::Value> neutral, ir::Value ends,
                             llvm::ArrayRef<ir::Value> elements, ir::Builder &b) {
  ir::Values reversed;
  for (ir::Value array : elements)
    reversed.push_back(b.reverse(array));
  ir::Values suffixes = segmentedScan(swapped(op, b.values), neutral, b.reverse(ends), reversed, b);
  for (ir::Value &array : suffixes)
    array = b.reverse(array);
  return suffixes;
}

} // namespace soac::ops
