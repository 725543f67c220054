// Nests that add to rows around their own.
#include "Numbers.h"

namespace soac::test {
namespace {

/// Outermost loops: each of those that are left has a row of its own.
std::size_t outermostLoops(const Passed &p) {
  std::size_t n = 0;
  for (const ir::Statement &s : p.after.body.statements)
    if (const auto *region = std::get_if<ir::WithAccumulators>(&s.op))
      for (const ir::Statement &in : region->body.statements)
        n += std::holds_alternative<ir::Loop>(in.op);
  return n;
}

// As the adjoint of five neighbours: what the loop reads, it overwrites.
constexpr const char *fiveNeighbours = R"(
func @f(%n: i64, %m: i64, %v: [f64; 2], %u: [f64; 2]) -> ([f64; 2], [f64; 2]) {
  %u_1: [f64; 2], %v_1: [f64; 2] = with_accumulators (%u) |%a: acc [f64; 2]| {
    %r: [f64; 2] = loop %n, (%v) |%i: i64, %v_2: [f64; 2]| {
      %k: i64 = add %i, 1
      %l: i64 = add %i, 2
      %r_1: [f64; 2] = loop %m, (%v_2) |%j: i64, %v_3: [f64; 2]| {
        %p: i64 = add %j, 1
        %q: i64 = add %j, 2
        %s: f64 = index %v_3[%k, %p]
        %v_4: [f64; 2] = update %v_3[%k, %p] = 0.5
        %t: f64 = mul %s, 3.0
        accumulate %a[%k, %q] += %s
        accumulate %a[%k, %j] += %t
        accumulate %a[%l, %p] += %t
        %w: f64 = mul %t, %s
        accumulate %a[%i, %p] += %w
        accumulate %a[%k, %p] += %s
        yield %v_4
      }
      yield %r_1
    }
    yield %r
  }
  return %u_1, %v_1
})";

TEST(GatherRows, eachRowOfAStencilIsAddedToOnce) {
  auto p = passed(fiveNeighbours, {"gather_rows", "simplify", "cse", "dce"});
  EXPECT_EQ(outermostLoops(p), 3u) << p.text(); // rows, rows at the ends, what is overwritten
  for (const int n : {-1, 0, 1, 2, 3, 5})
    for (const int m : {0, 1, 4})
      p.on({RuntimeValue::i64(n), RuntimeValue::i64(m), numbers({7, 6}), numbers({7, 6})}, 1e-14);
}

// Rows are parts of one array: by a number that is not known, and by one that is.
TEST(GatherRows, rowsOfAFlatArray) {
  for (const std::string stride : {"%m", "8"}) {
    auto p = passed(R"(
func @f(%n: i64, %m: i64, %v: [f64; 1], %u: [f64; 1]) -> ([f64; 1]) {
  %c: i64 = max %m, 0
  %u_1: [f64; 1] = with_accumulators (%u) |%a: acc [f64; 1]| {
    loop %n, () |%i: i64| {
      %row: i64 = mul %i, )" +
                        stride + R"(
      %i_1: i64 = add %i, 2
      %far: i64 = mul %i_1, )" +
                        stride + R"(
      loop %c, () |%j: i64| {
        %k: i64 = add %row, %j
        %l: i64 = add %k, 1
        %q: i64 = add %far, %j
        %s: f64 = index %v[%k]
        accumulate %a[%q] += %s
        accumulate %a[%k] += 2.0
        accumulate %a[%l] += %s
        yield
      }
      yield
    }
    yield
  }
  return %u_1
})",
                    {"gather_rows", "simplify", "cse", "dce"});
    EXPECT_EQ(outermostLoops(p), 2u) << p.text();
    for (const int n : {0, 1, 2, 5})
      for (const int m : {0, 1, 7})
        p.on({RuntimeValue::i64(n), RuntimeValue::i64(m), numbers({60}), numbers({60})}, 1e-14);
  }
}

// The planes of a box, and then the rows of each.
TEST(GatherRows, threeDimensions) {
  auto p = passed(R"(
func @f(%n: i64, %m: i64, %u: [f64; 3], %v: [f64; 3]) -> ([f64; 3]) {
  %u_1: [f64; 3] = with_accumulators (%u) |%a: acc [f64; 3]| {
    loop %n, () |%i: i64| {
      %p: i64 = add %i, 1
      %w: f64 = index %v[%i, 0, 0]
      loop %m, () |%j: i64| {
        %q: i64 = add %j, 1
        loop %m, () |%k: i64| {
          %r: i64 = add %k, 1
          %s: f64 = index %v[%i, %j, %k]
          %t: f64 = mul %s, %w
          accumulate %a[%i, %j, %k] += %t
          accumulate %a[%p, %j, %r] += %s
          accumulate %a[%i, %q, %k] += %t
          accumulate %a[%i, %j, %r] += %s
          yield
        }
        yield
      }
      yield
    }
    yield
  }
  return %u_1
})",
                  {"gather_rows", "simplify", "cse", "dce", "gather_rows", "simplify", "cse", "dce"});
  EXPECT_EQ(outermostLoops(p), 2u) << p.text();
  EXPECT_EQ(p.count<ir::Loop>(), 5u + 6u) << p.text(); // p, (q, r), (ends of it, r, r);  ends, (j, k), (j, k)
  for (const int n : {0, 1, 3})
    for (const int m : {0, 1, 2})
      p.on({RuntimeValue::i64(n), RuntimeValue::i64(m), numbers({4, 4, 4}), numbers({4, 4, 4})}, 1e-14);
}

/// A nest over n rows, with a statement in front of the inner loop and its count, and the inner body.
Passed nestOf(const std::string &front, const std::string &count, const std::string &body,
              const std::string &array = "%v_2") {
  return passed("func @f(%n: i64, %u: [f64; 2], %v: [f64; 2], %k: [i64; 1]) -> ([f64; 2], [f64; 2]) {\n"
                "  %u_1: [f64; 2], %v_1: [f64; 2] = with_accumulators (%u) |%a: acc [f64; 2]| {\n"
                "    %o: [f64; 2] = loop %n, (%v) |%i: i64, %v_2: [f64; 2]| {\n"
                "      %p: i64 = add %i, 1\n" +
                    front + "      %o_1: [f64; 2] = loop " + count + ", (" + array + ") |%j: i64, %v_3: [f64; 2]| {\n" +
                    body + "      }\n yield %o_1\n }\n yield %o\n }\n return %u_1, %v_1\n}",
                {"gather_rows"});
}
void stays(const Passed &p, std::size_t additions = 2) {
  EXPECT_EQ(p.count<ir::Accumulate>(), additions) << p.text();
  EXPECT_EQ(outermostLoops(p), 1u) << p.text();
}
const std::string twoRows = "accumulate %a[%i, %j] += 1.0\n accumulate %a[%p, %j] += 2.0\n yield %v_3\n";

TEST(GatherRows, othersStay) {
  const std::vector<RuntimeValue> arguments{RuntimeValue::i64(3), numbers({5, 5}), numbers({5, 5}),
                                            RuntimeValue::indices({3, 1, 2, 0})};
  // A row's length, and one row alone.
  auto p = nestOf("", "%i", twoRows);
  stays(p.on(arguments));
  p = nestOf("", "3",
             "%q: i64 = add %j, 1\n accumulate %a[%p, %j] += 1.0\n accumulate %a[%p, %q] += 2.0\n yield %v_3\n");
  stays(p.on(arguments));
  // Rows that data choose, and one that all iterations add to.
  p = nestOf("%r: i64 = index %k[%i]\n", "3",
             "accumulate %a[%i, %j] += 1.0\n accumulate %a[%r, %j] += 2.0\n yield %v_3\n");
  stays(p.on(arguments));
  p = nestOf("", "3", "accumulate %a[1, %j] += 1.0\n accumulate %a[2, %j] += 2.0\n yield %v_3\n");
  stays(p.on(arguments));
  // What is added is a function, or the iteration has written it.
  p = nestOf("", "3",
             "%s: f64 = index %v_3[%p, %j]\n %t: f64 = exp %s\n accumulate %a[%i, %j] += %t\n accumulate %a[%p, %j] += "
             "%t\n yield %v_3\n");
  stays(p.on(arguments));
  p = nestOf("", "3",
             "%w: [f64; 2] = update %v_3[%i, %j] = 4.0\n %s: f64 = index %w[%i, %j]\n"
             "accumulate %a[%i, %j] += %s\n accumulate %a[%p, %j] += %s\n yield %w\n");
  stays(p.on(arguments));
  // One iteration reads what the one before has written.
  p = nestOf("", "3",
             "%s: f64 = index %v_3[%i, %j]\n %w: [f64; 2] = update %v_3[%p, %j] = %s\n"
             "accumulate %a[%i, %j] += %s\n accumulate %a[%p, %j] += %s\n yield %w\n");
  stays(p.on(arguments));
  p = nestOf("", "3",
             "%q: i64 = add %j, 1\n %s: f64 = index %v_3[%i, %j]\n %w: [f64; 2] = update %v_3[%i, %q] = %s\n"
             "accumulate %a[%i, %j] += %s\n accumulate %a[%p, %j] += %s\n yield %w\n");
  stays(p.on(arguments));
  // A loop in front has written it.
  p = nestOf("%x: [f64; 2] = loop 3, (%v_2) |%l: i64, %x_1: [f64; 2]| {\n %x_2: [f64; 2] = update %x_1[%i, %l] = 5.0\n "
             "yield %x_2\n }\n",
             "3",
             "%s: f64 = index %v_3[%i, %j]\n accumulate %a[%i, %j] += %s\n accumulate %a[%p, %j] += %s\n yield %v_3\n",
             "%x");
  stays(p.on(arguments));
  // Additions in two loops, and beside a loop.
  p = nestOf("loop 2, () |%l: i64| {\n accumulate %a[%i, %l] += 3.0\n yield\n }\n", "3", twoRows);
  stays(p.on(arguments), 3);
  p = nestOf("accumulate %a[%i, 0] += 3.0\n", "3", twoRows);
  stays(p.on(arguments), 3);
  p = nestOf("", "3",
             "%c: bool = lt %j, 1\n if %c {\n accumulate %a[%i, %j] += 3.0\n yield\n } else {\n yield\n }\n" + twoRows);
  stays(p.on(arguments), 3);
}

} // namespace
} // namespace soac::test
