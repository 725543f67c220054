// The operations of the text form, each read in the order in which Printer.cpp writes it.
#include "ir/text/FunctionParser.h"

#include "ir/Fields.h"

namespace soac::ir {

Op FunctionParser::op(llvm::StringRef name, const Values &results) {
  // Operands are read in the order of the braces.
  const auto value = [&] { return operand(); };
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
  if (name == "rearrange")
    return Rearrange{value(), (comma(), numbers())};
  if (name == "reshape")
    return Reshape{value(), (comma(), indices())};
  if (name == "slice")
    return Slice{value(), keyword("start"), keyword("count"), (comma(), needWord("step"), integer<std::int64_t>())};
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
  if (name == "with_accumulators")
    return WithAccumulators{operands("(", ")"), block()};
  if (name == "accumulate")
    return Accumulate{value(), indices(), (need("+="), value())};
  if (name == "check")
    return check();
  if (name == "call")
    return call();
  if (name == "invoke")
    return invoke();
  if (name == "with_rules")
    return withRules();
  if (name == "differentiate")
    return differentiate();
#define SOAC_OP(Struct, text, ...)                                                                                     \
  if constexpr (OfOperands<Struct>)                                                                                    \
    if (name == text)                                                                                                  \
      return ofOperands<Struct>();
#include "ir/Ops.def"
  fail("no statement is called '" + name.str() + "'");
  return Iota{};
}

template <class Kind> Op FunctionParser::ofOperands() {
  Kind op;
  bool isFirst = true;
  forEachField(op, [&](auto &field) {
    if (!std::exchange(isFirst, false))
      comma();
    if constexpr (std::same_as<std::decay_t<decltype(field)>, Value>)
      field = operand();
    else
      field = operandsToEnd();
  });
  return op;
}

Op FunctionParser::apply(prims::Prim prim, const Values &results) {
  if (results.size() != 1)
    fail("a scalar primitive has one result");
  const bool isExact = word("exact");
  Apply a{prim, Scalar::F64, operandsToEnd(), isExact};
  if (!failed() && a.arguments.size() != prims::info(prim).arity)
    fail(std::string(prims::info(prim).name) + " takes " + std::to_string(prims::info(prim).arity) + " operands");
  if (!failed())
    a.type = function->type(results[0]).scalar;
  return a;
}

Op FunctionParser::conditional() {
  If a;
  a.condition = operand();
  a.then = block();
  needWord("else");
  a.otherwise = block();
  return a;
}

LoopAnnotations FunctionParser::annotations() {
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

Op FunctionParser::loop() {
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

template <class R> R FunctionParser::reduction() {
  R a;
  a.count = operand(), comma();
  a.arrays = operands("(", ")");
  a.neutral = named("neutral");
  a.op = block();
  return a;
}

Op FunctionParser::mapReduce() {
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

Op FunctionParser::reduceByIndex() {
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

Op FunctionParser::check() {
  const bool isOfArgument = word("argument");
  Check check{operand(), (comma(), text(Kind::String, "a message"))};
  check.isOfArgument = isOfArgument;
  if (symbol(","))
    check.number = operand();
  if (word("exit")) {
    check.exit = text(Kind::String, "what leaves the function");
    check.operands = operands("(", ")");
  }
  return check;
}

Op FunctionParser::call() {
  Call a;
  a.function = text(Kind::String, "the call");
  while (!failed() && !at(Kind::Symbol, "("))
    a.types.push_back(type());
  a.arguments = operands("(", ")");
  return a;
}

Op FunctionParser::invoke() {
  Invoke a;
  a.definition = integer<unsigned>();
  while (!failed() && !at(Kind::Symbol, "("))
    a.types.push_back(type());
  a.arguments = operands("(", ")");
  if (word("update"))
    a.updated = numbers();
  if (word("add"))
    a.accumulators = operands("(", ")", /*mayBeUnset=*/true);
  a.mayFail = word("may_fail");
  return a;
}

Op FunctionParser::withRules() {
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

Op FunctionParser::differentiate() {
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

} // namespace soac::ir
