// Calls a generated function with the interpreter's values.
#pragma once

#include "ops/rules/RuntimeValue.h"

#include <soac/soac.hpp>

#include <memory>
#include <tuple>
#include <type_traits>
#include <vector>

namespace soac::test {

template <class T> constexpr ir::Scalar scalarOf() {
  if constexpr (std::is_same_v<T, bool>)
    return ir::Scalar::Bool;
  else if constexpr (std::is_floating_point_v<T>)
    return sizeof(T) == 4 ? ir::Scalar::F32 : ir::Scalar::F64;
  else if constexpr (std::is_signed_v<T>)
    return sizeof(T) == 1   ? ir::Scalar::I8
           : sizeof(T) == 2 ? ir::Scalar::I16
           : sizeof(T) == 4 ? ir::Scalar::I32
                            : ir::Scalar::I64;
  else
    return sizeof(T) == 1   ? ir::Scalar::U8
           : sizeof(T) == 2 ? ir::Scalar::U16
           : sizeof(T) == 4 ? ir::Scalar::U32
                            : ir::Scalar::U64;
}

template <class T> T numberTo(ops::Number n) {
  return std::is_floating_point_v<T> ? static_cast<T>(n.f) : static_cast<T>(n.i);
}
template <class T> ops::Number numberFrom(T x) {
  if constexpr (std::is_floating_point_v<T>)
    return ops::numberOf(static_cast<double>(x));
  else
    return ops::numberOf(static_cast<std::int64_t>(x));
}

/// Holds what an argument of type T refers to.
template <class T> struct Argument {
  T value;
  explicit Argument(const ops::RuntimeValue &data) : value(numberTo<T>(data.number())) {}
};
template <class T, int R> struct Argument<view<const T, R>> {
  std::unique_ptr<T[]> memory;
  view<const T, R> value;
  explicit Argument(const ops::RuntimeValue &data)
      : memory(new T[static_cast<std::size_t>(data.size()) + 1]), value(make(data, std::make_index_sequence<R>{})) {}

private:
  template <std::size_t... D> view<const T, R> make(const ops::RuntimeValue &data, std::index_sequence<D...>) {
    std::size_t i = 0;
    for (ops::Number n : data.elements())
      memory[i++] = numberTo<T>(n);
    return view<const T, R>(memory.get(), data.extent(D)...);
  }
};

template <class T> void append(std::vector<ops::RuntimeValue> &out, const T &x) {
  out.push_back(ops::RuntimeValue(scalarOf<T>(), numberFrom(x)));
}
template <class T, int R> void append(std::vector<ops::RuntimeValue> &out, const array<T, R> &a) {
  ops::Extents extents;
  for (int d = 0; d < R; ++d)
    extents.push_back(a.extent(d));
  ops::RuntimeValue data(scalarOf<T>(), extents);
  auto elements = data.mutableElements();
  for (std::size_t i = 0; i < elements.size(); ++i)
    elements[i] = numberFrom(a.data()[i]);
  out.push_back(std::move(data));
}
template <class... T> void append(std::vector<ops::RuntimeValue> &out, const std::tuple<T...> &t) {
  std::apply([&](const auto &...x) { (append(out, x), ...); }, t);
}

template <class R, class... P>
std::vector<ops::RuntimeValue> invoke(R (*f)(P...), llvm::ArrayRef<ops::RuntimeValue> arguments) {
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    std::tuple<Argument<P>...> converted{Argument<P>(arguments[I])...};
    std::vector<ops::RuntimeValue> results;
    append(results, f(std::get<I>(converted).value...));
    return results;
  }(std::index_sequence_for<P...>{});
}

} // namespace soac::test
