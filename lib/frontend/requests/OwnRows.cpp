#include "frontend/requests/OwnRows.h"

#include "frontend/requests/Derivatives.h"
#include "frontend/state/LoweringState.h"

namespace soac::frontend {

using interface::CxxFunction;
using interface::CxxParameter;
using interface::OwnRows;

bool mayHaveRows(const CxxFunction &f) {
  return !f.result.rowDimensions().empty() ||
         llvm::any_of(f.parameters, [](const CxxParameter &p) { return !p.type.rowDimensions().empty(); });
}

void giveLengths(Lowering &l, CxxParameter &parameter) {
  for (const interface::RowDimension &r : parameter.type.rowDimensions())
    parameter.rows.push_back(
        {r, l.function.values.fresh(ir::indexType.withRank(r.dimension), parameter.name + "_lengths")});
}

void setLengths(Lowering &l, const CxxParameter &parameter, llvm::ArrayRef<ir::Value> leaves) {
  for (const OwnRows &own : parameter.rows)
    for (const ir::Value leaf : leaves.slice(own.rows.firstLeaf, own.rows.leaves))
      l.internals().rowsOf[leaf].push_back({own.rows.dimension, own.lengths});
}

void takeLengths(CxxParameter &parameter, const ir::ValueSet &asked, ir::Block &body) {
  for (OwnRows &own : parameter.rows)
    if (own.lengths && asked.contains(own.lengths))
      body.parameters.push_back(own.lengths);
    else
      own.lengths = {};
}

void Derivatives::tryRows(CxxFunction &made, interface::Unit &unit,
                          llvm::function_ref<std::optional<CxxFunction>(Types::RowsOfParameters &)> make) {
  const std::vector<diag::Diagnostic> reported = engine.all();
  Types::RowsOfParameters rows(types);
  std::optional<CxxFunction> own = make(rows);
  engine.clear();
  llvm::for_each(reported, [&](const diag::Diagnostic &d) { engine.add(d); });
  if (!own)
    return;
  const auto hasRows = [&](llvm::function_ref<bool(const CxxParameter &, const OwnRows &)> is) {
    return llvm::any_of(own->parameters, [&](const CxxParameter &p) {
      return llvm::any_of(p.rows, [&](const OwnRows &r) { return is(p, r); });
    });
  };
  const bool asks = hasRows([](const CxxParameter &, const OwnRows &r) { return static_cast<bool>(r.lengths); });
  made.returnsRows |=
      hasRows([](const CxxParameter &p, const OwnRows &r) { return p.derivativeOf == -1 && r.output >= 0; });
  if (!asks && !made.returnsRows) {
    for (auto [p, q] : llvm::zip_equal(made.parameters, own->parameters))
      if (p.derivativeOf != CxxParameter::ofResult)
        p.rows = q.rows;
    return;
  }
  own->name = own->function.name = made.ofRows = made.name + "_of_rows";
  own->isOfRows = true;
  own->isExternC = own->mayRepeat = false;
  unit.functions.push_back(std::move(*own));
}

} // namespace soac::frontend
