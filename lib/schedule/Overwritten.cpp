#include "schedule/Overwritten.h"

#include "prims/Prims.h"

namespace soac::schedule {

using namespace ir;

namespace {

/// Is `count` the extent, which is not negative, or max(extent, 0)?
bool isExtent(Value count, Value extent, const Uses &uses, const ValueTable &values) {
  const Statement *s = uses.definition(count);
  const auto *apply = s ? std::get_if<Apply>(&s->op) : nullptr;
  return count == extent || (apply && apply->prim == Prim::Max && apply->arguments[0] == extent &&
                             values.asInt(apply->arguments[1]) == 0);
}

/// The value that `v` has become when all of its elements v[indices..][j..], j < extents, have been written in the block
/// of `v` without other uses; none where this cannot be shown.
Value whenWritten(Value v, llvm::ArrayRef<Value> extents, Values indices, const Uses &uses, const ValueTable &values) {
  if (uses.count(v) != 1)
    return {};
  const unsigned position = uses.positions(v)[0];
  const Statement *s = uses.statementAt(position);
  if (!s || uses.blockAt(position) != uses.home(v))
    return {};
  if (const auto *update = std::get_if<Update>(&s->op))
    return !indices.empty() && update->array == v && update->indices == indices ? s->results[0] : Value{};
  const auto *loop = std::get_if<Loop>(&s->op);
  if (!loop || !loop->isCounted() || extents.empty() || !isExtent(loop->count, extents.front(), uses, values))
    return {};
  const auto k = static_cast<std::size_t>(llvm::find(loop->inits, v) - loop->inits.begin());
  indices.push_back(loop->body.parameters[0]);
  const Value next = whenWritten(loop->body.parameters[k + 1], extents.drop_front(), indices, uses, values);
  return next && uses.count(next) == 1 && loop->body.results[k] == next ? s->results[k] : Value{};
}

} // namespace

bool isOverwritten(const Statement &fill, const Uses &uses, const ValueTable &values) {
  return static_cast<bool>(whenWritten(fill.results[0], std::get<Fill>(fill.op).extents, {}, uses, values));
}

} // namespace soac::schedule
