// What the adjoint of a loop stores after the whole pipeline: its Fills, by name.
#include "Check.h"

#include "support/Derivatives.h"

#include <map>

namespace soac::test {
namespace {

struct Stores {
  std::map<std::string, unsigned> arrays; ///< by name
  std::string text;
};

Stores storesOf(llvm::StringRef text) {
  const auto derivative = differentiated(wrapAdjoint(optimise::simplify(parsed(text))));
  if (!derivative) {
    ADD_FAILURE() << "refused";
    return {};
  }
  const ir::Function f = optimise::optimise(*derivative);
  Stores stores;
  stores.text = ir::toString(f);
  ir::forEachStatement(f.body, [&](const ir::Statement &s) {
    if (std::holds_alternative<ir::Fill>(s.op) && f.values.stored(s.results[0]) != ir::Stored::None)
      ++stores.arrays[f.values.name(s.results[0]).text];
  });
  return stores;
}

using Arrays = std::map<std::string, unsigned>;

TEST(Stored, theCounterAndWhatFollowsFromItAreNot) {
  const Stores stores = storesOf(R"(
func @f(%x: f64, %n: i64, %s: i64) -> (f64) {
  %last: i64, %r: f64 = loop %n, (7, 1.0) |%i: i64, %k: i64, %y: f64| {
    %c: f64 = cast %k
    %a: f64 = mul %c, %x
    %d: f64 = add %a, %y
    %b: f64 = mul %d, %d
    %l: i64 = add %k, %s
    yield %l, %b
  }
  return %r
})");
  EXPECT_EQ(stores.arrays, (Arrays{{"y_checkpoint", 1}})) << stores.text;
}

TEST(Stored, valuesThatTheReturnSweepDoesNotNeedAreNot) {
  const Stores stores = storesOf(R"(
func @f(%x: f64, %n: i64) -> (f64) {
  %r: f64, %t: f64 = loop %n, (1.0, 0.5) |%i: i64, %y: f64, %z: f64| {
    %a: f64 = mul %z, %x
    %b: f64 = add %y, %a
    %c: f64 = mul %z, 0.9
    yield %b, %c
  }
  return %r
})");
  EXPECT_EQ(stores.arrays, (Arrays{{"z_checkpoint", 1}})) << stores.text;
}

TEST(Stored, whatTheLoopDoesNotChangeIsNot) {
  const Stores stores = storesOf(R"(
func @f(%xs: [f64; 1], %n: i64) -> (f64) {
  %r: f64, %ys: [f64; 1] = loop %n, (1.0, %xs) |%i: i64, %y: f64, %zs: [f64; 1]| {
    %z: f64 = index %zs[0]
    %a: f64 = mul %z, %y
    %b: f64 = sin %a
    yield %b, %zs
  }
  return %r
})");
  EXPECT_EQ(stores.arrays, (Arrays{{"y_checkpoint", 1}})) << stores.text;
}

// The lengths of the log at the entries of the outer iterations, and its indices inside, follow from the counters.
TEST(Stored, lengthsOfLogsThatFollowFromTheCounterAreNot) {
  const Stores stores = storesOf(R"(
func @f(%xs: [f64; 1], %n: i64) -> ([f64; 1]) {
  %m: i64 = extent %xs, 0
  %r: [f64; 1] = loop %n, (%xs) |%t: i64, %u: [f64; 1]| {
    %v: [f64; 1] = loop %m, (%u) |%i: i64, %w: [f64; 1]| {
      %a: f64 = index %w[%i]
      %b: f64 = mul %a, %a
      %c: [f64; 1] = update %w[%i] = %b
      yield %c
    }
    yield %v
  }
  return %r
})");
  for (const auto &[name, count] : stores.arrays)
    EXPECT_EQ(name.find("_checkpoint"), std::string::npos) << name << "\n" << stores.text;
}

// Nor are the indices in the log over both loops, two for every iteration of the inner one.
TEST(Stored, placesInLogsThatFollowFromTheCountersAreNot) {
  const auto nest = [](llvm::StringRef inner, llvm::StringRef place) {
    return storesOf((R"(
func @f(%xs: [f64; 1], %n: i64, %m: i64) -> ([f64; 1]) {
  %r: [f64; 1] = loop %n, (%xs) |%t: i64, %u: [f64; 1]| {
    %p: i64 = mul %t, %m
    %v: [f64; 1] = loop )" +
                     inner + R"(, (%u) |%i: i64, %w: [f64; 1]| {
      %j: i64 = add %)" +
                     place + R"(, %i
      %a: f64 = index %w[%j]
      %b: f64 = mul %a, %a
      %c: [f64; 1] = update %w[%j] = %b
      %d: f64 = index %c[%i]
      %e: f64 = mul %d, %d
      %g: [f64; 1] = update %c[%i] = %e
      yield %g
    }
    yield %v
  }
  return %r
})")
                        .str());
  };
  const Stores rectangle = nest("5", "p");
  EXPECT_EQ(rectangle.arrays.count("xs_undo"), 1u) << rectangle.text;
  EXPECT_EQ(rectangle.arrays.count("xs_undo_index"), 0u) << rectangle.text;
  const Stores triangle = nest("%t", "p");
  EXPECT_EQ(triangle.arrays.count("xs_undo_index"), 0u) << triangle.text;
}

// y[i + 1] = f(y[i]): every iteration finds what it needs in the array as it is after the loop.
TEST(Stored, arraysWithoutFalseDependenciesAreNot) {
  const Stores stores = storesOf(R"(
func @f(%x: f64, %n: i64) -> ([f64; 1]) {
  %e: i64 = add %n, 1
  %zeros: [f64; 1] = fill %x, [%e]
  %r: [f64; 1] = loop %n, (%zeros) |%i: i64, %y: [f64; 1]| {
    %a: f64 = index %y[%i]
    %b: f64 = sin %a
    %c: f64 = mul %b, %x
    %j: i64 = add %i, 1
    %z: [f64; 1] = update %y[%j] = %c
    yield %z
  }
  return %r
})");
  EXPECT_EQ(stores.arrays, Arrays{}) << stores.text;
}

// The same elements are read before they are overwritten: here the log is needed.
TEST(Stored, arraysThatAreOverwrittenHaveALog) {
  const Stores stores = storesOf(R"(
func @f(%xs: [f64; 1], %n: i64) -> ([f64; 1]) {
  %r: [f64; 1] = loop %n, (%xs) |%i: i64, %y: [f64; 1]| {
    %a: f64 = index %y[0]
    %b: f64 = mul %a, %a
    %z: [f64; 1] = update %y[0] = %b
    yield %z
  }
  return %r
})");
  EXPECT_EQ(stores.arrays.count("xs_undo"), 1u) << stores.text;
}

// The numbers that are kept beside a dear function, and those that it is computed of, take the place of a log.
TEST(Stored, whatIsReadBesideADearFunctionHasNoLog) {
  const Stores stores = storesOf(R"(
func @f(%xs: [f64; 1], %n: i64) -> ([f64; 1]) {
  %r: [f64; 1] = loop %n, (%xs) |%i: i64, %y: [f64; 1]| {
    %a: f64 = index %y[0]
    %b: f64 = exp %a
    %c: f64 = mul %a, %b
    %z: [f64; 1] = update %y[0] = %c
    yield %z
  }
  return %r
})");
  EXPECT_EQ(stores.arrays, (Arrays{{"a_kept", 1}, {"b_kept", 1}})) << stores.text;
}

} // namespace
} // namespace soac::test
