#include "optimise/passes/LaneBlock.h"

#include "analysis/Cost.h"
#include "analysis/InPlace.h"
#include "ir/Walk.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::optimise {

using namespace ir;

Values BlockBody::make(Value first, std::size_t count, Builder &out) {
  start = first;
  statements(body, out);
  Values results;
  const llvm::ArrayRef<Value> wanted = llvm::ArrayRef<Value>(body.results).take_front(count);
  flush(out, {}, wanted);
  for (const Value r : wanted)
    results.push_back(array(r, out));
  return results;
}

Value BlockBody::mapped(Value v) const {
  const auto found = uniform.find(v);
  return found == uniform.end() ? v : found->second;
}

Type BlockBody::laneType(Value v) const {
  Type t = values.type(v);
  ++t.rank;
  return t;
}

// The statements of a body, in order
// ----------------------------------------------------------------------------------------------------------------------

void BlockBody::statements(const Block &b, Builder &out) {
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

void BlockBody::copy(const Statement &s, Builder &out) {
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

bool BlockBody::isLate(const Statement &s) const {
  const auto *apply = std::get_if<Apply>(&s.op);
  return apply && isInteger(apply->type) && analysis::isCheap(*apply, values) && llvm::all_of(apply->arguments, [&](Value v) {
           return !isVarying(v) || isIndex(v);
         });
}

void BlockBody::shared(const Statement &s, Builder &out) {
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

void BlockBody::sharedLoop(const Loop &op, const Statement &s, Builder &out) {
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

void BlockBody::sharedBranch(const If &op, const Statement &s, Builder &out) {
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

void BlockBody::sharedSums(const WithAccumulators &op, const Statement &s, Builder &out) {
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

void BlockBody::finish(Op op, const Statement &s, Builder &out) {
  Values results;
  for (const Value r : s.results) {
    const bool isOne = !isVarying(r);
    const Value made = isOne ? values.freshLike(r) : freshLanes(r);
    (isOne ? uniform : kept)[r] = made;
    results.push_back(made);
  }
  out.statements().push_back({std::move(results), std::move(op), s.location});
}

Value BlockBody::array(Value v, Builder &out) {
  if (const auto found = kept.find(v); found != kept.end())
    return found->second;
  isFine &= !isVarying(v) && values.type(v).isScalar();
  return out.fill(mapped(v), {values.constantIndex(lanes)}, values.name(v));
}

// Lanes
// ----------------------------------------------------------------------------------------------------------------------

Values BlockBody::flush(Builder &out, llvm::ArrayRef<Store> stores, llvm::ArrayRef<Value> wanted) {
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

Value BlockBody::zeros(Value v, Builder &out) {
  return out.fill(values.zero(values.type(v).scalar), {values.constantIndex(lanes)}, values.name(v));
}

bool BlockBody::isSum(const Accumulate &op) const {
  return !kept.contains(op.accumulator) && llvm::none_of(op.indices, [&](Value v) { return isVarying(v); });
}

void BlockBody::addUp(const Accumulate &op, Value terms, Builder &out) {
  Values indices;
  for (const Value v : op.indices)
    indices.push_back(mapped(v));
  out.accumulate(mapped(op.accumulator), indices, out.reduceAdd(terms));
}

std::size_t BlockBody::effectsIn(llvm::ArrayRef<const Statement *> statements) const {
  return static_cast<std::size_t>(llvm::count_if(statements, [&](const Statement *s) {
    return std::holds_alternative<Accumulate>(s->op) || llvm::any_of(s->results, [&](Value r) { return values.type(r).isArray(); }) ||
           std::holds_alternative<Loop>(s->op) || std::holds_alternative<If>(s->op);
  }));
}

void BlockBody::sumUp(llvm::ArrayRef<const Statement *> mine, llvm::ArrayRef<const Accumulate *> sums, Builder &out) {
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

bool BlockBody::isReadElsewhere(Value v, llvm::ArrayRef<const Statement *> mine, llvm::ArrayRef<Store> stores) const {
  std::size_t here = static_cast<std::size_t>(llvm::count_if(stores, [&](const Store &s) { return s.value == v; }));
  for (const Statement *s : mine) {
    forEachOperand(s->op, [&](Value operand) { here += operand == v; });
    forEachBlock(s->op, [&](const Block &inner) { here += countUses(v, inner); });
  }
  return definitions.uses(v) > here;
}

llvm::SmallVector<std::pair<Value, Value>, 4> BlockBody::changedArrays(llvm::ArrayRef<const Statement *> mine) {
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

Value BlockBody::need(Value v, Lane &lane) {
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

void BlockBody::put(const Statement &s, Lane &lane) {
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

void BlockBody::addLanes(Op &op, Lane &lane) {
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

} // namespace soac::optimise
