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

void Trial::write(const std::vector<Program> &programs, const std::vector<bool> &isChecked) {
  std::string declarations = "#pragma once\n#include \"records.hpp\"\n#include <array>\n#include "
                             "<soac/soac.hpp>\n#include <span>\n#include <utility>\n#include <vector>\n"
                             "using real = double;\n",
              definitions, calls, checks;
  for (std::size_t i = 0; i < programs.size(); ++i) {
    const Program &p = programs[i];
    declarations += declaration(p) + ";\n";
    definitions += definition(p) + "\n";
    if (isChecked[i]) {
      calls += soac::fuzz::calls(p);
      checks += "  if (first <= " + std::to_string(i) + ")\n    wrong += !fuzz::is_right(" + p.name + "_calls);\n";
    }
  }
  writeFile(commands.path("programs.hpp"), declarations);
  writeFile(commands.path("programs.cpp"),
            "#include \"programs.hpp\"\n#include <algorithm>\n#include <cmath>\n#include <cstdlib>\n#include "
            "<functional>\n#include <memory>\n#include <numeric>\n"
            "#include <optional>\n#include <stdexcept>\n#include <string>\n\n" +
                definitions);
  writeFile(commands.path("programs.inc"), definitions);
  writeFile(commands.path("main.cpp"),
            "#include \"programs.cpp\"\n#include \"programs.soac.hpp\"\n#include <cstdlib>\n\n"
            "namespace reference {\nusing real = fuzz::dual;\n#include \"programs.inc\"\n}\n\n" +
                calls +
                "\nint main(int, char **arguments) {\n  setvbuf(stdout, nullptr, _IOLBF, 0);\n"
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

/// Runs from program number `first` on; one that crashes is left behind.
void Trial::runFrom(std::size_t first, const std::vector<Program> &programs,
                    std::vector<std::optional<Problem>> &problems) {
  while (first < programs.size()) {
    std::string output;
    const int code = commands.execute({commands.path("programs"), std::to_string(first)}, output);
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
    llvm::sys::fs::remove(commands.path(old));
  std::string output;
  const int code = commands.execute({commands.tools.soac, commands.path("programs.cpp"), "--", "-std=c++20",
                                     "-I" + commands.tools.include, "-I" + commands.tools.runtime, "-Wno-unused",
                                     "-Wno-unused-value"},
                                    output);
  if ((code != 0 && code != 1) || output.find("internal error") != std::string::npos)
    return halves(programs, {Fault::ToolFails, "exit code " + std::to_string(code) + ": " + firstError(output)});
  const std::string generated = read(commands.path("programs.soac.hpp"));
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
    const int valid = commands.compile("programs.cpp", "plain.o", "-fsyntax-only", plain);
    return {Problem{valid == 0 ? Fault::Refused : Fault::Invalid, firstError(valid == 0 ? output : plain)}};
  }
  if (commands.compile("programs.soac.cpp", "soac.o", flags, output) != 0 ||
      commands.compile("main.cpp", "main.o", "", output) != 0 ||
      commands.execute(
          {commands.tools.compiler, commands.path("main.o"), commands.path("soac.o"), "-o", commands.path("programs")},
          output) != 0) {
    std::string plain;
    const bool isInvalid =
        programs.size() == 1 && commands.compile("programs.cpp", "plain.o", "-fsyntax-only", plain) != 0;
    return halves(programs,
                  {isInvalid ? Fault::Invalid : Fault::DoesNotCompile, firstError(isInvalid ? plain : output)});
  }
  runFrom(0, programs, problems);
  return problems;
}
