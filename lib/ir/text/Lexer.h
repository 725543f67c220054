// Tokens of the IR's text form.
#pragma once

#include <llvm/ADT/StringRef.h>

#include <string>

namespace soac::ir {

struct Token {
  enum class Kind : std::uint8_t {
    End,
    Word,    ///< add, f64, _, while
    Value,   ///< %x; text without the %
    Number,  ///< -1.5e-3, 7
    String,  ///< "..": text with its escapes resolved
    Symbol,  ///< ( ) [ ] { } , : ; | = @ -> +=
    Invalid, ///< text says why
  };
  Kind kind = Kind::End;
  std::string text;
  unsigned line = 1, column = 1;
  bool is(Kind k, llvm::StringRef t) const { return kind == k && text == t; }
};

class Lexer {
public:
  explicit Lexer(llvm::StringRef text) : rest(text) {}
  Token next();

private:
  llvm::StringRef rest;
  unsigned line = 1, column = 1;

  llvm::StringRef take(std::size_t n);
  void skipBlanks();
  std::string string();
};

} // namespace soac::ir
