#include "schedule/device/KeptSizes.h"

#include "analysis/DefUse.h"
#include "analysis/Polynomial.h"
#include "analysis/Shapes.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/Sequence.h>

#include <set>

namespace soac::schedule::device {

using namespace ir;
using analysis::Dim;

namespace {

/// How the extents of arrays follow from those that arrays had at entry.
class Sizes {
public:
  Sizes(const Function &function, llvm::ArrayRef<Value> onDevice)
      : function(function), onDevice(onDevice), shapes(function), definitions(function.body),
        polynomials(function.values, definitions, [](Scalar s) { return s == Scalar::I64; }) {}

  Dim of(Value v, unsigned dimension) { return shapes.of(v, dimension); }

  /// Is it the extent `entry` and something more or less, whatever the arguments are, or in some branch or trip of a loop?
  bool changes(Dim d, Dim entry) {
    if (d == entry || !seen.insert({d, entry}).second)
      return false;
    const Sum difference = sum(d) - Sum(Variable{entry});
    if (difference.terms().empty())
      return false;
    if (difference.in({entry}).slope.terms().empty())
      return true;
    for (const auto &[factors, coefficient] : difference.terms())
      for (const Variable factor : factors)
        if (factor.number != entry && isChosenSo(factor.number, entry))
          return true;
    return false;
  }

  /// Do elements of arrays have a say in it?
  bool followsFromData(Dim d) {
    if (!askedNumbers.insert(d).second)
      return false;
    const analysis::Shapes::Origin origin = shapes.origin(d);
    return origin.dimension < 0 ? isData(origin.value) : isDataIn(origin.value, static_cast<unsigned>(origin.dimension));
  }

private:
  /// A number as a variable of polynomials.
  struct Variable {
    Dim number;
    friend auto operator<=>(const Variable &, const Variable &) = default;
  };
  using Sum = analysis::PolynomialOf<Variable>;

  const Function &function;
  const llvm::ArrayRef<Value> onDevice;
  analysis::Shapes shapes;
  const analysis::DefUse definitions;
  const analysis::Polynomials polynomials;
  std::set<std::pair<Dim, Dim>> seen;
  std::set<Dim> askedNumbers, summing;
  ValueSet asked;

  Dim number(Value v, int dimension) {
    return dimension < 0 ? shapes.ofScalar(v) : shapes.of(v, static_cast<unsigned>(dimension));
  }

  /// The number as a polynomial of numbers that have no further terms: extents of concatenated arrays are sums.
  Sum sum(Dim d) {
    const analysis::Shapes::Origin origin = shapes.origin(d);
    if (!summing.insert(d).second)
      return Sum(Variable{d});
    Sum result;
    const auto *concat = origin.dimension == 0 ? definitions.as<Concat>(origin.value) : nullptr;
    if (concat)
      for (const Value array : concat->arrays)
        result = result + sum(shapes.of(array, 0));
    else if (origin.dimension < 0 && function.type(origin.value).scalar == Scalar::I64)
      for (const auto &[factors, coefficient] : polynomials.of(origin.value).terms()) {
        Sum product(coefficient);
        for (const Value factor : factors)
          product = product * (shapes.ofScalar(factor) == d ? Sum(Variable{d}) : sum(shapes.ofScalar(factor)));
        result = result + product;
      }
    else
      result = Sum(Variable{d});
    summing.erase(d);
    return result;
  }

  /// Is `d` what a branch or a loop gives that begins with `entry` and changes it?
  bool isChosenSo(Dim d, Dim entry) {
    for (const auto &[value, dimension] : shapes.allOrigins(d)) {
      const Statement *s = definitions.statement(value);
      if (!s)
        continue;
      const unsigned position = definitions.of(value)->position;
      if (const auto *branch = std::get_if<If>(&s->op))
        return changes(number(branch->then.results[position], dimension), entry) ||
               changes(number(branch->otherwise.results[position], dimension), entry);
      const auto *loop = std::get_if<Loop>(&s->op);
      if (!loop)
        continue;
      const Dim first = number(loop->inits[position], dimension);
      const Dim before = number(loop->body.parameters[position + (loop->isCounted() ? 1 : 0)], dimension);
      const bool beginsWithEntry = first == entry || !sum(first).in({entry}).slope.terms().empty();
      return beginsWithEntry && changes(number(loop->body.results[position], dimension), before);
    }
    return false;
  }

  bool isDataIn(Value array, unsigned dimension) { return followsFromOperands(array, static_cast<int>(dimension)); }
  bool isData(Value v) { return asked.insert(v) && followsFromOperands(v, -1); }
  bool ask(Value v, int dimension) {
    return dimension < 0 ? isData(v) : followsFromData(shapes.of(v, static_cast<unsigned>(dimension)));
  }

  bool followsFromLoop(const Loop &loop, unsigned position, int dimension) {
    const Value control = loop.isCounted() ? loop.count : loop.condition.results[0];
    return isData(control) || ask(loop.inits[position], dimension) || ask(loop.body.results[position], dimension);
  }

  /// The scalar `v`, or extent `dimension` of the array.
  bool followsFromOperands(Value v, int dimension) {
    const analysis::Definition *definition = definitions.of(v);
    if (!definition) // a constant
      return false;
    if (definition->parameterOf)
      return followsFromParameter(v, *definition, dimension);
    const Op &op = definition->statement->op;
    const unsigned position = definition->position;
    if (const auto *loop = std::get_if<Loop>(&op))
      return followsFromLoop(*loop, position, dimension);
    if (const auto *branch = std::get_if<If>(&op))
      return isData(branch->condition) || ask(branch->then.results[position], dimension) ||
             ask(branch->otherwise.results[position], dimension);
    if (const auto *extent = std::get_if<Extent>(&op))
      return followsFromData(shapes.of(extent->array, extent->dimension));
    const bool isOfExtents = dimension >= 0 || std::holds_alternative<Apply>(op);
    bool is = !isOfExtents; // of the others, each that gives a number reads arrays
    forEachOperand(op, [&](Value operand) {
      is = is || (function.type(operand).isArray() ? followsFromAll(operand) : isData(operand));
    });
    return is;
  }
  bool followsFromAll(Value array) {
    return llvm::any_of(llvm::seq<unsigned>(0, function.type(array).rank), [&](unsigned d) { return followsFromData(shapes.of(array, d)); });
  }

  bool followsFromParameter(Value v, const analysis::Definition &definition, int dimension) {
    if (!definition.statement)
      return dimension < 0 && llvm::is_contained(onDevice, v);
    const auto *loop = std::get_if<Loop>(&definition.statement->op);
    if (!loop)
      return !(dimension < 0 && definition.position == 0); // an element; the first parameter is the index
    const bool hasCounter = loop->isCounted() && definition.parameterOf == &loop->body;
    if (hasCounter && definition.position == 0)
      return isData(loop->count);
    return followsFromLoop(*loop, definition.position - (hasCounter ? 1 : 0), dimension);
  }
};

} // namespace

std::string changedSize(const interface::CxxFunction &face, const Function &function, llvm::ArrayRef<Value> onDevice) {
  const std::string keeps = ", and an array on a device that is written keeps its size: return the array instead";
  for (const interface::CxxParameter &p : face.parameters)
    for (std::size_t leaf = 0; leaf < p.outputs.size(); ++leaf) {
      if (p.outputs[leaf] < 0)
        continue;
      const Value written = function.body.results[static_cast<std::size_t>(p.outputs[leaf])];
      const Value given = leaf < p.inputs.size() ? p.inputs[leaf] : Value();
      if (!given || function.type(given).rank != function.type(written).rank) // the caller makes it for what it gets
        continue;
      Sizes sizes(function, onDevice);
      for (unsigned d = 0; d < function.type(written).rank; ++d) {
        const Dim size = sizes.of(written, d), entry = sizes.of(given, d);
        if (size == entry)
          continue;
        if (sizes.changes(size, entry))
          return "'" + p.name + "' grows or shrinks" + keeps + ", or let the caller give it its last size";
        if (sizes.followsFromData(size))
          return "data decide how many elements '" + p.name + "' gets" + keeps;
      }
    }
  return "";
}

} // namespace soac::schedule::device
