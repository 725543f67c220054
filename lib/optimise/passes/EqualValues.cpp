#include "optimise/passes/EqualValues.h"

#include "analysis/Effects.h"
#include "optimise/passes/Kernel.h"

#include <llvm/ADT/STLExtras.h>

#include <map>

namespace soac::optimise {

using namespace analysis;
using namespace ir;

ValueMap equalValues(const Op &firstLoop, const Op &secondLoop, bool isBackwards, const ValueTable &values,
                     const Polynomials &polynomials) {
  const Block &first = *iterationBody(firstLoop), &second = *iterationBody(secondLoop);
  const Value trips = tripsOf(secondLoop);
  std::map<Polynomial::Terms, Value> integers;
  const auto isIndex = [&](Value v) { return values.type(v) == Type{indexType}; };
  for (const Statement &s : first.statements)
    for (Value r : s.results)
      if (isIndex(r))
        integers.try_emplace(polynomials.of(r).terms(), r);
  integers.try_emplace(Polynomial(first.parameters[0]).terms(), first.parameters[0]);
  const Polynomial counter =
      isBackwards ? polynomials.of(trips) - 1 - Polynomial(first.parameters[0]) : Polynomial(first.parameters[0]);
  ValueMap equals;
  if (!isBackwards)
    equals[second.parameters[0]] = first.parameters[0];
  if (!isBackwards && isKernel(firstLoop) && isKernel(secondLoop))
    for (auto [array, mine] : llvm::zip_equal(arraysOf(secondLoop), llvm::drop_begin(second.parameters)))
      if (const auto *same = llvm::find(arraysOf(firstLoop), array); same != arraysOf(firstLoop).end())
        equals[mine] = first.parameters[1 + static_cast<std::size_t>(same - arraysOf(firstLoop).begin())];
  for (const Statement &s : second.statements) {
    if (hasEffect(s.op) || llvm::any_of(s.results, [&](Value r) { return values.type(r).isArray(); }))
      continue;
    if (s.results.size() == 1 && isIndex(s.results[0])) {
      const auto line = polynomials.of(s.results[0]).in(second.parameters[0]);
      const auto found = integers.find((line.slope * counter + line.rest).terms());
      if (found != integers.end()) {
        equals[s.results[0]] = found->second;
        continue;
      }
    }
    Op op = s.op;
    substitute(op, equals);
    const auto same = llvm::find_if(first.statements, [&](const Statement &other) {
      return other.op.index() == op.index() && !other.results.empty() && ir::equal(other.op, op);
    });
    if (same != first.statements.end())
      for (auto [mine, other] : llvm::zip_equal(s.results, same->results))
        equals[mine] = other;
  }
  return equals;
}

} // namespace soac::optimise
