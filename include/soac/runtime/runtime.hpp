// Everything that generated code calls.
#pragma once

#include "soac/runtime/arrays.hpp"
#include "soac/runtime/dense.hpp"
#include "soac/runtime/edges.hpp"
#include "soac/runtime/map.hpp"
#include "soac/runtime/parallel.hpp"
#include "soac/runtime/reduce.hpp"
#include "soac/runtime/special.hpp"
#include "soac/runtime/workspace.hpp"
