#include "schedule/ParameterSizes.h"

#include "ir/Fields.h"
#include "prims/Prims.h"
#include "support/Overloaded.h"

#include <llvm/ADT/STLExtras.h>

#include <cmath>

namespace soac::schedule {

using namespace interface;
using namespace ir;
using prims::Prim;

ParameterSizes::ParameterSizes(const CxxFunction &face, const Function &function, const Uses &uses, const Shapes &shapes)
    : function(function), uses(uses), shapes(shapes) {
  for (const CxxParameter &p : face.parameters) {
    // Tangents and adjoints have the shapes of their parameters, which generated code checks.
    const CxxParameter &original = p.derivativeOf >= 0 ? face.parameters[static_cast<std::size_t>(p.derivativeOf)] : p;
    std::size_t next = 0;
    nameLeaves(p.type, original.name, {}, p.inputs, next);
  }
  forEachStatement(function.body, [&](const Statement &s) {
    if (const auto *check = std::get_if<Check>(&s.op))
      learn(check->condition);
  });
  known.clear();
}

/// Learns equal names from a check's condition: from x == y, from both operands of an `and`, and from c in n <= 0 or c,
/// since sizes are at least 1.
void ParameterSizes::learn(Value condition) {
  const Statement *s = uses.definition(condition);
  const auto *op = s ? std::get_if<Apply>(&s->op) : nullptr;
  if (!op)
    return;
  if (op->prim == Prim::And || op->prim == Prim::Or) {
    const auto isEmpty = [&](Value v) {
      const Statement *test = uses.definition(v);
      const auto *compare = test ? std::get_if<Apply>(&test->op) : nullptr;
      return compare && compare->prim == Prim::Le && function.values.asInt(compare->arguments[1]) == 0;
    };
    for (std::size_t k = 0; k < 2; ++k)
      if (op->prim == Prim::And || isEmpty(op->arguments[1 - k]))
        learn(op->arguments[k]);
    return;
  }
  if (op->prim != Prim::Eq || !isInteger(function.type(op->arguments[0]).scalar))
    return;
  known.clear(); // known sizes may use the other name
  const Size a = of(op->arguments[0]), b = of(op->arguments[1]);
  if (a.isName() && b.isName() && !(a == b))
    equal[std::max(a.text(), b.text())] = std::min(a.text(), b.text());
}

void ParameterSizes::nameLeaves(const CxxType &type, const std::string &path, std::vector<Size> outer,
                                llvm::ArrayRef<Value> inputs, std::size_t &next) {
  switch (type.kind) {
  case CxxType::Kind::Void: return;
  case CxxType::Kind::Scalar: {
    const Value v = next < inputs.size() ? inputs[next] : Value();
    ++next;
    if (v && outer.empty())
      scalarNames[v] = path;
    else if (v)
      extents[v] = std::move(outer);
    return;
  }
  case CxxType::Kind::Record:
    for (std::size_t k = 0; k < type.fields.size(); ++k)
      nameLeaves(type.fields[k].type,
                 type.isTuple ? "get<" + std::to_string(k) + ">(" + path + ")" : path + "." + type.fields[k].name, outer,
                 inputs, next);
    return;
  case CxxType::Kind::Array: {
    std::string first = path + "[0]";
    for (unsigned d = 0; d < type.rank; ++d)
      if (type.staticExtent >= 0)
        outer.emplace_back(type.staticExtent);
      else
        outer.push_back(Size::named(type.rank == 1 ? path + ".size()" : path + ".extent(" + std::to_string(d) + ")"));
    nameLeaves(*type.element, first, std::move(outer), inputs, next);
    return;
  }
  }
}

Size ParameterSizes::of(const Dim &dim) const {
  if (!dim.isExtent)
    return of(dim.value);
  if (const auto found = extents.find(dim.value); found != extents.end() && dim.dimension < found->second.size()) {
    const Size &size = found->second[dim.dimension];
    return size.isName() ? named(size.text()) : size;
  }
  if (const auto found = assumed.find({dim.value, dim.dimension}); found != assumed.end())
    return found->second;
  const Statement *s = uses.definition(dim.value);
  if (const auto *loop = s ? std::get_if<Loop>(&s->op) : nullptr)
    if (const auto size = carried(*loop, static_cast<std::size_t>(llvm::find(s->results, dim.value) - s->results.begin()),
                                  dim.dimension))
      return *size;
  if (const auto *concat = s ? std::get_if<Concat>(&s->op) : nullptr; concat && dim.dimension == 0) {
    Size sum;
    for (Value a : concat->arrays)
      sum = sum + extent(a, 0);
    return sum;
  }
  const Block *home = uses.home(dim.value);
  const Statement *owner = home ? uses.owner(*home) : nullptr;
  if (const auto *loop = !s && owner ? std::get_if<Loop>(&owner->op) : nullptr) {
    const auto position = static_cast<std::size_t>(llvm::find(home->parameters, dim.value) - home->parameters.begin());
    if (const auto size = carried(*loop, position - (loop->isCounted() && home == &loop->body), dim.dimension))
      return *size;
  }
  return opaqueName("count", s ? s->location : owner ? owner->location : SourceLocation{}, dim.value, dim.dimension);
}

/// The largest extent of a carried array: an upper bound that another iteration does not enlarge; none where two
/// iterations do not find it.
std::optional<Size> ParameterSizes::carried(const Loop &loop, std::size_t position, unsigned dimension) const {
  const std::pair<Value, unsigned> key{loop.body.parameters[position + loop.isCounted()], dimension};
  Size most = extent(loop.inits[position], dimension);
  bool isSettled = false;
  for (int iteration = 0; iteration < 2 && !isSettled; ++iteration) {
    assumed[key] = most;
    const Size next = Size::maximum(most, extent(loop.body.results[position], dimension));
    isSettled = next == most;
    most = next;
  }
  assumed.erase(key);
  known.clear(); // sizes found under the assumption
  return isSettled ? std::optional(most) : std::nullopt;
}

Size ParameterSizes::of(Value v) const {
  if (const auto constant = function.values.asInt(v))
    return *constant;
  if (const auto found = known.find(v); found != known.end())
    return found->second;
  known[v] = compute(v);
  return known[v];
}

Size ParameterSizes::compute(Value v) const {
  if (const auto found = scalarNames.find(v); found != scalarNames.end())
    return named(found->second);
  const Statement *s = uses.definition(v);
  if (!s)
    return parameter(v);
  return std::visit(Overloaded{[&](const Apply &op) { return apply(op, *s); },
                               [&](const Extent &op) { return extent(op.array, op.dimension); },
                               [&](const If &op) {
                                 const auto k = static_cast<std::size_t>(llvm::find(s->results, v) - s->results.begin());
                                 return Size::maximum(of(op.then.results[k]), of(op.otherwise.results[k]));
                               },
                               [&](const Loop &op) { return opaqueName(op.isCounted() ? "count" : "trips", s->location, v); },
                               [&](const OneOf<Map, Reduce, Scan, MapReduce, ReduceByIndex, WithAccumulators, WithRules,
                                               Differentiate> auto &) { return opaqueName("count", s->location, v); },
                               [&](const WithoutBlocks auto &) { return opaqueName("count", s->location, v); }},
                    s->op);
}

Size ParameterSizes::parameter(Value v) const {
  const Block *home = uses.home(v);
  const Statement *owner = home ? uses.owner(*home) : nullptr;
  if (!owner)
    return Size::named(function.values.name(v).empty() ? "count" : function.values.name(v).text);
  const bool isFirst = home->parameters.front() == v;
  const Value count =
      std::visit(Overloaded{[&](const Loop &op) { return isFirst && home == &op.body ? op.count : Value(); },
                            [&](const Map &op) { return isFirst ? op.count : Value(); },
                            [&](const MapReduce &op) { return isFirst && home == &op.fn ? op.count : Value(); },
                            [](const OneOf<If, Reduce, Scan, ReduceByIndex, WithAccumulators, WithRules,
                                            Differentiate> auto &) { return Value(); },
                            [](const WithoutBlocks auto &) { return Value(); }},
                 owner->op);
  return count ? Size::counter("#" + std::to_string(v.id), of(count)) : opaqueName("count", owner->location, v);
}

/// The side of a stripmined nest, the k-th root of the count rounded up: cast(ceil(pow(cast(count), 1.0/k))).
std::optional<Size> ParameterSizes::strip(const Apply &cast) const {
  const auto operand = [&](Value v, Prim prim) -> const Apply * {
    const Statement *s = uses.definition(v);
    const auto *op = s ? std::get_if<Apply>(&s->op) : nullptr;
    return op && op->prim == prim ? op : nullptr;
  };
  const Apply *ceil = operand(cast.arguments[0], Prim::Ceil);
  const Apply *power = ceil ? operand(ceil->arguments[0], Prim::Pow) : nullptr;
  if (const Apply *root = ceil && !power ? operand(ceil->arguments[0], Prim::Sqrt) : nullptr)
    if (const Apply *count = operand(root->arguments[0], Prim::Cast))
      return Size::root(of(count->arguments[0]), 2);
  const auto exponent = power ? function.values.asFloat(power->arguments[1]) : std::nullopt;
  const Apply *count = power ? operand(power->arguments[0], Prim::Cast) : nullptr;
  if (!exponent || *exponent <= 0 || !count)
    return std::nullopt;
  const double degree = std::round(1 / *exponent);
  if (degree < 1 || 1.0 / degree != *exponent)
    return std::nullopt;
  return Size::root(of(count->arguments[0]), static_cast<unsigned>(degree));
}

Size ParameterSizes::apply(const Apply &op, const Statement &s) const {
  const auto a = [&] { return of(op.arguments[0]); };
  const auto b = [&] { return of(op.arguments[1]); };
  if (!isInteger(op.type))
    return opaqueName("count", s.location, s.results[0]);
  switch (op.prim) {
  case Prim::Add: return a() + b();
  case Prim::Sub: return a() - b();
  case Prim::Mul: return a() * b();
  case Prim::Div: return Size::quotient(a(), b());
  case Prim::Neg: return Size(0) - a();
  case Prim::Min: return Size::minimum(a(), b());
  case Prim::Max:
    if (a().constant() == 0 || b().constant() == 0) // sizes are not negative
      return a().constant() == 0 ? b() : a();
    return Size::maximum(a(), b());
  case Prim::Select: return Size::maximum(of(op.arguments[1]), of(op.arguments[2]));
  case Prim::Cast:
    if (isInteger(function.type(op.arguments[0]).scalar))
      return a();
    if (const std::optional<Size> side = strip(op))
      return *side;
    return opaqueName("count", s.location, s.results[0]);
  default: return opaqueName("count", s.location, s.results[0]);
  }
}

Size ParameterSizes::named(const std::string &name) const {
  const auto other = equal.find(name);
  return Size::named(other == equal.end() ? name : other->second);
}

/// count(34); the next such size of the same line is count(34, 2).
Size ParameterSizes::opaqueName(const char *what, SourceLocation at, Value v, unsigned dimension) const {
  const auto [found, isNew] = opaqueSizes.try_emplace({v, dimension}, 0);
  if (isNew) {
    std::string name = std::string(what) + "(" + std::to_string(at.line);
    const unsigned number = ++opaque[name];
    if (number > 1)
      name += ", " + std::to_string(number);
    found->second = Size::named(name + ")");
  }
  return found->second;
}

} // namespace soac::schedule
