// Replaces every `Differentiate` of a function by ordinary statements, inner ones first. The output can be
// differentiated again in either mode.
//   y, y_tan = differentiate tangent (x), seeds (x_tan) |a| { s = sin a  yield s }
//   becomes  y = sin x;  y_tan = cos x * x_tan
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
  /// Places where integers become floating-point numbers and no derivative is lost: see ad/RoundTrips.h.
  std::set<ir::SourceLocation> harmlessConversions = {};
};

/// Returns no function where a derivative would be lost, and reports the reasons to `engine`.
std::optional<ir::Function> differentiate(ir::Function function, const Options &options, diag::Engine &engine);

} // namespace soac::ad
