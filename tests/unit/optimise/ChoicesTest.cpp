// Loops whose number decides a branch.
#include "Check.h"

namespace soac::test {
namespace {

/// The loops that are left, of a loop of `trips` over a branch with one loop in each arm.
std::size_t loops(const std::string &trips, const std::string &compared, const std::string &number = "1") {
  const ir::Function before = parsed(R"(
func @f(%n: i64, %x: f64) -> (f64, f64) {
  %a: [f64; 1] = fill %x, [4]
  %r: [f64; 1], %s: f64 = loop )" + trips + R"(, (%a, %x) |%i: i64, %p: [f64; 1], %y: f64| {
    %c: bool = eq %)" + compared + ", " + number + R"(
    %q: [f64; 1], %z: f64 = if %c {
      %u: [f64; 1] = loop 4, (%p) |%j: i64, %b: [f64; 1]| {
        %d: f64 = index %b[%j]
        %e: f64 = mul %d, %y
        %g: [f64; 1] = update %b[%j] = %e
        yield %g
      }
      %h: f64 = sin %y
      yield %u, %h
    } else {
      %v: f64 = loop 4, (%y) |%k: i64, %w: f64| {
        %l: f64 = index %p[%k]
        %m: f64 = add %l, %w
        yield %m
      }
      yield %p, %v
    }
    %t: f64 = cast %i
    %o: f64 = add %z, %t
    yield %q, %o
  }
  %last: f64 = index %r[2]
  return %s, %last
})");
  Passed p{before, optimise::byName("simplify")->run(optimise::byName("choices")->run(before))};
  for (const std::string &problem : ir::verify(p.after))
    ADD_FAILURE() << problem;
  for (const std::int64_t n : {0, 1, 2})
    p.on({RuntimeValue::i64(n), RuntimeValue::f64(0.7)});
  return p.count<ir::Loop>();
}

TEST(Choices, becomeOneWayForEachTrip) { EXPECT_EQ(loops("2", "i"), 2u); }
TEST(Choices, ofManyTripsStay) {
  EXPECT_EQ(loops("5", "i"), 3u);
  EXPECT_EQ(loops("%n", "i"), 3u);
}
TEST(Choices, ofOtherNumbersStay) { EXPECT_EQ(loops("2", "n"), 3u); }

} // namespace
} // namespace soac::test
