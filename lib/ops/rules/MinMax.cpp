#include "ops/rules/MinMax.h"

#include "ir/Walk.h"
#include "ops/rules/Operators.h"

namespace soac::ops {
namespace {

using prims::Prim;

// Does b replace a? The same comparison as the primitive's own, so that the first of equal values stays.
ir::Value replaces(Prim p, ir::Value a, ir::Value b, ir::Builder &in) {
  const bool isMin = p == Prim::Min || p == Prim::FMin;
  const ir::Value isBetter = isMin ? in.lessThan(b, a) : in.lessThan(a, b);
  if (p == Prim::Min || p == Prim::Max)
    return isBetter;
  return in.apply(Prim::Or, {isBetter, in.apply(Prim::IsNan, {a})});
}

} // namespace

bool isMinMax(std::optional<Prim> p) {
  return p == Prim::Min || p == Prim::Max || p == Prim::FMin || p == Prim::FMax;
}

ir::Block withPositions(Prim prim, ir::Type value, ir::Builder &b) {
  const ir::Type position = ir::indexType.withRank(value.rank);
  return b.block({value, position, value, position}, [&](ir::Builder &in, llvm::ArrayRef<ir::Value> p) {
    return elementwise(p, in, [&](ir::Builder &each, llvm::ArrayRef<ir::Value> x) -> ir::Values {
      const ir::Value second = replaces(prim, x[0], x[2], each);
      return {each.select(second, x[2], x[0]), each.select(second, x[3], x[1])};
    });
  });
}

ir::Block withPositions(const ir::Block &op, ir::ValueTable &values) {
  ir::Block both = ir::cloneBlock(op, values);
  const auto choice = analysis::choiceOfArgument(both);
  const ir::Value first = values.fresh(ir::indexType), second = values.fresh(ir::indexType);
  both.parameters.insert(both.parameters.begin() + both.results.size(), first);
  both.parameters.push_back(second);
  ir::Builder in(values, both.statements, {});
  both.results.push_back(choice->isFirstWhereTrue ? in.select(choice->condition, first, second)
                                                  : in.select(choice->condition, second, first));
  return both;
}

} // namespace soac::ops
