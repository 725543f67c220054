#include "schedule/report/CostReport.h"
#include "schedule/report/MemoryReport.h"

#include <llvm/Support/FormatVariadic.h>

namespace soac::schedule {
namespace {

const char *describe(LoopKind kind) {
  switch (kind) {
  case LoopKind::Loop: return "loop";
  case LoopKind::While: return "while";
  case LoopKind::Map: return "map";
  case LoopKind::Reduction: return "reduction";
  case LoopKind::InOrder: return "reduction in order";
  case LoopKind::Scan: return "scan";
  case LoopKind::Histogram: return "histogram";
  }
  return "";
}

class Writer {
public:
  Writer(const CostReport &report, llvm::raw_ostream &out) : report(report), out(out) {}

  void write() {
    for (const FunctionCost &f : report.functions)
      function(f);
    std::set<std::string> missing = report.named;
    for (const auto &[name, size] : report.sizes)
      missing.erase(name);
    if (missing.empty())
      return;
    out << "for numbers, give --sizes ";
    const char *separator = "";
    for (const std::string &name : missing) {
      out << separator << '\'' << name << "=...'";
      separator = ",";
    }
    out << '\n';
  }

private:
  const CostReport &report;
  llvm::raw_ostream &out;

  std::string place(const FunctionCost &f, ir::SourceLocation at) const {
    if (!at)
      return "at entry";
    return (at.file < f.files.size() ? f.files[at.file] : report.source) + ":" + std::to_string(at.line);
  }

  /// The number where the sizes say it, else the formula, where a reader can take it in.
  std::string text(const Size &size) const {
    constexpr std::size_t longest = 120;
    if (const auto number = size.at(report.sizes))
      return std::to_string(*number);
    const std::string formula = size.text();
    return formula.size() <= longest ? formula : "(a long formula of the sizes)";
  }
  std::string text(const Cost &c) const {
    std::string functions;
    for (const auto &[name, number] : c.functions)
      functions += (functions.empty() ? " (" : ", ") + std::to_string(number) + " " + name;
    const std::string operations = text(c.operations);
    return operations + (operations == "1" ? " operation" : " operations") + functions + (functions.empty() ? "" : ")") + ", reads " + text(c.read) +
           " bytes, writes " + text(c.written);
  }

  void function(const FunctionCost &f) {
    out << report.source << ": " << f.name << "\n  at most " << text(f.all) << '\n';
    for (const LoopCost &l : f.loops)
      loop(f, l, 1, 2);
    for (const ExplainedArray &a : f.stored)
      out << "  stored: " << place(f, a.location) << ", " << nameOf(a) << ", " << describe(a.purpose) << ", " << text(a.bytes) << " bytes\n";
    for (const LoopRuns &r : f.runs)
      if (r.forward > 1)
        out << "  computed again: the loop at " << place(f, r.location) << " runs forward " << r.forward << " times\n";
    out << '\n';
  }

  /// `runs`: how often the loop runs.
  void loop(const FunctionCost &f, const LoopCost &l, const Size &runs, unsigned indent) {
    out.indent(indent) << place(f, l.location) << ": " << describe(l.kind) << ", " << text(l.trips) << (l.trips.constant() == 1 ? " trip" : " trips");
    if (l.isOnThreads)
      out << ", on threads where they are worth it";
    if (l.isVector)
      out << ", in vector lanes";
    else if (!l.obstacle.empty())
      out << ", not in vector lanes: " << l.obstacle;
    out << "; each " << text(l.each);
    const Size trips = runs * l.trips;
    const auto part = (trips * l.each.operations).at(report.sizes), all = f.all.operations.at(report.sizes);
    if (part && all && *all > 0)
      out << llvm::formatv("; {0} % of all operations", (100 * *part + *all / 2) / *all);
    out << '\n';
    for (const LoopCost &inner : l.inner)
      loop(f, inner, trips, indent + 2);
  }
};

} // namespace

void writeText(const CostReport &report, llvm::raw_ostream &out) { Writer(report, out).write(); }

} // namespace soac::schedule
