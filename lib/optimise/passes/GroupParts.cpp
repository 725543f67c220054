#include "optimise/passes/GroupParts.h"

#include "optimise/passes/Kernel.h"
#include "support/Overloaded.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::optimise {

using namespace ir;

namespace {

/// The versions of the arrays that a loop carries, in its body: each follows from one of these by updates, loops, branches and
/// additions, and is read by elements or rows alone.
class VersionsInLoop {
public:
  explicit VersionsInLoop(const Loop &loop, const ValueTable &values) {
    for (const Value v : llvm::drop_begin(loop.body.parameters))
      if (values.type(v).isArray())
        first[v] = v;
    block(loop.body);
    for (auto [now, next] : llvm::zip(llvm::drop_begin(loop.body.parameters), loop.body.results))
      isFine &= of(now) == of(next);
  }
  bool isFine = true;
  ValueMap first; ///< of each version, the parameter

private:
  Value of(Value v) const { return first.lookup(v); }
  void make(Value v, Value from) {
    if (of(from))
      first[v] = of(from);
  }
  void make(llvm::ArrayRef<Value> all, llvm::ArrayRef<Value> from) {
    for (auto [v, before] : llvm::zip(all, from))
      make(v, before);
  }
  void block(const Block &b) {
    for (const Statement &s : b.statements)
      statement(s);
  }
  void noneOf(llvm::ArrayRef<Value> all) {
    isFine &= llvm::none_of(all, [&](Value v) { return first.contains(v); });
  }

  void statement(const Statement &s) {
    std::visit(Overloaded{[&](const OneOf<Index, Extent> auto &) {},
                          [&](const Accumulate &op) { noneOf({op.value}); },
                          [&](const Update &op) {
                            noneOf({op.value});
                            make(s.results[0], op.array);
                          },
                          [&](const Loop &op) { loop(op, s); },
                          [&](const If &op) {
                            block(op.then);
                            block(op.otherwise);
                            for (auto [x, y, r] : llvm::zip(op.then.results, op.otherwise.results, s.results)) {
                              isFine &= of(x) == of(y);
                              make(r, x);
                            }
                          },
                          [&](const WithAccumulators &op) {
                            make(op.body.parameters, op.inits);
                            block(op.body);
                            noneOf(op.body.results);
                            make(Values(llvm::ArrayRef<Value>(s.results).take_front(op.inits.size())), op.inits);
                          },
                          [&](const OneOf<Apply, Fill, Iota, Argsort, Repeated, Rearrange, Reshape, Slice, Rotate, Concat, Map, Reduce, Scan, MapReduce,
                                          ReduceByIndex, Scatter, Call, Invoke, WithRules, Check, Differentiate> auto &) {
                            forEachOperand(s.op, [&](Value v) { noneOf({v}); });
                            forEachBlock(s.op, [&](const Block &inner) {
                              block(inner);
                              noneOf(inner.results);
                            });
                          }},
               s.op);
  }
  void loop(const Loop &op, const Statement &s) {
    const Values carried(llvm::ArrayRef<Value>(op.body.parameters).drop_front(op.isCounted()));
    make(carried, op.inits);
    if (!op.isCounted()) {
      make(op.condition.parameters, op.inits);
      block(op.condition);
    }
    block(op.body);
    for (auto [init, next] : llvm::zip(op.inits, op.body.results))
      isFine &= of(init) == of(next);
    make(s.results, op.inits);
  }
};

} // namespace

GroupParts::GroupParts(const Block &body, llvm::function_ref<bool(const Loop &)> isAround, const ValueTable &values,
                       const analysis::DefUse &definitions, analysis::Shapes &shapes)
    : body(body), values(values), definitions(definitions) {
  const llvm::ArrayRef<Statement> all = body.statements;
  std::size_t begin = 0;
  const auto close = [&](std::size_t end) {
    if (begin < end)
      parts.push_back({all.slice(begin, end - begin), nullptr, {}, {}, {}});
    begin = end;
  };
  for (std::size_t k = 0; k < all.size(); ++k) {
    const auto *loop = std::get_if<Loop>(&all[k].op);
    if (!loop || !hasForm(*loop) || !isAround(*loop))
      continue;
    const VersionsInLoop versions(*loop, values);
    if (!versions.isFine)
      continue;
    close(k);
    close(k + 1);
    parts.back().around = loop;
    for (const auto &[version, first] : versions.first)
      parts.back().versions.insert(version);
  }
  close(all.size());
  isFine = llvm::any_of(parts, [](const Part &p) { return p.around != nullptr; });
  if (isFine)
    pass(shapes);
}

/// What the iterations of a group share of the loop: its count, and that it is in order for each.
bool GroupParts::hasForm(const Loop &loop) const {
  return loop.isCounted() && isOutside(loop.count) && loop.annotations.areNone() &&
         llvm::all_of(loop.inits, [&](Value v) { return values.type(v).isScalar() || !isOutside(v); });
}

void GroupParts::pass(analysis::Shapes &shapes) {
  llvm::DenseMap<Value, std::size_t> home;
  for (auto [number, part] : llvm::enumerate(parts))
    for (const Statement &s : part.statements)
      for (const Value v : s.results)
        home[v] = number;
  const auto use = [&](Part &user, Value v) {
    const auto found = home.find(v);
    if (found == home.end() || &parts[found->second] == &user)
      return false;
    if (isIndex(v))
      return true;
    Values &passed = parts[found->second].passed;
    if (llvm::is_contained(passed, v))
      return true;
    passed.push_back(v);
    const auto known = extentsOf(v, shapes);
    isFine &= known.has_value();
    extents[v] = known.value_or(Values());
    return true;
  };
  for (Part &part : parts) {
    const auto read = [&](const ValueSet &free) {
      for (const Value v : free)
        if (use(part, v))
          part.read.insert(v);
    };
    if (!part.around) {
      for (const Statement &s : part.statements)
        read(freeVariables(s.op, values));
      continue;
    }
    read(freeVariables(part.around->body, values));
    for (const Value init : part.around->inits)
      if (!isOutside(init) && !values.asConstant(init)) {
        isFine &= !isIndex(init);
        use(part, init);
      }
  }
}

bool GroupParts::isIndex(Value v) const {
  if (v == body.parameters[0] || values.asConstant(v) || isOutside(v))
    return true;
  const auto *op = definitions.as<Apply>(v);
  return op && isInteger(values.type(v).scalar) && llvm::all_of(op->arguments, [&](Value a) { return isIndex(a); });
}

const Fill *GroupParts::fillOf(Value v) const {
  const auto *fill = definitions.as<Fill>(v);
  return fill && values.type(fill->value).isScalar() && isOutside(fill->value) && llvm::all_of(fill->extents, [&](Value e) { return isOutside(e); })
             ? fill
             : nullptr;
}

Value GroupParts::firstVersion(Value v) const {
  const analysis::Definition *d = definitions.of(v);
  if (!d || isOutside(v) || !d->statement)
    return v;
  const auto from = [&](llvm::ArrayRef<Value> inits, std::size_t k) { return k < inits.size() ? firstVersion(inits[k]) : v; };
  if (d->parameterOf) {
    if (const auto *loop = std::get_if<Loop>(&d->statement->op))
      return from(loop->inits, d->position - (d->parameterOf == &loop->body && loop->isCounted()));
    return v;
  }
  if (const auto *update = std::get_if<Update>(&d->statement->op))
    return firstVersion(update->array);
  if (const auto *loop = std::get_if<Loop>(&d->statement->op))
    return from(loop->inits, d->position);
  if (const auto *sums = std::get_if<WithAccumulators>(&d->statement->op))
    return from(sums->inits, d->position);
  if (const auto *choice = std::get_if<If>(&d->statement->op))
    return firstVersion(choice->then.results[d->position]);
  return v;
}

std::optional<Values> GroupParts::extentsOf(Value v, analysis::Shapes &shapes) const {
  if (values.type(v).isScalar())
    return Values();
  const Value first = firstVersion(v);
  if (const Fill *fill = fillOf(first); fill && shapes.sameShape(first, v))
    return fill->extents;
  const auto isRowOfNumbers = [&](const auto *kernel) { return kernel && values.type(v).rank == 1 && isOutside(kernel->count); };
  if (!shapes.sameShape(first, v))
    return std::nullopt;
  if (const auto *map = definitions.as<Map>(first); isRowOfNumbers(map))
    return Values{map->count};
  if (const auto *map = definitions.as<MapReduce>(first);
      isRowOfNumbers(map) && definitions.of(first)->position >= reducedResults(definitions.statement(first)->op))
    return Values{map->count};
  return std::nullopt;
}

} // namespace soac::optimise
