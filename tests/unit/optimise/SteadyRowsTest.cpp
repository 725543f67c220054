// Rows that a nest reads while it writes others, copied in front of it where an adjoint is to be made.
#include "Check.h"

#include "unit/ad/Nests.h"

namespace soac::test {
namespace {

/// Gauss-Jordan elimination of the rows in front of row k and of those behind it; `scaling` is done first.
std::string gaussJordan(const std::string &scaling, const std::string &trips = "%n") {
  const auto rows = [&](const std::string &name, const std::string &count, const std::string &from, const std::string &row) {
    return "  %" + name + ": [f64; 2] = loop " + count + ", (%" + from + ") |%i" + name + ": i64, %c" + name + ": [f64; 2]| {\n" + row +
           "    %f" + name + ": f64 = index %c" + name + "[%row" + name + ", %k]\n    %d" + name + ": [f64; 2] = loop %n, (%c" + name +
           ") |%j" + name + ": i64, %g" + name + ": [f64; 2]| {\n      %y" + name + ": f64 = index %g" + name + "[%k, %j" + name +
           "]\n      %p" + name + ": f64 = mul %f" + name + ", %y" + name + "\n      %z" + name + ": f64 = index %g" + name + "[%row" + name +
           ", %j" + name + "]\n      %s" + name + ": f64 = sub %z" + name + ", %p" + name + "\n      %h" + name + ": [f64; 2] = update %g" +
           name + "[%row" + name + ", %j" + name + "] = %s" + name + "\n      yield %h" + name + "\n    }\n    yield %d" + name + "\n  }\n";
  };
  return "func @f(%x: [f64; 2], %n: i64) -> ([f64; 2]) {\n %r: [f64; 2] = loop " + trips + ", (%x) |%k: i64, %a: [f64; 2]| {\n" + scaling +
         "  %first: i64 = add %k, 1\n  %rest: i64 = sub %n, %first\n" +
         rows("up", "%k", "b", "    %rowup: i64 = add %iup, 0\n") +
         rows("down", "%rest", "up", "    %rowdown: i64 = add %first, %idown\n") + "  yield %down\n }\n return %r\n}";
}
const std::string scaled = R"(  %p: f64 = index %a[%k, %k]
  %b: [f64; 2] = loop %n, (%a) |%j: i64, %o: [f64; 2]| {
    %v: f64 = index %o[%k, %j]
    %w: f64 = div %v, %p
    %q: [f64; 2] = update %o[%k, %j] = %w
    yield %q
  }
)";
const std::string onePivot = "  %p: f64 = index %a[%k, %k]\n  %half: f64 = mul %p, 0.5\n  %b: [f64; 2] = update %a[%k, %k] = %half\n";

RuntimeValue square(std::int64_t n) { return dominantSquare(n, /*isFlat=*/false); }

ir::Function prepared(const ir::Function &f, bool withRows) {
  ir::Function g = wrapAdjoint(f);
  for (llvm::StringRef pass : {"simplify", "cse", "dce", "steady_reads", "hoist"})
    g = optimise::byName(pass)->run(std::move(g));
  if (withRows)
    g = optimise::byName("steady_rows")->run(std::move(g));
  for (const std::string &problem : ir::verify(g))
    ADD_FAILURE() << problem << "\n" << ir::toString(g);
  return g;
}
std::size_t copies(const ir::Function &f) {
  std::size_t n = 0;
  ir::forEachStatement(f.body, [&](const ir::Statement &s) { n += std::holds_alternative<ir::Fill>(s.op); });
  return n;
}
std::size_t logsOf(const ir::Function &f) {
  const ir::Function adjoint = differentiated(f).value();
  std::size_t n = 0;
  ir::forEachStatement(adjoint.body, [&](const ir::Statement &s) {
    n += std::holds_alternative<ir::Fill>(s.op) && adjoint.values.stored(s.results[0]) == ir::Stored::Undo;
  });
  return n;
}
/// The adjoint is the same with and without copies.
ir::Function compared(const std::string &text, llvm::ArrayRef<RuntimeValue> point, const RuntimeValue &seed) {
  const ir::Function f = parsed(text), plain = prepared(f, false), with = prepared(f, true);
  std::vector<RuntimeValue> all(point.begin(), point.end());
  all.push_back(seed);
  checked(differentiated(plain).value(), differentiated(with).value()).on(all, 1e-11);
  return with;
}

TEST(SteadyRows, aPivotsRowIsCopiedOnceForBothNests) {
  for (std::int64_t n = 0; n < 5; ++n) {
    const ir::Function f = compared(gaussJordan(scaled), {square(n), RuntimeValue::i64(n)}, square(n));
    EXPECT_EQ(copies(f), 1u) << ir::toString(f);
    EXPECT_EQ(logsOf(f), 0u);
  }
}

// No other loop goes through the row: it is copied where there are rows to be changed.
TEST(SteadyRows, aRowThatMayNotExistIsCopiedWhereItIsRead) {
  for (std::int64_t n = 0; n < 5; ++n) {
    const ir::Function f = compared(gaussJordan(onePivot), {square(n), RuntimeValue::i64(n)}, square(n));
    EXPECT_EQ(copies(f), 2u) << ir::toString(f);
    EXPECT_EQ(logsOf(f), 0u);
  }
}

// Behind the last row there is none.
TEST(SteadyRows, noRowIsCopiedWhereThereIsNone) {
  std::string text = gaussJordan(onePivot);
  text.replace(text.find("add %first, %idown"), 18, "add %k, 0");
  text.replace(text.find("%gdown[%k, %jdown]"), 18, "%gdown[%first, %jdown]");
  for (std::int64_t n = 0; n < 5; ++n)
    EXPECT_EQ(copies(compared(text, {square(n), RuntimeValue::i64(n)}, square(n))), 2u);
}

TEST(SteadyRows, aNestMayReadTwo) {
  std::string text = gaussJordan(scaled);
  const std::string product = "      %pup: f64 = mul %fup, %yup\n";
  text.replace(text.find(product), product.size(),
               "      %jm: i64 = sub %n, %jup\n      %jr: i64 = sub %jm, 1\n      %y2: f64 = index %gup[%k, %jr]\n"
               "      %pq: f64 = mul %fup, %y2\n      %pup: f64 = mul %pq, %yup\n");
  EXPECT_EQ(copies(compared(text, {square(4), RuntimeValue::i64(4)}, square(4))), 2u); // row k, for both nests, and backwards
}

// The row itself is changed.
TEST(SteadyRows, rowsThatTheNestWritesAreRead) {
  std::string text = gaussJordan(scaled);
  text.replace(text.find("add %iup, 0"), 11, "sub %k, %iup");
  const ir::Function f = compared(text, {square(4), RuntimeValue::i64(4)}, square(4));
  EXPECT_EQ(copies(f), 1u) << ir::toString(f); // for the other nest
}

// Without the rows in front of it no later step overwrites the pivot's row.
TEST(SteadyRows, rowsThatStayAreReadInTheEnd) {
  std::string text = gaussJordan(scaled);
  text.replace(text.find("%up: [f64; 2] = loop %k,"), 24, "%up: [f64; 2] = loop 0,");
  EXPECT_EQ(copies(prepared(parsed(text), true)), 0u);
}

/// Steps of nests over rows in front of row k, behind it, or all, and over some of the columns, that read any row.
class Eliminations {
public:
  explicit Eliminations(unsigned seed) : random(seed), isFlat(seed % 2) {}

  std::string function() {
    text = "func @f(%x: " + type() + ", %n: i64) -> (" + type() + ") {\n %less: i64 = sub %n, 1\n %last: i64 = max %less, 0\n %r: " + type() +
           " = loop %n, (%x) |%k: i64, %a: " + type() + "| {\n %first: i64 = add %k, 1\n %rest: i64 = sub %n, %first\n";
    array = "a";
    for (unsigned nest = 0, all = 1 + random() % 3; nest < all; ++nest)
      if (random() % 3)
        rows();
      else
        columns("k");
    return text + " yield %" + array + "\n }\n return %r\n}";
  }

private:
  std::string type() const { return isFlat ? "[f64; 1]" : "[f64; 2]"; }
  std::string fresh(const char *name) { return name + std::to_string(++count); }
  std::string line(const std::string &op, const std::string &of = "i64") {
    const std::string v = fresh("v");
    text += " %" + v + ": " + of + " = " + op + "\n";
    return v;
  }
  template <class F> void loop(const std::string &trips, F inside) {
    const std::string after = fresh("r"), counter = fresh("i"), now = fresh("a");
    text += " %" + after + ": " + type() + " = loop %" + trips + ", (%" + array + ") |%" + counter + ": i64, %" + now + ": " + type() + "| {\n";
    array = now;
    inside(counter);
    text += " yield %" + array + "\n }\n";
    array = after;
  }
  void rows() {
    const unsigned where = random() % 3;
    loop(where == 0 ? "k" : where == 1 ? "rest" : "n",
         [&](const std::string &i) { columns(where == 1 ? line("add %first, %" + i) : i); });
  }
  void columns(const std::string &row) {
    const bool readsOutside = random() % 2;
    const std::string factor = readsOutside ? number(row, "k") : "";
    const unsigned where = random() % 4;
    loop(where == 0 ? "k" : where == 1 ? "rest" : "n", [&](const std::string &j) {
      const std::string column = where == 1 ? line("add %first, %" + j) : j;
      const std::string rows[] = {"k", "k", "k", "last", row, "first"};
      std::string other = rows[random() % 6];
      if (other == "first")
        other = line("min %first, %last");
      const std::string f = readsOutside ? factor : number(random() % 2 ? row : "k", "k"),
                        y = number(other, random() % 4 ? column : line("sub %last, %" + column)), z = number(row, column),
                        p = random() % 3 ? line("mul %" + f + ", %" + y, "f64") : line("sin %" + y, "f64");
      array = line("update %" + array + "[" + at(row, column) + "] = %" + line("sub %" + z + ", %" + p, "f64"), type());
    });
  }
  std::string number(const std::string &row, const std::string &column) {
    return line("index %" + array + "[" + at(row, column) + "]", "f64");
  }
  std::string at(const std::string &row, const std::string &column) {
    return isFlat ? "%" + line("add %" + line("mul %" + row + ", %n") + ", %" + column) : "%" + row + ", %" + column;
  }

  std::mt19937 random;
  bool isFlat;
  unsigned count = 0;
  std::string text, array;
};

TEST(SteadyRows, randomEliminations) {
  std::size_t copied = 0, withoutLogs = 0;
  for (unsigned seed = 0; seed < 120; ++seed) {
    const std::string text = Eliminations(seed).function();
    for (std::int64_t n : {4, 1, 2}) {
      const RuntimeValue x = dominantSquare(n, seed % 2);
      const ir::Function f = compared(text, {x, RuntimeValue::i64(n)}, x);
      copied += n == 4 && copies(f) > 0;
      withoutLogs += n == 4 && copies(f) > 0 && logsOf(f) == 0;
    }
    if (::testing::Test::HasFailure()) {
      ADD_FAILURE() << text;
      return;
    }
  }
  EXPECT_GT(copied, 30u);
  EXPECT_GT(withoutLogs, 5u);
}

} // namespace
} // namespace soac::test
