// Loops that take elements and add to elements that were taken before: seeds_apart.
#include "Check.h"

namespace soac::test {
namespace {

/// %n trips, from the last element to the first one, that make %b of %a; %k is the trip's element, %h the one behind
/// it.
Passed taking(const std::string &body, const std::string &place = "sub %n, %i") {
  Passed p = passed(R"(
func @f(%v: [f64; 1], %c: [f64; 1], %n: i64) -> ([f64; 1], f64) {
  %r: [f64; 1], %sum: f64 = loop %n, (%v, 0.0) |%i: i64, %a: [f64; 1], %s: f64| {
    %h: i64 = )" + place +
                        R"(
    %k: i64 = add %h, -1
    %g: f64 = index %c[%k]
)" + body + R"(
    yield %b, %w
  }
  return %r, %sum
})",
                    {"seeds_apart", "simplify", "dce"});
  for (const std::int64_t n : {0, 1, 2, 5})
    p.on({RuntimeValue::array({1, -2, 3, 0.5, 4, -1, 2}), RuntimeValue::array({0.5, -1, 2, 0.25, 3, -0.5, 1.5}),
          RuntimeValue::i64(n)});
  return p;
}
bool isApart(const Passed &p) { return p.count<ir::Accumulate>() > 0; }

/// Takes the element, and leaves `replacement`.
std::string take(const std::string &replacement = "0.0") {
  return "    %x: f64 = index %a[%k]\n    %d: f64 = mul %x, %g\n    %p: [f64; 1] = update %a[%k] = " + replacement +
         "\n";
}
/// `to`[`place`] becomes itself and the term.
std::string add(const std::string &to, const std::string &from, const std::string &place,
                const std::string &how = "add") {
  return "    %y" + to.substr(1) + ": f64 = index " + from + "[" + place + "]\n    %z" + to.substr(1) +
         ": f64 = " + how + " %y" + to.substr(1) + ", %d\n    " + to + ": [f64; 1] = update " + from + "[" + place +
         "] = %z" + to.substr(1) + "\n";
}
const std::string summed = "    %w: f64 = add %s, %d\n";

TEST(SeedsApart, ofElementsThatTripsTookBefore) {
  const Passed one = taking(take() + add("%q", "%p", "%h") + add("%b", "%q", "%k") + summed);
  EXPECT_TRUE(isApart(one)) << one.text();
  EXPECT_EQ(one.count<ir::Accumulate>(), 2u) << one.text();
  const Passed subtracted = taking(take() + add("%b", "%p", "%h", "sub") + summed);
  EXPECT_EQ(subtracted.count<ir::Accumulate>(), 1u) << subtracted.text();
  const Passed replaced = taking(take("%d") + add("%b", "%p", "%h") + summed);
  EXPECT_EQ(replaced.count<ir::Accumulate>(), 2u) << replaced.text();
  const Passed forwards = taking("    %f: i64 = add %k, -1\n" + take() + add("%b", "%p", "%f") + summed, "add %i, 2");
  EXPECT_TRUE(isApart(forwards)) << forwards.text();
  const Passed chosen =
      taking(take() +
             "    %o: bool = lt %x, 0.0\n    %e: f64 = if %o {\n      yield %d\n    } else {\n      yield %g\n    }\n" +
             add("%b", "%p", "%h") + "    %w: f64 = add %s, %e\n");
  EXPECT_TRUE(isApart(chosen)) << chosen.text();
}

/// A loop over two arrays, whose seeds go to both, in a map or not.
Passed ofTwo(const std::string &pass, bool isInMap) {
  const std::string loop = R"(
    %r: [f64; 1], %u: [f64; 1] = loop %n, (%v, %c) |%i: i64, %a: [f64; 1], %b: [f64; 1]| {
      %h: i64 = sub %n, %i
      %k: i64 = add %h, -1
      %x: f64 = index %a[%k]
      %a_1: [f64; 1] = update %a[%k] = 0.0
      %y: f64 = index %b[%k]
      %b_1: [f64; 1] = update %b[%k] = %x
      %d: f64 = mul %x, %y
      %a_2: f64 = index %a_1[%h]
      %a_3: f64 = sub %a_2, %y
      %a_4: [f64; 1] = update %a_1[%h] = %a_3
      %b_2: f64 = index %b_1[%h]
      %b_3: f64 = add %d, %b_2
      %b_4: [f64; 1] = update %b_1[%h] = %b_3
      yield %a_4, %b_4
    }
)";
  Passed p = passed("func @f(%v: [f64; 1], %c: [f64; 1], %n: i64) -> (" +
                        std::string(isInMap ? "[f64; 2], [f64; 2]" : "[f64; 1], [f64; 1]") + ") {" +
                        (isInMap ? "  %e: [f64; 2], %f: [f64; 2] = map 2, () |%m: i64| {" + loop +
                                       "    yield %r, %u\n  }\n  return %e, %f"
                                 : loop + "  return %r, %u") +
                        "\n}",
                    {pass, "simplify", "dce"});
  for (const std::int64_t n : {0, 1, 5})
    p.on({RuntimeValue::array({1, -2, 3, 0.5, 4, -1, 2}), RuntimeValue::array({0.5, -1, 2, 0.25, 3, -0.5, 1.5}),
          RuntimeValue::i64(n)});
  return p;
}

TEST(SeedsApart, ofTwoArrays) {
  const Passed p = ofTwo("seeds_apart", false);
  EXPECT_EQ(p.count<ir::Accumulate>(), 3u) << p.text();
  EXPECT_EQ(p.count<ir::Loop>(), 3u) << p.text();
}

TEST(SeedsApart, inKernelsButForThreadsOfADevice) {
  EXPECT_TRUE(isApart(ofTwo("seeds_apart", true)));
  EXPECT_FALSE(isApart(ofTwo("seeds_apart_outside", true)));
  EXPECT_TRUE(isApart(ofTwo("seeds_apart_outside", false)));
}

TEST(SeedsApart, notWhereTheyAreOthers) {
  const auto stays = [](const Passed &p) {
    EXPECT_FALSE(isApart(p)) << p.text();
    EXPECT_EQ(p.count<ir::Loop>(), 1u) << p.text();
  };
  // Later trips take elements to which earlier ones add.
  stays(taking(take() + add("%b", "%p", "%h") + summed, "add %i, 1"));
  stays(taking("    %f: i64 = add %k, -1\n" + take() + add("%q", "%p", "%f") + add("%b", "%q", "%h") + summed,
               "add %i, 2"));
  stays(taking("    %f: i64 = add %k, -1\n    %o: i64 = max %f, 0\n" + take() + add("%b", "%p", "%o") + summed));
  // Each trip has an element of its own.
  stays(taking(take() + add("%b", "%p", "%k") + summed));
  // What is added to is read otherwise, and not only added to.
  stays(taking(take() + "    %y: f64 = index %p[%h]\n    %z: f64 = add %y, %d\n    %b: [f64; 1] = update %p[%h] = %z\n "
                        "   %w: f64 = add %s, %z\n"));
  stays(taking(take() +
               "    %y: f64 = index %p[%h]\n    %z: f64 = mul %y, %d\n    %b: [f64; 1] = update %p[%h] = %z\n" +
               summed));
  stays(taking(take() +
               "    %y: f64 = index %p[%h]\n    %z: f64 = sub %d, %y\n    %b: [f64; 1] = update %p[%h] = %z\n" +
               summed));
  // What else is carried is no sum.
  stays(taking(take() + add("%b", "%p", "%h") + "    %w: f64 = mul %s, %d\n"));
  // Another trip takes the same element.
  stays(taking("    %f: i64 = div %k, 2\n    %x: f64 = index %a[%f]\n    %d: f64 = mul %x, %g\n    %p: [f64; 1] = "
               "update %a[%f] = 0.0\n" +
               add("%b", "%p", "%h") + summed));
}

} // namespace
} // namespace soac::test
