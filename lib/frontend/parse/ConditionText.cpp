#include "frontend/parse/ConditionText.h"

#include <clang/Lex/Lexer.h>

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringSet.h>

namespace soac::frontend {
namespace {

using clang::Token;
namespace tok = clang::tok;

std::vector<Token> tokensOf(llvm::StringRef text, const clang::LangOptions &language, std::string &buffer) {
  buffer = text.str(); // the lexer needs the zero at its end
  clang::Lexer lexer(clang::SourceLocation(), language, buffer.c_str(), buffer.c_str(), buffer.c_str() + buffer.size());
  std::vector<Token> tokens;
  Token token;
  for (lexer.LexFromRawLexer(token); token.isNot(tok::eof); lexer.LexFromRawLexer(token))
    tokens.push_back(token);
  return tokens;
}

llvm::StringRef word(const Token &token) { return token.is(tok::raw_identifier) ? token.getRawIdentifier() : ""; }

/// The first token behind the parentheses or brackets that begin at `i`.
std::size_t behindGroup(llvm::ArrayRef<Token> tokens, std::size_t i) {
  int depth = 0;
  for (; i < tokens.size(); ++i) {
    depth += tokens[i].isOneOf(tok::l_paren, tok::l_square);
    depth -= tokens[i].isOneOf(tok::r_paren, tok::r_square);
    if (depth == 0)
      return i + 1;
  }
  return i;
}

/// Does the macro say something to the optimiser alone? That is so of attributes, `inline`, `__restrict`, and of its
/// own arguments in parentheses with or without __builtin_expect around them.
bool isHint(llvm::ArrayRef<Token> body, const llvm::StringSet<> &parameters) {
  static const llvm::StringSet<> words{"inline",   "__inline", "__inline__",    "__forceinline",
                                       "static",   "extern",   "__restrict",    "__restrict__",
                                       "restrict", "noexcept", "__extension__", "__builtin_expect"};
  static const llvm::StringSet<> calls{"__attribute__",      "__attribute", "__declspec",       "_Pragma",
                                       "__pragma",           "__assume",    "__builtin_assume", "__builtin_unreachable",
                                       "__builtin_prefetch", "alignas"};
  const bool isExpectation = llvm::any_of(body, [](const Token &t) { return word(t) == "__builtin_expect"; });
  unsigned negations = 0;
  for (std::size_t i = 0; i < body.size();) {
    const bool hasGroup = i + 1 < body.size() && body[i + 1].is(tok::l_paren);
    if (calls.contains(word(body[i])) && hasGroup)
      i = behindGroup(body, i + 1);
    else if (body[i].is(tok::l_square) && i + 1 < body.size() && body[i + 1].is(tok::l_square))
      i = behindGroup(body, i);
    else if (words.contains(word(body[i])) || parameters.contains(word(body[i])) ||
             body[i].isOneOf(tok::l_paren, tok::r_paren, tok::exclaim) ||
             (isExpectation && body[i].isOneOf(tok::comma, tok::numeric_constant)))
      negations += body[i++].is(tok::exclaim);
    else
      return false;
  }
  return negations % 2 == 0;
}

class Reader {
public:
  explicit Reader(llvm::ArrayRef<Token> tokens) : tokens(tokens) {}

  ConditionText run() {
    directive(0);
    for (std::size_t i = lineEnd(0); i < tokens.size();) {
      if (tokens[i].is(tok::hash) && tokens[i].isAtStartOfLine()) {
        directive(i + 1);
        i = lineEnd(i + 1);
      } else {
        text.hasCode = true;
        ++i;
      }
    }
    endBranch();
    if (!hasElse)
      ++text.branches;
    return std::move(text);
  }

private:
  /// The first token of the line after that of token `i`, which is of a directive.
  std::size_t lineEnd(std::size_t i) const {
    while (++i < tokens.size() && !tokens[i].isAtStartOfLine()) {
    }
    return i;
  }

  void endBranch() {
    text.branches += !isRefused;
    isRefused = false;
  }

  void directive(std::size_t i) {
    if (i >= tokens.size())
      return;
    const llvm::StringRef name = word(tokens[i]);
    depth += name == "if" || name == "ifdef" || name == "ifndef";
    if (depth == 1 && (name.starts_with("el"))) {
      endBranch();
      hasElse |= name == "else";
    }
    depth -= name == "endif";
    isRefused |= depth == 1 && name == "error";
    if (name == "pragma" && i + 1 < tokens.size())
      text.hasOmpPragma |= word(tokens[i + 1]) == "omp" || word(tokens[i + 1]) == "soac";
    text.hasInclude |= name == "include";
    if (name == "undef" && i + 1 < tokens.size())
      text.defines.push_back(word(tokens[i + 1]).str());
    if (name == "define" && i + 1 < tokens.size())
      define(i + 1, lineEnd(i));
  }

  void define(std::size_t i, std::size_t end) {
    const std::string name = word(tokens[i]).str();
    llvm::StringSet<> parameters;
    ++i;
    if (i < end && tokens[i].is(tok::l_paren) && !tokens[i].hasLeadingSpace())
      for (const std::size_t behind = std::min(behindGroup(tokens, i), end); i < behind; ++i)
        if (tokens[i].is(tok::raw_identifier))
          parameters.insert(word(tokens[i]));
    if (!isHint(tokens.slice(i, end - i), parameters))
      text.defines.push_back(name);
  }

  llvm::ArrayRef<Token> tokens;
  ConditionText text;
  int depth = 0;
  bool isRefused = false, hasElse = false;
};

} // namespace

ConditionText readConditional(llvm::StringRef text, const clang::LangOptions &language) {
  std::string buffer;
  return Reader(tokensOf(text, language, buffer)).run();
}

bool isHintMacro(llvm::StringRef definition, const clang::LangOptions &language) {
  return readConditional(("if 1\n#define " + definition + "\n").str(), language).defines.empty();
}

std::vector<std::string> identifiersIn(llvm::StringRef text, const clang::LangOptions &language) {
  std::string buffer;
  std::vector<std::string> names;
  for (const Token &token : tokensOf(text, language, buffer))
    if (const llvm::StringRef name = word(token); !name.empty())
      names.push_back(name.str());
  return names;
}

} // namespace soac::frontend
