#include "annotated_twice.hpp"

#include "annotated_twice.soac.hpp"
#include "check.hpp"

using namespace annotated_twice;

namespace {

const soac::array<double> start{0.3, -0.7, 0.9, 0.2};
const int trips[] = {0, 1, 2, 5, 9, 10};

} // namespace

TEST(AnnotatedTwice, plain) {
  for (const int n : trips) {
    EXPECT_DERIVATIVES(by_tangent_plain, 0.8, 0.4, n);
    EXPECT_DERIVATIVES(by_adjoint_plain, 0.8, 0.4, n);
    EXPECT_DERIVATIVES(of_gradient_plain, start, n);
  }
}

TEST(AnnotatedTwice, strip2) {
  for (const int n : trips) {
    EXPECT_DERIVATIVES(by_tangent_strip2, 0.8, 0.4, n);
    EXPECT_DERIVATIVES(by_adjoint_strip2, 0.8, 0.4, n);
    EXPECT_DERIVATIVES(of_gradient_strip2, start, n);
    EXPECT_DOUBLE_EQ(by_adjoint_strip2(0.8, 0.4, n), by_adjoint_plain(0.8, 0.4, n));
    EXPECT_DOUBLE_EQ(of_gradient_strip2(start, n), of_gradient_plain(start, n));
  }
}

TEST(AnnotatedTwice, revolve2) {
  for (const int n : trips) {
    EXPECT_DERIVATIVES(by_tangent_revolve2, 0.8, 0.4, n);
    EXPECT_DERIVATIVES(by_adjoint_revolve2, 0.8, 0.4, n);
    EXPECT_DERIVATIVES(of_gradient_revolve2, start, n);
    EXPECT_DOUBLE_EQ(by_adjoint_revolve2(0.8, 0.4, n), by_adjoint_plain(0.8, 0.4, n));
    EXPECT_DOUBLE_EQ(of_gradient_revolve2(start, n), of_gradient_plain(start, n));
  }
}
