// Diagnostics as SARIF 2.1.0 (Static Analysis Results Interchange Format, OASIS 2020).
#include "diag/Render.h"

#include <llvm/Support/JSON.h>

#include <map>

namespace soac::diag {
namespace {

llvm::json::Object region(const Place &p) {
  llvm::json::Object result{{"startLine", p.line}};
  if (p.column)
    result["startColumn"] = p.column;
  if (p.endColumn) {
    result["endLine"] = p.endLine ? p.endLine : p.line;
    result["endColumn"] = p.endColumn;
  }
  return result;
}

llvm::json::Object physicalLocation(const Place &p) {
  llvm::json::Object result{{"artifactLocation", llvm::json::Object{{"uri", p.file}}}};
  if (p.line)
    result["region"] = region(p);
  return result;
}

llvm::json::Object message(llvm::StringRef text) { return llvm::json::Object{{"text", llvm::json::fixUTF8(text)}}; }

const char *level(Severity s) {
  switch (s) {
  case Severity::Note: return "note";
  case Severity::Warning: return "warning";
  case Severity::Error: return "error";
  }
  return "none";
}

llvm::json::Object fix(const FixIt &f) {
  llvm::json::Object replacement{{"deletedRegion", region(f.range)}, {"insertedContent", message(f.replacement)}};
  llvm::json::Object change{{"artifactLocation", llvm::json::Object{{"uri", f.range.file}}},
                            {"replacements", llvm::json::Array{std::move(replacement)}}};
  return llvm::json::Object{{"artifactChanges", llvm::json::Array{std::move(change)}}};
}

llvm::json::Object result(const Diagnostic &d) {
  const Info &row = info(d.id);
  llvm::json::Object object{{"ruleId", std::string("soac-") + row.name},
                            {"level", level(row.severity)},
                            {"message", message(d.text())}};
  if (!d.place.file.empty())
    object["locations"] = llvm::json::Array{llvm::json::Object{{"physicalLocation", physicalLocation(d.place)}}};
  llvm::json::Array related, fixes;
  for (const auto &[place, text] : d.notes) {
    llvm::json::Object note{{"message", message(text)}};
    const Place &where = place.file.empty() ? d.place : place;
    if (!where.file.empty())
      note["physicalLocation"] = physicalLocation(where);
    related.push_back(std::move(note));
  }
  for (const FixIt &f : d.fixIts)
    fixes.push_back(fix(f));
  if (!related.empty())
    object["relatedLocations"] = std::move(related);
  if (!fixes.empty())
    object["fixes"] = std::move(fixes);
  return object;
}

} // namespace

void renderSarif(const Engine &engine, llvm::StringRef version, llvm::raw_ostream &out) {
  llvm::json::Array results, rules;
  std::map<std::string, std::string> used;
  for (const Diagnostic *d : distinct(engine)) {
    used.emplace(std::string("soac-") + info(d->id).name, info(d->id).format);
    results.push_back(result(*d));
  }
  for (const auto &[id, format] : used)
    rules.push_back(llvm::json::Object{{"id", id}, {"shortDescription", message(format)}});
  llvm::json::Object driver{{"name", "soac"}, {"version", version.str()}, {"rules", std::move(rules)}};
  llvm::json::Object run{{"tool", llvm::json::Object{{"driver", std::move(driver)}}}, {"results", std::move(results)}};
  llvm::json::Object log{{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                         {"version", "2.1.0"},
                         {"runs", llvm::json::Array{std::move(run)}}};
  llvm::json::OStream(out, /*IndentSize=*/2).value(llvm::json::Value(std::move(log)));
  out << '\n';
}

} // namespace soac::diag
