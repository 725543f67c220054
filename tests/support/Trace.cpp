#include "support/Trace.h"

#include "prims/Prims.h"

#include <llvm/ADT/Hashing.h>
#include <llvm/Support/FormatVariadic.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace soac::test {
namespace {

using ops::RuntimeValue;
using prims::Prim;

bool rounds(Prim p) {
  switch (p) {
  case Prim::Floor:
  case Prim::Ceil:
  case Prim::Round:
  case Prim::Trunc:
  case Prim::Rint: return true;
  default: return false;
  }
}

/// What the statement decided by its floating-point operands, as a number: 0 when it decides nothing.
std::uint64_t decision(const ir::Apply &op, ir::Value result, const ops::Evaluation &eval) {
  const auto operand = [&](std::size_t i) { return eval.number(op.arguments[i]).f; };
  if (!ir::isFloat(eval.type(op.arguments[0]).scalar))
    return 0;
  if (!ir::isFloat(op.type) || rounds(op.prim))
    return static_cast<std::uint64_t>(eval.number(result).i) + 1;
  switch (op.prim) {
  case Prim::Min:
  case Prim::Max:
  case Prim::FMin:
  case Prim::FMax: return operand(0) < operand(1) ? 1 : operand(0) == operand(1) ? 2 : 3;
  case Prim::Abs: return operand(0) < 0 ? 1 : operand(0) == 0 ? 2 : 3;
  default: return 0;
  }
}

} // namespace

std::string compareShapes(llvm::ArrayRef<RuntimeValue> a, llvm::ArrayRef<RuntimeValue> b, const char *what) {
  if (a.size() != b.size())
    return llvm::formatv("{0}: {1} values instead of {2}", what, a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i)
    if (a[i].type() != b[i].type() || !ops::sameShape(a[i].extents(), b[i].extents()))
      return llvm::formatv("{0} {1} has another shape: {2} instead of {3}", what, i, ops::toString(a[i]),
                           ops::toString(b[i]));
  return "";
}

Trace trace(const ir::Function &f, llvm::ArrayRef<RuntimeValue> arguments) {
  Trace t;
  const auto observe = [&](const ir::Statement &s, const ops::Evaluation &eval) {
    for (ir::Value v : s.results)
      if (eval.type(v).isScalar() && ir::isFloat(eval.type(v).scalar)) {
        const double x = std::abs(eval.number(v).f);
        t.largest = std::max(t.largest, std::isnan(x) ? std::numeric_limits<double>::infinity() : x);
      }
    if (const auto *apply = std::get_if<ir::Apply>(&s.op))
      if (const std::uint64_t d = decision(*apply, s.results[0], eval))
        t.decisions = llvm::hash_combine(t.decisions, d);
    if (std::holds_alternative<ir::Argsort>(s.op))
      for (ops::Number n : eval.of(s.results[0]).elements())
        t.decisions = llvm::hash_combine(t.decisions, n.i);
  };
  eval::RunOptions options;
  options.statementLimit = 10'000'000;
  options.observe = observe;
  auto outcome = eval::run(f, arguments, nullptr, options);
  if (auto *failure = std::get_if<eval::Failure>(&outcome))
    t.failure = failure->message;
  else
    t.results = std::move(std::get<std::vector<RuntimeValue>>(outcome));
  return t;
}

std::string compareResults(llvm::ArrayRef<RuntimeValue> actual, llvm::ArrayRef<RuntimeValue> expected, double tolerance) {
  if (std::string s = compareShapes(actual, expected, "result"); !s.empty())
    return s;
  for (std::size_t i = 0; i < actual.size(); ++i) {
    const auto a = actual[i].elements(), b = expected[i].elements();
    double scale = 1;
    if (ir::isFloat(actual[i].scalar()))
      for (ops::Number n : b)
        if (std::isfinite(n.f))
          scale = std::max(scale, std::abs(n.f));
    for (std::size_t k = 0; k < a.size(); ++k) {
      const bool isEqual = a[k].i == b[k].i;
      if (!isEqual &&
          (!ir::isFloat(actual[i].scalar()) || !(a[k].f == b[k].f || (std::isnan(a[k].f) && std::isnan(b[k].f)) ||
                                                 std::abs(a[k].f - b[k].f) <= tolerance * scale)))
        return llvm::formatv("result {0}, element {1}: {2} instead of {3}", i, k, ops::toString(actual[i]),
                             ops::toString(expected[i]));
    }
  }
  return "";
}

} // namespace soac::test
