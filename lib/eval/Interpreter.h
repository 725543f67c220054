// The reference interpreter: what a function of the IR means, and the oracle of every later phase.
//
// It runs the `evaluate` rule of each statement in order, one iteration after another; a value is a slot of a flat
// vector. No parallelism, no optimisation but writing arrays in place where nothing else refers to them.
#pragma once

#include "ops/rules/RuntimeValue.h"
#include "ops/rules/Evaluation.h"

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/STLFunctionalExtras.h>

#include <string>
#include <variant>
#include <vector>

namespace soac::eval {

using ops::Counters;
using ops::RuntimeValue;

/// Why a run has no results: a failed check, an index out of range, ..
struct Failure {
  std::string message;
  ir::SourceLocation location; ///< of the statement that failed
};

using Outcome = std::variant<std::vector<RuntimeValue>, Failure>;

/// Called after every statement that has been executed.
using Observer = llvm::function_ref<void(const ir::Statement &, const ops::Evaluation &)>;

struct RunOptions {
  std::uint64_t statementLimit = 0; ///< stops a loop that does not end, with a failure; 0 is none
  Observer observe = nullptr;
};

/// The results of `function` on `arguments`. What the run did is added to `counters` where given.
Outcome run(const ir::Function &function, llvm::ArrayRef<RuntimeValue> arguments, Counters *counters = nullptr,
            const RunOptions &options = {});

} // namespace soac::eval
