// What is written or printed of a file, in the order of the pipeline.
#pragma once

#include "emit/Emit.h"

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/Support/raw_ostream.h>

namespace soac::driver {

/// Where the pipeline ends: at the IR as read, after differentiation, or after optimisation.
enum class Stage { Frontend, Ad, Opt };

/// A form that `--emit` prints instead of writing files: one row each.
struct Form {
  const char *name, *summary;
  Stage stage; ///< what it prints is then ready
  bool (*print)(interface::Unit &unit, llvm::raw_ostream &out); ///< false after an internal error
  bool isForDevice = false;
};
llvm::ArrayRef<Form> forms();
const Form &formByName(llvm::StringRef name);
/// What --explain-kernels prints.
const Form &explainedKernels();

/// Keeps the functions for which `isKept` holds, and their operator bindings. False where all are kept.
bool keepFunctions(interface::Unit &unit, llvm::function_ref<bool(interface::CxxFunction &)> isKept);

/// The generated C++. Functions whose text ends in an internal error are left out, and `isWhole` becomes false.
emit::Output outputOf(interface::Unit &unit, bool &isWhole);

} // namespace soac::driver
