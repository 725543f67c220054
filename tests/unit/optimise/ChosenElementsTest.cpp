// Elements of arrays whose others are only compared: chosen_elements.
#include "Check.h"

#include "support/Derivatives.h"

namespace soac::test {
namespace {

/// The derivative of what `use`, which makes %r, makes of the sums of squares %a of the rows of %x and of the place %k of the least.
std::string ofRows(const std::string &use, const std::string &written = "%i", const std::string &term = "%s") {
  return R"(
func @f(%x: [f64; 2], %y: f64) -> (f64, [f64; 2], f64) {
  %value: f64, %dx: [f64; 2], %dy: f64 = differentiate adjoint (%x, %y), seeds (1.0), initial () |%p: [f64; 2], %q: f64| {
    %n: i64 = extent %p, 0
    %m: i64 = extent %p, 1
    %last: i64 = sub %n, 1
    %zeros: [f64; 1] = fill 0.0, [%n]
    %a: [f64; 1] = loop %n, (%zeros) |%i: i64, %b: [f64; 1]| {
      %s: f64 = loop %m, (%q) |%j: i64, %t: f64| {
        %z: f64 = index %p[%i, %j]
        %zz: f64 = mul %z, %z
        %u: f64 = add %t, %zz
        yield %u
      }
      %from: i64 = sub %last, %i
      %old: f64 = index %b[%i]
      %plus: f64 = add %old, %s
      %c: [f64; 1] = update %b[)" + written + "] = " + term + R"(
      yield %c
    }
    %k: i64 = loop %last, (0) |%i1: i64, %best: i64| {
      %next: i64 = add %i1, 1
      %v: f64 = index %a[%next]
      %w: f64 = index %a[%best]
      %less: bool = lt %v, %w
      %better: i64 = if %less {
        yield %next
      } else {
        yield %best
      }
      yield %better
    }
)" + use + R"(
    yield %r
  }
  return %value, %dx, %dy
})";
}

/// Differentiated as it is, and with what the pass makes of it; whether that is something else.
bool isChosen(const std::string &text) {
  const ir::Function before = optimise::byName("dce")->run(parsed(text)), after = optimise::byName("chosen_elements")->run(before);
  std::string why;
  const auto x = differentiated(before, &why), y = differentiated(after, &why);
  EXPECT_TRUE(x && y) << why;
  Passed p = checked(*x, *y);
  for (const double q : {0.5, -2.0}) {
    p.on({RuntimeValue::array({1, 2, 0.5, -0.5, 3, 1}, {3, 2}), RuntimeValue::f64(q)});
    p.on({RuntimeValue::array({2}, {1, 1}), RuntimeValue::f64(q)});
  }
  return !ir::equal(before.body, after.body);
}

TEST(ChosenElements, areComputedByTheirTrip) {
  EXPECT_TRUE(isChosen(ofRows("%r: f64 = index %a[%k]")));
  EXPECT_TRUE(isChosen(ofRows("%e: f64 = index %a[%k]\n %g: f64 = index %a[0]\n %r: f64 = mul %e, %g")));
  EXPECT_TRUE(isChosen(ofRows("%isFirst: bool = eq %k, 0\n %r: f64 = if %isFirst { yield 2.0 } else { %e: f64 = index %a[%k]\n yield %e }")));
}

TEST(ChosenElements, othersStay) {
  for (const char *use : {"%r: f64 = loop %n, (0.0) |%l: i64, %o: f64| { %e: f64 = index %a[%l]\n %g: f64 = add %o, %e\n yield %g }", // all of them
                          "%e: f64 = index %a[%k]\n %h: [f64; 1] = slice %a, start 0, count 1, step 1\n %g: f64 = index %h[0]\n %r: f64 = mul %e, %g"})
    EXPECT_FALSE(isChosen(ofRows(use))) << use;
  EXPECT_FALSE(isChosen(ofRows("%r: f64 = index %a[%k]", "%from"))) << "another trip writes it";
  EXPECT_FALSE(isChosen(ofRows("%r: f64 = index %a[%k]", "%i", "%plus"))) << "it is made of what was there";
}

} // namespace
} // namespace soac::test
