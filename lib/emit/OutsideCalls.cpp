// Calls of the user's functions as they are: objects of the user's types are made of dense leaves, and results are copied
// into leaves again. Views, spans and pointers that are only read refer to the leaves themselves.
//   x leaves of a std::vector<double>:   auto argument = soac::runtime::to_container<std::vector<double>>(x);  f(argument)
#include "emit/FunctionEmitter.h"

namespace soac::emit {

using namespace interface;
using namespace ir;

namespace {

using Container = CxxType::Container;

bool isBorrowed(const CxxType &t) {
  return t.kind == CxxType::Kind::Array &&
         (t.container == Container::View || t.container == Container::StdSpan || t.container == Container::Pointer);
}
bool holdsScalars(const CxxType &t) { return t.kind == CxxType::Kind::Array && t.element->kind == CxxType::Kind::Scalar; }

/// The type of the array that a borrowed type refers to, where it cannot refer to the leaves.
CxxType ownerOf(const CxxType &t) {
  CxxType owner = t;
  owner.container = Container::Array;
  owner.spelling = "soac::array<" + t.element->spelling + ", " + std::to_string(t.rank) + ">";
  return owner;
}

/// The expression that makes the borrowed type of its owner.
std::string borrowed(const CxxType &t, const std::string &owner) {
  switch (t.container) {
  case Container::Pointer: return owner + ".data()";
  case Container::StdSpan: return t.spelling + "(" + owner + ".data(), static_cast<std::size_t>(" + owner + ".size()))";
  default: return t.spelling + "(" + owner + ")";
  }
}

} // namespace

/// The borrowed type, referring to the leaf's memory.
std::string FunctionEmitter::lent(const CxxType &t, Value v) {
  return "soac::runtime::lend<" + t.spelling + ", " + t.element->spelling + ">(" + workspace() + ", " + text(v) + ")";
}

/// Assigns the values of its leaves to an object, whose members have no value yet.
void FunctionEmitter::fillObject(const CxxType &t, const std::string &object, llvm::ArrayRef<Value> values) {
  for (const Leaf &leaf : leaves(t, object)) {
    const Value v = values.front();
    values = values.drop_front();
    if (!leaf.container)
      line(leaf.base + " = static_cast<" + leaf.spelling + ">(" + text(v) + ");");
    else if (isBorrowed(*leaf.container))
      line(leaf.base + " = " + lent(*leaf.container, v) + ";");
    else
      line(packed(leaf, "write_back_leaf", text(v) + ", ") + ";");
  }
}

/// An expression for the argument; `object` is the variable that holds it, where there is one.
std::string FunctionEmitter::outsideArgument(const OutsideFunction::Parameter &p, llvm::ArrayRef<Value> values,
                                             std::string &object) {
  const CxxType &t = p.type;
  const bool isPointer = t.kind != CxxType::Kind::Array && llvm::StringRef(p.spelling).trim().ends_with("*");
  if (t.kind == CxxType::Kind::Scalar && !p.isWritten && !isPointer)
    return "static_cast<" + t.spelling + ">(" + text(values[0]) + ")";
  if (isBorrowed(t) && !p.isWritten && holdsScalars(t))
    return lent(t, values[0]);
  object = names.unique("argument");
  const CxxType made = isBorrowed(t) ? ownerOf(t) : t;
  if (holdsScalars(made)) {
    line("auto " + object + " = soac::runtime::to_container<" + made.spelling + ">(" + text(values[0]) + ");");
  } else {
    line(made.spelling + " " + object + "{};");
    fillObject(made, object, values);
  }
  return isPointer ? "&" + object : isBorrowed(t) ? borrowed(t, object) : object;
}

/// Declares the leaves of an object as values; arrays are in memory of the workspace.
void FunctionEmitter::takeLeaves(const CxxType &t, const std::string &object, llvm::ArrayRef<Value> into) {
  for (auto [leaf, v] : llvm::zip(leaves(t, object), into)) {
    if (uses.count(v) == 0 && !uses.isMeasured(v))
      continue;
    const std::string scalar = spelling(type(v).scalar), name = freshName(v);
    if (leaf.container)
      line("const auto " + name + " = " +
           packed(leaf, ("pack<" + scalar + ", " + std::to_string(type(v).rank) + ">").c_str(), workspace() + ", ") + ";");
    else
      line("const " + scalar + " " + name + " = static_cast<" + scalar + ">(" + leaf.base + ");");
    bindName(v, name);
  }
}

void FunctionEmitter::outsideCall(const Call &op, const Statement &s) {
  const OutsideFunction &f = *op.face;
  if (f.isVariable)
    return takeLeaves(f.result, f.name, s.results);
  llvm::ArrayRef<Value> values = op.arguments;
  std::string list;
  llvm::SmallVector<std::string, 4> objects(f.parameters.size());
  for (auto [p, object] : llvm::zip(f.parameters, objects)) {
    const std::size_t count = p.type.leaves().size();
    list += (list.empty() ? "" : ", ") + outsideArgument(p, values.take_front(count), object);
    values = values.drop_front(count);
  }
  llvm::ArrayRef<Value> into = s.results;
  const std::size_t returned = f.result.leaves().size();
  const std::string call = f.name + "(" + list + ")";
  const bool isNeeded = llvm::any_of(into.take_front(returned), [&](Value v) { return uses.count(v) > 0 || uses.isMeasured(v); });
  const std::string whole = isNeeded || f.result.kind == CxxType::Kind::Void ? call : "static_cast<void>(" + call + ")";
  std::string given = whole;
  if (contexts.back().kind != Context::Function) { // perhaps on another thread, which exceptions may not leave
    given = names.unique("guarded");
    line("const auto " + given + " = " + workspace() + ".guarded([&] { " + (isNeeded ? "return " : "") + whole + "; });");
    line("if (!" + given + ")");
    line(contexts.back().kind == Context::Void ? "  return;" : "  return {};");
    given = "*" + given;
  } else if (!isNeeded) {
    line(whole + ";");
  }
  if (isNeeded) {
    const std::string name = names.unique("returned");
    line("const auto &" + name + " = " + given + ";");
    takeLeaves(f.result, name, into.take_front(returned));
  }
  into = into.drop_front(returned);
  for (auto [p, object] : llvm::zip(f.parameters, objects))
    if (p.isWritten) {
      const std::size_t count = p.type.leaves().size();
      takeLeaves(isBorrowed(p.type) ? ownerOf(p.type) : p.type, object, into.take_front(count));
      into = into.drop_front(count);
    }
}

} // namespace soac::emit
