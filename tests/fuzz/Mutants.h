// Mutants of one source through soac and the compiler.
#pragma once

#include "Commands.h"

#include <cstdint>
#include <optional>

namespace soac::fuzz {

/// Whether soac fails on this mutant of the source, or writes what does not compile where the mutant does. With `runs`
/// the tests of its gradients (soac/testing/suite.hpp) run, too, where it has defined behaviour.
std::optional<Problem> checkMutant(Commands &commands, const std::string &source, std::uint64_t seed, bool runs);

} // namespace soac::fuzz
