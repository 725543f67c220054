#include "Mutants.h"

#include "Mutation.h"

#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Path.h>

using namespace soac::fuzz;

std::optional<Problem> soac::fuzz::checkMutant(Commands &commands, const std::string &source, std::uint64_t seed) {
  const llvm::StringRef name = llvm::sys::path::stem(source);
  const std::string written = commands.path(name.str() + ".cpp"), header = commands.path(name.str() + ".soac.hpp"),
                    generated = commands.path(name.str() + ".soac.cpp");
  writeFile(written, mutate(read(source), seed));
  llvm::sys::fs::remove(header);
  llvm::sys::fs::remove(generated);
  std::string output;
  const int code = commands.execute({commands.tools.soac, written, "--", "-std=c++20", "-I" + commands.tools.include,
                                     "-I" + llvm::sys::path::parent_path(source).str()},
                                    output);
  if ((code != 0 && code != 1) || llvm::StringRef(output).contains("internal error"))
    return Problem{Fault::ToolFails, "exit code " + std::to_string(code) + ": " + firstError(output)};
  if (!llvm::sys::fs::exists(generated))
    return std::nullopt;
  // What Clang and soac take and GCC does not is not soac's fault.
  const std::string check = "-fsyntax-only -Wall -Wextra -I" + llvm::sys::path::parent_path(source).str();
  if (commands.compile(name.str() + ".cpp", "plain.o", check, output) == 0 &&
      commands.compile(name.str() + ".soac.cpp", "soac.o", check + " -Werror", output) != 0)
    return Problem{Fault::DoesNotCompile, firstError(output)};
  return std::nullopt;
}
