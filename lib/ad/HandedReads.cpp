#include "ad/HandedReads.h"

#include "ad/KeptMarks.h"
#include "analysis/Accesses.h"
#include "ops/rules/HandedLog.h"

namespace soac::ad {
namespace {

class HandedReads {
public:
  HandedReads(const ir::Block &block, ir::ValueTable &values, const analysis::Definitions &invoked,
              const analysis::DefUse &front)
      : values(values), invoked(invoked), definitions(front, block) {
    find(block);
  }

  void mark(ir::Block &block) {
    std::vector<ir::Statement> out;
    out.reserve(block.statements.size());
    for (ir::Statement &s : block.statements) {
      auto *loop = s.results.empty() ? nullptr : std::get_if<ir::Loop>(&s.op);
      if (const auto reads = loop ? kept.find(s.results[0]) : kept.end(); reads != kept.end())
        mark(*loop, reads->second, s.location, out);
      else
        ir::forEachBlock(s.op, [&](ir::Block &inner) { mark(inner); });
      out.push_back(std::move(s));
    }
    block.statements = std::move(out);
  }

private:
  /// In the outermost loops.
  void find(const ir::Block &block) {
    constexpr std::size_t mostKept = 8;
    for (const ir::Statement &s : block.statements) {
      const auto *loop = std::get_if<ir::Loop>(&s.op);
      if (!loop || !loop->isCounted() || !loop->annotations.areNone())
        ir::forEachBlock(s.op, [&](const ir::Block &inner) { find(inner); });
      else if (KeptPlaces reads = readsBesideLoops(*loop); !reads.empty() && reads.size() <= mostKept)
        kept[s.results[0]] = std::move(reads);
    }
  }
  void mark(ir::Loop &loop, const KeptPlaces &reads, ir::SourceLocation location, std::vector<ir::Statement> &out) {
    ir::Loop marked = loop;
    std::vector<ir::Statement> trips;
    ir::Builder b(values, trips, location);
    insertKeptMarks(marked, reads, b);
    if (ops::logsHandedDown(marked, values, invoked) <= ops::logsHandedDown(loop, values, invoked))
      return;
    llvm::move(trips, std::back_inserter(out));
    loop = std::move(marked);
  }

  /// Of arrays that the loop carries; none where some have no place.
  KeptPlaces readsBesideLoops(const ir::Loop &loop) const {
    std::vector<analysis::ArrayAccesses> carried;
    for (std::size_t k = 0; k < loop.inits.size(); ++k)
      if (values.type(loop.inits[k]).isArray() && values.type(loop.inits[k]).isDifferentiable())
        carried.emplace_back(loop, k, values);
    const analysis::IndexRanges ranges(values, definitions, loop.body);
    KeptPlaces found;
    bool areAll = true;
    forEachBlockWithLoops(loop.body, [&](const ir::Statement &s) {
      const auto *read = std::get_if<ir::Index>(&s.op);
      if (!read || !values.type(s.results[0]).isScalar() ||
          llvm::none_of(carried, [&](const auto &a) { return a.isKnown() && a.isVersion(read->array); }))
        return;
      auto place = keptPlace(s, loop, definitions, ranges);
      areAll &= place.has_value();
      if (place)
        found.insert({s.results[0], std::move(*place)});
    });
    return areAll ? found : KeptPlaces();
  }
  /// The statements of blocks in which loops change arrays.
  static void forEachBlockWithLoops(const ir::Block &block, llvm::function_ref<void(const ir::Statement &)> visit) {
    if (!ir::has<ir::Loop>(block))
      return;
    for (const ir::Statement &s : block.statements) {
      visit(s);
      if (std::holds_alternative<ir::Loop>(s.op) || std::holds_alternative<ir::If>(s.op))
        ir::forEachBlock(s.op, [&](const ir::Block &inner) { forEachBlockWithLoops(inner, visit); });
    }
  }

  ir::ValueTable &values;
  const analysis::Definitions &invoked;
  const analysis::DefUse definitions;
  llvm::DenseMap<ir::Value, KeptPlaces> kept; ///< by the loop's first result
};

} // namespace

void markHandedReads(ir::Block &block, ir::ValueTable &values, const analysis::Definitions &definitions,
                     const analysis::DefUse &front) {
  HandedReads(block, values, definitions, front).mark(block);
}

} // namespace soac::ad
