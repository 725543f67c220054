#include "ir/Walk.h"

#include <llvm/ADT/STLExtras.h>

#include <cassert>
#include <type_traits>

namespace soac::ir {
namespace {

// The operands of each statement, in the order in which they are printed; of those that may be unset, the set ones.
template <class F> struct OperandVisitor {
  F visit;

  template <class V> void one(V &v) const { visit(v); }
  template <class Vs> void all(Vs &vs) const {
    for (auto &v : vs)
      one(v);
  }
  template <class V> void ifSet(V &v) const {
    if (v)
      visit(v);
  }
  template <class Vs> void allSet(Vs &vs) const {
    for (auto &v : vs)
      ifSet(v);
  }
  template <class T, class S> static constexpr bool is = std::is_same_v<std::remove_const_t<T>, S>;

  template <class T> void operator()(T &op) const {
    if constexpr (is<T, Apply> || is<T, Call> || is<T, WithRules>) {
      all(op.arguments);
    } else if constexpr (is<T, Invoke>) {
      all(op.arguments), allSet(op.accumulators);
    } else if constexpr (is<T, Index>) {
      one(op.array), all(op.indices);
    } else if constexpr (is<T, Update>) {
      one(op.array), all(op.indices), one(op.value);
    } else if constexpr (is<T, Extent> || is<T, Rearrange>) {
      one(op.array);
    } else if constexpr (is<T, Fill>) {
      one(op.value), all(op.extents);
    } else if constexpr (is<T, Iota>) {
      one(op.count);
    } else if constexpr (is<T, Argsort>) {
      one(op.keys);
    } else if constexpr (is<T, Repeated>) {
      one(op.indices), one(op.extent);
    } else if constexpr (is<T, Reshape>) {
      one(op.array), all(op.extents);
    } else if constexpr (is<T, Slice>) {
      one(op.array), one(op.start), one(op.count);
    } else if constexpr (is<T, Rotate>) {
      one(op.array), one(op.by);
    } else if constexpr (is<T, Concat>) {
      all(op.arrays);
    } else if constexpr (is<T, If>) {
      one(op.condition);
    } else if constexpr (is<T, Check>) {
      one(op.condition), ifSet(op.number), all(op.operands);
    } else if constexpr (is<T, Loop>) {
      ifSet(op.count), all(op.inits), ifSet(op.annotations.bound);
    } else if constexpr (is<T, Map>) {
      one(op.count), all(op.arrays);
    } else if constexpr (is<T, Reduce> || is<T, Scan>) {
      one(op.count), all(op.arrays), all(op.neutral);
    } else if constexpr (is<T, MapReduce>) {
      one(op.count), all(op.arrays);
      for (auto &reduction : op.reductions)
        all(reduction.neutral);
    } else if constexpr (is<T, ReduceByIndex>) {
      one(op.count), all(op.dests), all(op.neutral), one(op.keys), all(op.values);
    } else if constexpr (is<T, Scatter>) {
      one(op.dest), one(op.indices), one(op.values);
    } else if constexpr (is<T, WithAccumulators>) {
      all(op.inits);
    } else if constexpr (is<T, Accumulate>) {
      one(op.accumulator), all(op.indices), one(op.value);
    } else {
      static_assert(is<T, Differentiate>);
      all(op.arguments), allSet(op.seeds), allSet(op.initial), ifSet(op.directions);
    }
  }
};

template <class F> struct BlockVisitor {
  F visit;

  template <class T, class S> static constexpr bool is = std::is_same_v<std::remove_const_t<T>, S>;

  template <class T> void operator()(T &op) const {
    if constexpr (is<T, If>) {
      visit(op.then), visit(op.otherwise);
    } else if constexpr (is<T, Loop>) {
      if (!op.isCounted())
        visit(op.condition);
      visit(op.body);
    } else if constexpr (is<T, Map> || is<T, Differentiate>) {
      visit(op.fn);
    } else if constexpr (is<T, Reduce> || is<T, Scan> || is<T, ReduceByIndex>) {
      visit(op.op);
    } else if constexpr (is<T, MapReduce>) {
      visit(op.fn);
      for (auto &reduction : op.reductions)
        visit(reduction.op);
    } else if constexpr (is<T, WithAccumulators>) {
      visit(op.body);
    } else if constexpr (is<T, WithRules>) {
      visit(op.fn);
      if (op.tangent)
        visit(*op.tangent);
      if (op.adjoint)
        visit(*op.adjoint);
    }
  }
};

template <class F> OperandVisitor(F) -> OperandVisitor<F>;
template <class F> BlockVisitor(F) -> BlockVisitor<F>;

class FreeVariables {
public:
  explicit FreeVariables(const ValueTable &values) : values(values) {}
  ValueSet found;

  void visit(const Block &block) {
    define(block.parameters);
    for (const Statement &statement : block.statements) {
      visit(statement.op);
      define(statement.results);
    }
    for (Value v : block.results)
      use(v);
  }
  void visit(const Op &op) {
    forEachOperand(op, [&](Value v) { use(v); });
    forEachBlock(op, [&](const Block &inner) { visit(inner); });
  }

private:
  void define(llvm::ArrayRef<Value> vs) { defined.insert(vs.begin(), vs.end()); }
  void use(Value v) {
    if (!defined.contains(v) && !values.asConstant(v))
      found.insert(v);
  }
  const ValueTable &values;
  llvm::DenseSet<Value> defined;
};

// Copies with fresh definitions.
class Cloner {
public:
  Cloner(ValueTable &values, ValueMap map) : values(values), map(std::move(map)) {}

  Value use(Value v) const {
    const auto it = map.find(v);
    return it == map.end() ? v : it->second;
  }
  Statement clone(const Statement &statement) {
    Statement copy = statement;
    rename(copy);
    return copy;
  }
  Block clone(const Block &block) {
    Block copy = block;
    rename(copy);
    return copy;
  }
  void bind(Value from, Value to) { map[from] = to; }

private:
  // A copy is made whole and renamed in place: copied block by block, each would be copied once for every block around it.
  void define(Value &v) {
    const Value copy = values.freshLike(v);
    map[v] = copy;
    v = copy;
  }
  void rename(Statement &statement) {
    forEachOperand(statement.op, [&](Value &v) { v = use(v); });
    forEachBlock(statement.op, [&](Block &inner) { rename(inner); });
    for (Value &v : statement.results)
      define(v);
  }
  void rename(Block &block) {
    for (Value &v : block.parameters)
      define(v);
    for (Statement &statement : block.statements)
      rename(statement);
    for (Value &v : block.results)
      v = use(v);
  }
  ValueTable &values;
  ValueMap map;
};

} // namespace

void forEachOperand(Op &op, llvm::function_ref<void(Value &)> f) {
  std::visit(OperandVisitor{[&](Value &v) {
               if (v)
                 f(v);
             }},
             op);
}
void forEachOperand(const Op &op, llvm::function_ref<void(Value)> f) {
  std::visit(OperandVisitor{[&](const Value &v) {
               if (v)
                 f(v);
             }},
             op);
}
bool hasEveryOperand(const Op &op) {
  bool areSet = true;
  std::visit(OperandVisitor{[&](const Value &v) { areSet &= static_cast<bool>(v); }}, op);
  return areSet;
}
void forEachBlock(Op &op, llvm::function_ref<void(Block &)> f) { std::visit(BlockVisitor{f}, op); }
void forEachBlock(const Op &op, llvm::function_ref<void(const Block &)> f) { std::visit(BlockVisitor{f}, op); }

void forEachStatement(const Block &block, llvm::function_ref<void(const Statement &)> f) {
  for (const Statement &statement : block.statements) {
    f(statement);
    forEachBlock(statement.op, [&](const Block &inner) { forEachStatement(inner, f); });
  }
}

void forEachUse(const Block &block, llvm::function_ref<void(Value)> f) {
  for (const Statement &statement : block.statements) {
    forEachOperand(statement.op, f);
    forEachBlock(statement.op, [&](const Block &inner) { forEachUse(inner, f); });
  }
  llvm::for_each(block.results, f);
}

std::size_t countUses(Value value, const Block &block) {
  std::size_t count = 0;
  forEachUse(block, [&](Value v) { count += v == value; });
  return count;
}

ValueSet freeVariables(const Block &block, const ValueTable &values) {
  FreeVariables walk(values);
  walk.visit(block);
  return std::move(walk.found);
}

ValueSet freeVariables(const Op &op, const ValueTable &values) {
  FreeVariables walk(values);
  walk.visit(op);
  return std::move(walk.found);
}

void substitute(Block &block, const ValueMap &map) {
  if (map.empty())
    return;
  for (Statement &statement : block.statements)
    substitute(statement.op, map);
  for (Value &v : block.results)
    if (const auto it = map.find(v); it != map.end())
      v = it->second;
}

void substitute(Op &op, const ValueMap &map) {
  forEachOperand(op, [&](Value &v) {
    if (const auto it = map.find(v); it != map.end())
      v = it->second;
  });
  forEachBlock(op, [&](Block &inner) { substitute(inner, map); });
}

Block cloneBlock(const Block &block, ValueTable &values, ValueMap map) {
  return Cloner(values, std::move(map)).clone(block);
}

Values inlineBlock(const Block &block, llvm::ArrayRef<Value> arguments, ValueTable &values,
                   std::vector<Statement> &out, ValueMap map) {
  assert(arguments.size() == block.parameters.size());
  Cloner cloner(values, std::move(map));
  for (auto [parameter, argument] : llvm::zip_equal(block.parameters, arguments))
    cloner.bind(parameter, argument);
  for (const Statement &statement : block.statements)
    out.push_back(cloner.clone(statement));
  Values results;
  for (Value v : block.results)
    results.push_back(cloner.use(v));
  return results;
}

namespace {

// Whether the block has a Check, or adds to an accumulator that is not in `own`.
bool hasOuterEffect(const Op &op, llvm::DenseSet<Value> &own) {
  if (const auto *invoke = std::get_if<Invoke>(&op))
    return invoke->mayFail || llvm::any_of(invoke->accumulators, [&](Value v) { return v && !own.contains(v); });
  if (std::holds_alternative<Check>(op))
    return true;
  if (const auto *a = std::get_if<Accumulate>(&op))
    return !own.contains(a->accumulator);
  if (const auto *w = std::get_if<WithAccumulators>(&op))
    own.insert(w->body.parameters.begin(), w->body.parameters.end());
  bool result = false;
  forEachBlock(op, [&](const Block &inner) {
    for (const Statement &statement : inner.statements)
      result = result || hasOuterEffect(statement.op, own);
  });
  return result;
}

} // namespace

bool hasEffect(const Op &op) {
  llvm::DenseSet<Value> own;
  return hasOuterEffect(op, own);
}

namespace {

class Equality {
public:
  bool same(const Block &a, const Block &b) {
    if (a.parameters.size() != b.parameters.size() || a.statements.size() != b.statements.size() ||
        a.results.size() != b.results.size())
      return false;
    define(a.parameters, b.parameters);
    for (auto [x, y] : llvm::zip_equal(a.statements, b.statements)) {
      if (!same(x.op, y.op) || x.results.size() != y.results.size())
        return false;
      define(x.results, y.results);
    }
    return llvm::all_of(llvm::zip_equal(a.results, b.results), [&](auto pair) {
      return same(std::get<0>(pair), std::get<1>(pair));
    });
  }

  bool same(const Op &a, const Op &b) {
    if (a.index() != b.index() || !sameAttributes(a, b))
      return false;
    Values left, right;
    forEachOperand(a, [&](Value v) { left.push_back(v); });
    forEachOperand(b, [&](Value v) { right.push_back(v); });
    if (left.size() != right.size())
      return false;
    for (auto [x, y] : llvm::zip_equal(left, right))
      if (!same(x, y))
        return false;
    llvm::SmallVector<const Block *, 2> leftBlocks, rightBlocks;
    forEachBlock(a, [&](const Block &inner) { leftBlocks.push_back(&inner); });
    forEachBlock(b, [&](const Block &inner) { rightBlocks.push_back(&inner); });
    if (leftBlocks.size() != rightBlocks.size())
      return false;
    for (auto [x, y] : llvm::zip_equal(leftBlocks, rightBlocks))
      if (!same(*x, *y))
        return false;
    return true;
  }

private:
  void define(llvm::ArrayRef<Value> a, llvm::ArrayRef<Value> b) {
    for (auto [x, y] : llvm::zip_equal(a, b))
      map[x] = y;
  }
  bool same(Value a, Value b) const {
    const auto it = map.find(a);
    return (it == map.end() ? a : it->second) == b;
  }
  // What an op says besides its operands and blocks, and how its operand lists divide.
  static bool sameAttributes(const Op &a, const Op &b) {
    return std::visit(
        [&](const auto &x) {
          using T = std::remove_cvref_t<decltype(x)>;
          const T &y = std::get<T>(b);
          if constexpr (std::is_same_v<T, Apply>)
            return x.prim == y.prim && x.type == y.type;
          else if constexpr (std::is_same_v<T, Extent>)
            return x.dimension == y.dimension;
          else if constexpr (std::is_same_v<T, Rearrange>)
            return x.permutation == y.permutation;
          else if constexpr (std::is_same_v<T, Slice>)
            return x.step == y.step;
          else if constexpr (std::is_same_v<T, Check>)
            return x.message == y.message && static_cast<bool>(x.number) == static_cast<bool>(y.number) &&
                   x.isOfArgument == y.isOfArgument && x.exit == y.exit && x.operands.size() == y.operands.size();
          else if constexpr (std::is_same_v<T, Loop>)
            return x.isCounted() == y.isCounted() && x.annotations.stripmine == y.annotations.stripmine &&
                   x.annotations.revolve == y.annotations.revolve &&
                   x.annotations.boundText == y.annotations.boundText &&
                   x.annotations.noFalseDependencies == y.annotations.noFalseDependencies &&
                   static_cast<bool>(x.annotations.bound) == static_cast<bool>(y.annotations.bound);
          else if constexpr (std::is_same_v<T, MapReduce>)
            return x.arrays.size() == y.arrays.size() && x.reductions.size() == y.reductions.size() &&
                   llvm::all_of(llvm::zip_equal(x.reductions, y.reductions), [](auto pair) {
                     return std::get<0>(pair).neutral.size() == std::get<1>(pair).neutral.size();
                   });
          else if constexpr (std::is_same_v<T, ReduceByIndex>)
            return x.dests.size() == y.dests.size();
          else if constexpr (std::is_same_v<T, Call>)
            return x.function == y.function && x.types == y.types && x.arguments.size() == y.arguments.size();
          else if constexpr (std::is_same_v<T, Invoke>)
            return x.definition == y.definition && x.arguments.size() == y.arguments.size() &&
                   sameHoles(x.accumulators, y.accumulators) && x.mayFail == y.mayFail;
          else if constexpr (std::is_same_v<T, WithRules>)
            return x.name == y.name && x.arguments.size() == y.arguments.size() &&
                   x.tangent.has_value() == y.tangent.has_value() && x.adjoint.has_value() == y.adjoint.has_value();
          else if constexpr (std::is_same_v<T, Differentiate>)
            return x.mode == y.mode && sameHoles({x.directions}, {y.directions}) && sameHoles(x.seeds, y.seeds) && sameHoles(x.initial, y.initial) &&
                   x.arguments.size() == y.arguments.size();
          else
            return true;
        },
        a);
  }
  static bool sameHoles(llvm::ArrayRef<Value> a, llvm::ArrayRef<Value> b) {
    return a.size() == b.size() && llvm::all_of(llvm::zip_equal(a, b), [](auto pair) {
             return static_cast<bool>(std::get<0>(pair)) == static_cast<bool>(std::get<1>(pair));
           });
  }
  ValueMap map;
};

} // namespace

bool equal(const Block &a, const Block &b) { return Equality().same(a, b); }
bool equal(const Op &a, const Op &b) { return Equality().same(a, b); }

std::size_t countStatements(const Block &block) {
  std::size_t count = 0;
  forEachStatement(block, [&](const Statement &) { ++count; });
  return count;
}

} // namespace soac::ir
