// Numbers that a loop carries, and that a trip keeps or replaces by a term in which no number of another trip is: the loop gives the term
// of the last trip that has replaced it. Before it is differentiated, the loop says which trip this is, whose term is computed once more:
//   m = loop n, (a) |i, x| { t = f(i);  c = t < x;  y = if c { t } else { x }  yield y }
//   ->   m', p = loop n, (a, -1) |i, x, q| { t = f(i);  c = t < x;  y, r = if c { t, i } else { x, q }  yield y, r }
//        m = if p >= 0 { f(p) } else { a }
// Derivatives of m go to the one term, and none through the loop, which has no checkpoints then: x is read by comparisons alone. Value
// and derivative are the loop's own also where terms are equal or NaN, since the same comparison decides.
#include "analysis/DefUse.h"
#include "ir/Builder.h"
#include "ir/Walk.h"
#include "optimise/passes/PassList.h"
#include "optimise/passes/TripSlice.h"
#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::optimise {
namespace {

using namespace ir;

/// How a trip changes carried number `k`.
struct Choice {
  std::size_t k;
  std::size_t step;     ///< the number of the statement that does
  Value term;
  bool isThen = false;  ///< of a branch: the side that replaces the number
  Block ofTrip = {};    ///< |i| { f(i) }
};

class ChosenTerms {
public:
  explicit ChosenTerms(Function &f) : values(f.values), original(f.body), definitions(original) { block(f.body, false); }

private:
  ValueTable &values;
  const Block original; ///< stays where it is
  const analysis::DefUse definitions;

  void block(Block &b, bool isDifferentiated) {
    std::vector<Statement> made;
    for (Statement &s : b.statements) {
      forEachBlock(s.op, [&](Block &inner) { block(inner, isDifferentiated || std::holds_alternative<Differentiate>(s.op)); });
      auto choices = isDifferentiated ? choicesOf(s) : std::vector<Choice>();
      if (choices.empty())
        made.push_back(std::move(s));
      else
        choose(std::move(s), choices, made);
    }
    b.statements = std::move(made);
  }

  std::vector<Choice> choicesOf(const Statement &s) const {
    const auto *loop = std::get_if<Loop>(&s.op);
    const auto isAsItIs = [](const LoopAnnotations &a) { return a.stripmine != 1 || a.revolve != 0 || a.bound; };
    std::vector<Choice> choices;
    if (!loop || !loop->isCounted() || isAsItIs(loop->annotations))
      return choices;
    for (auto [k, r] : llvm::enumerate(s.results))
      if (const Type type = values.type(r); type.isScalar() && isFloat(type.scalar) && definitions.uses(r) > 0)
        if (auto choice = choiceOf(*loop, k))
          choices.push_back(std::move(*choice));
    return choices;
  }

  std::optional<Choice> choiceOf(const Loop &loop, std::size_t k) const {
    const Value x = loop.body.parameters[k + 1], next = loop.body.results[k];
    const auto step = llvm::find_if(loop.body.statements, [&](const Statement &s) { return llvm::is_contained(s.results, next); });
    if (step == loop.body.statements.end() || countUses(next, loop.body) != 1)
      return std::nullopt;
    Choice choice{k, static_cast<std::size_t>(step - loop.body.statements.begin()), {}};
    const Block *from = nullptr;
    if (const auto *branch = std::get_if<If>(&step->op)) {
      const auto at = static_cast<std::size_t>(llvm::find(step->results, next) - step->results.begin());
      choice.isThen = branch->otherwise.results[at] == x;
      if (!choice.isThen && branch->then.results[at] != x)
        return std::nullopt;
      from = choice.isThen ? &branch->then : &branch->otherwise;
      choice.term = from->results[at];
    } else if (const auto *apply = std::get_if<Apply>(&step->op); apply && isExtreme(apply->prim)) {
      const bool isFirst = apply->arguments[0] == x;
      if (!isFirst && apply->arguments[1] != x)
        return std::nullopt;
      choice.term = apply->arguments[isFirst ? 1 : 0];
    } else {
      return std::nullopt;
    }
    if (countUses(x, loop.body) != comparisons(x, loop.body) + 1)
      return std::nullopt;
    auto ofTrip = TripSlice(loop, from, values).of(choice.term);
    if (!ofTrip)
      return std::nullopt;
    choice.ofTrip = std::move(*ofTrip);
    if (hasBlocks(choice.ofTrip) && countUses(choice.term, loop.body) != comparisons(choice.term, loop.body) + 1)
      return std::nullopt; // its derivative goes through the loop anyway
    return choice;
  }
  static bool isExtreme(Prim p) { return llvm::is_contained({Prim::Min, Prim::Max, Prim::FMin, Prim::FMax}, p); }

  /// How often comparisons read x.
  std::size_t comparisons(Value x, const Block &b) const {
    std::size_t n = 0;
    forEachStatement(b, [&](const Statement &s) {
      if (const auto *apply = std::get_if<Apply>(&s.op); apply && values.type(s.results[0]).scalar == Scalar::Bool)
        n += static_cast<std::size_t>(llvm::count(apply->arguments, x));
    });
    return n;
  }

  void choose(Statement s, std::vector<Choice> &choices, std::vector<Statement> &out) {
    auto &loop = std::get<Loop>(s.op);
    Values given, places;
    for (const Choice &choice : choices) {
      const Value q = values.fresh(indexType, Name("trip"));
      const Value next = placeAfter(loop, choice, q);
      loop.inits.push_back(values.constantIndex(-1));
      loop.body.parameters.push_back(q);
      loop.body.results.push_back(next);
      given.push_back(s.results[choice.k]);
      s.results[choice.k] = values.freshLike(given.back());
      s.results.push_back(values.freshLike(q));
      places.push_back(s.results.back());
    }
    const SourceLocation location = s.location;
    const Values inits = loop.inits;
    out.push_back(std::move(s));
    Builder b(values, out, location);
    for (auto [choice, r, place] : llvm::zip_equal(choices, given, places)) {
      If made{b.apply(Prim::Ge, {place, b.index(0)}), {}, {{}, {}, {inits[choice.k]}}};
      Builder in(values, made.then.statements, location);
      made.then.results = in.inlineBlock(choice.ofTrip, {place});
      out.push_back({{r}, std::move(made), location});
    }
  }

  /// The trip that has replaced the number last, after a trip before which that is `q`.
  Value placeAfter(Loop &loop, const Choice &choice, Value q) {
    const Value i = loop.body.parameters[0], next = values.freshLike(q);
    Statement &step = loop.body.statements[choice.step];
    if (auto *branch = std::get_if<If>(&step.op)) {
      branch->then.results.push_back(choice.isThen ? i : q);
      branch->otherwise.results.push_back(choice.isThen ? q : i);
      step.results.push_back(next);
      return next;
    }
    const Apply apply = std::get<Apply>(step.op);
    Builder b(values, loop.body.statements, step.location);
    const Value second = secondIsTaken(apply, b);
    const bool isTermFirst = apply.arguments[0] == choice.term;
    b.statements().push_back({{next}, If{second, {{}, {}, {isTermFirst ? q : i}}, {{}, {}, {isTermFirst ? i : q}}}, b.location});
    return next;
  }

  /// As the primitive's own partial derivatives have it.
  Value secondIsTaken(const Apply &apply, Builder &b) const {
    const Value first = apply.arguments[0], second = apply.arguments[1];
    const bool isLeast = apply.prim == Prim::Min || apply.prim == Prim::FMin;
    const Value isBetter = isLeast ? b.lessThan(second, first) : b.lessThan(first, second);
    if (apply.prim == Prim::Min || apply.prim == Prim::Max)
      return isBetter;
    return b.apply(Prim::Or, {isBetter, b.apply(Prim::IsNan, {first})});
  }
};

} // namespace

Function chooseTerms(Function function) {
  ChosenTerms run(function);
  return function;
}

} // namespace soac::optimise
