// The three rules that every kind of statement must have; one file of this folder per row of ir/Ops.def.
//
//   evaluate: its meaning, for the interpreter (the oracle of the tests)
//   tangent:  forward mode [SC22 §3]
//   adjoint:  reverse mode, in two halves: the forward sweep and the return sweep [SC22 §4, §5]
#pragma once

#include "ir/Ops.h"
#include "ops/rules/Rule.h"

namespace soac::ops {

#define SOAC_OP(Struct, ...)                                                                                           \
  void evaluate(const ir::Struct &op, const ir::Statement &statement, Evaluation &eval);                               \
  void tangent(const ir::Struct &op, const ir::Statement &statement, Tangents &tangents);                              \
  ReturnSweep adjoint(const ir::Struct &op, const ir::Statement &statement, Adjoints &adjoints);
#include "ir/Ops.def"

} // namespace soac::ops
