// The statements of the IR. Functional, typed, in A-normal form: operands are values, nested scopes are blocks.
//
// A value is defined once: as a parameter of a block, as a result of a statement, or as a constant of the function's
// value table (constants have no statement and are in scope everywhere). A block may use every value of the blocks
// around it ("free variables"). Everything is pure but `Accumulate` and `Check`, which have no results and are kept
// where they stand relative to control flow, and an `Invoke` of a definition that has such statements; two `Accumulate`s
// commute.
#pragma once

#include "types/Types.h"

#include <llvm/ADT/SmallVector.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace soac::prims { enum class Prim : std::uint16_t; }
namespace soac::interface { struct OutsideFunction; }

namespace soac::ir {

using prims::Prim;
using types::bitWidth;
using types::boolType;
using types::indexType;
using types::isFloat;
using types::isInteger;
using types::isSigned;
using types::isUnsigned;
using types::name;
using types::Scalar;
using types::Type;

/// A value's number, unique in its function. The default is "no value".
struct Value {
  std::uint32_t id = ~0u;
  explicit operator bool() const { return id != ~0u; }
  friend bool operator==(Value, Value) = default;
  friend auto operator<=>(Value, Value) = default;
};

using Values = llvm::SmallVector<Value, 4>;

/// A place in the user's source; `file` is an index into `Function::files`, line 0 is "no place".
struct SourceLocation {
  std::uint32_t file = 0, line = 0, column = 0;
  explicit operator bool() const { return line != 0; }
  friend bool operator==(SourceLocation, SourceLocation) = default;
  friend auto operator<=>(SourceLocation, SourceLocation) = default;
};

struct Statement;

/// A scope: parameters, statements, results. The operator of a SOAC, the body of a loop, the branch of an `if`.
struct Block {
  Values parameters;
  std::vector<Statement> statements;
  Values results;
};

/// r = prim(arguments), all scalars. `type` is the scalar type of the result (it decides for `Cast`).
/// Integers wrap around. An exact sum, difference, product or negation of signed ones, or conversion of an integer, gives
/// the number itself wherever its result matters, since the language of the source has no overflow there: with int32 x and
/// y, int64(x + y) is then int64(x) + int64(y). A pass keeps the word with the operands of which it was said, and says it
/// of nothing else.
struct Apply {
  Prim prim{};
  Scalar type = Scalar::F64;
  Values arguments;
  bool isExact = false;
};

/// r = array[indices]; with fewer indices than the rank, the sub-array. Indices are i64 and in range.
struct Index {
  Value array;
  Values indices;
};

/// r = array, but r[indices] = value; `value` has rank(array) - |indices|. Made in place by the memory plan.
struct Update {
  Value array;
  Values indices;
  Value value;
  bool isUnlogged = false; ///< left out of the log of the loop around with `partLogged`
};

/// r = extent of dimension `dimension`, i64.
struct Extent {
  Value array;
  unsigned dimension = 0;
};

/// r[i1, .., ik] = value for extents e1, .., ek; the rank is k + rank(value).
struct Fill {
  Value value;
  Values extents;
};

/// r = [0, 1, .., count-1], i64.
struct Iota {
  Value count;
};

/// r = the permutation that sorts `keys` (rank 1): keys[r[0]] <= keys[r[1]] <= .., equal keys in the order they have. i64.
struct Argsort {
  Value keys;
};

/// r = an index in [0, extent) that `indices` (i64, rank 1) has more than once, or -1 where there is none.
struct Repeated {
  Value indices, extent;
};

/// r = array with its dimensions permuted: dimension d of r is dimension permutation[d] of the array.
struct Rearrange {
  Value array;
  llvm::SmallVector<unsigned, 4> permutation;
};

/// r = the same elements in row-major order under other extents (their product equals the old one).
struct Reshape {
  Value array;
  Values extents;
};

/// r[i] = array[start + i * step], i < count, over the first dimension. Reversal is start = n-1, step = -1.
struct Slice {
  Value array, start, count;
  std::int64_t step = 1;
};

/// r[i] = array[(i + by) mod n], over the first dimension, any sign of `by`.
struct Rotate {
  Value array, by;
};

/// r = arrays one after another along the first dimension.
struct Concat {
  Values arrays;
};

/// (r..) = condition ? then : otherwise. The blocks have no parameters and results of equal types.
/// Only the branch that is taken is executed.
struct If {
  Value condition;
  Block then, otherwise;
  bool isRecorded = false; ///< undo logs of loops around it say which arm was taken (ops/rules/Decisions.h)
};

/// What a user's pragma asks of one loop.
struct LoopAnnotations {
  unsigned stripmine = 1;               ///< depth of the nest; 1 is no stripmining
  unsigned revolve = 0;                 ///< snapshots of binomial checkpointing; 0 is none
  Value bound;                          ///< most iterations of a `while`; none when unset
  std::string boundText;                ///< the user's expression, for the run-time message
  llvm::SmallVector<unsigned, 2> noFalseDependencies; ///< positions of carried values
  llvm::SmallVector<unsigned, 2> shapeChanges;        ///< likewise; known only while the loop is differentiated
  llvm::SmallVector<unsigned, 2> rewritten;           ///< likewise
  llvm::SmallVector<unsigned, 2> overwritten;         ///< likewise
  llvm::SmallVector<unsigned, 2> partLogged;          ///< likewise

  /// Nothing is asked of the loop: its iterations may be made others.
  bool areNone() const { return stripmine == 1 && revolve == 0 && !bound && noFalseDependencies.empty(); }
};

/// (r..) = the carried values after the last iteration. `inits` are their first values; the body's results are the
/// next ones. Two forms:
///  counted (`count` set): body parameters are (i, carried..), i = 0 .. count-1, i64; `condition` is empty.
///  while (`count` unset): body parameters are (carried..); `condition` has parameters (carried..) and one bool result.
struct Loop {
  Value count;
  Block condition;
  Values inits;
  Block body;
  LoopAnnotations annotations;
  bool isCounted() const { return static_cast<bool>(count); }
};

/// (r..) = for all i < count, in parallel: fn(i, arrays[0][i], ..); every result of fn becomes an array of one more rank.
/// `fn` has parameters (i: i64, one element per array). The result's inner shape does not depend on i.
/// `arrays` may be empty (tabulate); their first extent is `count`.
struct Map {
  Value count;
  Values arrays;
  Block fn;
};

/// (r..) = neutral op arrays[..][0] op arrays[..][1] ..; `op` has parameters (accumulated.., element..) and is
/// associative with the neutral elements. Elements may be arrays (vectorised operators).
struct Reduce {
  Value count;
  Values arrays;
  Values neutral;
  Block op;
};

/// r[i] = neutral op arrays[..][0] op .. op arrays[..][i] (inclusive).
struct Scan {
  Value count;
  Values arrays;
  Values neutral;
  Block op;
};

/// A fused map and reductions (made by fusion, taken apart again before differentiation). `fn` is as in `Map`; its
/// first results are the elements of the reductions in order (as many as their neutral elements), the rest are mapped
/// out. Results: all reduced values, then the mapped arrays.
struct Reduction {
  Values neutral;
  Block op;
};
struct MapReduce {
  Value count;
  Values arrays;
  Block fn;
  std::vector<Reduction> reductions;
};

/// r = dest, but r[k] = dest[k] op (values with key k, in input order); keys out of range are ignored.
/// `dests`, `values`: one per component; `keys`: i64 of extent `count`.
struct ReduceByIndex {
  Value count;
  Values dests;
  Values neutral;
  Block op;
  Value keys;
  Values values;
};

/// r = dest, but r[indices[i]] = values[i]; indices out of range are ignored, no in-range index occurs twice.
struct Scatter {
  Value dest, indices, values;
};

/// Makes an accumulator of each of `inits` (arrays or scalars, floating point), runs `body` with them as parameters and
/// returns their final contents, then the body's own results. [SC22 §5.4]
struct WithAccumulators {
  Values inits;
  Block body;
};

/// accumulator[indices] += value; no result. Fewer indices than the rank add a sub-array. Indices out of range are an error.
struct Accumulate {
  Value accumulator;
  Values indices;
  Value value;
};

/// (r..) = function(arguments), an outside C++ function that is called as it is, or a variable that is read; pure. Where arguments and the one result
/// are scalars, `function` is the call as C++ text, with {0}, {1}, .. for the arguments. Else it is the function's
/// signature, and `face` says how its parameters and what it gives are made of leaves; text form does not keep that.
/// Not differentiable, not known to the interpreter.
struct Call {
  std::string function;
  llvm::SmallVector<Type, 4> types; ///< of the results
  Values arguments;
  std::shared_ptr<const interface::OutsideFunction> face = nullptr;
};

/// (r..) = definition(arguments.., accumulators..), which is entry number `definition` of the function's table. Results are
/// scalars, and arrays: what arguments have become, in the same shape.
struct Invoke {
  unsigned definition = 0;
  llvm::SmallVector<Type, 4> types; ///< of the results
  Values arguments;
  llvm::SmallVector<unsigned, 2> updated; ///< of which arguments the arrays among the results are, no two of the same
  Values accumulators;  ///< for the definition's last parameters; unset: it is not added to, which lib/ad resolves
  bool mayFail = false; ///< there is a `Check` in the definition, or in one that it invokes
  bool takesMemory = true; ///< the definition needs the workspace, or one that it invokes does; lib/schedule finds out

  /// Of which argument the result is what it has become; none for scalars.
  std::optional<unsigned> argumentOf(std::size_t result) const;
};

/// (r..) = fn(arguments..), whose derivative the user gives. The rules have no results but the derivatives:
///  tangent: (arguments.., tangents of the differentiable ones.., results..) -> tangents of the differentiable results
///  adjoint: (arguments.., adjoints of the differentiable results..) -> what the adjoints of the differentiable
///           arguments receive
/// A mode without a rule cannot be asked for. lib/ad puts fn in its place when all is differentiated.
struct WithRules {
  std::string name; ///< of fn, for messages
  Values arguments;
  Block fn;
  std::optional<Block> tangent, adjoint;
};

/// Run-time check: when `condition` is false the function fails with `message` (an exception on the host), in which the
/// i64 `number`, where there is one, stands for "{0}". No result.
struct Check {
  Value condition;
  std::string message;
  Value number = {};
  bool isOfArgument = false; ///< that shapes and the like fit: not in programs that are compiled with SOAC_CHECKS=0
  /// How the user's program leaves instead, as C++ text ("throw std::domain_error(text({0}))"), with {0}, {1}, .. for the
  /// operands, which are scalars; `message` is for the interpreter then. Such a failure keeps its place among all others.
  std::string exit = {};
  Values operands = {};
};

enum class Mode : std::uint8_t { Tangent, Adjoint };

/// The derivative of `fn` at `arguments`; taken away by lib/ad, inner ones first.
///  Tangent: seeds are the tangents of the differentiable arguments (in order; an unset value is zero);
///           results: fn's results, then the tangents of its differentiable results.
///  Adjoint: seeds are the adjoints of fn's differentiable results (an unset value is zero);
///           results: fn's results, then the adjoints of the differentiable arguments, each added to initial[i]
///           (an unset value is zero; `initial` is empty or has one entry per differentiable argument).
/// Free variables of `fn` are constants here.
/// With `directions` it is the derivative in so many directions at once: seeds, initial values and derivatives have one
/// dimension more, the last, and fn's results are computed once.
struct Differentiate {
  Mode mode = Mode::Adjoint;
  Block fn;
  Values arguments;
  Values seeds;
  Values initial;
  Value directions; ///< i64; none when unset
};

namespace detail {
template <class, class... Kinds> struct AnyOf {
  using type = std::variant<Kinds...>;
};
} // namespace detail

using OpVariant = detail::AnyOf<void
#define SOAC_OP(Struct, ...) , Struct
#include "ir/Ops.def"
>::type;

/// One of the kinds of statements. What it is made, copied and destroyed by is compiled once, in Ops.cpp: inline, each
/// file would do it for all kinds.
class Op : public OpVariant {
public:
  Op();
#define SOAC_OP(Struct, ...) Op(Struct op);
#include "ir/Ops.def"
  Op(const Op &);
  Op(Op &&) noexcept;
  Op &operator=(const Op &);
  Op &operator=(Op &&) noexcept;
  ~Op();
};

struct Statement {
  Values results;
  Op op;
  SourceLocation location;
};

} // namespace soac::ir
