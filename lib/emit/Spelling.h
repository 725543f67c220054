// How scalars, constants and names are written in C++.
#pragma once

#include "ir/Function.h"

#include <llvm/ADT/StringSet.h>

namespace soac::emit {

/// "double", "soac::index", "std::uint8_t".
const char *spelling(ir::Scalar s);

/// A constant, exactly. Integers have their very type where `typed` asks for it, else one that converts to it.
std::string literal(const ir::Constant &c, bool typed);

/// A string literal with escapes.
std::string quoted(llvm::StringRef text);

/// True when `name` stands in `text` as a whole identifier.
bool mentions(llvm::StringRef text, llvm::StringRef name);

/// Hands out identifiers that are unique in one function and are no keywords or common macros.
class Names {
public:
  Names();
  std::string unique(llvm::StringRef hint);
  void reserve(llvm::StringRef name) { taken.insert(name); }

private:
  llvm::StringSet<> taken;
  llvm::StringMap<unsigned> counters;
};

} // namespace soac::emit
