// The pass that leaves out terms whose factor is zero.
#include "Check.h"

#include <limits>

namespace soac::test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

Passed shortened(llvm::StringRef text) {
  const ir::Function before = parsed(text);
  return checked(before, optimise::skipZeroTermsAnywhere(before));
}
bool hasLists(const Passed &p) { return p.count(prims::Prim::Ne) > 0; }

/// For each of n iterations and each row j, four sums over k of a[k, ..] x[i, k] / (l + 1), where a is 2 c: what is read of a for the row, in
/// how many rows, and what the sums are at first.
std::string sums(const std::string &column = "%j", const std::string &rows = "%r", const std::string &first = "0.0") {
  return R"(
func @f(%x: [f64; 2], %c: [f64; 2], %most: i64) -> ([f64; 3]) {
  %n: i64 = extent %x, 0
  %m: i64 = extent %c, 0
  %r: i64 = extent %c, 1
  %half: i64 = div %r, 2
  %none: [f64; 2] = fill 0.0, [%m, %r]
  %a: [f64; 2] = loop %m, (%none) |%ka: i64, %a0: [f64; 2]| {
    %a1: [f64; 2] = loop %r, (%a0) |%ja: i64, %a2: [f64; 2]| {
      %y: f64 = index %c[%ka, %ja]
      %y2: f64 = add %y, %y
      %a3: [f64; 2] = update %a2[%ka, %ja] = %y2
      yield %a3
    }
    yield %a1
  }
  %start: [f64; 3] = fill 0.0, [%n, %r, 4]
  %all: [f64; 3] = loop %n, (%start) |%i: i64, %o: [f64; 3]| {
    %w0: [f64; 2] = fill 0.0, [%m, 4]
    %w: [f64; 2] = loop %m, (%w0) |%kw: i64, %w1: [f64; 2]| {
      %u: f64 = index %x[%i, %kw]
      %w2: [f64; 2] = loop 4, (%w1) |%lw: i64, %w3: [f64; 2]| {
        %lf: f64 = cast %lw
        %l1: f64 = add %lf, 1.0
        %ul: f64 = div %u, %l1
        %w4: [f64; 2] = update %w3[%kw, %lw] = %ul
        yield %w4
      }
      yield %w2
    }
    %o1: [f64; 3] = loop )" +
         rows + R"(, (%o) |%j: i64, %q: [f64; 3]| {
      %odd: i64 = mul %j, 2
      %next: i64 = add %odd, 1
      %turned: i64 = add %j, %i
      %place: i64 = rem %turned, %r
      %s0: [f64; 1] = fill )" +
         first + R"(, [4]
      %s: [f64; 1] = loop %m, (%s0) |%k: i64, %s1: [f64; 1]| {
        %t: f64 = index %a[%k, )" +
         column + R"(]
        %s2: [f64; 1] = loop 4, (%s1) |%l: i64, %s3: [f64; 1]| {
          %v: f64 = index %w[%k, %l]
          %tv: f64 = mul %t, %v
          %old: f64 = index %s3[%l]
          %new: f64 = add %old, %tv
          %s4: [f64; 1] = update %s3[%l] = %new
          yield %s4
        }
        yield %s2
      }
      %q1: [f64; 3] = loop 4, (%q) |%ls: i64, %q2: [f64; 3]| {
        %e: f64 = index %s[%ls]
        %q3: [f64; 3] = update %q2[%i, %j, %ls] = %e
        yield %q3
      }
      yield %q1
    }
    yield %o1
  }
  return %all
})";
}

/// With the sums of two columns in one loop, where the first array is read from end to begin.
std::string two() {
  std::string text = sums("%odd", "%half");
  const auto replace = [&](const std::string &from, const std::string &to) { text.replace(text.find(from), from.size(), to); };
  replace("%s: [f64; 1] = loop %m, (%s0) |%k: i64, %s1: [f64; 1]| {",
          "%s: [f64; 1], %z: [f64; 1] = loop %m, (%s0, %s0) |%k: i64, %s1: [f64; 1], %z1: [f64; 1]| {\n"
          "%back: i64 = sub %m, %k\n %before: i64 = sub %back, 1\n %d: f64 = index %a[%before, %next]");
  replace("%s2: [f64; 1] = loop 4, (%s1) |%l: i64, %s3: [f64; 1]| {",
          "%s2: [f64; 1], %z2: [f64; 1] = loop 4, (%s1, %z1) |%l: i64, %s3: [f64; 1], %z3: [f64; 1]| {");
  replace("yield %s4", "%dv: f64 = mul %v, %d\n %zo: f64 = index %z3[%l]\n %zn: f64 = add %dv, %zo\n"
                       "%z4: [f64; 1] = update %z3[%l] = %zn\n yield %s4, %z4");
  replace("yield %s2", "yield %s2, %z2");
  replace("%e: f64 = index %s[%ls]", "%e0: f64 = index %s[%ls]\n %e1: f64 = index %z[%ls]\n %e2: f64 = mul %e1, 3.0\n %e: f64 = add %e0, %e2");
  return text;
}

/// On up to three iterations, five terms and six columns, most of which are zero.
void onAll(Passed &p, double special = 0.5) {
  std::vector<double> c(5 * 6);
  for (const std::size_t k : {1, 4, 8, 13, 19, 22, 23})
    c[k] = 0.25 * static_cast<double>(k) - 2;
  for (std::size_t n = 0; n < 4; ++n) {
    std::vector<double> x(n * 5);
    for (std::size_t i = 0; i < x.size(); ++i)
      x[i] = 0.3 * static_cast<double>(i) - 1.1;
    if (n > 1)
      x[7] = special;
    p.on({RuntimeValue::array(x, {static_cast<std::int64_t>(n), 5}), RuntimeValue::array(c, {5, 6}), RuntimeValue::i64(n == 0 ? 9 : 6)});
  }
}

TEST(ZeroTerms, areLeftOut) {
  Passed p = shortened(sums());
  EXPECT_TRUE(hasLists(p));
  onAll(p);
}

TEST(ZeroTerms, areThoseOfAllSumsThatGoTogether) {
  Passed p = shortened(two());
  EXPECT_TRUE(hasLists(p));
  onAll(p);
}

TEST(ZeroTerms, areNotZeroWhereTheOtherFactorIsInfiniteOrNotANumber) {
  for (const double special : {infinity, -infinity, std::nan("")})
    for (const std::string &text : {sums(), two()}) {
      Passed p = shortened(text);
      EXPECT_TRUE(hasLists(p));
      onAll(p, special);
    }
}

TEST(ZeroTerms, areNotReadWhereThereAreNoIterations) {
  Passed p = shortened(sums("%j", "%most"));
  EXPECT_TRUE(hasLists(p));
  onAll(p);
}

TEST(ZeroTerms, changeASumThatIsNegativeZero) {
  EXPECT_FALSE(hasLists(shortened(sums("%j", "%r", "-0.0"))));
  EXPECT_FALSE(hasLists(shortened(sums("%j", "%r", "1.0"))));
}

TEST(ZeroTerms, mayBeOthersInEachIteration) {
  Passed p = shortened(sums("%place"));
  EXPECT_FALSE(hasLists(p));
  onAll(p);
}

TEST(ZeroTerms, areLookedForInTangents) {
  ir::Function f = parsed(sums());
  EXPECT_FALSE(hasLists({f, optimise::byName("zero_terms")->run(f)}));
  ir::forEachStatement(f.body, [&](const ir::Statement &s) {
    for (const ir::Value v : s.results)
      if (f.values.type(v).isArray())
        f.values.setName(v, {f.values.name(v).text, ir::Role::Tangent});
  });
  Passed p = checked(f, optimise::byName("zero_terms")->run(f));
  EXPECT_TRUE(hasLists(p));
  onAll(p);
}

} // namespace
} // namespace soac::test
