#include "schedule/FreeLoops.h"

#include "analysis/IndexRanges.h"
#include "ir/Fields.h"
#include "ir/Walk.h"
#include "prims/Prims.h"
#include "support/Overloaded.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/STLExtras.h>

namespace soac::schedule {

using namespace ir;

namespace {

/// Where the elements of a value are: in an array from outside the body or one that the loop carries, at indices of which
/// some may not be known (no value); or in memory of the iteration.
struct Elements {
  Value array;
  Values indices = {};
  bool isOwn = false;
  friend bool operator==(const Elements &, const Elements &) = default;
};

enum class Touch : std::uint8_t { Read, Write, Addition };

class Body {
public:
  Body(const Block &body, const Function &function, const Uses &uses, const MemoryPlan &plan)
      : body(body), function(function), uses(uses), plan(plan),
        ranges(function.values, uses, body) {}

  std::optional<Values> addedInLoop() {
    if (!isWithoutScalars() || !block(body) || !endsInPlace())
      return std::nullopt;
    return added();
  }
  std::optional<Values> addedInKernel(llvm::ArrayRef<Value> arrays) {
    bindRows(arrays, body, body.parameters[0]);
    return block(body) ? added() : std::nullopt;
  }

private:
  std::optional<Values> added() const {
    Values result;
    for (const auto &[array, touches] : touched) {
      if (isOnlyRead(touches))
        continue;
      if (mayBeAnother(array))
        return std::nullopt;
      if (isOfIteration(touches))
        continue;
      const auto isAddition = [](const auto &t) { return t.first == Touch::Addition; };
      if (!function.type(array).accumulator || !llvm::all_of(touches, isAddition))
        return std::nullopt;
      result.push_back(array);
    }
    return result;
  }

  const Block &body;
  const Function &function;
  const Uses &uses;
  const MemoryPlan &plan;
  const analysis::IndexRanges ranges;
  llvm::DenseMap<Value, Elements> known;
  using Touches = std::vector<std::pair<Touch, Values>>; ///< each once
  llvm::MapVector<Value, Touches> touched;

  static bool isOnlyRead(const Touches &touches) {
    return llvm::all_of(touches, [](const auto &t) { return t.first == Touch::Read; });
  }
  bool isArray(Value v) const { return function.type(v).isArray(); }

  /// No number goes from one iteration to the next.
  bool isWithoutScalars() const {
    return llvm::none_of(llvm::drop_begin(body.parameters),
                         [&](Value v) { return function.type(v).isScalar() && uses.count(v) > 0; });
  }
  /// What the loop carries stays where it is.
  bool endsInPlace() const {
    return llvm::all_of(llvm::zip(llvm::drop_begin(body.parameters), body.results), [&](const auto &pair) {
      const auto [parameter, result] = pair;
      return !isArray(parameter) || elements(result) == elements(parameter);
    });
  }

  Elements elements(Value v) const {
    const auto found = known.find(v);
    return found == known.end() ? Elements{v} : found->second;
  }
  Elements part(Value array, llvm::ArrayRef<Value> indices) const {
    Elements result = elements(array);
    result.indices.append(indices.begin(), indices.end());
    return result;
  }
  void touch(Touch how, const Elements &e) {
    if (e.isOwn)
      return;
    Touches &touches = touched[e.array];
    if (std::pair one(how, e.indices); !llvm::is_contained(touches, one))
      touches.push_back(std::move(one));
  }
  void readWhole(Value v) {
    if (isArray(v))
      touch(Touch::Read, elements(v));
  }
  void own(Value v) {
    if (isArray(v))
      known[v] = {v, {}, true};
  }

  bool block(const Block &b) {
    return llvm::all_of(b.statements, [&](const Statement &s) { return statement(s); });
  }

  bool statement(const Statement &s) {
    return std::visit(
        Overloaded{[](const Apply &) { return true; }, [](const Extent &) { return true; },
                   [](const Check &) { return true; },
                   [&](const Index &op) {
                     const Elements e = part(op.array, op.indices);
                     if (isArray(s.results[0]))
                       known[s.results[0]] = e;
                     else
                       touch(Touch::Read, e);
                     return true;
                   },
                   [&](const Update &op) {
                     readWhole(op.value);
                     touch(Touch::Write, part(op.array, op.indices));
                     known[s.results[0]] = elements(op.array);
                     return !plan.copies(s.results[0]);
                   },
                   [&](const Accumulate &op) {
                     readWhole(op.value);
                     touch(Touch::Addition, part(op.accumulator, op.indices));
                     return true;
                   },
                   [&](const If &op) { return branch(op, s); }, [&](const Loop &op) { return inner(op, s); },
                   [&](const WithAccumulators &op) { return with(op, s); },
                   [&](const OneOf<Map, MapReduce> auto &op) { return kernel(op.arrays, op.fn, s); },
                   [](const Call &) { return false; }, [](const Invoke &) { return false; },
                   [](const Argsort &) { return false; }, [](const Repeated &) { return false; },
                   [](const Scatter &) { return false; },
                   [](const OneOf<Reduce, Scan, ReduceByIndex, WithRules, Differentiate> auto &) { return false; },
                   [&](const WithoutBlocks auto &) { return fresh(s); }},
        s.op);
  }

  /// An array of the iteration's own, made of others.
  bool fresh(const Statement &s) {
    bool isFresh = true;
    forEachOperand(s.op, [&](Value v) {
      readWhole(v);
      isFresh = isFresh && (!isArray(v) || elements(v).isOwn || !isCarried(elements(v).array));
    });
    llvm::for_each(s.results, [&](Value r) { own(r); });
    return isFresh;
  }
  bool isCarried(Value array) const { return llvm::is_contained(body.parameters, array); }

  bool branch(const If &op, const Statement &s) {
    if (!block(op.then) || !block(op.otherwise))
      return false;
    for (auto [k, r] : llvm::enumerate(s.results)) {
      if (!isArray(r))
        continue;
      const Elements a = elements(op.then.results[k]), b = elements(op.otherwise.results[k]);
      if (a.isOwn && b.isOwn)
        own(r);
      else if (a == b)
        known[r] = a;
      else
        return false;
    }
    return true;
  }

  /// The arrays that an inner loop or region carries: in place, or in a copy.
  void carry(llvm::ArrayRef<Value> inits, llvm::ArrayRef<Value> parameters, llvm::ArrayRef<Value> results) {
    for (auto [init, p, r] : llvm::zip(inits, parameters, results)) {
      if (!isArray(p) && !function.type(p).accumulator)
        continue;
      if (plan.copies(r)) {
        readWhole(init);
        known[p] = {p, {}, true};
      } else {
        known[p] = elements(init);
      }
    }
  }
  bool inner(const Loop &op, const Statement &s) {
    const auto parameters = llvm::ArrayRef<Value>(op.body.parameters).drop_front(op.isCounted());
    carry(op.inits, parameters, s.results);
    if (!op.isCounted())
      carry(op.inits, op.condition.parameters, s.results);
    if (!block(op.condition) || !block(op.body))
      return false;
    for (auto [k, r] : llvm::enumerate(s.results)) {
      if (!isArray(r))
        continue;
      const Elements begin = elements(parameters[k]), end = elements(op.body.results[k]);
      if (!(begin.isOwn && end.isOwn) && (!(begin == end) || !plan.stable(r)))
        return false;
      known[r] = begin;
    }
    return true;
  }
  bool with(const WithAccumulators &op, const Statement &s) {
    carry(op.inits, op.body.parameters, s.results);
    if (!block(op.body))
      return false;
    for (auto [k, r] : llvm::enumerate(s.results))
      if (isArray(r))
        known[r] = elements(k < op.inits.size() ? op.body.parameters[k] : op.body.results[k - op.inits.size()]);
    return true;
  }
  /// The parameters of a kernel are elements or rows of arrays.
  void bindRows(llvm::ArrayRef<Value> arrays, const Block &fn, Value index) {
    for (auto [array, p] : llvm::zip_equal(arrays, llvm::drop_begin(fn.parameters))) {
      const Elements e = part(array, {index});
      if (isArray(p))
        known[p] = e;
      else
        touch(Touch::Read, e);
    }
  }
  bool kernel(llvm::ArrayRef<Value> arrays, const Block &fn, const Statement &s) {
    bindRows(arrays, fn, fn.parameters[0]);
    if (!block(fn))
      return false;
    llvm::for_each(fn.results, [&](Value r) { readWhole(r); });
    llvm::for_each(s.results, [&](Value r) { own(r); });
    return true;
  }

  /// Does the array share memory with another one that the iterations touch?
  bool mayBeAnother(Value array) const {
    return llvm::any_of(touched, [&](const auto &other) { return other.first != array && plan.mayAlias(array, other.first); });
  }

  /// Is every element that they touch one of the iteration's?
  bool isOfIteration(const Touches &touches) const {
    const auto isConstant = [&](Value array) { return !touched.contains(elements(array).array) || isOnlyRead(touched.lookup(array)); };
    for (auto a = touches.begin(); a != touches.end(); ++a)
      for (auto b = a; b != touches.end(); ++b)
        if (!(a->first == Touch::Read && b->first == Touch::Read) && !ranges.areApart(a->second, b->second, isConstant))
          return false;
    return true;
  }
};

} // namespace

const std::optional<Values> &FreeLoops::added(const Statement &s) const {
  const auto [entry, isNew] = known.try_emplace(&s);
  if (!isNew)
    return entry->second;
  const auto isInPlace = [&](Value r) {
    return function.type(r).isArray() ? plan.stable(r) : uses.count(r) == 0;
  };
  std::optional<Values> result;
  if (const auto *loop = std::get_if<Loop>(&s.op)) {
    if (loop->isCounted() && llvm::all_of(s.results, isInPlace))
      result = Body(loop->body, function, uses, plan).addedInLoop();
  } else if (const auto *map = std::get_if<Map>(&s.op)) {
    result = Body(map->fn, function, uses, plan).addedInKernel(map->arrays);
  } else if (const auto *reduction = std::get_if<MapReduce>(&s.op)) {
    result = Body(reduction->fn, function, uses, plan).addedInKernel(reduction->arrays);
  }
  return known[&s] = std::move(result);
}

} // namespace soac::schedule
