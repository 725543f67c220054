// Records on a device that a file names before there is a generated header: soac::cuda::views<data>, soac::cuda::arrays<data>.
#pragma once

#include "frontend/parse/Parse.h"
#include "frontend/values/Types.h"

namespace soac::frontend {

/// Does the file include the library for devices?
bool namesDevices(const Parsed &parsed);
/// Their definitions, so that what uses their members parses.
std::string namedDeviceRecords(const Parsed &parsed, Types &types);

} // namespace soac::frontend
