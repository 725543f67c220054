// Types of the IR: scalars, arrays of known rank and symbolic shape, accumulators.
//
// An array type says its element and its rank; its shape is symbolic and read with `Extent`. Arrays are regular and
// dense. An accumulator is a write-only array (rank >= 1) or scalar (rank 0) that may only be the target of
// `Accumulate` inside the `WithAccumulators` that created it [SC22 §5.4].
#pragma once

#include <cstdint>

namespace soac::types {

enum class Scalar : std::uint8_t { Bool, I8, I16, I32, I64, U8, U16, U32, U64, F32, F64 };

constexpr bool isFloat(Scalar s) { return s == Scalar::F32 || s == Scalar::F64; }
constexpr bool isSigned(Scalar s) { return s >= Scalar::I8 && s <= Scalar::I64; }
constexpr bool isUnsigned(Scalar s) { return s >= Scalar::U8 && s <= Scalar::U64; }
constexpr bool isInteger(Scalar s) { return isSigned(s) || isUnsigned(s); }

/// The width in bits; 1 for `Bool`.
constexpr unsigned bitWidth(Scalar s) {
  switch (s) {
  case Scalar::Bool: return 1;
  case Scalar::I8: case Scalar::U8: return 8;
  case Scalar::I16: case Scalar::U16: return 16;
  case Scalar::I32: case Scalar::U32: case Scalar::F32: return 32;
  case Scalar::I64: case Scalar::U64: case Scalar::F64: return 64;
  }
  return 0;
}

/// The textual name: "bool", "i8" .. "i64", "u8" .. "u64", "f32", "f64".
const char *name(Scalar s);

struct Type {
  Scalar scalar = Scalar::F64;
  std::uint8_t rank = 0;
  bool accumulator = false;

  constexpr Type() = default;
  constexpr Type(Scalar s, unsigned r = 0, bool acc = false)
      : scalar(s), rank(static_cast<std::uint8_t>(r)), accumulator(acc) {}

  constexpr bool isArray() const { return rank > 0; }
  constexpr bool isScalar() const { return rank == 0 && !accumulator; }
  /// True for values that may carry a derivative: floating-point scalars and arrays.
  constexpr bool isDifferentiable() const { return isFloat(scalar) && !accumulator; }
  constexpr Type withRank(unsigned r) const { return {scalar, r, accumulator}; }
  constexpr Type element() const { return {scalar, rank - 1u, accumulator}; }

  friend constexpr bool operator==(Type, Type) = default;
};

inline constexpr Type boolType{Scalar::Bool};
inline constexpr Type indexType{Scalar::I64};

} // namespace soac::types
