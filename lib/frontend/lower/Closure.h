// The arguments of a definition: values, and the variables that its arguments refer to, directly or through others.
//
// `f(a, &a[2], x)` refers to one variable, `a`: the definition has one array, into which two of its pointers point. So
// arguments that refer to the same thing do so inside, too, and calls whose arguments refer to different things in the
// same way share a definition. Where nothing writes to `a`, each argument may have a variable of its own: then the call
// shares a definition with `f(a, b, x)`.
#pragma once

#include "frontend/state/LoweringState.h"

namespace soac::frontend {

class Closure {
public:
  struct Form {
    bool isApart = false;  ///< each argument has variables of its own
    bool isExact = false;  ///< variables that are not the same have one name in no call
  };
  Closure(Lowering &l, llvm::ArrayRef<FValue> arguments, const std::optional<Location> &object, Form form);

  /// Why no definition can have it; empty where one can.
  const std::string &whyNot() const { return reason; }
  /// The same for closures of the same form.
  const std::string &key() const { return form; }
  /// The operands of the call.
  llvm::ArrayRef<ir::Value> operands() const { return values; }
  /// The variables' slots in the caller. Inside they have the numbers from 0 on.
  llvm::ArrayRef<unsigned> slots() const { return variables; }
  /// Does another argument refer to the variable at `position`, which has a variable of its own?
  bool isShared(unsigned position) const { return llvm::count(variables, variables[position]) > 1; }
  /// Which operand is the value of the variable at `position`; none where it has none.
  std::optional<unsigned> operandOf(unsigned position) const { return ofSlot[position]; }

  /// The same inside a definition.
  struct Inside {
    llvm::SmallVector<FValue, 4> arguments;
    std::optional<Location> object;
    ir::Values parameters; ///< one per operand
  };
  /// Makes the variables in `inner`, which has none yet, with the names of the parameters that refer to them.
  Inside enter(Lowering &inner, llvm::ArrayRef<clang::ParmVarDecl *> names) const;

private:
  enum class Role : std::uint8_t;
  struct Mapping;
  class Collector;
  /// The position of the variable; that of the argument `owner` where they are apart.
  unsigned positionOf(unsigned slot, unsigned owner) const;

  Lowering &l;
  const llvm::ArrayRef<FValue> arguments;
  const std::optional<Location> &object;
  const Form how;
  llvm::SmallVector<unsigned, 8> variables;
  llvm::SmallVector<unsigned, 8> owners; ///< of variables apart: the argument
  ir::Values values;
  std::vector<ir::Value> met; ///< every value, in order: operands, and constants that stay constants
  std::vector<bool> isConstant;
  llvm::SmallVector<std::optional<unsigned>, 8> ofSlot;
  std::string form, reason;
};

} // namespace soac::frontend
