// Every program gives on a device what it gives in the interpreter, in whichever order its threads run.
#include "emit/Cases.h"
#include "emit/Close.h"
#include "emit/Invoke.h"

#include "eval/Interpreter.h"
#include "ir/text/Printer.h"

#include "programs.hpp"
#include "shim.hpp"

#include <gtest/gtest.h>

#include <map>

namespace soac::test {
namespace {

/// Holds what an argument of a function for a device refers to.
template <class T> struct DeviceArgument {
  T value;
  DeviceArgument(const cuda::on &, const ops::RuntimeValue &data) : value(numberTo<T>(data.number())) {}
};
template <class T, int R> struct DeviceArgument<cuda::view<const T, R>> {
  cuda::array<T, R> memory;
  cuda::view<const T, R> value;
  DeviceArgument(const cuda::on &place, const ops::RuntimeValue &data)
      : memory(Argument<view<const T, R>>(data).value, place), value(memory) {}
};

template <class T> void append(std::vector<ops::RuntimeValue> &out, const cuda::scalar<T> &x) { test::append(out, T(x)); }
template <class T, int R> void append(std::vector<ops::RuntimeValue> &out, const cuda::array<T, R> &a) {
  test::append(out, a.to_host());
}
template <class... T> void append(std::vector<ops::RuntimeValue> &out, const std::tuple<T...> &t) {
  std::apply([&](const auto &...x) { (append(out, x), ...); }, t);
}

template <class R, class... P>
std::vector<ops::RuntimeValue> run(R (*f)(const cuda::on &, P...), const cuda::on &place,
                                   llvm::ArrayRef<ops::RuntimeValue> arguments) {
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    std::tuple<DeviceArgument<P>...> converted{DeviceArgument<P>(place, arguments[I])...};
    std::vector<ops::RuntimeValue> results;
    append(results, f(place, std::get<I>(converted).value...));
    return results;
  }(std::index_sequence_for<P...>{});
}

using Runner = std::vector<ops::RuntimeValue> (*)(const cuda::on &, llvm::ArrayRef<ops::RuntimeValue>);

const std::map<std::string, Runner> &runners() {
  static const std::map<std::string, Runner> table = {
#define PROGRAM(name)                                                                                                  \
  {#name, [](const cuda::on &place, llvm::ArrayRef<ops::RuntimeValue> arguments) {                                     \
     return run(&soac_generated_programs::cuda::name, place, arguments);                                               \
   }},
#include "programs.inc"
#undef PROGRAM
  };
  return table;
}

std::vector<Case> casesOfDevice() {
  std::vector<Case> all = cases();
  llvm::erase_if(all, [](const Case &c) { return !runners().count(c.name); });
  return all;
}

class DevicePrograms : public testing::TestWithParam<Case> {
protected:
  void SetUp() override { cudaStreamCreate(&stream); }
  void TearDown() override { cudaStreamDestroy(stream); }
  cudaStream_t stream = nullptr;
};

/// Failures say where they come from, too: the file's line and the function.
bool isOf(const std::string &message, const std::string &failure) { return message.find(failure) != std::string::npos; }

TEST_P(DevicePrograms, AgreeWithTheInterpreter) {
  const Case &c = GetParam();
  const eval::Outcome outcome = eval::run(c.function, c.arguments);
  cuda::workspace workspace;
  const cuda::on place(stream, workspace);
  for (const shim::Order order : {shim::Order::Forward, shim::Order::Reversed, shim::Order::Random}) {
    shim::order(order);
    if (const auto *failure = std::get_if<eval::Failure>(&outcome)) {
      try {
        runners().at(c.name)(place, c.arguments);
        place.wait();
        FAIL() << "no failure, but: " << failure->message;
      } catch (const cuda::error &error) {
        EXPECT_PRED2(isOf, error.what(), failure->message);
      }
      continue;
    }
    const auto &expected = std::get<std::vector<ops::RuntimeValue>>(outcome);
    const std::vector<ops::RuntimeValue> results = runners().at(c.name)(place, c.arguments);
    ASSERT_EQ(results.size(), expected.size());
    for (std::size_t k = 0; k < results.size(); ++k)
      EXPECT_TRUE(close(results[k], expected[k])) << "result " << k << ": " << ops::toString(results[k]) << "\nexpected "
                                                  << ops::toString(expected[k]) << "\n"
                                                  << ir::toString(c.function);
  }
}

INSTANTIATE_TEST_SUITE_P(Cuda, DevicePrograms, testing::ValuesIn(casesOfDevice()),
                         [](const auto &info) { return info.param.name; });

} // namespace

void PrintTo(const Case &c, std::ostream *out) { *out << c.name; }

} // namespace soac::test
