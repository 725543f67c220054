// The rules of `simplify`, by kind of statement, and the queries that they may use (Context):
//   x = mul y, 1.0   ->   y                            a = fill v, [n];  x = a[i]   ->   v
//
// A rule looks at one statement whose operands are simplified. It returns the value that equals the statement's result,
// or says that it has rewritten the op in place to a better one, or that it does not apply. All rules are exact: bit
// for bit for scalars, element for element for arrays.
#pragma once

#include "analysis/Shapes.h"
#include "ir/Function.h"

namespace soac::optimise {

/// The outcome of a rule.
struct Rewrite {
  ir::Value value;        ///< set: the statement is equal to this value
  bool isChanged = false; ///< the op was rewritten in place
  static Rewrite none() { return {}; }
  static Rewrite changed() { return {{}, true}; }
  static Rewrite to(ir::Value v) { return {v, true}; }
};

/// The op becomes one on other arguments, of equal types: the result's type stays.
inline Rewrite become(ir::Apply &op, prims::Prim prim, llvm::ArrayRef<ir::Value> arguments) {
  op.arguments = ir::Values(arguments);
  op.prim = prim;
  op.isExact = false;
  return Rewrite::changed();
}

/// The function around the statement, as simplified so far.
class Context {
public:
  virtual ~Context() = default;

  ir::ValueTable &values;
  analysis::Shapes &shapes;

  /// The statement in scope that defines `v`; null for parameters and constants. It moves when something is emitted.
  virtual const ir::Statement *definition(ir::Value v) const = 0;
  /// The op that defines `v`, when it is a T.
  template <class T> const T *as(ir::Value v) const {
    const ir::Statement *s = definition(v);
    return s ? std::get_if<T>(&s->op) : nullptr;
  }
  virtual bool isInScope(ir::Value v) const = 0;
  /// Emits the statement, simplified.
  virtual ir::Value emit(ir::Op op) = 0;
  /// See Note [Consumed values].
  virtual bool isConsumed(ir::Value v) const = 0;
  /// True when the statement at hand is the only user.
  virtual bool hasOneUse(ir::Value v) const = 0;
  /// Row `index` of a map's result, computed by itself, when the statement at hand is the only reader of the result and
  /// is executed at most once per execution of the map.
  virtual std::optional<ir::Value> soleRow(ir::Value mapped, ir::Value index) = 0;
  /// For the index parameter of a map or counted loop, the count it stays below.
  virtual ir::Value countOf(ir::Value index) const = 0;
  /// Has an array in scope been filled with this extent?
  virtual bool isExtent(ir::Value v) const = 0;

  ir::Type type(ir::Value v) const { return values.type(v); }
  std::optional<std::int64_t> asInt(ir::Value v) const { return values.asInt(v); }
  bool isInt(ir::Value v, std::int64_t x) const { return values.asInt(v) == x; }
  bool isFloat(ir::Value v, double x) const; ///< with x's sign, of a zero too
  ir::Value apply(prims::Prim prim, llvm::ArrayRef<ir::Value> arguments);
  ir::Value index(std::int64_t x) { return values.constantIndex(x); }
  /// Certainly >= 0 (an i64).
  bool isNonNegative(ir::Value v) const;
  /// Certainly a < b (of i64).
  bool isBelow(ir::Value a, ir::Value b);

protected:
  Context(ir::ValueTable &values, analysis::Shapes &shapes) : values(values), shapes(shapes) {}
};

Rewrite simplify(ir::Apply &op, Context &context);
Rewrite simplify(ir::Index &op, Context &context);
Rewrite simplify(ir::Update &op, Context &context);
Rewrite simplify(ir::Extent &op, Context &context);
Rewrite simplify(ir::Fill &op, Context &context);
Rewrite simplify(ir::Repeated &op, Context &context);
Rewrite simplify(ir::Rearrange &op, Context &context);
Rewrite simplify(ir::Reshape &op, Context &context);
Rewrite simplify(ir::Slice &op, Context &context);
Rewrite simplify(ir::Rotate &op, Context &context);
Rewrite simplify(ir::Concat &op, Context &context);

} // namespace soac::optimise
