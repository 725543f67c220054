// The memory that arguments stand for: which bytes, in which steps, and whether two of them have one in common.
#pragma once

#include "soac/runtime/edges.hpp"

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <numeric>

namespace soac::runtime {

/// One dimension of a block of memory: `count` steps.
struct steps {
  index count, step;
};

/// Addresses between which bytes lie.
struct ends {
  std::intptr_t begin, end;
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
  /// All bytes between them, of which there is one or more, or none.
  explicit region(const ends &all) : begin(all.begin), end(all.end), bytes(all.end - all.begin), rank(0) {
    dimensions[0] = {};
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
    begin = end = nowhere;
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
  bool is_near(const region &other) const { return begin < other.end && other.begin < end; }

  /// Addresses are less than half of an integer's range apart.
  static constexpr std::intptr_t nowhere = std::numeric_limits<std::intptr_t>::max() / 2;
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
    return region(static_cast<const void *>(__builtin_addressof(c)), static_cast<index>(sizeof(c)));
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
      if (has_row_in<Row>(__builtin_addressof(row), where))
        return true;
  }
  return false;
}

/// A vector of vectors, whose rows have memory of their own; else null.
struct rows {
  bool (*meet)(const void *, const region &);
  const void *container;
};
template <class C>
constexpr bool has_rows = [] {
  if constexpr (requires(const C &c) { (*c.data()).data(); })
    return !std::is_array_v<C> && !has_extents<C>;
  return false;
}();
template <class C> rows rows_of(const C &c) {
  if constexpr (has_rows<C>)
    return {&has_row_in<C>, __builtin_addressof(c)};
  return {nullptr, nullptr};
}

/// The elements first + i * step + .., i < count, .., behind a pointer; dimensions are outermost first. Of a member of
/// records that holds several numbers, these are counted through, and whole records are meant, all from the first to
/// the last.
[[gnu::always_inline]] inline ends ends_of(const void *p, index size, index first,
                                           std::initializer_list<steps> dimensions, index numbers) {
  index last = first;
  bool is_empty = !p;
  for (const steps &d : dimensions) {
    is_empty = is_empty || d.count <= 0;
    (d.step < 0 ? first : last) += (d.count - 1) * d.step;
  }
  if (is_empty)
    return {region::nowhere, region::nowhere};
  const auto record = [&](index number) { return number / numbers - (number % numbers < 0); };
  const auto begin = reinterpret_cast<std::intptr_t>(p);
  return {begin + record(first) * size, begin + (record(last) + 1) * size};
}
[[gnu::noinline, gnu::cold]] inline region elements(const void *p, index size, index first,
                                                    std::initializer_list<steps> dimensions, index numbers) {
  const ends all = ends_of(p, size, first, dimensions, numbers);
  if (all.begin == region::nowhere || numbers > 1)
    return region(all);
  region r(p, size);
  r.shift(first * size);
  for (const steps *d = dimensions.end(); d != dimensions.begin();) {
    --d;
    r.repeat(d->count, d->step * size);
  }
  return r;
}

} // namespace detail

} // namespace soac::runtime
