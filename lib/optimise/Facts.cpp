#include "optimise/Facts.h"

#include "ir/Walk.h"
#include "prims/Prims.h"
#include "support/Overloaded.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::optimise {

using namespace ir;

bool isTotal(Prim prim, Scalar operandType, Scalar resultType) {
  switch (prim) {
  case Prim::Div:
  case Prim::Rem: return isFloat(operandType);
  case Prim::Shl:
  case Prim::Shr:
  case Prim::Polygamma: return false;
  case Prim::Cast: return !isFloat(operandType) || isFloat(resultType) || resultType == Scalar::Bool;
  default: return true;
  }
}

bool isTotal(const Apply &apply, const ValueTable &values) {
  return isTotal(apply.prim, values.type(apply.arguments.front()).scalar, apply.type);
}

bool isCheap(const Apply &apply, const ValueTable &values) {
  switch (apply.prim) {
  case Prim::Div:
  case Prim::Rem: return isFloat(values.type(apply.arguments.front()).scalar);
  case Prim::Add:
  case Prim::Sub:
  case Prim::Mul:
  case Prim::StrongMul:
  case Prim::SeedMul:
  case Prim::SeedDiv:
  case Prim::Neg:
  case Prim::Abs:
  case Prim::Min:
  case Prim::Max:
  case Prim::And:
  case Prim::Or:
  case Prim::Xor:
  case Prim::Not:
  case Prim::Shl:
  case Prim::Shr:
  case Prim::Eq:
  case Prim::Ne:
  case Prim::Lt:
  case Prim::Le:
  case Prim::Gt:
  case Prim::Ge:
  case Prim::Select:
  case Prim::Cast:
  case Prim::StopGradient: return true;
  default: return false;
  }
}

bool isOperator(const Block &block, Prim prim, const ValueTable &values) {
  if (block.parameters.size() != 2 || block.statements.empty() || block.results.size() != 1)
    return false;
  const Statement &last = block.statements.back();
  if (last.results.size() != 1 || last.results[0] != block.results[0])
    return false;
  const Value a = block.parameters[0], b = block.parameters[1];
  if (const auto *apply = std::get_if<Apply>(&last.op))
    return block.statements.size() == 1 && apply->prim == prim && apply->arguments.size() == 2 &&
           ((apply->arguments[0] == a && apply->arguments[1] == b) ||
            (prims::info(prim).commutative && apply->arguments[0] == b && apply->arguments[1] == a));
  const auto *map = std::get_if<Map>(&last.op);
  if (!map || map->arrays.size() != 2 || map->arrays[0] != a || map->arrays[1] != b)
    return false;
  // The other statements can only serve the count, which for arrays of one shape is their extent.
  for (std::size_t i = 0; i + 1 < block.statements.size(); ++i)
    if (!std::holds_alternative<Extent>(block.statements[i].op))
      return false;
  Block elements = {{map->fn.parameters[1], map->fn.parameters[2]}, map->fn.statements, map->fn.results};
  return isOperator(elements, prim, values);
}

namespace {

void markConsumed(const Block &block, std::vector<bool> &consumed) {
  const auto mark = [&](Value v) { consumed[v.id] = true; };
  const auto markAll = [&](llvm::ArrayRef<Value> vs) { llvm::for_each(vs, mark); };
  for (const Statement &s : block.statements) {
    std::visit(Overloaded{
                   [&](const Update &op) { mark(op.array); },
                   [&](const Scatter &op) { mark(op.dest); },
                   [&](const ReduceByIndex &op) { markAll(op.dests); },
                   [&](const Loop &op) { markAll(op.inits); },
                   [&](const Reduce &op) { markAll(op.neutral); },
                   [&](const WithAccumulators &op) { markAll(op.inits); },
                   [](const auto &) {},
               },
               s.op);
    forEachBlock(s.op, [&](const Block &inner) {
      markAll(inner.results);
      markConsumed(inner, consumed);
    });
  }
}

// Mixes numbers one by one: a multiplication each, since every pass asks for a number of the whole function.
class Hash {
public:
  void add(std::uint64_t x) {
    h = (h ^ x) * 0x9e3779b97f4a7c15;
    h ^= h >> 32;
  }
  void add(const Block &block) {
    add(block.parameters.size());
    add(block.statements.size());
    add(block.results.size());
    for (const Statement &s : block.statements) {
      add(s.op.index());
      addAll(s.results);
      if (const auto *apply = std::get_if<Apply>(&s.op))
        add(static_cast<unsigned>(apply->prim));
      if (const auto *slice = std::get_if<Slice>(&s.op))
        add(static_cast<std::uint64_t>(slice->step));
      if (const auto *invoke = std::get_if<Invoke>(&s.op))
        add(2 * invoke->definition + invoke->mayFail);
      if (const auto *extent = std::get_if<Extent>(&s.op))
        add(extent->dimension);
      if (const auto *rearrange = std::get_if<Rearrange>(&s.op))
        for (unsigned d : rearrange->permutation)
          add(d);
      forEachOperand(s.op, [&](Value v) { add(v.id); });
      forEachBlock(s.op, [&](const Block &inner) { add(inner); });
    }
    addAll(block.parameters);
    addAll(block.results);
  }
  std::uint64_t value() const { return h; }

private:
  void addAll(const Values &vs) {
    for (Value v : vs)
      add(v.id);
  }
  std::uint64_t h = 0;
};

} // namespace

std::vector<bool> consumedValues(const Function &function) {
  std::vector<bool> consumed(function.values.size());
  markConsumed(function.body, consumed);
  return consumed;
}

std::uint64_t fingerprint(const Function &function) {
  Hash hash;
  hash.add(function.body);
  return hash.value();
}

} // namespace soac::optimise
