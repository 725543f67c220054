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

/// Fixed, and a copy of its bytes is a copy of it. Tuples are not, whatever a standard library makes of them.
bool isPlain(const CxxType &t) {
  if (!isFixed(t))
    return false;
  if (t.kind == Kind::Record)
    return t.isTriviallyCopyable && !t.isTuple &&
           llvm::all_of(t.fields, [](const CxxType::Field &f) { return isPlain(f.type); });
  return t.kind != Kind::Array || isPlain(*t.element);
}

bool isCArray(const CxxType &t) { return t.kind == Kind::Array && t.container == Container::CArray; }

/// A C array as the std::array that has the same bytes.
CxxType asValue(CxxType t) {
  if (!isCArray(t))
    return t;
  CxxType element = asValue(*t.element);
  t.container = Container::StdArray;
  t.spelling = "std::array<" + element.spelling + ", " + std::to_string(t.staticExtent) + ">";
  t.element = std::make_shared<CxxType>(std::move(element));
  return t;
}

/// double[2][3]
std::string spellingOf(const CxxType &cArray) {
  std::string extents;
  const CxxType *t = &cArray;
  for (; isCArray(*t); t = t->element.get())
    extents += "[" + std::to_string(t->staticExtent) + "]";
  return t->spelling + extents;
}

/// Is it a member of `views` as it is? A record with members that have no place on a device (strings, functions) is not.
bool isGivenByValue(const CxxType &t) {
  if (t.kind == Kind::Record && t.isTuple)
    return llvm::all_of(t.fields, [](const CxxType::Field &f) { return isGivenByValue(f.type); });
  return t.kind == Kind::Record ? isPlain(t) : isFixed(t);
}

/// An array whose size is not part of its type.
bool isRow(const CxxType &t) {
  if (t.kind != Kind::Array)
    return false;
  const bool hasBits = t.container == Container::StdVector && t.element->kind == Kind::Scalar && t.element->scalar == Scalar::Bool;
  return !hasBits && (t.container == Container::View || t.container == Container::Array || t.container == Container::StdVector ||
                      t.container == Container::StdDeque || t.container == Container::StdSpan);
}
bool isConst(const CxxType &view) { return llvm::StringRef(view.spelling).contains("<const "); }
bool borrows(const CxxType &t) { return t.container == Container::View || t.container == Container::StdSpan; }

/// The elements of an array of arrays .. of arrays that have no fixed size, and its rank: of vector<vector<double>> double, 2.
/// None where an array in it has no form.
std::optional<std::pair<CxxType, unsigned>> elementsOf(const CxxType &t) {
  if (!isRow(t))
    return std::nullopt;
  if (isPlain(*t.element))
    return std::pair(*t.element, t.rank);
  auto inner = elementsOf(*t.element);
  if (inner)
    inner->second += t.rank;
  return inner;
}

/// The view or array of a device's with the elements of `t`, which has some.
CxxType elements(const CxxType &t, Container container, const std::string &qualifier) {
  auto [element, rank] = *elementsOf(t);
  CxxType result = t;
  element.spelling = elementName(element);
  result.container = container;
  result.rank = rank;
  result.spelling = device(container == Container::View ? "view" : "array", qualifier + element.spelling, rank);
  result.element = std::make_shared<CxxType>(std::move(element));
  return result;
}

const CxxType &innermost(const CxxType &rows) {
  return isRow(*rows.element) ? innermost(*rows.element) : *rows.element;
}
unsigned dimensions(const CxxType &t) { return isRow(t) ? t.rank + dimensions(*t.element) : 0; }

/// Of an array of arrays one with as many dimensions, with other elements: a view where `t` borrows its memory, unless
/// it shall own it.
CxxType rowsOf(const CxxType &t, const CxxType &element, bool owns) {
  CxxType rows;
  const bool isView = borrows(t) && !owns;
  rows.kind = Kind::Array;
  rows.container = isView ? Container::View : Container::Array;
  rows.rank = dimensions(t);
  rows.element = std::make_shared<CxxType>(element);
  rows.spelling = (isView ? isConst(t) ? "soac::view<const " : "soac::view<" : "soac::array<") + element.spelling +
                  ", " + std::to_string(rows.rank) + ">";
  return rows;
}

bool isWritten(const CxxParameter &p) {
  return llvm::any_of(p.outputs, [](int k) { return k >= 0; });
}

/// Per leaf: whether it lies behind a view through which it may be written.
void addWritable(const CxxType &t, std::vector<bool> &list) {
  if (t.kind == Kind::Record)
    for (const CxxType::Field &f : t.fields)
      addWritable(f.type, list);
  else
    list.resize(list.size() + t.leaves().size(), t.kind == Kind::Array && borrows(t) && !isConst(t));
}
/// Does the function write through such views alone?
bool isWrittenThroughViews(const CxxParameter &p) {
  std::vector<bool> isWritable;
  addWritable(p.type, isWritable);
  return llvm::all_of(llvm::zip(p.outputs, isWritable), [](auto leaf) { return std::get<0>(leaf) < 0 || std::get<1>(leaf); });
}

std::string listOf(const CxxType &tuple) {
  llvm::SmallVector<std::string, 4> list;
  for (const CxxType::Field &f : tuple.fields)
    list.push_back(f.type.spelling);
  return llvm::join(list, ", ");
}

constexpr const char *passViews = "pass views of numbers or of plain records";
constexpr const char *returnArrays = "return arrays of numbers or of plain records, or a record or tuple of these";

bool membersToForm(CxxType &t, bool isRead, const FormOf &what, std::string &why) {
  const std::string host = t.spelling;
  llvm::erase_if(t.fields, [&](const CxxType::Field &f) { return f.type.kind == Kind::Void && !t.isTuple; });
  for (CxxType::Field &f : t.fields) {
    const std::string member = t.isTuple ? what.name : what.name.empty() ? f.name : what.name + "." + f.name;
    if (!toDeviceForm(f.type, isRead, {member, what.advice}, why))
      return false;
  }
  if (t.isTuple)
    t.spelling = (llvm::StringRef(host).starts_with("std::pair") ? "std::pair<" : "std::tuple<") + listOf(t) + ">";
  else
    t.spelling = (isRead ? "soac::cuda::views<" : "soac::cuda::arrays<") + host + ">";
  t.making = CxxType::Making::Members;
  t.isTriviallyCopyable = false;
  return true;
}

/// A tuple of arrays of numbers, or of plain records.
bool isTupleOfRows(const CxxType &t) {
  return t.isTuple && llvm::all_of(t.fields, [](const CxxType::Field &f) { return elementsOf(f.type).has_value(); });
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
    if (isCArray(p.type) && isPlain(p.type)) {
      p.type.spelling = "soac::cuda::given<" + spellingOf(p.type) + ">";
      p.spelling = "const " + p.type.spelling + " &";
    }
    return true;
  }
  if (elementsOf(p.type)) {
    p.type = elements(p.type, Container::View, isWritten(p) ? "" : "const ");
    p.spelling = p.type.spelling;
    return true;
  }
  const std::optional<CxxType> record = structOfArrays(p.type);
  const bool hasViews = p.type.kind == Kind::Record || (record && p.derivativeOf == -1 && isTupleOfRows(*record));
  if (isWritten(p) && record && !hasViews)
    p.type = rowsOf(p.type, innermost(p.type), /*owns=*/true);
  const bool isRead = !isWritten(p) || (hasViews && isWrittenThroughViews(p));
  const char *const advice = p.derivativeOf == CxxParameter::ofResult ? returnArrays : passViews;
  if (!toDeviceForm(p.type, isRead, {p.name, advice}, why))
    return false;
  p.spelling = (isRead ? "const " : "") + p.type.spelling + " &";
  return true;
}

} // namespace

std::optional<CxxType> structOfArrays(const CxxType &t) {
  if (!isRow(t))
    return std::nullopt;
  CxxType record = innermost(t);
  const auto isMember = [](const CxxType::Field &f) { return f.type.kind != Kind::Void; };
  if (record.kind != Kind::Record || record.isComplex || isPlain(record) || llvm::none_of(record.fields, isMember))
    return std::nullopt;
  record.rows = dimensions(t);
  for (CxxType::Field &f : record.fields)
    if (isMember(f))
      f.type = rowsOf(t, asValue(f.type), /*owns=*/!record.isTuple);
  if (!record.isTuple)
    record.spelling += ", " + std::to_string(record.rows);
  return record;
}

bool toDeviceForm(CxxType &t, bool isRead, const FormOf &what, std::string &why) {
  if (isPlain(t))
    t = asValue(std::move(t));
  if (t.kind == Kind::Void || (isRead && isGivenByValue(t)))
    return true;
  if (!isRead && isPlain(t) && !t.isTuple) {
    t.spelling = "soac::cuda::scalar<" + t.spelling + ">";
    return true;
  }
  if (elementsOf(t) && (isRead || !borrows(t))) {
    const bool isConstant = !borrows(t) || isConst(t);
    t = elements(t, isRead ? Container::View : Container::Array, isRead && isConstant ? "const " : "");
    return true;
  }
  if (std::optional<CxxType> record = structOfArrays(t);
      record && (isRead || !borrows(t)) && membersToForm(*record, isRead, what, why)) {
    t = std::move(*record);
    return true;
  }
  if (t.kind == Kind::Record && !t.isComplex)
    return membersToForm(t, isRead, what, why);
  if (t.kind == Kind::Array && t.container == Container::Pointer)
    why = "'" + what.name + "' is a raw pointer, whose extent is not known: take a view";
  else
    why = (what.name.empty() ? "it returns " : "'" + what.name + "' is of the type ") + t.spelling +
          ", which has no form on a device: " + what.advice;
  return false;
}

std::optional<CxxFunction> deviceFace(const CxxFunction &f, std::string &why) {
  CxxFunction face = f;
  for (CxxParameter &p : face.parameters)
    if (!parameter(p, why))
      return std::nullopt;
  if (!toDeviceForm(face.result, /*isRead=*/false, {"", returnArrays}, why))
    return std::nullopt;
  face.isExternC = face.isPlain = face.returnsRows = false;
  face.ofRows.clear(); // on a device all rows of an array have one length
  face.rows.clear();
  for (CxxParameter &p : face.parameters)
    p.rows.clear();
  return face;
}

static bool hasPrefix(const CxxType &t, std::initializer_list<const char *> prefixes) {
  return llvm::any_of(prefixes, [&](const char *p) { return llvm::StringRef(t.spelling).starts_with(p); });
}

bool isOnDevice(const CxxType &t) {
  return hasPrefix(t, {"soac::cuda::view<", "soac::cuda::array<", "soac::cuda::scalar<"});
}

bool isGivenCArray(const CxxType &t) { return hasPrefix(t, {"soac::cuda::given<"}); }

bool isMemberwise(const CxxType &t) {
  if (t.kind != Kind::Record || isOnDevice(t))
    return false;
  return hasPrefix(t, {"soac::cuda::views<", "soac::cuda::arrays<"}) ||
         (t.isTuple && llvm::any_of(t.fields, [](const CxxType::Field &f) { return isOnDevice(f.type) || isMemberwise(f.type); }));
}

std::vector<bool> leavesOnDevice(const CxxType &t) {
  std::vector<bool> list;
  if (!isMemberwise(t))
    return std::vector<bool>(t.leaves().size(), isOnDevice(t));
  for (const CxxType::Field &f : t.fields)
    for (const bool is : leavesOnDevice(f.type))
      list.push_back(is);
  return list;
}

} // namespace soac::interface
