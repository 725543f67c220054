// What the plain derivatives f_vjp and f_jvp compute: f's body, differentiated, with its seeds, and what is returned and
// written back.
//
// Pointer parameters are taken to point into arrays of their own, until the body compares two of them to see where the
// one ends, or subtracts them. Then the later one points into the earlier one's array, as far from it as its argument
// is at run time, and their adjoints and tangents must be as far from each other.
#include "frontend/LoweringState.h"
#include "frontend/Plain.h"
#include "ir/Walk.h"

namespace soac::frontend {

namespace {

/// What the block of a plain derivative returns: f's result, then every leaf of a parameter that was written.
struct WrittenLeaf {
  unsigned parameter, leaf;
};

/// Does the block call a function with rules that lacks the one for this mode?
bool lacksRule(const ir::Block &block, ir::Mode mode) {
  bool result = false;
  ir::forEachStatement(block, [&](const ir::Statement &statement) {
    if (const auto *op = std::get_if<ir::WithRules>(&statement.op))
      result |= !(mode == ir::Mode::Tangent ? op->tangent : op->adjoint);
  });
  return result;
}

/// Notes which two parameters the lowering has found to point into one array, the later one with the earlier one.
void join(Lowering &l, llvm::ArrayRef<Lowering::Parameter> parameters, std::map<unsigned, unsigned> &joined) {
  const auto pair = l.internals().joined;
  if (!pair)
    return;
  const auto owner = [&](unsigned slot) {
    const auto *found = llvm::find_if(
        parameters, [&](const Lowering::Parameter &p) { return llvm::is_contained(p.slots, static_cast<int>(slot)); });
    return static_cast<unsigned>(found - parameters.begin());
  };
  const unsigned a = owner(pair->first), b = owner(pair->second);
  if (a < parameters.size() && b < parameters.size() && a != b)
    joined.emplace(std::max(a, b), std::min(a, b));
}

} // namespace

bool Derivatives::fillPlain(Plain &plain, const PlainRequest &request, ir::Mode mode, Joined &joined) {
  const clang::FunctionDecl *function = request.function;
  ir::CxxFunction &made = plain.made;
  Lowering l(types, engine, hooks, made.function);
  l.internals().derivatives = 1;
  ir::Builder &b = l.builder();
  const auto differentiable = [&](ir::Value v) { return b.type(v).isDifferentiable(); };
  const std::size_t count = plain.derivatives.size();

  ir::Differentiate differentiate;
  differentiate.mode = mode;
  ir::Types argumentTypes;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < count; ++i)
    for (ir::Value leaf : made.parameters[i].inputs)
      if (differentiable(leaf)) {
        differentiate.arguments.push_back(leaf);
        argumentTypes.push_back(b.type(leaf));
        names.push_back(made.parameters[i].name);
      }

  std::vector<WrittenLeaf> written;
  ir::Values isPresent; // of pointers
  std::map<unsigned, ir::Value> distances; // of those that are joined
  std::size_t resultCount = 0;
  differentiate.fn = l.operatorBlock(
      argumentTypes, names,
      [&](llvm::ArrayRef<ir::Value> active) -> ir::Values {
        std::vector<Lowering::Parameter> parameters;
        llvm::SmallVector<FValue, 4> arguments;
        const ir::Value *next = active.begin();
        for (std::size_t i = 0; i < count; ++i) {
          ir::Values leaves = made.parameters[i].inputs;
          for (ir::Value &leaf : leaves)
            if (differentiable(leaf))
              leaf = *next++;
          const clang::ParmVarDecl *parameter = function->getParamDecl(i);
          const bool isPointer = parameter->getType()->isPointerType();
          isPresent.push_back(isPointer ? b.values.fresh(ir::boolType) : ir::Value{});
          parameters.push_back(l.makeParameter(parameter->getType(), leaves, parameter->getName(), isPresent.back()));
          FValue argument = parameters.back().argument;
          if (const auto pair = joined.find(static_cast<unsigned>(i)); pair != joined.end()) {
            const FValue &from = arguments[pair->second];
            const ir::Value distance = distances[pair->first] = b.values.fresh(ir::indexType, parameter->getName());
            argument.leaves = {from.leaves[0], advance(l, from, distance).leaves[1]};
          }
          arguments.push_back(argument);
        }
        const FValue result = l.callFunction(function, arguments, nullptr);
        if (l.failed()) {
          join(l, parameters, joined);
          return {};
        }
        ir::Values results = l.edgeValues(result);
        resultCount = results.size();
        for (unsigned i = 0; i < count; ++i) {
          const ir::Values finals = l.finals(parameters[i]);
          for (unsigned j = 0; j < finals.size(); ++j)
            if (finals[j] != parameters[i].values[j]) {
              written.push_back({i, j});
              results.push_back(finals[j]);
            }
        }
        return results;
      },
      nullptr);
  if (l.failed())
    return false;
  if (!PlainRequest::has(request.marked, mode) && lacksRule(differentiate.fn, mode))
    return false; // nobody has asked for this mode
  if (llvm::none_of(differentiate.fn.results, differentiable)) {
    report(diag::Id::NotDifferentiable, request.place, {function->getNameAsString(), "it has no floating-point result"});
    return false;
  }

  const ir::ValueSet asked = ir::freeVariables(differentiate.fn, b.values);
  for (auto [parameter, is] : llvm::zip(made.parameters, isPresent))
    if (asked.contains(is)) {
      parameter.isPresent = is;
      made.function.body.parameters.push_back(is);
    }

  for (const auto &[parameter, distance] : distances)
    if (asked.contains(distance)) {
      const auto set = [&, distance = distance](unsigned later, unsigned first) {
        made.parameters[later].distance = distance;
        made.parameters[later].from = first;
      };
      const unsigned first = joined.at(parameter);
      set(parameter, first);
      if (plain.derivatives[parameter] >= 0)
        set(plain.derivatives[parameter], plain.derivatives[first]);
      made.function.body.parameters.push_back(distance);
    }

  // Seeds and what adjoints are added to.
  const auto derivative = [&](unsigned parameter, unsigned leaf) {
    return made.parameters[plain.derivatives[parameter]].inputs[leaf];
  };
  const auto isWritten = [&](unsigned parameter, unsigned leaf) {
    return llvm::any_of(written, [&](const WrittenLeaf &w) { return w.parameter == parameter && w.leaf == leaf; });
  };
  const ir::Values blockResults = differentiate.fn.results;
  if (mode == ir::Mode::Adjoint) {
    for (std::size_t i = 0; i < resultCount; ++i)
      if (differentiable(blockResults[i]))
        differentiate.seeds.push_back(made.parameters[plain.seed].inputs[i]);
    for (const WrittenLeaf &w : written)
      if (differentiable(made.parameters[w.parameter].inputs[w.leaf]))
        differentiate.seeds.push_back(derivative(w.parameter, w.leaf));
  }
  for (unsigned i = 0; i < count; ++i)
    for (unsigned j = 0; j < made.parameters[i].inputs.size(); ++j)
      if (differentiable(made.parameters[i].inputs[j])) {
        if (mode == ir::Mode::Tangent)
          differentiate.seeds.push_back(derivative(i, j));
        else
          differentiate.initial.push_back(isWritten(i, j) ? ir::Value() : derivative(i, j));
      }
  const ir::Values outcome = b.emit(std::move(differentiate));

  // What is returned and written back.
  ir::Values &results = made.function.body.results;
  const auto put = [&](ir::CxxParameter &parameter, unsigned leaf, ir::Value v) {
    if (parameter.outputs.empty())
      parameter.outputs.assign(parameter.type.leaves().size(), -1);
    parameter.outputs[leaf] = static_cast<int>(results.size());
    results.push_back(v);
  };
  for (std::size_t i = 0; i < resultCount; ++i) {
    made.results.push_back(static_cast<unsigned>(results.size()));
    results.push_back(outcome[i]);
  }
  for (auto [k, w] : llvm::enumerate(written))
    put(made.parameters[w.parameter], w.leaf, outcome[resultCount + k]);
  const ir::Value *next = outcome.begin() + blockResults.size();
  if (mode == ir::Mode::Tangent) {
    for (unsigned i = 0; i < resultCount; ++i)
      if (plain.tangent >= 0)
        put(made.parameters[plain.tangent], i, differentiable(outcome[i]) ? *next++ : b.zerosLike(outcome[i]));
    for (const WrittenLeaf &w : written)
      if (differentiable(made.parameters[w.parameter].inputs[w.leaf]))
        put(made.parameters[plain.derivatives[w.parameter]], w.leaf, *next++);
  } else {
    for (unsigned i = 0; i < count; ++i)
      for (unsigned j = 0; j < made.parameters[i].inputs.size(); ++j)
        if (differentiable(made.parameters[i].inputs[j]))
          put(made.parameters[plain.derivatives[i]], j, *next++);
  }
  l.finish();
  return true;
}

void Derivatives::addPlain(const PlainRequest &request, ir::Unit &unit) {
  Callee callee;
  callee.function = request.function;
  if (!checkDefined(callee, request.place))
    return;
  for (const ir::Mode mode : {ir::Mode::Adjoint, ir::Mode::Tangent}) {
    if (!PlainRequest::has(request.modes, mode))
      continue;
    std::optional<Plain> plain;
    const std::vector<diag::Diagnostic> reported = engine.all();
    Joined joined;
    bool isFilled = false;
    for (std::size_t known = 0; !isFilled; known = joined.size()) {
      plain = plainSignature(request, mode, PlainRequest::has(request.marked, mode));
      isFilled = plain && fillPlain(*plain, request, mode, joined);
      if (isFilled || joined.size() == known)
        break;
      engine.clear(); // refused for want of a pair that is known now
      llvm::for_each(reported, [&](const diag::Diagnostic &d) { engine.add(d); });
    }
    if (!isFilled)
      continue;
    unit.functions.push_back(std::move(plain->made));
    llvm::append_range(unit.inlineNamespaces, plain->inlineNamespaces);
  }
}

} // namespace soac::frontend
