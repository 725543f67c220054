// Arguments that share memory.
//
// A derivative reads and overwrites its arguments in an order of its own, so that memory which it writes through one
// argument must not be read or written through another. Its entry lists the memory of each argument; `arguments` throws
// where two entries meet that must not. Sums (adjoints that are only added to) may share memory with each other: where
// they do, the later one is computed in memory of its own and added when the function ends.
//
// The cost does not depend on the sizes of arrays, but for vectors of vectors, whose rows are looked at one by one. As
// a rule no two entries have a byte between the same ends: then it is two comparisons for each pair, in registers. The
// list itself is made where that is not so.
#pragma once

#include "soac/runtime/region.hpp"

#include <algorithm>
#include <cstring>
#include <initializer_list>
#include <string>

namespace soac::runtime {

enum class access : unsigned char { read, write, sum };

/// What generated code calls to list its arguments: `take` of `List` gets their memory, and gives the list with it.
template <class List> class listing {
public:
  template <class C> [[gnu::always_inline]] decltype(auto) reads(const char *name, const C &c) {
    return list().template take<access::read>(name, c);
  }
  template <class C> [[gnu::always_inline]] decltype(auto) writes(const char *name, const C &c) {
    return list().template take<access::write>(name, c);
  }
  template <class C> [[gnu::always_inline]] decltype(auto) adds(const char *name, const C &c) {
    return list().template take<access::sum>(name, c);
  }
  /// Elements behind a pointer, as for `detail::ends_of`.
  template <class T>
  [[gnu::always_inline]] decltype(auto) reads(const char *name, T *p, index first,
                                              std::initializer_list<steps> dimensions, index numbers = 1) {
    return list().template take<access::read>(name, p, index{sizeof(T)}, first, dimensions, numbers);
  }
  template <class T>
  [[gnu::always_inline]] decltype(auto) writes(const char *name, T *p, index first,
                                               std::initializer_list<steps> dimensions, index numbers = 1) {
    return list().template take<access::write>(name, p, index{sizeof(T)}, first, dimensions, numbers);
  }
  template <class T>
  [[gnu::always_inline]] decltype(auto) adds(const char *name, T *p, index first,
                                             std::initializer_list<steps> dimensions, index numbers = 1) {
    return list().template take<access::sum>(name, p, index{sizeof(T)}, first, dimensions, numbers);
  }
  /// More elements of the argument that was named last.
  template <class T>
  [[gnu::always_inline]] decltype(auto) reads(T *p, index first, std::initializer_list<steps> dimensions,
                                              index numbers = 1) {
    return list().template take_more<access::read>(p, index{sizeof(T)}, first, dimensions, numbers);
  }
  template <class T>
  [[gnu::always_inline]] decltype(auto) writes(T *p, index first, std::initializer_list<steps> dimensions,
                                               index numbers = 1) {
    return list().template take_more<access::write>(p, index{sizeof(T)}, first, dimensions, numbers);
  }
  template <class T>
  [[gnu::always_inline]] decltype(auto) adds(T *p, index first, std::initializer_list<steps> dimensions,
                                             index numbers = 1) {
    return list().template take_more<access::sum>(p, index{sizeof(T)}, first, dimensions, numbers);
  }

private:
  List &list() { return static_cast<List &>(*this); }
};

/// Where nothing is checked only sums count, which are also where there is `write` for what has several uses.
constexpr bool must_be_apart(access a, access b) {
  return checks ? a != access::read || b != access::read : a != access::read && b != access::read;
}

template <class Before, access how, bool rows> class argument_ends;

/// The ends of the memory of arguments. A list with one more is of another type, so that they stay in registers, and
/// there are no jumps and no calls: derivatives of small functions take hardly longer than this.
template <class Here> class ends_listing : public listing<Here> {
public:
  template <access how, class C>
  [[gnu::always_inline]] argument_ends<Here, how, detail::has_rows<C>> take(const char *, const C &c) const {
    const region where = detail::region_of(c);
    return {here(), {where.begin, where.end}};
  }
  template <access how>
  [[gnu::always_inline]] argument_ends<Here, how, false> take(const char *, const void *p, index size, index first,
                                                              std::initializer_list<steps> dimensions,
                                                              index numbers) const {
    return {here(), detail::ends_of(p, size, first, dimensions, numbers)};
  }

private:
  const Here &here() const { return static_cast<const Here &>(*this); }
};

/// Of none so far.
class no_ends : public ends_listing<no_ends> {
public:
  template <access> static std::intptr_t closeness(const ends &) { return 0; }
  bool are_near() const { return false; }
};

template <class Before, access how, bool rows>
class argument_ends : public ends_listing<argument_ends<Before, how, rows>> {
public:
  [[gnu::always_inline]] argument_ends(const Before &others, const ends &ends_here) : before(others), all(ends_here) {}
  template <access next>
  [[gnu::always_inline]] argument_ends<Before, next == how ? how : access::write, rows>
  take_more(const void *p, index size, index first, std::initializer_list<steps> dimensions, index numbers) const {
    const ends more = detail::ends_of(p, size, first, dimensions, numbers);
    return {before,
            {std::min(all.begin, more.begin), all.end == region::nowhere    ? more.end
                                              : more.end == region::nowhere ? all.end
                                                                            : std::max(all.end, more.end)}};
  }
  /// Below 0 where the ends of one that must be apart from it are near to these.
  template <access other> [[gnu::always_inline]] std::intptr_t closeness(const ends &others) const {
    const std::intptr_t before_this = before.template closeness<other>(others);
    return must_be_apart(how, other) ? before_this | ((all.begin - others.end) & (others.begin - all.end))
                                     : before_this;
  }
  /// True when two that must not meet, or two sums, may have a byte in common; of a vector of vectors that is not
  /// known.
  [[gnu::always_inline]] bool are_near() const {
    return (rows && must_be_apart(how, access::sum)) || before.template closeness<how>(all) < 0 || before.are_near();
  }

private:
  Before before;
  ends all; ///< of the one that was added last
};

/// The memory of a function's arguments. Each is added with its name; what must not meet an earlier one throws
/// std::invalid_argument with both names.
class argument_list : public listing<argument_list> {
public:
  /// Which elements of an argument, counted from its pointer, a sum shares with an earlier one; none: count is 0.
  struct shared {
    index first = 0, count = 0;
  };

  /// True when the sum of this name shares memory with one before it.
  bool is_shared(const char *name) const { return sums_meet && find_shared(name); }
  [[gnu::noinline]] bool find_shared(const char *name) const {
    for (int k = 0; k < count; ++k)
      if (list[k].how == access::sum && std::strcmp(list[k].name, name) == 0)
        for (int j = 0; j < k && std::strcmp(list[j].name, name) != 0; ++j)
          if (list[j].how == access::sum && meet(list[k], list[j]))
            return true;
    return false;
  }
  /// The elements that take the place of those of `p`: from its first, or where it points, to the last one.
  template <class T> shared shared_elements(const char *name, T *p) const {
    if (!is_shared(name))
      return {};
    std::intptr_t begin = reinterpret_cast<std::intptr_t>(p), end = begin;
    for (int k = 0; k < count; ++k)
      if (std::strcmp(list[k].name, name) == 0 && !list[k].where.is_empty()) {
        begin = std::min(begin, list[k].where.begin);
        end = std::max(end, list[k].where.end);
      }
    constexpr index size = sizeof(T);
    const index first = (begin - reinterpret_cast<std::intptr_t>(p)) / size;
    return {first, (end - begin) / size};
  }

  template <access how, class C> [[gnu::noinline]] argument_list &take(const char *name, const C &c) {
    return enter({name, how, detail::rows_of(c), detail::region_of(c)});
  }
  template <access how>
  [[gnu::noinline]] argument_list &take(const char *name, const void *p, index size, index first,
                                        std::initializer_list<steps> dimensions, index numbers) {
    return enter({name, how, {nullptr, nullptr}, detail::elements(p, size, first, dimensions, numbers)});
  }
  template <access how>
  argument_list &take_more(const void *p, index size, index first, std::initializer_list<steps> dimensions,
                           index numbers) {
    return take<how>(list[count - 1].name, p, size, first, dimensions, numbers);
  }

protected:
  struct entry {
    const char *name;
    access how;
    detail::rows rows;
    region where;
  };
  explicit argument_list(entry *memory) : list(memory) {}

private:
  argument_list &enter(const entry &e) {
    for (int k = 0; k < count; ++k) {
      const entry &other = list[k];
      if ((e.how == access::read && other.how == access::read) || e.name == other.name || !meet(e, other))
        continue;
      if (e.how == access::sum && other.how == access::sum)
        sums_meet = true;
      else if (checks)
        refuse(other, e);
    }
    list[count++] = e;
    return *this;
  }

  static bool meet(const entry &a, const entry &b) {
    return a.where.meets(b.where) || (a.rows.meet && !b.rows.meet && a.rows.meet(a.rows.container, b.where)) ||
           (b.rows.meet && !a.rows.meet && b.rows.meet(b.rows.container, a.where));
  }

  [[noreturn]] static void refuse(const entry &a, const entry &b) {
    const entry &written = b.how == access::read || (a.how == access::write && b.how == access::sum) ? a : b;
    throw std::invalid_argument(std::string("soac: the arguments '") + a.name + "' and '" + b.name +
                                "' overlap, and '" + written.name + "' is written: give one of them memory of its own");
  }

  entry *list;
  int count = 0;
  bool sums_meet = false; ///< two of them, of different names
};

/// With room for N of them, that `tell` adds to the list it is called with, and gives it. It is called twice where they
/// may meet.
template <int N> class arguments : public argument_list {
public:
  template <class Tell> [[gnu::always_inline]] explicit arguments(const Tell &tell) : argument_list(memory) {
    no_ends none;
    if (tell(none).are_near()) [[unlikely]]
      tell(static_cast<argument_list &>(*this));
  }
  arguments(const arguments &) = delete;
  arguments &operator=(const arguments &) = delete;

private:
  entry memory[N];
};

} // namespace soac::runtime
