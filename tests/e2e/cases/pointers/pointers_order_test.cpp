#include "pointers_order.hpp"

#include "check.hpp"
#include "pointers_order.soac.hpp"

using reals = std::vector<double>;
using integers = std::vector<int>;

DERIVATIVES(PointersOrder, insertion_sort, reals{1.5, -0.5, 2.0, 0.7, 0.1}, 5)
DERIVATIVES(PointersOrder, bubble_sort_early, reals{1.5, -0.5, 2.0, 0.7, 0.1}, 5)
DERIVATIVES(PointersOrder, heap_sort, reals{1.5, -0.5, 2.0, 0.7, 0.1, 3, -2}, 7)
DERIVATIVES(PointersOrder, quick_select, reals{1.5, -0.5, 2.0, 0.7, 0.1, 3, -2}, 7, 3)
DERIVATIVES(PointersOrder, fft, reals{1.5, -0.5, 2.0, 0.7, 0.1, 3, -2, 0.4},
            reals{0.5, -1.5, 0.3, 1.7, 2.1, 0, -1, 0.2}, 8)
DERIVATIVES(PointersOrder, prefix_sums, reals{0.5, -0.5, 0.2, 0.7}, 4)
DERIVATIVES(PointersOrder, histogram, reals{0.11, 0.77, 0.42, 0.9, 0.15, -0.3, 1.4}, 7, reals{1, 2, 3, 4}, integers(4),
            4)
DERIVATIVES(PointersOrder, list_sum, reals{1, 2, 3, 4}, integers{2, -1, 3, 1}, 0)
DERIVATIVES(PointersOrder, max_pool, reals{1, 2, 3, 4, 5, 6, 7, 8, 10, 1, 0.5, 2, 3, 9, 0.2, 0.1}, 4, 4, reals(4))
DERIVATIVES(PointersOrder, reverse_in_place, reals{0.5, -0.5, 0.2, 0.7, 0.4}, 5)
DERIVATIVES(PointersOrder, block_scale, reals{1, 2, 3, 4, 5}, 1, 4, 0.7)
DERIVATIVES(PointersOrder, longest_common, reals{1, 2, 3.5}, 3, reals{1.2, 2.7, 3.1, 4}, 4, reals(20))
DERIVATIVES(PointersOrder, overlapping, reals{0.5, 0.7, 0.3, 0.9}, 4)

namespace {

// The adjoint of a sort takes each seed back to where its value came from.
template <class F> void expectPermutation(F sort) {
  const reals before{1.5, -0.5, 2.0, 0.7, 0.1, 3, -2};
  const integers from{6, 1, 4, 3, 0, 2, 5};
  reals a = before, adjoint{10, 11, 12, 13, 14, 15, 16};
  sort(a.data(), 7, adjoint.data());
  for (std::size_t i = 0; i < 7; ++i) {
    EXPECT_EQ(before[static_cast<std::size_t>(from[i])], a[i]);
    EXPECT_EQ(10.0 + static_cast<double>(i), adjoint[static_cast<std::size_t>(from[i])]);
  }
}

} // namespace

TEST(PointersOrder, SortsPermuteSeeds) {
  expectPermutation([](double *a, int n, double *adjoint) { insertion_sort_vjp(a, n, adjoint); });
  expectPermutation([](double *a, int n, double *adjoint) { bubble_sort_early_vjp(a, n, adjoint); });
  expectPermutation([](double *a, int n, double *adjoint) { heap_sort_vjp(a, n, adjoint); });
}

TEST(PointersOrder, SelectionHasOneDerivative) {
  reals a{1.5, -0.5, 2.0, 0.7, 0.1, 3, -2}, adjoint(7);
  EXPECT_EQ(0.7, quick_select_vjp(a.data(), 7, 3, 2.5, adjoint.data()));
  EXPECT_EQ((reals{0, 0, 0, 2.5, 0, 0, 0}), adjoint);
}

// The adjoint of the Fourier transform is the transform with the other sign.
TEST(PointersOrder, AdjointOfTheFourierTransform) {
  reals re{1, 2, 3, 4}, im(4), re_adj{0, 1, 0, 0}, im_adj(4);
  fft_vjp(re.data(), im.data(), 4, re_adj.data(), im_adj.data());
  EXPECT_NEAR(10, re[0], 1e-14);
  const reals expected{1, 0, -1, 0}, imaginary{0, 1, 0, -1};
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_NEAR(expected[i], re_adj[i], 1e-14);
    EXPECT_NEAR(imaginary[i], im_adj[i], 1e-14);
  }
}

// Indices below zero belong to the caller as well.
TEST(PointersOrder, PointerIntoTheMiddle) {
  const reals tangents{0.1, 0.3, -0.2, 0.5, 0.7, -0.1, 0.4}, seeds{1, -2, 0.5, 0.3, 0.2, 0.9, -1};
  reals a{1, 2, 3, 4, 5, 6, 7}, t = tangents, b = a, adjoint = seeds;
  centered_difference_jvp(a.data() + 3, 3, t.data() + 3);
  centered_difference_vjp(b.data() + 3, 3, adjoint.data() + 3);
  EXPECT_EQ(a, b);
  double forward = 0, reverse = 0;
  for (std::size_t i = 0; i < 7; ++i) {
    forward += t[i] * seeds[i];
    reverse += tangents[i] * adjoint[i];
  }
  EXPECT_NEAR(forward, reverse, 1e-12);
}

TEST(PointersOrder, NothingAndOneElement) {
  double *const nothing = nullptr;
  insertion_sort_vjp(nothing, 0, nothing);
  bubble_sort_early_vjp(nothing, 0, nothing);
  heap_sort_vjp(nothing, 0, nothing);
  prefix_sums_vjp(nothing, 0, nothing);
  reverse_in_place_vjp(nothing, 0, nothing);
  block_scale_jvp(nothing, 0, 0, 1.0, nothing, 1.0);
  double a = 2, adjoint = 5;
  insertion_sort_vjp(&a, 1, &adjoint);
  heap_sort_vjp(&a, 1, &adjoint);
  EXPECT_EQ(7, quick_select_vjp(&a, 1, 0, 1.0, &adjoint) + adjoint - 1);
}
