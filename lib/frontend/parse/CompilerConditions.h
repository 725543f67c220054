// Conditions of the user's files on what compilers define themselves: `#ifdef __clang__`, `#if __AVX512F__`.
//
// soac reads a file as Clang does, and another compiler builds it, maybe with other flags. Where a differentiated
// function depends on such a condition the two may be different functions. A function depends on one that is in its
// text or around it, or in or around what it names; and on a macro that it expands, which such a condition defines.
//
// Not so: what is the same for all compilers of a language and a machine (`__cplusplus`, `__cpp_..`, `__linux__`,
// `__x86_64__`, sizes and limits), what -D defines, headers of the system and of soac, and a condition whose branches
// hold #include, #pragma, #error and hints to the optimiser alone.
#pragma once

#include "diag/Diagnostic.h"

#include <clang/AST/Decl.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Preprocessor.h>

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/StringMap.h>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace soac::frontend {

/// Is it a macro that compilers define, whose value depends on which one it is or on its flags?
bool isNameOfCompilers(llvm::StringRef name);
/// Of a macro that Clang predefines: is it the same for every compiler of the language and the machine?
bool isSameForAllCompilers(llvm::StringRef name);

class CompilerConditions {
public:
  CompilerConditions() = default;
  CompilerConditions(const CompilerConditions &) = delete;
  /// This object must outlive the preprocessor's use.
  void install(clang::Preprocessor &preprocessor);

  struct Condition {
    clang::SourceLocation place; ///< of the directive, or of a use of the macro itself
    std::string macro;
  };
  /// The conditions on which the function depends.
  std::optional<Condition> of(const clang::FunctionDecl *function);
  /// The first condition of each file that can matter and that no function was refused for.
  std::vector<Condition> unreported() const;
  /// `#pragma omp` in the function's text, where OpenMP is off; none that was given before.
  std::vector<clang::SourceLocation> ignoredPragmas(const clang::FunctionDecl *function);

private:
  class Callbacks;
  struct Span {
    clang::FileID file;
    unsigned begin = 0, end = 0;
    bool contains(clang::FileID f, unsigned offset) const { return f == file && begin <= offset && offset <= end; }
  };
  struct Conditional {
    Condition condition;
    Span span;
    bool hasCode = false;    ///< a branch holds more than directives
    bool hasInclude = false; ///< or an #include
    bool isReported = false;
  };
  struct Use { ///< in the text, of a macro that depends on the compiler
    clang::FileID file;
    unsigned offset = 0;
    Condition condition;
  };
  std::optional<Span> spanOf(clang::SourceRange range) const;
  std::optional<Condition> inText(const Span &span);
  std::optional<Condition> around(clang::SourceLocation at);
  std::optional<Condition> ofType(clang::QualType type);
  std::optional<Condition> compute(const clang::FunctionDecl *function);

  const clang::SourceManager *sources = nullptr;
  std::vector<Conditional> conditionals;
  std::vector<Use> uses;
  std::vector<clang::SourceLocation> ompPragmas;
  llvm::DenseMap<const clang::FunctionDecl *, std::optional<Condition>> known;
  llvm::DenseSet<const clang::Decl *> seen; ///< of the function being looked at
};

} // namespace soac::frontend
