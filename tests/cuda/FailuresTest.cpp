// How calls fail. The workspace can be used after each.
#include "DeviceTest.hpp"

namespace problems::test {
namespace {

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

TEST_F(Device, AFailedCheckInAnOperator) {
  auto rows = table(40, 70, 0);
  for (soac::index k = 0; k < rows.size(); ++k)
    rows.data()[k] = 1 + 0.1 * rows.data()[k];
  const auto numbers = row(50);
  expect_close(guarded_on(place(), device(numbers)).to_host(), soac::gradient<guarded>(numbers));
  expect_close(guarded_rows_on(place(), device<2>(rows)).to_host(), soac::run<guarded_rows>(rows));
  auto bad = numbers;
  bad(40) = -1;
  rows(3, 50) = -1;
  EXPECT_PRED2(says, message([&] { guarded_on(place(), device(bad)).to_host(); }), "domain_error");
  EXPECT_PRED2(says, message([&] { guarded_rows_on(place(), device<2>(rows)).to_host(); }), "domain_error");
}

TEST_F(Device, ArgumentsOfOtherExtentsAreAnErrorAtOnce) {
  const auto points = device<2>(table(5, 3, 0)), centers = device<2>(table(2, 4, 0));
  EXPECT_PRED2(says, message([&] { clusters_on(place(), points, centers); }), "extents differ: 4 and 3");
}

/// More than any device has; where the shim can let each allocation of a call fail, that, too.
TEST_F(Device, OutOfMemory) {
  const auto heights = row(1000);
  const auto x = device(heights);
  const auto isAsBefore = [&] { expect_close(roughness_on(place(), x).to_host(), soac::gradient<roughness>(heights)); };
  EXPECT_PRED2(says, message([&] { cuda::array<double>(place(), soac::index{1} << 47); }), "out of memory");
  isAsBefore();
  for (long k = 0; shim::counts && k < 2; ++k) {
    memory = std::make_unique<cuda::workspace>();
    shim::fail_allocation(k);
    EXPECT_PRED2(says, message([&] { roughness_on(place(), x); }), "out of memory") << k;
    shim::fail_allocation(-1);
    isAsBefore();
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

/// Nor does the host look at an array of the device's: to become one of its own it is copied.
template <class T>
concept is_seen = std::is_constructible_v<soac::view<const double>, T> || requires(T x) { soac::view(x); } || requires(T x) { soac::sum(x); };
static_assert(is_seen<std::vector<double> &> && is_seen<soac::array<double> &>);
static_assert(!is_seen<cuda::array<double> &> && !is_seen<const cuda::array<double> &> && !is_seen<cuda::view<const double>>);
static_assert(!std::is_convertible_v<cuda::array<double> &, soac::array<double>> && !std::is_constructible_v<soac::array<double>, cuda::view<const double>>);

TEST_F(Device, AnArrayOfTheHostsIsACopy) {
  const auto x = device(row(40));
  const soac::array<double> here(x);
  expect_close(here, row(40));
  EXPECT_GE(counted([&] { const soac::array<double> copy(x); }).copied, shim::counts ? 40 * 8 : 0);
}

} // namespace
} // namespace problems::test
