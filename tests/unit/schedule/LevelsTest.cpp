// Which statements run on threads and in lanes, and what they are taken to cost.
#include "unit/schedule/Scheduled.h"

namespace soac::test {
namespace {

using schedule::Independence;
using schedule::Level;

constexpr const char *nested = R"(
func @f(%n: i64, %m: i64, %xs: [f64; 1]) -> ([f64; 1]) {
  %ys: [f64; 1] = map %n, () |%i: i64| {
    %inner: f64 = map_reduce %m, (%xs) |%j: i64, %x: f64| {
      %s: f64 = sin %x
      yield %s
    } reduce (0.0) |%a: f64, %b: f64| {
      %c: f64 = add %a, %b
      yield %c
    }
    yield %inner
  }
  return %ys
})";

TEST(Levels, outermostStatementsAloneRunOnThreads) {
  const Scheduled s(nested);
  EXPECT_EQ(s.parallel("ys").level, Level::Threads);
  EXPECT_EQ(s.parallel("inner").level, Level::Sequential);
}

TEST(Levels, iterationsWithLoopsInsideAreNotForLanes) {
  const Scheduled s(nested);
  EXPECT_FALSE(s.parallel("ys").isVector);
  EXPECT_TRUE(s.parallel("inner").isVector);
}

TEST(Levels, workIsASizeExpression) {
  const Scheduled s(nested);
  const schedule::Work &work = s.parallel("ys").work;
  EXPECT_EQ(work.own, 1);
  ASSERT_EQ(work.inner.size(), 1u);
  ASSERT_TRUE(work.inner[0].count);
  EXPECT_EQ(work.inner[0].count->value, s.value("m"));
  EXPECT_EQ(work.inner[0].each, schedule::Work());
}

TEST(Levels, countsThatAreFoundInsideAreUnknownWork) {
  const Scheduled s(R"(
func @f(%n: i64, %ks: [i64; 1]) -> ([f64; 1]) {
  %ys: [f64; 1] = map %n, (%ks) |%i: i64, %k: i64| {
    %r: f64 = loop %k, (0.0) |%j: i64, %a: f64| {
      %b: f64 = add %a, 1.5
      yield %b
    }
    yield %r
  }
  return %ys
})");
  ASSERT_EQ(s.parallel("ys").work.inner.size(), 1u);
  EXPECT_FALSE(s.parallel("ys").work.inner[0].count);
}

TEST(Levels, reductionsByOperatorsOfTheUsersOwnAccumulateInOrder) {
  const Scheduled s(R"(
func @f(%xs: [f64; 1]) -> (f64, f64) {
  %n: i64 = extent %xs, 0
  %sum: f64 = reduce %n, (%xs), neutral (0.0) |%a: f64, %b: f64| {
    %c: f64 = add %b, %a
    yield %c
  }
  %own: f64 = reduce %n, (%xs), neutral (0.0) |%p: f64, %q: f64| {
    %r: f64 = sub %p, %q
    yield %r
  }
  return %sum, %own
})");
  ASSERT_EQ(s.parallel("sum").operators.size(), 1u);
  EXPECT_EQ(s.parallel("sum").operators[0], schedule::Operator::Plus);
  EXPECT_TRUE(s.parallel("own").operators.empty());
}

TEST(Levels, iterationsOnThreadsAddToAccumulatorsFromOutside) {
  const Scheduled s(R"(
func @f(%n: i64, %xs: [f64; 1], %keys: [i64; 1], %into: [f64; 1], %other: [f64; 1]) -> ([f64; 1], [f64; 1]) {
  %sums: [f64; 1], %others: [f64; 1], %ys: [f64; 1] = with_accumulators (%into, %other) |%acc: acc [f64; 1], %own: acc [f64; 1]| {
    %mapped: [f64; 1] = map %n, (%xs, %keys) |%i: i64, %x: f64, %k: i64| {
      accumulate %own[%i] += %x
      accumulate %acc[%k] += %x
      yield %x
    }
    yield %mapped
  }
  return %sums, %others
})");
  const auto &map = std::get<ir::WithAccumulators>(s.making("sums").op).body.statements.front();
  EXPECT_EQ(s.levels.of(map).accumulators, ir::Values{s.value("acc")}) << "no other iteration adds to element i of own";
}

TEST(Levels, freeLoopsAreOnThreads) {
  const Scheduled s(R"(
func @f(%n: i64, %m: i64, %x: f64, %keys: [i64; 1], %into: [f64; 1], %sums: [f64; 1]) -> ([f64; 1], [f64; 1], [f64; 1], [f64; 1], f64) {
  %rows: [f64; 1] = loop %n, (%into) |%i: i64, %a: [f64; 1]| {
    %at: i64 = mul %i, %m
    %row: [f64; 1] = loop %m, (%a) |%j: i64, %b: [f64; 1]| {
      %k: i64 = add %at, %j
      %c: [f64; 1] = update %b[%k] = %x
      yield %c
    }
    yield %row
  }
  %added: [f64; 1] = with_accumulators (%sums) |%acc: acc [f64; 1]| {
    loop %n, () |%l: i64| {
      %key: i64 = index %keys[%l]
      accumulate %acc[%key] += %x
      yield
    }
    yield
  }
  %few: [f64; 1] = loop 16, (%rows) |%p: i64, %d: [f64; 1]| {
    %e: [f64; 1] = update %d[%p] = %x
    yield %e
  }
  %shifted: [f64; 1] = loop %n, (%few) |%q: i64, %g: [f64; 1]| {
    %next: i64 = add %q, 3
    %w: f64 = index %g[%next]
    %h: [f64; 1] = update %g[%q] = %w
    yield %h
  }
  %steps: [f64; 1], %last: f64 = loop %n, (%added, %x) |%t: i64, %state: [f64; 1], %y: f64| {
    %z: f64 = sin %y
    %moved: [f64; 1] = loop %m, (%state) |%u: i64, %v: [f64; 1]| {
      %r: [f64; 1] = update %v[%u] = %z
      yield %r
    }
    yield %moved, %z
  }
  return %shifted, %steps, %few, %rows, %last
})");
  const auto isOnThreads = [&](const char *name) { return s.levels.onThreads(s.making(name)) != nullptr; };
  EXPECT_TRUE(isOnThreads("rows"));
  EXPECT_FALSE(isOnThreads("row")) << "inside of a loop on threads";
  EXPECT_FALSE(isOnThreads("few")) << "nothing is gained";
  EXPECT_FALSE(isOnThreads("shifted")) << "an iteration reads what a later one writes";
  EXPECT_FALSE(isOnThreads("last")) << "a number goes from trip to trip";
  EXPECT_FALSE(isOnThreads("moved")) << "simple iterations, over and over";
  const auto &loop = std::get<ir::WithAccumulators>(s.making("added").op).body.statements.front();
  ASSERT_NE(s.levels.onThreads(loop), nullptr);
  EXPECT_EQ(s.levels.onThreads(loop)->accumulators, ir::Values{s.value("acc")});
}

TEST(Levels, loopsThatMayEndTheProgramAreInOrder) {
  const Scheduled s(R"(
func @f(%n: i64, %x: f64, %into: [f64; 1]) -> ([f64; 1]) {
  %ended: [f64; 1] = loop %n, (%into) |%i: i64, %a: [f64; 1]| {
    %c: bool = lt %x, 5.0
    check %c, "" exit "throw 1" ()
    %b: [f64; 1] = update %a[%i] = %x
    yield %b
  }
  return %ended
})");
  EXPECT_EQ(s.levels.onThreads(s.making("ended")), nullptr);
}

// A row's shape is known when the first is computed, which must then be the first.
TEST(Levels, rowsWithALateShapeKeepIterationsOnOneThread) {
  const Scheduled s(R"(
func @f(%n: i64, %ks: [i64; 1]) -> ([f64; 2]) {
  %ys: [f64; 2] = map %n, (%ks) |%i: i64, %k: i64| {
    %row: [f64; 1] = fill 1.0, [%k]
    %made: [f64; 1] = update %row[0] = 2.0
    yield %made
  }
  return %ys
})");
  EXPECT_EQ(s.parallel("ys").level, Level::Sequential);
  EXPECT_FALSE(s.parallel("ys").isVector);
}

TEST(Levels, loopsWithANumberFromOneIterationToTheNextAreNotInLanes) {
  const Scheduled s(R"(
func @f(%n: i64, %x: f64, %into: [f64; 1]) -> (f64, [f64; 1]) {
  %chain: f64 = loop %n, (%x) |%i: i64, %a: f64| {
    %b: f64 = sin %a
    yield %b
  }
  %free: [f64; 1] = loop %n, (%into) |%j: i64, %array: [f64; 1]| {
    %next: [f64; 1] = update %array[%j] = %x
    yield %next
  }
  return %chain, %free
})");
  const auto body = [&](const char *name) -> const ir::Block & { return std::get<ir::Loop>(s.making(name).op).body; };
  EXPECT_FALSE(s.levels.isInLanes(body("chain")));
  EXPECT_TRUE(s.levels.isInLanes(body("free")));
  EXPECT_EQ(s.levels.independence(s.making("free")), Independence::Elements);
  EXPECT_EQ(s.levels.independence(s.making("chain")), Independence::CarriesNumber);
}

TEST(Levels, reductionsThatAddToTheirOwnElementsAreForLanes) {
  const Scheduled s(R"(
func @f(%n: i64, %xs: [f64; 1], %into: [f64; 1]) -> (f64, f64, f64, [f64; 1]) {
  %r: [f64; 1], %own: f64, %one: f64, %any: f64 = with_accumulators (%into) |%acc: acc [f64; 1]| {
    %own_1: f64 = map_reduce %n, (%xs) |%i: i64, %x: f64| {
      accumulate %acc[%i] += %x
      yield %x
    } reduce (0.0) |%a: f64, %b: f64| {
      %c: f64 = add %a, %b
      yield %c
    }
    %one_1: f64 = map_reduce %n, (%xs) |%j: i64, %y: f64| {
      accumulate %acc[3] += %y
      yield %y
    } reduce (0.0) |%d: f64, %e: f64| {
      %g: f64 = add %d, %e
      yield %g
    }
    %any_1: f64 = map_reduce %n, (%xs) |%k: i64, %z: f64| {
      %at: i64 = cast %z
      accumulate %acc[%at] += %z
      yield %z
    } reduce (0.0) |%h: f64, %l: f64| {
      %m: f64 = add %h, %l
      yield %m
    }
    yield %own_1, %one_1, %any_1
  }
  return %own, %one, %any, %r
})");
  EXPECT_TRUE(s.parallel("own_1").isVector);
  EXPECT_FALSE(s.parallel("one_1").isVector);
  EXPECT_FALSE(s.parallel("any_1").isVector);
}

TEST(Levels, elementsOfFlatArraysAreToldApart) {
  const Scheduled s(R"(
func @f(%n: i64, %x: f64, %into: [f64; 1]) -> ([f64; 1], [f64; 1], [f64; 1], [f64; 1]) {
  %halves: [f64; 1] = loop %n, (%into) |%i: i64, %a: [f64; 1]| {
    %k: i64 = add %i, %n
    %v: f64 = index %a[%k]
    %b: [f64; 1] = update %a[%i] = %v
    yield %b
  }
  %pairs: [f64; 1] = loop %n, (%halves) |%j: i64, %c: [f64; 1]| {
    %even: i64 = mul %j, 2
    %odd: i64 = add %even, 1
    %d: [f64; 1] = update %c[%even] = %x
    %u: f64 = index %d[%odd]
    %e: [f64; 1] = update %d[%odd] = %u
    yield %e
  }
  %both: [f64; 1] = loop %n, (%into) |%p: i64, %q: [f64; 1]| {
    %left: i64 = mul %p, 2
    %right: i64 = add %left, 1
    %r: [f64; 1] = update %q[%left] = %x
    %s: [f64; 1] = update %r[%right] = %x
    yield %s
  }
  %shifted: [f64; 1] = loop %n, (%pairs) |%l: i64, %g: [f64; 1]| {
    %next: i64 = add %l, 3
    %w: f64 = index %g[%next]
    %h: [f64; 1] = update %g[%l] = %w
    yield %h
  }
  return %halves, %pairs, %shifted, %both
})");
  EXPECT_EQ(s.levels.independence(s.making("halves")), Independence::Elements);
  EXPECT_EQ(s.levels.independence(s.making("pairs")), Independence::Interleaved);
  EXPECT_EQ(s.levels.independence(s.making("both")), Independence::Elements);
  EXPECT_EQ(s.levels.independence(s.making("shifted")), Independence::MayMeet);
}

TEST(Levels, loopsThatAreNotInLanesHaveAReason) {
  const Scheduled s(R"(
func @f(%n: i64, %x: f64, %into: [f64; 1]) -> (f64, [f64; 1], i64) {
  %ended: f64 = loop while (%x) |%a: f64| {
    %more: bool = lt %a, 9.0
    yield %more
  } do |%b: f64| {
    %c: f64 = add %b, %b
    yield %c
  }
  %nested: [f64; 1] = loop %n, (%into) |%i: i64, %d: [f64; 1]| {
    %e: [f64; 1] = loop %n, (%d) |%j: i64, %g: [f64; 1]| {
      %h: [f64; 1] = update %g[%j] = %x
      yield %h
    }
    yield %e
  }
  %counted: i64 = loop %n, (0) |%k: i64, %l: i64| {
    %v: f64 = index %nested[%k]
    check true, "never"
    yield %k
  }
  return %ended, %nested, %counted
})");
  EXPECT_EQ(s.levels.independence(s.making("ended")), Independence::NotCounted);
  EXPECT_EQ(s.levels.independence(s.making("nested")), Independence::OtherWork);
  EXPECT_EQ(s.levels.independence(s.making("counted")), Independence::OtherWork);
}

TEST(Levels, failuresInsideEndWhatIsAround) {
  const Scheduled s(R"(
func @f(%xs: [f64; 1]) -> ([f64; 1], [f64; 1]) {
  %n: i64 = extent %xs, 0
  %checked: [f64; 1] = map %n, (%xs) |%i: i64, %x: f64| {
    %c: bool = lt %x, 5.0
    check %c, "too large"
    yield %x
  }
  %plain: [f64; 1] = map %n, (%xs) |%j: i64, %y: f64| {
    %s: f64 = sin %y
    yield %s
  }
  return %checked, %plain
})");
  EXPECT_TRUE(s.parallel("checked").mayFail);
  EXPECT_TRUE(s.loop("checked").usesWorkspace) << "to which the failure is reported";
  EXPECT_FALSE(s.parallel("plain").mayFail);
  EXPECT_FALSE(s.loop("plain").usesWorkspace);
}

TEST(Levels, iterationsThatMakeArraysUseTheWorkspace) {
  const Scheduled s(R"(
func @f(%n: i64, %m: i64) -> ([f64; 1]) {
  %ys: [f64; 1] = map %n, () |%i: i64| {
    %row: [f64; 1] = fill 1.0, [%m]
    %made: [f64; 1] = update %row[%i] = 2.0
    %y: f64 = index %made[0]
    yield %y
  }
  return %ys
})");
  EXPECT_TRUE(s.loop("ys").usesWorkspace);
}

TEST(Levels, scansAndHistogramsOutsideOfMapsRunOnThreads) {
  const Scheduled s(R"(
func @f(%xs: [f64; 1], %ks: [i64; 1], %dest: [f64; 1], %xss: [f64; 2]) -> ([f64; 1], [f64; 1], [f64; 2]) {
  %n: i64 = extent %xs, 0
  %sums: [f64; 1] = scan %n, (%xs), neutral (0.0) |%a: f64, %b: f64| {
    %c: f64 = add %a, %b
    yield %c
  }
  %bins: [f64; 1] = reduce_by_index %n, dests (%dest), neutral (0.0), keys %ks, values (%xs) |%p: f64, %q: f64| {
    %r: f64 = add %p, %q
    yield %r
  }
  %m: i64 = extent %xss, 0
  %rows: [f64; 2] = map %m, (%xss) |%i: i64, %row: [f64; 1]| {
    %k: i64 = extent %row, 0
    %inner: [f64; 1] = scan %k, (%row), neutral (0.0) |%d: f64, %e: f64| {
      %g: f64 = add %d, %e
      yield %g
    }
    yield %inner
  }
  return %sums, %bins, %rows
})");
  EXPECT_TRUE(std::holds_alternative<ir::Scan>(s.making("sums").op));
  EXPECT_EQ(s.parallel("sums").level, Level::Threads);
  EXPECT_TRUE(std::holds_alternative<ir::ReduceByIndex>(s.making("bins").op));
  EXPECT_EQ(s.parallel("bins").level, Level::Threads);
  EXPECT_TRUE(std::holds_alternative<ir::Loop>(s.making("inner").op));
}

} // namespace
} // namespace soac::test
