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
#include "frontend/Loops.h"
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
      : l(l), values(l.builder().values), loop(loop), growing(growing), mark(l.builder().statements().size()) {
    for (auto [i, v] : llvm::enumerate(loop.condition.parameters))
      parameters[v] = static_cast<unsigned>(i);
    for (auto [i, v] : llvm::enumerate(loop.body.parameters))
      parameters[v] = static_cast<unsigned>(i);
    define(loop.condition, /*isAlways=*/true);
    define(loop.body, /*isAlways=*/false);
  }

  /// By position in the carried values: the closed forms after the loop of those that are not carried any more. Nothing
  /// where the trips cannot be counted.
  std::optional<ir::Values> run() {
    findInductions();
    const Value condition = loop.condition.results[0];
    Value count;
    if (const auto again = parameters.find(condition); again != parameters.end())
      count = countFromEnd(again->second);
    else
      count = trips(condition);
    if (!count) {
      l.builder().statements().resize(mark);
      return std::nullopt;
    }
    return rewrite(count);
  }

private:
  struct Definition {
    const ir::Statement *statement = nullptr;
    bool isAlways = false; ///< executed whenever the loop is reached
  };

  void define(const ir::Block &block, bool isAlways) {
    for (const Value v : block.parameters)
      inside.insert(v);
    for (const ir::Statement &s : block.statements) {
      for (const Value r : s.results) {
        inside.insert(r);
        definitions[r] = {&s, isAlways};
      }
      ir::forEachBlock(s.op, [&](const ir::Block &inner) { define(inner, false); });
    }
  }

  const ir::Apply *apply(Value v) const {
    const auto found = definitions.find(v);
    return found == definitions.end() ? nullptr : std::get_if<ir::Apply>(&found->second.statement->op);
  }

  // ---- What stays as it is. -----------------------------------------------------------------------------------------

  /// The value that `v` has at entry and in every trip, computed in front of the loop; unset where there is none.
  Value outside(Value v) {
    if (!inside.contains(v))
      return v;
    if (const auto known = outsides.find(v); known != outsides.end())
      return known->second;
    return outsides[v] = computeOutside(v);
  }

  Value computeOutside(Value v) {
    const auto found = definitions.find(v);
    if (found == definitions.end())
      return {};
    const Definition &definition = found->second;
    const ir::Op &op = definition.statement->op;
    if (const auto *extent = std::get_if<ir::Extent>(&op)) {
      const Value array = shapeAtEntry(extent->array);
      return array ? l.builder().extent(array, extent->dimension) : Value{};
    }
    const auto *computed = std::get_if<ir::Apply>(&op);
    const bool mayFail = !computed || ((computed->prim == Prim::Div || computed->prim == Prim::Rem) &&
                                       values.asInt(computed->arguments[1]).value_or(0) == 0);
    if ((!computed && !std::holds_alternative<ir::Index>(op)) || (mayFail && !definition.isAlways))
      return {};
    ir::ValueMap map;
    bool isKnown = true;
    ir::forEachOperand(op, [&](Value operand) {
      const Value x = isKnown ? outside(operand) : Value{};
      isKnown &= static_cast<bool>(x);
      map[operand] = x;
    });
    if (!isKnown)
      return {};
    if (computed)
      if (const Value constant = folded(*computed, map))
        return constant;
    ir::Op copy = op;
    ir::substitute(copy, map);
    const Value result = l.builder().emit1(std::move(copy), values.name(v));
    // As exact as the original.
    if (computed && l.internals().definitions.contains(v)) {
      const Value a = map.lookup(computed->arguments[0]);
      const Value b = computed->arguments.size() > 1 ? map.lookup(computed->arguments[1]) : Value{};
      l.internals().definitions[result] = computed->prim == Prim::Neg
                                              ? frontend::Definition{Prim::Sub, values.zero(computed->type), a}
                                              : frontend::Definition{computed->prim, a, b};
    }
    return result;
  }

  Value folded(const ir::Apply &computed, const ir::ValueMap &map) {
    llvm::SmallVector<prims::Number, 2> numbers;
    Scalar operands = Scalar::I64;
    for (const Value v : computed.arguments) {
      const Value x = map.lookup(v);
      const auto number = values.asInt(x);
      if (!number || !ir::isInteger(computed.type))
        return {};
      operands = values.type(x).scalar;
      numbers.push_back({.i = *number});
    }
    const auto result = prims::evaluate(computed.prim, operands, computed.type, numbers);
    return result ? values.constantInt(computed.type, result->i) : Value{};
  }

  /// An array of the same shape in front of the loop: carried arrays keep theirs.
  Value shapeAtEntry(Value array) {
    const auto &roots = l.internals().shapeRoots;
    if (const auto root = roots.find(array); root != roots.end() && inside.contains(array))
      array = root->second;
    if (const auto parameter = parameters.find(array); parameter != parameters.end())
      return llvm::is_contained(growing, parameter->second) ? Value{} : loop.inits[parameter->second];
    return outside(array);
  }

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
    const auto found = definitions.find(v);
    if (found == definitions.end())
      return {};
    const ir::Statement &s = *found->second.statement;
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
      const Value by = before ? outsideWide(computed->arguments[other]) : Value{};
      if (!by)
        return {};
      return sum(before, isMinus ? negated(by) : by);
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

  Value outsideWide(Value v) {
    const Value x = outside(v);
    return x && ir::isInteger(values.type(x).scalar) ? widen(l, x) : Value{};
  }

  // Sums keep their constant part in one place, so that equal ones are seen to be equal.

  const ir::Apply *inFront(Value v) {
    for (const ir::Statement &s : llvm::reverse(l.builder().statements()))
      if (llvm::is_contained(s.results, v))
        return std::get_if<ir::Apply>(&s.op);
    return nullptr;
  }
  /// v as a value plus a constant.
  std::pair<Value, std::int64_t> split(Value v) {
    if (const auto x = values.asInt(v))
      return {{}, *x};
    const ir::Apply *computed = inFront(v);
    if (!computed || computed->type != Scalar::I64 || (computed->prim != Prim::Add && computed->prim != Prim::Sub))
      return {v, 0};
    const auto x = values.asInt(computed->arguments[1]);
    return x ? std::pair{computed->arguments[0], computed->prim == Prim::Add ? *x : -*x}
             : std::pair{v, std::int64_t{0}};
  }
  Value joined(Value v, std::int64_t constant) {
    if (!v || constant == 0)
      return v ? v : values.constantIndex(constant);
    ir::Builder &b = l.builder();
    return constant > 0 ? b.add(v, b.index(constant)) : b.sub(v, b.index(-constant));
  }
  Value sum(Value a, Value b) {
    const auto [x, c] = split(a);
    const auto [y, d] = split(b);
    return joined(!x ? y : !y ? x : l.builder().add(x, y), c + d);
  }
  Value negated(Value a) {
    const auto x = values.asInt(a);
    return x ? values.constantIndex(-*x) : l.builder().neg(a);
  }
  Value difference(Value a, Value b) {
    const auto [x, c] = split(a);
    const auto [y, d] = split(b);
    if (x && y && isSame(x, y))
      return values.constantIndex(c - d);
    return joined(!y ? x : !x ? l.builder().neg(y) : l.builder().sub(x, y), c - d);
  }
  /// Equal, or computed in front of the loop in the same way from what is.
  bool isSame(Value a, Value b) {
    if (a == b)
      return true;
    const ir::Apply *x = inFront(a), *y = inFront(b);
    return x && y && x->prim == y->prim && x->type == y->type && x->arguments.size() == y->arguments.size() &&
           llvm::all_of(llvm::zip(x->arguments, y->arguments),
                        [&](const auto &pair) { return isSame(std::get<0>(pair), std::get<1>(pair)); });
  }
  Value product(Value a, Value b) {
    const auto x = values.asInt(a), y = values.asInt(b);
    if (x && y)
      return values.constantIndex(*x * *y);
    return x == 0 || y == 1 ? a : y == 0 || x == 1 ? b : l.builder().mul(a, b);
  }

  std::optional<Affine> affine(Value v) {
    if (const Value x = outsideWide(v))
      return Affine{x, values.constantIndex(0), false};
    if (const auto parameter = parameters.find(v); parameter != parameters.end()) {
      const Induction &induction = inductions[parameter->second];
      if (!induction.stride)
        return std::nullopt;
      steers.insert(parameter->second);
      const Value first = widen(l, loop.inits[parameter->second]);
      return Affine{isOneEarlier ? difference(first, induction.stride) : first, induction.stride, false};
    }
    const ir::Apply *computed = apply(v);
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
      return Affine{sum(a->base, b->base), sum(a->stride, b->stride), isFromSigned};
    if (computed->prim == Prim::Sub)
      return Affine{difference(a->base, b->base), difference(a->stride, b->stride), isFromSigned};
    const bool aStays = values.asInt(a->stride) == 0, bStays = values.asInt(b->stride) == 0;
    if (!aStays && !bStays)
      return std::nullopt;
    return Affine{product(a->base, b->base), aStays ? product(a->base, b->stride) : product(a->stride, b->base),
                  isFromSigned};
  }

  // ---- The count. ---------------------------------------------------------------------------------------------------

  /// How many trips there are until the condition fails for the first time.
  Value trips(Value condition, bool isNegated = false) {
    const auto found = definitions.find(condition);
    if (found == definitions.end())
      return {};
    const ir::Statement &s = *found->second.statement;
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
    Value distance = difference(y->base, x->base);
    Value step = difference(x->stride, y->stride);
    const auto known = values.asInt(step);
    if (known == 0)
      return {};
    if (relation == Prim::Ne) {
      if (!known)
        return {};
      if (*known < 0) {
        distance = negated(distance);
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
      distance = sum(distance, values.constantIndex(1));
    if (known != 1) {
      const Value divisor = known ? step : b.apply(Prim::Max, {step, values.constantIndex(1)});
      distance = b.div(sum(distance, difference(divisor, values.constantIndex(1))), divisor);
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
    const Value all = sum(next, values.constantIndex(1));
    const auto first = values.asInt(loop.inits[again]);
    if (first)
      return *first ? all : values.constantIndex(0);
    return l.builder().select(loop.inits[again], all, values.constantIndex(0));
  }

  /// Where the condition before the loop is the body's with everything one trip earlier: the trips counted from there.
  Value countFromFirst(unsigned again) {
    const ir::Apply *first = inFront(loop.inits[again]), *next = apply(loop.body.results[again]);
    if (!first || !next || first->prim != next->prim || first->type != next->type ||
        first->arguments.size() != next->arguments.size())
      return {};
    const ir::Values before = first->arguments, after = next->arguments;
    isOneEarlier = true;
    const bool isEarlier = llvm::all_of(llvm::zip(before, after), [&](const auto &pair) {
      const auto x = affine(std::get<1>(pair));
      return x && ir::isInteger(values.type(std::get<0>(pair)).scalar) && isSame(widen(l, std::get<0>(pair)), x->base);
    });
    const Value count = isEarlier ? trips(loop.body.results[again]) : Value{};
    isOneEarlier = false;
    return count;
  }

  // ---- The loop in its new form. ------------------------------------------------------------------------------------

  ir::Values rewrite(Value count) {
    const Value condition = loop.condition.results[0];
    const auto again = parameters.find(condition);
    const Value k = values.fresh(ir::indexType);
    ir::Values finals(loop.inits.size());
    ir::Values inits, bodyParameters, results;
    std::vector<ir::Statement> front;
    ir::Builder atFront(values, front, l.builder().location);
    ir::ValueMap typed, wide;
    for (unsigned i = 0; i < loop.inits.size(); ++i) {
      const Value parameter = loop.body.parameters[i];
      if (again != parameters.end() && again->second == i && !isUsed(parameter)) {
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
      const llvm::StringRef name = values.name(parameter);
      if (values.name(k).empty() && steers.contains(i))
        values.setName(k, name);
      if (values.name(now).empty())
        values.setName(now, name);
      typed[parameter] = now;
      wide[parameter] = here;
      Value after = sum(base, product(count, induction.stride));
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
  llvm::ArrayRef<unsigned> growing;
  std::size_t mark;
  llvm::DenseMap<Value, unsigned> parameters; ///< of the condition and of the body: positions among the carried values
  llvm::DenseMap<Value, Definition> definitions;
  llvm::DenseSet<Value> inside;
  ir::ValueMap outsides;
  std::vector<Induction> inductions;
  bool isOneEarlier = false;       ///< induction variables are taken one trip before the first
  llvm::DenseSet<unsigned> steers; ///< positions of induction variables that the condition compares as they are
};

} // namespace

std::optional<ir::Values> toCountedForm(Lowering &l, ir::Loop &loop, llvm::ArrayRef<unsigned> growing) {
  return CountedForm(l, loop, growing).run();
}

} // namespace soac::frontend
