// Which arrays need no values, as all their elements are written before they are read.
#include "analysis/OverwrittenFirst.h"
#include "support/Parsed.h"

namespace soac::test {
namespace {

/// Is the array %a of that extent overwritten by the loop of %n trips?
bool isOverwritten(const std::string &extent) {
  const ir::Function f = parsed("func @f(%n: i64, %m: i64, %x: f64) -> ([f64; 1]) {\n  %e: i64 = max " + extent + R"(, 0
  %a: [f64; 1] = fill 0.0, [%e]
  %r: [f64; 1] = loop %n, (%a) |%i: i64, %b: [f64; 1]| {
    %c: [f64; 1] = update %b[%i] = %x
    yield %c
  }
  return %r
})");
  const analysis::DefUse definitions(f.body);
  analysis::Shapes shapes(f);
  return analysis::isOverwritten(f.body.statements[1], f.values, definitions, shapes);
}

// A loop of a negative count has no trips, and the array no elements.
TEST(Overwritten, anArrayOfAsManyElementsAsTheLoopHasTrips) { EXPECT_TRUE(isOverwritten("%n")); }
TEST(Overwritten, notAnArrayOfOtherElements) { EXPECT_FALSE(isOverwritten("%m")); }

/// Is an array overwritten whose length one loop counts, and of which each trip of another one writes `many` elements,
/// behind those of the trips before? Each goes on by `step`.
bool isOverwrittenByTriangles(const std::string &counted = "max %left, 0", const std::string &many = "max %open, 0",
                              const std::string &step = "%many", const std::string &first = "0",
                              const std::string &trips = "%n") {
  const ir::Function f = parsed(R"(func @f(%n: i64, %m: i64, %x: f64) -> ([f64; 1], i64) {
  %e: i64 = loop %n, (0) |%i: i64, %s: i64| {
    %left: i64 = sub %m, %i
    %k: i64 = )" + counted + R"(
    %t: i64 = add %s, %k
    yield %t
  }
  %a: [f64; 1] = fill 0.0, [%e]
  %r: [f64; 1], %end: i64 = loop )" +
                                trips + R"(, (%a, )" + first + R"() |%o: i64, %b: [f64; 1], %u: i64| {
    %open: i64 = sub %m, %o
    %many: i64 = )" + many + R"(
    %c: [f64; 1] = loop %many, (%b) |%j: i64, %d: [f64; 1]| {
      %at: i64 = add %u, %j
      %w: [f64; 1] = update %d[%at] = %x
      yield %w
    }
    %next: i64 = add %u, )" + step +
                                R"(
    yield %c, %next
  }
  return %r, %end
})");
  const analysis::DefUse definitions(f.body);
  analysis::Shapes shapes(f);
  return analysis::isOverwritten(f.body.statements[1], f.values, definitions, shapes);
}

TEST(Overwritten, rowsOfATriangleBehindEachOther) { EXPECT_TRUE(isOverwrittenByTriangles()); }
TEST(Overwritten, notRowsWithGapsOrOfOtherLengths) {
  const std::string counted = "max %left, 0", many = "max %open, 0";
  EXPECT_FALSE(isOverwrittenByTriangles("max %m, 0"));
  EXPECT_FALSE(isOverwrittenByTriangles("add %left, 0"));
  EXPECT_FALSE(isOverwrittenByTriangles("add %left, 0", "add %open, 0")); // a step may be negative
  EXPECT_FALSE(isOverwrittenByTriangles(counted, many, "%m"));
  EXPECT_FALSE(isOverwrittenByTriangles("max %m, 0", many + "\n    %wide: i64 = max %m, 0", "%wide"));
  EXPECT_FALSE(isOverwrittenByTriangles(counted, many, "%many", "1"));
  EXPECT_FALSE(isOverwrittenByTriangles(counted, many, "%many", "0", "%m"));
}

/// Is an array of %n rows of three pairs overwritten by blocks of 16 of them, of each of which `rows` are written, and
/// the rest?
bool isOverwrittenInBlocks(const std::string &rows, const std::string &blocks = "div %n, 16") {
  const ir::Function f = parsed(
      "func @f(%x: [f64; 1], %row: [f64; 2]) -> ([f64; 3]) {\n  %n: i64 = extent %x, 0\n  %blocks: i64 = " + blocks +
      R"(
  %a: [f64; 3] = fill 0.0, [%n, 3, 2]
  %r: [f64; 3] = loop %blocks, (%a) |%i: i64, %b: [f64; 3]| {
    %first: i64 = mul %i, 16
    %c: [f64; 3] = loop 16, (%b) |%l: i64, %d: [f64; 3]| {
      %at: i64 = add %first, %l
      %t: f64 = index %x[%at])" +
      rows + R"(
    }
    yield %c
  }
  %done: i64 = mul %blocks, 16
  %rest: i64 = sub %n, %done
  %s: [f64; 3] = loop %rest, (%r) |%k: i64, %u: [f64; 3]| {
    %w: i64 = add %done, %k
    %v: [f64; 3] = update %u[%w] = %row
    yield %v
  }
  return %s
})");
  const analysis::DefUse definitions(f.body);
  analysis::Shapes shapes(f);
  return analysis::isOverwritten(f.body.statements[2], f.values, definitions, shapes);
}

std::string pair(const std::string &from, const std::string &to, const std::string &at) {
  return "\n%" + to + ": [f64; 3] = loop 2, (%" + from + ") |%j" + to + ": i64, %p" + to + ": [f64; 3]| {\n%q" + to + ": [f64; 3] = update %p" + to +
         "[" + at + ", %j" + to + "] = %t\nyield %q" + to + "\n}";
}

TEST(Overwritten, blocksWhoseRowsAreWrittenInAnyNumberOfPieces) {
  EXPECT_TRUE(isOverwrittenInBlocks("\n%e: [f64; 3] = update %d[%at] = %row\nyield %e"));
  EXPECT_TRUE(isOverwrittenInBlocks(pair("d", "e", "%at, 0") + pair("e", "f", "%at, 2") + pair("f", "g", "%at, 1") + "\nyield %g"));
  EXPECT_TRUE(isOverwrittenInBlocks(pair("d", "e", "%at, 0") + pair("e", "f", "%at, 1") +
                                    "\n%g: [f64; 3] = update %f[%at, 2, 0] = %t\n%h: [f64; 3] = update %g[%at, 2, 1] = %t\nyield %h"));
  EXPECT_TRUE(isOverwrittenInBlocks(R"(
    %e: [f64; 3] = loop 3, (%d) |%o: i64, %f: [f64; 3]| {)" + pair("f", "g", "%at, %o") + "\nyield %g\n}\nyield %e"));
}

TEST(Overwritten, blocksWhosePiecesAreNotAllOfTheRow) {
  EXPECT_FALSE(isOverwrittenInBlocks(pair("d", "e", "%at, 0") + pair("e", "f", "%at, 1") + "\nyield %f"));
  EXPECT_FALSE(isOverwrittenInBlocks(pair("d", "e", "%at, 0") + pair("e", "f", "%l, 1") + pair("f", "g", "%at, 2") + "\nyield %g"));
  EXPECT_FALSE(isOverwrittenInBlocks(pair("d", "e", "%at, 0") + pair("e", "f", "%at, 1") + "\n%g: [f64; 3] = update %f[%at, 2, 0] = %t\nyield %g"));
  EXPECT_FALSE(isOverwrittenInBlocks("\n%e: [f64; 3] = update %d[%l] = %row\nyield %e"));
  EXPECT_FALSE(isOverwrittenInBlocks(R"(
    %e: [f64; 3] = loop 3, (%d) |%o: i64, %f: [f64; 3]| {
      %g: i64 = mul %o, 2)" + pair("f", "h", "%at, %g") + "\nyield %h\n}\nyield %e"));
}

/// Does the function read no element of %a before it has written it: the elements `first`, and then in each trip of a loop `read`
/// before `written`? %j is the number of the trip, %j1 and %j2 are those behind it.
bool isWrittenByEarlierTrips(const std::vector<std::string> &first, const std::vector<std::string> &read, const std::string &written) {
  std::string text = "func @f(%n: i64, %k: i64, %x: f64, %a: [f64; 1]) -> ([f64; 1], f64) {", last = "%a";
  for (const std::string &index : first) {
    text += "\n" + last + "f: [f64; 1] = update " + last + "[" + index + "] = %x";
    last += "f";
  }
  text += "\n%r: [f64; 1], %s: f64 = loop %n, (" + last + R"(, 0.0) |%j: i64, %b: [f64; 1], %t: f64| {
    %j1: i64 = add %j, 1
    %j2: i64 = add %j, 2)";
  last = "%t";
  for (const std::string &index : read) {
    text += "\n%v" + last.substr(1) + ": f64 = index %b[" + index + "]\n" + last + "t: f64 = add " + last + ", %v" + last.substr(1);
    last += "t";
  }
  text += "\n%c: [f64; 1] = update %b[" + written + "] = " + last + "\nyield %c, " + last + "\n}\nreturn %r, %s\n}";
  const ir::Function f = parsed(text);
  const analysis::DefUse definitions(f.body);
  analysis::Shapes shapes(f);
  return analysis::isOverwrittenFirst(f.body.parameters[3], 0, f.body, f.values, definitions, shapes);
}

TEST(Overwritten, tripsReadWhatEarlierOnesHaveWritten) {
  EXPECT_TRUE(isWrittenByEarlierTrips({"0"}, {"%j"}, "%j1"));
  EXPECT_TRUE(isWrittenByEarlierTrips({"0", "1"}, {"%j1", "%j"}, "%j2"));
  EXPECT_TRUE(isWrittenByEarlierTrips({"0"}, {"0", "%j"}, "%j1"));
}

TEST(Overwritten, notWhatThisTripOrLaterOnesWriteOrNobody) {
  EXPECT_FALSE(isWrittenByEarlierTrips({}, {"%j"}, "%j1"));
  EXPECT_FALSE(isWrittenByEarlierTrips({"1"}, {"%j"}, "%j1"));
  EXPECT_FALSE(isWrittenByEarlierTrips({"0"}, {"%j1"}, "%j1"));
  EXPECT_FALSE(isWrittenByEarlierTrips({"0"}, {"%j2"}, "%j1"));
  EXPECT_FALSE(isWrittenByEarlierTrips({"1"}, {"%j1", "%j"}, "%j2"));
  EXPECT_FALSE(isWrittenByEarlierTrips({"0"}, {"%j"}, "%k"));
  EXPECT_FALSE(isWrittenByEarlierTrips({"0"}, {"%k"}, "%j1"));
}

} // namespace
} // namespace soac::test
