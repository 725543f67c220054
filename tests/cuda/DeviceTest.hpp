// What the tests of problems on a device have in common.
#pragma once

#include "cases/problems.hpp"

#include "shim.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <string>

#include "problems.soac.hpp"

namespace problems::test {

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

inline soac::array<double, 2> table(soac::index rows, soac::index columns, double phase) {
  soac::array<double, 2> result(rows, columns);
  for (soac::index i = 0; i < rows; ++i)
    for (soac::index j = 0; j < columns; ++j)
      result(i, j) = std::sin(3.7 * double(i) + 1.9 * double(j) + phase);
  return result;
}
inline soac::array<double> row(soac::index n) {
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

/// What the call throws.
inline std::string message(const auto &call) {
  try {
    call();
  } catch (const cuda::error &error) {
    return error.what();
  }
  return "no error";
}
inline bool says(const std::string &text, const std::string &part) { return text.find(part) != std::string::npos; }

} // namespace problems::test
