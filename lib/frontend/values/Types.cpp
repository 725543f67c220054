// Clang types to shapes: which leaves a type has, in which order.
#include "frontend/values/Types.h"

#include "frontend/parse/Clang.h"
#include "frontend/values/SpecialMembers.h"

namespace soac::frontend {
namespace {

using ir::Scalar;
using Kind = Layout::Kind;

/// The argument of a class template's specialisation, looking into packs (`array<T, 2, 3>` has arguments T and {2, 3}).
const clang::TemplateArgument *templateArgument(const clang::CXXRecordDecl *record, unsigned index) {
  const auto *special = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(record);
  if (!special)
    return nullptr;
  for (const clang::TemplateArgument &argument : special->getTemplateArgs().asArray()) {
    if (argument.getKind() != clang::TemplateArgument::Pack) {
      if (index-- == 0)
        return &argument;
      continue;
    }
    for (const clang::TemplateArgument &inner : argument.pack_elements())
      if (index-- == 0)
        return &inner;
  }
  return nullptr;
}

clang::QualType typeArgument(const clang::CXXRecordDecl *record, unsigned index) {
  const clang::TemplateArgument *argument = templateArgument(record, index);
  return argument && argument->getKind() == clang::TemplateArgument::Type ? argument->getAsType() : clang::QualType();
}

std::optional<std::int64_t> integerArgument(const clang::CXXRecordDecl *record, unsigned index) {
  const clang::TemplateArgument *argument = templateArgument(record, index);
  if (!argument || argument->getKind() != clang::TemplateArgument::Integral)
    return std::nullopt;
  return argument->getAsIntegral().getExtValue();
}

void unsupported(Layout &layout, std::string reason) {
  layout.kind = Kind::Unsupported;
  layout.reason = std::move(reason);
  layout.leaves.clear();
  layout.fields.clear();
  layout.isData = false;
}

/// Elements are moved about as the values of their leaves.
const char *whyNotElement(const Layout *element) {
  if (element->kind != Kind::Record || element->type.isNull())
    return nullptr;
  if (hasEffectAtEnd(element->type))
    return "the class of its elements has a destructor of its own";
  if (!constructsByLeaves(element->type) || !assignsByLeaves(element->type))
    return "the class of its elements copies or assigns in a way of its own";
  return nullptr;
}

void fillArray(Layout &layout, const Layout *element, unsigned rank) {
  layout.kind = Kind::Array;
  layout.element = element;
  layout.rank = rank;
  if (element->kind == Kind::Unsupported)
    return unsupported(layout, element->reason);
  if (!element->isData)
    return unsupported(layout, "its elements hold pointers, references or views");
  if (const char *why = whyNotElement(element))
    return unsupported(layout, why);
  for (Layout::LeafType leaf : element->leaves) {
    leaf.type = leaf.type.withRank(leaf.type.rank + rank);
    layout.leaves.push_back(leaf);
  }
  layout.isData = true;
}

/// Of std::unique_ptr's arguments: T[] and std::default_delete<T[]>.
bool isArrayOwner(clang::QualType held, clang::QualType deleter) {
  const clang::CXXRecordDecl *record = deleter.isNull() ? nullptr : deleter->getAsCXXRecordDecl();
  return !held.isNull() && held->isIncompleteArrayType() && record && qualifiedName(record) == "std::default_delete";
}

void unsupportedClass(Layout &layout, const clang::CXXRecordDecl *record) {
  layout.library = LibraryClass::Unsupported;
  unsupported(layout, "'" + qualifiedName(record) + "' is not among the classes that the tool knows");
}

void fillTarget(Layout &layout, Kind kind) {
  layout.kind = kind;
  layout.leaves = {{true, {}}};
  if (kind == Kind::Pointer)
    layout.leaves.push_back({false, ir::indexType});
}

void addField(Layout &layout, llvm::StringRef name, const clang::NamedDecl *decl, const Layout *field) {
  layout.fields.push_back({name.str(), decl, field, static_cast<unsigned>(layout.leaves.size())});
  layout.leaves.insert(layout.leaves.end(), field->leaves.begin(), field->leaves.end());
}

} // namespace

std::string qualifiedName(const clang::NamedDecl *decl) {
  std::string name = decl->getNameAsString();
  for (const clang::DeclContext *scope = decl->getDeclContext(); scope; scope = scope->getParent()) {
    if (const auto *space = llvm::dyn_cast<clang::NamespaceDecl>(scope)) {
      if (!space->isInline())
        name = (space->isAnonymousNamespace() ? std::string("(unnamed)") : space->getNameAsString()) + "::" + name;
    } else if (const auto *record = llvm::dyn_cast<clang::RecordDecl>(scope)) {
      name = record->getNameAsString() + "::" + name;
    }
  }
  return name;
}

std::optional<Scalar> Types::scalarOf(clang::QualType type) const {
  type = type.getCanonicalType().getUnqualifiedType();
  if (const auto *enumeration = type->getAs<clang::EnumType>()) {
    const clang::QualType underlying = enumeration->getDecl()->getIntegerType();
    return underlying.isNull() ? std::nullopt : scalarOf(underlying);
  }
  const auto *builtin = type->getAs<clang::BuiltinType>();
  if (!builtin)
    return std::nullopt;
  switch (builtin->getKind()) {
  case clang::BuiltinType::Bool: return Scalar::Bool;
  case clang::BuiltinType::Float: return Scalar::F32;
  case clang::BuiltinType::Double: return Scalar::F64;
  default: break;
  }
  if (!builtin->isInteger())
    return std::nullopt;
  const bool isSigned = builtin->isSignedInteger();
  switch (context.getTypeSize(type)) {
  case 8: return isSigned ? Scalar::I8 : Scalar::U8;
  case 16: return isSigned ? Scalar::I16 : Scalar::U16;
  case 32: return isSigned ? Scalar::I32 : Scalar::U32;
  case 64: return isSigned ? Scalar::I64 : Scalar::U64;
  default: return std::nullopt;
  }
}

const Layout *Types::of(clang::QualType type) {
  const bool isVolatile = type.isVolatileQualified();
  type = context.getCanonicalType(type);
  if (!type->isReferenceType())
    type = context.getCanonicalType(context.getUnqualifiedArrayType(type));
  if (isVolatile)
    return refused("what a read of a volatile object gives is not known");
  if (const auto known = layouts.find(type.getAsOpaquePtr()); known != layouts.end())
    return known->second.get();
  // Entered before it is filled: a class may hold pointers to itself.
  Layout &layout = *(layouts[type.getAsOpaquePtr()] = std::make_unique<Layout>());
  layout.type = type;
  fill(layout, type);
  layout.isData = layout.kind != Kind::Unsupported && layout.kind != Kind::Void &&
                 llvm::none_of(layout.leaves, [](const Layout::LeafType &leaf) { return leaf.isTarget; });
  return &layout;
}

std::optional<Rows> rowsOf(const Layout *pointer) {
  Rows rows{pointer->kind == Kind::Pointer ? pointer->element : nullptr, {}};
  while (rows.element && rows.element->kind == Kind::Array && rows.element->container == Layout::Container::CArray) {
    rows.extents.push_back(rows.element->staticExtent);
    rows.element = rows.element->element;
  }
  if (rows.extents.empty() || rows.element->kind != Kind::Scalar)
    return std::nullopt;
  return rows;
}

LeafExtents fixedExtents(const Layout *layout) {
  LeafExtents all;
  if (layout->kind == Kind::Record) {
    for (const Layout::Field &f : layout->fields)
      all.append(fixedExtents(f.layout));
    return all;
  }
  llvm::SmallVector<std::int64_t, 2> extents;
  for (; layout->kind == Kind::Array; layout = layout->element)
    extents.push_back(layout->staticExtent);
  all.assign(layout->leaves.size(), extents);
  return all;
}

const Layout *Types::refused(const std::string &reason) {
  std::unique_ptr<Layout> &slot = refusals[reason];
  if (!slot) {
    slot = std::make_unique<Layout>();
    unsupported(*slot, reason);
  }
  return slot.get();
}

bool isMemberOfData(const Layout *member) {
  switch (member->kind) {
  case Kind::Unsupported:
  case Kind::Function: return false;
  case Kind::Pointer: {
    const Layout *element = member->element;
    const bool isText = !element->type.isNull() && element->type->isCharType();
    return !member->isOwner() && !isText && (element->isData || rowsOf(member)) && element->kind != Kind::Void;
  }
  default: return true;
  }
}

std::string memberWithoutValue(const Layout *record) {
  for (const Layout::Field &f : record->fields) {
    if (!isMemberOfData(f.layout))
      return f.name;
    if (std::string inner = memberWithoutValue(f.layout); !inner.empty())
      return inner;
  }
  return record->element && record->kind == Kind::Array ? memberWithoutValue(record->element) : "";
}

const Layout *Types::arrayOf(const Layout *element, unsigned rank) {
  if (rank == 0)
    return element;
  std::unique_ptr<Layout> &slot = arrays[{element, rank}];
  if (!slot) {
    slot = std::make_unique<Layout>();
    slot->container = Layout::Container::Array;
    fillArray(*slot, element, rank);
  }
  return slot.get();
}

void Types::fill(Layout &layout, clang::QualType type) {
  if (type->isVoidType()) {
    layout.kind = Kind::Void;
    return;
  }
  if (const auto scalar = scalarOf(type)) {
    layout.kind = Kind::Scalar;
    layout.scalar = *scalar;
    layout.leaves = {{false, ir::Type(*scalar)}};
    return;
  }
  if (type->isReferenceType()) {
    const clang::QualType referent = type.getNonReferenceType();
    fillTarget(layout, referent->isFunctionType() ? Kind::Function : Kind::Reference);
    layout.element = of(referent);
    return;
  }
  if (const auto *pointer = type->getAs<clang::PointerType>()) {
    fillTarget(layout, pointer->getPointeeType()->isFunctionType() ? Kind::Function : Kind::Pointer);
    layout.element = of(pointer->getPointeeType());
    return;
  }
  if (type->isFunctionType())
    return fillTarget(layout, Kind::Function);
  if (const auto *array = context.getAsConstantArrayType(type)) {
    layout.container = Layout::Container::CArray;
    layout.staticExtent = static_cast<std::int64_t>(array->getSize().getZExtValue());
    return fillArray(layout, of(array->getElementType()), 1);
  }
  if (type->isArrayType())
    return unsupported(layout, "its extent is not a constant; use std::vector or soac::array");
  if (const auto *record = type->getAsCXXRecordDecl())
    return fillRecord(layout, record);
  if (type->isSpecificBuiltinType(clang::BuiltinType::LongDouble))
    return unsupported(layout, "long double has no counterpart; use double");
  if (type->isNullPtrType())
    return fillTarget(layout, Kind::Function);
  if (const auto *complex = type->getAs<clang::ComplexType>()) {
    const Layout *part = of(complex->getElementType());
    if (part->kind != Kind::Scalar || !ir::isFloat(part->scalar))
      return unsupported(layout, "its parts are neither float nor double");
    layout.kind = Kind::Record;
    addField(layout, "re", nullptr, part);
    addField(layout, "im", nullptr, part);
    return;
  }
  if (type->isMemberPointerType())
    return fillTarget(layout, Kind::Function);
  unsupported(layout, "it is neither arithmetic nor made of arithmetic types");
}

void Types::fillTuple(Layout &layout, const clang::CXXRecordDecl *record) {
  layout.kind = Kind::Record;
  for (unsigned i = 0;; ++i) {
    const clang::QualType member = typeArgument(record, i);
    if (member.isNull())
      return;
    const Layout *field = of(member);
    if (field->kind == Kind::Unsupported)
      return unsupported(layout, field->reason);
    if (const char *why = whyNotElement(field))
      return unsupported(layout, why);
    const bool isPair = layout.library == LibraryClass::Pair;
    addField(layout, isPair ? (i == 0 ? "first" : "second") : std::to_string(i), nullptr, field);
  }
}

void Types::fillIterator(Layout &layout, clang::QualType pointer) {
  if (pointer.isNull() || !pointer->isPointerType())
    return unsupported(layout, "the iterator is not one of an array");
  fillTarget(layout, Kind::Pointer);
  layout.element = of(pointer->getPointeeType());
}

/// False for classes that are lowered by their members. A few lines for each class of the library, all in one place.
bool Types::fillLibraryClass(Layout &layout, const clang::CXXRecordDecl *record) {
  const auto array = [&](Layout::Container container, unsigned rank) {
    const clang::QualType element = typeArgument(record, 0);
    if (element.isNull())
      return unsupported(layout, "its elements are not known");
    layout.container = container;
    fillArray(layout, of(element), rank);
  };
  const auto view = [&](Layout::Container container, unsigned rank) {
    const clang::QualType element = typeArgument(record, 0);
    if (element.isNull() || !of(element)->isData)
      return unsupported(layout, "its elements are not supported");
    if (const char *why = whyNotElement(of(element)))
      return unsupported(layout, why);
    fillTarget(layout, Kind::View);
    layout.container = container;
    layout.rank = rank;
    layout.element = of(element);
  };
  const auto rank = [&] { return static_cast<unsigned>(integerArgument(record, 1).value_or(1)); };
  layout.library = libraryClassOf(record);
  switch (layout.library) {
  case LibraryClass::Vector: array(Layout::Container::StdVector, 1); break;
  case LibraryClass::Deque: array(Layout::Container::StdDeque, 1); break;
  case LibraryClass::FixedArray:
    layout.staticExtent = integerArgument(record, 1).value_or(0);
    array(Layout::Container::StdArray, 1);
    break;
  case LibraryClass::SoacArray: array(Layout::Container::Array, rank()); break;
  case LibraryClass::SoacView: view(Layout::Container::View, rank()); break;
  case LibraryClass::Span:
  case LibraryClass::InitializerList: view(Layout::Container::StdSpan, 1); break;
  case LibraryClass::Iterator: fillIterator(layout, typeArgument(record, 0)); break;
  case LibraryClass::DequeIterator: fillIterator(layout, typeArgument(record, 2)); break;
  case LibraryClass::StridedIterator: {
    const clang::QualType element = typeArgument(record, 0);
    fillIterator(layout, element.isNull() ? element : context.getPointerType(element));
    break;
  }
  case LibraryClass::Tuple:
  case LibraryClass::Pair: fillTuple(layout, record); break;
  case LibraryClass::Optional: {
    const clang::QualType held = typeArgument(record, 0);
    const Layout *value = held.isNull() ? nullptr : of(held);
    if (!value || !value->isData)
      return unsupported(layout, value ? value->reason : "its value is not known"), true;
    layout.kind = Kind::Record;
    addField(layout, "value", nullptr, value);
    addField(layout, "has_value", nullptr, of(context.BoolTy));
    break;
  }
  case LibraryClass::UniquePtr:
    if (!isArrayOwner(typeArgument(record, 0), typeArgument(record, 1)))
      return unsupportedClass(layout, record), true;
    fillTarget(layout, Kind::Pointer);
    layout.element = of(typeArgument(record, 0)->getAsArrayTypeUnsafe()->getElementType());
    break;
  case LibraryClass::Function: fillTarget(layout, Kind::Function); break;
  case LibraryClass::Unsupported: unsupportedClass(layout, record); break;
  case LibraryClass::None:
  case LibraryClass::Complex:
  case LibraryClass::BitReference: return false;
  }
  return true;
}

void Types::fillRecord(Layout &layout, const clang::CXXRecordDecl *record) {
  if (!record->hasDefinition() && complete && llvm::isa<clang::ClassTemplateSpecializationDecl>(record))
    complete(context.getRecordType(record));
  record = record->getDefinition();
  if (!record)
    return unsupported(layout, "its definition is not visible here");
  if (fillLibraryClass(layout, record))
    return;
  if (record->isUnion())
    return unsupported(layout, "it is a union, whose bytes have several meanings");
  if (record->getNumVBases() != 0)
    return unsupported(layout, "it has virtual bases");
  layout.kind = Kind::Record;
  for (const clang::CXXBaseSpecifier &base : record->bases()) {
    const clang::CXXRecordDecl *declaration = base.getType()->getAsCXXRecordDecl();
    const Layout *field = of(base.getType());
    if (field->kind == Kind::Unsupported)
      return unsupported(layout, "base '" + base.getType().getAsString() + "': " + field->reason);
    addField(layout, declaration ? declaration->getName() : "", declaration ? declaration->getDefinition() : nullptr,
             field);
  }
  for (const clang::FieldDecl *member : record->fields()) {
    if (member->isUnnamedBitField())
      continue;
    if (member->isBitField())
      return unsupported(layout, "member '" + member->getNameAsString() + "': bit-fields are not supported");
    const Layout *field = of(member->getType());
    addField(layout, member->getName(), member, field);
  }
}

} // namespace soac::frontend
