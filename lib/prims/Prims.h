// The scalar primitives: what every phase may ask about one. The table is Prims.def.
#pragma once

#include "types/Types.h"

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/StringRef.h>

#include <cstdint>
#include <optional>

namespace soac::prims {

enum class Prim : std::uint16_t {
#define SOAC_PRIM(Id, ...) Id,
#include "prims/Prims.def"
};

/// What operand types a primitive takes.
enum class Operands : std::uint8_t {
  Float,         ///< floating point, all equal
  Integer,       ///< integers, all equal
  Number,        ///< floating point or integers, all equal
  Signed,        ///< floating point or signed integers
  Any,           ///< any scalar, all equal
  BoolOrInteger, ///< bool or integers, all equal
  Shift,         ///< (integer, any integer)
  Cast,          ///< any scalar
  Select,        ///< (bool, T, T)
  Ldexp,         ///< (floating point, i32)
  Order,         ///< (i32, floating point)
};

/// What the result type is.
enum class Result : std::uint8_t { SameAsFirst, Bool, SameAsSecond, Explicit };

/// Where the result is a number: see Prims.def.
enum class Range : std::uint8_t { Finite, Singular };

struct PrimInfo {
  const char *name; ///< in textual IR: "add", "sin", ..
  unsigned arity;
  Operands operands;
  Result result;
  const char *cxx; ///< C++ and CUDA spelling: a format over the operands, "{0} + {1}", "std::sin({0})"; see spelling()
  int precedence;  ///< of the C++ spelling: 0 for calls and atoms, else the usual C++ level (3 unary, 5 `*`, 6 `+`, ..)
  bool commutative;
  Range range;
  unsigned cost;
  bool hasDerivative; ///< false: the derivative is zero by definition
  const char *doc; ///< one line: domain, kinks
};

const PrimInfo &info(Prim p);
std::optional<Prim> byName(llvm::StringRef name);

/// How `p` is written in C++ on operands of this type (logic on `bool`, bits on integers).
struct Spelling {
  const char *format; ///< "{0} + {1}"; Cast: {1} is the type
  int precedence;     ///< as in PrimInfo
};
Spelling spelling(Prim p, types::Scalar operandType);

/// True when `p` takes operands of these types.
bool accepts(Prim p, llvm::ArrayRef<types::Scalar> operands);

/// The result type of `p` on operands of these types (not for `Cast`, whose type is said where it is used).
types::Scalar resultType(Prim p, llvm::ArrayRef<types::Scalar> operands);

/// A scalar at compile time or in the interpreter: a double (f32 values are exact in it) or the bits of an integer,
/// sign- or zero-extended.
union Number {
  double f;
  std::int64_t i;
};

/// Evaluates `p` on operands of type `operandType` (of the first non-bool operand for Select) with result type `type`,
/// as the generated C++ would: IEEE arithmetic at the type's own precision, exact wrap-around. What C++ leaves
/// undefined has no value: integer division by zero and INT_MIN / -1, shifts by the width or more, casts of
/// floating-point values that the integer type cannot hold, polygamma of negative order.
std::optional<Number> evaluate(Prim p, types::Scalar operandType, types::Scalar type, llvm::ArrayRef<Number> operands);

} // namespace soac::prims
