// Messages to the user. Every one is a row of Diagnostics.def, with a stable name (-Wsoac-<name>).
//
// A user error or a limitation is reported through an Engine, with the user's range, the reason as a note and what to
// do. A bug is an `internalError`: it prints the pass and asks for a report.
#pragma once

#include <llvm/ADT/StringRef.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace soac::diag {

enum class Id : std::uint16_t {
#define SOAC_DIAGNOSTIC(Id, ...) Id,
#include "diag/Diagnostics.def"
};

enum class Severity : std::uint8_t { Note, Warning, Error };

struct Info {
  const char *name;   ///< "opaque-call": shown as [-Wsoac-opaque-call]
  Severity severity;
  const char *format; ///< "{0}" .. are the arguments
};
const Info &info(Id id);

/// A place in a file the user wrote; `endColumn` is one past the last character, 0 when only a point is known.
struct Place {
  std::string file;
  unsigned line = 0, column = 0, endLine = 0, endColumn = 0;
};

struct FixIt {
  Place range;
  std::string replacement;
};

struct Diagnostic {
  Id id;
  Place place;
  std::vector<std::string> arguments;
  std::vector<std::pair<Place, std::string>> notes; ///< why, and what to do
  std::vector<FixIt> fixIts;
  std::string text() const; ///< the format with its arguments
};

/// Collects diagnostics in the order of their report.
class Engine {
public:
  Diagnostic &report(Id id, Place place, std::vector<std::string> arguments = {});
  void add(Diagnostic diagnostic) { diagnostics.push_back(std::move(diagnostic)); }
  bool hasErrors() const;
  const std::vector<Diagnostic> &all() const { return diagnostics; }
  void clear() { diagnostics.clear(); }

private:
  std::vector<Diagnostic> diagnostics;
};

} // namespace soac::diag
