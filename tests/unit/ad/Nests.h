// Nests of loops that change an array in place, the logs that their adjoints have, and a check of their derivatives.
#pragma once

#include "eval/Interpreter.h"
#include "support/Derivatives.h"
#include "support/Parsed.h"

#include <random>
#include <string>
#include <vector>

namespace soac::test {

using ops::RuntimeValue;

/// Arrays of old contents in the adjoint, after its derivatives have been compared.
struct Logs {
  std::size_t all = 0, inLoops = 0;
};
inline Logs logsIn(const std::string &text, llvm::ArrayRef<RuntimeValue> point) {
  const ir::Function f = parsed(text);
  const DerivativeVerdict verdict = checkDerivatives(f, point);
  EXPECT_EQ(verdict.refusal, "") << text;
  EXPECT_EQ(verdict.mismatch, "") << text;
  const ir::Function adjoint = differentiated(wrapAdjoint(f)).value();
  const auto isLog = [&](const ir::Statement &s) {
    const auto *fill = std::get_if<ir::Fill>(&s.op);
    return fill && adjoint.values.stored(s.results[0]) == ir::Stored::Undo &&
           adjoint.values.asInt(fill->extents[0]) != 0;
  };
  Logs found;
  ir::forEachStatement(adjoint.body, [&](const ir::Statement &s) {
    found.all += isLog(s);
    if (const auto *loop = std::get_if<ir::Loop>(&s.op))
      found.inLoops += llvm::count_if(loop->body.statements, isLog);
  });
  return found;
}
inline std::size_t logs(const std::string &text, llvm::ArrayRef<RuntimeValue> point) { return logsIn(text, point).all; }

/// 4 x 4 numbers between -1 and 1, in one dimension or in two.
inline RuntimeValue randomSquare(unsigned seed, bool isFlat) {
  std::mt19937 random(seed);
  std::vector<double> x;
  for (int k = 0; k < 16; ++k)
    x.push_back(std::uniform_real_distribution<double>(-1, 1)(random));
  return isFlat ? RuntimeValue::array(x) : RuntimeValue::array(x, {4, 4});
}

/// n x n numbers, those of the diagonal the greatest, in one dimension or in two.
inline RuntimeValue dominantSquare(std::int64_t n, bool isFlat) {
  std::vector<double> x;
  for (std::int64_t k = 0; k < n * n; ++k)
    x.push_back(k % (n + 1) == 0 ? 4.0 + 0.1 * static_cast<double>(k) : 0.3 * static_cast<double>(k % 5) - 0.4);
  return isFlat ? RuntimeValue::array(x) : RuntimeValue::array(x, {n, n});
}
/// n rows, some of them twice.
inline RuntimeValue someRows(std::int64_t n) {
  std::vector<std::int64_t> rows;
  for (std::int64_t k = 0; k < n; ++k)
    rows.push_back((k * k + 2) % n);
  return RuntimeValue::indices(rows);
}

inline std::size_t logsOfFactors(const std::string &text) {
  return logs(text, {RuntimeValue::array({4.1, 0.3, -0.2, 0.5, 5.0, 0.7, 0.1, -0.6, 3.0}), RuntimeValue::i64(3)});
}

inline const std::string head =
    "func @f(%x: [f64; 1], %n: i64) -> ([f64; 1]) {\n"
    "  %r: [f64; 1] = loop %n, (%x) |%k: i64, %a: [f64; 1]| {\n"
    "    %first: i64 = add %k, 1\n    %left: i64 = sub %n, %first\n    %rest: i64 = max %left, 0\n"
    "    %kn: i64 = mul %k, %n\n    %kk: i64 = add %kn, %k\n";
inline const std::string tail = "  }\n  return %r\n}";

// Rows k + 1 to n - 1 of the array %a become %b; `inner` changes the elements behind column k.
inline std::string rows(const std::string &inner) {
  return "    %b: [f64; 1] = loop %rest, (%a) |%i: i64, %c: [f64; 1]| {\n"
         "      %row: i64 = add %first, %i\n      %rown: i64 = mul %row, %n\n      %ik: i64 = add %rown, %k\n"
         "      %x1: f64 = index %c[%ik]\n      %x2: f64 = index %c[%kk]\n      %q: f64 = div %x1, %x2\n"
         "      %d: [f64; 1] = update %c[%ik] = %q\n"
         "      %e: [f64; 1] = loop %rest, (%d) |%j: i64, %g: [f64; 1]| {\n"
         "        %column: i64 = add %first, %j\n        %ij: i64 = add %rown, %column\n        %kj: i64 = add %kn, "
         "%column\n"
         "        %y1: f64 = index %g[%ik]\n        %y2: f64 = index %g[%kj]\n        %y3: f64 = index %g[%ij]\n" +
         inner +
         "        %h: [f64; 1] = update %g[%ij] = %z\n        yield %h\n      }\n      yield %e\n    }\n    yield %b\n";
}

/// Statements in loops over parts of a square array, which change it in place.
class Nests {
public:
  explicit Nests(unsigned seed, bool hasExchanges = false, bool hasBranches = false, bool hasFactors = false)
      : random(seed), hasExchanges(hasExchanges), hasBranches(hasBranches), hasFactors(hasFactors) {}

  std::string function(bool isFlat) {
    this->isFlat = isFlat;
    const std::string type = isFlat ? "[f64; 1]" : "[f64; 2]";
    text = "func @f(%x: " + type + ", %n: i64, %table: [i64; 1]) -> (" + type +
           ") {\n %less: i64 = sub %n, 1\n %last: i64 = max %less, 0\n";
    array = "x";
    const std::string result = loop(0);
    return text + " return %" + result + "\n}";
  }

private:
  std::string fresh(const char *name) { return name + std::to_string(++count); }
  template <class T> T any(std::initializer_list<T> of) { return of.begin()[random() % of.size()]; }
  std::string line(const std::string &op, const char *type = "i64") {
    const std::string v = fresh("v");
    text += " %" + v + ": " + type + " = " + op + "\n";
    return v;
  }

  // A loop over all, over what is behind an outer counter, or in front of it, in which the array is changed.
  std::string loop(unsigned depth) {
    const std::string type = isFlat ? "[f64; 1]" : "[f64; 2]";
    std::string trips = "n", begin;
    if (!counters.empty() && random() % 3 != 0) {
      begin = line("add %" + any({counters.front(), counters.back()}) + ", 1");
      trips = line("max %" + line("sub %n, %" + begin) + ", 0");
    } else if (!counters.empty() && random() % 2) {
      trips = counters.back();
    }
    const std::string counter = fresh("i"), inside = fresh("a"), after = fresh("r");
    text += " %" + after + ": " + type + " = loop %" + trips + ", (%" + array + ") |%" + counter + ": i64, %" + inside +
            ": " + type + "| {\n";
    array = inside;
    const auto before = counters, factorsBefore = factors;
    counters.push_back(begin.empty() ? counter : line("add %" + begin + ", %" + counter));
    if (hasExchanges && depth == 0)
      exchange(type);
    for (unsigned k = 0, all = 1 + random() % 2; k < all; ++k)
      if (hasFactors && depth < 2) {
        if (random() % 2)
          factors.push_back(line("index %" + array + "[" + element() + "]", "f64"));
        if (hasBranches && random() % 3 == 0)
          branch(depth, type);
        else
          array = loop(depth + 1);
      } else if (hasBranches && depth < 2 && random() % 2)
        branch(depth, type);
      else if (depth < 2 && random() % 3 != 0)
        array = loop(depth + 1);
      else if (random() % 4 == 0)
        changeInBranch(type);
      else
        change();
    text += " yield %" + array + "\n }\n";
    counters = before;
    factors = factorsBefore;
    array = after;
    return after;
  }

  std::string place() {
    switch (random() % 9) {
    case 8: return line("index %table[%" + counters.back() + "]");
    case 0: return "last";
    case 1: return line("sub %last, %" + counters.back());
    default: return counters[random() % counters.size()];
    }
  }
  std::string element() {
    const std::string row = place(), column = place();
    return isFlat ? "%" + line("add %" + line("mul %" + row + ", %n") + ", %" + column) : "%" + row + ", %" + column;
  }
  /// Of the row that the counter says and another one, where a number decides.
  void exchange(const std::string &type) {
    const std::string row = counters.back(), less = fresh("b"),
                      x = line("index %" + array + "[" + element() + "]", "f64"),
                      y = line("index %" + array + "[" + element() + "]", "f64"),
                      isLess = line("lt %" + x + ", %" + y, "bool"), end = any<std::string>({"n", "last", row});
    if (random() % 2)
      search(row, less);
    else
      text +=
          " %" + less + ": i64 = if %" + isLess + " {\n yield %" + place() + "\n } else {\n yield %" + row + "\n }\n";
    const std::string counter = fresh("i"), inside = fresh("a"), after = fresh("r");
    text += " %" + after + ": " + type + " = loop %" + end + ", (%" + array + ") |%" + counter + ": i64, %" + inside +
            ": " + type + "| {\n";
    const auto at = [&](const std::string &r) {
      return isFlat ? "%" + line("add %" + line("mul %" + r + ", %n") + ", %" + counter) : "%" + r + ", %" + counter;
    };
    const std::string here = at(row), there = at(less), t = line("index %" + inside + "[" + here + "]", "f64"),
                      u = line("index %" + inside + "[" + there + "]", "f64"),
                      first = line("update %" + inside + "[" + here + "] = %" + u, type.c_str()),
                      second = line("update %" + first + "[" + there + "] = %" + t, type.c_str());
    text += " yield %" + second + "\n }\n";
    array = after;
  }
  /// The row, behind `row` or among all, that has the least number of a column.
  void search(const std::string &row, const std::string &least) {
    const std::string trips = line("sub %n, %" + row), counter = fresh("i"), before = fresh("q"), best = fresh("b");
    text +=
        " %" + least + ": i64 = loop %" + trips + ", (%" + row + ") |%" + counter + ": i64, %" + before + ": i64| {\n";
    const std::string here = random() % 3 ? line("add %" + row + ", %" + counter) : counter;
    const auto number = [&](const std::string &r) {
      const std::string at =
          isFlat ? "%" + line("add %" + line("mul %" + r + ", %n") + ", %" + row) : "%" + r + ", %" + row;
      return line("index %" + array + "[" + at + "]", "f64");
    };
    const std::string x = number(here), y = number(before), isLess = line("lt %" + x + ", %" + y, "bool");
    text += " %" + best + ": i64 = if %" + isLess + " {\n yield %" + here + "\n } else {\n yield %" + before +
            "\n }\n yield %" + best + "\n }\n";
  }
  /// Around loops: a table, numbers or counters decide.
  void branch(unsigned depth, const std::string &type) {
    const std::string before = array, after = fresh("b");
    std::string is;
    switch (random() % 4) {
    case 3: { // with rounding
      const std::string number = line("cast %" + line("index %table[%" + counters.back() + "]"), "f64");
      is = line("lt %" + line("mul %" + number + ", 0.3", "f64") + ", 0.5", "bool");
      break;
    }
    case 0: is = line("lt %" + line("index %table[%" + counters.back() + "]") + ", 2", "bool"); break;
    case 1: is = line("lt %" + place() + ", %" + place(), "bool"); break;
    default:
      is = line("lt %" + line("index %" + array + "[" + element() + "]", "f64") + ", %" +
                    line("index %" + array + "[" + element() + "]", "f64"),
                "bool");
    }
    const auto factorsBefore = factors;
    const auto arm = [&](unsigned statements) {
      array = before;
      factors = factorsBefore;
      if (hasFactors && random() % 2)
        factors.push_back(line("index %" + array + "[" + element() + "]", "f64"));
      for (unsigned k = 0; k < statements; ++k)
        if (k == 0 || hasFactors || random() % 2)
          array = loop(depth + 1);
        else
          change();
      text += " yield %" + array + "\n";
    };
    text += " %" + after + ": " + type + " = if %" + is + " {\n";
    const unsigned first = random() % 3;
    arm(first);
    text += " } else {\n";
    arm(first == 0 ? 1 : random() % 3);
    factors = factorsBefore;
    text += " }\n";
    array = after;
  }
  void changeInBranch(const std::string &type) {
    const std::string before = array, after = fresh("b"), isLess = line("lt %" + place() + ", %" + place(), "bool");
    text += " %" + after + ": " + type + " = if %" + isLess + " {\n";
    change();
    text += " yield %" + array + "\n } else {\n yield %" + before + "\n }\n";
    array = after;
  }
  void change() {
    const std::string to = element(), from = random() % 3 ? element() : to, with = random() % 2 ? element() : from;
    const auto read = [&](const std::string &at) { return line("index %" + array + "[" + at + "]", "f64"); };
    const std::string x = read(to), y = read(from), z = read(with);
    std::string value;
    switch (random() % 4) {
    case 0:
      value =
          line("sub %" + x + ", %" + line("mul %" + line("sin %" + y, "f64") + ", %" + line("cos %" + z, "f64"), "f64"),
               "f64");
      break;
    case 1:
      value = line("div %" + y + ", %" + line("add %" + line("mul %" + z + ", %" + z, "f64") + ", 1.5", "f64"), "f64");
      break;
    case 2: value = line("sin %" + y, "f64"); break;
    default:
      value = line("add %" + line("mul %" + y + ", 0.4", "f64") + ", %" + line("mul %" + z + ", 0.5", "f64"), "f64");
    }
    if (!factors.empty())
      value = line("mul %" + value + ", %" + line("cos %" + factors[random() % factors.size()], "f64"), "f64");
    array = line("update %" + array + "[" + to + "] = %" + value, isFlat ? "[f64; 1]" : "[f64; 2]");
  }

  std::mt19937 random;
  bool hasExchanges, hasBranches, hasFactors, isFlat = false;
  unsigned count = 0;
  std::string text, array;
  std::vector<std::string> counters;
  std::vector<std::string> factors; ///< numbers that are read beside loops
};

} // namespace soac::test
