#include "analysis/Widening.h"

#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::analysis {

using namespace ir;

Value widened(Builder &b, Value array, unsigned dimension, Value count) {
  const Value room = b.extent(array, dimension);
  const auto widen = [&](Builder &in) -> Values {
    llvm::SmallVector<unsigned, 4> swap;
    for (unsigned d = 0; d < in.type(array).rank; ++d)
      swap.push_back(d);
    std::swap(swap[0], swap[dimension]);
    Values extents = in.extents(array);
    extents[dimension] = in.sub(count, room);
    std::swap(extents[0], extents[dimension]);
    const Value added = in.fill(in.zero(in.type(array).scalar), extents);
    const Value longer = in.emit1(Concat{{in.emit1(Rearrange{array, swap}), added}});
    return {in.emit1(Rearrange{longer, swap})};
  };
  return b.ifElse(b.lessThan(room, count), widen, [&](Builder &) { return Values{array}; })[0];
}

namespace {

/// The statement of the block that gives the value, where it is a T.
template <class T> const T *madeBy(const Block &block, Value v) {
  for (const Statement &s : block.statements)
    if (llvm::is_contained(s.results, v))
      return std::get_if<T>(&s.op);
  return nullptr;
}

} // namespace

std::optional<Widening> asWidening(const Statement &statement, const ValueTable &values) {
  const auto *choice = std::get_if<If>(&statement.op);
  if (!choice || choice->then.results.size() != 1 || !choice->otherwise.statements.empty())
    return std::nullopt;
  const Value array = choice->otherwise.results[0];
  const auto *back = madeBy<Rearrange>(choice->then, choice->then.results[0]);
  const auto *longer = back ? madeBy<Concat>(choice->then, back->array) : nullptr;
  if (!longer || longer->arrays.size() != 2)
    return std::nullopt;
  const auto *swapped = madeBy<Rearrange>(choice->then, longer->arrays[0]);
  const auto *added = madeBy<Fill>(choice->then, longer->arrays[1]);
  if (!swapped || !added || swapped->array != array || swapped->permutation != back->permutation ||
      !values.asConstant(added->value) || values.asConstant(added->value)->bits != 0)
    return std::nullopt;
  const auto *missing = madeBy<Apply>(choice->then, added->extents[0]);
  if (!missing || missing->prim != prims::Prim::Sub)
    return std::nullopt;
  return Widening{array, swapped->permutation[0], missing->arguments[0]};
}

bool isWidening(const Statement &statement, const DefUse &definitions, const ValueTable &values) {
  const auto widening = asWidening(statement, values);
  const auto *test = widening ? definitions.as<Apply>(std::get<If>(statement.op).condition) : nullptr;
  if (!test || test->prim != prims::Prim::Lt || test->arguments[1] != widening->count)
    return false;
  const Value room = test->arguments[0];
  const auto *extent = definitions.as<Extent>(room);
  const bool addsWhatIsMissing = llvm::any_of(std::get<If>(statement.op).then.statements, [&](const Statement &s) {
    const auto *missing = std::get_if<Apply>(&s.op);
    return missing && missing->prim == prims::Prim::Sub && missing->arguments[0] == widening->count &&
           missing->arguments[1] == room;
  });
  return addsWhatIsMissing && extent && extent->array == widening->array && extent->dimension == widening->dimension;
}

} // namespace soac::analysis
