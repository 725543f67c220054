// Values at run time, for the interpreter: a scalar, or a dense array of scalars with its extents.
//
// Elements are `prims::Number`s in row-major order whatever their type, so one array is one allocation. Buffers are
// shared and copied on write: a copy and a sub-array (contiguous in row-major order) cost nothing, and a writer that
// holds the only reference writes in place.
#pragma once

#include "types/Types.h"
#include "prims/Prims.h"

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/IntrusiveRefCntPtr.h>
#include <llvm/ADT/SmallVector.h>

#include <cstdint>
#include <string>
#include <vector>

namespace soac::ops {

using prims::Number;
using Extents = llvm::SmallVector<std::int64_t, 3>;

inline Number numberOf(double x) {
  Number n;
  n.f = x;
  return n;
}
inline Number numberOf(std::int64_t x) {
  Number n;
  n.i = x;
  return n;
}
inline Number numberOf(bool x) { return numberOf(std::int64_t{x}); }
/// 0 of either kind: all bits are zero.
inline Number zeroNumber() { return numberOf(std::int64_t{0}); }

class RuntimeValue {
public:
  RuntimeValue() = default;
  /// A scalar.
  RuntimeValue(types::Scalar scalar, Number number) : elementType(scalar), scalarValue(number) {}
  /// An array of zeros. The rank is the number of extents, at least one.
  RuntimeValue(types::Scalar scalar, Extents shape);

  static RuntimeValue f64(double x) { return {types::Scalar::F64, numberOf(x)}; }
  static RuntimeValue f32(float x) { return {types::Scalar::F32, numberOf(double{x})}; }
  static RuntimeValue i64(std::int64_t x) { return {types::Scalar::I64, numberOf(x)}; }
  static RuntimeValue boolean(bool x) { return {types::Scalar::Bool, numberOf(x)}; }
  /// Arrays of f64 and i64 with their elements in row-major order; rank 1 without `shape`.
  static RuntimeValue array(llvm::ArrayRef<double> elements, Extents shape = {});
  static RuntimeValue indices(llvm::ArrayRef<std::int64_t> elements, Extents shape = {});

  types::Type type() const { return {elementType, static_cast<unsigned>(shape.size())}; }
  types::Scalar scalar() const { return elementType; }
  unsigned rank() const { return static_cast<unsigned>(shape.size()); }
  bool isArray() const { return !shape.empty(); }
  llvm::ArrayRef<std::int64_t> extents() const { return shape; }
  std::int64_t extent(unsigned dimension) const { return shape[dimension]; }
  /// How many scalars there are; 1 for a scalar.
  std::int64_t size() const { return isArray() ? count : 1; }

  Number number() const { return scalarValue; }
  double asDouble() const { return scalarValue.f; }
  std::int64_t asInt() const { return scalarValue.i; }
  void setNumber(Number n) { scalarValue = n; }

  /// All scalars in row-major order; one for a scalar.
  llvm::ArrayRef<Number> elements() const {
    if (!isArray())
      return {&scalarValue, 1};
    return {buffer->elements.data() + offset, static_cast<std::size_t>(count)};
  }
  /// The same scalars for writing; takes a copy first when the buffer is shared.
  llvm::MutableArrayRef<Number> mutableElements();
  /// True when `mutableElements` would copy.
  bool isShared() const { return isArray() && buffer->UseCount() > 1; }

  /// The sub-array of `size` scalars from `start` on with the last extents `inner`; a scalar when there are none.
  RuntimeValue part(std::int64_t start, llvm::ArrayRef<std::int64_t> inner) const;
  /// Element i of the first dimension.
  RuntimeValue row(std::int64_t i) const;
  /// The same value in a buffer of its own.
  RuntimeValue copy() const;
  /// The same elements under other extents of equal product.
  RuntimeValue reshaped(Extents extents) const;
  /// Lets go of the storage.
  void release() {
    buffer.reset();
    shape.clear();
    count = 0;
  }

private:
  /// Takes a copy of a shared buffer.
  void own();

  struct Buffer : llvm::RefCountedBase<Buffer> {
    std::vector<Number> elements;
    explicit Buffer(std::size_t n) : elements(n, zeroNumber()) {}
    Buffer(const Number *begin, std::size_t n) : elements(begin, begin + n) {}
  };

  types::Scalar elementType = types::Scalar::F64;
  Number scalarValue = zeroNumber();
  llvm::IntrusiveRefCntPtr<Buffer> buffer;
  std::int64_t offset = 0, count = 0;
  Extents shape;
};

/// The product of the extents; 1 of none.
std::int64_t product(llvm::ArrayRef<std::int64_t> extents);

/// Equal extents, or equal rank and no elements on both sides: inner extents are unspecified then (an empty map does
/// not know those of its results).
bool sameShape(llvm::ArrayRef<std::int64_t> a, llvm::ArrayRef<std::int64_t> b);

/// Same type, same shape, same bits (all NaNs are one).
bool identical(const RuntimeValue &a, const RuntimeValue &b);

/// "f64 1.5", "f64[2, 3] 1 2 3 4 5 6".
std::string toString(const RuntimeValue &data);

} // namespace soac::ops
