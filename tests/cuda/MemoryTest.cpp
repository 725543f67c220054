// Arrays of the host and of other libraries.
#include "DeviceTest.hpp"

#include <numeric>
#include <span>

#if __has_include(<dlpack/dlpack.h>)
#include <soac/cuda/dlpack.hpp>
#endif

namespace problems::test {
namespace {

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
} // namespace problems::test
