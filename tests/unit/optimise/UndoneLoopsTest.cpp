// Loops that run again only for the log by which the loop behind undoes them: undone_loops.
#include "Check.h"

namespace soac::test {
namespace {

struct Round {
  std::string again =
      "    %z: f64 = mul %x, %y\n"; ///< what the first loop makes of an element %x and the one behind it
  std::string place = "%k";         ///< of the entry of the log that trip %t of the second one reads
  std::string before = {},
              behind = {}; ///< in the second loop, in front of where it puts the element back, and behind that
  std::string returned = "%r, %sum";
  std::string log = "%x"; ///< what the first loop logs
};

/// A loop that multiplies each of %n elements by the next one, and one that puts them back and adds %e in each trip.
Passed undone(const Round &round) {
  Passed p = passed(R"(
func @f(%a: [f64; 1], %c: [f64; 1], %n: i64) -> ([f64; 1], f64) {
  %empty: [f64; 1] = fill 0.0, [%n]
  %b: [f64; 1], %log: [f64; 1], %total: f64 = loop %n, (%a, %empty, 0.0) |%i: i64, %p: [f64; 1], %l: [f64; 1], %v: f64| {
    %x: f64 = index %p[%i]
    %j: i64 = add %i, 1
    %y: f64 = index %p[%j]
)" + round.again +
                        "    %m: [f64; 1] = update %l[%i] = " + round.log +
                        R"(
    %o: [f64; 1] = update %p[%i] = %z
    %vs: f64 = add %v, %x
    yield %o, %m, %vs
  }
  %r: [f64; 1], %sum: f64 = loop %n, (%b, 0.0) |%t: i64, %q: [f64; 1], %s: f64| {
    %h: i64 = sub %n, %t
    %k: i64 = add %h, -1
)" + round.before + "    %old: f64 = index %log[" +
                        round.place +
                        R"(]
    %u: [f64; 1] = update %q[%k] = %old
)" + round.behind + R"(
    %w: f64 = add %s, %e
    yield %u, %w
  }
  return )" + round.returned +
                        "\n}",
                    {"undone_loops", "simplify", "dce"});
  for (const std::int64_t n : {0, 1, 4})
    p.on({RuntimeValue::array({0.5, -1, 2, 0.25, 3, -0.5}), RuntimeValue::array({1, 2, 3, 4, 5, 6}),
          RuntimeValue::i64(n)});
  return p;
}
bool isUndone(const Passed &p) { return p.count<ir::Loop>() == 1 && p.count<ir::Update>() == 0; }

TEST(UndoneLoops, ofWhichElementsAreReadThatWerePutBackAreGone) {
  for (const std::string place : {"%k", "%h"}) {
    const Passed p = undone({.behind = "    %e: f64 = index %u[" + place + "]\n"});
    EXPECT_TRUE(isUndone(p)) << p.text();
  }
  // The element is also what the log had for it.
  const Passed p = undone({.behind = "    %f: f64 = index %u[%h]\n    %e: f64 = mul %old, %f\n"});
  EXPECT_TRUE(isUndone(p)) << p.text();
}

TEST(UndoneLoops, ofWhichOtherElementsAreReadStay) {
  const auto stays = [](const Round &round) {
    const Passed p = undone(round);
    EXPECT_EQ(p.count<ir::Loop>(), 2u) << p.text();
    EXPECT_EQ(p.count<ir::Update>(), 3u) << p.text();
  };
  const std::string next = "    %e: f64 = index %u[%h]\n";
  stays({.before = "    %e: f64 = index %q[%k]\n"}); // not put back yet
  stays({.behind = "    %f: bool = lt 0, %k\n    %d: i64 = sub %k, 1\n    %e: f64 = if %f {\n      %g: f64 = index "
                   "%u[%d]\n      "
                   "yield %g\n    } else {\n      yield 0.0\n    }\n"}); // of the trip to come
  stays({.behind = "    %e: f64 = index %u[%t]\n"});                     // of any of them
  stays({.place = "%t", .behind = next});                                // another entry
  stays({.behind = next, .log = "%y"});                                  // of another element
  stays({.again = "    %z: f64 = mul %y, 2.0\n", .behind = next, .log = "%z"});
  stays({.behind = next, .returned = "%b, %sum"}); // what the first loop makes is used
  stays({.behind = next, .returned = "%log, %sum"});
  stays({.behind = next, .returned = "%r, %total"});
  stays({.again = "    %z: f64 = mul %x, %y\n    %g: f64 = index %c[%i]\n",
         .behind = next,
         .log = "%g"}); // of another array
}

// What is read in front of the trips that put it back: the loops' last round has only some of the elements.
TEST(UndoneLoops, ofRowsAreGone) {
  auto p = passed(R"(
func @f(%a: [f64; 2], %n: i64) -> ([f64; 2], f64) {
  %empty: [f64; 1] = fill 0.0, [%n]
  %b: [f64; 2], %log: [f64; 1] = loop %n, (%a, %empty) |%i: i64, %p: [f64; 2], %l: [f64; 1]| {
    %x: f64 = index %p[1, %i]
    %y: f64 = index %p[0, %i]
    %z: f64 = mul %x, %y
    %m: [f64; 1] = update %l[%i] = %x
    %o: [f64; 2] = update %p[1, %i] = %z
    yield %o, %m
  }
  %r: [f64; 2], %sum: f64 = loop %n, (%b, 0.0) |%t: i64, %q: [f64; 2], %s: f64| {
    %h: i64 = sub %n, %t
    %k: i64 = add %h, -1
    %old: f64 = index %log[%k]
    %u: [f64; 2] = update %q[1, %k] = %old
    %e: f64 = index %u[0, %k]
    %f: f64 = mul %e, %old
    %w: f64 = add %s, %f
    yield %u, %w
  }
  return %r, %sum
})",
                  {"undone_loops", "simplify", "dce"});
  p.on({RuntimeValue::array({0.5, -1, 2, 0.25, 3, -0.5}, {2, 3}), RuntimeValue::i64(3)});
  EXPECT_TRUE(isUndone(p)) << p.text();
}

} // namespace
} // namespace soac::test
