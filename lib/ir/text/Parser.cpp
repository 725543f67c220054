#include "ir/text/Parser.h"

#include "ir/text/FunctionParser.h"

#include <bit>
#include <charconv>
#include <cmath>
#include <limits>

namespace soac::ir {
namespace {

constexpr unsigned maxDepth = 400; ///< of nested blocks

} // namespace

/// %name: type, or %name: type stored kind
Value FunctionParser::define() {
  const Token at = token;
  const std::string name = text(Kind::Value, "a value");
  need(":");
  const Type t = type();
  if (failed())
    return {};
  const bool isCounted = llvm::all_of(name, [](char c) { return c >= '0' && c <= '9'; });
  const Value v = function->values.fresh(t, isCounted ? "" : name);
  if (word("stored"))
    function->values.setStored(v, storedKind());
  if (!scope.try_emplace(name, v).second)
    failAt(at, "%" + name + " is defined twice");
  return v;
}

Stored FunctionParser::storedKind() {
  for (const Stored kind :
       {Stored::Checkpoint, Stored::Undo, Stored::UndoIndex, Stored::UndoArm, Stored::Kept, Stored::Snapshots})
    if (word(ir::word(kind)))
      return kind;
  fail("what an array stores is checkpoint, undo, undo_index, undo_arm, kept or snapshots");
  return Stored::None;
}

/// The nearest value of type T to the number at the current token.
template <class T> double FunctionParser::floating() {
  const Token at = token;
  const std::string digits = text(Kind::Number, "a number");
  T x = 0;
  const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), x);
  if (!failed() && (problem != std::errc() || end != digits.data() + digits.size()))
    failAt(at, "'" + digits + "' is not a number in the range of its type");
  return static_cast<double>(x);
}

/// A float, an integer or bool of the given type at the current token.
Value FunctionParser::constant(Scalar t) {
  ValueTable &values = function->values;
  if (t == Scalar::Bool) {
    const bool isTrue = word("true");
    if (!isTrue)
      needWord("false");
    return values.constantBool(isTrue);
  }
  if (!isFloat(t)) {
    const Token at = token;
    const std::uint64_t bits =
        t == Scalar::U64 ? integer<std::uint64_t>() : static_cast<std::uint64_t>(integer<std::int64_t>());
    const Value v = values.constantInt(t, static_cast<std::int64_t>(bits));
    if (!failed() && values.asConstant(v)->bits != bits)
      failAt(at, at.text + " is not in the range of " + name(t));
    return v;
  }
  double x = 0;
  if (word("inf")) {
    x = std::numeric_limits<double>::infinity();
  } else if (word("-inf")) {
    x = -std::numeric_limits<double>::infinity();
  } else if (word("nan")) {
    std::uint64_t bits = 0x7ff8000000000000;
    if (symbol("(")) {
      const llvm::StringRef digits = token.text;
      if (token.kind != Kind::Number)
        expected("the bits of the NaN");
      else if (digits.getAsInteger(0, bits) || !std::isnan(std::bit_cast<double>(bits)))
        fail("these are not the bits of a NaN");
      else
        advance(), need(")");
    }
    return values.constant({t, bits});
  } else {
    x = t == Scalar::F32 ? floating<float>() : floating<double>();
  }
  return failed() ? Value{} : values.constantFloat(t, x);
}

Value FunctionParser::operand() {
  if (failed())
    return {};
  if (token.kind == Kind::Value) {
    const auto found = scope.find(token.text);
    if (found == scope.end()) {
      fail("%" + token.text + " is not defined");
      return {};
    }
    advance();
    return found->second;
  }
  if (token.kind == Kind::Number)
    return constant(llvm::StringRef(token.text).find_first_of(".eE") == llvm::StringRef::npos ? Scalar::I64
                                                                                              : Scalar::F64);
  if (at(Kind::Word, "true") || at(Kind::Word, "false"))
    return constant(Scalar::Bool);
  if (at(Kind::Word, "inf") || at(Kind::Word, "-inf") || at(Kind::Word, "nan"))
    return constant(Scalar::F64);
  if (token.kind != Kind::Word || !scalarByName(token.text)) {
    expected("a value or a constant");
    return {};
  }
  const Scalar t = scalar();
  need(":");
  return constant(t);
}

Values FunctionParser::operands(llvm::StringRef open, llvm::StringRef close, bool mayBeUnset) {
  Values vs;
  need(open);
  list(close, [&] { vs.push_back(mayBeUnset && word("_") ? Value{} : operand()); });
  return vs;
}

Values FunctionParser::operandsToEnd() {
  Values vs;
  do
    vs.push_back(operand());
  while (symbol(","));
  return vs;
}

/// , keyword (%a, ..)
Values FunctionParser::named(llvm::StringRef keyword) {
  comma(), needWord(keyword);
  return operands("(", ")");
}

//===-- Statements ---------------------------------------------------------------------------------------------===//

/// |%parameters..| { statements yield results }
Block FunctionParser::block() {
  Block b;
  if (++depth > maxDepth)
    fail("blocks nest too deeply");
  if (symbol("|"))
    list("|", [&] { b.parameters.push_back(define()); });
  need("{");
  statements(b, "yield");
  need("}");
  --depth;
  return b;
}

void FunctionParser::statements(Block &b, llvm::StringRef end) {
  while (!failed() && !at(Kind::Word, end))
    b.statements.push_back(statement());
  needWord(end);
  if (!at(Kind::Symbol, "}"))
    b.results = operandsToEnd();
}

SourceLocation FunctionParser::location() {
  SourceLocation where;
  if (!word("loc"))
    return where;
  need("(");
  const std::string file = text(Kind::String, "a file name");
  auto &files = function->files;
  where.file = static_cast<unsigned>(llvm::find(files, file) - files.begin());
  if (where.file == files.size())
    files.push_back(file);
  need(":");
  where.line = integer<unsigned>();
  need(":");
  where.column = integer<unsigned>();
  need(")");
  return where;
}

Statement FunctionParser::statement() {
  Statement s;
  // The results are in scope after the statement only: their names are bound when the operands have been read.
  std::vector<std::pair<Token, Value>> names;
  while (!failed() && token.kind == Kind::Value) {
    const Token at = token;
    s.results.push_back(define());
    names.emplace_back(at, s.results.back());
    if (!failed())
      scope.erase(at.text);
    if (!symbol(",")) {
      need("=");
      break;
    }
  }
  const std::string name = text(Kind::Word, "a statement");
  if (!failed())
    s.op = op(name, s.results);
  s.location = location();
  for (auto &[at, v] : names)
    if (!failed() && !scope.try_emplace(at.text, v).second)
      failAt(at, "%" + at.text + " is defined twice");
  return s;
}

void FunctionParser::parseFunction() {
  Function f;
  function = &f;
  scope.clear();
  // "define @name .." is one of the definitions of the function before it.
  f.isDefinition = !functions.empty() && word("define");
  if (!f.isDefinition)
    needWord("func");
  need("@");
  f.name = text(token.kind == Kind::String ? Kind::String : Kind::Word, "the function's name");
  need("(");
  list(")", [&] { f.body.parameters.push_back(define()); });
  need("->"), need("(");
  llvm::SmallVector<Type, 4> types;
  list(")", [&] { types.push_back(type()); });
  need("{");
  statements(f.body, "return");
  if (!failed() && !llvm::equal(types, f.body.results, [&](Type t, Value v) { return t == f.type(v); }))
    fail("the results are not of the types that the function declares");
  need("}");
  if (!failed())
    (f.isDefinition ? functions.back().definitions : functions).push_back(std::move(f));
}

ParseResult FunctionParser::run() {
  while (!failed() && token.kind != Kind::End)
    parseFunction();
  return {std::move(functions), error};
}

ParseResult parse(llvm::StringRef text) { return FunctionParser(text).run(); }

} // namespace soac::ir
