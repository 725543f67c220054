// What a thread of a device can do in a function that a kernel calls. Such a function may call itself: what it takes is
// on the stack, since nobody knows before how often it is active at once.
#pragma once

#include "exec/Tree.h"
#include "ir/Function.h"

#include <string>

namespace soac::schedule::device {

/// Does a thread do such a node? It depends on the memory, too, whether nodes that take memory are done.
bool isThreadWork(const exec::Node &node);

/// Why no thread can run the function with this tree; empty where one can.
std::string notForThread(const exec::Tree &tree, const ir::Function &function);

/// The reason with the place in the source in front of it, where that is known.
std::string placed(const char *why, ir::SourceLocation at, const ir::Function &function);

} // namespace soac::schedule::device
