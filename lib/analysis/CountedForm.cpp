// While loops whose trips can be counted at entry, found in their SSA form, however they were written.
//
// A carried integer that every trip changes by the same amount from outside the loop is an induction variable: before
// trip k it holds init + k stride. A condition x < y, one or both of whose sides are such variables plus loop-invariant
// numbers, compares d(k) = x - y = d(0) + k s with 0, and the count is the first k where it fails. A condition that is
// evaluated at the end of the body, for the next trip, is the same with one trip in front. The induction variables are
// not carried any more.
//
// Numbers are followed in 64 bits, through operations that are exact there (Polynomial.h, keepsNumbers).
#include "analysis/CountedForm.h"

#include "analysis/Polynomial.h"
#include "prims/Prims.h"

namespace soac::analysis {

using ir::Scalar;
using ir::Value;
using prims::Prim;

namespace {

/// base + k stride before trip k, both known outside the loop.
struct Affine {
  Value base, stride;
  bool isFromSigned = false; ///< converted from a signed number: as an unsigned one it may be huge
};

struct Induction {
  Value stride;        ///< unset: the carried value is no induction variable
  bool isExact = true; ///< no wrap-around on the way from one trip to the next
};

class CountedForm {
public:
  CountedForm(ir::Builder &b, ir::Loop &loop, const AroundLoop &around)
      : b(b), values(b.values), loop(loop), sums(b, around.defined), invariants(b, sums, loop, around),
        mark(b.statements().size()) {}

  /// By position in the carried values: the closed forms after the loop of the values that are not carried any more.
  /// None where the trips cannot be counted.
  std::optional<ir::Values> run() {
    findInductions();
    const Value condition = loop.condition.results[0];
    Value count;
    if (const auto again = invariants.carried(condition))
      count = countFromEnd(*again);
    else
      count = trips(condition);
    if (!count) {
      b.statements().resize(mark);
      return std::nullopt;
    }
    return rewrite(count);
  }

private:
  // ---- Induction variables. -----------------------------------------------------------------------------------------

  void findInductions() {
    inductions.resize(loop.inits.size());
    for (auto [i, init] : llvm::enumerate(loop.inits)) {
      const ir::Type type = values.type(init);
      if (!type.isScalar() || !ir::isInteger(type.scalar))
        continue;
      Induction induction;
      induction.stride = change(loop.body.results[i], loop.body.parameters[i], induction.isExact);
      const Scalar s = type.scalar;
      induction.isExact &= s == Scalar::I32 || s == Scalar::I64 || s == Scalar::U64;
      if (induction.stride && values.asInt(induction.stride) != 0)
        inductions[i] = induction;
    }
  }

  /// v - start, as a number from outside; modulo the type's range where `isExact` becomes false.
  Value change(Value v, Value start, bool &isExact) {
    if (v == start)
      return b.index(0);
    const ir::Statement *statement = invariants.statement(v);
    if (!statement)
      return {};
    const ir::Statement &s = *statement;
    if (const auto *choice = std::get_if<ir::If>(&s.op)) {
      const auto position = llvm::find(s.results, v) - s.results.begin();
      const Value a = change(choice->then.results[position], start, isExact);
      return a && a == change(choice->otherwise.results[position], start, isExact) ? a : Value{};
    }
    const auto *computed = std::get_if<ir::Apply>(&s.op);
    if (!computed)
      return {};
    const auto plus = [&](unsigned own, unsigned other, bool isMinus) -> Value {
      isExact &= keepsNumbers(*computed, values);
      const Value before = change(computed->arguments[own], start, isExact);
      const Value by = before ? invariants.outsideWide(computed->arguments[other]) : Value{};
      if (!by)
        return {};
      return sums.sum(before, isMinus ? sums.negated(by) : by);
    };
    switch (computed->prim) {
    case Prim::Add: {
      const Value left = plus(0, 1, false);
      return left ? left : plus(1, 0, false);
    }
    case Prim::Sub: return plus(0, 1, true);
    case Prim::Cast: {
      // Conversions no narrower than the variable keep its value modulo its range.
      const Scalar to = computed->type, from = values.type(computed->arguments[0]).scalar;
      if (!ir::isInteger(from) || !ir::isInteger(to) ||
          std::min(ir::bitWidth(to), ir::bitWidth(from)) < ir::bitWidth(values.type(start).scalar))
        return {};
      isExact = false;
      return change(computed->arguments[0], start, isExact);
    }
    default: return {};
    }
  }

  std::optional<Affine> affine(Value v) {
    if (const Value x = invariants.outsideWide(v))
      return Affine{x, values.constantIndex(0), false};
    if (const auto parameter = invariants.carried(v)) {
      const Induction &induction = inductions[*parameter];
      if (!induction.stride)
        return std::nullopt;
      steers.insert(*parameter);
      mayComeRound |= ir::bitWidth(values.type(loop.inits[*parameter]).scalar) < 32;
      const Value first = sums.wide(loop.inits[*parameter]);
      return Affine{isOneEarlier ? sums.difference(first, induction.stride) : first, induction.stride, false};
    }
    const ir::Apply *computed = invariants.apply(v);
    if (!computed || !keepsNumbers(*computed, values))
      return std::nullopt;
    auto x = affine(computed->arguments[0]);
    if (!x)
      return std::nullopt;
    if (computed->prim == Prim::Neg)
      return Affine{sums.negated(x->base), sums.negated(x->stride), x->isFromSigned};
    if (computed->prim == Prim::Cast) {
      const Scalar from = values.type(computed->arguments[0]).scalar;
      if (ir::isSigned(from) && ir::isUnsigned(computed->type) && values.asInt(x->base).value_or(-1) < 0)
        x->isFromSigned = true;
      return x;
    }
    const auto y = affine(computed->arguments[1]);
    if (!y)
      return std::nullopt;
    const bool isFromSigned = x->isFromSigned || y->isFromSigned;
    if (computed->prim == Prim::Add)
      return Affine{sums.sum(x->base, y->base), sums.sum(x->stride, y->stride), isFromSigned};
    if (computed->prim == Prim::Sub)
      return Affine{sums.difference(x->base, y->base), sums.difference(x->stride, y->stride), isFromSigned};
    const bool xStays = values.asInt(x->stride) == 0, yStays = values.asInt(y->stride) == 0;
    if (!xStays && !yStays)
      return std::nullopt;
    return Affine{sums.product(x->base, y->base),
                  xStays ? sums.product(x->base, y->stride) : sums.product(x->stride, y->base), isFromSigned};
  }

  // ---- The count. ---------------------------------------------------------------------------------------------------

  /// How many trips there are until the condition fails for the first time.
  Value trips(Value condition, bool isNegated = false) {
    const ir::Statement *statement = invariants.statement(condition);
    if (!statement)
      return {};
    const ir::Statement &s = *statement;
    if (const auto *choice = std::get_if<ir::If>(&s.op)) { // a && b
      const auto position = llvm::find(s.results, condition) - s.results.begin();
      const Value otherwise = choice->otherwise.results[position];
      if (isNegated || (otherwise != choice->condition && values.asInt(otherwise) != 0))
        return {};
      const Value first = trips(choice->condition);
      const Value second = first ? trips(choice->then.results[position]) : Value{};
      return second ? b.apply(Prim::Min, {first, second}) : Value{};
    }
    const auto *computed = std::get_if<ir::Apply>(&s.op);
    if (!computed)
      return {};
    if (computed->prim == Prim::Not && computed->type == Scalar::Bool)
      return trips(computed->arguments[0], !isNegated);
    if (computed->prim == Prim::Cast && computed->type == Scalar::Bool) // n: n != 0
      return ir::isInteger(values.type(computed->arguments[0]).scalar)
                 ? compared(isNegated ? Prim::Eq : Prim::Ne, computed->arguments[0], {})
                 : Value{};
    return computed->arguments.size() == 2 ? compared(isNegated ? opposite(computed->prim) : computed->prim,
                                                      computed->arguments[0], computed->arguments[1])
                                           : Value{};
  }

  static Prim opposite(Prim relation) {
    switch (relation) {
    case Prim::Lt: return Prim::Ge;
    case Prim::Ge: return Prim::Lt;
    case Prim::Gt: return Prim::Le;
    case Prim::Le: return Prim::Gt;
    case Prim::Eq: return Prim::Ne;
    default: return Prim::Eq;
    }
  }

  /// The trips while `left relation right`; an unset `right` is 0.
  Value compared(Prim relation, Value left, Value right) {
    const Scalar type = values.type(left).scalar;
    if (!ir::isInteger(type))
      return {};
    mayComeRound = false;
    auto x = affine(left);
    auto y = right ? affine(right) : Affine{values.constantIndex(0), values.constantIndex(0), false};
    if (!x || !y)
      return {};
    if (relation == Prim::Gt || relation == Prim::Ge) {
      std::swap(x, y);
      relation = relation == Prim::Gt ? Prim::Lt : Prim::Le;
    }
    if (relation != Prim::Lt && relation != Prim::Le && relation != Prim::Ne)
      return {};
    // The distance y - x shrinks by `step` in every trip.
    Value distance = sums.difference(y->base, x->base);
    Value step = sums.difference(x->stride, y->stride);
    const auto known = values.asInt(step);
    if (known == 0)
      return {};
    if (relation == Prim::Ne) {
      if (!known || mayComeRound) // 250, .., 255, 0, 1, 2 of 8 bits until it is 3
        return {};
      if (*known < 0) {
        distance = sums.negated(distance);
        step = values.constantIndex(-*known);
      }
    } else if (known && *known < 0) {
      return {};
    }
    // 0 <= i of an unsigned i holds always; a negative number becomes a huge one.
    const bool isOrderOfUnsigned = ir::isUnsigned(type) && relation != Prim::Ne;
    if (isOrderOfUnsigned) {
      const bool yFalls = values.asInt(y->stride).value_or(0) < 0;
      if ((relation == Prim::Le && yFalls) || (yFalls && y->isFromSigned))
        return {};
      if (values.asInt(x->base).value_or(0) < 0)
        return values.constantIndex(0);
    }
    if (relation == Prim::Le)
      distance = sums.sum(distance, values.constantIndex(1));
    if (known != 1) {
      const Value divisor = known ? step : b.apply(Prim::Max, {step, values.constantIndex(1)});
      distance = b.div(sums.sum(distance, sums.difference(divisor, values.constantIndex(1))), divisor);
    }
    if (const auto n = values.asInt(distance))
      return values.constantIndex(std::max<std::int64_t>(*n, 0));
    Value count = isExtent(distance) ? distance : b.apply(Prim::Max, {distance, values.constantIndex(0)});
    if (isOrderOfUnsigned && (x->isFromSigned || isDifference(x->base)))
      count = b.select(b.lessThan(x->base, values.constantIndex(0)), values.constantIndex(0), count);
    return count;
  }

  /// Does the sum have a subtracted or negative part? An unsigned sum becomes a huge number where that part is the
  /// larger.
  bool isDifference(Value v) {
    const ir::Apply *computed = sums.definition(v);
    if (!computed || !keepsNumbers(*computed, values))
      return values.asInt(v).value_or(0) < 0; // added
    return computed->prim == Prim::Sub || computed->prim == Prim::Neg ||
           (computed->prim != Prim::Cast && llvm::any_of(computed->arguments, [&](Value x) { return isDifference(x); }));
  }

  /// An extent is never negative.
  bool isExtent(Value v) {
    const auto &statements = b.statements();
    return llvm::any_of(statements, [&](const ir::Statement &s) {
      return std::holds_alternative<ir::Extent>(s.op) && llvm::is_contained(s.results, v);
    });
  }

  /// The trips where the condition is carried value `again`: the body computes it for the next trip.
  Value countFromEnd(unsigned again) {
    if (const Value all = countFromFirst(again))
      return all;
    const Value next = trips(loop.body.results[again]);
    if (!next)
      return {};
    const Value all = sums.sum(next, values.constantIndex(1));
    const auto first = values.asInt(loop.inits[again]);
    if (first)
      return *first ? all : values.constantIndex(0);
    return b.select(loop.inits[again], all, values.constantIndex(0));
  }

  /// Where the initial condition is the body's condition one trip earlier: the trips counted from that trip on.
  Value countFromFirst(unsigned again) {
    const ir::Apply *first = sums.definition(loop.inits[again]), *next = invariants.apply(loop.body.results[again]);
    if (!first || !next || first->prim != next->prim || first->type != next->type ||
        first->arguments.size() != next->arguments.size())
      return {};
    const ir::Values before = first->arguments, after = next->arguments;
    isOneEarlier = true;
    const bool isEarlier = llvm::all_of(llvm::zip(before, after), [&](const auto &pair) {
      const auto x = affine(std::get<1>(pair));
      return x && ir::isInteger(values.type(std::get<0>(pair)).scalar) &&
             sums.isSame(sums.wide(std::get<0>(pair)), x->base);
    });
    const Value count = isEarlier ? trips(loop.body.results[again]) : Value{};
    isOneEarlier = false;
    return count;
  }

  // ---- The loop in its new form. ------------------------------------------------------------------------------------

  ir::Values rewrite(Value count) {
    const Value condition = loop.condition.results[0];
    const auto again = invariants.carried(condition);
    const Value k = values.fresh(ir::indexType);
    ir::Values finals(loop.inits.size());
    ir::Values inits, bodyParameters, results;
    llvm::SmallVector<unsigned, 2> claimed; // positions among the values that are still carried
    std::vector<ir::Statement> front;
    ir::Builder atFront(values, front, b.location);
    ir::ValueMap typed, wide;
    for (unsigned i = 0; i < loop.inits.size(); ++i) {
      const Value parameter = loop.body.parameters[i];
      if (again == i && !isUsed(parameter)) {
        finals[i] = values.constantBool(false);
        continue;
      }
      const Induction &induction = inductions[i];
      if (!induction.stride || !(induction.isExact || steers.contains(i))) {
        if (llvm::is_contained(loop.annotations.noFalseDependencies, i))
          claimed.push_back(static_cast<unsigned>(inits.size()));
        inits.push_back(loop.inits[i]);
        bodyParameters.push_back(parameter);
        results.push_back(loop.body.results[i]);
        continue;
      }
      const Scalar type = values.type(parameter).scalar;
      const Value base = sums.wide(loop.inits[i]);
      const Value here = position(atFront, base, k, induction.stride);
      const Value now = narrow(atFront, type, here, induction);
      const ir::Name &name = values.name(parameter);
      if (values.name(k).empty() && steers.contains(i))
        values.setName(k, name);
      if (values.name(now).empty())
        values.setName(now, name);
      typed[parameter] = now;
      wide[parameter] = here;
      finals[i] = narrow(b, type, sums.sum(base, sums.product(count, induction.stride)), induction);
    }
    if (values.name(k).empty())
      values.setName(k, "i");
    widenUses(loop.body, wide, typed);
    ir::substitute(loop.body, typed);
    for (Value &r : results)
      if (const auto found = typed.find(r); found != typed.end())
        r = found->second;
    ir::Block &body = loop.body;
    body.statements.insert(body.statements.begin(), std::make_move_iterator(front.begin()),
                           std::make_move_iterator(front.end()));
    body.parameters = {k};
    llvm::append_range(body.parameters, bodyParameters);
    body.results = results;
    loop.inits = inits;
    loop.annotations.noFalseDependencies = claimed;
    loop.condition = {};
    loop.count = count;
    return finals;
  }

  /// base + k stride
  Value position(ir::Builder &at, Value base, Value k, Value stride) {
    const auto known = values.asInt(stride);
    const bool isDown = known && *known < 0;
    const Value distance = known == 1 || known == -1 ? k : at.mul(k, isDown ? at.index(-*known) : stride);
    if (isDown)
      return values.asInt(base) == 0 ? at.neg(distance) : at.sub(base, distance);
    return values.asInt(base) == 0 ? distance : at.add(base, distance);
  }

  /// The number in the type of the induction variable; exact where the variable does not wrap.
  Value narrow(ir::Builder &at, Scalar type, Value wide, const Induction &induction) {
    return type == Scalar::I64 ? wide : at.emit1(ir::Apply{Prim::Cast, type, {wide}, induction.isExact}, values.name(wide));
  }

  bool isUsed(Value parameter) const {
    ir::Block body = loop.body;
    body.parameters.clear();
    return ir::freeVariables(body, values).contains(parameter);
  }

  /// Replaces conversions of the induction variables to 64 bits by the closed forms, without a detour by the narrow
  /// type.
  void widenUses(ir::Block &block, const ir::ValueMap &wide, ir::ValueMap &replaced) {
    llvm::erase_if(block.statements, [&](ir::Statement &s) {
      const auto *cast = std::get_if<ir::Apply>(&s.op);
      if (cast && cast->prim == Prim::Cast && cast->type == Scalar::I64)
        if (const auto found = wide.find(cast->arguments[0]); found != wide.end()) {
          replaced[s.results[0]] = found->second;
          return true;
        }
      ir::forEachBlock(s.op, [&](ir::Block &inner) { widenUses(inner, wide, replaced); });
      return false;
    });
  }

  ir::Builder &b;
  ir::ValueTable &values;
  ir::Loop &loop;
  IndexSums sums;
  LoopInvariants invariants;
  std::size_t mark;
  std::vector<Induction> inductions;
  bool mayComeRound = false;       ///< an induction variable of less than 32 bits is compared: it may wrap around
  bool isOneEarlier = false;       ///< induction variables are taken one trip before the first
  llvm::DenseSet<unsigned> steers; ///< positions of induction variables that the condition compares as they are
};

} // namespace

std::optional<ir::Values> toCountedForm(ir::Builder &b, ir::Loop &loop, const AroundLoop &around) {
  return CountedForm(b, loop, around).run();
}

} // namespace soac::analysis
