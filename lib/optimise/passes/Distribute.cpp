// Loops that add to several elements of one array, a constant distance apart, as the adjoint of a stencil does, become
// one loop for each of these elements:
//
//   loop n |i| { v = f(i); a[i] += v; a[i+2] += -v }
//   ->   loop n |i| { a[i] += f(i) };  loop n |i| { a[i+2] += -f(i) }
//
// Iterations of each of these loops then have elements of their own and run in vector lanes, which iterations of the
// single loop cannot. Outermost loops, which are long, run block by block, so that the arrays of a block stay in the
// nearest cache from one loop to the next.
//
// Of elements that lie next to each other, each is added to once, with what all iterations have for it; few of them, at both ends, get
// their parts one by one:
//
//   loop n |i| { a[i] += f(i); a[i+1] += g(i) }
//   ->   if n >= 1 { loop n - 1 |i| { a[i+1] += f(i+1) + g(i) };  a[0] += f(0);  a[n] += g(n-1) } else { .. }
//
// The operands of an addition are computed again in its loop, so f may have a few additions and products only. Where neighbours get more
// than that, the loop writes their terms to arrays, from which they are gathered. Elements must be contiguous.
//
// Likewise a reduction that also adds to arrays becomes loops that add and a reduction, which is in vector lanes by itself.
#include "analysis/Effects.h"
#include "analysis/Nest.h"
#include "optimise/passes/OrderFree.h"
#include "optimise/passes/PassList.h"
#include "optimise/passes/SumTerms.h"

#include "ir/Builder.h"
#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>

#include <map>

namespace soac::optimise {
namespace {

using namespace analysis;
using namespace ir;

constexpr std::int64_t fewTripsForLanes = 16;      ///< fewer are not worth vector lanes
constexpr std::int64_t farthest = 4;       ///< distance of elements that are next to each other
constexpr std::int64_t blockTrips = 512;   ///< of a block; several arrays of 512 numbers fit into the nearest cache

class Distribution {
public:
  explicit Distribution(Function &f) : values(f.values) {
    const DefUse definitions(f.body);
    forEachStatement(f.body, [&](const Statement &s) {
      if (const auto *loop = std::get_if<Loop>(&s.op); loop && orderFreeBesideSums(*loop, values, definitions))
        free.insert(loop->body.parameters[0]);
    });
    block(f.body, /*isOutermost=*/true);
  }

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
        bool areCheap = true;
        auto pieces = piecesOf(*loop, areCheap);
        if (!areCheap) {
          if (pieces.size() > 1 && gatherStored(s, pieces, kept))
            continue;
          pieces.clear();
        }
        if (pieces.size() > 1)
          gatherNeighbours(s.location, loop->count, loop->body, loop->inits, pieces, isOutermost, kept);
        if (pieces.size() > 1) {
          pieces.pop_back(); // the last piece stays in the loop
          if (isOutermost)
            inBlocks(s, *loop, pieces, kept);
          else
            splitOff(s.location, loop->count, loop->body, pieces, loop->inits, kept);
        }
      } else if (auto *kernel = std::get_if<MapReduce>(&s.op)) {
        bool areCheap = true;
        auto pieces = piecesOf(*kernel, areCheap);
        if (!areCheap) {
          additionsApart(*kernel, s.location, pieces, kept);
        } else if (!pieces.empty()) {
          if (pieces.size() > 1)
            gatherNeighbours(s.location, kernel->count, kernel->fn, {}, pieces, isOutermost, kept);
          splitOff(s.location, kernel->count, kernel->fn, pieces, {}, kept);
        }
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
    take(body, pieces);
  }
  static void take(Block &body, llvm::ArrayRef<Piece> pieces) {
    std::vector<Statement> kept;
    for (auto [at, s] : llvm::enumerate(body.statements))
      if (llvm::none_of(pieces, [at = at](const Piece &piece) { return llvm::is_contained(piece, at); }))
        kept.push_back(std::move(s));
    body.statements = std::move(kept);
  }

  /// An addition to an element that lies `offset` behind that of the first one.
  struct Neighbour {
    std::size_t at; ///< its position in the body
    std::int64_t offset;
  };
  using Neighbours = llvm::SmallVector<Neighbour, 4>;

  // Pieces of which the elements are next to each other go, and their additions from the body. An outermost loop must have no others.
  void gatherNeighbours(SourceLocation location, Value count, Block &body, const Values &inits, std::vector<Piece> &pieces, bool isOutermost,
                        std::vector<Statement> &out) {
    std::vector<Piece> others;
    const std::vector<Neighbours> all = neighbours(body, pieces, others);
    if (all.empty() || (isOutermost && !others.empty()))
      return;
    std::vector<Piece> gathered;
    for (const Neighbours &group : all) {
      gather(location, count, group, [&](std::size_t at, Value i, Builder &in) { return inlineAddition(body, inits, at, i, in); }, out);
      for (const Neighbour &n : group)
        gathered.push_back({n.at});
    }
    llvm::SmallVector<std::size_t> gone;
    for (const Piece &piece : gathered)
      gone.push_back(piece[0]);
    for (Piece &piece : others)
      for (std::size_t &at : piece)
        at -= static_cast<std::size_t>(llvm::count_if(gone, [&](std::size_t g) { return g < at; }));
    take(body, gathered);
    pieces = std::move(others);
  }

  std::vector<Neighbours> neighbours(const Block &body, const std::vector<Piece> &pieces, std::vector<Piece> &others) const {
    const DefUse inside(body);
    const Polynomials integers(values, inside, [](Scalar s) { return s == Scalar::I64; });
    const IndexSteps steps(values, body, body.parameters[0]);
    const auto addition = [&](std::size_t at) -> const Accumulate & { return std::get<Accumulate>(body.statements[at].op); };
    std::vector<Neighbours> groups;
    const auto join = [&](std::size_t at) {
      const Accumulate &a = addition(at);
      for (Neighbours &group : groups) {
        const Accumulate &first = addition(group[0].at);
        const Polynomial apart = integers.of(a.indices.back()) - integers.of(first.indices.back());
        if (a.accumulator == first.accumulator && apart.isConstant() && std::abs(apart.constant()) <= farthest &&
            llvm::equal(llvm::drop_end(a.indices), llvm::drop_end(first.indices)))
          return group.push_back({at, apart.constant()});
      }
      if (steps.of(a.indices.back()) == std::optional<std::int64_t>(1))
        groups.push_back({{at, 0}});
    };
    for (const Piece &piece : pieces)
      llvm::for_each(piece, join);
    llvm::erase_if(groups, [](const Neighbours &group) { return group.size() == 1; });
    const auto isGathered = [&](std::size_t at) {
      return llvm::any_of(groups, [&](const Neighbours &group) { return llvm::any_of(group, [&](const Neighbour &n) { return n.at == at; }); });
    };
    for (Piece piece : pieces) {
      llvm::erase_if(piece, isGathered);
      if (!piece.empty())
        others.push_back(std::move(piece));
    }
    return groups;
  }

  /// The addition at a position of the body in iteration i, behind what it needs.
  using Addition = llvm::function_ref<Accumulate(std::size_t at, Value i, Builder &in)>;

  void gather(SourceLocation location, Value n, const Neighbours &group, Addition addition, std::vector<Statement> &out) {
    const auto [low, high] = std::minmax_element(group.begin(), group.end(), [](const Neighbour &a, const Neighbour &b) { return a.offset < b.offset; });
    const std::int64_t last = high->offset, width = last - low->offset;
    Builder b(values, out, location);
    If both{b.apply(Prim::Ge, {n, b.index(width)}), {}, {}};
    // Element `last` of the group: iteration i gets what iterations i + last - offset have for it.
    Builder then(values, both.then.statements, location);
    const Value count = then.sub(n, then.index(width));
    Block whole{{values.fresh(indexType)}, {}, {}};
    Builder in(values, whole.statements, location);
    Accumulate sum = addition(high->at, in.add(whole.parameters[0], in.index(0)), in);
    for (const Neighbour &part : group)
      if (part.at != high->at)
        sum.value = in.add(sum.value, addition(part.at, in.add(whole.parameters[0], in.index(last - part.offset)), in).value);
    in.statements().push_back({{}, std::move(sum), location});
    then.statements().push_back({{}, Loop{count, {}, {}, std::move(whole), {}}, location});
    for (const Neighbour &part : group) {
      const auto single = [&](Value i) {
        Accumulate own = addition(part.at, i, then);
        then.statements().push_back({{}, std::move(own), location});
      };
      for (std::int64_t i = 0; i < last - part.offset; ++i)
        single(then.index(i));
      for (std::int64_t i = last - part.offset; i < width; ++i)
        single(then.add(count, then.index(i)));
    }
    for (const Neighbour &part : group) { // few iterations
      Block body{{values.fresh(indexType)}, {}, {}};
      Builder inside(values, body.statements, location);
      Accumulate own = addition(part.at, body.parameters[0], inside);
      inside.statements().push_back({{}, std::move(own), location});
      both.otherwise.statements.push_back({{}, Loop{n, {}, {}, std::move(body), {}}, location});
    }
    out.push_back({{}, std::move(both), location});
  }
  // Appends what the addition needs in iteration i of a loop with this body; returns it.
  Accumulate inlineAddition(const Block &body, const Values &inits, std::size_t at, Value i, Builder &in) {
    ValueMap entry;
    for (auto [p, init] : llvm::zip_equal(llvm::drop_begin(body.parameters), inits))
      entry[p] = init;
    Block slice = cloneBlock(*sliceOf(body, {at}), values, entry);
    substitute(slice, {{slice.parameters[0], i}});
    Accumulate result = std::get<Accumulate>(slice.statements.back().op);
    slice.statements.pop_back();
    llvm::move(slice.statements, std::back_inserter(in.statements()));
    return result;
  }

  // The additions of the kernel, some of them to neighbours, by a loop of their own that writes the terms.
  void additionsApart(MapReduce &kernel, SourceLocation location, const std::vector<Piece> &pieces, std::vector<Statement> &out) {
    Statement additions{{}, Loop{kernel.count, {}, {}, cloneBlock(kernel.fn, values), {}}, location};
    std::get<Loop>(additions.op).body.results.clear();
    if (gatherStored(additions, pieces, out))
      take(kernel.fn, pieces);
  }

  // The loop writes what it would add to neighbours, and adds to other arrays only elements of its own. True where that is so: it then
  // stands in `out`.
  bool gatherStored(Statement &s, const std::vector<Piece> &pieces, std::vector<Statement> &out) {
    auto &loop = std::get<Loop>(s.op);
    std::vector<Piece> others;
    const std::vector<Neighbours> all = neighbours(loop.body, pieces, others);
    Block places = loop.body; // the same additions, of nothing
    for (Statement &t : places.statements)
      if (auto *addition = std::get_if<Accumulate>(&t.op))
        addition->value = values.zero(values.type(addition->value).scalar);
    const auto hasPlace = [&](const Piece &piece) { return sliceOf(places, piece).has_value(); };
    llvm::SmallVector<Value, 4> added; // the arrays, which must differ
    for (const Neighbours &group : all)
      added.push_back(std::get<Accumulate>(loop.body.statements[group[0].at].op).accumulator);
    for (const Piece &piece : others)
      for (const std::size_t at : piece)
        added.push_back(std::get<Accumulate>(loop.body.statements[at].op).accumulator);
    const bool areApart = llvm::all_of(added, [&](Value v) { return llvm::count(added, v) == 1; });
    if (all.empty() || !areApart || !llvm::all_of(pieces, hasPlace))
      return false;
    const Values inits = loop.inits;
    Builder b(values, out, s.location);
    std::map<std::size_t, Term> written; // by the addition
    std::map<Value, Value> ofTerm;
    std::vector<Piece> gone; // whose term is written for another one
    for (const Neighbours &group : all)
      for (const Neighbour &part : group) {
        Statement &addition = loop.body.statements[part.at];
        const auto [term, isNegative] = withoutSign(std::get<Accumulate>(addition.op).value, loop.body);
        if (const auto other = ofTerm.find(term); other != ofTerm.end()) {
          written[part.at] = {other->second, isNegative};
          gone.push_back({part.at});
          continue;
        }
        loop.inits.push_back(b.fill(b.zero(values.type(term).scalar), {b.apply(Prim::Max, {loop.count, b.index(0)})}));
        const Value before = values.freshLike(loop.inits.back()), after = values.freshLike(before);
        addition = {{after}, Update{before, {loop.body.parameters[0]}, term}, addition.location};
        loop.body.parameters.push_back(before);
        loop.body.results.push_back(after);
        s.results.push_back(ofTerm[term] = values.freshLike(before));
        written[part.at] = {s.results.back(), isNegative};
      }
    take(loop.body, gone);
    const Value count = loop.count;
    out.push_back({s.results, std::move(loop), s.location});
    for (const Neighbours &group : all)
      gather(s.location, count, group, [&](std::size_t at, Value i, Builder &in) {
        Accumulate result = inlineAddition(places, inits, at, i, in);
        const auto [terms, isNegative] = written.at(at);
        result.value = in.read(terms, {i});
        if (isNegative)
          result.value = in.apply(Prim::Neg, {result.value});
        return result;
      }, out);
    return true;
  }

  /// What is added, or its negative; or an array of that.
  struct Term {
    Value value;
    bool isNegative;
  };
  static Term withoutSign(Value term, const Block &body) {
    const DefUse inside(body);
    const auto *apply = inside.as<Apply>(term);
    return apply && apply->prim == Prim::Neg ? Term{apply->arguments[0], true} : Term{term, false};
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
  std::vector<Piece> piecesOf(const Loop &loop, bool &areCheap) const {
    if (!loop.isCounted() || !free.contains(loop.body.parameters[0]))
      return {};
    Effects effects;
    for (const Statement &s : loop.body.statements) {
      if (std::holds_alternative<Accumulate>(s.op))
        effects.accumulates.push_back(&s);
      effects.hasBranches |= std::holds_alternative<If>(s.op);
    }
    return meet(loop.body, effects) ? piecesOf(loop.body, loop.count, effects, areCheap) : std::vector<Piece>();
  }
  std::vector<Piece> piecesOf(const MapReduce &kernel, bool &areCheap) const {
    const auto effects = orderFree(kernel, values);
    return effects ? piecesOf(kernel.fn, kernel.count, *effects, areCheap) : std::vector<Piece>();
  }
  std::vector<Piece> piecesOf(const Block &body, Value count, const Effects &effects, bool &areCheap) const {
    if (effects.hasBranches || values.asInt(count).value_or(fewTripsForLanes) < fewTripsForLanes)
      return {};
    auto pieces = groups(body, effects);
    const auto isCostly = [&](const Piece &piece) {
      const auto slice = sliceOf(body, piece);
      return !slice || slice->statements.size() > mostStatementsOfTerm + piece.size();
    };
    areCheap = llvm::none_of(pieces, isCostly);
    return pieces;
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
      if (!isAddition && !isPartOfTerm(s, values))
        return std::nullopt;
      forEachOperand(s.op, [&](Value v) { needed.insert(v); });
      slice.statements.push_back(s);
    }
    std::reverse(slice.statements.begin(), slice.statements.end());
    return slice;
  }

  ValueTable &values;
  llvm::DenseSet<Value> free; ///< the counters of loops whose iterations may run in any order
};

} // namespace

Function distribute(Function function) {
  Distribution run(function);
  return function;
}

} // namespace soac::optimise
