// The pass that lets blocks of rows go through the inner loop of a nest in vector lanes together.
#include "Check.h"

namespace soac::test {
namespace {

/// In blocks of `rows` rows, with two lanes.
Passed inBlocks(llvm::StringRef text, std::int64_t rows = 4) {
  const ir::Function before = parsed(text);
  return checked(before, optimise::jamRows(before, 2, rows));
}
bool isSame(const Passed &p) { return ir::equal(p.before.body, p.after.body); }

/// On n rows of two lanes, and as many other numbers as a triangle, or a square, could have.
void onAll(Passed &p) {
  for (std::size_t n = 0; n < 12; ++n) {
    std::vector<double> x(2 * n), c(n * n + 3 * n);
    for (std::size_t i = 0; i < x.size(); ++i)
      x[i] = 0.3 * static_cast<double>(i) - 1.1;
    for (std::size_t i = 0; i < c.size(); ++i)
      c[i] = 1.0 / (3.0 + static_cast<double>(i));
    p.on({RuntimeValue::array(x), RuntimeValue::array(c)});
  }
}

/// y[R] += c[at + r] x[j] for R = j + 1 + r, with `at` counting on; the place that is read and written, and what
/// follows it.
std::string triangle(const std::string &place = "%place", const std::string &more = "") {
  return R"(
func @f(%x: [f64; 1], %c: [f64; 1]) -> ([f64; 2], i64, [i64; 1]) {
  %m: i64 = extent %x, 0
  %n: i64 = div %m, 2
  %room: i64 = add %n, 2
  %y: [f64; 2] = fill 1.0, [%room, 2]
  %starts: [i64; 1] = fill 0, [%n]
  %z: [f64; 2], %end: i64, %all: [i64; 1] = loop %n, (%y, 0, %starts) |%j: i64, %p: [f64; 2], %at: i64, %s: [i64; 1]| {
    %s1: [i64; 1] = update %s[%j] = %at
    %e: i64 = sub %n, %j
    %e1: i64 = add %e, -1
    %trips: i64 = max %e1, 0
    %next: i64 = add %at, %trips
    %none: [f64; 1] = fill 0.0, [2]
    %row: [f64; 1] = loop 2, (%none) |%lane: i64, %t: [f64; 1]| {
      %two: i64 = mul %j, 2
      %k: i64 = add %two, %lane
      %v: f64 = index %x[%k]
      %t1: [f64; 1] = update %t[%lane] = %v
      yield %t1
    }
    %p3: [f64; 2] = loop %trips, (%p) |%r: i64, %q: [f64; 2]| {
      %a: i64 = add %at, %r
      %w: f64 = index %c[%a]
      %b: i64 = add %j, %r
      %place: i64 = add %b, 1
      %other: i64 = add %b, 2
      %q3: [f64; 2] = loop 2, (%q) |%lane1: i64, %u: [f64; 2]| {
        %g: f64 = index %row[%lane1]
        %h: f64 = mul %w, %g
        %o: f64 = index %u[)" +
         place + R"(, %lane1]
        %o1: f64 = add %o, %h
        %u1: [f64; 2] = update %u[%place, %lane1] = %o1
        yield %u1
      }
      yield %q3
    }
    )" + more +
         R"(
    yield %p3, %next, %s1
  }
  return %z, %end, %all
})";
}

TEST(Jam, rowsThatEndTogether) {
  auto p = inBlocks(triangle());
  EXPECT_FALSE(isSame(p));
  onAll(p);
  auto three = inBlocks(triangle(), 3);
  onAll(three);
}

TEST(Jam, elementsOfOtherTripsAreNotTouched) {
  EXPECT_TRUE(isSame(inBlocks(triangle("%other")))) << "row j + 1 changes what trip r of row j reads behind its place";
  EXPECT_TRUE(isSame(inBlocks(triangle("%j")))) << "all trips read one element";
}

TEST(Jam, checksKeepTheirOrder) {
  EXPECT_TRUE(isSame(inBlocks(triangle("%place", "%fine: bool = lt %at, 1000\n    check %fine, \"too many\""))));
}

/// sum over j < trips of c[n j + i] x[j], for each row i, in a register of the row.
std::string sums(const std::string &trips, const std::string &init = "%zero") {
  return R"(
func @f(%x: [f64; 1], %c: [f64; 1]) -> ([f64; 2]) {
  %m: i64 = extent %x, 0
  %n: i64 = div %m, 2
  %zeros: [f64; 2] = fill 0.0, [%n, 2]
  %points: [f64; 2] = loop %n, (%zeros) |%i0: i64, %p: [f64; 2]| {
    %p2: [f64; 2] = loop 2, (%p) |%lane: i64, %q: [f64; 2]| {
      %two: i64 = mul %i0, 2
      %k: i64 = add %two, %lane
      %v: f64 = index %x[%k]
      %q1: [f64; 2] = update %q[%i0, %lane] = %v
      yield %q1
    }
    yield %p2
  }
  %fill: [f64; 2] = fill 0.0, [%n, 2]
  %first: [f64; 1] = fill 0.5, [2]
  %y: [f64; 2], %last: [f64; 1] = loop %n, (%fill, %first) |%i: i64, %s: [f64; 2], %kept: [f64; 1]| {
    %zero: [f64; 1] = fill 0.0, [2]
    %more: i64 = add %i, 1
    %less: i64 = add %i, -1
    %twice: i64 = mul %i, 2
    %far: i64 = mul %i, %n
    %sum: [f64; 1] = loop )" +
         trips + ", (" + init + R"() |%j: i64, %a: [f64; 1]| {
      %w0: i64 = mul %n, %j
      %w1: i64 = rem %w0, 7
      %w: f64 = index %c[%w1]
      %b: [f64; 1] = loop 2, (%a) |%lane1: i64, %d: [f64; 1]| {
        %inside: i64 = rem %j, %n
        %v1: f64 = index %points[)" +
         (trips == "%twice" ? "%inside" : "%j") + R"(, %lane1]
        %g: f64 = mul %w, %v1
        %o: f64 = index %d[%lane1]
        %o1: f64 = add %o, %g
        %d1: [f64; 1] = update %d[%lane1] = %o1
        yield %d1
      }
      yield %b
    }
    %s2: [f64; 2] = loop 2, (%s) |%lane2: i64, %h: [f64; 2]| {
      %l: f64 = index %sum[%lane2]
      %h1: [f64; 2] = update %h[%i, %lane2] = %l
      yield %h1
    }
    yield %s2, )" +
         (init == "%zero" ? "%kept" : "%sum") + R"(
  }
  return %y
})";
}

TEST(Jam, rowsThatBeginTogether) {
  for (const char *trips : {"%i", "%n", "%less"}) {
    auto p = inBlocks(sums(trips));
    EXPECT_FALSE(isSame(p)) << trips;
    onAll(p);
  }
}

TEST(Jam, blocksStayAsTheyAre) {
  const Passed once = inBlocks(sums("%n"));
  EXPECT_TRUE(ir::equal(optimise::jamRows(once.after, 2, 4).body, once.after.body));
}

TEST(Jam, rowsOfOtherLengthsStay) { EXPECT_TRUE(isSame(inBlocks(sums("%far")))); }

TEST(Jam, aSumOfAllRowsStays) {
  EXPECT_TRUE(isSame(inBlocks(sums("%i", "%kept")))) << "row i + 1 goes on with the sum of row i";
}

} // namespace
} // namespace soac::test
