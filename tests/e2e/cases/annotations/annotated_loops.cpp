#include "annotated_loops.hpp"
#include "annotated_loops.soac.hpp"

#include <cmath>

// Loops of many forms that carry scalars and records: without an annotation, stripmined 3 deep, and with 2 snapshots.

namespace forms_of_scalars {

#define FORMS "annotated_scalars.inc"
#include "annotated_ways.inc"

} // namespace forms_of_scalars

// Whole programs around one loop: without an annotation, stripmined 3 deep, and with 2 snapshots.

namespace loop_programs {

#define FORMS "annotated_programs.inc"
#include "annotated_ways.inc"

} // namespace loop_programs
