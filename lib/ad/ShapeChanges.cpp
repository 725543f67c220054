#include "ad/ShapeChanges.h"

#include "ir/Builder.h"
#include "ir/Shapes.h"
#include "ir/Walk.h"

namespace soac::ad {
namespace {

class Notes {
public:
  Notes(const ir::Block &block, ir::Function &function) : function(function), shapes(function.values, block) {}

  void block(ir::Block &b) {
    for (ir::Statement &statement : b.statements) {
      ir::forEachBlock(statement.op, [&](ir::Block &inner) { block(inner); });
      if (auto *loop = std::get_if<ir::Loop>(&statement.op))
        note(*loop, statement.location);
    }
  }

private:
  // The induction over the iterations has dropped an extent: the parameter's own has taken its place.
  bool changes(ir::Value parameter) {
    for (unsigned d = 0; d < function.type(parameter).rank; ++d) {
      const ir::Shapes::Origin origin = shapes.origin(shapes.of(parameter, d));
      if (origin.value == parameter && origin.dimension == static_cast<int>(d))
        return true;
    }
    return false;
  }

  void note(ir::Loop &loop, ir::SourceLocation at) {
    auto &positions = loop.annotations.shapeChanges;
    positions.clear();
    for (unsigned k = 0; k < loop.inits.size(); ++k)
      if (const ir::Value parameter = loop.body.parameters[k + loop.isCounted()]; changes(parameter)) {
        if (loop.annotations.revolve > 0)
          check(loop, parameter, loop.body.results[k], at);
        else
          positions.push_back(k);
      }
  }

  void check(ir::Loop &loop, ir::Value parameter, ir::Value result, ir::SourceLocation at) {
    ir::Builder b(function.values, loop.body.statements, at);
    for (unsigned d = 0; d < function.type(parameter).rank; ++d)
      b.check(b.equal(b.extent(result, d), b.extent(parameter, d)),
              "the shape of '" + function.values.name(parameter) + "' changes inside the loop at " +
                  function.placeOf(at) + ", whose snapshots are of one shape");
  }

  ir::Function &function;
  ir::Shapes shapes;
};

} // namespace

void noteShapeChanges(ir::Block &block, ir::Function &function) {
  Notes(block, function).block(block);
}

} // namespace soac::ad
