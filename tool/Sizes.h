// Numbers of bytes and sizes of parameters, as the command line gives them.
#pragma once

#include <llvm/ADT/StringRef.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace soac::tool {

/// "2GiB", "512 MiB", "1.5e9", "100kB": units of 1024 with an i, of 1000 without; nothing for other text.
std::optional<std::int64_t> parseBytes(llvm::StringRef text);

/// Adds "n=1000,x.extent(0)=64,points=1797x64" to `sizes`; the last form gives every extent of an array. False, with
/// the reason, for other text.
bool parseSizes(llvm::StringRef text, std::map<std::string, std::int64_t> &sizes, std::string &reason);

} // namespace soac::tool
