// Targets of pointers, views, references and function pointers: null, one place, or a choice between places.
#pragma once

#include "frontend/state/Lowering.h"

namespace soac::frontend {

/// The location with f(v) in place of every value v in it, in a fixed order; of a choice also the condition.
Location mapValues(const Location &at, llvm::function_ref<ir::Value(ir::Value)> f);
bool allValues(const Location &at, llvm::function_ref<bool(ir::Value)> holds);

/// The null pointer.
Leaf nullTarget();
/// The target of a pointer, view or reference where it is used: sides of choices that are null are left
/// out. Empty where that leaves nothing.
Location pointee(const FValue &v);
/// Whether it is not null, a bool; unset where that is not known.
ir::Value isNotNull(Lowering &l, const Leaf &pointer);

/// What refers to the one or the other, depending on the condition; nothing where that cannot be said.
Leaf choiceOf(ir::Value condition, const Leaf &yes, const Leaf &no);

} // namespace soac::frontend
