#include "annotated_twice.hpp"

#include "annotated_twice.soac.hpp"

#include <cmath>

namespace annotated_twice {

#define FORM(name) name##_plain
#define ANNOTATED
#include "annotated_twice.inc"
#undef FORM
#undef ANNOTATED

#define FORM(name) name##_strip2
#define ANNOTATED _Pragma("soac stripmine(2)")
#include "annotated_twice.inc"
#undef FORM
#undef ANNOTATED

#define FORM(name) name##_revolve2
#define ANNOTATED _Pragma("soac checkpoint(revolve : 2)")
#include "annotated_twice.inc"
#undef FORM
#undef ANNOTATED

} // namespace annotated_twice
