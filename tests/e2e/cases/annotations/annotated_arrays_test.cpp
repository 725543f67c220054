#include "annotated_arrays.hpp"

#include "annotated_arrays.soac.hpp"
#include "annotations.hpp"

namespace forms_of_arrays {

SAME_WITH_ANNOTATIONS(AnnotatedArrays, ping_pong)
SAME_WITH_ANNOTATIONS(AnnotatedArrays, mapped)
SAME_WITH_ANNOTATIONS(AnnotatedArrays, nest_in_place)
SAME_WITH_ANNOTATIONS(AnnotatedArrays, two_dimensions)
SAME_WITH_ANNOTATIONS(AnnotatedArrays, histogram)
SAME_WITH_ANNOTATIONS(AnnotatedArrays, scattered)
SAME_WITH_ANNOTATIONS(AnnotatedArrays, triangle)
SAME_WITH_ANNOTATIONS(AnnotatedArrays, local_vectors)

// What the return sweep carries is a row of a snapshot, not the snapshots.
TEST(AnnotatedArrays, mapped_twice) {
  for (const int n : annotations::trips)
    EXPECT_DERIVATIVES(mapped_twice, 0.6, annotations::five, n);
}

} // namespace forms_of_arrays

namespace shapes_in_ways {

SAME_WITH_ANNOTATIONS(AnnotatedShapes, grown)
SAME_WITH_ANNOTATIONS(AnnotatedShapes, filtered)
SAME_WITH_ANNOTATIONS(AnnotatedShapes, edited)
SAME_WITH_ANNOTATIONS(AnnotatedShapes, stacked)
SAME_WITH_ANNOTATIONS(AnnotatedShapes, rows)
SAME_WITH_ANNOTATIONS(AnnotatedShapes, replaced)

namespace {

template <class F, class Vjp> void expect_curvature(F plain, F snapshots, Vjp vjp) {
  for (const int n : annotations::trips) {
    SCOPED_TRACE(n);
    const auto slope = [&](double x) {
      double of_x = 0;
      std::vector<double> of_a(5);
      vjp(x, annotations::five, n, 1.0, of_x, of_a);
      return of_x;
    };
    const double step = 1e-4, curvature = plain(0.6, annotations::five, n);
    EXPECT_NEAR(curvature, (slope(0.6 + step) - slope(0.6 - step)) / (2 * step), 1e-6 * (1 + std::fabs(curvature)));
    EXPECT_NEAR(curvature, snapshots(0.6, annotations::five, n), 1e-13 * (1 + std::fabs(curvature)));
  }
}

} // namespace

TEST(AnnotatedShapes, SecondDerivatives) {
  expect_curvature(curvature_of_filtered_plain, curvature_of_filtered_snapshots,
                   [](auto &&...x) { return filtered_plain_vjp(static_cast<decltype(x)>(x)...); });
  expect_curvature(curvature_of_replaced_plain, curvature_of_replaced_snapshots,
                   [](auto &&...x) { return replaced_plain_vjp(static_cast<decltype(x)>(x)...); });
}

} // namespace shapes_in_ways
