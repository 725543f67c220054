// From the IR's values to C++ results: containers and records that are returned, parameters that are written.
//   a scalar adjoint:   x_adj_arg += x_adj_1;          a vector:   return soac::runtime::to_container<std::vector<double>>(y);
#include "emit/FunctionEmitter.h"

namespace soac::emit {

using namespace interface;
using namespace ir;
using Container = CxxType::Container;

namespace {

/// A C array, in braces, or an element of a C array, at the indices `at` of its leaves, from the handle `leaf` on.
std::string elementAt(const CxxType &t, const std::string &at, const std::string *&leaf) {
  if (t.kind == CxxType::Kind::Void) // a member without a value
    return "{}";
  if (t.kind == CxxType::Kind::Scalar) {
    const std::string value = *leaf++ + "(" + at + ")";
    return t.spelling.empty() || t.spelling == spelling(t.scalar) ? value
                                                                  : "static_cast<" + t.spelling + ">(" + value + ")";
  }
  std::string list;
  const std::string *const first = leaf;
  const auto add = [&](const std::string &part) { list += (list.empty() ? "" : ", ") + part; };
  for (const CxxType::Field &f : t.fields)
    add(elementAt(f.type, at, leaf));
  for (std::int64_t i = 0; i < t.staticExtent; ++i) {
    leaf = first;
    add(elementAt(*t.element, (at.empty() ? "" : at + ", ") + std::to_string(i), leaf));
  }
  return (t.container == Container::CArray ? "{" : t.spelling + "{") + list + "}";
}

} // namespace

bool isOutput(const CxxParameter &p) {
  return llvm::any_of(p.outputs, [](int k) { return k >= 0; });
}

bool isArithmetic(llvm::StringRef spelling) {
  static const char *const names[] = {"bool", "float", "double", "int", "long", "short", "char", "unsigned", "signed"};
  return llvm::any_of(names, [&](const char *n) { return spelling.starts_with(n); }) || spelling.starts_with("std::") ||
         spelling == "soac::index";
}

bool isIdentifier(llvm::StringRef text) {
  return text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789") ==
         llvm::StringRef::npos;
}

/// A part of a parameter that is written.
struct FunctionEmitter::Output {
  std::string name; ///< of the parameter
  Leaf leaf;
  Value value, input; ///< input: its value at entry, where that is read
  std::string text;
  bool isSum = false;                     ///< of a scalar: the value is added
  const ArgumentMemory *shared = nullptr; ///< where it may share memory with other sums
};

/// The outputs that are written; their expressions are made here, before the first output is written.
std::vector<FunctionEmitter::Output> FunctionEmitter::outputs(llvm::ArrayRef<std::string> arguments) {
  std::vector<Output> list;
  for (auto [p, argument] : llvm::zip(face.parameters, arguments)) {
    if (!isOutput(p))
      continue;
    const std::vector<Leaf> all = leavesOf(p, argument);
    for (unsigned k = 0; k < p.outputs.size(); ++k) {
      if (p.outputs[k] < 0)
        continue;
      const Value v = function.body.results[static_cast<std::size_t>(p.outputs[k])];
      const Value input = k < p.inputs.size() ? p.inputs[k] : Value{};
      const bool isSum = k < p.isSum.size() && p.isSum[k];
      if (v == input || (isSum && !all[k].container && function.values.asFloat(v) == 0.0))
        continue;
      argumentsUsed[numberOf(p)] = true;
      list.push_back({p.name, all[k], v, input, text(v), isSum, all[k].container ? shareable(numberOf(p), k) : nullptr});
    }
  }
  return list;
}

void FunctionEmitter::writeArray(const Output &o) {
  const bool isPointer = o.leaf.container->container == Container::Pointer, isPlain = o.leaf.isPlain();
  if (function.isDefinition) { // into the caller's memory
    if (o.text != bound.textOf(o.input))
      line(whole("copy", o.leaf.base + ", " + o.text) + ";");
    return;
  }
  if (o.shared)
    line(writtenSum(o.leaf, o.text, o.input, *o.shared));
  else if (isPlain)
    line(writtenBack(o.text, o.leaf.base, o.name, o.value, isPointer));
  else if (!isPointer)
    line(packed(o.leaf, o.leaf.hasOwnRows && o.leaf.keepsRows ? "write_back_leaf<soac::runtime::rows::own>" : "write_back_leaf", o.text + ", ") + ";");
  else if (!o.input || o.text != bound.textOf(o.input)) // else the fields themselves were written
    line(packed(o.leaf, "unpack_pointer", o.text + ", ") + ";");
}

/// Writes the results that are output parameters. All arrays and scalars are read before the first output is written.
void FunctionEmitter::writeOutputs(llvm::ArrayRef<std::string> arguments) {
  std::vector<Output> list = outputs(arguments);
  const auto isAdded = [](const Output &o) { return !o.leaf.container && o.isSum; };
  for (Output &o : list)
    if (o.leaf.container && places.isCopied(o.value)) {
      const std::string name = names.unique(o.text + "_result");
      line("const auto " + name + " = " + workspace() + ".copy(" + o.text + ");");
      o.text = name;
    }
  for (Output &o : list)
    if (!o.leaf.container && list.size() > 1)
      o.text = heldScalar(o.value, o.text);
  if (!llvm::all_of(list, isAdded))
    for (Output &o : list)
      if (isAdded(o) && !isIdentifier(o.text)) {
        const std::string name = names.unique("sum");
        line("const " + std::string(spelling(type(o.value).scalar)) + " " + name + " = " + o.text + ";");
        o.text = name;
      }
  for (const Output &o : list)
    if (!o.leaf.container && !o.isSum)
      line(writtenScalar(o.leaf.base, o.value, o.text, false));
  for (const Output &o : list)
    if (o.leaf.container)
      writeArray(o);
  for (auto [p, argument] : llvm::zip(face.parameters, arguments))
    cutRows(p.rows, leavesOf(p, argument), 0);
  for (const Output &o : list)
    if (isAdded(o))
      line(writtenScalar(o.leaf.base, o.value, o.text, true));
}

/// Gives rows that are results their own lengths; `all` are leaves from number `first` on.
void FunctionEmitter::cutRows(llvm::ArrayRef<OwnRows> rows, const std::vector<Leaf> &all, std::size_t first) {
  for (const OwnRows &own : rows)
    if (own.output >= 0 && own.rows.firstLeaf >= first && own.rows.firstLeaf < first + all.size())
      line(packed(rowsOf(all[own.rows.firstLeaf - first], own.rows.dimension), "cut_rows",
                  text(function.body.results[static_cast<std::size_t>(own.output)]) + ", ") +
           ";");
}

std::string FunctionEmitter::writtenBack(const std::string &array, const std::string &argument, const std::string &, Value v,
                                         bool isPointer) {
  return std::string("soac::runtime::write_back") + (isPointer ? "_pointer<" : "<") + spelling(type(v).scalar) + ">(" + array +
         ", " + argument + ");";
}

std::string FunctionEmitter::writtenScalar(const std::string &argument, Value, const std::string &text, bool isAdded) {
  return argument + (isAdded ? " += " : " = ") + text + ";";
}

/// Notes the containers of the arrays that are computed directly in the returned container.
void FunctionEmitter::placeResults(const CxxType &t, std::size_t &next) {
  if (t.kind == CxxType::Kind::Record) {
    for (const CxxType::Field &f : t.fields)
      placeResults(f.type, next);
    return;
  }
  const std::size_t first = next;
  next += t.leaves().size();
  if (t.kind != CxxType::Kind::Array)
    return;
  if (const Value origin = decided.tree.returned.lookup(function.body.results[face.results[first]]))
    returnedArrays.try_emplace(origin, ReturnedArray{&t, ""});
}

/// An object of a class with own constructors: its members are assigned.
std::string FunctionEmitter::assignedRecord(const CxxType &t, std::size_t &next) {
  std::vector<std::string> members;
  for (const CxxType::Field &f : t.fields)
    members.push_back(resultValue(f.type, next, false));
  const std::string name = names.unique("made");
  line(t.spelling + " " + name + ";");
  for (std::size_t k = 0; k < members.size(); ++k)
    line(member(t, k, name) + " = " + members[k] + ";");
  return name;
}

std::string FunctionEmitter::returnedScalar(const CxxType &t, Value v, bool isWhole) {
  const std::string value = text(v);
  const bool same = t.spelling.empty() || t.spelling == spelling(t.scalar) || (isWhole && isArithmetic(t.spelling));
  return same ? value : "static_cast<" + t.spelling + ">(" + value + ")";
}

std::string FunctionEmitter::returnedCopy(const CxxType &t, Value v) {
  return "soac::runtime::to_container<" + t.spelling + ">(" + text(v) + ")";
}

/// A value of type `t`, made of the next leaves.
std::string FunctionEmitter::resultValue(const CxxType &t, std::size_t &next, bool isWhole) {
  const auto result = [&] { return function.body.results[face.results[next++]]; };
  switch (t.kind) {
  case CxxType::Kind::Void: return "";
  case CxxType::Kind::Scalar: return returnedScalar(t, result(), isWhole);
  case CxxType::Kind::Record: {
    if (t.making == CxxType::Making::Assignment)
      return assignedRecord(t, next);
    std::string list;
    for (const CxxType::Field &f : t.fields)
      list += (list.empty() ? "" : ", ") +
              (f.type.kind == CxxType::Kind::Void ? std::string("{}") : resultValue(f.type, next, false));
    return t.spelling + "{" + list + "}";
  }
  case CxxType::Kind::Array: {
    if (t.container == Container::CArray) {
      std::vector<std::string> handles;
      for (std::size_t k = t.leaves().size(); k > 0; --k) {
        handles.push_back(names.unique("elements"));
        line("const auto " + handles.back() + " = soac::runtime::handle(" + text(result()) + ");");
      }
      const std::string *leaf = handles.data();
      return elementAt(t, "", leaf);
    }
    if (t.element->kind == CxxType::Kind::Scalar) {
      const Value v = result();
      const Value origin = decided.tree.returned.lookup(v);
      const ReturnedArray home = origin ? returnedArrays.lookup(origin) : ReturnedArray();
      if (home.type != &t || home.name.empty())
        return returnedCopy(t, v);
      return isWhole ? home.name : "std::move(" + home.name + ")";
    }
    const std::string name = names.unique("elements");
    const std::size_t firstLeaf = next;
    const std::vector<Leaf> all = leaves(t, name);
    line(t.spelling + " " + name + "{};");
    for (const Leaf &leaf : all)
      line(packed(leaf, "write_back_leaf", text(result()) + ", ") + ";");
    cutRows(face.rows, all, firstLeaf);
    return isWhole ? name : "std::move(" + name + ")";
  }
  }
  return "";
}

} // namespace soac::emit
