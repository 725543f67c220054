// Sums and reductions by several threads; sums in any order that are the same.
#include "DeviceTest.hpp"

#include <algorithm>
#include <limits>
#include <vector>

namespace problems::test {
namespace {

TEST_F(Device, DeterministicSumsAreEqualBitByBit) {
  const auto numbers = row(5);
  const auto points = table(300, 3, 0), centers = table(7, 3, 1);
  soac::array<soac::index> at(2000);
  for (soac::index i = 0; i < at.size(); ++i)
    at(i) = i * i % 5;
  const auto x = device(numbers);
  const auto p = device<2>(points), c = device<2>(centers);
  const cuda::array<soac::index> k(at, place());
  shim::order(shim::Order::Random);
  const auto sums = [&](const cuda::on &where) {
    std::vector<double> result(5);
    table_sum_on(where, x, k).copy_to(result);
    const auto gradient = std::get<1>(clusters_on(where, p, c)).to_host();
    result.insert(result.end(), gradient.data(), gradient.data() + gradient.size());
    return result;
  };
  const std::vector<double> first = sums(place().deterministic());
  for (int run = 1; run < 20; ++run)
    EXPECT_EQ(sums(place().deterministic()), first);
  EXPECT_TRUE(!shim::counts || sums(place()) != sums(place())) << "the order of the threads makes no difference here";
}

/// Sums of numbers, and what the exact sum is when it is rounded.
template <class T> struct Addends {
  std::vector<T> numbers;
  T sum;
};
template <class T> std::vector<Addends<T>> difficult_sums() {
  using limits = std::numeric_limits<T>;
  const T half = limits::epsilon() / 2, tiny = limits::denorm_min(), most = limits::max(), infinite = limits::infinity();
  std::vector<Addends<T>> sums = {{{most, 1, -most}, 1},
                                  {{1, half}, 1},
                                  {{1, half, tiny}, 1 + 2 * half},
                                  {{1 + 2 * half, half}, 1 + 4 * half},
                                  {{-1, -half, -tiny}, -1 - 2 * half},
                                  {{half, -1, tiny}, -1 + half},
                                  {{tiny, tiny, tiny}, 3 * tiny},
                                  {{limits::min(), -tiny}, limits::min() - tiny},
                                  {{-tiny}, -tiny},
                                  {{T(0.1), T(0.2), T(-0.1), T(-0.2)}, 0},
                                  {{most, most}, infinite},
                                  {{-most, -most}, -infinite},
                                  {{most, most, -most}, most},
                                  {{1, infinite}, infinite},
                                  {{-infinite, most}, -infinite},
                                  {{infinite, -infinite}, limits::quiet_NaN()},
                                  {{limits::quiet_NaN(), infinite}, limits::quiet_NaN()},
                                  {std::vector<T>(10, T(0.1)), 1},
                                  {{}, 0}};
  // Multiples of a power of two, whose sum is exact in any order.
  for (int exponent : {-60, 3}) {
    Addends<T> all{{}, 0};
    for (int k = 0; k < 300; ++k) {
      all.numbers.push_back(std::ldexp(T(k * k % 211) - 100, exponent));
      all.sum += all.numbers.back();
    }
    sums.push_back(all);
  }
  return sums;
}

template <class T> class ExactSums : public Device {};
using FloatingTypes = testing::Types<float, double>;
TYPED_TEST_SUITE(ExactSums, FloatingTypes);

TYPED_TEST(ExactSums, AreRoundedOnce) {
  using T = TypeParam;
  const auto cases = difficult_sums<T>();
  std::vector<T> weights;
  std::vector<soac::index> at;
  for (std::size_t k = 0; k < cases.size(); ++k)
    for (const T x : cases[k].numbers) {
      weights.push_back(x);
      at.push_back(static_cast<soac::index>(k));
    }
  const soac::array<T> table(static_cast<soac::index>(cases.size()));
  const cuda::on place = this->place().deterministic();
  for (const shim::Order order : {shim::Order::Forward, shim::Order::Reversed, shim::Order::Random}) {
    shim::order(order);
    const auto sums = weighted_on(place, cuda::array<T>(table, place), cuda::array<soac::index>(soac::view<const soac::index>(at), place),
                                  cuda::array<T>(soac::view<const T>(weights), place))
                          .to_host();
    for (std::size_t k = 0; k < cases.size(); ++k) {
      const T sum = sums(static_cast<soac::index>(k));
      EXPECT_TRUE(std::isnan(cases[k].sum) ? std::isnan(sum) : sum == cases[k].sum) << "sum " << k << ": " << sum << ", not " << cases[k].sum;
    }
  }
}

TEST_F(Device, BlocksAddToCopiesOfFewElements) {
  soac::array<soac::index> at(3000);
  for (soac::index i = 0; i < at.size(); ++i)
    at(i) = i * i % 7;
  const auto numbers = row(7);
  soac::array<float> factors(3);
  for (soac::index k = 0; k < 3; ++k)
    factors(k) = 1.5f + static_cast<float>(k);
  const auto x = device(numbers);
  const cuda::array<float> y(factors, place());
  const cuda::array<soac::index> k(at, place());
  const auto [expected, of_factors] = soac::gradient<two_tables>(numbers, factors, at);
  for (const shim::Order order : {shim::Order::Forward, shim::Order::Reversed, shim::Order::Random}) {
    shim::order(order);
    const auto [first, second] = two_tables_on(place(), x, y, k);
    expect_close(first.to_host(), expected);
    const auto here = second.to_host();
    for (soac::index i = 0; i < 3; ++i)
      EXPECT_NEAR(here(i), of_factors(i), 1e-4f * std::abs(of_factors(i)));
  }
  const shim::Counters of_call = counted([&] { two_tables_on(place(), x, y, k); });
  if (shim::counts) {
    EXPECT_EQ(of_call.shared_atomics, 6000);
    EXPECT_LE(of_call.atomics, 10 * 24) << "ten elements for each of the blocks";
  }
}

TEST_F(Device, ManyElementsHaveNoCopies) {
  for (const auto &[elements, terms] : {std::pair{2000, 5000}, std::pair{1100, 100000}}) { // few terms, too large for a block
    const auto numbers = row(elements);
    soac::array<soac::index> at(terms);
    for (soac::index i = 0; i < at.size(); ++i)
      at(i) = i * i % elements;
    const auto x = device(numbers);
    const cuda::array<soac::index> k(at, place());
    expect_close(table_sum_on(place(), x, k).to_host(), soac::gradient<table_sum>(numbers, at));
    EXPECT_EQ(counted([&] { table_sum_on(place(), x, k); }).shared_atomics, 0);
  }
}

TEST_F(Device, PrefixesInParts) {
  for (soac::index n : {1, 5, 700, 3000}) {
    soac::array<double> numbers(n), seed = row(n);
    for (soac::index i = 0; i < n; ++i)
      numbers(i) = 1 + (i % 2 ? 0.01 : -0.0099) * double(i % 7);
    expect_close(products_on(place(), device(numbers), device(seed)).to_host(), soac::vjp<products>(numbers, seed));
  }
}

TEST_F(Device, SumsOfRowsAreTakenByOneThreadOrSeveral) {
  for (const auto &[rows, columns] : {std::pair{3, 200}, std::pair{300, 70}, std::pair{2, 3000}, std::pair{5, 1}, std::pair{0, 4}}) {
    const auto logits = table(rows, columns, 0);
    const auto weights = row(columns);
    const auto [logits_adj, weights_adj] = softmax_on(place(), device<2>(logits), device(weights));
    const auto [logits_expected, weights_expected] = soac::gradient<softmax_loss>(logits, weights);
    expect_close(logits_adj.to_host(), logits_expected);
    expect_close(weights_adj.to_host(), weights_expected);
  }
}

TEST_F(Device, AnyOperatorIsTakenByOneThreadOrSeveral) {
  for (const auto &[rows, columns] : {std::pair{3, 200}, std::pair{300, 70}, std::pair{2, 3000}, std::pair{5, 1}}) {
    auto numbers = table(rows, columns, 0);
    for (soac::index i = 0; i < rows; ++i) // in the first column of the first row, in the last one of the last row
      numbers(i, i * (columns - 1) / std::max<soac::index>(rows - 1, 1)) = 2;
    const auto weights = row(columns);
    expect_close(tops_on(place(), device<2>(numbers), device(weights)).to_host(), tops(numbers, weights));
  }
}

TEST_F(Device, LongColumnsAreSummedByBlocks) {
  for (const auto &[rows, columns] : {std::pair{3000, 3}, std::pair{2000, 33}, std::pair{7, 40}, std::pair{1, 1}}) {
    const auto matrix = table(rows, columns, 0);
    const auto numbers = row(columns), seed = row(rows);
    const auto [a_adj, x_adj] = product_on(place(), device<2>(matrix), device(numbers), device(seed));
    const auto [a_expected, x_expected] = soac::vjp<product>(matrix, numbers, seed);
    expect_close(a_adj.to_host(), a_expected);
    expect_close(x_adj.to_host(), x_expected);
  }
}

TEST_F(Device, SumsOfColumnsNeedNoAtomics) {
  const auto matrix = table(150, 40, 0);
  const auto numbers = row(40), seed = row(150);
  const auto a = device<2>(matrix);
  const auto x = device(numbers), s = device(seed);
  const auto [a_adj, x_adj] = product_on(place(), a, x, s);
  const auto [a_expected, x_expected] = soac::vjp<product>(matrix, numbers, seed);
  expect_close(a_adj.to_host(), a_expected);
  expect_close(x_adj.to_host(), x_expected);
  const shim::Counters of_call = counted([&] { product_on(place(), a, x, s); });
  EXPECT_EQ(of_call.atomics, 0);
  EXPECT_EQ(of_call.allocations, 0);
  EXPECT_LE(of_call.launches, 6);
}

} // namespace
} // namespace problems::test
