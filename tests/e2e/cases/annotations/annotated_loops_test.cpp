#include "annotated_loops.hpp"

#include "annotated_loops.soac.hpp"
#include "annotations.hpp"

namespace forms_of_scalars {

SAME_WITH_ANNOTATIONS(AnnotatedScalars, step_down)
SAME_WITH_ANNOTATIONS(AnnotatedScalars, bounded)
SAME_WITH_ANNOTATIONS(AnnotatedScalars, breaks)
SAME_WITH_ANNOTATIONS(AnnotatedScalars, record)
SAME_WITH_ANNOTATIONS(AnnotatedScalars, by_rounding)
SAME_WITH_ANNOTATIONS(AnnotatedScalars, integers)
SAME_WITH_ANNOTATIONS(AnnotatedScalars, inner_newton)
SAME_WITH_ANNOTATIONS(AnnotatedScalars, whiles)

} // namespace forms_of_scalars

namespace loop_programs {

SAME_WITH_ANNOTATIONS(AnnotatedPrograms, newton_inside)
SAME_WITH_ANNOTATIONS(AnnotatedPrograms, backwards)
SAME_WITH_ANNOTATIONS(AnnotatedPrograms, left_and_continued)
SAME_WITH_ANNOTATIONS(AnnotatedPrograms, records_and_arrays)
SAME_WITH_ANNOTATIONS(AnnotatedPrograms, adaptive_steps)
SAME_WITH_ANNOTATIONS(AnnotatedPrograms, gauss_seidel)
SAME_WITH_ANNOTATIONS(AnnotatedPrograms, endless_in_endless)
SAME_WITH_ANNOTATIONS(AnnotatedPrograms, products_by_bins)

} // namespace loop_programs
