#include "Sizes.h"

#include <llvm/ADT/SmallVector.h>

#include <cmath>
#include <limits>

namespace soac::tool {

std::optional<std::int64_t> parseBytes(llvm::StringRef text) {
  text = text.trim();
  const llvm::StringRef number = text.take_while([](char c) { return (c >= '0' && c <= '9') || c == '.'; });
  llvm::StringRef rest = text.drop_front(number.size());
  double value = 0;
  if (number.empty() || number.getAsDouble(value))
    return std::nullopt;
  if (rest.size() > 1 && (rest[0] == 'e' || rest[0] == 'E') && rest[1] >= '0' && rest[1] <= '9') { // 1.5e9
    int exponent = 0;
    rest = rest.drop_front();
    if (rest.consumeInteger(10, exponent) || exponent > 18)
      return std::nullopt;
    value *= std::pow(10.0, exponent);
  }
  rest = rest.trim();
  if (!rest.empty()) {
    constexpr llvm::StringLiteral prefixes = "kmgt";
    const std::string unit = rest.lower();
    const std::size_t power = unit == "b" || unit == "bytes" ? 0 : prefixes.find(unit[0]) + 1;
    const llvm::StringRef tail = power == 0 ? "" : llvm::StringRef(unit).drop_front();
    if (power > prefixes.size() || !(tail.empty() || tail == "b" || tail == "i" || tail == "ib"))
      return std::nullopt;
    value *= std::pow(tail.starts_with("i") ? 1024.0 : 1000.0, static_cast<double>(power));
  }
  if (value >= static_cast<double>(std::numeric_limits<std::int64_t>::max()))
    return std::nullopt;
  return static_cast<std::int64_t>(value);
}

namespace {

/// Splits at commas outside parentheses and angle brackets.
llvm::SmallVector<llvm::StringRef, 8> pieces(llvm::StringRef text) {
  llvm::SmallVector<llvm::StringRef, 8> result;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    depth += text[i] == '(' || text[i] == '<' ? 1 : text[i] == ')' || text[i] == '>' ? -1 : 0;
    if (text[i] == ',' && depth == 0) {
      result.push_back(text.slice(begin, i).trim());
      begin = i + 1;
    }
  }
  result.push_back(text.drop_front(begin).trim());
  return result;
}

} // namespace

bool parseSizes(llvm::StringRef text, std::map<std::string, std::int64_t> &sizes, std::string &reason) {
  for (const llvm::StringRef piece : pieces(text)) {
    const auto [left, right] = piece.rsplit('=');
    const llvm::StringRef name = left.trim();
    llvm::SmallVector<llvm::StringRef, 4> numbers;
    right.trim().split(numbers, 'x');
    std::int64_t number = 0;
    for (std::size_t d = 0; d < numbers.size(); ++d) {
      if (name.empty() || numbers[d].getAsInteger(10, number) || number < 0) {
        reason = "'" + piece.str() + "' is not NAME=NUMBER or ARRAY=NUMBERxNUMBER";
        return false;
      }
      sizes[name.str() + ".extent(" + std::to_string(d) + ")"] = number;
      if (numbers.size() == 1) {
        sizes[name.str()] = number;
        sizes[name.str() + ".size()"] = number;
      }
    }
  }
  return true;
}

} // namespace soac::tool
