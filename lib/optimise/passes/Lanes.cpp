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
// What differs between the iterations (LaneValues.h) has a place for each of the block, in arrays the place is the last index;
// what does not is computed once for the block. Integers that follow from the counters are computed again instead of being kept.
// Loops that not all iterations go through together, say in a branch that some take, are left to one iteration after the other.
// The sums come in another order. Arrays of the iterations are that much larger: where they would not stay in a near cache, no
// iteration runs in a block.
#include "optimise/Passes.h"
#include "optimise/passes/LaneValues.h"
#include "optimise/passes/OrderFree.h"
#include "optimise/passes/PackedRows.h"
#include "optimise/passes/PassList.h"
#include "optimise/passes/PlainLoops.h"

#include "analysis/Cost.h"
#include "analysis/DefUse.h"
#include "analysis/InPlace.h"
#include "analysis/IndexSteps.h"
#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>


namespace soac::optimise {
namespace {

using namespace ir;

constexpr std::int64_t laneCount = 16;     ///< of runtime/lanes.hpp
constexpr std::int64_t mostNumbers = 4096; ///< of an iteration's arrays; a block's are in the second cache at the worst

/// An element that each iteration writes of array number `array` of those from outside.
struct Place {
  std::size_t array;
  Values indices;
  Value value;
};

/// The body of a block, made of the body of an iteration.
class BlockBody {
public:
  BlockBody(const Block &body, const LaneValues &kinds, std::int64_t lanes, ValueTable &values)
      : body(body), kinds(kinds), lanes(lanes), values(values), definitions(body) {}

  bool isFine = true;

  /// The block's statements, for the number of its first iteration; the arrays of the first `count` results of the iterations.
  Values make(Value first, std::size_t count, Builder &out) {
    start = first;
    statements(body, out);
    Values results;
    const llvm::ArrayRef<Value> wanted = llvm::ArrayRef<Value>(body.results).take_front(count);
    flush(out, {}, wanted);
    for (const Value r : wanted)
      results.push_back(array(r, out));
    return results;
  }

  /// Behind these, each lane writes its elements; the arrays as they are then.
  Values write(llvm::ArrayRef<Place> places, llvm::ArrayRef<Value> arrays, Builder &out) {
    Loop loop{values.constantIndex(lanes), {}, Values(arrays), {}, {}};
    loop.body.parameters.push_back(values.fresh(indexType, Name("lane")));
    std::vector<Name> names;
    for (const Value v : arrays) {
      loop.body.results.push_back(values.freshLike(v));
      names.push_back(values.name(v));
    }
    loop.body.parameters.append(loop.body.results);
    Lane lane{loop.body.parameters[0], ValueMap(), ValueMap(), Builder(values, loop.body.statements, out.location)};
    for (const Place &place : places) {
      Values indices;
      for (const Value v : place.indices)
        indices.push_back(need(v, lane));
      Value &now = loop.body.results[place.array];
      now = lane.out.update(now, indices, need(place.value, lane), values.name(now));
    }
    return out.emit(std::move(loop), names);
  }

private:
  /// A carried array in which lane l stores `value` at the end.
  struct Store {
    Value array, value;
  };

  const Block &body;
  const LaneValues &kinds;
  const std::int64_t lanes;
  ValueTable &values;
  const analysis::DefUse definitions;
  Value start;
  ValueMap uniform;                             ///< values that do not vary, in the block
  ValueMap kept;                                ///< of varying numbers: an array with one for each lane; of varying arrays: theirs
  std::vector<const Statement *> group;         ///< of lanes, not written yet
  llvm::DenseMap<Value, const Statement *> late; ///< integers that are computed where they are needed

  Value mapped(Value v) const {
    const auto found = uniform.find(v);
    return found == uniform.end() ? v : found->second;
  }
  bool isVarying(Value v) const { return kinds.isVarying(v); }
  Type laneType(Value v) const {
    Type t = values.type(v);
    ++t.rank;
    return t;
  }
  Value freshLanes(Value v) { return values.fresh(laneType(v), values.name(v)); }

  // The statements of a body, in order
  // ---------------------------------------------------------------------------------------------------------

  void statements(const Block &b, Builder &out) {
    for (const Statement &s : b.statements) {
      out.location = s.location;
      if (!kinds.isVarying(s)) {
        copy(s, out);
      } else if (kinds.isShared(s)) {
        llvm::SmallVector<Value, 8> operands;
        forEachOperand(s.op, [&](Value v) { operands.push_back(v); });
        flush(out, {}, operands);
        shared(s, out);
      } else if (isLate(s)) {
        late[s.results[0]] = &s;
      } else if (kinds.hasOwnLoops(s)) {
        flush(out, {}, {}); // lanes in front of it stay lanes
        group.push_back(&s);
        flush(out, {}, {});
      } else {
        group.push_back(&s);
      }
    }
  }

  void copy(const Statement &s, Builder &out) {
    if (const auto *extent = std::get_if<Extent>(&s.op); extent && isVarying(extent->array)) {
      flush(out, {}, {});
      isFine &= kept.contains(extent->array);
      uniform[s.results[0]] = out.extent(kept.lookup(extent->array), extent->dimension);
      return;
    }
    if (!std::holds_alternative<Apply>(s.op) && !std::holds_alternative<Index>(s.op) && !std::holds_alternative<Extent>(s.op))
      flush(out, {}, {}); // what reads an array comes before what changes it
    Statement made = s;
    forEachBlock(made.op, [&](Block &inner) { inner = cloneBlock(inner, values, uniform); });
    substitute(made.op, uniform);
    for (Value &r : made.results)
      r = uniform[r] = values.freshLike(r);
    out.statements().push_back(std::move(made));
  }

  bool isIndex(Value v) const { return v == body.parameters[0] || late.contains(v); }
  /// A cheap integer that follows from the iteration's number alone.
  bool isLate(const Statement &s) const {
    const auto *apply = std::get_if<Apply>(&s.op);
    return apply && isInteger(apply->type) && analysis::isCheap(*apply, values) && llvm::all_of(apply->arguments, [&](Value v) {
             return !isVarying(v) || isIndex(v);
           });
  }

  void shared(const Statement &s, Builder &out) {
    if (const auto *fill = std::get_if<Fill>(&s.op)) {
      Values extents;
      for (const Value v : fill->extents)
        extents.push_back(mapped(v));
      extents.push_back(values.constantIndex(lanes));
      isFine &= !isVarying(fill->value);
      kept[s.results[0]] = out.fill(mapped(fill->value), extents, values.name(s.results[0]));
    } else if (const auto *loop = std::get_if<Loop>(&s.op)) {
      sharedLoop(*loop, s, out);
    } else if (const auto *choice = std::get_if<If>(&s.op)) {
      sharedBranch(*choice, s, out);
    } else {
      sharedSums(std::get<WithAccumulators>(s.op), s, out);
    }
  }

  void sharedLoop(const Loop &op, const Statement &s, Builder &out) {
    Loop made{mapped(op.count), {}, {}, {}, op.annotations};
    made.body.parameters.push_back(uniform[op.body.parameters[0]] = values.freshLike(op.body.parameters[0]));
    for (std::size_t k = 0; k < op.inits.size(); ++k) {
      const Value parameter = op.body.parameters[k + 1];
      if (isVarying(parameter)) {
        made.inits.push_back(array(op.inits[k], out));
        made.body.parameters.push_back(kept[parameter] = values.fresh(values.type(made.inits.back()), values.name(parameter)));
      } else {
        made.inits.push_back(mapped(op.inits[k]));
        made.body.parameters.push_back(uniform[parameter] = values.freshLike(parameter));
      }
    }
    Builder in(values, made.body.statements, s.location);
    statements(op.body, in);
    std::vector<Store> stores;
    for (std::size_t k = 0; k < op.inits.size(); ++k)
      if (const Value p = op.body.parameters[k + 1]; isVarying(p) && values.type(p).isScalar())
        stores.push_back({made.body.parameters[k + 1], op.body.results[k]});
    Values stored = flush(in, stores, {});
    std::reverse(stored.begin(), stored.end());
    for (std::size_t k = 0; k < op.inits.size(); ++k) {
      const Value p = op.body.parameters[k + 1], next = op.body.results[k];
      made.body.results.push_back(!isVarying(p) ? mapped(next) : values.type(p).isScalar() ? stored.pop_back_val() : array(next, in));
    }
    finish(std::move(made), s, out);
  }

  void sharedBranch(const If &op, const Statement &s, Builder &out) {
    If made{mapped(op.condition), {}, {}};
    for (auto [from, to] : {std::pair(&op.then, &made.then), std::pair(&op.otherwise, &made.otherwise)}) {
      Builder in(values, to->statements, s.location);
      statements(*from, in);
      flush(in, {}, from->results);
      for (auto [k, r] : llvm::enumerate(from->results))
        to->results.push_back(isVarying(s.results[k]) ? array(r, in) : mapped(r));
    }
    finish(std::move(made), s, out);
  }

  void sharedSums(const WithAccumulators &op, const Statement &s, Builder &out) {
    WithAccumulators made;
    for (auto [init, parameter] : llvm::zip(op.inits, op.body.parameters)) {
      const bool isOne = !isVarying(parameter);
      made.inits.push_back(isOne ? mapped(init) : array(init, out));
      const Value p = isOne ? values.freshLike(parameter) : freshLanes(parameter);
      (isOne ? uniform : kept)[parameter] = p;
      made.body.parameters.push_back(p);
    }
    Builder in(values, made.body.statements, s.location);
    statements(op.body, in);
    flush(in, {}, op.body.results);
    for (auto [k, r] : llvm::enumerate(op.body.results))
      made.body.results.push_back(isVarying(s.results[op.inits.size() + k]) ? array(r, in) : mapped(r));
    finish(std::move(made), s, out);
  }

  void finish(Op op, const Statement &s, Builder &out) {
    Values results;
    for (const Value r : s.results) {
      const bool isOne = !isVarying(r);
      const Value made = isOne ? values.freshLike(r) : freshLanes(r);
      (isOne ? uniform : kept)[r] = made;
      results.push_back(made);
    }
    out.statements().push_back({std::move(results), std::move(op), s.location});
  }

  /// The array with the numbers of all lanes, or a varying array; all the same for what does not vary.
  Value array(Value v, Builder &out) {
    if (const auto found = kept.find(v); found != kept.end())
      return found->second;
    isFine &= !isVarying(v) && values.type(v).isScalar();
    return out.fill(mapped(v), {values.constantIndex(lanes)}, values.name(v));
  }

  // Lanes
  // ----------------------------------------------------------------------------------------------------------------------

  /// One loop over the lanes, while it is made.
  struct Lane {
    Value number;
    ValueMap map;     ///< varying numbers, and the versions of arrays that the loop carries
    ValueMap carried; ///< of arrays from outside that the loop carries: what they are in it
    Builder out;
  };

  /// Writes the group. Of what it computes it keeps what later statements read, and `wanted`; the arrays of `stores`, with the
  /// numbers in them.
  Values flush(Builder &out, llvm::ArrayRef<Store> stores, llvm::ArrayRef<Value> wanted) {
    if (group.empty() && stores.empty() && llvm::none_of(wanted, [&](Value v) { return isIndex(v); }))
      return {};
    const std::vector<const Statement *> mine = std::exchange(group, {});
    ValueSet outs;
    llvm::SmallVector<const Accumulate *, 4> sums;
    for (const Statement *s : mine) {
      if (const auto *addition = std::get_if<Accumulate>(&s->op); addition && isSum(*addition))
        sums.push_back(addition);
      for (const Value r : s->results)
        if (values.type(r).isScalar() && isReadElsewhere(r, mine, stores))
          outs.insert(r);
    }
    for (const Value v : wanted)
      if (isIndex(v) && !kept.contains(v))
        outs.insert(v);
    const llvm::SmallVector<std::pair<Value, Value>, 4> arrays = changedArrays(mine);
    const bool isSumAlone = !sums.empty() && outs.empty() && stores.empty() && sums.size() == effectsIn(mine);
    if (isSumAlone)
      return sumUp(mine, sums, out), Values();
    Loop loop{values.constantIndex(lanes), {}, {}, {}, {}};
    const auto carry = [&](Value init) {
      loop.inits.push_back(init);
      loop.body.parameters.push_back(values.freshLike(init));
      return loop.body.parameters.back();
    };
    loop.body.parameters.push_back(values.fresh(indexType, Name("lane")));
    Lane lane{loop.body.parameters[0], ValueMap(), ValueMap(), Builder(values, loop.body.statements, out.location)};
    for (const auto &[from, to] : arrays)
      lane.map[from] = carry(kept.lookup(from));
    llvm::SmallVector<Store, 8> all;
    for (const Value v : outs)
      all.push_back({carry(zeros(v, out)), v});
    for (const Accumulate *op : sums)
      all.push_back({carry(zeros(op->value, out)), op->value});
    for (const Store &s : stores)
      all.push_back({lane.carried[s.array] = carry(s.array), s.value});
    for (const Statement *s : mine)
      if (const auto *addition = std::get_if<Accumulate>(&s->op); !addition || !isSum(*addition))
        put(*s, lane);
    for (const auto &[from, to] : arrays)
      loop.body.results.push_back(lane.map.lookup(to));
    llvm::SmallVector<Value, 8> numbers;
    for (const Store &s : all)
      numbers.push_back(need(s.value, lane));
    for (auto [s, number] : llvm::zip_equal(all, numbers))
      loop.body.results.push_back(lane.out.update(s.array, {lane.number}, number, values.name(s.value)));
    std::vector<Name> names;
    for (const Value v : loop.inits)
      names.push_back(values.name(v));
    const Values results = out.emit(std::move(loop), names);
    std::size_t k = 0;
    for (const auto &[from, to] : arrays)
      kept[to] = results[k++];
    for (const Value v : outs)
      kept[v] = results[k++];
    for (const Accumulate *op : sums)
      addUp(*op, results[k++], out);
    return Values(llvm::ArrayRef<Value>(results).drop_front(k));
  }

  Value zeros(Value v, Builder &out) {
    return out.fill(values.zero(values.type(v).scalar), {values.constantIndex(lanes)}, values.name(v));
  }

  /// All lanes add to one number.
  bool isSum(const Accumulate &op) const {
    return !kept.contains(op.accumulator) && llvm::none_of(op.indices, [&](Value v) { return isVarying(v); });
  }
  void addUp(const Accumulate &op, Value terms, Builder &out) {
    Values indices;
    for (const Value v : op.indices)
      indices.push_back(mapped(v));
    out.accumulate(mapped(op.accumulator), indices, out.reduceAdd(terms));
  }

  std::size_t effectsIn(llvm::ArrayRef<const Statement *> statements) const {
    return static_cast<std::size_t>(llvm::count_if(statements, [&](const Statement *s) {
      return std::holds_alternative<Accumulate>(s->op) || llvm::any_of(s->results, [&](Value r) { return values.type(r).isArray(); }) ||
             std::holds_alternative<Loop>(s->op) || std::holds_alternative<If>(s->op);
    }));
  }

  /// The group only adds up.
  void sumUp(llvm::ArrayRef<const Statement *> mine, llvm::ArrayRef<const Accumulate *> sums, Builder &out) {
    MapReduce op{values.constantIndex(lanes), {}, {}, {}};
    op.fn.parameters.push_back(values.fresh(indexType, Name("lane")));
    Lane lane{op.fn.parameters[0], ValueMap(), ValueMap(), Builder(values, op.fn.statements, out.location)};
    for (const Statement *s : mine)
      if (!std::holds_alternative<Accumulate>(s->op))
        put(*s, lane);
    for (const Accumulate *sum : sums) {
      op.fn.results.push_back(need(sum->value, lane));
      op.reductions.push_back({{values.zero(values.type(sum->value).scalar)}, lane.out.addBlock(values.type(sum->value))});
    }
    const Values results = out.emit(std::move(op));
    for (auto [sum, total] : llvm::zip_equal(sums, results)) {
      Values indices;
      for (const Value v : sum->indices)
        indices.push_back(mapped(v));
      out.accumulate(mapped(sum->accumulator), indices, total);
    }
  }

  bool isReadElsewhere(Value v, llvm::ArrayRef<const Statement *> mine, llvm::ArrayRef<Store> stores) const {
    std::size_t here = static_cast<std::size_t>(llvm::count_if(stores, [&](const Store &s) { return s.value == v; }));
    for (const Statement *s : mine) {
      forEachOperand(s->op, [&](Value operand) { here += operand == v; });
      forEachBlock(s->op, [&](const Block &inner) { here += countUses(v, inner); });
    }
    return definitions.uses(v) > here;
  }

  /// The arrays that the group changes: before the group, and behind it. No version in between may be read elsewhere.
  llvm::SmallVector<std::pair<Value, Value>, 4> changedArrays(llvm::ArrayRef<const Statement *> mine) {
    llvm::SmallVector<std::pair<Value, Value>, 4> changed;
    for (const Statement *s : mine)
      for (auto [k, r] : llvm::enumerate(s->results)) {
        if (!values.type(r).isArray())
          continue;
        const Value source = analysis::inPlaceSource(*s, k);
        const auto before = llvm::find_if(changed, [&](const auto &pair) { return pair.second == source; });
        if (before != changed.end()) {
          isFine &= !isReadElsewhere(source, mine, {});
          before->second = r;
        } else if (kept.contains(source)) {
          isFine &= llvm::none_of(changed, [&](const auto &pair) { return pair.first == source; });
          changed.push_back({source, r});
        } else {
          isFine = false;
        }
      }
    return changed;
  }

  /// The value in the lane.
  Value need(Value v, Lane &lane) {
    if (const auto found = lane.map.find(v); found != lane.map.end())
      return found->second;
    if (!isVarying(v))
      return mapped(v);
    if (v == body.parameters[0])
      return lane.map[v] = lane.out.add(start, lane.number);
    if (const auto found = late.find(v); found != late.end()) {
      put(*found->second, lane);
      return lane.map.lookup(v);
    }
    const auto found = kept.find(v);
    if (found == kept.end()) {
      isFine = false;
      return v;
    }
    const auto carried = lane.carried.find(found->second);
    const Value array = carried == lane.carried.end() ? found->second : carried->second;
    return lane.map[v] = values.type(v).isScalar() ? lane.out.read(array, {lane.number}, values.name(v)) : array;
  }

  void put(const Statement &s, Lane &lane) {
    // Operands first: they may be computed here.
    forEachOperand(s.op, [&](Value v) { need(v, lane); });
    forEachBlock(s.op, [&](const Block &inner) {
      for (const Value v : freeVariables(inner, values))
        need(v, lane);
    });
    Statement made = s;
    forEachBlock(made.op, [&](Block &inner) { inner = cloneBlock(inner, values); });
    addLanes(made.op, lane);
    forEachOperand(made.op, [&](Value &v) { v = need(v, lane); });
    forEachBlock(made.op, [&](Block &inner) {
      ValueMap map;
      for (const Value v : freeVariables(inner, values))
        if (const Value now = need(v, lane); now != v)
          map[v] = now;
      substitute(inner, map);
    });
    for (Value &r : made.results) {
      const Value now = !values.type(r).isScalar() ? freshLanes(r) : values.freshLike(r);
      lane.map[r] = now;
      r = now;
    }
    lane.out.statements().push_back(std::move(made));
  }

  /// The accesses of varying arrays get the number of the lane; arrays in copied blocks vary, and have one more dimension.
  void addLanes(Op &op, Lane &lane) {
    const auto isOfLanes = [&](Value array) { return isVarying(array) || isInsideCopy(array); };
    if (auto *read = std::get_if<Index>(&op); read && isOfLanes(read->array))
      read->indices.push_back(lane.number);
    else if (auto *write = std::get_if<Update>(&op))
      write->indices.push_back(lane.number);
    else if (auto *addition = std::get_if<Accumulate>(&op); addition && isOfLanes(addition->accumulator))
      addition->indices.push_back(lane.number);
    const auto widen = [&](Value v) {
      if (!values.type(v).isScalar())
        values.setType(v, laneType(v));
    };
    forEachBlock(op, [&](Block &inner) {
      llvm::for_each(inner.parameters, widen);
      for (Statement &s : inner.statements) {
        llvm::for_each(s.results, widen);
        addLanes(s.op, lane);
      }
    });
  }
  /// Is the array made by a copied statement, and so one that varies?
  bool isInsideCopy(Value array) const { return array.id >= firstCopy; }
  const unsigned firstCopy = static_cast<unsigned>(values.size());
};

/// What an iteration does, as counts of operations; those in loops count `trips` times for each loop around.
struct Work {
  static constexpr double trips = 10;
  double operations = 0; ///< on numbers, not on indices
  double gathers = 0;    ///< accesses to elements that do not follow each other from iteration to iteration
  double own = 0;        ///< what iterations of lanes do one after the other: loops that not all of them go through together
  bool hasLoops = false; ///< together

  bool isWorthLanes() const { return hasLoops && own <= operations && gathers * 6 <= operations; }
};

class WorkOf {
public:
  WorkOf(const Block &body, const LaneValues &kinds, const ValueTable &values)
      : kinds(kinds), values(values), steps(values, body, body.parameters[0]) {
    count(body, 1, false);
  }
  Work work;

private:
  const LaneValues &kinds;
  const ValueTable &values;
  analysis::IndexSteps steps;

  void count(const Block &b, double times, bool isOwn) {
    for (const Statement &s : b.statements) {
      if (!isOwn && !kinds.isVarying(s))
        continue;
      const bool isLoop = std::holds_alternative<Loop>(s.op);
      if (isOwn)
        work.own += times;
      else if (const auto *read = std::get_if<Index>(&s.op); read && !kinds.isVarying(read->array))
        access(read->indices, times);
      else if (const auto *addition = std::get_if<Accumulate>(&s.op); addition && !kinds.isVarying(addition->accumulator))
        access(addition->indices, 2 * times);
      else if (!isIndexPart(s))
        work.operations += times;
      work.hasLoops |= isLoop && !isOwn && kinds.isShared(s);
      const bool isInnerOwn = isOwn || kinds.hasOwnLoops(s);
      forEachBlock(s.op, [&](const Block &inner) { count(inner, isLoop ? times * Work::trips : times, isInnerOwn); });
    }
  }
  bool isIndexPart(const Statement &s) const {
    return std::holds_alternative<Apply>(s.op) && isInteger(values.type(s.results[0]).scalar);
  }
  /// Of an array from outside.
  void access(const Values &indices, double times) {
    const bool isOfAll = llvm::none_of(indices, [&](Value v) { return kinds.isVarying(v); });
    (isOfAll || isInOrder(indices) ? work.operations : work.gathers) += times;
  }
  bool isInOrder(const Values &indices) const {
    return llvm::all_of(llvm::drop_end(indices), [&](Value v) { return !kinds.isVarying(v); }) && steps.of(indices.back()) == 1;
  }
};

class Lanes {
public:
  Lanes(Function &f, std::int64_t lanes, bool isAnywhere)
      : values(f.values), original(f.body), definitions(original), lanes(lanes), isAnywhere(isAnywhere) {
    block(f.body);
  }

private:
  ValueTable &values;
  const Block original; ///< stays where it is
  const analysis::DefUse definitions;
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
    std::vector<Place> places; ///< with values of the kernel's function

    /// The places in a copy of the function that gives these results.
    std::vector<Place> placesIn(llvm::ArrayRef<Value> results) const {
      std::size_t k = kernel.reduced.size();
      std::vector<Place> made = places;
      for (Place &place : made) {
        place.value = results[k++];
        for (Value &v : place.indices)
          v = results[k++];
      }
      return made;
    }
    void addPlace(Place place) {
      kernel.fn.results.push_back(place.value);
      kernel.fn.results.append(place.indices);
      places.push_back(std::move(place));
    }
  };

  /// Loops whose iterations may run in any order are taken for kernels, and maps of numbers for such that write elements.
  std::optional<Iterations> iterationsOf(const Statement &s, Builder &b) {
    if (const auto *loop = std::get_if<Loop>(&s.op))
      return loop->isCounted() ? iterationsOf(*loop, s.location) : std::nullopt;
    if (!std::holds_alternative<Map>(s.op) && !std::holds_alternative<MapReduce>(s.op))
      return std::nullopt;
    const auto isNumber = [&](Value v) { return values.type(v).isScalar(); };
    Iterations made{takeKernel(s, values), {}, {}, {}};
    Kernel &kernel = made.kernel;
    const Values elements(llvm::ArrayRef<Value>(kernel.fn.results).drop_front(kernel.reduced.size()));
    if (!llvm::all_of(kernel.fn.results, isNumber) || !(kernel.reduced.empty() || kernel.mapped.empty()) ||
        !llvm::all_of(kernel.reductions, [](const Reduction &r) { return computesAll(r.op); }))
      return std::nullopt;
    kernel.fn.results.resize(kernel.reduced.size());
    for (auto [k, element] : llvm::enumerate(elements)) {
      made.arrays.push_back(b.fill(values.zero(values.type(element).scalar), {kernel.count}, values.name(kernel.mapped[k])));
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
    Iterations made{Kernel{loop.count, {}, loop.body, {}, {}, {}, location}, loop.inits, {}, {}};
    if (!loop.inits.empty() && !hasFreeOrder(asItWas(loop), values, definitions))
      return std::nullopt;
    Block &fn = made.kernel.fn;
    made.states = Values(llvm::ArrayRef<Value>(fn.parameters).drop_front());
    const Values last = std::exchange(fn.results, {});
    fn.parameters.resize(1);
    ValueSet versions;
    for (auto [k, state] : llvm::enumerate(made.states)) {
      std::size_t reads = 0;
      std::vector<const Update *> updates;
      Value now = state;
      for (const Statement &s : loop.body.statements) {
        if (const auto *read = std::get_if<Index>(&s.op))
          reads += read->array == state;
        const auto *update = std::get_if<Update>(&s.op);
        if (!update || update->array != now)
          continue;
        updates.push_back(update);
        now = s.results[0];
        versions.insert(now);
        if (!values.type(update->value).isScalar() || countUses(now, loop.body) != 1)
          return std::nullopt;
      }
      if (now != last[k] || updates.empty() || countUses(state, loop.body) != reads + 1)
        return std::nullopt;
      for (const Update *update : updates)
        made.addPlace({k, update->indices, update->value});
    }
    llvm::erase_if(fn.statements, [&](const Statement &s) { return s.results.size() == 1 && versions.contains(s.results[0]); });
    return made;
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
    const Values needed = packRows(*plain, LaneValues(*plain, values), definitions, values);
    const LaneValues kinds(*plain, values);
    if (!kinds.haveForm())
      return false;
    const Work work = WorkOf(*plain, kinds, values).work;
    if (!isAnywhere && !work.isWorthLanes())
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
      for (const Place &place : all.placesIn(made.fn.results))
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
