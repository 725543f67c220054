// Sources with changed tokens: what soac makes of code that nobody wrote for it.
#pragma once

#include <llvm/ADT/StringRef.h>

#include <cstdint>
#include <string>

namespace soac::fuzz {

/// The source with one to three tokens replaced, left out, doubled or exchanged; often no valid program. Only functions
/// that the changes lie in, or in front of, keep `#pragma soac differentiate`.
std::string mutate(llvm::StringRef source, std::uint64_t seed);

} // namespace soac::fuzz
