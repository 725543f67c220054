#include "ad/ShapeChanges.h"

#include "analysis/Shapes.h"
#include "ir/Walk.h"

namespace soac::ad {
namespace {

class Notes {
public:
  Notes(const ir::Differentiate &op, ir::Function &function) : function(function), shapes(function.values, op) {}

  void block(ir::Block &b) {
    for (ir::Statement &statement : b.statements) {
      ir::forEachBlock(statement.op, [&](ir::Block &inner) { block(inner); });
      if (auto *loop = std::get_if<ir::Loop>(&statement.op))
        note(*loop);
    }
  }

private:
  // True when the induction over the iterations has dropped an extent: the parameter then has one of its own.
  bool changes(ir::Value parameter) {
    for (unsigned d = 0; d < function.type(parameter).rank; ++d) {
      const analysis::Shapes::Origin origin = shapes.origin(shapes.of(parameter, d));
      if (origin.value == parameter && origin.dimension == static_cast<int>(d))
        return true;
    }
    return false;
  }

  void note(ir::Loop &loop) {
    auto &positions = loop.annotations.shapeChanges;
    positions.clear();
    for (unsigned k = 0; k < loop.inits.size(); ++k)
      if (changes(loop.body.parameters[k + loop.isCounted()]))
        positions.push_back(k);
  }

  ir::Function &function;
  analysis::Shapes shapes;
};

} // namespace

void noteShapeChanges(ir::Differentiate &op, ir::Function &function) {
  Notes(op, function).block(op.fn);
}

} // namespace soac::ad
