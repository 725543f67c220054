// Statements: scalars, arrays in the places that the plan gives them, control flow.
#include "emit/FunctionEmitter.h"
#include "prims/Prims.h"

#include "support/Overloaded.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/ErrorHandling.h>

#include <algorithm>

namespace soac::emit {

using namespace ir;
using schedule::Place;

// The line of the user's program, before the first line that comes from it.
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

/// What `body` writes, as a piece of its own.
Text FunctionEmitter::within(const Block &block, llvm::function_ref<void()> body, bool deeper) {
  Text inner = out->piece(deeper);
  const Block *around = std::exchange(at, &block);
  Text *outer = out;
  out = &inner;
  const SourceLocation location = pending;
  names.enter();
  body();
  names.leave();
  pending = location;
  out = outer;
  at = around;
  return inner;
}

void FunctionEmitter::block(const Block &b) {
  for (const Statement &s : b.statements)
    statement(s);
  pending = {};
}

void FunctionEmitter::statement(const Statement &s) {
  pending = s.location;
  const Value r = s.results.empty() ? Value{} : s.results[0];
  std::visit(
      Overloaded{[&](const Apply &) { scalar(s); }, [&](const Call &o) { o.face ? outsideCall(o, s) : scalar(s); }, [&](const Extent &) { scalar(s); },
                 [&](const Index &o) {
                   if (isArray(r) && uses.count(r) == 0)
                     return; // only its extents are asked for, which are those of the array
                   if (isArray(r))
                     view(r, indexed(text(o.array), o.indices), rowHint(o.array));
                   else
                     scalar(s);
                 },
                 [&](const Reshape &o) {
                   llvm::SmallVector<std::string, 4> list;
                   for (Value e : o.extents)
                     list.push_back(text(e));
                   if (const auto field = pointerFields.find(o.array); field != pointerFields.end())
                     view(r, packed(field->second, ("pack_pointer<" + std::string(spelling(type(r).scalar)) + ">").c_str(),
                                    workspace() + ", " + llvm::join(list, ", ") + ", "),
                          function.values.name(o.array).text);
                   else if (llvm::is_contained(pointers, o.array))
                     view(r, "soac::runtime::first_elements(" + text(o.array) + ", " + list[0] + ")", function.values.name(o.array).text);
                   else
                     view(r, text(o.array) + ".reshape(" + llvm::join(list, ", ") + ")",
                        function.values.name(o.array).text);
                 },
                 [&](const Slice &o) {
                   if (o.step == 1)
                     view(r, text(o.array) + ".rows(" + text(o.start) + ", " + text(o.count) + ")",
                          function.values.name(o.array).text);
                   else if (!plan.delayed(r))
                     line("soac::runtime::slice(" + allocate(r) + ", " + text(o.array) + ", " + text(o.start) + ", " +
                          std::to_string(o.step) + ");");
                 },
                 [&](const Rearrange &o) {
                   if (plan.delayed(r))
                     return;
                   llvm::SmallVector<std::string, 4> order;
                   for (unsigned d : o.permutation)
                     order.push_back(std::to_string(d));
                   line("soac::runtime::rearrange<" + llvm::join(order, ", ") + ">(" + allocate(r) + ", " +
                        text(o.array) + ");");
                 },
                 [&](const Rotate &o) {
                   if (!plan.delayed(r))
                     line("soac::runtime::rotate(" + allocate(r) + ", " + text(o.array) + ", " + text(o.by) + ");");
                 },
                 [&](const Iota &) {
                   if (!plan.delayed(r))
                     line("soac::runtime::iota(" + allocate(r) + ");");
                 },
                 [&](const Argsort &o) {
                   const std::string keys = text(o.keys);
                   line("soac::runtime::argsort(" + workspace() + ", " + allocate(r) + ", " + keys + ");");
                 },
                 [&](const Repeated &o) { repeated(o, r); },
                 [&](const Fill &o) {
                   if (!plan.delayed(r))
                     fill(o, r);
                 },
                 [&](const Concat &o) { concat(o, r); }, [&](const Update &o) { update(o, r); },
                 [&](const Scatter &o) {
                   const std::string dest = plan.copies(r) ? declareCopy(r, o.dest) : text(o.dest);
                   bindName(r, dest);
                   line("soac::runtime::scatter(" + dest + ", " + text(o.indices) + ", " + text(o.values) + ");");
                 },
                 [&](const If &o) { inlining.isTernary(s) ? scalar(s) : ifElse(o, s); }, [&](const Loop &o) { loop(o, s); },
                 [&](const Map &o) { map(o, s); }, [&](const MapReduce &o) { mapReduce(o, s); },
                 [&](const Scan &o) { scan(o, s); }, [&](const ReduceByIndex &o) { reduceByIndex(o, s); },
                 [&](const WithAccumulators &o) { withAccumulators(o, s); }, [&](const Invoke &o) { invoke(o, s); },
                 [&](const Accumulate &o) { accumulate(o); }, [&](const Check &o) { check(o); },
                 [&](const auto &) { llvm::report_fatal_error("emit: a statement that the schedule takes away"); }},
      s.op);
}

/// A variable for a scalar that is not written where it is used.
void FunctionEmitter::scalar(const Statement &s) {
  const Value r = s.results[0];
  if (uses.count(r) == 0 || inlining.isInlined(r))
    return;
  const std::string value = text(r);
  const std::string name = freshName(r);
  line("const " + std::string(spelling(type(r).scalar)) + " " + name + " = " + value + ";");
  bindName(r, name);
}

std::string FunctionEmitter::freshName(Value v, llvm::StringRef fallback) {
  const std::string &hint = function.values.name(v).text;
  const std::string name = names.unique(
      hint.empty() ? (fallback.empty() ? llvm::StringRef(isArray(v) ? "a" : "t") : fallback) : llvm::StringRef(hint));
  overlays.erase(name); // which was that of one in a scope that has ended
  return name;
}

/// The extents of a view are those of what it looks at: who asks for them alone needs no name.
void FunctionEmitter::view(Value v, const std::string &text, const std::string &hint) {
  if (uses.count(v) == 0)
    return;
  const std::string name = freshName(v, hint);
  line("const auto " + name + " = " + text + ";");
  bindName(v, name);
}

std::string FunctionEmitter::allocate(Value v, const std::string &init) {
  const std::string scalar = spelling(type(v).scalar);
  const std::optional<exec::Space> space = places.of(v);
  if (space == exec::Space::Row)
    return row(v);
  if (space == exec::Space::Stack) {
    std::string shape;
    const auto extents = *shapes.constant(v);
    for (std::int64_t n : extents)
      shape += ", " + std::to_string(n);
    const std::string name = freshName(v);
    line("soac::runtime::fixed<" + scalar + shape + "> " + name + init + ";");
    bindName(v, name);
    return name;
  }
  return declareMemory(v, extents(v));
}

/// Memory of the given extents in a returned container or in the workspace.
std::string FunctionEmitter::declareMemory(Value v, const std::string &shape) {
  const std::string scalar = spelling(type(v).scalar);
  const std::string name = freshName(v);
  if (const auto returned = returnedArrays.find(v); returned != returnedArrays.end()) {
    const std::string container = names.unique(name + "_result");
    returned->second.name = container;
    line("auto " + container + " = soac::runtime::container<" + returned->second.type->spelling + ">(" + shape + ");");
    line("const soac::runtime::dense<" + scalar + ", " + std::to_string(type(v).rank) + "> " + name + "(" + container +
         ".data(), " + shape + ");");
  } else if (places.of(v) == exec::Space::Slot) {
    line("const auto " + name + " = " + slotNames.at(plan.slotOf(v)) + ".next(" + shape + ");");
  } else {
    line("const auto " + name + " = " + workspace() + ".make<" + scalar + ">(" + shape + ");");
  }
  bindName(v, name);
  return name;
}

/// The handle of the row of a map's result that `v` is computed into.
std::string FunctionEmitter::row(Value v) {
  const Value result = plan.rowOf(v);
  const std::string name = freshName(v, "row");
  line("const auto " + name + " = " + text(result) + "(" + rowIndex[result] + ");");
  rowName[result] = name;
  bindName(v, name);
  return name;
}

/// A copy of `operand` in memory of its own for `v`, which is to be written.
std::string FunctionEmitter::declareCopy(Value v, Value operand) {
  const std::string from = text(operand);
  switch (*places.of(v)) {
  case exec::Space::Overlay: {
    const std::string name = freshName(v);
    overlays.insert(name);
    line("const soac::runtime::overlay " + name + "(" + workspace() + ", " + from + ");");
    return name;
  }
  case exec::Space::Workspace: {
    const std::string name = freshName(v);
    line("const auto " + name + " = " + workspace() + ".copy(" + from + ");");
    return name;
  }
  case exec::Space::Row: case exec::Space::Stack: case exec::Space::Returned: case exec::Space::Slot: break;
  }
  const bool isPlaced = places.of(v) == exec::Space::Returned || places.of(v) == exec::Space::Slot;
  const std::string name = isPlaced ? declareMemory(v, extents(operand)) : allocate(v);
  line("soac::runtime::copy(" + name + ", " + from + ");");
  return name;
}

void FunctionEmitter::fill(const Fill &op, Value result) {
  if (!places.isFilled(result)) {
    allocate(result);
    return;
  }
  const exec::Space space = *places.of(result);
  const std::string value = text(op.value);
  if (isArray(op.value)) {
    line("soac::runtime::fill_rows(" + allocate(result) + ", " + value + ");");
    return;
  }
  const std::string scalar = spelling(type(result).scalar);
  if (space == exec::Space::Stack) {
    allocate(result, "(" + value + ")");
    return;
  }
  if (space != exec::Space::Workspace) {
    const std::string name = allocate(result);
    line("soac::runtime::fill(" + name + ", " + text(op.value, true) + ");");
    return;
  }
  const std::string name = freshName(result);
  line("const auto " + name + " = " + workspace() + ".filled<" + scalar + ">(" + value + ", " + extents(result) +
       ");");
  bindName(result, name);
}

void FunctionEmitter::concat(const Concat &op, Value result) {
  std::string total, list;
  for (Value a : op.arrays) {
    total += (total.empty() ? "" : " + ") + extent(a, 0);
    list += ", " + text(a);
  }
  const std::string inner = extents(result, 1);
  std::string name;
  if (places.of(result) == exec::Space::Row)
    name = row(result);
  else
    name = declareMemory(result, total + (inner.empty() ? "" : ", " + inner));
  line("soac::runtime::concat(" + name + list + ");");
}

void FunctionEmitter::update(const Update &op, Value result) {
  const std::string array = plan.copies(result) ? declareCopy(result, op.array) : text(op.array);
  bindName(result, array);
  const std::string target = indexed(array, op.indices);
  if (isArray(op.value))
    line("soac::runtime::copy(" + target + ", " + text(op.value) + ");");
  else if (const std::string value = text(op.value); llvm::StringRef(value) != target)
    line(compound({target, "", value, op.value}));
}

void FunctionEmitter::repeated(const Repeated &op, Value result) {
  const std::string name = freshName(result, "repeated");
  line("const soac::index " + name + " = soac::runtime::repeated(" + workspace() + ", " + text(op.indices) + ", " +
       text(op.extent) + ");");
  bindName(result, name);
}

/// The extents that an argument's check compares, for its message: `a == b`, or that besides `n == 0`.
std::optional<std::pair<Value, Value>> FunctionEmitter::comparedExtents(Value condition) const {
  const Statement *s = uses.definition(condition);
  const auto *apply = s ? std::get_if<Apply>(&s->op) : nullptr;
  if (apply && apply->prim == prims::Prim::Or) {
    const auto first = comparedExtents(apply->arguments[0]);
    return first ? first : comparedExtents(apply->arguments[1]);
  }
  if (!apply || apply->prim != prims::Prim::Eq)
    return std::nullopt;
  const auto isExtent = [&](Value v) {
    const Statement *from = uses.definition(v);
    return from ? std::holds_alternative<Extent>(from->op) : function.values.asInt(v).value_or(0) != 0;
  };
  const Value a = apply->arguments[0], b = apply->arguments[1];
  return isExtent(a) && isExtent(b) ? std::optional(std::pair(a, b)) : std::nullopt;
}

/// How the user's program leaves: a C++ expression with the operands in their places.
std::string FunctionEmitter::exitOf(const Check &op) {
  std::string result;
  for (llvm::StringRef rest = op.exit; !rest.empty();) {
    const std::size_t brace = rest.find('{');
    result += rest.take_front(brace);
    rest = rest.drop_front(std::min(brace, rest.size()));
    unsigned number = 0;
    if (llvm::StringRef operand = rest.drop_front(rest.empty() ? 0 : 1);
        !operand.consumeInteger(10, number) && operand.consume_front("}")) {
      result += text(op.operands[number], /*typed=*/true);
      rest = operand;
    } else {
      result += rest.take_front(1);
      rest = rest.drop_front(std::min<std::size_t>(1, rest.size()));
    }
  }
  return result;
}

void FunctionEmitter::check(const Check &op) {
  const bool isCertain = function.values.asInt(op.condition) == 0;
  const Statement *condition = uses.definition(op.condition);
  const auto *opposite = condition && bound.count(op.condition) == 0 ? std::get_if<Apply>(&condition->op) : nullptr;
  const bool isPlain = opposite && opposite->prim == Prim::Not && !op.isOfArgument;
  const std::string fails = isPlain ? text(opposite->arguments[0]) : negated(expression(op.condition));
  std::string message = quoted(op.message);
  if (op.number)
    message += ", " + text(op.number);
  else if (const auto extents = op.isOfArgument ? comparedExtents(op.condition) : std::nullopt)
    message = quoted(op.message + ": {0} and {1}") + ", " + text(extents->first) + ", " + text(extents->second);
  if (!isCertain)
    open("if (" + std::string(op.isOfArgument ? "soac::runtime::checks && " : "") + fails + ") {");
  if (contexts.back().kind == Context::Function) {
    line(op.exit.empty() ? workspace() + ".raise(" + message + ");" : exitOf(op) + ";");
  } else {
    line(op.exit.empty() ? workspace() + ".fail(" + message + ");"
                         : workspace() + ".guarded([&] { " + exitOf(op) + "; });");
    returnEarly();
  }
  if (!isCertain)
    close("}");
}

void FunctionEmitter::returnEarly() { line(contexts.back().kind == Context::Void ? "return;" : "return {};"); }

/// After a statement with checks inside its lambdas: what follows must not run when one failed.
void FunctionEmitter::leave(const Statement &) {
  if (contexts.back().kind == Context::Function) {
    line(workspace() + ".throw_failure();");
    return;
  }
  open("if (" + workspace() + ".failed())");
  returnEarly();
  out->dedent();
}

void FunctionEmitter::accumulate(const Accumulate &op) {
  const std::string target = indexed(text(op.accumulator), op.indices);
  if (isArray(op.value))
    line("soac::runtime::add(" + target + ", " + text(op.value) + ");");
  else
    line(target + " += " + text(op.value) + ";");
}

void FunctionEmitter::withAccumulators(const WithAccumulators &op, const Statement &s) {
  for (std::size_t k = 0; k < op.inits.size(); ++k) {
    const Value r = s.results[k], parameter = op.body.parameters[k];
    std::string name;
    if (isArray(r)) {
      name = plan.copies(r) ? declareCopy(r, op.inits[k]) : text(op.inits[k]);
    } else {
      const std::string init = text(op.inits[k]);
      name = freshName(r);
      line(std::string(spelling(type(r).scalar)) + " " + name + " = " + init + ";");
    }
    bindName(parameter, name);
    bindName(r, name);
  }
  block(op.body);
  for (std::size_t k = op.inits.size(); k < s.results.size(); ++k)
    bound[s.results[k]] = expression(op.body.results[k - op.inits.size()]);
}

} // namespace soac::emit
