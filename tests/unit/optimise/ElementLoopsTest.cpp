// Blocks of iterations in lanes whose loops change all elements of an array in each trip: each element goes through the trips by itself.
#include "LanesCheck.h"

namespace soac::test {
namespace {

/// Sums of %trips rows of a table, each times a number of the iteration; all elements of an array of `extents`, by `nest`.
std::string sums(const std::string &extents, const std::string &nest, const std::string &trips = "%m") {
  return R"(
func @f(%x: [f64; 1], %c: [f64; 1]) -> ([f64; 1], [f64; 1]) {
  %n: i64 = extent %x, 0
  %m: i64 = extent %c, 0
  %none: i64 = sub %m, 3
  %a: [f64; 1], %b: [f64; 1] = map %n, () |%i: i64| {
    %kept: [f64; 1] = fill 0.25, [)" +
         extents + R"(]
    %other: [f64; 1] = fill 0.0, [)" +
         extents + R"(]
    %all: [f64; 1], %more: [f64; 1] = loop )" +
         trips + R"(, (%kept, %other) |%j: i64, %p: [f64; 1], %o: [f64; 1]| {
      %back: i64 = sub %n, %i
      %last: i64 = sub %back, 1
      %t: f64 = index %x[%last]
      %e: f64 = index %c[%j]
      %tt: f64 = mul %t, %e)" +
         nest + R"(
      yield %q, %r
    }
    %y: f64 = index %all[1]
    %z: f64 = index %more[0]
    yield %y, %z
  }
  return %a, %b
})";
}

const char *const both = R"(
      %q: [f64; 1], %r: [f64; 1] = loop 2, (%p, %o) |%k: i64, %u: [f64; 1], %w: [f64; 1]| {
        %d: f64 = cast %k
        %v: f64 = index %u[%k]
        %h: f64 = mul %v, %tt
        %g: f64 = add %h, %d
        %u1: [f64; 1] = update %u[%k] = %g
        %v1: f64 = index %w[%k]
        %h1: f64 = add %v1, %tt
        %w1: [f64; 1] = update %w[%k] = %h1
        yield %u1, %w1
      })";

/// Loops over the trips, of which nobody knows how many there are, that carry one number for each lane.
std::size_t arraysOfLanes(const Passed &p) {
  std::size_t loops = 0;
  ir::forEachStatement(p.after.body, [&](const ir::Statement &s) {
    const auto *loop = std::get_if<ir::Loop>(&s.op);
    if (!loop || p.after.values.asInt(loop->count) || loop->inits.size() != 1)
      return;
    loops += p.after.type(loop->inits[0]).rank == 1;
  });
  return loops;
}

TEST(ElementLoops, eachElementGoesThroughTheTrips) {
  auto p = inLanes(sums("2", both));
  EXPECT_TRUE(hasBlocks(p));
  EXPECT_EQ(arraysOfLanes(p), 2u) << p.text();
  onAll(p);
}

TEST(ElementLoops, arraysWithMoreElements) {
  auto p = inLanes(sums("5", both));
  EXPECT_TRUE(hasBlocks(p));
  EXPECT_EQ(arraysOfLanes(p), 2u) << p.text();
  onAll(p);
}

TEST(ElementLoops, loopsWithoutTrips) {
  auto p = inLanes(sums("2", both, "%none"));
  EXPECT_EQ(arraysOfLanes(p), 2u) << p.text();
  onAll(p);
}

/// Elements that another one is made of, places that the trip says, and loops of unknown counts.
TEST(ElementLoops, otherLoopsStay) {
  for (const char *nest : {R"(
      %q: [f64; 1], %r: [f64; 1] = loop 2, (%p, %o) |%k: i64, %u: [f64; 1], %w: [f64; 1]| {
        %l: i64 = sub 1, %k
        %v: f64 = index %u[%l]
        %h: f64 = mul %v, %tt
        %u1: [f64; 1] = update %u[%k] = %h
        %v1: f64 = index %w[%k]
        %h1: f64 = add %v1, %tt
        %w1: [f64; 1] = update %w[%k] = %h1
        yield %u1, %w1
      })",
                           R"(
      %q: [f64; 1], %r: [f64; 1] = loop 2, (%p, %o) |%k: i64, %u: [f64; 1], %w: [f64; 1]| {
        %v: f64 = index %w[%k]
        %h: f64 = mul %v, %tt
        %u1: [f64; 1] = update %u[%k] = %h
        %h1: f64 = add %v, %tt
        %w1: [f64; 1] = update %w[%k] = %h1
        yield %u1, %w1
      })",
                           R"(
      %q: [f64; 1] = loop 2, (%p) |%k: i64, %u: [f64; 1]| {
        %jk: i64 = add %j, %k
        %l: i64 = rem %jk, 2
        %v: f64 = index %u[%l]
        %h: f64 = mul %v, %tt
        %u1: [f64; 1] = update %u[%l] = %h
        yield %u1
      }
      %r: [f64; 1] = loop 2, (%o) |%k1: i64, %w: [f64; 1]| {
        %w1: [f64; 1] = update %w[0] = %tt
        yield %w1
      })"}) {
    auto p = inLanes(sums("2", nest));
    EXPECT_TRUE(hasBlocks(p));
    EXPECT_EQ(arraysOfLanes(p), 0u) << p.text();
    onAll(p);
  }
  auto p = inLanes(sums("%m", R"(
      %q: [f64; 1], %r: [f64; 1] = loop %m, (%p, %o) |%k: i64, %u: [f64; 1], %w: [f64; 1]| {
        %v: f64 = index %u[%k]
        %h: f64 = mul %v, %tt
        %u1: [f64; 1] = update %u[%k] = %h
        %w1: [f64; 1] = update %w[%k] = %tt
        yield %u1, %w1
      })"));
  EXPECT_EQ(arraysOfLanes(p), 0u) << p.text();
  onAll(p);
}

/// A row of directions that a map makes for each place of a nest, stored in an array of the iteration.
TEST(ElementLoops, rowsThatMapsStore) {
  auto p = inLanes(R"(
func @f(%x: [f64; 1], %c: [f64; 1]) -> ([f64; 1], [f64; 1]) {
  %n: i64 = extent %x, 0
  %m: i64 = extent %c, 0
  %a: [f64; 1], %b: [f64; 1] = map %n, (%x) |%i: i64, %t: f64| {
    %kept: [f64; 2] = fill 0.0, [2, 3]
    %all: [f64; 2] = loop %m, (%kept) |%j: i64, %p: [f64; 2]| {
      %e: f64 = index %c[%j]
      %tt: f64 = mul %t, %e
      %q: [f64; 2] = loop 2, (%p) |%k: i64, %u: [f64; 2]| {
        %row: [f64; 1] = map 3, () |%d: i64| {
          %f: f64 = index %c[%d]
          %h: f64 = mul %f, %tt
          %v: f64 = index %u[%k, %d]
          %g: f64 = add %v, %h
          yield %g
        }
        %u1: [f64; 2] = update %u[%k] = %row
        yield %u1
      }
      yield %q
    }
    %y: f64 = index %all[1, 2]
    %z: f64 = index %all[0, 1]
    yield %y, %z
  }
  return %a, %b
})");
  EXPECT_TRUE(hasBlocks(p));
  EXPECT_EQ(arraysOfLanes(p), 1u) << p.text();
  onAll(p);
}

} // namespace
} // namespace soac::test
