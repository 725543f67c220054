// <cmath>: the rows of Prims.def, under all their names: std::sin, sin, sinf, std::sinf, __builtin_sin, ...
// Rows that <cmath> does not have are soac::runtime::digamma and the like.
//
// The result type is the call's own type (the library's overloads promote integers to double), and the operands are
// converted to it.
#include "frontend/library/KnownCalls.h"
#include "frontend/library/Library.h"
#include "frontend/lower/Lower.h"
#include "frontend/state/CallSite.h"
#include "frontend/state/Lowering.h"
#include "frontend/state/LoweringState.h"

#include <clang/Basic/Builtins.h>

namespace soac::frontend {

using ir::Scalar;
using prims::Prim;

namespace {

std::optional<Prim> primOf(llvm::StringRef name) {
  return llvm::StringSwitch<std::optional<Prim>>(name)
#define SOAC_PRIM(...)
#define SOAC_MATH1(Id, name, ...) .Case(#name, Prim::Id)
#define SOAC_MATH2(Id, name, ...) .Case(#name, Prim::Id)
#define SOAC_SPECIAL1(Id, name, ...) .Case("soac::runtime::" #name, Prim::Id)
#define SOAC_VECTOR1(Id, name, ...) .Cases(#name, "soac::runtime::" #name, Prim::Id)
#define SOAC_VECTOR2(Id, name, ...) .Cases(#name, "soac::runtime::" #name, Prim::Id)
#define SOAC_TEST(Id, name, ...) .Case(#name, Prim::Id)
#include "prims/Prims.def"
      .Cases("fabs", "abs", Prim::Abs)
      .Case("fma", Prim::Fma)
      .Case("exp10", Prim::Exp10)
      .Case("drem", Prim::Remainder)
      .Cases("lgamma", "gamma", Prim::Lgamma)
      .Case("nearbyint", Prim::Rint)
      .Cases("ldexp", "scalbn", Prim::Ldexp)
      .Default(std::nullopt);
}

/// j0 (order 0), j1 (1), jn (its first argument) and so on.
struct Bessel {
  Prim prim;
  int order; ///< -1: the first argument
};
std::optional<Bessel> besselOf(llvm::StringRef name) {
  name.consume_back("f");
  if (name.size() != 2 || !llvm::StringRef("jy").contains(name[0]) || !llvm::StringRef("01n").contains(name[1]))
    return std::nullopt;
  return Bessel{name[0] == 'j' ? Prim::BesselJ : Prim::BesselY, name[1] == 'n' ? -1 : name[1] - '0'};
}

/// Names that are known only when a system header declares them; elsewhere they are ordinary functions.
bool isOfCLibraryOnly(llvm::StringRef name) {
  return besselOf(name) || llvm::StringSwitch<bool>(name)
                               .Cases("exp10", "exp10f", "drem", "dremf", "gamma", "gammaf", "sincos", "sincosf", true)
                               .Default(false);
}

/// lround(x) is the integer of round(x), and so on.
std::optional<Prim> roundingOf(llvm::StringRef name) {
  return llvm::StringSwitch<std::optional<Prim>>(name)
      .Cases("lround", "llround", Prim::Round)
      .Cases("lrint", "llrint", Prim::Rint)
      .Case("ilogb", Prim::Logb)
      .Default(std::nullopt);
}

/// The plain name of a function that is declared by the library or built in, or empty.
std::string mathName(const clang::FunctionDecl *callee) {
  std::string name = qualifiedName(callee);
  llvm::StringRef plain = name;
  if (plain.starts_with("soac::runtime::"))
    return name;
  if (plain.consume_front("std::")) {
    if (plain.contains("::"))
      return "";
  } else if (!plain.consume_front("__builtin_") && !plain.consume_front("::")) {
    // A user's function of the same name, with a body, is an ordinary function.
    const bool isOfSystem = callee->getASTContext().getSourceManager().isInSystemHeader(callee->getLocation());
    if (plain.contains("::") || (callee->hasBody() && !isOfSystem) || (isOfCLibraryOnly(plain) && !isOfSystem))
      return "";
  }
  // isinf_sign and the like are other functions; a float's suffix is not part of the name.
  if (plain.ends_with("f") && !primOf(plain) && primOf(plain.drop_back()))
    plain = plain.drop_back();
  return plain.str();
}

using Comparison = ir::Value (*)(ir::Builder &, ir::Value, ir::Value);

Comparison comparisonOf(llvm::StringRef name) {
  return llvm::StringSwitch<Comparison>(name)
      .Case("isgreater", [](ir::Builder &b, ir::Value x, ir::Value y) { return b.apply(Prim::Gt, {x, y}); })
      .Case("isgreaterequal", [](ir::Builder &b, ir::Value x, ir::Value y) { return b.apply(Prim::Ge, {x, y}); })
      .Case("isless", [](ir::Builder &b, ir::Value x, ir::Value y) { return b.apply(Prim::Lt, {x, y}); })
      .Case("islessequal", [](ir::Builder &b, ir::Value x, ir::Value y) { return b.apply(Prim::Le, {x, y}); })
      .Case("islessgreater",
            [](ir::Builder &b, ir::Value x, ir::Value y) {
              return b.apply(Prim::Or, {b.apply(Prim::Lt, {x, y}), b.apply(Prim::Gt, {x, y})});
            })
      .Case("isunordered",
            [](ir::Builder &b, ir::Value x, ir::Value y) {
              return b.apply(Prim::Or, {b.apply(Prim::IsNan, {x}), b.apply(Prim::IsNan, {y})});
            })
      .Default(nullptr);
}

FValue comparison(Lowering &l, const CallSite &site) {
  const FValue a = l.value(site.arguments[0]), b = l.value(site.arguments[1]);
  if (l.failed())
    return {};
  const Scalar wide = a.layout->scalar == Scalar::F32 && b.layout->scalar == Scalar::F32 ? Scalar::F32 : Scalar::F64;
  const ir::Value r =
      comparisonOf(mathName(site.callee))(l.builder(), l.asScalar(a, wide), l.asScalar(b, wide));
  return convertScalar(l, l.makeScalar(r, l.types.context.BoolTy), site.result());
}

/// modf and frexp return one of their two results through a pointer.
///   modf(x):  trunc(x) and x - trunc(x), 0 of an infinity
///   frexp(x): m 2^e with 0.5 <= |m| < 1, where e is an integer, so that its derivative is 0
FValue splitNumber(Lowering &l, const CallSite &site) {
  const bool isModf = llvm::StringRef(mathName(site.callee)).starts_with("modf");
  const Layout *layout = site.result();
  const ir::Value x = l.asScalar(l.value(site.arguments[0]), layout->scalar);
  const Location other = dereference(l, l.value(site.arguments[1]), l.builder().index(0), site.call);
  if (l.failed() || !other)
    return {};
  setLocation(l, site.call->getExprLoc());
  ir::Builder &b = l.builder();
  const ir::Value zero = b.zero(layout->scalar);
  ir::Value part, rest;
  if (isModf) {
    rest = b.apply(Prim::Trunc, {x});
    part = b.ifElse(
        b.apply(Prim::IsInf, {x}), [&](ir::Builder &) { return ir::Values{zero}; },
        [&](ir::Builder &inner) { return ir::Values{inner.sub(x, rest)}; })[0];
  } else {
    const ir::Value isSplit = b.apply(Prim::And, {b.apply(Prim::IsFinite, {x}), b.apply(Prim::Ne, {x, zero})});
    const ir::Values both = b.ifElse(
        isSplit,
        [&](ir::Builder &inner) {
          const ir::Value e = inner.add(inner.cast(Scalar::I32, inner.apply(Prim::Logb, {x})), inner.one(Scalar::I32));
          return ir::Values{inner.apply(Prim::Ldexp, {x, inner.neg(e)}), e};
        },
        [&](ir::Builder &inner) { return ir::Values{x, inner.zero(Scalar::I32)}; });
    part = both[0];
    rest = both[1];
  }
  l.write(other, FValue{other.layout, {Leaf{rest, nullptr}}}, site.call);
  return {layout, {Leaf{part, nullptr}}};
}

/// sincos(x, &s, &c)
FValue sineAndCosine(Lowering &l, const CallSite &site) {
  const Location sine = dereference(l, l.value(site.arguments[1]), l.builder().index(0), site.call);
  const Location cosine = dereference(l, l.value(site.arguments[2]), l.builder().index(0), site.call);
  const FValue argument = l.value(site.arguments[0]);
  if (l.failed() || !sine || !cosine)
    return {};
  setLocation(l, site.call->getExprLoc());
  const ir::Value x = l.asScalar(argument, sine.layout->scalar);
  for (const auto &[prim, to] : {std::pair(Prim::Sin, sine), std::pair(Prim::Cos, cosine)})
    l.write(to, FValue{to.layout, {Leaf{l.builder().apply(prim, {x}), nullptr}}}, site.call);
  return {l.types.of(site.call->getType()), {}};
}

/// The primitive that implements a function, and how it is applied.
struct MathFunction {
  Prim prim;
  bool isRounding; ///< to an integer
  std::optional<int> order; ///< a Bessel function's order as the first operand, where it is no argument of the call
};

std::optional<MathFunction> mathFunction(llvm::StringRef name, std::size_t arguments, const Layout *result) {
  if (const auto bessel = besselOf(name); bessel && result->kind == Layout::Kind::Scalar) {
    const bool isGiven = bessel->order >= 0;
    if (arguments != (isGiven ? 1U : 2U))
      return std::nullopt;
    return MathFunction{bessel->prim, false, isGiven ? std::optional(bessel->order) : std::nullopt};
  }
  const auto rounding = roundingOf(name);
  const auto prim = rounding ? rounding : primOf(name);
  if (!prim || result->kind != Layout::Kind::Scalar)
    return std::nullopt;
  const bool isOfThree = *prim == Prim::Hypot && arguments == 3;
  if (arguments != prims::info(*prim).arity && !isOfThree)
    return std::nullopt;
  return MathFunction{*prim, rounding.has_value(), std::nullopt};
}

FValue applyMath(Lowering &l, const MathFunction &function, llvm::ArrayRef<FValue> arguments, const Layout *layout) {
  const Prim prim = function.prim;
  // std::hypot(x, y, z)
  if (prim == Prim::Hypot && arguments.size() == 3) {
    const auto x = [&](unsigned i) { return l.asScalar(arguments[i], layout->scalar); };
    const ir::Value r = l.builder().apply(Prim::Hypot, {l.builder().apply(Prim::Hypot, {x(0), x(1)}), x(2)});
    return {layout, {Leaf{r, nullptr}}};
  }
  const bool isTest = prims::info(prim).result == prims::Result::Bool;
  Scalar computedAs = layout->scalar;
  if (isTest || function.isRounding)
    computedAs = arguments[0].layout->scalar == Scalar::F32 ? Scalar::F32 : Scalar::F64;
  if (prim == Prim::Abs && ir::isUnsigned(computedAs))
    return convertScalar(l, arguments[0], layout);
  ir::Values operands;
  if (function.order)
    operands.push_back(l.function.values.constantInt(Scalar::I32, *function.order));
  for (const FValue &argument : arguments) {
    const bool isInteger = (prim == Prim::Ldexp && operands.size() == 1) ||
                           (prims::info(prim).operands == prims::Operands::Order && operands.empty());
    operands.push_back(l.asScalar(argument, isInteger ? Scalar::I32 : computedAs));
  }
  const ir::Value r = l.builder().apply(prim, operands);
  if (isTest)
    return convertScalar(l, l.makeScalar(r, l.types.context.BoolTy), layout);
  return {layout, {Leaf{function.isRounding ? l.builder().cast(layout->scalar, r) : r, nullptr}}};
}

FValue mathOfNumbers(Lowering &l, const CallSite &site) {
  llvm::SmallVector<FValue, 3> arguments;
  for (const clang::Expr *argument : site.arguments)
    arguments.push_back(l.value(argument));
  if (l.failed())
    return {};
  setLocation(l, site.call->getExprLoc());
  const auto function = mathFunction(mathName(site.callee), arguments.size(), site.result());
  return applyMath(l, *function, arguments, site.result());
}

/// The mathName of a free function that has a name; empty for others.
std::string freeMathName(const clang::FunctionDecl *callee) {
  return llvm::isa<clang::CXXMethodDecl>(callee) || !callee->getIdentifier() ? "" : mathName(callee);
}

} // namespace

CallLowering mathCall(const CallSite &site) {
  const std::string name = freeMathName(site.callee);
  const bool isOfScalars = site.areScalars();
  if ((name == "sincos" || name == "sincosf") && site.arguments.size() == 3)
    return sineAndCosine;
  if (name.empty() || site.result()->kind != Layout::Kind::Scalar)
    return nullptr;
  if (comparisonOf(name) && site.arguments.size() == 2 && isOfScalars)
    return comparison;
  const bool isSplit = name == "modf" || name == "modff" || name == "frexp" || name == "frexpf";
  if (isSplit && site.arguments.size() == 2 && site.layout(0)->kind == Layout::Kind::Scalar &&
      site.layout(1)->kind == Layout::Kind::Pointer)
    return splitNumber;
  return isOfScalars && mathFunction(name, site.arguments.size(), site.result()) ? mathOfNumbers : nullptr;
}

std::optional<FValue> lowerMathFunction(Lowering &l, const clang::FunctionDecl *callee,
                                        llvm::ArrayRef<FValue> arguments) {
  const Layout *layout = l.types.of(callee->getReturnType());
  const auto function = mathFunction(freeMathName(callee), arguments.size(), layout);
  if (!function || !llvm::all_of(arguments, [](const FValue &v) { return v.isScalar(); }))
    return std::nullopt;
  return applyMath(l, *function, arguments, layout);
}

} // namespace soac::frontend
