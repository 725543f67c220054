// The requests of a file: the operators that it names (soac::gradient<f>), and the functions whose plain derivatives a
// pragma asks for (`#pragma soac differentiate(vjp)`).
#pragma once

#include "frontend/parse/Parse.h"
#include "ir/Ops.h"

#include <clang/AST/DeclTemplate.h>

#include <memory>
#include <optional>

namespace soac::frontend {

enum class OperatorKind : std::uint8_t {
#define SOAC_OPERATOR(Kind, ...) Kind,
#include "frontend/requests/Operators.def"
};

/// The properties of an operator that do not depend on F.
struct OperatorRow {
  enum class Takes : std::uint8_t { Nothing, Tangents, Seed };
  enum class Method : std::uint8_t {
    Call,           ///< F itself
    OneDirection,   ///< its derivative along one tangent, seed, or 1
    ManyDirections, ///< along all directions given as seeds
    Jacobian,       ///< along all unit vectors
    JvpOfGradient,
    JacobianOfGradient,
  };
  const char *name; ///< "value_and_jvp"
  Takes takes;
  bool givesValue;
  ir::Mode mode;
  Method method;
};
const OperatorRow &rowOf(OperatorKind kind);

struct Operator;

/// F of an operator: a function, a constant function object, or another operator.
struct Callee {
  const clang::FunctionDecl *function = nullptr; ///< the function, or the object's operator()
  clang::QualType object;                        ///< the function object's type; null for a function
  const clang::APValue *value = nullptr;         ///< the function object's value
  std::shared_ptr<const Operator> inner;
};

/// One use of `soac::jvp<F, Wrt>` or the like.
struct Operator {
  OperatorKind kind{};
  Callee callee;
  llvm::SmallVector<unsigned, 4> wrt;       ///< the chosen parameters of F
  const clang::ClassTemplateSpecializationDecl *type = nullptr; ///< soac::jvp_t<F, Wrt>
  const clang::CXXMethodDecl *call = nullptr; ///< declares the parameters and the result
  int directions = -1;                      ///< of jmp and mjp, where the type gives their number
  clang::QualType tangent, adjoint;         ///< the tangent type of F's result, the adjoints' of its chosen parameters
  clang::SourceRange place;                 ///< where it is named first

  const OperatorRow &row() const { return rowOf(kind); }
  bool hasTangents() const { return row().takes == OperatorRow::Takes::Tangents; }
  bool hasSeed() const { return row().takes == OperatorRow::Takes::Seed; }
};

/// `f_vjp` or `f_jvp`.
struct PlainRequest {
  const clang::FunctionDecl *function = nullptr;
  FunctionPragma modes;
  clang::SourceRange place;
  static bool has(FunctionPragma some, ir::Mode mode) { return mode == ir::Mode::Adjoint ? some.vjp : some.jvp; }
};

struct Requests {
  std::vector<Operator> operators;  ///< in the order of the text, each once
  std::vector<PlainRequest> plain;  ///< of the functions that a pragma marks
};

/// The operator of a class like soac::jvp_t<F, Wrt>; none for other classes.
std::optional<Operator> operatorOf(const clang::CXXRecordDecl *type);

/// Walks over the main file and the templates that are instantiated for it.
Requests findRequests(Parsed &parsed, diag::Engine &engine);

/// The innermost function of a callee: F of an operator of an operator of F.
const Callee &innermost(const Callee &callee);

} // namespace soac::frontend
