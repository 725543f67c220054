// The order of keys that generated code asks for is std::stable_sort's, however many digits the keys have.
#include <gtest/gtest.h>

#include <soac/runtime/runtime.hpp>

#include <algorithm>
#include <limits>
#include <numeric>
#include <vector>

namespace soac {
namespace {

template <class T> void expectStableOrder(const std::vector<T> &keys) {
  std::vector<index> expected(keys.size()), order(keys.size());
  std::iota(expected.begin(), expected.end(), index{0});
  std::ranges::stable_sort(expected, [&](index i, index j) {
    return keys[static_cast<std::size_t>(i)] < keys[static_cast<std::size_t>(j)];
  });
  workspace memory;
  const auto n = static_cast<index>(keys.size());
  runtime::argsort(memory, runtime::dense<index, 1>(order.data(), n), runtime::dense<const T, 1>(keys.data(), n));
  EXPECT_EQ(expected, order) << n << " keys";
}

/// n numbers in [0, range), each some times where these are few.
std::vector<std::int64_t> numbers(std::size_t n, std::uint64_t range) {
  std::vector<std::int64_t> keys;
  for (std::uint64_t x = 1; keys.size() < n; x = x * 6364136223846793005u + 1442695040888963407u)
    keys.push_back(static_cast<std::int64_t>((x >> 20) % range));
  return keys;
}

} // namespace

TEST(Sort, IsStableForEveryNumberOfDigits) {
  for (std::size_t n : {0, 1, 2, 17, 100, 1000, 5000})
    for (std::uint64_t range : {1, 2, 61, 256, 257, 2048, 2049, 70000, 1 << 23})
      expectStableOrder(numbers(n, range));
}

TEST(Sort, CountsDigitsFromTheLeastInteger) {
  std::vector<std::int64_t> keys = numbers(1000, 300);
  for (std::int64_t &key : keys)
    key = std::numeric_limits<std::int64_t>::min() + key;
  expectStableOrder(keys);
  keys.push_back(std::numeric_limits<std::int64_t>::max());
  expectStableOrder(keys);
}

TEST(Sort, MergesNumbersThatAreNoIntegers) {
  std::vector<double> keys;
  for (std::int64_t key : numbers(1000, 50))
    keys.push_back(0.5 * static_cast<double>(key));
  expectStableOrder(keys);
}

} // namespace soac
