// Adjoints whose numbers are known from the papers or by definition, by every rule that can compute them.
#include "ir/text/Parser.h"
#include "support/Derivatives.h"
#include "support/Program.h"

namespace soac::test {
namespace {

/// The adjoints of f's arguments at `arguments` with these seeds, with the rule that is named ("" for the first that
/// fits).
std::vector<RuntimeValue> adjoints(const char *text, std::vector<RuntimeValue> arguments, const std::vector<RuntimeValue> &seeds,
                           const char *rule) {
  ir::ParseResult parsed = ir::parse(text);
  if (parsed.error) {
    ADD_FAILURE() << parsed.error->line << ": " << parsed.error->message;
    return {};
  }
  const std::size_t results = parsed.functions[0].body.results.size();
  std::string why;
  const auto f = differentiated(wrapAdjoint(parsed.functions[0]), &why, rule);
  if (!f) {
    ADD_FAILURE() << why;
    return {};
  }
  arguments.insert(arguments.end(), seeds.begin(), seeds.end());
  std::vector<RuntimeValue> all = resultsOf(eval::run(*f, arguments));
  all.erase(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(std::min(results, all.size())));
  return all;
}

std::vector<double> numbers(const RuntimeValue &data) {
  std::vector<double> xs;
  for (ops::Number n : data.elements())
    xs.push_back(n.f);
  return xs;
}

using Vector = std::vector<double>;

TEST(KnownNumbers, scanOfProductsIs16_10_6) {
  const char *const text = R"(func @f(%xs: [f64; 1]) -> ([f64; 1]) {
    %n: i64 = extent %xs, 0
    %r: [f64; 1] = scan %n, (%xs), neutral (1.0) |%a: f64, %b: f64| {
      %c: f64 = mul %a, %b
      yield %c
    }
    return %r
  })";
  for (const char *rule : {"", "scan:general", "scan:sequential"}) {
    const auto adj = adjoints(text, {RuntimeValue::array({2, 3, 4})}, {RuntimeValue::array({1, 1, 1})}, rule);
    ASSERT_EQ(adj.size(), 1u);
    EXPECT_EQ(numbers(adj[0]), (Vector{16, 10, 6})) << rule;
  }
}

TEST(KnownNumbers, productWithAZeroIs0_10_0) {
  const char *const text = R"(func @f(%xs: [f64; 1]) -> (f64) {
    %n: i64 = extent %xs, 0
    %r: f64 = reduce %n, (%xs), neutral (1.0) |%a: f64, %b: f64| {
      %c: f64 = mul %a, %b
      yield %c
    }
    return %r
  })";
  for (const char *rule : {"", "reduce:invertible", "reduce:general", "reduce:sequential"}) {
    const auto one = adjoints(text, {RuntimeValue::array({2, 0, 5})}, {RuntimeValue::f64(1)}, rule);
    const auto two = adjoints(text, {RuntimeValue::array({2, 0, 0})}, {RuntimeValue::f64(1)}, rule);
    ASSERT_EQ(one.size(), 1u);
    ASSERT_EQ(two.size(), 1u);
    EXPECT_EQ(numbers(one[0]), (Vector{0, 10, 0})) << rule;
    EXPECT_EQ(numbers(two[0]), (Vector{0, 0, 0})) << rule;
  }
}

TEST(KnownNumbers, histogramIs10_20_10) {
  const char *const text = R"(func @f(%bins: [f64; 1], %keys: [i64; 1], %xs: [f64; 1]) -> ([f64; 1]) {
    %n: i64 = extent %xs, 0
    %r: [f64; 1] = reduce_by_index %n, dests (%bins), neutral (0.0), keys %keys, values (%xs) |%a: f64, %b: f64| {
      %c: f64 = add %a, %b
      yield %c
    }
    return %r
  })";
  for (const char *rule : {"", "reduce_by_index:general", "reduce_by_index:sequential"}) {
    const auto adj = adjoints(text, {RuntimeValue::array({0, 0}), RuntimeValue::indices({0, 1, 0}), RuntimeValue::array({1, 2, 3})},
                              {RuntimeValue::array({10, 20})}, rule);
    ASSERT_EQ(adj.size(), 2u);
    EXPECT_EQ(numbers(adj[0]), (Vector{10, 20})) << rule;
    EXPECT_EQ(numbers(adj[1]), (Vector{10, 20, 10})) << rule;
  }
}

// Of equal values exactly the first has the adjoint.

struct Extremum {
  const char *prim;
  double neutral;
};
constexpr Extremum extrema[] = {{"min", 9}, {"max", -9}, {"fmin", 9}, {"fmax", -9}};

std::string replaced(std::string text, const Extremum &e) {
  for (const auto &[from, to] :
       {std::pair<std::string, std::string>{"PRIM", e.prim}, {"NEUTRAL", std::to_string(e.neutral)}})
    for (std::size_t at; (at = text.find(from)) != std::string::npos;)
      text.replace(at, from.size(), to);
  return text;
}

TEST(Ties, ofTwoNumbersGiveAllToTheFirst) {
  for (const Extremum &e : extrema) {
    const std::string text = replaced(R"(func @f(%x: f64, %y: f64) -> (f64) {
      %r: f64 = PRIM %x, %y
      return %r
    })",
                                      e);
    const auto adj = adjoints(text.c_str(), {RuntimeValue::f64(2), RuntimeValue::f64(2)}, {RuntimeValue::f64(3)}, "");
    ASSERT_EQ(adj.size(), 2u);
    EXPECT_EQ(adj[0].asDouble(), 3) << e.prim;
    EXPECT_EQ(adj[1].asDouble(), 0) << e.prim;
  }
}

TEST(Ties, inAReductionGiveAllToTheFirst) {
  for (const Extremum &e : extrema) {
    const std::string text = replaced(R"(func @f(%xs: [f64; 1]) -> (f64) {
      %n: i64 = extent %xs, 0
      %r: f64 = reduce %n, (%xs), neutral (NEUTRAL) |%a: f64, %b: f64| {
        %c: f64 = PRIM %a, %b
        yield %c
      }
      return %r
    })",
                                      e);
    const double worse = e.neutral / 2;
    for (const char *rule : {"", "reduce:min_max", "reduce:general", "reduce:sequential"}) {
      const auto adj = adjoints(text.c_str(), {RuntimeValue::array({worse, 2, worse, 2, 2})}, {RuntimeValue::f64(3)}, rule);
      ASSERT_EQ(adj.size(), 1u);
      EXPECT_EQ(numbers(adj[0]), (Vector{0, 3, 0, 0, 0})) << e.prim << " " << rule;
    }
  }
}

TEST(Ties, inAScanGiveAllToTheFirst) {
  for (const Extremum &e : extrema) {
    const std::string text = replaced(R"(func @f(%xs: [f64; 1]) -> ([f64; 1]) {
      %n: i64 = extent %xs, 0
      %r: [f64; 1] = scan %n, (%xs), neutral (NEUTRAL) |%a: f64, %b: f64| {
        %c: f64 = PRIM %a, %b
        yield %c
      }
      return %r
    })",
                                      e);
    const double worse = e.neutral / 2;
    for (const char *rule : {"", "scan:general", "scan:sequential"}) {
      const auto adj =
          adjoints(text.c_str(), {RuntimeValue::array({worse, 2, worse, 2})}, {RuntimeValue::array({1, 10, 100, 1000})}, rule);
      ASSERT_EQ(adj.size(), 1u);
      EXPECT_EQ(numbers(adj[0]), (Vector{1, 1110, 0, 0})) << e.prim << " " << rule;
    }
  }
}

// Bin 0 is won by its destination, bin 1 by the first of two equal values; the last key is out of range.
TEST(Ties, inBinsGiveAllToTheDestinationOrTheFirstValue) {
  for (const Extremum &e : extrema) {
    const std::string text = replaced(R"(func @f(%bins: [f64; 1], %keys: [i64; 1], %xs: [f64; 1]) -> ([f64; 1]) {
      %n: i64 = extent %xs, 0
      %r: [f64; 1] = reduce_by_index %n, dests (%bins), neutral (NEUTRAL), keys %keys, values (%xs) |%a: f64, %b: f64| {
        %c: f64 = PRIM %a, %b
        yield %c
      }
      return %r
    })",
                                      e);
    const double worse = e.neutral / 2;
    for (const char *rule : {"", "reduce_by_index:general", "reduce_by_index:sequential"}) {
      const auto adj =
          adjoints(text.c_str(),
                   {RuntimeValue::array({2, worse}), RuntimeValue::indices({0, 1, 1, 1, 0, 7}), RuntimeValue::array({2, worse, 2, 2, 2, 2})},
                   {RuntimeValue::array({3, 5})}, rule);
      ASSERT_EQ(adj.size(), 2u);
      EXPECT_EQ(numbers(adj[0]), (Vector{3, 0})) << e.prim << " " << rule;
      EXPECT_EQ(numbers(adj[1]), (Vector{0, 0, 5, 0, 0, 0})) << e.prim << " " << rule;
    }
  }
}

} // namespace
} // namespace soac::test
