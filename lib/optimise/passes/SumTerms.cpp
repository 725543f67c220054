#include "optimise/passes/SumTerms.h"

#include "analysis/Cost.h"

namespace soac::optimise {

using namespace ir;

bool isPartOfTerm(const Statement &s, const ValueTable &values) {
  const auto *apply = std::get_if<Apply>(&s.op);
  return apply ? analysis::cost(*apply, values) <= 1
               : std::holds_alternative<Index>(s.op) || std::holds_alternative<Extent>(s.op);
}

void copyTo(Builder &b, const Statement &s, ValueMap &made) {
  Op op = s.op;
  substitute(op, made);
  Statement copy{{}, std::move(op), s.location};
  for (const Value v : s.results)
    copy.results.push_back(made[v] = b.values.freshLike(v));
  b.statements().push_back(std::move(copy));
}

} // namespace soac::optimise
