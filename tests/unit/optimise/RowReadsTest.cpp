// Rows that are read whole, by their elements.
#include "Check.h"

#include "support/Derivatives.h"
#include "unit/ad/Nests.h"

namespace soac::test {
namespace {

/// Elimination with a copy of the pivot's row, in front of the rows behind it.
std::string elimination(bool isFlat) {
  std::string text = R"(
func @f(%x: ARRAY, %seed: ARRAY, %n: i64) -> (ARRAY) {
  %r: ARRAY, %g: ARRAY = differentiate adjoint (%x), seeds (%seed), initial () |%y: ARRAY| {
    %z: ARRAY = loop %n, (%y) |%k: i64, %a: ARRAY| {
      %kn: i64 = mul %k, %n
      %row: [f64; 1] = READ
      %pivot: f64 = index %row[%k]
      %first: i64 = add %k, 1
      %rest: i64 = sub %n, %first
      %b: ARRAY = loop %rest, (%a) |%i: i64, %c: ARRAY| {
        %j: i64 = add %first, %i
        %jn: i64 = mul %j, %n
        %jk: i64 = add %jn, %k
        %v: f64 = index %c[AT(k)]
        %f: f64 = div %v, %pivot
        %d: ARRAY = loop %n, (%c) |%l: i64, %e: ARRAY| {
          %jl: i64 = add %jn, %l
          %w: f64 = index %e[AT(l)]
          %p: f64 = index %row[%l]
          %q: f64 = mul %f, %p
          %s: f64 = sub %w, %q
          %u: ARRAY = update %e[AT(l)] = %s
          yield %u
        }
        yield %d
      }
      yield %b
    }
    yield %z
  }
  return %g
})";
  const auto replace = [&](const std::string &from, const std::string &to) {
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
      text.replace(at, from.size(), to);
  };
  replace("ARRAY", isFlat ? "[f64; 1]" : "[f64; 2]");
  replace("READ", isFlat ? "slice %a, start %kn, count %n, step 1" : "index %a[%k]");
  replace("AT(k)", isFlat ? "%jk" : "%j, %k");
  replace("AT(l)", isFlat ? "%jl" : "%j, %l");
  return text;
}

/// The adjoint is the same when rows are read by their elements; returns how many logs it has then.
std::size_t logsOf(bool isFlat) {
  const ir::Function before = parsed(elimination(isFlat)), after = optimise::byName("row_reads")->run(before);
  for (const std::string &problem : ir::verify(after))
    ADD_FAILURE() << problem << "\n" << ir::toString(after);
  const ir::Function plain = differentiated(before).value(), adjoint = differentiated(after).value();
  for (std::int64_t n = 0; n < 5; ++n)
    checked(plain, adjoint).on({dominantSquare(n, isFlat), dominantSquare(n, isFlat), RuntimeValue::i64(n)}, 1e-11);
  std::size_t logs = 0;
  ir::forEachStatement(adjoint.body, [&](const ir::Statement &s) {
    const auto *fill = std::get_if<ir::Fill>(&s.op);
    logs += fill && adjoint.values.stored(s.results[0]) == ir::Stored::Undo && adjoint.values.asInt(fill->extents[0]) != 0;
  });
  return logs;
}

TEST(RowReads, aRowOfAMatrix) { EXPECT_EQ(logsOf(false), 0u); }

TEST(RowReads, aPartOfAnArray) {
  EXPECT_EQ(logsOf(true), 0u);
}

// It is no copy then.
TEST(RowReads, rowsThatAreReadBeforeStay) {
  std::string text = elimination(false);
  text.replace(text.find("%p: f64 = index %row[%l]"), 24, "%p: f64 = add %pivot, 0.0");
  const ir::Function f = optimise::byName("row_reads")->run(parsed(text));
  EXPECT_EQ(ir::toString(f), ir::toString(parsed(text)));
}

// A value needs no log.
TEST(RowReads, onlyOfAdjoints) {
  const std::string text = R"(
func @f(%x: [f64; 2], %n: i64) -> ([f64; 2]) {
  %z: [f64; 2] = loop %n, (%x) |%k: i64, %a: [f64; 2]| {
    %row: [f64; 1] = index %a[%k]
    %b: [f64; 2] = loop %n, (%a) |%i: i64, %c: [f64; 2]| {
      %p: f64 = index %row[%i]
      %u: [f64; 2] = update %c[%i, %k] = %p
      yield %u
    }
    yield %b
  }
  return %z
})";
  EXPECT_EQ(ir::toString(optimise::byName("row_reads")->run(parsed(text))), ir::toString(parsed(text)));
}

} // namespace
} // namespace soac::test
