// Derivatives of definitions (ops/Invoke.cpp): made where a rule asks for one, once for every set of active arguments
// and of results with a seed. They are definitions of the same table, so that recursive ones invoke themselves and the
// derivatives can be differentiated again.
#pragma once

#include "ad/Activity.h"
#include "ad/Ad.h"
#include "ir/Function.h"
#include "ops/rules/Rule.h"

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/DenseSet.h>

#include <functional>
#include <map>
#include <tuple>

namespace soac::ad {

class DefinitionDerivatives final : public ops::Definitions {
public:
  /// Takes from a definition what has no place in a block that is differentiated, and refuses what would lose a
  /// derivative.
  using Prepare = std::function<Activity(ir::Function &definition, llvm::ArrayRef<bool> active, ir::Mode mode)>;

  DefinitionDerivatives(std::vector<ir::Function> &table, const Options &options, Prepare prepare)
      : table(table), options(options), prepare(std::move(prepare)), ofArguments(table) {}

  unsigned tangent(const ir::Invoke &op, llvm::ArrayRef<bool> active);
  unsigned adjoint(const ir::Invoke &op, llvm::MutableArrayRef<bool> active, llvm::ArrayRef<bool> seeded);
  DefinitionActivity &activity() { return ofArguments; }
  const ir::Function *find(const ir::Invoke &op) const override;
  unsigned logging(const ir::Invoke &op, std::size_t result, bool hasContents, const ops::LogLimit &limit) override;
  /// In place of definitions that are invoked with accumulators unset: those that do not add to them.
  void resolveUnset(ir::Block &block);

private:
  enum class Kind : std::uint8_t { Tangent, Adjoint, WithoutAccumulators, Logging };
  /// The number of what `make` makes of a copy of the definition, which is in the table from the beginning.
  unsigned derived(Kind kind, unsigned definition, std::vector<bool> flags, const char *suffix,
                   llvm::function_ref<void(ir::Function &)> make);
  void resolveUnset(ir::Invoke &op);
  /// Of an adjoint that is there and is more than is asked for, the flags of active arguments; else those that are asked for.
  void raise(const ir::Invoke &op, llvm::MutableArrayRef<bool> active, llvm::ArrayRef<bool> seeded) const;

  std::vector<ir::Function> &table;
  const Options options;
  const Prepare prepare;
  DefinitionActivity ofArguments;
  std::map<std::tuple<Kind, unsigned, std::vector<bool>>, unsigned> made;
};

} // namespace soac::ad
