// The pass that gives vectors which grow in a loop room: which loops still make an array longer, and that the same
// comes out.
#include "Check.h"

namespace soac::test {
namespace {

/// %v of %n elements goes through a loop of %k trips whose body leaves %next of it; the pass gives it room, or does
/// not.
Passed grown(llvm::StringRef body, bool hasRoom) {
  const std::string text = "func @f(%n: i64, %k: i64, %x: f64) -> ([f64; 1], i64) {\n"
                           "  %v: [f64; 1] = fill %x, [%n]\n"
                           "  %w: [f64; 1], %s: i64 = loop %k, (%v, 0) |%i: i64, %p: [f64; 1], %t: i64| {\n"
                           "    %z: f64 = cast %i\n    %one: [f64; 1] = fill %z, [1]\n    %m: i64 = extent %p, 0\n" +
                           body.str() + "    yield %next, %m\n  }\n  return %w, %s\n}\n";
  Passed p = passed(text, {"room", "dce"});
  EXPECT_EQ(p.text().find("%p_size") != std::string::npos, hasRoom) << p.text();
  for (const std::int64_t n : {1, 3})
    for (const std::int64_t k : {-1, 0, 1, 2, 5})
      p.on({RuntimeValue::i64(n), RuntimeValue::i64(k), RuntimeValue::f64(0.7)});
  return p;
}

const char *const append = "    %next: [f64; 1] = concat %p, %one\n";

TEST(Room, anElementInEveryTrip) {
  const Passed p = grown(append, true);
  EXPECT_EQ(p.count<ir::Concat>(), 1u) << "that with the room, in front of the loop";
}

TEST(Room, someInSomeTrips) {
  grown("    %c: bool = lt %m, 4\n    %next: [f64; 1] = if %c {\n      %a: [f64; 1] = concat %p, %one\n"
        "      %b: [f64; 1] = concat %a, %one\n      yield %b\n    } else {\n      yield %p\n    }\n",
        true);
}

TEST(Room, elementsAreTakenOffAndWritten) {
  grown("    %a: [f64; 1] = concat %p, %one\n    %b: [f64; 1] = concat %a, %one\n"
        "    %c: [f64; 1] = update %b[%m] = 9.5\n    %l: i64 = add %m, 1\n"
        "    %next: [f64; 1] = slice %c, start 0, count %l, step 1\n",
        true);
}

TEST(Room, loopsInsideReadAndWriteElements) {
  grown("    %q: [f64; 1] = loop %m, (%p) |%j: i64, %r: [f64; 1]| {\n      %e: f64 = index %r[%j]\n"
        "      %f: f64 = mul %e, 1.5\n      %g: [f64; 1] = update %r[%j] = %f\n      yield %g\n    }\n"
        "    %next: [f64; 1] = concat %q, %one\n",
        true);
}

TEST(Room, arraysThatKeepTheirSizeNeedNone) { grown("    %next: [f64; 1] = update %p[0] = %z\n", false); }

TEST(Room, usesOfTheWholeHaveNoSuchForm) {
  grown("    %a: [f64; 1] = rotate %p, 1\n    %next: [f64; 1] = concat %a, %one\n", false);
  grown("    %next: [f64; 1] = concat %p, %p\n", false);
  grown("    %next: [f64; 1] = concat %one, %p\n", false);
}

TEST(Room, elementsAreTakenOffAtTheFront) {
  grown("    %l: i64 = div %m, 2\n    %next: [f64; 1] = slice %p, start %l, count 1, step 1\n", true);
  const Passed p = grown("    %a: [f64; 1] = concat %p, %one\n    %b: [f64; 1] = update %a[0] = %z\n"
                         "    %y: f64 = index %b[%m]\n    %two: [f64; 1] = fill %y, [1]\n"
                         "    %d: [f64; 1] = concat %b, %two\n"
                         "    %l: i64 = add %m, 1\n    %next: [f64; 1] = slice %d, start 1, count %l, step 1\n",
                         true);
  EXPECT_EQ(p.count<ir::Concat>(), 1u) << "room for all that comes, behind what has gone";
}

TEST(Room, theFrontOfLoopsInsideAndBranches) {
  grown("    %c: bool = lt 2, %m\n    %q: [f64; 1] = if %c {\n"
        "      %l: i64 = sub %m, 1\n      %a: [f64; 1] = slice %p, start 1, count %l, step 1\n      yield %a\n"
        "    } else {\n      yield %p\n    }\n"
        "    %next: [f64; 1] = loop 2, (%q) |%j: i64, %r: [f64; 1]| {\n      %s1: i64 = extent %r, 0\n"
        "      %y: f64 = index %r[0]\n      %two: [f64; 1] = fill %y, [1]\n      %d: [f64; 1] = concat %r, %two\n"
        "      %g: [f64; 1] = slice %d, start 1, count %s1, step 1\n      %h: [f64; 1] = concat %g, %one\n"
        "      yield %h\n    }\n",
        true);
}

TEST(Room, arraysAreAppendedWhole) {
  grown("    %k1: i64 = min %i, 3\n    %more: [f64; 1] = fill %z, [%k1]\n    %next: [f64; 1] = concat %p, %more\n", true);
}

TEST(Room, whatLoopsInsideAppendIsCountedFirst) {
  const Passed p =
      grown("    %next: [f64; 1] = loop %i, (%p) |%j: i64, %r: [f64; 1]| {\n"
            "      %c: bool = lt %j, 2\n      %g: [f64; 1] = if %c {\n        %a: [f64; 1] = concat %r, %one\n"
            "        yield %a\n      } else {\n        yield %r\n      }\n      yield %g\n    }\n",
            true);
  EXPECT_EQ(p.count<ir::Loop>(), 4u) << "once without the vector";
  EXPECT_EQ(p.count<ir::Concat>(), 1u);
}

TEST(Room, whatLoopsInsideTakeOffNeedsNoCount) {
  const Passed p =
      grown("    %q: [f64; 1] = loop while (%p) |%r: [f64; 1]| {\n      %e: i64 = extent %r, 0\n"
            "      %c: bool = lt 2, %e\n      yield %c\n    } do |%r_1: [f64; 1]| {\n      %e_1: i64 = extent %r_1, 0\n"
            "      %l: i64 = sub %e_1, 1\n      %g: [f64; 1] = slice %r_1, start 0, count %l, step 1\n"
            "      yield %g\n    }\n    %next: [f64; 1] = concat %q, %one\n",
            true);
  EXPECT_EQ(p.count<ir::Loop>(), 2u);
}

const char *const decidedByElements =
    "    %e: f64 = index %p[0]\n    %c: bool = lt %e, 3.0\n    %next: [f64; 1] = if %c {\n"
    "      %q: [f64; 1] = loop 2, (%p) |%j: i64, %r: [f64; 1]| {\n"
    "        %g: [f64; 1] = concat %r, %one\n        yield %g\n      }\n      yield %q\n    } else {\n      yield "
    "%p\n    }\n";

TEST(Room, arraysWhoseElementsDecideGrow) {
  const Passed p = grown(decidedByElements, true);
  EXPECT_EQ(p.count<ir::Loop>(), 2u) << "none counts";
  EXPECT_EQ(p.count<ir::Concat>(), 1u) << "where the array is full";
}

TEST(Room, whatLoopsInsideAppendAndTakeOffGrows) {
  grown("    %q: [f64; 1] = loop 2, (%p) |%j: i64, %r: [f64; 1]| {\n"
        "      %g: [f64; 1] = concat %r, %one\n      yield %g\n    }\n    %l: i64 = extent %q, 0\n    %l_1: i64 = sub "
        "%l, 1\n"
        "    %next: [f64; 1] = slice %q, start 0, count %l_1, step 1\n",
        true);
}

/// A while loop that goes on while %t < %k; the body leaves %next of the vector %p of %m elements and of %t.
Passed whileGrown(llvm::StringRef body, bool hasRoom) {
  const std::string text = "func @f(%n: i64, %k: i64, %x: f64) -> ([f64; 1], i64) {\n"
                           "  %v: [f64; 1] = fill %x, [%n]\n"
                           "  %w: [f64; 1], %s: i64 = loop while (%v, 0) |%p_1: [f64; 1], %t_1: i64| {\n"
                           "    %more: bool = lt %t_1, %k\n    yield %more\n  } do |%p: [f64; 1], %t: i64| {\n"
                           "    %z: f64 = cast %t\n    %one: [f64; 1] = fill %z, [1]\n    %m: i64 = extent %p, 0\n" +
                           body.str() + "    %u: i64 = add %t, 1\n    yield %next, %u\n  }\n  return %w, %s\n}\n";
  Passed p = passed(text, {"room", "dce"});
  EXPECT_EQ(p.text().find("%p_size") != std::string::npos, hasRoom) << p.text();
  for (const std::int64_t n : {2, 3})
    for (const std::int64_t k : {-1, 0, 1, 2, 5})
      p.on({RuntimeValue::i64(n), RuntimeValue::i64(k), RuntimeValue::f64(0.7)});
  return p;
}

TEST(Room, whileLoopsAreRunFirstWithoutTheVector) { EXPECT_EQ(whileGrown(append, true).count<ir::Loop>(), 2u); }

TEST(Room, whileLoopsThatTakeOffAloneNeedNone) {
  const Passed p = whileGrown("    %c: bool = lt 1, %m\n    %next: [f64; 1] = if %c {\n      %l: i64 = sub %m, 1\n"
                              "      %a: [f64; 1] = slice %p, start 0, count %l, step 1\n      yield %a\n    } else {\n"
                              "      yield %p\n    }\n",
                              true);
  EXPECT_EQ(p.count<ir::Loop>(), 1u);
}

TEST(Room, theGreatestSizeOfWhileLoopsThatAppendAndTakeOff) {
  whileGrown("    %c: bool = lt %t, 3\n    %next: [f64; 1] = if %c {\n      %a: [f64; 1] = concat %p, %one\n"
             "      %b: [f64; 1] = concat %a, %one\n      yield %b\n    } else {\n      %l: i64 = sub %m, 2\n"
             "      %d: [f64; 1] = slice %p, start 0, count %l, step 1\n      yield %d\n    }\n",
             true);
}

const char *const wayTakesElements =
    "    %e: f64 = index %p[0]\n    %c: bool = lt %e, 0.8\n    %next: [f64; 1] = if %c {\n"
    "      %a: [f64; 1] = concat %p, %one\n      yield %a\n    } else {\n      yield %p\n    }\n";

TEST(Room, whileLoopsWhoseWayTakesElements) { EXPECT_EQ(whileGrown(wayTakesElements, true).count<ir::Loop>(), 1u); }

/// The same in a definition, of which an adjoint may be asked for.
Passed inDefinition(const Passed &alone) {
  ir::Function before = alone.before;
  before.isDefinition = true;
  ir::Function after = optimise::byName("dce")->run(optimise::byName("room")->run(before));
  Passed p = checked(std::move(before), std::move(after));
  p.before.isDefinition = p.after.isDefinition = false;
  for (const std::int64_t n : {2, 3})
    for (const std::int64_t k : {-1, 0, 1, 2, 5, 40})
      p.on({RuntimeValue::i64(n), RuntimeValue::i64(k), RuntimeValue::f64(0.7)});
  return p;
}

TEST(Room, adjointsHaveRoomThatARunFinds) {
  const Passed counted = inDefinition(grown(decidedByElements, true));
  EXPECT_EQ(counted.count<ir::Loop>(), 4u);
  const Passed p = inDefinition(whileGrown(wayTakesElements, true));
  EXPECT_EQ(p.count<ir::Loop>(), 2u);
  std::size_t trips = 0;
  ir::forEachStatement(p.after.body, [&](const ir::Statement &s) {
    const auto *loop = std::get_if<ir::Loop>(&s.op);
    trips += loop && loop->isCounted();
  });
  EXPECT_EQ(trips, 1u) << "the run counts the trips, too";
}

/// %v of %n rows of %m numbers goes through a loop whose trips make %next of it, with the row %row.
Passed rowsGrown(const std::string &rows, const std::string &columns, llvm::StringRef body, bool hasRoom) {
  const std::string text =
      "func @f(%m: i64, %k: i64, %x: f64) -> ([f64; 2], i64) {\n"
      "  %v: [f64; 2] = fill %x, [" +
      rows + ", " + columns +
      "]\n"
      "  %w: [f64; 2], %s: i64 = loop %k, (%v, 0) |%i: i64, %p: [f64; 2], %t: i64| {\n"
      "    %z: f64 = cast %i\n    %row0: [f64; 1] = fill %z, [2]\n    %row: [f64; 1] = update %row0[0] = %x\n"
      "    %one: [f64; 2] = fill %row, [1]\n    %size: i64 = extent %p, 0\n" +
      body.str() + "    %width: i64 = extent %next, 1\n    yield %next, %width\n  }\n  return %w, %s\n}\n";
  Passed p = passed(text, {"room", "dce"});
  EXPECT_EQ(p.text().find("%p_size") != std::string::npos, hasRoom) << p.text();
  for (const std::int64_t k : {0, 1, 2, 5})
    p.on({RuntimeValue::i64(2), RuntimeValue::i64(k), RuntimeValue::f64(0.7)});
  return p;
}
/// As a vector without rows takes any.
std::string appendedTo(const std::string &size) {
  return "    %none: bool = eq " + size +
         ", 0\n    %next: [f64; 2] = if %none {\n      yield %one\n    } else {\n"
         "      %a: i64 = extent %p, 1\n      %b: i64 = extent %one, 1\n      %c: bool = eq %a, %b\n"
         "      check %c, \"other rows\"\n      %both: [f64; 2] = concat %p, %one\n      yield %both\n    }\n";
}

TEST(Room, elementsMayBeArrays) {
  rowsGrown("0", "2", "    %next: [f64; 2] = concat %p, %one\n", true);
  const Passed p = rowsGrown("0", "2", appendedTo("%size"), true);
  EXPECT_EQ(p.count<ir::If>() + p.count<ir::Check>(), 0u);
  rowsGrown("3", "2", appendedTo("%size"), true);
}

TEST(Room, arraysOfOtherLengthsHaveNoSuchForm) { rowsGrown("0", "%m", appendedTo("%size"), false); }

TEST(Room, otherBranchesAreNoAppends) {
  rowsGrown("0", "2", appendedTo("%i"), false);
  rowsGrown("0", "2",
            "    %big: bool = lt %size, 3\n    %next: [f64; 2] = if %big {\n      %a: [f64; 2] = concat %p, %one\n"
            "      yield %a\n    } else {\n      yield %p\n    }\n",
            true);
}

/// Two vectors that begin alike: of arrays that are one, one would be copied whole wherever the loop is gone through
/// backwards.
TEST(Room, vectorsThatBeginAlikeHaveArraysOfTheirOwn) {
  for (const char *const begin : {"0", "%n"}) {
    Passed p = passed(std::string("func @f(%n: i64, %k: i64, %x: f64) -> ([f64; 1], [f64; 1]) {\n") +
                          "  %v: [f64; 1] = fill %x, [" + begin + "]\n  %u: [f64; 1] = fill %x, [" + begin +
                          "]\n"
                          "  %w: [f64; 1], %s: [f64; 1] = loop %k, (%v, %u) |%i: i64, %p: [f64; 1], %q: [f64; 1]| {\n"
                          "    %one: [f64; 1] = fill %x, [1]\n    %a: [f64; 1] = concat %p, %one\n"
                          "    %b: [f64; 1] = concat %q, %one\n    yield %a, %b\n  }\n  return %w, %s\n}\n",
                      {"room", "simplify", "cse", "dce"});
    ir::forEachStatement(p.after.body, [&](const ir::Statement &s) {
      if (const auto *loop = std::get_if<ir::Loop>(&s.op)) {
        EXPECT_NE(loop->inits[0], loop->inits[1]) << p.text();
      }
    });
    p.on({RuntimeValue::i64(2), RuntimeValue::i64(3), RuntimeValue::f64(0.7)});
  }
}

} // namespace
} // namespace soac::test
