// Memory for arrays: in returned containers, on the stack, in rows, in the workspace and its slots.
//   alloc %a [%n] in workspace   ->   const auto a = workspace.make<double>(n);
#include "emit/FunctionEmitter.h"

#include <llvm/ADT/StringExtras.h>

namespace soac::emit {

using namespace ir;
using exec::Alloc;
using exec::Space;

void FunctionEmitter::alloc(const Alloc &a) {
  switch (a.init) {
  case Alloc::Init::None:
    if (!a.isBeside) // else the runtime's function takes the memory
      declareMemory(a);
    return;
  case Alloc::Init::Fill: return fill(a);
  case Alloc::Init::Copy: return declareCopy(a);
  case Alloc::Init::Pack:
    if (a.source) // else the function's entry packs the parameter
      declareView(a.value,
                  packed(pointerFields.find(a.source)->second,
                         ("pack_pointer<" + std::string(spelling(type(a.value).scalar)) + ">").c_str(),
                         workspace() + ", " + extents(a) + ", "),
                  function.values.name(a.source).text);
    return;
  case Alloc::Init::Given: return;
  }
}

/// The extents; the first extent of concatenated arrays is a sum.
std::string FunctionEmitter::extents(const Alloc &a) {
  if (a.summedExtents.empty())
    return dims(a.extents, ", ");
  std::string list = dims(a.summedExtents, " + ");
  for (const exec::Dim &d : llvm::drop_begin(a.extents))
    list += ", " + dim(d).text;
  return list;
}

std::string FunctionEmitter::declareMemory(const Alloc &a, const std::string &init) {
  if (a.space == Space::Row)
    return row(a);
  const std::string scalar = spelling(type(a.value).scalar), name = freshName(a.value), shape = extents(a);
  if (a.space == Space::Stack) {
    line("soac::runtime::fixed<" + scalar + ", " + shape + "> " + name + init + ";");
  } else if (const auto returned = returnedArrays.find(a.value); returned != returnedArrays.end()) {
    const std::string container = names.unique(name + "_result");
    returned->second.name = container;
    declareReturned(container, name, a, returned->second);
  } else if (a.space == Space::Slot) {
    line("const auto " + name + " = " + slotNames[a.of] + ".next(" + shape + ");");
  } else {
    line("const auto " + name + " = " + workspace() + ".make<" + scalar + ">(" + shape + ");");
  }
  if (!a.isBeside)
    bindName(a.value, name);
  return name;
}

void FunctionEmitter::declareReturned(const std::string &container, const std::string &name, const Alloc &a,
                                      const ReturnedArray &returned) {
  const std::string shape = extents(a);
  line("auto " + container + " = soac::runtime::container<" + returned.type->spelling + ">(" + shape + ");");
  line("const soac::runtime::dense<" + std::string(spelling(type(a.value).scalar)) + ", " +
       std::to_string(type(a.value).rank) + "> " + name + "(" + container + ".data(), " + shape + ");");
}

/// The handle of the row of a map's result.
std::string FunctionEmitter::row(const Alloc &a) {
  const std::string name = freshName(a.value, "row");
  line("const auto " + name + " = " + text(a.of) + "(" + text(a.index) + ");");
  bindName(a.value, name);
  return name;
}

/// A copy, which is written or temporary.
void FunctionEmitter::declareCopy(const Alloc &a) {
  const std::string from = text(a.source);
  std::string name;
  if (a.space == Space::Overlay || a.space == Space::Workspace) {
    name = a.of ? names.unique(text(a.of) + "_next") : freshName(a.value);
    line(a.space == Space::Overlay ? "const soac::runtime::overlay " + name + "(" + workspace() + ", " + from + ");"
                                   : "const auto " + name + " = " + workspace() + ".copy(" + from + ");");
  } else {
    name = declareMemory(a);
    line(whole("copy", name + ", " + from) + ";");
  }
  if (a.isBeside)
    copies[a.of ? a.of : a.value] = name;
  else
    bindName(a.value, name);
}

void FunctionEmitter::fill(const Alloc &a) {
  const std::string value = text(a.source);
  if (isArray(a.source)) {
    line(whole("fill_rows", declareMemory(a) + ", " + value) + ";");
  } else if (a.space == Space::Stack) {
    declareMemory(a, "(" + value + ")");
  } else if (a.space != Space::Workspace) {
    line(whole("fill", declareMemory(a) + ", " + text(a.source, true)) + ";");
  } else {
    const std::string name = freshName(a.value);
    line("const auto " + name + " = " + workspace() + ".filled<" + spelling(type(a.value).scalar) + ">(" + value +
         ", " + extents(a) + ");");
    bindName(a.value, name);
  }
}

void FunctionEmitter::slot(const exec::Slot &s) {
  const Value named = places.handle(s.value);
  const std::string name = freshName(named), slot = slotNames[s.value] = names.unique(name + "_slot");
  const std::string parameters =
      "<" + std::string(spelling(type(s.value).scalar)) + ", " + std::to_string(type(s.value).rank) + "> ";
  line("soac::runtime::slot" + parameters + slot + "(" + workspace() + ");");
  if (!s.start) {
    std::string shape = "nullptr, " + dim(s.extents[0]).text;
    for (std::size_t d = 1; d < s.extents.size(); ++d)
      shape += ", 0";
    line("soac::runtime::dense" + parameters + name + "(" + shape + ");");
  } else {
    line(handleType(s.value, s.isConst) + " " + name + " = " + (s.beginsWithCopy ? copies[s.value] : text(s.start)) + ";");
  }
  bindName(named, name);
}

void FunctionEmitter::swap(const exec::Swap &s) {
  const std::string name = text(s.carried);
  if (s.otherSlot)
    return line(slotNames[s.slot] + ".exchange(" + name + ", " + slotNames[s.otherSlot] + ", " + text(s.next) + ");");
  line(name + " = " + slotNames[s.slot] + ".keep(" + name + ", " + (s.isOfCopy ? copies[s.carried] : text(s.next)) +
       ");");
}

void FunctionEmitter::put(const exec::Put &p) {
  const std::string name = text(p.result), index = text(p.index), from = text(p.value),
                    target = name + "(" + index + ")";
  if (p.how == exec::Put::How::Element) {
    if (isOfLanes)
      line("soac::runtime::put(" + name + ", " + from + ", " + index + ");");
    else
      line(target + " = " + (p.isSaved ? saved[p.result] : from) + ";");
    return;
  }
  if (p.how == exec::Put::How::LateRow) {
    open("if (" + index + " == 0)");
    line(name + " = " + slotNames[p.result] + ".make(" + dims(p.extents, ", ") + ");");
    out->dedent();
    open("if (!" + sameShape(target, from) + ") {");
    fail(nullptr, "soac: map: the results of its calls differ in their shape", "");
    close("}");
  }
  line(whole("copy", target + ", " + from) + ";");
}

std::string FunctionEmitter::sameShape(const std::string &a, const std::string &b) {
  return "soac::runtime::same_shape(" + a + ", " + b + ")";
}

} // namespace soac::emit
