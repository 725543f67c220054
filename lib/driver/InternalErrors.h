// An error of soac itself ends the work on one function, not the run.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/ADT/StringRef.h>

namespace soac::driver {

/// Runs `work`. False, with a message, when an internal error ended it: what it was making is then in no defined state,
/// and what it had allocated is lost.
bool endsWell(llvm::StringRef what, llvm::function_ref<void()> work);

} // namespace soac::driver
