#include "analysis/IndexSteps.h"

#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::analysis {

using namespace ir;

IndexSteps::IndexSteps(const ValueTable &values, const Block &body, Value counter) : values(values), counter(counter) {
  for (Value v : body.parameters)
    inside[v] = nullptr;
  forEachStatement(body, [&](const Statement &s) {
    for (Value v : s.results)
      inside[v] = std::get_if<Apply>(&s.op);
    forEachBlock(s.op, [&](const Block &inner) {
      for (Value v : inner.parameters)
        inside[v] = nullptr;
    });
  });
}

bool IndexSteps::areDistinct(llvm::ArrayRef<Value> indices) const {
  return llvm::any_of(indices, [&](Value v) { return of(v).value_or(0) != 0; });
}

std::optional<std::int64_t> IndexSteps::of(Value v) const {
  if (v == counter)
    return 1;
  const auto found = inside.find(v);
  if (found == inside.end())
    return 0;
  const Apply *apply = found->second;
  if (!apply || isFloat(apply->type))
    return std::nullopt;
  const auto argument = [&](std::size_t k) { return of(apply->arguments[k]); };
  switch (apply->prim) {
  case Prim::Cast: return bitWidth(apply->type) >= 32 ? argument(0) : std::nullopt;
  case Prim::Neg:
    if (const auto a = argument(0))
      return -*a;
    return std::nullopt;
  case Prim::Add:
  case Prim::Sub: {
    const auto a = argument(0), b = argument(1);
    if (!a || !b)
      return std::nullopt;
    return apply->prim == Prim::Add ? *a + *b : *a - *b;
  }
  case Prim::Mul:
    for (std::size_t k : {0, 1})
      if (const auto factor = values.asInt(apply->arguments[k]))
        if (const auto a = argument(1 - k); a && std::abs(*factor) < 1000 && std::abs(*a) < 1000)
          return *a * *factor;
    return argument(0) == 0 && argument(1) == 0 ? std::optional<std::int64_t>(0) : std::nullopt;
  default: return std::nullopt;
  }
}

} // namespace soac::analysis
