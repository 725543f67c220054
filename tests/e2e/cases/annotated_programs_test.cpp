#include "annotated_programs.hpp"

#include "annotated_programs.soac.hpp"
#include "annotations.hpp"

using namespace loop_programs;

SAME_WITH_ANNOTATIONS(AnnotatedPrograms, newton_inside)
SAME_WITH_ANNOTATIONS(AnnotatedPrograms, backwards)
SAME_WITH_ANNOTATIONS(AnnotatedPrograms, left_and_continued)
SAME_WITH_ANNOTATIONS(AnnotatedPrograms, records_and_arrays)
SAME_WITH_ANNOTATIONS(AnnotatedPrograms, adaptive_steps)
SAME_WITH_ANNOTATIONS(AnnotatedPrograms, gauss_seidel)
SAME_WITH_ANNOTATIONS(AnnotatedPrograms, endless_in_endless)
SAME_WITH_ANNOTATIONS(AnnotatedPrograms, products_by_bins)
