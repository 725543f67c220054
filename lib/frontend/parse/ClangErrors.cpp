#include "frontend/parse/ClangErrors.h"

#include "frontend/parse/Places.h"

#include <clang/Basic/SourceManager.h>

namespace soac::frontend {
namespace {

std::string textOf(const clang::Diagnostic &info) {
  llvm::SmallString<256> message;
  info.FormatDiagnostic(message);
  return message.str().str();
}

/// "static assertion failed due to requirement 'requirement': soac: sentence" without the text before the sentence.
bool isSentenceOfLibrary(llvm::StringRef &text) {
  const std::size_t at = text.find(": soac: ");
  if (!text.starts_with("static assertion failed") || at == llvm::StringRef::npos)
    return false;
  text = text.drop_front(at + 2);
  return true;
}

/// Does the message say that the library has not been included? It may have been in part.
bool saysThatLibraryIsMissing(llvm::StringRef text, const clang::Diagnostic &info) {
  if (text == "use of undeclared identifier 'soac'")
    return true;
  if (!text.ends_with("in namespace 'soac'") || !info.hasSourceManager())
    return false;
  const clang::SourceManager &sources = info.getSourceManager();
  return std::none_of(sources.fileinfo_begin(), sources.fileinfo_end(),
                      [](const auto &file) { return file.first.getName().ends_with("soac/soac.hpp"); });
}

bool isInMainFile(const clang::Diagnostic &info) {
  return info.hasSourceManager() && info.getLocation().isValid() &&
         info.getSourceManager().isInMainFile(info.getSourceManager().getExpansionLoc(info.getLocation()));
}

} // namespace

void ClangErrors::HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic &info) {
  DiagnosticConsumer::HandleDiagnostic(level, info);
  if (level >= clang::DiagnosticsEngine::Error)
    error(info);
  else if (level == clang::DiagnosticsEngine::Note)
    note(info);
  else
    noteTarget = nullptr;
}

void ClangErrors::error(const clang::Diagnostic &info) {
  noteTarget = nullptr;
  const diag::Place at = place(info);
  if (info.hasSourceManager() && info.getLocation().isValid())
    if (Pragmas::Pragma *pragma = pragmas.pragmaAt(info.getSourceManager().getExpansionLoc(info.getLocation())))
      return pragmas.reportMisplaced(*pragma, info.getSourceManager());
  // Errors that follow from it, such as an operator without a call.
  if (libraryError.line != 0 && at.file == libraryError.file && at.line == libraryError.line)
    return;
  const std::string text = textOf(info);
  if (saysThatLibraryIsMissing(text, info)) {
    if (!std::exchange(isLibraryMissing, true))
      engine.report(diag::Id::MissingInclude, at);
    return;
  }
  llvm::StringRef message = text;
  isLibrarys = isSentenceOfLibrary(message) && !isInMainFile(info);
  noteTarget = &engine.report(diag::Id::ClangError, at, {message.str()});
  if (message.starts_with("'soac/") && message.ends_with("file not found"))
    noteTarget->notes.emplace_back(diag::Place{}, "say where the library of soac is with -I DIR");
}

void ClangErrors::note(const clang::Diagnostic &info) {
  if (!noteTarget)
    return;
  if (!isLibrarys) {
    noteTarget->notes.emplace_back(place(info), textOf(info));
    return;
  }
  // One note per instantiation between the two, outwards.
  noteTarget->place = libraryError = place(info);
  isLibrarys = !isInMainFile(info);
}

diag::Place ClangErrors::place(const clang::Diagnostic &info) const {
  if (!info.hasSourceManager() || info.getLocation().isInvalid())
    return {};
  const clang::SourceManager &sources = info.getSourceManager();
  diag::Place at = placeOf(info.getLocation(), sources);
  for (const clang::CharSourceRange &range : info.getRanges()) {
    const diag::Place whole = placeOf(range.getAsRange(), sources, language);
    if (whole.file == at.file && whole.line == at.line && whole.endLine == at.line && whole.column == at.column) {
      at.endLine = whole.endLine;
      at.endColumn = whole.endColumn;
    }
  }
  return at;
}

} // namespace soac::frontend
