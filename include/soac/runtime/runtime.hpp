// Everything that generated code calls.
#pragma once

// A loop that Clang finds no vector form for is no mistake of the user's. The warning belongs to the skeleton where there
// is debug information, and else to the generated code that it is inlined into: it is off before the skeletons and stays
// off, as only generated sources include this file. So is what GCC takes for unwritten where sanitizers change its loops.
#if defined(__clang__)
#pragma clang diagnostic ignored "-Wpass-failed"
#elif defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

#include "soac/language.hpp"

#include "soac/runtime/arrays.hpp"
#include "soac/runtime/bins.hpp"
#include "soac/runtime/dense.hpp"
#include "soac/runtime/edges.hpp"
#include "soac/runtime/lane_loops.hpp"
#include "soac/runtime/lanes.hpp"
#include "soac/runtime/map.hpp"
#include "soac/runtime/overlap.hpp"
#include "soac/runtime/overlay.hpp"
#include "soac/runtime/parallel.hpp"
#include "soac/runtime/reduce.hpp"
#include "soac/runtime/scan.hpp"
#include "soac/runtime/seeds.hpp"
#include "soac/runtime/sort.hpp"
#include "soac/runtime/special.hpp"
#include "soac/runtime/sums.hpp"
#include "soac/runtime/vector_math.hpp"
#include "soac/runtime/workspace.hpp"
