#include "Commands.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/Program.h>
#include <llvm/Support/raw_ostream.h>

using namespace soac::fuzz;

const char *soac::fuzz::name(Fault fault) {
  switch (fault) {
  case Fault::Invalid: return "the program itself does not compile";
  case Fault::Refused: return "refused";
  case Fault::ToolFails: return "soac fails";
  case Fault::DoesNotCompile: return "the output does not compile";
  case Fault::Crashes: return "the derivatives crash";
  case Fault::Wrong: return "wrong";
  }
  return "";
}

std::string soac::fuzz::read(const std::string &file) {
  const auto buffer = llvm::MemoryBuffer::getFile(file);
  return buffer ? (*buffer)->getBuffer().str() : "";
}

void soac::fuzz::writeFile(const std::string &file, const std::string &text) {
  std::error_code error;
  llvm::raw_fd_ostream(file, error) << text;
}

Commands::Commands(Tools given) : tools(std::move(given)) {
  llvm::sys::fs::create_directories(tools.directory);
  writeFile(path("prefix.hpp"),
            "#include \"check.hpp\"\n#include <soac/soac.hpp>\n#include <soac/runtime/runtime.hpp>\n"
            "#include <algorithm>\n#include <cmath>\n#include <cstdlib>\n#include <functional>\n"
            "#include <memory>\n#include <numeric>\n#include <optional>\n#include <stdexcept>\n"
            "#include <string>\n");
}

void Commands::precompile(const std::string &header, const std::string &flags) {
  // GCC takes the precompiled header in this folder that fits the flags.
  llvm::sys::fs::create_directories(path(header + ".gch"));
  std::string output;
  if (compile(header, header + ".gch/" + std::to_string(precompiled++), flags, output, "") != 0)
    llvm::errs() << output;
}

int Commands::execute(const std::vector<std::string> &command, std::string &output) {
  const std::string log = path("output");
  llvm::sys::fs::remove(log); // it is written over, not emptied
  const std::vector<llvm::StringRef> arguments(command.begin(), command.end());
  const std::optional<llvm::StringRef> to[] = {std::nullopt, llvm::StringRef(log), llvm::StringRef(log)};
  const auto program = llvm::sys::findProgramByName(command.front());
  const int code = llvm::sys::ExecuteAndWait(program ? *program : command.front(), arguments, std::nullopt, to, 300);
  output = read(log);
  return code;
}

int Commands::compile(llvm::StringRef source, llvm::StringRef object, const std::string &flags, std::string &output,
                      const std::string &prefix) {
  std::vector<std::string> command;
  if (!tools.launcher.empty())
    command.push_back(tools.launcher);
  command.insert(command.end(), {tools.compiler, "-std=c++20", "-Wno-unknown-pragmas", "-I" + tools.include,
                                 "-I" + tools.runtime, "-I" + tools.directory});
  llvm::SmallVector<llvm::StringRef> words;
  llvm::SplitString(flags, words);
  for (const llvm::StringRef flag : words)
    command.push_back(flag.str());
  if (!prefix.empty())
    command.insert(command.end(), {"-include", path(prefix)});
  command.insert(command.end(), {prefix.empty() ? "-xc++-header" : "-c", path(source), "-o", path(object)});
  return execute(command, output);
}

std::string soac::fuzz::firstError(llvm::StringRef output) {
  const std::size_t at = output.find("error");
  if (at == llvm::StringRef::npos)
    return output.take_back(300).str();
  return output.drop_front(at).split('\n').first.str();
}
