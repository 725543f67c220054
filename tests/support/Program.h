// Functions of the IR built in a test, and run.
#pragma once

#include "eval/Interpreter.h"
#include "ir/Builder.h"

#include <gtest/gtest.h>

#include <initializer_list>

namespace soac::test {

using ir::Builder;
using ir::Scalar;
using ir::Type;
using ir::Value;
using ir::Values;
using ops::RuntimeValue;

inline constexpr Type f64{Scalar::F64};
inline constexpr Type i64{Scalar::I64};
inline Type f64s(unsigned rank) { return f64.withRank(rank); }
inline Type i64s(unsigned rank) { return i64.withRank(rank); }

/// A function in the making: `p(i)` are its parameters, `b` appends to its body.
class Program {
public:
  Program(std::initializer_list<Type> parameters) : b(function.values, function.body.statements) {
    function.name = "f";
    for (Type t : parameters)
      function.body.parameters.push_back(function.values.fresh(t));
  }
  Program(const Program &) = delete;

  ir::Function function;
  Builder b;

  Value p(unsigned i) const { return function.body.parameters[i]; }
  Value real(double x) { return function.values.constantFloat(Scalar::F64, x); }
  Value integer(std::int64_t x) { return function.values.constantIndex(x); }
  void returns(Values results) { function.body.results = std::move(results); }

  eval::Outcome run(llvm::ArrayRef<RuntimeValue> arguments, eval::Counters *counters = nullptr) const {
    return eval::run(function, arguments, counters);
  }
};

/// The results of a run that must succeed.
inline std::vector<RuntimeValue> resultsOf(eval::Outcome outcome) {
  if (auto *failure = std::get_if<eval::Failure>(&outcome)) {
    ADD_FAILURE() << "the run failed: " << failure->message;
    return {};
  }
  return std::get<std::vector<RuntimeValue>>(std::move(outcome));
}

/// The message of a run that must fail.
inline std::string failureOf(const eval::Outcome &outcome) {
  if (auto *failure = std::get_if<eval::Failure>(&outcome))
    return failure->message;
  ADD_FAILURE() << "the run did not fail";
  return "";
}

} // namespace soac::test
