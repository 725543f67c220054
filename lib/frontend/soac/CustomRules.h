// Derivatives that the user gives: with_vjp, with_jvp, with_rules and on_adjoint.
#pragma once

#include "frontend/state/CallSite.h"

namespace soac::frontend {

/// Lowers a call of a function with rules to `WithRules`; null for other calls.
CallLowering rulesCall(const CallSite &site);

} // namespace soac::frontend
