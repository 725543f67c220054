#include "ad/Stripmine.h"

#include "ir/Builder.h"
#include "ir/Walk.h"
#include "ops/rules/LoopStates.h"
#include "prims/Prims.h"

namespace soac::ad {
namespace {

using prims::Prim;

class Nest {
public:
  Nest(const ir::Loop &loop, ir::SourceLocation location, ir::Builder &b) : loop(loop), location(location) {
    const ir::Value n = b.cast(ir::Scalar::F64, loop.count);
    const ir::Value power = b.values.constantFloat(ir::Scalar::F64, 1.0 / loop.annotations.stripmine);
    const ir::Value side = b.cast(ir::Scalar::I64, b.apply(Prim::Ceil, {b.apply(Prim::Pow, {n, power})}));
    spans.push_back(b.index(1));
    for (unsigned level = 1; level < loop.annotations.stripmine; ++level)
      spans.push_back(b.mul(spans.back(), b.apply(Prim::Max, {side, b.index(1)})));
  }

  /// Iterations start .. start+length-1 as a nest of `level`+1 loops.
  ir::Loop make(std::size_t level, ir::Value start, ir::Value length, llvm::ArrayRef<ir::Value> inits, ir::Builder &b) {
    const ir::Value span = spans[level];
    const ir::Value rounded = b.sub(b.add(length, span), b.index(1));
    ir::Loop result{level == 0 ? length : b.div(rounded, span), {}, ir::Values(inits), {}, {}};
    result.annotations.stripmine = level == 0 ? 1 : 0;
    ir::Types types{ir::indexType};
    for (ir::Value v : inits)
      types.push_back(b.type(v));
    result.body = b.block(types, [&](ir::Builder &in, llvm::ArrayRef<ir::Value> p) -> ir::Values {
      in.location = location;
      const ir::Value first = in.add(start, in.mul(p[0], span));
      if (level == 0) {
        ir::Values arguments{first};
        arguments.append(p.begin() + 1, p.end());
        return in.inlineBlock(loop.body, arguments);
      }
      const ir::Value rest = in.sub(in.add(start, length), first);
      return in.emit(make(level - 1, first, in.apply(Prim::Min, {span, rest}), p.drop_front(), in));
    });
    for (std::size_t k = 0; k < inits.size(); ++k)
      b.values.setName(result.body.parameters[k + 1], b.values.name(loop.body.parameters[k + 1]));
    return result;
  }

private:
  const ir::Loop &loop;
  ir::SourceLocation location;
  ir::Values spans; ///< iterations of one strip of each level
};

} // namespace

void stripmine(ir::Block &block, ir::ValueTable &values) {
  std::vector<ir::Statement> out;
  out.reserve(block.statements.size());
  for (ir::Statement &statement : block.statements) {
    ir::forEachBlock(statement.op, [&](ir::Block &inner) { stripmine(inner, values); });
    auto *loop = std::get_if<ir::Loop>(&statement.op);
    if (loop && loop->annotations.stripmine > 1) {
      ir::Builder b(values, out, statement.location);
      if (!loop->isCounted())
        *loop = ops::withTripCount(*loop, statement, b);
      Nest nest(*loop, statement.location, b);
      ir::Loop made = nest.make(loop->annotations.stripmine - 1, b.index(0), loop->count, loop->inits, b);
      made.annotations.noFalseDependencies = loop->annotations.noFalseDependencies;
      statement.op = std::move(made);
    }
    out.push_back(std::move(statement));
  }
  block.statements = std::move(out);
}

} // namespace soac::ad
