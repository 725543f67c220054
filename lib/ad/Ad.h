// Takes away every `Differentiate` of a function, inner ones first. The output is input for either mode again.
#pragma once

#include "diag/Diagnostic.h"
#include "ir/Function.h"

#include <optional>
#include <set>

namespace soac::ad {

struct Options {
  std::string forceRule; ///< "reduce:general": the named rule instead of the first that fits
  /// Arrays whose final contents, where they are results, are redone after the return sweep: see ad/RedoLog.h.
  ir::Values redone = {};
  /// Where floating-point numbers are made of integers without a loss: see ad/RoundTrips.h.
  std::set<ir::SourceLocation> harmlessConversions = {};
};

/// No function where a derivative would be dropped: the reasons are in `engine`.
std::optional<ir::Function> differentiate(ir::Function function, const Options &options, diag::Engine &engine);

} // namespace soac::ad
