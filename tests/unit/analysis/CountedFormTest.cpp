// While loops of textual IR in their counted form: which have one, and that it does what they did.
#include "analysis/CountedLoops.h"
#include "analysis/Polynomial.h"

#include "eval/Interpreter.h"
#include "ir/text/Printer.h"
#include "support/Parsed.h"

namespace soac::test {
namespace {

using ops::RuntimeValue;

bool isLoop(const ir::Statement &s) { return std::holds_alternative<ir::Loop>(s.op); }

/// The function whose one loop, a statement of its body, has the counted form; nothing where it has none.
std::optional<ir::Function> counted(const ir::Function &before) {
  ir::Function f = analysis::countLoops(before);
  if (!std::get<ir::Loop>(llvm::find_if(f.body.statements, isLoop)->op).isCounted()) {
    EXPECT_EQ(ir::toString(f), ir::toString(before)) << "statements remain of a count that was not found";
    return std::nullopt;
  }
  for (const std::string &problem : ir::verify(f))
    ADD_FAILURE() << problem << "\n" << ir::toString(f);
  return f;
}

/// Both give the same for these integers as arguments.
void expectEqualResults(const ir::Function &before, const ir::Function &after, const std::vector<std::int64_t> &numbers) {
  std::vector<RuntimeValue> arguments;
  for (auto [parameter, x] : llvm::zip_equal(before.body.parameters, numbers))
    arguments.push_back(RuntimeValue(before.type(parameter).scalar, ops::numberOf(x)));
  const auto expected = eval::run(before, arguments), actual = eval::run(after, arguments);
  const auto *xs = std::get_if<std::vector<RuntimeValue>>(&expected), *ys = std::get_if<std::vector<RuntimeValue>>(&actual);
  ASSERT_TRUE(xs && ys);
  for (std::size_t k = 0; k < xs->size(); ++k)
    EXPECT_EQ(ops::toString((*xs)[k]), ops::toString((*ys)[k])) << "of " << numbers[0] << "\n" << ir::toString(after);
}

/// The loop is counted, and the function gives the same for these integers as arguments.
void expectSame(llvm::StringRef text, std::initializer_list<std::vector<std::int64_t>> some) {
  const ir::Function before = parsed(text);
  const auto after = counted(before);
  ASSERT_TRUE(after.has_value()) << text.str();
  for (const std::vector<std::int64_t> &numbers : some)
    expectEqualResults(before, *after, numbers);
}

void expectNone(llvm::StringRef text) { EXPECT_FALSE(counted(parsed(text)).has_value()) << text.str(); }

/// A loop over %i, a `type` from %m on, whose sum counts by its square: `while (condition) i = next`, given as text.
std::string over(llvm::StringRef type, llvm::StringRef condition, llvm::StringRef next) {
  const std::string t = type.str();
  return "func @f(%m: " + t + ", %n: " + t + ", %k: " + t + ") -> (" + t + ", i64) {\n" +
         "  %last: " + t + ", %sum: i64 = loop while (%m, 0) |%j: " + t + ", %u: i64| {\n" + condition.str() +
         "    yield %c\n  } do |%i: " + t + ", %s: i64| {\n" +
         "    %w: i64 = cast %i\n    %q: i64 = mul %w, %w\n    %p: i64 = add %q, 1\n    %t: i64 = add %s, %p\n" +
         next.str() + "    yield %x, %t\n  }\n  return %last, %sum\n}\n";
}

const char *const below = "    %c: bool = lt %j, %n\n", *const notEqual = "    %c: bool = ne %j, %n\n";

TEST(CountedForm, upByOne) {
  expectSame(over("i32", below, "    %x: i32 = add exact %i, i32:1\n"), {{0, 5, 0}, {-3, 4, 0}, {4, 4, 0}, {5, -5, 0}});
  expectSame(over("i32", "    %c: bool = le %j, %n\n", "    %x: i32 = add exact i32:1, %i\n"), {{0, 5, 0}, {6, 5, 0}});
}

TEST(CountedForm, down) {
  expectSame(over("i32", "    %c: bool = gt %j, %n\n", "    %x: i32 = sub exact %i, i32:1\n"), {{5, 0, 0}, {0, 5, 0}});
  expectNone(over("i32", below, "    %x: i32 = sub exact %i, i32:1\n")); // until it wraps
}

TEST(CountedForm, strides) {
  expectSame(over("i32", below, "    %x: i32 = add exact %i, i32:2\n"), {{0, 5, 0}, {0, 6, 0}, {1, 0, 0}});
  expectSame(over("i32", below, "    %x: i32 = add exact %i, %k\n"), {{0, 7, 3}, {0, 6, 3}, {2, 0, 1}});
  expectNone(over("i32", below, "    %x: i32 = mul exact %i, i32:2\n"));
}

TEST(CountedForm, notEqual) {
  expectSame(over("i32", notEqual, "    %x: i32 = add exact %i, i32:1\n"), {{0, 5, 0}, {5, 5, 0}});
  expectSame(over("i64", notEqual, "    %x: i64 = sub %i, 1\n"), {{7, 2, 0}, {2, 2, 0}});
  expectNone(over("i32", notEqual, "    %x: i32 = add exact %i, %k\n")); // of either sign
}

TEST(CountedForm, sumsThatMayWrapHaveNone) {
  const char *const next = "    %x: i32 = add exact %i, i32:1\n";
  const std::string beyond = over("i32", "    %d: i32 = add exact %j, %k\n    %c: bool = lt %d, %n\n", next);
  expectSame(beyond, {{0, 5, 2}, {0, 5, 9}, {-4, 5, -3}});
  std::string wraps = beyond;
  wraps.erase(wraps.find(" exact"), 6);
  expectNone(wraps);
}

TEST(CountedForm, unsignedOnesThatWrap) {
  expectSame(over("u64", below, "    %x: u64 = add %i, u64:1\n"), {{0, 5, 0}, {3, 3, 0}, {5, 3, 0}});
  expectNone(over("u64", "    %c: bool = ge %j, %n\n", "    %x: u64 = sub %i, u64:1\n")); // i >= 0 holds always
  expectNone(over("u32", "    %d: u32 = add %j, %k\n    %c: bool = lt %d, %n\n", "    %x: u32 = add %i, u32:1\n"));
}

TEST(CountedForm, unsignedDifferencesAreHugeBelowZero) {
  const char *const next = "    %x: u64 = add %i, u64:1\n";
  expectSame(over("u64", "    %d: u64 = sub %j, u64:5\n    %c: bool = lt %d, %n\n", next), {{6, 9, 0}, {0, 9, 0}});
  std::string known = over("u64", "    %d: u64 = sub %j, u64:5\n    %c: bool = lt %d, u64:9\n", next);
  known.replace(known.find("(%m, 0)"), 7, "(u64:2, 0)");
  expectSame(known, {{0, 0, 0}});
  expectSame(over("u64", "    %d: u64 = neg %j\n    %c: bool = ne %d, %n\n", next), {{0, -4, 0}, {-9, 4, 0}, {3, -3, 0}});
}

TEST(CountedForm, narrowOnesComeRound) {
  expectSame(over("i8", below, "    %x: i8 = add %i, i8:1\n"), {{-5, 100, 0}, {100, -5, 0}});
  expectNone(over("u8", notEqual, "    %x: u8 = add %i, u8:1\n"));
}

TEST(CountedForm, narrowOnesWrapBesideTheCounter) {
  // The counter steers; an int8 that is counted along wraps, and is carried on as it is.
  const std::string text = R"(
func @f(%n: i32, %c: i8) -> (i32, i8, i64) {
  %last: i32, %d: i8, %sum: i64 = loop while (i32:0, %c, 0) |%j: i32, %e: i8, %u: i64| {
    %go: bool = lt %j, %n
    yield %go
  } do |%i: i32, %b: i8, %s: i64| {
    %w: i64 = cast %b
    %t: i64 = add %s, %w
    %wide: i32 = cast %b
    %more: i32 = add exact %wide, i32:1
    %next: i8 = cast %more
    %x: i32 = add exact %i, i32:1
    yield %x, %next, %t
  }
  return %last, %d, %sum
})";
  expectSame(text, {{200, 100}, {0, 5}, {3, -1}});
  const auto after = counted(parsed(text));
  ASSERT_TRUE(after.has_value());
  EXPECT_EQ(ir::toString(*after).find("cast exact %d"), std::string::npos);
}

TEST(CountedForm, atTheEnd) {
  // do { .. } while (++i < n), whose first condition is true, or one that is not known.
  const auto text = [](llvm::StringRef first, llvm::StringRef sum) {
    return ("func @f(%n: i32, %go: bool) -> (i32, i64) {\n"
            "  %a: bool, %last: i32, %sum: i64 = loop while (" + first + ", i32:0, 0) |%c: bool, %j: i32, %u: i64| {\n"
            "    yield %c\n  } do |%d: bool, %i: i32, %s: i64| {\n"
            "    %w: i64 = cast %i\n    %t: i64 = add %s, %w\n"
            "    %x: i32 = " + sum + " %i, i32:1\n    %again: bool = lt %x, %n\n"
            "    yield %again, %x, %t\n  }\n  return %last, %sum\n}\n").str();
  };
  expectSame(text("true", "add exact"), {{0, 1}, {1, 1}, {6, 0}, {-4, 0}});
  expectSame(text("%go", "add exact"), {{6, 1}, {6, 0}, {-4, 1}});
  expectNone(text("true", "mul exact"));
}

TEST(CountedForm, bothConditions) {
  const auto text = [](llvm::StringRef second) {
    return over("i32", ("    %b: bool = lt %j, %n\n    %c: bool = if %b {\n      " + second +
                        "      yield %d\n    } else {\n      yield false\n    }\n").str(),
                "    %x: i32 = add exact %i, i32:1\n");
  };
  expectSame(text("%d: bool = lt %j, %k\n"), {{0, 5, 3}, {0, 3, 5}, {0, 5, -1}});
  expectNone(text("%d: bool = eq %j, %k\n"));
}

TEST(CountedForm, differencesOfPositions) {
  // p < q - 1 as q - p > 1, where both ends move.
  const auto text = [](const std::string &left) {
    return R"(
func @f(%n: i64) -> (i64, i64) {
  %p: i64, %q: i64 = loop while (0, %n) |%a: i64, %b: i64| {
    %d: i64 = sub %b, %a
    %c: bool = gt %d, 1
    yield %c
  } do |%x: i64, %y: i64| {
    %right: i64 = add %x, 1
    %left: i64 = )" + left + R"(
    yield %right, %left
  }
  return %p, %q
})";
  };
  expectSame(text("sub %y, 1"), {{0}, {1}, {2}, {7}, {8}});
  expectNone(text("add %y, 1"));
}

TEST(CountedForm, boundsThatStay) {
  // The bound is the extent of an array that is only updated; what is read of it may change.
  const auto text = [](llvm::StringRef bound) {
    return ("func @f(%n: i64) -> (i64) {\n  %xs: [i64; 1] = fill 3, [%n]\n"
            "  %last: i64, %ys: [i64; 1] = loop while (0, %xs) |%j: i64, %zs: [i64; 1]| {\n    %e: i64 = " + bound +
            "\n    %c: bool = lt %j, %e\n    yield %c\n  } do |%i: i64, %vs: [i64; 1]| {\n"
            "    %ws: [i64; 1] = update %vs[%i] = 0\n    %x: i64 = add %i, 1\n    yield %x, %ws\n  }\n"
            "  %s: i64 = index %ys[0]\n  %t: i64 = add %s, %last\n  return %t\n}\n").str();
  };
  expectSame(text("extent %zs, 0"), {{1}, {4}});
  expectNone(text("index %zs[0]"));
  std::string longer = text("extent %zs, 0");
  longer.replace(longer.find("update %vs[%i] = 0"), 18, "concat %vs, %vs");
  expectNone(longer);
}

TEST(CountedForm, wideNumbersOfExactOnes) {
  // The bound is an exact sum in front of the loop: its parts are counted in 64 bits, and the final value is exact.
  const ir::Function before = parsed(R"(
func @f(%n: i32) -> (i32) {
  %m: i32 = sub exact %n, i32:1
  %last: i32 = loop while (i32:0) |%j: i32| {
    %c: bool = lt %j, %m
    yield %c
  } do |%i: i32| {
    %x: i32 = add exact %i, i32:1
    yield %x
  }
  return %last
})");
  const auto after = counted(before);
  ASSERT_TRUE(after.has_value());
  EXPECT_NE(ir::toString(*after).find("cast exact"), std::string::npos);
  const analysis::DefUse definitions(after->body);
  const analysis::Polynomials of(after->values, definitions, [](ir::Scalar s) { return s == ir::Scalar::I64; });
  const auto loop = llvm::find_if(after->body.statements, isLoop);
  ASSERT_NE(loop, after->body.statements.end());
  const auto *most = definitions.as<ir::Apply>(std::get<ir::Loop>(loop->op).count);
  ASSERT_TRUE(most && most->prim == prims::Prim::Max);
  EXPECT_EQ(of.of(most->arguments[0]), analysis::Polynomial(named(*after, "n")) - analysis::Polynomial(1));
}

} // namespace
} // namespace soac::test
