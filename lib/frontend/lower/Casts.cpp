// Conversions, as Clang's AST spells them out.
#include "frontend/lower/Casts.h"

#include "analysis/IndexSums.h"
#include "frontend/library/Library.h"
#include "frontend/lower/Lower.h"
#include "frontend/lower/Pointers.h"
#include "frontend/lower/Records.h"
#include "frontend/state/LoweringState.h"
#include "frontend/state/Targets.h"

namespace soac::frontend {

using ir::Scalar;
using prims::Prim;

namespace {

/// Remembers how integers are computed by the builder's statements from this one on.
void noteIntegers(Lowering &l, std::size_t first) {
  for (const ir::Statement &s : llvm::drop_begin(l.builder().statements(), first))
    if (const auto *apply = std::get_if<ir::Apply>(&s.op); apply && ir::isInteger(apply->type))
      l.internals().integers[s.results[0]] = *apply;
}

} // namespace

FValue convertScalar(Lowering &l, const FValue &v, const Layout *to) {
  if (!v.isScalar() || to->kind != Layout::Kind::Scalar || l.failed())
    return {};
  const ir::Value x = v.leaves[0].value;
  ir::ValueTable &values = l.builder().values;
  if (v.layout->scalar == to->scalar)
    return {to, {Leaf{x, nullptr}}};
  // Constants convert here, where that is exact in every compiler.
  if (const auto number = values.asFloat(x); number && ir::isFloat(to->scalar))
    return {to, {Leaf{values.constantFloat(to->scalar, *number), nullptr}}};
  if (const auto number = values.asInt(x)) {
    if (to->scalar == Scalar::Bool)
      return {to, {Leaf{values.constantBool(*number != 0), nullptr}}};
    if (!ir::isFloat(to->scalar))
      return {to, {Leaf{values.constantInt(to->scalar, *number), nullptr}}};
    if (v.layout->scalar != Scalar::U64) {
      const double wide = to->scalar == Scalar::F32 ? static_cast<double>(static_cast<float>(*number))
                                                    : static_cast<double>(*number);
      return {to, {Leaf{values.constantFloat(to->scalar, wide), nullptr}}};
    }
  }
  const std::size_t mark = l.builder().statements().size();
  const ir::Value r = l.builder().cast(to->scalar, x);
  noteIntegers(l, mark);
  return {to, {Leaf{r, nullptr}}};
}

const ir::Apply *definitionOf(Lowering &l, ir::Value integer) {
  const auto found = l.internals().integers.find(integer);
  return found == l.internals().integers.end() ? nullptr : &found->second;
}

ir::Value computed(Lowering &l, Prim prim, llvm::ArrayRef<ir::Value> arguments) {
  ir::Builder &b = l.builder();
  const std::size_t mark = b.statements().size();
  const ir::Value r = b.apply(prim, arguments);
  // Integers narrower than int are computed in int and converted back, which wraps; 64 bits are followed as they are.
  auto &apply = std::get<ir::Apply>(b.statements().back().op);
  apply.isExact = apply.type == Scalar::I32 && !l.types.context.getLangOpts().isSignedOverflowDefined() &&
                  (prim == Prim::Add || prim == Prim::Sub || prim == Prim::Mul || prim == Prim::Neg);
  noteIntegers(l, mark);
  return r;
}

ir::Value widen(Lowering &l, ir::Value v) {
  const std::size_t mark = l.builder().statements().size();
  const auto defined = [&](ir::Value x) { return definitionOf(l, x); };
  const ir::Value wide = analysis::IndexSums(l.builder(), defined).wide(v);
  noteIntegers(l, mark);
  return wide;
}

namespace {

FValue refuseCast(Lowering &l, const clang::CastExpr *e, const std::string &what) {
  l.refuse(diag::Id::UnsupportedExpression, e->getSourceRange(), {what});
  return {};
}

FValue functionTarget(Lowering &l, const clang::CastExpr *e) {
  const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(e->getSubExpr()->IgnoreParens());
  const auto *function = reference ? llvm::dyn_cast<clang::FunctionDecl>(reference->getDecl()) : nullptr;
  if (!function)
    return l.value(e->getSubExpr());
  return {l.types.of(e->getType()), {Leaf{{}, std::make_shared<const Target>(Target{{}, function})}}};
}

/// Base subobjects: walks the path of a derived-to-base conversion.
Location toBase(Lowering &l, Location at, const clang::CastExpr *e) {
  for (const clang::CXXBaseSpecifier *base : e->path()) {
    const clang::CXXRecordDecl *declaration = base->getType()->getAsCXXRecordDecl();
    unsigned index = 0;
    if (!at || !declaration || !fieldIndex(at.layout, declaration->getDefinition(), index)) {
      l.refuse(diag::Id::UnsupportedExpression, e->getSourceRange(), {"this conversion to a base class"});
      return {};
    }
    const Location derived = at;
    at = l.field(at, index);
    at.derived = std::make_shared<const Location>(derived);
  }
  return at;
}

/// static_cast<Derived &>(base), as in the curiously recurring template pattern: the object that this is the base of.
Location toDerived(Lowering &l, const Location &base, clang::QualType type, const clang::CastExpr *e) {
  const Layout *layout = l.types.of(type);
  std::shared_ptr<const Location> at = base.derived;
  while (at && at->layout != layout)
    at = at->derived;
  if (at)
    return *at;
  if (base)
    l.refuse(diag::Id::UnsupportedExpression, e->getSourceRange(),
             {"this conversion to a derived class"}, {"the tool does not see an object of that class here"});
  return {};
}

/// The number or integer of the same width that has the same bits.
FValue withBits(Lowering &l, const FValue &v, const Layout *to) {
  if (!v.isScalar() || l.failed())
    return {};
  if (ir::isFloat(v.layout->scalar) == ir::isFloat(to->scalar))
    return convertScalar(l, v, to);
  const auto spelled = [](Scalar s) -> std::string {
    if (ir::isFloat(s))
      return s == Scalar::F32 ? "float" : "double";
    return (ir::isSigned(s) ? "std::int" : "std::uint") + std::to_string(ir::bitWidth(s)) + "_t";
  };
  ir::Call call;
  call.types = {to->scalar};
  call.function =
      "__builtin_bit_cast(" + spelled(to->scalar) + ", static_cast<" + spelled(v.layout->scalar) + ">({0}))";
  call.arguments = {v.leaves[0].value};
  return {to, {Leaf{l.builder().emit1(std::move(call)), nullptr}}};
}

/// The numbers of an object of fixed size, in the order of its memory; none where it holds anything else.
std::optional<llvm::SmallVector<Scalar, 8>> numbersOf(const Layout *layout) {
  llvm::SmallVector<Scalar, 8> all;
  if (layout->kind == Layout::Kind::Scalar) {
    all.push_back(layout->scalar);
    return all;
  }
  const bool isArray = layout->kind == Layout::Kind::Array && layout->staticExtent >= 0;
  if (!isArray &&
      (layout->kind != Layout::Kind::Record || !layout->isData || layout->isTuple() || layout->isOptional()))
    return std::nullopt;
  const std::size_t count = isArray ? static_cast<std::size_t>(layout->staticExtent) : layout->fields.size();
  for (std::size_t i = 0; i < count; ++i) {
    const auto part = numbersOf(isArray ? layout->element : layout->fields[i].layout);
    if (!part || all.size() + part->size() > 256)
      return std::nullopt;
    all.append(*part);
  }
  return all;
}

/// Are two types made of the same numbers in the same order, without bytes between them?
bool isSameNumbers(Lowering &l, clang::QualType from, clang::QualType to) {
  const auto a = numbersOf(l.types.ofObject(from)), b = numbersOf(l.types.ofObject(to));
  if (!a || !b || *a != *b)
    return false;
  std::uint64_t bits = 0;
  for (const Scalar s : *a)
    bits += s == Scalar::Bool ? 8 : ir::bitWidth(s);
  return l.types.context.getTypeSize(to.getNonReferenceType()) == bits;
}

/// Where the numbers of an object are.
void appendNumbers(Lowering &l, const Location &at, llvm::SmallVectorImpl<Location> &into) {
  if (at.layout->kind == Layout::Kind::Array)
    for (std::int64_t i = 0; i < at.layout->staticExtent; ++i)
      appendNumbers(l, l.element(at, {l.builder().index(i)}), into);
  else if (at.layout->kind == Layout::Kind::Record)
    for (unsigned i = 0; i < at.layout->fields.size(); ++i)
      appendNumbers(l, l.field(at, i), into);
  else
    into.push_back(at);
}

/// An object of another type that is made of the same numbers.
FValue regrouped(Lowering &l, const Location &from, const Layout *to, const clang::Expr *site) {
  if (l.failed() || !from)
    return {};
  const Location made = l.newVariable(to, "");
  llvm::SmallVector<Location, 8> sources, targets;
  appendNumbers(l, from, sources);
  appendNumbers(l, made, targets);
  for (const auto &[source, target] : llvm::zip_equal(sources, targets)) {
    FValue number = l.read(source, site);
    number.layout = target.layout;
    l.write(target, number, site);
  }
  return l.read(made, site);
}

} // namespace

Location lowerCastLocation(Lowering &l, const clang::CastExpr *e) {
  switch (e->getCastKind()) {
  case clang::CK_NoOp:
  case clang::CK_ConstructorConversion:
  case clang::CK_UserDefinedConversion: return l.location(e->getSubExpr());
  case clang::CK_UncheckedDerivedToBase:
  case clang::CK_DerivedToBase: return toBase(l, l.location(e->getSubExpr()), e);
  case clang::CK_LValueBitCast:
    l.refuse(diag::Id::ReinterpretCast, e->getSourceRange(),
             {e->getSubExpr()->getType().getAsString(), e->getType().getAsString()});
    return {};
  case clang::CK_BaseToDerived: return toDerived(l, l.location(e->getSubExpr()), e->getType(), e);
  default: refuseCast(l, e, std::string("this conversion (") + e->getCastKindName() + ")"); return {};
  }
}

/// The kinds of conversions beside one another: most are a line, and the functions that lower them are above.
FValue lowerCast(Lowering &l, const clang::CastExpr *e) {
  if (const std::optional<FValue> memory = allocatedBy(l, e))
    return *memory;
  const clang::Expr *sub = e->getSubExpr();
  const Layout *to = l.types.of(e->getType());
  switch (e->getCastKind()) {
  case clang::CK_LValueToRValue: return l.copy(sub);
  case clang::CK_NoOp:
  case clang::CK_ConstructorConversion:
  case clang::CK_UserDefinedConversion: {
    FValue v = l.copy(sub);
    // Qualifications differ: `int *` to `const int *`. The leaves are the same.
    if (v && v.layout->leaves.size() == to->leaves.size() && to->kind == v.layout->kind &&
        to->kind != Layout::Kind::Unsupported)
      v.layout = to;
    return v;
  }
  case clang::CK_IntegralCast:
  case clang::CK_BooleanToSignedIntegral:
  case clang::CK_IntegralToFloating:
  case clang::CK_FloatingToIntegral:
  case clang::CK_FloatingCast:
  case clang::CK_IntegralToBoolean:
  case clang::CK_FloatingToBoolean: {
    const FValue v = l.value(sub);
    if (l.failed())
      return {};
    if (to->kind != Layout::Kind::Scalar || !v.isScalar()) {
      const bool isLong = e->getType()->isSpecificBuiltinType(clang::BuiltinType::LongDouble);
      l.refuse(isLong ? diag::Id::LongDouble : diag::Id::UnsupportedType, e->getSourceRange(),
               {e->getType().getAsString(), to->reason});
      return {};
    }
    return convertScalar(l, v, to);
  }
  case clang::CK_ArrayToPointerDecay: {
    if (const auto flat = pointerIntoRows(l, sub, to))
      return *flat;
    const Location array = l.location(sub);
    if (!array)
      return {};
    return pointerTo(l, array, l.builder().index(0), to);
  }
  case clang::CK_FunctionToPointerDecay:
  case clang::CK_BuiltinFnToFnPtr: return functionTarget(l, e);
  case clang::CK_ToVoid:
    if (sub->isGLValue() && !sub->getType()->isFunctionType())
      l.location(sub); // named, not read
    else
      l.value(sub);
    return {l.types.of(e->getType()), {}};
  case clang::CK_NullToPointer: {
    FValue v{to, {}};
    for (const Layout::LeafType &leaf : to->leaves)
      v.leaves.push_back(leaf.isTarget ? nullTarget() : Leaf{l.builder().index(0), nullptr});
    return v;
  }
  case clang::CK_UncheckedDerivedToBase:
  case clang::CK_DerivedToBase: {
    if (e->getType()->isPointerType()) {
      const FValue v = l.value(sub);
      if (!v || !v.leaves[0].target)
        return refuseCast(l, e, "this conversion of a pointer");
      return l.reference(toBase(l, dereference(l, v, l.builder().index(0), sub), e), to);
    }
    return l.copy(toBase(l, l.location(sub), e), e);
  }
  case clang::CK_FloatingRealToComplex:
  case clang::CK_FloatingComplexCast:
  case clang::CK_FloatingComplexToReal:
  case clang::CK_FloatingComplexToBoolean: return complexCast(l, e);
  case clang::CK_BaseToDerived: {
    const FValue v = l.value(sub);
    if (!v || !v.leaves[0].target)
      return refuseCast(l, e, "this conversion of a pointer");
    return l.reference(toDerived(l, dereference(l, v, l.builder().index(0), sub), e->getType()->getPointeeType(), e), to);
  }
  case clang::CK_LValueToRValueBitCast:
    if (l.types.ofObject(sub->getType())->kind == Layout::Kind::Scalar && to->kind == Layout::Kind::Scalar)
      return withBits(l, l.value(sub), to);
    if (isSameNumbers(l, sub->getType(), e->getType()))
      return regrouped(l, l.location(sub), to, e);
    [[fallthrough]];
  case clang::CK_BitCast:
  case clang::CK_LValueBitCast:
  case clang::CK_IntegralToPointer:
  case clang::CK_PointerToIntegral:
    l.refuse(diag::Id::ReinterpretCast, e->getSourceRange(), {sub->getType().getAsString(), e->getType().getAsString()},
             {"a derivative is of numbers, not of their bytes"});
    return {};
  case clang::CK_PointerToBoolean: {
    if (sub->IgnoreParenImpCasts()->getType()->isArrayType()) // an array is somewhere: `assert(c && "text")`
      return l.makeScalar(l.builder().values.constantBool(true), e->getType());
    const ir::Value isThere = notNull(l, l.value(sub), sub);
    return isThere ? l.makeScalar(isThere, e->getType()) : FValue{};
  }
  default: return refuseCast(l, e, std::string("this conversion (") + e->getCastKindName() + ")");
  }
}

} // namespace soac::frontend
