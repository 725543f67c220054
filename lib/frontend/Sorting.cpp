// std::sort and std::stable_sort of numbers in the order of < or >: the elements in the order of an argsort, written back
// one by one, so that adjoints go back to where the elements stood.
#include "frontend/Loops.h"
#include "frontend/Targets.h"

namespace soac::frontend {

using Kind = Shape::Kind;

namespace {

enum class Order { Unknown, Rising, Falling };

/// What the third argument of a sort says.
Order orderOf(const clang::CallExpr *call) {
  if (call->getNumArgs() == 2)
    return Order::Rising;
  const clang::CXXRecordDecl *record =
      call->getNumArgs() == 3 ? call->getArg(2)->getType().getNonReferenceType()->getAsCXXRecordDecl() : nullptr;
  const std::string name = record ? qualifiedName(record) : "";
  const bool isRising = name == "std::less" || name == "std::ranges::less";
  return isRising ? Order::Rising : name == "std::greater" || name == "std::ranges::greater" ? Order::Falling : Order::Unknown;
}

} // namespace

/// False, and nothing is lowered, for other orders and elements.
bool lowerSort(Lowering &l, const clang::CallExpr *call, FValue &result) {
  const Order order = orderOf(call);
  const Shape *pointer = order == Order::Unknown ? nullptr : l.types.ofObject(call->getArg(0)->getType());
  if (!pointer || pointer->kind != Kind::Pointer || pointer->element->kind != Kind::Scalar)
    return false;
  const FValue first = l.value(call->getArg(0)), last = l.value(call->getArg(1));
  const Location array = l.failed() ? Location() : pointee(first);
  if (!array) {
    l.refuse(diag::Id::PointerUse, call->getSourceRange(), {"argument", "what it points to is not known, or it is null"});
    return true;
  }
  const FValue now = l.read(array, call);
  if (l.failed())
    return true;
  if (now.leaves.size() != 1 || l.builder().type(now.leaves[0].value).rank != 1) {
    l.refuse(diag::Id::UnsupportedExpression, call->getSourceRange(), {"a sort of these elements"},
             {"sort with soac::sort_by_key"});
    return true;
  }
  ir::Builder &b = l.builder();
  b.location = l.sourceLocation(call->getExprLoc());
  const ir::Value start = first.leaves[1].value, count = b.sub(last.leaves[1].value, start);
  const ir::Value keys = b.emit1(ir::Slice{now.leaves[0].value, start, count, 1});
  const ir::Value positions = b.emit1(ir::Argsort{keys}, "order");
  ir::Value sorted = b.map(count, {positions}, [&](ir::Builder &in, llvm::ArrayRef<ir::Value> p) -> ir::Values {
    return {in.read(keys, {p[1]})};
  })[0];
  if (order == Order::Falling)
    sorted = b.reverse(sorted);
  LoopBuilder loop(l, call);
  const ir::Value i = b.values.fresh(ir::indexType, "i");
  loop.body({i}, [&] {
    const FValue element = l.makeScalar(l.builder().read(sorted, {i}), pointer->element->type);
    l.write(dereference(l, first, i, call->getArg(0)), element, call);
  });
  loop.finish(count);
  result = {l.types.of(l.types.context.VoidTy), {}};
  return true;
}

} // namespace soac::frontend
