// Functions with raw pointers: which of them need an extent, and how they do without.
#pragma once

#include "diag/Diagnostic.h"
#include "ir/Interface.h"
#include "ir/Walk.h"
#include "schedule/UnknownExtents.h"

#include <llvm/ADT/STLFunctionalExtras.h>

#include <optional>

namespace soac::driver {

/// The IR parameters of raw pointers, whose extents C++ does not say.
struct Pointers : schedule::PointerParameters {
  ir::ValueSet primal; ///< the writable ones that are not adjoints or tangents
};

Pointers pointersOf(const ir::CxxFunction &f);

/// Notes in `f` what its body `function`, not differentiated yet, touches behind its pointers.
void addAccesses(ir::CxxFunction &f, ir::Function &function);

/// Differentiates and optimises a function, with redo logs for the final contents of these arrays (ad/RedoLog.h).
using Derive = llvm::function_ref<std::optional<ir::Function>(llvm::ArrayRef<ir::Value> redone)>;

/// The derivative of `simplified`, whose pointers have extents (ad/PointerExtents.h), with as few of these as it can do
/// with. The final contents of a pointer that would have to be copied are redone; copies that stay are overlays, or,
/// where these do not do, have an extent that an inspector finds. Refused where that cannot be found.
std::optional<ir::Function> derivePointers(const ir::Function &simplified, const Pointers &pointers, Derive derive,
                                           diag::Engine &engine);

} // namespace soac::driver
