// Scratch arrays of which iterations, and definitions that are called, write some elements and read no others.
#include "Check.h"

#include "optimise/Definitions.h"

#include <array>
#include <random>

namespace soac::test {
namespace {

std::size_t arraysCarried(const ir::Function &f) {
  std::size_t n = 0;
  ir::forEachStatement(f.body, [&](const ir::Statement &s) {
    if (const auto *loop = std::get_if<ir::Loop>(&s.op))
      n += loop->inits.size() == 2 && f.type(loop->inits[0]).isArray() && f.type(loop->inits[1]).isScalar();
  });
  return n;
}

ir::Function ownScratch(ir::Function f) {
  return optimise::byName("dce")->run(optimise::byName("private")->run(std::move(f)));
}

/// Two loops in an iteration: one writes an array, the next one reads it.
struct Nests {
  std::string rows = "n", columns = "m", row = "m", write = "0";
  std::string readRows = "n", readColumns = "m", readRow = "m", read = "0";
};

ir::Function function(const Nests &nests) {
  const auto nest = [](const std::string &rows, const std::string &columns, const std::string &row, const std::string &first,
                       bool isWrite) {
    const std::string p = isWrite ? "w" : "r", type = isWrite ? "[f64; 1]" : "f64";
    const std::string body = isWrite ? "%we: f64 = add %y, 0.25\n %wg: [f64; 1] = update %wd[%wat] = %we\n"
                                     : "%re: f64 = index %w[%rat]\n %rg: f64 = add %rd, %re\n";
    return "%" + p + ": " + type + " = loop %" + rows + ", (" + (isWrite ? "%p" : "0.0") + ") |%" + p + "j: i64, %" + p +
           "b: " + type + "| {\n %" + p + "row: i64 = mul %" + p + "j, %" + row + "\n %" + p + "c: " + type + " = loop %" + columns +
           ", (%" + p + "b) |%" + p + "k: i64, %" + p + "d: " + type + "| {\n %" + p + "x: i64 = add %" + p + "row, %" + p +
           "k\n %" + p + "z: i64 = add %" + p + "x, " + first + "\n %" + p + "at: i64 = add %" + p + "z, 20\n " + body +
           "yield %" + p + "g\n }\n yield %" + p + "c\n }\n";
  };
  return parsed("func @f(%n0: i64, %m0: i64, %x: f64) -> (f64) {\n"
                " %n: i64 = max %n0, 0\n %m: i64 = max %m0, 0\n %n1: i64 = add %n, 1\n %m1: i64 = add %m, 1\n"
                " %nl: i64 = sub %n, 1\n %ml: i64 = sub %m, 1\n %nm: i64 = max %nl, 0\n %mm: i64 = max %ml, 0\n"
                " %three: i64 = add 1, 2\n %one: i64 = add 1, 0\n"
                " %a: [f64; 1] = fill %x, [100]\n"
                " %last: [f64; 1], %sum: f64 = loop 2, (%a, %x) |%i: i64, %p: [f64; 1], %y: f64| {\n" +
                nest(nests.rows, nests.columns, nests.row, nests.write, true) +
                nest(nests.readRows, nests.readColumns, nests.readRow, nests.read, false) +
                " %q: f64 = sin %r\n yield %w, %q\n }\n return %sum\n}");
}

std::size_t carried(const Nests &nests) {
  const ir::Function before = function(nests);
  Passed p{before, ownScratch(before)};
  for (const std::string &problem : ir::verify(p.after))
    ADD_FAILURE() << problem;
  for (const std::int64_t n : {-1, 0, 1, 2, 4})
    for (const std::int64_t m : {-1, 0, 1, 3})
      p.on({RuntimeValue::i64(n), RuntimeValue::i64(m), RuntimeValue::f64(0.7)});
  return arraysCarried(p.after);
}

TEST(PrivateRegions, whatIsWrittenIsRead) {
  EXPECT_EQ(carried({}), 0u);
  EXPECT_EQ(carried({.readRows = "n1"}), 1u) << "one row more";
  EXPECT_EQ(carried({.readRow = "m1"}), 1u) << "rows of another length";
  EXPECT_EQ(carried({.read = "1"}), 1u) << "the last element is not written";
}

TEST(PrivateRegions, aMarginIsReadToo) {
  EXPECT_EQ(carried({.columns = "m1", .row = "m1", .readRow = "m1", .read = "1"}), 0u);
  EXPECT_EQ(carried({.columns = "m1", .row = "m1", .readRow = "m1", .read = "2"}), 1u);
  EXPECT_EQ(carried({.columns = "m1", .row = "m1", .readRow = "m1", .read = "-1"}), 1u);
  EXPECT_EQ(carried({.rows = "n1", .readRows = "n", .read = "0"}), 0u);
}

/// Whatever the pass takes for private, it must be so for all sizes.
TEST(PrivateRegions, randomNests) {
  std::mt19937 random(5);
  const auto any = [&](std::initializer_list<const char *> of) { return std::string(of.begin()[random() % of.size()]); };
  std::size_t owned = 0;
  for (int i = 0; i < 1500; ++i) {
    Nests nests;
    const bool isLike = random() % 4 != 0;
    const auto count = [&] { return any({"n", "m", "n1", "m1", "nm", "mm", "three", "one"}); };
    nests = {count(), count(), count(), any({"0", "1", "-1", "2"}), count(), count(), count(), any({"0", "1", "-1", "2", "3"})};
    if (isLike) {
      nests.row = nests.columns;
      nests.readRow = nests.row;
      nests.read = any({nests.write.c_str(), nests.write.c_str(), "1"});
      nests.readColumns = any({"nm", nests.columns.c_str(), nests.columns.c_str()});
      nests.readRows = any({"nm", nests.rows.c_str(), nests.rows.c_str()});
    }
    owned += carried(nests) == 0;
    if (::testing::Test::HasFailure())
      return;
  }
  EXPECT_GT(owned, 100u);
}

/// A definition that writes elements first .. first + n - 1 and gives the sum of n of them from 1 on, and calls of it.
std::string calls(const std::string &count, const std::string &result) {
  return R"(
func @f(%n: i64, %steps: i64, %x: f64) -> (f64) {
  %size: i64 = add %n, 5
  %a: [f64; 1] = fill %x, [%size]
  %k: i64 = max %n, 0
  %r: [f64; 1], %s: f64 = loop %steps, (%a, %x) |%i: i64, %p: [f64; 1], %y: f64| {
    %u: f64, %b: [f64; 1] = invoke 0 f64 [f64; 1] (%k, %y, %p) update(2)
    %v: f64, %c: [f64; 1] = invoke 0 f64 [f64; 1] (%k, %u, %b) update(2)
    %e: f64 = index %c[)" + result + R"(]
    %z: f64 = add %v, %e
    %w: f64 = cos %z
    yield %c, %w
  }
  return %s
}
define @sums(%n: i64, %y: f64, %a: [f64; 1]) -> (f64, [f64; 1]) {
  %m: i64 = add %n, 1
  %b: [f64; 1] = loop )" + count + R"(, (%a) |%i: i64, %p: [f64; 1]| {
    %z: f64 = mul %y, 0.5
    %q: [f64; 1] = update %p[%i] = %z
    yield %q
  }
  %s: f64 = loop %n, (0.0) |%j: i64, %t: f64| {
    %k: i64 = add %j, 1
    %x: f64 = index %b[%k]
    %g: f64 = sin %x
    %h: f64 = add %t, %g
    yield %h
  }
  return %s, %b
})";
}

std::size_t parametersThatAreArrays(const std::string &text) {
  const ir::Function before = parsed(text);
  auto p = checked(before, optimise::ownArguments(before));
  for (const std::int64_t n : {0, 1, 3})
    for (const std::int64_t steps : {0, 1, 3})
      p.on({RuntimeValue::i64(n), RuntimeValue::i64(steps), RuntimeValue::f64(0.7)});
  return static_cast<std::size_t>(llvm::count_if(p.after.definitions.at(0).body.parameters,
                                                 [&](ir::Value v) { return p.after.definitions[0].type(v).isArray(); }));
}

std::string withoutRead(std::string text) {
  const auto at = text.find("    %e: f64 = index %c");
  text.replace(at, text.find('\n', at) - at, "    %e: f64 = add %v, 0.0");
  return text;
}

TEST(PrivateRegions, arraysThatADefinitionWritesFirstAreItsOwn) {
  EXPECT_EQ(parametersThatAreArrays(withoutRead(calls("%m", "0"))), 0u);
  EXPECT_EQ(parametersThatAreArrays(withoutRead(calls("%n", "0"))), 1u) << "element n is that of an earlier call";
  EXPECT_EQ(parametersThatAreArrays(calls("%m", "%n")), 1u) << "the caller reads the array";
}

TEST(PrivateRegions, whatADefinitionHasWrittenIsReadByTheCaller) {
  const auto carriedBy = [](const std::string &text) {
    const ir::Function before = parsed(text);
    auto p = checked(before, optimise::ownArguments(before));
    for (const std::int64_t steps : {0, 1, 3})
      p.on({RuntimeValue::i64(2), RuntimeValue::i64(steps), RuntimeValue::f64(0.7)});
    return arraysCarried(p.after);
  };
  EXPECT_EQ(carriedBy(calls("%m", "0")), 1u) << "n may be -1";
  EXPECT_EQ(carriedBy(calls("3", "0")), 1u) << "the sum may read more than three elements";
  EXPECT_EQ(carriedBy(calls("%m", "4")), 1u) << "element 4 may be an old one";
}

/// An array of three rows with four numbers: a loop writes an element of each of three rows, another one may write more, and reads
/// follow, the last one of an element that data choose.
struct Rows {
  std::array<const char *, 3> written = {"0", "1", "2"};
  std::string columns = "4", readColumns = "4";
  bool isTurned = false; ///< a loop of loops writes columns of elements
  bool readsAny = true;
};

std::size_t carried(const Rows &rows) {
  const std::string nest = rows.isTurned ? "%w: [f64; 2] = loop " + rows.columns + R"(, (%p) |%k: i64, %q: [f64; 2]| {
        %o: [f64; 2] = loop 3, (%q) |%l: i64, %h: [f64; 2]| {
          %g: [f64; 2] = update %h[%l, %k] = %y
          yield %g
        }
        yield %o
      })"
                                         : "%w: [f64; 2] = loop " + rows.columns + R"(, (%p) |%k: i64, %q: [f64; 2]| {
        %w0: [f64; 2] = update %q[)" + rows.written[0] + R"(, %k] = %y
        %w1: [f64; 2] = update %w0[)" + rows.written[1] + R"(, %k] = 0.5
        %w2: [f64; 2] = update %w1[)" + rows.written[2] + R"(, %k] = 0.25
        yield %w2
      })";
  const ir::Function before = parsed(R"(
    func @f(%n: i64, %i0: i64, %j0: i64, %x: f64) -> (f64) {
      %a: [f64; 2] = fill %x, [3, 4]
      %last: [f64; 2], %sum: f64 = loop %n, (%a, %x) |%i: i64, %p: [f64; 2], %y: f64| {
      )" + nest + R"(
      %r: f64 = loop 3, (0.0) |%c: i64, %d: f64| {
        %e: f64 = loop )" + rows.readColumns + R"(, (%d) |%b: i64, %t: f64| {
          %u: f64 = index %w[%c, %b]
          %v: f64 = add %t, %u
          yield %v
        }
        yield %e
      }
      %any: f64 = )" + (rows.readsAny ? "index %w[%i0, %j0]" : "add %r, 0.0") + R"(
      %z: f64 = add %r, %any
      %next: f64 = sin %z
      yield %w, %next
    }
    return %sum
  })");
  Passed p{before, ownScratch(before)};
  for (const std::string &problem : ir::verify(p.after))
    ADD_FAILURE() << problem;
  for (const std::int64_t n : {0, 1, 3})
    for (const std::int64_t j : {0, 3})
      p.on({RuntimeValue::i64(n), RuntimeValue::i64(j % 2), RuntimeValue::i64(j), RuntimeValue::f64(0.7)});
  return arraysCarried(p.after);
}

TEST(PrivateRegions, rowsThatFollowEachOtherAreTheWholeArray) {
  EXPECT_EQ(carried(Rows{}), 0u);
  EXPECT_EQ(carried(Rows{.written = {"2", "0", "1"}}), 0u);
  EXPECT_EQ(carried(Rows{.written = {"2", "0", "2"}}), 1u) << "row 1 is not written";
  EXPECT_EQ(carried(Rows{.columns = "3"}), 1u) << "nor is the last column";
  EXPECT_EQ(carried(Rows{.columns = "3", .readColumns = "3"}), 1u) << "any element is read";
  EXPECT_EQ(carried(Rows{.columns = "3", .readColumns = "3", .readsAny = false}), 0u);
  EXPECT_EQ(carried(Rows{.columns = "3", .readsAny = false}), 1u);
}

TEST(PrivateRegions, columnsThatFollowEachOtherAreTheWholeArray) {
  EXPECT_EQ(carried(Rows{.isTurned = true}), 0u);
  EXPECT_EQ(carried(Rows{.columns = "3", .isTurned = true}), 1u);
  EXPECT_EQ(carried(Rows{.columns = "3", .readColumns = "3", .isTurned = true, .readsAny = false}), 0u);
}

} // namespace
} // namespace soac::test
