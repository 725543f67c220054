#include "analysis/FinalElements.h"

namespace soac::analysis {

bool areComparable(const ArrayAccesses &accesses) {
  constexpr std::size_t mostPairs = 4096; // large functions have too many
  const auto isWrite = [](const Access &a) { return a.isWrite; };
  return accesses.all().size() * static_cast<std::size_t>(llvm::count_if(accesses.all(), isWrite)) <= mostPairs;
}

bool LaterWrites::mayFollowInIteration(const Access &access, const Access &write) {
  std::size_t common = 1; // both are in the loop's own body
  for (; common < access.path.size() && common < write.path.size() &&
         access.path[common].block == write.path[common].block;
       ++common)
    if (mayFollowInLaterIteration(access, write, access.path[common]))
      return true;
  return write.version > access.version &&
         !ranges(*access.path[common - 1].block).areApartInside(access.indices, write.indices);
}

/// In a later iteration of the loop whose body the step enters, which is around both?
bool LaterWrites::mayFollowInLaterIteration(const Access &access, const Access &write, const Access::Step &step) {
  if (step.statement && std::holds_alternative<ir::If>(step.statement->op))
    return false;
  const auto *loop = step.statement ? std::get_if<ir::Loop>(&step.statement->op) : nullptr;
  if (step.statement && !(loop && loop->isCounted()))
    return true;
  return !ranges(*step.block).areApartLater(access.indices, write.indices);
}

std::optional<FinalElement> LaterWrites::elementOf(const Access &access) const {
  if (!access.statement)
    return std::nullopt;
  const auto *update = std::get_if<ir::Update>(&access.statement->op);
  const ir::Value number = update ? update->value : access.statement->results[0];
  const ir::Values &indices = update ? update->indices : std::get<ir::Index>(access.statement->op).indices;
  // A number that is written belongs to the block that writes it: elsewhere the element may not be known.
  const ir::Statement *made = definitions.statement(number);
  const bool isKnown =
      values.type(number).isScalar() && made && definitions.home(*made) == definitions.home(*access.statement);
  return isKnown ? std::optional(FinalElement{number, indices}) : std::nullopt;
}

const IndexRanges &LaterWrites::ranges(const ir::Block &block) {
  const auto [known, isNew] = byBlock.try_emplace(&block);
  if (isNew)
    known->second.emplace(values, definitions, block);
  return *known->second;
}

std::vector<FinalElement> finalElements(const ir::Loop &loop, std::size_t position, const ir::ValueTable &values,
                                        const DefUse &definitions) {
  const ArrayAccesses accesses(loop, position, values);
  if (!loop.isCounted() || !accesses.isKnown() || !areComparable(accesses))
    return {};
  LaterWrites later(accesses, values, definitions);
  const auto isFinal = [&](const Access &access) {
    return llvm::none_of(accesses.all(), [&](const Access &other) {
      return other.isWrite &&
             (later.mayFollowInLaterIteration(access, other) || later.mayFollowInIteration(access, other));
    });
  };
  std::vector<FinalElement> found;
  for (const Access &access : accesses.all()) {
    const auto element = later.elementOf(access);
    if (element && llvm::none_of(found, [&](const FinalElement &e) { return e.number == element->number; }) &&
        isFinal(access))
      found.push_back(*element);
  }
  return found;
}

bool areReadsFinal(const ir::Loop &loop, std::size_t position, const ir::ValueTable &values, const DefUse &definitions) {
  const ArrayAccesses accesses(loop, position, values);
  if (!accesses.isKnown())
    return false;
  const std::vector<FinalElement> found = finalElements(loop, position, values, definitions);
  return llvm::all_of(accesses.all(), [&](const Access &access) {
    return access.isWrite || (access.statement && llvm::any_of(found, [&](const FinalElement &e) {
             return e.number == access.statement->results[0];
           }));
  });
}

} // namespace soac::analysis
