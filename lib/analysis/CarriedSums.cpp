#include "analysis/CarriedSums.h"

#include "ir/Walk.h"
#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::analysis {

using namespace ir;

std::optional<CarriedSum> carriedSum(const Loop &loop, std::size_t position, const ValueTable &values) {
  const Value before = loop.body.parameters[position + loop.isCounted()], after = loop.body.results[position];
  if (!values.type(before).isScalar() || !isFloat(values.type(before).scalar) || countUses(before, loop.body) != 1 ||
      countUses(after, loop.body) != 1)
    return std::nullopt;
  const auto found = llvm::find_if(loop.body.statements, [&](const Statement &s) { return s.results == Values{after}; });
  const auto *apply = found == loop.body.statements.end() ? nullptr : std::get_if<Apply>(&found->op);
  if (!apply || (apply->prim != Prim::Add && apply->prim != Prim::Sub))
    return std::nullopt;
  const bool isSubtracted = apply->prim == Prim::Sub, isFirst = apply->arguments[0] == before;
  if (!isFirst && (isSubtracted || apply->arguments[1] != before))
    return std::nullopt;
  return CarriedSum{apply->arguments[isFirst ? 1 : 0], isSubtracted, &*found};
}

} // namespace soac::analysis
