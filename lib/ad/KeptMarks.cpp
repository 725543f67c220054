#include "ad/KeptMarks.h"

#include "ops/rules/KeptNumbers.h"

namespace soac::ad {

std::optional<KeptPlace> keptPlace(const ir::Statement &s, const ir::Loop &keeping, const analysis::DefUse &definitions,
                                   const analysis::IndexRanges &ranges) {
  KeptPlace place;
  for (const ir::Block *b = definitions.home(s); b != &keeping.body; b = definitions.parent(*b)) {
    const ir::Statement *owner = definitions.owner(*b);
    if (owner && std::holds_alternative<ir::If>(owner->op))
      continue;
    const auto *inner = owner ? std::get_if<ir::Loop>(&owner->op) : nullptr;
    if (!inner || !inner->isCounted() || inner->annotations.stripmine != 1 || inner->annotations.revolve != 0)
      return std::nullopt;
    const bool isOutside = !definitions.isInside(inner->count, keeping.body);
    auto most = isOutside ? std::nullopt : ranges.mostTrips(inner->count);
    if (!isOutside && !most)
      return std::nullopt;
    place.counters.insert(place.counters.begin(), b->parameters[0]);
    place.counts.insert(place.counts.begin(), inner->count);
    place.most.insert(place.most.begin(), std::move(most));
  }
  return place;
}

namespace {

using Notes = llvm::DenseMap<ir::Value, ir::Statement>;

void insert(ir::Block &block, Notes &notes) {
  std::vector<ir::Statement> out;
  for (ir::Statement &s : block.statements) {
    ir::forEachBlock(s.op, [&](ir::Block &inner) { insert(inner, notes); });
    const ir::Values results = s.results;
    out.push_back(std::move(s));
    for (const ir::Value r : results)
      if (const auto found = notes.find(r); found != notes.end())
        out.push_back(std::move(found->second));
  }
  block.statements = std::move(out);
}

} // namespace

void insertKeptMarks(ir::Loop &keeping, const KeptPlaces &numbers, ir::Builder &b) {
  Notes notes;
  for (const auto &[v, at] : numbers) {
    ir::Values counters{keeping.body.parameters[0]}, trips{keeping.count};
    counters.append(at.counters);
    for (auto [count, most] : llvm::zip_equal(at.counts, at.most))
      trips.push_back(most ? analysis::valueOf(*most, b) : count);
    notes[v] = ops::keptNumberMark(v, counters, trips, b.values, b.location);
  }
  insert(keeping.body, notes);
}

} // namespace soac::ad
