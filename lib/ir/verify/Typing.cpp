// How the operands, blocks and results of every statement are typed, as Ops.h says.
#include "ir/verify/Typing.h"

#include "ir/text/Printer.h"
#include "ir/verify/Problems.h"
#include "ir/verify/Verifier.h"
#include "prims/Prims.h"
#include "support/Overloaded.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallBitVector.h>

namespace soac::ir {
namespace {

Types typesOf(llvm::ArrayRef<Value> vs, const ValueTable &values, int addedRank = 0) {
  Types types;
  for (Value v : vs)
    types.push_back(values.type(v).withRank(static_cast<unsigned>(values.type(v).rank + addedRank)));
  return types;
}

class OpTyping {
public:
  OpTyping(const Function &f, Problems &problems) : f(f), problems(problems) {}

  void check(const Apply &a);
  void check(const Index &a);
  void check(const Update &a);
  void check(const Extent &a);
  void check(const Fill &a);
  void check(const Iota &a) { isIndex(a.count); }
  void check(const Argsort &a) {
    require(type(a.keys).rank == 1 && !type(a.keys).accumulator, "{0} is not an array of rank 1", a.keys);
  }
  void check(const Repeated &a) {
    require(type(a.indices) == indexType.withRank(1), "{0} is not an array of i64", a.indices);
    isIndex(a.extent);
  }
  void check(const Rearrange &a);
  void check(const Reshape &a);
  void check(const Slice &a);
  void check(const Rotate &a) { isArray(a.array), isIndex(a.by); }
  void check(const Concat &a);
  void check(const If &a);
  void check(const Loop &a);
  void check(const Map &a) { mapped(a.count, a.arrays, a.fn); }
  void check(const Reduce &a) { reduced(a.count, a.arrays, a.neutral, a.op); }
  void check(const Scan &a) { reduced(a.count, a.arrays, a.neutral, a.op); }
  void check(const MapReduce &a);
  void check(const ReduceByIndex &a);
  void check(const Scatter &a);
  void check(const WithAccumulators &a);
  void check(const Accumulate &a);
  void check(const Check &a) {
    require(type(a.condition) == boolType, "the condition is not a bool");
    if (a.number)
      isIndex(a.number);
    for (Value v : a.operands)
      require(!type(v).isArray() && !type(v).accumulator, "the operand {0} is not a scalar", v);
  }
  void check(const Call &a) {
    for (Value v : a.arguments)
      require(!type(v).accumulator, "the argument {0} is an accumulator", v);
  }
  void check(const Invoke &a) {
    for (Value v : a.arguments)
      require(!type(v).accumulator, "the argument {0} is an accumulator", v);
    for (Value v : a.accumulators)
      require(!v || type(v).accumulator, "{0}, which an invoked definition adds to, is no accumulator", v);
    updates(a);
  }
  void updates(const Invoke &a);
  void check(const WithRules &a);
  void check(const Differentiate &a);

  Types types(llvm::ArrayRef<Value> vs, int addedRank = 0) const { return typesOf(vs, f.values, addedRank); }
  void same(const Types &actual, const Types &expected, const std::string &what);

private:
  const Function &f;
  Problems &problems;

  Type type(Value v) const { return f.type(v); }
  bool require(bool condition, const char *what, Value about = {}) { return problems.require(condition, what, about); }

  void isIndex(llvm::ArrayRef<Value> vs);
  bool isArray(llvm::ArrayRef<Value> vs);
  void isPart(Value whole, std::size_t indices, Value part);
  void rule(const Block &rule, const Types &parameters, llvm::ArrayRef<Value> to);
  void mapped(Value count, llvm::ArrayRef<Value> arrays, const Block &fn);
  void reduced(Value count, llvm::ArrayRef<Value> arrays, llvm::ArrayRef<Value> neutral, const Block &op);
  void isOperator(const Block &op, const Types &elements);
  void seeds(llvm::ArrayRef<Value> given, llvm::ArrayRef<Value> of, unsigned more, const char *what);
};

//===-- Operands -----------------------------------------------------------------------------------------------===//

void OpTyping::same(const Types &actual, const Types &expected, const std::string &what) {
  const auto text = [](const Types &ts) {
    std::string s = "(";
    for (Type t : ts)
      s += (s.size() > 1 ? ", " : "") + toString(t);
    return s + ")";
  };
  if (actual != expected)
    problems.add(what + " are " + text(actual) + ", not " + text(expected));
}

void OpTyping::isIndex(llvm::ArrayRef<Value> vs) {
  for (Value v : vs)
    require(type(v) == indexType, "{0} is not an i64", v);
}

bool OpTyping::isArray(llvm::ArrayRef<Value> vs) {
  return llvm::all_of(vs, [&](Value v) { return require(type(v).isArray(), "{0} is not an array", v); });
}

/// That `part` is what `whole` has at that many indices.
void OpTyping::isPart(Value whole, std::size_t indices, Value part) {
  if (require(indices <= type(whole).rank, "more indices than dimensions"))
    require(type(part) == Type(type(whole).scalar, type(whole).rank - static_cast<unsigned>(indices)),
            "{0} has not the type of that part of the array", part);
}

//===-- Statements ---------------------------------------------------------------------------------------------===//

void OpTyping::check(const Apply &a) {
  llvm::SmallVector<Scalar, 3> scalars;
  for (Value v : a.arguments) {
    require(type(v).isScalar(), "{0} is not a scalar", v);
    scalars.push_back(type(v).scalar);
  }
  if (!require(prims::accepts(a.prim, scalars), "the primitive does not take these operands"))
    return;
  require(a.prim == Prim::Cast || a.type == prims::resultType(a.prim, scalars),
          "the primitive does not give this type");
  const bool isSum = a.prim == Prim::Add || a.prim == Prim::Sub || a.prim == Prim::Mul || a.prim == Prim::Neg;
  const bool isConversion = a.prim == Prim::Cast && isInteger(a.type) && llvm::all_of(scalars, isInteger);
  require(!a.isExact || (isSum && isSigned(a.type)) || isConversion,
          "only sums, differences, products and negations of signed integers and conversions of integers are exact");
}

void OpTyping::check(const Index &a) {
  isIndex(a.indices);
  require(a.indices.size() <= type(a.array).rank, "more indices than dimensions");
}

void OpTyping::check(const Update &a) {
  isIndex(a.indices);
  isPart(a.array, a.indices.size(), a.value);
}

void OpTyping::check(const Extent &a) {
  require(a.dimension < type(a.array).rank, "{0} has no such dimension", a.array);
}

void OpTyping::check(const Fill &a) {
  isIndex(a.extents);
  require(!a.extents.empty(), "there are no extents");
  require(type(a.value).rank + a.extents.size() <= maxRank, "too many dimensions");
}

void OpTyping::check(const Rearrange &a) {
  llvm::SmallBitVector seen(type(a.array).rank);
  for (unsigned d : a.permutation)
    if (d < seen.size())
      seen.set(d);
  require(isArray(a.array) && a.permutation.size() == seen.size() && seen.all(), "the dimensions are not permuted");
}

void OpTyping::check(const Reshape &a) {
  isArray(a.array);
  isIndex(a.extents);
  require(!a.extents.empty() && a.extents.size() <= maxRank, "there are no extents, or too many");
}

void OpTyping::check(const Slice &a) {
  isArray(a.array);
  isIndex({a.start, a.count});
}

void OpTyping::check(const Concat &a) {
  require(!a.arrays.empty(), "there are no arrays");
  isArray(a.arrays);
  require(llvm::all_equal(types(a.arrays)), "the arrays are of different types");
}

void OpTyping::check(const If &a) {
  require(type(a.condition) == boolType, "the condition is not a bool");
  require(a.then.parameters.empty() && a.otherwise.parameters.empty(), "a branch has parameters");
  same(types(a.otherwise.results), types(a.then.results), "the results of the branches");
}

void OpTyping::check(const Loop &a) {
  const Types carried = types(a.inits);
  Types parameters = carried;
  if (a.isCounted()) {
    isIndex(a.count);
    parameters.insert(parameters.begin(), indexType);
    require(a.condition.parameters.empty() && a.condition.statements.empty() && a.condition.results.empty(),
            "a counted loop has a condition");
  } else {
    same(types(a.condition.parameters), carried, "the condition's parameters");
    same(types(a.condition.results), {boolType}, "the condition's results");
  }
  same(types(a.body.parameters), parameters, "the body's parameters");
  same(types(a.body.results), carried, "the body's results");
  if (a.annotations.bound)
    isIndex(a.annotations.bound);
  for (unsigned position : a.annotations.noFalseDependencies)
    require(position < a.inits.size(), "no carried value is at this position");
}

void OpTyping::mapped(Value count, llvm::ArrayRef<Value> arrays, const Block &fn) {
  isIndex(count);
  if (!isArray(arrays))
    return;
  Types parameters{indexType};
  parameters.append(types(arrays, -1));
  same(types(fn.parameters), parameters, "the function's parameters");
  for (Value v : fn.results)
    require(type(v).rank < maxRank, "too many dimensions");
}

/// That `op` combines two tuples of elements into one.
void OpTyping::isOperator(const Block &op, const Types &elements) {
  Types parameters = elements;
  parameters.append(elements);
  require(!elements.empty(), "there is nothing to reduce");
  same(types(op.parameters), parameters, "the operator's parameters");
  same(types(op.results), elements, "the operator's results");
}

void OpTyping::reduced(Value count, llvm::ArrayRef<Value> arrays, llvm::ArrayRef<Value> neutral, const Block &op) {
  isIndex(count);
  isOperator(op, types(neutral));
  same(types(arrays), types(neutral, 1), "the arrays");
}

void OpTyping::check(const MapReduce &a) {
  require(!a.reductions.empty(), "there are no reductions, as in a map");
  mapped(a.count, a.arrays, a.fn);
  Types elements;
  for (const Reduction &r : a.reductions) {
    isOperator(r.op, types(r.neutral));
    elements.append(types(r.neutral));
  }
  if (require(a.fn.results.size() >= elements.size(), "the function has fewer results than there are reductions"))
    same(types(llvm::ArrayRef(a.fn.results).take_front(elements.size())), elements, "the reduced elements");
}

void OpTyping::check(const ReduceByIndex &a) {
  isIndex(a.count);
  isOperator(a.op, types(a.neutral));
  same(types(a.dests), types(a.neutral, 1), "the destinations");
  same(types(a.values), types(a.neutral, 1), "the values");
  require(type(a.keys) == indexType.withRank(1), "the keys are not an array of i64");
}

void OpTyping::check(const Scatter &a) {
  isArray(a.dest);
  require(type(a.indices) == indexType.withRank(1), "the indices are not an array of i64");
  require(type(a.values) == type(a.dest), "the values have not the type of the destination");
}

/// One array for each argument that is updated.
void OpTyping::updates(const Invoke &a) {
  const auto isArray = [](Type t) { return t.isArray(); };
  if (!require(static_cast<std::size_t>(llvm::count_if(a.types, isArray)) == a.updated.size(),
               "there are not as many arrays among the results as arguments that are updated"))
    return;
  llvm::DenseSet<unsigned> seen;
  for (std::size_t k = 0; k < a.types.size(); ++k)
    if (const auto argument = a.argumentOf(k))
      require(*argument < a.arguments.size() && seen.insert(*argument).second && a.types[k] == type(a.arguments[*argument]),
              "what an argument is updated to is not of its type");
}

void OpTyping::check(const WithAccumulators &a) {
  Types parameters;
  for (Value v : a.inits) {
    require(type(v).isDifferentiable(), "{0} cannot be accumulated into", v);
    parameters.push_back({type(v).scalar, type(v).rank, true});
  }
  same(types(a.body.parameters), parameters, "the body's parameters");
}

void OpTyping::check(const Accumulate &a) {
  require(type(a.accumulator).accumulator, "{0} is not an accumulator", a.accumulator);
  isIndex(a.indices);
  isPart(a.accumulator, a.indices.size(), a.value);
}

/// One seed per differentiable value of `of`, unset or of its type.
void OpTyping::seeds(llvm::ArrayRef<Value> given, llvm::ArrayRef<Value> of, unsigned more, const char *what) {
  Types expected;
  for (Value v : of)
    if (type(v).isDifferentiable())
      expected.push_back(type(v).withRank(type(v).rank + more));
  if (given.size() != expected.size())
    return problems.add(std::string(what) + " are " + std::to_string(given.size()) + ", not " +
                   std::to_string(expected.size()));
  for (auto [v, t] : llvm::zip(given, expected))
    if (v)
      require(type(v) == t, "{0} has not the type of what it is the derivative of", v);
}

void OpTyping::rule(const Block &rule, const Types &parameters, llvm::ArrayRef<Value> to) {
  Types results;
  llvm::copy_if(types(to), std::back_inserter(results), [](Type t) { return t.isDifferentiable(); });
  same(types(rule.parameters), parameters, "the rule's parameters");
  same(types(rule.results), results, "the rule's results");
}

void OpTyping::check(const WithRules &a) {
  const auto differentiable = [](Type t) { return t.isDifferentiable(); };
  same(types(a.fn.parameters), types(a.arguments), "the parameters");
  if (a.tangent) {
    Types parameters = types(a.arguments);
    llvm::copy_if(types(a.arguments), std::back_inserter(parameters), differentiable);
    parameters.append(types(a.fn.results));
    rule(*a.tangent, parameters, a.fn.results);
  }
  if (a.adjoint) {
    Types parameters = types(a.arguments);
    llvm::copy_if(types(a.fn.results), std::back_inserter(parameters), differentiable);
    rule(*a.adjoint, parameters, a.arguments);
  }
}

void OpTyping::check(const Differentiate &a) {
  same(types(a.arguments), types(a.fn.parameters), "the arguments");
  if (a.directions && !require(type(a.directions) == indexType, "{0} is not of type i64", a.directions))
    return;
  const unsigned more = a.directions ? 1 : 0;
  seeds(a.seeds, a.mode == Mode::Tangent ? a.arguments : a.fn.results, more, "the seeds");
  if (!a.initial.empty() && require(a.mode == Mode::Adjoint, "a tangent has no initial values"))
    seeds(a.initial, a.arguments, more, "the initial values");
}

} // namespace

// The kinds beside one another, an arm each.
Types resultTypes(const Op &op, const ValueTable &values) {
  const auto type = [&](Value v) { return values.type(v); };
  const auto minus = [&](Value v, std::size_t n) { return type(v).withRank(type(v).rank - static_cast<unsigned>(n)); };
  return std::visit(
      Overloaded{
          [&](const Apply &a) -> Types { return {Type(a.type)}; },
          [&](const Index &a) -> Types { return {minus(a.array, a.indices.size())}; },
          [&](const Update &a) -> Types { return {type(a.array)}; },
          [&](const Extent &) -> Types { return {indexType}; },
          [&](const Fill &a) -> Types {
            return {type(a.value).withRank(type(a.value).rank + static_cast<unsigned>(a.extents.size()))};
          },
          [&](const Iota &) -> Types { return {indexType.withRank(1)}; },
          [&](const Argsort &) -> Types { return {indexType.withRank(1)}; },
          [&](const Repeated &) -> Types { return {indexType}; },
          [&](const Rearrange &a) -> Types { return {type(a.array)}; },
          [&](const Reshape &a) -> Types { return {type(a.array).withRank(static_cast<unsigned>(a.extents.size()))}; },
          [&](const Slice &a) -> Types { return {type(a.array)}; },
          [&](const Rotate &a) -> Types { return {type(a.array)}; },
          [&](const Concat &a) -> Types { return {type(a.arrays.front())}; },
          [&](const If &a) -> Types { return typesOf(a.then.results, values); },
          [&](const Loop &a) -> Types { return typesOf(a.inits, values); },
          [&](const Map &a) -> Types { return typesOf(a.fn.results, values, 1); },
          [&](const Reduce &a) -> Types { return typesOf(a.neutral, values); },
          [&](const Scan &a) -> Types { return typesOf(a.neutral, values, 1); },
          [&](const MapReduce &a) -> Types {
            Types types;
            for (const Reduction &r : a.reductions)
              types.append(typesOf(r.neutral, values));
            const auto reduced = types.size();
            types.append(typesOf(llvm::ArrayRef(a.fn.results).drop_front(reduced), values, 1));
            return types;
          },
          [&](const ReduceByIndex &a) -> Types { return typesOf(a.dests, values); },
          [&](const Scatter &a) -> Types { return {type(a.dest)}; },
          [&](const WithAccumulators &a) -> Types {
            Types types = typesOf(a.inits, values);
            types.append(typesOf(a.body.results, values));
            return types;
          },
          [&](const Accumulate &) -> Types { return {}; },
          [&](const Call &a) -> Types { return a.types; },
          [&](const Invoke &a) -> Types { return a.types; },
          [&](const WithRules &a) -> Types { return typesOf(a.fn.results, values); },
          [&](const Check &) -> Types { return {}; },
          [&](const Differentiate &a) -> Types {
            Types types = typesOf(a.fn.results, values);
            for (Value v : a.mode == Mode::Tangent ? a.fn.results : a.arguments)
              if (type(v).isDifferentiable())
                types.push_back(type(v).withRank(type(v).rank + (a.directions ? 1u : 0u)));
            return types;
          },
      },
      op);
}

void checkTypes(const Statement &statement, const Function &function, Problems &problems) {
  OpTyping typing(function, problems);
  const std::size_t before = problems.count();
  std::visit([&](const auto &a) { typing.check(a); }, statement.op);
  if (problems.count() == before)
    typing.same(typing.types(statement.results), resultTypes(statement.op, function.values), "the results");
}

} // namespace soac::ir
