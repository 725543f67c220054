#include "schedule/Overwritten.h"

namespace soac::schedule {

using namespace ir;

namespace {

/// What `v` has become when all of its elements a[indices..][j..], j < extents, have been written in the block of `v`,
/// and nothing else has used it; none where that is not seen.
Value whenWritten(Value v, llvm::ArrayRef<Value> extents, Values indices, const Uses &uses) {
  if (uses.count(v) != 1)
    return {};
  const unsigned position = uses.positions(v)[0];
  const Statement *s = uses.statementAt(position);
  if (!s || uses.blockAt(position) != uses.home(v))
    return {};
  if (const auto *update = std::get_if<Update>(&s->op))
    return !indices.empty() && update->array == v && update->indices == indices ? s->results[0] : Value{};
  const auto *loop = std::get_if<Loop>(&s->op);
  if (!loop || !loop->isCounted() || extents.empty() || loop->count != extents.front())
    return {};
  const auto k = static_cast<std::size_t>(llvm::find(loop->inits, v) - loop->inits.begin());
  indices.push_back(loop->body.parameters[0]);
  const Value next = whenWritten(loop->body.parameters[k + 1], extents.drop_front(), indices, uses);
  return next && uses.count(next) == 1 && loop->body.results[k] == next ? s->results[k] : Value{};
}

} // namespace

bool isOverwritten(const Statement &fill, const Uses &uses) {
  return static_cast<bool>(whenWritten(fill.results[0], std::get<Fill>(fill.op).extents, {}, uses));
}

} // namespace soac::schedule
