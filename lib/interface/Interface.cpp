#include "interface/Interface.h"

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/STLExtras.h>

namespace soac::interface {

llvm::SmallVector<Type, 4> CxxType::leaves() const {
  switch (kind) {
  case Kind::Void: return {};
  case Kind::Scalar: return {Type(scalar)};
  case Kind::Record: {
    llvm::SmallVector<Type, 4> types;
    for (const Field &field : fields)
      types.append(field.type.leaves());
    return types;
  }
  case Kind::Array: {
    auto types = element->leaves();
    for (Type &t : types)
      t = t.withRank(container == Container::Pointer ? 1 : t.rank + rank);
    return types;
  }
  }
  return {};
}

namespace {

void addRows(const CxxType &t, unsigned dimension, unsigned firstLeaf, bool isInside, llvm::SmallVectorImpl<RowDimension> &into) {
  using Container = CxxType::Container;
  if (t.kind == CxxType::Kind::Record)
    for (const CxxType::Field &field : t.fields) {
      addRows(field.type, dimension, firstLeaf, isInside, into);
      firstLeaf += static_cast<unsigned>(field.type.leaves().size());
    }
  if (t.kind != CxxType::Kind::Array || t.container == Container::Pointer)
    return;
  const auto leaves = static_cast<unsigned>(t.leaves().size());
  if (isInside && leaves > 0 && (t.container == Container::StdVector || t.container == Container::StdDeque))
    into.push_back({dimension, firstLeaf, leaves});
  addRows(*t.element, dimension + t.rank, firstLeaf, /*isInside=*/true, into);
}

} // namespace

llvm::SmallVector<RowDimension, 2> CxxType::rowDimensions() const {
  llvm::SmallVector<RowDimension, 2> all;
  addRows(*this, 0, 0, /*isInside=*/false, all);
  return all;
}

llvm::SmallVector<const CxxType *, 4> CxxType::pointers() const {
  if (kind != Kind::Record)
    return {leaves().size(), kind == Kind::Array && container == Container::Pointer ? this : nullptr};
  llvm::SmallVector<const CxxType *, 4> all;
  for (const Field &field : fields)
    all.append(field.type.pointers());
  return all;
}

bool isPointerInC(const CxxParameter &parameter) {
  const bool isDerivative = parameter.derivativeOf >= 0 || parameter.inputs.empty();
  return isDerivative && llvm::StringRef(parameter.spelling).ends_with("&") &&
         !llvm::StringRef(parameter.spelling).starts_with("const ");
}

const char *spelling(Scalar s) {
  switch (s) {
  case Scalar::Bool: return "bool";
  case Scalar::I8: return "std::int8_t";
  case Scalar::I16: return "std::int16_t";
  case Scalar::I32: return "std::int32_t";
  case Scalar::I64: return "soac::index";
  case Scalar::U8: return "std::uint8_t";
  case Scalar::U16: return "std::uint16_t";
  case Scalar::U32: return "std::uint32_t";
  case Scalar::U64: return "std::uint64_t";
  case Scalar::F32: return "float";
  case Scalar::F64: return "double";
  }
  return "";
}

std::string nameWithMemory(const CxxFunction &f) { return f.isPlain ? f.name : f.name + "_with"; }

std::string qualifiedName(const CxxFunction &f) {
  return f.nameSpace.empty() ? f.name : f.nameSpace + "::" + f.name;
}

std::string cSpelling(const CxxParameter &parameter) {
  return isPointerInC(parameter) ? llvm::StringRef(parameter.spelling).drop_back().str() + "*" : parameter.spelling;
}

NamespaceLines linesOf(const std::string &nameSpace, llvm::ArrayRef<std::string> inlineNamespaces) {
  NamespaceLines lines;
  llvm::SmallVector<llvm::StringRef, 4> names;
  llvm::StringRef(nameSpace).split(names, "::");
  bool isFirst = true; // of a::b::c: only the others may be inline
  for (llvm::StringRef name : names) {
    const bool isInline = llvm::is_contained(inlineNamespaces, std::string(nameSpace.data(), name.end()));
    if (isFirst) {
      lines.open += std::string(isInline ? "inline " : "") + "namespace " + name.str();
      lines.close += "}";
    } else {
      lines.open += (isInline ? "::inline " : "::") + name.str();
    }
    isFirst = isFirst && isInline;
    if (isFirst && name.end() != names.back().end())
      lines.open += " { ";
  }
  lines.open += " {";
  lines.close += " // namespace " + nameSpace;
  return lines;
}

} // namespace soac::interface
