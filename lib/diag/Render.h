// What users see of diagnostics: text as Clang prints it, or SARIF 2.1.0 for editors and CI.
//
// Both pass over repetitions (the same message at the same place): several derivatives of one function find the same
// fault.
#pragma once

#include "diag/Diagnostic.h"

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/Support/raw_ostream.h>

#include <optional>

namespace soac::diag {

/// Line `line` (from 1) of `file` without its end, or nothing when it cannot be read.
using LineReader = llvm::function_ref<std::optional<std::string>(llvm::StringRef file, unsigned line)>;

/// Reads lines from files on disk.
std::optional<std::string> readLine(llvm::StringRef file, unsigned line);

/// file:line:column: error: text [-Wsoac-name], the line with its range underlined, fix-its and notes.
void renderText(const Engine &engine, LineReader lines, llvm::raw_ostream &out, bool colours = false);

/// A SARIF log with one run of the tool `soac`, `version`.
void renderSarif(const Engine &engine, llvm::StringRef version, llvm::raw_ostream &out);

/// The diagnostics in the order of their report, repetitions left out.
std::vector<const Diagnostic *> distinct(const Engine &engine);

} // namespace soac::diag
