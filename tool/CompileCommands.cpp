#include "CompileCommands.h"

#include <clang/Driver/Options.h>
#include <clang/Tooling/ArgumentsAdjusters.h>
#include <clang/Tooling/CommonOptionsParser.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Option/ArgList.h>
#include <llvm/Option/OptTable.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/raw_ostream.h>

namespace soac::tool {
namespace {

namespace options = clang::driver::options;

/// What says where to write, how loud to be, or how to make code: nothing that changes what the file means.
bool isIrrelevant(const llvm::opt::Option &option) {
  for (unsigned id : {options::OPT_INPUT,
                      options::OPT_UNKNOWN,
                      options::OPT_o,
                      options::OPT_c,
                      options::OPT_S,
                      options::OPT_E,
                      options::OPT_M_Group,
                      options::OPT_W_Group,
                      options::OPT_pedantic_errors,
                      options::OPT__DASH_DASH,
                      options::OPT_g_Group,
                      options::OPT_clang_ignored_f_Group,
                      options::OPT_clang_ignored_gcc_optimization_f_Group,
                      options::OPT_clang_ignored_m_Group,
                      options::OPT_fsyntax_only,
                      options::OPT_flto,
                      options::OPT_flto_EQ,
                      options::OPT_O_Group,
                      options::OPT_fsanitize_EQ,
                      options::OPT_fno_sanitize_EQ})
    if (option.matches(id))
      return true;
  return false;
}

/// Clang's own option table decides which flags it knows and how many words each one takes.
std::vector<std::string> understoodByClang(llvm::ArrayRef<std::string> arguments) {
  std::vector<const char *> words;
  for (const std::string &argument : arguments)
    words.push_back(argument.c_str());
  unsigned missingIndex = 0, missingCount = 0;
  const llvm::opt::InputArgList parsed = clang::driver::getDriverOptTable().ParseArgs(
      words, missingIndex, missingCount, llvm::opt::Visibility(options::ClangOption));
  // The words as they were written: an argument's are those from its index to the next one's.
  std::vector<std::string> result;
  unsigned begin = 0;
  bool keep = false;
  const auto end = [&](unsigned index) {
    if (keep)
      result.insert(result.end(), arguments.begin() + begin, arguments.begin() + index);
    begin = index;
  };
  for (const llvm::opt::Arg *argument : parsed) {
    end(argument->getIndex());
    keep = !isIrrelevant(argument->getOption());
  }
  end(arguments.size());
  return result;
}

/// CMake puts the objects of a target under CMakeFiles/TARGET.dir.
bool belongsTo(const clang::tooling::CompileCommand &command, llvm::StringRef target) {
  const std::string directory = ("CMakeFiles/" + target + ".dir/").str();
  return llvm::any_of(command.CommandLine, [&](llvm::StringRef word) { return word.contains(directory); });
}

} // namespace

Database commandAfterDashes(int &argc, const char **argv) {
  std::string ignored; // it would be about the flags, which are read later
  return clang::tooling::FixedCompilationDatabase::loadFromCommandLine(argc, argv, ignored);
}

Database databaseOf(llvm::StringRef build, llvm::StringRef file, std::string &reason) {
  using namespace clang::tooling;
  Database found = build.empty() ? CompilationDatabase::autoDetectFromSource(file, reason)
                                 : CompilationDatabase::autoDetectFromDirectory(build, reason);
  if (!found && !build.empty()) {
    // What Clang says is one sentence per kind of database; the last is about compile_commands.json.
    const llvm::StringRef last = llvm::StringRef(reason).rtrim(".\n").rsplit('\n').second.rsplit(": ").second;
    reason = ("there is no compilation database in '" + build + "': compile_commands.json: " + last).str();
    return nullptr;
  }
  if (!found) {
    llvm::errs() << "soac: no compile_commands.json is above '" << file
                 << "', which is read without flags; give some with -p DIR or after --\n";
    found = std::make_unique<FixedCompilationDatabase>(".", CommandLineArguments());
  }
  return found;
}

Database withArguments(Database database, llvm::ArrayRef<std::string> before, llvm::ArrayRef<std::string> after) {
  using namespace clang::tooling;
  auto adjusted = std::make_unique<ArgumentsAdjustingCompilations>(std::move(database));
  adjusted->appendArgumentsAdjuster(getInsertArgumentAdjuster(before.vec(), ArgumentInsertPosition::BEGIN));
  adjusted->appendArgumentsAdjuster(getInsertArgumentAdjuster(after.vec(), ArgumentInsertPosition::END));
  return adjusted;
}

std::optional<frontend::Options> commandOf(const std::string &file,
                                           const clang::tooling::CompilationDatabase &database,
                                           llvm::StringRef target) {
  llvm::SmallString<128> absolute(file);
  llvm::sys::fs::make_absolute(absolute);
  std::vector<clang::tooling::CompileCommand> commands = database.getCompileCommands(absolute);
  if (commands.empty())
    return std::nullopt;
  const auto wanted = llvm::find_if(commands, [&](const auto &c) { return belongsTo(c, target); });
  const clang::tooling::CompileCommand &command = wanted == commands.end() ? commands.front() : *wanted;
  const llvm::ArrayRef<std::string> line = command.CommandLine;
  frontend::Options result{understoodByClang(line.drop_front(line.empty() ? 0 : 1)), command.Directory};
  result.arguments.push_back("-w");
  return result;
}

} // namespace soac::tool
