// The parts of the standard library, each with the lowering of the calls that it knows.
#pragma once

#include "frontend/state/CallSite.h"

namespace soac::frontend {

/// One part of the library each; null where the call belongs to another part or to none.
CallLowering complexCall(const CallSite &site);
CallLowering mathCall(const CallSite &site);
CallLowering builtinCall(const CallSite &site);
CallLowering stdCall(const CallSite &site);
CallLowering memoryCall(const CallSite &site);
CallLowering allocationCall(const CallSite &site);
CallLowering ownerCall(const CallSite &site);
CallLowering sortCall(const CallSite &site);
CallLowering containerCall(const CallSite &site);
CallLowering tupleCall(const CallSite &site);
CallLowering optionalCall(const CallSite &site);

} // namespace soac::frontend
