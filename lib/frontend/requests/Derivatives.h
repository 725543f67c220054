// From requests to functions of the IR: each operator and each plain derivative becomes `Differentiate` statements around
// the inlined primal. Operators inside operators, and inside lowered functions, nest.
//   double f_vjp(double x, double r_adj, double &x_adj)   ->
//   r, x_adj_1 = differentiate adjoint (x), seeds (r_adj), initial (_) |x_1| { f(x_1) }
#pragma once

#include "frontend/requests/Requests.h"
#include "frontend/state/Lowering.h"
#include "frontend/values/CxxTypes.h"

namespace soac::frontend {

/// The leaves of every parameter.
using Arguments = std::vector<ir::Values>;

/// Calls F on the leaves of its parameters; returns the leaves of its result.
ir::Values callCallee(Lowering &lowering, const Callee &callee, const Arguments &arguments, clang::SourceRange place);

/// Calls an operator on F's arguments, then the seeds. Returns the leaves of its result: the value of F where the operator
/// returns it, then the derivative.
ir::Values callOperator(Lowering &lowering, const Operator &op, const Arguments &arguments);

/// Refuses an operator whose result type, named by a specialisation of soac::tangent, does not have these leaves.
bool refuseOtherLeaves(Lowering &lowering, const Operator &op, llvm::ArrayRef<ir::Value> leaves);

/// F and its derivative at some arguments: the leaves of the result, and the derivatives of differentiable leaves, in order.
struct Derivative {
  ir::Values primal, derivative;
};

/// F's derivative by its parameters `wrt` in the direction of `seeds`: in tangent mode one seed per differentiable leaf of
/// these parameters, in adjoint mode one per differentiable leaf of the result; an unset seed is zero. With `directions`,
/// seeds and derivatives have one dimension more, the last. Emitted into the current block.
Derivative derivative(Lowering &lowering, const Operator &op, ir::Mode mode, const Arguments &arguments,
                      llvm::function_ref<ir::Values(llvm::ArrayRef<ir::Value> results)> seeds,
                      ir::Value directions = {});

/// jmp, mjp, jacobian_forward, jacobian_reverse: many directions at once. `seeds` are the leaves of every seed.
ir::Values callVectorMode(Lowering &lowering, const Operator &op, const Arguments &arguments, const Arguments &seeds);

inline bool isDifferentiable(Lowering &lowering, ir::Value v) { return lowering.builder().type(v).isDifferentiable(); }

/// True for functions that the main file defines, false for functions of headers.
bool isDefinedHere(const clang::FunctionDecl *function);

/// The functions of one file.
class Derivatives {
public:
  Derivatives(Parsed &parsed, Types &types, Hooks &hooks, diag::Engine &engine, std::string stem);

  /// Adds the operator's function and its binding; adds nothing when it is refused.
  void addOperator(const Operator &op, interface::Unit &unit);
  /// Adds `f_vjp` and `f_jvp`, as far as requested and not refused.
  void addPlain(const PlainRequest &request, interface::Unit &unit);
  /// The plain functions' declarations, so that their calls parse before they exist.
  std::string declarations(llvm::ArrayRef<PlainRequest> requests);

  /// A plain function to be written (frontend/requests/PlainDerivative.h).
  struct Plain;
  /// Pointer parameters, each with an earlier parameter that points into the same array.
  using Joined = std::map<unsigned, unsigned>;

private:
  std::optional<interface::CxxType> edgeType(clang::QualType type, const char *what, clang::SourceRange place);
  std::optional<interface::CxxType> parameterType(const clang::ParmVarDecl *parameter, clang::SourceRange place, bool isReporting);
  std::optional<interface::CxxType> resultType(clang::QualType type, clang::SourceRange place);
  std::string operatorName(const Operator &op);
  std::string calleeName(const Callee &callee);
  std::optional<std::string> spelling(const Operator &op);
  std::optional<std::string> spelling(const Callee &callee, clang::SourceRange place);
  std::optional<interface::CxxType> tangentType(const Layout *layout, const interface::CxxType &edge,
                                                std::string &whyNot);
  std::optional<interface::CxxType> pointerRecordTangent(const Layout *layout, const interface::CxxType &edge,
                                                         std::string &whyNot);
  bool returnsAll(const clang::FunctionDecl *function, clang::SourceRange place);
  std::string unique(std::string name);
  bool declare(const clang::FunctionDecl *function, clang::SourceRange place, interface::Unit &unit);
  bool checkDefined(const Callee &callee, clang::SourceRange place);
  std::nullopt_t refusePlain(const PlainRequest &request, const std::string &why, bool isReporting);
  bool addPrimal(Plain &plain, const PlainRequest &request, bool isReporting);
  bool addDerivatives(Plain &plain, const PlainRequest &request, ir::Mode mode, bool isReporting);
  std::optional<Plain> plainSignature(const PlainRequest &request, ir::Mode mode, bool isReporting);
  std::vector<unsigned> chosenParameters(const Plain &plain, const PlainRequest &request, std::string &mistake);
  std::vector<clang::QualType> wantedTypes(const Plain &plain, const PlainRequest &request);
  /// Where the function was refused because a parameter that it uses has no value, reports this in place of the errors
  /// found since `before`.
  void explainRefusal(const Plain &plain, const PlainRequest &request, const std::vector<diag::Diagnostic> &before);
  /// False where the function was refused; `joined` has grown where a missing pair was the reason.
  /// With `rows`, those of parameters and of the result have lengths of their own.
  bool fillPlain(Plain &plain, const PlainRequest &request, ir::Mode mode, Joined &joined,
                 Types::RowsOfParameters *rows = nullptr);
  bool dropsDerivative(const Operator &op, unsigned parameter, const interface::CxxType &type);
  std::optional<interface::CxxFunction> operatorSignature(const Operator &op, Arguments &arguments);
  std::optional<interface::CxxFunction> operatorFunction(const Operator &op, Types::RowsOfParameters *rows = nullptr);
  /// Lets rows of the function differ in length: adds the function that `make` makes, to be called then, where the lengths
  /// make a difference. Nothing changes where it is refused.
  void tryRows(interface::CxxFunction &made, interface::Unit &unit,
               llvm::function_ref<std::optional<interface::CxxFunction>(Types::RowsOfParameters &)> make);
  diag::Diagnostic &report(diag::Id id, clang::SourceRange place, std::vector<std::string> arguments);
  const clang::VarDecl *variableOf(const Callee &callee);

  Parsed &parsed;
  Types &types;
  Hooks &hooks;
  diag::Engine &engine;
  CxxTypes cxxTypes;
  std::string stem;
  std::vector<std::string> usedNames;
  std::vector<const clang::FunctionDecl *> declared;
};

} // namespace soac::frontend
