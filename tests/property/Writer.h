// Writes random statements into a program. One method per kind of statement; each leaves its results in scope.
#pragma once

#include "Generator.h"
#include "Scope.h"

namespace soac::property {

/// Note [One program per seed]: draws and statements are made one after another, never in two arguments of one call,
/// whose order differs between compilers; a braced list of initialisers has an order.
class Writer {
public:
  /// Definitions that `function` invokes are those of `home`.
  Writer(Random &random, const Features &features, ir::Function &function, ir::Function &home)
      : random(random), features(features), values(function.values), function(function), home(home) {}

  Scope scope;

  /// About `count` statements at this depth of nesting; code that runs `times` times.
  void statements(Builder &b, unsigned count, unsigned depth, std::int64_t times);

  // Expressions.cpp: values made of what is in scope.
  Value scalar(Builder &b);          ///< f64: a variable, an element of an array, a constant, a counter
  Value expression(Builder &b);      ///< f64: a primitive or two applied to scalars
  Value damped(Builder &b, Value x); ///< a bounded function of x
  Value squarePlus(Builder &b, Value x, double plus); ///< x x + plus
  Value condition(Builder &b);
  Value index(Builder &b, std::int64_t extent); ///< in range
  Values indices(Builder &b, llvm::ArrayRef<std::int64_t> extents);
  Value extentOf(Builder &b, std::int64_t extent); ///< an i64 value with that number
  /// An array of that shape: one in scope, or made of some by a map, an update or a fill.
  Value arrayOf(Builder &b, llvm::ArrayRef<std::int64_t> shape, unsigned maps = 1);
  Value real(double x) { return values.constantFloat(Scalar::F64, x); }

private:
  using Place = std::int64_t; ///< how often the code that is being written runs

  // Scopes.cpp
  bool conditional(Builder &b, unsigned depth, Place times);
  ir::LoopAnnotations annotations(llvm::ArrayRef<Variable> carried);
  bool countedLoop(Builder &b, unsigned depth, Place times);
  bool whileLoop(Builder &b, unsigned depth, Place times);
  bool map(Builder &b, unsigned depth, Place times);
  bool withAccumulators(Builder &b, unsigned depth, Place times);
  bool accumulate(Builder &b);
  Value updatedInPlace(Builder &b, Value array, llvm::ArrayRef<std::int64_t> shape, unsigned depth);
  Values nextCarried(Builder &b, llvm::ArrayRef<Variable> carried, const ir::LoopAnnotations &annotations);
  Value contracted(Builder &b, Value x);

  // Combinators.cpp
  bool reduce(Builder &b);
  bool scan(Builder &b);
  bool reduceByIndex(Builder &b);
  bool scatter(Builder &b);

  // Operators.cpp
  struct Operator {
    ir::Block block;
    Values neutral;
    Values arrays;
    Extents element;             ///< shape of what it combines
    bool isFinite = true;        ///< the neutral elements are
    bool startsAnywhere = false; ///< reductions may start with any number
  };
  /// On the rows of the array, which for some operators are only part of the elements, or what these are made of.
  Operator operatorOn(Builder &b, const Variable &array);
  /// On numbers of arrays of extent `n`, if there are any.
  std::optional<Operator> associative(Builder &b, std::int64_t n);
  Operator vectorised(Builder &b, const Variable &array);
  Operator matrixProduct(Builder &b, const Variable &numbers);

  // Selections.cpp
  bool sorted(Builder &b);
  bool selected(Builder &b);
  bool segmented(Builder &b);
  bool gathered(Builder &b);

  // Arrays.cpp
  bool rearrangement(Builder &b);
  bool update(Builder &b);
  bool fill(Builder &b);
  bool indexRow(Builder &b);
  bool tabulation(Builder &b);

  // LoopsOfArrays.cpp
  bool writingOnce(Builder &b, unsigned depth, Place times);
  bool growing(Builder &b, unsigned depth, Place times);
  bool nest(Builder &b, Place times);
  bool columnSums(Builder &b, Place times);

  // UserRules.cpp
  bool withRules(Builder &b);

  // Invokes.cpp
  struct Definition {
    unsigned number = 0;
    std::int64_t extent = 0; ///< of its array
    unsigned results = 1;     ///< numbers
    bool updates = false;     ///< what the array becomes is a result, too, before the numbers or after them
    bool updatesFirst = false;
  };
  Value bounded(Builder &b, Value array);
  bool invoke(Builder &b, Place times);
  ir::Function definition(const Definition &made, std::optional<unsigned> next);
  /// What an invocation gives: the numbers, and what the array has become, else the array.
  struct Given {
    Values numbers;
    Value array;
  };
  Given invocation(Builder &b, const Definition &called, unsigned number, Value x, Value y, Value array, Value depth);
  Values sums(Builder &b, const Definition &made, unsigned next, Value array, Value depth);
  std::optional<Definition> updatingDefinition(llvm::ArrayRef<std::int64_t> shape); ///< of an array of that shape
  Value updated(Builder &b, Value array, const Definition &made);

  void define(Value v, Extents shape) { scope.variables.push_back({v, values.type(v), std::move(shape)}); }
  /// Results for a block that began at `mark`: f64 variables, those of the block itself preferred.
  std::vector<Variable> results(const Scope::Mark &mark, unsigned count, unsigned maxRank);

  Random &random;
  const Features &features;
  ir::ValueTable &values;
  ir::Function &function;
  ir::Function &home;
  std::vector<Definition> definitions;
};

} // namespace soac::property
