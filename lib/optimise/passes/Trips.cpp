// Trips of loops whose step divides the distance that they go, without a division:
//   n = max((l * k + max(k, 1) - 1) / max(k, 1), 0)   ->   n = max(select k > 0, l, l * k)
// as `for (i = 0; i < l * k; i += k)` has them. Such a count may be computed in front of the loops around, which a quotient of
// integers may not, and equals that of other loops over the same parts of an array.
#include "optimise/passes/PassList.h"

#include "analysis/DefUse.h"
#include "analysis/Polynomial.h"
#include "ir/Builder.h"
#include "ir/Walk.h"
#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>

#include <algorithm>
#include <map>

namespace soac::optimise {
namespace {

using namespace ir;
using analysis::Polynomial;

class Trips {
public:
  explicit Trips(Function &f)
      : values(f.values), definitions(f.body), polynomials(values, definitions, [](Scalar s) { return s == Scalar::I64; }) {
    find(f.body);
    if (!known.empty())
      replace(f.body);
  }

private:
  struct Exact {
    Polynomial quotient, distance;
    Value step; ///< has its sign; unset: it is known and positive
  };

  void find(const Block &b) {
    for (const Statement &s : b.statements) {
      if (const auto *loop = std::get_if<Loop>(&s.op); loop && loop->isCounted() && !known.contains(loop->count))
        if (auto exact = exactOf(loop->count))
          known.try_emplace(loop->count, std::move(*exact));
      forEachBlock(s.op, [&](const Block &inner) { find(inner); });
    }
  }

  std::optional<Exact> exactOf(Value count) const {
    const Value open = analysis::openCount(count, values, definitions);
    const auto *division = open == count ? nullptr : definitions.as<Apply>(open);
    if (!division || division->prim != Prim::Div || division->type != Scalar::I64)
      return std::nullopt;
    const Value divisor = division->arguments[1];
    const auto *bounded = definitions.as<Apply>(divisor);
    const bool isBounded = bounded && bounded->prim == Prim::Max && values.asInt(bounded->arguments[1]) == 1;
    if (!isBounded && values.asInt(divisor).value_or(0) <= 0)
      return std::nullopt;
    const Value step = isBounded ? bounded->arguments[0] : Value{};
    const Polynomial distance = polynomials.of(division->arguments[0]) - polynomials.of(divisor) + 1;
    const Polynomial &by = polynomials.of(step ? step : divisor);
    auto quotient = divided(distance, by);
    return quotient ? std::optional(Exact{std::move(*quotient), distance, step ? signOf(by, step) : Value{}}) : std::nullopt;
  }

  /// A value that is positive where the step is: n of 2 * n.
  static Value signOf(const Polynomial &step, Value otherwise) {
    const auto &[factors, coefficient] = step.terms().front();
    return factors.size() == 1 && coefficient > 0 ? factors[0] : otherwise;
  }

  /// p / q, where q is one product and divides each of p.
  static std::optional<Polynomial> divided(const Polynomial &p, const Polynomial &q) {
    if (q.terms().size() != 1)
      return std::nullopt;
    const auto &[factors, divisor] = q.terms().front();
    Polynomial result;
    for (const auto &[product, coefficient] : p.terms()) {
      Polynomial::Monomial rest;
      std::set_difference(product.begin(), product.end(), factors.begin(), factors.end(), std::back_inserter(rest));
      if (rest.size() + factors.size() != product.size() || coefficient % divisor != 0)
        return std::nullopt;
      result = result + Polynomial(coefficient / divisor, rest);
    }
    return result;
  }

  void replace(Block &b) {
    std::vector<Statement> made;
    for (Statement &s : b.statements) {
      forEachBlock(s.op, [&](Block &inner) { replace(inner); });
      const auto exact = s.results.size() == 1 ? known.find(s.results[0]) : known.end();
      if (exact == known.end()) {
        made.push_back(std::move(s));
        continue;
      }
      Builder in(values, made, s.location);
      const auto &[quotient, distance, step] = exact->second;
      Value trips = valueOf(quotient, in);
      if (step)
        trips = in.select(in.lessThan(in.zero(values.type(step).scalar), step), trips, valueOf(distance, in));
      made.push_back({s.results, Apply{Prim::Max, Scalar::I64, {trips, in.index(0)}}, s.location});
    }
    b.statements = std::move(made);
  }

  ValueTable &values;
  const analysis::DefUse definitions;
  const analysis::Polynomials polynomials;
  std::map<Value, Exact> known;
};

} // namespace

Function countExactTrips(Function function) {
  Trips work(function);
  return function;
}

} // namespace soac::optimise
