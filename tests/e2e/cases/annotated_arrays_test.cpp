#include "annotated_arrays.hpp"

#include "annotated_arrays.soac.hpp"
#include "annotations.hpp"

using namespace forms_of_arrays;

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
