// Accumulators become sums and maps where it is known which iteration adds to which element [SC22 §6.1].
//
// An `accumulate acc[I] += v` is lifted out of the scopes that enclose it, step by step:
//   a kernel whose index is the last of I and counts through that whole dimension: the kernel maps out v, and the array
//     is added at the indices left;                       map i { acc[I, i] += v }  ->  vs = map i { v };  acc[I] += vs
//   a kernel that I does not depend on: the kernel sums v; map i { acc[I] += v }     ->  s = sum i { v };   acc[I] += s
//   a loop that I does not depend on: the loop carries the sum;
//   a branch: the value, or zero;                        if c { acc[I] += v }     ->  s = c ? v : 0;   acc[I] += s
// Where the branch is not taken, or the kernel or loop is empty, I may be out of range: a scalar is then added only where
// it is not zero, if s != 0 { acc[I] += s }, unless I is in range by construction.
// The addition is lifted as far as to the body of with_accumulators, or to the last sum, whichever comes first from
// outside; where neither is met it stays. An accumulator with additions at the outermost level only is not needed: its
// contents are computed by ordinary statements.
// Where a kernel to be summed over encloses a kernel to be mapped, the sum would be of arrays: see AccumulatorNests.h.
//
// The sign of a zero that an accumulator ends with is not specified: nothing is added to fresh zeros.
#include "optimise/passes/AccumulatorNests.h"
#include "optimise/passes/Kernel.h"
#include "optimise/passes/PassList.h"

#include "analysis/Shapes.h"
#include "ir/Builder.h"
#include "ir/Walk.h"
#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>

#include <map>

namespace soac::optimise {
namespace {

using namespace analysis;
using namespace ir;

class Lifting {
public:
  explicit Lifting(Function &f) : values(f.values), shapes(f), nests(values, depths) { lift(f.body); }

private:
  using Scope = AccumulatorScope;
  /// An addition on its way out of the scopes around it.
  struct Lifted {
    Accumulate op;
    unsigned steps; ///< scopes still to leave
    SourceLocation location;
    bool isGuarded = false; ///< it came out of a scope that may not have been executed
  };
  using AllLifted = llvm::SmallVector<Lifted, 2>;

  // Walk
  // ---------------------------------------------------------------------------------------------------------------

  AllLifted lift(Block &b) {
    const unsigned depth = ++depthNow;
    for (Value v : b.parameters)
      depths[v] = depth;
    std::vector<Statement> statements;
    std::vector<Statement> *const outer = std::exchange(out, &statements);
    AllLifted up;
    for (Statement &s : b.statements)
      statement(std::move(s), up);
    out = outer;
    --depthNow;
    b.statements = std::move(statements);
    return up;
  }

  void statement(Statement s, AllLifted &up) {
    const unsigned depth = depthNow;
    if (const auto *a = std::get_if<Accumulate>(&s.op)) {
      if (const unsigned steps = stepsOf(*a))
        up.push_back({*a, steps, s.location, false});
      else if (auto nest = nests.split(*a, scopes, s.location))
        postpone(std::move(*nest));
      else
        out->push_back(std::move(s));
      return;
    }
    const AllLifted inner = enter(s);
    note(s);
    out->push_back(std::move(s));
    for (const Lifted &l : inner)
      if (l.steps)
        up.push_back(l);
      else
        land(l);
    // Nests that were split off in the statement's blocks go here, and are lifted themselves.
    for (Statement &nest : std::exchange(pending[depth], {}))
      statement(std::move(nest), up);
  }

  void postpone(AccumulatorNests::Nest nest) {
    for (Statement &s : nest.statements) {
      shapes.define(s);
      pending[nest.depth].push_back(std::move(s));
    }
  }

  void land(const Lifted &l) {
    if (!l.isGuarded || values.type(l.op.value).isArray() || isInRange(l.op)) {
      out->push_back({{}, l.op, l.location});
      return;
    }
    Builder b(values, *out, l.location);
    const Value zero = values.zero(values.type(l.op.value).scalar);
    const Value isAdded = b.apply(Prim::Ne, {l.op.value, zero});
    Block then;
    then.statements.push_back({{}, l.op, l.location});
    out->push_back({{}, If{isAdded, std::move(then), {}}, l.location});
    guards[isAdded] = l.op.value;
  }

  // True when each index counts through a dimension in a kernel or loop around.
  bool isInRange(const Accumulate &a) {
    for (unsigned d = 0; d < a.indices.size(); ++d) {
      const auto *scope = llvm::find_if(scopes, [&](const Scope &s) { return s.index && s.index == a.indices[d]; });
      if (scope == scopes.end() || shapes.of(a.accumulator, d) != shapes.ofScalar(scope->count))
        return false;
    }
    return true;
  }
  bool mayBeEmpty(Value count) const {
    const Constant *number = count ? values.asConstant(count) : nullptr;
    return !number || number->asInt() < 1;
  }

  // Facts for later statements.
  void note(const Statement &s) {
    for (Value v : s.results)
      depths[v] = depthNow;
    nests.note(s, depthNow);
    if (const auto *fill = std::get_if<Fill>(&s.op); fill && isZero(fill->value))
      zeros.insert(s.results[0]);
    const auto *apply = std::get_if<Apply>(&s.op);
    if (apply && apply->prim == Prim::Ne && isZero(apply->arguments[1]))
      guards[s.results[0]] = apply->arguments[0];
  }
  bool isZero(Value v) const { return values.asFloat(v) == 0.0 || zeros.contains(v); }
  unsigned depthOf(Value v) const { return depths.lookup(v); }
  bool isOutside(llvm::ArrayRef<Value> vs, const Scope &scope) const {
    return llvm::all_of(vs, [&](Value v) { return depthOf(v) < scope.depth; });
  }

  // Walks the blocks of a statement; returns the additions lifted out of them.
  AllLifted enter(Statement &s) {
    if (auto *map = std::get_if<Map>(&s.op))
      return kernel(s, map->fn, map->count, map->arrays);
    if (auto *mapReduce = std::get_if<MapReduce>(&s.op))
      return kernel(s, mapReduce->fn, mapReduce->count, mapReduce->arrays);
    if (auto *branch = std::get_if<If>(&s.op))
      return branches(s, *branch);
    if (auto *loop = std::get_if<ir::Loop>(&s.op))
      return repeated(s, *loop);
    if (auto *with = std::get_if<WithAccumulators>(&s.op)) {
      scopes.push_back({Scope::Owner, depthNow + 1, {}, {}, with->body.parameters});
      AllLifted up = lift(with->body);
      scopes.pop_back();
      eliminate(s, *with);
      return up;
    }
    AllLifted up;
    scopes.push_back({Scope::Other, depthNow + 1, {}, {}, {}});
    forEachBlock(s.op, [&](Block &inner) { up.append(lift(inner)); });
    scopes.pop_back();
    return up;
  }

  // Plan
  // ---------------------------------------------------------------------------------------------------------------

  // True when the kernel maps the last of the indices over its whole dimension.
  bool countsThrough(const Scope &scope, const Accumulate &a, llvm::ArrayRef<Value> indices) {
    return !indices.empty() && indices.back() == scope.index && isOutside(indices.drop_back(), scope) &&
           shapes.of(a.accumulator, static_cast<unsigned>(indices.size() - 1)) == shapes.ofScalar(scope.count);
  }

  // How many scopes the statement is lifted out of.
  unsigned stepsOf(const Accumulate &a) {
    llvm::ArrayRef<Value> indices = a.indices;
    unsigned steps = 0, accepted = 0;
    bool isScalar = !values.type(a.value).isArray(), isGuarded = false;
    if (!scopes.empty() && scopes.back().guarded == a.value)
      return 0; // lifted before
    for (const Scope &scope : llvm::reverse(scopes)) {
      if (scope.kind == Scope::Owner)
        return llvm::is_contained(scope.own, a.accumulator) ? steps : accepted;
      ++steps;
      if (scope.kind == Scope::Kernel && countsThrough(scope, a, indices)) {
        if (isGuarded && indices.size() > 1)
          return accepted; // elements that a branch has guarded are no array at indices which may be out of range
        indices = indices.drop_back();
        isScalar = false;
      } else if (scope.kind == Scope::Other || !isScalar || !isOutside(indices, scope)) {
        return accepted;
      } else if (scope.kind == Scope::Branch) {
        isGuarded = true;
      } else {
        accepted = steps;
      }
    }
    return accepted;
  }

  // Steps
  // --------------------------------------------------------------------------------------------------------------

  AllLifted kernel(Statement &s, Block &fn, Value count, const Values &arrays) {
    nests.enter(fn, arrays);
    scopes.push_back({Scope::Kernel, depthNow + 1, fn.parameters[0], count, {}});
    AllLifted lifted = lift(fn);
    const Scope scope = scopes.pop_back_val();
    if (lifted.empty())
      return lifted;
    Kernel k = takeKernel(std::move(s), values);
    for (Lifted &l : lifted) {
      Value result;
      if (countsThrough(scope, l.op, l.op.indices)) {
        result =
            values.fresh(values.type(l.op.value).withRank(values.type(l.op.value).rank + 1u), values.name(l.op.value));
        k.fn.results.push_back(l.op.value);
        k.mapped.push_back(result);
        l.op.indices.pop_back();
      } else {
        const Type type = values.type(l.op.value);
        result = values.fresh(type, values.name(l.op.value));
        k.fn.results.insert(k.fn.results.begin() + static_cast<std::ptrdiff_t>(k.reduced.size()), l.op.value);
        k.reductions.push_back({{values.zero(type.scalar)}, Builder(values, *out, l.location).addBlock(type)});
        k.reduced.push_back(result);
        l.isGuarded = l.isGuarded || mayBeEmpty(count);
      }
      l.op.value = result;
      --l.steps;
    }
    s = statementOf(std::move(k));
    return lifted;
  }

  AllLifted branches(Statement &s, If &op) {
    scopes.push_back({Scope::Branch, depthNow + 1, {}, {}, {}, guards.lookup(op.condition)});
    AllLifted fromThen = lift(op.then), fromOtherwise = lift(op.otherwise);
    scopes.pop_back();
    const auto toResult = [&](Lifted &l, Block &taken, Block &other) {
      const Type type = values.type(l.op.value);
      taken.results.push_back(l.op.value);
      other.results.push_back(values.zero(type.scalar));
      s.results.push_back(values.fresh(type, values.name(l.op.value)));
      l.op.value = s.results.back();
      l.isGuarded = true;
      --l.steps;
    };
    for (Lifted &l : fromThen)
      toResult(l, op.then, op.otherwise);
    for (Lifted &l : fromOtherwise)
      toResult(l, op.otherwise, op.then);
    fromThen.append(fromOtherwise);
    return fromThen;
  }

  AllLifted repeated(Statement &s, ir::Loop &op) {
    scopes.push_back({Scope::Loop, depthNow + 1, op.isCounted() ? op.body.parameters[0] : Value(), op.count, {}});
    AllLifted lifted = lift(op.body);
    scopes.pop_back();
    for (Lifted &l : lifted) {
      const Type type = values.type(l.op.value);
      const Value sum = values.fresh(type, values.name(l.op.value));
      op.inits.push_back(values.zero(type.scalar));
      op.body.parameters.push_back(sum);
      if (!op.isCounted())
        op.condition.parameters.push_back(values.fresh(type));
      op.body.results.push_back(Builder(values, op.body.statements, l.location).add(sum, l.op.value));
      s.results.push_back(values.fresh(type, values.name(l.op.value)));
      l.op.value = s.results.back();
      l.isGuarded = l.isGuarded || mayBeEmpty(op.count);
      --l.steps;
    }
    return lifted;
  }

  // Accumulators that are added to at the outermost level of the body only --------------------------------------------

  // The addition of a statement of the form if v != 0 { acc[I] += v }; null for others.
  static const Accumulate *guardedAccumulate(const Statement &s) {
    const auto *branch = std::get_if<If>(&s.op);
    if (!branch || !s.results.empty() || branch->then.statements.size() != 1 || !branch->otherwise.statements.empty())
      return nullptr;
    return std::get_if<Accumulate>(&branch->then.statements.front().op);
  }
  void eliminate(Statement &s, WithAccumulators &op) {
    llvm::DenseSet<Value> nested;
    forEachStatement(op.body, [&](const Statement &inner) {
      if (const auto *invoke = std::get_if<Invoke>(&inner.op))
        nested.insert(invoke->accumulators.begin(), invoke->accumulators.end());
    });
    for (const Statement &inner : op.body.statements)
      if (!guardedAccumulate(inner))
        forEachBlock(inner.op, [&](const Block &block) {
          forEachStatement(block, [&](const Statement &deep) {
            if (const auto *a = std::get_if<Accumulate>(&deep.op))
              nested.insert(a->accumulator);
          });
        });
    for (std::size_t k = op.inits.size(); k-- > 0;)
      if (!nested.contains(op.body.parameters[k]))
        eliminate(s, op, k);
  }
  void eliminate(Statement &s, WithAccumulators &op, std::size_t k) {
    const Value accumulator = op.body.parameters[k];
    Value contents = op.inits[k];
    std::vector<Statement> kept;
    for (Statement &inner : op.body.statements) {
      const Accumulate *guarded = guardedAccumulate(inner);
      const auto *a = guarded ? guarded : std::get_if<Accumulate>(&inner.op);
      if (!a || a->accumulator != accumulator) {
        kept.push_back(std::move(inner));
        continue;
      }
      Builder b(values, kept, inner.location);
      const auto added = [&](Builder &at) {
        return at.update(contents, a->indices, at.addArrays(at.read(contents, a->indices), a->value));
      };
      if (guarded) {
        contents = b.ifElse(
            std::get<If>(inner.op).condition, [&](Builder &then) -> Values { return {added(then)}; },
            [&](Builder &) -> Values { return {contents}; })[0];
      } else if (a->indices.empty()) {
        contents = isZero(contents) ? a->value : b.addArrays(contents, a->value);
      } else {
        contents = added(b);
      }
    }
    op.body.statements = std::move(kept);
    op.body.results.push_back(contents);
    s.results.push_back(s.results[k]);
    s.results.erase(s.results.begin() + k);
    op.inits.erase(op.inits.begin() + k);
    op.body.parameters.erase(op.body.parameters.begin() + k);
  }

  ValueTable &values;
  Shapes shapes;
  llvm::SmallVector<Scope, 8> scopes;
  unsigned depthNow = 0;
  std::vector<Statement> *out = nullptr;
  llvm::DenseMap<Value, unsigned> depths; ///< of the block that defines a value; 0 for constants
  AccumulatorNests nests;
  llvm::DenseSet<Value> zeros;
  ValueMap guards; ///< v != 0 -> v
  std::map<unsigned, std::vector<Statement>> pending; ///< nests split off, by the depth of the block they go to
};

} // namespace

Function liftAccumulators(Function function) {
  Lifting run(function);
  return function;
}

} // namespace soac::optimise
