#include "ir/text/Lexer.h"

#include <llvm/ADT/StringExtras.h>

namespace soac::ir {
namespace {

bool isWord(char c) { return llvm::isAlnum(c) || c == '_'; }

/// The length of the number at the start of `s`: digits, a fraction, an exponent; or 0x and hexadecimal digits.
std::size_t numberLength(llvm::StringRef s) {
  if (s.starts_with("0x"))
    return 2 + s.drop_front(2).take_while(llvm::isHexDigit).size();
  std::size_t n = s.starts_with("-");
  const auto digits = [&] {
    while (n < s.size() && llvm::isDigit(s[n]))
      ++n;
  };
  digits();
  if (n < s.size() && s[n] == '.')
    ++n, digits();
  if (n < s.size() && (s[n] == 'e' || s[n] == 'E')) {
    ++n;
    if (n < s.size() && (s[n] == '-' || s[n] == '+'))
      ++n;
    digits();
  }
  return n;
}

} // namespace

llvm::StringRef Lexer::take(std::size_t n) {
  const llvm::StringRef taken = rest.take_front(n);
  rest = rest.drop_front(n);
  column += static_cast<unsigned>(n);
  return taken;
}

void Lexer::skipBlanks() {
  while (!rest.empty()) {
    if (rest[0] == '\n') {
      take(1);
      ++line;
      column = 1;
    } else if (llvm::isSpace(rest[0])) {
      take(1);
    } else if (rest.starts_with("//")) {
      take(std::min(rest.find('\n'), rest.size()));
    } else {
      return;
    }
  }
}

/// After the opening quote. A backslash is followed by itself or by two hexadecimal digits.
std::string Lexer::string() {
  std::string text;
  while (!rest.empty() && rest[0] != '"' && rest[0] != '\n') {
    const char c = take(1)[0];
    if (c != '\\') {
      text += c;
    } else if (rest.starts_with("\\")) {
      text += take(1)[0];
    } else if (rest.size() >= 2 && llvm::isHexDigit(rest[0]) && llvm::isHexDigit(rest[1])) {
      const llvm::StringRef digits = take(2);
      text += static_cast<char>(llvm::hexDigitValue(digits[0]) * 16 + llvm::hexDigitValue(digits[1]));
    } else {
      return {};
    }
  }
  return text;
}

Token Lexer::next() {
  using Kind = Token::Kind;
  skipBlanks();
  const auto token = [at = std::pair(line, column)](Kind kind, std::string text) {
    return Token{kind, std::move(text), at.first, at.second};
  };
  if (rest.empty())
    return token(Kind::End, "end of file");
  const char c = rest[0];
  if (c == '"') {
    take(1);
    const llvm::StringRef before = rest;
    std::string text = string();
    if (!rest.starts_with("\"") || (text.empty() && rest.data() != before.data()))
      return token(Kind::Invalid, "malformed string");
    take(1);
    return token(Kind::String, std::move(text));
  }
  if (llvm::isDigit(c) || (c == '-' && rest.size() > 1 && llvm::isDigit(rest[1])))
    return token(Kind::Number, take(numberLength(rest)).str());
  if (c == '%') {
    take(1);
    const llvm::StringRef name = rest.take_while(isWord);
    return name.empty() ? token(Kind::Invalid, "a value needs a name after %")
                        : token(Kind::Value, take(name.size()).str());
  }
  if (isWord(c))
    return token(Kind::Word, take(rest.take_while(isWord).size()).str());
  if (rest.starts_with("-inf"))
    return token(Kind::Word, take(4).str());
  if (rest.starts_with("->") || rest.starts_with("+="))
    return token(Kind::Symbol, take(2).str());
  if (llvm::StringRef("()[]{},:;|=@").contains(c))
    return token(Kind::Symbol, take(1).str());
  return token(Kind::Invalid, "unexpected character");
}

} // namespace soac::ir
