// Vector mode: the derivative in one direction becomes that in k directions, with the primal computed once.
//
// Note [Directions]: A value of the derivative either depends on the direction or it does not. Values that do not (the
// primal and its partial derivatives, checkpoints, trip counts, branch conditions) are computed once. A value that does
// gets one dimension more, the last: a number becomes k numbers, n x m numbers become n x m x k. So a statement that
// moves elements (an index, an update, a rearrangement, a scope around them) is the same statement on larger elements,
// in place where it was in place, and the arithmetic on numbers becomes maps over the k directions, which lie side by
// side. A statement in which the directions go different ways (a branch that a user's rule takes by an adjoint) runs
// once per direction, on its own slices.
#pragma once

#include "ir/Builder.h"

namespace soac::ad {

/// Appends the derivative `one`, made for one direction, in k directions: the arguments from number `first` on (the
/// seeds) and the results from number `derivatives` on have a last dimension of extent k more; the arguments and
/// results of the function `fn` itself are as in `one`:
///   one(x, x_tan) -> (y, y_tan)  becomes  (x, x_tan[k]) -> (y, y_tan[k])
ir::Values inDirections(ir::Block one, llvm::ArrayRef<ir::Value> arguments, std::size_t first, std::size_t derivatives,
                        ir::Value k, const ir::Block &fn, ir::Builder &b);

} // namespace soac::ad
