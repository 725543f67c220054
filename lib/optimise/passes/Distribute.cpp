// Loops that add to several elements of one array, a constant distance apart, as the adjoint of a stencil does, become
// one loop for each of these elements:
//
//   loop n |i| { v = f(i); a[i] += v; a[i+2] += -v }
//   ->   loop n |i| { a[i] += f(i) };  loop n |i| { a[i+2] += -f(i) }
//
// Iterations of each of these loops then have elements of their own and run in vector lanes, which iterations of the
// single loop cannot. Outermost loops, which are long, run block by block, so that the arrays of a block stay in the
// nearest cache from one loop to the next. Likewise a reduction that also adds to arrays becomes a loop that adds and a
// reduction. The operands of an addition are computed again in its loop, so f may have a few additions and products only,
// and the elements must be contiguous.
#include "analysis/Cost.h"
#include "analysis/Effects.h"
#include "analysis/Nest.h"
#include "optimise/passes/OrderFree.h"
#include "optimise/passes/PassList.h"

#include "ir/Builder.h"
#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::optimise {
namespace {

using namespace analysis;
using namespace ir;

constexpr std::size_t mostStatements = 12; ///< of f
constexpr std::int64_t fewTrips = 16;      ///< fewer are not worth vector lanes
constexpr std::int64_t blockTrips = 512; ///< of a block; several arrays of 512 numbers fit into the nearest cache

class Distribution {
public:
  explicit Distribution(Function &f) : values(f.values) { block(f.body, /*isOutermost=*/true); }

private:
  /// Additions of one loop, their positions in the body: to different arrays, or to the same element of one.
  using Piece = llvm::SmallVector<std::size_t, 4>;

  void block(Block &b, bool isOutermost) {
    std::vector<Statement> kept;
    kept.reserve(b.statements.size());
    for (Statement &s : b.statements) {
      const bool isRegion = std::holds_alternative<WithAccumulators>(s.op) || std::holds_alternative<If>(s.op);
      forEachBlock(s.op, [&](Block &inner) { block(inner, isOutermost && isRegion); });
      if (auto *loop = std::get_if<Loop>(&s.op)) {
        if (auto pieces = piecesOf(*loop); pieces.size() > 1) {
          pieces.pop_back(); // the last piece stays in the loop
          if (isOutermost)
            inBlocks(s, *loop, pieces, kept);
          else
            splitOff(s.location, loop->count, loop->body, pieces, loop->inits, kept);
        }
      } else if (auto *kernel = std::get_if<MapReduce>(&s.op)) {
        if (auto pieces = piecesOf(*kernel); pieces.size() == 1)
          splitOff(s.location, kernel->count, kernel->fn, pieces, {}, kept);
      }
      if (!s.results.empty() || hasEffect(s.op))
        kept.push_back(std::move(s));
    }
    b.statements = std::move(kept);
  }

  // Appends a loop for each piece and takes its additions out of the body. A carried array has its first value in the new
  // loop: an element is read before it is updated.
  void splitOff(SourceLocation location, Value count, Block &body, llvm::ArrayRef<Piece> pieces, const Values &inits,
                std::vector<Statement> &out) {
    ValueMap entry;
    for (auto [p, init] : llvm::zip_equal(llvm::drop_begin(body.parameters), inits))
      entry[p] = init;
    for (const Piece &piece : pieces)
      out.push_back({{}, Loop{count, {}, {}, cloneBlock(*sliceOf(body, piece), values, entry), {}}, location});
    std::vector<Statement> kept;
    for (auto [at, s] : llvm::enumerate(body.statements))
      if (llvm::none_of(pieces, [at = at](const Piece &piece) { return llvm::is_contained(piece, at); }))
        kept.push_back(std::move(s));
    body.statements = std::move(kept);
  }

  // The loop over blocks, which takes the place of the loop: each block has the `left` iterations from `start` on.
  void inBlocks(Statement &s, Loop &loop, std::vector<Piece> pieces, std::vector<Statement> &out) {
    Builder before(values, out, s.location);
    Loop blocks = inStrips(std::move(loop), values.constantIndex(blockTrips), before);
    Statement inner = std::move(blocks.body.statements.back());
    blocks.body.statements.pop_back();
    for (Piece &piece : pieces)
      for (std::size_t &at : piece)
        ++at; // behind the statement that computes the number of the iteration
    auto &iterations = std::get<Loop>(inner.op);
    splitOff(s.location, iterations.count, iterations.body, pieces, iterations.inits, blocks.body.statements);
    blocks.body.statements.push_back(std::move(inner));
    s.op = std::move(blocks);
  }

  // The pieces of the statement's additions: none where vector lanes gain nothing.
  std::vector<Piece> piecesOf(const Loop &loop) const {
    const auto effects = orderFree(loop, values);
    if (!effects || !meet(loop.body, *effects))
      return {};
    return piecesOf(loop.body, loop.count, *effects);
  }
  std::vector<Piece> piecesOf(const MapReduce &kernel) const {
    const auto effects = orderFree(kernel, values);
    return effects ? piecesOf(kernel.fn, kernel.count, *effects) : std::vector<Piece>();
  }
  std::vector<Piece> piecesOf(const Block &body, Value count, const Effects &effects) const {
    if (effects.hasBranches || values.asInt(count).value_or(fewTrips) < fewTrips)
      return {};
    auto pieces = groups(body, effects);
    const auto isCostly = [&](const Piece &piece) {
      const auto slice = sliceOf(body, piece);
      return !slice || slice->statements.size() > mostStatements + piece.size();
    };
    return llvm::any_of(pieces, isCostly) ? std::vector<Piece>() : pieces;
  }

  // True where two additions are to elements of one array a constant distance apart: two iterations then add to the same
  // element, and no run-time test of a compiler can show that they do not.
  bool meet(const Block &body, const Effects &effects) const {
    const DefUse inside(body);
    const Polynomials integers(values, inside, [](Scalar s) { return s == Scalar::I64; });
    for (const Statement *s : effects.accumulates)
      for (const Statement *t : effects.accumulates) {
        const auto &a = std::get<Accumulate>(s->op), &b = std::get<Accumulate>(t->op);
        if (a.accumulator != b.accumulator || a.indices.empty() ||
            !llvm::equal(llvm::drop_end(a.indices), llvm::drop_end(b.indices)))
          continue;
        const Polynomial apart = integers.of(a.indices.back()) - integers.of(b.indices.back());
        if (apart.isConstant() && apart.constant() != 0)
          return true;
      }
    return false;
  }

  // Additions to one array at different indices are in different pieces. None where an addition is not to contiguous
  // elements.
  std::vector<Piece> groups(const Block &body, const Effects &effects) const {
    const IndexSteps steps(values, body, body.parameters[0]);
    std::vector<Piece> pieces;
    for (const Statement *s : effects.accumulates) {
      const auto &a = std::get<Accumulate>(s->op);
      const bool isDense = !a.indices.empty() && std::abs(steps.of(a.indices.back()).value_or(0)) == 1 &&
                           llvm::all_of(llvm::drop_end(a.indices),
                                        [&](Value v) { return steps.of(v) == std::optional<std::int64_t>(0); });
      if (!isDense)
        return {};
      const auto fits = [&](const Piece &piece) {
        return llvm::all_of(piece, [&](std::size_t other) {
          const auto &b = std::get<Accumulate>(body.statements[other].op);
          return b.accumulator != a.accumulator || b.indices == a.indices;
        });
      };
      auto place = llvm::find_if(pieces, fits);
      if (place == pieces.end())
        place = pieces.insert(pieces.end(), Piece());
      place->push_back(static_cast<std::size_t>(s - body.statements.data()));
    }
    return pieces;
  }

  // The body's slice that the additions need; none where it has statements other than cheap primitives and reads.
  std::optional<Block> sliceOf(const Block &body, const Piece &piece) const {
    ValueSet needed;
    Block slice{{body.parameters[0]}, {}, {}};
    for (std::size_t at = body.statements.size(); at-- > 0;) {
      const Statement &s = body.statements[at];
      const bool isAddition = llvm::is_contained(piece, at);
      if (!isAddition && llvm::none_of(s.results, [&](Value r) { return needed.contains(r); }))
        continue;
      if (!isAddition && !isPartOfSum(s))
        return std::nullopt;
      forEachOperand(s.op, [&](Value v) { needed.insert(v); });
      slice.statements.push_back(s);
    }
    std::reverse(slice.statements.begin(), slice.statements.end());
    return slice;
  }
  bool isPartOfSum(const Statement &s) const {
    const auto *apply = std::get_if<Apply>(&s.op);
    return apply ? cost(*apply, values) <= 1
                 : std::holds_alternative<Index>(s.op) || std::holds_alternative<Extent>(s.op);
  }

  ValueTable &values;
};

} // namespace

Function distribute(Function function) {
  Distribution run(function);
  return function;
}

} // namespace soac::optimise
