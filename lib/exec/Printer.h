// The tree as text: `soac --emit=exec`.
#pragma once

#include "exec/Tree.h"

#include <llvm/Support/raw_ostream.h>

namespace soac::exec {

void print(const Tree &tree, const ir::Function &function, llvm::raw_ostream &out);
std::string toString(const Tree &tree, const ir::Function &function);

} // namespace soac::exec
