#include "optimise/passes/Kernel.h"

#include "ir/Fields.h"
#include "ir/Walk.h"
#include "prims/Prims.h"
#include "support/Overloaded.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::optimise {

using namespace ir;

bool isKernel(const Op &op) {
  return std::holds_alternative<Map>(op) || std::holds_alternative<Reduce>(op) || std::holds_alternative<MapReduce>(op);
}

Value countOf(const Op &op) {
  return std::visit(
      [](const auto &kernel) -> Value {
        if constexpr (requires { kernel.count; })
          return kernel.count;
        else
          return {};
      },
      op);
}

llvm::ArrayRef<Value> arraysOf(const Op &op) {
  return std::visit(
      [](const auto &kernel) -> llvm::ArrayRef<Value> {
        if constexpr (requires { kernel.arrays; })
          return kernel.arrays;
        else
          return {};
      },
      op);
}

std::size_t reducedResults(const Op &op) {
  if (const auto *reduce = std::get_if<Reduce>(&op))
    return reduce->neutral.size();
  std::size_t n = 0;
  if (const auto *mapReduce = std::get_if<MapReduce>(&op))
    for (const Reduction &r : mapReduce->reductions)
      n += r.neutral.size();
  return n;
}

const Block *iterationBody(const Op &op) {
  if (const auto *loop = std::get_if<Loop>(&op))
    return loop->isCounted() ? &loop->body : nullptr;
  if (const auto *map = std::get_if<Map>(&op))
    return &map->fn;
  const auto *kernel = std::get_if<MapReduce>(&op);
  return kernel ? &kernel->fn : nullptr;
}
Block *iterationBody(Op &op) { return const_cast<Block *>(iterationBody(std::as_const(op))); }

Value tripsOf(const Op &op) {
  const auto *loop = std::get_if<Loop>(&op);
  return loop ? loop->count : countOf(op);
}

Kernel takeKernel(Statement s, ValueTable &values) {
  Kernel kernel;
  kernel.location = s.location;
  const std::size_t reduced = reducedResults(s.op);
  if (auto *map = std::get_if<Map>(&s.op)) {
    kernel.count = map->count;
    kernel.arrays = std::move(map->arrays);
    kernel.fn = std::move(map->fn);
    kernel.mapped = std::move(s.results);
  } else if (auto *reduce = std::get_if<Reduce>(&s.op)) {
    kernel.count = reduce->count;
    kernel.fn.parameters.push_back(values.fresh(indexType));
    for (Value array : reduce->arrays)
      kernel.fn.results.push_back(values.fresh(values.type(array).element()));
    kernel.fn.parameters.append(kernel.fn.results);
    kernel.arrays = std::move(reduce->arrays);
    kernel.reductions.push_back({std::move(reduce->neutral), std::move(reduce->op)});
    kernel.reduced = std::move(s.results);
  } else {
    auto &mapReduce = std::get<MapReduce>(s.op);
    kernel.count = mapReduce.count;
    kernel.arrays = std::move(mapReduce.arrays);
    kernel.fn = std::move(mapReduce.fn);
    kernel.reductions = std::move(mapReduce.reductions);
    kernel.reduced = Values(llvm::ArrayRef(s.results).take_front(reduced));
    kernel.mapped = Values(llvm::ArrayRef(s.results).drop_front(reduced));
  }
  return kernel;
}

Statement statementOf(Kernel kernel) {
  Statement s{kernel.reduced, {}, kernel.location};
  s.results.append(kernel.mapped);
  if (kernel.reductions.empty())
    s.op = Map{kernel.count, std::move(kernel.arrays), std::move(kernel.fn)};
  else
    s.op = MapReduce{kernel.count, std::move(kernel.arrays), std::move(kernel.fn), std::move(kernel.reductions)};
  return s;
}

namespace {

// Binds the second kernel's body to the first's elements.
class Binder {
public:
  Binder(const Kernel &first, const Kernel &second) : index(second.fn.parameters[0]), count(first.count) {
    bound[index] = first.fn.parameters[0];
    for (auto [k, result] : llvm::enumerate(first.mapped))
      element[result] = first.mappedElement(k);
  }
  void bind(Value from, Value to) { bound[from] = to; }
  Value elementOf(Value mapped) const { return element.lookup(mapped); }
  bool isElement(Value mapped) const { return element.contains(mapped); }
  void use(Value &v) const {
    if (const auto it = bound.find(v); it != bound.end())
      v = it->second;
  }

  void block(Block &b) {
    statements(b.statements);
    for (Value &v : b.results)
      use(v);
  }
  void statements(std::vector<Statement> &list) {
    std::vector<Statement> kept;
    kept.reserve(list.size());
    for (Statement &s : list) {
      if (isKnown(s))
        continue;
      forEachOperand(s.op, [&](Value &v) { use(v); });
      forEachBlock(s.op, [&](Block &inner) { block(inner); });
      kept.push_back(std::move(s));
    }
    list = std::move(kept);
  }

private:
  // Reads and extents of the first's results: rewritten, or known altogether.
  bool isKnown(Statement &s) {
    if (auto *read = std::get_if<Index>(&s.op); read && isElement(read->array)) {
      const Value e = elementOf(read->array);
      if (read->indices.size() == 1) {
        bind(s.results[0], e);
        return true;
      }
      read->array = e;
      read->indices.erase(read->indices.begin());
    } else if (auto *extent = std::get_if<Extent>(&s.op); extent && isElement(extent->array)) {
      if (extent->dimension == 0) {
        bind(s.results[0], count);
        return true;
      }
      extent->array = elementOf(extent->array);
      --extent->dimension;
    }
    return false;
  }

  Value index, count;
  ValueMap bound, element;
};

} // namespace

Kernel fused(Kernel first, Kernel second, llvm::ArrayRef<bool> keep) {
  Binder binder(first, second);
  for (auto [k, array] : llvm::enumerate(second.arrays)) {
    const Value parameter = second.fn.parameters[k + 1];
    const auto *at = llvm::find(first.arrays, array);
    if (binder.isElement(array)) {
      binder.bind(parameter, binder.elementOf(array));
    } else if (at != first.arrays.end()) {
      binder.bind(parameter, first.fn.parameters[static_cast<std::size_t>(at - first.arrays.begin()) + 1]);
    } else {
      first.arrays.push_back(array);
      first.fn.parameters.push_back(parameter);
    }
  }
  binder.block(second.fn);

  const std::size_t reducedFirst = first.reduced.size(), reducedSecond = second.reduced.size();
  Values results(llvm::ArrayRef(first.fn.results).take_front(reducedFirst)), mapped;
  llvm::append_range(results, llvm::ArrayRef(second.fn.results).take_front(reducedSecond));
  for (std::size_t k = 0; k < first.mapped.size(); ++k)
    if (keep[k]) {
      results.push_back(first.mappedElement(k));
      mapped.push_back(first.mapped[k]);
    }
  llvm::append_range(results, llvm::ArrayRef(second.fn.results).drop_front(reducedSecond));
  mapped.append(second.mapped);

  llvm::move(second.fn.statements, std::back_inserter(first.fn.statements));
  llvm::move(second.reductions, std::back_inserter(first.reductions));
  first.fn.results = std::move(results);
  first.reduced.append(second.reduced);
  first.mapped = std::move(mapped);
  first.location = second.location;
  return first;
}

namespace {

using Set = llvm::SmallDenseSet<Value, 4>;

bool readsAt(const Block &block, Value index, const Set &results) {
  for (const Statement &s : block.statements) {
    if (const auto *read = std::get_if<Index>(&s.op); read && results.contains(read->array)) {
      if (read->indices.empty() || read->indices[0] != index)
        return false;
      continue;
    }
    if (std::holds_alternative<Extent>(s.op))
      continue;
    bool isFine = true;
    forEachOperand(s.op, [&](Value v) { isFine = isFine && !results.contains(v); });
    forEachBlock(s.op, [&](const Block &inner) { isFine = isFine && readsAt(inner, index, results); });
    if (!isFine)
      return false;
  }
  return llvm::none_of(block.results, [&](Value v) { return results.contains(v); });
}

} // namespace

bool readsAtOwnIndex(const Op &op, llvm::ArrayRef<Value> results) {
  const Set set(results.begin(), results.end());
  const auto has = [&](Value v) { return set.contains(v); };
  return std::visit(
      Overloaded{
          [&](const Map &m) { return !has(m.count) && readsAt(m.fn, m.fn.parameters[0], set); },
          [&](const Reduce &r) { return !has(r.count) && llvm::none_of(r.neutral, has) && readsAt(r.op, {}, set); },
          [&](const MapReduce &m) {
            return !has(m.count) && readsAt(m.fn, m.fn.parameters[0], set) &&
                   llvm::all_of(m.reductions, [&](const Reduction &r) {
                     return llvm::none_of(r.neutral, has) && readsAt(r.op, {}, set);
                   });
          },
          [](const OneOf<If, Loop, Scan, ReduceByIndex, WithAccumulators, WithRules, Differentiate> auto &) { return false; },
          [](const WithoutBlocks auto &) { return false; },
      },
      op);
}

namespace {

// True when component k of the reduction is one primitive of its own accumulated value and element.
bool isPrimitive(const Reduction &r, std::size_t k, Prim prim, bool isCommutative) {
  const Value a = r.op.parameters[k], b = r.op.parameters[r.neutral.size() + k];
  return llvm::any_of(r.op.statements, [&](const Statement &s) {
    const auto *apply = std::get_if<Apply>(&s.op);
    return apply && s.results[0] == r.op.results[k] && apply->prim == prim && apply->arguments.size() == 2 &&
           ((apply->arguments[0] == a && apply->arguments[1] == b) ||
            (isCommutative && apply->arguments[0] == b && apply->arguments[1] == a));
  });
}

} // namespace

llvm::SmallVector<std::pair<std::size_t, std::size_t>, 2> sharedReductions(const MapReduce &op) {
  struct Component {
    const Reduction *reduction;
    std::size_t k; ///< in it
  };
  llvm::SmallVector<Component, 4> components;
  for (const Reduction &r : op.reductions)
    for (std::size_t k = 0; k < r.neutral.size(); ++k)
      components.push_back({&r, k});
  const auto isSame = [&](std::size_t k, std::size_t j) {
    const Component &x = components[k], &y = components[j];
    if (x.reduction == y.reduction || op.fn.results[k] != op.fn.results[j] ||
        x.reduction->neutral[x.k] != y.reduction->neutral[y.k])
      return false;
    if (x.reduction->neutral == y.reduction->neutral && x.k == y.k && ir::equal(x.reduction->op, y.reduction->op))
      return llvm::equal(llvm::ArrayRef(op.fn.results).slice(k - x.k, x.reduction->neutral.size()),
                         llvm::ArrayRef(op.fn.results).slice(j - y.k, y.reduction->neutral.size()));
    if (x.reduction->neutral.size() != 1 || x.reduction->op.statements.size() != 1)
      return false;
    const auto *apply = std::get_if<Apply>(&x.reduction->op.statements[0].op);
    if (!apply)
      return false;
    const bool isCommutative = prims::info(apply->prim).commutative;
    return isPrimitive(*x.reduction, 0, apply->prim, isCommutative) &&
           isPrimitive(*y.reduction, y.k, apply->prim, isCommutative);
  };
  llvm::SmallVector<std::pair<std::size_t, std::size_t>, 2> pairs;
  llvm::SmallDenseSet<std::size_t, 4> gone;
  for (std::size_t k = 0; k < components.size(); ++k)
    for (std::size_t j = 0; j < components.size(); ++j)
      if (k != j && !gone.contains(j) && isSame(k, j) && (components[j].reduction->neutral.size() > 1 || j < k)) {
        pairs.push_back({k, j});
        gone.insert(k);
        break;
      }
  return pairs;
}

bool isPlainForAdditions(const Statement &s, const ValueTable &values) {
  if (const auto *loop = std::get_if<Loop>(&s.op))
    return loop->isCounted() && llvm::none_of(s.results, [&](Value r) { return values.type(r).isArray(); });
  return (std::holds_alternative<Map>(s.op) && s.results.empty()) || std::holds_alternative<Apply>(s.op) ||
         std::holds_alternative<Index>(s.op) || std::holds_alternative<Extent>(s.op) || std::holds_alternative<Accumulate>(s.op) ||
         std::holds_alternative<If>(s.op);
}

} // namespace soac::optimise
