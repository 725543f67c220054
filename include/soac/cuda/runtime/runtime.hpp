// Everything that generated CUDA calls.
#pragma once

#include "soac/cuda/runtime/results.hpp"
#include "soac/cuda/runtime/scopes.hpp"
#include "soac/runtime/seeds.hpp"
#include "soac/runtime/special.hpp"

#include <cmath>
#include <cstdint>
#include <limits>
#include <tuple>
