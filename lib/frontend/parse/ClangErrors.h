// Clang's errors as diagnostics of soac's own.
//
// A message about tokens that stand for a pragma says that the pragma is misplaced. What the library says by a
// static_assert ("soac: ...") is said at the user's line that leads there.
#pragma once

#include "diag/Diagnostic.h"
#include "frontend/parse/Pragmas.h"

#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/LangOptions.h>

namespace soac::frontend {

class ClangErrors : public clang::DiagnosticConsumer {
public:
  ClangErrors(diag::Engine &engine, Pragmas &pragmas) : engine(engine), pragmas(pragmas) {}

  void BeginSourceFile(const clang::LangOptions &options, const clang::Preprocessor *) override { language = options; }
  void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic &info) override;

private:
  void error(const clang::Diagnostic &info);
  void note(const clang::Diagnostic &info);
  diag::Place place(const clang::Diagnostic &info) const;

  diag::Engine &engine;
  Pragmas &pragmas;
  clang::LangOptions language;
  diag::Diagnostic *noteTarget = nullptr;
  bool isLibrarys = false; ///< `noteTarget` is a sentence of the library, and its place may not be the user's yet
  bool isLibraryMissing = false; ///< which has been said
  diag::Place libraryError; ///< the user's line of the last such sentence
};

} // namespace soac::frontend
