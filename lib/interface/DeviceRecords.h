// What stands for a record that holds arrays on a device (include/soac/cuda/records.hpp), as the generated header defines it:
//   template <> struct soac::cuda::views<data> {
//     soac::cuda::view<const double, 1> x;
//     double k;
//     ..
//   };
#pragma once

#include "interface/Interface.h"

#include <set>

namespace soac::interface {

/// The definitions for the records in a type that have another form on a device, those inside of others first. `written` has
/// the names of the records that are defined.
std::string deviceRecords(const CxxType &t, std::set<std::string> &written);

} // namespace soac::interface
