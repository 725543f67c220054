#include "analysis/InPlace.h"

#include "analysis/DefUse.h"
#include "ir/Walk.h"

#include <llvm/ADT/STLExtras.h>

#include <array>

namespace soac::analysis {
namespace {

struct Made {
  const ir::Statement *statement = nullptr;
  std::size_t position = 0;
};

Made definition(ir::Value v, const ir::Block &block) {
  for (const ir::Statement &statement : llvm::reverse(block.statements)) {
    const auto it = llvm::find(statement.results, v);
    if (it != statement.results.end())
      return {&statement, static_cast<std::size_t>(it - statement.results.begin())};
  }
  return {};
}

} // namespace

ir::Value inPlaceSource(const ir::Statement &s, std::size_t position) {
  if (const auto *update = std::get_if<ir::Update>(&s.op))
    return update->array;
  if (const auto *scatter = std::get_if<ir::Scatter>(&s.op))
    return scatter->dest;
  if (const auto *histogram = std::get_if<ir::ReduceByIndex>(&s.op))
    return histogram->dests[position];
  if (const auto *loop = std::get_if<ir::Loop>(&s.op)) {
    const ir::Value parameter = loop->body.parameters[position + loop->isCounted()];
    return inPlaceSource(loop->body.results[position], loop->body) == parameter ? loop->inits[position] : ir::Value();
  }
  if (const auto *invoke = std::get_if<ir::Invoke>(&s.op))
    return invoke->types[position].isArray() ? invoke->arguments[*invoke->argumentOf(position)] : ir::Value();
  if (const auto *branch = std::get_if<ir::If>(&s.op)) {
    const ir::Value then = inPlaceSource(branch->then.results[position], branch->then);
    return then == inPlaceSource(branch->otherwise.results[position], branch->otherwise) ? then : ir::Value();
  }
  return {};
}

ir::Value inPlaceSource(ir::Value result, const ir::Block &block) {
  ir::Value v = result;
  while (v) {
    const Made d = definition(v, block);
    if (!d.statement)
      return v;
    v = inPlaceSource(*d.statement, d.position);
  }
  return {};
}

std::optional<llvm::SmallVector<UpdateLink, 4>> updateChain(ir::Value source, ir::Value result,
                                                            const ir::Block &block) {
  llvm::SmallVector<UpdateLink, 4> links;
  ir::Value v = result;
  for (std::size_t s = block.statements.size(); v != source && s-- > 0;) {
    const ir::Statement &statement = block.statements[s];
    const auto it = llvm::find(statement.results, v);
    if (it == statement.results.end())
      continue;
    const std::size_t position = static_cast<std::size_t>(it - statement.results.begin());
    v = inPlaceSource(statement, position);
    if (!v)
      return std::nullopt;
    links.push_back({s, position});
  }
  if (v != source)
    return std::nullopt;
  std::reverse(links.begin(), links.end());
  return links;
}

namespace {

bool merge(UpdateShape &shape, const UpdateShape &other) {
  if (shape.depth && other.depth && shape.depth != other.depth)
    return false;
  shape.depth = std::max(shape.depth, other.depth);
  shape.isExact &= other.isExact;
  shape.mayBeOutside |= other.mayBeOutside;
  return true;
}

// The updates of all trips of the loop; unset where the count is unknown, or where a log with room for all of them
// would mostly stay empty.
std::optional<std::int64_t> inAllTrips(const UpdateShape &inner, const ir::Loop &loop, const ir::ValueTable &values) {
  constexpr std::int64_t mostRoom = 64;
  const auto trips = loop.isCounted() ? values.asInt(loop.count) : std::nullopt;
  if (inner.mostUpdates == 0)
    return 0;
  if (!trips || *trips < 0 || !inner.mostUpdates || *inner.mostUpdates > mostRoom || *trips > mostRoom)
    return std::nullopt;
  const std::int64_t all = *trips * *inner.mostUpdates;
  return inner.isExact || all <= mostRoom ? std::optional(all) : std::nullopt;
}

} // namespace

std::optional<UpdateShape> updateShape(const ir::Statement &statement, std::size_t position, const ir::ValueTable &values,
                                       const Definitions *definitions) {
  if (const auto *update = std::get_if<ir::Update>(&statement.op))
    return UpdateShape{static_cast<unsigned>(update->indices.size()), 1, true, false};
  if (std::holds_alternative<ir::Scatter>(statement.op) || std::holds_alternative<ir::ReduceByIndex>(statement.op))
    return UpdateShape{1, std::nullopt, true, true};
  if (const auto *loop = std::get_if<ir::Loop>(&statement.op)) {
    const ir::Value parameter = loop->body.parameters[position + loop->isCounted()];
    auto inner = updateShape(parameter, loop->body.results[position], loop->body, values, definitions);
    if (inner)
      inner->mostUpdates = inAllTrips(*inner, *loop, values);
    return inner;
  }
  if (const auto *invoke = std::get_if<ir::Invoke>(&statement.op)) {
    const ir::Function *f = definitions ? definitions->find(*invoke) : nullptr;
    if (!f)
      return std::nullopt;
    return updateShape(f->body.parameters[*invoke->argumentOf(position)], f->body.results[position], f->body, f->values,
                       definitions);
  }
  const auto &branch = std::get<ir::If>(statement.op);
  const ir::Value source = inPlaceSource(statement, position);
  if (!source)
    return std::nullopt;
  auto then = updateShape(source, branch.then.results[position], branch.then, values, definitions);
  const auto otherwise = updateShape(source, branch.otherwise.results[position], branch.otherwise, values, definitions);
  if (!then || !otherwise || !merge(*then, *otherwise))
    return std::nullopt;
  then->isExact = then->isExact && then->mostUpdates && then->mostUpdates == otherwise->mostUpdates;
  if (then->mostUpdates && otherwise->mostUpdates)
    then->mostUpdates = std::max(*then->mostUpdates, *otherwise->mostUpdates);
  else
    then->mostUpdates.reset();
  return then;
}

std::optional<UpdateShape> updateShape(ir::Value source, ir::Value result, const ir::Block &block,
                                       const ir::ValueTable &values, const Definitions *definitions) {
  const auto links = updateChain(source, result, block);
  if (!links)
    return std::nullopt;
  UpdateShape shape{0, 0, true, false};
  for (const UpdateLink &link : *links) {
    const auto inner = updateShape(block.statements[link.statement], link.position, values, definitions);
    if (!inner || !merge(shape, *inner))
      return std::nullopt;
    if (shape.mostUpdates && inner->mostUpdates)
      *shape.mostUpdates += *inner->mostUpdates;
    else
      shape.mostUpdates.reset();
  }
  return shape;
}

bool holdsOfUpdates(ir::Value source, ir::Value result, const ir::Block &block,
                    llvm::function_ref<bool(ir::Value)> ofIndex, llvm::function_ref<bool(ir::Value)> ofControl) {
  const auto holds = [&](const UpdateLink &link) {
    const ir::Op &op = block.statements[link.statement].op;
    if (const auto *update = std::get_if<ir::Update>(&op))
      return llvm::all_of(update->indices, ofIndex);
    if (const auto *loop = std::get_if<ir::Loop>(&op))
      return loop->isCounted() && ofControl(loop->count) &&
             holdsOfUpdates(loop->body.parameters[link.position + 1], loop->body.results[link.position], loop->body,
                            ofIndex, ofControl);
    const auto *branch = std::get_if<ir::If>(&op);
    return branch && ofControl(branch->condition) &&
           llvm::all_of(std::array{&branch->then, &branch->otherwise}, [&](const ir::Block *arm) {
             return holdsOfUpdates(inPlaceSource(branch->then.results[link.position], branch->then),
                                   arm->results[link.position], *arm, ofIndex, ofControl);
           });
  };
  const auto links = updateChain(source, result, block);
  return links && llvm::all_of(*links, holds);
}

bool updatesTheSameElements(const ir::Loop &loop, std::size_t position) {
  const DefUse definitions(loop.body);
  const auto isFixed = [&](ir::Value v) { return definitions.isFixed(v); };
  return holdsOfUpdates(loop.body.parameters[position + loop.isCounted()], loop.body.results[position], loop.body,
                        isFixed, isFixed);
}

} // namespace soac::analysis
