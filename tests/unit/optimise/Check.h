// Passes on textual IR: what is left after them, and that it still means the same.
#pragma once

#include "eval/Interpreter.h"
#include "ir/Walk.h"
#include "ir/text/Printer.h"
#include "ir/verify/Verifier.h"
#include "optimise/Passes.h"
#include "support/Parsed.h"

#include <gtest/gtest.h>

#include <cmath>

namespace soac::test {

using ops::RuntimeValue;

/// Equal up to `tolerance`, relative to the larger of the two and 1; NaN equals NaN.
inline bool close(const RuntimeValue &a, const RuntimeValue &b, double tolerance) {
  if (a.type() != b.type() || a.extents() != b.extents())
    return false;
  for (std::size_t i = 0; i < a.elements().size(); ++i) {
    const ops::Number x = a.elements()[i], y = b.elements()[i];
    if (!ir::isFloat(a.scalar())) {
      if (x.i != y.i)
        return false;
    } else if (!(std::isnan(x.f) && std::isnan(y.f)) && x.f != y.f &&
               !(std::abs(x.f - y.f) <= tolerance * std::max({1.0, std::abs(x.f), std::abs(y.f)}))) {
      return false;
    }
  }
  return true;
}

/// A function before and after passes.
struct Passed {
  ir::Function before, after;

  /// Both run on the arguments and agree.
  Passed &on(std::vector<RuntimeValue> arguments, double tolerance = 0) {
    const eval::Outcome x = eval::run(before, arguments), y = eval::run(after, arguments);
    const auto *expected = std::get_if<std::vector<RuntimeValue>>(&x), *actual = std::get_if<std::vector<RuntimeValue>>(&y);
    if (!expected || !actual) {
      ADD_FAILURE() << (expected ? "" : "before: " + std::get<eval::Failure>(x).message)
                    << (actual ? "" : " after: " + std::get<eval::Failure>(y).message) << "\n"
                    << ir::toString(after);
      return *this;
    }
    for (std::size_t k = 0; k < expected->size(); ++k)
      EXPECT_TRUE(close((*actual)[k], (*expected)[k], tolerance))
          << "result " << k << ": " << ops::toString((*actual)[k]) << " instead of " << ops::toString((*expected)[k])
          << "\n"
          << ir::toString(after);
    return *this;
  }
  /// How many statements of a kind there are after the passes.
  template <class Op> std::size_t count() const {
    std::size_t n = 0;
    ir::forEachStatement(after.body, [&](const ir::Statement &s) { n += std::holds_alternative<Op>(s.op); });
    return n;
  }
  std::size_t count(prims::Prim prim) const {
    std::size_t n = 0;
    ir::forEachStatement(after.body, [&](const ir::Statement &s) {
      const auto *apply = std::get_if<ir::Apply>(&s.op);
      n += apply && apply->prim == prim;
    });
    return n;
  }
  std::size_t size() const { return ir::countStatements(after.body); }
  std::string text() const { return ir::toString(after); }
};

inline Passed checked(ir::Function before, ir::Function after) {
  for (const std::string &problem : ir::verify(after))
    ADD_FAILURE() << problem << "\n" << ir::toString(after);
  return {std::move(before), std::move(after)};
}

/// The named passes, in order.
inline Passed passed(llvm::StringRef text, std::initializer_list<llvm::StringRef> names) {
  const ir::Function before = parsed(text);
  ir::Function after = before;
  for (llvm::StringRef name : names)
    after = optimise::byName(name)->run(std::move(after));
  return checked(before, std::move(after));
}
inline Passed simplified(llvm::StringRef text) {
  const ir::Function before = parsed(text);
  return checked(before, optimise::simplify(before));
}
inline Passed optimised(llvm::StringRef text) {
  const ir::Function before = parsed(text);
  return checked(before, optimise::optimise(before));
}

} // namespace soac::test
