#include "annotated_scalars.hpp"

#include "annotated_scalars.soac.hpp"

#include <cmath>

namespace forms_of_scalars {

#define FORMS "annotated_scalars.inc"
#include "annotated_ways.inc"

} // namespace forms_of_scalars
