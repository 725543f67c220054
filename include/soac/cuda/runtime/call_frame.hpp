// One call on a device, seen from the host: its memory, what it launches, its results.
#pragma once

#include "soac/cuda/array.hpp"
#include "soac/cuda/runtime/bins.hpp"
#include "soac/cuda/runtime/copies.hpp"
#include "soac/cuda/runtime/in_order.hpp"
#include "soac/cuda/runtime/scans.hpp"
#include "soac/cuda/runtime/whole.hpp"

#include <functional>
#include <utility>
#include <vector>

namespace soac::cuda {

/// Calls a kernel. The same text compiles for a device and for tests on the host.
template <class... P, class... A>
void launch(void (*kernel)(P...), index blocks, unsigned threads, cudaStream_t stream, A &&...arguments) {
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(static_cast<unsigned>(blocks));
  config.blockDim = dim3(threads);
  config.stream = stream;
  detail::check(cudaLaunchKernelEx(&config, kernel, static_cast<P>(arguments)...), "launch of a kernel");
}

namespace detail {

/// The memory of an argument.
struct memory_range {
  const char *name;
  const char *begin, *end;
  void check_apart(const memory_range &other) const {
    if (begin < other.end && other.begin < end)
      throw error(std::string("soac: '") + name + "' and '" + other.name +
                  "' share memory; on a device an array that is written has memory of its own");
  }
};

} // namespace detail

template <class T, int R> detail::memory_range memory_of(const char *name, const view<T, R> &v) {
  const char *const begin = reinterpret_cast<const char *>(v.data());
  return {name, begin, begin + static_cast<std::size_t>(v.size()) * sizeof(T)};
}
template <class T, int R> detail::memory_range memory_of(const char *name, array<T, R> &a) {
  return cuda::memory_of(name, view<T, R>(a));
}
template <class T> detail::memory_range memory_of(const char *name, scalar<T> &x) {
  const char *const begin = reinterpret_cast<const char *>(x.data());
  return {name, begin, begin + sizeof(T)};
}

/// The stack of a thread where functions call themselves: the device has it for each thread that it holds at once. The
/// program may have asked for more. What is kept of it is for the kernel, for one such function's registers, and for
/// functions that call no others.
struct stack_of_threads {
  static constexpr std::size_t least = 8192, kept = 2048;
};
struct with_stack_t {};
inline constexpr with_stack_t with_stack;

/// A call of a generated function. Memory that it makes is given back at the end of the scope around it (`scope`, or the
/// call itself): what runs later on the stream may take it again.
class call_frame {
public:
  call_frame(const on &where, const char *const *messages) : place(where), state(*where.shared()), texts(messages), begin(state.top) {}
  /// The same of a function whose kernels call functions that call themselves.
  call_frame(const on &where, const char *const *messages, with_stack_t) : call_frame(where, messages) {
    std::size_t bytes = 0;
    detail::check(cudaDeviceGetLimit(&bytes, cudaLimitStackSize), "cudaDeviceGetLimit");
    if (bytes < stack_of_threads::least) {
      detail::check(cudaDeviceSetLimit(cudaLimitStackSize, stack_of_threads::least), "cudaDeviceSetLimit");
      detail::check(cudaDeviceGetLimit(&bytes, cudaLimitStackSize), "cudaDeviceGetLimit"); // rounded as the device likes
    }
    stack = static_cast<index>(bytes) - static_cast<index>(stack_of_threads::kept);
  }
  call_frame(const call_frame &) = delete;
  call_frame &operator=(const call_frame &) = delete;
  ~call_frame() { state.rewind(begin); }

  template <class T, class... E> dense<T, static_cast<int>(sizeof...(E))> make(E... extent) {
    return {static_cast<T *>(state.push((static_cast<std::size_t>(extent) * ... * sizeof(T)))), extent...};
  }
  template <class T, class... E> dense<T, static_cast<int>(sizeof...(E))> filled(T value, E... extent) {
    const auto result = this->template make<T>(extent...);
    fill(result, value);
    return result;
  }
  /// The same with a number of the device's.
  template <class T, class S, class... E>
  dense<T, static_cast<int>(sizeof...(E))> filled(const dense<S, 0> &value, E... extent) {
    const auto result = this->template make<T>(extent...);
    fill(result, value);
    return result;
  }
  template <class T> dense<T, 0> cell() { return {this->template make<T>(1).data()}; }
  template <class A> auto like(const A &a) {
    using T = std::remove_const_t<typename A::element>;
    dense<T, A::rank> result;
    for (int d = 0; d < A::rank; ++d)
      result.extents[d] = a.extent(d);
    result.pointer = static_cast<T *>(state.push(static_cast<std::size_t>(a.size()) * sizeof(T)));
    return result;
  }
  template <class T> auto copy(const dense<T, 0> &value) {
    const auto result = cell<std::remove_const_t<T>>();
    copy(result, value);
    return result;
  }
  template <class A> auto copy(const A &a) {
    const auto result = like(a);
    copy(result, a);
    return result;
  }

  /// Numbers in the caller's records and scalars: packed, where they are not yet; written back; one of them.
  template <class S, class T, int R> dense<T, R> pack(const leaf_positions<S, T, R> &from) {
    if (from.is_dense())
      return from.at(from.begin());
    const auto result = from.at(this->template make<T>(from.size()).data());
    each(from.size(), detail::packed_element<S, T, R>{from, result.data()});
    return result;
  }
  template <class S, class T, int R, class A> void unpack(const leaf_positions<S, T, R> &to, const A &from) {
    if (to.is_dense())
      copy(to.at(to.begin()), from);
    else
      each(to.size(), detail::unpacked_element<S, T, R>{to, from.data()});
  }
  template <class T, class V> void assign_to(scalar<T> &to, const V &value) { fill(dense<T, 1>(to.data(), 1), value); }
  template <class T, class V> void add_to(scalar<T> &to, const V &value) {
    each(1, detail::add_scalar<T, V>{to.data(), value});
  }
  template <class S, class T, class V> void assign_to(const leaf_positions<S, T, 0> &to, const V &value) {
    fill(dense<S, 1>(reinterpret_cast<S *>(to.base), 1), value);
  }
  template <class S, class T, class V> void add_to(const leaf_positions<S, T, 0> &to, const V &value) {
    each(1, detail::add_scalar<S, V>{reinterpret_cast<S *>(to.base), value});
  }
  /// A small array of the host's, or a leaf of one.
  template <class T, int R, class C, class... Project> dense<T, R> upload(C &from, Project... project) {
    soac::workspace host;
    const auto packed = runtime::pack<T, R>(host, from, project...);
    const auto result = like(packed);
    detail::copy_bytes(result.data(), packed.data(), static_cast<std::size_t>(packed.size()) * sizeof(T), cudaMemcpyHostToDevice,
                       state.stream);
    return result;
  }

  void clear(void *memory, std::size_t bytes) { detail::check(cudaMemsetAsync(memory, 0, bytes, state.stream), "cudaMemsetAsync"); }

  /// Waits for a number of the device's.
  template <class T> T read(const dense<T, 0> &cell) {
    T value{};
    detail::copy_bytes(&value, cell.data(), sizeof(T), cudaMemcpyDeviceToHost, state.stream);
    state.wait();
    return value;
  }
  /// A failed check on the host.
  [[noreturn]] void raise(unsigned message, index number = 0, index other = 0) const {
    std::string text = texts[message];
    for (const auto &[mark, value] : {std::pair{"{0}", number}, std::pair{"{1}", other}})
      if (const std::size_t at = text.find(mark); at != std::string::npos)
        text.replace(at, 3, std::to_string(value));
    throw error(text);
  }

  /// Arrays that are written share no memory with others.
  void check_apart(std::initializer_list<detail::memory_range> written, std::initializer_list<detail::memory_range> others) const {
    for (auto a = written.begin(); a != written.end(); ++a) {
      for (auto b = a + 1; b != written.end(); ++b)
        a->check_apart(*b);
      for (const detail::memory_range &b : others)
        a->check_apart(b);
    }
  }

  /// Members that stand for one array of rank R have the same first R extents.
  template <int R, class First, class... Rest>
  void check_members(const char *name, const First &first, const Rest &...rest) const {
    for (int d = 0; d < R; ++d)
      for (const index extent : {first.extent(d), rest.extent(d)...})
        if (extent != first.extent(d))
          throw error(std::string("soac: the members of '") + name + "' differ in their extents: " +
                      std::to_string(first.extent(d)) + " and " + std::to_string(extent));
  }

  /// Writes the array of an argument, which keeps its extents.
  template <class T, int R, class From> void write_back(const char *name, const dense<T, R> &to, const From &from) {
    check_extents(name, to, from);
    copy(to, from);
  }
  template <class S, class T, int R, class From> void write_back(const char *name, const leaf_positions<S, T, R> &to, const From &from) {
    check_extents(name, to.at(nullptr), from);
    unpack(to, from);
  }

  // Whole arrays.
  template <class To, class From> void copy(const To &to, const From &from) {
    if (to.size() > 0 && to.data() != from.data())
      detail::copy_bytes(to.data(), from.data(), static_cast<std::size_t>(to.size()) * sizeof(*to.data()),
                         cudaMemcpyDeviceToDevice, state.stream);
  }
  template <class T, int R, class V> void fill(const dense<T, R> &to, const V &value) { each(to.size(), detail::fill_element<T, V>{to.data(), value}); }
  template <class T, int R, class Row> void fill_rows(const dense<T, R> &to, const Row &row) {
    each(to.size(), detail::fill_from_row<T>{to.data(), row.data(), row.size()});
  }
  template <class To, class From> void add(const To &to, const From &from) {
    each(from.size(), detail::add_element<typename To::element>{to.data(), from.data()});
  }
  template <class To> void iota(const To &to) { each(to.size(), detail::iota_element{to.data()}); }
  template <int... Order, class To, class From> void rearrange(const To &to, const From &from) {
    each(to.size(), detail::rearranged_element<typename To::element, static_cast<int>(sizeof...(Order)), Order...>{to, from});
  }
  template <class To, class From> void slice(const To &to, const From &from, index start, index step) {
    each(to.size(), detail::sliced_element<typename To::element>{to.data(), from.data(), row_width(to), start, step});
  }
  template <class To, class From> void rotate(const To &to, const From &from, index by) {
    each(to.size(), detail::rotated_element<typename To::element>{to.data(), from.data(), row_width(to), to.extent(0), by});
  }
  template <class To, class... From> void concat(const To &to, const From &...from) {
    index at = 0;
    ((copy(to.rows(at, from.extent(0)), from), at += from.extent(0)), ...);
  }
  template <class To, class Indices, class Values> void scatter(const To &to, const Indices &indices, const Values &values) {
    each(values.size(), detail::scattered_element<typename To::element>{to.data(), indices.data(), values.data(), row_width(to), to.extent(0)});
  }
  /// to = the permutation that sorts the keys; equal keys stay in order.
  template <class To, class Keys> void argsort(const To &to, const Keys &keys) {
    using Key = std::remove_const_t<typename Keys::element>;
    const index n = keys.extent(0);
    iota(to);
    const auto saved = state.top;
    index *from = to.data(), *into = this->template make<index>(n).data();
    for (index width = 1; width < n; width *= 2) {
      launch(merge_runs<Key>, blocks(n), block_threads, state.stream, dense<const Key, 1>(keys), from, into, n, width, call());
      std::swap(from, into);
    }
    if (from != to.data())
      detail::copy_bytes(to.data(), from, static_cast<std::size_t>(n) * sizeof(index), cudaMemcpyDeviceToDevice, state.stream);
    state.rewind(saved);
  }
  /// An index in [0, extent) that occurs twice, or -1.
  template <class Indices> void repeated(const dense<index, 0> &result, const Indices &indices, index extent) {
    const auto saved = state.top;
    each(1, detail::fill_element<index, index>{result.data(), -1});
    const auto counts = filled<unsigned>(0u, extent);
    each(indices.extent(0), detail::counted_index{indices.data(), counts.data(), extent, result.data()});
    state.rewind(saved);
  }

  /// What several threads of the next kernel add to: by atomic operations; exactly where sums are to be the same in every run.
  template <class T, int R> atomic_dense<T, R> adding(const dense<T, R> &target) {
    if constexpr (std::is_floating_point_v<T>)
      if (place.has_deterministic_sums()) {
        if (exact_sums.empty())
          before_sums = state.top;
        const std::size_t bytes = static_cast<std::size_t>(target.size() * exact_sum<T>::size) * sizeof(typename exact_sum<T>::word);
        auto *const words = static_cast<typename exact_sum<T>::word *>(state.push(bytes));
        clear(words, bytes);
        exact_sums.push_back([target, words](call_frame &frame) {
          frame.each(target.size(), detail::rounded_element<T>{target.data(), words});
        });
        return {target, words};
      }
    return {target, nullptr};
  }

  // Kernels of generated code. `bytes`: what each thread takes.
  template <class F> void run(index bytes, const F &f) {
    const auto saved = state.top;
    launch(single_kernel<F>, 1, 1, state.stream, f, memory(bytes, 1), call());
    end(saved);
  }
  template <class F> void map(index n, index bytes, const F &f) {
    const auto saved = state.top;
    if (n > 0) {
      auto *kernel = map_kernel<F>;
      if constexpr (has_sums<F>)
        if (wants_copies(f, n, blocks(n)))
          kernel = map_with_copies<F>;
      launch(kernel, blocks(n), block_threads, state.stream, f, n, memory(bytes, blocks(n) * block_threads), call());
    }
    end(saved);
  }
  /// The results are neutral op f(0) op .. op f(n - 1), for each of the operators.
  template <class... Op, class F, class P, class... T>
  void reduce(index n, index bytes, const F &f, const P &neutral, const dense<T, 0> &...results) {
    const auto saved = state.top;
    const index parts = n > 0 ? blocks(n) : 0;
    P *const partials = this->template make<P>(parts).data();
    if (n > 0)
      launch(reduce_blocks<operators<Op...>, P, F>, parts, block_threads, state.stream, f, n, neutral, partials,
             memory(bytes, parts * block_threads), call());
    launch(reduce_last<operators<Op...>, P, T...>, 1, block_threads, state.stream, neutral, partials, parts, call(),
           results.data()...);
    end(saved);
  }
  /// The same by f.combine, which is associative, in order: results = results op f.element(0) op .. op f.element(n - 1).
  template <class F, class... T> void reduce_in_order(index n, index bytes, const F &f, const dense<T, 0> &...results) {
    const auto saved = state.top;
    if (n > 0) {
      const index grid = blocks((n + 3) / 4), threads = grid * block_threads, parts = threads < n ? threads : n;
      auto *const partials = this->template make<typename F::value>(grid).data();
      launch(reduce_parts<F, typename F::value>, grid, block_threads, state.stream, f, n, parts, partials, memory(bytes, threads), call());
      const index count = (parts + block_threads - 1) / block_threads;
      launch(append_parts<F, typename F::value, T...>, 1, block_threads, state.stream, f, partials, count, call(), results.data()...);
    }
    end(saved);
  }
  /// f.finish(segment, thread, neutral op f(segment, 0) op .. op f(segment, length - 1)) for each of the segments. `order`: what lies side
  /// by side in memory.
  template <class... Op, class F, class P>
  void reduce_segments(index segments, index length, reads order, index bytes, const F &f, const P &neutral) {
    reduce_each_by(reduce_each<operators<Op...>, P, F>, finish_each<operators<Op...>, P, F>, segments, length, order, bytes, f, neutral);
  }
  template <class F>
  void reduce_segments_in_order(index segments, index length, reads order, index bytes, const F &f, const typename F::value &neutral) {
    using P = typename F::value;
    reduce_each_by(reduce_each_in_order<F, P>, finish_each_in_order<F, P>, segments, length, order, bytes, f, neutral);
  }
  template <class F> void scan(index n, index bytes, const F &f, const typename F::value &neutral) {
    if (n <= 0)
      return;
    const auto saved = state.top;
    const index parts = n < 4 * block_threads ? (n + 3) / 4 : n / 4 < 32 * block_threads ? n / 4 : 32 * block_threads;
    const index grid = (parts + block_threads - 1) / block_threads;
    auto *const sums = this->template make<typename F::value>(parts).data();
    const thread_memory own = memory(bytes, grid * block_threads);
    launch(scan_parts<F>, grid, block_threads, state.stream, f, n, parts, sums, own, call());
    launch(scan_sums<F>, 1, block_threads, state.stream, f, parts, neutral, sums, call());
    launch(scan_results<F>, grid, block_threads, state.stream, f, n, parts, sums, own, call());
    state.rewind(saved);
  }
  template <class F> void bins(index n, index count, index bytes, const F &f) {
    if (n <= 0 || count <= 0)
      return;
    const auto saved = state.top;
    const auto keys = this->template make<index>(n), order = this->template make<index>(n);
    const index most = blocks(n > count ? n : count);
    const thread_memory own = memory(bytes, most * block_threads);
    launch(bin_keys<F>, blocks(n), block_threads, state.stream, f, n, count, keys.data(), own, call());
    argsort(order, keys);
    launch(bin_values<F>, blocks(count), block_threads, state.stream, f, n, count, keys.data(), order.data(), own, call());
    state.rewind(saved);
  }

  const on &where() const { return place; }

private:
  friend class scope;
  template <class T, int R> friend class slot;

  const on place;
  detail::stream_state &state;
  const char *const *texts;
  index stack = 0; ///< of a thread, for functions that call themselves
  const detail::stream_state::mark begin;
  std::vector<std::function<void(call_frame &)>> exact_sums; ///< of the next kernel: what makes numbers of exact sums
  detail::stream_state::mark before_sums;

  call_state call() const { return {state.device_failure, texts, stack}; }
  /// As many blocks as n indices need, and no more than the device holds at once.
  index blocks(index n) const {
    const index most = state.resident_threads / block_threads, wanted = (n + block_threads - 1) / block_threads;
    return wanted < 1 ? 1 : wanted < most ? wanted : most < 1 ? 1 : most;
  }
  /// Gives back what a kernel has taken, and rounds the sums that it has made exactly.
  void end(const detail::stream_state::mark &saved) {
    state.rewind(saved);
    if (exact_sums.empty())
      return;
    for (const auto &round : std::exchange(exact_sums, {}))
      round(*this);
    state.rewind(before_sums);
  }
  /// How many threads sum a segment: one, where the segments alone occupy the device; then several of one block, then of several. The
  /// sizes alone decide it, and with it the order of the sum.
  sharing shared(index segments, index length, reads order) const {
    constexpr index least = 4; // elements for each of the threads of several blocks
    unsigned most = block_threads;
    if (order == reads::columns) // of which 32 make whole sectors of memory
      for (unsigned width = 1; width < 32 && width < segments; width *= 2)
        most /= 2;
    sharing by{1, 1, order};
    const auto occupies = [&] { return detail::occupies(by.lanes * by.parts * segments, state.resident_threads); };
    while (by.lanes < most && 2 * by.lanes <= length && !occupies())
      by.lanes *= 2;
    while (by.lanes == most && 2 * by.parts * by.lanes * least <= length && !occupies())
      by.parts *= 2;
    return by;
  }
  template <class Each, class Last, class F, class P>
  void reduce_each_by(Each each, Last last, index segments, index length, reads order, index bytes, const F &f, const P &neutral) {
    const auto saved = state.top;
    if (segments > 0) {
      const sharing by = shared(segments, length, order);
      P *const partials = by.parts > 1 ? this->template make<P>(segments, by.parts).data() : nullptr;
      const index grid = blocks(by.tiles(segments, block_threads) * block_threads);
      launch(each, grid, block_threads, state.stream, f, segments, length, by, neutral, partials, memory(bytes, grid * block_threads), call());
      if (by.parts > 1)
        launch(last, blocks(segments), block_threads, state.stream, f, segments, by.parts, neutral, partials,
               memory(bytes, blocks(segments) * block_threads), call());
    }
    end(saved);
  }
  thread_memory memory(index bytes, index threads) {
    if (bytes <= 0)
      return {nullptr, 0, threads};
    return {static_cast<char *>(state.push(static_cast<std::size_t>(bytes) * static_cast<std::size_t>(threads))), bytes, threads};
  }
  template <class To, class From> static void check_extents(const char *name, const To &to, const From &from) {
    for (int d = 0; d < To::rank; ++d)
      if (to.extent(d) != from.extent(d) && to.size() + from.size() > 0)
        throw error(std::string("soac: '") + name + "' has " + std::to_string(to.extent(d)) + " elements and would get " +
                    std::to_string(from.extent(d)) + "; on a device an array that is written keeps its extents");
  }
  template <class A> static index row_width(const A &a) {
    index n = 1;
    for (int d = 1; d < A::rank; ++d)
      n *= a.extent(d);
    return n;
  }
  template <class F> void each(index n, const F &f) { map(n, 0, f); }
};

/// Have the two the same extents? Arrays without elements have.
template <class A, class B> bool are_alike(const A &a, const B &b) {
  bool same = true;
  for (int d = 0; d < A::rank; ++d)
    same = same && a.extent(d) == b.extent(d);
  return same || (a.size() == 0 && b.size() == 0);
}

} // namespace soac::cuda
