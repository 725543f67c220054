// Reductions that are written as loops: a carried floating-point scalar to which each trip adds a term that depends on no carried value
// is a sum over the trips; one that becomes a term where that is greater, or less, the greatest or least of them. A loop that carries only
// such scalars becomes a map-reduction, whose order is free:
//   s = loop n, (a) |i, x| { yield x + f(i) }        ->   t = sum i < max(n, 0) { f(i) };  s = a + t
//   m = loop n, (a) |i, x| { yield max(x, f(i)) }    ->   m = max(a, max i < max(n, 0) { f(i) })
// Before differentiation it becomes a map and reductions, and only where it has a greatest or least: their adjoint knows the place
// where it is, in the place of a checkpoint for each trip.
#include "optimise/passes/PassList.h"

#include "ir/Builder.h"
#include "ir/Walk.h"
#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>

#include <cmath>

namespace soac::optimise {
namespace {

using namespace ir;

class LoopReductions {
public:
  LoopReductions(Function &f, bool isBeforeAd) : values(f.values), isBeforeAd(isBeforeAd) { block(f.body); }

private:
  /// How a carried value takes in the term of a trip.
  struct Step {
    Prim join; ///< Add, Sub, Max or Min
    Value term;
    llvm::SmallVector<const Statement *, 2> statements; ///< these do nothing else
    bool isExtreme() const { return join == Prim::Max || join == Prim::Min; }
  };

  void block(Block &b) {
    std::vector<Statement> kept;
    kept.reserve(b.statements.size());
    for (Statement &s : b.statements) {
      forEachBlock(s.op, [&](Block &inner) { block(inner); });
      const auto *loop = std::get_if<Loop>(&s.op);
      if (const auto steps = loop ? stepsOf(*loop) : std::vector<Step>(); !steps.empty())
        reduce(std::move(std::get<Loop>(s.op)), steps, s, kept);
      else
        kept.push_back(std::move(s));
    }
    b.statements = std::move(kept);
  }

  /// Of each carried value, none where one is something else: all are floating-point scalars that nothing but their own step reads.
  std::vector<Step> stepsOf(const Loop &loop) const {
    const bool isCheckpointed = loop.annotations.stripmine > 1 || loop.annotations.revolve > 0; // as the user says
    if (!loop.isCounted() || loop.annotations.bound || (isBeforeAd && isCheckpointed))
      return {};
    std::vector<Step> steps;
    std::size_t own = 0, all = 0;
    llvm::SmallDenseSet<Value, 4> carried;
    for (std::size_t k = 0; k < loop.inits.size(); ++k) {
      const Value v = loop.body.parameters[k + 1];
      if (values.type(v).isArray() || !isFloat(values.type(v).scalar))
        return {};
      auto step = stepOf(loop, k);
      if (!step)
        return {};
      carried.insert(v);
      own += step->statements.size();
      steps.push_back(std::move(*step));
    }
    forEachUse(loop.body, [&](Value v) { all += carried.contains(v); });
    return all == own && (!isBeforeAd || llvm::any_of(steps, [](const Step &s) { return s.isExtreme(); })) ? steps : std::vector<Step>();
  }

  /// next = x + term, term + x, x - term, max(x, term), min(x, term), fmax and fmin of them, or a branch that says so.
  std::optional<Step> stepOf(const Loop &loop, std::size_t k) const {
    const Value next = loop.body.results[k], x = loop.body.parameters[k + 1];
    const Statement *s = definition(next, loop.body);
    if (!s || countUses(next, loop.body) != 1)
      return std::nullopt;
    if (const auto *branch = std::get_if<If>(&s->op))
      return stepOf(*branch, *s, x, loop.body);
    const auto *apply = std::get_if<Apply>(&s->op);
    if (!apply || apply->arguments.size() != 2)
      return std::nullopt;
    const bool isFirst = apply->arguments[0] == x, isSecond = apply->arguments[1] == x;
    const Prim join = withoutNan(apply->prim, loop.inits[k]);
    const bool isStep = (join == Prim::Add && isFirst != isSecond) ||
                        (llvm::is_contained({Prim::Sub, Prim::Max, Prim::Min}, join) && isFirst && !isSecond);
    return isStep ? std::optional(Step{join, apply->arguments[isFirst ? 1 : 0], {s}}) : std::nullopt;
  }
  /// fmax(x, term) passes over a NaN among the terms, as max(x, term) does where x begins with a number: it is never NaN then.
  Prim withoutNan(Prim p, Value init) const {
    const auto begin = values.asFloat(init);
    const bool isNumber = begin && !std::isnan(*begin);
    return isNumber && p == Prim::FMax ? Prim::Max : isNumber && p == Prim::FMin ? Prim::Min : p;
  }
  /// if x < term { yield term } else { yield x }
  std::optional<Step> stepOf(const If &branch, const Statement &s, Value x, const Block &body) const {
    const Statement *test = definition(branch.condition, body);
    const auto *comparison = test ? std::get_if<Apply>(&test->op) : nullptr;
    if (!comparison || !(comparison->prim == Prim::Lt || comparison->prim == Prim::Gt) || s.results.size() != 1 ||
        countUses(branch.condition, body) != 1 || !branch.then.statements.empty() || !branch.otherwise.statements.empty())
      return std::nullopt;
    const Value term = branch.then.results[0];
    Value less = comparison->arguments[0], greater = comparison->arguments[1];
    if (comparison->prim == Prim::Gt)
      std::swap(less, greater);
    if (branch.otherwise.results[0] != x || term == x)
      return std::nullopt;
    if (less == x && greater == term)
      return Step{Prim::Max, term, {test, &s}};
    if (less == term && greater == x)
      return Step{Prim::Min, term, {test, &s}};
    return std::nullopt;
  }
  static const Statement *definition(Value v, const Block &body) {
    const auto makes = [&](const Statement &s) { return llvm::is_contained(s.results, v); };
    const auto found = llvm::find_if(body.statements, makes);
    return found == body.statements.end() ? nullptr : &*found;
  }

  /// Sums start from zero, since a parallel sum starts more than once; first values other than zero are added to them.
  void reduce(Loop loop, llvm::ArrayRef<Step> steps, const Statement &s, std::vector<Statement> &out) {
    Block fn{{loop.body.parameters[0]}, {}, {}};
    for (const Step &step : steps)
      fn.results.push_back(step.term);
    const auto isStep = [&](const Statement &inner) {
      return llvm::any_of(steps, [&](const Step &step) { return llvm::is_contained(step.statements, &inner); });
    };
    for (Statement &inner : loop.body.statements)
      if (!isStep(inner))
        fn.statements.push_back(std::move(inner));
    Builder b(values, out, s.location);
    const Value count = b.apply(Prim::Max, {loop.count, b.index(0)});
    std::vector<Reduction> reductions;
    std::vector<Statement> additions;
    Values results(s.results);
    for (auto [k, step] : llvm::enumerate(steps)) {
      const Type type = values.type(s.results[k]);
      const Value init = loop.inits[k];
      if (step.isExtreme()) {
        const Prim join = step.join;
        reductions.push_back({{init}, b.block({type, type}, [&](Builder &in, llvm::ArrayRef<Value> p) {
                                return Values{in.apply(join, {p[0], p[1]})};
                              })});
        continue;
      }
      reductions.push_back({{values.zero(type.scalar)}, b.addBlock(type)});
      if (step.join == Prim::Add && isPositiveZero(init))
        continue;
      results[k] = values.fresh(type, values.name(s.results[k]));
      additions.push_back({{s.results[k]}, Apply{step.join, type.scalar, {init, results[k]}}, s.location});
    }
    if (isBeforeAd) {
      Values terms;
      for (Value term : fn.results)
        terms.push_back(values.fresh(Type(values.type(term).scalar, 1)));
      out.push_back({terms, Map{count, {}, std::move(fn)}, s.location});
      for (auto [k, reduction] : llvm::enumerate(reductions))
        out.push_back({{results[k]}, Reduce{count, {terms[k]}, reduction.neutral, std::move(reduction.op)}, s.location});
    } else {
      out.push_back({results, MapReduce{count, {}, std::move(fn), std::move(reductions)}, s.location});
    }
    llvm::move(additions, std::back_inserter(out));
  }
  bool isPositiveZero(Value v) const {
    const auto x = values.asFloat(v);
    return x == 0.0 && !std::signbit(*x);
  }

  ValueTable &values;
  bool isBeforeAd;
};

} // namespace

Function sumLoops(Function function) {
  LoopReductions run(function, /*isBeforeAd=*/false);
  return function;
}

Function reduceExtremes(Function function) {
  LoopReductions run(function, /*isBeforeAd=*/true);
  return function;
}

} // namespace soac::optimise
