// Closed forms of integers that counted loops carry, exact with wrap-around.
//
//   x(i+1) = x(i) + c, c from outside:           x(i) = x(0) + i c, after the loop x(0) + max(count, 0) c
//   x(i+1) = max(x(i), a i + c, ..), a and c from outside:
//                                                after the loop max(x(0), the larger of a 0 + c and a (count - 1) + c,
//                                                ..), x(0) when there is no trip
// so such values are never stored for a return sweep, and loops that only count fold altogether. Branches that agree on
// c add c; a choice whose condition comes from outside may guard the maximum. The maximum takes a i + c as it would be
// without wrap-around: where it wraps, it is no index of anything.
#include "optimise/passes/PassList.h"

#include "analysis/DefUse.h"
#include "ir/Builder.h"
#include "ir/Walk.h"
#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::optimise {
namespace {

using namespace analysis;
using namespace ir;

class Recurrences {
public:
  explicit Recurrences(Function &f) : values(f.values) { block(f.body); }

private:
  /// x + the sum of terms, each with a sign.
  using Terms = llvm::SmallVector<std::pair<Value, bool>, 2>;
  /// How a value that is affine in the loop's index changes with it.
  enum class Slope { Constant, Rising, Falling, Unknown };
  struct Maximum {
    llvm::SmallVector<std::pair<Value, Slope>, 2> others;
    Values guards; ///< all must hold, else x stays
  };

  void block(Block &b) {
    const unsigned depth = ++depthNow;
    for (Value v : b.parameters)
      depths[v] = depth;
    std::vector<Statement> kept;
    kept.reserve(b.statements.size());
    for (Statement &s : b.statements) {
      forEachBlock(s.op, [&](Block &inner) { block(inner); });
      std::vector<Statement> after;
      if (auto *loop = std::get_if<Loop>(&s.op); loop && loop->isCounted())
        closedForms(*loop, s, kept, after);
      define(s);
      kept.push_back(std::move(s));
      for (Statement &t : after) {
        define(t);
        kept.push_back(std::move(t));
      }
    }
    b.statements = std::move(kept);
    --depthNow;
  }
  void define(const Statement &s) {
    for (Value v : s.results)
      depths[v] = depthNow;
  }

  void closedForms(Loop &op, Statement &s, std::vector<Statement> &before, std::vector<Statement> &after) {
    definitions.emplace(op.body);
    const unsigned bodyDepth = depthNow + 1;
    for (std::size_t k = 0; k < op.inits.size(); ++k) {
      const Value x = op.body.parameters[k + 1], next = op.body.results[k];
      const Type type = values.type(x);
      if (type.isArray() || !isInteger(type.scalar) || next == x)
        continue;
      if (const auto terms = increment(next, x, bodyDepth))
        sum(op, s, k, *terms, before, after);
      else if (const auto m = type == indexType ? maximum(next, x, op.body.parameters[0], bodyDepth) : std::nullopt)
        largest(op, s, k, *m, after);
    }
  }

  // Recognition
  // --------------------------------------------------------------------------------------------------------

  const Apply *apply(Value v, Prim p) const {
    const auto *a = definitions->as<Apply>(v);
    return a && a->prim == p ? a : nullptr;
  }
  bool isOutside(Value v, unsigned bodyDepth) const { return depths.lookup(v) < bodyDepth; }

  // v - x as a sum of values from outside.
  std::optional<Terms> increment(Value v, Value x, unsigned bodyDepth) const {
    if (v == x)
      return Terms{};
    const auto plus = [&](Value rest, Value term, bool isNegative) -> std::optional<Terms> {
      if (!isOutside(term, bodyDepth))
        return std::nullopt;
      auto terms = increment(rest, x, bodyDepth);
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
      auto one = increment(branch->then.results[k], x, bodyDepth);
      auto other = increment(branch->otherwise.results[k], x, bodyDepth);
      if (!one || !other)
        return std::nullopt;
      llvm::sort(*one);
      llvm::sort(*other);
      return *one == *other ? one : std::nullopt;
    }
    return std::nullopt;
  }

  // The slope of v, when it is affine in i with a factor from outside.
  std::optional<Slope> slope(Value v, Value i, unsigned bodyDepth) const {
    if (v == i)
      return Slope::Rising;
    if (isOutside(v, bodyDepth))
      return Slope::Constant;
    const auto flipped = [](Slope s) {
      return s == Slope::Rising ? Slope::Falling : s == Slope::Falling ? Slope::Rising : s;
    };
    for (Prim p : {Prim::Add, Prim::Sub}) {
      const auto *a = apply(v, p);
      const auto x = a ? slope(a->arguments[0], i, bodyDepth) : std::nullopt;
      auto y = x ? slope(a->arguments[1], i, bodyDepth) : std::nullopt;
      if (!y)
        continue;
      if (p == Prim::Sub)
        y = flipped(*y);
      return *x == Slope::Constant ? *y : *y == Slope::Constant || *x == *y ? *x : Slope::Unknown;
    }
    const auto *m = apply(v, Prim::Mul);
    for (std::size_t k = 0; m && k < 2; ++k) {
      const auto x = slope(m->arguments[k], i, bodyDepth);
      if (!x || !isOutside(m->arguments[1 - k], bodyDepth))
        continue;
      const auto factor = values.asInt(m->arguments[1 - k]);
      if (*x == Slope::Constant)
        return *x;
      return !factor ? Slope::Unknown : *factor >= 0 ? *x : flipped(*x);
    }
    return std::nullopt;
  }
  // v with `at` for i.
  Value copyAt(Value v, Value i, Value at, unsigned bodyDepth, Builder &b) const {
    if (v == i)
      return at;
    if (isOutside(v, bodyDepth))
      return v;
    Op op = definitions->statement(v)->op;
    forEachOperand(op, [&](Value &operand) { operand = copyAt(operand, i, at, bodyDepth, b); });
    return b.emit1(std::move(op));
  }

  // v = max(x, other), or x where a guard does not hold.
  std::optional<Maximum> maximum(Value v, Value x, Value i, unsigned bodyDepth) const {
    if (const auto *choice = apply(v, Prim::Select)) {
      if (choice->arguments[2] != x || !isOutside(choice->arguments[0], bodyDepth))
        return std::nullopt;
      auto m = maximum(choice->arguments[1], x, i, bodyDepth);
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
      auto m = maximum(max->arguments[k], x, i, bodyDepth);
      const auto other = m && m->guards.empty() ? slope(max->arguments[1 - k], i, bodyDepth) : std::nullopt;
      if (other) {
        m->others.push_back({max->arguments[1 - k], *other});
        return m;
      }
    }
    return std::nullopt;
  }

  // Closed forms
  // -------------------------------------------------------------------------------------------------------

  // The carried value stays behind, never changing.
  Value detach(Loop &op, Statement &s, std::size_t k) {
    const Value x = op.body.parameters[k + 1];
    op.body.parameters[k + 1] = values.fresh(values.type(x));
    op.body.results[k] = op.body.parameters[k + 1];
    depths[op.body.parameters[k + 1]] = depthNow + 1;
    return std::exchange(s.results[k], values.fresh(values.type(x)));
  }

  void sum(Loop &op, Statement &s, std::size_t k, const Terms &terms, std::vector<Statement> &before,
           std::vector<Statement> &after) {
    const Value x = op.body.parameters[k + 1], init = op.inits[k], i = op.body.parameters[0];
    const Scalar type = values.type(x).scalar;
    const std::size_t known = before.size();
    Builder outer(values, before, s.location);
    Value step = values.zero(type);
    for (auto [term, isNegative] : terms)
      step = isNegative ? outer.sub(step, term) : outer.add(step, term);
    for (const Statement &t : llvm::drop_begin(before, known))
      define(t);

    const Value result = detach(op, s, k);
    std::vector<Statement> body;
    Builder inner(values, body, s.location);
    const Value current = inner.add(init, inner.mul(inner.cast(type, i), step));
    values.setName(current, values.name(x));
    substitute(op.body, {{x, current}});
    op.body.results[k] = op.body.parameters[k + 1];
    ++depthNow;
    for (const Statement &t : body)
      define(t);
    --depthNow;
    op.body.statements.insert(op.body.statements.begin(), std::make_move_iterator(body.begin()),
                              std::make_move_iterator(body.end()));
    definitions.emplace(op.body); // the statements have moved

    Builder end(values, after, s.location);
    const Value trips = end.apply(Prim::Max, {op.count, end.index(0)});
    set(after, result, Apply{Prim::Add, type, {init, end.mul(end.cast(type, trips), step)}}, s.location);
  }

  void largest(Loop &op, Statement &s, std::size_t k, const Maximum &m, std::vector<Statement> &after) {
    const Value x = op.body.parameters[k + 1], init = op.inits[k];
    std::size_t uses = 0;
    forEachStatement(op.body, [&](const Statement &t) { forEachOperand(t.op, [&](Value v) { uses += v == x; }); });
    if (m.others.empty() || uses > 1 + m.guards.size()) // the chain that makes the maximum
      return;
    const Value result = std::exchange(s.results[k], values.fresh(indexType));
    Builder b(values, after, s.location);
    const Value i = op.body.parameters[0], last = b.sub(op.count, b.index(1));
    Value most = init;
    for (auto [other, slope] : m.others) {
      if (slope != Slope::Falling)
        most = b.apply(Prim::Max, {most, copyAt(other, i, last, depthNow + 1, b)});
      if (slope == Slope::Falling || slope == Slope::Unknown)
        most = b.apply(Prim::Max, {most, copyAt(other, i, b.index(0), depthNow + 1, b)});
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
  unsigned depthNow = 0;
  llvm::DenseMap<Value, unsigned> depths;        ///< of the block that defines a value; 0 for constants
  std::optional<DefUse> definitions;             ///< in the body of the loop at hand
};

} // namespace

Function closeRecurrences(Function function) {
  Recurrences run(function);
  return function;
}

} // namespace soac::optimise
