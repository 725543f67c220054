// Writes the CUDA of all cases of tests/emit in several files, and a table of those that a device can run, into a directory.
#include "emit/Emit.h"

#include "emit/Cases.h"
#include "optimise/Definitions.h"
#include "optimise/Passes.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringSet.h>
#include <llvm/Support/raw_ostream.h>

using namespace soac;

static bool write(const std::string &path, const std::string &text) {
  std::error_code error;
  llvm::raw_fd_ostream out(path, error);
  if (!error)
    out << text;
  return !error;
}

/// Every case whose number is `part` modulo `parts`, as one source file would be; their rows of the table.
static emit::Output output(unsigned part, unsigned parts, std::string &table) {
  interface::Unit unit;
  unit.source = "programs_" + std::to_string(part) + ".cpp";
  unit.includes = {"#include <tuple>"};
  for (const auto &[k, c] : llvm::enumerate(test::cases())) {
    if (k % parts != part)
      continue;
    unit.functions.push_back(test::plainFace(c));
    unit.functions.back().nameSpace = "soac_generated_programs";
  }
  interface::Unit device = unit;
  for (interface::CxxFunction &f : device.functions)
    f.function = llvm::StringRef(f.name).starts_with("random_") ? optimise::optimiseForDevice(std::move(f.function))
                                                                  : optimise::inlineAllDefinitions(std::move(f.function));
  emit::Output result = emit::cxxAndCuda(unit, device);
  llvm::StringSet<> refused;
  for (const emit::Output::Refusal &r : result.refusals) {
    refused.insert(r.function);
    table += "// " + r.function + ": " + r.reason + "\n";
  }
  for (const interface::CxxFunction &f : unit.functions)
    if (!refused.contains(interface::qualifiedName(f)))
      table += "PROGRAM(" + f.name + ")\n";
  return result;
}

int main(int argc, char **argv) {
  if (argc != 3)
    return 2;
  const std::string directory = argv[1];
  const unsigned parts = static_cast<unsigned>(std::stoul(argv[2]));
  std::string table, headers;
  bool isWritten = true;
  for (unsigned part = 0; part < parts; ++part) {
    const std::string name = "programs_" + std::to_string(part) + ".soac";
    const emit::Output made = output(part, parts, table);
    headers += "#include \"" + name + ".hpp\"\n";
    isWritten = isWritten && write(directory + "/" + name + ".hpp", made.header) && write(directory + "/" + name + ".cu", made.device);
  }
  isWritten = isWritten && write(directory + "/programs.inc", table) && write(directory + "/programs.hpp", headers);
  return isWritten ? 0 : 1;
}
