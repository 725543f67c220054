#include "ir/verify/Verifier.h"

#include "ir/text/Printer.h"
#include "ir/verify/Problems.h"
#include "ir/Walk.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::ir {

void Problems::add(std::string what, Value about) {
  if (const auto at = what.find("{0}"); at != std::string::npos)
    what.replace(at, 3, nameIn(f, about));
  std::string text = "@" + f.name + ": " + what;
  if (current) {
    text += "\n  in: " + headline(f, *current);
    if (current->location && current->location.file < f.files.size())
      text += "\n  at: " + f.files[current->location.file] + ":" + std::to_string(current->location.line);
  }
  found.push_back(std::move(text));
}

namespace {

/// Walks over the scopes: every value is defined once and used where it is in scope.
class Verifier {
public:
  /// Without `definitions`, those of a definition by itself, it is not checked what is invoked.
  Verifier(const Function &f, const std::vector<Function> *definitions)
      : f(f), definitions(definitions), states(f.values.size(), State::Undefined), problems(f) {}
  std::vector<std::string> run();

private:
  enum class State : std::uint8_t { Undefined, InScope, OutOfScope };

  const Function &f;
  const std::vector<Function> *definitions;
  std::vector<State> states;
  Problems problems;

  Type type(Value v) const { return f.type(v); }
  bool require(bool condition, const char *what, Value about = {}) { return problems.require(condition, what, about); }

  void define(Value v, bool mayAccumulate = false);
  bool isUsable(Value v);
  void block(const Block &b, bool bindsAccumulators = false);
  bool operands(const Statement &s);
  void statement(const Statement &s);
  void invoke(const Invoke &op);
};

void Verifier::define(Value v, bool mayAccumulate) {
  if (!require(v && v.id < states.size(), "a definition has no value"))
    return;
  require(!f.values.asConstant(v), "the constant {0} is defined", v);
  require(states[v.id] == State::Undefined, "{0} is defined twice", v);
  require(mayAccumulate || !type(v).accumulator, "{0} is an accumulator outside with_accumulators", v);
  require(type(v).rank <= maxRank, "{0} has too many dimensions", v);
  states[v.id] = State::InScope;
}

bool Verifier::isUsable(Value v) {
  if (!require(v && v.id < states.size(), "an operand is missing"))
    return false;
  if (f.values.asConstant(v))
    return true;
  return require(states[v.id] != State::Undefined, "{0} is used before it is defined", v) &&
         require(states[v.id] == State::InScope, "{0} is used outside its scope", v);
}

void Verifier::block(const Block &b, bool bindsAccumulators) {
  const Statement *outer = problems.current;
  for (Value v : b.parameters)
    define(v, bindsAccumulators);
  for (const Statement &s : b.statements)
    statement(s);
  problems.current = outer;
  for (Value v : b.results)
    if (isUsable(v))
      require(!type(v).accumulator, "the accumulator {0} is a block's result", v);
  const auto leave = [&](Value v) {
    if (v && v.id < states.size())
      states[v.id] = State::OutOfScope;
  };
  llvm::for_each(b.parameters, leave);
  for (const Statement &s : b.statements)
    llvm::for_each(s.results, leave);
}

/// That what is invoked takes these operands and gives these results.
void Verifier::invoke(const Invoke &op) {
  if (!definitions || !require(op.definition < definitions->size(), "there is no definition of this number"))
    return;
  const Function &callee = (*definitions)[op.definition];
  Values operands = op.arguments;
  operands.append(op.accumulators);
  const auto isSame = [&](auto pair) { return !std::get<0>(pair) || type(std::get<0>(pair)) == callee.type(std::get<1>(pair)); };
  require(operands.size() == callee.body.parameters.size() && llvm::all_of(llvm::zip(operands, callee.body.parameters), isSame),
          "the operands are not of the types of the definition's parameters");
  require(llvm::equal(op.types, callee.body.results, [&](Type t, Value v) { return t == callee.type(v); }),
          "the results are not of the types of the definition's");
}

/// That the operands are set, in scope, and no accumulators but for the target of an `Accumulate` and those of an `Invoke`.
bool Verifier::operands(const Statement &s) {
  bool good = true;
  unsigned count = 0;
  forEachOperand(s.op, [&](Value v) {
    ++count;
    good &= isUsable(v);
    if (good && type(v).accumulator)
      good &= require((count == 1 && std::holds_alternative<Accumulate>(s.op)) || std::holds_alternative<Invoke>(s.op),
                      "the accumulator {0} is read", v);
  });
  return good && require(hasEveryOperand(s.op), "an operand is missing");
}

void Verifier::statement(const Statement &s) {
  problems.current = &s;
  const std::size_t before = problems.count();
  const bool good = operands(s);
  forEachBlock(s.op, [&](const Block &b) {
    block(b, std::holds_alternative<WithAccumulators>(s.op));
    problems.current = &s;
  });
  // Types make sense only where everything that has one is there.
  if (good && problems.count() == before)
    checkTypes(s, f, problems);
  if (const auto *op = std::get_if<Invoke>(&s.op); op && good)
    invoke(*op);
  for (Value v : s.results)
    define(v);
}

std::vector<std::string> Verifier::run() {
  block(f.body, f.isDefinition);
  if (f.isDefinition)
    for (Value v : f.body.results)
      require(v && v.id < states.size() && !type(v).accumulator, "the definition's result {0} is an accumulator", v);
  return problems.take();
}

} // namespace

std::vector<std::string> verify(const Function &function) {
  std::vector<std::string> problems = Verifier(function, function.isDefinition ? nullptr : &function.definitions).run();
  for (const Function &definition : function.definitions)
    llvm::append_range(problems, Verifier(definition, &function.definitions).run());
  return problems;
}

} // namespace soac::ir
