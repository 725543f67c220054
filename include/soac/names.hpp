// Names and settings that every header of the library shares.
#pragma once

#include <cstdint>

/// 1: shapes and indices are checked, and a mismatch throws. 0: the checks compile away. One value for a whole program.
#ifndef SOAC_CHECKS
#define SOAC_CHECKS 1
#endif

namespace soac {

/// Indices and extents.
using index = std::int64_t;

template <class T, int R = 1> class view;
template <class T, int R = 1> class array;

} // namespace soac
