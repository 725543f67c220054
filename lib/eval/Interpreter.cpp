#include "eval/Interpreter.h"

#include "eval/Liveness.h"
#include "ops/Ops.h"

namespace soac::eval {
namespace {

using ops::Number;

class Machine final : public ops::Evaluation {
public:
  Machine(const ir::Function &function, const RunOptions &options)
      : Evaluation(function.values), liveness(function), options(options) {
    slots.reserve(values.size());
    for (std::uint32_t id = 0; id < values.size(); ++id) {
      const ir::Constant *c = values.asConstant({id});
      slots.emplace_back(values.type({id}).scalar,
                         c ? Number(ops::numberOf(static_cast<std::int64_t>(c->bits))) : ops::zeroNumber());
    }
  }

  bool run(const ir::Block &block) override;
  Data take(ir::Value v) override;
  Data result(const ir::Block &block, std::size_t i) override;

  ir::SourceLocation location; ///< of the innermost statement that failed

private:
  void release(ir::Value v) {
    if (slots[v.id].isArray())
      slots[v.id].release();
  }

  Liveness liveness;
  const RunOptions &options;
  const Deaths *deaths = nullptr; ///< of the current statement
};

bool Machine::run(const ir::Block &block) {
  const BlockLiveness &info = liveness.of(block);
  const Deaths *outer = deaths;
  for (std::size_t i = 0; i < block.statements.size(); ++i) {
    const ir::Statement &statement = block.statements[i];
    deaths = &info.statements[i];
    ++counters.statements;
    if (options.statementLimit && counters.statements > options.statementLimit)
      fail("more than " + llvm::Twine(options.statementLimit) + " statements were executed");
    else
      std::visit([&](const auto &op) { ops::evaluate(op, statement, *this); }, statement.op);
    if (failed()) {
      if (!location)
        location = statement.location;
      return false;
    }
    if (options.observe)
      options.observe(statement, *this);
    for (ir::Value v : info.statements[i].released)
      release(v);
  }
  deaths = outer;
  return true;
}

Data Machine::take(ir::Value v) {
  return deaths && llvm::is_contained(deaths->movable, v) ? std::move(slots[v.id]) : slots[v.id];
}

Data Machine::result(const ir::Block &block, std::size_t i) {
  Data &slot = slots[block.results[i].id];
  return slot.isArray() && liveness.of(block).movableResults[i] ? std::move(slot) : slot;
}

} // namespace

Outcome run(const ir::Function &function, llvm::ArrayRef<Data> arguments, Counters *counters,
            const RunOptions &options) {
  const ir::Values &parameters = function.body.parameters;
  if (arguments.size() != parameters.size())
    return Failure{"the function takes " + std::to_string(parameters.size()) + " arguments", {}};
  Machine machine(function, options);
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (arguments[i].type() != function.type(parameters[i]))
      return Failure{"argument " + std::to_string(i) + " has another type than its parameter", {}};
    machine.set(parameters[i], arguments[i]);
  }
  const bool isFine = machine.run(function.body);
  if (counters) {
    counters->scalarOperations += machine.counters.scalarOperations;
    counters->reads += machine.counters.reads;
    counters->writes += machine.counters.writes;
    counters->statements += machine.counters.statements;
  }
  if (!isFine)
    return Failure{machine.failure(), machine.location};
  std::vector<Data> results;
  for (ir::Value v : function.body.results)
    results.push_back(machine.of(v));
  return results;
}

} // namespace soac::eval
