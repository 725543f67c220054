// Derivatives of definitions (ops/Invoke.cpp): made where a rule asks for one, once for every set of active arguments
// and of results with a seed. They are definitions of the same table, so that recursive ones invoke themselves and the
// derivatives can be differentiated again.
//   f(x, n) -> (r), x active:  f_tan(x, n, x_tan) -> (r, r_tan)  and  f_adj(x, n, r_adj) -> (x_adj)
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
  /// Rewrites a definition into the form that the transforms expect, refuses statements that would lose a derivative,
  /// and returns the definition's activity.
  using Prepare = std::function<Activity(ir::Function &definition, llvm::ArrayRef<bool> active, ir::Mode mode)>;

  DefinitionDerivatives(std::vector<ir::Function> &table, const Options &options, Prepare prepare)
      : table(table), options(options), prepare(std::move(prepare)), ofArguments(table) {}

  unsigned tangent(const ir::Invoke &op, llvm::ArrayRef<bool> active);
  unsigned adjoint(const ir::Invoke &op, llvm::MutableArrayRef<bool> active, llvm::ArrayRef<bool> seeded);
  DefinitionActivity &activity() { return ofArguments; }
  const ir::Function *find(const ir::Invoke &op) const override;
  unsigned logging(const ir::Invoke &op, std::size_t result, bool hasContents, const ops::LogLimit &limit) override;
  /// Replaces definitions that are invoked with unset accumulators by variants that do not add to these.
  void resolveUnset(ir::Block &block);

private:
  enum class Kind : std::uint8_t { Tangent, Adjoint, WithoutAccumulators, Logging };
  /// The number of the definition that `make` makes of a copy of `definition`. It has its number before it is made.
  unsigned derived(Kind kind, unsigned definition, std::vector<bool> flags, const char *suffix,
                   llvm::function_ref<void(ir::Function &)> make);
  void resolveUnset(ir::Invoke &op);
  /// Raises `active` to the flags of an adjoint in the table that serves the request as well; without one it stays.
  void raise(const ir::Invoke &op, llvm::MutableArrayRef<bool> active, llvm::ArrayRef<bool> seeded) const;

  std::vector<ir::Function> &table;
  const Options options;
  const Prepare prepare;
  DefinitionActivity ofArguments;
  std::map<std::tuple<Kind, unsigned, std::vector<bool>>, unsigned> made;
};

} // namespace soac::ad
