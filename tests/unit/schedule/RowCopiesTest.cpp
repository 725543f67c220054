// Rows of an array that is changed in place while they are read: the row is copied, not the array.
#include "unit/schedule/Scheduled.h"

namespace soac::test {
namespace {

using schedule::Place;

/// A loop that changes its array, of which `body` makes %b and a number %y.
Scheduled rowsOf(const std::string &body) {
  return Scheduled("func @f(%a: [f64; 2], %x: [f64; 1], %n: i64) -> ([f64; 2], f64) {\n"
                   "  %r: [f64; 2], %s: f64 = loop %n, (%a, 0.0) |%i: i64, %p: [f64; 2], %sum: f64| {\n" +
                   body + "    %next: f64 = add %sum, %y\n    yield %b, %next\n  }\n  return %r, %s\n}");
}

TEST(RowCopies, ofRowsReadBehindAnUpdate) {
  const Scheduled f =
      rowsOf("    %row: [f64; 1] = index %p[%i]\n    %b: [f64; 2] = update %p[%i] = %x\n    %y: f64 = index %row[0]\n");
  EXPECT_EQ(f.decided.plan.place(f.value("row")), Place::Own);
  EXPECT_FALSE(f.decided.plan.copies(f.value("b")));
  EXPECT_TRUE(f.decided.plan.stable(f.value("r")));
}

TEST(RowCopies, ofRowsWhosePartsAreReadBehindAnUpdate) {
  const Scheduled f =
      rowsOf("    %row: [f64; 1] = index %p[%i]\n    %part: [f64; 1] = slice %row, start %i, count %n, step 1\n"
             "    %b: [f64; 2] = update %p[%i] = %x\n    %y: f64 = index %part[0]\n");
  EXPECT_EQ(f.decided.plan.place(f.value("row")), Place::Own);
  EXPECT_FALSE(f.decided.plan.copies(f.value("b")));
}

TEST(RowCopies, notOfRowsReadInFront) {
  const Scheduled f =
      rowsOf("    %row: [f64; 1] = index %p[%i]\n    %y: f64 = index %row[0]\n    %b: [f64; 2] = update %p[%i] = %x\n");
  EXPECT_EQ(f.decided.plan.place(f.value("row")), Place::View);
  EXPECT_FALSE(f.decided.plan.copies(f.value("b")));
}

/// The row itself goes to another place.
TEST(RowCopies, notOfRowsThatTheUpdateMoves) {
  const Scheduled f = rowsOf(
      "    %row: [f64; 1] = index %p[%i]\n    %y: f64 = index %row[0]\n    %b: [f64; 2] = update %p[0] = %row\n");
  EXPECT_EQ(f.decided.plan.place(f.value("row")), Place::View);
}

TEST(RowCopies, ofRowsReadBehindALoopThatChangesTheArray) {
  const Scheduled f =
      rowsOf("    %row: [f64; 1] = index %p[%i]\n"
             "    %b: [f64; 2] = loop %n, (%p) |%j: i64, %q: [f64; 2]| {\n"
             "      %c: [f64; 2] = update %q[%j] = %x\n      yield %c\n    }\n    %y: f64 = index %row[0]\n");
  EXPECT_EQ(f.decided.plan.place(f.value("row")), Place::Own);
  EXPECT_FALSE(f.decided.plan.copies(f.value("b")));
}

/// As a state is taken from the stack of snapshots, which grows again on the way from there.
TEST(RowCopies, ofRowsThatALoopBeginsWithWhichChangesTheArray) {
  const Scheduled f =
      rowsOf("    %row: [f64; 1] = index %p[%i]\n"
             "    %b: [f64; 2], %last: [f64; 1] = loop %n, (%p, %row) |%j: i64, %q: [f64; 2], %now: [f64; 1]| {\n"
             "      %c: [f64; 2] = update %q[%j] = %now\n      %one: f64 = index %now[%j]\n"
             "      %new: [f64; 1] = fill %one, [%n]\n      yield %c, %new\n    }\n    %y: f64 = index %last[0]\n");
  EXPECT_EQ(f.decided.plan.place(f.value("row")), Place::Own);
  EXPECT_FALSE(f.decided.plan.copies(f.value("b")));
}

} // namespace
} // namespace soac::test
