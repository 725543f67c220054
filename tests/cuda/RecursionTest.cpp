// Functions that call themselves: each thread has a stack for them.
#include "DeviceTest.hpp"

#include "cases/recursion.hpp"

#include "recursion.soac.hpp"

namespace problems::test {
namespace {

soac::array<soac::index> roots() {
  soac::array<soac::index> result(300);
  for (soac::index i = 0; i < 300; ++i)
    result(i) = i * i % 40;
  return result;
}

/// The stack of a thread, as it was before in the end.
class Stack {
public:
  explicit Stack(std::size_t bytes) : before(size()) { cudaDeviceSetLimit(cudaLimitStackSize, bytes); }
  ~Stack() { cudaDeviceSetLimit(cudaLimitStackSize, before); }
  static std::size_t size() {
    std::size_t bytes = 0;
    cudaDeviceGetLimit(&bytes, cudaLimitStackSize);
    return bytes;
  }

private:
  std::size_t before;
};

TEST_F(Device, EachThreadCallsAFunctionThatCallsItself) {
  const auto widths = row(300), seed = row(300);
  const auto w = device(widths), s = device(seed);
  expect_close(integrals_on(place(), w, 0.3, s).to_host(), soac::vjp<integrals, soac::wrt<0>>(widths, 0.3, seed));
  expect_close(integrals_along_on(place(), w, 0.3, s).to_host(), soac::jvp<integrals, soac::wrt<0>>(widths, 0.3, seed));
  const shim::Counters of_call = counted([&] { integrals_on(place(), w, 0.3, s); });
  EXPECT_EQ(of_call.launches, shim::counts ? 1 : 0);
  EXPECT_EQ(of_call.atomics, 0);
  EXPECT_EQ(of_call.allocations, 0);
  EXPECT_EQ(of_call.waits, 0);
}

TEST_F(Device, CallsOfSeveralThreadsAddToTheSameElements) {
  const auto nodes = row(100), direction = row(100);
  const auto x = device(nodes), dx = device(direction);
  const auto at = roots();
  const cuda::array<soac::index> k(at, place());
  expect_close(trees_on(place(), x, k).to_host(), soac::gradient<trees>(nodes, at));
  expect_close(trees_twice_on(place(), x, k, dx).to_host(), soac::hvp<trees>(nodes, at, direction));
  const shim::Counters of_call = counted([&] { trees_on(place(), x, k); });
  if (shim::counts) {
    EXPECT_GE(of_call.atomics, 300);
  }
  EXPECT_EQ(of_call.waits, 0);
  const auto exact = [&] { return trees_on(place().deterministic(), x, k).to_host(); };
  expect_close(exact(), soac::gradient<trees>(nodes, at));
}

TEST_F(Device, AnOperatorThatCallsItself) {
  const auto numbers = row(20);
  expect_close(powers_on(place(), device(numbers), 3).to_host(), soac::gradient<powers>(numbers, 3));
}

TEST_F(Device, AStackThatIsTooSmallIsAnErrorAndBecomesLarger) {
  const Stack small(1024);
  EXPECT_NEAR(nested_on(place(), 0.7, 5), soac::gradient<nested>(0.7, 5), 1e-14);
  EXPECT_GE(Stack::size(), 8192u); // CUDA may round it up
  EXPECT_PRED2(says, message([&] { static_cast<void>(double(nested_on(place(), 0.7, 250))); }), "nested");
  EXPECT_PRED2(says, message([&] { static_cast<void>(double(nested_on(place(), 0.7, 250))); }), "cudaLimitStackSize");
  EXPECT_NEAR(nested_on(place(), 0.7, 5), soac::gradient<nested>(0.7, 5), 1e-14);
  {
    const Stack larger(65536);
    EXPECT_NEAR(nested_on(place(), 0.7, 100), soac::gradient<nested>(0.7, 100), 1e-14);
    EXPECT_GE(Stack::size(), 65536u);
  }
}

} // namespace
} // namespace problems::test
