// Functions with raw pointers: which of them need an extent, and how they do without.
#pragma once

#include "diag/Diagnostic.h"
#include "interface/Interface.h"
#include "ir/Walk.h"
#include "schedule/UnknownExtents.h"

#include <llvm/ADT/STLFunctionalExtras.h>

#include <optional>

namespace soac::driver {

/// The IR parameters of raw pointers, whose extents C++ does not say.
struct Pointers : schedule::PointerParameters {
  ir::ValueSet primal; ///< the writable ones that are not adjoints or tangents
};

Pointers pointersOf(const interface::CxxFunction &f);

/// Notes in `f` what its body `function`, not differentiated yet, touches behind its pointers.
void addAccesses(interface::CxxFunction &f, ir::Function &function);

/// What a function goes through. `derive` differentiates and optimises what was simplified, with redo logs for the
/// final contents of the arrays `redone` (ad/RedoLog.h).
struct Phases {
  llvm::function_ref<ir::Function(ir::Function)> simplify, optimise;
  llvm::function_ref<std::optional<ir::Function>(const ir::Function &simplified, llvm::ArrayRef<ir::Value> redone)> derive;
};

/// The derivative of `simplified`, with as few extents of its pointers as it can do with; most functions need none. The
/// final contents of a pointer that would have to be copied are redone; copies that stay are overlays, or, where these
/// do not do, have an extent that an inspector finds. Refused where that cannot be found.
std::optional<ir::Function> derivePointers(const ir::Function &simplified, const Pointers &pointers,
                                           const Phases &phases, diag::Engine &engine);

} // namespace soac::driver
