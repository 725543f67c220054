#include "ops/rules/AssociativeTangent.h"

namespace soac::ops {

LiftedOperator liftOperator(const ir::Block &op, llvm::ArrayRef<ir::Value> results, Tangents &tangents) {
  LiftedOperator result;
  for (ir::Value r : results)
    result.lifted.push_back(tangents.isActive(r));
  const std::size_t n = op.parameters.size() / 2;
  ir::Block both = tangents.transform(op, result.lifted);
  // `transform` puts all tangents behind all parameters; here the accumulated parameters are followed by their
  // tangents, and the elements by theirs.
  const llvm::ArrayRef<ir::Value> parameters = both.parameters;
  const std::size_t active = (parameters.size() - 2 * n) / 2;
  ir::Values order(parameters.take_front(n));
  order.append(parameters.slice(2 * n, active).begin(), parameters.slice(2 * n, active).end());
  order.append(parameters.slice(n, n).begin(), parameters.slice(n, n).end());
  order.append(parameters.drop_front(2 * n + active).begin(), parameters.end());
  both.parameters = std::move(order);
  result.op = std::move(both);
  return result;
}

ir::Values withTangents(llvm::ArrayRef<ir::Value> values, llvm::ArrayRef<bool> flags, Tangents &tangents) {
  ir::Values all(values);
  for (std::size_t k = 0; k < values.size(); ++k)
    if (flags[k])
      all.push_back(tangents.dense(values[k]));
  return all;
}

ir::Values liftResults(llvm::ArrayRef<ir::Value> results, llvm::ArrayRef<bool> flags, Tangents &tangents) {
  ir::Builder &b = tangents.builder();
  ir::Values all(results);
  for (std::size_t k = 0; k < results.size(); ++k)
    if (flags[k]) {
      all.push_back(b.values.fresh(b.type(results[k])));
      tangents.set(results[k], all.back());
    }
  return all;
}

} // namespace soac::ops
