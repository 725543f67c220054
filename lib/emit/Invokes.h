// The definitions of a function as C++ (Invokes.cpp).
#pragma once

#include "emit/Text.h"
#include "schedule/Definitions.h"

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/StringMap.h>

namespace soac::emit {

/// A definition, as its callers see it.
struct Invoked {
  std::string name;
  bool throws; ///< its failures are exceptions; otherwise the workspace records them
  bool takesMemory; ///< its last argument is the workspace
};

/// Gives the definitions names that are not in `taken`.
std::vector<Invoked> nameInvoked(std::vector<schedule::Definition> &definitions, llvm::StringMap<unsigned> &taken);
/// Writes functions that `caller` calls, which call each other in any order.
void writeInvoked(const std::string &caller, llvm::ArrayRef<std::string> heads, llvm::ArrayRef<Text> bodies, Text &out);
/// Emits the definitions that a function invokes, for `caller`, under names that are not in `taken`; one per definition.
std::vector<Invoked> defineInvoked(std::vector<schedule::Definition> definitions, const std::string &caller,
                                   llvm::StringMap<unsigned> &taken, llvm::ArrayRef<std::string> macros, Text &out);

} // namespace soac::emit
