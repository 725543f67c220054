// Functions of the user's that are called as they are: f of with_vjp and its rules may hold what has no derivative (a
// library, std::function, exceptions, recursion). The call is one `ir::Call`, of scalars as C++ text, else with the face
// by which the emitter makes objects of the user's types out of leaves.
//
// Inside f and inside rules a function is called where its body is not visible; f and rules themselves are where their
// bodies cannot be read, which a lowering that writes nothing finds out. Another file must be able to name them.
#include "frontend/lower/OutsideCalls.h"

#include "frontend/lower/Lower.h"
#include "frontend/parse/SourceText.h"
#include "frontend/state/LoweringState.h"
#include "frontend/state/Targets.h"
#include "frontend/values/CxxTypes.h"

namespace soac::frontend {

using Kind = Layout::Kind;

clang::QualType writableOf(clang::QualType type) {
  if (type->isReferenceType() && type->getPointeeType().isConstQualified())
    return writableOf(type->getPointeeType().getUnqualifiedType());
  clang::QualType to;
  if (type->isReferenceType() || type->isPointerType())
    to = type->getPointeeType();
  else if (const auto *record = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
           record && (record->getName() == "view" || record->getName() == "span"))
    to = record->getTemplateArgs()[0].getAsType();
  return to.isNull() || to.isConstQualified() ? clang::QualType() : to;
}

namespace {

/// Why an object of the type cannot be made of its leaves, or empty.
std::string whyNotMade(const Layout *layout, bool isMember) {
  if (layout->kind == Kind::Record) {
    const clang::CXXRecordDecl *record = layout->type.isNull() ? nullptr : layout->type->getAsCXXRecordDecl();
    if (record && !layout->isTuple() && record->hasDefinition() && !record->hasDefaultConstructor())
      return "'" + record->getNameAsString() + "' has no default constructor";
    for (const Layout::Field &field : layout->fields)
      if (std::string why = whyNotMade(field.layout, true); !why.empty())
        return why;
    return "";
  }
  if (layout->kind == Kind::View || layout->kind == Kind::Pointer) {
    if (isMember && (layout->element->kind != Kind::Scalar || !writableOf(layout->type).isNull()))
      return "it holds a view that is not of constant numbers";
    if (rowsOf(layout))
      return "it points to C arrays; use a soac::view";
  }
  if (layout->kind == Kind::Array && layout->container == interface::CxxType::Container::CArray && !isMember)
    return "it is a C array; use std::array or a soac::view";
  return layout->element && layout->kind != Kind::Scalar ? whyNotMade(layout->element, true) : "";
}

class OutsideCall {
public:
  OutsideCall(Lowering &l, const clang::FunctionDecl *function, const clang::Expr *site)
      : l(l), function(function), site(site), names(l.types) {}

  /// Does a header declare it?
  bool isOfHeader() { return isNamed() && declaration.empty(); }

  /// A name that generated code can say; false with the reason in `whyNot`.
  bool isNamed() {
    const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(function);
    if (method && method->getParent()->isLambda())
      return fail("a lambda has no name that another file can say; make it a function");
    if (method && !method->isStatic())
      return fail("it is a member function; make it a function of its own");
    if (function->isVariadic())
      return fail("it is variadic");
    const clang::FunctionDecl *pattern = function->getTemplateInstantiationPattern();
    for (const clang::FunctionDecl *declaration : (pattern ? pattern : function)->redecls())
      if (!isInSource(declaration))
        return true;
    if (pattern || method)
      return fail("it is defined in this file only; define it in a header");
    if (!function->isExternallyVisible() || function->isInlineSpecified() || function->isConstexpr())
      return fail("no other file can call it; declare it in a header, without 'static' and outside unnamed namespaces");
    declaration = names.declaration(function);
    return true;
  }

  /// The function's face for leaves of these types.
  std::shared_ptr<const interface::OutsideFunction> face(llvm::ArrayRef<ir::Values> leaves) {
    auto made = std::make_shared<interface::OutsideFunction>();
    made->name = names.qualified(function);
    made->declaration = declaration;
    for (auto [parameter, given] : llvm::zip(function->parameters(), leaves)) {
      const clang::QualType type = parameter->getType();
      std::optional<interface::CxxType> edge = typeOf(type);
      if (!edge)
        return nullptr;
      if (type->isReferenceType() && !type->getPointeeType().isConstQualified() &&
          l.types.ofObject(type)->kind == Kind::View)
        return fail("parameter '" + parameter->getNameAsString() + "' could aim the view elsewhere; take it by value"), nullptr;
      const bool isPointerToOne = type->isPointerType() && (given.empty() || l.builder().type(given[0]).rank < edge->leaves()[0].rank);
      interface::OutsideFunction::Parameter p{names.spelling(type), isPointerToOne ? interface::CxxType(*edge->element) : *edge,
                                       !writableOf(type).isNull()};
      const auto expected = p.type.leaves();
      if (given.size() != expected.size() || !llvm::all_of(llvm::zip(given, expected), [&](const auto &pair) {
            return l.builder().type(std::get<0>(pair)) == std::get<1>(pair);
          }))
        return fail("parameter '" + parameter->getNameAsString() + "' has another type than its argument"), nullptr;
      made->parameters.push_back(std::move(p));
    }
    std::optional<interface::CxxType> result = typeOf(function->getReturnType(), /*isResult=*/true);
    if (!result)
      return nullptr;
    made->result = std::move(*result);
    return made;
  }

  std::optional<OutsideResults> emit(llvm::ArrayRef<ir::Values> leaves) {
    ir::Call call;
    call.face = isNamed() ? face(leaves) : nullptr;
    if (!call.face)
      return std::nullopt;
    call.function = call.face->name + "(";
    for (auto [i, p] : llvm::enumerate(call.face->parameters))
      call.function += (i ? ", " : "") + p.spelling;
    call.function += ")";
    for (const ir::Values &argument : leaves)
      call.arguments.append(argument);
    call.types.assign(call.face->result.leaves());
    const std::size_t returned = call.types.size();
    for (const interface::OutsideFunction::Parameter &p : call.face->parameters)
      if (p.isWritten)
        llvm::append_range(call.types, p.type.leaves());
    const std::shared_ptr<const interface::OutsideFunction> face = call.face;
    if (site)
      l.builder().location = l.sourceLocation(site->getExprLoc());
    const ir::Values all = l.builder().emit(std::move(call));
    OutsideResults results{ir::Values(llvm::ArrayRef(all).take_front(returned)), {}};
    llvm::ArrayRef<ir::Value> rest = llvm::ArrayRef(all).drop_front(returned);
    for (const interface::OutsideFunction::Parameter &p : face->parameters) {
      const std::size_t count = p.isWritten ? p.type.leaves().size() : 0;
      results.written.emplace_back(rest.take_front(count));
      rest = rest.drop_front(count);
    }
    return results;
  }

  std::string whyNot;

private:
  bool fail(std::string why) {
    whyNot = std::move(why);
    return false;
  }

  std::optional<interface::CxxType> typeOf(clang::QualType type, bool isResult = false) {
    if (const clang::TagDecl *hidden = names.hidden(type)) {
      fail("'" + hidden->getNameAsString() + "' must be defined in a header, so that the generated file can name it");
      return std::nullopt;
    }
    whyNot = isResult ? "" : whyNotMade(l.types.ofObject(type), false);
    if (!whyNot.empty())
      return std::nullopt;
    return names.of(type, whyNot);
  }

  Lowering &l;
  const clang::FunctionDecl *function;
  const clang::Expr *site;
  CxxTypes names;
  std::string declaration;
};

/// The argument of a parameter: its leaves, and the locations that are written through it.
struct Argument {
  ir::Values leaves;
  std::optional<Location> written;
};

ir::Value flattened(Lowering &l, ir::Value v) {
  ir::Builder &b = l.builder();
  ir::Value size = b.extent(v, 0);
  for (unsigned d = 1; d < b.type(v).rank; ++d)
    size = b.mul(size, b.extent(v, d));
  return b.emit1(ir::Reshape{v, {size}});
}
/// The elements of `v` in the shape of `model`.
ir::Value shapedLike(Lowering &l, ir::Value v, ir::Value model) {
  ir::Builder &b = l.builder();
  if (b.type(v) == b.type(model))
    return v;
  ir::Values extents;
  for (unsigned d = 0; d < b.type(model).rank; ++d)
    extents.push_back(b.extent(model, d));
  return b.emit1(ir::Reshape{v, extents});
}

/// The pointee: one object, or the elements from there on.
Location pointedTo(Lowering &l, const FValue &pointer, const clang::Expr *site) {
  const Location target = pointee(pointer);
  const Layout *element = pointer.layout->element;
  const std::optional<std::int64_t> offset = l.builder().values.asInt(pointer.leaves[1].value);
  if (target && (target.layout == element || offset == 0))
    return target;
  const bool isMeasured =
      target && llvm::none_of(target.slots, [&](unsigned slot) { return l.internals().infos[slot].mayBeNull; });
  if (isMeasured && target.layout->kind == Kind::Array && target.layout->rank == 1 &&
      target.layout->element == element) {
    const ir::Value start = pointer.leaves[1].value;
    return l.slice(target, start, l.builder().sub(l.extent(target, 0), start), 1, target.layout);
  }
  l.refuse(diag::Id::PointerUse, site ? site->getSourceRange() : clang::SourceRange(),
           {"argument", "how many elements there are from there on is not known; pass a soac::view"});
  return {};
}

std::optional<Argument> argumentOf(Lowering &l, const FValue &given, const clang::ParmVarDecl *parameter, const clang::Expr *site) {
  const clang::QualType type = parameter->getType();
  const Layout *object = l.types.ofObject(type);
  const bool isWritten = !writableOf(type).isNull();
  FValue v = given;
  if (type->isReferenceType() && isWritten && object->kind != Kind::View) {
    const Location at = l.referent(v);
    return Argument{l.edgeValues(l.read(at, site)), at};
  }
  if (v && v.layout->kind == Kind::Reference)
    v = l.read(l.referent(v), site);
  if (v && v.layout != object)
    v = convertTo(l, v, object, site);
  if (!v || l.failed())
    return std::nullopt;
  if (object->kind != Kind::Pointer)
    return Argument{l.edgeValues(v), isWritten ? std::optional(l.referent(v)) : std::nullopt};
  const Location at = pointedTo(l, v, site);
  Argument argument{l.failed() ? ir::Values() : l.read(at, site).values(), isWritten ? std::optional(at) : std::nullopt};
  for (ir::Value &leaf : argument.leaves)
    if (at.layout != object->element && l.builder().type(leaf).rank > 1 && object->element->kind == Kind::Scalar)
      leaf = flattened(l, leaf);
  return argument;
}

/// Writes to a place; to some elements of an array in a row by putting the array together anew.
void writeBack(Lowering &l, const Location &at, ir::Values values, const clang::Expr *site) {
  if (l.failed())
    return;
  const FValue before = l.read(at, site);
  if (!before || before.leaves.size() != values.size())
    return l.refuse(diag::Id::UnsupportedExpression, site ? site->getSourceRange() : clang::SourceRange(),
                    {"what a called function writes to this argument"});
  Location whole = at;
  const bool isRange = at.dimensions.size() == 1 && !at.dimensions[0].isFixed && !at.grid && !at.choice && at.dimensions[0].step == 1;
  if (isRange)
    whole.dimensions.clear();
  const FValue all = isRange ? l.read(whole, site) : before;
  FValue after{whole.layout, {}};
  ir::Builder &b = l.builder();
  for (auto [value, old, array] : llvm::zip(values, before.leaves, all.leaves)) {
    value = shapedLike(l, value, old.value);
    if (isRange && at.dimensions[0].start) {
      const ir::Value start = at.dimensions[0].start, end = b.add(start, b.extent(old.value, 0));
      const ir::Value rest = b.sub(b.extent(array.value, 0), end);
      value = b.emit1(ir::Concat{{b.emit1(ir::Slice{array.value, b.index(0), start, 1}), value,
                                  b.emit1(ir::Slice{array.value, end, rest, 1})}});
    }
    after.leaves.push_back({value, nullptr});
  }
  l.write(whole, after, site);
}

} // namespace

ir::Values leavesFrom(Lowering &l, const FValue &pointer, const clang::Expr *site) {
  const Location at = pointedTo(l, pointer, site);
  return l.failed() ? ir::Values() : l.read(at, site).values();
}

std::optional<OutsideResults> callOutside(Lowering &l, const clang::FunctionDecl *function, llvm::ArrayRef<ir::Values> leaves,
                                          const clang::Expr *site, std::string &whyNot) {
  OutsideCall call(l, function, site);
  std::optional<OutsideResults> results = call.emit(leaves);
  whyNot = call.whyNot;
  return results;
}

std::optional<FValue> callOutside(Lowering &l, const clang::FunctionDecl *function, llvm::ArrayRef<FValue> given,
                                  const clang::Expr *site, std::string &whyNot) {
  std::vector<ir::Values> leaves;
  std::vector<Argument> arguments;
  for (auto [v, parameter] : llvm::zip(given, function->parameters())) {
    std::optional<Argument> argument = argumentOf(l, v, parameter, site);
    if (!argument || l.failed())
      return std::nullopt;
    leaves.push_back(argument->leaves);
    arguments.push_back(std::move(*argument));
  }
  const std::optional<OutsideResults> results = callOutside(l, function, leaves, site, whyNot);
  if (!results)
    return std::nullopt;
  for (auto [argument, written] : llvm::zip(arguments, results->written))
    if (argument.written)
      writeBack(l, *argument.written, written, site);
  if (function->getReturnType()->isVoidType())
    return FValue{l.types.of(l.types.context.VoidTy), {}};
  return l.failed() ? FValue{} : l.make(function->getReturnType(), results->returned);
}

namespace {

/// Lowers the function into nothing.
bool lowersAlone(Lowering &l, const clang::FunctionDecl *function) {
  diag::Engine unheard;
  ir::Function scratch;
  Lowering trial(l.types, unheard, l.hooks, scratch);
  trial.internals().withRules = 1;
  trial.internals().rules = l.internals().rules;
  trial.internals().derivatives = l.internals().derivatives;
  llvm::SmallVector<FValue, 4> arguments;
  for (const clang::ParmVarDecl *parameter : function->parameters()) {
    const std::optional<ir::Types> types = trial.edgeTypes(parameter->getType());
    if (!types)
      return true; // a function or the like: what it does is known where it is called
    ir::Values values;
    for (const ir::Type type : *types)
      values.push_back(scratch.values.fresh(type));
    arguments.push_back(trial.makeParameter(parameter->getType(), values, "").argument);
  }
  trial.callFunction(function, arguments, nullptr);
  return !trial.failed();
}

bool isOfScalars(Types &types, const clang::FunctionDecl *callee) {
  return types.of(callee->getReturnType())->kind == Kind::Scalar &&
         llvm::all_of(callee->parameters(), [&](const clang::ParmVarDecl *parameter) {
           return types.ofObject(parameter->getType())->kind == Kind::Scalar &&
                  writableOf(parameter->getType()).isNull();
         });
}

/// A call of scalars alone, as C++ text.
FValue callOfScalars(Lowering &l, const clang::FunctionDecl *callee, llvm::ArrayRef<FValue> arguments,
                     const clang::Expr *site) {
  const Layout *result = l.types.of(callee->getReturnType());
  const CxxTypes names(l.types);
  ir::Call call;
  call.types = {result->scalar};
  call.function = names.qualified(callee) + "(";
  for (unsigned i = 0; i < arguments.size(); ++i) {
    const clang::QualType type = callee->getParamDecl(i)->getType();
    call.arguments.push_back(l.asScalar(arguments[i], l.types.ofObject(type)->scalar));
    call.function += (i ? ", " : "") + std::string("static_cast<") +
                     names.spelling(type.getNonReferenceType().getUnqualifiedType()) + ">({" + std::to_string(i) + "})";
  }
  call.function += ")";
  if (site)
    l.builder().location = l.sourceLocation(site->getExprLoc());
  return l.makeScalar(l.builder().emit1(std::move(call)), callee->getReturnType());
}

} // namespace

bool canBeRead(Lowering &l, const clang::FunctionDecl *function) {
  if (!function->hasBody())
    return false;
  const auto [known, isNew] = l.types.readable.try_emplace(function->getCanonicalDecl(), true); // a recursion is refused below
  if (isNew) {
    const bool is = lowersAlone(l, function);
    l.types.readable[function->getCanonicalDecl()] = is;
    return is;
  }
  return known->second;
}

std::optional<FValue> callAsItIs(Lowering &l, const clang::FunctionDecl *function, llvm::ArrayRef<FValue> arguments,
                                 const clang::Expr *site, std::string &whyNot) {
  if (OutsideCall(l, function, site).isOfHeader() && isOfScalars(l.types, function))
    return callOfScalars(l, function, arguments, site);
  return callOutside(l, function, arguments, site, whyNot);
}

std::optional<FValue> lowerOutsideCall(Lowering &l, const clang::FunctionDecl *callee, llvm::ArrayRef<FValue> arguments,
                                       const clang::Expr *site) {
  const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(callee);
  if (!l.internals().withRules || (method && !method->isStatic()) || callee->isVariadic() ||
      arguments.size() != callee->getNumParams() || l.failed())
    return std::nullopt;
  const clang::SourceManager &sources = l.types.context.getSourceManager();
  const bool isOfSystem = sources.isInSystemHeader(sources.getExpansionLoc(callee->getLocation()));
  OutsideCall outside(l, callee, site);
  if (callee->hasBody() && !isOfSystem && (!outside.isNamed() || canBeRead(l, callee)))
    return std::nullopt;
  std::string whyNot;
  if (outside.isOfHeader() && isOfScalars(l.types, callee))
    return callOfScalars(l, callee, arguments, site);
  if (isOfSystem && callee->hasBody())
    return std::nullopt;
  std::optional<FValue> result = callOutside(l, callee, arguments, site, whyNot);
  if (!result && !l.failed()) {
    refuseOutside(l, callee, whyNot, site);
    return FValue{};
  }
  return result;
}

void refuseOutside(Lowering &l, const clang::FunctionDecl *function, const std::string &whyNot, const clang::Expr *site) {
  l.refuse(diag::Id::OpaqueCall, site ? site->getSourceRange() : function->getSourceRange(),
           {function->getQualifiedNameAsString()}, {"it cannot be called as it is, either: " + whyNot});
}

} // namespace soac::frontend
