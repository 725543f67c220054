#include "ops/rules/RaggedCheckpoint.h"

#include "ir/Walk.h"
#include "ops/rules/RoundingDependence.h"
#include "prims/Prims.h"

namespace soac::ops {

ir::Value product(llvm::ArrayRef<ir::Value> extents, ir::Builder &b) {
  ir::Value size = extents[0];
  for (ir::Value e : extents.drop_front())
    size = b.mul(size, e);
  return size;
}

// The inspector is a copy of the loop that also carries the sum, or the maximum, of the sizes.
InspectedSizes inspectSizes(std::size_t k, const ir::Statement &primal, ir::Value start, ir::Prim combine,
                            Adjoints &adjoints) {
  ir::Builder &b = adjoints.builder();
  ir::Block holder;
  holder.statements.push_back(primal);
  ir::Statement copy = std::move(ir::cloneBlock(holder, b.values).statements.front());
  auto &loop = std::get<ir::Loop>(copy.op);
  std::vector<ir::Statement> entry;
  ir::Builder in(b.values, entry, primal.location);
  const ir::Value before = b.values.fresh(ir::indexType);
  const ir::Value next = in.apply(combine, {before, product(in.extents(loop.body.parameters[k + 1]), in)});
  loop.body.statements.insert(loop.body.statements.begin(), std::make_move_iterator(entry.begin()),
                              std::make_move_iterator(entry.end()));
  loop.inits.push_back(start);
  loop.body.parameters.push_back(before);
  loop.body.results.push_back(next);
  const ir::Value all = b.values.fresh(ir::indexType);
  copy.results.push_back(all);
  const bool isExact = !dependsOnRounding(all, copy, b.values, adjoints.definitions());
  b.statements().push_back(std::move(copy));
  return {all, isExact};
}

RaggedCheckpoint::RaggedCheckpoint(std::size_t k, const ir::Statement &primal, ir::Statement &made,
                                   ir::Builder &entry, Adjoints &adjoints) {
  ir::Builder &b = adjoints.builder();
  const auto [total, isExact] = inspectSizes(k, primal, b.index(0), prims::Prim::Add, adjoints);
  auto &loop = std::get<ir::Loop>(made.op);
  const ir::Value parameter = loop.body.parameters[k + 1];
  const ir::Type type = b.type(parameter);
  const std::string &name = b.values.name(parameter).text;
  const auto carry = [&](ir::Value init) {
    loop.inits.push_back(init);
    loop.body.parameters.push_back(b.values.freshLike(init));
    made.results.push_back(b.values.freshLike(init));
    return loop.body.parameters.back();
  };
  const ir::Value position = carry(b.index(0));
  end = made.results.back();
  const ir::Values shape = entry.extents(parameter);
  const ir::Value size = product(shape, entry), stop = entry.add(position, size);
  loop.body.results.push_back(stop);
  if (!isExact)
    entry.check(entry.apply(prims::Prim::Le, {stop, total}),
                "the states of '" + name + "' at " + adjoints.placeOf(primal.location) +
                    " are larger than was counted before: the order of a sum decides a comparison");
  const ir::Value before = carry(b.store(ir::Stored::Checkpoint, b.zero(type.scalar), {total}, name));
  store = made.results.back();
  const ir::Value flat = entry.emit1(ir::Reshape{parameter, {size}});
  loop.body.results.push_back(
      entry.loop(size, {before}, [&](ir::Builder &in, llvm::ArrayRef<ir::Value> p) -> ir::Values {
        return {in.update(p[1], {in.add(position, p[0])}, in.read(flat, {p[0]}))};
      })[0]);
  for (ir::Value extent : shape) {
    const ir::Value kept = carry(b.store(ir::Stored::Checkpoint, b.index(0), {loop.count}, name + "_extent"));
    extents.push_back(made.results.back());
    loop.body.results.push_back(entry.update(kept, {loop.body.parameters[0]}, extent));
  }
}

RaggedCheckpoint::State RaggedCheckpoint::read(ir::Value i, ir::Value stop, ir::Builder &b) const {
  ir::Values shape;
  for (ir::Value column : extents)
    shape.push_back(b.read(column, {i}));
  const ir::Value size = product(shape, b), start = b.sub(stop, size);
  return {b.emit1(ir::Reshape{b.emit1(ir::Slice{store, start, size, 1}), shape}), start};
}

} // namespace soac::ops
