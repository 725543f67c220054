// Logs of a part of a loop's updates, where its iterations need nothing of what the others overwrite.
#include "Nests.h"

namespace soac::test {
namespace {

/// Factors with pivots, which are not before the row for all that is known with `isKnown`: `move` exchanges the
/// elements %ka and %pa of %ea, which becomes %o.
std::string pivots(const std::string &move, const std::string &inner, bool isKnown = false) {
  const std::string last = isKnown ? "add %p0, 0" : "rem %p0, %n";
  std::string text = rows(inner);
  text.replace(text.find("(%a)"), 4, "(%m)");
  return "    %p0: i64 = loop %rest, (%k) |%s: i64, %pq: i64| {\n"
         "      %sr: i64 = add %first, %s\n      %srn: i64 = mul %sr, %n\n      %sk: i64 = add %srn, %k\n"
         "      %qn: i64 = mul %pq, %n\n      %qk: i64 = add %qn, %k\n"
         "      %u1: f64 = index %a[%sk]\n      %u2: f64 = index %a[%qk]\n"
         "      %w1: f64 = abs %u1\n      %w2: f64 = abs %u2\n      %more: bool = gt %w1, %w2\n"
         "      %best: i64 = if %more {\n        yield %sr\n      } else {\n        yield %pq\n      }\n"
         "      yield %best\n    }\n    %p: i64 = " +
         last +
         "\n    %pn: i64 = mul %p, %n\n"
         "    %m: [f64; 1] = loop %n, (%a) |%jj: i64, %ea: [f64; 1]| {\n"
         "      %ka: i64 = add %kn, %jj\n      %pa: i64 = add %pn, %jj\n" +
         move + "      yield %o\n    }\n" + text;
}
const std::string exchange = "%t1: f64 = index %ea[%ka]\n%t2: f64 = index %ea[%pa]\n"
                             "%e1: [f64; 1] = update %ea[%ka] = %t2\n%o: [f64; 1] = update %e1[%pa] = %t1\n";
const std::string elimination = "        %pr: f64 = mul %y1, %y2\n        %z: f64 = sub %y3, %pr\n";
// The second pivot is exchanged, the others are where they are.
const std::vector<RuntimeValue> numbersWithPivots{RuntimeValue::array({4.1, 0.3, -0.2, 0.5, 1.0, 0.7, 0.1, -2.6, 3.0}),
                                                  RuntimeValue::i64(3)};

// Of the updates the exchanges alone are logged.
TEST(PartLogs, factorsWithPivots) {
  const Logs found = logsIn(head + pivots(exchange, elimination) + tail, numbersWithPivots);
  EXPECT_EQ(found.all, 1u);
  EXPECT_EQ(found.inLoops, 0u);
  const ir::Function adjoint = differentiated(wrapAdjoint(parsed(head + pivots(exchange, elimination) + tail))).value();
  std::vector<RuntimeValue> point = numbersWithPivots;
  point.push_back(RuntimeValue::array({0.3, -0.7, 0.2, 1.1, 0.4, -0.6, 0.9, 0.8, -0.1}));
  EXPECT_EQ(checkDerivatives(adjoint, point).mismatch, "");
}

// Of the array whose contents are lost the shape is read.
TEST(PartLogs, iterationsMayReadTheShape) {
  std::string text = head + pivots(exchange, elimination) + tail;
  text.insert(text.find("    %p0: i64"), "    %size: i64 = extent %a, 0\n    %fits: bool = lt %kk, %size\n"
                                         "    check argument %fits, \"too small\"\n");
  const Logs found = logsIn(text, numbersWithPivots);
  EXPECT_EQ(found.all, 1u);
  EXPECT_EQ(found.inLoops, 0u);
}

// No exchange moves what is in front of its step: factors are moved, and are kept.
TEST(PartLogs, rowsBehindThePivotAreExchangedWithoutALog) {
  std::string text = head + pivots(exchange, elimination, true) + tail;
  text.replace(text.find("%y1: f64 = index %g[%ik]"), 24, "%y1: f64 = add %q, 0.0");
  EXPECT_EQ(logsIn(text, numbersWithPivots).all, 0u);
}

// What is exchanged is needed where the same iteration has overwritten it: few numbers, which are kept.
TEST(PartLogs, whatTheIterationOverwritesIsKept) {
  std::string sines = exchange;
  sines.replace(sines.find("[%ka] = %t2"), 11, "[%ka] = %t3");
  sines.insert(sines.find("%e1"), "%t3: f64 = sin %t2\n");
  const Logs found = logsIn(head + pivots(sines, elimination) + tail, numbersWithPivots);
  EXPECT_EQ(found.all, 1u);
  EXPECT_EQ(found.inLoops, 0u);
}

/// Rows of which nothing but `inner` changes elements, from column k + `first` on: the factor %q is in no element.
std::string rowsWithoutFactors(const std::string &first, const std::string &inner) {
  std::string text = rows(inner);
  const std::string stored = "      %d: [f64; 1] = update %c[%ik] = %q\n";
  text.erase(text.find(stored), stored.size());
  text.replace(text.find("(%d)"), 4, "(%c)");
  text.replace(text.find("%e: [f64; 1] = loop %rest"), 25,
               "%count: i64 = sub %n, %k\n      %e: [f64; 1] = loop %count");
  text.replace(text.find("add %first, %j"), 14, "add " + first + ", %j");
  text.replace(text.find("%y1: f64 = index %g[%ik]"), 24, "%y1: f64 = add %q, 0.0");
  return text;
}

// The first trip overwrites what the factor is made of. It is kept, in rows with room for those of the first step.
TEST(PartLogs, factorsThatAreNotStoredAreKept) {
  EXPECT_EQ(logsOfFactors(head + rowsWithoutFactors("%k", elimination) + tail), 0u);
}

// Where most rows may be empty, the room for kept numbers would be much more than their number.
TEST(PartLogs, roomIsForManyNumbers) {
  std::string text = head + rowsWithoutFactors("%k", elimination) + tail;
  text.replace(text.find("%left: i64 = sub %n, %first"), 27,
               "%twice: i64 = mul %first, 2\n    %left: i64 = sub %n, %twice");
  EXPECT_GT(logsOfFactors(text), 0u);
}

// A condition in a row is kept, too.
TEST(PartLogs, conditionsOfRowsAreKept) {
  std::string text = head + rowsWithoutFactors("%k", elimination) + tail;
  text.replace(text.find("%x2: f64 = index"), 0, "%isLarge: bool = gt %x1, 0.2\n      ");
  text.replace(text.find("%q: f64 = div %x1, %x2"), 22,
               "%q1: f64 = div %x1, %x2\n      %q2: f64 = if %isLarge {\n        yield %q1\n      } else {\n        "
               "yield 0.0\n      }\n"
               "      %q: f64 = mul %q2, 1.5");
  EXPECT_EQ(logsOfFactors(text), 0u);
}

// The row of the pivot is in an array of its own: nothing that is read of the changed one is needed itself, but the factor.
TEST(PartLogs, factorsOfScratchRowsAreKept) {
  std::string text = head + rowsWithoutFactors("%k", elimination) + tail;
  text.insert(text.find("    %b: [f64; 1] = loop"),
              "    %zeros: [f64; 1] = fill 0.0, [%n]\n    %scratch: [f64; 1] = loop %n, (%zeros) |%u: i64, %v: [f64; 1]| {\n"
              "      %ku: i64 = add %kn, %u\n      %w: f64 = index %a[%ku]\n      %vw: [f64; 1] = update %v[%u] = %w\n"
              "      yield %vw\n    }\n    %pivot: f64 = index %scratch[%k]\n");
  text.replace(text.find("%x2: f64 = index %c[%kk]"), 24, "%x2: f64 = add %pivot, 0.0");
  text.replace(text.find("%y2: f64 = index %g[%kj]"), 24, "%y2: f64 = index %scratch[%column]");
  EXPECT_EQ(logsOfFactors(text), 0u);
}

// What the elimination overwrites is needed.
TEST(PartLogs, whatTheEliminationOverwritesIsLogged) {
  const std::string squares =
      "        %pr: f64 = mul %y1, %y2\n        %s2: f64 = mul %y3, %y3\n        %z: f64 = sub %s2, %pr\n";
  EXPECT_GT(logsIn(head + pivots(exchange, squares) + tail, numbersWithPivots).inLoops, 0u);
}

// The return sweep of what is in front of the loop needs the array as it was there.
TEST(PartLogs, theEntryMayBeNeeded) {
  std::string text = head + pivots(exchange, elimination) + tail;
  text.insert(text.find("  %r: "), "  %e0: i64 = extent %x, 0\n  %y: [f64; 1] = map %e0, (%x) |%at: i64, %v1: f64| {\n"
                                   "    %v2: f64 = sin %v1\n    yield %v2\n  }\n");
  text.replace(text.find("(%x) |%k"), 4, "(%y)");
  EXPECT_EQ(logsIn(text, numbersWithPivots).inLoops, 0u); // it needs what the map has read
  text.replace(text.find("(%y) |%k"), 4, "(%x)");
  text.replace(text.find("return %r"), 9,
               "%sum: [f64; 1] = map %e0, (%y, %r) |%to: i64, %w3: f64, %w4: f64| {\n    %w5: f64 = add %w3, %w4\n"
               "    yield %w5\n  }\n  return %sum");
  EXPECT_GT(logsIn(text, numbersWithPivots).inLoops, 0u);
}

// What is overwritten whole is copied.
TEST(PartLogs, theEntryMayBeCopied) {
  const std::string text = R"(func @f(%x: [f64; 2]) -> ([f64; 2]) {
  %n: i64 = extent %x, 0
  %m: i64 = extent %x, 1
  %y: [f64; 2] = map %n, (%x) |%i0: i64, %x0: [f64; 1]| {
    %y0: [f64; 1] = map %m, (%x0) |%j0: i64, %x1: f64| {
      %y1: f64 = sin %x1
      yield %y1
    }
    yield %y0
  }
  %r: [f64; 2] = loop %n, (%x) |%k: i64, %a: [f64; 2]| {
    %pivot: f64 = index %a[%k, %k]
    %isLarge: bool = gt %pivot, 0.2
    %p: i64 = if %isLarge {
      yield %k
    } else {
      yield 0
    }
    %b: [f64; 2] = loop %m, (%a) |%j1: i64, %b0: [f64; 2]| {
      %t1: f64 = index %b0[%k, %j1]
      %t2: f64 = index %b0[%p, %j1]
      %b1: [f64; 2] = update %b0[%k, %j1] = %t2
      %b2: [f64; 2] = update %b1[%p, %j1] = %t1
      yield %b2
    }
    %first: i64 = add %k, 1
    %left: i64 = sub %n, %first
    %rest: i64 = max %left, 0
    %c: [f64; 2] = loop %rest, (%b) |%i2: i64, %c0: [f64; 2]| {
      %row: i64 = add %first, %i2
      %q: f64 = index %c0[%row, %k]
      %c1: [f64; 2] = loop %rest, (%c0) |%j2: i64, %d0: [f64; 2]| {
        %column: i64 = add %first, %j2
        %u: f64 = index %d0[%k, %column]
        %v: f64 = index %d0[%row, %column]
        %w: f64 = mul %q, %u
        %z: f64 = sub %v, %w
        %d1: [f64; 2] = update %d0[%row, %column] = %z
        yield %d1
      }
      yield %c1
    }
    yield %c
  }
  %sum: [f64; 2] = map %n, (%y, %r) |%i3: i64, %y3: [f64; 1], %r3: [f64; 1]| {
    %s3: [f64; 1] = map %m, (%y3, %r3) |%j3: i64, %y4: f64, %r4: f64| {
      %s4: f64 = add %y4, %r4
      yield %s4
    }
    yield %s3
  }
  return %sum
})";
  const Logs found = logsIn(text, {RuntimeValue::array({0.1, 0.3, -0.2, 0.5, 1.0, 0.7, 0.1, -2.6, 3.0}, {3, 3})});
  EXPECT_EQ(found.all, 1u);
  EXPECT_EQ(found.inLoops, 0u);
}

// Each step logs the same number of elements, which tells where its entries begin.
TEST(PartLogs, stepsMayLogTheSameNumber) {
  const std::string text = R"(func @f(%x: [f64; 2]) -> ([f64; 2]) {
  %r: [f64; 2] = loop 3, (%x) |%k: i64, %a: [f64; 2]| {
    %own: i64 = add 3, %k
    %pivot: f64 = index %a[%own, %k]
    %isLarge: bool = gt %pivot, 0.2
    %p: i64 = if %isLarge {
      yield %own
    } else {
      yield 0
    }
    %b: [f64; 2] = loop 2, (%a) |%j1: i64, %b0: [f64; 2]| {
      %t1: f64 = index %b0[%own, %j1]
      %t2: f64 = index %b0[%p, %j1]
      %b1: [f64; 2] = update %b0[%own, %j1] = %t2
      %b2: [f64; 2] = update %b1[%p, %j1] = %t1
      yield %b2
    }
    %c: [f64; 2] = loop 3, (%b) |%i: i64, %c0: [f64; 2]| {
      %c1: [f64; 2] = loop 3, (%c0) |%j2: i64, %d0: [f64; 2]| {
        %u: f64 = index %d0[%own, %j2]
        %v: f64 = index %d0[0, %j2]
        %w: f64 = mul %u, %u
        %z: f64 = sub %v, %w
        %d1: [f64; 2] = update %d0[0, %j2] = %z
        yield %d1
      }
      yield %c1
    }
    yield %c
  }
  return %r
})";
  std::vector<double> numbers;
  for (int k = 0; k < 18; ++k)
    numbers.push_back(std::sin(3.0 * k + 0.5));
  const Logs found = logsIn(text, {RuntimeValue::array(numbers, {6, 3})});
  EXPECT_EQ(found.all, 1u);
  EXPECT_EQ(found.inLoops, 0u);
}

// The array is changed behind the loop, too: it is a copy that the loop changes.
TEST(PartLogs, theLoopMayChangeACopy) {
  std::string text = head + pivots(exchange, elimination) + tail;
  text.insert(text.find("  %r: "), "  %e0: i64 = extent %x, 0\n  %y: [f64; 1] = map %e0, (%x) |%at: i64, %v1: f64| {\n"
                                   "    %v2: f64 = sin %v1\n    yield %v2\n  }\n");
  text.replace(text.find("return %r"), 9,
               "%v3: f64 = index %x[0]\n  %v4: f64 = sin %v3\n  %after: [f64; 1] = update %x[0] = %v4\n"
               "  %sum: [f64; 1] = map %e0, (%y, %r, %after) |%to: i64, %w3: f64, %w4: f64, %w6: f64| {\n"
               "    %w5: f64 = add %w3, %w4\n    %w7: f64 = add %w5, %w6\n    yield %w7\n  }\n  return %sum");
  const Logs found = logsIn(text, numbersWithPivots);
  EXPECT_EQ(found.all, 1u);
  EXPECT_EQ(found.inLoops, 0u);
}

// No derivative goes through the loop, but the array in front of it is needed.
TEST(PartLogs, loopsWithoutDerivativesAreUndoneWhole) {
  std::string text = head + pivots(exchange, elimination) + tail;
  text.insert(text.find("  %r: "), "  %n2: i64 = mul %n, %n\n"
                                   "  %y: [f64; 1] = map %n2, () |%at: i64| {\n    %v1: f64 = cast %at\n"
                                   "    %v2: f64 = sin %v1\n    yield %v2\n  }\n"
                                   "  %products: [f64; 1] = map %n2, (%x, %y) |%as: i64, %v3: f64, %v5: f64| {\n"
                                   "    %v4: f64 = mul %v3, %v5\n    yield %v4\n  }\n");
  text.replace(text.find("(%x) |%k"), 4, "(%y)");
  text.replace(
      text.find("return %r"), 9,
      "%sum: [f64; 1] = map %n2, (%products, %r) |%to: i64, %w3: f64, %w4: f64| {\n    %w5: f64 = mul %w3, %w4\n"
      "    yield %w5\n  }\n  return %sum");
  logsIn(text, numbersWithPivots);
}

// Another loop overwrites what the first one has left behind.
TEST(PartLogs, laterLoopsAreUndone) {
  std::string text = head + pivots(exchange, elimination) +
                     "  }\n  %e0: i64 = extent %x, 0\n"
                     "  %square: [f64; 1] = loop %e0, (%r) |%at: i64, %v1: [f64; 1]| {\n    %v2: f64 = index %v1[%at]\n"
                     "    %v3: f64 = sin %v2\n    %v4: [f64; 1] = update %v1[%at] = %v3\n    yield %v4\n  }\n"
                     "  return %square\n}";
  logsIn(text, numbersWithPivots);
}

/// Where the log lacks an element that is read, or a decision is another one, a derivative is wrong.
TEST(PartLogs, randomNests) {
  std::size_t partLogs = 0, withoutLogs = 0;
  for (unsigned seed = 0; seed < 300; ++seed) {
    const bool isFlat = seed % 2;
    const RuntimeValue point = randomSquare(seed, isFlat);
    std::string text = Nests(seed, true).function(isFlat);
    for (std::size_t at = 0; seed % 3 == 0 && (at = text.find("loop %n,", at)) != std::string::npos;)
      text.replace(at, 8, "loop 4,");
    const Logs found = logsIn(text, {point, RuntimeValue::i64(4), RuntimeValue::indices({2, 0, 3, 0})});
    partLogs += found.all > 0 && found.inLoops == 0;
    withoutLogs += found.all == 0;
    if (::testing::Test::HasFailure())
      return;
  }
  EXPECT_GT(partLogs, 3u);
  EXPECT_GT(withoutLogs, 80u);
}

} // namespace
} // namespace soac::test
