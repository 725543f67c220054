// Reads `#pragma soac ...` and puts tokens in its place; Pragmas.h says which.
#include "frontend/parse/Places.h"
#include "frontend/parse/Pragmas.h"

#include <clang/Lex/LexDiagnostic.h>
#include <clang/Lex/Lexer.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>

#include <llvm/ADT/STLExtras.h>

namespace soac::frontend {
namespace {

using clang::Token;
using PragmaKind = Pragmas::Pragma::Kind;
namespace tok = clang::tok;

constexpr std::pair<llvm::StringLiteral, PragmaKind> pragmas[] = {
    {"differentiate", PragmaKind::Differentiate},
    {"stripmine", PragmaKind::Stripmine},
    {"checkpoint", PragmaKind::Checkpoint},
    {"bound", PragmaKind::Bound},
    {"no_false_dependencies", PragmaKind::NoFalseDependencies},
};

std::optional<PragmaKind> pragmaByName(llvm::StringRef name) {
  const auto *found = llvm::find_if(pragmas, [&](const auto &pragma) { return pragma.first == name; });
  return found == std::end(pragmas) ? std::nullopt : std::optional(found->second);
}

/// The suggestion in place of a name that no pragma has: the nearest one, or any where none is near.
std::string suggestionFor(llvm::StringRef name) {
  const auto distance = [&](const auto &pragma) { return pragma.first.edit_distance(name.lower()); };
  const auto *nearest =
      llvm::min_element(pragmas, [&](const auto &a, const auto &b) { return distance(a) < distance(b); });
  if (distance(*nearest) <= (name.size() + 2) / 3)
    return ("did you mean '#pragma soac " + nearest->first + "'?").str();
  std::string all = "there are";
  for (const auto &[known, kind] : pragmas)
    all += (&known == &pragmas[0].first ? " '" : ", '") + known.str() + "'";
  return all;
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
  const char *readModes(Pragmas::Pragma &pragma, llvm::ArrayRef<Token> arguments);
  const char *readPositions(Pragmas::Pragma &pragma, llvm::ArrayRef<Token> tokens);
  std::optional<unsigned> number(llvm::ArrayRef<Token> tokens);
  std::string text(llvm::ArrayRef<Token> tokens);
  std::string spelling(const Token &token) { return pp->getSpelling(token); }
  clang::SourceLocation whatFollows();
  void putTokens(const Pragmas::Pragma &pragma, llvm::ArrayRef<Token> arguments);

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
  case PragmaKind::Stripmine: {
    const std::optional<unsigned> k = number(arguments);
    if (!k || *k < 1 || *k > 16)
      return wrong("the depth of the nest is a number from 1 to 16");
    pragma.number = *k;
    return true;
  }
  case PragmaKind::Checkpoint: {
    const bool named = arguments.size() == 3 && spelling(arguments[0]) == "revolve" && arguments[1].is(tok::colon);
    const std::optional<unsigned> n = named ? number(arguments.drop_front(2)) : std::nullopt;
    if (!n || *n < 1)
      return wrong("write checkpoint(revolve: n), where n is the number of snapshots");
    pragma.number = *n;
    return true;
  }
  case PragmaKind::Bound:
    return arguments.empty() ? wrong("write bound(expr), where expr is an integer expression") : true;
  case PragmaKind::NoFalseDependencies:
    for (std::size_t i = 0; i < arguments.size(); ++i)
      if (arguments[i].isNot(i % 2 ? tok::comma : tok::identifier))
        return wrong("its arguments are names of variables");
    return arguments.size() % 2 ? true : wrong("its arguments are names of variables");
  case PragmaKind::Differentiate: {
    const char *mistake = readModes(pragma, arguments);
    return mistake ? wrong(mistake) : true;
  }
  }
  return false;
}

/// "vjp, jvp, wrt: 0 2"; what is wrong with it, or null.
const char *Handler::readModes(Pragmas::Pragma &pragma, llvm::ArrayRef<Token> arguments) {
  constexpr const char *form =
      "its arguments are vjp, jvp or both, and then, if wanted, 'wrt:' with positions or names of parameters";
  FunctionPragma &modes = pragma.modes;
  while (true) {
    const auto *comma = llvm::find_if(arguments, [](const Token &t) { return t.is(tok::comma); });
    const llvm::ArrayRef<Token> part(arguments.begin(), comma);
    const std::string word = part.empty() ? "" : spelling(part.front());
    const bool isWrt = word == "wrt" && part.size() > 2 && part[1].is(tok::colon);
    if (!isWrt && (part.size() != 1 || (word != "vjp" && word != "jvp")))
      return form;
    modes.vjp |= word == "vjp";
    modes.jvp |= word == "jvp";
    if (isWrt && (comma != arguments.end() || !(modes.vjp || modes.jvp)))
      return form;
    if (isWrt)
      return readPositions(pragma, part.drop_front(2));
    if (comma == arguments.end())
      return nullptr;
    arguments = llvm::ArrayRef<Token>(comma + 1, arguments.end());
  }
}

/// Of names the positions are known when the function is.
const char *Handler::readPositions(Pragmas::Pragma &pragma, llvm::ArrayRef<Token> tokens) {
  std::vector<unsigned> &positions = pragma.modes.wrt.emplace();
  for (const Token &token : tokens) {
    const std::optional<unsigned> position = number(token);
    if (!position && token.isNot(tok::identifier))
      return "after 'wrt:' stand names of parameters, or their positions, counted from 0";
    if (position && llvm::is_contained(positions, *position))
      return "'wrt' names a parameter twice";
    positions.push_back(position.value_or(Pragmas::Pragma::isNamed));
    pragma.chosen.push_back(position ? "" : spelling(token));
  }
  return nullptr;
}

/// The next token, over comments, directives and further pragmas; none when the file or the block ends after the pragma.
clang::SourceLocation Handler::whatFollows() {
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
      return token.isNot(tok::r_brace) ? token.getLocation() : clang::SourceLocation();
  }
  return {};
}

void Handler::HandlePragma(clang::Preprocessor &preprocessor, clang::PragmaIntroducer introducer, Token &first) {
  pp = &preprocessor;
  where = introducer.Loc;
  Token nameToken;
  pp->LexUnexpandedToken(nameToken);
  const std::string name = nameToken.is(tok::eod) ? "" : spelling(nameToken);
  const std::optional<PragmaKind> kind = pragmaByName(name);
  if (!kind) {
    error(diag::Id::PragmaUnknown, {"soac " + name, suggestionFor(name)});
    if (nameToken.isNot(tok::eod))
      pp->DiscardUntilEndOfDirective();
    return;
  }
  std::vector<Token> arguments;
  Pragmas::Pragma pragma;
  pragma.kind = *kind;
  pragma.name = name;
  pragma.location = first.getLocation();
  if (!readArguments(arguments, name) || !interpret(pragma, arguments))
    return;
  pragma.text = text(arguments);
  pragma.next = whatFollows();
  if (pragma.next.isInvalid())
    return error(diag::Id::PragmaUnattached, {name});
  if (*kind != PragmaKind::Differentiate)
    putTokens(pragma, arguments);
  pragmas.pragmas.push_back(std::move(pragma));
}

/// Tokens in the place of a pragma.
class TokenWriter {
public:
  TokenWriter(clang::Preprocessor &pp, clang::SourceLocation at) : pp(pp), at(at) {}

  void put(tok::TokenKind k, llvm::StringRef identifier = "") {
    Token token;
    token.startToken();
    token.setLocation(at);
    token.setKind(k);
    if (!identifier.empty()) {
      clang::IdentifierInfo *info = pp.getIdentifierInfo(identifier);
      token.setIdentifierInfo(info);
      token.setKind(info->getTokenID());
    }
    tokens.push_back(token);
  }
  void put(std::initializer_list<tok::TokenKind> punctuators) {
    for (const tok::TokenKind k : punctuators)
      put(k);
  }
  void putString(const llvm::Twine &characters) {
    Token token;
    token.startToken();
    token.setKind(tok::string_literal);
    pp.CreateString(("\"" + characters + "\"").str(), token, at, at);
    tokens.push_back(token);
  }
  void putInParentheses(llvm::ArrayRef<Token> list) {
    put(tok::l_paren);
    tokens.insert(tokens.end(), list.begin(), list.end());
    put(tok::r_paren);
  }
  void enter() {
    auto owned = std::make_unique<Token[]>(tokens.size());
    std::copy(tokens.begin(), tokens.end(), owned.get());
    pp.EnterTokenStream(std::move(owned), tokens.size(), /*DisableMacroExpansion=*/false, /*IsReinject=*/false);
  }

private:
  clang::Preprocessor &pp;
  clang::SourceLocation at;
  std::vector<Token> tokens;
};

void Handler::putTokens(const Pragmas::Pragma &pragma, llvm::ArrayRef<Token> arguments) {
  TokenWriter out(*pp, pragma.location);
  // if (auto soac_bound = (expr); false) {} else          if ((void)(a), (void)(b); false) {} else
  if (pragma.kind == PragmaKind::Bound || pragma.kind == PragmaKind::NoFalseDependencies) {
    out.put(tok::kw_if, "if");
    out.put(tok::l_paren);
    if (pragma.kind == PragmaKind::Bound) {
      out.put(tok::kw_auto, "auto");
      out.put(tok::identifier, "soac_bound");
      out.put(tok::equal);
      out.putInParentheses(arguments);
    } else {
      for (std::size_t i = 0; i < arguments.size(); ++i) {
        if (i % 2) {
          out.put(tok::comma);
          continue;
        }
        out.put(tok::l_paren);
        out.put(tok::kw_void, "void");
        out.put(tok::r_paren);
        out.putInParentheses(arguments[i]);
      }
    }
    out.put(tok::semi);
    out.put(tok::kw_false, "false");
    out.put({tok::r_paren, tok::l_brace, tok::r_brace});
    out.put(tok::kw_else, "else");
  }
  // [[clang::suppress("soac pragma n")]]
  out.put({tok::l_square, tok::l_square});
  out.put(tok::identifier, "clang");
  out.put(tok::coloncolon);
  out.put(tok::identifier, "suppress");
  out.put(tok::l_paren);
  out.putString(Pragmas::marker + llvm::Twine(pragmas.pragmas.size()));
  out.put({tok::r_paren, tok::r_square, tok::r_square});
  out.enter();
}

/// Pragmas of nobody else whose first word is nearly `soac`.
class MisspeltHandler : public clang::PragmaHandler {
public:
  explicit MisspeltHandler(Pragmas &pragmas) : PragmaHandler(llvm::StringRef()), pragmas(pragmas) {}

  void HandlePragma(clang::Preprocessor &pp, clang::PragmaIntroducer introducer, Token &first) override {
    Token second;
    pp.LexUnexpandedToken(second);
    const std::string word = pp.getSpelling(first), name = second.is(tok::eod) ? "" : pp.getSpelling(second);
    if (second.isNot(tok::eod))
      pp.DiscardUntilEndOfDirective();
    if (pragmaByName(name) && llvm::StringRef("soac").edit_distance(llvm::StringRef(word).lower()) <= 2)
      pragmas.diagnostics().report(diag::Id::PragmaUnknown, placeOf(introducer.Loc, pp.getSourceManager()),
                                   {word + " " + name, suggestionFor(name)});
  }

private:
  Pragmas &pragmas;
};

} // namespace

void Pragmas::install(clang::Preprocessor &preprocessor) {
  struct Skipped : clang::PPCallbacks {
    std::vector<clang::SourceRange> &ranges;
    explicit Skipped(std::vector<clang::SourceRange> &ranges) : ranges(ranges) {}
    void SourceRangeSkipped(clang::SourceRange range, clang::SourceLocation) override { ranges.push_back(range); }
  };
  preprocessor.AddPragmaHandler(new Handler(*this));
  preprocessor.AddPragmaHandler(new MisspeltHandler(*this));
  preprocessor.addPPCallbacks(std::make_unique<Skipped>(skipped));
}

} // namespace soac::frontend
