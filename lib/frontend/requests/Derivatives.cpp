#include "frontend/requests/Derivatives.h"

#include "frontend/parse/AstVisitor.h"
#include "frontend/parse/Clang.h"
#include "frontend/parse/Places.h"
#include "frontend/parse/SourceText.h"
#include "frontend/requests/OwnRows.h"
#include "frontend/state/LoweringState.h"

#include <algorithm>

namespace soac::frontend {
namespace {

/// The function's name; "operator_plus" of an operator.
std::string wordOf(const clang::FunctionDecl *function) {
  if (function->getDeclName().isIdentifier())
    return function->getNameAsString();
  switch (function->getOverloadedOperator()) {
#define OVERLOADED_OPERATOR(Name, ...)                                                                                 \
  case clang::OO_##Name: return "operator_" + llvm::StringRef(#Name).lower();
#include <clang/Basic/OperatorKinds.def>
  default: return "operator";
  }
}

/// Are the parameters chosen by soac::wrt<..>?
bool isWrtGiven(const Operator &op) {
  const clang::TemplateArgumentList &arguments = op.type->getTemplateArgs();
  const auto *wrt = arguments.size() > 1 ? arguments[1].getAsType()->getAsCXXRecordDecl() : nullptr;
  return wrt && wrt->getName() == "wrt";
}

/// A parameter's name, and as in `CxxParameter` of what it is a derivative.
struct NamedParameter {
  ir::Name name;
  int derivativeOf = -1;
};

/// F's parameters, then the operator's seeds.
std::vector<NamedParameter> namedParameters(const Callee &callee);
std::vector<NamedParameter> namedParameters(const Operator &op) {
  std::vector<NamedParameter> names = namedParameters(op.callee);
  if (op.hasTangents()) {
    for (unsigned k : op.wrt)
      names.push_back({ir::tangentOf(names[k].name), static_cast<int>(k)});
  } else if (op.hasSeed()) {
    names.push_back({{"result_adj", ir::Role::Adjoint}, interface::CxxParameter::ofResult});
  }
  return names;
}
std::vector<NamedParameter> namedParameters(const Callee &callee) {
  if (callee.inner)
    return namedParameters(*callee.inner);
  std::vector<NamedParameter> names;
  for (auto [i, parameter] : llvm::enumerate(callee.function->parameters()))
    names.push_back({parameter->getName().empty() ? "x" + std::to_string(i) : parameter->getNameAsString()});
  return names;
}

/// Makes every name differ from the names before it.
void makeDistinct(std::vector<NamedParameter> &names) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto isTaken = [&] {
      return llvm::any_of(llvm::ArrayRef(names).take_front(i),
                          [&](const NamedParameter &p) { return p.name.text == names[i].name.text; });
    };
    for (unsigned n = 2; isTaken(); ++n)
      names[i].name.text += "_" + std::to_string(n);
  }
}

/// The place where a definition on which the type's layout depends expands one of `macros`; invalid where none does.
clang::SourceLocation expansionIn(clang::QualType type, llvm::ArrayRef<clang::SourceLocation> macros,
                                  const clang::SourceManager &sources) {
  struct Visitor : AstVisitor {
    llvm::ArrayRef<clang::SourceLocation> macros;
    const clang::SourceManager &sources;
    clang::SourceLocation found;
    llvm::DenseSet<const clang::Decl *> seen;
    Visitor(llvm::ArrayRef<clang::SourceLocation> macros, const clang::SourceManager &sources)
        : macros(macros), sources(sources) {}
    void look(const clang::Decl *decl) {
      const clang::SourceRange range = sources.getExpansionRange(decl->getSourceRange()).getAsRange();
      for (const clang::SourceLocation at : macros)
        if (range.isValid() && sources.isPointWithin(at, range.getBegin(), range.getEnd()))
          found = at;
    }
    bool visitType(clang::Type *type) override {
      const clang::CXXRecordDecl *record = type->getAsCXXRecordDecl();
      if (const auto *alias = type->getAs<clang::TypedefType>(); alias && seen.insert(alias->getDecl()).second) {
        look(alias->getDecl());
        traverse(alias->getDecl()->getUnderlyingType());
      }
      if (!record || !record->hasDefinition() || !seen.insert(record->getDefinition()).second)
        return !found.isValid();
      for (const clang::FieldDecl *field : record->getDefinition()->fields()) {
        look(field);
        traverse(field->getType());
      }
      for (const clang::CXXBaseSpecifier &base : record->getDefinition()->bases())
        traverse(base.getType());
      return !found.isValid();
    }
  } visitor(macros, sources);
  if (!macros.empty())
    visitor.traverse(type);
  return visitor.found;
}

} // namespace

Derivatives::Derivatives(Parsed &parsed, Types &types, Hooks &hooks, diag::Engine &engine, std::string stem)
    : parsed(parsed), types(types), hooks(hooks), engine(engine), cxxTypes(types), stem(std::move(stem)) {}

diag::Diagnostic &Derivatives::report(diag::Id id, clang::SourceRange place, std::vector<std::string> arguments) {
  return engine.report(id, placeOf(place, parsed.context.getSourceManager(), parsed.context.getLangOpts()),
                       std::move(arguments));
}

/// Like edgeType, for a result, which generated code must be able to construct.
std::optional<interface::CxxType> Derivatives::resultType(clang::QualType type, clang::SourceRange place) {
  std::optional<interface::CxxType> result = edgeType(type, "the result", place);
  if (!result || canBeMade(*result))
    return result;
  report(diag::Id::UnsupportedType, place,
         {type.getAsString(parsed.context.getPrintingPolicy()),
          "generated code makes it of its members, and it has constructors that do something else; give it a default "
          "constructor and members that can be assigned, or none"})
      .notes.emplace_back(diag::Place{}, "it is the type of the result");
  return std::nullopt;
}

/// The type in generated code; a type that generated code cannot name is reported.
std::optional<interface::CxxType> Derivatives::edgeType(clang::QualType type, const char *what, clang::SourceRange place) {
  if (const clang::TagDecl *hidden = cxxTypes.hidden(type)) {
    const std::string name = hidden->getName().empty() ? "a type without a name" : hidden->getNameAsString();
    report(diag::Id::TypeNotVisible, place, {name})
        .notes.emplace_back(
            placeOf(hidden->getSourceRange(), parsed.context.getSourceManager(), parsed.context.getLangOpts()),
            "it is defined here; move it to a header that this file includes");
    return std::nullopt;
  }
  const clang::SourceManager &sources = parsed.context.getSourceManager();
  if (const clang::SourceLocation at = expansionIn(type, parsed.expansions, sources); at.isValid()) {
    report(diag::Id::TypeNotVisible, place,
           {type.getNonReferenceType().getUnqualifiedType().getAsString(parsed.context.getPrintingPolicy())})
        .notes.emplace_back(placeOf(at, sources), "this is a macro of the source file; define it in a header");
    return std::nullopt;
  }
  std::string whyNot;
  std::optional<interface::CxxType> result = cxxTypes.of(type, whyNot);
  if (!result)
    report(diag::Id::UnsupportedType, place, {type.getAsString(parsed.context.getPrintingPolicy()), whyNot})
        .notes.emplace_back(diag::Place{}, std::string("it is the type of ") + what);
  return result;
}

/// True when generated code can construct all members of the function's result; reports a member that it cannot.
bool Derivatives::returnsAll(const clang::FunctionDecl *function, clang::SourceRange place) {
  const clang::QualType type = function->getReturnType();
  const std::string member = memberWithoutValue(types.ofObject(type));
  if (!member.empty())
    report(diag::Id::UnsupportedType, place,
           {type.getAsString(parsed.context.getPrintingPolicy()),
            "generated code cannot make its member '" + member + "', which a result of the function has"});
  return member.empty();
}

std::string Derivatives::unique(std::string name) {
  const std::string first = name;
  for (unsigned n = 2; llvm::is_contained(usedNames, name); ++n)
    name = first + "_" + std::to_string(n);
  usedNames.push_back(name);
  return name;
}

/// The constexpr variable that has the function object's type and value; null where there is none.
const clang::VarDecl *Derivatives::variableOf(const Callee &callee) {
  struct Finder : AstVisitor {
    const Callee &callee;
    const clang::VarDecl *found = nullptr;
    explicit Finder(const Callee &callee) : callee(callee) {}
    bool visitDecl(clang::Decl *decl) override {
      const auto *variable = llvm::dyn_cast<clang::VarDecl>(decl);
      if (!variable || !variable->isConstexpr() || !variable->hasGlobalStorage() ||
          variable->getType()->isDependentType() ||
          variable->getType().getCanonicalType().getUnqualifiedType() != callee.object)
        return true;
      const clang::APValue *value = variable->evaluateValue();
      llvm::FoldingSetNodeID mine, theirs;
      if (!value)
        return true;
      value->Profile(mine);
      callee.value->Profile(theirs);
      if (mine == theirs)
        found = variable;
      return !found;
    }
  } finder(callee);
  finder.traverse(parsed.context.getTranslationUnitDecl());
  return finder.found;
}

std::string Derivatives::calleeName(const Callee &callee) {
  if (callee.inner)
    return operatorName(*callee.inner);
  if (callee.value) {
    if (const clang::VarDecl *variable = variableOf(callee))
      return variable->getNameAsString();
    const clang::CXXRecordDecl *record = callee.object->getAsCXXRecordDecl();
    return record->isLambda() ? "lambda" : record->getNameAsString();
  }
  const clang::FunctionDecl *function = callee.function;
  const auto *record = llvm::dyn_cast<clang::CXXRecordDecl>(function->getDeclContext());
  return (record ? record->getNameAsString() + "_" : "") + wordOf(function);
}

/// gradient<cost, wrt<1>> is cost_gradient_1; jvp of this operator is cost_gradient_1_jvp.
std::string Derivatives::operatorName(const Operator &op) {
  std::string name = calleeName(op.callee) + "_" + op.row().name;
  if (isWrtGiven(op))
    for (unsigned k : op.wrt)
      name += "_" + std::to_string(k);
  if (op.directions >= 0)
    name += "_of_" + std::to_string(op.directions);
  return name;
}

std::optional<std::string> Derivatives::spelling(const Callee &callee, clang::SourceRange place) {
  if (callee.inner) {
    const std::optional<std::string> type = spelling(*callee.inner);
    return type ? std::optional(*type + "{}") : std::nullopt;
  }
  if (!callee.value)
    return cxxTypes.address(callee.function);
  if (const clang::VarDecl *variable = variableOf(callee)) {
    if (isInSource(variable)) {
      report(diag::Id::TypeNotVisible, place, {variable->getNameAsString()});
      return std::nullopt;
    }
    return variable->getQualifiedNameAsString();
  }
  if (callee.object->getAsCXXRecordDecl()->isLambda()) {
    report(diag::Id::LambdaInArgument, place, {});
    return std::nullopt;
  }
  if (const clang::TagDecl *hidden = cxxTypes.hidden(callee.object)) {
    report(diag::Id::TypeNotVisible, place, {hidden->getNameAsString()});
    return std::nullopt;
  }
  return callee.value->getAsString(parsed.context, callee.object).insert(0, cxxTypes.spelling(callee.object));
}

std::optional<std::string> Derivatives::spelling(const Operator &op) {
  std::optional<std::string> callee = spelling(op.callee, op.place);
  if (!callee)
    return std::nullopt;
  std::string text = "soac::" + op.type->getNameAsString() + "<" + *callee;
  const clang::TemplateArgumentList &arguments = op.type->getTemplateArgs();
  if (arguments.size() > 1)
    text += ", " + cxxTypes.spelling(arguments[1].getAsType());
  if (op.directions >= 0)
    text += ", " + std::to_string(op.directions);
  return text + ">";
}

bool Derivatives::checkDefined(const Callee &callee, clang::SourceRange place) {
  const clang::FunctionDecl *function = innermost(callee).function;
  if (function->isDefined())
    return true;
  const bool isHidden = function->getDeclContext()->isRecord() && function->isImplicit();
  report(diag::Id::MissingDefinition, isHidden ? clang::SourceRange(function->getLocation()) : place,
         {function->getQualifiedNameAsString()})
      .notes.emplace_back(
          placeOf(function->getSourceRange(), parsed.context.getSourceManager(), parsed.context.getLangOpts()),
          "it is declared here");
  return false;
}

/// Adds a declaration to the generated header, which names the function, where no header declares it.
bool Derivatives::declare(const clang::FunctionDecl *function, clang::SourceRange place, interface::Unit &unit) {
  const clang::FunctionDecl *pattern = function;
  if (const clang::FunctionDecl *made = function->getTemplateInstantiationPattern())
    pattern = made;
  for (const clang::FunctionDecl *declaration : pattern->redecls())
    if (!isInSource(declaration))
      return true;
  if (llvm::is_contained(declared, pattern->getCanonicalDecl()))
    return true;
  const auto refuse = [&](const char *why) {
    report(diag::Id::DependentRequest, place, {function->getNameAsString(), why});
    return false;
  };
  if (pattern->getDeclContext()->isRecord())
    return refuse("it is a member of a class that is defined in this file; move the class to a header");
  if (function->getDeclaredReturnType()->getContainedDeducedType())
    return refuse("its result type is deduced; write the type, or define the function in a header");
  for (const clang::ParmVarDecl *parameter : pattern->parameters())
    if (pattern != function && parameter->hasDefaultArg())
      return refuse("it is a template with default arguments; define it in a header");

  std::string text;
  if (pattern != function) {
    const clang::FunctionTemplateDecl *whole = pattern->getDescribedFunctionTemplate();
    if (!whole)
      return refuse("it is a member of a template; define it in a header");
    const auto range = clang::CharSourceRange::getCharRange(whole->getBeginLoc(), pattern->getBody()->getBeginLoc());
    text = CxxTypes::inNamespaces(
        pattern, clang::Lexer::getSourceText(range, parsed.context.getSourceManager(), parsed.context.getLangOpts())
                         .rtrim()
                         .str() +
                     ";");
  } else {
    text = cxxTypes.declaration(function);
  }
  declared.push_back(pattern->getCanonicalDecl());
  unit.declarations.push_back(text);
  return true;
}

/// Operators take the derivatives of all parameters of which the library sees floating-point members; reports others.
/// An operator on another one takes those that the inner one does.
bool Derivatives::dropsDerivative(const Operator &op, unsigned parameter, const interface::CxxType &type) {
  if (op.callee.inner)
    return dropsDerivative(*op.callee.inner, parameter, type);
  if (op.row().method == OperatorRow::Method::Call || isWrtGiven(op) ||
      parameter >= op.callee.function->getNumParams() || llvm::is_contained(op.wrt, parameter) ||
      !isDifferentiable(type))
    return false;
  const clang::QualType declared = op.callee.function->getParamDecl(parameter)->getType().getNonReferenceType();
  report(diag::Id::UnlistedMembers, op.place,
         {namedParameters(op.callee)[parameter].name.text,
          declared.getUnqualifiedType().getAsString(parsed.context.getPrintingPolicy())})
      .notes.emplace_back(diag::Place{},
                          "make it an aggregate, leave it out with soac::wrt<..>, or ask for f_vjp or f_jvp with "
                          "'#pragma soac differentiate', which sees all members");
  return true;
}

/// The operator's signature, and the leaves of its parameters.
std::optional<interface::CxxFunction> Derivatives::operatorSignature(const Operator &op, Arguments &arguments) {
  interface::CxxFunction made;
  // A namespace of its own: inside soac, or one named like the file, the names of the user's namespaces could be hidden.
  made.nameSpace = "soac_generated_" + stem;
  std::vector<NamedParameter> names = namedParameters(op);
  makeDistinct(names);
  for (auto [i, parameter] : llvm::enumerate(op.call->parameters())) {
    std::optional<interface::CxxType> edge = edgeType(parameter->getType(), "a parameter", op.place);
    if (!edge || dropsDerivative(op, static_cast<unsigned>(i), *edge))
      return std::nullopt;
    interface::CxxParameter written;
    written.name = names[i].name.text;
    written.derivativeOf = names[i].derivativeOf;
    written.spelling = cxxTypes.spelling(parameter->getType());
    for (ir::Type leaf : edge->leaves())
      written.inputs.push_back(made.function.values.fresh(leaf, names[i].name));
    written.type = std::move(*edge);
    arguments.push_back(written.inputs);
    made.function.body.parameters.append(written.inputs.begin(), written.inputs.end());
    made.parameters.push_back(std::move(written));
  }
  std::optional<interface::CxxType> result = resultType(op.call->getReturnType(), op.place);
  if (!result)
    return std::nullopt;
  made.result = std::move(*result);
  return made;
}

/// With `rows`, those of parameters and results have lengths of their own.
std::optional<interface::CxxFunction> Derivatives::operatorFunction(const Operator &op, Types::RowsOfParameters *rows) {
  Arguments arguments;
  std::optional<interface::CxxFunction> made = operatorSignature(op, arguments);
  if (!made)
    return std::nullopt;
  Lowering lowering(types, engine, hooks, made->function);
  Lowering::State &state = lowering.internals();
  state.hasOwnRows = rows != nullptr;
  for (auto [declared, parameter] : llvm::zip_equal(op.call->parameters(), made->parameters))
    if (rows) {
      rows->add(types.of(declared->getType()));
      giveLengths(lowering, parameter);
      setLengths(lowering, parameter, parameter.inputs);
    }
  if (rows)
    rows->add(types.of(op.call->getReturnType()));
  ir::Block &body = made->function.body;
  body.results = callOperator(lowering, op, arguments);
  if (lowering.failed() || refuseOtherLeaves(lowering, op, body.results))
    return std::nullopt;
  for (unsigned i = 0; i < body.results.size(); ++i)
    made->results.push_back(i);
  for (const interface::RowDimension &r : made->result.rowDimensions())
    for (const RowLengths &own : state.rowsOf.lookup(body.results[r.firstLeaf]))
      if (own.dimension == r.dimension) {
        made->rows.push_back({r, {}, static_cast<int>(body.results.size())});
        body.results.push_back(own.lengths);
      }
  lowering.finish();
  const ir::ValueSet asked = ir::freeVariables(body, made->function.values);
  for (interface::CxxParameter &parameter : made->parameters)
    takeLengths(parameter, asked, body);
  made->returnsRows = state.returnsRows;
  return made;
}

void Derivatives::addOperator(const Operator &op, interface::Unit &unit) {
  if (!checkDefined(op.callee, op.place) || !returnsAll(innermost(op.callee).function, op.place))
    return;
  const std::optional<std::string> type = spelling(op);
  if (!type)
    return;
  if (const Callee &callee = innermost(op.callee); !callee.value && !declare(callee.function, op.place, unit))
    return;
  std::optional<interface::CxxFunction> made = operatorFunction(op);
  if (!made)
    return;
  made->name = unique(operatorName(op));
  made->function.name = made->name;
  made->comment = "soac::" + type->substr(6);
  if (mayHaveRows(*made))
    tryRows(*made, unit, [&](Types::RowsOfParameters &rows) { return operatorFunction(op, &rows); });
  unit.bindings.push_back({*type, made->nameSpace + "::" + made->name, !isDefinedHere(innermost(op.callee).function)});
  unit.functions.push_back(std::move(*made));
}

} // namespace soac::frontend
