// What the parser's rules are made of: the current token, taking and requiring tokens, the first error.
//
// After an error everything fails quickly: no token is accepted any more, and lists end.
#pragma once

#include "ir/text/Lexer.h"
#include "ir/text/Parser.h"
#include "ir/verify/Verifier.h"

#include <llvm/ADT/SmallVector.h>

#include <charconv>
#include <limits>

namespace soac::ir {

class TokenReader {
public:
  using Kind = Token::Kind;
  explicit TokenReader(llvm::StringRef text) : lexer(text) { advance(); }

protected:
  Token token;
  std::optional<ParseError> error;

  bool failed() const { return error.has_value(); }
  void advance() {
    token = lexer.next();
    if (token.kind == Kind::Invalid)
      fail(token.text);
  }
  void failAt(const Token &at, std::string message) {
    if (!failed())
      error = ParseError{at.line, at.column, std::move(message)};
  }
  void fail(std::string message) { failAt(token, std::move(message)); }
  void expected(const std::string &what) { fail("expected " + what + ", found '" + token.text + "'"); }
  bool at(Kind kind, llvm::StringRef text) const { return !failed() && token.is(kind, text); }
  bool accept(Kind kind, llvm::StringRef text) {
    if (!at(kind, text))
      return false;
    advance();
    return true;
  }
  bool symbol(llvm::StringRef text) { return accept(Kind::Symbol, text); }
  bool word(llvm::StringRef text) { return accept(Kind::Word, text); }
  void need(llvm::StringRef text) {
    if (!symbol(text))
      expected("'" + text.str() + "'");
  }
  void needWord(llvm::StringRef text) {
    if (!word(text))
      expected("'" + text.str() + "'");
  }
  void comma() { need(","); }

  /// The text of a token of this kind.
  std::string text(Kind kind, const char *what);
  template <class T> T integer();
  /// Items separated by commas up to the symbol `close`, which is taken.
  template <class F> void list(llvm::StringRef close, F item);
  llvm::SmallVector<unsigned, 4> numbers(); ///< (1, 0)
  Scalar scalar();
  Type type();

private:
  Lexer lexer;
};

template <class T> T TokenReader::integer() {
  const std::string digits = failed() || token.kind != Kind::Number ? "" : token.text;
  T value{};
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (digits.empty() || error != std::errc() || end != digits.data() + digits.size())
    expected("an integer in [" + std::to_string(std::numeric_limits<T>::min()) + ", " +
             std::to_string(std::numeric_limits<T>::max()) + "]");
  else
    advance();
  return failed() ? T{} : value;
}

template <class F> void TokenReader::list(llvm::StringRef close, F item) {
  if (symbol(close))
    return;
  do
    item();
  while (symbol(","));
  need(close);
}

/// The scalar type of this name.
std::optional<Scalar> scalarByName(llvm::StringRef text);

} // namespace soac::ir
