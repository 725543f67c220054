#include "annotated_scalars.hpp"

#include "annotated_scalars.soac.hpp"
#include "annotations.hpp"

using namespace forms_of_scalars;

SAME_WITH_ANNOTATIONS(AnnotatedScalars, step_down)
SAME_WITH_ANNOTATIONS(AnnotatedScalars, bounded)
SAME_WITH_ANNOTATIONS(AnnotatedScalars, breaks)
SAME_WITH_ANNOTATIONS(AnnotatedScalars, record)
SAME_WITH_ANNOTATIONS(AnnotatedScalars, by_rounding)
SAME_WITH_ANNOTATIONS(AnnotatedScalars, integers)
SAME_WITH_ANNOTATIONS(AnnotatedScalars, inner_newton)
SAME_WITH_ANNOTATIONS(AnnotatedScalars, whiles)
