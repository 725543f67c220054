// r = the stable permutation that puts the keys in ascending order: keys [3, 1, 2] give [1, 2, 0]. Integers: no
// derivative. A sort is the reads keys[r[i]], whose derivatives permute tangents and adjoints alike.
#include "ops/rules/Evaluation.h"
#include "ops/Ops.h"

#include <llvm/ADT/bit.h>
#include <llvm/Support/MathExtras.h>

#include <algorithm>
#include <numeric>

namespace soac::ops {
namespace {

// The number of rounds, each of which handles every key once: merges, or for integers that differ in few digits the
// distributions by one digit of 8 bits, of up to 11 where there are many keys (runtime/sort.hpp).
std::uint64_t rounds(const RuntimeValue &keys) {
  const auto n = static_cast<std::uint64_t>(keys.extent(0));
  const std::uint64_t merges = llvm::Log2_64_Ceil(std::max<std::uint64_t>(n, 2));
  if (n == 0 || ir::isFloat(keys.scalar()))
    return merges;
  const auto [least, most] = std::minmax_element(keys.elements().begin(), keys.elements().end(),
                                                 [](Number a, Number b) { return a.i < b.i; });
  const auto range = static_cast<std::uint64_t>(most->i) - static_cast<std::uint64_t>(least->i);
  const unsigned width = std::clamp(llvm::Log2_64(n), 8u, 11u);
  const std::uint64_t digits = llvm::divideCeil(llvm::bit_width(range), width);
  return 64 * digits <= n ? digits : merges;
}

} // namespace

void evaluate(const ir::Argsort &op, const ir::Statement &statement, Evaluation &eval) {
  const RuntimeValue &keys = eval.of(op.keys);
  const auto n = static_cast<std::size_t>(keys.extent(0));
  std::vector<std::int64_t> order(n);
  std::iota(order.begin(), order.end(), std::int64_t{0});
  const auto key = [from = keys.elements()](std::int64_t i) { return from[static_cast<std::size_t>(i)]; };
  const ir::Scalar scalar = keys.scalar();
  std::stable_sort(order.begin(), order.end(), [&](std::int64_t i, std::int64_t j) {
    return prims::evaluate(prims::Prim::Lt, scalar, ir::Scalar::Bool, {key(i), key(j)})->i != 0;
  });
  eval.counters.reads += n;
  eval.counters.scalarOperations += n * rounds(keys);
  eval.counters.writes += n;
  eval.set(statement.results[0], RuntimeValue::indices(order, Extents{keys.extent(0)}));
}

void tangent(const ir::Argsort &, const ir::Statement &statement, Tangents &tangents) { tangents.keep(statement); }

ReturnSweep adjoint(const ir::Argsort &, const ir::Statement &statement, Adjoints &adjoints) {
  adjoints.keep(statement);
  return {};
}

} // namespace soac::ops
