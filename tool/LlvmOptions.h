// LLVM's shared library registers the options of its own tools (--stop-after among them) in the process.
#pragma once

#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/CommandLine.h>

#include <vector>

namespace soac::tool {

/// Takes them away, all but --help and its like; to be called before our own options are made.
inline void removeLlvmOptions() {
  namespace cl = llvm::cl;
  std::vector<cl::Option *> others;
  for (auto &entry : cl::getRegisteredOptions())
    if (!llvm::is_contained(entry.second->Categories, &cl::getGeneralCategory()) || !entry.first().starts_with("help"))
      others.push_back(entry.second);
  for (cl::Option *option : others)
    option->removeArgument();
}

} // namespace soac::tool
