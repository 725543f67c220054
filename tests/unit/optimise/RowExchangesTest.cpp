// Rows of an array that change places.
#include "Check.h"

namespace soac::test {
namespace {

/// Rows i and j of a matrix change places; `between` stands between the two updates, `first` is what the second one writes.
std::string exchange(const std::string &between = "", const std::string &first = "%r", const std::string &to = "%j") {
  return R"(
func @f(%a: [f64; 2], %i: i64, %j: i64, %z: [f64; 2]) -> ([f64; 2], f64) {
  %r: [f64; 1] = index %a[%i]
  %q: [f64; 1] = index %a[%j]
  %b: [f64; 2] = update %a[%i] = %q
  %x: f64 = index %q[0]
  )" + between + R"(
  %c: [f64; 2] = update %b[)" + to + "] = " + first + R"(
  return %c, %x
})";
}


std::size_t loops(const std::string &text) {
  auto p = passed(text, {"row_exchanges"});
  const RuntimeValue matrix = RuntimeValue::array({1, 2, 3, 4, 5, 6}, {3, 2}), other = RuntimeValue::array({7, 8, 9, 10, 11, 12}, {3, 2});
  for (std::int64_t i : {0, 1, 2})
    for (std::int64_t j : {0, 1, 2})
      p.on({matrix, RuntimeValue::i64(i), RuntimeValue::i64(j), other});
  return p.count<ir::Loop>();
}

TEST(RowExchanges, areOfElements) { EXPECT_EQ(loops(exchange()), 1u); }

TEST(RowExchanges, areTwoUpdatesOfTheSameRows) {
  EXPECT_EQ(loops(exchange("", "%q")), 0u);                                                    // the row is copied
  EXPECT_EQ(loops(exchange("", "%r", "%i")), 0u);                                              // and restored
  EXPECT_EQ(loops(exchange("%s: [f64; 1] = index %b[0]\n %t: f64 = index %s[0]", "%s")), 0u); // a row of what is between
  EXPECT_EQ(loops(exchange("%s: [f64; 1] = index %z[%i]", "%s")), 0u);                         // of another array
  EXPECT_EQ(loops(exchange("%k: i64 = sub 2, %i", "%r", "%k")), 0u);                           // a third row
}

TEST(RowExchanges, leaveWhatIsReadBetween) {
  EXPECT_EQ(loops(R"(
func @f(%a: [f64; 2], %i: i64, %j: i64, %z: [f64; 2]) -> ([f64; 2], [f64; 2]) {
  %r: [f64; 1] = index %a[%i]
  %q: [f64; 1] = index %a[%j]
  %b: [f64; 2] = update %a[%i] = %q
  %c: [f64; 2] = update %b[%j] = %r
  return %c, %b
})"),
            0u);
}

TEST(RowExchanges, areOfRowsOfRowsToo) {
  auto p = passed(R"(
func @f(%a: [f64; 3], %i: i64, %j: i64) -> ([f64; 3]) {
  %r: [f64; 2] = index %a[%i]
  %q: [f64; 2] = index %a[%j]
  %b: [f64; 3] = update %a[%i] = %q
  %c: [f64; 3] = update %b[%j] = %r
  return %c
})",
                  {"row_exchanges"});
  p.on({RuntimeValue::array({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, {3, 2, 2}), RuntimeValue::i64(0), RuntimeValue::i64(2)});
  EXPECT_EQ(p.count<ir::Loop>(), 2u) << p.text();
}

} // namespace
} // namespace soac::test
