// Elementwise operators on arrays as scalar operators on every column [SC22 §5.2]:
//   r = reduce n, (a), neutral (e) |x, y| { z = map m, (x, y) |j, u, v| { w = add u, v  yield w }  yield z }
//   becomes  c = the columns of a;  r = map m, (c, e) |j, b, f| { s = reduce n, (b), neutral (f) (add)  yield s }
#pragma once

#include "ops/RuleTable.h"

namespace soac::ops {

/// Does the operator, whose components are all arrays, compute element j of its results from elements j of its operands
/// and from free variables?
bool isElementwise(const ir::Block &op, const ir::ValueTable &values);

/// `array`, whose `count` rows are checked to have the shape of `like`. The inner extents of an array without rows are
/// unspecified; those of the result are the extents of `like` also then.
ir::Value regularRows(ir::Value array, ir::Value count, ir::Value like, ir::Builder &b);

/// Statements with the results of `statement`, which holds `op`: a map over the columns, of the combinator on scalars.
std::vector<ir::Statement> byColumns(const ir::Reduce &op, const ir::Statement &statement, ir::ValueTable &values);
std::vector<ir::Statement> byColumns(const ir::Scan &op, const ir::Statement &statement, ir::ValueTable &values);
std::vector<ir::Statement> byColumns(const ir::ReduceByIndex &op, const ir::Statement &statement, ir::ValueTable &values);

// As rules of the combinators.
template <class Op> bool isByColumns(const Op &op, Adjoints &adjoints) {
  return isElementwise(op.op, adjoints.builder().values);
}
template <class Op>
ReturnSweep differentiatedByColumns(const Op &op, const ir::Statement &statement, Adjoints &adjoints) {
  return adjointOf(byColumns(op, statement, adjoints.builder().values), adjoints);
}

} // namespace soac::ops
