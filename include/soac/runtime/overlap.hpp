// Arguments that share memory.
//
// A derivative reads and overwrites its arguments in an order of its own, so that memory which it writes through one
// argument must not be read or written through another. Its entry lists the memory of each argument; `arguments` throws
// where two entries meet that must not. Sums (adjoints that are only added to) may share memory with each other: where
// they do, the later one is computed in memory of its own and added when the function ends.
//
// The cost does not depend on the sizes of arrays, but for vectors of vectors, whose rows are looked at one by one. As
// a rule no two entries have a byte between the same ends: then it is two comparisons for each pair, and names are not
// looked at.
#pragma once

#include "soac/runtime/edges.hpp"

#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <limits>
#include <memory>
#include <numeric>
#include <string>

namespace soac::runtime {

/// One dimension of a block of memory: `count` steps.
struct steps {
  index count, step;
};

/// The bytes begin + i * step + j * .. + b for i < count, .., 0 <= b < bytes; dimensions have positive steps. With no
/// bytes it is near to no other.
class region {
public:
  region() {} // entries of a list that are not there cost nothing
  region(const void *first, index item)
      : begin(reinterpret_cast<std::intptr_t>(first)), end(begin + item), bytes(item), rank(0) {
    dimensions[0] = {}; // for compilers that warn of what repeat() reads where rank > 0
  }
  region(const region &other) { *this = other; }
  region &operator=(const region &other) { // dimensions that are not there cost nothing
    begin = other.begin;
    end = other.end;
    bytes = other.bytes;
    rank = other.rank;
    for (int d = 0; d < rank; ++d)
      dimensions[d] = other.dimensions[d];
    return *this;
  }
  /// Repeats what is there so far; dimensions come innermost first, steps in bytes.
  [[gnu::always_inline]] void repeat(index count, index step) {
    if (count <= 0 || is_empty()) {
      clear();
      return;
    }
    if (count == 1 || step == 0)
      return;
    if (step < 0) {
      step = -step;
      begin -= (count - 1) * step;
      end -= (count - 1) * step;
    }
    end += (count - 1) * step;
    if (rank == 0 && step <= bytes)
      bytes = end - begin;
    else if (rank > 0 && step == dimensions[rank - 1].count * dimensions[rank - 1].step)
      dimensions[rank - 1].count *= count;
    else if (rank < most)
      dimensions[rank++] = {count, step};
    else
      clear(); // not known
  }
  /// No bytes, at an address above all others.
  void clear() {
    begin = end = std::numeric_limits<std::intptr_t>::max() / 2;
    bytes = 0;
  }
  void shift(index by) {
    begin += by;
    end += by;
  }
  bool is_empty() const { return bytes == 0; }
  /// True when a byte is in both.
  bool meets(const region &other) const {
    return is_near(other) && !is_empty() && !other.is_empty() &&
           ((rank == 0 && other.rank == 0) || meets_strided(other));
  }
  /// True when a byte may be in both.
  bool is_near(const region &other) const { return closeness(other) < 0; }
  /// Below 0 where `is_near`: addresses are less than half of an integer's range apart.
  std::intptr_t closeness(const region &other) const { return (begin - other.end) & (other.begin - end); }

  std::intptr_t begin, end; ///< of all bytes

private:
  static constexpr int most = 8;

  // Both are sums of bounded multiples of steps: is there an integer solution? Multiples are tried from the largest
  // step down; what remains must be divisible by what all smaller steps have in common and within their reach. The
  // blocks of one matrix leave at most two tries for each step.
  struct equation {
    index factors[2 * most + 1], bounds[2 * most + 1], divisors[2 * most + 2], reach[2 * most + 2];
    int terms = 0, tries = 0;
    void add(index factor, index bound) {
      if (bound == 0)
        return;
      int k = terms;
      for (int j = 0; j < terms; ++j)
        if (factors[j] == factor) {
          bounds[j] += bound;
          return;
        }
      for (; k > 0 && factors[k - 1] < factor; --k) {
        factors[k] = factors[k - 1];
        bounds[k] = bounds[k - 1];
      }
      factors[k] = factor;
      bounds[k] = bound;
      ++terms;
    }
    bool has_solution(index sum) {
      divisors[terms] = reach[terms] = 0;
      for (int k = terms - 1; k >= 0; --k) {
        divisors[k] = std::gcd(divisors[k + 1], factors[k]);
        reach[k] = reach[k + 1] + factors[k] * bounds[k];
      }
      return solve(0, sum);
    }
    bool solve(int k, index sum) {
      if (sum < 0 || sum > reach[k])
        return false;
      if (k == terms)
        return true;
      if (sum % divisors[k] != 0)
        return false;
      const index rest = sum - reach[k + 1];
      const index first = rest > 0 ? (rest + factors[k] - 1) / factors[k] : 0;
      const index last = std::min(bounds[k], sum / factors[k]);
      for (index n = first; n <= last; ++n)
        if (++tries > 100000 || solve(k + 1, sum - n * factors[k]))
          return true;
      return false;
    }
  };

  [[gnu::noinline]] bool meets_strided(const region &other) const {
    const index apart = other.begin - begin;
    index unit = std::gcd(std::gcd(bytes, other.bytes), apart);
    for (int d = 0; d < rank; ++d)
      unit = std::gcd(unit, dimensions[d].step);
    for (int d = 0; d < other.rank; ++d)
      unit = std::gcd(unit, other.dimensions[d].step);
    // begin + sum + b = other.begin + other's sum + other's b, with other's multiples counted from their last one down.
    equation e;
    e.add(1, (bytes + other.bytes) / unit - 2);
    for (int d = 0; d < rank; ++d)
      e.add(dimensions[d].step / unit, dimensions[d].count - 1);
    for (int d = 0; d < other.rank; ++d)
      e.add(other.dimensions[d].step / unit, other.dimensions[d].count - 1);
    return e.has_solution((other.end - begin) / unit - 1);
  }

  index bytes; ///< of one item
  int rank;
  steps dimensions[most];
};

namespace detail {

/// The memory that an argument stands for: the elements of a container, else the object itself.
template <class C> region region_of(const C &c) {
  if constexpr (requires { c.data(); }) {
    region r(static_cast<const void *>(c.data()), static_cast<index>(sizeof(*c.data())));
    if constexpr (requires { c.stride(0); }) {
      for (int d = container_rank_v<C> - 1; d >= 0; --d)
        r.repeat(c.extent(d), c.stride(d) * static_cast<index>(sizeof(*c.data())));
    } else {
      r.repeat(static_cast<index>(c.size()), static_cast<index>(sizeof(*c.data())));
    }
    return r;
  } else {
    return region(static_cast<const void *>(std::addressof(c)), static_cast<index>(sizeof(c)));
  }
}
/// Of a pointer of which nothing else is known: its first element.
template <class T> region region_of(T *const &p) {
  region r(p, static_cast<index>(sizeof(T)));
  if (!p)
    r.clear();
  return r;
}

/// Does a row of a vector of vectors lie in the region?
template <class C> bool has_row_in(const void *container, const region &where) {
  for (const auto &row : *static_cast<const C *>(container)) {
    using Row = std::remove_cvref_t<decltype(row)>;
    if (region_of(row).meets(where))
      return true;
    if constexpr (requires { (*row.data()).data(); })
      if (has_row_in<Row>(std::addressof(row), where))
        return true;
  }
  return false;
}

} // namespace detail

/// The memory of a function's arguments. Each is added with its name; what must not meet an earlier one throws
/// std::invalid_argument with both names.
class argument_list {
public:
  /// Which elements of an argument, counted from its pointer, a sum shares with an earlier one; none: count is 0.
  struct shared {
    index first = 0, count = 0;
  };

  template <class C> [[gnu::always_inline]] argument_list &reads(const char *name, const C &c) {
    return take(name, read, c);
  }
  template <class C> [[gnu::always_inline]] argument_list &writes(const char *name, const C &c) {
    return take(name, write, c);
  }
  template <class C> [[gnu::always_inline]] argument_list &adds(const char *name, const C &c) {
    return take(name, sum, c);
  }
  /// The elements first + i * step + .., i < count, .., behind a pointer; dimensions are outermost first. Of a member
  /// of records that holds several numbers, these are counted through.
  template <class T>
  [[gnu::always_inline]] argument_list &reads(const char *name, T *p, index first,
                                              std::initializer_list<steps> dimensions, index numbers = 1) {
    return take(name, read, elements(p, first, dimensions, numbers));
  }
  template <class T>
  [[gnu::always_inline]] argument_list &writes(const char *name, T *p, index first,
                                               std::initializer_list<steps> dimensions, index numbers = 1) {
    return take(name, write, elements(p, first, dimensions, numbers));
  }
  template <class T>
  [[gnu::always_inline]] argument_list &adds(const char *name, T *p, index first,
                                             std::initializer_list<steps> dimensions, index numbers = 1) {
    return take(name, sum, elements(p, first, dimensions, numbers));
  }

  /// True when the sum of this name shares memory with one before it.
  bool is_shared(const char *name) const { return sums_meet && find_shared(name); }
  [[gnu::noinline]] bool find_shared(const char *name) const {
    for (int k = 0; k < count; ++k)
      if (list[k].how == sum && std::strcmp(list[k].name, name) == 0)
        for (int j = 0; j < k && std::strcmp(list[j].name, name) != 0; ++j)
          if (list[j].how == sum && meet(list[k], list[j]))
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

protected:
  enum access : unsigned char { read, write, sum };
  struct entry {
    const char *name;
    access how;
    bool (*has_row_in)(const void *, const region &);
    const void *container; ///< with has_row_in
    region where;
  };
  explicit argument_list(entry *memory) : list(memory) {}

private:
  template <class T>
  [[gnu::always_inline]] static region elements(T *p, index first, std::initializer_list<steps> dimensions,
                                                index numbers) {
    constexpr index size = sizeof(T);
    if (numbers > 1) { // whole records, all from the first to the last
      index last = first;
      bool is_empty = !p;
      for (const steps &d : dimensions) {
        is_empty = is_empty || d.count <= 0;
        (d.step < 0 ? first : last) += (d.count - 1) * d.step;
      }
      const auto record = [&](index number) { return number / numbers - (number % numbers < 0); };
      region r(p, size);
      r.shift(record(first) * size);
      r.repeat(record(last) - record(first) + 1, size);
      if (is_empty)
        r.clear();
      return r;
    }
    region r(p, size);
    r.shift(first * size);
    for (const steps *d = dimensions.end(); d != dimensions.begin();) {
      --d;
      r.repeat(d->count, d->step * size);
    }
    if (!p)
      r.clear();
    return r;
  }

  template <class C> [[gnu::always_inline]] argument_list &take(const char *name, access how, const C &c) {
    if (!checks && how != sum)
      return *this;
    entry &e = list[count];
    e.how = how;
    e.name = name;
    e.has_row_in = nullptr;
    if constexpr (std::is_same_v<C, region>) {
      e.where = c;
    } else {
      e.where = detail::region_of(c);
      if constexpr (requires { (*c.data()).data(); }) {
        if constexpr (!std::is_array_v<C> && !detail::has_extents<C>) {
          e.has_row_in = &detail::has_row_in<C>;
          e.container = std::addressof(c);
        }
      }
    }
    has_rows |= e.has_row_in != nullptr;
    std::intptr_t nearest = -static_cast<std::intptr_t>(has_rows);
    for (int k = 0; k < count; ++k) // without jumps: derivatives of small functions take hardly longer than this
      if ((how != read || list[k].how != read) && name != list[k].name) // equal literals are one, as a rule
        nearest |= e.where.closeness(list[k].where);
    if (nearest < 0) [[unlikely]] {
      const int found = met_by(e, list, count);
      if (found >= 0)
        refuse(list[found], e);
      sums_meet |= found == sums;
    }
    ++count;
    return *this;
  }

  static constexpr int nothing = -1, sums = -2;
  /// Which of the first entries must not meet e, and does; else `sums` where sums meet. It changes nothing, so that a
  /// caller keeps what it knows of the list: how many entries there are.
  [[gnu::noinline, gnu::pure]] static int met_by(const entry &e, const entry *list, int count) {
    int result = nothing;
    for (int k = 0; k < count; ++k) {
      const entry &other = list[k];
      if ((e.how == read && other.how == read) || std::strcmp(e.name, other.name) == 0 || !meet(e, other))
        continue;
      if (e.how == sum && other.how == sum)
        result = sums;
      else if (checks)
        return k;
    }
    return result;
  }

  static bool meet(const entry &a, const entry &b) {
    return a.where.meets(b.where) || (a.has_row_in && !b.has_row_in && a.has_row_in(a.container, b.where)) ||
           (b.has_row_in && !a.has_row_in && b.has_row_in(b.container, a.where));
  }

  [[noreturn]] static void refuse(const entry &a, const entry &b) {
    const entry &written = b.how == read || (a.how == write && b.how == sum) ? a : b;
    throw std::invalid_argument(std::string("soac: the arguments '") + a.name + "' and '" + b.name +
                                "' overlap, and '" + written.name + "' is written: give one of them memory of its own");
  }

  entry *list;
  int count = 0;
  bool has_rows = false;  ///< of a vector of vectors
  bool sums_meet = false; ///< two of them, of different names
};

/// With room for N of them.
template <int N> class arguments : public argument_list {
public:
  arguments() : argument_list(memory) {}
  arguments(const arguments &) = delete;
  arguments &operator=(const arguments &) = delete;

private:
  entry memory[N];
};

} // namespace soac::runtime
