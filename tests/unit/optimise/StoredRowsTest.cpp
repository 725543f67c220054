// Which maps store the elements of rows themselves, and that no iteration reads what another one stores.
#include "Check.h"

namespace soac::test {
namespace {

const RuntimeValue matrix = RuntimeValue::array({1, 2, 3, 4, 5, 6}, {2, 3}), other = RuntimeValue::array({7, 8, 9, 10, 11, 12}, {2, 3});

Passed stored(const std::string &body) {
  auto p = passed("func @f(%a: [f64; 2], %x: [f64; 2], %i: i64) -> ([f64; 2]) {" + body + "}", {"stored_rows"});
  for (const std::int64_t i : {0, 1})
    p.on({matrix, other, RuntimeValue::i64(i)});
  return p;
}

/// Row i of x, and twice that.
const std::string oneRow = R"(
  %r: [f64; 1] = map 3, () |%j: i64| {
    %e: f64 = index %x[%i, %j]
    yield %e
  }
)", twoRows = R"(
  %r: [f64; 1], %s: [f64; 1] = map 3, () |%j: i64| {
    %e: f64 = index %x[%i, %j]
    %g: f64 = mul %e, 2.0
    yield %e, %g
  }
)";

TEST(StoredRows, aLoopStoresTheElements) {
  const auto p = stored(R"(
  %r: [f64; 1] = map 3, () |%j: i64| {
    %e: f64 = index %a[%i, %j]
    %y: f64 = index %x[%i, %j]
    %s: f64 = add %e, %y
    yield %s
  }
  %b: [f64; 2] = update %a[%i] = %r
  return %b
)");
  EXPECT_EQ(p.count<ir::Map>(), 0u) << p.text();
  EXPECT_EQ(p.count<ir::Loop>(), 1u) << p.text();
}

TEST(StoredRows, severalRowsOfOneArrayReadItAtTheirPlace) {
  const auto p = stored(R"(
  %r: [f64; 1], %s: [f64; 1] = map 3, () |%j: i64| {
    %e: f64 = index %a[0, %j]
    %g: f64 = index %a[1, %j]
    %h: f64 = sub %e, %g
    yield %g, %h
  }
  %b: [f64; 2] = update %a[0] = %r
  %k: i64 = sub 1, 0
  %c: [f64; 2] = update %b[%k] = %s
  return %c
)");
  EXPECT_EQ(p.count<ir::Map>(), 0u) << p.text();
}

TEST(StoredRows, elementsOfOtherPlacesKeepTheRow) {
  const auto p = stored(R"(
  %r: [f64; 1] = map 3, () |%j: i64| {
    %k: i64 = sub 2, %j
    %e: f64 = index %a[%i, %k]
    yield %e
  }
  %b: [f64; 2] = update %a[%i] = %r
  return %b
)");
  EXPECT_EQ(p.count<ir::Map>(), 1u) << p.text();
}

// They are part of the array that would be overwritten.
TEST(StoredRows, viewsOfTheArrayKeepTheRow) {
  const auto p = stored(R"(
  %v: [f64; 1] = index %a[%i]
  %r: [f64; 1] = map 3, () |%j: i64| {
    %k: i64 = sub 2, %j
    %e: f64 = index %v[%k]
    yield %e
  }
  %b: [f64; 2] = update %a[%i] = %r
  return %b
)");
  EXPECT_EQ(p.count<ir::Map>(), 1u) << p.text();
}

TEST(StoredRows, rowsThatAreReadElsewhereStay) {
  const auto twice = stored(oneRow + R"(  %b: [f64; 2] = update %a[0] = %r
  %c: [f64; 2] = update %b[1] = %r
  return %c
)");
  EXPECT_EQ(twice.count<ir::Map>(), 1u) << twice.text();
  const auto between = stored(oneRow + R"(  %s: f64 = index %r[1]
  %t: f64 = index %a[0, 0]
  %u: f64 = add %s, %t
  %b: [f64; 2] = update %a[%i] = %r
  %c: [f64; 2] = update %b[0, 0] = %u
  return %c
)");
  EXPECT_EQ(between.count<ir::Map>(), 1u) << between.text();
}

// What the first update gives is read before the second one.
TEST(StoredRows, arraysThatAreReadInBetweenStay) {
  const auto p = stored(twoRows + R"(  %b: [f64; 2] = update %a[0] = %r
  %t: f64 = index %b[0, 1]
  %c: [f64; 2] = update %b[1] = %s
  %d: [f64; 2] = update %c[1, 2] = %t
  return %d
)");
  EXPECT_EQ(p.count<ir::Map>(), 1u) << p.text();
}

// Two arrays that are made of one: each has its own row.
TEST(StoredRows, twoVersionsOfAnArrayStay) {
  const auto p = stored(twoRows + R"(  %b: [f64; 2] = update %a[0] = %r
  %c: [f64; 2] = update %a[0] = %s
  %t: f64 = index %b[0, 1]
  %d: [f64; 2] = update %c[1, 2] = %t
  return %d
)");
  EXPECT_EQ(p.count<ir::Map>(), 1u) << p.text();
}

TEST(StoredRows, dearOperationsStay) {
  const auto p = stored(R"(
  %r: [f64; 1] = map 3, () |%j: i64| {
    %e: f64 = index %x[%i, %j]
    %s: f64 = exp %e
    yield %s
  }
  %b: [f64; 2] = update %a[%i] = %r
  return %b
)");
  EXPECT_EQ(p.count<ir::Map>(), 1u) << p.text();
}

} // namespace
} // namespace soac::test
