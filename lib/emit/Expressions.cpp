// Scalar expressions with the parentheses that they need, and the extents and types of arrays.
//   %1 = add %x, %y;  %2 = mul %1, 2.0   ->   (x + y) * 2.0
#include "emit/FunctionEmitter.h"

#include "ir/text/Printer.h"
#include "prims/Prims.h"

#include <llvm/ADT/Twine.h>
#include <llvm/Support/ErrorHandling.h>

namespace soac::emit {

using namespace ir;
using schedule::Dim;

namespace {

enum Level { Atom = 0, Unary = 3, Product = 5, Sum = 6, Order = 9, Equality = 10, Both = 14, Either = 15, Choice = 16 };

/// `e` as an operand of an operator of level `parent`, with more parentheses than the grammar needs, since compilers warn.
std::string operand(const Expression &e, int parent, bool isRight) {
  const int level = e.precedence;
  bool parentheses = false;
  switch (parent) {
  case Atom: break;
  case Unary: parentheses = level > Unary || (level == Unary && e.text[0] == '-'); break;
  case Product:
  case Sum: parentheses = level > parent || (isRight && level == parent); break;
  case Order:
  case Equality: parentheses = level > Sum; break;
  case Both: parentheses = level > Both || (level > Equality && level < Both); break;
  case Either: parentheses = level == Both || level > Either || (level > Equality && level < Both); break;
  case Choice: parentheses = level >= Choice; break;
  default: parentheses = level > Unary; break;
  }
  return parentheses ? "(" + e.text + ")" : e.text;
}

bool isNarrow(Scalar s) { return isInteger(s) && bitWidth(s) < 32; }

Expression call(std::string text) { return {std::move(text), Atom, true}; }

/// "{0} + {1}" with its operands put in.
std::string substitute(llvm::StringRef format, llvm::ArrayRef<std::string> operands) {
  std::string result;
  for (std::size_t i = 0; i < format.size(); ++i)
    if (format[i] == '{') {
      result += operands[static_cast<std::size_t>(format[i + 1] - '0')];
      i += 2;
    } else {
      result += format[i];
    }
  return result;
}

} // namespace

std::string FunctionEmitter::limit(Value count) { return operand(expression(count), Order, true); }

bool FunctionEmitter::isPlainLimit(Value count) {
  const Expression e = expression(count);
  return !e.hasCall && e.precedence < Order;
}

void FunctionEmitter::bug(const char *what, const Statement *s) const {
  llvm::report_fatal_error(llvm::Twine("emit: ") + what + " in " + function.name +
                           (s ? ":\n" + toString(*s, function.values) : std::string()));
}

Expression FunctionEmitter::expression(Value v, bool typed) {
  if (const Constant *c = function.values.asConstant(v)) {
    std::string text = constant(*c, typed);
    return {text, text[0] == '-' ? Unary : Atom};
  }
  if (const Expression *found = bound.find(v))
    return *found;
  if (const Value other = places.handle(v); other != v)
    return expression(other);
  const Statement *s = uses.definition(v);
  if (!s)
    bug(("the value " + nameIn(function, v) + " is used where it is not in scope").c_str(), nullptr);
  if (const auto *op = std::get_if<Apply>(&s->op))
    return apply(*op);
  if (const auto *op = std::get_if<Index>(&s->op))
    return elementRead(*op);
  if (const auto *op = std::get_if<Call>(&s->op)) {
    llvm::SmallVector<std::string, 3> arguments;
    for (Value v : op->arguments)
      arguments.push_back(text(v));
    const std::string called = substitute(op->function, arguments);
    if (contexts.back().kind == Context::Function)
      return call(called);
    return call(workspace() + ".guarded([&] { return " + called + "; }).value_or(0)"); // perhaps on another thread
  }
  if (const auto extent = places.extent(v))
    return dim(*extent);
  if (const auto *op = std::get_if<If>(&s->op))
    return ternary(*op);
  bug("an array has no memory in the plan", s);
}

/// A choice of numbers that are computed for it: the compiler would compute them behind a jump, and the loop has no lanes then
/// (runtime/seeds.hpp).
bool FunctionEmitter::needsNoJump(const Apply &choice) const {
  const Scalar of = type(choice.arguments[1]).scalar;
  return isInLanes && isFloat(of) && llvm::any_of(llvm::drop_begin(choice.arguments), [&](Value v) {
           const Statement *s = uses.definition(v);
           return s && std::holds_alternative<Apply>(s->op);
         });
}

Expression FunctionEmitter::apply(const Apply &op) {
  if (op.prim == Prim::StopGradient)
    return expression(op.arguments[0]);
  const Scalar operandType = type(op.arguments[op.prim == Prim::Select ? 1 : 0]).scalar;
  const prims::Spelling spelled = op.prim != Prim::Select ? prims::spelling(op.prim, operandType)
                                  : isOfLanes            ? prims::Spelling{"soac::runtime::select({0}, {1}, {2})", Atom}
                                  : needsNoJump(op)      ? prims::Spelling{"soac::runtime::simd_select({0}, {1}, {2})", Atom}
                                                         : prims::Spelling{"{0} ? {1} : {2}", Choice};
  const bool isCast = op.prim == Prim::Cast;
  const bool isCall = spelled.precedence == Atom && !isCast;
  // Literals get their own type where only the operands decide the type of the result.
  bool typed = isCall;
  if (!isCall && !isCast) {
    typed = true;
    for (std::size_t k = op.prim == Prim::Select ? 1 : 0; k < op.arguments.size(); ++k)
      typed = typed && function.values.asConstant(op.arguments[k]);
  }
  llvm::SmallVector<std::string, 3> operands;
  bool hasCall = isCall;
  for (std::size_t k = 0; k < op.arguments.size(); ++k) {
    const bool shifted = (op.prim == Prim::Shl || op.prim == Prim::Shr) && k == 0;
    const Expression e = expression(op.arguments[k], typed || shifted);
    operands.push_back(operand(e, spelled.precedence, k > 0));
    hasCall |= e.hasCall;
  }
  if (isCast) {
    operands.push_back(spelling(op.type));
    return call(substitute(isOfLanes ? "soac::runtime::to<{1}>({0})" : spelled.format, operands));
  }
  std::string format = spelled.format;
  if (isInLanes && analysis::hasGuard(op.prim))
    format.insert(format.rfind(':') + 1, "simd_"); // runtime/seeds.hpp
  if (!seeds.empty() && analysis::hasGuard(op.prim))
    format.replace(0, format.rfind(':') + 1, seeds + ".");
  if (op.prim == Prim::Add && operands[1][0] == '-' && function.values.asConstant(op.arguments[1])) {
    format = "{0} - {1}"; // x + -1
    operands[1].erase(0, 1);
  }
  std::string text = substitute(format, operands);
  const Scalar result = prims::info(op.prim).result == prims::Result::Bool ? Scalar::Bool : operandType;
  const bool promotes = isNarrow(result) && (spelled.precedence > Atom || op.prim == Prim::Abs);
  if (promotes && op.prim != Prim::Select)
    return call(std::string("static_cast<") + spelling(result) + ">(" + text + ")");
  return {text, spelled.precedence, hasCall};
}

/// A conditional expression, or `&&` and `||` where a branch is a constant.
Expression FunctionEmitter::ternary(const If &op) {
  const Value a = op.then.results[0], b = op.otherwise.results[0];
  const Expression condition = expression(op.condition);
  if (type(a).scalar == Scalar::Bool) {
    if (const Constant *c = function.values.asConstant(b); c && !c->bits)
      return {operand(condition, Both, false) + " && " + operand(expression(a), Both, true), Both, true};
    if (const Constant *c = function.values.asConstant(a); c && c->bits)
      return {operand(condition, Either, false) + " || " + operand(expression(b), Either, true), Either, true};
  }
  const bool typed = function.values.asConstant(a) && function.values.asConstant(b);
  const Expression then = expression(a, typed), otherwise = expression(b, typed);
  return {operand(condition, Choice, false) + " ? " + operand(then, Choice, true) + " : " + operand(otherwise, Choice, true),
          Choice, condition.hasCall || then.hasCall || otherwise.hasCall};
}

/// array[indices], all of them.
Expression FunctionEmitter::element(Value array, const std::string &indices) {
  if (isOfLanes)
    return call("soac::runtime::at(" + text(array) + ", " + indices + ")");
  const bool isOverlay = contexts.back().kind != Context::Function && places.of(array) == exec::Space::Overlay;
  return call(text(array) + (isOverlay ? ".peek(" : "(") + indices + ")");
}

Expression FunctionEmitter::elementRead(const Index &op) { return element(op.array, commaSeparated(op.indices)); }

Expression FunctionEmitter::dim(const Dim &d) {
  if (!d.isExtent)
    return expression(d.value);
  return call(text(d.value) + ".extent(" + std::to_string(d.dimension) + ")");
}

std::string FunctionEmitter::dims(llvm::ArrayRef<Dim> extents, const char *separator) {
  std::string list;
  for (const Dim &d : extents)
    list += (list.empty() ? "" : separator) + dim(d).text;
  return list;
}

std::string FunctionEmitter::indexed(const std::string &array, llvm::ArrayRef<Value> indices) {
  return indices.empty() ? array : array + "(" + commaSeparated(indices) + ")";
}

std::string FunctionEmitter::handleType(Value v, bool isConst) const {
  return std::string("soac::runtime::dense<") + (isConst ? "const " : "") + spelling(type(v).scalar) + ", " +
         std::to_string(type(v).rank) + ">";
}

} // namespace soac::emit
