// Names of the arrays in which the forward sweep of a loop keeps what its return sweep needs. They follow the name of
// the carried value and stay with the array through every pass; the statement that makes it is a `Fill` before the loop.
#pragma once

#include <llvm/ADT/StringRef.h>

#include <string>

namespace soac::ir {

enum class Stored {
  None,
  Checkpoint, ///< the value at the entry of each iteration
  Undo,       ///< what updates have overwritten
  UndoIndex,  ///< where
  Snapshots,  ///< the value at the entry of some iterations: checkpoint(revolve: n)
};

inline constexpr llvm::StringLiteral storedSuffixes[] = {"", "_checkpoint", "_undo", "_undo_index", "_snapshots"};

inline std::string storedName(const std::string &carried, Stored kind) {
  return carried + storedSuffixes[static_cast<int>(kind)].str();
}

/// What an array of that name keeps.
inline Stored storedKind(llvm::StringRef name) {
  for (const Stored kind : {Stored::Checkpoint, Stored::UndoIndex, Stored::Undo, Stored::Snapshots})
    if (name.ends_with(storedSuffixes[static_cast<int>(kind)]))
      return kind;
  return Stored::None;
}

/// The suffix of such a name, empty for others.
inline llvm::StringRef storedSuffix(llvm::StringRef name) { return storedSuffixes[static_cast<int>(storedKind(name))]; }

} // namespace soac::ir
