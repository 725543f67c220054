// Settings of generated gradient tests: "FUNCTION:NAME=VALUE" gives arguments, "FUNCTION:skip=REASON" leaves a test out.
#pragma once

#include "interface/Interface.h"

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/StringRef.h>

#include <optional>
#include <string>

namespace soac::driver {

struct GradientSetting {
  llvm::StringRef function; ///< may leave out outer namespaces
  llvm::StringRef name;     ///< a parameter or, as in "model.bias", a member of one; or "skip"
  llvm::StringRef value;

  bool isSkip() const { return name == "skip"; }
  bool isFor(llvm::StringRef qualifiedFunction) const;
};

/// Nothing where the text has another form.
std::optional<GradientSetting> parseGradientSetting(llvm::StringRef text);

/// What is wrong with the setting for a function with these parameters; empty when nothing is.
std::string mistakeIn(const GradientSetting &setting, llvm::ArrayRef<interface::CxxParameter> parameters);

} // namespace soac::driver
