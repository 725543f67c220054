// A trial writes
//   programs.hpp, programs.cpp   the programs on double, which soac reads
//   programs.inc                 the same for the dual numbers
//   main.cpp                     includes both and compares
// A fault that cannot be told from the output to be of one program is found by halves.
#include "Trial.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringRef.h>
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

static std::string contents(const std::string &file) {
  const auto buffer = llvm::MemoryBuffer::getFile(file);
  return buffer ? (*buffer)->getBuffer().str() : "";
}

static void writeFile(const std::string &file, const std::string &text) {
  std::error_code error;
  llvm::raw_fd_ostream(file, error) << text;
}

Trial::Trial(Tools given) : tools(std::move(given)) {
  llvm::sys::fs::create_directories(tools.directory);
  writeFile(path("prefix.hpp"),
            "#include \"check.hpp\"\n#include <soac/soac.hpp>\n#include <soac/runtime/runtime.hpp>\n"
            "#include <algorithm>\n#include <cmath>\n#include <numeric>\n#include <optional>\n");
  // GCC takes the precompiled header in this folder that fits the flags.
  llvm::sys::fs::create_directories(path("prefix.hpp.gch"));
  std::string output;
  for (const auto &[header, flags] :
       {std::pair("prefix.hpp.gch/plain", ""), std::pair("prefix.hpp.gch/flags", tools.flags.c_str())})
    if (compile("prefix.hpp", header, flags, output) != 0)
      llvm::errs() << output;
}

int Trial::execute(const std::vector<std::string> &command, std::string &output) {
  const std::string log = path("output");
  const std::vector<llvm::StringRef> arguments(command.begin(), command.end());
  const std::optional<llvm::StringRef> to[] = {std::nullopt, llvm::StringRef(log), llvm::StringRef(log)};
  const auto program = llvm::sys::findProgramByName(command.front());
  const int code = llvm::sys::ExecuteAndWait(program ? *program : command.front(), arguments, std::nullopt, to, 300);
  output = contents(log);
  return code;
}

int Trial::compile(const char *source, const char *object, const std::string &given, std::string &output) {
  std::vector<std::string> command{tools.compiler,       "-std=c++20",         "-Wno-unknown-pragmas",
                                   "-I" + tools.include, "-I" + tools.runtime, "-I" + tools.directory};
  llvm::SmallVector<llvm::StringRef> flags;
  llvm::SplitString(given, flags);
  for (const llvm::StringRef flag : flags)
    command.push_back(flag.str());
  const bool isHeader = llvm::StringRef(source).ends_with("prefix.hpp");
  if (!isHeader)
    command.insert(command.end(), {"-include", path("prefix.hpp")});
  command.insert(command.end(), {isHeader ? "-xc++-header" : "-c", path(source), "-o", path(object)});
  return execute(command, output);
}

void Trial::write(const std::vector<Program> &programs, const std::vector<bool> &isChecked) {
  std::string
      declarations =
          "#pragma once\n#include \"records.hpp\"\n#include <array>\n#include <soac/soac.hpp>\n#include <vector>\n"
          "using real = double;\n",
      definitions, checks;
  for (std::size_t i = 0; i < programs.size(); ++i) {
    const Program &p = programs[i];
    declarations += declaration(p) + ";\n";
    definitions += definition(p) + "\n";
    if (isChecked[i])
      checks += "  if (first <= " + std::to_string(i) + ")\n    wrong += !FUZZ_CHECK(" + p.name + ", " +
                llvm::join(p.arguments, ", ") + ");\n";
  }
  writeFile(path("programs.hpp"), declarations);
  writeFile(path("programs.cpp"),
            "#include \"programs.hpp\"\n#include <algorithm>\n#include <cmath>\n#include <numeric>\n"
            "#include <optional>\n\n" +
                definitions);
  writeFile(path("programs.inc"), definitions);
  writeFile(path("main.cpp"), "#include \"programs.cpp\"\n#include \"programs.soac.hpp\"\n#include <cstdlib>\n\n"
                              "namespace reference {\nusing real = fuzz::dual;\n#include \"programs.inc\"\n}\n\n"
                              "int main(int, char **arguments) {\n  setvbuf(stdout, nullptr, _IOLBF, 0);\n"
                              "  const int first = std::atoi(arguments[1]);\n  int wrong = 0;\n" +
                                  checks + "  return first < 0 || wrong != 0;\n}\n");
}

std::vector<std::optional<Problem>> Trial::halves(const std::vector<Program> &programs, Problem problem) {
  if (programs.size() == 1)
    return {std::move(problem)};
  const auto middle = programs.begin() + static_cast<std::ptrdiff_t>(programs.size() / 2);
  auto all = run({programs.begin(), middle}), second = run({middle, programs.end()});
  all.insert(all.end(), second.begin(), second.end());
  return all;
}

/// The first line that says `error`.
static std::string firstError(llvm::StringRef output) {
  const std::size_t at = output.find("error");
  if (at == llvm::StringRef::npos)
    return output.take_back(300).str();
  return output.drop_front(at).split('\n').first.str();
}

/// Runs from program number `first` on; one that crashes is left behind.
void Trial::runFrom(std::size_t first, const std::vector<Program> &programs,
                    std::vector<std::optional<Problem>> &problems) {
  while (first < programs.size()) {
    std::string output;
    const int code = execute({path("programs"), std::to_string(first)}, output);
    for (std::size_t i = first; i < programs.size(); ++i) {
      if (problems[i])
        continue;
      const std::string start = programs[i].name + ": ";
      const std::size_t at = output.rfind(start, 0) == 0 ? 0 : output.find("\n" + start);
      if (at == std::string::npos) {
        problems[i] = Problem{Fault::Crashes, "exit code " + std::to_string(code)};
        first = i;
        break;
      }
      const std::string said =
          llvm::StringRef(output).drop_front(output.find(start, at) + start.size()).split('\n').first.str();
      if (said != "right")
        problems[i] = Problem{Fault::Wrong, said};
      first = i;
    }
    ++first;
  }
}

std::vector<std::optional<Problem>> Trial::run(const std::vector<Program> &programs) {
  std::vector<std::optional<Problem>> problems(programs.size());
  std::vector<bool> isChecked(programs.size(), true);
  write(programs, isChecked);
  for (const char *old : {"programs.soac.hpp", "programs.soac.cpp"})
    llvm::sys::fs::remove(path(old));
  std::string output;
  const int code = execute({tools.soac, path("programs.cpp"), "--", "-std=c++20", "-I" + tools.include,
                            "-I" + tools.runtime, "-Wno-unused", "-Wno-unused-value"},
                           output);
  if ((code != 0 && code != 1) || output.find("internal error") != std::string::npos)
    return halves(programs, {Fault::ToolFails, "exit code " + std::to_string(code) + ": " + firstError(output)});
  const std::string generated = contents(path("programs.soac.hpp"));
  if (code != 0) {
    for (std::size_t i = 0; i < programs.size(); ++i)
      isChecked[i] = generated.find(programs[i].name + "_vjp(") != std::string::npos;
    if (programs.size() > 1) {
      write(programs, isChecked);
      // Each refusal by itself, for its message; the others go on.
      std::vector<Program> others;
      for (std::size_t i = 0; i < programs.size(); ++i)
        if (isChecked[i])
          others.push_back(programs[i]);
      if (others.size() < programs.size()) {
        for (std::size_t i = 0; i < programs.size(); ++i)
          if (!isChecked[i])
            problems[i] = run({programs[i]}).front();
        const auto rest = others.empty() ? std::vector<std::optional<Problem>>() : run(others);
        for (std::size_t i = 0, k = 0; i < programs.size(); ++i)
          if (isChecked[i])
            problems[i] = rest[k++];
        return problems;
      }
      return halves(programs, {Fault::ToolFails, firstError(output)});
    }
    std::string plain;
    const int valid = compile("programs.cpp", "plain.o", "-fsyntax-only", plain);
    return {Problem{valid == 0 ? Fault::Refused : Fault::Invalid, firstError(valid == 0 ? output : plain)}};
  }
  if (compile("programs.soac.cpp", "soac.o", tools.flags, output) != 0 ||
      compile("main.cpp", "main.o", "", output) != 0 ||
      execute({tools.compiler, path("main.o"), path("soac.o"), "-o", path("programs")}, output) != 0) {
    std::string plain;
    const bool isInvalid = programs.size() == 1 && compile("programs.cpp", "plain.o", "-fsyntax-only", plain) != 0;
    return halves(programs,
                  {isInvalid ? Fault::Invalid : Fault::DoesNotCompile, firstError(isInvalid ? plain : output)});
  }
  runFrom(0, programs, problems);
  return problems;
}
