// Recursive descent, one function per statement. After an error everything fails quickly: `failed` is set, every
// further `accept` is false, and lists end.
#include "ir/Parser.h"

#include "ir/TokenReader.h"
#include "prims/Prims.h"

#include <llvm/ADT/StringMap.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <limits>

namespace soac::ir {
namespace {

constexpr unsigned maxDepth = 400; ///< of nested blocks

class Parser : TokenReader {
public:
  using TokenReader::TokenReader;
  ParseResult run();

private:
  Function *function = nullptr;
  llvm::StringMap<Value> scope;
  std::vector<Function> functions;
  unsigned depth = 0;

  // Pieces.
  Value define();
  Value operand();
  Value constant(Scalar type);
  template <class T> double floating();
  Values operands(llvm::StringRef open, llvm::StringRef close, bool mayBeUnset = false);
  Values operandsToEnd();
  Values named(llvm::StringRef keyword);

  // Statements.
  void parseFunction();
  void statements(Block &block, llvm::StringRef end);
  Block block();
  Statement statement();
  SourceLocation location();
  Op op(llvm::StringRef name, const Values &results);
  Op apply(prims::Prim prim, const Values &results);
  Op conditional();
  Op loop();
  LoopAnnotations annotations();
  Op mapReduce();
  Op reduceByIndex();
  Op check();
  Op call();
  Op withRules();
  Op differentiate();
  template <class R> R reduction();
};

/// %name: type
Value Parser::define() {
  const Token at = token;
  const std::string name = text(Kind::Value, "a value");
  need(":");
  const Type t = type();
  if (failed())
    return {};
  const bool isCounted = llvm::all_of(name, [](char c) { return c >= '0' && c <= '9'; });
  const Value v = function->values.fresh(t, isCounted ? "" : name);
  if (!scope.try_emplace(name, v).second)
    failAt(at, "%" + name + " is defined twice");
  return v;
}

/// The nearest value of type T to the number at the current token.
template <class T> double Parser::floating() {
  const Token at = token;
  const std::string digits = text(Kind::Number, "a number");
  T x = 0;
  const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), x);
  if (!failed() && (problem != std::errc() || end != digits.data() + digits.size()))
    failAt(at, "'" + digits + "' is not a number in the range of its type");
  return static_cast<double>(x);
}

/// A float, an integer or bool of the given type at the current token.
Value Parser::constant(Scalar t) {
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

Value Parser::operand() {
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

Values Parser::operands(llvm::StringRef open, llvm::StringRef close, bool mayBeUnset) {
  Values vs;
  need(open);
  list(close, [&] { vs.push_back(mayBeUnset && word("_") ? Value{} : operand()); });
  return vs;
}

Values Parser::operandsToEnd() {
  Values vs;
  do
    vs.push_back(operand());
  while (symbol(","));
  return vs;
}

/// , keyword (%a, ..)
Values Parser::named(llvm::StringRef keyword) {
  comma(), needWord(keyword);
  return operands("(", ")");
}

//===-- Statements ---------------------------------------------------------------------------------------------===//

/// |%parameters..| { statements yield results }
Block Parser::block() {
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

void Parser::statements(Block &b, llvm::StringRef end) {
  while (!failed() && !at(Kind::Word, end))
    b.statements.push_back(statement());
  needWord(end);
  if (!at(Kind::Symbol, "}"))
    b.results = operandsToEnd();
}

SourceLocation Parser::location() {
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

Statement Parser::statement() {
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

Op Parser::check() {
  const bool isOfArgument = word("argument");
  Check check{operand(), (comma(), text(Kind::String, "a message"))};
  check.isOfArgument = isOfArgument;
  if (symbol(","))
    check.number = operand();
  return check;
}

Op Parser::apply(prims::Prim prim, const Values &results) {
  if (results.size() != 1)
    fail("a scalar primitive has one result");
  Apply a{prim, Scalar::F64, operandsToEnd()};
  if (!failed() && a.arguments.size() != prims::info(prim).arity)
    fail(std::string(prims::info(prim).name) + " takes " + std::to_string(prims::info(prim).arity) + " operands");
  if (!failed())
    a.type = function->type(results[0]).scalar;
  return a;
}

Op Parser::op(llvm::StringRef name, const Values &results) {
  // Operands are read in the order of the braces.
  const auto value = [&] { return operand(); };
  const auto afterComma = [&] { return comma(), operand(); };
  const auto keyword = [&](const char *k) { return comma(), needWord(k), operand(); };
  const auto indices = [&] { return operands("[", "]"); };
  if (const auto prim = prims::byName(name))
    return apply(*prim, results);
  if (name == "index")
    return Index{value(), indices()};
  if (name == "update")
    return Update{value(), indices(), (need("="), value())};
  if (name == "extent")
    return Extent{value(), (comma(), integer<unsigned>())};
  if (name == "fill")
    return Fill{value(), (comma(), indices())};
  if (name == "iota")
    return Iota{value()};
  if (name == "argsort")
    return Argsort{value()};
  if (name == "repeated")
    return Repeated{value(), afterComma()};
  if (name == "rearrange")
    return Rearrange{value(), (comma(), numbers())};
  if (name == "reshape")
    return Reshape{value(), (comma(), indices())};
  if (name == "slice")
    return Slice{value(), keyword("start"), keyword("count"), (comma(), needWord("step"), integer<std::int64_t>())};
  if (name == "rotate")
    return Rotate{value(), afterComma()};
  if (name == "concat")
    return Concat{operandsToEnd()};
  if (name == "if")
    return conditional();
  if (name == "loop")
    return loop();
  if (name == "map")
    return Map{value(), (comma(), operands("(", ")")), block()};
  if (name == "reduce")
    return reduction<Reduce>();
  if (name == "scan")
    return reduction<Scan>();
  if (name == "map_reduce")
    return mapReduce();
  if (name == "reduce_by_index")
    return reduceByIndex();
  if (name == "scatter")
    return Scatter{value(), afterComma(), afterComma()};
  if (name == "with_accumulators")
    return WithAccumulators{operands("(", ")"), block()};
  if (name == "accumulate")
    return Accumulate{value(), indices(), (need("+="), value())};
  if (name == "check")
    return check();
  if (name == "call")
    return call();
  if (name == "with_rules")
    return withRules();
  if (name == "differentiate")
    return differentiate();
  fail("no statement is called '" + name.str() + "'");
  return Iota{};
}

Op Parser::conditional() {
  If a;
  a.condition = operand();
  a.then = block();
  needWord("else");
  a.otherwise = block();
  return a;
}

LoopAnnotations Parser::annotations() {
  LoopAnnotations a;
  const auto inParentheses = [&](auto read) { need("("), read(), need(")"); };
  for (;;) {
    if (word("stripmine"))
      inParentheses([&] { a.stripmine = integer<unsigned>(); });
    else if (word("revolve"))
      inParentheses([&] { a.revolve = integer<unsigned>(); });
    else if (word("bound"))
      inParentheses([&] {
        a.bound = word("_") ? Value{} : operand();
        comma();
        a.boundText = text(Kind::String, "the bound's text");
      });
    else if (word("no_false_dependencies"))
      a.noFalseDependencies = numbers();
    else
      return a;
  }
}

Op Parser::loop() {
  Loop a;
  if (!word("while"))
    a.count = operand(), comma();
  a.inits = operands("(", ")");
  a.annotations = annotations();
  if (!a.isCounted())
    a.condition = block(), needWord("do");
  a.body = block();
  return a;
}

template <class R> R Parser::reduction() {
  R a;
  a.count = operand(), comma();
  a.arrays = operands("(", ")");
  a.neutral = named("neutral");
  a.op = block();
  return a;
}

Op Parser::mapReduce() {
  MapReduce a;
  a.count = operand(), comma();
  a.arrays = operands("(", ")");
  a.fn = block();
  while (word("reduce")) {
    Values neutral = operands("(", ")");
    a.reductions.push_back({std::move(neutral), block()});
  }
  return a;
}

Op Parser::reduceByIndex() {
  ReduceByIndex a;
  a.count = operand();
  a.dests = named("dests");
  a.neutral = named("neutral");
  comma(), needWord("keys");
  a.keys = operand();
  a.values = named("values");
  a.op = block();
  return a;
}

Op Parser::call() {
  Call a;
  a.function = text(Kind::String, "the call");
  a.type = type().scalar;
  a.arguments = operands("(", ")");
  return a;
}

Op Parser::withRules() {
  WithRules a;
  a.name = text(Kind::String, "the function's name");
  a.arguments = operands("(", ")");
  a.fn = block();
  if (word("tangent"))
    a.tangent = block();
  if (word("adjoint"))
    a.adjoint = block();
  return a;
}

Op Parser::differentiate() {
  Differentiate a;
  a.mode = word("tangent") ? Mode::Tangent : Mode::Adjoint;
  if (a.mode == Mode::Adjoint)
    needWord("adjoint");
  a.arguments = operands("(", ")");
  comma(), needWord("seeds");
  a.seeds = operands("(", ")", /*mayBeUnset=*/true);
  if (symbol(",")) {
    needWord("initial");
    a.initial = operands("(", ")", /*mayBeUnset=*/true);
  }
  if (word("directions"))
    a.directions = operand();
  a.fn = block();
  return a;
}

void Parser::parseFunction() {
  Function f;
  function = &f;
  scope.clear();
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
    functions.push_back(std::move(f));
}

ParseResult Parser::run() {
  while (!failed() && token.kind != Kind::End)
    parseFunction();
  return {std::move(functions), error};
}

} // namespace

ParseResult parse(llvm::StringRef text) { return Parser(text).run(); }

} // namespace soac::ir
