#include "schedule/Shapes.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::schedule {

using namespace ir;

Dim Shapes::of(Value array, unsigned d) const {
  for (const auto &[value, dimension] : numbers.allOrigins(numbers.of(array, d))) {
    const Dim dim{value, dimension >= 0, dimension >= 0 ? static_cast<unsigned>(dimension) : 0};
    const Block *other = nullptr; // the outermost block around the value that is not around the array
    for (const Block *b = uses.home(value); b && !uses.isInside(array, *b); b = uses.parent(*b))
      other = b;
    if (!other || outside(dim, *other))
      return dim;
  }
  return {array, true, d};
}

bool Shapes::outside(Value v, const Block &block) const {
  if (values.asConstant(v))
    return true;
  for (const Block *b = uses.home(v); b; b = uses.parent(*b))
    if (b == &block) {
      const Statement *s = uses.definition(v);
      if (!s || !values.type(v).isScalar())
        return false;
      if (const auto *apply = std::get_if<Apply>(&s->op))
        return std::all_of(apply->arguments.begin(), apply->arguments.end(),
                           [&](Value a) { return outside(a, block); });
      if (const auto *extent = std::get_if<Extent>(&s->op))
        return outside(of(extent->array, extent->dimension), block);
      if (const auto *index = std::get_if<Index>(&s->op))
        return outside(index->array, block) && std::all_of(index->indices.begin(), index->indices.end(),
                                                           [&](Value a) { return outside(a, block); });
      return false;
    }
  return true;
}

bool Shapes::outside(const Dim &d, const Block &block) const {
  if (!d.isExtent)
    return outside(d.value, block);
  for (const Block *b = uses.home(d.value); b; b = uses.parent(*b))
    if (b == &block)
      return false;
  return true;
}

std::optional<llvm::SmallVector<std::int64_t, 4>> Shapes::constant(Value array) const {
  llvm::SmallVector<std::int64_t, 4> result;
  for (unsigned d = 0; d < values.type(array).rank; ++d) {
    const Dim dim = of(array, d);
    const auto n = dim.isExtent ? std::nullopt : values.asInt(dim.value);
    if (!n)
      return std::nullopt;
    result.push_back(*n);
  }
  return result;
}

} // namespace soac::schedule
