// What a device does, counted.
#include "DeviceTest.hpp"

#include <array>

namespace problems::test {
namespace {

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

TEST_F(Device, ASumWhoseTermsAreNoWorkForAKernel) {
  const auto rows = table(6, 9, 0);
  const auto x = device<2>(rows);
  const auto [sum, gradient] = trimmed_on(place(), x);
  const auto [expected_sum, expected] = soac::value_and_gradient<trimmed>(rows);
  EXPECT_NEAR(sum, expected_sum, 1e-12);
  expect_close(gradient.to_host(), expected);
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

TEST_F(Device, NeighboursBehindTheCountersAreGathered) {
  for (const auto &[rows, columns] : {std::pair{7, 40}, std::pair{3, 3}, std::pair{2, 5}, std::pair{1, 1}, std::pair{0, 0}}) {
    const auto field = table(rows, columns, 0);
    const auto x = device<2>(field);
    expect_close(behind_on(place(), x).to_host(), soac::gradient<behind>(field));
    EXPECT_EQ(counted([&] { behind_on(place(), x); }).atomics, 0);
  }
}

} // namespace
} // namespace problems::test
