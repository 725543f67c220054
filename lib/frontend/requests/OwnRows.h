// Rows of parameters and results that differ in length (interface::OwnRows): `std::vector<std::vector<double>>` and the
// like.
//
// A function is made twice. The first takes rows of one length, as arrays of the IR have them. The second has the
// lengths of rows as parameters and results of the IR, in arrays with room for the longest row. It is called where rows
// of arguments differ; where it asks for no lengths, the first does for all, with rows that are padded.
#pragma once

#include "frontend/state/Lowering.h"
#include "interface/Interface.h"
#include "ir/Walk.h"

namespace soac::frontend {

/// Has a parameter, or the result, vectors inside of containers?
bool mayHaveRows(const interface::CxxFunction &f);

/// Gives the rows of a parameter lengths of their own, values that are not defined yet.
void giveLengths(Lowering &l, interface::CxxParameter &parameter);
/// The leaves of a parameter have these rows.
void setLengths(Lowering &l, const interface::CxxParameter &parameter, llvm::ArrayRef<ir::Value> leaves);
/// The lengths that are asked for become parameters of the block; others are dropped.
void takeLengths(interface::CxxParameter &parameter, const ir::ValueSet &asked, ir::Block &body);

} // namespace soac::frontend
