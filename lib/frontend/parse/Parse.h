// One parse of one file by Clang, in this process.
//
// Every `*.soac.hpp` reads as absent whether it exists or not, so that the result never depends on earlier output; the
// file's own (NAME.soac.hpp of NAME.cpp) reads as a text that the caller gives.
#pragma once

#include "diag/Diagnostic.h"
#include "frontend/parse/CompilerConditions.h"
#include "frontend/parse/Options.h"
#include "frontend/parse/Pragmas.h"

#include <llvm/ADT/STLFunctionalExtras.h>

#include <set>

namespace soac::frontend {

/// A #include directive of the main file.
struct Include {
  clang::SourceLocation place;
  std::string name; ///< "\"kmeans.hpp\"" or "<vector>"
  clang::OptionalFileEntryRef file;
  bool isGuarded = false;  ///< a second #include of it gives nothing
  bool isExpanded = false; ///< expands macros that the main file defines and has no guard: a table, not a header
};

/// The outcome of a parse, for the reader of the tree.
struct Parsed {
  clang::ASTContext &context;
  Pragmas &pragmas;
  CompilerConditions &conditions;
  std::vector<Include> includes;
  std::vector<clang::SourceLocation> expansions; ///< in headers, of macros that the main file defines
  std::vector<std::string> macros; ///< names that are defined where the file ends, but by the compiler and the system
  bool configuresLibrary = false;  ///< a header of the user's defines a setting of the library
  bool hasErrors = false; ///< Clang reported errors so far; the tree holds the rest
  std::function<void(clang::QualType)> complete; ///< has Clang define an instance of a class template that nothing else asks for
};

struct ParseInput {
  std::string file;
  const Options &options;
  std::string ownHeader; ///< what NAME.soac.hpp reads as
  /// Directories that need not exist to hold it ("gen/"), as they stand in #include directives. Parsing adds those that
  /// it misses.
  std::set<std::string> &ownDirectories;
};

/// Parses and calls `read` with the tree. Clang's errors go to `engine`; false when there were any.
bool parse(const ParseInput &input, diag::Engine &engine, std::vector<std::string> &dependencies,
           llvm::function_ref<void(Parsed &)> read);

/// Where Clang's builtin headers are: of the Clang library in use, of a Clang on PATH, or at the usual places. Empty
/// when there are none.
std::string resourceDirectory();

} // namespace soac::frontend
