#include "ops/rules/SnapshotSlots.h"

#include "ops/rules/RaggedCheckpoint.h"
#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::ops {

SnapshotSlots::SnapshotSlots(std::size_t k, const ir::Statement &primal, ir::Value slots, ir::Values &stack,
                             Adjoints &adjoints)
    : k(k), first(stack.size()) {
  ir::Builder &b = adjoints.builder();
  const auto &loop = std::get<ir::Loop>(primal.op);
  const ir::Value init = loop.inits[k];
  const std::string &carried = b.values.name(loop.body.parameters[k + 1]).text;
  rank = b.type(init).rank;
  keepsShape = !llvm::is_contained(loop.annotations.shapeChanges, k);
  const ir::Value zero = b.zero(b.type(init).scalar);
  if (keepsShape) {
    ir::Values extents{slots};
    extents.append(b.extents(init));
    stack.push_back(b.store(ir::Stored::Snapshots, zero, extents, carried));
  } else {
    const InspectedSizes largest = inspectSizes(k, primal, product(b.extents(init), b), prims::Prim::Max, adjoints);
    if (!largest.isExact) {
      room = largest.all;
      message = "a state of '" + carried + "' at " + adjoints.placeOf(primal.location) +
                " is larger than was counted before: the order of a sum decides a comparison";
    }
    stack.push_back(b.store(ir::Stored::Snapshots, zero, {slots, largest.all}, carried));
    for (unsigned d = 0; d < rank; ++d)
      stack.push_back(b.store(ir::Stored::Snapshots, b.index(0), {slots}, carried + "_extent"));
  }
  put(init, b.index(0), stack, b);
}

void SnapshotSlots::put(ir::Value value, ir::Value slot, ir::Values &stack, ir::Builder &b) const {
  const ir::Name &name = b.values.name(stack[first]);
  if (keepsShape) {
    stack[first] = b.update(stack[first], {slot}, value, name);
    return;
  }
  const ir::Values shape = b.extents(value);
  const ir::Value size = product(shape, b), flat = b.emit1(ir::Reshape{value, {size}});
  if (room)
    b.check(b.apply(prims::Prim::Le, {size, room}), message);
  stack[first] = b.loop(size, {stack[first]}, [&](ir::Builder &in, llvm::ArrayRef<ir::Value> p) -> ir::Values {
    return {in.update(p[1], {slot, p[0]}, in.read(flat, {p[0]}))};
  })[0];
  b.values.setName(stack[first], name);
  for (std::size_t d = 0; d < shape.size(); ++d)
    stack[first + 1 + d] = b.update(stack[first + 1 + d], {slot}, shape[d], b.values.name(stack[first + 1 + d]));
}

ir::Value SnapshotSlots::get(ir::Value slot, llvm::ArrayRef<ir::Value> stack, ir::Builder &b) const {
  const ir::Value row = b.read(stack[first], {slot});
  if (keepsShape)
    return row;
  ir::Values shape;
  for (unsigned d = 0; d < rank; ++d)
    shape.push_back(b.read(stack[first + 1 + d], {slot}));
  return b.emit1(ir::Reshape{b.emit1(ir::Slice{row, b.index(0), product(shape, b), 1}), shape});
}

} // namespace soac::ops
