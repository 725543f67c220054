#include "frontend/soac/Combinators.h"

#include "frontend/parse/Clang.h"
#include "prims/Prims.h"

namespace soac::frontend {

FValue (Combinator::*combinatorByName(llvm::StringRef name))() {
  using Function = FValue (Combinator::*)();
  return llvm::StringSwitch<Function>(name)
#define SOAC_COMBINATOR(name, method) .Case(#name, &Combinator::method)
#include "frontend/soac/Combinators.def"
      .Default(nullptr);
}

FValue Combinator::refuse(unsigned argument, const char *why) {
  const clang::SourceRange at =
      argument < call->getNumArgs() ? call->getArg(argument)->getSourceRange() : call->getSourceRange();
  l.refuse(diag::Id::CombinatorOperand, at, {name, why});
  return {};
}

FValue Combinator::result(llvm::ArrayRef<ir::Value> leaves) {
  return l.failed() ? FValue() : l.make(call->getType(), leaves);
}

std::optional<Combinator::Array> Combinator::array(unsigned argument) {
  const FValue v = l.value(call->getArg(argument));
  if (l.failed() || !v)
    return std::nullopt;
  const Layout *layout = l.dataLayout(v);
  if (!layout || !layout->isArrayLike() || !layout->element->isData) {
    refuse(argument, "it is not an array of numbers or records of numbers");
    return std::nullopt;
  }
  return Array{layout->element, layout->rank, l.data(v)};
}

std::optional<std::vector<Combinator::Array>> Combinator::arrays(unsigned first, bool ofEqualExtent) {
  std::vector<Array> all;
  for (unsigned i = first; i < call->getNumArgs(); ++i) {
    std::optional<Array> one = array(i);
    if (!one)
      return std::nullopt;
    if (one->leaves.empty()) {
      refuse(i, "its elements hold no numbers");
      return std::nullopt;
    }
    if (ofEqualExtent && !all.empty() && one->leaves.front() != all.front().leaves.front())
      b().checkArgument(b().equal(count(*one), count(all.front())), "soac: " + name + ": the arrays' extents differ");
    all.push_back(std::move(*one));
  }
  return all;
}

/// An element along the first dimension, as the combinator's function receives it.
FValue Combinator::element(const Array &a, llvm::ArrayRef<ir::Value> leaves) {
  return l.make(a.rank == 1 ? a.element : l.types.arrayOf(a.element, a.rank - 1), leaves);
}

ir::Value Combinator::count(const Array &a) { return b().extent(a.leaves.front()); }

ir::Value Combinator::indexArgument(unsigned argument) { return l.asIndex(l.value(call->getArg(argument))); }

FValue Combinator::indexValue(ir::Value v) {
  return l.makeScalar(v, l.types.context.getIntTypeForBitwidth(64, /*Signed=*/true));
}

std::optional<ir::Values> Combinator::converted(llvm::ArrayRef<ir::Value> leaves, llvm::ArrayRef<ir::Type> types,
                                                unsigned argument) {
  ir::Values all;
  for (std::size_t i = 0; i < types.size(); ++i) {
    if (leaves.size() != types.size() || b().type(leaves[i]).rank != types[i].rank ||
        (types[i].isArray() && b().type(leaves[i]).scalar != types[i].scalar)) {
      refuse(argument, "its type is not that of the arrays' elements");
      return std::nullopt;
    }
    all.push_back(types[i].isArray() ? leaves[i] : b().cast(types[i].scalar, leaves[i]));
  }
  return all;
}

FValue Combinator::stopGradient() {
  const FValue v = l.value(call->getArg(0));
  if (l.failed())
    return {};
  struct Stop {
    static ir::Value at(ir::Builder &b, ir::Value v) {
      if (!b.type(v).isDifferentiable())
        return v;
      if (!b.type(v).isArray())
        return b.apply(ir::Prim::StopGradient, {v});
      return b.map(b.extent(v), {v}, [](ir::Builder &in, llvm::ArrayRef<ir::Value> p) -> ir::Values {
        return {at(in, p[1])};
      })[0];
    }
  };
  ir::Values leaves;
  for (ir::Value leaf : l.edgeValues(v))
    leaves.push_back(Stop::at(b(), leaf));
  return result(leaves);
}

} // namespace soac::frontend
