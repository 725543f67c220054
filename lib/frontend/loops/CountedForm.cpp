// While loops whose trips can be counted at entry, found in their SSA form, however they were written.
//
// A carried integer that every trip changes by the same amount from outside the loop is an induction variable: before
// trip k it holds init + k stride. A condition x < y, whose sides are such numbers plus what stays (or only one of them
// is), compares d(k) = x - y = d(0) + k s with 0, and the count is the first k where it fails. A condition that is
// evaluated at the end of the body, for the next trip, is the same with one trip in front. The induction variables are
// not carried any more.
//
// Numbers are followed in 64 bits, through what is exact there: signed sums and products have no overflow in C++, and
// unsigned ones of 64 bits wrap as signed ones do.
#include "frontend/loops/IndexSums.h"
#include "frontend/loops/LoopBuilder.h"
#include "frontend/loops/LoopInvariants.h"
#include "frontend/lower/Lower.h"
#include "prims/Prims.h"

namespace soac::frontend {

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
  Value stride;        ///< unset: it is none
  bool isExact = true; ///< no wrap-around on the way from one trip to the next
};

class CountedForm {
public:
  CountedForm(Lowering &l, ir::Loop &loop, llvm::ArrayRef<unsigned> growing)
      : l(l), values(l.builder().values), loop(loop), invariants(l, loop, growing), sums(l.builder()),
        mark(l.builder().statements().size()) {}

  /// By position in the carried values: the closed forms after the loop of those that are not carried any more. Nothing
  /// where the trips cannot be counted.
  std::optional<ir::Values> run() {
    findInductions();
    const Value condition = loop.condition.results[0];
    Value count;
    if (const auto again = invariants.carried(condition))
      count = countFromEnd(*again);
    else
      count = trips(condition);
    if (!count) {
      l.builder().statements().resize(mark);
      return std::nullopt;
    }
    return rewrite(count);
  }

private:
  // ---- What runs in equal steps. ------------------------------------------------------------------------------------

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
      return l.builder().index(0);
    const ir::Statement *statement = invariants.statement(v);
    if (!statement)
      return {};
    const ir::Statement &s = *statement;
    if (const auto *choice = std::get_if<ir::If>(&s.op)) {
      const auto position = llvm::find(s.results, v) - s.results.begin();
      const Value a = change(choice->then.results[position], start, isExact);
      const Value b = a ? change(choice->otherwise.results[position], start, isExact) : Value{};
      return a == b ? a : Value{};
    }
    const auto *computed = std::get_if<ir::Apply>(&s.op);
    if (!computed)
      return {};
    const auto plus = [&](unsigned own, unsigned other, bool isMinus) -> Value {
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
      // Down to the type of the variable and up again: the same modulo its range.
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
      const Value first = widen(l, loop.inits[*parameter]);
      return Affine{isOneEarlier ? sums.difference(first, induction.stride) : first, induction.stride, false};
    }
    const ir::Apply *computed = invariants.apply(v);
    if (!computed || !ir::isInteger(computed->type))
      return std::nullopt;
    const Scalar s = computed->type;
    if (computed->prim == Prim::Cast) {
      const Scalar from = values.type(computed->arguments[0]).scalar;
      const bool isWidening = ir::isInteger(from) && (ir::bitWidth(from) < ir::bitWidth(s) || ir::bitWidth(s) == 64) &&
                              (ir::isUnsigned(from) || ir::isSigned(s) || ir::bitWidth(s) == 64);
      auto x = isWidening ? affine(computed->arguments[0]) : std::nullopt;
      if (x && ir::isSigned(from) && ir::isUnsigned(s) && values.asInt(x->base).value_or(-1) < 0)
        x->isFromSigned = true;
      return x;
    }
    const bool isExact = s == Scalar::I64 || s == Scalar::U64 || l.internals().definitions.contains(v);
    if (!isExact || computed->arguments.size() != 2)
      return std::nullopt;
    if (computed->prim != Prim::Add && computed->prim != Prim::Sub && computed->prim != Prim::Mul)
      return std::nullopt;
    const auto a = affine(computed->arguments[0]);
    const auto b = a ? affine(computed->arguments[1]) : std::nullopt;
    if (!b)
      return std::nullopt;
    const bool isFromSigned = a->isFromSigned || b->isFromSigned;
    if (computed->prim == Prim::Add)
      return Affine{sums.sum(a->base, b->base), sums.sum(a->stride, b->stride), isFromSigned};
    if (computed->prim == Prim::Sub)
      return Affine{sums.difference(a->base, b->base), sums.difference(a->stride, b->stride), isFromSigned};
    const bool aStays = values.asInt(a->stride) == 0, bStays = values.asInt(b->stride) == 0;
    if (!aStays && !bStays)
      return std::nullopt;
    return Affine{sums.product(a->base, b->base),
                  aStays ? sums.product(a->base, b->stride) : sums.product(a->stride, b->base), isFromSigned};
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
      const Value a = trips(choice->condition);
      const Value b = a ? trips(choice->then.results[position]) : Value{};
      return b ? l.builder().apply(Prim::Min, {a, b}) : Value{};
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
      if (!known)
        return {};
      if (*known < 0) {
        distance = sums.negated(distance);
        step = values.constantIndex(-*known);
      }
    } else if (known && *known < 0) {
      return {};
    }
    // 0 <= i of an unsigned i holds always; a negative number becomes a huge one.
    if (ir::isUnsigned(type) && relation != Prim::Ne) {
      const bool yFalls = values.asInt(y->stride).value_or(0) < 0;
      if ((relation == Prim::Le && yFalls) || (yFalls && y->isFromSigned))
        return {};
    }
    ir::Builder &b = l.builder();
    if (relation == Prim::Le)
      distance = sums.sum(distance, values.constantIndex(1));
    if (known != 1) {
      const Value divisor = known ? step : b.apply(Prim::Max, {step, values.constantIndex(1)});
      distance = b.div(sums.sum(distance, sums.difference(divisor, values.constantIndex(1))), divisor);
    }
    if (const auto n = values.asInt(distance))
      return values.constantIndex(std::max<std::int64_t>(*n, 0));
    Value count = isExtent(distance) ? distance : b.apply(Prim::Max, {distance, values.constantIndex(0)});
    if (ir::isUnsigned(type) && relation != Prim::Ne && x->isFromSigned)
      count = b.select(b.lessThan(x->base, values.constantIndex(0)), values.constantIndex(0), count);
    return count;
  }

  /// An extent is never negative.
  bool isExtent(Value v) {
    const auto &statements = l.builder().statements();
    return llvm::any_of(statements, [&](const ir::Statement &s) {
      return std::holds_alternative<ir::Extent>(s.op) && llvm::is_contained(s.results, v);
    });
  }

  /// The condition of the next trip is what the body leaves in carried value `again`.
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
    return l.builder().select(loop.inits[again], all, values.constantIndex(0));
  }

  /// Where the condition before the loop is the body's with everything one trip earlier: the trips counted from there.
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
             sums.isSame(widen(l, std::get<0>(pair)), x->base);
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
    std::vector<ir::Statement> front;
    ir::Builder atFront(values, front, l.builder().location);
    ir::ValueMap typed, wide;
    for (unsigned i = 0; i < loop.inits.size(); ++i) {
      const Value parameter = loop.body.parameters[i];
      if (again == i && !isUsed(parameter)) {
        finals[i] = values.constantBool(false);
        continue;
      }
      const Induction &induction = inductions[i];
      if (!induction.stride || !(induction.isExact || steers.contains(i))) {
        inits.push_back(loop.inits[i]);
        bodyParameters.push_back(parameter);
        results.push_back(loop.body.results[i]);
        continue;
      }
      const Scalar type = values.type(parameter).scalar;
      const Value base = widen(l, loop.inits[i]);
      const Value here = position(atFront, base, k, induction.stride);
      const Value now = type == Scalar::I64 ? here : atFront.cast(type, here);
      const ir::Name &name = values.name(parameter);
      if (values.name(k).empty() && steers.contains(i))
        values.setName(k, name);
      if (values.name(now).empty())
        values.setName(now, name);
      typed[parameter] = now;
      wide[parameter] = here;
      Value after = sums.sum(base, sums.product(count, induction.stride));
      if (type != Scalar::I64) {
        const Value wideAfter = after;
        after = l.builder().cast(type, after);
        if (induction.isExact)
          l.internals().definitions[after] = {Prim::Cast, wideAfter, {}};
      }
      finals[i] = after;
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
    loop.condition = {};
    loop.count = count;
    return finals;
  }

  /// base + k stride
  Value position(ir::Builder &b, Value base, Value k, Value stride) {
    const auto known = values.asInt(stride);
    const bool isDown = known && *known < 0;
    const Value distance = known == 1 || known == -1 ? k : b.mul(k, isDown ? b.index(-*known) : stride);
    if (isDown)
      return values.asInt(base) == 0 ? b.neg(distance) : b.sub(base, distance);
    return values.asInt(base) == 0 ? distance : b.add(base, distance);
  }

  bool isUsed(Value parameter) const {
    ir::Block body = loop.body;
    body.parameters.clear();
    return ir::freeVariables(body, values).contains(parameter);
  }

  /// 64-bit counterparts of the induction variables are their closed forms, without a detour by the narrow type.
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

  Lowering &l;
  ir::ValueTable &values;
  ir::Loop &loop;
  LoopInvariants invariants;
  IndexSums sums;
  std::size_t mark;
  std::vector<Induction> inductions;
  bool isOneEarlier = false;       ///< induction variables are taken one trip before the first
  llvm::DenseSet<unsigned> steers; ///< positions of induction variables that the condition compares as they are
};

} // namespace

std::optional<ir::Values> toCountedForm(Lowering &l, ir::Loop &loop, llvm::ArrayRef<unsigned> growing) {
  return CountedForm(l, loop, growing).run();
}

} // namespace soac::frontend
