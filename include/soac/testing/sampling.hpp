// Points at which a function can be checked, found by trying.
//
// Every try is a process of its own (attempt.hpp). Where the function reads behind an array, the array gets longer; where
// it throws, crashes or does not end, other orders of integer arrays, other extents and other integers are tried. Where
// nothing helps, the test is skipped with the reason of the first try, which says what a setting could.
#pragma once

#include "soac/testing/attempt.hpp"
#include "soac/testing/random.hpp"

#include <set>

namespace soac::testing::detail {

/// What of a point is chosen, beside its random numbers.
struct choice {
  order integers = order::any;
  std::map<std::string, index> sizes; ///< as source::chosen
};

/// How a test ended. Skipped where there are neither failures nor points that were compared.
struct verdict {
  std::string failures, reason;
  int compared = 0;
  std::string otherwise; ///< failures where nothing could be compared: settings that do not fit, report::singular
};

using point_check = std::function<report(source &, std::uint64_t seed)>;

/// The smallest extent above `at` that may be meant where n is the extent of all others.
inline index next_extent(index n, std::int64_t at) {
  for (index candidate : {n, n + 1, 2 * n, n * n, n * (n + 1), n * n * n})
    if (candidate > at)
      return candidate;
  return 2 * (at + 1);
}

inline constexpr const char *says = " as its setting says";

class search {
  const settings &given;
  const point_check &check;
  index extent;
  std::vector<choice> alternatives;
  std::size_t next = 0; ///< of these
  int tries = 0, waits = 0;
  choice found; ///< the last that gave a point
  bool has_found = false;

public:
  bool wants_finite = false; ///< values that are not finite are no points
  choice now;
  std::string reason; ///< why the first try failed
  bool has_point() const { return has_found; }

  search(const settings &values, const point_check &c, index n) : given(values), check(c), extent(n) {}

  bool is_hopeless() const { return tries > 200 || waits > 2; }

  /// Tries until the function has a value at a point with these numbers.
  outcome at(double low, double high, int turn, std::uint64_t seed) {
    next = 0;
    now = found;
    now.integers = static_cast<order>(turn % 3);
    for (bool is_first = true;; is_first = false) {
      const outcome last = run(low, high, turn, seed);
      if (last.how == ending::finished && !(last.not_finite && wants_finite)) {
        found = now;
        has_found = true;
        return last;
      }
      if (last.in_derivative && last.how != ending::threw)
        return last;
      if (reason.empty())
        reason = describe(last);
      ++tries;
      waits += last.how == ending::timed_out;
      if (is_hopeless())
        return last;
      if (is_first && has_found)
        now = found;
      else if (!change(last))
        return last;
    }
  }

  /// A sentence about what is wrong with a try.
  std::string describe(const outcome &last) const {
    const std::string who = last.in_derivative ? "the derivative " : "the function ";
    if (last.how == ending::finished)
      return who + "has no finite value";
    if (last.how == ending::threw)
      return who + "throws: " + last.text;
    if (last.how == ending::timed_out)
      return who + "does not end within seconds";
    if (last.how == ending::crashed)
      return who + "fails: " + last.text;
    return who + "uses element " + std::to_string(last.index) + " of '" + last.array + "', which has " +
           std::to_string(last.size) + " elements" + (given.count(last.array) ? says : "");
  }

private:
  outcome run(double low, double high, int turn, std::uint64_t seed) const {
    return attempt([&] {
      source from;
      from.random.seed(seed);
      from.low = low;
      from.high = high;
      from.extent = extent;
      from.turn = turn;
      from.integers = now.integers;
      from.given = given;
      from.chosen = now.sizes;
      return check(from, seed);
    });
  }

  bool change(const outcome &last) {
    if (last.how == ending::out_of_range && last.index >= last.size && !given.count(last.array) &&
        std::string(last.choices).find("\n" + std::string(last.array) + "\n") != std::string::npos) {
      index &size = now.sizes[last.array];
      size = next_extent(extent, std::max<std::int64_t>(last.index, size));
      return size < 100000;
    }
    if (alternatives.empty())
      list_alternatives(last.choices);
    if (next == alternatives.size())
      return false;
    now = alternatives[next++];
    return true;
  }

  /// Other orders of integer arrays; all ways to give some of the arrays n^2 elements; then one change at a time.
  void list_alternatives(const std::string &choices) {
    std::vector<std::string> arrays, integers;
    std::set<std::string> seen;
    for (std::size_t from = 1, to; from < choices.size(); from = to + 1) {
      to = std::min(choices.find('\n', from), choices.size());
      const std::string name = choices.substr(from, to - from);
      if (!name.empty() && seen.insert(name).second)
        (name[0] == '=' ? integers : arrays).push_back(name[0] == '=' ? name.substr(1) : name);
    }
    const order orders[] = {order::ascending, order::permuted, order::any};
    const auto add = [&](const std::map<std::string, index> &sizes, bool every_order) {
      for (order o : orders)
        if (every_order || o == order::ascending)
          alternatives.push_back({o, sizes});
    };
    add({}, true);
    const std::size_t squared = std::min<std::size_t>(arrays.size(), 5);
    for (unsigned set = 1; set < 1u << squared; ++set) {
      std::map<std::string, index> sizes;
      for (std::size_t i = 0; i < squared; ++i)
        if (set >> i & 1)
          sizes[arrays[i]] = extent * extent;
      add(sizes, false);
    }
    for (index n : {extent + 1, 2 * extent, index{2}, index{1}, extent * extent * extent})
      for (const std::string &name : arrays)
        add({{name, n}}, n == extent + 1);
    for (index n : {index{2}, index{1}, index{0}, extent - 1, extent + 1, 2 * extent, index{8}})
      for (const std::string &name : integers)
        add({{name, n}}, false);
  }
};

inline std::string where(double low, double high, index extent, std::uint64_t seed, const choice &c) {
  char text[160];
  std::snprintf(text, sizeof text, "with numbers in [%g, %g], extents %lld, seed %llu", low, high,
                static_cast<long long>(extent), static_cast<unsigned long long>(seed));
  std::string out = text;
  for (const auto &[name, size] : c.sizes)
    out += ", " + name + " " + std::to_string(size);
  return out + ":\n";
}

/// What one point says; false where another point with these numbers may say more.
inline bool take(const outcome &o, const search &points, const std::string &place, verdict &out) {
  if (o.how != ending::finished && o.how != ending::threw && o.in_derivative) {
    out.failures += place + points.describe(o) + "\n";
    return true;
  }
  if (points.describe(o).ends_with(says)) {
    out.otherwise += place + points.describe(o) + "\n";
    return true;
  }
  if (o.how != ending::finished) {
    if (out.reason.empty())
      out.reason = points.describe(o);
    return true;
  }
  if (o.text[0])
    out.failures += place + o.text;
  out.otherwise += o.singular[0] ? place + o.singular : "";
  out.compared += o.is_compared && !o.unsettled[0];
  if (out.reason.empty())
    out.reason = o.not_finite     ? "the function has no finite value at the points that were tried"
                 : !o.has_numbers ? "no number goes in, or none comes out, at the points that were tried"
                                  : o.unsettled;
  return o.text[0] || (o.is_compared && !o.unsettled[0]);
}

/// Three ranges of numbers: functions with poles or limited domains have a value in one of them. Points near kinks are
/// drawn again.
inline void check_in_ranges(search &points, index extent, std::uint64_t first_seed, int turn, verdict &out) {
  constexpr std::pair<double, double> ranges[] = {{0.25, 0.95}, {1.1, 1.9}, {-1.0, 1.0}};
  for (const auto &[low, high] : ranges) {
    ++first_seed;
    for (int again = 0; again < 3; ++again) {
      const std::uint64_t seed = first_seed + 100 * static_cast<std::uint64_t>(again);
      const outcome o = points.at(low, high, turn, seed);
      if (take(o, points, where(low, high, extent, seed, points.now), out))
        break;
    }
    if (points.is_hopeless())
      break;
    ++turn;
  }
  if (!points.has_point() && out.compared == 0)
    out.reason = points.reason;
}

/// Two sizes; where no value is finite, other extents and integers are tried, too.
inline verdict check_at_random_points(const settings &values, const point_check &check) {
  verdict out;
  bool is_hopeless = false;
  for (const bool wants_finite : {false, true})
    for (const index extent : {3, 4}) {
      if (is_hopeless || (wants_finite && (out.compared > 0 || !out.failures.empty())))
        continue;
      search points(values, check, extent);
      points.wants_finite = wants_finite;
      const std::string reason = out.reason;
      check_in_ranges(points, extent, extent == 3 ? 0 : 3, extent == 3 ? 0 : 3, out);
      if (wants_finite && out.compared == 0)
        out.reason = reason;
      is_hopeless = points.is_hopeless() && out.compared == 0;
    }
  if (out.compared == 0)
    out.failures += out.otherwise;
  return out;
}

} // namespace soac::testing::detail
