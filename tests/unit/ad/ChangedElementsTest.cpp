// The elements that a nest of loops changes, gone through once more: what is saved of them and written to another array
// makes it equal to the changed one.
#include "ops/rules/ChangedElements.h"
#include "eval/Interpreter.h"
#include "support/Parsed.h"

#include <gtest/gtest.h>

namespace soac::test {
namespace {

using ops::RuntimeValue;

/// %n trips, in each of which `body` makes %e of %a; %before is as %x was.
ir::Function nest(const std::string &body) {
  return parsed("func @f(%x: [f64; 1], %before: [f64; 1], %n: i64, %m: i64) -> ([f64; 1]) {\n"
                "  %r: [f64; 1] = loop %n, (%x) |%k: i64, %a: [f64; 1]| {\n" +
                body + "    yield %e\n  }\n  return %r\n}");
}
/// The squares of the elements of %a from `first` on.
std::string squares(const std::string &count, const std::string &first, const std::string &from = "%a",
                    const std::string &to = "%e") {
  return to + ": [f64; 1] = loop " + count + ", (" + from + ") |" + to + "i: i64, " + to + "a: [f64; 1]| {\n" + to +
         "j: i64 = add " + to + "i, " + first + "\n" + to + "v: f64 = index " + to + "a[" + to + "j]\n" + to +
         "w: f64 = mul " + to + "v, " + to + "v\n" + to + "b: [f64; 1] = update " + to + "a[" + to + "j] = " + to +
         "w\nyield " + to + "b\n}\n";
}

const ops::RuntimeValue point = RuntimeValue::array({2, 3, -2, 5, 9, 7, 0.5, 4});

/// How many elements are saved with n trips; none where the elements are not known.
std::optional<std::size_t> saved(ir::Function f, std::int64_t n, std::int64_t m = 2) {
  const auto &loop = std::get<ir::Loop>(f.body.statements.front().op);
  const auto elements = ops::elementsOfNest(loop, 0, f.values);
  if (!elements)
    return std::nullopt;
  const ir::Value changed = f.body.results[0];
  std::vector<ir::Statement> behind;
  ir::Builder b(f.values, behind);
  const ir::Value contents = elements->read(changed, b);
  f.body.results = {changed, elements->write(f.body.parameters[1], contents, b), contents};
  llvm::move(behind, std::back_inserter(f.body.statements));
  const eval::Outcome outcome = eval::run(f, {point, point, RuntimeValue::i64(n), RuntimeValue::i64(m)});
  const auto *results = std::get_if<std::vector<RuntimeValue>>(&outcome);
  EXPECT_TRUE(results) << std::get<eval::Failure>(outcome).message;
  if (!results)
    return std::nullopt;
  const auto first = (*results)[0].elements(), second = (*results)[1].elements();
  for (std::size_t i = 0; i < first.size(); ++i)
    EXPECT_EQ(first[i].f, second[i].f) << i;
  return (*results)[2].elements().size();
}

TEST(ChangedElements, ofIterationsThatAreAlikeOnce) {
  const ir::Function f = nest(squares("%m", "3"));
  EXPECT_EQ(saved(f, 0), 0u);
  EXPECT_EQ(saved(f, 1), 2u);
  EXPECT_EQ(saved(f, 3), 2u);
  EXPECT_EQ(saved(f, 3, 0), 0u);
}

TEST(ChangedElements, ofIterationsThatTakeTurns) {
  const ir::Function two =
      nest("%bit: i64 = and %k, 1\n%isEven: bool = eq %bit, 0\n%e: [f64; 1] = if %isEven {\n" +
           squares("%m", "0", "%a", "%g") + "yield %g\n} else {\n" + squares("3", "4", "%a", "%h") + "yield %h\n}\n");
  EXPECT_EQ(saved(two, 0), 0u);
  EXPECT_EQ(saved(two, 1), 2u);
  EXPECT_EQ(saved(two, 5), 5u);
  const ir::Function three = nest("%rest: i64 = rem %k, 3\n%is: bool = eq %rest, 2\n%e: [f64; 1] = if %is {\n" +
                                  squares("%m", "%rest", "%a", "%g") + "yield %g\n} else {\nyield %a\n}\n");
  EXPECT_EQ(saved(three, 2), 0u);
  EXPECT_EQ(saved(three, 7), 2u);
}

TEST(ChangedElements, ofAllOtherIterations) {
  EXPECT_EQ(saved(nest(squares("%m", "%k")), 5), 10u);
  EXPECT_EQ(saved(nest(squares("%k", "1")), 4), 6u);
  const ir::Function late = nest("%is: bool = lt 2, %k\n%e: [f64; 1] = if %is {\n" + squares("%m", "1", "%a", "%g") +
                                 "yield %g\n} else {\nyield %a\n}\n");
  EXPECT_EQ(saved(late, 3), 0u);
  EXPECT_EQ(saved(late, 5), 4u);
  const ir::Function seven = nest("%rest: i64 = rem %k, 7\n" + squares("1", "%rest"));
  EXPECT_EQ(saved(seven, 6), 6u);
}

TEST(ChangedElements, thatDataChooseAreUnknown) {
  EXPECT_EQ(saved(nest("%v: f64 = index %a[0]\n%is: bool = lt 2.0, %v\n%e: [f64; 1] = if %is {\n" +
                       squares("%m", "1", "%a", "%g") + "yield %g\n} else {\nyield %a\n}\n"),
                  3),
            std::nullopt);
}

} // namespace
} // namespace soac::test
