#include "emit/cuda/CudaEmitter.h"

#include "analysis/Polynomial.h"
#include "interface/DeviceFace.h"
#include "prims/Prims.h"
#include "support/Overloaded.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>

namespace soac::emit {

using namespace ir;
using exec::Space;
using prims::Prim;

static const std::vector<ArgumentMemory> none;

CudaEmitter::CudaEmitter(const interface::CxxFunction &face, const Function &function,
                         llvm::ArrayRef<std::string> macros, schedule::Target target)
    : FunctionEmitter(face, function, none, 0, macros, /*isOutermost=*/target == schedule::Target::Device, target),
      query(decided.tree, function) {
  names.reserve("place"); // the parameter in front of the function's
  for (const char *ofKernels : {"sums", "value", "element", "combine", "finish", "key", "load", "store"})
    names.reserve(ofKernels);
  forEachStatement(function.body, [&](const Statement &s) {
    const auto *read = std::get_if<Index>(&s.op);
    if (read && isChosen(*read))
      chosen.insert(places.handle(read->array));
  });
}

/// An element of an array of a thread, which no counter of a loop tells.
bool CudaEmitter::isChosen(const Index &read) const {
  return read.indices.size() == 1 && type(read.array).rank == 1 && uses.definition(read.indices[0]) &&
         places.of(places.handle(read.array)) == exec::Space::Stack;
}

Expression CudaEmitter::elementRead(const Index &op) {
  if (!isInKernel || !isChosen(op))
    return FunctionEmitter::elementRead(op);
  return {"soac::cuda::chosen(" + text(op.array) + ", " + text(op.indices[0]) + ")", 0, true};
}

/// Does it convert an integer that falls with the loop's counter to a narrower one?
bool CudaEmitter::narrowsBackwards(const Block &iteration) const {
  const analysis::DefUse inside(iteration);
  const analysis::Polynomials polynomials(function.values, inside, [](Scalar s) { return s == Scalar::I64; });
  bool found = false;
  forEachStatement(iteration, [&](const Statement &s) {
    const auto *apply = std::get_if<Apply>(&s.op);
    if (!apply || apply->prim != Prim::Cast || type(apply->arguments[0]).scalar != Scalar::I64)
      return;
    const Scalar to = type(s.results[0]).scalar;
    const analysis::Polynomial slope = polynomials.of(apply->arguments[0]).in(iteration.parameters[0]).slope;
    found |= isInteger(to) && bitWidth(to) < 64 && !(slope.isConstant() && slope.constant() >= 0);
  });
  return found;
}

/// In loops of constant trips that it unrolls in part, nvcc 13.0 computes such integers wrongly for sm_80 and sm_90
/// (int(198 - i + 1), i < 199, is four too large): the number of trips is hidden from it.
std::string CudaEmitter::tripsOf(const exec::For &node) {
  const std::string count = FunctionEmitter::tripsOf(node);
  if (!isInKernel || !function.values.asInt(node.count->value) || !narrowsBackwards(iterationOf(node)))
    return count;
  const std::string name = names.unique("trips");
  line("const soac::index " + name + " = soac::cuda::hidden(" + count + ");");
  return name;
}

/// Loops that write the elements of such an array.
std::string CudaEmitter::loopHint(const exec::For &node) {
  constexpr std::int64_t mostUnrolled = 8; // as soac::cuda::chosen has
  const std::optional<std::int64_t> trips = node.count ? function.values.asInt(node.count->value) : std::nullopt;
  const bool isUnrolled = isInKernel && trips && *trips <= mostUnrolled && llvm::any_of(query.of(node.body).written, [&](Value v) {
    return chosen.contains(places.handle(v));
  });
  return isUnrolled ? "SOAC_UNROLLED" : "";
}

unsigned CudaEmitter::messageNumber(const std::string &text) {
  const auto found = llvm::find(messages, text);
  if (found == messages.end()) {
    messages.push_back(text);
    return static_cast<unsigned>(messages.size() - 1);
  }
  return static_cast<unsigned>(found - messages.begin());
}

// Names of types and calls of the runtime.

std::string CudaEmitter::shortType(Value v, bool isConst) const {
  return std::string(isConst ? "const " : "") + spelling(type(v).scalar) + ", " + std::to_string(type(v).rank) + ">";
}

/// A kernel cannot call functions of the standard library.
std::string CudaEmitter::constant(const Constant &c, bool typed) const {
  std::string text = literal(c, typed);
  const std::string limits = std::string("std::numeric_limits<") + spelling(c.type) + ">::";
  if (const std::size_t at = text.find(limits); at != std::string::npos) {
    const llvm::StringRef function = llvm::StringRef(text).drop_front(at + limits.size());
    const char *name = function.starts_with("inf") ? "infinity<" : function.starts_with("quiet") ? "not_a_number<" : "least<";
    text = text.substr(0, at) + "soac::cuda::" + name + spelling(c.type) + ">";
  }
  return text;
}

/// In a kernel a variable may be an array of the thread's.
std::string CudaEmitter::handleType(Value v, bool isConst) const {
  return (isInKernel ? "soac::cuda::strided<" : "soac::runtime::dense<") + shortType(v, isConst);
}

std::string CudaEmitter::whole(llvm::StringRef function, const std::string &arguments) {
  return (isInKernel ? "soac::cuda::" : contexts.back().workspace + ".") + function.str() + "(" + arguments + ")";
}

std::string CudaEmitter::memoryCall(llvm::StringRef function, const std::string &arguments) {
  return contexts.back().workspace + "." + function.str() + "(" + arguments + ")";
}

std::string CudaEmitter::iterationScope(const std::string &name) {
  return std::string("const soac::cuda::") + (isInKernel ? "thread_scope " : "scope ") + name + "(" + workspace() + ");";
}

std::string CudaEmitter::frameLine(const std::string &workspace) const {
  return "soac::cuda::call_frame " + workspace + "(place, " + (messages.empty() ? "nullptr" : nameOfMessages()) +
         (invoked.empty() ? "" : ", soac::cuda::with_stack") + ");";
}

/// Where a call has failed, so has the thread: it ends.
void CudaEmitter::afterCall(bool) {
  open("if (" + workspace() + ".failed())");
  returnEarly();
  out->dedent();
}

// Arguments and results.

/// soac::cuda::leaf<double, 1>(x_arg, [](auto &it) -> auto & { return it.x; })
std::string CudaEmitter::leafText(const Leaf &leaf, const std::string &argument, bool isObject) {
  std::string text = "soac::cuda::leaf<" + std::string(spelling(leaf.type.scalar)) + ", " + std::to_string(leaf.type.rank) + ">(" + argument;
  if (isObject)
    text += ", " + projection(leaf.base);
  for (const std::string &p : leaf.projections)
    text += ", " + projection(p);
  return text + ")";
}

static bool isScalarForm(const interface::CxxType &t) { return llvm::StringRef(t.spelling).starts_with("soac::cuda::scalar<"); }
static std::string scalarForm(Scalar s) { return "soac::cuda::scalar<" + std::string(spelling(s)) + ">"; }
static bool isLeafText(llvm::StringRef text) { return text.starts_with("soac::cuda::leaf<"); }

/// Of what is in the device's memory: the argument itself where that is numbers, else where the numbers are in it.
std::vector<FunctionEmitter::Leaf> CudaEmitter::leavesOf(const interface::CxxParameter &p, const std::string &argument) const {
  return formLeaves(p.type, argument);
}

std::vector<FunctionEmitter::Leaf> CudaEmitter::formLeaves(const interface::CxxType &t, const std::string &object) const {
  std::vector<Leaf> all;
  if (interface::isMemberwise(t)) {
    for (auto [k, field] : llvm::enumerate(t.fields))
      llvm::append_range(all, formLeaves(field.type, member(t, k, object)));
    return all;
  }
  if (!interface::isOnDevice(t))
    return leaves(t, interface::isGivenCArray(t) ? "(*" + object + ")" : object);
  const bool isObject = isScalarForm(t);
  all = leaves(t, pickedFrom);
  for (Leaf &leaf : all) {
    const bool isNumber = leaf.spelling == spelling(leaf.type.scalar) || t.spelling == scalarForm(leaf.type.scalar);
    const bool isItself = leaf.base == pickedFrom && isNumber && (isObject ? leaf.projections.empty() : leaf.isPlain());
    leaf.base = isItself ? object : leafText(leaf, object, isObject);
    if (!leaf.projections.empty())
      leaf.projections = {pickedFrom};
    leaf.spelling = spelling(leaf.type.scalar);
  }
  return all;
}

std::string CudaEmitter::argumentHandle(const Leaf &leaf, bool isWritten) {
  const std::string type = std::string(spelling(leaf.type.scalar)) + ", " + std::to_string(leaf.type.rank);
  if (isLeafText(leaf.base))
    return workspace() + ".pack(" + leaf.base + ")";
  if (!interface::isOnDevice(*leaf.container))
    return argumentPack(leaf);
  return std::string("soac::cuda::") + (isWritten ? "borrow_mutable<" : "borrow<") + type + ">(" + leaf.base + ")";
}

/// What a form refers to in the device's memory: `outputs` says which leaves are written.
static void memoryOf(const interface::CxxType &t, const std::string &name, const std::string &object, llvm::ArrayRef<int> outputs,
                     llvm::SmallVectorImpl<std::string> &written, llvm::SmallVectorImpl<std::string> &others) {
  if (interface::isMemberwise(t)) {
    for (auto [k, field] : llvm::enumerate(t.fields)) {
      const std::size_t count = std::min(field.type.leaves().size(), outputs.size());
      memoryOf(field.type, t.isTuple ? name : name + "." + field.name, member(t, k, object), outputs.take_front(count), written, others);
      outputs = outputs.drop_front(count);
    }
  } else if (interface::isOnDevice(t)) {
    const bool isWritten = llvm::any_of(outputs, [](int k) { return k >= 0; });
    (isWritten ? written : others).push_back("soac::cuda::memory_of(" + quoted(name) + ", " + object + ")");
  }
}

/// The views and arrays in a form.
static void arraysOf(const interface::CxxType &t, const std::string &object, llvm::SmallVectorImpl<std::string> &list) {
  if (interface::isMemberwise(t))
    for (auto [k, field] : llvm::enumerate(t.fields))
      arraysOf(field.type, member(t, k, object), list);
  else
    list.push_back(object);
}

/// Members that stand for one array have its extents.
void CudaEmitter::compareMembers(const interface::CxxType &t, const std::string &name, const std::string &object,
                                 unsigned parameter) {
  if (!interface::isMemberwise(t))
    return;
  if (t.rows > 0) {
    llvm::SmallVector<std::string, 4> list;
    arraysOf(t, object, list);
    argumentsUsed[parameter] = true;
    entry.push_back({Value(),
                     workspace() + ".check_members<" + std::to_string(t.rows) + ">(" + quoted(name) + ", " +
                         llvm::join(list, ", ") + ");",
                     parameter,
                     /*usesWorkspace=*/true,
                     {},
                     /*isRead=*/true});
  }
  for (auto [k, field] : llvm::enumerate(t.fields))
    compareMembers(field.type, t.isTuple ? name : name + "." + field.name, member(t, k, object), parameter);
}

/// Threads write an array in any order: it has memory of its own.
void CudaEmitter::compareArguments(llvm::ArrayRef<std::string> arguments) {
  llvm::SmallVector<std::string, 4> written, others;
  llvm::SmallVector<unsigned, 4> parameters;
  for (auto [p, argument] : llvm::zip_equal(face.parameters, arguments)) {
    compareMembers(p.type, p.name, argument, numberOf(p));
    const std::size_t before = written.size() + others.size();
    memoryOf(p.type, p.name, argument, p.outputs, written, others);
    if (written.size() + others.size() > before)
      parameters.push_back(numberOf(p));
  }
  if (written.empty() || written.size() + others.size() < 2)
    return;
  for (const unsigned p : parameters)
    argumentsUsed[p] = true;
  entry.push_back({Value(), workspace() + ".check_apart({" + llvm::join(written, ", ") + "}, {" + llvm::join(others, ", ") + "});",
                   parameters.back(), /*usesWorkspace=*/true, {}, /*isRead=*/true});
}

/// A small array that the caller gives by value.
std::string CudaEmitter::argumentPack(const Leaf &leaf) {
  std::string text = workspace() + ".upload<" + spelling(leaf.type.scalar) + ", " + std::to_string(leaf.type.rank) + ">(" + leaf.base;
  for (const std::string &p : leaf.projections)
    text += ", " + projection(p);
  return text + ")";
}

/// A scalar that the function writes is in the caller's memory of the device.
std::string CudaEmitter::unpackedScalar(Value v, const std::string &name, const std::string &argument) {
  if (!decided.tree.cells.contains(v))
    return FunctionEmitter::unpackedScalar(v, name, argument);
  cells[v] = name;
  return "const auto " + name + " = soac::cuda::borrow(" + argument + ");";
}

/// What is written may be read by another output.
std::string CudaEmitter::heldScalar(Value v, const std::string &text) {
  const Value home = places.handle(v);
  if (!llvm::is_contained(function.body.parameters, home) || !cells.count(home))
    return text;
  const std::string name = names.unique("held");
  line("const auto " + name + " = " + workspace() + ".copy(" + text + ");");
  return name;
}

std::string CudaEmitter::writtenBack(const std::string &array, const std::string &argument, const std::string &name, Value v, bool) {
  const std::string memory =
      isLeafText(argument) ? argument : "soac::cuda::borrow_mutable<" + shortType(v, false) + "(" + argument + ")";
  return workspace() + ".write_back(" + quoted(name) + ", " + memory + ", " + array + ");";
}

std::string CudaEmitter::writtenScalar(const std::string &argument, Value, const std::string &text, bool isAdded) {
  return workspace() + (isAdded ? ".add_to(" : ".assign_to(") + argument + ", " + text + ");";
}

void CudaEmitter::declareReturned(const std::string &container, const std::string &name, const exec::Alloc &a,
                                  const ReturnedArray &returned) {
  line("auto " + container + " = soac::cuda::container<" + returned.type->spelling + ">(" + workspace() + ", " + extents(a) + ");");
  line("const auto " + name + " = soac::cuda::borrow_mutable<" + shortType(a.value, false) + "(" + container + ");");
}

std::string CudaEmitter::returnedScalar(const interface::CxxType &t, Value v, bool) {
  const auto cell = cells.find(places.handle(v));
  const std::string number(spelling(type(v).scalar));
  return "soac::cuda::to_scalar<" + number + (t.spelling != scalarForm(type(v).scalar) && isScalarForm(t) ? ", " + t.spelling : "") + ">(" + workspace() + ", " +
         (cell != cells.end() ? cell->second : text(v, true)) + ")";
}

std::string CudaEmitter::returnedCopy(const interface::CxxType &t, Value v) {
  return "soac::cuda::to_container<" + t.spelling + ">(" + workspace() + ", " + text(v) + ")";
}

/// A record, a fixed array, or an array of them, leaf by leaf.
std::string CudaEmitter::resultValue(const interface::CxxType &t, std::size_t &next, bool isWhole) {
  using Kind = interface::CxxType::Kind;
  const bool isArray = t.kind == Kind::Array && t.container == interface::CxxType::Container::Array;
  const bool isOfNumbers = isArray && t.element->kind == Kind::Scalar && t.element->spelling == spelling(t.element->scalar);
  if (!interface::isOnDevice(t) || t.kind == Kind::Scalar || isOfNumbers || interface::isMemberwise(t))
    return FunctionEmitter::resultValue(t, next, isWhole);
  const std::string name = names.unique(isArray ? "elements" : "object");
  std::string extents;
  if (isArray)
    for (unsigned d = 0; d < t.rank; ++d)
      extents += ", " + text(function.body.results[face.results[next]]) + ".extent(" + std::to_string(d) + ")";
  line("auto " + name + " = soac::cuda::" + (isArray ? "container<" : "object<") + t.spelling + ">(" + workspace() + extents + ");");
  for (const Leaf &leaf : leaves(t, pickedFrom)) {
    const Value v = function.body.results[face.results[next++]];
    const auto cell = cells.find(places.handle(v));
    const char *const how = leaf.container ? ".unpack(" : ".assign_to(";
    line(workspace() + how + leafText(leaf, name, !isArray) + ", " +
         (leaf.container || cell == cells.end() ? text(v, true) : cell->second) + ");");
  }
  return isWhole ? name : "std::move(" + name + ")";
}

std::string CudaEmitter::sameShape(const std::string &a, const std::string &b) { return "soac::cuda::are_alike(" + a + ", " + b + ")"; }

/// A message names extents that are known where it is written.
bool CudaEmitter::canSay(Value v) const {
  return llvm::all_of(query.readFor(v), [&](Value read) { return bound.contains(read); });
}

/// On the host the user's program leaves as it does without a device.
void CudaEmitter::fail(const Check *op, const std::string &message, const std::string &numbers) {
  if (!isInKernel && op && !op->exit.empty())
    return line(exitOf(*op) + ";");
  std::string text = face.name + ": " + message;
  if (pending && pending.file < function.files.size())
    text = function.files[pending.file] + ":" + std::to_string(pending.line) + ": " + text;
  line(workspace() + (isInKernel ? ".fail(" : ".raise(") + std::to_string(messageNumber(text)) + numbers + ");");
  if (isInKernel)
    returnEarly();
}

// Scalars of the device.

void CudaEmitter::cell(const exec::Cell &n) {
  const std::string name = freshName(n.value);
  line("const auto " + name + " = " + workspace() + ".cell<" + spelling(type(n.value).scalar) + ">();");
  cells[n.value] = name;
  bindName(n.value, name);
}

void CudaEmitter::read(const exec::Read &n) {
  const Value v = places.handle(n.value);
  const std::string name = freshName(v);
  line("const " + std::string(spelling(type(v).scalar)) + " " + name + " = " + workspace() + ".read(" + cells[v] + ");");
  bindName(v, name);
}

void CudaEmitter::let(const exec::Let &n) {
  const Value r = n.statement->results[0];
  const auto home = cells.find(r);
  if (home == cells.end() && !n.isInlined && !accesses.isNamed(r)) // what leaves the function reads it, on the host alone
    return;
  if (n.isInlined || !isInKernel || home == cells.end())
    return FunctionEmitter::let(n);
  const std::string target = text(r);
  bound.erase(r);
  FunctionEmitter::let(n);
  line(target + " = " + text(r) + ";");
}

void CudaEmitter::bind(const exec::Bind &n) {
  if (!isInKernel || !cells.count(n.parameter))
    return FunctionEmitter::bind(n);
  line(text(n.parameter) + " = " + element(n.operand, text(n.index)).text + ";");
}

void CudaEmitter::invoke(const Invoke &op, const Statement &s) {
  std::vector<std::pair<std::string, Value>> stored;
  for (Value r : s.results)
    if (cells.count(r)) {
      stored.emplace_back(text(r), r);
      bound.erase(r);
    }
  FunctionEmitter::invoke(op, s);
  for (const auto &[target, r] : stored)
    line(target + " = " + text(r) + ";");
}

void CudaEmitter::variable(const exec::Variable &n) {
  if (!isInKernel || !cells.count(n.value))
    return FunctionEmitter::variable(n);
  if (n.start)
    line(text(n.value) + " = " + text(n.start) + ";");
}

void CudaEmitter::repeated(const Repeated &op, Value result) {
  line(workspace() + ".repeated(" + cells[result] + ", " + text(op.indices) + ", " + text(op.extent) + ");");
}

void CudaEmitter::slot(const exec::Slot &s) {
  const Value named = places.handle(s.value);
  const std::string name = freshName(named), slot = slotNames[s.value] = names.unique(name + "_slot");
  const std::string parameters = "<" + std::string(spelling(type(s.value).scalar)) + ", " + std::to_string(type(s.value).rank) + "> ";
  const std::string start = s.start ? s.beginsWithCopy ? copies[s.value] : text(s.start) : "";
  if (isInKernel) {
    const std::string block = workspace() + ".like(" + start + ")";
    line("soac::cuda::thread_slot" + parameters + slot + "(" + block + (s.hasSpare ? ", " + block : "") + ");");
  } else {
    line("soac::cuda::slot" + parameters + slot + "(" + workspace() + ");");
  }
  if (s.start) {
    line(handleType(s.value, s.isConst) + " " + name + " = " + start + ";");
  } else {
    std::string shape = "nullptr, " + dim(s.extents[0]).text;
    for (std::size_t d = 1; d < s.extents.size(); ++d)
      shape += ", 0";
    line("soac::runtime::dense" + parameters + name + "(" + shape + ");");
  }
  bindName(named, name);
}

} // namespace soac::emit
