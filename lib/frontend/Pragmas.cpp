// Reads `#pragma soac ...` and finds what each is attached to; Pragmas.h says how.
#include "frontend/Pragmas.h"

#include "frontend/Places.h"

#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Lex/LexDiagnostic.h>
#include <clang/Lex/Lexer.h>

#include <llvm/ADT/StringSwitch.h>

namespace soac::frontend {
namespace {

using clang::Token;
using Kind = Pragmas::Pragma::Kind;
namespace tok = clang::tok;

constexpr llvm::StringLiteral marker = "soac pragma ";

std::optional<Kind> kindByName(llvm::StringRef name) {
  return llvm::StringSwitch<std::optional<Kind>>(name)
      .Case("stripmine", Kind::Stripmine)
      .Case("bound", Kind::Bound)
      .Case("no_false_dependencies", Kind::NoFalseDependencies)
      .Case("checkpoint", Kind::Checkpoint)
      .Case("differentiate", Kind::Differentiate)
      .Default(std::nullopt);
}

const char *placeFor(Kind kind) {
  switch (kind) {
  case Kind::Stripmine:
  case Kind::NoFalseDependencies:
  case Kind::Checkpoint: return "a loop";
  case Kind::Bound: return "a 'while' loop";
  case Kind::Differentiate: return "a function";
  }
  return "a statement";
}

class Handler : public clang::PragmaHandler {
public:
  explicit Handler(Pragmas &pragmas) : PragmaHandler("soac"), pragmas(pragmas) {}
  void HandlePragma(clang::Preprocessor &pp, clang::PragmaIntroducer introducer, Token &first) override;

private:
  void error(diag::Id id, std::vector<std::string> arguments) {
    pragmas.diagnostics().report(id, placeOf(where, pp->getSourceManager()), std::move(arguments));
  }
  bool readArguments(std::vector<Token> &arguments, llvm::StringRef name);
  bool interpret(Pragmas::Pragma &pragma, llvm::ArrayRef<Token> arguments);
  std::optional<unsigned> number(llvm::ArrayRef<Token> tokens);
  std::string text(llvm::ArrayRef<Token> tokens);
  std::string spelling(const Token &token) { return pp->getSpelling(token); }
  bool somethingFollows();

  Pragmas &pragmas;
  clang::Preprocessor *pp = nullptr;
  clang::SourceLocation where;
};

/// The tokens between the parentheses, to the end of the line.
bool Handler::readArguments(std::vector<Token> &arguments, llvm::StringRef name) {
  Token token;
  std::vector<Token> all;
  for (pp->Lex(token); token.isNot(tok::eod); pp->Lex(token))
    all.push_back(token);
  if (all.size() < 2 || all.front().isNot(tok::l_paren) || all.back().isNot(tok::r_paren)) {
    error(diag::Id::PragmaSyntax, {name.str(), "its arguments stand in parentheses"});
    return false;
  }
  arguments.assign(all.begin() + 1, all.end() - 1);
  int depth = 0;
  for (const Token &t : arguments) {
    depth += t.is(tok::l_paren) - t.is(tok::r_paren);
    if (depth < 0)
      break;
  }
  if (depth != 0)
    error(diag::Id::PragmaSyntax, {name.str(), "unbalanced parentheses"});
  return depth == 0;
}

std::string Handler::text(llvm::ArrayRef<Token> tokens) {
  if (tokens.empty())
    return "";
  const auto range = clang::CharSourceRange::getTokenRange(tokens.front().getLocation(), tokens.back().getLocation());
  return clang::Lexer::getSourceText(range, pp->getSourceManager(), pp->getLangOpts()).str();
}

std::optional<unsigned> Handler::number(llvm::ArrayRef<Token> tokens) {
  unsigned value = 0;
  if (tokens.size() != 1 || tokens[0].isNot(tok::numeric_constant) ||
      llvm::StringRef(spelling(tokens[0])).getAsInteger(10, value))
    return std::nullopt;
  return value;
}

bool Handler::interpret(Pragmas::Pragma &pragma, llvm::ArrayRef<Token> arguments) {
  const auto wrong = [&](const char *what) {
    error(diag::Id::PragmaSyntax, {pragma.name, what});
    return false;
  };
  switch (pragma.kind) {
  case Kind::Stripmine: {
    const std::optional<unsigned> k = number(arguments);
    if (!k || *k < 1 || *k > 16)
      return wrong("the depth of the nest is a number from 1 to 16");
    pragma.number = *k;
    return true;
  }
  case Kind::Checkpoint: {
    const bool named = arguments.size() == 3 && spelling(arguments[0]) == "revolve" && arguments[1].is(tok::colon);
    const std::optional<unsigned> n = named ? number(arguments.drop_front(2)) : std::nullopt;
    if (!n || *n < 1)
      return wrong("write checkpoint(revolve: n), where n is the number of snapshots");
    pragma.number = *n;
    return true;
  }
  case Kind::Bound:
    return arguments.empty() ? wrong("write bound(expr), where expr is an integer expression") : true;
  case Kind::NoFalseDependencies:
    for (std::size_t i = 0; i < arguments.size(); ++i)
      if (arguments[i].isNot(i % 2 ? tok::comma : tok::identifier))
        return wrong("its arguments are names of variables");
    return arguments.size() % 2 ? true : wrong("its arguments are names of variables");
  case Kind::Differentiate:
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      const std::string word = spelling(arguments[i]);
      if (i % 2 ? word != "," : word != "vjp" && word != "jvp")
        return wrong("its arguments are vjp, jvp or both");
      pragma.modes.vjp |= word == "vjp";
      pragma.modes.jvp |= word == "jvp";
    }
    return arguments.size() % 2 ? true : wrong("its arguments are vjp, jvp or both");
  }
  return false;
}

/// False when the file or the block ends after the pragma; comments, directives and further pragmas are passed over.
bool Handler::somethingFollows() {
  const clang::SourceManager &sources = pp->getSourceManager();
  const auto [file, offset] = sources.getDecomposedLoc(sources.getExpansionLoc(where));
  const llvm::StringRef buffer = sources.getBufferData(file);
  clang::Lexer lexer(sources.getLocForStartOfFile(file), pp->getLangOpts(), buffer.begin(), buffer.begin() + offset,
                     buffer.end());
  Token token;
  bool inDirective = true; // the rest of the pragma's own line
  for (lexer.LexFromRawLexer(token); token.isNot(tok::eof); lexer.LexFromRawLexer(token)) {
    if (token.isAtStartOfLine())
      inDirective = token.is(tok::hash);
    if (!inDirective)
      return token.isNot(tok::r_brace);
  }
  return false;
}

void Handler::HandlePragma(clang::Preprocessor &preprocessor, clang::PragmaIntroducer introducer, Token &first) {
  pp = &preprocessor;
  where = introducer.Loc;
  const clang::SourceLocation soacLocation = first.getLocation();
  Token nameToken;
  pp->LexUnexpandedToken(nameToken);
  const std::string name = nameToken.is(tok::eod) ? "" : spelling(nameToken);
  const std::optional<Kind> kind = kindByName(name);
  if (!kind) {
    error(diag::Id::PragmaUnknown, {name});
    if (nameToken.isNot(tok::eod))
      pp->DiscardUntilEndOfDirective();
    return;
  }
  std::vector<Token> arguments;
  Pragmas::Pragma pragma;
  pragma.kind = *kind;
  pragma.name = name;
  pragma.location = soacLocation;
  if (!readArguments(arguments, name) || !interpret(pragma, arguments))
    return;
  pragma.text = text(arguments);
  if (!somethingFollows())
    return error(diag::Id::PragmaUnattached, {name});

  std::vector<Token> tokens;
  const auto put = [&](tok::TokenKind k, llvm::StringRef identifier = "") {
    Token token;
    token.startToken();
    token.setLocation(soacLocation);
    token.setKind(k);
    if (!identifier.empty()) {
      clang::IdentifierInfo *info = pp->getIdentifierInfo(identifier);
      token.setIdentifierInfo(info);
      token.setKind(info->getTokenID());
    }
    tokens.push_back(token);
  };
  const auto putString = [&](llvm::StringRef characters) {
    Token token;
    token.startToken();
    token.setKind(tok::string_literal);
    pp->CreateString(("\"" + characters + "\"").str(), token, soacLocation, soacLocation);
    tokens.push_back(token);
  };
  const auto putArguments = [&](llvm::ArrayRef<Token> list) {
    put(tok::l_paren);
    tokens.insert(tokens.end(), list.begin(), list.end());
    put(tok::r_paren);
  };
  // if (auto soac_bound = (expr); false) {} else          if ((void)(a), (void)(b); false) {} else
  if (*kind == Kind::Bound || *kind == Kind::NoFalseDependencies) {
    put(tok::kw_if, "if");
    put(tok::l_paren);
    if (*kind == Kind::Bound) {
      put(tok::kw_auto, "auto");
      put(tok::identifier, "soac_bound");
      put(tok::equal);
      putArguments(arguments);
    } else {
      for (std::size_t i = 0; i < arguments.size(); ++i) {
        if (i % 2) {
          put(tok::comma);
          continue;
        }
        put(tok::l_paren);
        put(tok::kw_void, "void");
        put(tok::r_paren);
        putArguments(arguments[i]);
      }
    }
    put(tok::semi);
    put(tok::kw_false, "false");
    put(tok::r_paren);
    put(tok::l_brace);
    put(tok::r_brace);
    put(tok::kw_else, "else");
  }
  // [[clang::suppress("soac pragma n")]]
  put(tok::l_square);
  put(tok::l_square);
  put(tok::identifier, "clang");
  put(tok::coloncolon);
  put(tok::identifier, "suppress");
  put(tok::l_paren);
  putString((marker + llvm::Twine(pragmas.pragmas.size())).str());
  put(tok::r_paren);
  put(tok::r_square);
  put(tok::r_square);
  pragmas.pragmas.push_back(std::move(pragma));
  auto owned = std::make_unique<Token[]>(tokens.size());
  std::copy(tokens.begin(), tokens.end(), owned.get());
  pp->EnterTokenStream(std::move(owned), tokens.size(), /*DisableMacroExpansion=*/false, /*IsReinject=*/false);
}

/// Finds the attributes that the handler wrote.
class Collector : public clang::RecursiveASTVisitor<Collector> {
public:
  explicit Collector(Pragmas &pragmas) : pragmas(pragmas) {}
  bool shouldVisitTemplateInstantiations() const { return true; }
  bool shouldVisitLambdaBody() const { return true; }

  Pragmas::Pragma *pragma(const clang::Attr *attribute) {
    const auto *suppress = llvm::dyn_cast<clang::SuppressAttr>(attribute);
    if (!suppress || suppress->diagnosticIdentifiers_size() != 1)
      return nullptr;
    llvm::StringRef text = *suppress->diagnosticIdentifiers_begin();
    unsigned n = 0;
    if (!text.consume_front(marker) || text.getAsInteger(10, n) || n >= pragmas.pragmas.size())
      return nullptr;
    return &pragmas.pragmas[n];
  }

  bool VisitIfStmt(clang::IfStmt *statement) {
    const auto *attributed = llvm::dyn_cast_or_null<clang::AttributedStmt>(statement->getElse());
    if (attributed && statement->getInit() && llvm::any_of(attributed->getAttrs(), [&](const clang::Attr *attribute) {
          const Pragmas::Pragma *p = pragma(attribute);
          return p && p->location == statement->getBeginLoc();
        })) {
      pragmas.remember(statement);
      wrapperOf[attributed] = statement;
    }
    return true;
  }
  bool VisitAttributedStmt(clang::AttributedStmt *statement) {
    for (const clang::Attr *attribute : statement->getAttrs())
      if (Pragmas::Pragma *p = pragma(attribute))
        pragmas.attach(*p, statement->getSubStmt(), wrapperOf.lookup(statement));
    return true;
  }
  bool VisitDecl(clang::Decl *declaration) {
    for (const clang::Attr *attribute : declaration->attrs())
      if (Pragmas::Pragma *p = pragma(attribute); p && !attribute->isInherited())
        pragmas.attach(*p, declaration);
    return true;
  }

private:
  Pragmas &pragmas;
  llvm::DenseMap<const clang::Stmt *, const clang::IfStmt *> wrapperOf;
};

std::vector<const clang::ValueDecl *> variablesIn(const clang::Stmt *statement) {
  struct Names : clang::RecursiveASTVisitor<Names> {
    std::vector<const clang::ValueDecl *> found;
    bool VisitDeclRefExpr(clang::DeclRefExpr *e) {
      found.push_back(e->getDecl());
      return true;
    }
  } names;
  names.TraverseStmt(const_cast<clang::Stmt *>(statement));
  return std::move(names.found);
}

bool isLoop(const clang::Stmt *s) {
  return llvm::isa<clang::ForStmt, clang::CXXForRangeStmt, clang::WhileStmt, clang::DoStmt>(s);
}

bool fits(Kind kind, const clang::Stmt *s) {
  switch (kind) {
  case Kind::Stripmine:
  case Kind::NoFalseDependencies:
  case Kind::Checkpoint: return isLoop(s);
  case Kind::Bound: return llvm::isa<clang::WhileStmt, clang::DoStmt, clang::ForStmt>(s);
  case Kind::Differentiate: return false;
  }
  return false;
}

} // namespace

void Pragmas::install(clang::Preprocessor &preprocessor) { preprocessor.AddPragmaHandler(new Handler(*this)); }

void Pragmas::collect(clang::ASTContext &context) {
  sources = &context.getSourceManager();
  Collector(*this).TraverseDecl(context.getTranslationUnitDecl());
  for (const Pragma &p : pragmas)
    if (!p.attached)
      engine.report(diag::Id::PragmaMisplaced, placeOf(p.location, *sources), {p.name, placeFor(p.kind)});
}

const std::string *Pragmas::pragmaAt(clang::SourceLocation location) const {
  for (const Pragma &p : pragmas)
    if (p.location == location)
      return &p.name;
  return nullptr;
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
  case Kind::Stripmine:
    if (loop.stripmine != 1)
      repeated();
    loop.stripmine = pragma.number;
    excludeBoth(pragma, loop);
    break;
  case Kind::Checkpoint:
    if (loop.revolve)
      repeated();
    loop.revolve = pragma.number;
    excludeBoth(pragma, loop);
    break;
  case Kind::Bound: {
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
  case Kind::NoFalseDependencies:
    if (wrapper)
      loop.noFalseDependencies = variablesIn(wrapper->getInit());
    break;
  case Kind::Differentiate:
    break;
  }
}

void Pragmas::attach(Pragma &pragma, const clang::Decl *declaration) {
  const auto *function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
  if (pragma.kind != Kind::Differentiate || !function)
    return;
  pragma.attached = true;
  for (auto &[known, modes] : marked)
    if (known->getCanonicalDecl() == function->getCanonicalDecl()) {
      modes.vjp |= pragma.modes.vjp;
      modes.jvp |= pragma.modes.jvp;
      return;
    }
  marked.push_back({function, pragma.modes});
}

} // namespace soac::frontend
