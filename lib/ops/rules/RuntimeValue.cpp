#include "ops/rules/RuntimeValue.h"

#include <llvm/Support/Format.h>
#include <llvm/Support/raw_ostream.h>

#include <cassert>
#include <cmath>

namespace soac::ops {

std::int64_t product(llvm::ArrayRef<std::int64_t> extents) {
  std::int64_t n = 1;
  for (std::int64_t e : extents)
    n *= e;
  return n;
}

RuntimeValue::RuntimeValue(ir::Scalar scalar, Extents extents)
    : elementType(scalar), count(product(extents)), shape(std::move(extents)) {
  assert(!shape.empty() && count >= 0);
  buffer = llvm::makeIntrusiveRefCnt<Buffer>(static_cast<std::size_t>(count));
}

RuntimeValue RuntimeValue::array(llvm::ArrayRef<double> elements, Extents extents) {
  if (extents.empty())
    extents = {static_cast<std::int64_t>(elements.size())};
  RuntimeValue data(ir::Scalar::F64, std::move(extents));
  assert(data.size() == static_cast<std::int64_t>(elements.size()));
  for (std::size_t i = 0; i < elements.size(); ++i)
    data.buffer->elements[i].f = elements[i];
  return data;
}

RuntimeValue RuntimeValue::indices(llvm::ArrayRef<std::int64_t> elements, Extents extents) {
  if (extents.empty())
    extents = {static_cast<std::int64_t>(elements.size())};
  RuntimeValue data(ir::Scalar::I64, std::move(extents));
  assert(data.size() == static_cast<std::int64_t>(elements.size()));
  for (std::size_t i = 0; i < elements.size(); ++i)
    data.buffer->elements[i].i = elements[i];
  return data;
}

void RuntimeValue::own() {
  if (!isShared())
    return;
  buffer = llvm::makeIntrusiveRefCnt<Buffer>(buffer->elements.data() + offset, static_cast<std::size_t>(count));
  offset = 0;
}

llvm::MutableArrayRef<Number> RuntimeValue::mutableElements() {
  if (!isArray())
    return {&scalarValue, 1};
  own();
  return {buffer->elements.data() + offset, static_cast<std::size_t>(count)};
}

RuntimeValue RuntimeValue::part(std::int64_t start, llvm::ArrayRef<std::int64_t> inner) const {
  if (inner.empty())
    return {elementType, elements()[static_cast<std::size_t>(start)]};
  RuntimeValue data;
  data.elementType = elementType;
  data.buffer = buffer;
  data.offset = offset + start;
  data.count = product(inner);
  data.shape.assign(inner.begin(), inner.end());
  return data;
}

RuntimeValue RuntimeValue::row(std::int64_t i) const {
  const auto inner = extents().drop_front();
  return part(i * product(inner), inner);
}

RuntimeValue RuntimeValue::copy() const {
  RuntimeValue data = *this;
  data.own();
  return data;
}

RuntimeValue RuntimeValue::reshaped(Extents extents) const {
  assert(product(extents) == count);
  RuntimeValue data = *this;
  data.shape = std::move(extents);
  return data;
}

bool sameShape(llvm::ArrayRef<std::int64_t> a, llvm::ArrayRef<std::int64_t> b) {
  return a == b || (a.size() == b.size() && product(a) == 0 && product(b) == 0);
}

bool identical(const RuntimeValue &a, const RuntimeValue &b) {
  if (a.type() != b.type() || a.extents() != b.extents())
    return false;
  const auto xs = a.elements(), ys = b.elements();
  for (std::size_t i = 0; i < xs.size(); ++i) {
    const bool bothNaN = ir::isFloat(a.scalar()) && std::isnan(xs[i].f) && std::isnan(ys[i].f);
    if (!bothNaN && xs[i].i != ys[i].i)
      return false;
  }
  return true;
}

std::string toString(const RuntimeValue &data) {
  std::string text;
  llvm::raw_string_ostream out(text);
  out << ir::name(data.scalar());
  for (std::size_t d = 0; d < data.extents().size(); ++d)
    out << (d ? ", " : "[") << data.extents()[d];
  if (data.isArray())
    out << "]";
  for (Number n : data.elements()) {
    if (ir::isFloat(data.scalar()))
      out << llvm::format(" %.17g", n.f);
    else
      out << " " << n.i;
  }
  return text;
}

} // namespace soac::ops
