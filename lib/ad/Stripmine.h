// Stripmining: a counted loop becomes a nest, so that the adjoint stores fewer states and re-executes more [SC22 §4.3].
#pragma once

#include "ir/Function.h"

namespace soac::ad {

/// Makes nests of the block's counted loops, at any depth, that ask for it. A loop of n iterations at depth k has strips
/// of c, c^2, .. iterations, c = ceil(n^(1/k)); the last strip of each is cut off at n, so no remainder loop is left:
///   for i < n: s = f(i, s)   at depth 2 becomes   for j < ceil(n / c): for i < min(c, n - j c): s = f(j c + i, s)
/// The outer loops of a nest are marked (`stripmine` is 0): their states are stored whole, without undo logs, which
/// would grow with all n iterations.
void stripmine(ir::Block &block, ir::ValueTable &values);

} // namespace soac::ad
