// The C++ face of a function whose arrays are in a device's memory.
//   tuple<double, array<double, 1>> f(double s, view<const double, 1> x)
//   ->   tuple<cuda::scalar<double>, cuda::array<double, 1>> f(const cuda::on &place, double s, cuda::view<const double, 1> x)
#pragma once

#include "interface/Interface.h"

#include <optional>

namespace soac::interface {

/// The face, without the place, which is its first parameter everywhere. None where a type has no form on a device; `why`
/// says which.
std::optional<CxxFunction> deviceFace(const CxxFunction &f, std::string &why);

/// Is what the parameter of such a face refers to in the device's memory? Small data that is only read is given by value.
bool isOnDevice(const CxxParameter &p);
/// Likewise of a result.
bool isOnDevice(const CxxType &t);

} // namespace soac::interface
