#include "ad/CarriedArrays.h"

#include "analysis/DefUse.h"
#include "analysis/InPlace.h"
#include "analysis/Polynomial.h"
#include "analysis/Shapes.h"
#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>

#include <algorithm>

namespace soac::ad {
namespace {

class Notes {
public:
  Notes(const ir::Differentiate &op, const ir::Function &function)
      : values(function.values), definitions(op.fn), shapes(function.values, op),
        polynomials(function.values, definitions, [](ir::Scalar s) { return s == ir::Scalar::I64; }) {}

  void block(ir::Block &b) {
    for (ir::Statement &statement : b.statements) {
      ir::forEachBlock(statement.op, [&](ir::Block &inner) { block(inner); });
      if (auto *loop = std::get_if<ir::Loop>(&statement.op))
        note(*loop);
    }
  }

private:
  void note(ir::Loop &loop) {
    ir::LoopAnnotations &notes = loop.annotations;
    notes.shapeChanges.clear();
    notes.rewritten.clear();
    notes.overwritten.clear();
    for (unsigned k = 0; k < loop.inits.size(); ++k) {
      const ir::Value parameter = loop.body.parameters[k + loop.isCounted()];
      if (changesShape(parameter))
        notes.shapeChanges.push_back(k);
      else if (const auto extents = overwrittenExtents(parameter, loop.body.results[k], loop.body)) {
        if (times(parameter, loop.body.results[k], loop.body, *extents) >= enough)
          notes.rewritten.push_back(k);
        if (times(loop, k, *extents) >= 1)
          notes.overwritten.push_back(k);
      }
    }
  }

  /// True when the induction over the iterations has dropped an extent: the parameter then has one of its own.
  bool changesShape(ir::Value parameter) {
    for (unsigned d = 0; d < values.type(parameter).rank; ++d) {
      const analysis::Shapes::Origin origin = shapes.origin(shapes.of(parameter, d));
      if (origin.value == parameter && origin.dimension == static_cast<int>(d))
        return true;
    }
    return false;
  }

  /// The extents of what the updates of an array overwrite all together; none where there are no updates, or of no one kind.
  std::optional<analysis::Dims> overwrittenExtents(ir::Value source, ir::Value result, const ir::Block &block) {
    const auto shape = values.type(source).isArray() ? analysis::updateShape(source, result, block, values) : std::nullopt;
    if (!shape || shape->depth == 0)
      return std::nullopt;
    analysis::Dims extents = shapes.of(source);
    extents.truncate(shape->depth);
    return extents;
  }

  /// The least number of times that the updates between `source` and `result` go over as many elements as an array of these
  /// extents has.
  std::int64_t times(ir::Value source, ir::Value result, const ir::Block &block, analysis::Dims extents) {
    std::int64_t all = 0;
    const auto links = analysis::updateChain(source, result, block);
    for (const analysis::UpdateLink &link : *links)
      all = std::min(all + times(block.statements[link.statement].op, link.position, extents), enough);
    return all;
  }
  std::int64_t times(const ir::Op &op, std::size_t position, analysis::Dims extents) {
    if (std::holds_alternative<ir::Update>(op))
      return extents.empty() ? 1 : 0;
    if (const auto *branch = std::get_if<ir::If>(&op)) {
      const ir::Value source = analysis::inPlaceSource(branch->then.results[position], branch->then);
      return std::min(times(source, branch->then.results[position], branch->then, extents),
                      times(source, branch->otherwise.results[position], branch->otherwise, extents));
    }
    const auto *loop = std::get_if<ir::Loop>(&op);
    return loop ? times(*loop, position, extents) : 0;
  }
  std::int64_t times(const ir::Loop &loop, std::size_t position, analysis::Dims extents) {
    if (!loop.isCounted())
      return 0;
    std::int64_t trips = 1;
    if (const auto *extent = llvm::find(extents, shapes.ofScalar(notNegative(loop.count))); extent != extents.end())
      extents.erase(extent);
    else if (!isBehindACounter(loop.count))
      trips = std::clamp<std::int64_t>(values.asInt(loop.count).value_or(0), 0, enough);
    return trips * times(loop.body.parameters[position + 1], loop.body.results[position], loop.body, extents);
  }
  /// n - i, of an outer counter i, or i.
  bool isBehindACounter(ir::Value count) {
    const analysis::Polynomial &trips = polynomials.of(notNegative(count));
    return llvm::any_of(trips.terms(), [&](const auto &term) {
      return term.first.size() == 1 && definitions.isCounter(term.first[0]) && (term.second == 1 || term.second == -1);
    });
  }

  /// n of a count max(n, 0): a loop makes as many trips with either.
  ir::Value notNegative(ir::Value count) const {
    const auto *limited = definitions.as<ir::Apply>(count);
    return limited && limited->prim == prims::Prim::Max && values.asInt(limited->arguments[1]) == 0 ? limited->arguments[0] : count;
  }

  static constexpr std::int64_t enough = 2;
  const ir::ValueTable &values;
  analysis::DefUse definitions;
  analysis::Shapes shapes;
  analysis::Polynomials polynomials;
};

} // namespace

void noteCarriedArrays(ir::Differentiate &op, ir::Function &function) {
  Notes(op, function).block(op.fn);
}

} // namespace soac::ad
