// The invariants of execution trees.
#pragma once

#include "exec/Tree.h"

namespace soac::exec {

/// Problems, each with the name of the value or statement; none when all is well:
///  an array is in one place; what is on the stack has at most 64 elements, whose number is constant;
///  a row is made inside a loop; iterations for lanes and threads have no threads inside, those for lanes no workspace.
std::vector<std::string> verify(const Tree &tree, const ir::Function &function);

} // namespace soac::exec
