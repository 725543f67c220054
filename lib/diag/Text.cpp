// Diagnostics as text, in the form of Clang and GCC, so that editors find the places.
#include "diag/Render.h"

#include <llvm/Support/Format.h>
#include <llvm/Support/MemoryBuffer.h>

#include <algorithm>
#include <set>
#include <tuple>

namespace soac::diag {

std::optional<std::string> readLine(llvm::StringRef file, unsigned line) {
  auto buffer = llvm::MemoryBuffer::getFile(file, /*IsText=*/true);
  if (!buffer || line == 0)
    return std::nullopt;
  llvm::StringRef rest = (*buffer)->getBuffer();
  for (unsigned i = 1; i < line; ++i)
    rest = rest.split('\n').second;
  return rest.split('\n').first.rtrim('\r').str();
}

std::vector<const Diagnostic *> distinct(const Engine &engine) {
  std::vector<const Diagnostic *> result;
  std::set<std::tuple<Id, std::string, unsigned, unsigned, std::vector<std::string>>> seen;
  for (const Diagnostic &d : engine.all())
    if (seen.insert({d.id, d.place.file, d.place.line, d.place.column, d.arguments}).second)
      result.push_back(&d);
  return result;
}

namespace {

struct TextRenderer {
  LineReader lines;
  llvm::raw_ostream &out;
  bool colours;

  void colour(llvm::raw_ostream::Colors c) {
    if (colours)
      out.changeColor(c, /*Bold=*/true);
  }
  void reset() {
    if (colours)
      out.resetColor();
  }

  void place(const Place &p) {
    if (p.file.empty())
      out << "soac: ";
    else if (p.line == 0)
      out << p.file << ": ";
    else
      out << p.file << ':' << p.line << ':' << p.column << ": ";
  }

  void severity(Severity s) {
    switch (s) {
    case Severity::Note:
      colour(llvm::raw_ostream::CYAN);
      out << "note: ";
      break;
    case Severity::Warning:
      colour(llvm::raw_ostream::MAGENTA);
      out << "warning: ";
      break;
    case Severity::Error:
      colour(llvm::raw_ostream::RED);
      out << "error: ";
      break;
    }
    reset();
  }

  /// The source line; under it `^~~~` below the range, as far as it goes on this line. Tabs stay tabs, so that the
  /// marks stand where the text stands.
  void source(const Place &p, const FixIt *fix) {
    if (p.file.empty() || p.line == 0 || p.column == 0)
      return;
    const std::optional<std::string> text = lines(p.file, p.line);
    if (!text)
      return;
    std::string indent;
    for (unsigned i = 0; i + 1 < p.column; ++i)
      indent += i < text->size() && (*text)[i] == '\t' ? '\t' : ' ';
    unsigned end = p.column + 1;
    if (p.endLine > p.line)
      end = static_cast<unsigned>(text->size()) + 1;
    else if (p.endColumn > p.column)
      end = p.endColumn;
    const std::string number = std::to_string(p.line);
    const std::string margin(std::max<std::size_t>(number.size(), 5), ' ');
    out << llvm::right_justify(number, static_cast<unsigned>(margin.size())) << " | " << *text << '\n';
    out << margin << " | " << indent;
    colour(llvm::raw_ostream::GREEN);
    out << '^' << std::string(end > p.column + 1 ? end - p.column - 1 : 0, '~');
    reset();
    out << '\n';
    if (fix && fix->range.line == p.line && fix->range.file == p.file && fix->range.column != 0)
      out << margin << " | " << std::string(fix->range.column - 1, ' ') << fix->replacement << '\n';
  }

  void message(const Place &p, Severity s, llvm::StringRef text, llvm::StringRef name, const FixIt *fix) {
    place(p);
    severity(s);
    out << text;
    if (!name.empty())
      out << " [-Wsoac-" << name << ']';
    out << '\n';
    source(p, fix);
  }
};

} // namespace

void renderText(const Engine &engine, LineReader lines, llvm::raw_ostream &out, bool colours) {
  TextRenderer renderer{lines, out, colours};
  for (const Diagnostic *d : distinct(engine)) {
    const Info &row = info(d->id);
    renderer.message(d->place, row.severity, d->text(), row.name, d->fixIts.empty() ? nullptr : &d->fixIts.front());
    for (const auto &[place, text] : d->notes)
      renderer.message(place.file.empty() ? d->place : place, Severity::Note, text, "", nullptr);
  }
}

} // namespace soac::diag
