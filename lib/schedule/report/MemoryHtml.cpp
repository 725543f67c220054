// The report as one page that needs no other file.
#include "schedule/report/MemoryChart.h"
#include "schedule/report/MemoryReport.h"

#include <llvm/Support/FormatVariadic.h>

namespace soac::schedule {
namespace {

constexpr const char *style = R"(body { font: 15px/1.5 sans-serif; max-width: 60em; margin: 2em auto; padding: 0 1em; }
table { border-collapse: collapse; margin: 0.5em 0; } td, th { padding: 0.15em 0.8em; text-align: left; border-bottom: 1px solid #ddd; }
td.number { text-align: right; } code { font: 14px monospace; } tr.stored { background: #fff6e0; } tr.advised { background: #e2f3e2; }
svg { max-width: 640px; font: 12px sans-serif; } svg .grid { stroke: #ddd; } svg .budget { stroke: #c33; stroke-dasharray: 4 3; }
svg path { fill: none; stroke: #36c; } svg circle.way { fill: #36c; } svg circle.current { fill: #e80; } svg circle.advised { fill: #282; }
)";

std::string escaped(llvm::StringRef text) {
  std::string result;
  for (char c : text)
    result += c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : std::string(1, c);
  return result;
}

class Page {
public:
  Page(const MemoryReport &report, llvm::raw_ostream &out) : report(report), out(out) {}

  void write() {
    const std::string title = "Memory of the adjoints of " + escaped(report.source);
    out << "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>" << title << "</title>\n<style>\n"
        << style << "</style>\n</head>\n<body>\n<h1>" << title << "</h1>\n";
    settings();
    for (const FunctionReport &f : report.functions)
      function(f);
    out << "</body>\n</html>\n";
  }

private:
  const MemoryReport &report;
  llvm::raw_ostream &out;

  std::string place(const FunctionReport &f, ir::SourceLocation at) const {
    const std::string file = at.file < f.files.size() ? f.files[at.file] : report.source;
    return at ? escaped(file) + ":" + std::to_string(at.line) : "";
  }

  void settings() {
    if (!report.missing.empty()) {
      out << "<p>For numbers, give <code>--sizes</code> values of";
      for (const std::string &name : report.missing)
        out << " <code>" << escaped(name) << "</code>";
      out << ".</p>\n";
    }
    if (report.options.budget)
      out << "<p>Budget: " << readableBytes(*report.options.budget) << ".</p>\n";
  }

  void function(const FunctionReport &f) {
    out << "<h2><code>" << escaped(f.name) << "</code></h2>\n<p>At most <code>" << escaped(textOf(f.peak, f))
        << "</code> bytes at once";
    if (f.bytes)
      out << ": " << readableBytes(*f.bytes) << " at these sizes";
    if (f.invokes)
      out << "; recursive functions that it calls take more, for each call that is active";
    out << ".";
    for (const LoopReport &l : f.loops)
      if (shortName(l) != l.iterations.text())
        out << " <code>" << shortName(l) << " = " << escaped(l.iterations.text()) << "</code>.";
    if (f.device && !f.device->refusal.empty())
      out << " It cannot run on a device: " << escaped(f.device->refusal) << ".";
    else if (f.device)
      out << " On a device at most <code>" << escaped(textOf(f.device->peak, f)) << "</code> bytes at once.";
    out << "</p>\n<table>\n<tr><th>line</th><th>array</th><th>why</th><th>bytes</th><th></th></tr>\n";
    scope(f, f.scope, 0);
    out << "</table>\n";
    for (const LoopReport &l : f.loops)
      loop(f, l);
  }

  void scope(const FunctionReport &f, const ExplainedScope &s, unsigned depth) {
    const std::string indent = llvm::formatv(" style=\"padding-left: {0}em\"", 0.8 + 1.5 * depth).str();
    for (const ExplainedArray &a : s.arrays) {
      const auto number = a.bytes.at(report.options.sizes);
      out << "<tr" << (isStored(a.purpose) ? " class=\"stored\"" : "") << "><td" << indent << ">"
          << place(f, a.location) << "</td><td><code>" << escaped(nameOf(a)) << "</code></td><td>"
          << describe(a.purpose) << "</td><td><code>" << escaped(textOf(a.bytes, f)) << "</code></td><td class=\"number\">"
          << (number ? readableBytes(*number) : "") << "</td></tr>\n";
    }
    for (const ExplainedScope &inner : s.inner) {
      out << "<tr><td" << indent << " colspan=\"5\">in ";
      if (inner.iterations.constant() != 1)
        out << "each of the <code>" << escaped(textOf(inner.iterations, f)) << "</code> iterations at ";
      out << place(f, inner.location) << ", given back after it</td></tr>\n";
      scope(f, inner, depth + 1);
    }
  }

  void loop(const FunctionReport &f, const LoopReport &l) {
    out << "<h3>The loop at " << place(f, l.location) << ", <code>" << shortName(l)
        << "</code> iterations</h3>\n<table>\n<tr><th>pragma</th><th>forward runs</th><th>memory of the function</th>"
           "<th></th></tr>\n";
    for (std::size_t i = 0; i < l.ways.size(); ++i) {
      const Way &way = l.ways[i];
      out << "<tr" << (l.advised == i ? " class=\"advised\"" : "") << "><td><code>"
          << (way.pragma.empty() ? "no pragma" : way.pragma) << "</code>" << (way.isCurrent ? " (as it is)" : "")
          << "</td><td class=\"number\">" << (way.forward ? llvm::formatv("{0:F1}", *way.forward).str() : "")
          << "</td><td><code>" << escaped(textOf(way.peak, f)) << "</code></td><td class=\"number\">"
          << (way.bytes ? readableBytes(*way.bytes) : "") << "</td></tr>\n";
    }
    out << "</table>\n";
    if (l.isPartial)
      out << "<p>Other ways are not tried, since the program is large; <code>--all-ways</code> tries them.</p>\n";
    out << tradeOffChart(l, report.options.budget);
    if (report.options.budget)
      out << (l.advised ? "<p>The green way fits the budget with the fewest runs.</p>\n" : "<p>No way fits the budget.</p>\n");
  }
};

} // namespace

void writeHtml(const MemoryReport &report, llvm::raw_ostream &out) { Page(report, out).write(); }

} // namespace soac::schedule
