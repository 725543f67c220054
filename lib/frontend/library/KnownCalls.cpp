#include "frontend/library/KnownCalls.h"

#include "frontend/library/Library.h"
#include "frontend/lower/Lower.h"
#include "frontend/parse/Clang.h"

namespace soac::frontend {

namespace {

/// A user may specialise or overload a function of the standard library: such a function is the user's.
bool isUsersOwn(const CallSite &site) {
  const clang::SourceManager &sources = site.types.context.getSourceManager();
  return llvm::StringRef(site.name).starts_with("std::") &&
         !sources.isInSystemHeader(sources.getExpansionLoc(site.callee->getLocation()));
}

} // namespace

CallLowering knownCall(const CallSite &site) {
  if (isUsersOwn(site))
    return nullptr;
  for (const auto part :
       {complexCall, mathCall, builtinCall, memoryCall, allocationCall, stdFunctionCall, sortCall, stdCall, ownerCall,
                          containerCall, tupleCall, optionalCall})
    if (const CallLowering lowering = part(site))
      return lowering;
  return nullptr;
}

} // namespace soac::frontend
