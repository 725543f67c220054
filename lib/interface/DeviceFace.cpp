#include "interface/DeviceFace.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>

namespace soac::interface {

using Container = CxxType::Container;
using Kind = CxxType::Kind;

namespace {

std::string device(const char *name, const std::string &element, unsigned rank) {
  return std::string("soac::cuda::") + name + "<" + element + ", " + std::to_string(rank) + ">";
}

/// Numbers by their usual names; enumerations keep theirs.
std::string elementName(const CxxType &t) {
  static const char *const names[] = {"bool",  "signed char", "unsigned char", "short",  "unsigned short", "int",
                                      "unsigned int", "long", "unsigned long", "std::size_t"};
  const bool isInteger = t.kind == Kind::Scalar && llvm::is_contained(names, llvm::StringRef(t.spelling));
  return isInteger ? spelling(t.scalar) : t.spelling;
}

/// Numbers, or records and arrays of a fixed size that hold nothing else.
bool isFixed(const CxxType &t) {
  switch (t.kind) {
  case Kind::Void: // a member without a value
  case Kind::Scalar: return true;
  case Kind::Record: return llvm::all_of(t.fields, [](const CxxType::Field &f) { return isFixed(f.type); });
  case Kind::Array: return (t.container == Container::StdArray || t.container == Container::CArray) && isFixed(*t.element);
  }
  return false;
}

/// Fixed, and a copy of its bytes is a copy of it.
bool isPlain(const CxxType &t) {
  if (!isFixed(t))
    return false;
  if (t.kind == Kind::Record)
    return t.isTriviallyCopyable && llvm::all_of(t.fields, [](const CxxType::Field &f) { return isPlain(f.type); });
  return t.kind != Kind::Array || isPlain(*t.element);
}

/// Elements of a fixed size, one behind the other.
bool isRow(const CxxType &t) {
  if (t.kind != Kind::Array || !isPlain(*t.element))
    return false;
  const bool hasBits = t.container == Container::StdVector && t.element->kind == Kind::Scalar && t.element->scalar == Scalar::Bool;
  return !hasBits && (t.container == Container::View || t.container == Container::Array || t.container == Container::StdVector ||
                      t.container == Container::StdSpan);
}

/// The view or array of a device's with the elements of `t`.
CxxType elements(const CxxType &t, Container container, const std::string &qualifier) {
  CxxType result = t, element = *t.element;
  element.spelling = elementName(element);
  result.container = container;
  result.spelling = device(container == Container::View ? "view" : "array", qualifier + element.spelling, t.rank);
  result.element = std::make_shared<CxxType>(std::move(element));
  return result;
}

bool isWritten(const CxxParameter &p) {
  return llvm::any_of(p.outputs, [](int k) { return k >= 0; });
}

bool parameter(CxxParameter &p, std::string &why) {
  const bool isPointer = p.isPresent || p.distance || llvm::StringRef(p.spelling).trim().ends_with("*") ||
                         (p.type.kind == Kind::Array && p.type.container == Container::Pointer);
  if (isPointer) {
    why = "'" + p.name + "' is a raw pointer, whose extent is not known: take a view";
    return false;
  }
  if (p.type.kind == Kind::Void)
    return true;
  if (isFixed(p.type) && !isWritten(p)) {
    if (p.type.kind == Kind::Scalar)
      p.spelling = p.type.spelling;
    return true;
  }
  const bool isCArray = p.type.kind == Kind::Array && p.type.container == Container::CArray;
  if (isPlain(p.type) && !isCArray && llvm::StringRef(p.spelling).trim().ends_with("&")) {
    p.spelling = "soac::cuda::scalar<" + p.type.spelling + "> &";
    return true;
  }
  if (isRow(p.type)) {
    p.type = elements(p.type, Container::View, isWritten(p) ? "" : "const ");
    p.spelling = p.type.spelling;
    return true;
  }
  why = "'" + p.name + "' is of the type " + p.spelling + ", which has no form on a device: pass views of numbers or of plain records";
  return false;
}

bool result(CxxType &t, std::string &why) {
  if (t.kind == Kind::Void)
    return true;
  if (isRow(t) && (t.container == Container::Array || t.container == Container::StdVector)) {
    t = elements(t, Container::Array, "");
    return true;
  }
  const bool isPair = t.isTuple && llvm::StringRef(t.spelling).starts_with("std::pair");
  if (t.kind == Kind::Record && t.isTuple) {
    llvm::SmallVector<std::string, 4> list;
    for (CxxType::Field &f : t.fields) {
      if (!result(f.type, why))
        return false;
      list.push_back(f.type.spelling);
    }
    t.spelling = (isPair ? "std::pair<" : "std::tuple<") + llvm::join(list, ", ") + ">";
    return true;
  }
  if (isPlain(t)) {
    t.spelling = "soac::cuda::scalar<" + t.spelling + ">";
    return true;
  }
  why = "it returns " + t.spelling + ", which has no form on a device";
  return false;
}

} // namespace

std::optional<CxxFunction> deviceFace(const CxxFunction &f, std::string &why) {
  CxxFunction face = f;
  for (CxxParameter &p : face.parameters)
    if (!parameter(p, why))
      return std::nullopt;
  if (!result(face.result, why))
    return std::nullopt;
  face.isExternC = face.hasWorkspaceOverload = false;
  return face;
}

bool isOnDevice(const CxxParameter &p) { return llvm::StringRef(p.spelling).starts_with("soac::cuda::"); }
bool isOnDevice(const CxxType &t) { return llvm::StringRef(t.spelling).starts_with("soac::cuda::"); }

} // namespace soac::interface
