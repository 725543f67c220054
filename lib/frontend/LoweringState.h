// What a Lowering keeps: slots, scopes, frames of inlined calls. Private to the lowering's own files.
#pragma once

#include "frontend/Clang.h"
#include "frontend/Evaluations.h"
#include "frontend/ExpressionText.h"
#include "frontend/Lowering.h"
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
  bool isResult = false; ///< of what a function returns: a path that leaves has written it
  bool isAlive = true;
  bool isGlobal = false; ///< a constant outside functions: never written
  bool mayBeNull = false; ///< what a pointer parameter points to, which may be nothing
  ir::Value isPresent;    ///< of that: a bool, unset where it is not known
  bool isAllocated = false;   ///< memory from new[] or malloc: it lives until the block of control flow around ends
  const clang::StringLiteral *literal = nullptr; ///< whose characters it holds
  bool isStaticShape = false; ///< an array whose extents follow from its C++ type
  /// What a pointer parameter points to: the extents of the fixed arrays that are part of its one dimension.
  llvm::SmallVector<std::int64_t, 2> rows;
  std::string name;
  /// A copy that stands for a reference: valid as long as these slots hold what it was made of.
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

/// How a narrow integer came to be, as far as its 64-bit counterpart is known to have the same value.
struct Definition {
  prims::Prim prim{};
  ir::Value a, b;
};

struct ParallelLoop; // OpenMp.h

struct Lowering::State {
  State(ir::ValueTable &values, std::vector<ir::Statement> &body)
      : root(values, body), prologueBuilder(values, prologue) {}

  ir::Builder root;
  std::vector<ir::Statement> prologue; ///< constants outside functions
  ir::Builder prologueBuilder;

  std::vector<SlotInfo> infos;
  std::vector<Slot> slots;
  std::vector<unsigned> live; ///< slots in scope, in order of creation
  std::vector<std::unique_ptr<Frame>> frames;
  llvm::DenseMap<const clang::VarDecl *, Location> globals;
  llvm::DenseMap<const clang::ValueDecl *, ExpressionText> texts; ///< variables and parameters that hold strings
  llvm::DenseMap<const char *, unsigned> files;
  llvm::DenseMap<ir::Value, Definition> definitions; ///< sums, products and casts that are the same in 64 bits
  llvm::DenseMap<ir::Value, Definition> integers;    ///< every integer that is computed
  llvm::DenseMap<ir::Value, Definition> elements;    ///< integers that are read: of array `a` the element at `b`
  llvm::DenseMap<ir::Value, ir::Value> entryValues; ///< of a loop's parameter: what it is in the first iteration
  /// Loop parameters that were taken to stay what they are at entry, and where.
  std::vector<std::pair<ir::Value, clang::SourceRange>> takenAsEntry;
  llvm::DenseMap<ir::Value, ir::Value>
      shapeRoots;                            ///< an array of the same shape as the key, found by following updates
  llvm::DenseSet<ir::Value> indeterminate;   ///< what members hold that a constructor has left unwritten
  llvm::DenseSet<unsigned> entryTargetReads; ///< slots whose entry target the loop being lowered has read
  Evaluations evaluations;
  std::vector<EntryRead> entryReads;
  const std::vector<ir::Statement> *loopBody = nullptr; ///< of the innermost loop: what each of its iterations does
  llvm::DenseSet<unsigned> *readLog = nullptr;     ///< when set, every slot that is read

  bool isLoopExit = false; ///< what is lowered decides whether a loop goes on
  bool isStopped = false;  ///< control does not come here: the program has thrown or ended
  /// Slots that two pointer parameters refer to, which the function takes to point into one array.
  std::optional<std::pair<unsigned, unsigned>> joined;
  unsigned inLoops = 0;   ///< depth of loops whose bodies are being lowered
  unsigned withRules = 0; ///< depth of functions that have rules of their own: these may call what is not visible
  std::vector<const clang::FunctionDecl *> rules; ///< rules that are being lowered
  unsigned derivatives = 0; ///< how many derivatives are around what is being lowered
  std::size_t ruleFrames = 0; ///< how many frames are around the innermost of them: a rule may call what is around it

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

/// What stops while it lives stops a part of the program, which may not be reached.
class StopScope {
public:
  explicit StopScope(Lowering &lowering) : state(lowering.internals()), around(std::exchange(state.isStopped, false)) {}
  StopScope(const StopScope &) = delete;
  ~StopScope() { state.isStopped = around; }

private:
  Lowering::State &state;
  bool around;
};

// ---- The parts of the lowering, by file. -----------------------------------------------------------------------------

// Locations.cpp
/// Fails at run time where the shapes differ; nothing where they are the same by construction.
void checkSameShape(Lowering &l, ir::Value a, ir::Value b, llvm::StringRef name);

// Statements.cpp
void lowerStatement(Lowering &l, const clang::Stmt *s);
void lowerSequence(Lowering &l, llvm::ArrayRef<const clang::Stmt *> statements);
void lowerDeclaration(Lowering &l, const clang::Decl *d);
void lowerVariable(Lowering &l, const clang::VarDecl *d);

// ControlFlow.cpp
void lowerIfElse(Lowering &l, ir::Value condition, llvm::function_ref<void()> then, llvm::function_ref<void()> otherwise);
/// True when `rest`, the statements after it, was lowered with it.
bool lowerIf(Lowering &l, const clang::IfStmt *s, llvm::ArrayRef<const clang::Stmt *> rest);
void lowerSwitch(Lowering &l, const clang::SwitchStmt *s);
unsigned newFlag(Lowering &l, llvm::StringRef name);
void setFlag(Lowering &l, unsigned flag, bool value);
std::optional<bool> knownFlag(Lowering &l, unsigned flag);
/// Whether control has left the sequence being lowered: known, or a bool value.
struct Jumped {
  std::optional<bool> known;
  ir::Value value;
};
Jumped jumped(Lowering &l);
/// Lowers `rest` where control has not left.
void guarded(Lowering &l, llvm::function_ref<void()> rest);

// Loops.cpp, LoopBuilder.cpp, CountedForm.cpp
void lowerLoop(Lowering &l, const clang::Stmt *loop);
void lowerRangeFor(Lowering &l, const clang::CXXForRangeStmt *loop);

// OpenMp.cpp
void lowerDirective(Lowering &l, const clang::OMPExecutableDirective *d);

// Calls.cpp
FValue lowerCall(Lowering &l, const clang::CallExpr *call);
/// The object that a member function is called on.
Location objectOf(Lowering &l, const clang::CallExpr *call);
/// Evaluates an argument for a parameter of this type: a Reference for reference parameters.
FValue lowerArgument(Lowering &l, const clang::Expr *e, clang::QualType parameter);
FValue convertTo(Lowering &l, const FValue &v, const Shape *shape, const clang::Expr *site);

/// Lowers the body of a function in a new frame; `before` runs first in it (member initialisers).
FValue inlineFunction(Lowering &l, const clang::FunctionDecl *function, llvm::ArrayRef<FValue> arguments,
                      const clang::Expr *site, std::optional<Location> object, llvm::function_ref<void()> before);

// Exits.cpp
/// `throw e`: the program leaves here, and so does what is generated.
FValue lowerThrow(Lowering &l, const clang::CXXThrowExpr *e);
/// Does the function never return to its caller, and is the call left as it is?
bool isExit(const clang::FunctionDecl *callee);
/// std::abort(), std::exit(1), a function of a header that is [[noreturn]].
FValue lowerExit(Lowering &l, const clang::CallExpr *call, const clang::FunctionDecl *callee);

// Output.cpp
/// Is it a call that writes to a file or a stream, as a statement of its own, and is that left out?
bool dropsOutput(Lowering &l, const clang::Stmt *s);
void lowerDroppedOutput(Lowering &l, const clang::Stmt *s);
bool isOutput(const clang::FunctionDecl *callee);
/// A stream or file that output goes to.
bool isOutputHandle(clang::QualType type);

// Constructors.cpp
FValue zeroOf(Lowering &l, const Shape *shape);
/// What new elements of a container are: zero, or what their default constructor makes. Nothing where that is refused.
std::optional<FValue> defaultElement(Lowering &l, const Shape *shape, const clang::Expr *site);
/// Is it made by constructors whose bodies are read?
bool isUserRecord(const Shape *shape);
FValue lowerConstruct(Lowering &l, const clang::CXXConstructExpr *e);
/// What a std::reverse_iterator stands behind; nothing of other values.
std::optional<FValue> currentOf(const FValue &iterator);
/// The elements from one iterator or pointer to another, as an array of this shape.
FValue elementsBetween(Lowering &l, const FValue &from, const FValue &to, const Shape *shape, const clang::Expr *site);
/// `T(a, b)` of an aggregate.
FValue lowerParenInit(Lowering &l, const clang::CXXParenListInitExpr *e);
/// The value of what is moved from; a vector or array is empty afterwards.
FValue takeFrom(Lowering &l, const clang::Expr *source);
void constructInto(Lowering &l, const Location &at, const clang::CXXConstructExpr *e);
void callConstructor(Lowering &l, const Location &at, const clang::CXXConstructorDecl *constructor,
                     llvm::ArrayRef<FValue> arguments, const clang::Expr *site);

/// An object that this constructor makes.
FValue constructed(Lowering &l, const Shape *shape, const clang::CXXConstructorDecl *constructor,
                   llvm::ArrayRef<FValue> arguments, const clang::Expr *site);

// Emplace.cpp
/// The element that `call`, an emplace_back or push_back, makes of the arguments.
FValue emplacedElement(Lowering &l, const Shape *element, const clang::CallExpr *call,
                       llvm::ArrayRef<const clang::Expr *> arguments);

// Records.cpp
FValue lowerInitList(Lowering &l, const clang::InitListExpr *e, const Shape *shape);
FValue lowerLambda(Lowering &l, const clang::LambdaExpr *e);
bool fieldIndex(const Shape *record, const clang::NamedDecl *decl, unsigned &index);
std::optional<FValue> constructTuple(Lowering &l, const clang::CXXConstructExpr *e, const Shape *shape);

// Optional.cpp
std::optional<FValue> constructOptional(Lowering &l, const clang::CXXConstructExpr *e, const Shape *shape);

// CustomRules.cpp
/// A call of a function whose body is not visible or the system's, where that is allowed and it is one of scalars.
std::optional<FValue> lowerOutsideCall(Lowering &l, const clang::FunctionDecl *callee, llvm::ArrayRef<FValue> arguments,
                                       const clang::Expr *site);

// Cmath.cpp
/// A function of <cmath> of these values, where it is named by a pointer; nothing where it is none.
std::optional<FValue> lowerMathFunction(Lowering &l, const clang::FunctionDecl *callee,
                                        llvm::ArrayRef<FValue> arguments);

// Allocation.cpp, Memory.cpp
FValue lowerNew(Lowering &l, const clang::CXXNewExpr *e);
FValue lowerDelete(Lowering &l, const clang::CXXDeleteExpr *e);
/// `static_cast<T *>(malloc(n * sizeof(T)))`; nothing for other casts.
std::optional<FValue> allocatedBy(Lowering &l, const clang::CastExpr *e);
FValue constructOwner(Lowering &l, const clang::CXXConstructExpr *e, const Shape *shape);
/// How many elements of `size` bytes so many bytes are: `n * sizeof(T)` is n. Where that is not seen and `isExact`, it is
/// checked at run time that none is cut off.
ir::Value elementCount(Lowering &l, const clang::Expr *bytes, std::int64_t size, bool isExact);

// Containers.cpp, Pointers.cpp
bool isContainer(const clang::CXXRecordDecl *record);
std::optional<FValue> constructContainer(Lowering &l, const clang::CXXConstructExpr *e, const Shape *shape);
FValue pointerTo(Lowering &l, const Location &array, ir::Value offset, const Shape *pointer);
Location dereference(Lowering &l, const FValue &pointer, ir::Value offset, const clang::Expr *site);
/// Two pointers do not point into one array.
void refuseApart(Lowering &l, clang::SourceRange site);
FValue advance(Lowering &l, const FValue &pointer, ir::Value by);
FValue addressOf(Lowering &l, const Location &at, const Shape *pointer);
/// The array of which this is the pointer to its first element; null for other expressions.
const clang::Expr *decayed(const clang::Expr *e);
/// A pointer to an element, or a row, of a C array of arrays at constant indices: it may go on into the next row.
std::optional<FValue> pointerIntoRows(Lowering &l, const clang::Expr *e, const Shape *pointer);
FValue pointerOperation(Lowering &l, clang::BinaryOperatorKind op, const FValue &a, const FValue &b, const Shape *result,
                        const clang::Expr *site);
FValue viewOfPointer(Lowering &l, const FValue &pointer, llvm::ArrayRef<ir::Value> extents, const Shape *view,
                     const clang::Expr *site);
/// Whether the pointer is not null, a bool; unset, and refused, where that is not known.
ir::Value notNull(Lowering &l, const FValue &pointer, const clang::Expr *site);
FValue lowerPointerBinary(Lowering &l, const clang::BinaryOperator *e);
/// View of an array-like value or lvalue, for a view parameter.
FValue viewOf(Lowering &l, const Location &array, const Shape *view);

// Complex.cpp
bool isComplex(const clang::Expr *e); ///< of a built-in complex type, which std::complex holds
FValue complexBinary(Lowering &l, const clang::BinaryOperator *e);
void complexCompound(Lowering &l, const clang::CompoundAssignOperator *e, const Location &at, const FValue &right);
FValue complexUnary(Lowering &l, const clang::UnaryOperator *e);
Location complexPart(Lowering &l, const clang::UnaryOperator *e);
FValue complexCast(Lowering &l, const clang::CastExpr *e);
FValue imaginaryLiteral(Lowering &l, const clang::ImaginaryLiteral *e);

// Casts.cpp
FValue lowerCast(Lowering &l, const clang::CastExpr *e);
Location lowerCastLocation(Lowering &l, const clang::CastExpr *e);
FValue convertScalar(Lowering &l, const FValue &v, const Shape *to);
ir::Value widen(Lowering &l, ir::Value v); ///< an integer as i64, exact where the C++ has no overflow

// Arithmetic.cpp
FValue lowerBinary(Lowering &l, const clang::BinaryOperator *e);
FValue lowerUnary(Lowering &l, const clang::UnaryOperator *e);
Location lowerCompoundAssign(Lowering &l, const clang::CompoundAssignOperator *e);
Location lowerAssign(Lowering &l, const clang::BinaryOperator *e);
Location lowerIncrement(Lowering &l, const clang::UnaryOperator *e, FValue *before);
FValue arithmetic(Lowering &l, clang::BinaryOperatorKind op, const FValue &a, const FValue &b, const Shape *result);

// Expressions.cpp
/// Notes that an expression with an effect is evaluated; false, and an error of the tool, where it was before.
bool evaluateOnce(Lowering &l, const clang::Expr *e);
/// A temporary whose destructor does something is refused: false.
bool endsQuietly(Lowering &l, const clang::Expr *e);

// Variables.cpp
/// After a refusal: what stands for a value of this shape, so that the rest of the statement is looked at. Where nothing
/// can, the statement stays refused.
FValue standIn(Lowering &l, const Shape *shape);

// Constants.cpp
std::optional<std::int64_t> constantInt(const clang::ASTContext &context, const clang::Expr *e);
std::optional<FValue> constantValue(Lowering &l, const clang::Expr *e);
std::optional<Location> globalVariable(Lowering &l, const clang::VarDecl *d, const clang::Expr *site);
/// Is it of another file, or a table that another file may fill, so that its value is what it holds as generated code runs?
bool isReadByName(Lowering &l, const clang::VarDecl *d, bool isConst);
/// Its value; none where generated code cannot name it.
FValue readByName(Lowering &l, const clang::VarDecl *d);
Location stringTable(Lowering &l, const clang::StringLiteral *text);

// Lowering.cpp
void setLocation(Lowering &l, clang::SourceLocation at);

// Variables.cpp
/// The leaves of a variable that nothing has written.
llvm::SmallVector<ir::Value, 4> zeroLeaves(Lowering &l, const Shape *shape);
/// Whether all extents in a value follow from its C++ type.
bool hasStaticShape(const Shape *shape);
/// Names the value after the user's variable, unless it has a name.
void nameLeaf(ir::ValueTable &values, ir::Value v, llvm::StringRef name);
/// A value made where C++ has a const reference: read-only, and only as long as what it was made of stays as it is.
Location copyForReference(Lowering &l, const FValue &v, const llvm::DenseSet<unsigned> &sources);

} // namespace soac::frontend
