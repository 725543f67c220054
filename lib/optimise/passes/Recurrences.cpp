// Closed forms of integers that counted loops carry, exact with wrap-around, and of signs and states that take turns.
//
//   x(i+1) = x(i) + c, c from outside:           x(i) = x(0) + i c, after the loop x(0) + max(count, 0) c
//   x(i+1) = p(i), a polynomial, and x(0) = p(-1):
//                                                x(i) = p(i - 1), after the loop p(max(count, 0) - 1)
//   the same with any x(0), and of any integer or truth value x(i+1) = c from outside:
//                                                x(i) = i == 0 ? x(0) : p(i - 1), after the loop
//                                                count <= 0 ? x(0) : p(count - 1)
//   x(i+1) = max(x(i), a i + c, ..), a and c from outside:
//                                                after the loop max(x(0), the larger of a 0 + c and a (count - 1) + c,
//                                                ..), x(0) when there is no trip
//   x(i+1) = -x(i), of any number:               x(i) = x(0) where i is even, else -x(0); after the loop likewise, of
//                                                the count
//   x(i+1) = f(x(i)), of constants alone, and x(0) a constant c, where c = f(f(c)) or c comes back a little later:
//                                                x(i) = c where i is even, else f(c); after the loop likewise
// so such values are never stored for a return sweep, and loops that only count fold altogether. Branches that agree on
// c add c; a `select` whose condition comes from outside may guard the maximum. The maximum takes a i + c without
// wrap-around: a number that wraps is no index in range.
#include "optimise/passes/PassList.h"

#include "analysis/Polynomial.h"
#include "ir/Walk.h"
#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/Sequence.h>

#include <limits>
#include <map>

namespace soac::optimise {
namespace {

using namespace analysis;
using namespace ir;

class Recurrences {
public:
  explicit Recurrences(Function &f) : values(f.values) {
    findLate(f.body);
    insertAround(f.body, [&](Statement &s, std::vector<Statement> &front, std::vector<Statement> &behind) {
      if (auto *loop = std::get_if<Loop>(&s.op); loop && loop->isCounted())
        closedForms(*loop, s, front, behind);
    });
  }

private:
  static constexpr unsigned mostTurns = 4; ///< of a state

  /// x + the sum of terms, each with a sign.
  using Terms = llvm::SmallVector<std::pair<Value, bool>, 2>;
  /// A carried integer that is `next` of the iteration before.
  struct Late {
    Polynomial next;
    bool isSoAtFirst; ///< its first value is `next` of iteration -1
  };
  struct Maximum {
    llvm::SmallVector<Polynomial::Line, 2> others; ///< in the loop's index
    Values guards;                                 ///< all must hold, else x stays
  };

  // Before any statement moves.
  void findLate(const Block &body) {
    const DefUse all(body);
    const Polynomials known(values, all, [](Scalar s) { return s == Scalar::I64; });
    forEachStatement(body, [&](const Statement &s) {
      const auto *loop = std::get_if<Loop>(&s.op);
      if (!loop || !loop->isCounted())
        return;
      for (std::size_t k = 0; k < loop->inits.size(); ++k)
        if (const Value next = loop->body.results[k]; values.type(next) == indexType) {
          const Polynomial &p = known.of(next);
          late.try_emplace(loop->body.parameters[k + 1], Late{p, at(p, loop->body.parameters[0], -1) == known.of(loop->inits[k])});
        }
    });
  }

  void look(const Block &body) {
    definitions.emplace(body);
    polynomials.emplace(values, *definitions, [](Scalar s) { return s == Scalar::I64; });
  }

  void closedForms(Loop &op, Statement &s, std::vector<Statement> &before, std::vector<Statement> &after) {
    look(op.body);
    for (std::size_t k = 0; k < op.inits.size(); ++k) {
      const Value x = op.body.parameters[k + 1], next = op.body.results[k];
      const Type type = values.type(x);
      if (type.isArray() || next == x)
        continue;
      if (const Apply *negated = apply(next, Prim::Neg); negated && negated->arguments[0] == x && mayNegate(*negated, op.inits[k])) {
        alternate(op, s, k, before, after);
        continue;
      }
      if (const auto all = turns(next, x, op.inits[k]); !all.empty()) {
        takeTurns(op, s, k, all, after);
        continue;
      }
      if (isOutside(next) && (isInteger(type.scalar) || type.scalar == Scalar::Bool)) {
        replaced(op, s, k, after);
        continue;
      }
      if (!isInteger(type.scalar))
        continue;
      if (const auto terms = increment(next, x))
        sum(op, s, k, *terms, before, after);
      else if (const auto p = late.find(x); p != late.end() && isFromOutside(p->second.next, op.body.parameters[0]))
        previous(op, s, k, p->second, after);
      else if (const auto m = type == indexType ? maximum(next, x, op.body.parameters[0]) : std::nullopt)
        largest(op, s, k, *m, after);
    }
  }

  // Recognition
  // --------------------------------------------------------------------------------------------------------

  const Apply *apply(Value v, Prim p) const {
    const auto *a = definitions->as<Apply>(v);
    return a && a->prim == p ? a : nullptr;
  }
  // Can the start value be negated where there is no iteration? The least of exact integers cannot.
  bool mayNegate(const Apply &negated, Value start) const {
    const auto number = values.asInt(start);
    return !negated.isExact || (number && *number > std::numeric_limits<std::int32_t>::min());
  }
  bool isOutside(Value v) const { return !definitions->isInside(v); }

  // Is p made of i and of values from outside of the loop at hand?
  bool isFromOutside(const Polynomial &p, Value i) const {
    return llvm::all_of(p.terms(), [&](const auto &term) {
      return llvm::all_of(term.first, [&](Value factor) { return factor == i || isOutside(factor); });
    });
  }
  // p with `to` for i.
  static Polynomial at(const Polynomial &p, Value i, const Polynomial &to) {
    const auto [slope, rest] = p.in(i);
    return slope.terms().empty() ? rest : at(slope, i, to) * to + rest;
  }

  // v - x as a sum of values from outside.
  std::optional<Terms> increment(Value v, Value x) const {
    if (v == x)
      return Terms{};
    const auto plus = [&](Value rest, Value term, bool isNegative) -> std::optional<Terms> {
      if (!isOutside(term))
        return std::nullopt;
      auto terms = increment(rest, x);
      if (terms)
        terms->push_back({term, isNegative});
      return terms;
    };
    if (const auto *a = apply(v, Prim::Add)) {
      if (auto terms = plus(a->arguments[0], a->arguments[1], false))
        return terms;
      return plus(a->arguments[1], a->arguments[0], false);
    }
    if (const auto *a = apply(v, Prim::Sub))
      return plus(a->arguments[0], a->arguments[1], true);
    if (const auto *branch = definitions->as<If>(v)) {
      const unsigned k = definitions->of(v)->position;
      auto one = increment(branch->then.results[k], x);
      auto other = increment(branch->otherwise.results[k], x);
      if (!one || !other)
        return std::nullopt;
      llvm::sort(*one);
      llvm::sort(*other);
      return *one == *other ? one : std::nullopt;
    }
    return std::nullopt;
  }

  // Does a sum of x and others fit in its type, as each of its additions does?
  bool isExactSum(Value v, Value x) const {
    const Apply *add = apply(v, Prim::Add), *sub = apply(v, Prim::Sub);
    const Apply *sum = add ? add : sub;
    return v == x ||
           (sum && sum->isExact && (isExactSum(sum->arguments[0], x) || (add && isExactSum(sum->arguments[1], x))));
  }

  // v as slope * i + rest, both from outside.
  std::optional<Polynomial::Line> line(Value v, Value i) const {
    Polynomial::Line result = polynomials->of(v).in(i);
    for (const Polynomial *part : {&result.slope, &result.rest})
      for (const auto &[product, coefficient] : part->terms())
        if (!llvm::all_of(product, [&](Value factor) { return isOutside(factor); }))
          return std::nullopt;
    return result;
  }

  // v = max(x, other), or x where a guard does not hold.
  std::optional<Maximum> maximum(Value v, Value x, Value i) const {
    if (const auto *choice = apply(v, Prim::Select)) {
      if (choice->arguments[2] != x || !isOutside(choice->arguments[0]))
        return std::nullopt;
      auto m = maximum(choice->arguments[1], x, i);
      if (m)
        m->guards.push_back(choice->arguments[0]);
      return m;
    }
    if (v == x)
      return Maximum{};
    const auto *max = apply(v, Prim::Max);
    if (!max)
      return std::nullopt;
    for (std::size_t k = 0; k < 2; ++k) {
      auto m = maximum(max->arguments[k], x, i);
      auto other = m && m->guards.empty() ? line(max->arguments[1 - k], i) : std::nullopt;
      if (other) {
        m->others.push_back(std::move(*other));
        return m;
      }
    }
    return std::nullopt;
  }

  // What x is in the iterations, until it is again what it was at first: where the next value follows from x alone, and
  // there are a few.
  llvm::SmallVector<std::int64_t, mostTurns> turns(Value next, Value x, Value init) const {
    const auto first = values.asInt(init);
    llvm::SmallVector<std::int64_t, mostTurns> all;
    for (auto now = first; now && all.size() < mostTurns;) {
      all.push_back(*now);
      unsigned steps = 0;
      now = valueAt(next, x, *now, steps);
      if (now == first)
        return all;
    }
    return {};
  }
  // The integer v where x is `number`; none where it is made of other things, or in many steps.
  std::optional<std::int64_t> valueAt(Value v, Value x, std::int64_t number, unsigned &steps) const {
    constexpr unsigned mostSteps = 64;
    if (v == x)
      return number;
    if (const auto constant = values.asInt(v))
      return constant;
    if (++steps > mostSteps)
      return std::nullopt;
    if (const auto *branch = definitions->as<If>(v)) {
      const auto condition = valueAt(branch->condition, x, number, steps);
      const Block *arm = condition && *condition ? &branch->then : &branch->otherwise;
      return condition ? valueAt(arm->results[definitions->of(v)->position], x, number, steps) : std::nullopt;
    }
    const auto *op = definitions->as<Apply>(v);
    llvm::SmallVector<prims::Number, 3> numbers;
    for (const Value argument : op ? llvm::ArrayRef(op->arguments) : llvm::ArrayRef<Value>()) {
      const Type type = values.type(argument);
      const auto i = type.isScalar() && !isFloat(type.scalar) ? valueAt(argument, x, number, steps) : std::nullopt;
      if (!i)
        return std::nullopt;
      numbers.push_back({.i = *i});
    }
    if (numbers.empty() || isFloat(op->type))
      return std::nullopt;
    const Scalar operand = values.type(op->arguments[op->prim == Prim::Select ? 1 : 0]).scalar;
    const auto computed = prims::evaluate(op->prim, operand, op->type, numbers);
    return computed ? std::optional(computed->i) : std::nullopt;
  }

  // Closed forms
  // -------------------------------------------------------------------------------------------------------

  // The loop carries a value that never changes in the place of value k.
  Value detach(Loop &op, Statement &s, std::size_t k) {
    const Value x = op.body.parameters[k + 1];
    op.body.parameters[k + 1] = values.fresh(values.type(x));
    op.body.results[k] = op.body.parameters[k + 1];
    return std::exchange(s.results[k], values.fresh(values.type(x)));
  }

  void sum(Loop &op, Statement &s, std::size_t k, const Terms &terms, std::vector<Statement> &before,
           std::vector<Statement> &after) {
    const Value x = op.body.parameters[k + 1], init = op.inits[k], i = op.body.parameters[0];
    const Scalar type = values.type(x).scalar;
    Builder outer(values, before, s.location);
    Value step = values.zero(type);
    for (auto [term, isNegative] : terms)
      step = isNegative ? outer.sub(step, term) : outer.add(step, term);

    // Narrow integers that fit in each iteration are those of an index that is as large.
    const bool isExact = type == Scalar::I32 && isExactSum(op.body.results[k], x);
    const auto at = [&](Value trip, Builder &b) {
      if (!isExact)
        return Apply{Prim::Add, type, {init, b.mul(b.cast(type, trip), step)}};
      return Apply{Prim::Cast, type, {b.add(b.cast(Scalar::I64, init), b.mul(trip, b.cast(Scalar::I64, step)))}, true};
    };
    const Value result = detach(op, s, k);
    std::vector<Statement> body;
    Builder inner(values, body, s.location);
    const Value current = inner.emit1(at(i, inner));
    values.setName(current, values.name(x));
    replaceInBody(op, k, x, current, std::move(body));

    Builder end(values, after, s.location);
    set(after, result, at(end.apply(Prim::Max, {op.count, end.index(0)}), end), s.location);
  }

  // x is the first value or its negative, in turns.
  void alternate(Loop &op, Statement &s, std::size_t k, std::vector<Statement> &before, std::vector<Statement> &after) {
    const Value x = op.body.parameters[k + 1], init = op.inits[k], i = op.body.parameters[0];
    const Value opposite = Builder(values, before, s.location).neg(init);
    const auto at = [&](Value trip, Builder &b) {
      return Apply{Prim::Select, values.type(x).scalar, {b.equal(b.apply(Prim::And, {trip, b.index(1)}), b.index(0)), init, opposite}};
    };
    const Value result = detach(op, s, k);
    std::vector<Statement> body;
    Builder inner(values, body, s.location);
    const Value current = inner.emit1(at(i, inner));
    values.setName(current, values.name(x));
    replaceInBody(op, k, x, current, std::move(body));

    Builder end(values, after, s.location);
    const Value trips = end.apply(Prim::Max, {op.count, end.index(0)});
    Apply last = at(trips, end);
    set(after, result, std::move(last), s.location);
  }

  // x is one of the constants after the other.
  void takeTurns(Loop &op, Statement &s, std::size_t k, llvm::ArrayRef<std::int64_t> turns,
                 std::vector<Statement> &after) {
    const Scalar type = values.type(op.body.parameters[k + 1]).scalar;
    follow(op, s, k, after, [&](Value trip, bool isInside, Builder &b) {
      const Value trips = isInside ? trip : b.apply(Prim::Max, {trip, b.index(0)});
      const auto count = static_cast<std::int64_t>(turns.size());
      const Value turn =
          count == 2 ? b.apply(Prim::And, {trips, b.index(1)}) : b.apply(Prim::Rem, {trips, b.index(count)});
      if (llvm::equal(turns, llvm::seq<std::int64_t>(0, count)))
        return b.cast(type, turn);
      Value now = values.constantInt(type, turns.back());
      for (std::int64_t t = count - 1; t-- > 0;)
        now = b.select(b.equal(turn, b.index(t)), values.constantInt(type, turns[static_cast<std::size_t>(t)]), now);
      return now;
    });
  }

  // Value k is `next` of the iteration before.
  void previous(Loop &op, Statement &s, std::size_t k, const Late &late, std::vector<Statement> &after) {
    const Value i = op.body.parameters[0];
    follow(op, s, k, after, [&](Value trip, bool isInside, Builder &b) {
      const Value count = isInside || !late.isSoAtFirst ? trip : b.apply(Prim::Max, {trip, b.index(0)});
      const Value last = valueOf(at(late.next, i, Polynomial(count) - 1), b);
      return late.isSoAtFirst ? last : b.select(isFirst(trip, isInside, b), op.inits[k], last);
    });
  }
  // Value k is the one that it has after every iteration, but for the first one.
  void replaced(Loop &op, Statement &s, std::size_t k, std::vector<Statement> &after) {
    const Value next = op.body.results[k];
    follow(op, s, k, after, [&](Value trip, bool isInside, Builder &b) { return b.select(isFirst(trip, isInside, b), op.inits[k], next); });
  }
  // Has there been no iteration before number `trip`?
  static Value isFirst(Value trip, bool isInside, Builder &b) {
    return isInside ? b.equal(trip, b.index(0)) : b.apply(Prim::Le, {trip, b.index(0)});
  }
  // Value k is what `at` makes of the number of the iteration, and after the loop of its count.
  void follow(Loop &op, Statement &s, std::size_t k, std::vector<Statement> &after, llvm::function_ref<Value(Value, bool, Builder &)> at) {
    const Value x = op.body.parameters[k + 1], i = op.body.parameters[0];
    std::vector<Statement> body;
    Builder inner(values, body, s.location);
    const Value current = at(i, true, inner);
    Builder end(values, after, s.location);
    const Value last = at(op.count, false, end);
    const Value result = detach(op, s, k);
    replaceInBody(op, k, x, current, std::move(body));
    const Scalar type = values.type(x).scalar;
    set(after, result, Apply{Prim::Or, type, {last, values.zero(type)}}, s.location);
  }

  // x is `current`, which `statements` compute, and the loop carries nothing in the place of value k.
  void replaceInBody(Loop &op, std::size_t k, Value x, Value current, std::vector<Statement> statements) {
    substitute(op.body, {{x, current}});
    op.body.results[k] = op.body.parameters[k + 1];
    op.body.statements.insert(op.body.statements.begin(), std::make_move_iterator(statements.begin()),
                              std::make_move_iterator(statements.end()));
    look(op.body); // the statements have moved
  }

  void largest(Loop &op, Statement &s, std::size_t k, const Maximum &m, std::vector<Statement> &after) {
    const Value x = op.body.parameters[k + 1], init = op.inits[k];
    std::size_t uses = 0;
    forEachStatement(op.body, [&](const Statement &t) { forEachOperand(t.op, [&](Value v) { uses += v == x; }); });
    if (m.others.empty() || uses > 1 + m.guards.size()) // the chain that makes the maximum
      return;
    const Value result = std::exchange(s.results[k], values.fresh(indexType));
    Builder b(values, after, s.location);
    const Value last = b.sub(op.count, b.index(1));
    Value most = init;
    for (const auto &[slope, rest] : m.others) {
      const bool isFalling = slope.isConstant() && slope.constant() < 0;
      if (!isFalling)
        most = b.apply(Prim::Max, {most, valueOf(slope * Polynomial(last) + rest, b)});
      if (isFalling || !slope.isConstant())
        most = b.apply(Prim::Max, {most, valueOf(rest, b)});
    }
    Value changes = b.lessThan(b.index(0), op.count);
    for (Value guard : m.guards)
      changes = b.apply(Prim::And, {changes, guard});
    set(after, result, Apply{Prim::Select, Scalar::I64, {changes, most, init}}, s.location);
  }

  static void set(std::vector<Statement> &out, Value result, Op op, SourceLocation location) {
    out.push_back({{result}, std::move(op), location});
  }

  ValueTable &values;
  std::map<Value, Late> late;             ///< by carried value
  std::optional<DefUse> definitions;      ///< in the body of the loop at hand
  std::optional<Polynomials> polynomials; ///< likewise
};

} // namespace

Function closeRecurrences(Function function) {
  Recurrences run(function);
  return function;
}

} // namespace soac::optimise
