#include "frontend/state/ArrayWalk.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::frontend {
namespace {

ir::Value rearranged(ir::Builder &b, ir::Value v, llvm::ArrayRef<unsigned> order) {
  for (unsigned i = 0; i < order.size(); ++i)
    if (order[i] != i)
      return b.emit1(ir::Rearrange{v, llvm::SmallVector<unsigned, 4>(order.begin(), order.end())});
  return v;
}

ir::Value slicedAxis(ir::Builder &b, ir::Value v, unsigned axis, const Dimension &range) {
  if (!range.start && !range.count && range.step == 1)
    return v;
  llvm::SmallVector<unsigned, 4> swap;
  for (unsigned i = 0; i < b.type(v).rank; ++i)
    swap.push_back(i);
  std::swap(swap[0], swap[axis]);
  v = rearranged(b, v, swap);
  const ir::Value start = range.start ? range.start : b.index(0);
  const ir::Value count = range.count ? range.count : b.extent(v);
  v = b.emit1(ir::Slice{v, start, count, range.step});
  return rearranged(b, v, swap);
}

} // namespace

ir::Value walk(ir::Builder &b, ir::Value v, llvm::ArrayRef<Dimension> dimensions) {
  llvm::SmallVector<unsigned, 4> order;
  llvm::SmallVector<const Dimension *, 4> ranges;
  ir::Values indices;
  for (auto [i, d] : llvm::enumerate(dimensions)) {
    if (d.isFixed) {
      order.push_back(static_cast<unsigned>(i));
      indices.push_back(d.start);
    } else {
      ranges.push_back(&d);
    }
  }
  llvm::sort(ranges, [](const Dimension *x, const Dimension *y) { return x->axis < y->axis; });
  for (const Dimension *range : ranges)
    order.push_back(static_cast<unsigned>(range - dimensions.data()));
  for (unsigned i = static_cast<unsigned>(dimensions.size()); i < b.type(v).rank; ++i)
    order.push_back(i);
  v = b.read(rearranged(b, v, order), indices);
  for (auto [axis, range] : llvm::enumerate(ranges))
    v = slicedAxis(b, v, static_cast<unsigned>(axis), *range);
  return v;
}

ir::Value flatPosition(ir::Builder &b, const Grid &grid, llvm::ArrayRef<Dimension> fixed) {
  ir::Value position;
  for (std::size_t d = 0; d < grid.extents.size(); ++d) {
    if (position)
      position = b.mul(position, grid.extents[d]);
    if (d < fixed.size())
      position = position ? b.add(position, fixed[d].start) : fixed[d].start;
  }
  if (!position)
    return grid.start;
  return b.values.asInt(grid.start) == 0 ? position : b.add(grid.start, position);
}

namespace {

/// How many elements there are in a row of these extents.
ir::Value sizeOf(ir::Builder &b, llvm::ArrayRef<ir::Value> extents) {
  ir::Value size = extents[0];
  for (const ir::Value extent : extents.drop_front())
    size = b.mul(size, extent);
  return size;
}

} // namespace

ir::Value walkGrid(ir::Builder &b, ir::Value v, const Grid &grid, llvm::ArrayRef<Dimension> dimensions, bool byElement) {
  const auto firstRange = llvm::find_if(dimensions, [](const Dimension &d) { return !d.isFixed; });
  const auto fixed = dimensions.take_front(firstRange - dimensions.begin());
  if (fixed.size() >= grid.extents.size())
    return b.read(v, [&] {
      ir::Values indices{flatPosition(b, grid, fixed.take_front(grid.extents.size()))};
      for (const Dimension &d : fixed.drop_front(grid.extents.size()))
        indices.push_back(d.start);
      return indices;
    }());
  // A row of the grid (or all of it) is a stretch of the array.
  const llvm::ArrayRef<ir::Value> inner = llvm::ArrayRef(grid.extents).drop_front(fixed.size());
  const ir::Value start = flatPosition(b, grid, fixed), count = sizeOf(b, inner);
  v = byElement ? b.map(count, {}, [&](ir::Builder &in, llvm::ArrayRef<ir::Value> p) -> ir::Values {
    return {in.read(v, {in.add(start, p[0])})};
  })[0]
                : b.emit1(ir::Slice{v, start, count, 1});
  ir::Values extents(inner.begin(), inner.end());
  for (unsigned d = 1; d < b.type(v).rank; ++d)
    extents.push_back(b.extent(v, d));
  if (inner.size() > 1)
    v = b.emit1(ir::Reshape{v, extents});
  return walk(b, v, dimensions.drop_front(fixed.size()));
}

ir::Value updateRow(ir::Builder &b, ir::Value v, const Grid &grid, llvm::ArrayRef<Dimension> dimensions, ir::Value row) {
  const llvm::ArrayRef<ir::Value> inner = llvm::ArrayRef(grid.extents).drop_front(dimensions.size());
  const ir::Value start = flatPosition(b, grid, dimensions), count = sizeOf(b, inner);
  if (inner.size() > 1)
    row = b.emit1(ir::Reshape{row, {count}});
  return b.loop(count, {v}, [&](ir::Builder &in, llvm::ArrayRef<ir::Value> p) -> ir::Values {
    return {in.update(p[1], {in.add(start, p[0])}, in.read(row, {p[0]}))};
  })[0];
}

} // namespace soac::frontend
