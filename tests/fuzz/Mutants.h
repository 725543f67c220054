// Mutants of one source through soac and the compiler.
#pragma once

#include "Commands.h"

#include <cstdint>
#include <optional>

namespace soac::fuzz {

/// Whether soac fails on this mutant of the source, or writes what does not compile where the mutant does.
std::optional<Problem> checkMutant(Commands &commands, const std::string &source, std::uint64_t seed);

} // namespace soac::fuzz
