#include "frontend/lower/CalledFunctions.h"

#include "frontend/lower/Calls.h"
#include "frontend/lower/Lower.h"
#include "frontend/parse/AstVisitor.h"
#include "frontend/state/Lowering.h"
#include "frontend/state/Variables.h"

namespace soac::frontend {

using Kind = Shape::Kind;

namespace {

/// The functions with a body that a function's body names.
std::vector<const clang::FunctionDecl *> calleesOf(const clang::FunctionDecl *function) {
  struct Visitor : AstVisitor {
    std::vector<const clang::FunctionDecl *> found;
    llvm::DenseSet<const clang::Stmt *> rules; ///< these may call what they belong to
    /// soac::with_vjp(f, rules.., arguments..)
    void passOver(const clang::CallExpr *call) {
      const clang::FunctionDecl *callee = call->getDirectCallee();
      const std::string name = callee ? callee->getQualifiedNameAsString() : "";
      if (!llvm::StringRef(name).starts_with("soac::with_"))
        return;
      for (const clang::Expr *argument : llvm::drop_begin(call->arguments()))
        rules.insert(argument->IgnoreUnlessSpelledInSource());
    }
    void add(const clang::Decl *decl) {
      const auto *callee = llvm::dyn_cast_or_null<clang::FunctionDecl>(decl);
      const clang::FunctionDecl *definition = nullptr;
      if (callee && callee->hasBody(definition))
        found.push_back(definition->getCanonicalDecl());
    }
    bool visitStmt(clang::Stmt *s) override {
      if (const auto *call = llvm::dyn_cast<clang::CallExpr>(s))
        passOver(call);
      if (const auto *name = llvm::dyn_cast<clang::DeclRefExpr>(s); name && !rules.contains(name))
        add(name->getDecl());
      else if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(s))
        add(member->getMemberDecl());
      else if (const auto *made = llvm::dyn_cast<clang::CXXConstructExpr>(s))
        add(made->getConstructor());
      return true;
    }
  } visitor;
  const clang::FunctionDecl *definition = nullptr;
  const clang::SourceManager &sources = function->getASTContext().getSourceManager();
  if (function->hasBody(definition) && !sources.isInSystemHeader(sources.getExpansionLoc(definition->getLocation())))
    visitor.traverse(definition->getBody());
  return visitor.found;
}

/// How a parameter passes: the leaves of its type, of a pointer the whole array and where in it the pointer points.
struct Passing {
  const Shape *shape = nullptr;
  ir::Types types;
  bool isPointer = false;
  bool isWritten = false; ///< what it refers to is a result
};

bool areScalars(llvm::ArrayRef<ir::Type> types) {
  return llvm::none_of(types, [](ir::Type t) { return t.isArray(); });
}

std::optional<Passing> passingOf(Lowering &l, clang::QualType declared) {
  Passing p{l.types.of(declared), {}};
  const auto types = l.edgeTypes(declared);
  if (!types)
    return std::nullopt;
  p.types = *types;
  p.isPointer = p.shape->kind == Kind::Pointer;
  if (p.isPointer) {
    if (p.shape->element->kind != Kind::Scalar || p.shape->isOwner())
      return std::nullopt;
    p.types.push_back(ir::indexType);
  }
  if (p.shape->kind == Kind::Reference) {
    if (p.shape->element->kind == Kind::Pointer || p.shape->element->kind == Kind::View || !p.shape->element->isData)
      return std::nullopt;
    p.isWritten = areScalars(p.types) && !declared.getNonReferenceType().isConstQualified();
  } else if (p.shape->kind == Kind::Record && !p.shape->isData) {
    return std::nullopt;
  }
  return p;
}

/// What the definition's body gets for a parameter.
Lowering::Parameter parameterOf(Lowering &l, const Passing &p, clang::QualType declared,
                                llvm::ArrayRef<ir::Value> values, llvm::StringRef name) {
  if (!p.isPointer)
    return l.makeParameter(declared, values, name);
  Lowering::Parameter parameter = l.makeParameter(declared, values.drop_back(), name);
  parameter.argument.leaves[1].value = values.back();
  return parameter;
}

/// The operands of a call for one argument; none where it cannot be passed.
std::optional<ir::Values> operandsOf(Lowering &l, const Passing &p, FValue argument, const clang::Expr *site) {
  ir::Values values;
  if (p.isPointer) {
    if (argument.shape->kind != Kind::Pointer)
      argument = convertTo(l, argument, p.shape, site);
    if (!argument || argument.leaves.size() != 2 || !argument.leaves[0].target || !argument.leaves[0].target->location)
      return std::nullopt;
    const FValue array = l.read(argument.leaves[0].target->location, site);
    values = array.values();
    values.push_back(argument.leaves[1].value);
  } else {
    const Shape *wanted = p.shape->kind == Kind::Reference ? p.shape->element : p.shape;
    if (argument.shape->kind == Kind::Reference)
      argument = l.read(l.referent(argument), site);
    if (argument && argument.shape != wanted)
      argument = convertTo(l, argument, wanted, site);
    values = l.edgeValues(argument);
  }
  if (l.failed() || !llvm::equal(values, p.types, [&](ir::Value v, ir::Type t) { return l.builder().type(v) == t; }))
    return std::nullopt;
  return values;
}

/// The slots that an argument refers to.
llvm::DenseSet<unsigned> slotsOf(const FValue &argument) {
  llvm::DenseSet<unsigned> slots;
  for (const Leaf &leaf : argument.leaves)
    if (leaf.target)
      slots.insert(leaf.target->location.slots.begin(), leaf.target->location.slots.end());
  return slots;
}

bool overlapsAnother(llvm::ArrayRef<FValue> arguments, std::size_t k) {
  const llvm::DenseSet<unsigned> own = slotsOf(arguments[k]);
  for (std::size_t i = 0; i < arguments.size(); ++i)
    if (i != k && llvm::any_of(slotsOf(arguments[i]), [&](unsigned slot) { return own.contains(slot); }))
      return true;
  return false;
}

class DefinitionCall {
public:
  DefinitionCall(Lowering &l, const clang::FunctionDecl *function, const clang::Expr *site)
      : l(l), called(*l.internals().called), function(function), site(site) {}

  FValue call(llvm::ArrayRef<FValue> arguments) {
    for (const clang::ParmVarDecl *parameter : function->parameters()) {
      const std::optional<Passing> p = passingOf(l, parameter->getType());
      if (!p)
        return refuse("its parameter '" + parameter->getNameAsString() +
                      "' is neither numbers nor an array of numbers");
      passings.push_back(*p);
    }
    const std::optional<ir::Types> results = l.edgeTypes(function->getReturnType());
    const Shape *result = l.types.of(function->getReturnType());
    if (!results || !areScalars(*results) || (result->kind != Kind::Void && !result->isData))
      return refuse("what it returns is neither a number nor a record of numbers");
    ir::Invoke invoke;
    invoke.types = *results;
    for (std::size_t k = 0; k < passings.size(); ++k) {
      const Passing &p = passings[k];
      if (p.isWritten && overlapsAnother(arguments, k))
        return refuse("a reference that it may set refers to another argument, too");
      const std::optional<ir::Values> operands = operandsOf(l, p, arguments[k], site);
      if (!operands)
        return refuse("an argument is not a whole array or number");
      invoke.arguments.append(*operands);
      if (p.isWritten)
        invoke.types.append(p.types.begin(), p.types.end());
    }
    if (!define(results->size(), invoke.definition))
      return {};
    const std::size_t returned = results->size();
    const ir::Values values = l.builder().emit(std::move(invoke));
    writeBack(arguments, llvm::ArrayRef<ir::Value>(values).drop_front(returned));
    if (result->kind == Kind::Void)
      return {result, {}};
    return l.make(function->getReturnType(), llvm::ArrayRef<ir::Value>(values).take_front(returned));
  }

  FValue refuse(const std::string &why) {
    l.refuse(diag::Id::Recursion, site ? site->getSourceRange() : function->getSourceRange(),
             {function->getNameAsString()}, {why, "write it as a loop, or give it numbers and arrays that it reads"});
    return {};
  }

private:
  void writeBack(llvm::ArrayRef<FValue> arguments, llvm::ArrayRef<ir::Value> values) {
    for (auto [p, argument] : llvm::zip(passings, arguments)) {
      if (!p.isWritten)
        continue;
      if (argument.shape->kind == Kind::Reference)
        l.write(l.referent(argument), l.make(p.shape->element, values.take_front(p.types.size())), site);
      values = values.drop_front(p.types.size());
    }
  }

  /// The definition's number. False where its body is refused.
  bool define(std::size_t returned, unsigned &number) {
    const auto [it, isNew] = called.numbers.try_emplace(function->getCanonicalDecl(),
                                                        static_cast<unsigned>(called.root->definitions.size()));
    number = it->second;
    if (!isNew)
      return true;
    called.root->definitions.emplace_back();
    ir::Function made;
    made.isDefinition = true;
    made.name = function->getDeclName().isIdentifier() ? function->getNameAsString() : "operator";
    Lowering inner(l.types, l.engine, l.hooks, made);
    Lowering::State &state = inner.internals();
    state.called = l.internals().called;
    state.withRules = l.internals().withRules;
    state.rules = l.internals().rules;
    state.derivatives = l.internals().derivatives;
    std::vector<Lowering::Parameter> parameters;
    llvm::SmallVector<FValue, 4> arguments;
    for (auto [p, parameter] : llvm::zip(passings, function->parameters())) {
      ir::Values values;
      for (const ir::Type type : p.types)
        values.push_back(made.values.fresh(type, parameter->getName()));
      made.body.parameters.append(values);
      parameters.push_back(parameterOf(inner, p, parameter->getType(), values, parameter->getName()));
      arguments.push_back(parameters.back().argument);
    }
    const FValue result = inlineFunction(inner, function, arguments, nullptr, std::nullopt, nullptr);
    if (inner.failed())
      return l.followRefusal(), false;
    made.body.results = inner.edgeValues(result);
    made.body.results.truncate(returned);
    for (auto [p, parameter] : llvm::zip(passings, parameters)) {
      const ir::Values finals = inner.finals(parameter);
      if (p.isWritten)
        made.body.results.append(finals);
      else if (finals != parameter.values && parameter.argument.shape->kind != Kind::Array)
        return refuse("it writes to an array that it is given"), false;
    }
    bool hasDerivative = false;
    ir::forEachStatement(
        made.body, [&](const ir::Statement &s) { hasDerivative |= std::holds_alternative<ir::Differentiate>(s.op); });
    if (hasDerivative)
      return refuse("it takes a derivative"), false;
    inner.finish();
    called.root->definitions[number] = std::move(made);
    return true;
  }

  Lowering &l;
  CalledFunctions &called;
  const clang::FunctionDecl *function;
  const clang::Expr *site;
  llvm::SmallVector<Passing, 4> passings;
};

} // namespace

bool isRecursive(Lowering &l, const clang::FunctionDecl *function) {
  auto &called = l.internals().called;
  if (!called) {
    called = std::make_shared<CalledFunctions>();
    called->root = &l.function;
  }
  function = function->getCanonicalDecl();
  if (const auto known = called->isRecursive.find(function); known != called->isRecursive.end())
    return known->second;
  llvm::DenseSet<const clang::FunctionDecl *> seen;
  std::vector<const clang::FunctionDecl *> open = calleesOf(function);
  bool result = false;
  while (!open.empty() && !result) {
    const clang::FunctionDecl *next = open.back();
    open.pop_back();
    result = next == function;
    if (seen.insert(next).second)
      llvm::append_range(open, calleesOf(next));
  }
  return called->isRecursive[function] = result;
}

FValue callDefinition(Lowering &l, const clang::FunctionDecl *function, llvm::ArrayRef<FValue> arguments,
                      const clang::Expr *site, bool isOfObject) {
  DefinitionCall call(l, function, site);
  if (isOfObject)
    return call.refuse("it is a member of an object");
  if (arguments.size() != function->getNumParams() || function->isVariadic())
    return call.refuse("it has default or variadic arguments");
  return call.call(arguments);
}

} // namespace soac::frontend
