#include "ad/Stripmine.h"

#include "analysis/Nest.h"
#include "ir/Walk.h"
#include "ops/rules/LoopStates.h"
#include "prims/Prims.h"

namespace soac::ad {
namespace {

using prims::Prim;

/// The nest with strips of c, c^2, .. iterations, c = ceil(n^(1/depth)).
ir::Loop nestOf(ir::Loop loop, ir::Builder &b) {
  const unsigned depth = std::exchange(loop.annotations, {}).stripmine;
  const ir::Value n = b.cast(ir::Scalar::F64, loop.count), power = b.values.constantFloat(ir::Scalar::F64, 1.0 / depth);
  const ir::Value side = b.cast(ir::Scalar::I64, b.apply(Prim::Ceil, {b.apply(Prim::Pow, {n, power})}));
  const ir::Value size = b.apply(Prim::Max, {side, b.index(1)});
  for (unsigned level = 1; level < depth; ++level) {
    loop = analysis::inStrips(std::move(loop), size, b);
    loop.annotations.stripmine = 0;
  }
  return loop;
}

} // namespace

void stripmine(ir::Block &block, ir::ValueTable &values) {
  ir::insertAround(block, [&](ir::Statement &statement, std::vector<ir::Statement> &front, std::vector<ir::Statement> &) {
    auto *loop = std::get_if<ir::Loop>(&statement.op);
    if (!loop || loop->annotations.stripmine <= 1)
      return;
    ir::Builder b(values, front, statement.location);
    if (!loop->isCounted())
      *loop = ops::withTripCount(*loop, statement, b);
    ir::Loop made = nestOf(*loop, b);
    made.annotations.noFalseDependencies = loop->annotations.noFalseDependencies;
    statement.op = std::move(made);
  });
}

} // namespace soac::ad
