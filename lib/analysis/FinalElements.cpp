#include "analysis/FinalElements.h"

#include "analysis/Accesses.h"
#include "analysis/IndexRanges.h"

namespace soac::analysis {
namespace {

/// Pairs of accesses that are looked at for one array: large functions have too many.
constexpr std::size_t mostPairs = 4096;

class Finality {
public:
  Finality(const ArrayAccesses &accesses, const ir::ValueTable &values, const DefUse &definitions)
      : accesses(accesses), values(values), definitions(definitions) {}

  /// Does no write come to the element behind this access of it?
  bool isFinal(const Access &access) {
    return llvm::none_of(accesses.all(),
                         [&](const Access &other) { return other.isWrite && mayFollow(access, other); });
  }

private:
  /// Writes that come later in an iteration of a loop around both, or in a later one.
  bool mayFollow(const Access &access, const Access &write) {
    std::size_t common = 0; // at least the loop's own body
    for (; common < access.path.size() && common < write.path.size() &&
           access.path[common].block == write.path[common].block;
         ++common)
      if (mayFollowInLaterIteration(access, write, access.path[common]))
        return true;
    return write.version > access.version &&
           !ranges(*access.path[common - 1].block).areApartInside(access.indices, write.indices);
  }

  bool mayFollowInLaterIteration(const Access &access, const Access &write, const Access::Step &step) {
    if (step.statement && std::holds_alternative<ir::If>(step.statement->op))
      return false;
    const auto *loop = step.statement ? std::get_if<ir::Loop>(&step.statement->op) : nullptr;
    if (step.statement && !(loop && loop->isCounted()))
      return true;
    return !ranges(*step.block).areApartLater(access.indices, write.indices);
  }

  const IndexRanges &ranges(const ir::Block &block) {
    const auto [known, isNew] = byBlock.try_emplace(&block);
    if (isNew)
      known->second.emplace(values, definitions, block);
    return *known->second;
  }

  const ArrayAccesses &accesses;
  const ir::ValueTable &values;
  const DefUse &definitions;
  std::map<const ir::Block *, std::optional<IndexRanges>> byBlock;
};

} // namespace

std::vector<FinalElement> finalElements(const ir::Loop &loop, std::size_t position, const ir::ValueTable &values,
                                        const DefUse &definitions) {
  const ArrayAccesses accesses(loop, position, values);
  const auto isWrite = [](const Access &a) { return a.isWrite; };
  if (!loop.isCounted() || !accesses.isKnown() ||
      accesses.all().size() * static_cast<std::size_t>(llvm::count_if(accesses.all(), isWrite)) > mostPairs)
    return {};
  Finality finality(accesses, values, definitions);
  std::vector<FinalElement> found;
  for (const Access &access : accesses.all()) {
    if (!access.statement)
      continue;
    const auto *update = std::get_if<ir::Update>(&access.statement->op);
    const ir::Value number = update ? update->value : access.statement->results[0];
    const ir::Values &indices = update ? update->indices : std::get<ir::Index>(access.statement->op).indices;
    // A number that is written belongs to the block that writes it: elsewhere the element may not be known.
    const ir::Statement *made = definitions.statement(number);
    if (values.type(number).isScalar() && made && definitions.home(*made) == definitions.home(*access.statement) &&
        llvm::none_of(found, [&](const FinalElement &e) { return e.number == number; }) && finality.isFinal(access))
      found.push_back({number, indices});
  }
  return found;
}

} // namespace soac::analysis
