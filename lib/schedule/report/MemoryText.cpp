// The report as text: one paragraph for each function, a table for each loop.
#include "schedule/report/MemoryReport.h"

#include <llvm/Support/FormatVariadic.h>

namespace soac::schedule {
namespace {

class Writer {
public:
  Writer(const MemoryReport &report, llvm::raw_ostream &out) : report(report), out(out) {}

  void write() {
    for (const FunctionReport &f : report.functions)
      function(f);
    if (report.functions.empty())
      out << report.source << ": no adjoint, nothing is stored\n";
    if (!report.missing.empty()) {
      out << "\nfor numbers, give --sizes ";
      const char *separator = "";
      for (const std::string &name : report.missing) {
        out << separator << '\'' << name << "=...'";
        separator = ",";
      }
      out << '\n';
    }
  }

private:
  const MemoryReport &report;
  llvm::raw_ostream &out;

  std::string place(const FunctionReport &f, ir::SourceLocation at) const {
    const std::string file = at.file < f.files.size() ? f.files[at.file] : report.source;
    return file + ":" + std::to_string(at.line);
  }

  void function(const FunctionReport &f) {
    out << report.source << ": " << f.name << '\n';
    out << "  at most " << textOf(f.peak, f) << " bytes at once";
    if (f.bytes)
      out << "; at these sizes " << *f.bytes << " bytes, every array rounded up to 64 (" << readableBytes(*f.bytes) << ")";
    if (f.invokes)
      out << "; recursive functions that it calls take more, for each call that is active";
    out << '\n';
    for (const LoopReport &l : f.loops)
      if (shortName(l) != l.iterations.text())
        out << "  " << shortName(l) << " = " << l.iterations.text() << '\n';
    scope(f, f.scope, 2);
    for (const LoopReport &l : f.loops)
      loop(f, l);
    if (f.device)
      device(f, *f.device);
    out << '\n';
  }

  void scope(const FunctionReport &f, const ExplainedScope &s, unsigned indent) {
    for (const ExplainedArray &a : s.arrays) {
      out.indent(indent) << llvm::formatv("{0,-24} {1,-20} {2,-56} ", a.location ? place(f, a.location) : "at entry",
                                          nameOf(a), describe(a.purpose));
      out << textOf(a.bytes, f);
      if (const auto number = a.bytes.at(report.options.sizes); number && !a.bytes.constant())
        out << " = " << *number;
      out << " bytes\n";
    }
    for (const ExplainedScope &inner : s.inner) {
      out.indent(indent) << (inner.iterations.constant() == 1 ? "in " : "in each of the " + textOf(inner.iterations, f) + " iterations at ")
                         << place(f, inner.location) << ", given back after it:\n";
      scope(f, inner, indent + 2);
    }
  }

  void device(const FunctionReport &f, const DeviceReport &d) {
    if (!d.refusal.empty()) {
      out << "  not for a device: " << d.refusal << '\n';
      return;
    }
    out << "  on a device at most " << textOf(d.peak, f) << " bytes at once";
    if (d.bytes)
      out << "; at these sizes " << *d.bytes << " bytes (" << readableBytes(*d.bytes) << ")";
    out << '\n';
    scope(f, d.scope, 4);
  }

  void loop(const FunctionReport &f, const LoopReport &l) {
    out << "  the loop at " << place(f, l.location) << " has " << shortName(l) << " iterations";
    if (const Way &current = l.current(); current.forward)
      out << llvm::formatv("; its body runs forward {0:F1} times for each", *current.forward);
    out << "\n";
    for (std::size_t i = 0; i < l.ways.size(); ++i) {
      const Way &way = l.ways[i];
      out << llvm::formatv("  {0} {1,-26}", way.isCurrent ? "*" : " ", way.pragma.empty() ? "no pragma" : way.pragma);
      out << (way.forward ? llvm::formatv("{0,6:F1} times  ", *way.forward).str() : "               ");
      if (way.bytes)
        out << llvm::formatv("{0,16} bytes  {1,-10}", *way.bytes, readableBytes(*way.bytes));
      else
        out << (textOf(way.peak, f).size() > 120 ? "a long formula of the sizes" : textOf(way.peak, f) + " bytes");
      out << (l.advised == i ? "  <- fits the budget" : "") << '\n';
    }
    if (l.isPartial)
      out << "    other ways are not tried, since the program is large; --all-ways tries them\n";
    if (report.options.budget && !l.advised)
      out << "    none " << (l.ways.front().bytes ? "fits" : "can be compared with") << " the budget of "
          << readableBytes(*report.options.budget) << '\n';
  }
};

} // namespace

void writeText(const MemoryReport &report, llvm::raw_ostream &out) { Writer(report, out).write(); }

} // namespace soac::schedule
