// Kernels of one count that do not depend on each other and have work in common become one:
//   s = map_reduce n |i| { q = div a, b(i);  .. };  t = s c;  u = map_reduce n |i| { r = div a, b(i);  .. }
//     ->   s, u = map_reduce n |i| { q = div a, b(i);  ..  .. };  t = s c
// as sums of the forward sweep and of the return sweep are that a branch has brought into one block. Kernels that may fail
// stay: what fails leaves nothing written behind.
#include "analysis/Cost.h"
#include "analysis/DefUse.h"
#include "analysis/Effects.h"
#include "analysis/LastUses.h"
#include "optimise/passes/EqualValues.h"
#include "optimise/passes/Kernel.h"
#include "optimise/passes/Neighbours.h"
#include "optimise/passes/PassList.h"

#include <llvm/ADT/STLExtras.h>

#include <optional>

namespace soac::optimise {
namespace {

using namespace analysis;
using namespace ir;

constexpr unsigned leastCost = 8; ///< of work that is worth doing once

class CommonWork {
public:
  explicit CommonWork(Function &f) : values(f.values), body(f.body), consumed(consumedValues(f)) {
    look();
    block(f.body);
  }

private:
  void look() {
    definitions.emplace(body);
    polynomials.emplace(values, *definitions, [](Scalar s) { return s == Scalar::I64; });
  }

  void block(Block &b) {
    for (unsigned second = 0; second < b.statements.size(); ++second)
      for (unsigned first = second; isMapping(b.statements[second]) && first-- > 0;)
        if (const auto both = partners(b, first, second)) {
          unite(b, *both, merged(std::move(b.statements[first]), std::move(b.statements[second])));
          look();
          first = second = both->place();
        }
    for (Statement &s : b.statements)
      forEachBlock(s.op, [&](Block &inner) { block(inner); });
  }

  static bool isMapping(const Statement &s) { return isKernel(s.op) && iterationBody(s.op); }

  std::optional<Neighbours> partners(const Block &b, unsigned first, unsigned second) {
    const Statement &one = b.statements[first], &other = b.statements[second];
    if (!isMapping(one) || countOf(one.op) != countOf(other.op) || hasCheck(one.op) || hasCheck(other.op) ||
        commonCost(one.op, other.op) < leastCost)
      return std::nullopt;
    const ValueSet used = freeVariables(other.op, values);
    if (llvm::any_of(one.results, [&](Value v) { return used.contains(v); }))
      return std::nullopt;
    return neighbours(b, first, second, values, consumed);
  }

  /// Of what the second kernel's iterations compute, and the first one's, too.
  unsigned commonCost(const Op &first, const Op &second) {
    const ValueMap equals = equalValues(first, second, /*isBackwards=*/false, values, *polynomials);
    unsigned sum = 0;
    for (const Statement &s : iterationBody(second)->statements)
      if (const auto *apply = std::get_if<Apply>(&s.op); apply && equals.contains(s.results[0]))
        sum += cost(*apply, values);
      else if (isMapping(s) && llvm::all_of(s.results, [&](Value r) { return equals.contains(r); }))
        sum += leastCost;
    return sum;
  }

  Statement merged(Statement first, Statement second) {
    Kernel a = takeKernel(std::move(first), values), b = takeKernel(std::move(second), values);
    const llvm::SmallVector<bool, 8> all(a.mapped.size(), true);
    return statementOf(fused(std::move(a), std::move(b), all));
  }

  ValueTable &values;
  Block &body; ///< the function's
  std::vector<bool> consumed;
  std::optional<DefUse> definitions;
  std::optional<Polynomials> polynomials;
};

} // namespace

Function fuseCommonWork(Function function) {
  CommonWork run(function);
  return function;
}

} // namespace soac::optimise
