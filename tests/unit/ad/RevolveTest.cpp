// Binomial checkpointing: how often the body runs, against the best of all schedules.
#include "eval/Interpreter.h"
#include "ir/text/Parser.h"
#include "ir/verify/Verifier.h"
#include "support/Derivatives.h"

#include <gtest/gtest.h>

#include <map>

namespace soac::test {
namespace {

using ops::RuntimeValue;

// The body reads one element that nothing else reads, so that the reads of the array count its runs.
ir::Function program(unsigned snapshots) {
  ir::ParseResult result = ir::parse("func @f(%x: f64, %table: [i64; 1], %n: i64) -> (f64) {\n"
                                     "  %r: f64 = loop %n, (%x) revolve(" + std::to_string(snapshots) + ") |%i: i64, %p: f64| {\n"
                                     "    %rows: [i64; 1] = slice %table, start 0, count 1000, step 1\n"
                                     "    %copy: [i64; 1] = update %rows[0] = %i\n"
                                     "    %k: i64 = index %copy[1]\n"
                                     "    %d: f64 = cast %k\n"
                                     "    %q: f64 = fma %p, %p, %d\n"
                                     "    %s: f64 = sin %q\n"
                                     "    yield %s\n"
                                     "  }\n"
                                     "  return %r\n"
                                     "}\n");
  EXPECT_FALSE(result.error) << result.error->message;
  return std::move(result.functions.front());
}

constexpr std::uint64_t bodyWrites = 1000; // the copy of the slice

// Advances of the best schedule that reverses l iterations with c snapshots: t(l, c) of [GW08 ch. 12], by definition.
int advances(int l, int c) {
  static std::map<std::pair<int, int>, int> known;
  if (l <= 1)
    return 0;
  if (c == 1)
    return l * (l - 1) / 2;
  int &best = known[{l, c}];
  if (best == 0) {
    best = advances(l, 1);
    for (int m = 1; m < l; ++m)
      best = std::min(best, m + advances(l - m, c - 1) + advances(m, c));
  }
  return best;
}

TEST(Revolve, TheBodyRunsAsOftenAsInTheBestSchedule) {
  const RuntimeValue table(ir::Scalar::I64, ops::Extents{1000});
  for (const int c : {1, 2, 3, 4, 7}) {
    const auto derivative = differentiated(wrapAdjoint(program(static_cast<unsigned>(c))));
    ASSERT_TRUE(derivative);
    for (const std::string &problem : ir::verify(*derivative))
      ADD_FAILURE() << problem;
    for (const int l : {0, 1, 2, 3, 4, 5, 6, 7, 10, 11, 15, 16, 20, 21, 35, 36}) {
      ops::Counters counters;
      const auto outcome = eval::run(*derivative, {RuntimeValue::f64(0.3), table, RuntimeValue::i64(l), RuntimeValue::f64(1)}, &counters);
      ASSERT_TRUE(std::holds_alternative<std::vector<RuntimeValue>>(outcome));
      // What follows the loop is reversed first, like one more iteration. In the forward sweep, on the way to the
      // iterations that are reversed, and in these.
      const int runs = l + (advances(l + 1, c) - l) + l;
      EXPECT_EQ(counters.writes / bodyWrites, static_cast<std::uint64_t>(runs))
          << l << " iterations, " << c << " snapshots";
    }
  }
}

} // namespace
} // namespace soac::test
