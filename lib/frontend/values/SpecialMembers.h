// Copies, assignments and ends of objects: which of them do more than the lowering's copies of leaves.
#pragma once

#include <clang/AST/DeclCXX.h>
#include <clang/AST/Type.h>

namespace soac::frontend {

/// Copy and move constructors of the type give the new object the same leaves: they are the compiler's, or written out
/// member by member.
bool constructsByLeaves(clang::QualType type);
/// Likewise its assignment operators.
bool assignsByLeaves(clang::QualType type);
/// A destructor of the user's that does more than give memory back, as those of containers do, runs where an object of the
/// type ends.
bool hasEffectAtEnd(clang::QualType type);

} // namespace soac::frontend
