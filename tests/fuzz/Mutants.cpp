#include "Mutants.h"

#include "Mutation.h"

#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Path.h>

using namespace soac::fuzz;

namespace {

class MutantTrial {
public:
  MutantTrial(Commands &commands, const std::string &source)
      : commands(commands), name(llvm::sys::path::stem(source)),
        folder("-I" + llvm::sys::path::parent_path(source).str()),
        cases("-I" + llvm::sys::path::parent_path(llvm::sys::path::parent_path(source)).str()) {}

  std::optional<Problem> run(const std::string &text, bool runs) {
    writeFile(commands.path(name + ".cpp"), text);
    for (const char *old : {".soac.hpp", ".soac.cpp", ".gradients.cpp"})
      llvm::sys::fs::remove(commands.path(name + old));
    const int code = commands.execute({commands.tools.soac, commands.path(name + ".cpp"),
                                       "--gradient-tests=" + commands.path(name + ".gradients.cpp"), "--", "-std=c++20",
                                       "-I" + commands.tools.include, folder, cases},
                                      output);
    if ((code != 0 && code != 1) || llvm::StringRef(output).contains("internal error"))
      return Problem{Fault::ToolFails, "exit code " + std::to_string(code) + ": " + firstError(output)};
    if (!llvm::sys::fs::exists(commands.path(name + ".soac.cpp")))
      return std::nullopt;
    if (!compiles(".soac.cpp", "-fsyntax-only -Werror")) {
      const std::string error = firstError(output);
      // What Clang and soac take and GCC does not is not soac's fault.
      if (!compiles(".cpp", "-fsyntax-only"))
        return std::nullopt;
      return Problem{Fault::DoesNotCompile, error};
    }
    return runs ? runTests() : std::nullopt;
  }

private:
  bool compiles(const char *part, const std::string &flags) {
    const std::string object = name + part + ".o";
    return commands.compile(name + part, object, "-Wall -Wextra " + folder + " " + cases + " " + flags, output) == 0;
  }

  std::optional<Problem> runTests() {
    // The mutant may have lost what sets a variable, or what bounds an index.
    if (!compiles(".cpp", "-O1 -fsanitize=address,undefined -fno-sanitize-recover=all -Werror=uninitialized "
                          "-Werror=maybe-uninitialized"))
      return std::nullopt;
    if (!compiles(".soac.cpp", "-O1") ||
        commands.compile(name + ".gradients.cpp", name + ".gradients.cpp.o", folder + " " + cases, output, "suite.hpp") != 0)
      return Problem{Fault::DoesNotCompile, firstError(output)};
    const std::string program = commands.path(name + ".gradients");
    if (commands.execute({commands.tools.compiler, "-fsanitize=address,undefined", commands.path(name + ".cpp.o"),
                          commands.path(name + ".soac.cpp.o"), commands.path(name + ".gradients.cpp.o"), "-o", program},
                         output) != 0)
      return std::nullopt; // it calls functions of its test
    commands.execute({program}, output);
    const std::size_t failed = output.find("FAILED");
    if (failed == std::string::npos)
      return std::nullopt;
    return Problem{Fault::Wrong, llvm::StringRef(output).substr(failed, 600).str()};
  }

  Commands &commands;
  std::string name, folder, cases, output; ///< folders: of the case, and of all cases
};

} // namespace

std::optional<Problem> soac::fuzz::checkMutant(Commands &commands, const std::string &source, std::uint64_t seed,
                                               bool runs) {
  return MutantTrial(commands, source).run(mutate(read(source), seed), runs);
}
