// segmented_scan, segmented_reduce. Sums of x = [1, 2, 3, 4] over two segments of two:
//   segmented_scan, begins [1, 0, 1, 0]: [1, 3, 3, 7]          segmented_reduce, offsets [0, 2, 4]: [3, 7]
#include "frontend/parse/Clang.h"
#include "frontend/soac/Combinators.h"
#include "prims/Prims.h"

#include <limits>

namespace soac::frontend {
namespace {

/// Is `start op x` equal to x for every x? Known for a primitive operator with its neutral element.
bool isNeutral(const ir::Block &op, llvm::ArrayRef<ir::Value> start, const ir::ValueTable &values) {
  const auto *apply = op.statements.size() == 1 ? std::get_if<ir::Apply>(&op.statements[0].op) : nullptr;
  const std::optional<double> x = start.size() == 1 ? values.asFloat(start[0]) : std::nullopt;
  if (!apply || !x)
    return false;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  switch (apply->prim) {
  case ir::Prim::Add: return *x == 0.0;
  case ir::Prim::Mul: return *x == 1.0;
  case ir::Prim::Min: return *x == infinity;
  case ir::Prim::Max: return *x == -infinity;
  default: return false;
  }
}

} // namespace

/// A scan of pairs (flag that a segment begins, value), in which a segment's first value is combined with the neutral
/// element.
FValue Combinator::segmentedScan() {
  auto r = reduction(3);
  const auto begins = r ? array(2) : std::nullopt;
  if (l.failed() || !begins)
    return {};
  if (begins->rank != 1 || begins->leaves.size() != 1)
    return refuse(2, "flags are an array of numbers of rank 1");
  b().checkArgument(b().equal(count(*begins), r->count), "soac: segmented_scan: the arrays' extents differ");
  const ir::Value flags =
      b().map(r->count, begins->leaves, [](ir::Builder &in, llvm::ArrayRef<ir::Value> p) -> ir::Values {
        return {in.cast(ir::Scalar::Bool, p[1])};
      })[0];
  ir::Values elements{flags};
  elements.append(r->arrays);
  if (!isNeutral(r->op, r->neutral, l.function.values))
    elements = b().map(r->count, elements, [&](ir::Builder &in, llvm::ArrayRef<ir::Value> p) {
      const llvm::ArrayRef<ir::Value> element = p.drop_front(2);
      const auto first = [&](ir::Builder &then) {
        ir::Values operands(r->neutral);
        operands.append(element.begin(), element.end());
        return then.inlineBlock(r->op, operands);
      };
      ir::Values both{p[1]};
      both.append(in.ifElse(p[1], first, [&](ir::Builder &) { return ir::Values(element); }));
      return both;
    });
  ir::Scan scan{r->count, elements, {l.function.values.constantBool(false)}, {}};
  scan.neutral.append(r->neutral);
  scan.op = b().segmented(r->op);
  const ir::Values results = b().emit(std::move(scan));
  return result(llvm::ArrayRef(results).drop_front());
}

/// A map over the segments, each of which reduces a slice.
FValue Combinator::segmentedReduce() {
  auto r = reduction(3);
  const auto offsets = r ? array(2) : std::nullopt;
  if (l.failed() || !offsets)
    return {};
  if (offsets->rank != 1 || offsets->leaves.size() != 1)
    return refuse(2, "offsets are an array of integers of rank 1");
  const ir::Value less = b().sub(count(*offsets), b().index(1));
  const ir::Value segments = b().apply(ir::Prim::Max, {b().index(0), less});
  return result(b().map(segments, {}, [&](ir::Builder &in, llvm::ArrayRef<ir::Value> p) {
    const auto offset = [&](ir::Value s) { return in.cast(ir::Scalar::I64, in.read(offsets->leaves[0], {s})); };
    const ir::Value begin = offset(p[0]), end = offset(in.add(p[0], in.index(1)));
    for (const auto &[low, high] : {std::pair(in.index(0), begin), std::pair(begin, end), std::pair(end, r->count)})
      in.checkArgument(in.apply(ir::Prim::Le, {low, high}), "soac: segmented_reduce: offsets are not ascending in range");
    ir::Reduce segment{in.sub(end, begin), {}, r->neutral, std::move(r->op)};
    for (ir::Value array : r->arrays)
      segment.arrays.push_back(in.emit1(ir::Slice{array, begin, segment.count, 1}));
    return in.emit(std::move(segment));
  }));
}

} // namespace soac::frontend
