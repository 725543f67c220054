// Loops and kernels that add to several elements of one array, as the adjoint of a stencil does, to one for each of these
// elements: then no two iterations of any of them add to the same element, and a device needs no atomic operations.
//
//   map n |i| { v = f(i); acc[i] += v; acc[i+2] += -v }
//   ->   map n |i| { acc[i] += f(i) };  map n |i| { acc[i+2] += -f(i) }
//
// What the additions need is computed again in each, so f must not be long. The additions may stand in branches and inner
// loops: these are copied with what they need. Of a nest, the threads of which are the iterations of its innermost loop, no two
// of these add to the same element.
#include "optimise/passes/Kernel.h"
#include "optimise/passes/PassList.h"

#include "analysis/Polynomial.h"
#include "ir/Walk.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/STLExtras.h>

namespace soac::optimise {
namespace {

using namespace ir;

constexpr std::size_t mostStatementsOfAddition = 64; ///< of f
constexpr unsigned mostPiecesOfStencil = 9;         ///< a stencil of three by three
constexpr std::int64_t fewBesideOthers = 64;           ///< iterations that one thread runs beside what is around them

/// The additions of one loop or kernel, and in which piece each is: number 0 stays.
class Pieces {
public:
  Pieces(const Block &body, const ValueTable &values)
      : values(values), inside(body), polynomials(values, inside, [](Scalar s) { return s == Scalar::I64; }),
        nest(nestOf(body, values)) {
    isPlain = collect(body);
    if (!isPlain || statements > mostStatementsOfAddition)
      return;
    for (const std::size_t depth : {nest.size(), std::size_t(1)}) {
      number = 1;
      piece.clear();
      for (const auto &[accumulator, list] : additions)
        group(list, depth);
      if (number <= mostPiecesOfStencil)
        return;
    }
  }
  unsigned count() const { return number <= mostPiecesOfStencil ? number : 1; }
  unsigned of(const Statement &addition) const { return piece.lookup(&addition); }
  bool isPlain; ///< the body has numbers, branches, loops and additions alone

private:
  const ValueTable &values;
  const analysis::DefUse inside;
  const analysis::Polynomials polynomials;
  /// A loop, of which the body is all that the one around it does with accumulators.
  struct Level {
    Value counter;
    analysis::DefUse inside;
  };
  const std::vector<Level> nest;
  std::size_t statements = 0;
  llvm::MapVector<Value, std::vector<const Statement *>> additions; ///< by accumulator
  llvm::DenseMap<const Statement *, unsigned> piece;
  unsigned number = 1;

  static const Block *onlyLoop(const Block &b, const ValueTable &values) {
    const Block *found = nullptr;
    for (const Statement &s : b.statements) {
      const auto *loop = std::get_if<Loop>(&s.op);
      const auto *map = std::get_if<Map>(&s.op);
      if (std::holds_alternative<Accumulate>(s.op) || std::holds_alternative<If>(s.op) || ((loop || map) && found) ||
          (loop && !loop->isCounted()))
        return nullptr;
      if (loop || map)
        found = values.asInt(loop ? loop->count : map->count).value_or(fewBesideOthers + 1) > fewBesideOthers ? loop ? &loop->body : &map->fn : nullptr;
    }
    return found;
  }
  static std::vector<Level> nestOf(const Block &outermost, const ValueTable &values) {
    std::vector<Level> levels;
    for (const Block *b = &outermost; b; b = onlyLoop(*b, values))
      levels.push_back({b->parameters[0], analysis::DefUse(*b)});
    return levels;
  }

  bool collect(const Block &b) {
    return llvm::all_of(b.statements, [&](const Statement &s) {
      ++statements;
      if (const auto *a = std::get_if<Accumulate>(&s.op))
        additions[a->accumulator].push_back(&s);
      bool isFine = isPlainForAdditions(s, values);
      forEachBlock(s.op, [&](const Block &inner) { isFine = isFine && collect(inner); });
      return isFine;
    });
  }

  /// Additions to the same part of the array, such as a row, are in one piece; all stay where some of them may be to the same
  /// element as others anyway. `depth`: of the loops whose iterations are told apart.
  void group(const std::vector<const Statement *> &list, std::size_t depth) {
    llvm::SmallVector<std::size_t, 3> dimensions;
    for (const Level &level : llvm::ArrayRef(nest).take_front(depth)) {
      const std::optional<std::size_t> d = distinctDimension(list, level, dimensions);
      if (!d)
        break;
      dimensions.push_back(*d);
    }
    if (dimensions.empty())
      return;
    std::vector<const Statement *> groups;
    for (const Statement *s : list) {
      const auto isSame = [&](const Statement *other) {
        return llvm::all_of(dimensions, [&](std::size_t d) { return polynomials.of(indexOf(*s, d)) == polynomials.of(indexOf(*other, d)); });
      };
      auto place = llvm::find_if(groups, isSame);
      if (place == groups.end())
        place = groups.insert(groups.end(), s);
      piece[s] = static_cast<unsigned>(place - groups.begin());
    }
    number = std::max(number, static_cast<unsigned>(groups.size()));
  }
  static Value indexOf(const Statement &addition, std::size_t d) { return std::get<Accumulate>(addition.op).indices[d]; }

  /// In which each iteration of the loop has an index of its own, in every addition.
  std::optional<std::size_t> distinctDimension(const std::vector<const Statement *> &list, const Level &level,
                                               llvm::ArrayRef<std::size_t> others) const {
    for (std::size_t d = 0;; ++d) {
      const auto hasDimension = [&](const Statement *s) { return std::get<Accumulate>(s->op).indices.size() > d; };
      if (!llvm::all_of(list, hasDimension))
        return std::nullopt;
      if (!llvm::is_contained(others, d) && llvm::all_of(list, [&](const Statement *s) { return isDistinct(indexOf(*s, d), level); }))
        return d;
    }
  }
  bool isDistinct(Value index, const Level &level) const {
    const auto [slope, rest] = polynomials.of(index).in(level.counter);
    return slope.isConstant() && slope.constant() != 0 && llvm::all_of(rest.terms(), [&](const auto &term) {
             return llvm::none_of(term.first, [&](Value factor) { return level.inside.isInside(factor); });
           });
  }
};

class SplitAdditions {
public:
  explicit SplitAdditions(Function &f) : values(f.values) { block(f.body); }

private:
  void block(Block &b) {
    std::vector<Statement> result;
    result.reserve(b.statements.size());
    for (Statement &s : b.statements) {
      if (!split(s, result) && !std::holds_alternative<Map>(s.op) && !std::holds_alternative<MapReduce>(s.op))
        forEachBlock(s.op, [&](Block &inner) { block(inner); });
      result.push_back(std::move(s));
    }
    b.statements = std::move(result);
  }

  /// Appends the pieces that are split off. False where the statement is no kernel, but may have some inside.
  bool split(Statement &s, std::vector<Statement> &out) {
    Block *const body = bodyOf(s);
    if (!body)
      return false;
    const Pieces pieces(*body, values);
    for (unsigned k = pieces.count(); k-- > 1;)
      out.push_back(copyOf(s, *body, pieces, k));
    if (pieces.count() > 1)
      keep(*body, *body, pieces, 0);
    return pieces.isPlain;
  }

  /// Of a statement whose iterations pass nothing on.
  static Block *bodyOf(Statement &s) {
    if (auto *loop = std::get_if<Loop>(&s.op))
      return loop->isCounted() && loop->inits.empty() ? &loop->body : nullptr;
    if (auto *map = std::get_if<Map>(&s.op))
      return map->fn.results.empty() ? &map->fn : nullptr;
    auto *reduction = std::get_if<MapReduce>(&s.op);
    return reduction && reduction->fn.results.size() == reduction->reductions.size() ? &reduction->fn : nullptr;
  }

  /// A loop or map that does the additions of piece k alone.
  Statement copyOf(const Statement &s, const Block &body, const Pieces &pieces, unsigned k) {
    Block copy = cloneBlock(body, values);
    copy.results.clear();
    keep(copy, body, pieces, k);
    if (const auto *loop = std::get_if<Loop>(&s.op))
      return {{}, Loop{loop->count, {}, {}, std::move(copy), {}}, s.location};
    if (const auto *map = std::get_if<Map>(&s.op))
      return {{}, Map{map->count, map->arrays, std::move(copy)}, s.location};
    const auto &reduction = std::get<MapReduce>(s.op);
    return {{}, Map{reduction.count, reduction.arrays, std::move(copy)}, s.location};
  }

  /// Leaves the additions of one piece in the block, which is a copy of `original` or that itself.
  static void keep(Block &b, const Block &original, const Pieces &pieces, unsigned k) {
    std::vector<bool> isKept;
    for (const Statement &s : original.statements)
      isKept.push_back(!std::holds_alternative<Accumulate>(s.op) || pieces.of(s) == k);
    for (auto [s, from] : llvm::zip_equal(b.statements, original.statements)) {
      llvm::SmallVector<const Block *, 2> blocks;
      forEachBlock(from.op, [&](const Block &inner) { blocks.push_back(&inner); });
      const Block *const *next = blocks.begin();
      forEachBlock(s.op, [&](Block &inner) { keep(inner, **next++, pieces, k); });
    }
    std::vector<Statement> kept;
    for (auto [at, s] : llvm::enumerate(b.statements))
      if (isKept[at])
        kept.push_back(std::move(s));
    b.statements = std::move(kept);
  }

  ValueTable &values;
};

} // namespace

Function splitAdditions(Function function) {
  SplitAdditions work(function);
  return function;
}

} // namespace soac::optimise
