#include "ad/Bounds.h"

#include "ir/Builder.h"
#include "ir/Walk.h"
#include "ops/rules/Rule.h"
#include "prims/Prims.h"

namespace soac::ad {
namespace {

template <class F> void forEachBounded(ir::Block &block, F &&f) {
  for (std::size_t s = 0; s < block.statements.size(); ++s) {
    ir::forEachBlock(block.statements[s].op, [&](ir::Block &inner) { forEachBounded(inner, f); });
    auto *loop = std::get_if<ir::Loop>(&block.statements[s].op);
    if (loop && loop->annotations.bound)
      f(*loop, block.statements[s]);
  }
}

} // namespace

void nameBounds(ir::Function &function) {
  forEachBounded(function.body, [&](ir::Loop &loop, const ir::Statement &statement) {
    if (const std::string place = function.placeOf(statement.location); !place.empty())
      loop.annotations.boundText += " at " + place;
  });
}

void enforceBounds(ir::Function &function) {
  ir::ValueTable &values = function.values;
  forEachBounded(function.body, [&](ir::Loop &loop, ir::Statement &statement) {
    const ir::Value count = values.fresh(ir::indexType);
    std::vector<ir::Statement> body;
    ir::Builder b(values, body, statement.location);
    const ir::Value most = b.cast(ir::Scalar::I64, loop.annotations.bound);
    b.check(b.lessThan(count, most), ops::boundMessage(loop.annotations));
    const ir::Value next = b.add(count, b.index(1));
    std::move(loop.body.statements.begin(), loop.body.statements.end(), std::back_inserter(body));
    loop.body.statements = std::move(body);
    loop.inits.push_back(values.constantIndex(0));
    loop.body.parameters.push_back(count);
    loop.body.results.push_back(next);
    if (!loop.isCounted())
      loop.condition.parameters.push_back(values.fresh(ir::indexType));
    statement.results.push_back(values.fresh(ir::indexType));
    loop.annotations.bound = {};
    loop.annotations.boundText.clear();
  });
}

} // namespace soac::ad
