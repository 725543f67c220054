// Runs soac and the compiler in a directory.
#pragma once

#include <llvm/ADT/StringRef.h>

#include <string>
#include <vector>

namespace soac::fuzz {

struct Tools {
  std::string soac, compiler, launcher; ///< the last one may be empty
  std::string flags;                    ///< for what soac writes, as users compile it
  std::string quick;                    ///< the same in less time
  std::string include;                  ///< of soac's library
  std::string runtime;                  ///< the folder of check.hpp
  std::string directory;                ///< for what a trial writes
};

enum class Fault { Invalid, Refused, ToolFails, DoesNotCompile, Crashes, Wrong };
struct Problem {
  Fault fault;
  std::string message;
};
const char *name(Fault fault);

class Commands {
public:
  explicit Commands(Tools tools);

  Tools tools;

  /// Compiles a header of the directory for compilations with these flags.
  void precompile(const std::string &header, const std::string &flags);

  std::string path(llvm::StringRef file) const { return tools.directory + "/" + file.str(); }
  /// The exit code; negative after a crash or five minutes. `output` is what the command prints.
  int execute(const std::vector<std::string> &command, std::string &output);
  /// `prefix` has been compiled before.
  int compile(llvm::StringRef source, llvm::StringRef object, const std::string &flags, std::string &output,
              const std::string &prefix = "prefix.hpp");

private:
  int precompiled = 0;
};

std::string read(const std::string &file);
void writeFile(const std::string &file, const std::string &text);
/// From where the output says `error`, to the end of the line.
std::string firstError(llvm::StringRef output);

} // namespace soac::fuzz
