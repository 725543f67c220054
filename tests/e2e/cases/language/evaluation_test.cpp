#include "evaluation.hpp"

#include "check.hpp"
#include "evaluation.soac.hpp"

namespace {
const std::vector<double> v{1.5, -0.7, 2.3, 0.6, 1.1};
}

DERIVATIVES(Evaluation, sizes_of_bags, 0.7)
DERIVATIVES(Evaluation, iterators_of_bags, 0.7)
DERIVATIVES(Evaluation, own_moves, 0.7, 1.3)
DERIVATIVES(Evaluation, own_swaps, 0.7, 1.3)
DERIVATIVES(Evaluation, own_subscripts, 0.7)
DERIVATIVES(Evaluation, numbers, 0.7, 1.3)
DERIVATIVES(Evaluation, complex_numbers, 0.7, 1.3)
DERIVATIVES(Evaluation, containers, 0.7, 1.3)
DERIVATIVES(Evaluation, vectors_that_grow, 0.7, 1.3)
DERIVATIVES(Evaluation, iterators, v)
DERIVATIVES(Evaluation, spans, v)
DERIVATIVES(Evaluation, copied_bytes, v)
DERIVATIVES(Evaluation, tuples, 0.7, 1.3)
DERIVATIVES(Evaluation, optionals, 0.7, 1.3)
DERIVATIVES(Evaluation, callables, 0.7, 1.3)
DERIVATIVES(Evaluation, defaults, 0.7)
DERIVATIVES(Evaluation, new_elements, 0.7)
DERIVATIVES(Evaluation, hints, 0.7)
DERIVATIVES(Evaluation, combinators, v)

TEST(Evaluation, paths) {
  for (int n = 2; n < 6; ++n)
    EXPECT_DERIVATIVES(paths, 1.7, n);
}
