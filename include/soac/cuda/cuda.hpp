// What programs include that call derivatives on a device. No nvcc is needed for it: the kernels are in *.soac.cu.
#pragma once

#include "soac/cuda/array.hpp"
#include "soac/cuda/error.hpp"
#include "soac/cuda/records.hpp"
#include "soac/cuda/workspace.hpp"
