// The passes that part the iterations of a loop at a branch, and that give iterations rows of their own.
#include "Check.h"

namespace soac::test {
namespace {

Passed after(llvm::StringRef pass, llvm::StringRef text) {
  const ir::Function before = parsed(text);
  return checked(before, optimise::byName("simplify")->run(optimise::byName(pass)->run(before)));
}

/// Rows of m numbers that are made, scaled and read at `place`; `more` are statements that follow, of the array %r.
std::string rows(const std::string &place, const std::string &scaled = "%s1", const std::string &more = "  yield %r\n") {
  return R"(
func @f(%a: [f64; 1], %b: [f64; 1], %x: [f64; 1], %n: i64, %m: i64, %k: i64) -> ([f64; 1], [f64; 1]) {
  %t: i64 = max %m, 0
  %c: [f64; 1], %d: [f64; 1] = loop %n, (%a, %b) |%i: i64, %p: [f64; 1], %z: [f64; 1]| {
    %s: i64 = mul %i, %m
    %q: [f64; 1] = loop %t, (%p) |%j: i64, %d0: [f64; 1]| {
      %s0: i64 = add %s, %j
      %y0: f64 = index %x[%s0]
      %d1: [f64; 1] = update %d0[%s0] = %y0
      yield %d1
    }
    %r: [f64; 1] = loop %t, (%q) |%l: i64, %e0: [f64; 1]| {
      %s1: i64 = add %s, %l
      %y1: f64 = index %e0[)" + scaled + R"(]
      %y2: f64 = sin %y1
      %e1: [f64; 1] = update %e0[%s1] = %y2
      yield %e1
    }
    %g: [f64; 1] = loop %t, (%z) |%h: i64, %o0: [f64; 1]| {
      %w0: i64 = add %s, %h
      %w1: i64 = )" + place + R"(
      %w2: f64 = index %r[%w1]
      %o1: [f64; 1] = update %o0[%w0] = %w2
      yield %o1
    }
)" + more + R"(    yield %v, %g
  }
  return %c, %d
})";
}

/// Nothing but the copy of the row has to do with the array that the loop carries.
bool isOwn(const Passed &p) {
  const auto loop = llvm::find_if(p.after.body.statements, [](const ir::Statement &s) { return std::holds_alternative<ir::Loop>(s.op); });
  const ir::Block &body = std::get<ir::Loop>(loop->op).body;
  return ir::countUses(body.parameters[1], body) == 1 && p.count<ir::Fill>() > 0;
}

void runs(Passed &p) {
  for (std::int64_t n : {0, 1, 3})
    for (std::int64_t m : {0, 1, 2})
      p.on({RuntimeValue::array({1, 2, 3, 4, 5, 6, 7, 8}), RuntimeValue::array({0, 0, 1, 0, 2, 0, 0, 0}),
            RuntimeValue::array({3, 1, -2, 5, 0.5, 7, 1, 2}), RuntimeValue::i64(n), RuntimeValue::i64(m), RuntimeValue::i64(1)});
}

const char *const same = "  %v: [f64; 1] = update %r[%k] = 0.5\n";
/// The array is passed on as it is.
const std::string asItIs = "    %v: [f64; 1] = loop 1, (%r) |%ii: i64, %vv: [f64; 1]| {\n      yield %vv\n    }\n";

TEST(OwnRows, areWrittenBeforeTheyAreRead) {
  Passed p = after("rows", rows("add %s, %h", "%s1", asItIs));
  EXPECT_TRUE(isOwn(p)) << p.text();
  runs(p);
}

TEST(OwnRows, elementsThatMayBeOthersStay) {
  for (const char *place : {"add %h, %k", "add %s, %k", "add %w0, 1"}) {
    Passed p = after("rows", rows(place, "%s1", asItIs));
    EXPECT_FALSE(isOwn(p)) << place << p.text();
    runs(p);
  }
}

TEST(OwnRows, changesThatMayBeOfOthersStay) {
  Passed p = after("rows", rows("add %s, %h", "%s1", same));
  EXPECT_FALSE(isOwn(p)) << p.text();
  runs(p);
}

TEST(OwnRows, whatIsWrittenBesideTheRowGoesIntoTheArray) {
  Passed p = after("rows", rows("add %s, %h", "%s1",
                                "    %u0: i64 = add %s, %t\n    %v: [f64; 1] = loop 1, (%r) |%ii: i64, %vv: [f64; 1]| {\n"
                                "      %u1: i64 = add %s, %m\n      %vw: [f64; 1] = update %vv[%u1] = 0.5\n      yield %vw\n    }\n"));
  EXPECT_TRUE(isOwn(p)) << p.text();
  runs(p);
}

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
    Passed p = after("index_sets", masked(condition));
    EXPECT_EQ(p.count<ir::If>(), 0u) << condition << p.text();
    for (std::int64_t n : {0, 1, 4})
      p.on({RuntimeValue::array({1, 2, 3, 4}), RuntimeValue::f64(0.7), RuntimeValue::i64(n)});
  }
}

TEST(IndexSets, thatMayEndElsewhereStay) {
  Passed p = after("index_sets", masked("le %j, %k", "3"));
  EXPECT_EQ(p.count<ir::If>(), 1u) << "the loop has three trips, and k may be greater" << p.text();
  EXPECT_EQ(after("index_sets", masked("eq %j, %k")).count<ir::If>(), 1u);
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
    Passed p = after("index_sets", layers(condition));
    EXPECT_EQ(p.count<ir::If>(), 0u) << p.text();
    EXPECT_EQ(p.count<ir::Loop>(), 5u);
    for (const std::int64_t n : {-1, 0, 1, 2, 4})
      p.on({RuntimeValue::array({1, 2, 3}), RuntimeValue::i64(n), RuntimeValue::i64(2)});
  }
  EXPECT_EQ(after("index_sets", layers("eq %l, 1")).count<ir::If>(), 1u);
}

TEST(IndexSets, theOtherIterationsOnWhichInnerLoopsBranch) {
  std::string text = layers("ne %l, 0");
  const auto swapped = [&](const std::string &x, const std::string &y) {
    text.replace(text.find(x), x.size(), "HERE");
    text.replace(text.find(y), y.size(), x);
    text.replace(text.find("HERE"), 4, y);
  };
  swapped("%z: f64 = index %x[%j]\n          yield %z", "%w: f64 = index %g[%before, %j]\n          yield %w");
  Passed p = after("index_sets", text);
  EXPECT_EQ(p.count<ir::If>(), 0u) << p.text();
  for (const std::int64_t n : {0, 1, 2, 4})
    p.on({RuntimeValue::array({1, 2, 3}), RuntimeValue::i64(n), RuntimeValue::i64(2)});
}

} // namespace
} // namespace soac::test
