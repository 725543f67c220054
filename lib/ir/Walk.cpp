#include "ir/Walk.h"

#include "ir/Fields.h"

#include <llvm/ADT/STLExtras.h>

#include <cassert>
#include <type_traits>

namespace soac::ir {
namespace {

// What a walk over the fields of a statement meets: its own operands, and its blocks.
template <class F> struct OperandVisitor {
  F visit;

  template <class T> void operator()(T &field) const {
    using S = std::remove_const_t<T>;
    if constexpr (std::is_same_v<S, Value>)
      visit(field);
    else if constexpr (std::is_same_v<S, Values> || std::is_same_v<S, std::vector<Reduction>>)
      llvm::for_each(field, *this);
    else if constexpr (std::is_same_v<S, LoopAnnotations> || std::is_same_v<S, Reduction>)
      forEachField(field, *this);
  }
};

template <class F> struct BlockVisitor {
  F visit;

  template <class T> void operator()(T &field) const {
    using S = std::remove_const_t<T>;
    if constexpr (std::is_same_v<S, Block>)
      visit(field);
    else if constexpr (std::is_same_v<S, std::optional<Block>>)
      field ? visit(*field) : void();
    else if constexpr (std::is_same_v<S, std::vector<Reduction>>)
      llvm::for_each(field, [&](auto &reduction) { visit(reduction.op); });
  }
};

template <class F> OperandVisitor(F) -> OperandVisitor<F>;
template <class F> BlockVisitor(F) -> BlockVisitor<F>;

template <class O, class F> void visitFields(O &op, const F &f) {
  std::visit([&](auto &kind) { forEachField(kind, f); }, op);
}
template <class O, class F> void visitOperands(O &op, F f) {
  visitFields(op, OperandVisitor{[&](auto &v) {
                if (v)
                  f(v);
              }});
}
template <class O, class F> void visitBlocks(O &op, F f) {
  const auto *loop = std::get_if<Loop>(&op);
  visitFields(op, BlockVisitor{[&](auto &block) {
                if (!loop || !loop->isCounted() || &block != &loop->condition)
                  f(block);
              }});
}

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

void forEachOperand(Op &op, llvm::function_ref<void(Value &)> f) { visitOperands(op, f); }
void forEachOperand(const Op &op, llvm::function_ref<void(Value)> f) { visitOperands(op, f); }

bool hasEveryOperand(const Op &op) {
  std::size_t missing = 0;
  visitFields(op, OperandVisitor{[&](const Value &v) { missing += !v; }});
  const auto mayMiss = [&](llvm::ArrayRef<Value> vs) { missing -= llvm::count(vs, Value{}); };
  if (const auto *loop = std::get_if<Loop>(&op)) {
    mayMiss(loop->count), mayMiss(loop->annotations.bound);
  } else if (const auto *check = std::get_if<Check>(&op)) {
    mayMiss(check->number);
  } else if (const auto *invoke = std::get_if<Invoke>(&op)) {
    mayMiss(invoke->accumulators);
  } else if (const auto *d = std::get_if<Differentiate>(&op)) {
    mayMiss(d->seeds), mayMiss(d->initial), mayMiss(d->directions);
  }
  return missing == 0;
}

void forEachBlock(Op &op, llvm::function_ref<void(Block &)> f) { visitBlocks(op, f); }
void forEachBlock(const Op &op, llvm::function_ref<void(const Block &)> f) { visitBlocks(op, f); }

void insertAround(Block &block, llvm::function_ref<void(Statement &, std::vector<Statement> &, std::vector<Statement> &)> f) {
  std::vector<Statement> all;
  all.reserve(block.statements.size());
  for (Statement &s : block.statements) {
    forEachBlock(s.op, [&](Block &inner) { insertAround(inner, f); });
    std::vector<Statement> behind;
    f(s, all, behind);
    all.push_back(std::move(s));
    llvm::move(behind, std::back_inserter(all));
  }
  block.statements = std::move(all);
}

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
    return same(a.results, b.results);
  }

  bool same(const Op &a, const Op &b) {
    return a.index() == b.index() && std::visit([&]<class T>(const T &x) { return sameFields(x, std::get<T>(b)); }, a);
  }

private:
  void define(llvm::ArrayRef<Value> a, llvm::ArrayRef<Value> b) {
    for (auto [x, y] : llvm::zip_equal(a, b))
      map[x] = y;
  }
  template <class T> bool sameFields(const T &a, const T &b) {
    return std::apply(
        [&](const auto &...x) { return std::apply([&](const auto &...y) { return (same(x, y) && ...); }, fields(b)); },
        fields(a));
  }
  bool same(Value a, Value b) const {
    const auto it = map.find(a);
    return (it == map.end() ? a : it->second) == b;
  }
  bool same(const LoopAnnotations &a, const LoopAnnotations &b) { return sameFields(a, b); }
  bool same(const Reduction &a, const Reduction &b) { return sameFields(a, b); }
  bool same(const std::optional<Block> &a, const std::optional<Block> &b) {
    return a.has_value() == b.has_value() && (!a || same(*a, *b));
  }
  template <class List> bool sameAll(const List &a, const List &b) {
    return a.size() == b.size() &&
           llvm::all_of(llvm::zip_equal(a, b), [&](auto pair) { return same(std::get<0>(pair), std::get<1>(pair)); });
  }
  bool same(const Values &a, const Values &b) { return sameAll(a, b); }
  bool same(const std::vector<Reduction> &a, const std::vector<Reduction> &b) { return sameAll(a, b); }
  // A signature says what a face does.
  bool same(const std::shared_ptr<const interface::OutsideFunction> &,
            const std::shared_ptr<const interface::OutsideFunction> &) {
    return true;
  }
  template <class T> bool same(const T &a, const T &b) const { return a == b; }

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
