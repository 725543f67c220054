// The execution tree of a function: what is allocated where, in which scopes, between the statements that compute.
//
// Nodes are in the order of execution. A scope gives back at its end the workspace's memory that was taken in it; what a
// branch takes stays until the end of the scope around it.
#pragma once

#include "ir/Walk.h"

namespace soac::exec {

/// An extent: the value of an i64 scalar, or dimension `dimension` of an array whose extents have no other source.
struct Dim {
  ir::Value value;
  bool isExtent = false;
  unsigned dimension = 0;
  friend bool operator==(const Dim &, const Dim &) = default;
};
using Extents = llvm::SmallVector<Dim, 4>;

/// Where a parallel statement or loop runs.
enum class Level : std::uint8_t { Threads, Sequential };

enum class Space : std::uint8_t {
  Returned,  ///< the container that the function returns
  Stack,     ///< small arrays of constant shape
  Row,       ///< a row of the result of the map around
  Slot,      ///< the free block of a slot
  Overlay,   ///< the workspace, for those elements alone that are touched
  Workspace,
};

/// Memory for the array `value`.
struct Alloc {
  enum class Init : std::uint8_t {
    None, ///< the statement that it is for writes it, or later ones write all of it
    Fill, ///< one value everywhere
    Copy, ///< of another array
    Pack, ///< the numbers of a parameter in a row
  };
  ir::Value value;
  Space space = Space::Workspace;
  Init init = Init::None;
  Extents extents;
  ir::SourceLocation location;
  bool isBeside = false; ///< not where `value` itself is: a copy or a table that is needed for a moment
};

/// A block of the workspace's for an array that a loop carries, or for rows whose shape the first of them says. `hasSpare`:
/// and a second one, into which the next iteration's array is computed.
struct Slot {
  ir::Value value;
  bool hasSpare = false;
  Extents extents;
  ir::SourceLocation location;
};

/// A statement of the IR, in the memory that was allocated for it.
struct Step {
  const ir::Statement *statement;
};

struct Scope;
struct For;
struct Branch;
using Node = std::variant<Alloc, Slot, Step, Scope, For, Branch>;
using Nodes = std::vector<Node>;

/// One statement with memory for itself alone.
struct Scope {
  ir::SourceLocation location;
  Nodes body;
};

/// The iterations of a loop, map or reduction.
struct For {
  const ir::Statement *statement;
  Level level = Level::Sequential;
  bool isVector = false;      ///< for vector lanes: no iteration reads or writes what another one writes
  std::optional<Dim> count;   ///< none: until its condition fails
  Nodes body;
  bool mayFail = false;       ///< a failed check or an exception may end an iteration early
  bool usesWorkspace = false; ///< an iteration takes memory from it, or reports a failure to it
};

struct Branch {
  const ir::Statement *statement;
  Nodes then, otherwise;
};

struct Tree {
  Nodes body;
  bool usesWorkspace = false;
};

/// What the tree says of values and statements.
class Places {
public:
  explicit Places(const Tree &tree) { add(tree.body); }

  /// Where `v`, which its statement makes or copies, is; none where nobody needs it.
  std::optional<Space> of(ir::Value v) const;
  /// Is `v` filled where it is made?
  bool isFilled(ir::Value v) const { return filled.contains(v); }
  const For &of(const ir::Statement &s) const { return *loops.find(&s)->second; }
  /// Is there a copy of `v` for a moment, for the end of the function?
  bool isCopied(ir::Value v) const { return copied.contains(v); }

private:
  llvm::DenseMap<ir::Value, Space> spaces;
  llvm::DenseMap<const ir::Statement *, const For *> loops;
  llvm::DenseSet<ir::Value> copied, filled;

  void add(const Nodes &nodes);
};

} // namespace soac::exec
