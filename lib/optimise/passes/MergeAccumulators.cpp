// Brings kernels together that accumulators keep apart, so that they can be fused.
//
//   - Two with_accumulators of which the second accumulates into the first's result become one: additions commute.
//       a = with_accumulators (z) |x| { p };  b = with_accumulators (a) |y| { q }
//       ->  b = with_accumulators (z) |x| { p;  q with x for y }
//   - A kernel before a with_accumulators whose body has a kernel of the same count that reads a common array moves into
//     the body: in an adjoint, the forward sweep is fused with the return sweep that executes it again.
#include "analysis/Effects.h"
#include "analysis/LastUses.h"
#include "optimise/passes/BlockUses.h"
#include "optimise/passes/Kernel.h"
#include "optimise/passes/PassList.h"

#include "analysis/Shapes.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::optimise {
namespace {

using namespace analysis;
using namespace ir;

class AccumulatorMerge {
public:
  AccumulatorMerge(Block &block, ValueTable &values, Shapes &shapes, const std::vector<bool> &consumed)
      : uses(block, values, consumed), statements(block.statements), values(values), shapes(shapes) {}

  void run() {
    for (unsigned position = 0; position < statements.size(); ++position)
      if (!uses.isEmpty(position) && std::holds_alternative<WithAccumulators>(statements[position].op)) {
        mergeInto(position);
        moveInto(position);
      }
    uses.compact();
  }

private:
  const WithAccumulators *regionAt(unsigned position) const {
    return uses.isEmpty(position) ? nullptr : std::get_if<WithAccumulators>(&statements[position].op);
  }

  // The accumulated results of the region, the first of its results.
  static llvm::ArrayRef<Value> accumulated(const Statement &s) {
    return llvm::ArrayRef(s.results).take_front(std::get<WithAccumulators>(s.op).inits.size());
  }

  // Merges the regions whose accumulated results this region accumulates into.
  void mergeInto(unsigned second) {
    for (bool isChanged = true; isChanged;) {
      isChanged = false;
      for (Value init : std::get<WithAccumulators>(statements[second].op).inits) {
        const auto first = uses.definedAt(init);
        if (!first || !regionAt(*first) || !llvm::is_contained(accumulated(statements[*first]), init) ||
            !goesOnFrom(*first, second) || uses.placeOf(*first, second) != second)
          continue;
        Statement a = uses.take(*first), b = uses.take(second);
        uses.put(second, merged(std::move(a), std::move(b)));
        isChanged = true;
        break;
      }
    }
  }

  // True when the second uses accumulated results of the first as inits only, each is used once, and the own results of
  // the first's body are no inits.
  bool goesOnFrom(unsigned first, unsigned second) const {
    const auto &region = std::get<WithAccumulators>(statements[second].op);
    const Statement &s = statements[first];
    if (llvm::any_of(llvm::drop_begin(s.results, accumulated(s).size()),
                     [&](Value v) { return llvm::is_contained(region.inits, v); }))
      return false;
    const ValueSet inside = freeVariables(region.body, values);
    return llvm::all_of(accumulated(statements[first]), [&](Value v) {
      return !uses.usesAt(second).contains(v) ||
             (uses.usersOf(v).size() == 1 && llvm::count(region.inits, v) == 1 && !inside.contains(v));
    });
  }

  Statement merged(Statement a, Statement b) {
    auto &first = std::get<WithAccumulators>(a.op);
    auto &second = std::get<WithAccumulators>(b.op);
    const std::size_t n = first.inits.size();
    ValueMap map;
    for (std::size_t k = 0; k < first.body.results.size(); ++k)
      map[a.results[n + k]] = first.body.results[k];
    Values accumulated(llvm::ArrayRef(a.results).take_front(n)), own(llvm::ArrayRef(a.results).drop_front(n));
    for (std::size_t k = 0; k < second.inits.size(); ++k) {
      const Value parameter = second.body.parameters[k];
      if (auto *at = llvm::find(accumulated, second.inits[k]); at != accumulated.end()) {
        map[parameter] = first.body.parameters[static_cast<std::size_t>(at - accumulated.begin())];
        *at = b.results[k];
      } else {
        first.inits.push_back(second.inits[k]);
        first.body.parameters.push_back(parameter);
        accumulated.push_back(b.results[k]);
      }
    }
    substitute(second.body, map);
    llvm::append_range(own, llvm::ArrayRef(b.results).drop_front(second.inits.size()));
    llvm::move(second.body.statements, std::back_inserter(first.body.statements));
    first.body.results.append(second.body.results);
    Statement result{std::move(accumulated), {}, b.location};
    result.results.append(own);
    result.op = std::move(first);
    return result;
  }

  // Moves the kernels into the region that may be fused with a kernel inside.
  void moveInto(unsigned region) {
    for (unsigned position = region; position-- > 0;) {
      if (uses.isEmpty(position) || !isKernel(statements[position].op) || hasEffect(statements[position].op) ||
          uses.isUsedBy(position, region) || !hasPartner(statements[position].op, region) ||
          uses.placeOf(position, region) != region)
        continue;
      const auto &inits = std::get<WithAccumulators>(statements[region].op).inits;
      if (llvm::any_of(inits, [&](Value v) { return uses.usesAt(position).contains(v); }))
        continue;
      Statement kernel = uses.take(position), s = uses.take(region);
      auto &with = std::get<WithAccumulators>(s.op);
      for (Value &v : kernel.results) {
        s.results.push_back(v);
        v = values.freshLike(v);
        with.body.results.push_back(v);
      }
      with.body.statements.insert(with.body.statements.begin(), std::move(kernel));
      uses.put(region, std::move(s));
    }
  }
  bool hasPartner(const Op &kernel, unsigned region) const {
    return llvm::any_of(std::get<WithAccumulators>(statements[region].op).body.statements, [&](const Statement &s) {
      return isKernel(s.op) && hasEffect(s.op) && shapes.ofScalar(countOf(s.op)) == shapes.ofScalar(countOf(kernel)) &&
             llvm::any_of(arraysOf(s.op), [&](Value v) { return llvm::is_contained(arraysOf(kernel), v); });
    });
  }

  BlockUses uses;
  std::vector<Statement> &statements;
  ValueTable &values;
  Shapes &shapes;
};

void mergeIn(Block &block, ValueTable &values, Shapes &shapes, const std::vector<bool> &consumed) {
  AccumulatorMerge(block, values, shapes, consumed).run();
  for (Statement &s : block.statements)
    forEachBlock(s.op, [&](Block &inner) { mergeIn(inner, values, shapes, consumed); });
}

} // namespace

Function mergeAccumulators(Function function) {
  Shapes shapes(function);
  const std::vector<bool> consumed = consumedValues(function);
  mergeIn(function.body, function.values, shapes, consumed);
  return function;
}

} // namespace soac::optimise
