// What values are called and whether they are derivatives.
#pragma once

#include <llvm/ADT/StringRef.h>

#include <concepts>
#include <cstdint>
#include <string>

namespace soac::ir {

/// Of what kind a value is: one of the program's own, or a derivative. The tangent of an adjoint is an adjoint.
enum class Role : std::uint8_t { Primal, Tangent, Adjoint };

/// A hint for readers of generated code, not unique: the user's name, or that with "_tan" or "_adj". Nothing is decided by
/// the text.
struct Name {
  std::string text;
  Role role = Role::Primal;

  Name() = default;
  template <std::convertible_to<llvm::StringRef> T>
  Name(const T &text, Role role = Role::Primal) : text(llvm::StringRef(text).str()), role(role) {}

  bool empty() const { return text.empty(); }
  friend bool operator==(const Name &, const Name &) = default;
};

/// Of the tangent or the adjoint of a value with this name.
inline Name tangentOf(const Name &of) {
  return {of.empty() ? "" : of.text + "_tan", of.role == Role::Adjoint ? Role::Adjoint : Role::Tangent};
}
inline Name adjointOf(const Name &of) { return {of.empty() ? "" : of.text + "_adj", Role::Adjoint}; }

} // namespace soac::ir
