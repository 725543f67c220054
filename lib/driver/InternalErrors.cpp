#include "driver/InternalErrors.h"

#include <llvm/Support/CrashRecoveryContext.h>
#include <llvm/Support/raw_ostream.h>

namespace soac::driver {

bool endsWell(llvm::StringRef what, llvm::function_ref<void()> work) {
  llvm::CrashRecoveryContext::Enable();
  llvm::CrashRecoveryContext context;
  if (context.RunSafely(work))
    return true;
  llvm::errs() << "soac: internal error in " << what << ", which is left out; please report it\n";
  return false;
}

} // namespace soac::driver
