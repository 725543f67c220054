#include "analysis/Shapes.h"

#include "ir/Walk.h"
#include "prims/Prims.h"
#include "support/Overloaded.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::analysis {

using namespace ir;

namespace {
constexpr Dim none = ~0u;
}

Shapes::Shapes(const Function &function) : values(function.values) { block(function.body); }

Shapes::Shapes(const ValueTable &values, const Block &block) : values(values) { this->block(block); }

Shapes::Shapes(const ValueTable &values, const Differentiate &op) : values(values) {
  like(op.fn.parameters, op.arguments);
  block(op.fn);
}

void Shapes::entry(Value v) {
  if (v.id >= dims.size()) {
    const std::size_t size = std::max<std::size_t>(values.size(), v.id + 1u);
    dims.resize(size);
    scalars.resize(size, none);
  }
}

Dim Shapes::fresh(Value v, int dimension) {
  origins.push_back({Origin{v, dimension}});
  return static_cast<Dim>(origins.size() - 1);
}

void Shapes::set(Value v, Dims d) {
  entry(v);
  dims[v.id] = std::move(d);
}

void Shapes::unknown(Value v) {
  Dims own;
  for (unsigned d = 0; d < values.type(v).rank; ++d)
    own.push_back(fresh(v, static_cast<int>(d)));
  set(v, std::move(own));
}

Dims Shapes::of(Value array) {
  entry(array);
  if (dims[array.id].size() != values.type(array).rank)
    unknown(array);
  return dims[array.id];
}

Dim Shapes::ofScalar(Value v) {
  entry(v);
  if (scalars[v.id] == none)
    scalars[v.id] = fresh(v, -1);
  return scalars[v.id];
}

bool Shapes::sameShape(Value a, Value b) { return a == b || of(a) == of(b); }

Dims Shapes::rows(Value count, Value row) {
  Dims result{ofScalar(count)};
  if (values.type(row).rank > 0)
    result.append(of(row));
  return result;
}

void Shapes::elements(llvm::ArrayRef<Value> parameters, llvm::ArrayRef<Value> arrays) {
  for (auto [parameter, array] : llvm::zip_equal(parameters, arrays))
    if (values.type(parameter).rank > 0)
      set(parameter, Dims(llvm::drop_begin(of(array))));
}

void Shapes::like(llvm::ArrayRef<Value> vs, llvm::ArrayRef<Value> models) {
  for (auto [v, model] : llvm::zip_equal(vs, models))
    if (values.type(v).rank > 0)
      set(v, of(model));
}

Dims Shapes::join(Value result, Value a, Value b) {
  const Dims x = of(a), y = of(b);
  Dims joined;
  for (std::size_t d = 0; d < x.size(); ++d)
    joined.push_back(x[d] == y[d] ? x[d] : fresh(result, static_cast<int>(d)));
  return joined;
}

void Shapes::rule(const Block &rule, llvm::ArrayRef<Value> arguments, llvm::ArrayRef<Value> from,
                  llvm::ArrayRef<Value> results) {
  Values models(arguments);
  llvm::copy_if(from, std::back_inserter(models), [&](Value v) { return values.type(v).isDifferentiable(); });
  models.append(results.begin(), results.end());
  like(rule.parameters, models);
  block(rule);
}

void Shapes::block(const Block &block) {
  const std::size_t around = facts.size();
  for (const Statement &s : block.statements)
    define(s);
  facts.resize(around);
}

// What a check says of integers, where it is x == y, or count <= 0 or x == y.
void Shapes::learn(Value condition) {
  const auto isComparison = [&](Value v, prims::Prim prim) {
    const auto found = comparisons.find(v);
    return found != comparisons.end() && found->second.prim == prim && values.type(found->second.arguments[0]) == indexType;
  };
  const auto add = [&](Value equality, Value count) {
    const Values &pair = comparisons.find(equality)->second.arguments;
    facts.push_back({pair[0], pair[1], count});
  };
  if (isComparison(condition, prims::Prim::Eq))
    return add(condition, {});
  const auto either = comparisons.find(condition);
  if (either == comparisons.end() || either->second.prim != prims::Prim::Or)
    return;
  for (const unsigned k : {0u, 1u}) {
    const Value none = either->second.arguments[k], equality = either->second.arguments[1 - k];
    if (isComparison(none, prims::Prim::Le) && isComparison(equality, prims::Prim::Eq) &&
        values.asInt(comparisons.find(none)->second.arguments[1]) == 0)
      add(equality, comparisons.find(none)->second.arguments[0]);
  }
}

// Does a check in front of a loop of this count make sure that the two are equal in its iterations?
bool Shapes::isKnown(Dim a, Dim b, Value count) {
  return llvm::any_of(facts, [&](const Fact &fact) {
    const Dim x = ofScalar(fact.x), y = ofScalar(fact.y);
    return (!fact.count || fact.count == count) && ((x == a && y == b) || (x == b && y == a));
  });
}

void Shapes::leave(const Statement &s) {
  for (Value r : s.results) {
    const Dims own = of(r);
    for (std::size_t d = 0; d < own.size(); ++d)
      origins[own[d]].push_back({r, static_cast<int>(d)});
  }
}

// Does a check among the body's own statements make sure that the two are equal wherever an iteration completes?
bool Shapes::isChecked(Dim a, Dim b, const Block &body) {
  llvm::DenseMap<Value, const Apply *> comparisons;
  for (const Statement &s : body.statements) {
    if (const auto *apply = std::get_if<Apply>(&s.op); apply && apply->prim == prims::Prim::Eq)
      comparisons[s.results[0]] = apply;
    const auto *check = std::get_if<Check>(&s.op);
    const Apply *apply = check ? comparisons.lookup(check->condition) : nullptr;
    if (!apply || values.type(apply->arguments[0]) != indexType)
      continue;
    const Dim x = ofScalar(apply->arguments[0]), y = ofScalar(apply->arguments[1]);
    if ((x == a && y == b) || (x == b && y == a))
      return true;
  }
  return false;
}

// Each round drops the assumption for the extents that the body does not keep; the assumptions that remain are
// inductive.
void Shapes::loop(const Loop &op, const Statement &statement) {
  const auto parameters = llvm::ArrayRef(op.body.parameters).drop_front(op.isCounted());
  like(parameters, op.inits);
  if (!op.isCounted())
    like(op.condition.parameters, op.inits);
  for (bool isInductive = false; !isInductive;) {
    block(op.condition);
    block(op.body);
    isInductive = true;
    for (std::size_t k = 0; k < parameters.size(); ++k) {
      const unsigned rank = values.type(parameters[k]).rank;
      for (unsigned d = 0; d < rank; ++d) {
        const Dim assumed = of(parameters[k], d);
        const Origin o = origin(assumed);
        const bool isOwn = o.value == parameters[k] && o.dimension == static_cast<int>(d);
        const Dim next = of(op.body.results[k], d);
        if (isOwn || next == assumed || isChecked(next, assumed, op.body) || isKnown(next, assumed, op.count))
          continue;
        isInductive = false;
        dims[parameters[k].id][d] = fresh(parameters[k], static_cast<int>(d));
        if (!op.isCounted())
          dims[op.condition.parameters[k].id][d] = dims[parameters[k].id][d];
      }
    }
  }
  for (std::size_t k = 0; k < parameters.size(); ++k)
    if (values.type(parameters[k]).rank > 0) {
      Dims result = of(parameters[k]);
      for (std::size_t d = 0; d < result.size(); ++d)
        if (origin(result[d]).value == parameters[k])
          result[d] = fresh(statement.results[k], static_cast<int>(d));
      set(statement.results[k], std::move(result));
    }
}

// One arm for each kind of statement, which derives the extents of its results.
void Shapes::define(const Statement &s) {
  const auto result = [&](unsigned k = 0) { return s.results[k]; };
  const auto isArray = [&](Value v) { return values.type(v).rank > 0; };
  std::visit(Overloaded{
                 [&](const Extent &op) {
                   const Dim d = of(op.array, op.dimension);
                   entry(result());
                   scalars[result().id] = d;
                 },
                 [&](const Apply &op) {
                   if (op.type == Scalar::Bool)
                     comparisons[result()] = op;
                 },
                 [&](const Index &op) {
                   if (isArray(result()))
                     set(result(), Dims(llvm::drop_begin(of(op.array), op.indices.size())));
                 },
                 [&](const Update &op) { set(result(), of(op.array)); },
                 [&](const Fill &op) {
                   Dims d;
                   for (Value e : op.extents)
                     d.push_back(ofScalar(e));
                   if (isArray(op.value))
                     d.append(of(op.value));
                   set(result(), std::move(d));
                 },
                 [&](const Iota &op) { set(result(), {ofScalar(op.count)}); },
                 [&](const Argsort &op) { set(result(), of(op.keys)); },
                 [](const Repeated &) {},
                 [&](const Rearrange &op) {
                   const Dims from = of(op.array);
                   Dims d;
                   for (unsigned p : op.permutation)
                     d.push_back(from[p]);
                   set(result(), std::move(d));
                 },
                 [&](const Reshape &op) {
                   Dims d;
                   for (Value e : op.extents)
                     d.push_back(ofScalar(e));
                   set(result(), std::move(d));
                 },
                 [&](const Slice &op) {
                   Dims d = of(op.array);
                   d[0] = ofScalar(op.count);
                   set(result(), std::move(d));
                 },
                 [&](const Rotate &op) { set(result(), of(op.array)); },
                 [&](const Concat &op) {
                   Dims d = of(op.arrays.front());
                   if (op.arrays.size() > 1)
                     d[0] = fresh(result(), 0);
                   set(result(), std::move(d));
                 },
                 [&](const If &op) {
                   block(op.then);
                   block(op.otherwise);
                   for (std::size_t k = 0; k < s.results.size(); ++k)
                     if (isArray(s.results[k]))
                       set(s.results[k], join(s.results[k], op.then.results[k], op.otherwise.results[k]));
                 },
                 [&](const Loop &op) { loop(op, s); },
                 [&](const Map &op) {
                   elements(llvm::ArrayRef(op.fn.parameters).drop_front(), op.arrays);
                   block(op.fn);
                   for (std::size_t k = 0; k < s.results.size(); ++k)
                     set(s.results[k], rows(op.count, op.fn.results[k]));
                 },
                 [&](const Reduce &op) {
                   like(llvm::ArrayRef(op.op.parameters).take_front(op.neutral.size()), op.neutral);
                   elements(llvm::ArrayRef(op.op.parameters).drop_front(op.neutral.size()), op.arrays);
                   block(op.op);
                   like(s.results, op.neutral);
                 },
                 [&](const Scan &op) {
                   like(llvm::ArrayRef(op.op.parameters).take_front(op.neutral.size()), op.neutral);
                   elements(llvm::ArrayRef(op.op.parameters).drop_front(op.neutral.size()), op.arrays);
                   block(op.op);
                   for (std::size_t k = 0; k < s.results.size(); ++k)
                     set(s.results[k], rows(op.count, op.neutral[k]));
                 },
                 [&](const MapReduce &op) {
                   elements(llvm::ArrayRef(op.fn.parameters).drop_front(), op.arrays);
                   block(op.fn);
                   unsigned first = 0;
                   for (const Reduction &r : op.reductions) {
                     const auto n = static_cast<unsigned>(r.neutral.size());
                     like(llvm::ArrayRef(r.op.parameters).take_front(n), r.neutral);
                     like(llvm::ArrayRef(r.op.parameters).drop_front(n), r.neutral);
                     block(r.op);
                     like(llvm::ArrayRef(s.results).slice(first, n), r.neutral);
                     first += n;
                   }
                   for (std::size_t k = first; k < s.results.size(); ++k)
                     set(s.results[k], rows(op.count, op.fn.results[k]));
                 },
                 [&](const ReduceByIndex &op) {
                   like(llvm::ArrayRef(op.op.parameters).take_front(op.neutral.size()), op.neutral);
                   like(llvm::ArrayRef(op.op.parameters).drop_front(op.neutral.size()), op.neutral);
                   block(op.op);
                   like(s.results, op.dests);
                 },
                 [&](const Scatter &op) { set(result(), of(op.dest)); },
                 [&](const WithAccumulators &op) {
                   like(op.body.parameters, op.inits);
                   block(op.body);
                   like(llvm::ArrayRef(s.results).take_front(op.inits.size()), op.inits);
                   like(llvm::ArrayRef(s.results).drop_front(op.inits.size()), op.body.results);
                 },
                 [](const Accumulate &) {},
                 [](const Call &) {},
                 [&](const Invoke &op) {
                   for (auto [k, r] : llvm::enumerate(s.results))
                     if (const auto argument = op.argumentOf(k))
                       set(r, of(op.arguments[*argument]));
                 },
                 [&](const WithRules &op) {
                   like(op.fn.parameters, op.arguments);
                   block(op.fn);
                   like(s.results, op.fn.results);
                   if (op.tangent)
                     rule(*op.tangent, op.arguments, op.arguments, s.results);
                   if (op.adjoint)
                     rule(*op.adjoint, op.arguments, s.results, {});
                 },
                 [&](const Check &op) { learn(op.condition); },
                 [&](const Differentiate &op) {
                   like(op.fn.parameters, op.arguments);
                   block(op.fn);
                   Values models(op.fn.results);
                   for (Value v : op.mode == Mode::Tangent ? op.fn.results : op.arguments)
                     if (values.type(v).isDifferentiable())
                       models.push_back(v);
                   const std::size_t primal = op.fn.results.size();
                   like(llvm::ArrayRef(s.results).take_front(primal), op.fn.results);
                   for (auto [v, model] : llvm::drop_begin(llvm::zip_equal(s.results, models), primal)) {
                     Dims all = values.type(model).rank > 0 ? of(model) : Dims();
                     if (op.directions)
                       all.push_back(ofScalar(op.directions));
                     set(v, std::move(all));
                   }
                 },
             },
             s.op);
  bool hasBlocks = false;
  forEachBlock(s.op, [&](const Block &) { hasBlocks = true; });
  if (hasBlocks)
    leave(s);
}

} // namespace soac::analysis
