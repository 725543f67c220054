#include "Mutation.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>

#include <random>
#include <vector>

using namespace soac::fuzz;

namespace {

/// Tokens that may stand for each other.
const std::vector<std::vector<llvm::StringRef>> alike{
    {"+", "-", "*", "/"},
    {"<", "<=", ">", ">=", "==", "!="},
    {"+=", "-=", "*=", "/=", "="},
    {"++", "--"},
    {"&&", "||"},
    {"break", "continue"},
    {"int", "long", "double", "auto", "float", "bool", "unsigned"},
    {"sin", "cos", "exp", "tanh", "sqrt", "log", "fabs", "floor"},
    {"if", "while"},
};

llvm::StringRef next(llvm::StringRef text) {
  const auto isWord = [](char c) { return llvm::isAlnum(c) || c == '_'; };
  if (text.starts_with("//") || text.starts_with("#"))
    return text.take_until([](char c) { return c == '\n'; });
  if (text.starts_with("\""))
    return text.take_front(text.find('"', 1) + 1);
  if (llvm::isSpace(text.front()))
    return text.take_while([](char c) { return llvm::isSpace(c); });
  if (isWord(text.front()))
    return text.take_while([&](char c) { return isWord(c) || (llvm::isDigit(text.front()) && c == '.'); });
  for (const llvm::StringRef sign :
       {"...", "<=>", "->", "::", "++", "--", "+=", "-=", "*=", "/=", "==", "!=", "<=", ">=", "&&", "||", "<<", ">>"})
    if (text.starts_with(sign))
      return sign;
  return text.take_front(1);
}

class Mutator {
public:
  Mutator(llvm::StringRef source, std::uint64_t seed) : random(seed) {
    for (llvm::StringRef rest = source; !rest.empty();) {
      const llvm::StringRef token = next(rest);
      rest = rest.drop_front(token.size());
      if (!llvm::isSpace(token.front()) && !token.starts_with("//") && !token.starts_with("#"))
        places.push_back(tokens.size());
      tokens.push_back(token.str());
    }
  }

  std::string run() {
    for (std::size_t edits = 1 + below(3); edits > 0 && !places.empty(); --edits)
      change(below(places.size()));
    dropPragmas();
    return llvm::join(tokens, "");
  }

private:
  std::size_t below(std::size_t n) { return random() % n; }
  std::string &token(std::size_t place) {
    touched.push_back(places[place]);
    return tokens[places[place]];
  }
  const std::string &tokenAt(std::size_t place) const { return tokens[places[place]]; }

  /// A pragma stays where the change is between it and the next pragma, or between the last one and it.
  void dropPragmas() {
    std::vector<std::size_t> pragmas;
    for (std::size_t i = 0; i < tokens.size(); ++i)
      if (llvm::StringRef(tokens[i]).starts_with("#pragma soac differentiate"))
        pragmas.push_back(i);
    for (std::size_t k = 0; k < pragmas.size(); ++k) {
      const std::size_t first = k > 0 ? pragmas[k - 1] : 0,
                        end = k + 1 < pragmas.size() ? pragmas[k + 1] : tokens.size();
      if (llvm::none_of(touched, [&](std::size_t at) { return first <= at && at < end; }))
        tokens[pragmas[k]].clear();
    }
  }

  /// Another token of the same kind, from nearby where it is a name.
  bool replace(std::size_t place) {
    const std::string old = tokenAt(place);
    if (old.empty()) // left out before
      return false;
    for (const auto &kind : alike)
      if (llvm::is_contained(kind, llvm::StringRef(old))) {
        token(place) = kind[below(kind.size())].str();
        return true;
      }
    if (llvm::isDigit(old.front())) {
      static const char *const numbers[] = {"0", "1", "2", "3", "0.5", "1e300", "0.0"};
      token(place) = numbers[below(7)];
      return true;
    }
    if (!llvm::isAlpha(old.front()))
      return false;
    const std::size_t first = place > 60 ? place - 60 : 0, count = std::min(places.size() - first, std::size_t(120));
    for (int tries = 0; tries < 20; ++tries)
      if (const std::string other = tokenAt(first + below(count));
          !other.empty() && llvm::isAlpha(other.front()) && other != old) {
        token(place) = other;
        return true;
      }
    return false;
  }

  /// Doubles the statement that the token is in, or leaves it out.
  void statement(std::size_t place, bool isDoubled) {
    const auto ends = [&](std::size_t at) { return tokenAt(at) == ";" || tokenAt(at) == "{" || tokenAt(at) == "}"; };
    std::size_t first = place, last = place;
    while (first > 0 && !ends(first - 1))
      --first;
    while (last + 1 < places.size() && !ends(last))
      ++last;
    if (tokenAt(last) != ";")
      return;
    std::string text;
    for (std::size_t i = first; i <= last; ++i) {
      text += tokenAt(i) + " ";
      if (!isDoubled)
        token(i).clear();
    }
    if (isDoubled)
      token(last) += " " + text;
  }

  void change(std::size_t place) {
    switch (below(16)) {
    case 0: token(place).clear(); break;
    case 1: token(place) += " " + token(place); break;
    case 2: std::swap(token(place), token((place + 1) % places.size())); break;
    case 3: statement(place, true); break;
    case 4: statement(place, false); break;
    default:
      if (!replace(place))
        change(below(places.size()));
    }
  }

  std::mt19937_64 random;
  std::vector<std::string> tokens;
  std::vector<std::size_t> places; ///< of the tokens that may change
  std::vector<std::size_t> touched;
};

} // namespace

std::string soac::fuzz::mutate(llvm::StringRef source, std::uint64_t seed) { return Mutator(source, seed).run(); }
