// Arrays that a function writes for its caller are in memory of a device that the caller has taken: they keep their sizes.
//   v.push_back(x)                        n + 1 elements for n: refused when the function is written
//   if (x[i] > 0) v.push_back(x[i])       data decide how many: refused
//   v.resize(x.size())                    the caller can give an array of that size; another one is an error of the call
// Arrays that are written and not read, such as the tangent of a result, have what size the caller gives them.
#pragma once

#include "interface/Interface.h"

namespace soac::schedule::device {

/// Why an array that is written cannot keep its size; empty where all can. `function` has the results that `face` refers to;
/// `onDevice`: its scalar parameters that the host does not know.
std::string changedSize(const interface::CxxFunction &face, const ir::Function &function, llvm::ArrayRef<ir::Value> onDevice);

} // namespace soac::schedule::device
