// Arrays in which the forward sweep of a loop keeps what its return sweep needs. The statement that makes one is a `Fill`
// before the loop.
#pragma once

#include <llvm/ADT/StringRef.h>

#include <cstdint>

namespace soac::ir {

enum class Stored : std::uint8_t {
  None,
  Checkpoint, ///< the value at the entry of each iteration
  Undo,       ///< what updates have overwritten
  UndoIndex,  ///< where
  UndoArm,    ///< in which executions of branches
  Kept,       ///< what the iterations have computed or read
  Snapshots,  ///< the value at the entry of some iterations: checkpoint(revolve: n)
};

/// "checkpoint", "undo", .. in text form; the names of such arrays end in it, for readers.
inline llvm::StringRef word(Stored kind) {
  switch (kind) {
  case Stored::None: return "";
  case Stored::Checkpoint: return "checkpoint";
  case Stored::Undo: return "undo";
  case Stored::UndoIndex: return "undo_index";
  case Stored::UndoArm: return "undo_arm";
  case Stored::Kept: return "kept";
  case Stored::Snapshots: return "snapshots";
  }
  return "";
}

} // namespace soac::ir
