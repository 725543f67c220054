// Calls of functions and operators on leaves, which become `Differentiate` statements.
//
// Only the chosen parameters are arguments of a `Differentiate`; the others are free variables of its block, hence
// constants of the derivative:
//   soac::gradient<f, soac::wrt<0>>(x, y)   ->   r, x_adj = differentiate adjoint (x), seeds (1.0) |x_1| { f(x_1, y) }
#include "frontend/lower/Lower.h"
#include "frontend/parse/Clang.h"
#include "frontend/requests/Derivatives.h"
#include "frontend/state/LoweringState.h"
#include "frontend/state/RowLengths.h"

namespace soac::frontend {
namespace {

/// The numbers of a constant array, row by row; every inner extent is that of the first element.
bool constantElements(Lowering &l, const clang::APValue &value, ir::Scalar scalar, ir::Values &elements, ir::Values &extents,
                      unsigned depth = 0) {
  ir::ValueTable &values = l.function.values;
  if (value.isInt() || value.isFloat()) {
    elements.push_back(value.isInt() ? values.constantInt(scalar, value.getInt().getExtValue())
                                     : values.constantFloat(scalar, value.getFloat().convertToDouble()));
    return true;
  }
  if (value.isStruct() && value.getStructNumBases() == 0 && value.getStructNumFields() == 1) // std::array
    return constantElements(l, value.getStructField(0), scalar, elements, extents, depth);
  if (!value.isArray())
    return false;
  if (extents.size() == depth)
    extents.push_back(values.constantIndex(value.getArraySize()));
  for (unsigned i = 0; i < value.getArraySize(); ++i)
    if (!constantElements(l, i < value.getArrayInitializedElts() ? value.getArrayInitializedElt(i) : value.getArrayFiller(),
                          scalar, elements, extents, depth + 1))
      return false;
  return true;
}

bool constantArray(Lowering &l, const clang::APValue &value, const Layout *layout, ir::Values &leaves) {
  const bool isOfNumbers = layout->leaves.size() == 1 && !layout->leaves[0].isTarget;
  ir::Values elements, extents;
  if (!isOfNumbers || !constantElements(l, value, layout->leaves[0].type.scalar, elements, extents) ||
      extents.size() != layout->leaves[0].type.rank)
    return false;
  ir::Builder &b = l.builder();
  ir::Value array =
      b.fill(b.zero(layout->leaves[0].type.scalar), {b.index(static_cast<std::int64_t>(elements.size()))});
  for (auto [i, element] : llvm::enumerate(elements))
    array = b.update(array, {b.index(static_cast<std::int64_t>(i))}, element);
  leaves.push_back(extents.size() > 1 ? b.emit1(ir::Reshape{array, extents}) : array);
  return true;
}

/// A constant object's leaves.
bool constantLeaves(Lowering &l, const clang::APValue &value, const Layout *layout, ir::Values &leaves) {
  ir::ValueTable &values = l.function.values;
  if (layout->kind == Layout::Kind::Array)
    return constantArray(l, value, layout, leaves);
  switch (value.getKind()) {
  case clang::APValue::Int:
    leaves.push_back(values.constantInt(layout->scalar, value.getInt().getExtValue()));
    return layout->kind == Layout::Kind::Scalar;
  case clang::APValue::Float:
    leaves.push_back(values.constantFloat(layout->scalar, value.getFloat().convertToDouble()));
    return layout->kind == Layout::Kind::Scalar;
  case clang::APValue::Struct: {
    if (layout->kind != Layout::Kind::Record || layout->isTuple())
      return false;
    unsigned field = 0;
    for (unsigned i = 0; i < value.getStructNumBases(); ++i, ++field)
      if (field >= layout->fields.size() ||
          !constantLeaves(l, value.getStructBase(i), layout->fields[field].layout, leaves))
        return false;
    for (unsigned i = 0; i < value.getStructNumFields(); ++i, ++field)
      if (field >= layout->fields.size() ||
          !constantLeaves(l, value.getStructField(i), layout->fields[field].layout, leaves))
        return false;
    return field == layout->fields.size();
  }
  default:
    return false;
  }
}

/// F's function object, as a variable.
std::optional<Location> objectOf(Lowering &l, const Callee &callee, clang::SourceRange place) {
  const Layout *layout = l.types.of(callee.object);
  ir::Values leaves;
  if (!layout->leaves.empty() && !constantLeaves(l, *callee.value, layout, leaves)) {
    l.refuse(diag::Id::UnsupportedType, place,
             {callee.object.getAsString(), "as a constant function object it may hold numbers, arrays of numbers and records of these"});
    return std::nullopt;
  }
  return l.newVariable(l.make(layout, leaves), "f");
}

ir::Values concatenate(llvm::ArrayRef<ir::Values> parts) {
  ir::Values all;
  for (const ir::Values &part : parts)
    all.append(part.begin(), part.end());
  return all;
}

/// Is the operator that of the function that is written, and not one that is called in a function?
bool isAtEdge(Lowering &l) { return l.internals().frames.empty(); }

/// May rows of its parameters and results differ in length?
bool hasOwnRows(Lowering &l) { return isAtEdge(l) && l.internals().hasOwnRows; }

/// `array` has rows of the lengths that those of `like` have.
void shareRows(Lowering &l, ir::Value array, ir::Value like) {
  auto &rowsOf = l.internals().rowsOf;
  if (auto rows = rowsOf.lookup(like); !rows.empty())
    rowsOf[array] = std::move(rows);
}

/// Replaces the differentiable leaves of the chosen parameters by `values`, in order.
Arguments withChosen(Lowering &l, Arguments arguments, llvm::ArrayRef<unsigned> chosen, llvm::ArrayRef<ir::Value> values) {
  const ir::Value *next = values.begin();
  for (unsigned parameter : chosen)
    for (ir::Value &leaf : arguments[parameter])
      if (isDifferentiable(l, leaf)) {
        shareRows(l, *next, leaf);
        leaf = *next++;
      }
  return arguments;
}

/// The derivatives of `primals`: the next of `derivative` for a differentiable value, zero for an integer.
ir::Values withIntegers(Lowering &l, llvm::ArrayRef<ir::Value> primals, const ir::Value *&derivative) {
  ir::Values all;
  for (ir::Value primal : primals) {
    all.push_back(isDifferentiable(l, primal) ? *derivative++ : l.builder().zerosLike(primal));
    shareRows(l, all.back(), primal);
  }
  return all;
}

} // namespace

ir::Values callCallee(Lowering &l, const Callee &callee, const Arguments &arguments, clang::SourceRange place) {
  if (callee.inner)
    return callOperator(l, *callee.inner, arguments);
  std::vector<Lowering::Parameter> parameters;
  llvm::SmallVector<FValue, 4> values;
  for (auto [i, parameter] : llvm::enumerate(callee.function->parameters())) {
    parameters.push_back(l.makeParameter(parameter->getType(), arguments[i], parameter->getName()));
    values.push_back(parameters.back().argument);
  }
  std::optional<Location> object;
  if (callee.value && !(object = objectOf(l, callee, place)))
    return {};
  const FValue result = l.callFunction(callee.function, values, nullptr, object);
  if (l.failed())
    return {};
  for (auto [i, parameter] : llvm::enumerate(parameters))
    if (l.finals(parameter) != arguments[i]) {
      l.refuse(diag::Id::OutputParameters, place,
               {callee.function->getNameAsString(), callee.function->getParamDecl(i)->getNameAsString()});
      return {};
    }
  l.internals().returnsRows |= isAtEdge(l) && hasLengths(l, result);
  return hasOwnRows(l) ? edgeRows(l, result) : l.edgeValues(result);
}

Derivative derivative(Lowering &l, const Operator &op, ir::Mode mode, const Arguments &arguments,
                      llvm::function_ref<ir::Values(llvm::ArrayRef<ir::Value> results)> seeds, ir::Value directions) {
  ir::Differentiate differentiate;
  differentiate.mode = mode;
  differentiate.directions = directions;
  ir::Types types;
  std::vector<ir::Name> names;
  for (unsigned parameter : op.wrt)
    for (ir::Value leaf : arguments[parameter])
      if (isDifferentiable(l, leaf)) {
        differentiate.arguments.push_back(leaf);
        types.push_back(l.builder().type(leaf));
        names.push_back(l.function.values.name(leaf));
      }
  ++l.internals().derivatives;
  std::size_t count = 0;
  llvm::SmallVector<std::pair<std::size_t, unsigned>, 2> lengths; ///< of which result's rows, and of which dimension
  differentiate.fn = l.operatorBlock(
      types, names,
      [&](llvm::ArrayRef<ir::Value> values) {
        ir::Values results = callCallee(l, op.callee, withChosen(l, arguments, op.wrt, values), op.place);
        count = results.size();
        for (std::size_t i = 0; i < count; ++i)
          for (const RowLengths &rows : l.internals().rowsOf.lookup(results[i])) {
            lengths.push_back({i, rows.dimension});
            results.push_back(rows.lengths);
          }
        return results;
      },
      nullptr);
  --l.internals().derivatives;
  if (l.failed())
    return {};
  differentiate.seeds = seeds(llvm::ArrayRef(differentiate.fn.results).take_front(count));
  const ir::Values outcome = l.builder().emit(std::move(differentiate));
  for (auto [k, of] : llvm::enumerate(lengths))
    l.internals().rowsOf[outcome[of.first]].push_back({of.second, outcome[count + k]});
  return {ir::Values(llvm::ArrayRef(outcome).take_front(count)),
          ir::Values(llvm::ArrayRef(outcome).drop_front(count + lengths.size()))};
}

namespace {

/// Second-order derivatives are derivatives of the gradient: hvp is its jvp, hessian its Jacobian.
Operator ofGradient(const Operator &op) {
  Operator gradient = op;
  gradient.kind = OperatorKind::Gradient;
  Operator outer = op;
  outer.kind = op.row().method == OperatorRow::Method::JvpOfGradient ? OperatorKind::Jvp : OperatorKind::JacobianForward;
  outer.tangent = op.adjoint;
  outer.callee = Callee();
  outer.callee.inner = std::make_shared<Operator>(std::move(gradient));
  return outer;
}

} // namespace

bool refuseOtherLeaves(Lowering &l, const Operator &op, llvm::ArrayRef<ir::Value> leaves) {
  const clang::QualType type = op.call->getReturnType();
  const std::optional<ir::Types> expected = l.edgeTypes(type);
  if (l.failed() ||
      (expected && llvm::equal(*expected, leaves, [&](ir::Type t, ir::Value v) { return l.builder().type(v) == t; })))
    return l.failed();
  l.refuse(diag::Id::TangentType, op.place, {type.getAsString(l.types.context.getPrintingPolicy())});
  return true;
}

ir::Values callOperator(Lowering &l, const Operator &op, const Arguments &all) {
  const std::size_t count = all.size() - (op.hasTangents() ? op.wrt.size() : op.hasSeed() ? 1 : 0);
  const Arguments arguments(all.begin(), all.begin() + count), seeds(all.begin() + count, all.end());
  for (std::size_t k = 0; op.hasTangents() && k < op.wrt.size(); ++k)
    if (seeds[k].size() != arguments[op.wrt[k]].size()) {
      const clang::QualType type = op.call->getParamDecl(static_cast<unsigned>(count + k))->getType();
      l.refuse(diag::Id::TangentType, op.place, {type.getAsString(l.types.context.getPrintingPolicy())});
      return {};
    }
  using Method = OperatorRow::Method;
  switch (op.row().method) {
  case Method::Call: return callCallee(l, op.callee, arguments, op.place);
  case Method::JvpOfGradient:
  case Method::JacobianOfGradient: return callOperator(l, ofGradient(op), all);
  case Method::ManyDirections:
  case Method::Jacobian:
    if (hasOwnRows(l))
      return l.refuse(diag::Id::UnsupportedExpression, op.place, {"a Jacobian by rows that differ in length"}), ir::Values();
    return callVectorMode(l, op, arguments, seeds);
  case Method::OneDirection: break;
  }

  const Derivative d = derivative(l, op, op.row().mode, arguments,
                                  [&](llvm::ArrayRef<ir::Value> results) {
                                    ir::Values given;
                                    if (op.hasTangents()) {
                                      for (auto [k, parameter] : llvm::enumerate(op.wrt))
                                        for (auto [i, leaf] : llvm::enumerate(arguments[parameter]))
                                          if (isDifferentiable(l, leaf))
                                            given.push_back(seeds[k][i]);
                                    } else {
                                      for (auto [i, result] : llvm::enumerate(results))
                                        if (isDifferentiable(l, result))
                                          given.push_back(op.hasSeed() ? seeds[0][i]
                                                                       : l.builder().one(l.builder().type(result).scalar));
                                    }
                                    return given;
                                  });
  if (l.failed())
    return {};
  for (std::size_t i = 0; op.hasSeed() && !op.hasTangents() && i < d.primal.size(); ++i)
    for (auto [own, given] : llvm::zip(l.internals().rowsOf.lookup(d.primal[i]), l.internals().rowsOf.lookup(seeds[0][i])))
      checkSameLengths(l, own.lengths, given.lengths, "soac: the adjoint of the result has rows of other lengths");
  const ir::Value *next = d.derivative.begin();
  std::vector<ir::Values> parts;
  if (op.row().givesValue)
    parts.push_back(d.primal);
  if (op.hasTangents())
    parts.push_back(withIntegers(l, d.primal, next));
  else
    for (unsigned parameter : op.wrt)
      parts.push_back(withIntegers(l, arguments[parameter], next));
  return concatenate(parts);
}

} // namespace soac::frontend
