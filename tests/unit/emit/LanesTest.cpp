// Independent iterations that call functions, written for all lanes at a time.
#include "unit/emit/Emitted.h"

namespace soac::test {
namespace {

TEST(NamedLanes, ofMapsThatCallFunctions) {
  EXPECT_EQ(emitted(R"(
func @f(%xs: [f64; 1], %ks: [i64; 1]) -> ([f64; 1]) {
  %n: i64 = extent %xs, 0
  %ys: [f64; 1] = map %n, (%ks) |%i: i64, %k: i64| {
    %x: f64 = index %xs[%k]
    %y: f64 = exp %x
    yield %y
  }
  return %ys
})"),
            R"(auto ys_result = soac::runtime::container<soac::array<double, 1>>(xs.extent(0));
const soac::runtime::dense<double, 1> ys(ys_result.data(), xs.extent(0));
soac::runtime::parallel_lane_map(workspace, xs.extent(0), 2, [=](auto lane) {
  const auto x = soac::runtime::at(xs, soac::runtime::at(ks, lane));
  const auto y = soac::runtime::exp(x);
  soac::runtime::put(ys, y, lane);
});
return ys_result;
)");
}

/// A loop of so many iterations that does this.
std::string cells(const std::string &trips, const std::string &body) {
  return emitted(R"(
func @f(%xs: [f64; 1], %steps: i64) -> ([f64; 1]) {
  %r: [f64; 1] = loop %steps, (%xs) |%t: i64, %a: [f64; 1]| {
    %b: [f64; 1] = loop )" + trips + R"(, (%a) |%i: i64, %c: [f64; 1]| {
      %x: f64 = index %c[%i]
      )" + body + R"(
      %d: [f64; 1] = update %c[%i] = %y
      yield %d
    }
    yield %b
  }
  return %r
})");
}

TEST(NamedLanes, ofMapsInLoops) {
  EXPECT_EQ(cells("%steps", "%y: f64 = sin %x"), R"(auto r_result = soac::runtime::container<soac::array<double, 1>>(xs.extent(0));
const soac::runtime::dense<double, 1> r(r_result.data(), xs.extent(0));
soac::runtime::copy(r, xs);
for (soac::index t = 0; t < steps; ++t) {
  soac::runtime::in_lanes(steps, [&](auto lane) {
    const auto x = soac::runtime::at(r, lane);
    const auto y = soac::runtime::sin(x);
    soac::runtime::put(r, y, lane);
  });
}
return r_result;
)");
}

TEST(NamedLanes, areNotForFewIterationsOrWithoutFunctions) {
  EXPECT_NE(cells("8", "%y: f64 = sin %x").find("in_lanes(8, "), std::string::npos);
  EXPECT_EQ(cells("7", "%y: f64 = sin %x").find("in_lanes"), std::string::npos);
  EXPECT_EQ(cells("8", "%y: f64 = mul %x, %x").find("in_lanes"), std::string::npos);
  EXPECT_EQ(cells("8", "%z: f64 = sin %x\n %y: f64 = pow %z, %x").find("in_lanes"), std::string::npos); // pow has no form in lanes
}

/// A loop of so many iterations that writes elements and carries these numbers: the rest of its body, what the numbers begin with, their
/// types in the parameters, and what comes of them.
std::string besideElements(const std::string &body, const std::string &begin, const std::string &parameters, const std::string &next,
                           const std::string &trips = "%n", const std::string &index = "%i") {
  return emitted(R"(
func @f(%xs: [f64; 1], %n: i64, %s: f64, %u: f64) -> ([f64; 1], f64) {
  %r: [f64; 1] = loop %n, (%xs) |%k: i64, %e: [f64; 1]| {
    %q: [f64; 1], %sum: f64, %other: f64 = loop )" + trips + ", (%e" + begin + ") |%i: i64, %a: [f64; 1]" + parameters + R"(| {
      %j: i64 = add %i, 1
      %x: f64 = index %a[)" + index + R"(]
      %y: f64 = mul %x, %x
      )" + body + R"(
      %b: [f64; 1] = update %a[%i] = %y
      yield %b, )" + next + R"(
    }
    %w: f64 = add %sum, %other
    %z: [f64; 1] = update %q[%k] = %w
    yield %z
  }
  return %r, %s
})");
}
const char *const twoNumbers = ", %g: f64, %h: f64";
bool areBeside(const std::string &text) { return text.find("independent_sum") != std::string::npos || text.find("lane_sum") != std::string::npos; }

TEST(SumsBesideElements, areFormedInNamedLanes) {
  const std::string text = besideElements("%c: f64 = add %g, %y\n%d: f64 = sub %h, %x", ", %s, %u", twoNumbers, "%c, %d");
  EXPECT_NE(text.find(R"(  std::tie(g, h) = soac::runtime::independent_sums(std::tuple<double, double>{g, h}, n, [&](auto lane) {
    const auto x = soac::runtime::at(r, lane);
    const auto y = x * x;
    soac::runtime::put(r, y, lane);
    return std::tuple{y, -x};
  });
)"),
            std::string::npos)
      << text;
  const std::string calls = besideElements("%v: f64 = exp %y\n%c: f64 = add %v, %g\n%d: f64 = add %h, %v", ", %s, %u", twoNumbers, "%c, %d");
  EXPECT_NE(calls.find("lane_sums("), std::string::npos) << calls;
}

TEST(SumsBesideElements, haveTermsFromBeforeTheWrites) {
  const std::string text = emitted(R"(
func @f(%xs: [f64; 1], %n: i64) -> ([f64; 1], f64) {
  %q: [f64; 1], %sum: f64 = loop %n, (%xs, 0.0) |%i: i64, %a: [f64; 1], %g: f64| {
    %0: f64 = index %a[%i]
    %c: f64 = add %g, %0
    %b: [f64; 1] = update %a[%i] = 2.0
    yield %b, %c
  }
  return %q, %sum
})");
  const auto read = text.find("const auto term = soac::runtime::at(q, lane);"), written = text.find("soac::runtime::put(q, 2.0, lane);");
  EXPECT_TRUE(areBeside(text) && read < written) << text;
}

TEST(SumsBesideElements, areNotForOtherNumbersAndIterations) {
  const char *const sums = "%c: f64 = add %g, %y\n%d: f64 = add %h, %x";
  EXPECT_TRUE(areBeside(besideElements(sums, ", %s, %u", twoNumbers, "%c, %d")));
  EXPECT_TRUE(areBeside(besideElements(sums, ", %s, %u", twoNumbers, "%c, %d", "32")));
  EXPECT_FALSE(areBeside(besideElements(sums, ", %s, %u", twoNumbers, "%c, %d", "31")));             // which the compiler dissolves
  EXPECT_FALSE(areBeside(besideElements(sums, ", %s, %u", twoNumbers, "%c, %d", "%n", "%j")));       // whose elements meet
  EXPECT_FALSE(areBeside(besideElements(sums, ", %s, %u", twoNumbers, "%d, %c")));                   // that change places
  EXPECT_FALSE(areBeside(besideElements("%c: f64 = mul %g, %y\n%d: f64 = add %h, %x", ", %s, %u", twoNumbers, "%c, %d"))); // a product
  EXPECT_FALSE(areBeside(besideElements("%c: f64 = sub %y, %g\n%d: f64 = add %h, %x", ", %s, %u", twoNumbers, "%c, %d"))); // whose sign changes
  EXPECT_FALSE(areBeside(besideElements("%c: f64 = add %g, %h\n%d: f64 = add %h, %x", ", %s, %u", twoNumbers, "%c, %d"))); // one in the other
  EXPECT_FALSE(areBeside(besideElements("%c: f64 = add %g, %y\n%d: f64 = pow %x, %y", ", %s, %u", twoNumbers, "%c, %d"))); // the last one
}

/// Rows of 16 numbers, whose sums are added to elements: the statements in front of the sum, what else is done with it, the
/// indices of its element, and what else is done with a term.
std::string addedSums(const std::string &before, const std::string &after, const std::string &indices, const char *count = "16",
                      const char *inside = "", const char *term = "%y") {
  return emitted(R"(
func @f(%xs: [f64; 2], %ks: [i64; 1], %n: i64, %at: i64, %out: [f64; 2]) -> ([f64; 2]) {
  %r: [f64; 2] = with_accumulators (%out) |%acc: acc [f64; 2]| {
    map %n, () |%p: i64| {
      loop %n, () |%t: i64| {
        )" + before + R"(
        %s: f64 = map_reduce )" + count + R"(, () |%l: i64| {
          %x: f64 = index %xs[%t, %l]
          %y: f64 = exp %x
          )" + inside + R"(
          yield )" + term + R"(
        } reduce (0.0) |%a: f64, %b: f64| {
          %c: f64 = add %a, %b
          yield %c
        }
        )" + after + R"(
        accumulate %acc)" + indices + R"( += %s
        yield
      }
      yield
    }
    yield
  }
  return %r
})");
}
bool areAddedTogether(const std::string &text) { return text.find("add_sums_of_lanes(") != std::string::npos; }

TEST(SumsOfLanes, areFormedTogetherForNeighbours) {
  EXPECT_EQ(addedSums("%i: i64 = add %t, %at", "", "[%at, %i]"),
            R"(auto r_result = soac::runtime::container<soac::array<double, 2>>(out.extent(0), out.extent(1));
const soac::runtime::dense<double, 2> r(r_result.data(), out.extent(0), out.extent(1));
soac::runtime::copy(r, out);
soac::runtime::accumulating_map(workspace, n, 1 + n * (3 + 16 * 2), [&](soac::index, auto r_1) {
  soac::runtime::add_sums_of_lanes(n, [&](soac::index t, auto lane) SOAC_INLINED {
    const soac::index i = t + at;
    const auto x = soac::runtime::at(xs, t, lane);
    const auto y = soac::runtime::exp(x);
    return soac::runtime::addend(r_1, y, at, i);
  });
}, soac::runtime::handle(r));
return r_result;
)");
}

TEST(SumsOfLanes, haveNamesOfTheirOwnBesideWhatIsInFront) {
  const std::string text =
      addedSums("%7: f64 = index %xs[%t, %t]\n%6: f64 = mul %7, %7", "", "[%at, %t]", "16", "%8: f64 = mul %y, %7\n%9: f64 = mul %8, %8", "%9");
  EXPECT_TRUE(areAddedTogether(text)) << text;
  EXPECT_NE(text.find("const double t_1 = xs(t, t);"), std::string::npos) << text;
  EXPECT_NE(text.find("const auto t_2 = y * t_1;"), std::string::npos) << text;
}

TEST(SumsOfLanes, areFormedOneByOneForOthers) {
  EXPECT_TRUE(areAddedTogether(addedSums("", "", "[%at, %t]")));
  EXPECT_FALSE(areAddedTogether(addedSums("", "", "[%t, %at]")));                                    // in one column
  EXPECT_FALSE(areAddedTogether(addedSums("", "", "[%t, %t]")));                                     // on the diagonal
  EXPECT_FALSE(areAddedTogether(addedSums("", "", "[%at, %at]")));                                   // in one element
  EXPECT_FALSE(areAddedTogether(addedSums("%i: i64 = mul %t, 2", "", "[%at, %i]")));                 // every other one
  EXPECT_FALSE(areAddedTogether(addedSums("%i: i64 = sub %n, %t", "", "[%at, %i]")));                // backwards
  EXPECT_FALSE(areAddedTogether(addedSums("%i: i64 = index %ks[%t]", "", "[%at, %i]")));             // anywhere
  EXPECT_FALSE(areAddedTogether(addedSums("", "accumulate %acc[%t, %at] += %s", "[%at, %t]")));      // twice
  EXPECT_FALSE(areAddedTogether(addedSums("", "", "[%at, %t]", "8")));                               // of half a block
  EXPECT_FALSE(areAddedTogether(addedSums("", "", "[%at, %t]", "16", "accumulate %acc[%t, %l] += %y"))); // whose terms are added elsewhere
}

} // namespace
} // namespace soac::test
