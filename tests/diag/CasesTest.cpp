// Files of cases/ that must be refused: each line that holds `// error: name` gives exactly that diagnostic there, and no
// other line gives any. `// error@-1: name` is for the line before. `// warning:` and `// note:` likewise. `// flags: ..` in
// the first line are flags of the compiler. A file whose name ends in _without_output is read with --drop-output.
#include "ad/Ad.h"
#include "frontend/Frontend.h"
#include "optimise/Passes.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

namespace soac::frontend {
namespace {

using Found = std::multiset<std::pair<unsigned, std::string>>;

std::vector<std::string> cases() {
  std::vector<std::string> names;
  for (const auto &entry : std::filesystem::directory_iterator(SOAC_DIAG_CASES))
    if (entry.path().extension() == ".cpp")
      names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

Found expectedOf(const std::string &file) {
  static const std::regex pattern(R"(//\s*(?:error|warning|note)(?:@([-+]\d+))?:\s*([a-z-]+))");
  Found expected;
  std::ifstream in(file);
  std::string line;
  for (unsigned number = 1; std::getline(in, line); ++number)
    for (std::sregex_iterator it(line.begin(), line.end(), pattern), end; it != end; ++it) {
      const int offset = (*it)[1].matched ? std::stoi((*it)[1]) : 0;
      expected.emplace(static_cast<unsigned>(static_cast<int>(number) + offset), (*it)[2]);
    }
  return expected;
}

std::vector<std::string> flagsOf(const std::string &file) {
  std::ifstream in(file);
  std::string line, flag;
  std::getline(in, line);
  const std::string prefix = "// flags:";
  std::vector<std::string> flags;
  if (line.starts_with(prefix))
    for (std::istringstream words(line.substr(prefix.size())); words >> flag;)
      flags.push_back(flag);
  return flags;
}

class Cases : public testing::TestWithParam<std::string> {};

TEST_P(Cases, RefusesExactlyWhatItSays) {
  const std::string file = std::string(SOAC_DIAG_CASES) + "/" + GetParam() + ".cpp";
  diag::Engine engine;
  Options options;
  options.arguments = flagsOf(file);
  options.arguments.insert(options.arguments.end(), {"-I", SOAC_INCLUDE});
  options.dropOutput = GetParam().ends_with("_without_output");
  Result result = read(file, options, engine);
  // Differentiation refuses too; a function that it refuses is not written.
  std::erase_if(result.unit.functions, [&](const interface::CxxFunction &f) {
    return !ad::differentiate(optimise::normalise(f.function), {}, engine).has_value();
  });
  Found found;
  std::set<std::pair<unsigned, std::string>> seen;
  for (const diag::Diagnostic &d : engine.all()) {
    const std::pair<unsigned, std::string> key(d.place.line, diag::info(d.id).name);
    if (seen.insert(key).second)
      found.insert(key);
    EXPECT_NE(d.text().find_first_not_of(' '), std::string::npos);
    EXPECT_EQ(d.text().find("{0}"), std::string::npos) << d.text();
  }
  const Found expected = expectedOf(file);
  for (const auto &[line, name] : expected)
    EXPECT_EQ(found.count({line, name}), expected.count({line, name})) << file << ":" << line << ": no " << name;
  for (const diag::Diagnostic &d : engine.all())
    EXPECT_EQ(expected.count({d.place.line, diag::info(d.id).name}), 1u)
        << file << ":" << d.place.line << ": unexpected: " << d.text();
  // A function whose name begins with `fine` is not refused.
  for (const interface::CxxFunction &f : result.unit.functions)
    EXPECT_EQ(f.name.find("fine"), 0u) << f.name << " should have been refused";
}

INSTANTIATE_TEST_SUITE_P(All, Cases, testing::ValuesIn(cases()), [](const auto &info) { return info.param; });

/// Every row of the table that the frontend can report is provoked by a case or by a test here.
TEST(Table, EveryMessageIsProvoked) {
  std::set<std::string> provoked = {"cannot-read", "builtin-headers", "language-version", // by `Read` below
                                    "evaluated-twice",                                    // by the frontend's unit tests
                                    "not-on-device"};                                     // by tests/command/device.sh
  for (const std::string &name : cases())
    for (const auto &[line, id] : expectedOf(std::string(SOAC_DIAG_CASES) + "/" + name + ".cpp"))
      provoked.insert(id);
  static constexpr const char *names[] = {
#define SOAC_DIAGNOSTIC(Id, Name, ...) Name,
#include "diag/Diagnostics.def"
  };
  for (const char *name : names)
    EXPECT_TRUE(provoked.count(name)) << "no test provokes -Wsoac-" << name;
}

TEST(Read, SaysThatAFileCannotBeRead) {
  diag::Engine engine;
  EXPECT_FALSE(read(SOAC_DIAG_CASES "/there-is-no-such-file.cpp", {}, engine).parsed);
  ASSERT_EQ(engine.all().size(), 1u);
  EXPECT_EQ(engine.all()[0].id, diag::Id::CannotRead);
}

TEST(Read, SaysThatTheLanguageIsTooOld) {
  for (const char *standard : {"-std=c++17", "-std=gnu++98", "-std=c++11"}) {
    diag::Engine engine;
    Options options;
    options.arguments = {"-I", SOAC_INCLUDE, standard};
    EXPECT_FALSE(read(SOAC_DIAG_CASES "/requests.cpp", options, engine).parsed);
    ASSERT_EQ(engine.all().size(), 1u) << standard;
    EXPECT_EQ(engine.all()[0].id, diag::Id::LanguageVersion);
  }
  for (const char *standard : {"-std=c++20", "-std=gnu++2b", "-std=c++26"}) {
    diag::Engine engine;
    Options options;
    options.arguments = {"-I", SOAC_INCLUDE, standard};
    EXPECT_TRUE(read(SOAC_DIAG_CASES "/nothing.cpp", options, engine).parsed) << standard;
  }
}

TEST(Read, SaysThatBuiltinHeadersAreMissing) {
  diag::Engine engine;
  Options options;
  options.arguments = {"-resource-dir", SOAC_DIAG_CASES};
  EXPECT_FALSE(read(SOAC_DIAG_CASES "/nothing.cpp", options, engine).parsed);
  ASSERT_FALSE(engine.all().empty());
  EXPECT_EQ(engine.all()[0].id, diag::Id::BuiltinHeaders);
}

} // namespace
} // namespace soac::frontend
