#include "support/Directions.h"

#include <llvm/ADT/STLExtras.h>

#include <random>

namespace soac::test {

using ops::RuntimeValue;

std::vector<RuntimeValue> seedsLike(llvm::ArrayRef<RuntimeValue> like, unsigned directions) {
  std::mt19937_64 random(11);
  std::uniform_real_distribution<double> uniform(-1, 1);
  std::vector<RuntimeValue> seeds;
  for (const RuntimeValue &x : like) {
    if (!types::isFloat(x.scalar()))
      continue;
    ops::Extents shape(x.extents());
    shape.push_back(directions);
    seeds.emplace_back(x.scalar(), std::move(shape));
    for (ops::Number &n : seeds.back().mutableElements())
      n.f = x.scalar() == types::Scalar::F32 ? static_cast<float>(uniform(random)) : uniform(random);
  }
  return seeds;
}

RuntimeValue inDirection(const RuntimeValue &all, unsigned direction) {
  const auto directions = static_cast<std::size_t>(all.extents().back());
  if (all.rank() == 1)
    return {all.scalar(), all.elements()[direction]};
  RuntimeValue one(all.scalar(), ops::Extents(all.extents().drop_back()));
  for (auto [i, n] : llvm::enumerate(one.mutableElements()))
    n = all.elements()[i * directions + direction];
  return one;
}

std::vector<RuntimeValue> inDirection(llvm::ArrayRef<RuntimeValue> all, unsigned direction) {
  std::vector<RuntimeValue> one;
  for (const RuntimeValue &a : all)
    one.push_back(inDirection(a, direction));
  return one;
}

} // namespace soac::test
