// Appends statements to a block, with their types worked out.
#pragma once

#include "ir/Function.h"
#include "ir/verify/Typing.h"

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/STLFunctionalExtras.h>

namespace soac::ir {

class Builder {
public:
  Builder(ValueTable &values, std::vector<Statement> &out, SourceLocation location = {})
      : values(values), location(location), out(&out) {}

  ValueTable &values;
  SourceLocation location; ///< of the statements to come

  /// Appends `op`; its results are fresh values, named by `names` as far as these go.
  Values emit(Op op, llvm::ArrayRef<Name> names = {});
  Value emit1(Op op, const Name &name = {});

  Type type(Value v) const { return values.type(v); }

  // Scalars. Integer and floating operands are of equal type; constants are folded by the optimiser, not here.
  Value apply(Prim prim, llvm::ArrayRef<Value> arguments, const Name &name = {});
  Value cast(Scalar to, Value v); ///< v itself when it has the type already
  Value add(Value a, Value b);
  Value sub(Value a, Value b);
  Value mul(Value a, Value b);
  Value div(Value a, Value b);
  Value neg(Value a);
  Value select(Value condition, Value a, Value b);
  Value lessThan(Value a, Value b);
  Value equal(Value a, Value b);
  Value index(std::int64_t x) { return values.constantIndex(x); }
  Value zero(Scalar s) { return values.zero(s); }
  Value one(Scalar s) { return values.one(s); }

  // Arrays.
  Value read(Value array, llvm::ArrayRef<Value> indices, const Name &name = {}); ///< `array` when no indices
  Value update(Value array, llvm::ArrayRef<Value> indices, Value value, const Name &name = {});
  Value extent(Value array, unsigned dimension = 0);
  Values extents(Value array);
  Value fill(Value value, llvm::ArrayRef<Value> extents, const Name &name = {}); ///< `value` when no extents
  /// An array of that kind for the carried value of this name.
  Value store(Stored kind, Value value, llvm::ArrayRef<Value> extents, const llvm::Twine &carried);
  /// Zero of v's type and shape: a constant for scalars.
  Value zerosLike(Value v, const Name &name = {});
  /// a + b, element by element for arrays of equal shape.
  Value addArrays(Value a, Value b, const Name &name = {});
  Value reverse(Value array);

  // Scopes. The callbacks build a block's statements with the builder they get, and return its results.
  using BlockBody = llvm::function_ref<Values(Builder &, llvm::ArrayRef<Value> parameters)>;
  Block block(llvm::ArrayRef<Type> parameters, BlockBody body, llvm::ArrayRef<Name> names = {});
  /// `body` gets (i, elements..).
  Values map(Value count, llvm::ArrayRef<Value> arrays, BlockBody body);
  /// `body` gets (i, carried..).
  Values loop(Value count, llvm::ArrayRef<Value> inits, BlockBody body);
  Values ifElse(Value condition, llvm::function_ref<Values(Builder &)> then,
                llvm::function_ref<Values(Builder &)> otherwise);
  Value reduceAdd(Value array); ///< the sum over the first dimension; array-valued elements are added elementwise
  /// A block (a, b) -> a + b on values of type `t`.
  Block addBlock(Type t);
  /// The operator on (does a segment begin, value..) that begins anew with every segment: associative again, with the
  /// neutral element (false, neutral..).
  Block segmented(const Block &op);
  /// Copies the block's statements here, with its parameters bound.
  Values inlineBlock(const Block &block, llvm::ArrayRef<Value> arguments);

  void accumulate(Value accumulator, llvm::ArrayRef<Value> indices, Value value);
  void check(Value condition, llvm::StringRef message, Value number = {});
  /// The same of what a caller gives: taken out where SOAC_CHECKS is 0.
  void checkArgument(Value condition, llvm::StringRef message, Value number = {});
  /// That two arrays have these extents, or neither an element: the others are unspecified then. Nothing is checked where
  /// `unless` holds.
  void checkSameExtents(llvm::ArrayRef<Value> a, llvm::ArrayRef<Value> b, llvm::StringRef message, Value unless = {});

  std::vector<Statement> &statements() { return *out; }

private:
  std::vector<Statement> *out;
};

} // namespace soac::ir
