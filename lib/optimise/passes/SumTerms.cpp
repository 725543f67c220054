#include "optimise/passes/SumTerms.h"

#include "analysis/Cost.h"

namespace soac::optimise {

using namespace ir;

bool isPartOfTerm(const Statement &s, const ValueTable &values) {
  const auto *apply = std::get_if<Apply>(&s.op);
  return apply ? analysis::cost(*apply, values) <= 1
               : std::holds_alternative<Index>(s.op) || std::holds_alternative<Extent>(s.op);
}

} // namespace soac::optimise
