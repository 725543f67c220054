// Iterations that read the same large arrays, from the first element to the last: groups of iterations that go through a loop over
// these together, each trip one iteration after the other. What a trip reads comes from memory once for a group.
//
//   loop n |i| { x = f(i);  y = loop k, (x) |c, p| { .. a[c, j, r] .. };  s[0] += g(y) }
//   ->   loop ceil(n / 8) |g| {
//          m = min(8, n - 8 g);  X, Y = 8 numbers or arrays each
//          loop m |b| { X[b] = f(8 g + b) }
//          loop k, (X) |c, P| { loop m, (P) |b, Q| { .. a[c, j, r], with Q[b] in place of p .. } }
//          loop m |b| { s[0] += g(Y[b]) }
//        }
//
// Iterations must not depend on each other: they carry nothing and only add to arrays. What passes from one part of the body to
// another (GroupParts.h) has a row for each iteration of a group; an array that the loop carries is used in place there. Sums come in
// another order.
//
// It pays where all trips together read more than the caches near the processor hold, one trip less than they hold, and the
// rows of a group fit beside it (GroupWork.h). Where they do not, a group is one iteration.
#include "optimise/Passes.h"
#include "optimise/passes/GroupParts.h"
#include "optimise/passes/GroupWork.h"
#include "optimise/passes/PassList.h"

#include "analysis/Effects.h"
#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::optimise {
namespace {

using namespace ir;

constexpr std::int64_t usualSize = 8;         ///< iterations of a group
constexpr std::int64_t tooMany = 256 * 1024;  ///< numbers: 2 MB are not in the second cache
constexpr std::int64_t mostOfTrip = 32 * 1024;
constexpr std::int64_t mostOfRows = 128 * 1024;

/// Writes the body of a group.
class Group {
public:
  Group(const Block &body, const GroupParts &parts, const analysis::DefUse &definitions, ValueTable &values)
      : body(body), parts(parts), definitions(definitions), values(values) {}

  Block make(Value count, Value size, SourceLocation location) {
    Block made;
    made.parameters.push_back(values.fresh(indexType, Name("group")));
    Builder out(values, made.statements, location);
    rows = size;
    first = out.mul(made.parameters[0], size);
    iterations = out.apply(Prim::Min, {size, out.sub(count, first)});
    for (const GroupParts::Part &part : parts.parts)
      if (part.around)
        around(part, out);
      else
        oneByOne(part, out);
    return made;
  }

private:
  const Block &body;
  const GroupParts &parts;
  const analysis::DefUse &definitions;
  ValueTable &values;
  Value rows, first, iterations;
  ValueMap all; ///< of a value that is passed: an array with that of each iteration

  Value filled(Value value, const Values &extents, Value like, Builder &out) {
    Values of = {rows};
    of.append(extents);
    const Value made = out.fill(value, of, values.name(like));
    values.setStored(made, values.stored(like));
    return made;
  }

  /// What the part reads, in iteration number b of the group.
  ValueMap iteration(const GroupParts::Part &part, Value b, Builder &in) {
    ValueMap map;
    map[body.parameters[0]] = in.add(first, b);
    for (const Value v : part.read)
      if (parts.isIndex(v))
        compute(v, map, in);
      else
        map[v] = in.read(all.lookup(v), {b}, values.name(v));
    return map;
  }
  Value compute(Value v, ValueMap &map, Builder &in) {
    if (const auto found = map.find(v); found != map.end())
      return found->second;
    if (values.asConstant(v) || parts.isOutside(v))
      return v;
    Apply op = *definitions.as<Apply>(v);
    for (Value &a : op.arguments)
      a = compute(a, map, in);
    return map[v] = in.emit1(op, values.name(v));
  }

  void oneByOne(const GroupParts::Part &part, Builder &out) {
    Values stored, inits;
    for (const Value v : part.passed) {
      const Fill *fill = parts.fillOf(v);
      const Value made = filled(fill ? fill->value : values.zero(values.type(v).scalar), parts.extents.lookup(v), v, out);
      all[v] = made;
      if (fill)
        continue;
      stored.push_back(v);
      inits.push_back(made);
    }
    const Values after = out.loop(iterations, inits, [&](Builder &in, llvm::ArrayRef<Value> parameters) {
      const Value b = parameters[0];
      const Block own{{}, std::vector<Statement>(part.statements), stored};
      Values next = inlineBlock(own, {}, values, in.statements(), iteration(part, b, in));
      for (std::size_t k = 0; k < next.size(); ++k)
        next[k] = in.update(parameters[k + 1], {b}, next[k]);
      return next;
    });
    for (auto [v, array] : llvm::zip(stored, after))
      all[v] = array;
  }

  void around(const GroupParts::Part &part, Builder &out) {
    Values inits;
    for (const Value v : part.around->inits)
      inits.push_back(parts.isOutside(v) ? filled(v, {}, v, out) : all.lookup(v));
    const Values after = out.loop(part.around->count, inits, [&](Builder &trip, llvm::ArrayRef<Value> carried) {
      return trip.loop(iterations, carried.drop_front(), [&](Builder &in, llvm::ArrayRef<Value> parameters) {
        return tripOf(part, carried[0], parameters, in);
      });
    });
    for (auto [v, array] : llvm::zip(part.statements[0].results, after))
      all[v] = array;
  }
  /// A trip of the loop in iteration parameters[0], where what it carries is in the rows of the other parameters.
  Values tripOf(const GroupParts::Part &part, Value number, llvm::ArrayRef<Value> parameters, Builder &in) {
    const Value b = parameters[0], row = values.fresh(indexType);
    Block own = part.around->body;
    inRows(own, row, part.versions);
    ValueMap map = iteration(part, b, in);
    map[row] = b;
    Values arguments = {number};
    for (auto [array, before] : llvm::zip(parameters.drop_front(), llvm::drop_begin(own.parameters)))
      arguments.push_back(part.versions.contains(before) ? array : in.read(array, {b}, values.name(before)));
    Values next = inlineBlock(own, arguments, values, in.statements(), map);
    for (std::size_t k = 0; k < next.size(); ++k)
      if (!part.versions.contains(own.parameters[k + 1]))
        next[k] = in.update(parameters[k + 1], {b}, next[k]);
    return next;
  }
  /// Versions of an array become those of the array of all rows, of which the block uses that one.
  void inRows(Block &block, Value row, const llvm::DenseSet<Value> &versions) {
    for (const Value p : block.parameters)
      deepen(p, versions);
    for (Statement &s : block.statements) {
      for (const Value v : s.results)
        deepen(v, versions);
      const auto prepend = [&](Value array, Values &indices) {
        if (versions.contains(array))
          indices.insert(indices.begin(), row);
      };
      if (auto *read = std::get_if<Index>(&s.op))
        prepend(read->array, read->indices);
      else if (auto *update = std::get_if<Update>(&s.op))
        prepend(update->array, update->indices);
      else if (auto *addition = std::get_if<Accumulate>(&s.op))
        prepend(addition->accumulator, addition->indices);
      else if (auto *extent = std::get_if<Extent>(&s.op); extent && versions.contains(extent->array))
        ++extent->dimension;
      forEachBlock(s.op, [&](Block &inner) { inRows(inner, row, versions); });
    }
  }
  void deepen(Value v, const llvm::DenseSet<Value> &versions) {
    if (versions.contains(v))
      values.setType(v, values.type(v).withRank(values.type(v).rank + 1u));
  }
};

class Groups {
public:
  Groups(Function &f, std::int64_t size, bool isAnywhere)
      : values(f.values), original(f.body), definitions(original), shapes(f), size(size), isAnywhere(isAnywhere) {
    block(f.body, original);
  }

private:
  ValueTable &values;
  const Block original; ///< stays where it is
  const analysis::DefUse definitions;
  analysis::Shapes shapes;
  const std::int64_t size;
  const bool isAnywhere; ///< also where it does not pay

  void block(Block &b, const Block &same) {
    std::vector<Statement> made;
    for (auto [s, before] : llvm::zip(b.statements, same.statements)) {
      if (inGroups(before, made))
        continue;
      std::vector<const Block *> inner;
      forEachBlock(before.op, [&](const Block &in) { inner.push_back(&in); });
      std::size_t k = 0;
      forEachBlock(s.op, [&](Block &in) { block(in, *inner[k++]); });
      made.push_back(std::move(s));
    }
    b.statements = std::move(made);
  }

  /// The body of iterations that carry nothing, map nothing out, and cannot fail; null for other statements.
  static const Block *iterationsOf(const Statement &s) {
    const auto *loop = std::get_if<Loop>(&s.op);
    const auto *map = std::get_if<Map>(&s.op);
    const bool isFree = loop ? loop->isCounted() && loop->inits.empty() : map && map->arrays.empty() && s.results.empty();
    bool mayLeave = false;
    forEachBlock(s.op, [&](const Block &b) {
      forEachStatement(b, [&](const Statement &t) { mayLeave |= analysis::hasCheck(t.op) || std::holds_alternative<Invoke>(t.op); });
    });
    return !isFree || mayLeave ? nullptr : loop ? &loop->body : &map->fn;
  }

  bool inGroups(const Statement &s, std::vector<Statement> &out) {
    const Block *body = iterationsOf(s);
    if (!body)
      return false;
    const Value count = std::holds_alternative<Loop>(s.op) ? std::get<Loop>(s.op).count : std::get<Map>(s.op).count;
    if (values.asInt(count).value_or(2) < 2)
      return false;
    const GroupWork work(*body, values, definitions);
    const GroupParts parts(*body, [&](const Loop &loop) { return isAnywhere || work.readsMatrices(loop); }, values, definitions, shapes);
    if (!parts.isFine)
      return false;
    Builder b(values, out, s.location);
    Value rows = b.index(size);
    if (!isAnywhere)
      rows = b.select(pays(parts, work, b), rows, b.index(1));
    const Value groups = b.div(b.sub(b.add(count, rows), b.index(1)), rows);
    Block made = Group(*body, parts, definitions, values).make(count, rows, s.location);
    if (std::holds_alternative<Loop>(s.op))
      out.push_back({{}, Loop{groups, {}, {}, std::move(made), {}}, s.location});
    else
      out.push_back({{}, Map{groups, {}, std::move(made)}, s.location});
    return true;
  }

  Value pays(const GroupParts &parts, const GroupWork &work, Builder &b) const {
    const auto isAtMost = [&](Value numbers, std::int64_t most) { return b.apply(Prim::Le, {numbers, b.index(most)}); };
    Value kept = b.index(0), isLarge = values.constantBool(false);
    for (const GroupParts::Part &part : parts.parts) {
      for (const Value v : part.passed) {
        Value numbers = b.index(1);
        for (const Value extent : parts.extents.lookup(v))
          numbers = b.mul(numbers, extent);
        kept = b.add(kept, numbers);
      }
      if (!part.around)
        continue;
      const Value ofTrip = work.numbersOf(*part.around, b), ofAll = b.mul(ofTrip, part.around->count);
      isLarge = b.select(isAtMost(ofAll, tooMany), isLarge, b.apply(Prim::Or, {isLarge, isAtMost(ofTrip, mostOfTrip)}));
    }
    return b.apply(Prim::And, {isLarge, isAtMost(b.mul(kept, b.index(size)), mostOfRows)});
  }
};

} // namespace

Function groupIterations(Function function) {
  Groups run(function, usualSize, /*isAnywhere=*/false);
  return function;
}

Function groupIterations(Function function, std::int64_t size) {
  Groups run(function, size, /*isAnywhere=*/true);
  return function;
}

} // namespace soac::optimise
