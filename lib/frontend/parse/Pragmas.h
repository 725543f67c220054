// `#pragma soac ...`: attached to the statement or function that follows.
//
// `differentiate` belongs to the function whose declaration the next token begins. The others are attached by Clang
// itself: the handler replaces number n of this file's pragmas by the attribute
//   [[clang::suppress("soac pragma n")]]
// which any statement takes and which Clang carries into template instantiations. Where the pragma holds
// expressions these stand before it in an `if` that does nothing, so that Clang parses them in their scope:
//   if (auto soac_bound = (expr); false) {} else [[..]] while (..)
// `Pragmas::collect` then reads the tree and says what every loop and function was given.
#pragma once

#include "diag/Diagnostic.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Stmt.h>

#include <llvm/ADT/DenseMap.h>

#include <map>
#include <string>
#include <vector>

namespace clang {
class Preprocessor;
}

namespace soac::frontend {

/// The pragmas before one loop.
struct LoopPragmas {
  unsigned stripmine = 1;
  unsigned revolve = 0;
  const clang::Expr *bound = nullptr; ///< an integer expression, to be evaluated where the loop begins
  std::string boundText;              ///< as the user wrote it
  std::vector<const clang::ValueDecl *> noFalseDependencies;
};

/// The `#pragma soac differentiate(..)` of one function.
struct FunctionPragma {
  bool vjp = false, jvp = false;
  std::optional<std::vector<unsigned>> wrt; ///< positions of parameters, in the order of their derivatives; none: all
};

class Pragmas {
public:
  explicit Pragmas(diag::Engine &engine) : engine(engine) {}
  Pragmas(const Pragmas &) = delete;

  /// Installs the handler of `#pragma soac`; this object must outlive the preprocessor's use.
  void install(clang::Preprocessor &preprocessor);

  /// After parsing: finds the statement or function of each pragma and reports those that are misplaced.
  void collect(clang::ASTContext &context);

  /// None when the loop has no pragma.
  const LoopPragmas *loop(const clang::Stmt *statement) const;
  /// The statement under `if (..; false) {} else ..` that a pragma's expressions made; null for any other statement.
  const clang::Stmt *wrapped(const clang::Stmt *statement) const;
  /// The functions that are marked, in the order of the file.
  const std::vector<std::pair<const clang::FunctionDecl *, FunctionPragma>> &functions() const { return marked; }

  diag::Engine &diagnostics() { return engine; }

  /// One pragma as it was read.
  struct Pragma {
    enum class Kind : std::uint8_t { Stripmine, Bound, NoFalseDependencies, Checkpoint, Differentiate };
    Kind kind{};
    std::string name, text;
    clang::SourceLocation location, next; ///< of itself and of the token that follows
    unsigned number = 0; ///< of `stripmine`, `checkpoint`
    FunctionPragma modes;
    static constexpr unsigned isNamed = ~0u; ///< a position in `modes` that is to be found
    std::vector<std::string> chosen;         ///< of each position in `modes`: the name of the parameter, or empty
    bool attached = false, reported = false;
  };
  std::vector<Pragma> pragmas;
  std::vector<clang::SourceRange> skipped; ///< text that #if and its like leave out
  static constexpr llvm::StringLiteral marker = "soac pragma ";

  /// The pragma whose tokens begin at `location` (where Clang may find that they do not fit), or null.
  Pragma *pragmaAt(clang::SourceLocation location);
  /// Once for each pragma.
  void reportMisplaced(Pragma &pragma, const clang::SourceManager &manager);

  void attach(Pragma &pragma, const clang::Stmt *statement, const clang::IfStmt *wrapper);
  void attach(Pragma &pragma, const clang::FunctionDecl *function);
  bool findChosen(Pragma &pragma, const clang::FunctionDecl &function);
  void remember(const clang::IfStmt *wrapper);
  const clang::SourceManager *sources = nullptr;

private:
  void excludeBoth(const Pragma &pragma, const LoopPragmas &loop);

  diag::Engine &engine;
  llvm::DenseMap<const clang::Stmt *, LoopPragmas> loops;
  llvm::DenseMap<const clang::Stmt *, const clang::Stmt *> wrappers;
  std::vector<std::pair<const clang::FunctionDecl *, FunctionPragma>> marked;
};

} // namespace soac::frontend
