// The pass that gives iterations scratch arrays of their own.
#include "Check.h"

namespace soac::test {
namespace {

ir::Function ownScratch(ir::Function f) {
  return optimise::byName("dce")->run(optimise::byName("private")->run(std::move(f)));
}

/// The arrays that the function's outermost loop carries after the passes, which keep what it computes.
std::size_t carried(llvm::StringRef body, llvm::StringRef result = "%s") {
  const ir::Function before = parsed("func @f(%n: i64, %k: i64, %x: f64) -> (" + std::string(result == "%s" ? "f64" : "[f64; 1]") +
                                     ") {\n  %a: [f64; 1] = fill %x, [3]\n"
                                     "  %r: [f64; 1], %s: f64 = loop %n, (%a, %x) |%i: i64, %p: [f64; 1], %y: f64| {\n" +
                                     body.str() + "  }\n  return " + result.str() + "\n}\n");
  Passed p{before, ownScratch(before)};
  for (const std::string &problem : ir::verify(p.after))
    ADD_FAILURE() << problem;
  for (const std::int64_t n : {0, 1, 3})
    p.on({RuntimeValue::i64(n), RuntimeValue::i64(1), RuntimeValue::f64(0.7)});
  for (const ir::Statement &s : p.after.body.statements)
    if (const auto *loop = std::get_if<ir::Loop>(&s.op))
      return llvm::count_if(loop->inits, [&](ir::Value v) { return p.after.type(v).isArray(); });
  return 0;
}

const char *const filled = R"(
    %q: [f64; 1] = loop 3, (%p) |%j: i64, %b: [f64; 1]| {
      %c: f64 = mul %y, 1.5
      %d: [f64; 1] = update %b[%j] = %c
      yield %d
    }
    %e: f64 = index %q[%k]
    %z: f64 = sin %e
    yield %q, %z
)";

TEST(Private, aLoopOverAllElementsWritesThem) {
  EXPECT_EQ(carried(filled), 0u);
  EXPECT_EQ(carried(filled, "%r"), 1u) << "it is read after the loop";
}

TEST(Private, aLoopOverSomeElementsDoesNot) {
  std::string some = filled;
  some.replace(some.find("loop 3"), 6, "loop 2");
  EXPECT_EQ(carried(some), 1u);
}

TEST(Private, aCountThatIsTheExtentOrNothing) {
  const ir::Function before = parsed(R"(
func @f(%n: i64, %k: i64, %x: f64) -> (f64) {
  %a: [f64; 1] = fill %x, [%k]
  %m: i64 = max %k, 0
  %r: [f64; 1], %s: f64 = loop %n, (%a, %x) |%i: i64, %p: [f64; 1], %y: f64| {
    %q: [f64; 1] = loop %m, (%p) |%j: i64, %b: [f64; 1]| {
      %c: f64 = mul %y, 1.5
      %d: [f64; 1] = update %b[%j] = %c
      yield %d
    }
    %e: f64 = index %q[0]
    %z: f64 = sin %e
    yield %q, %z
  }
  return %s
})");
  Passed p{before, ownScratch(before)};
  p.on({RuntimeValue::i64(3), RuntimeValue::i64(2), RuntimeValue::f64(0.7)});
  EXPECT_EQ(std::get<ir::Loop>(p.after.body.statements.back().op).inits.size(), 1u) << p.text();
}

TEST(Private, shapesThatChangeStay) {
  const ir::Function before = parsed(R"(
func @f(%n: i64, %x: f64) -> (i64) {
  %a: [f64; 1] = fill %x, [3]
  %r: [f64; 1], %s: i64 = loop %n, (%a, 0) |%i: i64, %p: [f64; 1], %y: i64| {
    %m: i64 = extent %p, 0
    %b: [f64; 1] = update %p[0] = %x
    %t: i64 = add %y, %m
    %k: i64 = add %m, 1
    %c: [f64; 1] = fill %x, [%k]
    yield %c, %t
  }
  return %s
})");
  Passed p{before, ownScratch(before)};
  p.on({RuntimeValue::i64(3), RuntimeValue::f64(0.7)});
}

TEST(Private, elementsWithConstantIndices) {
  EXPECT_EQ(carried(R"(
    %b: [f64; 1] = update %p[0] = %y
    %c: [f64; 1] = update %b[2] = %x
    %d: f64 = index %c[0]
    %e: f64 = index %c[2]
    %z: f64 = mul %d, %e
    yield %c, %z
)"),
            0u);
  EXPECT_EQ(carried(R"(
    %b: [f64; 1] = update %p[0] = %y
    %d: f64 = index %b[1]
    %c: [f64; 1] = update %b[1] = %y
    %z: f64 = mul %d, %y
    yield %c, %z
)"),
            1u)
      << "what the iteration before wrote is read";
}

TEST(Private, theElementThatWasJustWritten) {
  EXPECT_EQ(carried(R"(
    %b: [f64; 1] = update %p[%k] = %y
    %d: f64 = index %b[%k]
    %z: f64 = cos %d
    yield %b, %z
)"),
            0u);
}

TEST(Private, bothBranchesMustWriteIt) {
  const auto branches = [](const char *otherwise) {
    return std::string(R"(
    %isFirst: bool = lt %i, 1
    %q: [f64; 1] = if %isFirst {
      %b: [f64; 1] = update %p[1] = %y
      yield %b
    } else {
      %c: [f64; 1] = update %p[)") +
           otherwise + R"(] = %x
      yield %c
    }
    %d: f64 = index %q[1]
    %z: f64 = cos %d
    yield %q, %z
)";
  };
  EXPECT_EQ(carried(branches("1")), 0u);
  EXPECT_EQ(carried(branches("2")), 1u);
}

TEST(Private, wholeArraysAreReadWhereTheyAreHandedOn) {
  EXPECT_EQ(carried(R"(
    %b: [f64; 1] = update %p[0] = %y
    %m: [f64; 1] = map 3, (%b) |%j: i64, %u: f64| {
      %v: f64 = sin %u
      yield %v
    }
    %z: f64 = index %m[0]
    yield %b, %z
)"),
            1u);
}

/// Element 0, then `count` elements from `first` on.
std::string inParts(const std::string &count, const std::string &first) {
  return R"(
    %b: [f64; 1] = update %p[0] = %y
    %q: [f64; 1] = loop )" +
         count + R"(, (%b) |%j: i64, %c: [f64; 1]| {
      %d: f64 = mul %y, 1.5
      %at: i64 = add %j, )" +
         first + R"(
      %e: [f64; 1] = update %c[%at] = %d
      yield %e
    }
    %g: f64 = index %q[%k]
    %z: f64 = sin %g
    yield %q, %z
)";
}

TEST(Private, partsThatFollowEachOther) {
  EXPECT_EQ(carried(inParts("2", "1")), 0u);
  EXPECT_EQ(carried(inParts("1", "2")), 1u) << "element 1 stays";
  EXPECT_EQ(carried(inParts("1", "1")), 1u) << "element 2 stays";
}

TEST(Private, nestsThatWriteRowsOneAfterTheOther) {
  const auto rows = [](const char *row) {
    return parsed(std::string(R"(
func @f(%n: i64, %m: i64, %x: f64) -> (f64) {
  %rows: i64 = max %n, 0
  %columns: i64 = max %m, 0
  %all: i64 = mul %rows, %columns
  %a: [f64; 1] = fill %x, [%all]
  %r: [f64; 1], %s: f64 = loop 2, (%a, %x) |%i: i64, %p: [f64; 1], %y: f64| {
    %q: [f64; 1] = loop %rows, (%p) |%j: i64, %b: [f64; 1]| {
      %row: i64 = mul %j, )") +
                  row + R"(
      %c: [f64; 1] = loop %columns, (%b) |%k: i64, %d: [f64; 1]| {
        %at: i64 = add %row, %k
        %e: f64 = mul %y, 1.5
        %g: [f64; 1] = update %d[%at] = %e
        yield %g
      }
      yield %c
    }
    %h: f64 = index %q[0]
    %z: f64 = sin %h
    yield %q, %z
  }
  return %s
})");
  };
  const auto arrays = [](const ir::Function &f) {
    const ir::Function after = ownScratch(f);
    std::size_t n = 0;
    for (const ir::Statement &s : after.body.statements)
      if (const auto *loop = std::get_if<ir::Loop>(&s.op))
        n += static_cast<std::size_t>(llvm::count_if(loop->inits, [&](ir::Value v) { return after.type(v).isArray(); }));
    return n;
  };
  EXPECT_EQ(arrays(rows("%columns")), 0u);
  EXPECT_EQ(arrays(rows("1")), 1u) << "the rows overlap, and the last elements stay";
}

TEST(Private, arraysThatAreOverwrittenAfterTheyAreReadAreOthers) {
  const char *const text = R"(
func @f(%n: i64, %x: f64) -> (f64) {
  %a: [f64; 1] = fill 0.0, [%n]
  %b: [f64; 1] = loop %n, (%a) |%i: i64, %p: [f64; 1]| {
    %q: [f64; 1] = update %p[%i] = %x
    yield %q
  }
  %s: f64 = index %b[0]
  %c: [f64; 1] = loop %n, (%b) |%j: i64, %r: [f64; 1]| {
    %t: [f64; 1] = update %r[%j] = %s
    yield %t
  }
  %u: f64 = index %c[1]
  return %u
})";
  const auto p = passed(text, {"private"});
  EXPECT_EQ(p.count<ir::Fill>(), 2u);
  // The result of the function is the array: it stays where it is.
  std::string kept = text;
  kept.replace(kept.find("-> (f64)"), 8, "-> ([f64; 1])");
  kept.replace(kept.find("return %u"), 9, "return %c");
  EXPECT_EQ(passed(kept, {"private"}).count<ir::Fill>(), 1u);
}

} // namespace
} // namespace soac::test
