// What a device does, counted; how calls fail; arrays of other libraries.
#include "cases/problems.hpp"

#include "shim.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>
#include <span>

#include "problems.soac.hpp"

#if __has_include(<dlpack/dlpack.h>)
#include <soac/cuda/dlpack.hpp>
#endif

namespace {

using namespace problems;

class Device : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_EQ(cudaStreamCreate(&stream), cudaSuccess);
    before = shim::in_use();
    shim::order(shim::Order::Reversed);
  }
  void TearDown() override {
    memory.reset();
    EXPECT_EQ(shim::in_use(), before) << "bytes are lost";
    cudaStreamDestroy(stream);
  }

  cuda::on place() { return {stream, *memory}; }
  template <int R = 1> cuda::array<double, R> device(const soac::array<double, R> &a) { return {a, place()}; }
  cuda::array<double> device(std::initializer_list<double> a) { return {std::vector<double>(a), place()}; }

  /// What one call does, when calls like it have been before.
  template <class F> shim::Counters counted(const F &call) {
    call();
    call();
    shim::reset();
    call();
    return shim::counters();
  }

  cudaStream_t stream = nullptr;
  std::unique_ptr<cuda::workspace> memory = std::make_unique<cuda::workspace>();
  std::size_t before = 0;
};

soac::array<double, 2> table(soac::index rows, soac::index columns, double phase) {
  soac::array<double, 2> result(rows, columns);
  for (soac::index i = 0; i < rows; ++i)
    for (soac::index j = 0; j < columns; ++j)
      result(i, j) = std::sin(3.7 * double(i) + 1.9 * double(j) + phase);
  return result;
}
soac::array<double> row(soac::index n) {
  soac::array<double> result(n);
  for (soac::index i = 0; i < n; ++i)
    result(i) = std::cos(0.7 * double(i)) + 2;
  return result;
}
template <int R> void expect_close(const soac::array<double, R> &a, const soac::array<double, R> &b) {
  ASSERT_EQ(a.size(), b.size());
  for (soac::index i = 0; i < a.size(); ++i)
    EXPECT_NEAR(a.data()[i], b.data()[i], 1e-10 * (1 + std::abs(b.data()[i]))) << i;
}

// Numbers, and what it takes to compute them.

TEST_F(Device, ClustersStoreNothingPerPointAndCentre) {
  const auto points = table(300, 3, 0), centers = table(7, 3, 1);
  const auto x = device<2>(points), c = device<2>(centers);
  const auto [value, gradient] = clusters_on(place(), x, c);
  const auto [expected, expected_gradient] = soac::value_and_gradient<clusters, soac::wrt<1>>(points, centers);
  EXPECT_NEAR(value, expected, 1e-10 * expected);
  expect_close(gradient.to_host(), expected_gradient);

  const shim::Counters of_call = counted([&] { clusters_on(place(), x, c); });
  EXPECT_EQ(of_call.allocations, 0);
  EXPECT_EQ(of_call.waits, 0);
  EXPECT_EQ(of_call.copies, 0);
  EXPECT_LT(of_call.stored, 300 * 7 * 8); // zero where accesses are not seen
}

TEST_F(Device, StencilsAddWithoutAtomics) {
  const auto heights = row(1000);
  const auto x = device(heights);
  expect_close(roughness_on(place(), x).to_host(), soac::gradient<roughness>(heights));
  const auto seed = device(row(1000));
  expect_close(smoothed_on(place(), x, seed).to_host(), soac::vjp<smoothed>(heights, row(1000)));
  const shim::Counters of_call = counted([&] { roughness_on(place(), x); });
  EXPECT_EQ(of_call.atomics, 0);
  EXPECT_EQ(of_call.allocations, 0);
  EXPECT_EQ(of_call.waits, 0);
}

TEST_F(Device, StencilsOfTablesAddWithoutAtomicsToo) {
  const auto start = table(70, 80, 0);
  const auto x = device<2>(start);
  expect_close(warmth_on(place(), x, 3).to_host(), soac::gradient<warmth, soac::wrt<0>>(start, 3));
  const shim::Counters of_call = counted([&] { warmth_on(place(), x, 3); });
  EXPECT_EQ(of_call.atomics, 0);
  EXPECT_EQ(of_call.allocations, 0);
  EXPECT_EQ(of_call.waits, 0);
}

TEST_F(Device, TablesAreAddedToWhereverIndicesSay) {
  const auto numbers = row(50);
  soac::array<soac::index> at(1000);
  for (soac::index i = 0; i < 1000; ++i)
    at(i) = i * i % 50;
  const auto x = device(numbers);
  const cuda::array<soac::index> k(at, place());
  expect_close(table_sum_on(place(), x, k).to_host(), soac::gradient<table_sum>(numbers, at));
}

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

TEST_F(Device, LoopsOfTheHostReuseTheirMemory) {
  const auto start = row(200), seed = row(200);
  const auto x = device(start), s = device(seed);
  expect_close(diffused_on(place(), x, 20, s).to_host(), soac::vjp<diffused>(start, 20, seed));
  const shim::Counters of_call = counted([&] { diffused_on(place(), x, 20, s); });
  EXPECT_EQ(of_call.allocations, 0);
  EXPECT_EQ(of_call.waits, 0);
}

TEST_F(Device, ThreadsHaveArraysOfTheirOwn) {
  const auto rows = table(300, 6, 0);
  const auto x = device<2>(rows);
  expect_close(chains_on(place(), x).to_host(), soac::gradient<chains>(rows));
  EXPECT_EQ(counted([&] { chains_on(place(), x); }).allocations, 0);
}

TEST_F(Device, TheHostWaitsOnlyForWhatItDecidesBy) {
  const auto start = row(200), seed = row(200);
  const auto x = device(start), s = device(seed);
  expect_close(settled_on(place(), x, s).to_host(), soac::vjp<settled>(start, seed));
  const shim::Counters of_call = counted([&] { settled_on(place(), x, s); });
  EXPECT_EQ(of_call.allocations, 0);
  EXPECT_TRUE(!shim::counts || of_call.waits > 0);
  EXPECT_LE(of_call.waits, 2 * 20);
}

TEST_F(Device, ReductionsByAnyOperatorHaveManyThreads) {
  for (soac::index n : {0, 1, 3, 130, 5000}) {
    soac::array<double> numbers(n);
    for (soac::index i = 0; i < n; ++i)
      numbers(i) = double(i * 7919 % 1009) / 1009;
    const auto x = device(numbers);
    expect_close(peak_on(place(), x).to_host(), soac::gradient<peak>(numbers));
  }
}

TEST_F(Device, PlacesOfARowThatMeet) {
  const auto numbers = table(70, 80, 0);
  soac::array<soac::index, 2> at(70, 90);
  for (soac::index k = 0; k < at.size(); ++k)
    at.data()[k] = k * k % 80;
  expect_close(picked_on(place(), device<2>(numbers), cuda::array<soac::index, 2>(at, place())).to_host(),
               soac::gradient<picked>(numbers, at));
}

TEST_F(Device, RowsThatTakeThePlaceOfOthers) {
  auto start = table(70, 80, 0);
  for (soac::index k = 0; k < start.size(); ++k)
    start.data()[k] += 3;
  expect_close(lifted_on(place(), device<2>(start)).to_host(), lifted(start));
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

/// `count` numbers, none of which is small.
soac::array<double> wave(soac::index count) {
  soac::array<double> result(count);
  for (soac::index k = 0; k < count; ++k)
    result(k) = 2 + std::sin(0.37 * double(k));
  return result;
}

TEST_F(Device, CoordinatesThatFollowEachOtherNeedNoAtomics) {
  const auto positions = wave(3 * 90), seed = wave(3 * 90);
  const auto x = device(positions), s = device(seed);
  expect_close(directions_on(place(), x, s).to_host(), soac::vjp<directions>(positions, seed));
  const shim::Counters of_call = counted([&] { directions_on(place(), x, s); });
  EXPECT_EQ(of_call.atomics, 0);
  EXPECT_LE(of_call.launches, 2);
}

TEST_F(Device, CellsOfABoxShareTheThreads) {
  const int nx = 5, ny = 4, nz = 6, steps = 3;
  const auto box = wave(nx * ny * nz), seed = wave(nx * ny * nz);
  const auto x = device(box), s = device(seed);
  const auto expected = soac::vjp<stirred, soac::wrt<0>>(box, nx, ny, nz, steps, seed);
  expect_close(stirred_on(place(), x, nx, ny, nz, steps, s).to_host(), expected);
  // A box of margins alone, and one whose last dimension has nothing else.
  for (const auto &[a, b, c] : {std::array{2, 2, 2}, std::array{3, 3, 2}, std::array{3, 3, 3}}) {
    const auto small = wave(a * b * c), small_seed = wave(a * b * c);
    expect_close(stirred_on(place(), device(small), a, b, c, steps, device(small_seed)).to_host(),
                 soac::vjp<stirred, soac::wrt<0>>(small, a, b, c, steps, small_seed));
  }
  // A kernel for each step forward, and for each back: none for rows or planes of cells.
  const shim::Counters of_call = counted([&] { stirred_on(place(), x, nx, ny, nz, steps, s); });
  EXPECT_LE(of_call.launches, 3 * steps + 8);
}

TEST_F(Device, RecordsAndFixedArrays) {
  soac::array<point> corners(40);
  for (soac::index i = 0; i < 40; ++i)
    corners(i) = {std::cos(double(i)), std::sin(1.3 * double(i))};
  const point origin{0.1, -0.2};
  const std::array<double, 2> scale{1.5, 0.5};
  const auto [corners_adj, origin_adj, scale_adj] = area_on(place(), cuda::array<point>(corners, place()), origin, scale);
  const auto [corners_expected, origin_expected, scale_expected] = soac::gradient<area>(corners, origin, scale);
  const auto corners_here = corners_adj.to_host();
  for (soac::index i = 0; i < 40; ++i) {
    EXPECT_NEAR(corners_here(i).x, corners_expected(i).x, 1e-12);
    EXPECT_NEAR(corners_here(i).y, corners_expected(i).y, 1e-12);
  }
  EXPECT_NEAR(point(origin_adj).y, origin_expected.y, 1e-12);
  EXPECT_NEAR((std::array<double, 2>(scale_adj)[1]), scale_expected[1], 1e-12);
}

// Failures. The workspace can be used after each.

std::string message(const auto &call) {
  try {
    call();
  } catch (const cuda::error &error) {
    return error.what();
  }
  return "no error";
}
bool says(const std::string &text, const std::string &part) { return text.find(part) != std::string::npos; }

TEST_F(Device, ABoundThatIsExceededIsAnError) {
  const auto near = device({4.0}), far = device({1e30});
  EXPECT_PRED2(says, message([&] { root_on(place(), far).to_host(); }), "problems.cpp:");
  EXPECT_PRED2(says, message([&] { root_on(place(), far).to_host(); }), "bound 8");
  EXPECT_NEAR(root_on(place(), near).to_host()(0), 0.25, 1e-9);
}

TEST_F(Device, AFailedCheckIsAnErrorOfTheNextPointThatWaits) {
  const auto good = device({1.0, 2.0}), bad = device({1.0, -2.0, 3.0});
  auto sum = positive_on(place(), bad); // nothing waits
  EXPECT_PRED2(says, message([&] { static_cast<void>(double(sum)); }), "problems.cpp:");
  EXPECT_NEAR(positive_on(place(), good), std::log(2.0), 1e-12);
  positive_on(place(), bad);
  EXPECT_PRED2(says, message([&] { place().wait(); }), "domain_error");
  EXPECT_NO_THROW(place().wait());
}

TEST_F(Device, AFailedCheckInOneOfManySums) {
  auto rows = table(40, 70, 0);
  for (soac::index k = 0; k < rows.size(); ++k)
    rows.data()[k] = 2 + rows.data()[k];
  const auto good = device<2>(rows);
  rows(3, 50) = -1;
  rows(20, 0) = 0;
  const auto bad = device<2>(rows);
  EXPECT_PRED2(says, message([&] { entropies_on(place(), bad).to_host(); }), "domain_error");
  EXPECT_NO_THROW(entropies_on(place(), good).to_host());
}

TEST_F(Device, ArgumentsOfOtherExtentsAreAnErrorAtOnce) {
  const auto points = device<2>(table(5, 3, 0)), centers = device<2>(table(2, 4, 0));
  EXPECT_PRED2(says, message([&] { clusters_on(place(), points, centers); }), "extents differ: 4 and 3");
}

/// Allocations fail where the shim lets them: on a real device (tests/cuda/gpu) nothing here could be seen.
TEST_F(Device, OutOfMemory) {
  if (!shim::counts)
    GTEST_SKIP() << "allocations do not fail on a real device";
  const auto heights = row(1000);
  const auto x = device(heights);
  for (long k = 0; k < 2; ++k) {
    memory = std::make_unique<cuda::workspace>();
    shim::fail_allocation(k);
    EXPECT_PRED2(says, message([&] { roughness_on(place(), x); }), "out of memory") << k;
    shim::fail_allocation(-1);
    expect_close(roughness_on(place(), x).to_host(), soac::gradient<roughness>(heights));
  }
}

TEST_F(Device, MistakesOfTheHost) {
  EXPECT_PRED2(says, message([] { cuda::on(static_cast<cudaStream_t>(nullptr)); }), "stream is null");
  cudaStream_t other = nullptr;
  cudaStreamCreate(&other);
  place();
  EXPECT_PRED2(says, message([&] { cuda::on(other, *memory); }), "another stream");
  cudaStreamDestroy(other);
  auto x = device({1.0, 2.0});
  const auto y = std::move(x);
  EXPECT_PRED2(says, message([&] { x.to_host(); }), "moved from");
  EXPECT_PRED2(says, message([&] { roughness_on(place(), x); }), "moved from");
  EXPECT_PRED2(says, message([&] { cuda::array<double>(place(), -1); }), "negative");
  cuda::scalar<double> s(place(), 2.0);
  const cuda::scalar<double> moved = std::move(s);
  EXPECT_PRED2(says, message([&] { static_cast<void>(double(s)); }), "moved from");
  EXPECT_EQ(moved, 2.0);
}

/// A call with an array of the host's in the place of the device's does not compile.
template <class... X>
concept takes = requires(const cuda::on &place, X &&...x) { roughness_on(place, static_cast<X &&>(x)...); };
static_assert(takes<cuda::array<double> &> && takes<cuda::view<const double>>);
static_assert(!takes<soac::array<double> &> && !takes<soac::view<const double>> && !takes<std::vector<double>> && !takes<double *>);

// Memory of others.

TEST_F(Device, ResultsOutliveTheWorkspace) {
  const auto heights = row(10);
  const auto x = device(heights);
  const auto result = roughness_on(place(), x);
  memory = std::make_unique<cuda::workspace>();
  expect_close(result.to_host(), soac::gradient<roughness>(heights));
}

TEST_F(Device, CopiesToAndFromHostContainers) {
  const std::vector<double> numbers = {1, 2, 3};
  const cuda::array<double> of_vector(numbers, place()), of_span(std::span<const double>(numbers), place()),
      of_array(std::array<double, 3>{1, 2, 3}, place());
  std::vector<double> back(3);
  for (const cuda::array<double> *a : {&of_vector, &of_span, &of_array}) {
    std::fill(back.begin(), back.end(), 0.0);
    a->copy_to(back);
    EXPECT_EQ(back, numbers);
  }
  std::vector<double> other(4);
  EXPECT_PRED2(says, message([&] { of_vector.copy_to(other); }), "extents differ");
  cuda::array<double, 2> zeros(place(), 2, 3);
  EXPECT_EQ(zeros.to_host()(1, 2), 0.0);
  zeros.copy_from(table(2, 3, 0));
  expect_close(zeros.to_host(), table(2, 3, 0));
}

/// In the shape of thrust::device_vector, cuda::stream_ref and std::mdspan.
struct device_pointer {
  double *address;
  double *get() const { return address; }
};
struct device_vector {
  cuda::array<double> memory;
  std::size_t size() const { return static_cast<std::size_t>(memory.size()); }
  device_pointer data() { return {memory.data()}; }
};
struct stream_ref {
  cudaStream_t stream;
  cudaStream_t get() const { return stream; }
};
struct span2 {
  using rank_type = std::size_t;
  double *memory;
  std::array<int, 2> extents, strides;
  static constexpr rank_type rank() { return 2; }
  double *data_handle() const { return memory; }
  int extent(rank_type d) const { return extents[d]; }
  int stride(rank_type d) const { return strides[d]; }
};

TEST_F(Device, ViewsOfOtherLibraries) {
  const auto heights = row(30);
  device_vector vector{device(heights)};
  const cuda::on there(stream_ref{stream}, *memory);
  expect_close(roughness_on(there, vector).to_host(), soac::gradient<roughness>(heights));
  auto numbers = device<2>(table(4, 5, 0));
  const cuda::view<double, 2> view(span2{numbers.data(), {4, 5}, {5, 1}});
  EXPECT_EQ(view.extent(1), 5);
  EXPECT_EQ(view[3].data(), numbers.data() + 15);
  EXPECT_PRED2(says, message([&] { cuda::view<double, 2>(span2{numbers.data(), {5, 4}, {1, 5}}); }), "row-major");
}

#if __has_include(<dlpack/dlpack.h>)
TEST_F(Device, TensorsOfDlpack) {
  auto numbers = device<2>(table(4, 5, 0));
  double *const memory_of_numbers = numbers.data();
  DLManagedTensor *const given = cuda::to_dlpack(std::move(numbers));
  EXPECT_EQ(given->dl_tensor.ndim, 2);
  EXPECT_EQ(given->dl_tensor.shape[1], 5);
  EXPECT_EQ(given->dl_tensor.device.device_type, kDLCUDA);
  const auto view = cuda::from_dlpack<const double, 2>(given->dl_tensor);
  EXPECT_EQ(view.data(), memory_of_numbers);
  EXPECT_EQ(view.extent(0), 4);
  EXPECT_EQ(roughness_on(place(), view[2]).extent(0), 5);

  DLTensor tensor = given->dl_tensor;
  const auto error_of = [&] { return message([&] { cuda::from_dlpack<const double, 2>(tensor); }); };
  std::int64_t strides[] = {1, 4};
  tensor.strides = strides;
  EXPECT_PRED2(says, error_of(), "row-major");
  strides[0] = 5, strides[1] = 1;
  EXPECT_EQ(error_of(), "no error");
  tensor.byte_offset = 5 * sizeof(double);
  tensor.shape[0] = 3;
  EXPECT_EQ((cuda::from_dlpack<const double, 2>(tensor).data()), memory_of_numbers + 5);
  tensor.dtype.bits = 32;
  EXPECT_PRED2(says, error_of(), "of another type");
  tensor = given->dl_tensor;
  tensor.ndim = 1;
  EXPECT_PRED2(says, error_of(), "1 dimensions, not 2");
  tensor = given->dl_tensor;
  tensor.device.device_type = kDLCPU;
  EXPECT_PRED2(says, error_of(), "not in the memory of a CUDA device");
  given->deleter(given);
}
#endif

} // namespace
