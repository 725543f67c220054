#include "analysis/OnlyWritten.h"

#include "support/Parsed.h"

namespace soac::test {
namespace {

class Table final : public analysis::Definitions {
public:
  explicit Table(const ir::Function &f) : f(f) {}
  const ir::Function *find(const ir::Invoke &op) const override { return &f.definitions[op.definition]; }

private:
  const ir::Function &f;
};

/// Of the first result of a function's only loop.
bool isOnlyWritten(llvm::StringRef body, llvm::StringRef definition = "") {
  const ir::Function f = parsed("func @f(%n: i64, %x: f64, %as: [f64; 1]) -> ([f64; 1]) {\n"
                                "  %r: [f64; 1], %s: f64 = loop %n, (%as, %x) |%i: i64, %a: [f64; 1], %y: f64| {\n" +
                                body.str() + "  }\n  return %r\n}\n" + definition.str());
  const auto &loop = std::get<ir::Loop>(f.body.statements[0].op);
  return analysis::isOnlyWritten(loop.body.parameters[1], loop.body.results[0], loop.body, Table(f));
}

TEST(OnlyWritten, whatIsOverwrittenIsNotRead) {
  EXPECT_TRUE(isOnlyWritten(R"(
    %b: [f64; 1] = update %a[%i] = %y
    %m: i64 = extent %b, 0
    yield %b, %y
)"));
}

TEST(OnlyWritten, anElementIsRead) {
  EXPECT_FALSE(isOnlyWritten(R"(
    %z: f64 = index %a[0]
    %b: [f64; 1] = update %a[%i] = %z
    yield %b, %y
)"));
  EXPECT_FALSE(isOnlyWritten(R"(
    %b: [f64; 1] = update %a[%i] = %y
    %z: f64 = index %b[0]
    yield %b, %z
)"));
}

TEST(OnlyWritten, innerLoopsAndBranches) {
  const char *const nest = R"(
    %isFirst: bool = lt %i, 1
    %c: [f64; 1] = loop %n, (%a) |%j: i64, %b: [f64; 1]| {
      %d: [f64; 1] = if %isFirst {
        %e: [f64; 1] = update %b[%j] = %y
        yield %e
      } else {
        yield %b
      }
      yield %d
    }
    yield %c, %y
)";
  EXPECT_TRUE(isOnlyWritten(nest));
  std::string reads = nest;
  reads.replace(reads.find("      yield %d"), 0, "      %z: f64 = index %d[%j]\n      %w: f64 = sin %z\n");
  EXPECT_FALSE(isOnlyWritten(reads));
}

TEST(OnlyWritten, anArrayThatIsHandedToAnotherIsRead) {
  EXPECT_FALSE(isOnlyWritten(R"(
    %b: [f64; 1] = update %a[%i] = %y
    %p: f64 = loop %i, (%y) |%j: i64, %q: f64| {
      %t: f64 = index %b[%j]
      yield %t
    }
    yield %b, %p
)"));
  EXPECT_FALSE(isOnlyWritten(R"(
    %b: [f64; 1] = rotate %a, 1
    %c: [f64; 1] = update %b[%i] = %y
    yield %c, %y
)"));
}

TEST(OnlyWritten, definitionsAreLookedInto) {
  const char *const invoked = R"(
    %b: [f64; 1] = invoke 0 [f64; 1] (%a, %y) update(0)
    yield %b, %y
)";
  EXPECT_TRUE(isOnlyWritten(invoked, R"(define @put(%v: [f64; 1], %x: f64) -> ([f64; 1]) {
  %w: [f64; 1] = update %v[0] = %x
  return %w
})"));
  EXPECT_FALSE(isOnlyWritten(invoked, R"(define @add(%v: [f64; 1], %x: f64) -> ([f64; 1]) {
  %z: f64 = index %v[0]
  %s: f64 = add %x, %z
  %w: [f64; 1] = update %v[0] = %s
  return %w
})"));
}

} // namespace
} // namespace soac::test
