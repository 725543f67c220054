// How scalars, constants and names are written in C++.
#pragma once

#include "interface/Interface.h"

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/StringSet.h>

#include <string>
#include <vector>

namespace soac::emit {

using interface::spelling;

/// A constant, exactly. Integers have exactly their type where `typed` is set, else a type that converts to it.
std::string literal(const ir::Constant &c, bool typed);

/// A declaration of `name`: "double x", "const double (&m)[2][3]".
std::string declare(llvm::StringRef type, llvm::StringRef name);

/// A string literal with escapes.
std::string quoted(llvm::StringRef text);

/// The parameter of lambdas that pick a member. No variable has this name, so it hides none.
inline constexpr const char *pickedFrom = "picked";

/// Hands out identifiers that are no keywords or common macros. Scopes nest: a name is taken until the scope ends in
/// which it was handed out, so that no name hides another.
class Names {
public:
  /// `avoided` are names of macros.
  explicit Names(llvm::ArrayRef<std::string> avoided = {});
  std::string unique(llvm::StringRef hint);
  /// "i", "j", "k", .. where there is no hint.
  std::string index(llvm::StringRef hint);
  void reserve(llvm::StringRef name) { taken.insert(name); }
  bool isTaken(llvm::StringRef name) const { return taken.contains(name); }
  void enter() { marks.push_back(order.size()); }
  void leave();

private:
  llvm::StringSet<> taken;
  struct Taken {
    std::string name, base;
    unsigned number;
  };
  std::vector<Taken> order;
  std::vector<std::size_t> marks;
  llvm::StringMap<unsigned> next; ///< of each name with numbers, the lowest that may be free

  bool take(const std::string &name, llvm::StringRef base = "", unsigned number = 0);
};

} // namespace soac::emit
