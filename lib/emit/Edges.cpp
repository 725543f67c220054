// From C++ parameters to the IR's values: unpacking at entry. The function around the body.
//   soac::view<const double> x_arg   ->   const auto x = soac::runtime::borrow<double, 1>(workspace, x_arg);
#include "emit/FunctionEmitter.h"

#include <llvm/ADT/StringExtras.h>

namespace soac::emit {

using namespace interface;
using namespace ir;

using Container = CxxType::Container;

std::string member(const CxxType &record, std::size_t k, const std::string &object) {
  if (record.isComplex)
    return "soac::runtime::part<" + std::to_string(k) + ">(" + object + ")";
  return record.isTuple ? "std::get<" + std::to_string(k) + ">(" + object + ")" : object + "." + record.fields[k].name;
}

FunctionEmitter::FunctionEmitter(const CxxFunction &face, const Function &function,
                                 const std::vector<ArgumentMemory> &listed, std::size_t entryStatements,
                                 llvm::ArrayRef<std::string> macros, bool isOutermost, schedule::Target target)
    : face(face), function(function), listed(listed), decided(face, function, entryStatements, isOutermost, target),
      names(macros) {
  std::size_t next = 0;
  placeResults(face.result, next);
  argumentsUsed.resize(face.parameters.size());
}

/// The leaves of a type in declaration order, each with its access path.
void FunctionEmitter::leaves(const CxxType &t, Leaf leaf, std::vector<Leaf> &into) const {
  switch (t.kind) {
  case CxxType::Kind::Void: return;
  case CxxType::Kind::Scalar:
    leaf.type = Type(t.scalar, leaf.type.rank);
    leaf.spelling = t.spelling;
    into.push_back(std::move(leaf));
    return;
  case CxxType::Kind::Record:
    for (std::size_t k = 0; k < t.fields.size(); ++k) {
      Leaf inner = leaf;
      std::string &last = inner.projections.empty() ? inner.base : inner.projections.back();
      last = member(t, k, last);
      leaves(t.fields[k].type, std::move(inner), into);
    }
    return;
  case CxxType::Kind::Array:
    if (!leaf.container)
      leaf.container = &t;
    if (t.isIterator)
      leaf.base = "std::to_address(" + leaf.base + ")";
    for (unsigned d = 0; d < t.rowRank; ++d)
      leaf.base += "[0]";
    if (&t == leaf.container || leaf.container->container != Container::Pointer) {
      leaf.projections.push_back(pickedFrom);
      leaf.ranks.push_back(t.rank);
      leaf.type.rank = static_cast<std::uint8_t>(leaf.type.rank + t.rank);
    } else
      leaf.isFixedArray = true; // its elements count as elements of the pointer
    leaves(*t.element, std::move(leaf), into);
    return;
  }
}

std::vector<FunctionEmitter::Leaf> FunctionEmitter::leaves(const CxxType &t, const std::string &base) const {
  std::vector<Leaf> result;
  leaves(t, {base, {}, {}, false, true, nullptr, Type(Scalar::F64, 0), "", false}, result);
  return result;
}

/// A function from `picked` to the expression.
std::string FunctionEmitter::projection(const std::string &to) {
  return to == pickedFrom ? "soac::runtime::identity{}" : std::string("[](auto &") + pickedFrom + ") -> auto & { return " + to + "; }";
}

/// how<T, R>(first, base, projections...)
std::string FunctionEmitter::packed(const Leaf &leaf, const char *how, const std::string &first) {
  std::string text = std::string("soac::runtime::") + how + "(" + first + leaf.base;
  for (const std::string &p : leaf.projections)
    text += ", " + projection(p);
  return text + ")";
}

/// The parameter's name in the definition; arrays are unpacked, so the parameter has another name (x_arg) than the handle.
std::string FunctionEmitter::parameter(const CxxParameter &p) {
  if (function.isDefinition) {
    argumentNames.push_back(names.unique(p.name));
    bindName(p.inputs[0], argumentNames.back());
    return argumentNames.back();
  }
  const bool direct = p.type.kind == CxxType::Kind::Scalar && !isOutput(p);
  const std::string name = direct ? names.unique(p.name) : names.unique(p.name + "_arg");
  argumentNames.push_back(name);
  unpackParameter(p, name);
  return name;
}

/// The distance of a pointer from another pointer into the same array. Their adjoints or tangents, which use the same
/// distance, are checked to have it.
void FunctionEmitter::unpackDistance(const CxxParameter &p, const std::string &argument) {
  const std::string difference = argument + " - " + argumentNames[p.from];
  const auto known = distances.find(p.distance);
  if (known != distances.end()) {
    entry.push_back({p.distance,
                     "if (" + difference + " != " + known->second + ") {\n" + workspace() + ".raise(\"soac: '" + p.name +
                         "' is not as far from '" + face.parameters[p.from].name + "' as what they belong to\");\n}",
                     numberOf(p), /*usesWorkspace=*/true, p.from});
    return;
  }
  const std::string name = names.unique(p.name + "_offset");
  entry.push_back({p.distance, "const soac::index " + name + " = " + difference + ";", numberOf(p), false, p.from});
  distances[p.distance] = name;
  bindName(p.distance, name);
}

void FunctionEmitter::unpackParameter(const CxxParameter &p, const std::string &argument) {
  const std::vector<Leaf> all = leavesOf(p, argument);
  if (p.isPresent && uses.count(p.isPresent) > 0) {
    const std::string name = names.unique("has_" + p.name);
    entry.push_back({p.isPresent, "const bool " + name + " = " + argument + " != nullptr;", numberOf(p)});
    bindName(p.isPresent, name);
  }
  if (p.distance && uses.count(p.distance) > 0)
    unpackDistance(p, argument);
  unpackRows(p, all);
  for (std::size_t k = 0; k < p.inputs.size(); ++k) {
    const Value v = p.inputs[k];
    if (!v || (uses.count(v) == 0 && !uses.isMeasured(v)))
      continue;
    const Leaf &leaf = all[k];
    const std::string scalar = spelling(leaf.type.scalar);
    if (!leaf.container) {
      const bool isValue = !llvm::StringRef(p.spelling).trim().ends_with("&");
      if (leaf.base == argument && !isOutput(p) && isValue && isArithmetic(leaf.spelling)) {
        bindName(v, argument);
        continue;
      }
      const std::string name = names.unique(all.size() == 1 ? p.name : p.name + "_" + function.values.name(v).text);
      const bool converts = !isArithmetic(leaf.spelling);
      const std::string value = converts ? "static_cast<" + scalar + ">(" + leaf.base + ")" : leaf.base;
      entry.push_back({v, unpackedScalar(v, name, value), numberOf(p)});
      bindName(v, name);
      continue;
    }
    const std::string &own = function.values.name(v).text;
    const std::string name = names.unique(all.size() == 1 || own.empty() ? p.name : own);
    if (const ArgumentMemory *sum = shareable(numberOf(p), static_cast<unsigned>(k))) {
      borrowSum(v, name, leaf, *sum);
      continue;
    }
    const bool written = k < p.outputs.size() && p.outputs[k] >= 0;
    const bool plain = leaf.isPlain();
    const bool isPointer = leaf.container->container == Container::Pointer;
    std::string value;
    if (isPointer) {
      value = plain ? "soac::runtime::borrow_pointer(" + leaf.base + ")" : packed(leaf, "field_pointer", "");
      if (!plain)
        pointerFields[v] = leaf;
    } else if (plain) {
      value = argumentHandle(leaf, written);
    } else {
      value = argumentPack(leaf);
    }
    entry.push_back({v, "const auto " + name + " = " + value + ";", numberOf(p), /*usesWorkspace=*/!isPointer});
    bindName(v, name);
  }
}

/// The leaves of a parameter, by the name of its argument.
std::vector<FunctionEmitter::Leaf> FunctionEmitter::leavesOf(const CxxParameter &p, const std::string &argument) const {
  const bool pointsToScalar = p.type.kind == CxxType::Kind::Scalar && llvm::StringRef(p.spelling).trim().ends_with("*");
  std::vector<Leaf> all = leaves(p.type, pointsToScalar ? "*" + argument : argument);
  for (const OwnRows &own : p.rows)
    for (unsigned k = own.rows.firstLeaf; k < own.rows.firstLeaf + own.rows.leaves; ++k) {
      all[k].hasOwnRows = true;
      all[k].keepsRows &= own.output < 0;
    }
  return all;
}

/// The leaf's containers in front of `dimension`, and those of this dimension as what they contain.
FunctionEmitter::Leaf FunctionEmitter::rowsOf(Leaf leaf, unsigned dimension) {
  std::size_t levels = 0;
  for (unsigned d = 0; d < dimension; d += leaf.ranks[levels++])
    ;
  leaf.projections.resize(levels);
  return leaf;
}

/// The lengths of an argument's rows: their name, where they have one.
std::string FunctionEmitter::argumentRows(const OwnRows &own, const std::vector<Leaf> &all) {
  if (own.lengths && bound.contains(own.lengths))
    return bound.textOf(own.lengths);
  const Leaf rows = rowsOf(all[own.rows.firstLeaf], own.rows.dimension);
  return packed(rows, ("row_lengths<" + std::to_string(own.rows.dimension) + ">").c_str(), workspace() + ", ");
}

/// The lengths of a parameter's rows. A derivative's must be those of what it belongs to; where they change, the function
/// itself looks at those of adjoints in the end.
void FunctionEmitter::unpackRows(const CxxParameter &p, const std::vector<Leaf> &all) {
  for (const OwnRows &own : p.rows) {
    if (own.lengths && uses.count(own.lengths) > 0) {
      const std::string name = names.unique(function.values.name(own.lengths).text);
      entry.push_back({own.lengths, "const auto " + name + " = " + argumentRows(own, all) + ";", numberOf(p),
                       /*usesWorkspace=*/true, {}, /*isRead=*/true});
      bindName(own.lengths, name);
    }
    if (p.derivativeOf < 0)
      continue;
    const CxxParameter &primal = face.parameters[static_cast<std::size_t>(p.derivativeOf)];
    const auto of = llvm::find_if(primal.rows, [&](const OwnRows &other) { return other.rows == own.rows; });
    const Value first = p.inputs[own.rows.firstLeaf];
    const bool isTangent = function.values.name(first).role == Role::Tangent;
    if (of == primal.rows.end() || (own.output >= 0 && !isTangent))
      continue;
    const char *const what = isTangent ? "tangent" : "adjoint";
    const std::string message = std::string("soac: the ") + what + " of '" + primal.name + "' has rows of other lengths";
    const std::string lengths = argumentRows(*of, leavesOf(primal, argumentNames[numberOf(primal)]));
    entry.push_back({first, "soac::runtime::check_rows(" + lengths + ", " + argumentRows(own, all) + ", " + quoted(message) + ");",
                     numberOf(p), /*usesWorkspace=*/true, numberOf(primal), /*isRead=*/true});
  }
}

/// A copy of the numbers of an argument that are not contiguous.
std::string FunctionEmitter::argumentPack(const Leaf &leaf) {
  const std::string type = std::string(spelling(leaf.type.scalar)) + ", " + std::to_string(leaf.type.rank) +
                           (leaf.hasOwnRows ? ", soac::runtime::rows::own" : "");
  return packed(leaf, ("pack<" + type + ">").c_str(), workspace() + ", ");
}

/// The handle of an argument that is contiguous.
std::string FunctionEmitter::argumentHandle(const Leaf &leaf, bool isWritten) {
  return std::string("soac::runtime::") + (isWritten ? "borrow_mutable<" : "borrow<") + spelling(leaf.type.scalar) + ", " +
         std::to_string(leaf.type.rank) + ">(" + workspace() + ", " + leaf.base + ")";
}

std::string FunctionEmitter::frameLine(const std::string &workspace) const {
  return "const soac::runtime::scope " + frame + "(" + workspace + ");";
}

std::string FunctionEmitter::unpackedScalar(Value v, const std::string &name, const std::string &argument) {
  return "const " + std::string(spelling(type(v).scalar)) + " " + name + " = " + argument + ";";
}

bool isGivenWhole(const CxxParameter &p) {
  const llvm::StringRef spelling = llvm::StringRef(p.spelling).trim();
  return p.type.kind != CxxType::Kind::Scalar && !spelling.ends_with("&") && !spelling.ends_with("*");
}

std::string handedOn(const CxxParameter &p, const std::string &argument) {
  return llvm::StringRef(p.spelling).trim().ends_with("&&") ? "std::move(" + argument + ")" : argument;
}

/// Calls the function that takes this one's place where rows of arguments differ in length.
std::string FunctionEmitter::callOfRows(llvm::ArrayRef<std::string> arguments) {
  std::string conditions, given;
  for (auto [p, argument] : llvm::zip_equal(face.parameters, arguments)) {
    given += (given.empty() ? "" : ", ") + handedOn(p, argument);
    argumentsUsed[numberOf(p)] = true;
    const std::vector<Leaf> all = leavesOf(p, argument);
    llvm::SmallVector<unsigned, 2> checked;
    for (const RowDimension &rows : p.type.rowDimensions()) {
      if (p.derivativeOf != -1 || llvm::is_contained(checked, rows.firstLeaf))
        continue;
      checked.push_back(rows.firstLeaf);
      conditions += (conditions.empty() ? "" : " && ") + packed(all[rows.firstLeaf], "have_equal_rows", "");
    }
  }
  given += (given.empty() ? "" : ", ") + workspace();
  const std::string call = (face.result.kind == CxxType::Kind::Void ? "" : "return ") + face.ofRows + "(" + given + ");";
  return "if (!(" + conditions + ")) {\n" + call + (face.result.kind == CxxType::Kind::Void ? "\nreturn;" : "") + "\n}";
}

FunctionEmitter::Definition FunctionEmitter::emit() {
  const auto kind = decided.isOutermost ? Context::Function
                    : face.result.kind == CxxType::Kind::Void ? Context::Void : Context::Value;
  contexts.push_back({kind, names.unique(nameOfMemory())});
  frame = names.unique("frame");
  if (!listed.empty())
    argumentList = names.unique("arguments");
  guards = analysis::dispensableGuards(function);
  if (triesWithoutGuards())
    seeds = names.unique("seeds");
  Text check = bodyPiece(), body = bodyPiece();
  out = &check;
  llvm::SmallVector<std::string, 8> arguments;
  for (const CxxParameter &p : face.parameters)
    arguments.push_back(parameter(p));
  if (!face.ofRows.empty())
    ofRows = callOfRows(arguments);
  compareArguments(arguments);
  nodes(decided.tree.entry);
  if (!listed.empty())
    listArguments();
  out = &body;
  nodes(decided.tree.body);
  if (!seeds.empty())
    lookAtResults();
  std::size_t next = 0;
  std::string returned = resultValue(face.result, next, true);
  const bool writes = llvm::any_of(face.parameters, isOutput);
  if (writes && !isIdentifier(returned)) {
    const std::string name = names.unique("result");
    line(heldResult() + name + " = " + returned + ";");
    returned = name;
  }
  if (writes)
    writeOutputs(arguments);
  if (!returned.empty())
    line("return " + returned + ";");
  out = nullptr;
  return define(arguments, check, body);
}

/// An empty piece of the body.
Text FunctionEmitter::bodyPiece() const {
  Text text;
  text.indent();
  return text.piece(/*deeper=*/!seeds.empty());
}

/// Puts the frame in the workspace, and the leaves of parameters that the body reads, in front of the body.
FunctionEmitter::Definition FunctionEmitter::define(llvm::ArrayRef<std::string> arguments, const Text &check,
                                                    const Text &function) {
  Definition result;
  result.workspace = contexts.front().workspace;
  result.usesWorkspace = decided.tree.usesWorkspace;
  const auto unpacked = [&](const std::vector<Unpacked> &list) {
    Text text = bodyPiece();
    for (const Unpacked &u : list)
      if (u.isRead || accesses.isNamed(u.value)) {
        text.line(u.text);
        result.usesWorkspace |= u.usesWorkspace;
        argumentsUsed[u.parameter] = true;
        if (u.from)
          argumentsUsed[*u.from] = true;
      }
    return text;
  };
  const Text parameters = unpacked(entry), added = unpacked(sums);
  result.body.indent();
  if (!ofRows.empty()) {
    result.usesWorkspace = true;
    result.body.line(ofRows);
  }
  if (!seeds.empty())
    result.body.open("return soac::runtime::try_without_guards([&](auto &" + seeds + ") -> " + face.result.spelling + " {");
  if (result.usesWorkspace)
    result.body.line(frameLine(result.workspace));
  for (const Text *part : {&parameters, &check, &added, &function})
    result.body.append(*part);
  if (!seeds.empty())
    result.body.close("});");
  for (auto [p, argument] : llvm::zip(face.parameters, arguments)) {
    const bool isRead =
        argumentsUsed[numberOf(p)] || llvm::any_of(p.inputs, [&](Value v) {
          return v && (accesses.packed.contains(v) || (accesses.isNamed(v) && bound.textOf(v) == argument));
        });
    const std::string spelling = face.isOfRows && isGivenWhole(p) ? p.spelling + " &" : p.spelling;
    result.parameters += (result.parameters.empty() ? "" : ", ") + declare(spelling, isRead ? argument : "");
  }
  return result;
}

} // namespace soac::emit
