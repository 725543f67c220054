// Arrays and scalars in a device's memory.
//
//   soac::cuda::array<double, 2> x(points, stream);        // a copy of a host array
//   soac::cuda::view<const double, 2> y(pointer, n, m);     // memory of the user's
//   soac::array<double, 2> back = x.to_host();              // waits for the stream
//
// No element is read on the host: only copies are. Copies to the host wait, and throw soac::cuda::error where a call before
// has failed.
#pragma once

#include "soac/array.hpp"
#include "soac/cuda/workspace.hpp"

#include <array>
#include <concepts>
#include <tuple>
#include <type_traits>

namespace soac::cuda {

template <class T, int R> class array;

namespace detail {

/// Vectors whose pointers say that they are a device's: thrust::device_vector and the like.
template <class V, class T>
concept device_vector = requires(V &v) {
  { v.size() } -> std::convertible_to<std::size_t>;
  { v.data().get() } -> std::convertible_to<T *>;
} && !requires(V &v) { v.data().get().get(); };

/// std::mdspan, cuda::std::mdspan and the like.
template <class V, class T, int R>
concept multidimensional_span = requires(const V &v) {
  { v.data_handle() } -> std::convertible_to<T *>;
  { v.stride(0) } -> std::convertible_to<index>;
  { v.extent(0) } -> std::convertible_to<index>;
} && V::rank() == R;

template <class V> inline constexpr bool is_of_a_device = false;
template <class T, int R> inline constexpr bool is_of_a_device<view<T, R>> = true;
template <class T, int R> inline constexpr bool is_of_a_device<array<T, R>> = true;

/// Arrays in the host's memory: std::vector, std::span, soac::array, soac::view and the like.
template <class V, class T>
concept host_array = !is_of_a_device<V> && requires(const V &v) {
  { v.data() } -> std::convertible_to<const T *>;
  { v.size() } -> std::convertible_to<std::size_t>;
};

} // namespace detail

/// Borrowed memory of a device: rank `R`, row-major, one element behind the other. It is no soac::view: nothing of the host's
/// takes it.
template <class T, int R = 1> class view {
public:
  using memory_of_a_device = void;
  static_assert(R > 0 && std::is_trivially_copyable_v<T>);
  view() = default;
  template <class... E>
    requires(sizeof...(E) == R && (std::is_convertible_v<E, index> && ...))
  view(T *device_memory, E... extents) : pointer(device_memory), shape{static_cast<index>(extents)...} {}
  view(T *device_memory, const std::array<index, R> &extents) : pointer(device_memory), shape(extents) {}
  template <class Other>
    requires(std::is_same_v<const Other, T>)
  view(const view<Other, R> &v) : pointer(v.data()), shape(v.extents()) {}
  /// Of a thrust::device_vector.
  template <class V>
    requires(R == 1 && detail::device_vector<V, T>)
  view(V &v) : pointer(v.data().get()), shape{static_cast<index>(v.size())} {}
  /// What is in the host's memory has to be copied first.
  template <class V>
    requires detail::host_array<V, T>
  view(const V &an_array_of_the_host) = delete; // soac: copy it to the device: soac::cuda::array<double> copy(x, place)
  /// Of a multidimensional span, which must be row-major without gaps. It does not say whether its memory is a device's.
  template <class V>
    requires detail::multidimensional_span<V, T, R>
  explicit view(const V &v) : pointer(v.data_handle()) {
    index stride = 1;
    for (int d = R; d-- > 0;) {
      const auto dimension = static_cast<typename V::rank_type>(d);
      shape[static_cast<std::size_t>(d)] = static_cast<index>(v.extent(dimension));
      if (static_cast<index>(v.stride(dimension)) != stride && v.extent(dimension) > 1)
        throw error("soac: the span is not row-major without gaps");
      stride *= static_cast<index>(v.extent(dimension));
    }
  }

  index extent(int r) const { return shape[static_cast<std::size_t>(r)]; }
  const std::array<index, R> &extents() const { return shape; }
  index size() const {
    index n = 1;
    for (const index e : shape)
      n *= e;
    return n;
  }
  T *data() const { return pointer; }
  /// Row i, for R > 1.
  view<T, R - 1> operator[](index i) const
    requires(R > 1)
  {
    std::array<index, R - 1> rest{};
    index stride = 1;
    for (std::size_t d = 1; d < R; ++d) {
      rest[d - 1] = shape[d];
      stride *= shape[d];
    }
    return {pointer + i * stride, rest};
  }

private:
  T *pointer = nullptr;
  std::array<index, R> shape{};
};

namespace detail {

/// Owned bytes of a stream's.
class block {
public:
  block() = default;
  block(std::shared_ptr<stream_state> s, std::size_t size) : state(std::move(s)), bytes(size), pointer(state->take(size)) {}
  block(block &&other) noexcept
      : state(std::move(other.state)), bytes(std::exchange(other.bytes, 0)), pointer(std::exchange(other.pointer, nullptr)) {}
  block &operator=(block &&other) noexcept {
    std::swap(state, other.state);
    std::swap(bytes, other.bytes);
    std::swap(pointer, other.pointer);
    return *this;
  }
  ~block() {
    if (state)
      state->give(pointer, bytes);
  }
  std::shared_ptr<stream_state> state;
  std::size_t bytes = 0;
  void *pointer = nullptr;
};

inline void copy_bytes(void *to, const void *from, std::size_t bytes, cudaMemcpyKind kind, cudaStream_t stream) {
  if (bytes > 0)
    check(cudaMemcpyAsync(to, from, bytes, kind, stream), "cudaMemcpyAsync");
}

} // namespace detail

/// Owned memory of a device. Moved, not copied; what was moved from must not be used, and says so.
template <class T, int R = 1> class array {
public:
  using memory_of_a_device = void;
  static_assert(R > 0 && std::is_trivially_copyable_v<T>);

  /// Zeros.
  template <class... E>
    requires(sizeof...(E) == R && (std::is_convertible_v<E, index> && ...))
  array(const on &where, E... extents) : array(where, std::array<index, R>{static_cast<index>(extents)...}) {
    detail::check(cudaMemsetAsync(memory.pointer, 0, memory.bytes, memory.state->stream), "cudaMemsetAsync");
  }
  /// Without values.
  array(const on &where, const std::array<index, R> &extents)
      : shape(extents), memory(where.shared(), bytes_of(extents)) {}
  /// A copy of a host array: of a soac::array or view, a std::vector, std::span or std::array.
  array(soac::view<const T, R> from, const on &where) : array(where, extents_of(from)) {
    copy_from(from);
  }
  array(array &&other) noexcept = default;
  array &operator=(array &&other) noexcept = default;

  index extent(int r) const { return shape[static_cast<std::size_t>(r)]; }
  const std::array<index, R> &extents() const { return shape; }
  index size() const {
    index n = 1;
    for (const index e : shape)
      n *= e;
    return n;
  }
  T *data() { return static_cast<T *>(used()); }
  const T *data() const { return static_cast<const T *>(used()); }
  operator view<T, R>() { return {data(), shape}; }
  operator view<const T, R>() const { return {data(), shape}; }
  cudaStream_t stream() const { return memory.state ? memory.state->stream : nullptr; }

  /// Copies from the host; of the same extents.
  void copy_from(soac::view<const T, R> from) {
    if (extents_of(from) != shape)
      throw error("soac: the arrays' extents differ");
    const soac::array<T, R> packed(from);
    void *const to = used();
    detail::copy_bytes(to, packed.data(), memory.bytes, cudaMemcpyHostToDevice, memory.state->stream);
    detail::check(cudaStreamSynchronize(memory.state->stream), "cudaStreamSynchronize"); // `packed` ends here
  }
  /// Waits, and copies to the host.
  soac::array<T, R> to_host() const {
    const void *from = used();
    soac::array<T, R> result = std::apply([](auto... e) { return soac::array<T, R>(e...); }, shape);
    detail::copy_bytes(result.data(), from, memory.bytes, cudaMemcpyDeviceToHost, memory.state->stream);
    memory.state->wait();
    return result;
  }
  explicit operator soac::array<T, R>() const { return to_host(); }
  /// Waits, and copies into memory of the host's, of the same extents: of a std::vector, std::span, std::array or view.
  void copy_to(soac::view<T, R> to) const {
    if (extents_of(to) != shape)
      throw error("soac: the arrays' extents differ");
    const soac::array<T, R> packed = to_host();
    const T *from = packed.data();
    copy_rows(to, from);
  }

private:
  std::array<index, R> shape{};
  detail::block memory;

  static std::size_t bytes_of(const std::array<index, R> &extents) {
    std::size_t n = sizeof(T);
    for (const index e : extents) {
      if (e < 0)
        throw error("soac: an extent is negative");
      n *= static_cast<std::size_t>(e);
    }
    return n;
  }
  template <class E> static std::array<index, R> extents_of(const soac::view<E, R> &v) {
    std::array<index, R> result{};
    for (int d = 0; d < R; ++d)
      result[static_cast<std::size_t>(d)] = v.extent(d);
    return result;
  }
  template <int D> static void copy_rows(const soac::view<T, D> &to, const T *&from) {
    for (index i = 0; i < to.extent(0); ++i)
      if constexpr (D == 1)
        to(i) = *from++;
      else
        copy_rows(to[i], from);
  }
  void *used() const {
    if (!memory.state)
      throw error("soac: an array is used that was moved from");
    return memory.pointer;
  }
};

/// A number in a device's memory. It becomes a number of the host by conversion, which waits for the stream.
template <class T> class scalar {
public:
  explicit scalar(const on &where) : memory(where.shared(), sizeof(T)) {}
  scalar(const on &where, T value) : scalar(where) {
    detail::copy_bytes(memory.pointer, &value, sizeof(T), cudaMemcpyHostToDevice, memory.state->stream);
    detail::check(cudaStreamSynchronize(memory.state->stream), "cudaStreamSynchronize");
  }
  operator T() const {
    T value{};
    const void *const from = used();
    detail::copy_bytes(&value, from, sizeof(T), cudaMemcpyDeviceToHost, memory.state->stream);
    memory.state->wait();
    return value;
  }
  T *data() { return static_cast<T *>(used()); }
  const T *data() const { return static_cast<const T *>(used()); }

private:
  detail::block memory;

  void *used() const {
    if (!memory.state)
      throw error("soac: a scalar is used that was moved from");
    return memory.pointer;
  }
};

} // namespace soac::cuda
