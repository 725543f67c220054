// Writes the generated C++ of all cases, and a table of them, into a directory.
#include "Cases.h"

#include "emit/Emit.h"

#include <llvm/Support/FileSystem.h>
#include <llvm/Support/raw_ostream.h>

using namespace soac;

static bool write(const std::string &path, const std::string &text) {
  std::error_code error;
  llvm::raw_fd_ostream out(path, error);
  if (!error)
    out << text;
  return !error;
}

int main(int argc, char **argv) {
  if (argc != 2)
    return 2;
  interface::Unit unit;
  unit.source = "programs.cpp";
  unit.includes = {"#include <tuple>"};
  std::string table;
  for (const test::Case &c : test::cases()) {
    unit.functions.push_back(test::plainFace(c));
    table += "PROGRAM(" + c.name + ")\n";
  }
  const emit::Output output = emit::cxx(unit);
  const std::string directory = argv[1];
  return write(directory + "/programs.soac.hpp", output.header) &&
                 write(directory + "/programs.soac.cpp", output.source) && write(directory + "/programs.inc", table)
             ? 0
             : 1;
}
