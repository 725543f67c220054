#include "ad/DefinitionDerivatives.h"

#include "ad/AdjointTransform.h"
#include "ad/TangentTransform.h"
#include "ops/rules/LoopStates.h"
#include "ops/rules/UndoLog.h"

#include <llvm/ADT/STLExtras.h>

#include <algorithm>

namespace soac::ad {

unsigned DefinitionDerivatives::derived(Kind kind, unsigned definition, std::vector<bool> flags, const char *suffix,
                                        llvm::function_ref<void(ir::Function &)> make) {
  const auto [it, isNew] = made.try_emplace({kind, definition, std::move(flags)}, static_cast<unsigned>(table.size()));
  const unsigned number = it->second;
  if (!isNew)
    return number;
  ir::Function function = table[definition];
  if (!llvm::StringRef(function.name).ends_with(suffix)) // which it has already where it keeps several logs
    function.name += suffix;
  table.emplace_back(); // its number is known while it is made
  make(function);
  table[number] = std::move(function);
  return number;
}

unsigned DefinitionDerivatives::tangent(const ir::Invoke &op, llvm::ArrayRef<bool> active) {
  return derived(Kind::Tangent, op.definition, std::vector<bool>(active.begin(), active.end()), "_tan",
                 [&](ir::Function &function) {
                   llvm::SmallVector<bool, 8> parameters(active);
                   parameters.resize(function.body.parameters.size(), true); // accumulators
                   const Activity activity = prepare(function, parameters, ir::Mode::Tangent);
                   llvm::SmallVector<bool, 4> flags;
                   for (auto [k, r] : llvm::enumerate(function.body.results)) {
                     const auto argument = op.argumentOf(k); // an updated array keeps its tangent
                     flags.push_back(function.type(r).isDifferentiable() && (!argument || active[*argument]));
                   }
                   function.body = TangentTransform(function.values, activity, *this).transform(function.body, flags);
                   const auto isArgument = [&](ir::Value p) { return !function.type(p).accumulator; };
                   std::stable_partition(function.body.parameters.begin(), function.body.parameters.end(), isArgument);
                 });
}

void DefinitionDerivatives::raise(const ir::Invoke &op, llvm::MutableArrayRef<bool> active,
                                  llvm::ArrayRef<bool> seeded) const {
  const ir::Function &definition = table[op.definition];
  const auto mayRise = [&](std::size_t k) {
    if (definition.body.parameters.empty())
      return false; // the definition is being made
    if (definition.type(definition.body.parameters[k]).isScalar())
      return true;
    for (std::size_t r = 0; r < op.types.size(); ++r)
      if (op.argumentOf(r) == k)
        return static_cast<bool>(seeded[r]);
    return false;
  };
  for (const auto &entry : made) {
    const auto &[kind, number, flags] = entry.first;
    if (kind != Kind::Adjoint || number != op.definition ||
        !std::equal(seeded.begin(), seeded.end(), flags.begin() + static_cast<std::ptrdiff_t>(active.size())))
      continue;
    bool isEnough = true;
    for (std::size_t k = 0; k < active.size(); ++k)
      isEnough &= flags[k] == active[k] || (flags[k] && mayRise(k));
    if (isEnough)
      return void(std::copy_n(flags.begin(), active.size(), active.begin()));
  }
}

unsigned DefinitionDerivatives::adjoint(const ir::Invoke &op, llvm::MutableArrayRef<bool> active,
                                        llvm::ArrayRef<bool> seeded) {
  raise(op, active, seeded);
  std::vector<bool> flags(active.begin(), active.end());
  flags.insert(flags.end(), seeded.begin(), seeded.end());
  return derived(Kind::Adjoint, op.definition, std::move(flags), "_adj", [&](ir::Function &function) {
    llvm::SmallVector<bool, 8> parameters(active);
    parameters.resize(function.body.parameters.size(), false); // accumulators
    prepare(function, parameters, ir::Mode::Adjoint);
    function.body = AdjointTransform(function, options, *this, /*mayHandDown=*/false)
                        .transform(function.body, parameters, seeded, op.updated);
  });
}

const ir::Function *DefinitionDerivatives::find(const ir::Invoke &op) const {
  llvm::DenseSet<unsigned> seen;
  std::vector<unsigned> open{op.definition};
  bool isFirst = true;
  while (!open.empty()) {
    const unsigned number = open.back();
    open.pop_back();
    if ((number == op.definition && !std::exchange(isFirst, false)) || !table[number].isDefinition)
      return nullptr;
    if (seen.insert(number).second)
      ir::forEachStatement(table[number].body, [&](const ir::Statement &s) {
        if (const auto *inner = std::get_if<ir::Invoke>(&s.op))
          open.push_back(inner->definition);
      });
  }
  return &table[op.definition];
}

unsigned DefinitionDerivatives::logging(const ir::Invoke &op, std::size_t result, bool hasContents,
                                        const ops::LogLimit &limit) {
  std::vector<bool> flags{hasContents, static_cast<bool>(limit.most)};
  flags.resize(flags.size() + result + 1);
  return derived(Kind::Logging, op.definition, std::move(flags), hasContents ? "_log" : "_count", [&](ir::Function &function) {
    ir::Block &body = function.body;
    ir::ValueTable &values = function.values;
    const ir::Value source = body.parameters[*op.argumentOf(result)], last = body.results[result];
    ops::UndoLog log{values.fresh(ir::indexType), {}, {}, false, {}, {}};
    if (hasContents) {
      const analysis::UpdateShape shape = *analysis::updateShape(source, last, body, values, this);
      for (unsigned d = 0; d < shape.depth; ++d)
        log.indices.push_back(values.fresh(ir::indexType.withRank(1)));
      const ir::Type type = values.type(source);
      log.contents = values.fresh(type.withRank(type.rank - shape.depth + 1));
    }
    ops::LogLimit inside{{}, limit.message};
    if (limit.most)
      inside.most = values.fresh(ir::indexType);
    ir::Values added = log.values();
    if (inside.most)
      added.push_back(inside.most);
    body.parameters.insert(body.parameters.begin() + op.arguments.size(), added.begin(), added.end());
    body.results.append(ops::instrument(source, last, log, inside, body, values, *this).values());
  });
}

void DefinitionDerivatives::resolveUnset(ir::Invoke &op) {
  std::vector<bool> isUnset;
  for (ir::Value v : op.accumulators)
    isUnset.push_back(!v);
  if (!llvm::is_contained(isUnset, true))
    return;
  llvm::erase_if(op.accumulators, [](ir::Value v) { return !v; });
  op.definition = derived(Kind::WithoutAccumulators, op.definition, isUnset, "_values", [&](ir::Function &function) {
    ir::ValueSet dropped;
    const std::size_t first = function.body.parameters.size() - isUnset.size();
    for (std::size_t k = 0; k < isUnset.size(); ++k)
      if (isUnset[k])
        dropped.insert(function.body.parameters[first + k]);
    llvm::erase_if(function.body.parameters, [&](ir::Value p) { return dropped.contains(p); });
    ops::dropAccumulates(function.body, dropped);
    resolveUnset(function.body);
  });
}

void DefinitionDerivatives::resolveUnset(ir::Block &block) {
  for (ir::Statement &statement : block.statements) {
    if (auto *invoke = std::get_if<ir::Invoke>(&statement.op))
      resolveUnset(*invoke);
    ir::forEachBlock(statement.op, [&](ir::Block &inner) { resolveUnset(inner); });
  }
}

} // namespace soac::ad
