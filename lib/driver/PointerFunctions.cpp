#include "driver/PointerFunctions.h"

#include "ad/PointerAccesses.h"
#include "ad/PointerExtents.h"
#include "optimise/Definitions.h"
#include "optimise/Passes.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::driver {

Pointers pointersOf(const interface::CxxFunction &f) {
  Pointers pointers;
  for (const interface::CxxParameter &p : f.parameters)
    for (const auto &[k, pointer] : llvm::enumerate(p.type.pointers())) {
      if (!pointer || k >= p.inputs.size())
        continue;
      pointers.all.push_back(p.inputs[k]);
      if (pointer->element->kind != interface::CxxType::Kind::Scalar)
        pointers.fields.push_back(p.inputs[k]);
      if (k < p.outputs.size() && p.outputs[k] >= 0)
        pointers.writable.push_back(p.inputs[k]);
    }
  for (const ir::Statement &statement : f.function.body.statements)
    if (const auto *op = std::get_if<ir::Differentiate>(&statement.op)) {
      ir::ValueSet used = ir::freeVariables(op->fn, f.function.values);
      used.insert(op->arguments.begin(), op->arguments.end());
      for (ir::Value v : pointers.writable)
        if (used.contains(v))
          pointers.primal.insert(v);
    }
  return pointers;
}

void addAccesses(interface::CxxFunction &f, ir::Function &function) {
  ir::Values pointers;
  std::vector<std::vector<interface::PointerAccess> *> places;
  for (interface::CxxParameter &p : f.parameters) {
    if (p.derivativeOf >= 0)
      continue;
    p.accesses.resize(p.inputs.size());
    for (const auto &[k, pointer] : llvm::enumerate(p.type.pointers()))
      if (pointer && k < p.inputs.size()) {
        pointers.push_back(p.inputs[k]);
        places.push_back(&p.accesses[k]);
      }
  }
  if (pointers.empty())
    return;
  std::vector<std::vector<interface::PointerAccess>> accesses = ad::addPointerAccesses(function, pointers);
  for (std::size_t k = 0; k < places.size(); ++k)
    *places[k] = std::move(accesses[k]);
}

namespace {

/// A function whose pointers have lost the extents that nothing needs.
struct Settled {
  ir::Function function;
  ir::ValueSet left;  ///< the pointers that kept theirs
  ir::Value unknown;  ///< one that needs more than the extent that it has; none when all is well
};

Settled settle(const ir::Function &function, const Pointers &pointers, schedule::Copies copies) {
  Settled settled;
  for (;;) {
    settled.function = function;
    ad::dropPointerExtents(settled.function, pointers.all, settled.left);
    settled.function = optimise::byName("dce")->run(std::move(settled.function));
    settled.unknown = schedule::pointerOfNeededExtent(settled.function, pointers, copies);
    if (!settled.unknown || !settled.left.insert(settled.unknown))
      return settled;
  }
}

void reportUnknown(const Settled &settled, diag::Engine &engine) {
  const ir::Function &function = settled.function;
  diag::Place place; // of the first use
  for (const ir::Statement &statement : function.body.statements)
    if (const ir::SourceLocation at = statement.location;
        !place.line && ir::freeVariables(statement.op, function.values).contains(settled.unknown))
      place = {at.file < function.files.size() ? function.files[at.file] : std::string(), at.line, at.column};
  diag::Diagnostic &diagnostic =
      engine.report(diag::Id::PointerUse, place,
                    {function.values.name(settled.unknown).text,
                     "its derivative needs to know how many elements it points to, which its uses do not tell"});
  diagnostic.notes.emplace_back(place, "pass a soac::view or std::span, which say their extent");
}

// With the reshapes that give them their extents.
ir::Values withExtents(const ir::ValueSet &pointers, const ir::Function &function) {
  ir::Values all(pointers.begin(), pointers.end());
  for (const ir::Statement &statement : function.body.statements)
    if (const auto *reshape = std::get_if<ir::Reshape>(&statement.op); reshape && pointers.contains(reshape->array))
      all.push_back(statement.results[0]);
  return all;
}

std::optional<ir::Function> derived(const ir::Function &simplified, const Pointers &pointers, const Phases &phases) {
  std::optional<ir::Function> derivative = phases.derive(simplified, {});
  if (!derivative)
    return std::nullopt;
  ir::ValueSet redone = settle(*derivative, pointers, schedule::Copies::None).left;
  redone.remove_if([&](ir::Value p) { return !pointers.primal.contains(p); });
  while (!redone.empty()) {
    std::optional<ir::Function> next = phases.derive(simplified, withExtents(redone, simplified));
    const ir::ValueSet left = settle(*next, pointers, schedule::Copies::Overlays).left;
    if (!redone.remove_if([&](ir::Value p) { return left.contains(p); })) {
      derivative = std::move(next);
      break;
    }
  }
  return derivative;
}

/// The same with numbers that an inspector of `simplified` finds in place of the symbolic extents.
Settled inspected(Settled settled, const ir::Function &simplified, const Pointers &pointers,
                  llvm::ArrayRef<ir::Value> symbols, const Phases &phases) {
  if (settled.unknown)
    return settled;
  ir::Function &function = settled.function;
  ir::Values asked, used;
  for (auto [pointer, symbol] : llvm::zip(pointers.all, symbols))
    if (ir::countUses(symbol, function.body)) {
      asked.push_back(pointer);
      used.push_back(symbol);
    }
  llvm::erase_if(function.body.parameters,
                 [&](ir::Value p) { return llvm::is_contained(symbols, p) && !llvm::is_contained(used, p); });
  if (asked.empty())
    return settled;
  ad::ExtentInspector inspector = ad::inspectExtents(simplified, pointers.all, asked);
  settled.unknown = inspector.unknown;
  if (settled.unknown)
    return settled;
  ad::addInspector(function, phases.simplify(std::move(inspector.function)), used);
  function = phases.optimise(std::move(function));
  return settled;
}

} // namespace

std::optional<ir::Function> derivePointers(const ir::Function &simplified, const Pointers &pointers,
                                           const Phases &phases, diag::Engine &engine) {
  ir::Function symbolic = simplified;
  const ir::Values symbols = ad::addSymbolicExtents(symbolic, pointers.all);
  const std::optional<ir::Function> derivative = derived(phases.simplify(std::move(symbolic)), pointers, phases);
  if (!derivative)
    return std::nullopt;
  const auto numbered = [&](Settled settled) {
    return inspected(std::move(settled), simplified, pointers, symbols, phases);
  };
  Settled settled = settle(*derivative, pointers, schedule::Copies::Overlays);
  if (!settled.left.empty()) // an inspector runs anyway: copies are arrays then
    if (Settled dense = numbered(settle(*derivative, pointers, schedule::Copies::None)); !dense.unknown)
      return std::move(dense.function);
  settled = numbered(std::move(settled));
  if (!settled.unknown)
    return std::move(settled.function);
  // Which elements a definition needs is not asked: in place of its invocations they are seen.
  ir::Function flat = optimise::inlineDefinitions(simplified, [](unsigned) { return true; });
  if (flat.definitions.size() < simplified.definitions.size())
    return derivePointers(phases.simplify(std::move(flat)), pointers, phases, engine);
  reportUnknown(settled, engine);
  return std::nullopt;
}

} // namespace soac::driver
