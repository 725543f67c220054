// What differs between the compilers that build generated code.
#pragma once

/// Marks a function that generated code may call on the host and on a device.
#if defined(__CUDACC__)
#define SOAC_HOST_DEVICE __host__ __device__
#else
#define SOAC_HOST_DEVICE
#endif
