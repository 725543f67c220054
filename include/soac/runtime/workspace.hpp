// Memory of generated functions: a stack in chunks, whose memory stays for the next call, and blocks that may grow.
//
// `make` takes from the top of the stack; `scope` gives back at its end everything that was made since its beginning.
// A `slot` holds an array that a loop carries and whose memory must outlive the iteration that computed it: its block
// comes from lists of blocks by size and goes back with the scope in which the slot was declared. A second call with the
// same workspace therefore allocates nothing. A workspace serves one call at a time; the threads of a parallel loop have
// a workspace each, its children. The first failed check is kept at the root and thrown by the outermost function.
#pragma once

#include "soac/runtime/dense.hpp"
#include "soac/runtime/pieces.hpp"

#include <algorithm>
#include <cstring>
#include <exception>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace soac {
namespace runtime {

class scope;
template <class T, int R> class slot;
template <class Base> class overlay;

} // namespace runtime

class alignas(runtime::alignment) workspace { // the threads' workspaces share no cache line
public:
  workspace() {} // not `= default`, so that `workspace{}` fills nothing with zeros either
  workspace(const workspace &) = delete;
  workspace &operator=(const workspace &) = delete;
  ~workspace() { // derivatives of small functions use none, and take hardly longer than this
    if (chunks || block_bytes > 0)
      give_all();
    if (children)
      end_children();
  }

  /// An array whose elements have no value yet.
  template <class T, class... E> runtime::dense<T, static_cast<int>(sizeof...(E))> make(E... extent) {
    const std::size_t bytes = (static_cast<std::size_t>(extent) * ... * sizeof(T));
    return {static_cast<T *>(take(bytes)), extent...};
  }
  /// An array of one value.
  template <class T, class... E> runtime::dense<T, static_cast<int>(sizeof...(E))> filled(T value, E... extent) {
    const auto result = make<T>(extent...);
    T *const p = result.data();
    const index n = result.size();
    for (index i = 0; i < n; ++i)
      p[i] = value;
    return result;
  }
  /// An array of the same shape, without values.
  template <class A> auto like(const A &a) {
    auto from = runtime::handle(a);
    using T = std::remove_const_t<typename decltype(from)::element>;
    runtime::dense<T, decltype(from)::rank> result;
    for (int d = 0; d < result.rank; ++d)
      result.extents[d] = from.extent(d);
    result.pointer = static_cast<T *>(take(static_cast<std::size_t>(from.size()) * sizeof(T)));
    return result;
  }
  template <class A> auto copy(const A &a) {
    const auto result = like(a);
    const std::size_t bytes = static_cast<std::size_t>(result.size()) * sizeof(*result.data());
    if (bytes > 0)
      std::memcpy(result.data(), runtime::handle(a).data(), bytes);
    return result;
  }

  /// Records that a check failed; the first message wins. The numbers stand for "{0}" and "{1}" in it.
  void fail(const char *text, index number = 0, index other = 0) {
    workspace &first = root ? *root : *this;
    if (first.claim(text))
      first.message_numbers = {number, other};
  }
  /// What f gives, or nothing where it throws (of void: whether it did not); throw_failure throws that where it may be.
  template <class F> auto guarded(F f) {
    using R = decltype(f());
    std::optional<std::conditional_t<std::is_void_v<R>, bool, R>> result;
    try {
      if constexpr (std::is_void_v<R>)
        f(), result = true;
      else
        result.emplace(f());
    } catch (...) {
      workspace &first = root ? *root : *this;
      if (first.claim("soac: a function has thrown"))
        first.thrown = std::current_exception();
    }
    return result;
  }
  /// The same where an exception may be thrown: std::out_of_range for "soac: index ..", std::invalid_argument for other
  /// messages of arguments that do not fit ("soac: .."), as the library throws them; else std::runtime_error.
  [[noreturn]] static void raise(const char *message, index number = 0, index other = 0) {
    std::string text(message);
    for (const auto &[place, value] : {std::pair{"{0}", number}, std::pair{"{1}", other}})
      if (const std::size_t at = text.find(place); at != std::string::npos)
        text.replace(at, 3, std::to_string(value));
    if (text.starts_with("soac: index"))
      throw std::out_of_range(text);
    if (text.starts_with("soac: "))
      throw std::invalid_argument(text);
    throw std::runtime_error(text);
  }
  bool failed() const { return __atomic_load_n(&(root ? root : this)->message, __ATOMIC_RELAXED) != nullptr; }
  /// Throws when a check has failed or a guarded function has thrown.
  void throw_failure() {
    if (const char *what = std::exchange(message, nullptr)) {
      if (thrown)
        std::rethrow_exception(std::exchange(thrown, nullptr));
      raise(what, message_numbers.first, message_numbers.second);
    }
  }

  /// Workspaces of the threads of a parallel loop; called outside of it.
  void prepare_threads(int count) {
    if (!children || static_cast<std::size_t>(count) > children->size())
      make_children(static_cast<std::size_t>(count));
  }
  workspace &thread(int number) { return (*children)[static_cast<std::size_t>(number)]; }

  /// The most bytes that calls with this workspace have used, those of its threads included.
  std::size_t high_water() const {
    std::size_t bytes = block_bytes;
    for (const runtime::piece *p = chunks; p; p = p->next)
      bytes += p->most;
    if (children)
      for (const workspace &child : *children)
        bytes += child.high_water();
    return bytes;
  }

private:
  friend class runtime::scope;
  template <class T, int R> friend class runtime::slot;
  template <class Base> friend class runtime::overlay;

  /// The block of one slot, the chain of blocks of an overlay. Records lie on the stack themselves, newest first.
  struct record {
    record *previous;
    runtime::piece *block, *spare;
  };
  record *make_record() {
    record *const r = static_cast<record *>(take(sizeof(record)));
    r->previous = top.newest;
    r->block = r->spare = nullptr;
    top.newest = r;
    return r;
  }
  struct mark {
    runtime::piece *chunk = nullptr; ///< none: the stack is empty
    std::size_t used = 0;
    record *newest = nullptr;
  };

  void *take(std::size_t bytes) {
    bytes = runtime::aligned(bytes);
    if (!top.chunk || top.used + bytes > top.chunk->capacity)
      enter_chunk(bytes);
    void *result = top.chunk->memory() + top.used;
    top.used += bytes;
    return result;
  }
  /// Before the top of the stack moves down or to another chunk.
  void note_use() {
    if (top.chunk && top.used > top.chunk->most)
      top.chunk->most = top.used;
  }
  /// Goes on to the next chunk. Those behind the top are not in use, so that one that is too small is replaced.
  [[gnu::noinline]] void enter_chunk(std::size_t bytes) {
    note_use();
    runtime::piece **link = top.chunk ? &top.chunk->next : &chunks;
    runtime::piece *const old = *link;
    if (!old || old->capacity < bytes) {
      const std::size_t wanted = bytes > next_capacity ? bytes : next_capacity;
      runtime::piece *fresh = runtime::chunk_pool::local().take(wanted);
      if (!fresh)
        fresh = runtime::piece::create(wanted);
      fresh->most = old ? old->most : 0;
      fresh->next = old ? old->next : nullptr;
      next_capacity = std::min(2 * fresh->capacity, largest_spare);
      *link = fresh;
      if (old)
        runtime::piece::destroy(old);
    }
    top.chunk = *link;
    top.used = 0;
  }
  void rewind(const mark &to) {
    note_use();
    if (top.newest != to.newest)
      release_records(to.newest);
    top = to;
  }
  /// Down to `oldest`, which stays.
  [[gnu::noinline]] void release_records(record *oldest) {
    for (; top.newest != oldest; top.newest = top.newest->previous)
      for (runtime::piece *p : {top.newest->block, top.newest->spare})
        while (p) {
          runtime::piece *const following = p->next;
          release_block(p);
          p = following;
        }
  }

  [[gnu::noinline]] void give_all() {
    rewind({});
    auto &pool = runtime::chunk_pool::local();
    while (chunks) {
      runtime::piece *p = chunks;
      chunks = p->next;
      pool.give(p);
    }
    if (block_bytes > 0)
      for (runtime::piece *&list : free_blocks)
        while (list) {
          runtime::piece *p = list;
          list = p->next;
          pool.give(p);
        }
  }

  using workspaces = std::vector<workspace>;
  [[gnu::noinline]] void make_children(std::size_t count) {
    end_children();
    children = new workspaces(count);
    for (workspace &child : *children)
      child.root = root ? root : this;
  }
  [[gnu::noinline]] void end_children() { delete std::exchange(children, nullptr); } // inlined, that of theirs would be, too

  /// True for the first of the threads that fail. (<atomic> and <memory> would be a third of what the library costs to compile.)
  bool claim(const char *text) {
    const char *none = nullptr;
    return __atomic_compare_exchange_n(&message, &none, text, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  }

  runtime::piece *acquire_block(std::size_t bytes) {
    const int k = runtime::class_from(bytes);
    if (block_bytes == 0)
      std::fill(std::begin(free_blocks), std::end(free_blocks), nullptr);
    runtime::piece *&list = free_blocks[k];
    if (!list) {
      runtime::piece *fresh = runtime::chunk_pool::local().take(std::size_t(256) << k);
      if (!fresh)
        fresh = runtime::piece::create(std::size_t(256) << k);
      block_bytes += fresh->capacity;
      return fresh;
    }
    runtime::piece *p = list;
    list = p->next;
    p->next = nullptr;
    return p;
  }
  void release_block(runtime::piece *p) {
    if (!p)
      return;
    runtime::piece *&list = free_blocks[runtime::class_up_to(p->capacity)];
    p->next = list;
    list = p;
  }

  runtime::piece *chunks = nullptr;
  mark top;
  static constexpr std::size_t largest_spare = std::size_t(1) << 20; ///< larger chunks hold what is asked for and no more
  std::size_t next_capacity = std::size_t(64) << 10;
  std::size_t block_bytes = 0; ///< of all blocks that were made
  runtime::piece *free_blocks[runtime::classes]; ///< by the class up to their capacity; from the first block on
  const char *message = nullptr; ///< of the first failure; threads write it by `claim` alone
  std::exception_ptr thrown;
  std::pair<index, index> message_numbers; ///< like `thrown` of the thread whose message won; read when all have joined
  workspace *root = nullptr;
  workspaces *children = nullptr; ///< of which it is the owner
};

namespace runtime {

/// Gives back at its end what was made since its beginning.
class scope {
public:
  explicit scope(workspace &w) : owner(w), begin(w.top) {}
  scope(const scope &) = delete;
  scope &operator=(const scope &) = delete;
  ~scope() { owner.rewind(begin); }

private:
  workspace &owner;
  workspace::mark begin;
};

/// Memory for an array that a loop carries and computes anew, of any shape, in each iteration. The memory belongs to the
/// scope in which the slot is declared, also after the slot itself has gone.
template <class T, int R> class slot {
public:
  explicit slot(workspace &w) : owner(w), kept(w.make_record()) {}
  slot(const slot &) = delete;
  slot &operator=(const slot &) = delete;

  /// The array `next` in memory that outlives the iteration; `current` is what the loop carries now.
  template <class Current, class Next> dense<T, R> keep(const Current &current, const Next &next) {
    auto result = handle(next);
    if (kept->spare && static_cast<const void *>(result.data()) == kept->spare->memory())
      std::swap(kept->block, kept->spare);
    else if (handle(current).data() != result.data())
      return place(result);
    return as_mutable(result);
  }
  /// What the loop carries in this slot and in another one change places. That copies them once; from then on each has a block.
  template <class Current, class Other> void exchange(Current &current, slot &other, Other &beside) {
    const auto mine = as_mutable(handle(current)), theirs = as_mutable(handle(beside));
    if (holds(mine) && other.holds(theirs)) {
      std::swap(kept->block, other.kept->block);
      current = theirs;
      beside = mine;
      return;
    }
    piece *const first = kept->block, *const second = other.kept->block; // the arrays may lie in them
    kept->block = other.kept->block = nullptr;
    current = place(theirs);
    beside = other.place(mine);
    owner.release_block(first);
    owner.release_block(second);
  }
  /// Memory for what the next iteration carries, beside what this one carries; `keep` of it copies nothing.
  template <class... E> dense<T, R> next(E... extent) { return in(kept->spare, dense<T, R>(nullptr, extent...)); }
  /// An array of the given extents without values; what the slot held before is lost.
  template <class... E> dense<T, R> make(E... extent) { return in(kept->block, dense<T, R>(nullptr, extent...)); }

private:
  bool holds(const dense<T, R> &array) const {
    return kept->block && static_cast<const void *>(array.data()) == kept->block->memory();
  }
  /// The array in `block`, which is replaced where it is too small.
  dense<T, R> in(piece *&block, dense<T, R> array) {
    const std::size_t bytes = static_cast<std::size_t>(array.size()) * sizeof(T);
    if (!block || block->capacity < bytes) {
      owner.release_block(block);
      block = nullptr;
      block = owner.acquire_block(bytes);
    }
    array.pointer = reinterpret_cast<T *>(block->memory());
    return array;
  }
  template <class Next> [[gnu::noinline]] dense<T, R> place(const Next &next) { // inlined, GCC 12 takes memory for none
    const std::size_t bytes = static_cast<std::size_t>(next.size()) * sizeof(T);
    piece *old = nullptr;
    if (!kept->block || kept->block->capacity < bytes) {
      old = kept->block;
      kept->block = owner.acquire_block(bytes);
    }
    auto result = as_mutable(next);
    result.pointer = reinterpret_cast<T *>(kept->block->memory());
    if (bytes > 0)
      std::memmove(result.pointer, next.data(), bytes);
    owner.release_block(old);
    return result;
  }
  template <class A> static dense<T, R> as_mutable(const A &a) {
    dense<T, R> result;
    result.pointer = const_cast<T *>(a.data());
    for (int d = 0; d < R; ++d)
      result.extents[d] = a.extent(d);
    return result;
  }

  workspace &owner;
  workspace::record *kept;
};

} // namespace runtime
} // namespace soac
