// Undo logs whose length a run before finds: what is written stays inside them, whatever the run before has counted.
#include "eval/Interpreter.h"
#include "ir/Walk.h"
#include "ir/text/Parser.h"
#include "support/Derivatives.h"

#include <gtest/gtest.h>

namespace soac::test {
namespace {

using ops::RuntimeValue;

// Squares those of the first `count` elements for which `steer` says so.
ir::Function updates(const std::string &steer, const std::string &count = "%n") {
  ir::ParseResult result = ir::parse(R"(func @f(%x: [f64; 1], %flags: [i64; 1], %n: i64) -> ([f64; 1]) {
    %r: [f64; 1] = loop )" + count + R"(, (%x) |%i: i64, %a: [f64; 1]| {
      %v: f64 = index %a[%i]
      )" + steer + R"(
      %out: [f64; 1] = if %c {
        %h: f64 = mul %v, %v
        %u: [f64; 1] = update %a[%i] = %h
        yield %u
      } else {
        yield %a
      }
      yield %out
    }
    return %r
  })");
  EXPECT_FALSE(result.error) << result.error->message;
  return std::move(result.functions.front());
}

const char *const byRounding = "%w: f64 = add %v, %v\n %c: bool = lt %w, 10.0";
const char *const byInteger = "%w: i64 = index %flags[%i]\n %c: bool = lt %w, 1";

ir::Function adjointOf(const char *steer, const std::string &count = "%n") {
  auto d = differentiated(wrapAdjoint(updates(steer, count)));
  EXPECT_TRUE(d);
  return std::move(*d);
}

eval::Outcome run(const ir::Function &f) {
  return eval::run(f, {RuntimeValue::array({1, 2, 3}), RuntimeValue::indices({0, 0, 0}), RuntimeValue::i64(3),
                       RuntimeValue::array({1, 1, 1})});
}

// The last result.
std::vector<double> adjointIn(const eval::Outcome &outcome) {
  std::vector<double> numbers;
  for (const ops::Number n : std::get<std::vector<RuntimeValue>>(outcome).back().elements())
    numbers.push_back(n.f);
  return numbers;
}

// The statement that counts has found one entry, however many there are.
void miscount(ir::Function &f) {
  ir::ValueMap miscounted;
  ir::forEachStatement(f.body, [&](const ir::Statement &s) {
    if (const auto *fill = std::get_if<ir::Fill>(&s.op))
      if (f.values.stored(s.results[0]) == ir::Stored::Undo && !f.values.asInt(fill->extents[0]))
        miscounted[fill->extents[0]] = f.values.constantIndex(1);
  });
  EXPECT_EQ(miscounted.size(), 1u);
  ir::substitute(f.body, miscounted);
}

unsigned checksOfLogs(const ir::Function &f) {
  unsigned found = 0;
  ir::forEachStatement(f.body, [&](const ir::Statement &s) {
    if (const auto *check = std::get_if<ir::Check>(&s.op))
      found += check->message.find("than were counted before") != std::string::npos;
  });
  return found;
}

TEST(UndoLog, ALogThatWouldBeOverrunFailsBeforeItIsWritten) {
  ir::Function f = adjointOf(byRounding);
  ASSERT_TRUE(std::holds_alternative<std::vector<RuntimeValue>>(run(f)));
  miscount(f);
  const eval::Outcome outcome = run(f);
  ASSERT_TRUE(std::holds_alternative<eval::Failure>(outcome));
  EXPECT_NE(std::get<eval::Failure>(outcome).message.find("the updates of 'x'"), std::string::npos)
      << std::get<eval::Failure>(outcome).message;
}

TEST(UndoLog, CountsThatCannotDifferAreNotChecked) {
  EXPECT_GT(checksOfLogs(adjointOf(byRounding)), 0u);
  EXPECT_EQ(checksOfLogs(adjointOf(byInteger)), 0u);
}

// A dry run would copy the array, too.
TEST(UndoLog, FewUpdatesHaveRoomAndAreNotCountedBefore) {
  const auto loops = [](const ir::Function &f) {
    int n = 0;
    ir::forEachStatement(f.body, [&](const ir::Statement &s) { n += std::holds_alternative<ir::Loop>(s.op); });
    return n;
  };
  for (const char *steer : {byRounding, byInteger}) {
    const ir::Function few = adjointOf(steer, "3"), many = adjointOf(steer, "1000");
    EXPECT_EQ(loops(few) + 1, loops(many));
    EXPECT_EQ(adjointIn(run(few)), adjointIn(run(adjointOf(steer))));
  }
}

// Steps of two inner loops over an array of %n numbers, of `first` and %n trips.
ir::Function steps(const std::string &first) {
  ir::ParseResult result = ir::parse(R"(func @f(%x: [f64; 1]) -> ([f64; 1]) {
    %n: i64 = extent %x, 0
    %less: i64 = sub %n, 1
    %r: [f64; 1] = loop 3, (%x) |%t: i64, %a: [f64; 1]| {
      %b: [f64; 1] = loop )" + first +
                                     R"(, (%a) |%i: i64, %c: [f64; 1]| {
        %u: f64 = index %c[%i]
        %v: f64 = mul %u, %u
        %d: [f64; 1] = update %c[%i] = %v
        yield %d
      }
      %e: [f64; 1] = loop %n, (%b) |%j: i64, %g: [f64; 1]| {
        %w: f64 = index %g[%j]
        %y: f64 = sin %w
        %h: [f64; 1] = update %g[%j] = %y
        yield %h
      }
      yield %e
    }
    return %r
  })");
  EXPECT_FALSE(result.error) << result.error->message;
  return std::move(result.functions.front());
}

unsigned logs(const ir::Function &f) {
  unsigned found = 0;
  for (const ir::Statement &s : f.body.statements)
    found += std::holds_alternative<ir::Fill>(s.op) && f.values.stored(s.results[0]) == ir::Stored::Undo;
  return found;
}

TEST(UndoLog, ArraysThatStepsOverwriteTwiceAreCopied) {
  for (const auto &[first, isTwice] : {std::pair("%n", true), std::pair("%less", false)}) {
    const auto d = differentiated(wrapAdjoint(steps(first)));
    ASSERT_TRUE(d);
    EXPECT_EQ(logs(*d), isTwice ? 0u : 1u);
    EXPECT_EQ(checkDerivatives(steps(first), {RuntimeValue::array({.5, .25, .75})}).mismatch, "");
  }
}

TEST(UndoLog, ArraysOfOneBeginningAreNotCopiedInEachIteration) {
  ir::ParseResult result = ir::parse(R"(func @f(%x: [f64; 2]) -> ([f64; 2], [f64; 2]) {
    %r: [f64; 2], %s: [f64; 2] = loop 2, (%x, %x) |%i: i64, %a: [f64; 2], %b: [f64; 2]| {
      %below: i64 = add %i, 1
      %c: [f64; 2], %d: [f64; 2] = loop 2, (%a, %b) |%j: i64, %e: [f64; 2], %g: [f64; 2]| {
        %next: i64 = add %j, 1
        %u: f64 = index %e[%below, %j]
        %v: f64 = index %g[%below, %j]
        %w: f64 = mul %u, %v
        %h: [f64; 2] = update %e[%below, %next] = %w
        %y: f64 = index %g[%i, %j]
        %z: f64 = mul %w, %y
        %k: [f64; 2] = update %g[%below, %next] = %z
        yield %h, %k
      }
      yield %c, %d
    }
    return %r, %s
  })");
  ASSERT_FALSE(result.error) << result.error->message;
  const ir::Function f = std::move(result.functions.front());
  const auto d = differentiated(wrapAdjoint(f));
  ASSERT_TRUE(d);
  ir::forEachStatement(d->body, [&](const ir::Statement &s) {
    for (ir::Value v : s.results)
      EXPECT_NE(d->values.stored(v), ir::Stored::Checkpoint);
  });
  EXPECT_EQ(checkDerivatives(f, {RuntimeValue::array({.5, .25, .75, 1.5, .5, 2, 1.25, .8, .9}, {3, 3})}).mismatch, "");
}

} // namespace
} // namespace soac::test
