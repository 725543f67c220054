// Finds the statement or function to which each `#pragma soac ...` belongs; Pragmas.h says how.
#include "frontend/parse/Pragmas.h"

#include "frontend/parse/AstVisitor.h"
#include "frontend/parse/Places.h"

#include <clang/AST/Attr.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>
#include <clang/Lex/Lexer.h>

namespace soac::frontend {
namespace {

using PragmaKind = Pragmas::Pragma::Kind;

const char *placeFor(PragmaKind kind) {
  switch (kind) {
  case PragmaKind::Stripmine:
  case PragmaKind::NoFalseDependencies:
  case PragmaKind::Checkpoint: return "a loop";
  case PragmaKind::Bound: return "a 'while' loop";
  case PragmaKind::Differentiate: return "a function";
  }
  return "a statement";
}

/// Where the declaration that the user wrote begins, as far as the tree knows (attributes and the like may stand before).
clang::SourceLocation writtenAt(const clang::FunctionDecl *function) {
  switch (function->getTemplateSpecializationKind()) {
  case clang::TSK_ImplicitInstantiation: return {};
  case clang::TSK_ExplicitInstantiationDeclaration:
  case clang::TSK_ExplicitInstantiationDefinition: return function->getPointOfInstantiation();
  default: return function->getOuterLocStart();
  }
}

/// Is there one declaration from one place of a file to a later one, and not the end of one and then another?
bool isOneDeclaration(clang::FileID file, unsigned from, unsigned to, llvm::ArrayRef<clang::SourceRange> skipped,
                      const clang::ASTContext &context) {
  const clang::SourceManager &sources = context.getSourceManager();
  const llvm::StringRef buffer = sources.getBufferData(file);
  clang::Lexer lexer(sources.getLocForStartOfFile(file), context.getLangOpts(), buffer.begin(), buffer.begin() + from,
                     buffer.end());
  clang::Token token;
  for (lexer.LexFromRawLexer(token); token.isNot(clang::tok::eof) && sources.getFileOffset(token.getLocation()) < to;
       lexer.LexFromRawLexer(token))
    if (token.isOneOf(clang::tok::semi, clang::tok::l_brace, clang::tok::r_brace) &&
        llvm::none_of(skipped, [&](clang::SourceRange range) { return range.fullyContains(token.getLocation()); }))
      return false;
  return true;
}

/// Finds the attributes that the handler wrote, and the functions that follow pragmas.
class Collector : public AstVisitor {
public:
  Collector(Pragmas &pragmas, const clang::ASTContext &context)
      : AstVisitor({.instantiations = true}), pragmas(pragmas), context(context) {
    for (Pragmas::Pragma &p : pragmas.pragmas)
      if (p.kind == PragmaKind::Differentiate)
        ofFunctions[context.getSourceManager().getFileID(p.next)].push_back(&p);
  }

  Pragmas::Pragma *pragma(const clang::Attr *attribute) {
    const auto *suppress = llvm::dyn_cast<clang::SuppressAttr>(attribute);
    if (!suppress || suppress->diagnosticIdentifiers_size() != 1)
      return nullptr;
    llvm::StringRef text = *suppress->diagnosticIdentifiers_begin();
    unsigned n = 0;
    if (!text.consume_front(Pragmas::marker) || text.getAsInteger(10, n) || n >= pragmas.pragmas.size())
      return nullptr;
    return &pragmas.pragmas[n];
  }

  bool visitStmt(clang::Stmt *statement) override {
    if (const auto *branch = llvm::dyn_cast<clang::IfStmt>(statement))
      visitIf(branch);
    else if (const auto *attributed = llvm::dyn_cast<clang::AttributedStmt>(statement))
      visitAttributed(attributed);
    return true;
  }
  bool visitDecl(clang::Decl *decl) override {
    if (const auto *function = llvm::dyn_cast<clang::FunctionDecl>(decl))
      visitFunction(function);
    return true;
  }

  /// Attaches a pragma before `template double f<double>(double);` where f<double> had been instantiated before: the tree
  /// does not keep where that stands, so it is found by its name and its arguments.
  void attachInstantiation(Pragmas::Pragma &p) const {
    const std::vector<std::string> words = wordsFrom(p.next);
    if (words.size() < 3 || words[0] != "template" || words[1] == "<")
      return;
    llvm::SmallVector<const clang::FunctionDecl *, 2> found;
    for (const clang::FunctionDecl *function : instantiations)
      if (const auto *name = llvm::find(words, function->getNameAsString()).base();
          name + 1 < words.data() + words.size() && (name[1] == "<" || name[1] == "("))
        found.push_back(function);
    if (found.size() > 1)
      llvm::erase_if(found, [&](const clang::FunctionDecl *function) { return !isWrittenAs(function, words); });
    if (found.size() == 1)
      pragmas.attach(p, found[0]);
  }

private:
  // The tokens up to the next semicolon.
  std::vector<std::string> wordsFrom(clang::SourceLocation begin) const {
    const clang::SourceManager &sources = context.getSourceManager();
    const auto [file, offset] = sources.getDecomposedLoc(begin);
    const llvm::StringRef buffer = sources.getBufferData(file);
    clang::Lexer lexer(sources.getLocForStartOfFile(file), context.getLangOpts(), buffer.begin(),
                       buffer.begin() + offset, buffer.end());
    std::vector<std::string> words;
    clang::Token token;
    for (lexer.LexFromRawLexer(token); !token.isOneOf(clang::tok::eof, clang::tok::semi); lexer.LexFromRawLexer(token))
      words.push_back(clang::Lexer::getSpelling(token, sources, context.getLangOpts()));
    return words;
  }
  // Do the words behind the name say the template's arguments, or its parameters' types?
  static bool isWrittenAs(const clang::FunctionDecl *function, llvm::ArrayRef<std::string> words) {
    const clang::PrintingPolicy &policy = function->getASTContext().getPrintingPolicy();
    std::string arguments = "<", parameters = "(", text;
    if (const clang::TemplateArgumentList *list = function->getTemplateSpecializationArgs())
      for (const clang::TemplateArgument &argument : list->asArray()) {
        llvm::raw_string_ostream out(arguments);
        out << (arguments.size() > 1 ? "," : "");
        argument.print(policy, out, /*IncludeType=*/false);
      }
    for (const clang::ParmVarDecl *parameter : function->parameters())
      parameters += (parameters.size() > 1 ? "," : "") + parameter->getType().getAsString(policy);
    for (const std::string &word : words)
      text += word;
    const auto isIn = [&](std::string part) {
      llvm::erase(part, ' ');
      return llvm::StringRef(text).contains(function->getNameAsString() + part);
    };
    return isIn(arguments + ">") || isIn(parameters + ")");
  }

  void visitIf(const clang::IfStmt *statement) {
    const auto *attributed = llvm::dyn_cast_or_null<clang::AttributedStmt>(statement->getElse());
    if (attributed && statement->getInit() && llvm::any_of(attributed->getAttrs(), [&](const clang::Attr *attribute) {
          const Pragmas::Pragma *p = pragma(attribute);
          return p && p->location == statement->getBeginLoc();
        })) {
      pragmas.remember(statement);
      wrapperOf[attributed] = statement;
    }
  }
  void visitAttributed(const clang::AttributedStmt *statement) {
    for (const clang::Attr *attribute : statement->getAttrs())
      if (Pragmas::Pragma *p = pragma(attribute))
        pragmas.attach(*p, statement->getSubStmt(), wrapperOf.lookup(statement));
  }
  void visitFunction(const clang::FunctionDecl *function) {
    const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(function);
    const clang::SourceLocation begin = writtenAt(function);
    if (function->getTemplateSpecializationKind() == clang::TSK_ExplicitInstantiationDefinition)
      instantiations.push_back(function);
    if (begin.isInvalid() || (method && method->getParent()->isLambda()))
      return;
    const clang::SourceManager &sources = context.getSourceManager();
    const auto [file, offset] = sources.getDecomposedLoc(sources.getExpansionLoc(begin));
    const auto found = ofFunctions.find(file);
    if (found == ofFunctions.end())
      return;
    for (Pragmas::Pragma *p : llvm::reverse(found->second)) {
      const unsigned next = sources.getFileOffset(p->next);
      if (next > offset)
        continue;
      if (!isOneDeclaration(file, next, offset, pragmas.skipped, context))
        break;
      pragmas.attach(*p, function);
    }
  }

  Pragmas &pragmas;
  const clang::ASTContext &context;
  llvm::DenseMap<clang::FileID, std::vector<Pragmas::Pragma *>> ofFunctions;
  llvm::DenseMap<const clang::Stmt *, const clang::IfStmt *> wrapperOf;
  std::vector<const clang::FunctionDecl *> instantiations; ///< that the file asks for
};

std::vector<const clang::ValueDecl *> variablesIn(const clang::Stmt *statement) {
  struct Names : AstVisitor {
    std::vector<const clang::ValueDecl *> found;
    bool visitStmt(clang::Stmt *s) override {
      if (const auto *e = llvm::dyn_cast<clang::DeclRefExpr>(s))
        found.push_back(e->getDecl());
      return true;
    }
  } names;
  names.traverse(statement);
  return std::move(names.found);
}

bool isLoop(const clang::Stmt *s) {
  return llvm::isa<clang::ForStmt, clang::CXXForRangeStmt, clang::WhileStmt, clang::DoStmt>(s);
}

bool fits(PragmaKind kind, const clang::Stmt *s) {
  switch (kind) {
  case PragmaKind::Stripmine:
  case PragmaKind::NoFalseDependencies:
  case PragmaKind::Checkpoint: return isLoop(s);
  case PragmaKind::Bound: return llvm::isa<clang::WhileStmt, clang::DoStmt, clang::ForStmt>(s);
  case PragmaKind::Differentiate: return false;
  }
  return false;
}

} // namespace

void Pragmas::collect(clang::ASTContext &context) {
  sources = &context.getSourceManager();
  Collector collector(*this, context);
  collector.traverse(context.getTranslationUnitDecl());
  for (Pragma &p : pragmas)
    if (!p.attached && p.kind == PragmaKind::Differentiate)
      collector.attachInstantiation(p);
  for (Pragma &p : pragmas)
    if (!p.attached)
      reportMisplaced(p, *sources);
}

Pragmas::Pragma *Pragmas::pragmaAt(clang::SourceLocation location) {
  const auto found = llvm::find_if(pragmas, [&](const Pragma &p) { return p.location == location; });
  return found == pragmas.end() ? nullptr : &*found;
}

void Pragmas::reportMisplaced(Pragma &pragma, const clang::SourceManager &manager) {
  if (!std::exchange(pragma.reported, true))
    engine.report(diag::Id::PragmaMisplaced, placeOf(pragma.location, manager), {pragma.name, placeFor(pragma.kind)});
}

void Pragmas::remember(const clang::IfStmt *wrapper) { wrappers[wrapper] = wrapper->getElse(); }

const clang::Stmt *Pragmas::wrapped(const clang::Stmt *statement) const { return wrappers.lookup(statement); }

const LoopPragmas *Pragmas::loop(const clang::Stmt *statement) const {
  const auto found = loops.find(statement);
  return found == loops.end() ? nullptr : &found->second;
}

/// Both say how the states of the loop are stored.
void Pragmas::excludeBoth(const Pragma &pragma, const LoopPragmas &loop) {
  if (loop.stripmine != 1 && loop.revolve)
    engine.report(diag::Id::PragmaConflict, placeOf(pragma.location, *sources),
                  {"stripmine(" + std::to_string(loop.stripmine) + ")",
                   "checkpoint(revolve: " + std::to_string(loop.revolve) + ")"});
}

void Pragmas::attach(Pragma &pragma, const clang::Stmt *statement, const clang::IfStmt *wrapper) {
  // Another pragma's `if` or attribute may stand between.
  for (const clang::Stmt *before = nullptr; before != statement;) {
    before = statement;
    if (const clang::Stmt *inner = wrapped(statement))
      statement = inner;
    else if (const auto *i = llvm::dyn_cast<clang::IfStmt>(statement);
             i && i->getInit() && pragmaAt(i->getBeginLoc()) && i->getElse())
      statement = i->getElse();
    if (const auto *attributed = llvm::dyn_cast<clang::AttributedStmt>(statement))
      statement = attributed->getSubStmt();
  }
  if (!fits(pragma.kind, statement))
    return;
  pragma.attached = true;
  LoopPragmas &loop = loops[statement];
  const auto repeated = [&] {
    engine.report(diag::Id::PragmaRepeated, placeOf(pragma.location, *sources), {pragma.name});
  };
  switch (pragma.kind) {
  case PragmaKind::Stripmine:
    if (loop.stripmine != 1)
      repeated();
    loop.stripmine = pragma.number;
    excludeBoth(pragma, loop);
    break;
  case PragmaKind::Checkpoint:
    if (loop.revolve)
      repeated();
    loop.revolve = pragma.number;
    excludeBoth(pragma, loop);
    break;
  case PragmaKind::Bound: {
    if (loop.bound)
      repeated();
    const auto *declaration = wrapper ? llvm::dyn_cast<clang::DeclStmt>(wrapper->getInit()) : nullptr;
    const auto *variable = declaration ? llvm::dyn_cast<clang::VarDecl>(declaration->getSingleDecl()) : nullptr;
    if (!variable || !variable->getInit())
      break;
    const clang::QualType type = variable->getType();
    if (!type->isDependentType() && !type->isIntegralOrUnscopedEnumerationType())
      engine.report(diag::Id::PragmaSyntax, placeOf(pragma.location, *sources),
                    {pragma.name, "'" + pragma.text + "' is not an integer expression"});
    loop.bound = variable->getInit();
    loop.boundText = pragma.text;
    break;
  }
  case PragmaKind::NoFalseDependencies:
    if (wrapper)
      loop.noFalseDependencies = variablesIn(wrapper->getInit());
    break;
  case PragmaKind::Differentiate:
    break;
  }
}

/// Finds the parameters that are chosen by name; reports where there is none.
bool Pragmas::findChosen(Pragma &pragma, const clang::FunctionDecl &function) {
  for (auto [k, name] : llvm::enumerate(pragma.chosen)) {
    if (name.empty())
      continue;
    const auto parameters = function.parameters();
    const auto *found = llvm::find_if(parameters, [&](const clang::ParmVarDecl *p) { return p->getName() == name; });
    const auto position = static_cast<unsigned>(found - parameters.begin());
    const bool isThere = found != parameters.end();
    if (!isThere || llvm::is_contained(*pragma.modes.wrt, position)) {
      engine.report(diag::Id::PragmaSyntax, placeOf(pragma.location, *sources),
                    {pragma.name, isThere ? "'wrt' names a parameter twice"
                                          : "'" + function.getNameAsString() + "' has no parameter '" + name + "'"});
      return false;
    }
    (*pragma.modes.wrt)[k] = position;
    name.clear();
  }
  return true;
}

void Pragmas::attach(Pragma &pragma, const clang::FunctionDecl *function) {
  pragma.attached = true;
  // Of a template, every instance that this file makes.
  if (const clang::FunctionTemplateDecl *pattern = function->getDescribedFunctionTemplate()) {
    const std::size_t before = marked.size();
    for (const clang::FunctionDecl *instance : pattern->specializations())
      if (instance->getTemplateSpecializationKind() != clang::TSK_ExplicitSpecialization)
        attach(pragma, instance);
    if (marked.size() == before)
      engine.report(diag::Id::NotDifferentiable, placeOf(function->getLocation(), *sources),
                    {function->getNameAsString(), "it is a template that nothing in this file instantiates"});
    return;
  }
  if (!findChosen(pragma, *function))
    return;
  for (auto &[known, modes] : marked)
    if (known->getCanonicalDecl() == function->getCanonicalDecl()) {
      if (modes.wrt != pragma.modes.wrt) {
        engine.report(diag::Id::PragmaSyntax, placeOf(pragma.location, *sources),
                      {pragma.name, "another one of this function chooses other parameters"});
        modes = {false, false, pragma.modes.wrt};
        return;
      }
      modes.vjp |= pragma.modes.vjp;
      modes.jvp |= pragma.modes.jvp;
      return;
    }
  marked.push_back({function, pragma.modes});
}

} // namespace soac::frontend
