// The nodes of the execution tree, one after another: scalars, views, elements that are written, calls.
//   store %b: [f64; 1] = update %a[%i] = %x   ->   b(i) = x;
#include "emit/FunctionEmitter.h"

#include "ir/Fields.h"
#include "ir/Walk.h"
#include "prims/Prims.h"
#include "support/Overloaded.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/ErrorHandling.h>

namespace soac::emit {

using namespace ir;

// Writes the place in the user's program, in front of the first line that comes from it: "// fit.cpp:9".
void FunctionEmitter::comment() {
  if (!pending || (pending.file == printed.file && pending.line == printed.line))
    return;
  printed = pending;
  if (pending.file < function.files.size())
    out->line("// " + function.files[pending.file] + ":" + std::to_string(pending.line));
}
void FunctionEmitter::line(const llvm::Twine &text) {
  comment();
  out->line(text);
}
void FunctionEmitter::open(const llvm::Twine &text) {
  comment();
  out->open(text);
}
void FunctionEmitter::close(const llvm::Twine &text) { out->close(text); }

/// The lines that `body` writes, as a separate piece.
Text FunctionEmitter::within(llvm::function_ref<void()> body, bool deeper) {
  Text inner = out->piece(deeper);
  Text *outer = out;
  out = &inner;
  const SourceLocation location = pending;
  enterScope();
  body();
  leaveScope();
  pending = location;
  out = outer;
  return inner;
}

/// The user's line that the node comes from; copies at an iteration's end have none.
static SourceLocation locationOf(const exec::Node &node) {
  return std::visit(Overloaded{[](const exec::Alloc &a) { return a.isBeside && a.of ? SourceLocation() : a.location; },
                               [](const auto &n) {
                                 if constexpr (requires { n.statement; })
                                   return n.statement->location;
                                 else if constexpr (requires { n.location; })
                                   return n.location;
                                 else
                                   return SourceLocation();
                               }},
                    node);
}

/// Is the node a part of an index or an extent, which belongs to no particular line of the user's program?
bool FunctionEmitter::isIndexPart(const exec::Node &node) const {
  const auto *let = std::get_if<exec::Let>(&node);
  if (!let || type(let->statement->results[0]).scalar != Scalar::I64)
    return false;
  const auto *apply = std::get_if<Apply>(&let->statement->op);
  return function.values.name(let->statement->results[0]).empty() || (apply && apply->prim == Prim::Cast);
}

void FunctionEmitter::nodes(const exec::Nodes &list) {
  for (const exec::Node &node : list) {
    pending = isIndexPart(node) ? SourceLocation() : locationOf(node);
    std::visit(
        Overloaded{[&](const exec::Alloc &n) { alloc(n); },
                   [&](const exec::Slot &n) { slot(n); },
                   [&](const exec::Let &n) { let(n); },
                   [&](const exec::Bind &n) { bind(n); },
                   [&](const exec::Variable &n) { variable(n); },
                   [&](const exec::Save &n) { save(n); },
                   [&](const exec::Assign &n) { assign(n); },
                   [&](const exec::View &n) { view(n); },
                   [&](const exec::Store &n) { store(n); },
                   [&](const exec::Copy &n) { copy(n); },
                   [&](const exec::Put &n) { put(n); },
                   [&](const exec::Swap &n) { swap(n); },
                   [&](const exec::Check &n) { check(std::get<Check>(n.statement->op)); },
                   [&](const exec::Call &n) { functionCall(n); },
                   [&](const exec::Cell &n) { cell(n); },
                   [&](const exec::Read &n) { read(n); },
                   [&](const exec::Launch &n) { launch(n); },
                   [&](const exec::Scope &n) { nodes(n.body); },
                   [&](const exec::With &n) { nodes(n.body); },
                   [&](const exec::For &n) { n.level == exec::Level::Threads || std::holds_alternative<Map>(n.statement->op) ? map(n) : iterations(n); },
                   [&](const exec::Reduce &n) { reduce(n); },
                   [&](const exec::Scan &n) { scan(n); },
                   [&](const exec::Bins &n) { bins(n); },
                   [&](const exec::Branch &n) { branch(n); }},
        node);
  }
  pending = {};
}

std::string FunctionEmitter::freshName(Value v, llvm::StringRef fallback) {
  const std::string &hint = function.values.name(v).text;
  return names.unique(hint.empty() ? (fallback.empty() ? llvm::StringRef(isArray(v) ? "a" : "t") : fallback)
                                   : llvm::StringRef(hint));
}

void FunctionEmitter::let(const exec::Let &n) {
  if (n.isInlined)
    return;
  const Value r = n.statement->results[0];
  const std::string value = text(r), name = freshName(r);
  line("const " + std::string(isOfLanes ? "auto" : spelling(type(r).scalar)) + " " + name + " = " + value + ";");
  bindName(r, name);
}

void FunctionEmitter::bind(const exec::Bind &n) {
  const Value p = n.parameter;
  if (isArray(p))
    return declareView(p, text(n.operand) + "(" + text(n.index) + ")", rowHint(n.operand));
  const Expression e = n.index ? element(n.operand, text(n.index)) : expression(n.operand);
  if (n.isInlined) {
    bound.set(p, e);
    return;
  }
  const std::string name = freshName(p, "x");
  line("const " + std::string(isOfLanes ? "auto" : spelling(type(p).scalar)) + " " + name + " = " + e.text + ";");
  bindName(p, name);
}

void FunctionEmitter::variable(const exec::Variable &n) {
  const std::string start = n.start ? " = " + text(n.start) : "", name = freshName(n.value);
  line((isArray(n.value) ? handleType(n.value, n.isConst) : spelling(type(n.value).scalar)) + " " + name + start + ";");
  bindName(n.value, name);
}

void FunctionEmitter::save(const exec::Save &n) {
  const std::string name = names.unique("next");
  line("const " + std::string(isArray(n.target) ? "auto" : spelling(type(n.target).scalar)) + " " + name + " = " +
       text(n.value) + ";");
  saved[n.target] = name;
}

/// " += y" or " = x".
std::string FunctionEmitter::assigned(const std::optional<exec::Compound> &compound, Value value) {
  if (!compound)
    return " = " + text(value);
  const char *symbol = compound->prim == Prim::Add   ? " += "
                       : compound->prim == Prim::Sub ? " -= "
                       : compound->prim == Prim::Mul ? " *= "
                                                     : " /= ";
  return symbol + text(compound->operand);
}

void FunctionEmitter::assign(const exec::Assign &n) {
  line(text(n.variable) + (n.isSaved ? " = " + saved[n.variable] : assigned(n.compound, n.value)) + ";");
}

void FunctionEmitter::view(const exec::View &n) {
  const Value r = n.statement->results[0];
  if (const auto *index = std::get_if<Index>(&n.statement->op))
    return declareView(r, indexed(text(index->array), index->indices), rowHint(index->array));
  if (const auto *slice = std::get_if<Slice>(&n.statement->op))
    return declareView(r, text(slice->array) + ".rows(" + text(slice->start) + ", " + text(slice->count) + ")",
                       function.values.name(slice->array).text);
  const auto &reshape = std::get<Reshape>(n.statement->op);
  const std::string array = text(reshape.array), list = commaSeparated(reshape.extents);
  declareView(r,
              n.isOfPointer ? "soac::runtime::first_elements(" + array + ", " + list + ")"
                            : array + ".reshape(" + list + ")",
              function.values.name(reshape.array).text);
}

void FunctionEmitter::declareView(Value v, const std::string &text, const std::string &hint) {
  const std::string name = freshName(v, hint);
  line("const auto " + name + " = " + text + ";");
  bindName(v, name);
}

/// The part of an array that the statement writes.
std::string FunctionEmitter::writtenBy(const Statement &s) {
  if (const auto *update = std::get_if<Update>(&s.op))
    return indexed(text(s.results[0]), update->indices);
  const auto &accumulate = std::get<Accumulate>(s.op);
  return indexed(text(accumulate.accumulator), accumulate.indices);
}

void FunctionEmitter::store(const exec::Store &n) {
  if (isOfLanes)
    return put(n);
  const auto *update = std::get_if<Update>(&n.statement->op);
  line(writtenBy(*n.statement) + assigned(n.compound, update ? update->value : Value()) + ";");
}

void FunctionEmitter::copy(const exec::Copy &n) {
  const std::string target = writtenBy(*n.statement);
  if (const auto *update = std::get_if<Update>(&n.statement->op))
    line(whole("copy", target + ", " + text(update->value)) + ";");
  else
    line(whole("add", target + ", " + text(std::get<Accumulate>(n.statement->op).value)) + ";");
}

void FunctionEmitter::functionCall(const exec::Call &n) {
  const Statement &s = *n.statement;
  const auto whole = [&](const char *name, const std::string &operands) {
    line(this->whole(name, text(s.results[0]) + operands) + ";");
  };
  std::visit(
      Overloaded{[&](const Index &o) { whole("copy", ", " + indexed(text(o.array), o.indices)); },
                 [&](const Slice &o) {
                   whole("slice", ", " + text(o.array) + ", " + text(o.start) + ", " + std::to_string(o.step));
                 },
                 [&](const Rearrange &o) {
                   llvm::SmallVector<std::string, 4> order;
                   for (unsigned d : o.permutation)
                     order.push_back(std::to_string(d));
                   whole(("rearrange<" + llvm::join(order, ", ") + ">").c_str(), ", " + text(o.array));
                 },
                 [&](const Iota &) { whole("iota", ""); },
                 [&](const Scatter &o) { whole("scatter", ", " + text(o.indices) + ", " + text(o.values)); },
                 [&](const Argsort &o) { line(memoryCall("argsort", text(s.results[0]) + ", " + text(o.keys)) + ";"); },
                 [&](const Repeated &o) { repeated(o, s.results[0]); }, [&](const Invoke &o) { invoke(o, s); },
                 [&](const Call &o) { outsideCall(o, s); },
                 [&](const OfOperands auto &o) {
                   Values operands;
                   forEachOperand(o, [&](Value v) { operands.push_back(v); });
                   whole(textName(o), ", " + commaSeparated(operands));
                 },
                 [&](const auto &) { bug("a statement is no call", &s); }},
      s.op);
}

void FunctionEmitter::repeated(const Repeated &op, Value result) {
  const std::string name = freshName(result, "repeated");
  line("const soac::index " + name + " = " + memoryCall("repeated", text(op.indices) + ", " + text(op.extent)) + ";");
  bindName(result, name);
}

std::string FunctionEmitter::whole(llvm::StringRef function, const std::string &arguments) {
  return "soac::runtime::" + function.str() + "(" + arguments + ")";
}
/// The same with memory for a moment.
std::string FunctionEmitter::memoryCall(llvm::StringRef function, const std::string &arguments) {
  return "soac::runtime::" + function.str() + "(" + workspace() + ", " + arguments + ")";
}

void FunctionEmitter::cell(const exec::Cell &) { bug("a cell without a device", nullptr); }
void FunctionEmitter::read(const exec::Read &) { bug("a cell without a device", nullptr); }
void FunctionEmitter::launch(const exec::Launch &) { bug("a kernel without a device", nullptr); }

} // namespace soac::emit
