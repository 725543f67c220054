// What all skeletons share: the runtime's revision, what differs between compilers, vectorisation hints.
#pragma once

#include "soac/names.hpp"

#include <cstddef>

/// Marks a function that generated code may call on the host and on a device.
#if defined(__CUDACC__)
#define SOAC_HOST_DEVICE __host__ __device__
#else
#define SOAC_HOST_DEVICE
#endif

/// Marks a skeleton: its body and the lambda it calls become part of the caller.
#if defined(__CUDACC__)
#define SOAC_INLINE __host__ __device__ __forceinline__
#elif defined(__GNUC__)
#define SOAC_INLINE inline __attribute__((always_inline))
#else
#define SOAC_INLINE inline
#endif

/// Behind the parameters of a lambda that a skeleton calls at several places: it becomes part of each of them.
#if defined(__GNUC__) && !defined(__CUDACC__)
#define SOAC_INLINED __attribute__((always_inline))
#else
#define SOAC_INLINED
#endif

/// Before a loop whose iterations do not depend on each other through memory. SOAC_INTERLEAVED: before one with several elements of an
/// array, such as a[2 * i] and a[2 * i + 1], in each; told that iterations are independent, Clang 19 also reads them in another order than
/// an iteration does.
#if defined(__clang__)
#define SOAC_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#define SOAC_INTERLEAVED
#elif defined(__GNUC__)
#define SOAC_INDEPENDENT _Pragma("GCC ivdep")
#define SOAC_INTERLEAVED _Pragma("GCC ivdep")
#else
#define SOAC_INDEPENDENT
#define SOAC_INTERLEAVED
#endif

/// Before a loop over the few iterations that a longer one leaves: compilers would write out each of them.
#if defined(__clang__)
#define SOAC_FEW _Pragma("clang loop unroll(disable)")
#elif defined(__GNUC__)
#define SOAC_FEW _Pragma("GCC unroll 1")
#else
#define SOAC_FEW
#endif

namespace soac {
class workspace;
} // namespace soac

namespace soac::runtime {

/// Generated code names the revision it was written for and fails to compile against another.
inline constexpr int revision = 5;

/// Whether shapes and other arguments are checked.
inline constexpr bool checks = SOAC_CHECKS;

} // namespace soac::runtime
