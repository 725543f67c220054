// A function in textual IR and all that the schedule says of it.
#pragma once

#include "schedule/Lower.h"
#include "schedule/Schedule.h"
#include "support/Parsed.h"

namespace soac::test {

inline ir::Function lowered(llvm::StringRef text) { return schedule::lower(parsed(text)); }

struct Scheduled {
  ir::Function function;
  schedule::Schedule decided{interface::CxxFunction(), function};
  const schedule::Uses &uses = decided.uses;
  const schedule::Levels &levels = decided.levels;
  const schedule::Inlining &inlining = decided.inlining;
  const exec::Places places{decided.tree};

  explicit Scheduled(llvm::StringRef text) : Scheduled(lowered(text)) {}
  explicit Scheduled(ir::Function lowered) : function(std::move(lowered)) {}
  Scheduled(const Scheduled &) = delete;

  ir::Value value(llvm::StringRef name) const { return named(function, name); }
  const ir::Statement &making(llvm::StringRef name) const { return *uses.definition(value(name)); }
  /// The loop of the execution tree that makes the value.
  const exec::For &loop(llvm::StringRef name) const {
    const exec::For *found = nullptr;
    findLoop(decided.tree.body, making(name), found);
    return *found;
  }
  const schedule::Parallel &parallel(llvm::StringRef name) const { return levels.of(making(name)); }

private:
  static void findLoop(const exec::Nodes &nodes, const ir::Statement &s, const exec::For *&found) {
    for (const exec::Node &node : nodes) {
      if (const auto *loop = std::get_if<exec::For>(&node); loop && loop->statement == &s)
        found = loop;
      if (const auto *reduce = std::get_if<exec::Reduce>(&node); reduce && reduce->statement == &s)
        found = reduce;
      exec::forEachInside(node, [&](const exec::Nodes &inner) { findLoop(inner, s, found); });
    }
  }
};

} // namespace soac::test
