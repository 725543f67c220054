// Loops whose iterations may run in any order: forwards, and one loop for each element that is added to.
#include "Check.h"

namespace soac::test {
namespace {

RuntimeValue ramp(std::int64_t n) {
  std::vector<double> elements;
  for (std::int64_t i = 0; i < n; ++i)
    elements.push_back(static_cast<double>((i * i) % 31) - 7);
  return RuntimeValue::array(elements);
}

/// The first place where `there` stands.
void replace(std::string &text, const std::string &there, const std::string &here) { text.replace(text.find(there), there.size(), here); }

// The adjoint of a three-point stencil, as differentiation gives it.
constexpr const char *stencil = R"(
func @f(%n: i64, %u: [f64; 1], %v: [f64; 1]) -> ([f64; 1], [f64; 1]) {
  %u_1: [f64; 1], %v_1: [f64; 1] = with_accumulators (%u) |%a: acc [f64; 1]| {
    %w: [f64; 1] = loop %n, (%v) |%i: i64, %x: [f64; 1]| {
      %p: i64 = sub %n, %i
      %q: i64 = add %p, -1
      %r: i64 = add %p, 1
      %s: f64 = index %x[%p]
      %y: [f64; 1] = update %x[%p] = 0.0
      %t: f64 = mul %s, 0.25
      accumulate %a[%r] += %t
      accumulate %a[%q] += %t
      accumulate %a[%p] += %s
      yield %y
    }
    yield %w
  }
  return %u_1, %v_1
})";

TEST(Distribute, neighboursAreGathered) {
  for (std::int64_t n : {-1, 0, 1, 5, 511, 512, 513, 1500}) {
    const RuntimeValue u = ramp(std::max<std::int64_t>(n, 0) + 2), v = ramp(std::max<std::int64_t>(n, 0) + 2);
    optimised(stencil).on({RuntimeValue::i64(n), u, v}, 1e-14);
  }
  auto p = optimised(stencil);
  EXPECT_EQ(p.count<ir::Loop>(), 5u) << p.text(); // that gathers, that updates, and three where there are few
  EXPECT_EQ(p.count<ir::Update>(), 1u);
  EXPECT_EQ(p.count(prims::Prim::Sub), 0u) << p.text(); // no index counts down
}

/// The same, which also carries a sum: it stays in the loop.
TEST(Distribute, neighboursAreGatheredBesideSums) {
  std::string text = stencil;
  replace(text, "-> ([f64; 1], [f64; 1])", "-> ([f64; 1], [f64; 1], f64)");
  replace(text, "%u_1: [f64; 1], %v_1: [f64; 1] =", "%u_1: [f64; 1], %v_1: [f64; 1], %sum: f64 =");
  replace(text, "%w: [f64; 1] = loop %n, (%v) |%i: i64, %x: [f64; 1]|", "%w: [f64; 1], %z: f64 = loop %n, (%v, 2.0) |%i: i64, %x: [f64; 1], %g: f64|");
  replace(text, "yield %y", "%h: f64 = sub %g, %t\n      yield %y, %h");
  replace(text, "yield %w", "yield %w, %z");
  replace(text, "return %u_1, %v_1", "return %u_1, %v_1, %sum");
  auto p = optimised(text);
  for (std::int64_t n : {-1, 0, 1, 5, 511, 512, 513, 1500}) {
    const RuntimeValue u = ramp(std::max<std::int64_t>(n, 0) + 2);
    p.on({RuntimeValue::i64(n), u, u}, 1e-13);
  }
  EXPECT_EQ(p.count<ir::If>(), 1u) << p.text();
  EXPECT_EQ(p.count(prims::Prim::Sub), 1u) << p.text(); // no index counts down
}

/// The same, which also adds to elements of its own of another array.
TEST(Distribute, aLoopThatAddsToNeighboursAndOthersIsOneForEach) {
  std::string text = stencil;
  replace(text, "%v: [f64; 1])", "%v: [f64; 1], %c: [f64; 1])");
  replace(text, "([f64; 1], [f64; 1])", "([f64; 1], [f64; 1], [f64; 1])");
  replace(text, "%u_1: [f64; 1], %v_1", "%u_1: [f64; 1], %c_1: [f64; 1], %v_1");
  replace(text, "(%u) |%a: acc [f64; 1]|", "(%u, %c) |%a: acc [f64; 1], %b: acc [f64; 1]|");
  replace(text, "      yield %y", "      accumulate %b[%p] += %t\n      yield %y");
  replace(text, "return %u_1", "return %u_1, %c_1");
  auto p = optimised(text);
  for (std::int64_t n : {-1, 0, 1, 5, 511, 512, 513, 1500}) {
    const RuntimeValue u = ramp(std::max<std::int64_t>(n, 0) + 2);
    p.on({RuntimeValue::i64(n), u, u, u}, 1e-14);
  }
  EXPECT_EQ(p.count<ir::Loop>(), 4u) << p.text(); // over blocks, and three in a block
  EXPECT_EQ(p.count<ir::If>(), 0u);
}

/// Three elements that are not one behind the other.
TEST(Distribute, neighboursMayHaveGaps) {
  auto p = passed(R"(
func @f(%n: i64, %u: [f64; 1], %v: [f64; 1]) -> ([f64; 1]) {
  %u_1: [f64; 1] = with_accumulators (%u) |%a: acc [f64; 1]| {
    loop %n, () |%i: i64| {
      %p: i64 = add %i, 4
      %q: i64 = add %i, 1
      %s: f64 = index %v[%i]
      %t: f64 = mul %s, 3.0
      %r: f64 = index %v[%q]
      accumulate %a[%p] += %t
      accumulate %a[%i] += %s
      accumulate %a[%q] += %r
      yield
    }
    yield
  }
  return %u_1
})",
                  {"distribute"});
  for (std::int64_t n : {-2, 0, 1, 3, 4, 5, 6, 40})
    p.on({RuntimeValue::i64(n), ramp(44), ramp(41)}, 1e-14);
  EXPECT_EQ(p.count<ir::If>(), 1u) << p.text();
}

TEST(Distribute, anAdditionThatReadsWhatIsUpdatedIsStored) {
  auto p = passed(R"(
func @f(%n: i64, %u: [f64; 1], %v: [f64; 1]) -> ([f64; 1], [f64; 1]) {
  %u_1: [f64; 1], %v_1: [f64; 1] = with_accumulators (%u) |%a: acc [f64; 1]| {
    %w: [f64; 1] = loop %n, (%v) |%i: i64, %x: [f64; 1]| {
      %j: i64 = add %i, 1
      %s: f64 = index %x[%i]
      %d: f64 = mul %s, 3.0
      %y: [f64; 1] = update %x[%i] = %d
      %t: f64 = index %y[%i]
      accumulate %a[%i] += %t
      accumulate %a[%j] += %t
      yield %y
    }
    yield %w
  }
  return %u_1, %v_1
})",
                  {"distribute"});
  for (std::int64_t n : {0, 1, 2, 40})
    p.on({RuntimeValue::i64(n), ramp(41), ramp(40)}, 1e-14);
  EXPECT_EQ(p.count<ir::Loop>(), 4u) << p.text(); // that stores, that gathers, and two where there are few
  EXPECT_EQ(p.count<ir::Update>(), 2u) << p.text();
}

TEST(Distribute, whatOtherElementsDependOnStays) {
  auto p = passed(R"(
func @f(%n: i64, %u: [f64; 1], %v: [f64; 1]) -> ([f64; 1]) {
  %u_1: [f64; 1] = with_accumulators (%u) |%a: acc [f64; 1]| {
    loop %n, () |%i: i64| {
      %j: i64 = add %i, 1
      %k: i64 = mul %i, 2
      %s: f64 = index %v[%i]
      %t: f64 = exp %s
      accumulate %a[%i] += %t
      accumulate %a[%j] += %t
      accumulate %a[%k] += %s
      yield
    }
    yield
  }
  return %u_1
})",
                  {"distribute"});
  p.on({RuntimeValue::i64(20), ramp(41), ramp(20)}, 1e-14);
  EXPECT_EQ(p.count<ir::Loop>(), 1u) << p.text();
}

TEST(Distribute, aReductionThatAddsIsALoopAndAReduction) {
  auto p = passed(R"(
func @f(%n: i64, %x: [f64; 1], %g: [f64; 1]) -> ([f64; 1], f64) {
  %g_1: [f64; 1], %r: f64 = with_accumulators (%g) |%a: acc [f64; 1]| {
    %s: f64 = map_reduce %n, () |%i: i64| {
      %j: i64 = add %i, 1
      %v: f64 = index %x[%i]
      accumulate %a[%j] += %v
      %e: f64 = exp %v
      yield %e
    } reduce (0.0) |%p: f64, %q: f64| {
      %t: f64 = add %p, %q
      yield %t
    }
    yield %s
  }
  return %g_1, %r
})",
                  {"distribute"});
  p.on({RuntimeValue::i64(3), RuntimeValue::array({1, 2, 3}), RuntimeValue::array({1, 2, 3, 4})}).on({RuntimeValue::i64(0), ramp(1), ramp(1)});
  EXPECT_EQ(p.count<ir::Loop>(), 1u) << p.text();
}

// Their terms are too dear to be computed again for each element: they are written once, for both signs.
TEST(Distribute, aReductionThatAddsDearTermsToNeighboursIsALoopThatWritesThemAndAReduction) {
  auto p = passed(R"(
func @f(%n: i64, %x: [f64; 1], %c: f64, %g: [f64; 1], %h: [f64; 1]) -> ([f64; 1], [f64; 1], f64) {
  %g_1: [f64; 1], %h_1: [f64; 1], %r: f64 = with_accumulators (%g, %h) |%a: acc [f64; 1], %b: acc [f64; 1]| {
    %s: f64 = map_reduce %n, () |%i: i64| {
      %j: i64 = add %i, 1
      %v: f64 = index %x[%i]
      %d: f64 = div %c, %v
      %m: f64 = neg %d
      accumulate %a[%j] += %d
      accumulate %a[%i] += %m
      %w: f64 = mul %d, %d
      accumulate %b[%i] += %w
      %e: f64 = div 1.0, %v
      yield %e
    } reduce (0.0) |%p: f64, %q: f64| {
      %t: f64 = add %p, %q
      yield %t
    }
    yield %s
  }
  return %g_1, %h_1, %r
})",
                  {"distribute"});
  for (std::int64_t n : {0, 1, 2, 3, 40})
    p.on({RuntimeValue::i64(n), ramp(40), RuntimeValue::f64(1.5), ramp(41), ramp(40)}, 1e-14);
  EXPECT_EQ(p.count<ir::Loop>(), 4u) << p.text(); // that writes, that gathers, and two where there are few
  EXPECT_EQ(p.count<ir::Update>(), 1u) << p.text();
  EXPECT_EQ(p.count<ir::MapReduce>(), 1u) << p.text();
}

TEST(Forward, whatIterationsHandOnRunsBackwards) {
  constexpr const char *text = R"(
func @f(%n: i64, %v: [f64; 1]) -> ([f64; 1]) {
  %w: [f64; 1] = loop %n, (%v) |%i: i64, %x: [f64; 1]| {
    %p: i64 = sub %n, %i
    %q: i64 = add %p, -1
    %s: f64 = index %x[%p]
    %y: [f64; 1] = update %x[%q] = %s
    yield %y
  }
  return %w
})";
  auto p = passed(text, {"reverse_loops"});
  p.on({RuntimeValue::i64(4), RuntimeValue::array({1, 2, 3, 4, 5})});
  EXPECT_EQ(p.count(prims::Prim::Sub), 1u) << p.text();
}

TEST(Forward, elementsOfTheirOwnRunForwards) {
  auto p = passed(R"(
func @f(%n: i64, %v: [f64; 1]) -> ([f64; 1]) {
  %w: [f64; 1] = loop %n, (%v) |%i: i64, %x: [f64; 1]| {
    %p: i64 = sub %n, %i
    %q: i64 = add %p, -1
    %s: f64 = index %x[%q]
    %c: f64 = cast %p
    %t: f64 = mul %s, %c
    %y: [f64; 1] = update %x[%q] = %t
    yield %y
  }
  return %w
})",
                  {"reverse_loops"});
  p.on({RuntimeValue::i64(4), RuntimeValue::array({1, 2, 3, 4})}).on({RuntimeValue::i64(0), RuntimeValue::array({1})});
  EXPECT_EQ(p.count(prims::Prim::Sub), 0u) << p.text();
}

TEST(Forward, elementsBesideSumsToo) {
  const auto text = [](const std::string &next, const std::string &given = "%b") {
    return R"(
func @f(%n: i64, %v: [f64; 1]) -> ([f64; 1], f64) {
  %w: [f64; 1], %r: f64 = loop %n, (%v, 1.0) |%i: i64, %x: [f64; 1], %a: f64| {
    %p: i64 = sub %n, %i
    %q: i64 = add %p, -1
    %s: f64 = index %x[%q]
    %t: f64 = mul %s, 3.0
    %b: f64 = )" + next + R"(
    %y: [f64; 1] = update %x[%q] = )" + given + R"(
    yield %y, %b
  }
  return %w, %r
})";
  };
  const auto areForwards = [](const std::string &text) {
    auto p = passed(text, {"reverse_loops"});
    p.on({RuntimeValue::i64(4), RuntimeValue::array({1, 2, 3, 4})}, 1e-15).on({RuntimeValue::i64(0), RuntimeValue::array({1})});
    return p.text().find("sub %n") == std::string::npos;
  };
  EXPECT_TRUE(areForwards(text("add %t, %a", "%t")));
  EXPECT_TRUE(areForwards(text("sub %a, %t", "%t")));
  EXPECT_FALSE(areForwards(text("add %a, %t")));         // every sum is given
  EXPECT_FALSE(areForwards(text("sub %t, %a", "%t")));   // the sign changes
  EXPECT_FALSE(areForwards(text("add %a, %t", "%a")));   // the sum so far is given
  EXPECT_FALSE(areForwards(text("max %a, %t", "%t")));
}

TEST(Forward, severalElementsOfTheirOwnToo) {
  const auto text = [](const std::string &apart) {
    return R"(
func @f(%n: i64, %v: [f64; 1]) -> ([f64; 1]) {
  %w: [f64; 1] = loop %n, (%v) |%i: i64, %x: [f64; 1]| {
    %p: i64 = sub %n, %i
    %q: i64 = add %p, -1
    %o: i64 = add %q, )" + apart + R"(
    %s: f64 = index %x[%o]
    %y: [f64; 1] = update %x[%q] = %s
    %t: f64 = mul %s, 2.0
    %z: [f64; 1] = update %y[%o] = %t
    yield %z
  }
  return %w
})";
  };
  auto p = passed(text("%n"), {"reverse_loops"});
  p.on({RuntimeValue::i64(2), RuntimeValue::array({1, 2, 3, 4})}).on({RuntimeValue::i64(0), RuntimeValue::array({1})});
  EXPECT_EQ(p.count(prims::Prim::Sub), 0u) << p.text();
  auto neighbours = passed(text("1"), {"reverse_loops"});
  neighbours.on({RuntimeValue::i64(3), RuntimeValue::array({1, 2, 3, 4})});
  EXPECT_EQ(neighbours.count(prims::Prim::Sub), 1u) << neighbours.text();
}

TEST(Forward, loopsThatOnlyAddToo) {
  const auto text = [](const std::string &first) {
    return R"(
func @f(%n: i64, %v: [f64; 1]) -> ([f64; 1]) {
  %zeros: [f64; 1] = fill 0.0, [3]
  %w: [f64; 1] = with_accumulators (%zeros) |%a: acc [f64; 1]| {
    loop %n, () |%i: i64| {
      )" + first + R"(
      %p: i64 = sub %n, %i
      %q: i64 = add %p, -1
      %s: f64 = index %v[%q]
      %c: f64 = loop %q, (%s) |%j: i64, %t: f64| {
        %u: f64 = mul %t, 0.5
        yield %u
      }
      %k: i64 = rem %q, 3
      accumulate %a[%k] += %c
      yield
    }
    yield
  }
  return %w
})";
  };
  auto p = passed(text(""), {"reverse_loops"});
  p.on({RuntimeValue::i64(4), RuntimeValue::array({1, 2, 3, 4})}, 1e-15).on({RuntimeValue::i64(0), RuntimeValue::array({1})});
  EXPECT_EQ(p.count(prims::Prim::Sub), 0u) << p.text();
  auto checked = passed(text("%isFine: bool = le 0, %n\ncheck %isFine, \"which one fails first\""), {"reverse_loops"});
  EXPECT_EQ(checked.count(prims::Prim::Sub), 1u) << checked.text();
}

TEST(Forward, aCounterThatABlockGivesIsRead) {
  auto p = passed(R"(
func @f(%n: i64, %v: [f64; 1], %z: bool) -> ([f64; 1]) {
  %w: [f64; 1] = loop %n, (%v) |%i: i64, %x: [f64; 1]| {
    %p: i64 = sub %n, %i
    %q: i64 = add %p, -1
    %k: i64 = if %z { yield %i } else { yield 0 }
    %c: f64 = cast %k
    %s: f64 = index %x[%q]
    %t: f64 = mul %s, %c
    %y: [f64; 1] = update %x[%q] = %t
    yield %y
  }
  return %w
})",
                  {"reverse_loops"});
  p.on({RuntimeValue::i64(4), RuntimeValue::array({1, 2, 3, 4}), RuntimeValue::boolean(true)});
}

TEST(Forward, nestsOfRowsToo) {
  const auto text = [](const std::string &stride) {
    return R"(
func @f(%n: i64, %m: i64, %v: [f64; 1], %u: [f64; 1]) -> ([f64; 1], [f64; 1]) {
  %t: i64 = max %m, 0
  %a: [f64; 1], %b: [f64; 1] = with_accumulators (%u) |%acc: acc [f64; 1]| {
    %w: [f64; 1] = loop %n, (%v) |%i: i64, %x: [f64; 1]| {
      %p: i64 = sub %n, %i
      %q: i64 = add %p, -1
      %r: i64 = mul %q, )" + stride + R"(
      %y: [f64; 1] = loop %t, (%x) |%j: i64, %z: [f64; 1]| {
        %o: i64 = add %r, %j
        %s: f64 = index %z[%o]
        %c: f64 = mul %s, 2.0
        %d: [f64; 1] = update %z[%o] = %c
        accumulate %acc[%j] += %s
        yield %d
      }
      yield %y
    }
    yield %w
  }
  return %a, %b
})";
  };
  auto p = passed(text("%m"), {"reverse_loops"});
  for (std::int64_t n : {0, 1, 3})
    for (std::int64_t m : {-1, 0, 2})
      p.on({RuntimeValue::i64(n), RuntimeValue::i64(m), RuntimeValue::array({1, 2, 3, 4, 5, 6}), RuntimeValue::array({1, 2})});
  EXPECT_EQ(p.count(prims::Prim::Sub), 0u) << p.text();
  auto neighbours = passed(text("1"), {"reverse_loops"});
  neighbours.on({RuntimeValue::i64(3), RuntimeValue::i64(2), RuntimeValue::array({1, 2, 3, 4}), RuntimeValue::array({1, 2})});
  EXPECT_EQ(neighbours.count(prims::Prim::Sub), 1u) << neighbours.text();
}

} // namespace
} // namespace soac::test
