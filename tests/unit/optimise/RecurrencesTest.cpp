// Integers and signs that loops carry, in closed form.
#include "Check.h"

#include <cmath>
#include <limits>

namespace soac::test {
namespace {

TEST(Recurrences, countersOfNestedLoopsFold) {
  auto p = simplified(R"(
func @f(%n: i64, %m: i64, %k: i32, %c: bool) -> (i64, i32) {
  %r: i64, %t: i32 = loop %n, (5, %k) |%i: i64, %a: i64, %b: i32| {
    %a2: i64 = loop %m, (%a) |%j: i64, %d: i64| {
      %e: i64 = add %d, 2
      yield %e
    }
    %a3: i64 = if %c {
      %g: i64 = add %a2, 1
      yield %g
    } else {
      %h: i64 = add 1, %a2
      yield %h
    }
    %b2: i32 = sub %b, %k
    yield %a3, %b2
  }
  return %r, %t
})");
  for (std::int64_t n : {-1, 0, 1, 4})
    for (std::int64_t m : {-2, 0, 3})
      p.on({RuntimeValue::i64(n), RuntimeValue::i64(m), RuntimeValue(ir::Scalar::I32, ops::numberOf(std::int64_t{7})), RuntimeValue::boolean(true)});
  EXPECT_EQ(p.count<ir::Loop>(), 0u) << p.text();
}

// Narrow counters that fit in each trip are indices.
TEST(Recurrences, exactCountersAreCastsOfTheIndex) {
  for (const bool isExact : {true, false}) {
    auto p = simplified(std::string("func @f(%n: i64, %x: [f64; 1]) -> (f64, i32) {\n  %s: f64, %t: i32 = loop %n, (0.0, i32:0) |%i: i64, %a: f64, %b: "
                                    "i32| {\n    %j: i64 = cast %b\n    %v: f64 = index %x[%j]\n    %c: f64 = add %a, %v\n    %d: i32 = add ") +
                        (isExact ? "exact " : "") + "%b, i32:1\n    yield %c, %d\n  }\n  return %s, %t\n}");
    std::size_t casts = 0; // in the loop
    for (const ir::Statement &s : p.after.body.statements)
      if (const auto *loop = std::get_if<ir::Loop>(&s.op))
        casts += static_cast<std::size_t>(llvm::count_if(loop->body.statements, [](const ir::Statement &inner) {
          const auto *apply = std::get_if<ir::Apply>(&inner.op);
          return apply && apply->prim == ir::Prim::Cast;
        }));
    EXPECT_EQ(casts, isExact ? 0u : 2u) << p.text();
    for (std::int64_t n : {0, 1, 3})
      p.on({RuntimeValue::i64(n), RuntimeValue::array({1, 2, 3})});
  }
}

TEST(Recurrences, theValueInsideTheLoopIsAffine) {
  auto p = simplified(R"(
func @f(%n: i64, %s: i64) -> (f64) {
  %r: i64, %t: f64 = loop %n, (3, 0.0) |%i: i64, %a: i64, %x: f64| {
    %v: f64 = cast %a
    %y: f64 = add %x, %v
    %b: i64 = add %a, %s
    yield %b, %y
  }
  return %t
})");
  p.on({RuntimeValue::i64(4), RuntimeValue::i64(-2)});
  EXPECT_EQ(std::get<ir::Loop>(p.after.body.statements.back().op).inits.size(), 1u) << p.text();
}

TEST(Recurrences, largestIndicesFold) {
  auto p = simplified(R"(
func @f(%n: i64, %m: i64, %o: i64) -> (i64) {
  %r: i64 = loop %n, (1) |%i: i64, %a: i64| {
    %a2: i64 = loop %m, (%a) |%j: i64, %b: i64| {
      %u: i64 = mul %j, %o
      %v: i64 = add %u, %i
      %w: i64 = max %b, %v
      %x: i64 = sub %o, %j
      %y: i64 = max %x, %w
      yield %y
    }
    yield %a2
  }
  return %r
})");
  for (std::int64_t n : {-1, 0, 1, 4})
    for (std::int64_t m : {-2, 0, 3})
      for (std::int64_t o : {-5, 0, 10})
        p.on({RuntimeValue::i64(n), RuntimeValue::i64(m), RuntimeValue::i64(o)});
  EXPECT_EQ(p.count<ir::Loop>(), 0u) << p.text();
}

TEST(Recurrences, largestOfWhatFallsOrCancels) {
  auto p = simplified(R"(
func @f(%n: i64, %m: i64, %o: i64) -> (i64, i64) {
  %r: i64, %t: i64 = loop %n, (-3, %o) |%i: i64, %a: i64, %b: i64| {
    %u: i64 = neg %i
    %v: i64 = add %u, %m
    %w: i64 = max %a, %v
    %x: i64 = mul %i, 2
    %y: i64 = sub %x, %i
    %z: i64 = add %y, %v
    %c: i64 = max %z, %b
    yield %w, %c
  }
  return %r, %t
})");
  for (std::int64_t n : {-1, 0, 1, 4})
    for (std::int64_t m : {-9, -2, 0, 3})
      for (std::int64_t o : {-5, 10})
        p.on({RuntimeValue::i64(n), RuntimeValue::i64(m), RuntimeValue::i64(o)});
  EXPECT_EQ(p.count<ir::Loop>(), 0u) << p.text();
}

TEST(Recurrences, whatDependsOnTheIterationStays) {
  auto p = simplified(R"(
func @f(%ks: [i64; 1]) -> (i64, i64) {
  %n: i64 = extent %ks, 0
  %r: i64, %t: i64 = loop %n, (0, 1) |%i: i64, %a: i64, %b: i64| {
    %k: i64 = index %ks[%i]
    %c: i64 = add %a, %k
    %d: i64 = add %b, %a
    yield %c, %d
  }
  return %r, %t
})");
  p.on({RuntimeValue::indices({3, 1, 4})});
  EXPECT_EQ(p.count<ir::Loop>(), 1u) << p.text();
}

TEST(Recurrences, whatTheIterationBeforeComputed) {
  auto p = simplified(R"(
func @f(%n: i64, %m: i64) -> (i64, i64) {
  %e: i64 = mul %n, %m
  %r: i64, %s: i64 = loop %n, (%e, 0) |%i: i64, %a: i64, %t: i64| {
    %d: i64 = sub %n, %i
    %k: i64 = add %d, -1
    %b: i64 = mul %k, %m
    %g: i64 = sub %a, %b
    %w: i64 = mul %g, %i
    %z: i64 = add %w, %t
    %y: i64 = mul %z, 3
    yield %b, %y
  }
  return %r, %s
})");
  for (std::int64_t n : {-1, 0, 1, 4})
    for (std::int64_t m : {-2, 0, 3})
      p.on({RuntimeValue::i64(n), RuntimeValue::i64(m)});
  ir::forEachStatement(p.after.body, [&](const ir::Statement &s) {
    const auto *loop = std::get_if<ir::Loop>(&s.op);
    EXPECT_TRUE(!loop || loop->inits.size() == 1) << p.text();
  });
}

std::size_t carried(const Passed &p) {
  std::size_t most = 0;
  ir::forEachStatement(p.after.body, [&](const ir::Statement &s) {
    if (const auto *loop = std::get_if<ir::Loop>(&s.op))
      most = std::max(most, loop->inits.size());
  });
  return most;
}

TEST(Recurrences, whatBeginsElsewhereIsChosenInTheFirstIteration) {
  auto p = simplified(R"(
func @f(%n: i64, %m: i64) -> (i64, i64) {
  %r: i64, %s: i64 = loop %n, (%m, 0) |%i: i64, %a: i64, %t: i64| {
    %b: i64 = mul %i, %m
    %g: i64 = sub %a, %b
    %z: i64 = add %g, %t
    %y: i64 = mul %z, 3
    yield %b, %y
  }
  return %r, %s
})");
  for (std::int64_t n : {-1, 0, 1, 2, 4})
    p.on({RuntimeValue::i64(n), RuntimeValue::i64(5)});
  EXPECT_EQ(carried(p), 1u) << p.text();
}

TEST(Recurrences, whatTheFirstIterationReplaces) {
  auto p = simplified(R"(
func @f(%n: i64, %m: i32, %c: bool, %x: f64) -> (i32, bool, f64) {
  %r: i32, %d: bool, %s: f64 = loop %n, (i32:7, true, %x) |%i: i64, %a: i32, %b: bool, %t: f64| {
    %k: f64 = cast %a
    %y: f64 = if %b {
      %u: f64 = add %t, %k
      %v: f64 = sin %u
      yield %v
    } else {
      %w: f64 = sub %t, %k
      %z: f64 = cos %w
      yield %z
    }
    yield %m, %c, %y
  }
  return %r, %d, %s
})");
  for (std::int64_t n : {-1, 0, 1, 2, 4})
    for (const bool c : {false, true})
      p.on({RuntimeValue::i64(n), RuntimeValue(ir::Scalar::I32, ops::numberOf(std::int64_t{-3})), RuntimeValue::boolean(c), RuntimeValue::f64(0.5)});
  EXPECT_EQ(carried(p), 1u) << p.text();
}

// A pointer that moves: `in = x; for l { for j { .. in[j] .. }; in = state + l * m; }`, of which %aim says the array.
TEST(Recurrences, theFirstRowOfAMovingPointerIsALoopOfItsOwn) {
  auto p = simplified(R"(
func @f(%h: i64, %n: i64, %m: i64, %x: [f64; 1], %state: [f64; 1]) -> ([f64; 1], f64) {
  %s0: [f64; 1], %d0: f64 = loop %h, (%state, 0.0) |%g: i64, %s1: [f64; 1], %d1: f64| {
    %s2: [f64; 1], %at: i64, %aim: i64, %d2: f64 = loop %n, (%s1, 0, 0, %d1) |%l: i64, %s3: [f64; 1], %in: i64, %to: i64, %d3: f64| {
      %row: i64 = mul %l, %m
      %isX: bool = eq %to, 0
      %s4: [f64; 1] = if %isX {
        %s5: [f64; 1] = loop %m, (%s3) |%j: i64, %s6: [f64; 1]| {
          %p: i64 = add %in, %j
          %e: f64 = index %x[%p]
          %u: f64 = sin %e
          %q: i64 = add %row, %j
          %s7: [f64; 1] = update %s6[%q] = %u
          yield %s7
        }
        yield %s5
      } else {
        %s5b: [f64; 1] = loop %m, (%s3) |%jb: i64, %s6b: [f64; 1]| {
          %pb: i64 = add %in, %jb
          %eb: f64 = index %s6b[%pb]
          %ub: f64 = sin %eb
          %qb: i64 = add %row, %jb
          %s7b: [f64; 1] = update %s6b[%qb] = %ub
          yield %s7b
        }
        yield %s5b
      }
      yield %s4, %row, 1, %d3
    }
    %isNone: bool = eq %aim, 0
    %y: f64 = if %isNone {
      %v: f64 = add %d2, 1.0
      yield %v
    } else {
      %w: f64 = index %s2[%at]
      yield %w
    }
    %d4: f64 = add %d2, %y
    yield %s2, %d4
  }
  return %s0, %d0
})");
  for (std::int64_t n : {0, 1, 2, 3})
    p.on({RuntimeValue::i64(2), RuntimeValue::i64(n), RuntimeValue::i64(2), RuntimeValue::array({1, 2}), RuntimeValue::array({3, 4, 5, 6, 7, 8})});
  ir::forEachStatement(p.after.body, [&](const ir::Statement &s) {
    if (const auto *branch = std::get_if<ir::If>(&s.op))
      ir::forEachStatement(branch->then, [&](const ir::Statement &t) { EXPECT_FALSE(std::holds_alternative<ir::Loop>(t.op)) << p.text(); });
  });
}

// Also a number that the loop makes: no closed form.
TEST(Recurrences, whatDataReplaceStays) {
  auto p = simplified(R"(
func @f(%ks: [i64; 1]) -> (i64, i64) {
  %n: i64 = extent %ks, 0
  %r: i64, %s: i64 = loop %n, (5, 0) |%i: i64, %a: i64, %t: i64| {
    %k: i64 = index %ks[%i]
    %g: i64 = mul %t, 3
    %z: i64 = add %g, %a
    yield %k, %z
  }
  return %r, %s
})");
  p.on({RuntimeValue::indices({3, 1, 4})});
  EXPECT_EQ(carried(p), 2u) << p.text();
}

TEST(Recurrences, signsThatAlternate) {
  auto p = simplified(R"(
func @f(%n: i64, %x: f64, %k: i32) -> (f64, f64, f64, i32) {
  %r: f64, %t: f64, %m: i32 = loop %n, (%x, 0.0, %k) |%i: i64, %a: f64, %y: f64, %b: i32| {
    %w: f64 = cast %i
    %v: f64 = add %w, 2.0
    %z: f64 = div %v, %a
    %u: f64 = add %y, %z
    %c: f64 = neg %a
    %d: i32 = neg %b
    yield %c, %u, %d
  }
  %q: f64 = div 1.0, %r
  return %r, %q, %t, %m
})");
  EXPECT_EQ(std::get<ir::Loop>(llvm::find_if(p.after.body.statements, [](const ir::Statement &s) {
                                 return std::holds_alternative<ir::Loop>(s.op);
                               })->op).inits.size(), 1u)
      << p.text();
  for (const std::int64_t n : {-1, 0, 1, 2, 5})
    for (const double x : {3.0, 0.0, -0.0, -HUGE_VAL, std::nan("")}) // quotients tell the zeros apart
      for (const std::int64_t k : {std::int64_t{7}, std::int64_t{std::numeric_limits<std::int32_t>::min()}})
        p.on({RuntimeValue::i64(n), RuntimeValue::f64(x), RuntimeValue(ir::Scalar::I32, ops::numberOf(k))});
}

// Without an iteration the program does not negate the least integer, which has no exact opposite.
TEST(Recurrences, exactSignsAlternateFromAKnownNumber) {
  const auto inits = [](const std::string &start) {
    auto p = simplified(R"(
func @f(%n: i64, %k: i32) -> (i32, f64) {
  %m: i32, %t: f64 = loop %n, ()" + start + R"(, 0.0) |%i: i64, %b: i32, %y: f64| {
    %w: f64 = cast %b
    %u: f64 = add %y, %w
    %v: f64 = mul %u, 0.5
    %d: i32 = neg exact %b
    yield %d, %v
  }
  return %m, %t
})");
    for (const std::int64_t n : {0, 1, 4})
      p.on({RuntimeValue::i64(n), RuntimeValue(ir::Scalar::I32, ops::numberOf(std::int64_t{7}))});
    return std::get<ir::Loop>(llvm::find_if(p.after.body.statements, [](const ir::Statement &s) {
                                return std::holds_alternative<ir::Loop>(s.op);
                              })->op).inits.size();
  };
  EXPECT_EQ(inits("i32:1"), 1u);
  EXPECT_EQ(inits("%k"), 2u);
}

TEST(Recurrences, signsThatDataChangeStay) {
  auto p = simplified(R"(
func @f(%n: i64, %x: f64, %m: i64) -> (f64) {
  %r: f64 = loop %n, (%x) |%i: i64, %a: f64| {
    %c: bool = lt %i, %m
    %b: f64 = neg %a
    %d: f64 = select %c, %b, %a
    yield %d
  }
  return %r
})");
  for (const std::int64_t n : {0, 1, 2, 5})
    for (const std::int64_t m : {0, 1, 3})
      p.on({RuntimeValue::i64(n), RuntimeValue::f64(3), RuntimeValue::i64(m)});
  EXPECT_EQ(p.count<ir::Loop>(), 1u) << p.text();
}

// A state that takes turns, and what comes of it; %x is a number that tells them apart.
Passed inTurns(const std::string &first, const std::string &next) {
  return simplified(R"(
func @f(%n: i64, %x: f64) -> (f64, i64) {
  %r: i64, %t: f64 = loop %n, ()" +
                    first + R"(, %x) |%i: i64, %a: i64, %s: f64| {
    )" + next + R"(
    %v: f64 = cast %a
    %w: f64 = mul %s, %v
    %y: f64 = add %w, 0.5
    yield %b, %y
  }
  return %t, %r
})");
}

TEST(Recurrences, statesThatTakeTurns) {
  const std::string exchange = "%c: bool = eq %a, 0\n %b: i64 = if %c {\n yield 1\n } else {\n yield 0\n }";
  const std::string three =
      "%c: bool = eq %a, 7\n %b: i64 = if %c {\n yield 2\n } else {\n %d: bool = eq %a, 2\n %e: i64 = if %d "
      "{\n yield -4\n } else {\n yield 7\n }\n yield %e\n }";
  const std::string opposite = "%b: i64 = sub 3, %a";
  for (const auto &[first, next] :
       {std::pair("0", exchange), {"1", exchange}, {"7", three}, {"-4", three}, {"5", opposite}}) {
    auto p = inTurns(first, next);
    for (std::int64_t n : {-1, 0, 1, 2, 3, 4, 7})
      p.on({RuntimeValue::i64(n), RuntimeValue::f64(1.5)});
    EXPECT_EQ(carried(p), 1u) << p.text();
  }
}

TEST(Recurrences, statesThatDoNotComeBackStay) {
  const std::string onlyOnce = "%c: bool = eq %a, 0\n %b: i64 = if %c {\n yield 1\n } else {\n yield 2\n }";
  const std::string many = "%c: i64 = add %a, 1\n %b: i64 = rem %c, 5";
  const std::string ofData = "%c: bool = lt %s, 2.0\n %b: i64 = if %c {\n yield 1\n } else {\n yield 0\n }";
  for (const std::string &next : {onlyOnce, many, ofData}) {
    auto p = inTurns("0", next);
    for (std::int64_t n : {0, 1, 2, 3, 4, 7})
      p.on({RuntimeValue::i64(n), RuntimeValue::f64(1.5)});
    EXPECT_EQ(carried(p), 2u) << p.text();
  }
}

} // namespace
} // namespace soac::test
