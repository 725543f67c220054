// Kernels that add to several elements of an array around their own, as the adjoint of a stencil does, to one kernel over the
// elements that sums up what is added to each. Then every element is read and written once, by one thread of a device.
//
//   map n |i| { v = f(i); acc[i] += v; acc[i+2] += -v }
//   ->   map n+2 |p| { acc[p] += (if p < n { f(p) } else { 0 }) + (if p-2 >= 0 { -f(p-2) } else { 0 }) }
//
// So are nests, an index of the element for each of their loops. What the additions need is computed again for each of them,
// as where they become kernels of their own (`split_additions`, which takes the others). The additions may stand in branches.
#include "optimise/passes/Kernel.h"
#include "optimise/passes/PassList.h"

#include "analysis/Polynomial.h"
#include "ir/Walk.h"
#include "prims/Prims.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/STLExtras.h>

namespace soac::optimise {
namespace {

using namespace ir;
using prims::Prim;

constexpr std::size_t mostStatementsGathered = 576; ///< of one kernel
constexpr std::size_t mostNeighbours = 27;          ///< a stencil of three by three by three

/// The distances between the element that is added to and the counters, one for each index.
using Offset = llvm::SmallVector<std::int64_t, 3>;

/// Loops or maps inside one another, where the innermost one does all additions: its body may have branches.
class Nest {
public:
  explicit Nest(const Statement &outermost) {
    for (const Statement *s = &outermost; s; s = onlyLoop(*levels.back().body))
      levels.push_back(levelOf(*s));
  }

  struct Level {
    const Statement *statement;
    const Block *body; ///< null for what is no loop
    Value count;
    llvm::ArrayRef<Value> arrays; ///< of which the body has elements

    Value counter() const { return body->parameters[0]; }
  };
  llvm::SmallVector<Level, 3> levels;

  const Block &innermost() const { return *levels.back().body; }

  /// A loop whose iterations pass nothing on, or one of a kernel: without `body` else.
  static Level levelOf(const Statement &s) {
    if (const auto *loop = std::get_if<Loop>(&s.op); loop && loop->isCounted() && loop->inits.empty() && loop->annotations.areNone())
      return {&s, &loop->body, loop->count, {}};
    if (const auto *map = std::get_if<Map>(&s.op); map && map->fn.results.empty())
      return {&s, &map->fn, map->count, map->arrays};
    const auto *reduction = std::get_if<MapReduce>(&s.op);
    if (reduction && reduction->fn.results.size() == reduction->reductions.size())
      return {&s, &reduction->fn, reduction->count, reduction->arrays};
    return {&s, nullptr, {}, {}};
  }

private:
  static bool adds(const Statement &s) {
    bool found = std::holds_alternative<Accumulate>(s.op);
    forEachBlock(s.op, [&](const Block &b) { found |= llvm::any_of(b.statements, adds); });
    return found;
  }
  /// The one statement of the block that adds to anything, if it is a loop.
  static const Statement *onlyLoop(const Block &b) {
    const Statement *found = nullptr;
    for (const Statement &s : b.statements)
      if (adds(s)) {
        if (found || !levelOf(s).body || std::holds_alternative<MapReduce>(s.op))
          return nullptr;
        found = &s;
      }
    return found;
  }
};

class GatherAdditions {
public:
  explicit GatherAdditions(Function &f)
      : values(f.values), inside(f.body), polynomials(values, inside, [](Scalar s) { return s == Scalar::I64; }) {
    find(f.body);
    replace(f.body);
  }

private:
  /// Additions to one array by a nest.
  struct Gathered {
    Value accumulator;
    llvm::SmallVector<std::size_t, 3> levels; ///< of each index: whose counter it has
    llvm::SmallVector<Offset, 9> offsets;     ///< no two are equal
  };
  struct Found {
    ValueSet accumulators; ///< to which the statement adds no more
    std::vector<Statement> kernels;
  };

  ValueTable &values;
  const analysis::DefUse inside;
  const analysis::Polynomials polynomials;
  llvm::DenseMap<const Statement *, Found> found;

  void find(const Block &b) {
    for (const Statement &s : b.statements) {
      if (!Nest::levelOf(s).body)
        forEachBlock(s.op, [&](const Block &inner) { find(inner); });
      else if (const Nest nest(s); isPlain(nest) && gather(s, nest))
        continue;
      else if (std::holds_alternative<Loop>(s.op))
        forEachBlock(s.op, [&](const Block &inner) { find(inner); });
    }
  }
  void replace(Block &b) {
    std::vector<Statement> made;
    for (Statement &s : b.statements) {
      const auto here = found.find(&s);
      forEachBlock(s.op, [&](Block &inner) {
        if (here != found.end())
          drop(inner, here->second.accumulators);
        else
          replace(inner);
      });
      const bool isFound = here != found.end();
      std::vector<Statement> kernels = isFound ? std::move(here->second.kernels) : std::vector<Statement>();
      made.push_back(std::move(s));
      llvm::move(kernels, std::back_inserter(made));
    }
    b.statements = std::move(made);
  }
  static void drop(Block &b, const ValueSet &accumulators) {
    llvm::erase_if(b.statements, [&](const Statement &s) {
      const auto *a = std::get_if<Accumulate>(&s.op);
      return a && accumulators.contains(a->accumulator);
    });
    for (Statement &s : b.statements)
      forEachBlock(s.op, [&](Block &inner) { drop(inner, accumulators); });
  }

  bool isPlain(const Nest &nest) const {
    return llvm::all_of(nest.levels.front().body->statements, [&](const Statement &s) { return isPlain(s); });
  }
  bool isPlain(const Statement &s) const {
    bool isFine = isPlainForAdditions(s, values);
    forEachBlock(s.op, [&](const Block &b) {
      isFine = isFine && llvm::all_of(b.statements, [&](const Statement &in) { return isPlain(in); });
    });
    return isFine;
  }

  /// False where it has nothing to gather.
  bool gather(const Statement &s, const Nest &nest) {
    Found here;
    const std::size_t statements = countStatements(*nest.levels.front().body);
    for (const Gathered &g : gathered(nest)) {
      if (g.offsets.size() < 2 || g.offsets.size() > mostNeighbours || g.offsets.size() * statements > mostStatementsGathered)
        continue;
      Builder b(values, here.kernels, s.location);
      kernel(b, nest, g);
      here.accumulators.insert(g.accumulator);
    }
    if (here.kernels.empty())
      return false;
    found[&s] = std::move(here);
    return true;
  }

  /// The accumulators to which all additions are by counters and constants.
  std::vector<Gathered> gathered(const Nest &nest) const {
    llvm::MapVector<Value, Gathered> all;
    ValueSet others;
    collect(nest.innermost(), nest, all, others);
    std::vector<Gathered> result;
    for (const auto &[accumulator, g] : all)
      if (!others.contains(accumulator))
        result.push_back(g);
    return result;
  }
  void collect(const Block &b, const Nest &nest, llvm::MapVector<Value, Gathered> &all, ValueSet &others) const {
    for (const Statement &s : b.statements) {
      if (const auto *a = std::get_if<Accumulate>(&s.op)) {
        if (!collect(*a, nest, all[a->accumulator]))
          others.insert(a->accumulator);
      } else if (std::holds_alternative<If>(s.op)) {
        forEachBlock(s.op, [&](const Block &inner) { collect(inner, nest, all, others); });
      } else {
        forEachBlock(s.op, [&](const Block &inner) {
          forEachStatement(inner, [&](const Statement &in) {
            if (const auto *addition = std::get_if<Accumulate>(&in.op))
              others.insert(addition->accumulator);
          });
        });
      }
    }
  }
  bool collect(const Accumulate &a, const Nest &nest, Gathered &g) const {
    const auto isGiven = [&](const Nest::Level &level) { return !inside.isInside(level.count, *nest.levels.front().body); };
    if (a.indices.size() != nest.levels.size() || values.type(a.value).isArray() || !llvm::all_of(nest.levels, isGiven))
      return false;
    llvm::SmallVector<std::size_t, 3> levels;
    Offset offset;
    for (const Value index : a.indices) {
      const analysis::Polynomial p = polynomials.of(index);
      const auto isOf = [&](const Nest::Level &level) { return (p - analysis::Polynomial(level.counter())).isConstant(); };
      const auto level = llvm::find_if(nest.levels, isOf);
      if (level == nest.levels.end())
        return false;
      levels.push_back(static_cast<std::size_t>(level - nest.levels.begin()));
      offset.push_back((p - analysis::Polynomial(level->counter())).constant());
    }
    if (g.offsets.empty()) {
      g.accumulator = a.accumulator;
      g.levels = levels;
      for (auto [k, level] : llvm::enumerate(levels))
        if (llvm::is_contained(llvm::ArrayRef(levels).take_front(k), level))
          return false;
    }
    if (g.levels != levels)
      return false;
    if (!llvm::is_contained(g.offsets, offset))
      g.offsets.push_back(offset);
    return true;
  }

  /// Which elements may be added to, in one dimension.
  struct Range {
    std::int64_t first;
    Value end;
  };

  void kernel(Builder &b, const Nest &nest, const Gathered &g) {
    llvm::SmallVector<Range, 3> ranges;
    Values counts;
    for (std::size_t d = 0; d < g.levels.size(); ++d) {
      ranges.push_back(rangeOf(b, nest, g, d));
      const auto [first, end] = ranges[d];
      counts.push_back(first == 0 ? end : b.apply(Prim::Max, {b.sub(end, b.index(first)), b.index(0)}));
    }
    over(b, counts, {}, [&](Builder &inner, llvm::ArrayRef<Value> numbers) {
      Values element;
      for (auto [number, range] : llvm::zip_equal(numbers, ranges))
        element.push_back(range.first == 0 ? number : inner.add(number, inner.index(range.first)));
      Value sum;
      for (const Offset &offset : g.offsets) {
        const Value term = termOf(inner, nest, g, ranges, element, offset);
        sum = sum ? inner.add(sum, term) : term;
      }
      inner.accumulate(g.accumulator, element, sum);
    });
  }
  static void over(Builder &b, llvm::ArrayRef<Value> counts, const Values &numbers,
                   llvm::function_ref<void(Builder &, llvm::ArrayRef<Value>)> body) {
    if (counts.empty())
      return body(b, numbers);
    b.map(counts.front(), {}, [&](Builder &inner, llvm::ArrayRef<Value> p) {
      Values more = numbers;
      more.push_back(p[0]);
      over(inner, counts.drop_front(), more, body);
      return Values();
    });
  }

  Range rangeOf(Builder &b, const Nest &nest, const Gathered &g, std::size_t d) {
    std::int64_t least = g.offsets[0][d], most = least;
    for (const Offset &offset : g.offsets)
      least = std::min(least, offset[d]), most = std::max(most, offset[d]);
    const Value count = nest.levels[g.levels[d]].count, extent = extentOf(b, g.accumulator, d);
    const analysis::Polynomial beyond = polynomials.of(count) + most - polynomials.of(extent);
    const Value end = [&] {
      if (beyond.isConstant() && beyond.constant() >= 0)
        return extent;
      const Value last = most == 0 ? count : b.add(count, b.index(most));
      return beyond.isConstant() ? last : b.apply(Prim::Min, {last, extent});
    }();
    return {std::max<std::int64_t>(least, 0), end};
  }
  /// An extent of what the accumulator has begun with.
  Value extentOf(Builder &b, Value accumulator, std::size_t d) const {
    const analysis::Definition *at = inside.of(accumulator);
    const auto *scope = at && at->statement ? std::get_if<WithAccumulators>(&at->statement->op) : nullptr;
    const Value array = scope ? scope->inits[at->position] : accumulator;
    if (const auto *filled = inside.as<Fill>(array); filled && d < filled->extents.size())
      return filled->extents[d];
    return b.extent(array, static_cast<unsigned>(d));
  }

  /// What the iteration that is `offset` in front of the element adds to it; zero if there is none.
  Value termOf(Builder &b, const Nest &nest, const Gathered &g, llvm::ArrayRef<Range> ranges, llvm::ArrayRef<Value> element,
               const Offset &offset) {
    Values counters(nest.levels.size());
    Value exists;
    const auto require = [&](Value condition) { exists = exists ? b.apply(Prim::And, {exists, condition}) : condition; };
    for (auto [d, level] : llvm::enumerate(g.levels)) {
      const Value counter = offset[d] == 0 ? element[d] : b.sub(element[d], b.index(offset[d]));
      counters[level] = counter;
      if (ranges[d].first - offset[d] < 0)
        require(b.apply(Prim::Ge, {counter, b.index(0)}));
      const Value count = nest.levels[level].count;
      const analysis::Polynomial beyond = polynomials.of(ranges[d].end) - offset[d] - polynomials.of(count);
      if (!beyond.isConstant() || beyond.constant() > 0)
        require(b.lessThan(counter, count));
    }
    const Block iteration = iterationOf(nest, g, offset);
    const auto inlined = [&](Builder &to) { return to.inlineBlock(iteration, counters)[0]; };
    if (!exists)
      return inlined(b);
    const Scalar type = values.type(iteration.results[0]).scalar;
    return b.ifElse(
        exists, [&](Builder &then) { return Values{inlined(then)}; }, [&](Builder &none) { return Values{none.zero(type)}; })[0];
  }

  /// A block from the counters of the nest to the sum of what is added at the offset.
  Block iterationOf(const Nest &nest, const Gathered &g, const Offset &offset) {
    Block all;
    for (auto [k, level] : llvm::enumerate(nest.levels)) {
      all.parameters.push_back(level.counter());
      for (auto [array, element] : llvm::zip_equal(level.arrays, llvm::drop_begin(level.body->parameters)))
        all.statements.push_back({{element}, Index{array, {level.counter()}}, level.statement->location});
      const Statement *const next = k + 1 < nest.levels.size() ? nest.levels[k + 1].statement : nullptr;
      for (const Statement &s : level.body->statements)
        if (&s != next)
          all.statements.push_back(s);
    }
    const Value sum = sumUp(all, nest, g, offset);
    all.results = {sum};
    return all;
  }
  /// Takes all additions out of the block. The sum of those to the accumulator at the offset, if there are any.
  Value sumUp(Block &b, const Nest &nest, const Gathered &g, const Offset &offset) {
    std::vector<Statement> kept;
    Builder to(values, kept);
    Value sum;
    const auto take = [&](Value v) { sum = sum ? to.add(sum, v) : v; };
    for (Statement &s : b.statements) {
      to.location = s.location;
      if (const auto *a = std::get_if<Accumulate>(&s.op)) {
        if (a->accumulator == g.accumulator && offsetOf(*a, nest, g) == offset)
          take(a->value);
        continue;
      }
      Value ofBranches;
      if (auto *branch = std::get_if<If>(&s.op)) {
        Value then = sumUp(branch->then, nest, g, offset), otherwise = sumUp(branch->otherwise, nest, g, offset);
        if (then || otherwise) {
          const Type type = values.type(then ? then : otherwise);
          branch->then.results.push_back(then ? then : values.zero(type.scalar));
          branch->otherwise.results.push_back(otherwise ? otherwise : values.zero(type.scalar));
          s.results.push_back(ofBranches = values.fresh(type));
        }
      } else {
        forEachBlock(s.op, [&](Block &inner) { sumUp(inner, nest, g, offset); });
      }
      kept.push_back(std::move(s));
      if (ofBranches)
        take(ofBranches);
    }
    b.statements = std::move(kept);
    return sum;
  }
  Offset offsetOf(const Accumulate &a, const Nest &nest, const Gathered &g) const {
    Offset result;
    for (auto [index, level] : llvm::zip_equal(a.indices, g.levels))
      result.push_back((polynomials.of(index) - analysis::Polynomial(nest.levels[level].counter())).constant());
    return result;
  }
};

} // namespace

Function gatherAdditions(Function function) {
  GatherAdditions work(function);
  return function;
}

} // namespace soac::optimise
