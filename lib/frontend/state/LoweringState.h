// The state of a Lowering: slots, scopes, frames of inlined calls. Private to the lowering's own files.
#pragma once

#include "frontend/parse/Clang.h"
#include "frontend/state/Evaluations.h"
#include "frontend/state/ExpressionText.h"
#include "frontend/state/Lowering.h"
#include "ir/Walk.h"
#include "prims/Prims.h"

namespace clang {
class OMPExecutableDirective;
}

namespace soac::frontend {

/// Has the variable been given a value on the way here? `LoopEntry` is `No` at the start of a loop's body, where an
/// earlier iteration may have written it.
enum class Written : std::uint8_t { No, LoopEntry, Maybe, Yes };

struct Slot {
  Leaf leaf;
  Written written = Written::No;
  bool isEntryTarget = false; ///< a target as it was when the loop around began: it may be another in later iterations
  bool isEmptyArray = false;  ///< an array that has no elements yet (default constructed)
  bool isFreed = false;       ///< memory that has been given back
};

/// A read of a slot in state LoopEntry.
struct EntryRead {
  unsigned slot;
  clang::SourceRange range;
  bool isInEveryIteration; ///< hence in the first one, before any write
};

struct SlotInfo {
  ir::Type type;
  bool isTarget = false;
  bool isFlag = false;  ///< a jump flag: known to be false where a loop's body begins
  bool isResult = false; ///< of a function's result: a path that leaves has written it
  bool isAlive = true;
  bool isGlobal = false; ///< a constant outside functions: never written
  bool mayBeNull = false; ///< the pointee of a pointer parameter that may be null
  ir::Value isPresent;    ///< of that: a bool, unset where it is not known
  bool mayCoincide = false; ///< of a definition: another such slot may be the same variable, if neither is written
  bool isAllocated = false;   ///< memory from new[] or malloc: it lives until the block of control flow around ends
  const clang::StringLiteral *literal = nullptr; ///< whose characters it holds
  bool isStaticShape = false; ///< an array whose extents follow from its C++ type
  /// Of the pointee of a pointer parameter: the extents of the fixed arrays that are part of its one dimension.
  llvm::SmallVector<std::int64_t, 2> rows;
  /// Of an array whose rows get their lengths one by one: the slot that has them, for each dimension where that is so.
  struct Lengths {
    unsigned dimension, slot;
  };
  llvm::SmallVector<Lengths, 1> lengths;
  llvm::SmallVector<unsigned, 1> measured; ///< of such lengths: whose they are
  std::string name;
  /// A copy that stands for a reference: valid as long as these slots keep their values.
  std::vector<std::pair<unsigned, Leaf>> mirrored;
  bool isCopy = false;
};

/// A loop or switch that `break` and `continue` can leave.
struct JumpTarget {
  unsigned broken = 0;
  unsigned continued = 0;
  bool isSwitch = false;
};

/// One inlined call.
struct Frame {
  const clang::Expr *site = nullptr; ///< the call; none for the function that is written
  const clang::FunctionDecl *function = nullptr;
  llvm::DenseMap<const clang::ValueDecl *, Location> variables;
  std::optional<Location> object; ///< *this
  llvm::DenseMap<const clang::ValueDecl *, clang::FieldDecl *> captures;
  clang::FieldDecl *thisCapture = nullptr;
  Location result;
  unsigned returned = 0;
  std::vector<JumpTarget> jumps;
  std::vector<ir::Value> arrayInitIndices;
  llvm::DenseMap<const clang::OpaqueValueExpr *, Location> opaques;
};

/// Where an integer was read from.
struct Element {
  ir::Value array, index;
};

struct ParallelLoop; // OpenMp.h

struct CalledFunctions; // lower/CalledFunctions.h

struct Lowering::State {
  State(ir::ValueTable &values, std::vector<ir::Statement> &body)
      : root(values, body), prologueBuilder(values, prologue) {}

  ir::Builder root;
  std::vector<ir::Statement> prologue; ///< constants outside functions
  ir::Builder prologueBuilder;

  std::shared_ptr<CalledFunctions> called; ///< shared with definitions; none before it is asked for

  std::vector<SlotInfo> infos;
  std::vector<Slot> slots;
  std::vector<unsigned> live; ///< slots in scope, in order of creation
  std::vector<std::unique_ptr<Frame>> frames;
  llvm::DenseMap<const clang::VarDecl *, Location> globals;
  llvm::DenseMap<const clang::ValueDecl *, ExpressionText> texts; ///< variables and parameters that hold strings
  llvm::DenseMap<const char *, unsigned> files;
  llvm::DenseMap<ir::Value, ir::Apply> integers; ///< those that are computed, in whichever block
  llvm::DenseMap<ir::Value, Element> elements;   ///< those that are read
  llvm::DenseMap<ir::Value, ir::Value> entryValues; ///< of a loop's parameter: its value in the first iteration
  /// Loop parameters that were taken to stay as they are at entry, and where.
  std::vector<std::pair<ir::Value, clang::SourceRange>> takenAsEntry;
  /// Arrays of the function that is written, its parameters and results: rows of theirs that differ in length.
  llvm::DenseMap<ir::Value, llvm::SmallVector<RowLengths, 1>> rowsOf;
  bool hasOwnRows = false;  ///< rows of parameters and results may differ
  bool returnsRows = false; ///< rows of a result may differ
  llvm::DenseMap<ir::Value, ir::Value>
      shapeRoots;                            ///< an array of the same shape as the key, found by following updates
  llvm::DenseSet<ir::Value> indeterminate;   ///< the values of members that a constructor has left unwritten
  llvm::DenseSet<unsigned> entryTargetReads; ///< slots whose entry target the loop being lowered has read
  Evaluations evaluations;
  std::vector<EntryRead> entryReads;
  const std::vector<ir::Statement> *loopBody = nullptr; ///< the statements of an iteration of the innermost loop
  llvm::DenseSet<unsigned> *readLog = nullptr;     ///< when set, every slot that is read

  bool isLoopExit = false; ///< the expression decides whether a loop goes on
  bool isStopped = false;  ///< control does not come here: the program has thrown or ended
  /// Slots that two pointer parameters refer to, which the function takes to point into one array.
  std::optional<std::pair<unsigned, unsigned>> joined;
  unsigned inLoops = 0;   ///< depth of loops whose bodies are being lowered
  unsigned withRules = 0; ///< depth of functions that have rules of their own: these may call functions that are not visible
  std::vector<const clang::FunctionDecl *> rules; ///< rules that are being lowered
  unsigned derivatives = 0; ///< how many derivatives are around the code that is being lowered
  std::size_t ruleFrames = 0; ///< how many frames are around the innermost of them: a rule may call functions around it

  llvm::DenseMap<const clang::Stmt *, std::shared_ptr<const ParallelLoop>> parallelLoops;
  unsigned inParallelLoops = 0;                       ///< depth of those that are being lowered
  std::vector<std::pair<unsigned, unsigned>> guarded; ///< ranges of values: made by one thread at a time

  Frame &frame() { return *frames.back(); }
};

/// Puts another builder in place while it lives.
class BuilderScope {
public:
  BuilderScope(Lowering &lowering, ir::Builder &builder) : lowering(lowering), before(lowering.current) {
    builder.location = before->location;
    lowering.current = &builder;
  }
  BuilderScope(const BuilderScope &) = delete;
  ~BuilderScope() { lowering.current = before; }

private:
  Lowering &lowering;
  ir::Builder *before;
};

/// Variables made while it lives go out of scope with it, and allocated memory where it is a block's of the IR.
class VariableScope {
public:
  explicit VariableScope(Lowering &lowering, bool isBlock = false)
      : state(lowering.internals()), mark(state.live.size()), isBlock(isBlock) {}
  VariableScope(const VariableScope &) = delete;
  ~VariableScope() {
    const auto goes = [&](unsigned slot) { return isBlock || !state.infos[slot].isAllocated; };
    for (const unsigned slot : llvm::drop_begin(state.live, mark))
      state.infos[slot].isAlive = !goes(slot);
    state.live.erase(std::remove_if(state.live.begin() + static_cast<std::ptrdiff_t>(mark), state.live.end(), goes),
                     state.live.end());
  }

private:
  Lowering::State &state;
  std::size_t mark;
  bool isBlock;
};

/// A stop while it lives is one of a part of the program, which may not be reached.
class StopScope {
public:
  explicit StopScope(Lowering &lowering) : state(lowering.internals()), around(std::exchange(state.isStopped, false)) {}
  StopScope(const StopScope &) = delete;
  ~StopScope() { state.isStopped = around; }

private:
  Lowering::State &state;
  bool around;
};

} // namespace soac::frontend
