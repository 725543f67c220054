#include "optimise/passes/OrderFree.h"

#include "analysis/Accesses.h"
#include "analysis/CarriedSums.h"
#include "analysis/Effects.h"
#include "analysis/IndexRanges.h"
#include "analysis/Operators.h"
#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/Sequence.h>

namespace soac::optimise {

using namespace analysis;
using namespace ir;

namespace {

class Iteration {
public:
  Iteration(const Block &body, const ValueTable &values, const DefUse *definitions = nullptr)
      : body(body), values(values), definitions(definitions) {}

  /// `isSum`: of the number that a loop carries at a position.
  std::optional<Effects> effects(llvm::function_ref<bool(std::size_t)> isSum = [](std::size_t) { return false; }) {
    for (std::size_t k = 0; k + 1 < body.parameters.size(); ++k)
      if (values.type(body.parameters[k + 1]).isArray())
        carried[body.parameters[k + 1]] = k;
      else if (!isSum(k))
        return std::nullopt;
    touched.resize(body.parameters.size() - 1);
    const auto accesses = elementAccesses(body, values);
    if (!accesses || !llvm::all_of(accesses->all, [&](const ElementAccess &access) { return visit(access); }))
      return std::nullopt;
    for (const Statement *s : accesses->branches)
      if (llvm::any_of(s->results, [&](Value v) { return values.type(v).isArray(); }))
        return std::nullopt;
    result.hasBranches = !accesses->branches.empty();
    const IndexSteps steps(values, body, body.parameters[0]);
    for (std::size_t k = 0; k < touched.size(); ++k)
      if (values.type(body.parameters[k + 1]).isArray() &&
          (baseOf(body.results[k]) != k || !(haveOneElement(touched[k], steps) || areApart(touched[k]))))
        return std::nullopt;
    return result;
  }

private:
  std::optional<std::size_t> baseOf(Value array) const {
    const auto it = carried.find(array);
    return it == carried.end() ? std::nullopt : std::optional(it->second);
  }
  struct Touch {
    bool isWrite;
    const Values *indices;
  };
  static bool haveOneElement(llvm::ArrayRef<Touch> touches, const IndexSteps &steps) {
    const auto isSame = [&](const Touch &t) { return *t.indices == *touches.front().indices; };
    return touches.empty() || (llvm::all_of(touches, isSame) && steps.areDistinct(*touches.front().indices));
  }
  bool areApart(llvm::ArrayRef<Touch> touches) const {
    if (!definitions)
      return false;
    const IndexRanges ranges(values, *definitions, body);
    const auto isConstant = [&](Value array) { return !carried.contains(array); };
    for (const Touch &a : touches)
      for (const Touch &b : touches)
        if (a.isWrite && !ranges.areApart(*a.indices, *b.indices, isConstant))
          return false;
    return true;
  }

  // False for what is not known.
  bool visit(const ElementAccess &access) {
    if (access.kind == ElementAccess::Addition) {
      if (!access.isInBranch)
        result.accumulates.push_back(access.statement);
      return true;
    }
    const auto k = baseOf(access.array);
    if (access.kind == ElementAccess::Write) {
      if (access.isInBranch || !k)
        return false;
      carried[access.statement->results[0]] = *k;
      result.updates.push_back(access.statement);
    }
    if (k)
      touched[*k].push_back({access.kind == ElementAccess::Write, access.indices});
    return true;
  }

  const Block &body;
  const ValueTable &values;
  const DefUse *const definitions;
  llvm::DenseMap<Value, std::size_t> carried; ///< the number of the carried array, also for its updated values
  std::vector<std::vector<Touch>> touched; ///< of each carried array
  Effects result;
};

/// The elements of a carried array that the body reads and writes, in any blocks.
class Touched {
public:
  struct Element {
    bool isWrite;
    const Values *indices;
  };
  Touched(const Block &body, std::size_t position) {
    versions.insert(body.parameters[position + 1]);
    visit(body);
    for (const auto &[k, v] : llvm::enumerate(body.results))
      known &= isVersion(v) == (k == position);
  }
  bool isVersion(Value v) const { return versions.contains(v); }
  /// False where something else happens to the array than that elements are read and written.
  bool isKnown() const { return known; }
  llvm::ArrayRef<Element> elements() const { return all; }

private:
  void visit(const Block &block) {
    for (const Statement &s : block.statements)
      visit(s);
  }
  void visit(const Statement &s) {
    if (const auto *index = std::get_if<Index>(&s.op)) {
      if (isVersion(index->array))
        all.push_back({false, &index->indices});
    } else if (const auto *update = std::get_if<Update>(&s.op)) {
      known &= !isVersion(update->value);
      if (isVersion(update->array))
        all.push_back({true, &update->indices});
      passOn({update->array}, s.results[0]);
    } else if (const auto *loop = std::get_if<Loop>(&s.op)) {
      for (std::size_t k = 0; k < loop->inits.size(); ++k) {
        passOn({loop->inits[k]}, loop->body.parameters[k + loop->isCounted()]);
        if (!loop->isCounted())
          passOn({loop->inits[k]}, loop->condition.parameters[k]);
      }
      visit(loop->condition);
      visit(loop->body);
      for (std::size_t k = 0; k < loop->inits.size(); ++k)
        passOn({loop->inits[k], loop->body.results[k]}, s.results[k]);
    } else if (const auto *branch = std::get_if<If>(&s.op)) {
      visit(branch->then);
      visit(branch->otherwise);
      for (std::size_t k = 0; k < s.results.size(); ++k)
        passOn({branch->then.results[k], branch->otherwise.results[k]}, s.results[k]);
    } else if (const auto *region = std::get_if<WithAccumulators>(&s.op)) {
      known &= llvm::none_of(region->inits, [&](Value v) { return isVersion(v); });
      visit(region->body);
      for (auto [result, own] : llvm::zip_equal(llvm::drop_begin(s.results, region->inits.size()), region->body.results))
        passOn({own}, result);
    } else {
      forEachOperand(s.op, [&](Value v) { known &= !isVersion(v) || std::holds_alternative<Extent>(s.op); });
      forEachBlock(s.op, [&](const Block &inner) {
        visit(inner);
        known &= llvm::none_of(inner.results, [&](Value v) { return isVersion(v); });
      });
    }
  }
  void passOn(std::initializer_list<Value> sources, Value made) {
    const auto count = static_cast<std::size_t>(llvm::count_if(sources, [&](Value v) { return isVersion(v); }));
    known &= count == 0 || count == sources.size();
    if (count > 0)
      versions.insert(made);
  }

  llvm::DenseSet<Value> versions;
  std::vector<Element> all;
  bool known = true;
};

} // namespace

std::optional<Effects> orderFree(const Loop &loop, const ValueTable &values, const DefUse *definitions) {
  if (!loop.isCounted())
    return std::nullopt;
  return Iteration(loop.body, values, definitions).effects();
}

std::optional<Effects> orderFreeBesideSums(const Loop &loop, const ValueTable &values, const DefUse &definitions) {
  if (!loop.isCounted())
    return std::nullopt;
  return Iteration(loop.body, values, &definitions).effects([&](std::size_t k) { return carriedSum(loop, k, values).has_value(); });
}

bool hasFreeOrderBesideSums(const Loop &loop, const ValueTable &values, const DefUse &definitions) {
  const auto isFree = [&](std::size_t k) { return values.type(loop.inits[k]).isArray() || carriedSum(loop, k, values); };
  return loop.isCounted() && llvm::all_of(llvm::seq<std::size_t>(0, loop.inits.size()), isFree) && arraysHaveFreeOrder(loop, values, definitions);
}

bool hasFreeOrder(const Loop &loop, const ValueTable &values, const DefUse &definitions) {
  return llvm::all_of(loop.inits, [&](Value v) { return values.type(v).isArray(); }) && arraysHaveFreeOrder(loop, values, definitions);
}

bool arraysHaveFreeOrder(const Loop &loop, const ValueTable &values, const DefUse &definitions) {
  if (!loop.isCounted() || loop.annotations.stripmine != 1 || !loop.annotations.noFalseDependencies.empty() ||
      llvm::any_of(loop.body.statements, [](const Statement &s) { return hasCheck(s.op); }))
    return false;
  std::vector<Touched> arrays;
  for (std::size_t k = 0; k < loop.inits.size(); ++k)
    if (values.type(loop.inits[k]).isArray())
      arrays.emplace_back(loop.body, k);
  const auto isConstant = [&](Value array) { return llvm::none_of(arrays, [&](const Touched &a) { return a.isVersion(array); }); };
  const IndexRanges ranges(values, definitions, loop.body);
  return llvm::all_of(arrays, [&](const Touched &array) {
    return array.isKnown() && llvm::all_of(array.elements(), [&](const Touched::Element &a) {
             return !a.isWrite || llvm::all_of(array.elements(), [&](const Touched::Element &b) {
               return ranges.areApart(*a.indices, *b.indices, isConstant);
             });
           });
  });
}

std::optional<Effects> orderFree(const MapReduce &kernel, const ValueTable &values) {
  const bool isSumOnly = llvm::all_of(kernel.reductions, [&](const Reduction &r) {
    return r.op.statements.size() == 1 && values.type(r.op.results[0]).isScalar() &&
           analysis::primitiveOperator(r.op) == Prim::Add;
  });
  if (!isSumOnly || !kernel.arrays.empty() || kernel.fn.results.size() != kernel.reductions.size())
    return std::nullopt;
  return Iteration(kernel.fn, values).effects();
}

} // namespace soac::optimise
