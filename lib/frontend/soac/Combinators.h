// Shared parts of the lowerings of the library's combinators: arguments as arrays of leaves, operators as blocks.
//
// An array argument of rank R over elements E is one IR array per leaf of E. The combinator's function receives an
// element of it at rank 1 and an array of rank R-1 above; its results become, leaf by leaf, arrays of one more rank, in
// the order of the leaves of the combinator's result type.
//   soac::map(f, z), z of n std::complex<double>   ->   r = map n, (z.re, z.im) |i, re, im| { f(re, im) }
#pragma once

#include "frontend/state/Lowering.h"
#include "frontend/values/ElementWise.h"

#include <optional>

namespace soac::frontend {

class Combinator {
public:
  Combinator(Lowering &lowering, const clang::CallExpr *call, std::string name)
      : l(lowering), call(call), name(std::move(name)) {}

  struct Array {
    const Layout *element = nullptr;
    unsigned rank = 0;
    ir::Values leaves;
  };

#define SOAC_COMBINATOR(name, method) FValue method();
#include "frontend/soac/Combinators.def"

private:
  using Blocks = llvm::function_ref<ir::Values(llvm::ArrayRef<ir::Value>)>;

  ir::Builder &b() { return l.builder(); }
  FValue refuse(unsigned argument, const char *why);
  FValue result(llvm::ArrayRef<ir::Value> leaves);
  std::optional<Array> array(unsigned argument);
  std::optional<std::vector<Array>> arrays(unsigned first, bool ofEqualExtent = true);
  FValue element(const Array &array, llvm::ArrayRef<ir::Value> leaves);
  ir::Value count(const Array &array);
  ir::Value indexArgument(unsigned argument);
  FValue indexValue(ir::Value v);
  /// The values of the leaves, converted to these types.
  std::optional<ir::Values> converted(llvm::ArrayRef<ir::Value> leaves, llvm::ArrayRef<ir::Type> types, unsigned argument);

  /// The operands that reduce, scan and reduce_by_index have in common.
  struct Reduction {
    ir::Value count;
    ir::Values arrays, neutral;
    ir::Block op;
  };
  std::optional<Reduction> reduction(unsigned firstArray);
  /// Checks that the `count` elements of every array have the shape of `others`, which are elements or arrays of elements.
  void checkElements(llvm::ArrayRef<ir::Value> arrays, ir::Value count, llvm::ArrayRef<ir::Value> others,
                     llvm::StringRef what);
  std::optional<ir::Block> operatorOf(const std::vector<Array> &arrays, llvm::ArrayRef<ir::Type> types,
                                      const Layout *tuple);
  FValue reduceBy(ir::Prim prim, llvm::function_ref<ir::Value(ir::Scalar)> neutral);
  FValue argBest(bool smallest);

  /// The elements of an array that satisfy a predicate.
  struct Selection {
    Array array;
    ir::Value count;
    ir::Value flags, upTo; ///< i64, per element: 1 or 0; the sum of the flags up to it, inclusive
    ir::Value selected;    ///< the number of selected elements
  };
  std::optional<Selection> selection();
  ir::Values selected(const Selection &selection, bool wanted);

  std::optional<Location> borrowed();
  bool isView() const;
  FValue rearranged(llvm::function_ref<ir::Value(ir::Value, const Array &)> f);
  ir::Value sliced(ir::Value array, ir::Value begin, ir::Value count, std::int64_t step);

  Lowering &l;
  const clang::CallExpr *call;
  std::string name;
};

/// The lowering of soac::`name`, or null.
FValue (Combinator::*combinatorByName(llvm::StringRef name))();

} // namespace soac::frontend
