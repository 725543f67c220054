// Memory that a function allocates for itself by new[], malloc, calloc or std::unique_ptr<T[]>: the pointer points to an
// ordinary array of the function. Elements that malloc and new leave uninitialised have no value yet.
//   double *p = new double[n]();   ->   memory = fill 0.0, [n];  p points to memory[0]
#include "frontend/library/KnownCalls.h"
#include "frontend/library/Library.h"
#include "frontend/library/Memory.h"
#include "frontend/lower/Lower.h"
#include "frontend/state/CallSite.h"
#include "frontend/state/Lowering.h"
#include "frontend/state/LoweringState.h"
#include "frontend/state/Targets.h"
#include "frontend/state/Variables.h"

namespace soac::frontend {

using prims::Prim;
using Kind = Layout::Kind;

namespace {

void refuseAllocation(Lowering &l, clang::SourceRange at, const std::string &what, const std::string &why) {
  l.refuse(diag::Id::Allocation, at, {what}, {why});
}

/// The reason why memory for the pointer's elements cannot be an array, or empty.
std::string whyNotAllocated(Lowering &l, const Layout *pointer) {
  if (pointer->kind != Kind::Pointer)
    return "it is not cast to a pointer to its elements at once";
  const Layout *array = pointer->element->isData ? l.types.arrayOf(pointer->element, 1) : nullptr;
  if (!array)
    return "its elements are not numbers or records of numbers";
  if (array->kind == Kind::Unsupported)
    return array->reason;
  return hasStaticShape(pointer->element) ? "" : "its elements hold arrays of any length";
}

/// A new array of `count` elements, which have the value `element` or (unless `isWritten`) none yet; returns a pointer of
/// layout `pointer` to it.
FValue allocate(Lowering &l, const Layout *pointer, ir::Value count, const FValue &element, bool isWritten) {
  if (l.failed() || !element)
    return {};
  ir::Builder &b = l.builder();
  if (const auto known = b.values.asInt(count); !known || *known < 0)
    b.check(b.apply(Prim::Ge, {count, b.index(0)}), "soac: memory for a negative number of elements is allocated");
  FValue array{l.types.arrayOf(pointer->element, 1), {}};
  for (const Leaf &leaf : element.leaves)
    array.leaves.push_back({b.fill(leaf.value, {count}), nullptr});
  const Location at = l.newVariable(array, "memory");
  for (const unsigned slot : at.slots) {
    l.internals().infos[slot].isAllocated = true;
    l.internals().infos[slot].isStaticShape = true; // its extent never changes
    l.internals().slots[slot].written = isWritten ? Written::Yes : Written::No;
  }
  return pointerTo(l, at, b.index(0), pointer);
}

/// The call of a function that allocates, under casts and parentheses.
const clang::CallExpr *allocatingCall(const clang::Expr *e) {
  const auto *call = llvm::dyn_cast<clang::CallExpr>(e->IgnoreParenCasts());
  const clang::FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  if (!callee || !callee->getIdentifier() || callee->hasBody())
    return nullptr;
  static const char *const names[] = {"malloc", "calloc",           "aligned_alloc",   "realloc",
                                      "alloca", "__builtin_alloca", "__builtin_malloc"};
  return llvm::is_contained(names, callee->getName()) ? call : nullptr;
}

/// Frees the memory on the current control-flow path: its elements have no value any more.
void release(Lowering &l, const Location &at, const clang::Expr *site, const std::string &what, bool isCertain = true) {
  if (!at || l.failed())
    return;
  if (at.choice) {
    release(l, at.choice->yes, site, what, false);
    return release(l, at.choice->no, site, what, false);
  }
  for (const unsigned slot : at.slots) {
    if (!l.internals().infos[slot].isAllocated)
      return refuseAllocation(l, site->getSourceRange(), what, "the function has not allocated this memory itself");
    Slot &s = l.internals().slots[slot];
    if (s.isFreed && isCertain)
      l.refuse(diag::Id::PointerUse, site->getSourceRange(), {"argument", "its memory has been given back before"});
    s.isFreed = isCertain;
  }
}

void releasePointer(Lowering &l, const clang::Expr *e, const std::string &what) {
  const FValue pointer = l.value(asTyped(e));
  if (pointer && pointer.layout->kind != Kind::Pointer)
    return refuseAllocation(l, e->getSourceRange(), what, "the function has not allocated this memory itself");
  release(l, pointee(pointer), e, what);
}

} // namespace

std::optional<FValue> allocatedBy(Lowering &l, const clang::CastExpr *e) {
  const clang::CallExpr *call = e->getCastKind() == clang::CK_BitCast ? allocatingCall(e->getSubExpr()) : nullptr;
  if (!call)
    return std::nullopt;
  const std::string name = call->getDirectCallee()->getNameAsString();
  const Layout *pointer = l.types.of(e->getType());
  const std::string why = name == "realloc" ? "copy the elements to new memory" : whyNotAllocated(l, pointer);
  if (!why.empty()) {
    refuseAllocation(l, e->getSourceRange(), name, why);
    return FValue{};
  }
  const std::int64_t size = l.types.context.getTypeSizeInChars(e->getType()->getPointeeType()).getQuantity();
  const bool isCleared = name == "calloc";
  ir::Value count;
  if (isCleared) {
    const bool isSecond = l.constantInt(call->getArg(1)).value_or(1) % size == 0;
    const ir::Value other = l.asIndex(l.value(call->getArg(isSecond ? 0 : 1)));
    count = l.builder().mul(other, elementCount(l, call->getArg(isSecond ? 1 : 0), size, /*isExact=*/true));
  } else {
    count = elementCount(l, call->getArg(name == "aligned_alloc" ? 1 : 0), size, /*isExact=*/true);
  }
  setLocation(l, call->getExprLoc());
  return allocate(l, pointer, count, zeroOf(l, pointer->element), isCleared);
}

namespace {

FValue makeUnique(Lowering &l, const CallSite &site) {
  const Layout *made = site.result();
  if (const std::string why = whyNotAllocated(l, made); !why.empty()) {
    refuseAllocation(l, site.call->getSourceRange(), site.name, why);
    return {};
  }
  const bool isCleared = site.name == "std::make_unique";
  const ir::Value count = l.asIndex(l.value(site.arguments[0]));
  const std::optional<FValue> element =
      isCleared ? defaultElement(l, made->element, site.call) : zeroOf(l, made->element);
  return element ? allocate(l, made, count, *element, isCleared) : FValue{};
}

FValue freeMemory(Lowering &l, const CallSite &site) {
  releasePointer(l, site.arguments[0], "free");
  return {l.types.of(l.types.context.VoidTy), {}};
}

} // namespace

CallLowering allocationCall(const CallSite &site) {
  if (site.isOne({"std::make_unique", "std::make_unique_for_overwrite"}) && site.arguments.size() == 1)
    return site.result()->isOwner() ? makeUnique : nullptr;
  return site.isOne({"free", "std::free"}) && site.arguments.size() == 1 && !site.callee->hasBody() ? freeMemory
                                                                                                    : nullptr;
}

FValue lowerNew(Lowering &l, const clang::CXXNewExpr *e) {
  const auto refuse = [&](const std::string &why) {
    refuseAllocation(l, e->getSourceRange(), "new", why);
    return FValue{};
  };
  if (!e->isArray())
    return refuse("make it a local variable");
  if (e->getNumPlacementArgs() > 0)
    return refuse("it is given the place of the memory");
  const Layout *pointer = l.types.of(e->getType());
  if (const std::string why = whyNotAllocated(l, pointer); !why.empty())
    return refuse(why);
  const clang::Expr *init = e->getInitializer();
  const auto *list = llvm::dyn_cast_or_null<clang::InitListExpr>(init);
  const auto *construct = llvm::dyn_cast_or_null<clang::CXXConstructExpr>(init);
  const ir::Value count = e->getArraySize() && *e->getArraySize() ? l.asIndex(l.value(*e->getArraySize()))
                                                                  : l.builder().index(list ? list->getNumInits() : 0);
  const bool isWritten =
      init && !(construct && construct->getConstructor()->isTrivial() && !construct->requiresZeroInitialization());
  const std::optional<FValue> element =
      isWritten ? defaultElement(l, pointer->element, e) : zeroOf(l, pointer->element);
  FValue result = element ? allocate(l, pointer, count, *element, isWritten) : FValue{};
  for (unsigned i = 0; list && i < list->getNumInits() && result; ++i)
    l.write(dereference(l, result, l.builder().index(i), e),
            convertTo(l, l.value(list->getInit(i)), pointer->element, e), e);
  return l.failed() ? FValue{} : result;
}

FValue lowerDelete(Lowering &l, const clang::CXXDeleteExpr *e) {
  if (e->isArrayForm())
    releasePointer(l, e->getArgument(), "delete");
  else
    refuseAllocation(l, e->getSourceRange(), "delete", "memory of new[] is given back by delete[]");
  return {l.types.of(l.types.context.VoidTy), {}};
}

// ---- std::unique_ptr<T[]>.
// -------------------------------------------------------------------------------------------

FValue constructOwner(Lowering &l, const clang::CXXConstructExpr *e, const Layout *layout) {
  const clang::Expr *from =
      e->getNumArgs() > 0 && !llvm::isa<clang::CXXDefaultArgExpr>(e->getArg(0)) ? e->getArg(0) : nullptr;
  if (!from || from->getType()->isNullPtrType())
    return {layout, {nullTarget(), Leaf{l.builder().index(0), nullptr}}};
  FValue v = takeFrom(l, from);
  if (v)
    v.layout = layout;
  return v;
}

namespace {

void setOwner(Lowering &l, const Location &at, const clang::Expr *to, const CallSite &site) {
  const Layout *layout = site.objectLayout();
  FValue v{layout, {nullTarget(), Leaf{l.builder().index(0), nullptr}}};
  if (to && !to->getType()->isNullPtrType())
    v = takeFrom(l, to);
  if (v)
    v.layout = layout;
  l.write(at, v, site.call);
}

FValue ownerAssigned(Lowering &l, const CallSite &site) {
  const Location at = objectOf(l, site.call);
  setOwner(l, at, site.arguments[0], site);
  return l.reference(at, l.types.of(site.callee->getReturnType()));
}
FValue ownerReset(Lowering &l, const CallSite &site) {
  setOwner(l, objectOf(l, site.call), site.arguments.empty() ? nullptr : site.arguments[0], site);
  return {l.types.of(l.types.context.VoidTy), {}};
}
FValue ownerSwapped(Lowering &l, const CallSite &site) {
  const Location a = objectOf(l, site.call), b = l.location(site.arguments[0]);
  const FValue x = l.read(a, site.call), y = l.read(b, site.call);
  l.write(a, y, site.call);
  l.write(b, x, site.call);
  return {l.types.of(l.types.context.VoidTy), {}};
}
FValue ownerElement(Lowering &l, const CallSite &site) {
  const FValue owner = l.read(objectOf(l, site.call), site.call);
  return l.reference(dereference(l, owner, l.asIndex(l.value(site.arguments[0])), site.call),
                     l.types.of(site.callee->getReturnType()));
}
FValue ownerIsSet(Lowering &l, const CallSite &site) {
  const ir::Value is = notNull(l, l.read(objectOf(l, site.call), site.call), site.call);
  return is ? l.makeScalar(is, site.call->getType()) : FValue{};
}
FValue ownerPointer(Lowering &l, const CallSite &site) {
  const Location at = objectOf(l, site.call);
  FValue pointer = l.read(at, site.call);
  if (pointer)
    pointer.layout = l.types.of(site.callee->getReturnType());
  if (site.method->getName() == "release")
    setOwner(l, at, nullptr, site);
  return pointer;
}

} // namespace

CallLowering ownerCall(const CallSite &site) {
  if (!site.method || site.method->isStatic() || !site.object || !site.objectLayout()->isOwner())
    return nullptr;
  if (llvm::isa<clang::CXXConversionDecl>(site.method))
    return ownerIsSet;
  switch (site.method->getOverloadedOperator()) {
  case clang::OO_Subscript: return ownerElement;
  case clang::OO_Equal: return ownerAssigned;
  case clang::OO_None: break;
  default: return nullptr;
  }
  const llvm::StringRef name = site.method->getIdentifier() ? site.method->getName() : "";
  return name == "reset"                          ? ownerReset
         : name == "swap"                         ? ownerSwapped
         : name == "get" || name == "release"     ? ownerPointer
                                                  : nullptr;
}

} // namespace soac::frontend
