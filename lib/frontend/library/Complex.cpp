// Complex numbers: records of a real and an imaginary part. std::complex is an ordinary class around such a record, whose
// functions end in the operators and built-in functions of this file, in real arithmetic. Products and quotients follow
// the textbook formulas, without C's recovery of infinities:
//   z * w   ->   (z.re w.re - z.im w.im, z.re w.im + z.im w.re)
#include "frontend/library/KnownCalls.h"
#include "frontend/library/Library.h"
#include "frontend/lower/Lower.h"
#include "frontend/state/CallSite.h"
#include "frontend/state/Lowering.h"
#include "frontend/state/LoweringState.h"

#include <limits>

namespace soac::frontend {

using prims::Prim;
using Kind = Layout::Kind;

namespace {

struct Number {
  ir::Value re, im;
};

bool isComplexLayout(const Layout *layout) {
  return layout && layout->kind == Kind::Record && !layout->type.isNull() && layout->type->isAnyComplexType();
}

/// Formulas on real and imaginary parts.
struct Formulas {
  ir::Builder &b;
  ir::Scalar scalar;

  ir::Value call(Prim p, ir::Value x) { return b.apply(p, {x}); }
  ir::Value number(double x) { return b.values.constantFloat(scalar, x); }
  ir::Value modulus(Number z) { return b.apply(Prim::Hypot, {z.re, z.im}); }
  ir::Value argument(Number z) { return b.apply(Prim::Atan2, {z.im, z.re}); }
  ir::Value squared(Number z) { return b.add(b.mul(z.re, z.re), b.mul(z.im, z.im)); }
  Number polar(ir::Value r, ir::Value angle) {
    return {b.mul(r, call(Prim::Cos, angle)), b.mul(r, call(Prim::Sin, angle))};
  }

  Number times(Number x, Number y) {
    return {b.sub(b.mul(x.re, y.re), b.mul(x.im, y.im)), b.add(b.mul(x.re, y.im), b.mul(x.im, y.re))};
  }
  Number over(Number x, Number y) {
    const ir::Value d = squared(y);
    return {b.div(b.add(b.mul(x.re, y.re), b.mul(x.im, y.im)), d),
            b.div(b.sub(b.mul(x.im, y.re), b.mul(x.re, y.im)), d)};
  }
  ir::Value half(ir::Value x) { return b.mul(number(0.5), x); }
  ir::Value sign(ir::Value x) { return b.apply(Prim::Copysign, {number(1), x}); } ///< of a zero, too
  Number exponential(Number z) { return polar(call(Prim::Exp, z.re), z.im); }
  Number logarithm(Number z) { return {call(Prim::Log, modulus(z)), argument(z)}; }
  /// 0 to the power of y is 0.
  Number power(Number x, Number y) {
    const ir::Value zero = b.zero(scalar);
    const ir::Value isZero = b.apply(Prim::And, {b.equal(x.re, zero), b.equal(x.im, zero)});
    const ir::Values parts = b.ifElse(
        isZero,
        [&](ir::Builder &) {
          return ir::Values{zero, zero};
        },
        [&](ir::Builder &inner) {
          Formulas here{inner, scalar};
          const Number r = here.exponential(here.times(y, here.logarithm(x)));
          return ir::Values{r.re, r.im};
        });
    return {parts[0], parts[1]};
  }
  /// With t = sqrt((|x| + |z|) / 2): (t, y / 2t) to the right of the imaginary axis, (|y| / 2t, +-t) to its left. |x| and
  /// |y| are products with the sign (also of zeros), since the derivative of abs at 0 is the one-sided derivative of
  /// neither side.
  Number root(Number z) {
    const ir::Value zero = b.zero(scalar);
    const ir::Value isZero = b.apply(Prim::And, {b.equal(z.re, zero), b.equal(z.im, zero)});
    const ir::Values parts = b.ifElse(
        isZero,
        [&](ir::Builder &) {
          return ir::Values{zero, z.im};
        },
        [&](ir::Builder &inner) {
          Formulas here{inner, scalar};
          const ir::Value r = here.modulus(z);
          return inner.ifElse(
              inner.apply(Prim::Ge, {z.re, zero}),
              [&](ir::Builder &right) {
                Formulas in{right, scalar};
                const ir::Value t = in.call(Prim::Sqrt, in.half(right.add(r, z.re)));
                return ir::Values{t, in.half(right.div(z.im, t))};
              },
              [&](ir::Builder &left) {
                Formulas in{left, scalar};
                const ir::Value t = in.call(Prim::Sqrt, in.half(left.sub(r, z.re))), side = in.sign(z.im);
                return ir::Values{in.half(left.div(left.mul(side, z.im), t)), left.mul(side, t)};
              });
        });
    return {parts[0], parts[1]};
  }

  // Inverse functions, by Kahan's formulas ("Branch cuts for complex elementary functions", 1987), of which none loses
  // the sign of a zero: on a branch cut they are continuous with the side that the sign gives. asinh and atan turn the
  // plane.
  struct Roots {
    Number minus, plus; ///< of 1 - z and 1 + z
  };
  Roots roots(Number z) {
    return {root({b.sub(number(1), z.re), b.neg(z.im)}), root({b.add(number(1), z.re), z.im})};
  }
  ir::Value arcus(ir::Value y, ir::Value x) { return b.apply(Prim::Atan2, {y, x}); }
  /// The imaginary part of conj(x) y.
  ir::Value crossed(Number x, Number y) { return b.sub(b.mul(x.re, y.im), b.mul(x.im, y.re)); }
  Number arcSine(Number z) {
    const auto [minus, plus] = roots(z);
    return {arcus(z.re, b.sub(b.mul(minus.re, plus.re), b.mul(minus.im, plus.im))),
            call(Prim::Asinh, crossed(minus, plus))};
  }
  Number arcCosine(Number z) {
    const auto [minus, plus] = roots(z);
    return {b.mul(number(2), arcus(minus.re, plus.re)), call(Prim::Asinh, crossed(plus, minus))};
  }
  Number areaCosine(Number z) {
    const Number below = root({b.sub(z.re, number(1)), z.im}), above = root({b.add(z.re, number(1)), z.im});
    return {call(Prim::Asinh, b.add(b.mul(below.re, above.re), b.mul(below.im, above.im))),
            b.mul(number(2), arcus(below.im, above.re))};
  }
  /// (log1p(4 x / ((1 - x)^2 + y^2)) / 4, atan2(2 y, (1 - x) (1 + x) - y^2) / 2), for x < 0 by the symmetry of the first.
  Number areaTangent(Number z) {
    const ir::Value one = number(1), side = sign(z.re), x = b.mul(side, z.re), y2 = b.mul(z.im, z.im);
    const ir::Value away = b.sub(one, x), d = b.add(b.mul(away, away), y2);
    const ir::Value height = call(Prim::Log1p, b.div(b.mul(number(4), x), d));
    const ir::Value level = b.sub(b.mul(away, b.add(one, x)), y2);
    return {b.mul(b.mul(side, number(0.25)), height), half(arcus(b.mul(number(2), z.im), level))};
  }
  Number turned(Number z) { return {b.neg(z.im), z.re}; }     ///< i z
  Number turnedBack(Number z) { return {z.im, b.neg(z.re)}; } ///< -i z
  /// z, but all infinities become one.
  Number projection(Number z) {
    const ir::Value isInfinite = b.apply(Prim::Or, {call(Prim::IsInf, z.re), call(Prim::IsInf, z.im)});
    const ir::Values parts = b.ifElse(
        isInfinite,
        [&](ir::Builder &inner) {
          Formulas here{inner, scalar};
          return ir::Values{here.number(std::numeric_limits<double>::infinity()),
                            inner.apply(Prim::Copysign, {here.number(0), z.im})};
        },
        [&](ir::Builder &) { return ir::Values{z.re, z.im}; });
    return {parts[0], parts[1]};
  }

  Number sine(Number z) {
    return {b.mul(call(Prim::Sin, z.re), call(Prim::Cosh, z.im)), b.mul(call(Prim::Cos, z.re), call(Prim::Sinh, z.im))};
  }
  Number cosine(Number z) {
    return {b.mul(call(Prim::Cos, z.re), call(Prim::Cosh, z.im)),
            b.neg(b.mul(call(Prim::Sin, z.re), call(Prim::Sinh, z.im)))};
  }
  Number hyperbolicSine(Number z) {
    return {b.mul(call(Prim::Sinh, z.re), call(Prim::Cos, z.im)), b.mul(call(Prim::Cosh, z.re), call(Prim::Sin, z.im))};
  }
  Number hyperbolicCosine(Number z) {
    return {b.mul(call(Prim::Cosh, z.re), call(Prim::Cos, z.im)), b.mul(call(Prim::Sinh, z.re), call(Prim::Sin, z.im))};
  }
};

FValue made(const Layout *layout, Number z) { return {layout, {Leaf{z.re, nullptr}, Leaf{z.im, nullptr}}}; }

/// The parts converted to `scalar`; a real number has the imaginary part 0.
Number parts(Lowering &l, const FValue &v, ir::Scalar scalar) {
  if (v.isScalar())
    return {l.asScalar(v, scalar), l.builder().zero(scalar)};
  return {l.builder().cast(scalar, v.leaves[0].value), l.builder().cast(scalar, v.leaves[1].value)};
}

ir::Scalar scalarOf(const Layout *layout) {
  return layout->kind == Kind::Scalar ? layout->scalar : layout->leaves[0].type.scalar;
}

/// x op y. Sums, products and quotients by a real number do not compute with the imaginary part of a real operand.
std::optional<FValue> computed(Lowering &l, clang::BinaryOperatorKind op, const FValue &x, const FValue &y,
                               const Layout *layout) {
  ir::Builder &b = l.builder();
  if (op == clang::BO_EQ || op == clang::BO_NE) {
    const ir::Scalar wide = std::max(scalarOf(x.layout), scalarOf(y.layout));
    const Number z = parts(l, x, wide), w = parts(l, y, wide);
    const ir::Value same = b.apply(Prim::And, {b.equal(z.re, w.re), b.equal(z.im, w.im)});
    return l.makeScalar(op == clang::BO_EQ ? same : b.apply(Prim::Not, {same}), l.types.context.BoolTy);
  }
  Formulas f{b, scalarOf(layout)};
  const Number z = parts(l, x, f.scalar), w = parts(l, y, f.scalar);
  switch (op) {
  case clang::BO_Add:
    return made(layout, {b.add(z.re, w.re), x.isScalar() ? w.im : y.isScalar() ? z.im : b.add(z.im, w.im)});
  case clang::BO_Sub:
    return made(layout, {b.sub(z.re, w.re), x.isScalar() ? b.neg(w.im) : y.isScalar() ? z.im : b.sub(z.im, w.im)});
  case clang::BO_Mul:
    if (x.isScalar())
      return made(layout, {b.mul(z.re, w.re), b.mul(z.re, w.im)});
    if (y.isScalar())
      return made(layout, {b.mul(z.re, w.re), b.mul(z.im, w.re)});
    return made(layout, f.times(z, w));
  case clang::BO_Div:
    if (y.isScalar())
      return made(layout, {b.div(z.re, w.re), b.div(z.im, w.re)});
    return made(layout, f.over(z, w));
  default: return std::nullopt;
  }
}

} // namespace

bool isComplex(const clang::Expr *e) { return e->getType().getNonReferenceType()->isAnyComplexType(); }

FValue complexBinary(Lowering &l, const clang::BinaryOperator *e) {
  const FValue x = l.value(e->getLHS()), y = l.value(e->getRHS());
  if (!x || !y)
    return {};
  setLocation(l, e->getOperatorLoc());
  if (auto v = computed(l, e->getOpcode(), x, y, l.types.of(e->getType())))
    return *v;
  l.refuse(diag::Id::UnsupportedExpression, e->getSourceRange(),
           {"'" + e->getOpcodeStr().str() + "' on complex numbers"});
  return {};
}

void complexCompound(Lowering &l, const clang::CompoundAssignOperator *e, const Location &at, const FValue &right) {
  const FValue old = l.read(at, e);
  if (!old || !right)
    return;
  const auto op = clang::BinaryOperator::getOpForCompoundAssignment(e->getOpcode());
  if (const auto v = isComplexLayout(at.layout) ? computed(l, op, old, right, at.layout) : std::nullopt)
    return l.write(at, *v, e);
  l.refuse(diag::Id::UnsupportedExpression, e->getSourceRange(),
           {"'" + e->getOpcodeStr().str() + "' on complex numbers"});
}

FValue complexUnary(Lowering &l, const clang::UnaryOperator *e) {
  const FValue v = l.value(e->getSubExpr());
  if (!v)
    return {};
  ir::Builder &b = l.builder();
  switch (e->getOpcode()) {
  case clang::UO_Plus: return v;
  case clang::UO_Minus: return made(v.layout, {b.neg(v.leaves[0].value), b.neg(v.leaves[1].value)});
  case clang::UO_Not: return made(v.layout, {v.leaves[0].value, b.neg(v.leaves[1].value)});
  case clang::UO_Real: return v.isScalar() ? v : v.field(0);
  case clang::UO_Imag: return v.isScalar() ? l.makeScalar(b.zero(v.layout->scalar), e->getType()) : v.field(1);
  default: break;
  }
  l.refuse(diag::Id::UnsupportedExpression, e->getSourceRange(), {"this operator on a complex number"});
  return {};
}

Location complexPart(Lowering &l, const clang::UnaryOperator *e) {
  const Location at = l.location(e->getSubExpr());
  return at && isComplexLayout(at.layout) ? l.field(at, e->getOpcode() == clang::UO_Real ? 0 : 1) : at;
}

FValue complexCast(Lowering &l, const clang::CastExpr *e) {
  const FValue v = l.value(e->getSubExpr());
  const Layout *to = l.types.of(e->getType());
  if (!v || to->kind == Kind::Unsupported)
    return {};
  switch (e->getCastKind()) {
  case clang::CK_FloatingRealToComplex:
  case clang::CK_FloatingComplexCast: return made(to, parts(l, v, scalarOf(to)));
  case clang::CK_FloatingComplexToReal: return convertScalar(l, v.field(0), to);
  default: break;
  }
  l.refuse(diag::Id::UnsupportedExpression, e->getSourceRange(), {"this conversion of a complex number"});
  return {};
}

FValue imaginaryLiteral(Lowering &l, const clang::ImaginaryLiteral *e) {
  const Layout *layout = l.types.of(e->getType());
  const FValue v = l.value(e->getSubExpr());
  if (!v || layout->kind != Kind::Record)
    return {};
  return made(layout, {l.builder().zero(scalarOf(layout)), l.asScalar(v, scalarOf(layout))});
}

namespace {

using NumberFunction = Number (*)(Formulas &, Number, Number);

/// Complex results, by the name of the built-in function.
NumberFunction numberFunction(llvm::StringRef name) {
  return llvm::StringSwitch<NumberFunction>(name)
      .Case("cexp", [](Formulas &f, Number z, Number) { return f.exponential(z); })
      .Case("clog", [](Formulas &f, Number z, Number) { return f.logarithm(z); })
      .Case("csqrt", [](Formulas &f, Number z, Number) { return f.root(z); })
      .Case("cpow", [](Formulas &f, Number z, Number w) { return f.power(z, w); })
      .Case("csin", [](Formulas &f, Number z, Number) { return f.sine(z); })
      .Case("ccos", [](Formulas &f, Number z, Number) { return f.cosine(z); })
      .Case("ctan", [](Formulas &f, Number z, Number) { return f.over(f.sine(z), f.cosine(z)); })
      .Case("csinh", [](Formulas &f, Number z, Number) { return f.hyperbolicSine(z); })
      .Case("ccosh", [](Formulas &f, Number z, Number) { return f.hyperbolicCosine(z); })
      .Case("ctanh", [](Formulas &f, Number z, Number) { return f.over(f.hyperbolicSine(z), f.hyperbolicCosine(z)); })
      .Case("casin", [](Formulas &f, Number z, Number) { return f.arcSine(z); })
      .Case("cacos", [](Formulas &f, Number z, Number) { return f.arcCosine(z); })
      .Case("catan", [](Formulas &f, Number z, Number) { return f.turnedBack(f.areaTangent(f.turned(z))); })
      .Case("casinh", [](Formulas &f, Number z, Number) { return f.turnedBack(f.arcSine(f.turned(z))); })
      .Case("cacosh", [](Formulas &f, Number z, Number) { return f.areaCosine(z); })
      .Case("catanh", [](Formulas &f, Number z, Number) { return f.areaTangent(z); })
      .Case("cproj", [](Formulas &f, Number z, Number) { return f.projection(z); })
      .Case("conj",
            [](Formulas &f, Number z, Number) {
              return Number{z.re, f.b.neg(z.im)};
            })
      .Default(nullptr);
}

using PartFunction = ir::Value (*)(Formulas &, Number);

PartFunction partFunction(llvm::StringRef name) {
  return llvm::StringSwitch<PartFunction>(name)
      .Case("cabs", [](Formulas &f, Number z) { return f.modulus(z); })
      .Case("carg", [](Formulas &f, Number z) { return f.argument(z); })
      .Case("creal", [](Formulas &, Number z) { return z.re; })
      .Case("cimag", [](Formulas &, Number z) { return z.im; })
      .Default(nullptr);
}

/// A std::complex or a built-in complex number.
bool isNumber(const Layout *layout) {
  return layout->kind == Kind::Record && layout->leaves.size() == 2 && !layout->leaves[0].isTarget &&
         !layout->leaves[1].isTarget;
}

Number numberOf(const FValue &v) { return {v.leaves[0].value, v.leaves[1].value}; }

// std::norm, and std::pow with a real exponent: the library's own functions branch on zeros of the imaginary part, whose
// derivative would be lost.

FValue norm(Lowering &l, const CallSite &site) {
  const FValue z = l.value(site.arguments[0]);
  if (!z || l.failed())
    return {};
  setLocation(l, site.call->getExprLoc());
  Formulas f{l.builder(), z.layout->leaves[0].type.scalar};
  return l.makeScalar(f.squared(numberOf(z)), site.call->getType());
}

FValue realPower(Lowering &l, const CallSite &site) {
  const FValue z = l.value(site.arguments[0]), exponent = l.value(site.arguments[1]);
  if (!z || l.failed())
    return {};
  setLocation(l, site.call->getExprLoc());
  ir::Builder &b = l.builder();
  Formulas f{b, z.layout->leaves[0].type.scalar};
  const ir::Value y = exponent.leaves[0].value;
  return made(site.result(),
              f.polar(b.apply(Prim::Pow, {f.modulus(numberOf(z)), y}), b.mul(y, f.argument(numberOf(z)))));
}

/// The name without the prefix of built-in functions and the suffix of functions on floats.
llvm::StringRef plainName(llvm::StringRef name) {
  name.consume_front("__builtin_");
  const bool isPlain = numberFunction(name) || partFunction(name);
  return name.ends_with("f") && !isPlain ? name.drop_back() : name;
}

FValue builtIn(Lowering &l, const CallSite &site) {
  const FValue first = l.value(site.arguments[0]);
  const FValue second = site.arguments.size() > 1 ? l.value(site.arguments[1]) : first;
  if (!first || !second || l.failed())
    return {};
  setLocation(l, site.call->getExprLoc());
  Formulas f{l.builder(), first.layout->leaves[0].type.scalar};
  const llvm::StringRef name = plainName(site.name);
  if (const NumberFunction number = numberFunction(name))
    return made(site.result(), number(f, numberOf(first), numberOf(second)));
  return {site.result(), {Leaf{partFunction(name)(f, numberOf(first)), nullptr}}};
}

} // namespace

CallLowering complexCall(const CallSite &site) {
  if (site.method || !site.callee->getIdentifier() || site.arguments.empty() || !isNumber(site.layout(0)))
    return nullptr;
  if (site.layout(0)->isComplex()) {
    if (site.name == "std::norm" && site.arguments.size() == 1)
      return norm;
    const bool isRealPower = site.name == "std::pow" && site.arguments.size() == 2 &&
                             site.result()->isComplex() && site.arguments[1]->getType()->isFloatingType() &&
                             site.layout(1)->kind == Kind::Scalar &&
                             site.layout(1)->scalar == site.layout(0)->leaves[0].type.scalar;
    return isRealPower ? realPower : nullptr;
  }
  if (!isComplex(site.arguments[0]) || (site.arguments.size() > 1 && !isNumber(site.layout(1))))
    return nullptr;
  const llvm::StringRef name = plainName(site.name);
  return numberFunction(name) || partFunction(name) ? builtIn : nullptr;
}

} // namespace soac::frontend
