// Arrays that are not stored: the same values after lowering, and nothing left of them.
#include "unit/schedule/Scheduled.h"

#include "eval/Interpreter.h"
#include "exec/Printer.h"
#include "ir/Walk.h"
#include "ir/text/Printer.h"
#include "support/Parsed.h"

namespace soac::test {
namespace {

using ops::RuntimeValue;

/// A function before and after it is lowered.
struct Delayed {
  ir::Function before, after;

  explicit Delayed(llvm::StringRef text) : before(ir::parse(text).functions.at(0)), after(lowered(text)) {
    for (const std::string &problem : ir::verify(after))
      ADD_FAILURE() << problem << "\n" << ir::toString(after);
  }
  Delayed &on(std::vector<RuntimeValue> arguments) {
    const eval::Outcome x = eval::run(before, arguments), y = eval::run(after, arguments);
    const auto *expected = std::get_if<std::vector<RuntimeValue>>(&x), *actual = std::get_if<std::vector<RuntimeValue>>(&y);
    if (!expected || !actual) {
      ADD_FAILURE() << (expected ? "after fails" : "before fails") << "\n" << ir::toString(after);
      return *this;
    }
    for (auto [e, a] : llvm::zip(*expected, *actual))
      EXPECT_EQ(ops::toString(e), ops::toString(a)) << ir::toString(after);
    return *this;
  }
  template <class Op> std::size_t count() const {
    std::size_t n = 0;
    ir::forEachStatement(after.body, [&](const ir::Statement &s) { n += std::holds_alternative<Op>(s.op); });
    return n;
  }
};

RuntimeValue reals(std::vector<double> list) { return RuntimeValue::array(list); }

TEST(Delayed, repeatedNumbersAndCountsOfAMapAreItsOperatorsOwn) {
  Delayed f(R"(
func @f(%n: i64, %v: f64) -> ([f64; 1]) {
  %vs: [f64; 1] = fill %v, [%n]
  %is: [i64; 1] = iota %n
  %ys: [f64; 1] = map %n, (%vs, %is) |%i: i64, %x: f64, %k: i64| {
    %r: f64 = cast %k
    %y: f64 = mul %x, %r
    yield %y
  }
  return %ys
})");
  f.on({RuntimeValue::i64(4), RuntimeValue::f64(2.5)}).on({RuntimeValue::i64(0), RuntimeValue::f64(1.0)});
  EXPECT_EQ(f.count<ir::Fill>() + f.count<ir::Iota>(), 0u);
}

TEST(Delayed, slicesAndRotationsAreReadWhereTheirElementsAre) {
  Delayed f(R"(
func @f(%a: [f64; 1], %by: i64) -> ([f64; 1]) {
  %n: i64 = extent %a, 0
  %last: i64 = sub %n, 1
  %back: [f64; 1] = slice %a, start %last, count %n, step -1
  %round: [f64; 1] = rotate %a, %by
  %ys: [f64; 1] = map %n, (%back, %round) |%i: i64, %x: f64, %y: f64| {
    %z: f64 = div %x, %y
    %w: f64 = add %z, %y
    yield %w
  }
  return %ys
})");
  for (std::int64_t by : {0, 1, -1, 7, -9})
    f.on({reals({1, 2, 3, 4, 5}), RuntimeValue::i64(by)});
  EXPECT_EQ(f.count<ir::Slice>() + f.count<ir::Rotate>(), 0u);
}

TEST(Delayed, rotationsAreReadWithoutADivision) {
  for (const std::string by : {"1", "-1", "3", "%by"}) {
    Delayed f(R"(
func @f(%a: [f64; 1], %by: i64) -> ([f64; 1]) {
  %n: i64 = extent %a, 0
  %round: [f64; 1] = rotate %a, )" +
              by +
              R"(
  %ys: [f64; 1] = map %n, (%a, %round) |%i: i64, %x: f64, %y: f64| {
    %z: f64 = div %x, %y
    yield %z
  }
  return %ys
})");
    for (std::int64_t times : {0, 1, -1, 2, 7, -9})
      for (const RuntimeValue &a : {reals({1, 2, 3, 4, 5}), reals({3, 5}), reals({7}), reals({})})
        f.on({a, RuntimeValue::i64(times)});
    EXPECT_EQ(f.count<ir::Rotate>(), 0u);
    ir::forEachStatement(f.after.body, [](const ir::Statement &s) {
      if (const auto *map = std::get_if<ir::Map>(&s.op))
        ir::forEachStatement(map->fn, [](const ir::Statement &inner) {
          const auto *op = std::get_if<ir::Apply>(&inner.op);
          EXPECT_FALSE(op && op->prim == prims::Prim::Rem);
        });
    });
  }
}

TEST(Delayed, stridesAndTransposesAreReadByElement) {
  Delayed f(R"(
func @f(%a: [f64; 2], %j: i64) -> (f64, i64, i64) {
  %t: [f64; 2] = rearrange %a, (1, 0)
  %rows: [f64; 2] = slice %a, start 1, count 2, step 2
  %x: f64 = index %t[%j, 0]
  %y: f64 = index %rows[1, %j]
  %z: f64 = sub %x, %y
  %width: i64 = extent %t, 0
  %height: i64 = extent %rows, 0
  return %z, %width, %height
})");
  f.on({RuntimeValue::array({1, 2, 3, 4, 5, 6, 7, 8}, {4, 2}), RuntimeValue::i64(1)});
  EXPECT_EQ(f.count<ir::Rearrange>() + f.count<ir::Slice>(), 0u);
}

TEST(Delayed, anArrayThatIsNeededWholeIsStored) {
  Delayed f(R"(
func @f(%n: i64, %v: f64) -> (f64, [f64; 1]) {
  %vs: [f64; 1] = fill %v, [%n]
  %x: f64 = index %vs[0]
  return %x, %vs
})");
  f.on({RuntimeValue::i64(3), RuntimeValue::f64(2.5)});
  EXPECT_EQ(f.count<ir::Fill>(), 1u);
}

TEST(Delayed, aCountThatAnotherCountIsReadAt) {
  Delayed f(R"(
func @f(%n: i64, %a: [f64; 1]) -> ([f64; 1]) {
  %is: [i64; 1] = iota %n
  %js: [i64; 1] = iota %n
  %ys: [f64; 1] = map %n, (%is) |%i: i64, %k: i64| {
    %l: i64 = index %js[%k]
    %y: f64 = index %a[%l]
    yield %y
  }
  return %ys
})");
  f.on({RuntimeValue::i64(3), reals({5, 6, 7})});
  EXPECT_EQ(f.count<ir::Iota>(), 0u);
}

constexpr const char *countedBins = R"(
func @f(%n: i64, %keys: [i64; 1], %bins: [f64; 1]) -> ([f64; 1]) {
  %ones: [f64; 1] = fill 1.0, [%n]
  %counts: [f64; 1] = reduce_by_index %n, dests (%bins), neutral (0.0), keys %keys, values (%ones) |%x: f64, %y: f64| {
    %z: f64 = add %x, %y
    yield %z
  }
  return %counts
})";

TEST(Delayed, whatAHistogramReadsIsComputedThere) {
  Delayed f(countedBins);
  f.on({RuntimeValue::i64(4), RuntimeValue::indices({0, 2, 2, 9}), reals({0, 0, 1})});
  EXPECT_EQ(f.count<ir::Fill>(), 0u);
  const Scheduled s(countedBins);
  const std::string tree = exec::toString(s.decided.tree, s.function);
  EXPECT_EQ(tree.find("alloc"), std::string::npos) << tree;
  EXPECT_NE(tree.find("of %ones"), std::string::npos) << tree;
}

/// A scan of `%a` from its end, and an update of `%a` in front of it or behind.
std::string reversedScan(const char *before, const char *after) {
  return std::string(R"(
func @f(%n: i64, %v: f64) -> ([f64; 1], [f64; 1]) {
  %zeros: [f64; 1] = fill %v, [%n]
  %a: [f64; 1] = update %zeros[0] = 1.0
  %last: i64 = sub %n, 1
  %back: [f64; 1] = slice %a, start %last, count %n, step -1
)") + before + R"(
  %sums: [f64; 1] = scan %n, (%back), neutral (0.0) |%x: f64, %y: f64| {
    %z: f64 = add %x, %y
    yield %z
  }
)" + after + R"(
  return %sums, %b
})";
}

TEST(Delayed, whatAScanLooksUpIsNotOverwrittenBefore) {
  const std::string update = "%b: [f64; 1] = update %a[0] = 7.0", first = reversedScan(update.c_str(), ""),
                    last = reversedScan("", update.c_str());
  for (const std::string &text : {first, last})
    Delayed(text).on({RuntimeValue::i64(3), RuntimeValue::f64(2.5)});
  const Scheduled updatedFirst(first), updatedLast(last);
  EXPECT_TRUE(updatedFirst.decided.plan.delayed(updatedFirst.value("back")));
  EXPECT_TRUE(updatedFirst.decided.plan.copies(updatedFirst.value("b")));
  EXPECT_FALSE(updatedLast.decided.plan.copies(updatedLast.value("b")));
}

TEST(Delayed, keysThatTakeLongToComputeAreStored) {
  const Scheduled s(R"(
func @f(%n: i64, %a: [f64; 1], %bins: [f64; 1]) -> ([f64; 1]) {
  %cheap: [i64; 1] = map %n, () |%i: i64| {
    %k: i64 = mul %i, 2
    yield %k
  }
  %dear: [i64; 1] = map %n, () |%j: i64| {
    %l: i64 = rem %j, 3
    yield %l
  }
  %once: [f64; 1] = reduce_by_index %n, dests (%bins), neutral (0.0), keys %cheap, values (%a) |%x: f64, %y: f64| {
    %z: f64 = add %x, %y
    yield %z
  }
  %twice: [f64; 1] = reduce_by_index %n, dests (%once), neutral (0.0), keys %dear, values (%a) |%p: f64, %q: f64| {
    %r: f64 = add %p, %q
    yield %r
  }
  return %twice
})");
  EXPECT_TRUE(s.decided.plan.delayed(s.value("cheap")));
  EXPECT_FALSE(s.decided.plan.delayed(s.value("dear")));
}

} // namespace
} // namespace soac::test
