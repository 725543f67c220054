// The list of the arguments' memory at a function's entry, and sums that may share memory.
#include "emit/FunctionEmitter.h"

#include <llvm/ADT/StringExtras.h>

namespace soac::emit {

using namespace interface;
using namespace ir;
using Use = ArgumentMemory::Use;

namespace {

const char *word(Use use) {
  switch (use) {
  case Use::Read: return "reads";
  case Use::Written: return "writes";
  case Use::Sum: return "adds";
  }
  return "";
}

const CxxType &typeOf(const CxxFunction &face, const ArgumentMemory &memory) {
  const CxxType *t = &face.parameters[memory.parameter].type;
  for (unsigned k : memory.path)
    t = &t->fields[k].type;
  return *t;
}

} // namespace

std::string FunctionEmitter::memberOf(const ArgumentMemory &memory, std::string object) const {
  const CxxParameter &p = face.parameters[memory.parameter];
  const CxxType *t = &p.type;
  for (unsigned k : memory.path) {
    object = member(*t, k, object);
    t = &t->fields[k].type;
  }
  return object;
}

/// `.reads("x", x_arg)`; for a pointer one call for each group of elements that is touched behind it, the later ones
/// without its name.
std::vector<std::string> FunctionEmitter::entriesOf(const ArgumentMemory &memory) {
  const CxxParameter &p = face.parameters[memory.parameter];
  const CxxType &t = typeOf(face, memory);
  const bool pointsToScalar = t.kind == CxxType::Kind::Scalar && llvm::StringRef(p.spelling).trim().ends_with("*");
  argumentsUsed[memory.parameter] = true;
  std::string object = memberOf(memory, argumentNames[memory.parameter]);
  const std::string name = quoted(memberOf(memory, p.name));
  if (memory.elements.empty())
    return {std::string(".") + word(memory.use) + "(" + name + ", " + (pointsToScalar ? "*" : "") + object + ")"};
  if (t.isIterator)
    object = "std::to_address(" + object + ")";
  for (unsigned d = 0; d < t.rowRank; ++d)
    object += "[0]";
  std::vector<std::string> list;
  for (const ArgumentMemory::Elements &e : memory.elements) {
    const auto number = [&](unsigned k) { return text(function.body.results[k]); };
    std::string steps;
    if (e.access)
      for (const PointerAccess::Dimension &d : e.access->dimensions)
        steps += (steps.empty() ? "{" : ", {") + number(d.count) + ", " + number(d.step) + "}";
    const std::string call = std::string(".") + word(e.use) + "(" + object + ", " +
                             (e.access ? number(e.access->first) : "0") + ", {" + steps + "}" +
                             (e.numbers > 1 ? ", " + std::to_string(e.numbers) : "") + ")";
    if (!llvm::is_contained(list, call))
      list.push_back(call);
  }
  list.front().insert(list.front().find('(') + 1, name + ", ");
  return list;
}

void FunctionEmitter::listArguments() {
  std::string calls;
  std::size_t count = 0;
  for (const ArgumentMemory &memory : listed)
    for (const std::string &call : entriesOf(memory)) {
      calls += call;
      ++count;
    }
  const std::string list = names.unique("list");
  line("soac::runtime::arguments<" + std::to_string(count) + "> " + argumentList + "([&](auto &" + list +
       ") SOAC_INLINED -> decltype(auto) { return " + list + calls + "; });");
}

/// The memory of the leaf, where it is a sum that may share memory with other sums; else null.
const ArgumentMemory *FunctionEmitter::shareable(unsigned parameter, unsigned leaf) const {
  for (const ArgumentMemory &memory : listed)
    if (memory.isShareable && memory.parameter == parameter && leaf >= memory.firstLeaf &&
        leaf < memory.firstLeaf + memory.leaves)
      return &memory;
  return nullptr;
}

void FunctionEmitter::borrowSum(Value v, const std::string &name, const Leaf &leaf, const ArgumentMemory &memory) {
  const std::string scalar = spelling(leaf.type.scalar), rank = std::to_string(leaf.type.rank);
  const std::string label = quoted(memberOf(memory, face.parameters[memory.parameter].name));
  std::string before, value;
  if (leaf.container->container == CxxType::Container::Pointer) {
    const std::string part = sharedParts[&memory] = names.unique(face.parameters[memory.parameter].name + "_shared");
    before = "const auto " + part + " = " + argumentList + ".shared_elements(" + label + ", " + leaf.base + ");\n";
    value = "soac::runtime::borrow_pointer_sums<" + scalar + ">(" + workspace() + ", " + leaf.base + ", " + part + ")";
  } else if (leaf.isPlain()) {
    value = "soac::runtime::borrow_sums<" + scalar + ", " + rank + ">(" + workspace() + ", " + leaf.base + ", " +
            argumentList + ".is_shared(" + label + "))";
  } else {
    const std::string rows = leaf.hasOwnRows ? ", soac::runtime::rows::own" : "";
    value = packed(leaf, ("pack_zeros<" + scalar + ", " + rank + rows + ">").c_str(), workspace() + ", ");
  }
  sums.push_back({v,
                  before + "const auto " + name + " = " + value + ";",
                  memory.parameter,
                  /*usesWorkspace=*/true,
                  {},
                  /*isRead=*/leaf.container->container != CxxType::Container::Pointer && leaf.isPlain()});
  bindName(v, name);
}

std::string FunctionEmitter::writtenSum(const Leaf &leaf, const std::string &text, Value input,
                                        const ArgumentMemory &memory) {
  const std::string scalar = spelling(leaf.type.scalar);
  if (leaf.container->container == CxxType::Container::Pointer)
    return "soac::runtime::write_pointer_sums<" + scalar + ">(" + text + ", " + leaf.base + ", " +
           sharedParts.at(&memory) + ");";
  if (leaf.isPlain())
    return "soac::runtime::write_sums<" + scalar + ">(" + text + ", " + this->text(input) + ", " + leaf.base + ");";
  return packed(leaf, "add_leaf", text + ", ") + ";";
}

} // namespace soac::emit
