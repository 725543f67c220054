#include "frontend/values/CxxTypes.h"

#include "frontend/parse/AstVisitor.h"
#include "frontend/parse/Clang.h"
#include "frontend/parse/SourceText.h"

#include <array>

namespace soac::frontend {

using Container = interface::CxxType::Container;

namespace {

/// A number, or a record of numbers and fixed arrays of numbers: what an element of a pointer's array may be.
bool hasFixedMembers(const interface::CxxType &type) {
  if (type.kind == interface::CxxType::Kind::Record)
    return llvm::all_of(type.fields, [](const interface::CxxType::Field &f) {
      return f.type.kind == interface::CxxType::Kind::Void || hasFixedMembers(f.type);
    });
  const interface::CxxType *number = &type;
  while (number->kind == interface::CxxType::Kind::Array && number->staticExtent > 0)
    number = number->element.get();
  return number->kind == interface::CxxType::Kind::Scalar;
}

/// Can members be assigned one by one, those of base classes too?
bool hasAssignableMembers(const clang::CXXRecordDecl *record) {
  return llvm::all_of(record->fields(),
                      [](const clang::FieldDecl *f) {
                        return !f->getType().isConstQualified() && !f->getType()->isReferenceType() &&
                               !f->getType()->isArrayType();
                      }) &&
         llvm::all_of(record->bases(), [](const clang::CXXBaseSpecifier &base) {
           const clang::CXXRecordDecl *type = base.getType()->getAsCXXRecordDecl();
           return type && type->hasDefinition() && hasAssignableMembers(type->getDefinition());
         });
}

interface::CxxType::Making makingOf(clang::QualType type) {
  const clang::CXXRecordDecl *record = type.isNull() ? nullptr : type->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition() || record->getDefinition()->isAggregate())
    return interface::CxxType::Making::Members;
  record = record->getDefinition();
  const bool hasConstructor = record->needsImplicitDefaultConstructor() ||
                              llvm::any_of(record->ctors(), [](const clang::CXXConstructorDecl *c) {
                                return c->isDefaultConstructor() && !c->isDeleted() && c->getAccess() == clang::AS_public;
                              });
  return hasConstructor && hasAssignableMembers(record) ? interface::CxxType::Making::Assignment : interface::CxxType::Making::None;
}

bool isTriviallyCopyable(clang::QualType type) {
  const clang::CXXRecordDecl *record = type.isNull() ? nullptr : type->getAsCXXRecordDecl();
  return record && record->hasDefinition() && record->getDefinition()->isTriviallyCopyable();
}

/// Strings and the like, which what looks at a view's elements does not have.
bool hasMemberWithoutValue(const interface::CxxType &type) {
  return llvm::any_of(type.fields, [](const interface::CxxType::Field &f) {
    return f.type.kind == interface::CxxType::Kind::Void || hasMemberWithoutValue(f.type);
  });
}

} // namespace

CxxTypes::CxxTypes(Types &types) : types(types), policy(types.context.getLangOpts()) {
  policy.SuppressUnwrittenScope = true;
  policy.SuppressTagKeyword = true;
  policy.FullyQualifiedName = true;
  policy.SuppressDefaultTemplateArgs = true;
  policy.Bool = true;
}

std::string CxxTypes::spelling(clang::QualType type) const {
  type = type.getCanonicalType();
  // A name follows the type wherever it is written, which the syntax of arrays and functions does not allow.
  if (type->isReferenceType() && type->getPointeeType()->isArrayType())
    return spelling(type->getPointeeType()) + (type->isRValueReferenceType() ? " &&" : " &");
  if (type->isPointerType() && type->getPointeeType()->isArrayType())
    return spelling(type->getPointeeType()) + " *";
  const std::string text = type.getAsString(policy);
  clang::QualType innermost = type.getNonReferenceType();
  while (innermost->isPointerType())
    innermost = innermost->getPointeeType();
  const bool isOfFunction = innermost->isFunctionType() || innermost->isMemberFunctionPointerType();
  return type->isArrayType() || isOfFunction || innermost->isArrayType() ? "std::type_identity_t<" + text + ">" : text;
}

std::optional<interface::CxxType> CxxTypes::of(clang::QualType type, std::string &whyNot) {
  return of(types.ofObject(type), whyNot);
}

/// The type of an array, a view or a pointer, of which `result` has the spelling.
std::optional<interface::CxxType> CxxTypes::ofElements(const Layout *layout, interface::CxxType result,
                                                       std::string &whyNot) {
  const bool isPointer = layout->kind == Layout::Kind::Pointer;
  std::optional<interface::CxxType> element = of(layout->element, whyNot);
  if (!element)
    return std::nullopt;
  if (isPointer) {
    result.pointee = spelling(layout->element->type);
    if (const std::optional<Rows> rows = rowsOf(layout))
      for (; result.rowRank < rows->extents.size(); ++result.rowRank)
        element = interface::CxxType(*element->element);
  }
  if (isPointer && !layout->element->isData) {
    whyNot = layout->element->kind == Layout::Kind::Void ? "what it points to has no type"
                                                         : "it points to what holds pointers";
    return std::nullopt;
  }
  if (isPointer && !hasFixedMembers(*element)) {
    whyNot = "it points to arrays or to what holds arrays; pass a soac::view with more dimensions";
    return std::nullopt;
  }
  if (layout->container == Container::StdVector && layout->element->kind == Layout::Kind::Scalar &&
      layout->element->scalar == ir::Scalar::Bool) {
    whyNot = "its elements are bits; use std::vector<char>";
    return std::nullopt;
  }
  result.kind = interface::CxxType::Kind::Array;
  result.container = isPointer ? Container::Pointer : layout->container;
  result.isIterator = isPointer && !layout->type.isNull() && layout->type->isRecordType();
  result.rank = isPointer ? 1 : layout->rank;
  result.staticExtent = layout->staticExtent;
  result.element = std::make_shared<interface::CxxType>(std::move(*element));
  return result;
}

std::optional<interface::CxxType> CxxTypes::of(const Layout *layout, std::string &whyNot) {
  interface::CxxType result;
  if (!layout->type.isNull())
    result.spelling = spelling(layout->type);
  if (layout->isOwner()) {
    whyNot = "it owns memory that the function would give away; pass a std::vector or a soac::view";
    return std::nullopt;
  }
  switch (layout->kind) {
  case Layout::Kind::Void:
    return result;
  case Layout::Kind::Scalar:
    result.kind = interface::CxxType::Kind::Scalar;
    result.scalar = layout->scalar;
    return result;
  case Layout::Kind::Array:
  case Layout::Kind::View:
  case Layout::Kind::Pointer:
    return ofElements(layout, std::move(result), whyNot);
  case Layout::Kind::Record:
    if (!layout->type.isNull() && layout->type->isAnyComplexType()) {
      whyNot = "it is a complex type of C; use std::complex";
      return std::nullopt;
    }
    if (layout->isOptional()) {
      whyNot = "a std::optional may hold no number; use a number and a bool";
      return std::nullopt;
    }
    result.kind = interface::CxxType::Kind::Record;
    result.isTriviallyCopyable = isTriviallyCopyable(layout->type);
    if (layout->isComplex()) {
      result.isComplex = true;
      addParts(layout, result);
      return result;
    }
    result.isTuple = layout->isTuple();
    if (!result.isTuple)
      result.making = makingOf(layout->type);
    if (!addFields(layout, result, whyNot))
      return std::nullopt;
    return result;
  case Layout::Kind::Reference:
    whyNot = "it holds a reference";
    return std::nullopt;
  case Layout::Kind::Function:
    whyNot = "it is a function, which generated code cannot be given";
    return std::nullopt;
  case Layout::Kind::Unsupported:
    whyNot = layout->reason;
    return std::nullopt;
  }
  return std::nullopt;
}

/// The real and the imaginary part.
void CxxTypes::addParts(const Layout *complex, interface::CxxType &record) const {
  constexpr std::array<const char *, 2> names{"real", "imag"};
  for (auto [leaf, name] : llvm::zip(complex->leaves, names)) {
    interface::CxxType part;
    part.kind = interface::CxxType::Kind::Scalar;
    part.scalar = leaf.type.scalar;
    part.spelling = part.scalar == ir::Scalar::F32 ? "float" : "double";
    record.fields.push_back({name, std::move(part)});
  }
}

/// The members; those of base classes are named through the derived class as its own.
bool CxxTypes::addFields(const Layout *layout, interface::CxxType &record, std::string &whyNot) {
  for (auto [i, field] : llvm::enumerate(layout->fields)) {
    if (!isMemberOfData(field.layout)) { // it keeps its place in initialisers
      record.fields.push_back({field.name, {}});
      continue;
    }
    if (field.decl && field.decl->getAccess() != clang::AS_public && field.decl->getAccess() != clang::AS_none) {
      whyNot = "its member '" + field.name + "' is not public";
      return false;
    }
    if (field.decl && llvm::isa<clang::CXXRecordDecl>(field.decl)) {
      if (field.layout->kind != Layout::Kind::Record) {
        whyNot = "its base class '" + field.layout->type.getAsString(policy) + "' holds elements; make that a member";
        return false;
      }
      if (!addFields(field.layout, record, whyNot))
        return false;
      continue;
    }
    std::optional<interface::CxxType> type = of(field.layout, whyNot);
    if (!type) {
      whyNot = "member '" + field.name + "': " + whyNot;
      return false;
    }
    record.fields.push_back({layout->isTuple() ? std::to_string(i) : field.name, std::move(*type)});
  }
  return true;
}

std::string CxxTypes::qualified(const clang::FunctionDecl *function) const {
  std::string text;
  llvm::raw_string_ostream out(text);
  clang::PrintingPolicy names = policy;
  function->printNestedNameSpecifier(out, names);
  out << function->getDeclName().getAsString();
  if (const clang::TemplateArgumentList *arguments = function->getTemplateSpecializationArgs()) {
    out << '<';
    bool first = true;
    const auto put = [&](const clang::TemplateArgument &argument) {
      out << (first ? "" : ", ") << templateArgument(argument);
      first = false;
    };
    for (const clang::TemplateArgument &argument : arguments->asArray()) {
      if (argument.getKind() != clang::TemplateArgument::Pack)
        put(argument);
      else
        for (const clang::TemplateArgument &inner : argument.pack_elements())
          put(inner);
    }
    out << '>';
  }
  return text;
}

std::string CxxTypes::declaration(const clang::FunctionDecl *function) const {
  std::string text = function->isConstexpr() ? "constexpr " : function->isInlineSpecified() ? "inline " : "";
  if (function->getStorageClass() == clang::SC_Static)
    text += "static ";
  text += spelling(function->getReturnType()) + " " + function->getNameAsString() + "(";
  for (auto [i, parameter] : llvm::enumerate(function->parameters()))
    text += (i ? ", " : "") + spelling(parameter->getType());
  const auto *type = function->getType()->castAs<clang::FunctionProtoType>();
  return inNamespaces(function, text + (type->isNothrow() ? ") noexcept;" : ");"));
}

std::string CxxTypes::declaration(const clang::VarDecl *variable) const {
  std::string declarator = variable->getNameAsString();
  variable->getType().getAsStringInternal(declarator, policy);
  return inNamespaces(variable, "extern " + declarator + ";");
}

std::string CxxTypes::inNamespaces(const clang::Decl *decl, std::string text) {
  for (const clang::DeclContext *scope = decl->getDeclContext()->getRedeclContext(); !scope->isTranslationUnit();
       scope = scope->getParent()->getRedeclContext())
    if (const auto *space = llvm::dyn_cast<clang::NamespaceDecl>(scope))
      text = std::string(space->isInline() ? "inline " : "") + "namespace " + space->getNameAsString() + " { " + text + " }";
  return text;
}

std::string CxxTypes::templateArgument(const clang::TemplateArgument &argument) const {
  if (argument.getKind() == clang::TemplateArgument::Declaration)
    if (const auto *function = llvm::dyn_cast<clang::FunctionDecl>(argument.getAsDecl()))
      return address(function);
  std::string text;
  llvm::raw_string_ostream out(text);
  argument.print(policy, out, /*IncludeType=*/true);
  return text;
}

std::string CxxTypes::address(const clang::FunctionDecl *function) const {
  const std::string name = "&" + qualified(function);
  unsigned meanings = 0;
  for (const clang::NamedDecl *found : function->getDeclContext()->lookup(function->getDeclName()))
    meanings += llvm::isa<clang::FunctionDecl, clang::FunctionTemplateDecl>(found);
  if (meanings <= 1 && !function->getTemplateSpecializationArgs())
    return name;
  return "static_cast<" + spelling(types.context.getPointerType(function->getType())) + ">(" + name + ")";
}

const clang::TagDecl *CxxTypes::hidden(clang::QualType type) const {
  struct Visitor : AstVisitor {
    const clang::TagDecl *found = nullptr;
    void look(const clang::TagDecl *tag) {
      if (isInSource(tag) || (tag->getName().empty() && !tag->getTypedefNameForAnonDecl()))
        found = tag;
      if (const auto *special = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(tag))
        for (const clang::TemplateArgument &argument : special->getTemplateArgs().asArray())
          traverse(argument);
    }
    bool visitType(clang::Type *type) override {
      if (const auto *tagged = llvm::dyn_cast<clang::TagType>(type))
        look(tagged->getDecl());
      return !found;
    }
  } visitor;
  visitor.traverse(types.context.getCanonicalType(type));
  return visitor.found;
}

interface::CxxType borrowed(const interface::CxxType &type, bool isConst) {
  const bool holdsContainers = type.element && type.element->kind == interface::CxxType::Kind::Array; // a view does not
  const bool canBeViewed = type.container == Container::View || type.container == Container::Array ||
                           type.container == Container::StdVector || type.container == Container::StdSpan;
  if (type.kind != interface::CxxType::Kind::Array || !canBeViewed || holdsContainers || hasMemberWithoutValue(*type.element))
    return type;
  interface::CxxType view = type;
  view.container = Container::View;
  std::string element = type.element->spelling;
  view.spelling = "soac::view<" + std::string(isConst ? "const " : "") + element + ", " + std::to_string(type.rank) + ">";
  return view;
}

bool canBeMade(const interface::CxxType &type) {
  return type.making != interface::CxxType::Making::None && (!type.element || canBeMade(*type.element)) &&
         llvm::all_of(type.fields, [](const interface::CxxType::Field &f) { return canBeMade(f.type); });
}

bool isDifferentiable(const interface::CxxType &type) {
  return llvm::any_of(type.leaves(), [](ir::Type leaf) { return leaf.isDifferentiable(); });
}

} // namespace soac::frontend
