// Loops whose trips keep or replace a number: the term of the last trip that replaced it.
#include "Check.h"

#include "support/Derivatives.h"

namespace soac::test {
namespace {

const double infinity = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();

/// The derivative of what a loop over %xs gives, which begins with %y; the text makes %c of the number before, %a, and of %x.
std::string derivativeOf(const std::string &step) {
  return R"(
func @f(%xs: [f64; 1], %n: i64, %y: f64) -> (f64, [f64; 1], f64) {
  %r: f64, %d: [f64; 1], %e: f64 = differentiate adjoint (%xs, %y), seeds (1.0), initial () |%p: [f64; 1], %q: f64| {
    %s: f64 = loop %n, (%q) |%i: i64, %a: f64| {
      %z: f64 = index %p[%i]
      %x: f64 = mul %z, %z
)" + step + R"(
      yield %c
    }
    yield %s
  }
  return %r, %d, %e
})";
}

struct Chosen {
  Passed p; ///< differentiated as it is, and with the term of a trip
  bool isChosen;
};
Chosen chosen(const std::string &text) {
  const ir::Function before = parsed(text);
  const ir::Function after = optimise::byName("chosen")->run(before);
  std::string why;
  const auto x = differentiated(before, &why), y = differentiated(after, &why);
  EXPECT_TRUE(x && y) << why;
  return {checked(*x, *y), !ir::equal(before.body, after.body)};
}

void onManyNumbers(Passed &p) {
  for (const double y : {-infinity, 0.0, 4.0, infinity, nan})
    for (const std::vector<double> &xs : {std::vector<double>{}, {1, 3, 2}, {3, -3, -1, 3}, {nan, 1, nan}, {1, nan, 2}, {-7, -2, 2, -7}})
      p.on({RuntimeValue::array(xs), RuntimeValue::i64(static_cast<std::int64_t>(xs.size())), RuntimeValue::f64(y)});
}

TEST(Chosen, theTermOfTheLastTripThatReplacedTheNumber) {
  for (const char *step : {"%c: f64 = max %x, %a", "%c: f64 = min %x, %a", "%c: f64 = max %a, %x", "%c: f64 = fmax %a, %x", "%c: f64 = fmin %x, %a",
                           "%t: bool = le %a, %x\n %c: f64 = if %t { yield %x } else { yield %a }",
                           "%t: bool = lt %x, %a\n %c: f64 = if %t { yield %a } else { yield %x }",
                           "%t: bool = lt 2.0, %z\n %c: f64 = if %t { %u: f64 = sin %x\n yield %u } else { yield %a }"}) {
    Chosen made = chosen(derivativeOf(step));
    EXPECT_TRUE(made.isChosen) << step;
    onManyNumbers(made.p);
  }
}

TEST(Chosen, othersStay) {
  for (const char *step : {"%u: f64 = mul %a, %x\n %c: f64 = max %u, %a", // a term of the number before
                           "%u: f64 = max %x, %a\n %c: f64 = add %u, %a", "%c: f64 = add %a, %x",
                           "%t: bool = lt %a, %x\n %c: f64 = if %t { %u: f64 = sin %a\n yield %u } else { yield %a }"}) {
    Chosen made = chosen(derivativeOf(step));
    EXPECT_FALSE(made.isChosen) << step;
    onManyNumbers(made.p);
  }
}

/// A sum of the greatest number so far.
TEST(Chosen, numbersThatGoIntoOthersStay) {
  Chosen made = chosen(R"(
func @f(%xs: [f64; 1], %n: i64, %y: f64) -> (f64, [f64; 1], f64) {
  %r: f64, %d: [f64; 1], %e: f64 = differentiate adjoint (%xs, %y), seeds (1.0), initial () |%p: [f64; 1], %q: f64| {
    %m: f64, %s: f64 = loop %n, (%q, 0.0) |%i: i64, %a: f64, %b: f64| {
      %x: f64 = index %p[%i]
      %c: f64 = max %x, %a
      %g: f64 = add %b, %a
      yield %c, %g
    }
    %o: f64 = mul %m, %s
    yield %o
  }
  return %r, %d, %e
})");
  EXPECT_FALSE(made.isChosen);
  onManyNumbers(made.p);
}

/// A term that a loop computes is computed once more where nothing else reads it.
TEST(Chosen, dearTermsThatGoElsewhereStay) {
  const std::string dear = R"(
      %w: f64 = loop 3, (%x) |%j: i64, %v: f64| {
        %t: f64 = mul %v, %x
        yield %t
      }
      %c: f64 = max %w, %a)";
  Chosen alone = chosen(derivativeOf(dear));
  EXPECT_TRUE(alone.isChosen);
  onManyNumbers(alone.p);
  std::string text = derivativeOf(dear);
  for (const auto &[from, to] : {std::pair<std::string, std::string>{"%s: f64 = loop %n, (%q) |%i: i64, %a: f64|", "%s: f64, %h: f64 = loop %n, (%q, 0.0) |%i: i64, %a: f64, %b: f64|"},
                                 {"yield %c", "%k: f64 = add %b, %w\n      yield %c, %k"},
                                 {"yield %s", "%l: f64 = add %s, %h\n    yield %l"}})
    text.replace(text.find(from), from.size(), to);
  Chosen both = chosen(text);
  EXPECT_FALSE(both.isChosen);
  onManyNumbers(both.p);
}

TEST(Chosen, noCheckpointIsLeft) {
  Chosen made = chosen(derivativeOf("%c: f64 = max %x, %a"));
  const ir::Function after = optimise::optimise(made.p.after, {});
  std::size_t updates = 0;
  ir::forEachStatement(after.body, [&](const ir::Statement &s) { updates += std::holds_alternative<ir::Update>(s.op); });
  EXPECT_LE(updates, 1u) << ir::toString(after);
}

} // namespace
} // namespace soac::test
