// Passes alone: where each changes something, and the nearest place where it must not.
#include "Check.h"

namespace soac::test {
namespace {

const std::vector<RuntimeValue> array3{RuntimeValue::array({0.5, -1.25, 2})};

std::vector<RuntimeValue> numbers(std::initializer_list<double> xs) {
  std::vector<RuntimeValue> all;
  for (double x : xs)
    all.push_back(RuntimeValue::f64(x));
  return all;
}

TEST(Select, aBranchOfCheapScalarsBecomesASelection) {
  auto p = passed(R"(
func @f(%x: f64, %y: f64) -> (f64) {
  %c: bool = lt %x, %y
  %r: f64 = if %c {
    %s: f64 = mul %x, %x
    yield %s
  } else {
    yield %y
  }
  return %r
})",
                  {"select"});
  p.on(numbers({1, 2})).on(numbers({3, 2}));
  EXPECT_EQ(p.count<ir::If>(), 0u) << p.text();
  EXPECT_EQ(p.count(prims::Prim::Select), 1u) << p.text();
}

TEST(Select, aBranchThatReadsAnElementStays) {
  auto p = passed(R"(
func @f(%x: [f64; 1], %i: i64) -> (f64) {
  %c: bool = lt %i, 3
  %r: f64 = if %c {
    %s: f64 = index %x[%i]
    yield %s
  } else {
    yield 0.0
  }
  return %r
})",
                  {"select"});
  p.on({array3[0], RuntimeValue::i64(1)}).on({array3[0], RuntimeValue::i64(7)});
  EXPECT_EQ(p.count<ir::If>(), 1u) << p.text();
}

TEST(Select, aBranchThatShiftsByAGuardedNumberStays) {
  auto p = passed(R"(
func @f(%x: i64, %n: i64) -> (i64) {
  %c: bool = lt %n, 64
  %r: i64 = if %c {
    %s: i64 = shr %x, %n
    yield %s
  } else {
    yield 0
  }
  return %r
})",
                  {"select"});
  p.on({RuntimeValue::i64(40), RuntimeValue::i64(3)}).on({RuntimeValue::i64(40), RuntimeValue::i64(70)});
  EXPECT_EQ(p.count<ir::If>(), 1u) << p.text();
}

TEST(Unroll, aLoopOfFourTripsBecomesItsIterations) {
  auto p = passed(R"(
func @f(%x: f64) -> (f64) {
  %r: f64 = loop 4, (%x) |%i: i64, %a: f64| {
    %k: f64 = cast %i
    %b: f64 = mul %a, %x
    %c: f64 = add %b, %k
    yield %c
  }
  return %r
})",
                  {"unroll"});
  p.on(numbers({1.5}));
  EXPECT_EQ(p.count<ir::Loop>(), 0u) << p.text();
  EXPECT_EQ(p.count(prims::Prim::Mul), 4u) << p.text();
}

TEST(Unroll, loopsOfFiveTripsAndOfUnknownCountsStay) {
  auto p = passed(R"(
func @f(%x: f64, %n: i64) -> (f64, f64) {
  %r: f64 = loop 5, (%x) |%i: i64, %a: f64| {
    %b: f64 = mul %a, %x
    yield %b
  }
  %s: f64 = loop %n, (%x) |%j: i64, %c: f64| {
    %d: f64 = add %c, %x
    yield %d
  }
  return %r, %s
})",
                  {"unroll"});
  p.on({RuntimeValue::f64(1.5), RuntimeValue::i64(3)});
  EXPECT_EQ(p.count<ir::Loop>(), 2u) << p.text();
}

/// Nine terms, with weights of a table of which `last` is the last one.
std::string weighted(const std::string &last) {
  std::string text = "func @f(%x: [f64; 1], %y: f64) -> (f64) {\n  %w0: [f64; 1] = fill 0.5, [9]\n";
  for (int k = 1; k < 9; ++k)
    text += "  %w" + std::to_string(k) + ": [f64; 1] = update %w" + std::to_string(k - 1) + "[" + std::to_string(k) +
            "] = " + (k == 8 ? last : std::to_string(k) + ".25") + "\n";
  return text + R"(  %r: f64 = loop 9, (0.0) |%i: i64, %a: f64| {
    %k: i64 = sub 8, %i
    %w: f64 = index %w8[%k]
    %e: f64 = index %x[%i]
    %t: f64 = mul %w, %e
    %b: f64 = add %a, %t
    yield %b
  }
  return %r
})";
}

TEST(Unroll, loopsOverTablesOfConstantsBecomeTheirIterations) {
  const std::vector<RuntimeValue> arguments{RuntimeValue::array({1, 2, 3, 4, 5, 6, 7, 8, 9.5}), RuntimeValue::f64(2.5)};
  auto p = passed(weighted("3.0"), {"unroll", "simplify", "dce"});
  p.on(arguments);
  EXPECT_EQ(p.count<ir::Loop>(), 0u) << p.text();
  EXPECT_EQ(p.count<ir::Index>(), 9u) << p.text(); // of x
  EXPECT_EQ(p.count<ir::Update>(), 0u) << p.text();
  auto other = passed(weighted("%y"), {"unroll"});
  other.on(arguments);
  EXPECT_EQ(other.count<ir::Loop>(), 1u) << other.text();
}

constexpr const char *summing = R"(
func @f(%x: [f64; 1]) -> (f64) {
  %n: i64 = extent %x, 0
  %r: f64 = loop %n, (0.5) |%i: i64, %a: f64| {
    %y: f64 = index %x[%i]
    %t: f64 = sin %TERM
    %b: f64 = add %a, %t
    yield %b
  }
  return %r
})";

std::string withTerm(llvm::StringRef term) {
  std::string text = summing;
  return text.replace(text.find("TERM"), 4, term.str());
}

TEST(Sums, aLoopThatOnlyAddsIsAReduction) {
  auto p = passed(withTerm("y"), {"sums"});
  p.on(array3, 1e-15).on({RuntimeValue::array({})});
  EXPECT_EQ(p.count<ir::Loop>(), 0u) << p.text();
  EXPECT_EQ(p.count<ir::MapReduce>(), 1u) << p.text();
}

TEST(Sums, aTermThatDependsOnTheSumStays) {
  auto p = passed(withTerm("a"), {"sums"});
  p.on(array3);
  EXPECT_EQ(p.count<ir::Loop>(), 1u) << p.text();
}

TEST(Recompute, integersThatFollowFromTheCounterAreNotRead) {
  auto p = passed(R"(
func @f(%x: [f64; 1]) -> (f64) {
  %n: i64 = extent %x, 0
  %none: [i64; 1] = fill 0, [%n]
  %kept: [i64; 1] = loop %n, (%none) |%i: i64, %a: [i64; 1]| {
    %j: i64 = sub %n, %i
    %k: i64 = sub %j, 1
    %b: [i64; 1] = update %a[%i] = %k
    yield %b
  }
  %r: f64 = loop %n, (0.0) |%m: i64, %s: f64| {
    %at: i64 = index %kept[%m]
    %y: f64 = index %x[%at]
    %h: f64 = mul %s, 0.5
    %t: f64 = add %h, %y
    yield %t
  }
  return %r
})",
                  {"recompute", "dce"});
  p.on(array3).on({RuntimeValue::array({})});
  EXPECT_EQ(p.count<ir::Update>(), 0u) << p.text();
  EXPECT_EQ(p.count<ir::Loop>(), 1u) << p.text();
}

/// A log of two nested loops of t and n trips, of which each may be negative, and a read of all its elements.
std::string logOfLoops(const std::string &length, const std::string &position, const std::string &rowLength = "%n") {
  return R"(
func @f(%t: i64, %n: i64, %x: [f64; 1]) -> (f64) {
  %tp: i64 = max %t, 0
  %np: i64 = max %n, 0
  %l: i64 = mul %tp, )" + length + R"(
  %none: [i64; 1] = fill 0, [%l]
  %kept: [i64; 1] = loop %t, (%none) |%i: i64, %a: [i64; 1]| {
    %row: i64 = mul %i, )" + rowLength + R"(
    %c: [i64; 1] = loop %n, (%a) |%j: i64, %d: [i64; 1]| {
      %at: i64 = )" + position + R"(
      %b: [i64; 1] = update %d[%at] = %j
      yield %b
    }
    yield %c
  }
  %r: f64 = loop %l, (0.0) |%m: i64, %s: f64| {
    %k: i64 = index %kept[%m]
    %y: f64 = index %x[%k]
    %h: f64 = mul %s, 0.5
    %u: f64 = add %h, %y
    yield %u
  }
  return %r
})";
}

TEST(Recompute, negativeTripsLeaveNothingToRead) {
  const auto updates = [](const std::string &text) {
    auto p = passed(text.c_str(), {"recompute", "dce"});
    for (const std::int64_t t : {-1, 0, 2})
      for (const std::int64_t n : {-2, 0, 1, 3})
        p.on({RuntimeValue::i64(t), RuntimeValue::i64(n), array3[0]});
    return p.count<ir::Update>();
  };
  EXPECT_EQ(updates(logOfLoops("%np", "add %row, %j")), 0u);
  EXPECT_EQ(updates(logOfLoops("%np", "add %row, %j", "%np")), 0u);
  EXPECT_EQ(updates(logOfLoops("3", "add %row, %j")), 1u) << "not all elements are written";
}

TEST(Recompute, integersThatFollowFromDataAreRead) {
  auto p = passed(R"(
func @f(%x: [f64; 1], %y: [i64; 1]) -> (f64) {
  %n: i64 = extent %x, 0
  %none: [i64; 1] = fill 0, [%n]
  %kept: [i64; 1] = loop %n, (%none) |%i: i64, %a: [i64; 1]| {
    %k: i64 = index %y[%i]
    %b: [i64; 1] = update %a[%i] = %k
    yield %b
  }
  %r: f64 = loop %n, (0.0) |%m: i64, %s: f64| {
    %at: i64 = index %kept[%m]
    %z: f64 = index %x[%at]
    %h: f64 = mul %s, 0.5
    %t: f64 = add %h, %z
    yield %t
  }
  return %r
})",
                  {"recompute", "dce"});
  EXPECT_EQ(p.count<ir::Update>(), 1u) << p.text();
}

constexpr const char *twoKernels = R"(
func @f(%x: [f64; 1]) -> ([f64; 1]) {
  %n: i64 = extent %x, 0
  %m: i64 = sub %n, 1
  %a: [f64; 1] = map %n, (%x) |%i: i64, %p: f64| {
    %q: f64 = sin %p
    yield %q
  }
  %b: [f64; 1] = map %COUNT, () |%j: i64| {
    %s: f64 = index %a[%j]
    %t: f64 = mul %s, %s
    yield %t
  }
  return %b
})";

std::string withCount(llvm::StringRef count) {
  std::string text = twoKernels;
  return text.replace(text.find("COUNT"), 5, count.str());
}

std::size_t kernels(const Passed &p) { return p.count<ir::Map>() + p.count<ir::MapReduce>(); }

TEST(Fuse, kernelsOfOneCountAreOne) {
  auto p = passed(withCount("n"), {"fuse"});
  p.on(array3).on({RuntimeValue::array({})});
  EXPECT_EQ(kernels(p), 1u) << p.text();
}

TEST(Fuse, kernelsOfOtherCountsStayApart) {
  auto p = passed(withCount("m"), {"fuse"});
  p.on(array3);
  EXPECT_EQ(kernels(p), 2u) << p.text();
}

TEST(Regions, sumsThatGoOnWithWhatWasSummedAreOne) {
  auto p = passed(R"(
func @f(%x: [f64; 1], %i: i64) -> ([f64; 1]) {
  %a: [f64; 1] = with_accumulators (%x) |%p: acc [f64; 1]| {
    accumulate %p[%i] += 1.5
    yield
  }
  %b: [f64; 1] = with_accumulators (%a) |%q: acc [f64; 1]| {
    accumulate %q[0] += 2.5
    yield
  }
  return %b
})",
                  {"merge_accumulators"});
  p.on({array3[0], RuntimeValue::i64(0)}).on({array3[0], RuntimeValue::i64(2)});
  EXPECT_EQ(p.count<ir::WithAccumulators>(), 1u) << p.text();
}

TEST(Regions, sumsThatAreReadInBetweenStayApart) {
  auto p = passed(R"(
func @f(%x: [f64; 1], %i: i64) -> ([f64; 1]) {
  %a: [f64; 1] = with_accumulators (%x) |%p: acc [f64; 1]| {
    accumulate %p[%i] += 1.5
    yield
  }
  %y: f64 = index %a[0]
  %b: [f64; 1] = with_accumulators (%a) |%q: acc [f64; 1]| {
    accumulate %q[0] += %y
    yield
  }
  return %b
})",
                  {"merge_accumulators"});
  p.on({array3[0], RuntimeValue::i64(0)}).on({array3[0], RuntimeValue::i64(2)});
  EXPECT_EQ(p.count<ir::WithAccumulators>(), 2u) << p.text();
}

} // namespace
} // namespace soac::test
