// Every program gives as C++ what it gives in the interpreter.
#include "Cases.h"
#include "Close.h"
#include "Invoke.h"

#include "eval/Interpreter.h"
#include "ir/text/Printer.h"

#include "programs.soac.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <map>

namespace soac::test {
namespace {

using Runner = std::vector<ops::RuntimeValue> (*)(llvm::ArrayRef<ops::RuntimeValue>);

const std::map<std::string, Runner> &runners() {
  static const std::map<std::string, Runner> table = {
#define PROGRAM(name)                                                                                                  \
  {#name, [](llvm::ArrayRef<ops::RuntimeValue> arguments) { return invoke(&programs::name, arguments); }},
#include "programs.inc"
#undef PROGRAM
  };
  return table;
}

class Programs : public testing::TestWithParam<Case> {};

struct Seeds : testing::Environment {
  void SetUp() override { std::printf("random programs 1 to %u\n", randomPrograms); }
};
[[maybe_unused]] const auto *const seeds = testing::AddGlobalTestEnvironment(new Seeds);

TEST_P(Programs, AgreeWithTheInterpreter) {
  const Case &c = GetParam();
  const eval::Outcome outcome = eval::run(c.function, c.arguments);
  if (const auto *failure = std::get_if<eval::Failure>(&outcome)) {
    try {
      runners().at(c.name)(c.arguments);
      FAIL() << "no failure, but: " << failure->message;
    } catch (const std::runtime_error &error) {
      EXPECT_EQ(failure->message, error.what());
    }
    return;
  }
  const auto &expected = std::get<std::vector<ops::RuntimeValue>>(outcome);
  const std::vector<ops::RuntimeValue> results = runners().at(c.name)(c.arguments);
  ASSERT_EQ(results.size(), expected.size());
  for (std::size_t k = 0; k < results.size(); ++k)
    EXPECT_TRUE(close(results[k], expected[k])) << "result " << k << ": " << ops::toString(results[k]) << "\nexpected "
                                                << ops::toString(expected[k]) << "\n"
                                                << ir::toString(c.function);
}

INSTANTIATE_TEST_SUITE_P(Emit, Programs, testing::ValuesIn(cases()),
                         [](const auto &info) { return info.param.name; });

} // namespace

void PrintTo(const Case &c, std::ostream *out) { *out << c.name; }

} // namespace soac::test
