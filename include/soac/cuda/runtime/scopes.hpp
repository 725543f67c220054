// Memory that a part of a call takes, and that its loops carry.
#pragma once

#include "soac/cuda/runtime/call_frame.hpp"

namespace soac::cuda {

/// Gives back at its end what a call has made since its beginning.
class scope {
public:
  explicit scope(call_frame &f) : owner(f), begin(f.state.top) {}
  scope(const scope &) = delete;
  scope &operator=(const scope &) = delete;
  ~scope() { owner.state.rewind(begin); }

private:
  call_frame &owner;
  detail::stream_state::mark begin;
};

/// Memory for an array that a loop of the host carries and computes anew, of any shape, in each iteration. It belongs to the
/// scope in which the slot is declared.
template <class T, int R> class slot {
public:
  explicit slot(call_frame &f) : owner(f) {
    own = reserve();
    spare = reserve();
  }
  slot(const slot &) = delete;
  slot &operator=(const slot &) = delete;

  template <class Current, class Next> dense<T, R> keep(const Current &current, const Next &next) {
    dense<T, R> result = writable(next);
    if (at(spare).pointer && static_cast<const void *>(result.data()) == at(spare).pointer)
      std::swap(own, spare);
    else if (static_cast<const void *>(current.data()) != result.data()) {
      // The array may lie in the block that it goes to: then it is there, or in its rows.
      const T *const from = result.data();
      const auto old = std::exchange(at(own), {nullptr, 0});
      result = in(own, result);
      detail::copy_bytes(result.data(), from, static_cast<std::size_t>(result.size()) * sizeof(T), cudaMemcpyDeviceToDevice,
                         owner.state.stream);
      owner.state.give(old.pointer, old.bytes);
    }
    return result;
  }
  /// What the loop carries in this slot and in another one change places. That copies them once; from then on each has a block.
  template <class Current, class Other> void exchange(Current &current, slot &other, Other &beside) {
    const dense<T, R> mine = writable(current), theirs = writable(beside);
    if (holds(mine) && other.holds(theirs)) {
      std::swap(at(own), at(other.own));
      current = theirs;
      beside = mine;
      return;
    }
    const auto first = std::exchange(at(own), {nullptr, 0}), second = std::exchange(at(other.own), {nullptr, 0});
    current = keep(dense<T, R>{}, theirs);
    beside = other.keep(dense<T, R>{}, mine);
    owner.state.give(first.pointer, first.bytes); // the arrays may lie in them
    owner.state.give(second.pointer, second.bytes);
  }
  template <class... E> dense<T, R> next(E... extent) { return in(spare, dense<T, R>(nullptr, extent...)); }
  template <class... E> dense<T, R> make(E... extent) { return in(own, dense<T, R>(nullptr, extent...)); }

private:
  call_frame &owner;
  std::size_t own = 0, spare = 0;

  bool holds(const dense<T, R> &array) { return at(own).pointer && static_cast<const void *>(array.data()) == at(own).pointer; }
  detail::stream_state::kept &at(std::size_t k) { return owner.state.slots[k]; }
  std::size_t reserve() {
    owner.state.slots.push_back({nullptr, 0});
    owner.state.top.slots = owner.state.slots.size();
    return owner.state.slots.size() - 1;
  }
  /// The array in the block, which is replaced where it is too small.
  dense<T, R> in(std::size_t block, dense<T, R> array) {
    const std::size_t bytes = static_cast<std::size_t>(array.size()) * sizeof(T);
    if (!at(block).pointer || at(block).bytes < bytes) {
      const auto old = std::exchange(at(block), {nullptr, 0});
      owner.state.give(old.pointer, old.bytes);
      at(block) = {owner.state.take(bytes), bytes};
    }
    array.pointer = static_cast<T *>(at(block).pointer);
    return array;
  }
  template <class A> static dense<T, R> writable(const A &a) {
    dense<T, R> result;
    result.pointer = const_cast<T *>(a.data());
    for (int d = 0; d < R; ++d)
      result.extents[d] = a.extent(d);
    return result;
  }
};

} // namespace soac::cuda
