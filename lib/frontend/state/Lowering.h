// C++ functions to IR: one Lowering writes one ir::Function.
//
// Statements are lowered in program order into the current builder, calls are inlined. Every variable is a run of slots
// that hold current values, so SSA form needs no analysis beforehand: after the branches of an `if` the slots that
// differ become its results; a loop's body starts with a parameter for every slot in scope, and those that the body
// leaves alone are replaced by their first value afterwards. `return`, `break` and `continue` set flags, which are slots
// too; what follows in the same sequence is guarded by them where they are not known.
//
// A refusal makes the whole function fail: nothing is written of it. The statement is left, with results that are empty or
// zero, and the lowering goes on behind it (`recover`), so that all refusals of a function are reported in one run. After
// the first one only those are that follow from no other.
#pragma once

#include "diag/Diagnostic.h"
#include "frontend/state/CallSite.h"
#include "frontend/values/Types.h"
#include "frontend/values/Value.h"
#include "ir/Builder.h"

#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>

#include <llvm/ADT/STLFunctionalExtras.h>

#include <functional>
#include <map>
#include <optional>
#include <set>

namespace soac::frontend {

class Lowering;

/// The pragmas of a loop.
struct LoopRequest {
  unsigned stripmine = 1, revolve = 0;
  std::function<ir::Value(Lowering &)> bound; ///< evaluates `bound(expr)` at the loop's entry, i64; may be empty
  std::string boundText;
  std::vector<std::string> noFalseDependencies; ///< names of variables in scope
};

/// The lowering's questions to its surroundings.
class Hooks {
public:
  virtual ~Hooks() = default;
  /// For a call of something in namespace soac that is not a member of its containers: combinators, operators
  /// (`soac::gradient<f>(x)` is a call of an operator()), `stop_gradient`, .. Null where it is any other call.
  virtual CallLowering soacCall(const CallSite &site) = 0;
  virtual LoopRequest loopRequest(const clang::Stmt *loop) = 0;
  /// Of a function that is about to be lowered: refuses code that means something else to other compilers.
  virtual void checkText(Lowering &lowering, const clang::FunctionDecl *function) = 0;
  virtual bool dropsOutput() const = 0; ///< printf and streams are left out
};

class Lowering {
public:
  Lowering(Types &types, diag::Engine &engine, Hooks &hooks, ir::Function &function);
  ~Lowering();

  Types &types;
  diag::Engine &engine;
  Hooks &hooks;
  ir::Function &function;

  // ---- Whole functions. -------------------------------------------------------------------------------------------

  /// A parameter of the function that is written. `argument` is what the body gets: views, pointers and references refer
  /// to slots of their own, whose values afterwards are `finals`.
  struct Parameter {
    FValue argument;
    ir::Values values;                      ///< as given, one per leaf
    llvm::SmallVector<int, 4> slots;        ///< per leaf: where its value is kept, -1 for a leaf passed by value
    ir::Value isPresent;                    ///< of a pointer: whether it is not null, a bool; unset where that is not known
  };
  /// `values`: one per leaf of the parameter's interface::CxxType, already parameters of a block.
  Parameter makeParameter(clang::QualType declared, llvm::ArrayRef<ir::Value> values, llvm::StringRef name,
                          ir::Value isPresent = {});
  /// A parameter that has no value in generated code: its uses are refused.
  Parameter makeBystander(clang::QualType declared, llvm::StringRef name);
  ir::Values finals(const Parameter &parameter); ///< one per leaf; equal to the value given where nothing was written
  /// The types of the leaves of a parameter or result of this type at the C++ edge: those of its interface::CxxType.
  std::optional<ir::Types> edgeTypes(clang::QualType declared);
  /// The result of a function as the values of its interface::CxxType: views and references are read.
  ir::Values edgeValues(const FValue &value);

  /// Puts the statements of constants outside functions in front of `function.body`. The last thing to call.
  void finish();

  // ---- Calls. -----------------------------------------------------------------------------------------------------

  /// Inlines `callee`. Arguments are converted to its parameters as far as arrays and arithmetic types convert.
  FValue callFunction(const clang::FunctionDecl *callee, llvm::ArrayRef<FValue> arguments, const clang::Expr *site,
                      std::optional<Location> object = std::nullopt);
  /// Calls a closure, a function object or a function. Of a generic operator() the instantiation that fits is taken.
  FValue callObject(const FValue &callee, llvm::ArrayRef<FValue> arguments, const clang::Expr *site);

  // ---- Expressions. -----------------------------------------------------------------------------------------------

  FValue value(const clang::Expr *e);         ///< of any expression; an lvalue is read
  FValue copy(const clang::Expr *e);          ///< the same for a variable, in which rows have the lengths that they have
  Location location(const clang::Expr *e);    ///< of a glvalue, or of a temporary made of a prvalue
  ir::Value scalar(const clang::Expr *e);     ///< of arithmetic type
  ir::Value condition(const clang::Expr *e);  ///< bool
  std::optional<std::int64_t> constantInt(const clang::Expr *e);

  /// An FValue of `type` made of IR values, one per leaf; views, pointers and references get a temporary to refer to.
  FValue make(clang::QualType type, llvm::ArrayRef<ir::Value> values);
  FValue make(const Layout *layout, llvm::ArrayRef<ir::Value> values);
  FValue makeScalar(ir::Value v, clang::QualType type);
  /// The IR leaves of a value, of the target for references, views and (whole) pointers.
  ir::Values data(const FValue &v);
  /// The shape of `data`: of an array-like the array's; of a reference that of its object.
  const Layout *dataLayout(const FValue &v);
  ir::Value asScalar(const FValue &v, ir::Scalar type);
  ir::Value asIndex(const FValue &v);

  // ---- Locations. -------------------------------------------------------------------------------------------------

  Location newVariable(const FValue &init, llvm::StringRef name);
  Location newVariable(const Layout *layout, llvm::StringRef name); ///< not written yet
  FValue read(const Location &at, const clang::Stmt *site = nullptr); ///< rows of arrays have one length, which is checked
  FValue copy(const Location &at, const clang::Stmt *site = nullptr); ///< for a variable: they have the lengths that they have
  void write(const Location &at, const FValue &v, const clang::Stmt *site = nullptr);
  Location field(const Location &record, unsigned index);
  Location element(const Location &array, llvm::ArrayRef<ir::Value> indices); ///< i64; fewer than the rank: a row
  Location slice(const Location &array, ir::Value start, ir::Value count, std::int64_t step, const Layout *layout);
  ir::Value extent(const Location &array, unsigned axis);
  FValue reference(const Location &to, const Layout *layout); ///< Reference, View or Pointer (at offset 0) of `layout`
  Location referent(const FValue &v); ///< of a Reference or View: what it refers to; of others: a temporary
  std::optional<Location> variable(const clang::ValueDecl *decl);
  std::optional<Location> variableNamed(llvm::StringRef name); ///< in scope in the function being lowered

  // ---- Blocks. ----------------------------------------------------------------------------------------------------

  ir::Builder &builder() { return *current; }
  /// Lowers `body` into a new block; variables of the outside that it writes are refused, as SOACs' operators may not.
  ir::Block operatorBlock(llvm::ArrayRef<ir::Type> parameters, llvm::ArrayRef<ir::Name> names,
                          llvm::function_ref<ir::Values(llvm::ArrayRef<ir::Value>)> body, const clang::Expr *site);

  // ---- Refusals. --------------------------------------------------------------------------------------------------

  /// Is the statement that is lowered refused? At the end of the outermost function: is anything?
  bool failed() const { return hasFailed; }
  /// Goes on behind a statement that was refused, but not in a library's function: the call of it is refused.
  void recover();
  /// The end of the outermost function.
  void settle() { hasFailed |= hasRefused; }
  /// Refusals are in a function that is lowered by itself.
  void followRefusal() { hasFailed = hasRefused = true; }
  /// A value of this shape that stands for a refused one; nothing where it cannot be made of IR values.
  FValue refusedValue(const Layout *layout);
  /// Reports at the range of `at`, unless it follows from an earlier refusal. Notes: why, and what to do.
  void refuse(diag::Id id, clang::SourceRange at, std::vector<std::string> arguments = {},
              std::vector<std::string> notes = {});
  diag::Place place(clang::SourceRange range) const;
  ir::SourceLocation sourceLocation(clang::SourceLocation at);

  struct State; ///< of the lowering's own files: slots, frames, tables
  State &internals() { return *state; }

private:
  friend class BuilderScope;
  ir::Builder *current = nullptr;
  bool hasFailed = false;
  bool hasRefused = false; ///< anything in the whole function
  std::set<std::pair<diag::Id, std::string>> refusedNames; ///< variables and functions of which it was said
  std::unique_ptr<State> state;
};

void setLocation(Lowering &l, clang::SourceLocation at);

} // namespace soac::frontend
