#include "eval/Interpreter.h"

#include "analysis/LastUses.h"
#include "analysis/Shapes.h"
#include "ir/Walk.h"
#include "ops/Ops.h"

#include <optional>

namespace soac::eval {
namespace {

using ops::Number;

class Machine final : public ops::Evaluation {
public:
  Machine(const ir::Function &function, llvm::ArrayRef<ir::Function> definitions, const RunOptions &options, unsigned depth = 0)
      : Evaluation(function.values), function(function), definitions(definitions), lastUses(function), options(options),
        depth(depth) {
    slots.reserve(values.size());
    for (std::uint32_t id = 0; id < values.size(); ++id) {
      const ir::Constant *c = values.asConstant({id});
      slots.emplace_back(values.type({id}).scalar,
                         c ? Number(ops::numberOf(static_cast<std::int64_t>(c->bits))) : ops::zeroNumber());
    }
  }

  bool run(const ir::Block &block) override;
  bool invoke(const ir::Invoke &op, llvm::ArrayRef<ir::Value> results) override;
  RuntimeValue take(ir::Value v) override;
  RuntimeValue result(const ir::Block &block, std::size_t i) override;
  ops::Extents extentsOfNoRow(const ir::Statement &statement, ir::Value row) override;

  ir::SourceLocation location; ///< of the innermost statement that failed

private:
  void release(ir::Value v) {
    if (slots[v.id].isArray())
      slots[v.id].release();
  }

  const ir::Function &function;
  const llvm::ArrayRef<ir::Function> definitions;
  std::optional<analysis::Shapes> shapes; ///< made when it is needed
  analysis::LastUses lastUses;
  const RunOptions &options;
  const unsigned depth; ///< of invocations around this one
  const analysis::Deaths *deaths = nullptr; ///< of the current statement
};

bool Machine::run(const ir::Block &block) {
  const analysis::BlockLastUses &info = lastUses.of(block);
  const analysis::Deaths *outer = deaths;
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

RuntimeValue zerosLike(const RuntimeValue &v) {
  return v.isArray() ? RuntimeValue(v.scalar(), ops::Extents(v.extents())) : RuntimeValue(v.scalar(), ops::zeroNumber());
}

void addTo(RuntimeValue &sum, const RuntimeValue &added) {
  const bool isSingle = sum.scalar() == ir::Scalar::F32;
  const auto to = sum.mutableElements();
  for (auto [x, y] : llvm::zip(to, added.elements())) {
    const double total = x.f + y.f;
    x.f = isSingle ? static_cast<float>(total) : total;
  }
}

bool Machine::invoke(const ir::Invoke &op, llvm::ArrayRef<ir::Value> results) {
  constexpr unsigned deepest = 2000;
  if (depth == deepest)
    return fail("more than " + llvm::Twine(deepest) + " definitions invoke each other");
  const ir::Function &callee = definitions[op.definition];
  Machine inner(callee, definitions, options, depth + 1);
  inner.counters = counters;
  const llvm::ArrayRef<ir::Value> parameters = callee.body.parameters;
  const llvm::ArrayRef<ir::Value> added = parameters.drop_front(op.arguments.size());
  for (auto [parameter, argument] : llvm::zip(parameters, op.arguments))
    inner.set(parameter, of(argument));
  // One that is passed twice is added to twice.
  for (auto [parameter, accumulator] : llvm::zip(added, op.accumulators))
    inner.set(parameter, zerosLike(of(accumulator)));
  const bool isFine = inner.run(callee.body);
  counters = inner.counters;
  if (!isFine) {
    location = inner.location;
    return fail(inner.failure());
  }
  for (auto [parameter, accumulator] : llvm::zip(added, op.accumulators))
    addTo(this->accumulator(accumulator), inner.of(parameter));
  for (auto [result, value] : llvm::zip(results, callee.body.results))
    set(result, inner.of(value));
  return true;
}

RuntimeValue Machine::take(ir::Value v) {
  return deaths && llvm::is_contained(deaths->movable, v) ? std::move(slots[v.id]) : slots[v.id];
}

RuntimeValue Machine::result(const ir::Block &block, std::size_t i) {
  RuntimeValue &slot = slots[block.results[i].id];
  return slot.isArray() && lastUses.of(block).movableResults[i] ? std::move(slot) : slot;
}

ops::Extents Machine::extentsOfNoRow(const ir::Statement &statement, ir::Value row) {
  ops::Extents extents(values.type(row).rank, 0);
  if (extents.empty())
    return extents;
  if (!shapes)
    shapes.emplace(function);
  const analysis::Dims dims = shapes->of(row);
  for (auto [extent, dim] : llvm::zip_equal(extents, dims))
    extent = values.asInt(shapes->origin(dim).value).value_or(0);
  for (ir::Value v : ir::freeVariables(statement.op, values))
    for (auto [extent, dim] : llvm::zip_equal(extents, dims)) {
      if (values.type(v) == ir::indexType && shapes->ofScalar(v) == dim)
        extent = integer(v);
      for (unsigned d = 0; d < values.type(v).rank; ++d)
        if (shapes->of(v, d) == dim)
          extent = of(v).extent(d);
    }
  return extents;
}

} // namespace

Outcome run(const ir::Function &function, llvm::ArrayRef<RuntimeValue> arguments, Counters *counters,
            const RunOptions &options) {
  const ir::Values &parameters = function.body.parameters;
  if (arguments.size() != parameters.size())
    return Failure{"the function takes " + std::to_string(parameters.size()) + " arguments", {}};
  Machine machine(function, function.definitions, options);
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
  std::vector<RuntimeValue> results;
  for (ir::Value v : function.body.results)
    results.push_back(machine.of(v));
  return results;
}

} // namespace soac::eval
