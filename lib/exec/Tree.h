// The execution tree of a function: where its arrays are allocated, in which scopes, between the statements that compute.
//
// Nodes are in the order of execution, and what is printed follows them one by one. A scope gives back at its end the
// workspace's memory that was taken in it; what a branch takes stays until the end of the scope around it.
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

/// Where a parallel statement or loop runs. `Grid`: on a device, a thread for each iteration; of a nest, for each one of the
/// innermost loop (For::depth).
enum class Level : std::uint8_t { Threads, Sequential, Grid };

/// About how many operations an iteration takes: own + count * each + .., over the scopes inside.
struct Work {
  struct Inner;
  std::int64_t own = 1;
  std::vector<Inner> inner;
  friend bool operator==(const Work &, const Work &) = default;
};
struct Work::Inner {
  std::optional<Dim> count; ///< none: not known before, taken for `unknownCount`
  Work each;
  friend bool operator==(const Inner &, const Inner &) = default;
};
inline constexpr std::int64_t unknownCount = 16;

enum class Space : std::uint8_t {
  Returned, ///< the container that the function returns
  Stack,    ///< small arrays of constant shape
  Row,      ///< a row of the result of the map around
  Slot,     ///< the free block of a slot
  Overlay,  ///< the workspace, for those elements alone that are touched
  Workspace,
};

/// Memory for the array `value`.
struct Alloc {
  enum class Init : std::uint8_t {
    None,  ///< the node that it is for writes it, or later ones write all of it
    Fill,  ///< `source` everywhere
    Copy,  ///< of the array `source`
    Pack,  ///< the numbers of `source`, or of a parameter, in a row
    Given, ///< what a function of the user's gives
  };
  ir::Value value;
  Space space = Space::Workspace;
  Init init = Init::None;
  Extents extents;
  ir::SourceLocation location;
  bool isBeside = false; ///< not where `value` itself is: a copy or a table that is needed for a moment
  ir::Value source;
  ir::Value of; ///< of a row: the result of the map; in a slot: the array that the loop carries; of a copy beside: the
                ///< variable that gets it
  ir::Value index = {};    ///< of a row
  Extents summedExtents = {}; ///< of arrays one behind another: the first extent is the sum of theirs
};

/// A block of the workspace's for an array that a loop carries, or for rows whose shape the first of them says.
/// `hasSpare`: and a second one, into which the next iteration's array is computed.
struct Slot {
  ir::Value value;
  bool hasSpare = false;
  Extents extents;
  ir::SourceLocation location;
  ir::Value start;             ///< what the loop begins with; none for rows
  bool beginsWithCopy = false; ///< it begins with the copy that is beside `value`
  bool isConst = false;        ///< some of what it holds may not be written
};

/// A scalar: in a variable, or in the expression that uses it.
struct Let {
  const ir::Statement *statement;
  bool isInlined = false;
  std::optional<Dim> extent = {}; ///< of an `Extent`: where it is found
};

/// The parameter of an operator: the operand, or element or row `index` of it where there is an index.
struct Bind {
  ir::Value parameter, operand, index;
  bool isInlined = false;
};

/// A variable that begins with `start`; without one, both branches that follow give it its value.
struct Variable {
  ir::Value value, start;
  ir::SourceLocation location;
  bool isConst = false; ///< of an array: some of what it holds may not be written
};

/// The new value of a variable. Where several get theirs at once, a value that reads one of them is saved before.
struct Save {
  ir::Value target, value;
};
/// `target op= operand`, which is the same as `target = value`.
struct Compound {
  ir::Prim prim;
  ir::Value operand;
};
struct Assign {
  ir::Value variable, value;
  std::optional<Compound> compound = {};
  bool isSaved = false;
};

/// A number that a loop carries, to which each iteration adds a term, or subtracts it, and which it does not read otherwise.
struct Sum {
  ir::Value variable, term;
  bool isSubtracted;
  const ir::Statement *addition;
};

/// A name for part of an array, for all of it under other extents, or for elements behind a pointer.
struct View {
  const ir::Statement *statement;
  bool isOfPointer = false;
};

/// An element is written, or added to (`Update` and `Accumulate` of a scalar).
struct Store {
  const ir::Statement *statement;
  std::optional<Compound> compound = {};
};

/// An array is copied into part of another one, or added to it (`Update` and `Accumulate` of an array).
struct Copy {
  const ir::Statement *statement;
};

/// Element or row `index` of a map's result.
struct Put {
  enum class How : std::uint8_t {
    Element,
    Row,
    LateRow, ///< the first one says the shape, the others must have it
  };
  ir::Value result, value, index;
  How how = How::Element;
  bool isSaved = false;
  Extents extents = {}; ///< of a late row's array: how many rows, and then those of the row
};

/// The array that a loop carries in a slot is now `next`, or the copy that is beside it. Where there is another slot, `next` is what
/// the loop carries in that one: the two change places.
struct Swap {
  ir::Value carried, next, slot;
  bool isOfCopy = false;
  ir::Value otherSlot = {};
};

struct Check {
  const ir::Statement *statement;
};

/// A function of the user's or of the runtime's, or a definition.
struct Call {
  const ir::Statement *statement;
};

/// A scalar in a device's memory, where kernels write and read it.
struct Cell {
  ir::Value value;
  ir::SourceLocation location;
};

/// The host reads the scalar in a cell, and waits for it.
struct Read {
  ir::Value value;
  ir::SourceLocation location;
};

struct Launch;
struct Scope;
struct With;
struct For;
struct Reduce;
struct Scan;
struct Bins;
struct Branch;
using Node = std::variant<Alloc, Slot, Let, Bind, Variable, Save, Assign, View, Store, Copy, Put, Swap, Check, Call,
                          Cell, Read, Launch, Scope, With, For, Reduce, Scan, Bins, Branch>;
using Nodes = std::vector<Node>;

/// One thread of a device runs these nodes.
struct Launch {
  ir::SourceLocation location;
  Nodes body;
};

/// One call with memory for itself alone.
struct Scope {
  ir::SourceLocation location;
  Nodes body;
};

/// Accumulators, and the statements that add to them.
struct With {
  const ir::Statement *statement;
  Nodes body;
};

/// The iterations of a loop, map or reduction by an operator of the user's own, which runs in order; on a grid by threads with
/// parts that follow each other.
struct For {
  const ir::Statement *statement;
  Level level = Level::Sequential;
  bool isVector = false;    ///< for vector lanes: no iteration reads or writes what another one writes
  std::optional<Dim> count; ///< none: until its condition fails
  Nodes condition, body;
  Nodes operation;          ///< of a reduction in order: its operator on what the body gives, and the assignments
  ir::Values running = {};  ///< of one that may be done in parts: the results that these assign to
  bool isInterleaved = false;   ///< its elements lie between those of other iterations: not every compiler keeps their order in one
  bool isInLanes = false;       ///< no iteration of it or of what is around it waits for a number from the one before
  bool mayFail = false;         ///< a failed check or an exception may end an iteration early
  bool usesWorkspace = false;   ///< an iteration takes memory from it, or reports a failure to it
  Work work = {};               ///< of one iteration, where it is on threads
  ir::Values accumulators = {}; ///< from outside, to which iterations on threads add
  ir::Values copied = {};       ///< those of them that threads may have copies of, since they have an extent
  unsigned depth = 1;           ///< on a grid: so many loops, each the only one in the body of the one around it
  std::vector<Sum> sums = {};   ///< of independent iterations: all numbers that they carry
  bool addsSums = false;        ///< an iteration adds one sum to an element, behind that of the iteration before, and does nothing else
  bool readsColumns = false;    ///< of sums: what neighbouring sums read lies side by side in memory, rather than what one reads
};

/// Operators of reductions that the runtime has skeletons for: the order of their operands may change.
enum class Operator : std::uint8_t { Plus, Times, Minimum, Maximum };
/// Its name in soac::runtime.
const char *spelling(Operator op);

/// A map, the first results of which are accumulated: on threads in one partial result for each.
struct Reduce : For {
  std::vector<Operator> operators;
};

/// The elements that a scan or histogram reads: those of an array in memory, or computed ones.
struct Elements {
  ir::Value array;
  ir::Value index, value; ///< none of a stored array
  Nodes body;             ///< gives `value` at `index`
};

/// All prefixes; on threads in two passes over parts. `combine`: the operator.
struct Scan {
  const ir::Statement *statement;
  Level level = Level::Sequential;
  Work work;
  std::vector<Elements> sources;
  Nodes combine;
};

/// A histogram; on threads in private copies of few bins, or in segments of many.
struct Bins {
  const ir::Statement *statement;
  Dim bins; ///< how many
  Level level = Level::Sequential;
  Work work;
  std::vector<Elements> sources; ///< the keys, then the values
  Nodes combine;
};

struct Branch {
  const ir::Statement *statement;
  Nodes then, otherwise;
};

/// Calls `f` on the nodes inside the node.
void forEachInside(const Node &node, llvm::function_ref<void(const Nodes &)> f);
/// The one loop, map or reduction among the nodes; none where there are more or none.
const Node *onlyLoop(const Nodes &nodes);
/// What loops and reductions have in common; none of other nodes.
const For *iterationsOf(const Node &node);
/// Does nothing happen but in expressions of later nodes?
bool isSilent(const Nodes &nodes);

struct Tree {
  Nodes entry; ///< parameters' numbers, and what the arguments' memory is compared with
  Nodes body;
  Nodes exit; ///< copies of results that lie in another output's memory
  bool usesWorkspace = false;
  ir::ValueMap handles;  ///< of values that have the name and memory of others: those
  ir::ValueMap returned; ///< from results of the function to the arrays that are made in the returned containers
  ir::ValueSet cells;    ///< scalars in a device's memory
  ir::Values readAtEnd;  ///< results that are returned or written to outputs, and the numbers of the arguments' memory
};

/// Where values are, by the tree.
class Places {
public:
  explicit Places(const Tree &tree);

  /// Where `v`, which its statement makes or copies, is; none where nobody needs it.
  std::optional<Space> of(ir::Value v) const;
  /// Where the extent `v` is found; none where `v` is none.
  std::optional<Dim> extent(ir::Value v) const;
  /// Is there a copy of `v` for a moment, for the end of the function?
  bool isCopied(ir::Value v) const { return copied.contains(v); }
  /// The value whose name and memory `v` has.
  ir::Value handle(ir::Value v) const;

private:
  llvm::DenseMap<ir::Value, Space> spaces;
  llvm::DenseMap<ir::Value, Dim> extents;
  llvm::DenseSet<ir::Value> copied;
  ir::ValueMap handles;

  void add(const Nodes &nodes);
};

} // namespace soac::exec
