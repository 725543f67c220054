#include "diag/Diagnostic.h"

namespace soac::diag {

const Info &info(Id id) {
  static constexpr Info table[] = {
#define SOAC_DIAGNOSTIC(Id, Name, Level, Format) {Name, Severity::Level, Format},
#include "diag/Diagnostics.def"
  };
  return table[static_cast<std::size_t>(id)];
}

/// The format with {0} .. {9} replaced; a number without an argument stays as it is.
std::string Diagnostic::text() const {
  const llvm::StringRef format = info(id).format;
  std::string out;
  for (std::size_t i = 0; i < format.size(); ++i) {
    const bool isSlot = format[i] == '{' && i + 2 < format.size() && format[i + 2] == '}';
    const unsigned n = isSlot ? static_cast<unsigned>(format[i + 1] - '0') : 0;
    if (isSlot && n < arguments.size()) {
      out += arguments[n];
      i += 2;
    } else {
      out += format[i];
    }
  }
  return out;
}

Diagnostic &Engine::report(Id id, Place place, std::vector<std::string> arguments) {
  diagnostics.push_back({id, std::move(place), std::move(arguments), {}, {}});
  return diagnostics.back();
}

bool Engine::hasErrors() const {
  for (const Diagnostic &d : diagnostics)
    if (info(d.id).severity == Severity::Error)
      return true;
  return false;
}

} // namespace soac::diag
