#include "annotated_programs.hpp"

#include "annotated_programs.soac.hpp"

#include <cmath>

namespace loop_programs {

#define FORMS "annotated_programs.inc"
#include "annotated_ways.inc"

} // namespace loop_programs
