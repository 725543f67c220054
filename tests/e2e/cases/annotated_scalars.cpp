#include "annotated_scalars.hpp"

#include "annotated_scalars.soac.hpp"

#include <cmath>

namespace forms_of_scalars {

#define FORM(name) name##_plain
#define ANNOTATED
#include "annotated_scalars.inc"
#undef FORM
#undef ANNOTATED

#define FORM(name) name##_strips
#define ANNOTATED _Pragma("soac stripmine(3)")
#include "annotated_scalars.inc"
#undef FORM
#undef ANNOTATED

#define FORM(name) name##_snapshots
#define ANNOTATED _Pragma("soac checkpoint(revolve : 2)")
#include "annotated_scalars.inc"
#undef FORM
#undef ANNOTATED

} // namespace forms_of_scalars
