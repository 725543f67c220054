// Loops and kernels whose iterations have sequential loops inside: blocks of iterations go through these together, so that the
// iterations of a block are the innermost loops, which run in vector lanes.
//
//   loop n |i| { t = x[i];  s = loop m, (0) |j, u| { yield u * t + c[j] };  a[0] += s }
//   ->   loop n / 16 |b| {
//          T, S = 16 numbers each;  loop 16 |l| { T[l] = x[16 b + l] }
//          loop m |j| { k = c[j];  loop 16 |l| { S[l] = S[l] * T[l] + k } }
//          a[0] += sum 16 |l| { S[l] }
//        };
//        loop n % 16 |i| { the iterations that are left, one after the other }
//
// Iterations may write elements of their own, which a map gives or a loop in free order: each lane does so at the end of the block.
//   loop n, (a) |i, p| { s = loop m ..;  q = update p[i] = s  yield q }   ->   a = loop n / 16, (a) |b, p| {
//     .. S ..;  q = loop 16, (p) |l, r| { update r[16 b + l] = S[l] }  yield q };  the iterations that are left
//
// Likewise rows, which the iterations make, one element after the other in all lanes.
//
// What differs between the iterations (LaneValues.h) has a place for each of the block, in arrays the place is the last index;
// what does not is computed once for the block. Integers that follow from the counters are computed again instead of being kept.
// Loops that not all iterations go through together, say in a branch that some take, are left to one iteration after the other.
// The sums come in another order. Arrays of the iterations are that much larger: where they would not stay in a near cache, no
// iteration runs in a block.
#include "optimise/Passes.h"
#include "optimise/passes/ElementLoops.h"
#include "optimise/passes/LaneBlock.h"
#include "optimise/passes/LaneValues.h"
#include "optimise/passes/LaneWork.h"
#include "optimise/passes/OrderFree.h"
#include "optimise/passes/PackedRows.h"
#include "optimise/passes/PassList.h"
#include "optimise/passes/PlainLoops.h"

#include "analysis/DefUse.h"
#include "analysis/Shapes.h"
#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::optimise {
namespace {

using namespace ir;

constexpr std::int64_t laneCount = 16;     ///< of runtime/lanes.hpp
constexpr std::int64_t mostNumbers = 4096; ///< of an iteration's arrays; a block's are in the second cache at the worst

class Lanes {
public:
  Lanes(Function &f, std::int64_t lanes, bool isAnywhere)
      : values(f.values), original(f.body), definitions(original), shapes(f), lanes(lanes), isAnywhere(isAnywhere) {
    block(f.body);
  }

private:
  ValueTable &values;
  const Block original; ///< stays where it is
  const analysis::DefUse definitions;
  analysis::Shapes shapes; ///< likewise
  const std::int64_t lanes;
  const bool isAnywhere; ///< also where it does not pay

  void block(Block &b) {
    std::vector<Statement> made;
    for (Statement &s : b.statements)
      if (!inLanes(s, made)) {
        forEachBlock(s.op, [&](Block &inner) { block(inner); });
        made.push_back(std::move(s));
      }
    b.statements = std::move(made);
  }

  /// Iterations that give sums, or write elements of their own, and add to what is around them.
  struct Iterations {
    Kernel kernel;            ///< its function gives what is summed up, then each element that is written, with its indices
    Values arrays, states;    ///< which the iterations write: as they are before, and what the function calls them
    std::vector<WrittenElement> places; ///< with values of the kernel's function

    /// The places in a copy of the function that gives these results.
    std::vector<WrittenElement> placesIn(llvm::ArrayRef<Value> results) const {
      std::size_t k = kernel.reduced.size();
      std::vector<WrittenElement> made = places;
      for (WrittenElement &place : made) {
        place.value = results[k++];
        for (Value &v : place.indices)
          v = results[k++];
      }
      return made;
    }
    void addPlace(WrittenElement place) {
      kernel.fn.results.push_back(place.value);
      kernel.fn.results.append(place.indices);
      places.push_back(std::move(place));
    }
  };

  /// Loops whose iterations may run in any order are taken for kernels, and maps of numbers, or of rows of a known size, for such that
  /// write elements.
  std::optional<Iterations> iterationsOf(const Statement &s, Builder &b) {
    if (const auto *loop = std::get_if<Loop>(&s.op))
      return loop->isCounted() ? iterationsOf(*loop, s.location) : std::nullopt;
    if (!std::holds_alternative<Map>(s.op) && !std::holds_alternative<MapReduce>(s.op))
      return std::nullopt;
    const auto isNumber = [&](Value v) { return values.type(v).isScalar(); };
    Iterations made{takeKernel(s, values), {}, {}, {}};
    Kernel &kernel = made.kernel;
    const Values elements(llvm::ArrayRef<Value>(kernel.fn.results).drop_front(kernel.reduced.size()));
    if (!llvm::all_of(llvm::ArrayRef<Value>(kernel.fn.results).take_front(kernel.reduced.size()), isNumber) ||
        !(kernel.reduced.empty() || kernel.mapped.empty()) ||
        !llvm::all_of(kernel.reductions, [](const Reduction &r) { return computesAll(r.op); }))
      return std::nullopt;
    kernel.fn.results.resize(kernel.reduced.size());
    for (auto [k, element] : llvm::enumerate(elements)) {
      Values extents = {kernel.count};
      const analysis::Dims dims = shapes.of(kernel.mapped[k]);
      for (const analysis::Dim d : llvm::drop_begin(dims)) {
        const auto known = values.asInt(shapes.origin(d).value);
        if (!known || shapes.origin(d).dimension >= 0)
          return std::nullopt;
        extents.push_back(b.index(*known));
      }
      made.arrays.push_back(b.fill(values.zero(values.type(element).scalar), extents, values.name(kernel.mapped[k])));
      made.states.push_back(values.freshLike(kernel.mapped[k]));
      made.addPlace({k, {kernel.fn.parameters[0]}, element});
    }
    kernel.mapped.clear();
    return made;
  }

  /// Is each of the results the result of a statement of its own?
  static bool computesAll(const Block &b) {
    ValueSet made;
    for (const Statement &s : b.statements)
      made.insert(s.results.begin(), s.results.end());
    return llvm::all_of(b.results, [&](Value v) { return made.remove(v); });
  }

  /// The loop in `original`, which `definitions` are of.
  const Loop &asItWas(const Loop &loop) const { return std::get<Loop>(definitions.of(loop.body.parameters[0])->statement->op); }

  /// Of each array, the iteration writes elements one after the other, and reads none behind.
  std::optional<Iterations> iterationsOf(const Loop &loop, SourceLocation location) {
    if (!loop.inits.empty() && !hasFreeOrder(asItWas(loop), values, definitions))
      return std::nullopt;
    Iterations made{Kernel{loop.count, {}, loop.body, {}, {}, {}, location}, loop.inits, {}, {}};
    Block &fn = made.kernel.fn;
    made.states = Values(llvm::ArrayRef<Value>(fn.parameters).drop_front());
    unrollWrites(fn, made.states);
    const Values last = std::exchange(fn.results, {});
    fn.parameters.resize(1);
    ValueSet versions;
    for (auto [k, state] : llvm::enumerate(made.states)) {
      std::size_t reads = 0;
      std::vector<const Update *> updates;
      Value now = state;
      for (const Statement &s : fn.statements) {
        if (const auto *read = std::get_if<Index>(&s.op))
          reads += read->array == state;
        const auto *update = std::get_if<Update>(&s.op);
        if (!update || update->array != now)
          continue;
        updates.push_back(update);
        if (now != state && countUses(now, fn) != 1)
          return std::nullopt;
        now = s.results[0];
        versions.insert(now);
      }
      if (now != last[k] || updates.empty() || countUses(now, fn) != 0 || llvm::count(last, now) != 1 || countUses(state, fn) != reads + 1)
        return std::nullopt;
      for (const Update *update : updates)
        made.addPlace({k, update->indices, update->value});
    }
    llvm::erase_if(fn.statements, [&](const Statement &s) { return s.results.size() == 1 && versions.contains(s.results[0]); });
    return made;
  }

  /// Loops of a few trips that write elements of the arrays become their trips.
  void unrollWrites(Block &fn, const Values &arrays) {
    constexpr std::int64_t few = 4;
    ValueSet versions(arrays.begin(), arrays.end());
    ValueMap same;
    std::vector<Statement> made;
    for (Statement &s : fn.statements) {
      substitute(s.op, same);
      const auto isVersion = [&](Value v) { return versions.contains(v); };
      const auto *inner = std::get_if<Loop>(&s.op);
      if (inner && inner->isCounted() && values.asInt(inner->count).value_or(few + 1) <= few && llvm::any_of(inner->inits, isVersion)) {
        Values carried = inner->inits;
        for (std::int64_t i = 0; i < *values.asInt(inner->count); ++i) {
          Values arguments = {values.constantIndex(i)};
          arguments.append(carried);
          carried = inlineBlock(inner->body, arguments, values, made);
        }
        for (auto [result, now] : llvm::zip_equal(s.results, carried))
          same[result] = now;
        versions.insert(carried.begin(), carried.end());
        continue;
      }
      if (const auto *update = std::get_if<Update>(&s.op); update && isVersion(update->array))
        versions.insert(s.results[0]);
      made.push_back(std::move(s));
    }
    for (Value &v : fn.results)
      if (const auto found = same.find(v); found != same.end())
        v = found->second;
    fn.statements = std::move(made);
  }

  bool inLanes(const Statement &s, std::vector<Statement> &out) {
    std::vector<Statement> made;
    Builder b(values, made, s.location);
    const auto all = iterationsOf(s, b);
    if (!all || values.asInt(all->kernel.count).value_or(lanes) < lanes || isDone(all->kernel))
      return false;
    auto plain = plainBody(all->kernel, values);
    if (!plain)
      return false;
    turnElementLoops(*plain, LaneValues(*plain, values), values);
    const Values needed = packRows(*plain, LaneValues(*plain, values), definitions, values);
    const LaneValues kinds(*plain, values);
    if (!kinds.haveForm())
      return false;
    const LaneWork work = laneWorkOf(*plain, kinds, values);
    const bool writesRows = llvm::any_of(all->places, [&](const WrittenElement &place) { return values.type(place.value).isArray(); });
    if (!isAnywhere && !(work.isWorthLanes() && (work.hasSums || !writesRows)))
      return false;
    const Value size = b.index(lanes);
    Value blocks = b.div(all->kernel.count, size);
    if (const Value fits = arraysFit(*plain, kinds, b))
      blocks = b.select(fits, blocks, b.index(0));
    for (const Value count : needed)
      blocks = b.select(b.lessThan(b.index(0), count), blocks, b.index(0));
    const Value inBlocks = b.mul(blocks, size);
    const auto done = ofBlocks(*all, *plain, kinds, blocks, s, b);
    if (!done)
      return false;
    ofRest(*all, inBlocks, *done, s, b);
    llvm::move(made, std::back_inserter(out));
    return true;
  }

  /// The blocks or the rest of a kernel that is in lanes already.
  bool isDone(const Kernel &kernel) const {
    const auto *rest = definitions.as<Apply>(kernel.count);
    const auto *inBlocks = rest && rest->prim == Prim::Sub ? definitions.as<Apply>(rest->arguments[1]) : nullptr;
    bool isDone = inBlocks && inBlocks->prim == Prim::Mul && values.asInt(inBlocks->arguments[1]) == lanes;
    forEachStatement(kernel.fn, [&](const Statement &s) {
      const auto *loop = std::get_if<Loop>(&s.op);
      isDone |= loop && loop->isCounted() && values.asInt(loop->count) == lanes;
    });
    return isDone;
  }

  /// Are the arrays of a block small? Unset where they have no extents that are known before, or there are none.
  Value arraysFit(const Block &plain, const LaneValues &kinds, Builder &b) {
    const analysis::DefUse inside(plain);
    Value all;
    forEachStatement(plain, [&](const Statement &s) {
      const auto *fill = std::get_if<Fill>(&s.op);
      if (!fill || !kinds.isVarying(s) || llvm::any_of(fill->extents, [&](Value v) { return inside.isInside(v); }))
        return;
      Value numbers = b.index(1);
      for (const Value extent : fill->extents)
        numbers = b.mul(numbers, extent);
      all = all ? b.add(all, numbers) : numbers;
    });
    return all ? b.apply(Prim::Le, {all, b.index(mostNumbers)}) : Value();
  }

  /// The kernel over blocks: its sums, or the arrays that it writes. None where the body has no form in lanes.
  std::optional<Values> ofBlocks(const Iterations &all, const Block &plain, const LaneValues &kinds, Value blocks, const Statement &s, Builder &b) {
    const Kernel &kernel = all.kernel;
    Kernel made{blocks, {}, {}, {}, {}, {}, kernel.location};
    made.fn.parameters.push_back(values.fresh(indexType, Name("block")));
    Builder in(values, made.fn.statements, kernel.location);
    BlockBody body(plain, kinds, lanes, values);
    const Values arrays = body.make(in.mul(made.fn.parameters[0], in.index(lanes)), kernel.reduced.size(), in);
    Values written;
    if (!all.places.empty())
      written = body.write(all.placesIn(plain.results), all.states, in);
    if (!body.isFine)
      return std::nullopt;
    if (!all.places.empty())
      return addLoop(std::move(made), all, all.arrays, written, {}, b);
    std::size_t k = 0;
    for (const Reduction &r : kernel.reductions) {
      const Values terms(llvm::ArrayRef<Value>(arrays).drop_front(k).take_front(r.neutral.size()));
      made.fn.results.append(in.emit(Reduce{in.index(lanes), terms, r.neutral, cloneBlock(r.op, values)}));
      made.reductions.push_back({r.neutral, cloneBlock(r.op, values)});
      k += r.neutral.size();
    }
    for (const Value v : kernel.reduced)
      made.reduced.push_back(values.freshLike(v));
    return add(std::move(made), s, b);
  }

  /// The iterations behind the blocks, whose sums are added to those of the blocks.
  void ofRest(const Iterations &all, Value first, const Values &done, const Statement &s, Builder &b) {
    const Kernel &kernel = all.kernel;
    Kernel made{b.sub(kernel.count, first), {}, {}, {}, {}, {}, kernel.location};
    made.fn.parameters.push_back(values.freshLike(kernel.fn.parameters[0]));
    Builder in(values, made.fn.statements, kernel.location);
    Values arguments = {in.add(first, made.fn.parameters[0])};
    for (const Value array : kernel.arrays)
      arguments.push_back(in.read(array, {arguments[0]}));
    made.fn.results = in.inlineBlock(kernel.fn, arguments);
    if (!all.places.empty()) {
      Values now = all.states;
      for (const WrittenElement &place : all.placesIn(made.fn.results))
        now[place.array] = in.update(now[place.array], place.indices, place.value, values.name(now[place.array]));
      addLoop(std::move(made), all, done, now, s.results, b);
      return;
    }
    for (const Reduction &r : kernel.reductions)
      made.reductions.push_back({r.neutral, cloneBlock(r.op, values)});
    for (const Value v : kernel.reduced)
      made.reduced.push_back(values.freshLike(v));
    const Values rest = add(std::move(made), s, b);
    std::size_t k = 0;
    ValueMap same;
    std::vector<Statement> &out = b.statements();
    for (const Reduction &r : kernel.reductions) {
      Values both(llvm::ArrayRef<Value>(done).drop_front(k).take_front(r.neutral.size()));
      both.append(Values(llvm::ArrayRef<Value>(rest).drop_front(k).take_front(r.neutral.size())));
      for (const Value v : b.inlineBlock(r.op, both))
        same[v] = kernel.reduced[k++];
    }
    for (Statement &t : out) {
      substitute(t.op, same);
      for (Value &v : t.results)
        if (const auto found = same.find(v); found != same.end())
          v = found->second;
    }
  }

  /// The kernel, as a loop where `like` is one; its results.
  Values add(Kernel kernel, const Statement &like, Builder &b) {
    Values results = kernel.reduced;
    if (std::holds_alternative<Loop>(like.op))
      b.statements().push_back({{}, Loop{kernel.count, {}, {}, std::move(kernel.fn), {}}, kernel.location});
    else
      b.statements().push_back(statementOf(std::move(kernel)));
    return results;
  }

  /// A loop with the kernel's statements that makes `written` of the arrays; its results, new ones where none are given.
  Values addLoop(Kernel kernel, const Iterations &all, const Values &arrays, const Values &written, Values results, Builder &b) {
    Block body = std::move(kernel.fn);
    body.results = written;
    ValueMap own;
    for (const Value state : all.states) {
      body.parameters.push_back(own[state] = values.freshLike(state));
      if (results.size() < all.states.size())
        results.push_back(values.freshLike(state));
    }
    substitute(body, own);
    b.statements().push_back({results, Loop{kernel.count, {}, arrays, std::move(body), {}}, kernel.location});
    return results;
  }
};

} // namespace

Function putInLanes(Function function) {
  Lanes run(function, laneCount, /*isAnywhere=*/false);
  return function;
}

Function putInLanes(Function function, std::int64_t lanes) {
  Lanes run(function, lanes, /*isAnywhere=*/true);
  return function;
}

} // namespace soac::optimise
