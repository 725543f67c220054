#include "frontend/state/ExpressionText.h"

#include "frontend/parse/Clang.h"
#include "frontend/parse/SourceText.h"
#include "frontend/state/LoweringState.h"
#include "frontend/state/Targets.h"
#include "frontend/values/CxxTypes.h"

#include <llvm/Support/Path.h>

namespace soac::frontend {

using Kind = Layout::Kind;

void ExpressionText::append(llvm::StringRef cxx) { text += cxx; }

void ExpressionText::append(const ExpressionText &other) {
  const std::size_t first = operands.size();
  for (llvm::StringRef rest = other.text; !rest.empty();) {
    unsigned number = 0;
    if (llvm::StringRef operand = rest.drop_front();
        rest.front() == '{' && !operand.consumeInteger(10, number) && operand.consume_front("}")) {
      text += "{" + std::to_string(first + number) + "}";
      rest = operand;
    } else {
      text += rest.front();
      rest = rest.drop_front();
    }
  }
  operands.append(other.operands);
}

namespace {

bool isClass(clang::QualType type, std::initializer_list<llvm::StringRef> names) {
  const clang::CXXRecordDecl *record = type.getNonReferenceType()->getAsCXXRecordDecl();
  return record && record->isInStdNamespace() && record->getIdentifier() &&
         llvm::is_contained(names, record->getName());
}
bool isString(clang::QualType type) { return isClass(type, {"basic_string", "basic_string_view"}); }
bool isStream(clang::QualType type) { return isClass(type, {"basic_ostringstream", "basic_stringstream"}); }

/// Without C++'s own additions where the text stands: copies, conversions, temporaries.
const clang::Expr *asWritten(const clang::Expr *e) {
  for (const clang::Expr *before = nullptr; e != before;) {
    before = e;
    e = e->IgnoreImplicit()->IgnoreParens();
    if (const auto *constant = llvm::dyn_cast<clang::SubstNonTypeTemplateParmExpr>(e))
      e = constant->getReplacement();
    else if (const auto *construct = llvm::dyn_cast<clang::CXXConstructExpr>(e);
             construct && !llvm::isa<clang::CXXTemporaryObjectExpr>(e) && construct->getNumArgs() > 0 &&
             !construct->isListInitialization() &&
             llvm::all_of(llvm::drop_begin(construct->arguments()),
                          [](const clang::Expr *a) { return llvm::isa<clang::CXXDefaultArgExpr>(a); }))
      e = construct->getArg(0);
    else if (const auto *call = llvm::dyn_cast<clang::CXXMemberCallExpr>(e);
             call && llvm::isa_and_nonnull<clang::CXXConversionDecl>(call->getMethodDecl()))
      e = call->getImplicitObjectArgument();
  }
  return e;
}

/// The variable that an expression names and that is text; null for another one.
const clang::ValueDecl *textVariable(Lowering &l, const clang::Expr *e) {
  const auto *name = llvm::dyn_cast<clang::DeclRefExpr>(asWritten(e));
  const clang::ValueDecl *decl = name ? llvm::cast<clang::ValueDecl>(name->getDecl()->getCanonicalDecl()) : nullptr;
  return decl && l.internals().texts.contains(decl) ? decl : nullptr;
}

class TextWriter {
public:
  explicit TextWriter(Lowering &l) : l(l), names(l.types) {}

  void write(const clang::Expr *e, bool isAlone);
  ExpressionText result;

private:
  void refuse(const clang::Expr *e, const std::string &why) {
    l.refuse(diag::Id::ExitText, e->getSourceRange(), {why});
  }
  /// The type as generated code can say it.
  std::string type(clang::QualType type, const clang::Expr *e) {
    if (isClass(type, {"basic_string"}))
      return "std::string";
    if (isStream(type))
      return "std::ostringstream";
    const clang::TagDecl *own = type.getNonReferenceType()->getAsTagDecl();
    const bool isNamed = !own || (!own->getParentFunctionOrMethod() && isPublic(own));
    if (const clang::TagDecl *hidden = isNamed ? names.hidden(type) : own)
      l.refuse(diag::Id::TypeNotVisible, e->getSourceRange(), {hidden->getNameAsString()}, {"move it to a header"});
    return names.spelling(type);
  }
  static bool isPublic(const clang::Decl *decl) {
    return decl->getAccess() == clang::AS_public || decl->getAccess() == clang::AS_none;
  }
  bool isOfHeader(const clang::FunctionDecl *function) {
    if (!isPublic(function))
      return false;
    const clang::FunctionDecl *pattern = function->getTemplateInstantiationPattern();
    return llvm::any_of((pattern ? pattern : function)->redecls(),
                        [](const clang::FunctionDecl *declaration) { return !isInSource(declaration); });
  }
  std::string name(const clang::FunctionDecl *function, const clang::DeclRefExpr *named);
  void number(const clang::Expr *e, bool isAlone);
  void literal(const clang::StringLiteral *e);
  void characters(const FValue &pointer, const Location &at, const clang::Expr *e);
  void reference(const clang::DeclRefExpr *e);
  void list(llvm::ArrayRef<const clang::Expr *> arguments);
  void construct(clang::QualType made, llvm::ArrayRef<const clang::Expr *> arguments, bool isList,
                 const clang::Expr *e);
  void constructed(const clang::Expr *e);
  void operation(const clang::CXXOperatorCallExpr *e, bool isAlone);
  void call(const clang::CallExpr *e);
  void choice(const clang::ConditionalOperator *e, bool isAlone);

  Lowering &l;
  CxxTypes names;
};

std::string TextWriter::name(const clang::FunctionDecl *function, const clang::DeclRefExpr *named) {
  if (named && named->hasExplicitTemplateArgs())
    return names.qualified(function);
  std::string text;
  llvm::raw_string_ostream out(text);
  clang::PrintingPolicy policy(l.types.context.getLangOpts());
  policy.SuppressUnwrittenScope = true;
  function->printNestedNameSpecifier(out, policy);
  return text + function->getNameAsString();
}

/// A number, as an expression of exactly the type that it has.
void TextWriter::number(const clang::Expr *e, bool isAlone) {
  const ir::Value v = l.scalar(e);
  const clang::QualType plain = e->getType().getNonReferenceType().getUnqualifiedType().getCanonicalType();
  const std::string operand = "{" + std::to_string(result.operands.size()) + "}";
  const auto *builtin = plain->getAs<clang::BuiltinType>();
  const bool isSame =
      builtin && (builtin->getKind() == clang::BuiltinType::Int || builtin->getKind() == clang::BuiltinType::Double ||
                  builtin->getKind() == clang::BuiltinType::Bool);
  result.operands.push_back(v);
  if (!isSame)
    result.append("static_cast<" + type(plain, e) + ">(" + operand + ")");
  else
    result.append(isAlone ? operand : "(" + operand + ")");
}

/// A literal is in no danger of having a "{0}" of its own replaced.
void TextWriter::literal(const clang::StringLiteral *e) {
  std::string text;
  const clang::SourceManager &sources = l.types.context.getSourceManager();
  const clang::PresumedLoc place = sources.getPresumedLoc(sources.getExpansionLoc(e->getBeginLoc()));
  if (e->isOrdinary() && place.isValid() && e->getString() == place.getFilename() &&
      llvm::sys::path::is_absolute(e->getString())) { // __FILE__
    const ir::SourceLocation here = l.sourceLocation(e->getBeginLoc());
    text = "\"" + l.function.files[here.file] + "\"";
  } else {
    llvm::raw_string_ostream out(text);
    e->outputString(out);
  }
  for (std::size_t at = 0; at + 1 < text.size(); ++at)
    if (text[at] == '{' && clang::isDigit(text[at + 1]))
      text.replace(at, 1, "\\173");
  result.append(text);
}

/// The characters that a pointer to const char points to: those of literals.
void TextWriter::characters(const FValue &pointer, const Location &at, const clang::Expr *e) {
  if (at.choice) {
    const std::string condition = "({" + std::to_string(result.operands.size()) + "} ? ";
    result.operands.push_back(at.choice->condition);
    result.append(condition);
    characters(pointer, at.choice->yes, e);
    result.append(" : ");
    characters(pointer, at.choice->no, e);
    result.append(")");
    return;
  }
  const auto offset = pointer.leaves.size() == 2 ? l.builder().values.asInt(pointer.leaves[1].value) : std::nullopt;
  const clang::StringLiteral *text = at.slots.size() == 1 ? l.internals().infos[at.slots[0]].literal : nullptr;
  if (!text || !at.dimensions.empty() || offset != 0)
    return refuse(e, "characters that are not a literal");
  literal(text);
}

void TextWriter::reference(const clang::DeclRefExpr *e) {
  if (const clang::ValueDecl *variable = textVariable(l, e)) {
    const ExpressionText &text = l.internals().texts.find(variable)->second;
    result.append("(");
    result.append(text);
    return result.append(")");
  }
  if (const auto *function = llvm::dyn_cast<clang::FunctionDecl>(e->getDecl()); function && isOfHeader(function))
    return result.append(name(function, e));
  const auto *variable = llvm::dyn_cast<clang::VarDecl>(e->getDecl());
  const bool isConstant = variable && variable->hasGlobalStorage() && variable->getType().isConstQualified();
  if (isConstant && !isInSource(variable) && !variable->isStaticLocal())
    return result.append(variable->getQualifiedNameAsString());
  if (isConstant && variable->getAnyInitializer())
    return write(variable->getAnyInitializer(), false);
  refuse(e, "the variable '" + e->getDecl()->getNameAsString() + "'");
}

void TextWriter::list(llvm::ArrayRef<const clang::Expr *> arguments) {
  bool isFirst = true;
  for (const clang::Expr *argument : arguments) {
    if (llvm::isa<clang::CXXDefaultArgExpr, clang::ImplicitValueInitExpr>(argument))
      return; // and all after it
    result.append(isFirst ? "" : ", ");
    isFirst = false;
    write(argument, true);
  }
}

void TextWriter::construct(clang::QualType made, llvm::ArrayRef<const clang::Expr *> arguments, bool isList,
                           const clang::Expr *e) {
  result.append(type(made, e) + (isList ? "{" : "("));
  list(arguments);
  result.append(isList ? "}" : ")");
}

/// `T(a, b)`, `T{a, b}`
void TextWriter::constructed(const clang::Expr *e) {
  const clang::Expr *inner = e;
  if (const auto *cast = llvm::dyn_cast<clang::ExplicitCastExpr>(e)) {
    inner = cast->getSubExpr()->IgnoreImplicit();
    const auto *made = llvm::dyn_cast<clang::CXXConstructExpr>(inner);
    if (!llvm::isa<clang::InitListExpr, clang::CXXParenListInitExpr>(inner) &&
        (!made || llvm::isa<clang::CXXTemporaryObjectExpr>(inner) ||
         made->getConstructor()->getParent() != e->getType()->getAsCXXRecordDecl()))
      return construct(e->getType(), {cast->getSubExpr()}, false, e);
  }
  if (const auto *values = llvm::dyn_cast<clang::InitListExpr>(inner))
    return construct(e->getType(), llvm::ArrayRef<const clang::Expr *>(values->getInits(), values->getNumInits()), true,
                     e);
  if (const auto *made = llvm::dyn_cast<clang::CXXConstructExpr>(inner))
    return construct(e->getType(), llvm::ArrayRef<const clang::Expr *>(made->getArgs(), made->getNumArgs()),
                     made->isListInitialization(), e);
  refuse(e, "an object that is made in this way");
}

void TextWriter::operation(const clang::CXXOperatorCallExpr *e, bool isAlone) {
  const bool isBinary = e->isInfixBinaryOp();
  const clang::FunctionDecl *callee = e->getDirectCallee();
  if (!isBinary || e->isAssignmentOp() || !callee || !isOfHeader(callee))
    return refuse(e, "this operator");
  result.append(isAlone ? "" : "(");
  const auto *left = llvm::dyn_cast<clang::CXXOperatorCallExpr>(asWritten(e->getArg(0)));
  write(e->getArg(0), left && left->getOperator() == e->getOperator());
  result.append(std::string(" ") + clang::getOperatorSpelling(e->getOperator()) + " ");
  write(e->getArg(1), false);
  result.append(isAlone ? "" : ")");
}

void TextWriter::call(const clang::CallExpr *e) {
  const clang::FunctionDecl *callee = e->getDirectCallee();
  if (!callee || !isOfHeader(callee))
    return refuse(e, "a call of a function that no header declares");
  const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(callee);
  if (const auto *member = llvm::dyn_cast<clang::CXXMemberCallExpr>(e)) {
    write(member->getImplicitObjectArgument(), false);
    result.append("." + callee->getNameAsString() + "(");
  } else if (method && !method->isStatic()) {
    return refuse(e, "a call of an object");
  } else {
    result.append(name(callee, llvm::dyn_cast<clang::DeclRefExpr>(e->getCallee()->IgnoreImplicit())) + "(");
  }
  list(llvm::ArrayRef<const clang::Expr *>(e->getArgs(), e->getNumArgs()));
  result.append(")");
}

void TextWriter::choice(const clang::ConditionalOperator *e, bool isAlone) {
  result.append(isAlone ? "" : "(");
  number(e->getCond(), false);
  result.append(" ? ");
  write(e->getTrueExpr(), false);
  result.append(" : ");
  write(e->getFalseExpr(), false);
  result.append(isAlone ? "" : ")");
}

void TextWriter::write(const clang::Expr *e, bool isAlone) {
  if (l.failed())
    return;
  const clang::Expr *plain = asWritten(e);
  const Layout *layout = l.types.ofObject(plain->getType());
  if (layout->kind == Kind::Scalar && l.types.ofObject(e->getType())->kind == Kind::Scalar)
    return number(e, isAlone);
  if (layout->kind == Kind::Scalar)
    return number(plain, isAlone);
  if (const auto *text = llvm::dyn_cast<clang::StringLiteral>(plain))
    return literal(text);
  if (const auto *function = llvm::dyn_cast<clang::PredefinedExpr>(plain))
    return literal(function->getFunctionName());
  if (layout->kind == Kind::Pointer && layout->element->kind == Kind::Scalar &&
      layout->element->scalar == ir::Scalar::I8) {
    if (const auto *made = llvm::dyn_cast<clang::CallExpr>(plain))
      return call(made); // text.c_str()
    const FValue pointer = l.value(plain);
    return l.failed() ? void() : characters(pointer, pointee(pointer), plain);
  }
  if (const auto *named = llvm::dyn_cast<clang::DeclRefExpr>(plain))
    return reference(named);
  if (const auto *chosen = llvm::dyn_cast<clang::ConditionalOperator>(plain))
    return choice(chosen, isAlone);
  if (const auto *operated = llvm::dyn_cast<clang::CXXOperatorCallExpr>(plain))
    return operation(operated, isAlone);
  if (const auto *called = llvm::dyn_cast<clang::CallExpr>(plain))
    return call(called);
  if (llvm::isa<clang::ExplicitCastExpr, clang::CXXConstructExpr, clang::InitListExpr>(plain))
    return constructed(plain);
  refuse(e, "an expression of this kind");
}

} // namespace

ExpressionText textOf(Lowering &l, const clang::Expr *e, bool isAlone) {
  TextWriter writer(l);
  writer.write(e, isAlone);
  return std::move(writer.result);
}

/// The text of the initialiser of an object of this type: a string, also where it is made of a literal.
static ExpressionText stringOf(Lowering &l, const clang::Expr *e, clang::QualType type) {
  const bool isView = isClass(type, {"basic_string_view"});
  const ExpressionText inner = textOf(l, e);
  if (isClass(asWritten(e)->getType(), {isView ? "basic_string_view" : "basic_string"}))
    return inner;
  ExpressionText text;
  text.append(isView ? "std::string_view(" : "std::string(");
  text.append(inner);
  text.append(")");
  return text;
}

// ---- Variables that are text.
// ----------------------------------------------------------------------------------------

bool isText(clang::QualType type) { return isString(type) || isStream(type); }

bool takesText(clang::QualType parameter) {
  return isString(parameter) && (!parameter->isLValueReferenceType() || parameter->getPointeeType().isConstQualified());
}

FValue textValue(Lowering &l, const clang::Expr *e) {
  ExpressionText text = stringOf(l, e, e->getType());
  Target target;
  target.text = std::make_shared<const ExpressionText>(std::move(text));
  return {l.types.ofObject(e->getType()), {Leaf{{}, std::make_shared<const Target>(std::move(target))}}};
}

void declareText(Lowering &l, const clang::VarDecl *variable) {
  const clang::Expr *init = variable->getInit();
  const auto *made = init ? llvm::dyn_cast<clang::CXXConstructExpr>(init->IgnoreImplicit()) : nullptr;
  ExpressionText text;
  if (isStream(variable->getType()))
    text.append("std::ostringstream()");
  else if (!init || (made && made->getNumArgs() == 0))
    text.append("std::string()");
  else
    text = stringOf(l, init, variable->getType());
  if (isStream(variable->getType()) && made && made->getNumArgs() > 0)
    l.refuse(diag::Id::ExitText, init->getSourceRange(), {"a stream that is made in this way"});
  text.home = &l.builder().statements();
  l.internals().texts[llvm::cast<clang::ValueDecl>(variable->getCanonicalDecl())] = std::move(text);
}

bool isTextCall(Lowering &l, const clang::CallExpr *call) {
  const auto *operation = llvm::dyn_cast<clang::CXXOperatorCallExpr>(call);
  if (!operation || operation->getNumArgs() != 2)
    return false;
  switch (operation->getOperator()) {
  case clang::OO_Equal:
  case clang::OO_PlusEqual: return textVariable(l, operation->getArg(0));
  case clang::OO_LessLess: {
    const auto *inner = llvm::dyn_cast<clang::CallExpr>(asWritten(operation->getArg(0)));
    return inner ? isTextCall(l, inner) : textVariable(l, operation->getArg(0)) != nullptr;
  }
  default: return false;
  }
}

FValue lowerTextCall(Lowering &l, const clang::CallExpr *call) {
  const auto *operation = llvm::cast<clang::CXXOperatorCallExpr>(call);
  const clang::Expr *object = operation->getArg(0);
  if (const auto *inner = llvm::dyn_cast<clang::CallExpr>(asWritten(object)); inner && isTextCall(l, inner)) {
    lowerTextCall(l, inner);
    while (const auto *before = llvm::dyn_cast<clang::CallExpr>(asWritten(object)))
      object = before->getArg(0);
  }
  const ExpressionText added = operation->getOperator() == clang::OO_Equal
                                   ? stringOf(l, operation->getArg(1), object->getType())
                                   : textOf(l, operation->getArg(1), /*isAlone=*/false);
  if (l.failed())
    return {};
  ExpressionText &text = l.internals().texts.find(textVariable(l, object))->second;
  if (text.home != &l.builder().statements())
    l.refuse(diag::Id::ExitText, call->getSourceRange(), {"a string that is written on some ways only"});
  if (operation->getOperator() == clang::OO_Equal) {
    text.text.clear();
    text.operands.clear();
  } else {
    text.append(operation->getOperator() == clang::OO_LessLess ? " << " : " + ");
  }
  text.append(added);
  return {l.types.of(l.types.context.VoidTy), {}};
}

} // namespace soac::frontend
