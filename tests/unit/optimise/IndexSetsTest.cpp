// The pass that parts the iterations of a loop at a branch.
#include "Check.h"

namespace soac::test {
namespace {

Passed parted(const std::string &text) { return passed(text, {"index_sets", "simplify"}); }

/// A row of which the first k + 1 elements are numbers and the others 0, for k below the count.
std::string masked(const std::string &condition, const std::string &count = "%n") {
  return R"(
func @f(%a: [f64; 1], %x: f64, %n: i64) -> ([f64; 1]) {
  %t: i64 = max )" + count + R"(, 0
  %r: [f64; 1] = loop %n, (%a) |%k: i64, %p: [f64; 1]| {
    %q: [f64; 1] = loop %t, (%p) |%j: i64, %d: [f64; 1]| {
      %c: bool = )" + condition + R"(
      %e: [f64; 1] = if %c {
        %y: f64 = index %d[%j]
        %z: f64 = mul %y, %x
        %u: [f64; 1] = update %d[%j] = %z
        yield %u
      } else {
        %v: [f64; 1] = update %d[%j] = %x
        yield %v
      }
      yield %e
    }
    yield %q
  }
  return %r
})";
}

TEST(IndexSets, arePartedAtABranch) {
  for (const char *condition : {"le %j, %k", "lt %j, %k", "gt %j, %k", "ge %j, %k", "ge %k, %j"}) {
    Passed p = parted(masked(condition));
    EXPECT_EQ(p.count<ir::If>(), 0u) << condition << p.text();
    for (std::int64_t n : {0, 1, 4})
      p.on({RuntimeValue::array({1, 2, 3, 4}), RuntimeValue::f64(0.7), RuntimeValue::i64(n)});
  }
}

TEST(IndexSets, thatMayEndElsewhereStay) {
  Passed p = parted(masked("le %j, %k", "3"));
  EXPECT_EQ(p.count<ir::If>(), 1u) << "the loop has three trips, and k may be greater" << p.text();
  EXPECT_EQ(parted(masked("eq %j, %k")).count<ir::If>(), 1u);
  for (std::int64_t n : {0, 1, 5})
    p.on({RuntimeValue::array({1, 2, 3, 4}), RuntimeValue::f64(0.7), RuntimeValue::i64(n)});
}

/// Layers, of which each reads the numbers of the layer before, and the first one reads %x.
std::string layers(const std::string &condition) {
  return R"(
func @f(%x: [f64; 1], %n: i64, %t: i64) -> ([f64; 2], f64) {
  %m: i64 = extent %x, 0
  %rows: i64 = max %n, 0
  %zeros: [f64; 2] = fill 0.25, [%rows, %m]
  %r: [f64; 2], %e: f64 = loop %t, (%zeros, 0.0) |%time: i64, %a: [f64; 2], %s: f64| {
    %b: [f64; 2], %u: f64 = loop %n, (%a, %s) |%l: i64, %c: [f64; 2], %v: f64| {
      %k: u64 = cast %l
      %isFirst: bool = )" + condition + R"(
      %before: i64 = sub %l, 1
      %d: [f64; 2] = loop %m, (%c) |%j: i64, %g: [f64; 2]| {
        %y: f64 = if %isFirst {
          %z: f64 = index %x[%j]
          yield %z
        } else {
          %w: f64 = index %g[%before, %j]
          yield %w
        }
        %old: f64 = index %g[%l, %j]
        %p: f64 = mul %y, 0.5
        %q: f64 = add %p, %old
        %h: [f64; 2] = update %g[%l, %j] = %q
        yield %h
      }
      %i: f64 = cast %l
      %o: f64 = add %v, %i
      yield %d, %o
    }
    yield %b, %u
  }
  return %r, %e
})";
}

TEST(IndexSets, theFirstIterationOnWhichInnerLoopsBranch) {
  for (const char *condition : {"eq %l, 0", "eq %k, u64:0"}) {
    Passed p = passed(layers(condition), {"simplify", "index_sets", "simplify"});
    EXPECT_EQ(p.count<ir::If>(), 0u) << p.text();
    EXPECT_EQ(p.count<ir::Loop>(), 5u);
    for (const std::int64_t n : {-1, 0, 1, 2, 4})
      p.on({RuntimeValue::array({1, 2, 3}), RuntimeValue::i64(n), RuntimeValue::i64(2)});
  }
  EXPECT_EQ(parted(layers("eq %l, 1")).count<ir::If>(), 1u);
}

TEST(IndexSets, theOtherIterationsOnWhichInnerLoopsBranch) {
  std::string text = layers("ne %l, 0");
  const auto swapped = [&](const std::string &x, const std::string &y) {
    text.replace(text.find(x), x.size(), "HERE");
    text.replace(text.find(y), y.size(), x);
    text.replace(text.find("HERE"), 4, y);
  };
  swapped("%z: f64 = index %x[%j]\n          yield %z", "%w: f64 = index %g[%before, %j]\n          yield %w");
  Passed p = parted(text);
  EXPECT_EQ(p.count<ir::If>(), 0u) << p.text();
  for (const std::int64_t n : {0, 1, 2, 4})
    p.on({RuntimeValue::array({1, 2, 3}), RuntimeValue::i64(n), RuntimeValue::i64(2)});
}

/// A chain: each slope is of the number before, at one end of a number given.
std::string chain(const std::string &condition, const std::string &body) {
  return R"(
func @f(%x: [f64; 1], %y: [f64; 1], %a: [f64; 1]) -> ([f64; 1]) {
  %n: i64 = extent %x, 0
  %last: i64 = sub %n, 1
  %r: [f64; 1] = loop %n, (%a) |%i: i64, %p: [f64; 1]| {
    %before: i64 = sub %i, 1
    %behind: i64 = add %i, 1
    %end: bool = )" + condition + R"(
    )" + body + R"(
    %q: [f64; 1] = update %p[%i] = %s
    yield %q
  }
  return %r
})";
}

const std::vector<std::vector<RuntimeValue>> chains = {
    {RuntimeValue::array({}), RuntimeValue::array({}), RuntimeValue::array({})},
    {RuntimeValue::array({3}), RuntimeValue::array({5}), RuntimeValue::array({0})},
    {RuntimeValue::array({3, 4, 7}), RuntimeValue::array({5, 2, 6}), RuntimeValue::array({0, 0, 0})}};

TEST(IndexSets, theFirstAndTheLastIterationThatReadOtherElements) {
  const std::string neighbour = R"(%s: f64 = if %end {
      %x0: f64 = index %x[%i]
      yield %x0
    } else {
      %y0: f64 = index %y[WHICH]
      yield %y0
    })";
  const auto reading = [&](const char *which) {
    std::string text = neighbour;
    return text.replace(text.find("WHICH"), 5, which);
  };
  for (const auto &[condition, which] : {std::pair("eq %i, 0", "%before"), std::pair("eq %i, %last", "%behind"), std::pair("eq %behind, %n", "%behind")}) {
    Passed p = parted(chain(condition, reading(which)));
    EXPECT_EQ(p.count<ir::If>(), 0u) << p.text();
    EXPECT_EQ(p.count<ir::Loop>(), 2u);
    for (const auto &arguments : chains)
      p.on(arguments);
  }
  EXPECT_EQ(parted(chain("eq %i, 1", reading("%i"))).count<ir::If>(), 1u);
}

TEST(IndexSets, theLastIterationOfWhichTheNeighbourIsTheFirst) {
  const std::string around = "%at: i64 = select %end, 0, %behind\n    %s: f64 = index %y[%at]";
  Passed p = parted(chain("eq %behind, %n", around));
  EXPECT_EQ(p.count<ir::Loop>(), 2u);
  EXPECT_EQ(p.count(prims::Prim::Select), 0u) << p.text();
  for (const auto &arguments : chains)
    p.on(arguments);
}

/// For each i the sum over j of what `branch`, on %c, makes of %p; the trip that `condition` tells of is left out.
std::string sumsOverOthers(const std::string &condition, const std::string &then, const std::string &otherwise, const std::string &trips = "%n") {
  return R"(
func @f(%x: [f64; 1], %y: [f64; 1], %a: [f64; 1]) -> ([f64; 1]) {
  %n: i64 = extent %x, 0
  %r: [f64; 1] = loop %n, (%a) |%i: i64, %p: [f64; 1]| {
    %k: i64 = add %i, 1
    %s: f64 = loop )" + trips + R"(, (0.5) |%j: i64, %t: f64| {
      %c: bool = )" + condition + R"(
      %u: f64 = if %c {
        )" + then + R"(
      } else {
        )" + otherwise + R"(
      }
      yield %u
    }
    %q: [f64; 1] = update %p[%i] = %s
    yield %q
  }
  return %r
})";
}

TEST(IndexSets, allButOneIteration) {
  const std::string same = "yield %t", other = R"(%v: f64 = index %x[%j]
        %w: f64 = index %y[%i]
        %z: f64 = mul %v, %w
        %o: f64 = sub %z, %t
        yield %o)";
  for (const auto &[condition, then, otherwise] : {std::tuple("eq %j, %i", same, other), std::tuple("ne %i, %j", other, same)}) {
    Passed p = parted(sumsOverOthers(condition, then, otherwise));
    EXPECT_EQ(p.count<ir::If>(), 0u) << p.text();
    EXPECT_EQ(p.count<ir::Loop>(), 3u) << p.text();
    for (const auto &arguments : chains)
      p.on(arguments);
  }
}

TEST(IndexSets, anIterationThatDoesSomethingOrIsNotThereIsNoGap) {
  const std::string half = "%h: f64 = mul %t, 0.5\n yield %h", other = "%v: f64 = index %x[%j]\n %o: f64 = sub %v, %t\n yield %o";
  for (const std::string &text : {sumsOverOthers("eq %j, %i", half, other), sumsOverOthers("eq %j, %k", "yield %t", other),
                                  sumsOverOthers("eq %j, %i", "yield 1.0", other)}) {
    Passed p = parted(text);
    EXPECT_EQ(p.count<ir::Loop>(), 2u) << p.text();
    for (const auto &arguments : chains)
      p.on(arguments);
  }
}

TEST(IndexSets, theFirstIterationBeginsWithWhatIsKnown) {
  Passed p = passed(R"(
func @f(%x: [f64; 1], %y: [f64; 1], %a: [f64; 1]) -> ([f64; 1], i64) {
  %n: i64 = extent %x, 0
  %r: [f64; 1], %at: i64 = loop %n, (%a, 0) |%i: i64, %p: [f64; 1], %k: i64| {
    %isFirst: bool = eq %i, 0
    %s: f64 = if %isFirst {
      %u: f64 = index %x[%k]
      yield %u
    } else {
      %v: f64 = index %y[%k]
      yield %v
    }
    %q: [f64; 1] = update %p[%i] = %s
    yield %q, %i
  }
  return %r, %at
})",
                    {"index_sets", "simplify"});
  EXPECT_EQ(p.count<ir::Loop>(), 2u) << p.text();
  EXPECT_NE(p.text().find("index %x[0]"), std::string::npos) << p.text();
  for (const auto &arguments : chains)
    p.on(arguments);
}

TEST(IndexSets, numbersThatAreChosenAreNoReasonToPart) {
  EXPECT_EQ(parted(chain("eq %i, 0", "%s: f64 = select %end, 1.0, 2.0")).count<ir::Loop>(), 1u);
}

} // namespace
} // namespace soac::test
