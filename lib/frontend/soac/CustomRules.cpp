// Derivatives that the user gives: with_vjp, with_jvp, with_rules and on_adjoint become `WithRules`.
//   soac::with_vjp(f, f_vjp, x)   ->   r = with_rules (x), function f, adjoint |x, r_adj| { f_vjp(x, r_adj, x_adj) }
//
// f and the rules are inlined, so that the derivatives that a rule computes can be differentiated again; functions whose
// body is not available are called as they are (OutsideCalls.cpp). A rule may call the function that it belongs to: the
// derivatives of higher order follow from the rule, too.
#include "frontend/soac/CustomRules.h"

#include "frontend/lower/Lower.h"
#include "frontend/state/CallSite.h"
#include "frontend/state/LoweringState.h"

namespace soac::frontend {

using Kind = Layout::Kind;

namespace {

/// The function that an expression names or the call operator of its closure; null when there is not exactly one.
const clang::FunctionDecl *functionOf(const FValue &callable) {
  if (!callable.leaves.empty())
    return callable.leaves[0].target ? callable.leaves[0].target->function : nullptr;
  const clang::CXXRecordDecl *record = callable.isRecord() ? callable.layout->type->getAsCXXRecordDecl() : nullptr;
  const clang::CXXMethodDecl *found = nullptr;
  if (record && record->hasDefinition())
    for (const clang::CXXMethodDecl *method : record->getDefinition()->methods())
      if (method->getOverloadedOperator() == clang::OO_Call) {
        if (found)
          return nullptr;
        found = method;
      }
  return found;
}

class Rules {
public:
  Rules(Lowering &l, const clang::CallExpr *call, llvm::StringRef name) : l(l), call(call), name(name.str()) {}

  FValue lower() {
    const unsigned rules = name == "with_rules" ? 2 : 1;
    const std::optional<FValue> f = callable(0, "the function");
    std::optional<FValue> vjp, jvp;
    if (f && name != "with_jvp")
      vjp = callable(1, "the rule");
    if (f && !l.failed() && name != "with_vjp")
      jvp = callable(rules, "the rule");
    if (l.failed() || !readArguments(*f, 1 + rules))
      return {};
    ++l.internals().withRules;
    const FValue result = lower(*f, vjp, jvp);
    --l.internals().withRules;
    return result;
  }

  /// on_adjoint(f, x) is x; its adjoint is f of the result's adjoint.
  FValue lowerOnAdjoint() {
    const std::optional<FValue> f = callable(0, "the function");
    if (!f)
      return {};
    FValue x = l.value(call->getArg(1));
    if (l.failed())
      return {};
    leaves = results = l.edgeValues(x);
    const std::size_t n = leaves.size();
    ir::WithRules op;
    op.name = name;
    op.arguments = leaves;
    op.fn = block(types(leaves), [](llvm::ArrayRef<ir::Value> p) { return ir::Values(p); });
    op.tangent = block(tangentParameters(), [&](llvm::ArrayRef<ir::Value> p) {
      return ir::Values(p.drop_front(n).take_front(differentiable(leaves).size()));
    });
    const clang::FunctionDecl *callee = call->getDirectCallee();
    const clang::QualType given = callee->getTemplateSpecializationArgs()->get(2).getAsType();
    op.adjoint = block(adjointParameters(), [&](llvm::ArrayRef<ir::Value> p) -> ir::Values {
      const FValue adjoint = l.make(given, withZeros(p.take_front(n), p.drop_front(n)));
      const ir::Values changed = l.edgeValues(l.callObject(*f, {adjoint}, call));
      if (!l.failed() && types(changed) != types(leaves))
        refuse("what it returns has not the type of an adjoint");
      return l.failed() ? ir::Values() : shaped(differentiable(changed), p.take_front(n));
    });
    return emit(std::move(op));
  }

private:
  void refuse(const std::string &why) { l.refuse(diag::Id::RuleForm, call->getSourceRange(), {name, why}); }

  ir::Block block(const ir::Types &parameters, llvm::function_ref<ir::Values(llvm::ArrayRef<ir::Value>)> body) {
    return l.failed() ? ir::Block() : l.operatorBlock(parameters, {}, body, call);
  }

  FValue emit(ir::WithRules op) {
    if (l.failed())
      return {};
    l.builder().location = l.sourceLocation(call->getExprLoc());
    return l.make(call->getType(), l.builder().emit(std::move(op)));
  }

  // ---- Leaves. ----

  ir::Types types(llvm::ArrayRef<ir::Value> vs) {
    ir::Types all;
    for (ir::Value v : vs)
      all.push_back(l.builder().type(v));
    return all;
  }
  ir::Values differentiable(llvm::ArrayRef<ir::Value> vs) {
    ir::Values some;
    llvm::copy_if(vs, std::back_inserter(some), [&](ir::Value v) { return l.builder().type(v).isDifferentiable(); });
    return some;
  }
  ir::Types tangentParameters() {
    ir::Types all = types(leaves);
    all.append(types(differentiable(leaves)));
    all.append(types(results));
    return all;
  }
  ir::Types adjointParameters() {
    ir::Types all = types(leaves);
    all.append(types(differentiable(results)));
    return all;
  }
  /// Derivatives of `vs`: `derivatives` for the differentiable values, zero for integers.
  ir::Values withZeros(llvm::ArrayRef<ir::Value> vs, llvm::ArrayRef<ir::Value> derivatives) {
    ir::Values all;
    for (ir::Value v : vs) {
      const bool isGiven = l.builder().type(v).isDifferentiable();
      all.push_back(isGiven ? derivatives.front() : l.builder().zerosLike(v));
      derivatives = derivatives.drop_front(isGiven);
    }
    return all;
  }
  /// The seeds of the results: `given` for the differentiable results, zero for integers. An array of integers takes the
  /// extents of another seed of its rank, since the result itself is not at hand.
  ir::Values seeds(llvm::ArrayRef<ir::Value> given) {
    ir::Builder &b = l.builder();
    ir::Values all;
    for (ir::Value v : results) {
      const ir::Type type = b.type(v);
      if (type.isDifferentiable() || !type.isArray()) {
        all.push_back(type.isDifferentiable() ? given[0] : b.zero(type.scalar));
        given = given.drop_front(type.isDifferentiable());
        continue;
      }
      ir::Values extents(type.rank, b.index(0));
      const auto isModel = [&](ir::Value seed) { return b.type(seed).isDifferentiable() && b.type(seed).rank == type.rank; };
      const ir::Value *before = llvm::find_if(all, isModel), *after = llvm::find_if(given, isModel);
      if (const ir::Value model = before != all.end() ? *before : after != given.end() ? *after : ir::Value())
        extents = b.extents(model);
      all.push_back(b.fill(b.zero(type.scalar), extents));
    }
    return all;
  }
  ir::Values zerosLike(llvm::ArrayRef<ir::Value> vs) {
    ir::Values all;
    for (ir::Value v : vs)
      all.push_back(l.builder().zerosLike(v));
    return all;
  }
  /// The derivatives of the differentiable values among `vs`, checked for their shape.
  ir::Values shaped(ir::Values derivatives, llvm::ArrayRef<ir::Value> vs) {
    ir::Builder &b = l.builder();
    for (auto [derivative, v] : llvm::zip(derivatives, differentiable(vs)))
      for (unsigned d = 0; d < b.type(v).rank; ++d)
        b.checkArgument(b.equal(b.extent(v, d), b.extent(derivative, d)),
                "soac: " + name + ": a rule gives a derivative of another shape");
    return derivatives;
  }

  // ---- The function and its rules. ----

  /// A function without free variables.
  std::optional<FValue> callable(unsigned position, const char *what) {
    FValue v = l.value(call->getArg(position));
    if (!l.failed() && v.layout->kind == Kind::Reference)
      v = l.read(l.referent(v), call);
    if (l.failed())
      return std::nullopt;
    if (v.leaves.empty() || (v.leaves.size() == 1 && v.leaves[0].target && v.leaves[0].target->function))
      return v;
    refuse(std::string(what) + " has captures or members; pass them as arguments, so that rules can say their derivatives");
    return std::nullopt;
  }

  /// Reads the arguments, converted to the types of f's parameters.
  bool readArguments(const FValue &f, unsigned first) {
    const clang::FunctionDecl *function = functionOf(f);
    for (unsigned i = first; i < call->getNumArgs(); ++i) {
      FValue v = l.value(call->getArg(i));
      if (!l.failed() && v.layout->kind == Kind::Reference)
        v = l.read(l.referent(v), call);
      if (l.failed())
        return false;
      const Layout *to = function && i - first < function->getNumParams()
                            ? l.types.ofObject(function->getParamDecl(i - first)->getType())
                            : v.layout;
      if (to->kind == Kind::Scalar && v.layout != to)
        v = convertTo(l, v, to, call);
      if (l.failed())
        return false;
      layouts.push_back(l.dataLayout(v));
      arguments.push_back(v.layout->kind == Kind::Pointer ? leavesFrom(l, v, call) : l.edgeValues(v));
      leaves.append(arguments.back());
    }
    return true;
  }

  /// Splits the leaves of all arguments by argument.
  std::vector<ir::Values> byArgument(llvm::ArrayRef<ir::Value> all) {
    std::vector<ir::Values> parts;
    for (const ir::Values &argument : arguments) {
      parts.emplace_back(all.take_front(argument.size()));
      all = all.drop_front(argument.size());
    }
    return parts;
  }

  FValue lower(const FValue &f, const std::optional<FValue> &vjp, const std::optional<FValue> &jvp) {
    ir::WithRules op;
    const clang::FunctionDecl *function = functionOf(f);
    op.name = function && function->getIdentifier() ? function->getNameAsString() : "the function";
    op.arguments = leaves;
    op.fn = block(types(leaves), [&](llvm::ArrayRef<ir::Value> p) { return callPlain(f, function, byArgument(p)); });
    results = op.fn.results;
    if (jvp && isNeeded(*jvp))
      op.tangent = block(tangentParameters(), [&](llvm::ArrayRef<ir::Value> p) { return tangent(*jvp, p); });
    if (vjp && isNeeded(*vjp))
      op.adjoint = block(adjointParameters(), [&](llvm::ArrayRef<ir::Value> p) { return adjoint(*vjp, p); });
    return emit(std::move(op));
  }
  /// Inside itself a rule gives the derivative of the next order. The number of orders is known: one for each derivative
  /// around.
  bool isNeeded(const FValue &rule) const {
    const clang::FunctionDecl *function = functionOf(rule);
    const auto orders = function ? llvm::count(l.internals().rules, function->getCanonicalDecl()) : 0;
    return orders == 0 || orders < static_cast<std::ptrdiff_t>(l.internals().derivatives);
  }

  /// Calls f itself, which may not write to its parameters.
  ir::Values callPlain(const FValue &f, const clang::FunctionDecl *function, llvm::ArrayRef<ir::Values> values) {
    std::vector<Lowering::Parameter> parameters;
    llvm::SmallVector<FValue, 4> given;
    for (unsigned i = 0; i < values.size(); ++i) {
      if (function && i < function->getNumParams()) {
        const clang::ParmVarDecl *parameter = function->getParamDecl(i);
        if (const auto expected = l.edgeTypes(parameter->getType()); expected && *expected == types(values[i])) {
          parameters.push_back(l.makeParameter(parameter->getType(), values[i], parameter->getName()));
          given.push_back(parameters.back().argument);
          continue;
        }
      }
      given.push_back(l.make(layouts[i], values[i]));
    }
    if (function && !canBeRead(l, function))
      return outside(function, values).returned;
    const ir::Values found = l.edgeValues(l.callObject(f, given, call));
    for (const Lowering::Parameter &parameter : parameters)
      if (!l.failed() && l.finals(parameter) != parameter.values)
        refuse("the function writes to a parameter; let it return what it computes");
    return found;
  }

  // R rule(x.., r_adj, x_adj..), called with x_adj of zero.
  ir::Values adjoint(const FValue &rule, llvm::ArrayRef<ir::Value> p) {
    std::vector<ir::Values> given = byArgument(p);
    const std::vector<ir::Values> inputs = given;
    given.push_back(seeds(p.drop_front(leaves.size())));
    const std::size_t first = given.size();
    for (const ir::Values &argument : inputs)
      if (!differentiable(argument).empty())
        given.push_back(zerosLike(argument));
    return shaped(differentiable(callRule(rule, given, first)), p.take_front(leaves.size()));
  }
  // R rule(x.., x_tan.., r_tan).
  ir::Values tangent(const FValue &rule, llvm::ArrayRef<ir::Value> p) {
    std::vector<ir::Values> given = byArgument(p);
    const std::vector<ir::Values> inputs = given;
    const llvm::ArrayRef<ir::Value> primal = p.take_back(results.size());
    llvm::ArrayRef<ir::Value> tangents = p.drop_front(leaves.size());
    for (const ir::Values &argument : inputs)
      if (const std::size_t n = differentiable(argument).size(); n > 0) {
        given.push_back(withZeros(argument, tangents.take_front(n)));
        tangents = tangents.drop_front(n);
      }
    given.push_back(zerosLike(primal));
    return shaped(differentiable(callRule(rule, given, given.size() - 1)), primal);
  }

  /// Calls a function whose body is not available as it is.
  OutsideResults outside(const clang::FunctionDecl *function, llvm::ArrayRef<ir::Values> values) {
    std::string whyNot;
    std::optional<OutsideResults> results = callOutside(l, function, values, call, whyNot);
    if (results)
      return *results;
    refuseOutside(l, function, whyNot, call);
    return {{}, std::vector<ir::Values>(values.size())};
  }

  /// Calls a rule; returns the final values of its parameters from `first` on.
  ir::Values callRule(const FValue &rule, llvm::ArrayRef<ir::Values> given, std::size_t first) {
    const clang::FunctionDecl *function = functionOf(rule);
    if (!function) {
      refuse("it is no function or lambda of parameters whose types are written out");
      return {};
    }
    if (function->getNumParams() != given.size()) {
      refuse("it has " + std::to_string(function->getNumParams()) + " parameters, and the form of " +
             (name == "with_jvp" ? "f_jvp" : "f_vjp") + " here has " + std::to_string(given.size()));
      return {};
    }
    std::vector<Lowering::Parameter> parameters;
    llvm::SmallVector<FValue, 4> passed;
    for (unsigned i = 0; i < given.size(); ++i) {
      const clang::ParmVarDecl *parameter = function->getParamDecl(i);
      const std::optional<ir::Types> expected = l.edgeTypes(parameter->getType());
      const std::string which = "its parameter number " + std::to_string(i + 1);
      if (!expected || *expected != types(given[i]))
        refuse(which + " has another type than what it is given");
      else if (i >= first && writableOf(parameter->getType()).isNull())
        refuse(which + " is to be written, and it cannot be written through");
      if (l.failed())
        return {};
      parameters.push_back(l.makeParameter(parameter->getType(), given[i], parameter->getName()));
      passed.push_back(parameters.back().argument);
    }
    Lowering::State &state = l.internals();
    state.rules.push_back(function->getCanonicalDecl());
    if (!canBeRead(l, function)) {
      state.rules.pop_back();
      const auto called = outside(function, given);
      ir::Values written;
      for (const ir::Values &one : llvm::ArrayRef(called.written).drop_front(first))
        written.append(one);
      return written;
    }
    const std::size_t around = std::exchange(state.ruleFrames, state.frames.size());
    l.callObject(rule, passed, call);
    state.ruleFrames = around;
    state.rules.pop_back();
    ir::Values written;
    if (!l.failed())
      for (const Lowering::Parameter &parameter : llvm::ArrayRef(parameters).drop_front(first))
        written.append(l.finals(parameter));
    return written;
  }

  Lowering &l;
  const clang::CallExpr *call;
  std::string name;
  std::vector<const Layout *> layouts; ///< of the arguments
  std::vector<ir::Values> arguments;
  ir::Values leaves;  ///< of all arguments
  ir::Values results; ///< of the function
};

} // namespace

CallLowering rulesCall(const CallSite &site) {
  if (site.name == "soac::on_adjoint")
    return [](Lowering &l, const CallSite &site) { return Rules(l, site.call, "on_adjoint").lowerOnAdjoint(); };
  if (site.isOne({"soac::with_vjp", "soac::with_jvp", "soac::with_rules"}))
    return [](Lowering &l, const CallSite &site) {
      return Rules(l, site.call, llvm::StringRef(site.name).drop_front(sizeof("soac::") - 1)).lower();
    };
  return nullptr;
}

} // namespace soac::frontend
