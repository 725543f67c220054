#include "emit/Spelling.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/Twine.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace soac::emit {

using namespace ir;

namespace {

template <class T> std::string shortest(T x) {
  char buffer[64];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, x).ptr;
  std::string text(buffer, end);
  if (text.find_first_of(".e") == std::string::npos)
    text += ".0";
  return text;
}

std::string floatLiteral(Scalar type, double x) {
  const std::string limits = std::string("std::numeric_limits<") + spelling(type) + ">::";
  const std::string sign = std::signbit(x) ? "-" : "";
  if (std::isnan(x))
    return sign + limits + "quiet_NaN()";
  if (std::isinf(x))
    return sign + limits + "infinity()";
  return type == Scalar::F32 ? shortest(static_cast<float>(x)) + "f" : shortest(x);
}

std::string integerLiteral(const Constant &c, bool typed) {
  const std::int64_t x = c.asInt();
  const std::string type = spelling(c.type);
  if ((c.type == Scalar::I64 && x == INT64_MIN) || (c.type == Scalar::I32 && x == INT32_MIN))
    return "std::numeric_limits<" + type + ">::min()";
  std::string digits = isUnsigned(c.type) ? llvm::utostr(c.bits) : llvm::itostr(x);
  if (c.type == Scalar::U32 || c.type == Scalar::U64)
    digits += "u";
  return typed && c.type != Scalar::I32 && c.type != Scalar::U32 ? type + "{" + digits + "}" : digits;
}

} // namespace

std::string literal(const Constant &c, bool typed) {
  if (c.type == Scalar::Bool)
    return c.bits ? "true" : "false";
  return isFloat(c.type) ? floatLiteral(c.type, c.asDouble()) : integerLiteral(c, typed);
}

std::string declare(llvm::StringRef type, llvm::StringRef name) {
  for (llvm::StringRef declarator : {"(&)", "(*)"}) // not inside a template's arguments
    if (const std::size_t at = type.take_until([](char c) { return c == '<'; }).find(declarator); at != llvm::StringRef::npos)
      return (type.take_front(at + 2) + name + type.drop_front(at + 2)).str();
  return name.empty() ? type.str() : (type + " " + name).str();
}

std::string quoted(llvm::StringRef text) {
  std::string result = "\"";
  llvm::raw_string_ostream out(result);
  for (const char c : text)
    switch (c) {
    case '"': out << "\\\""; break;
    case '\\': out << "\\\\"; break;
    case '\n': out << "\\n"; break;
    case '\t': out << "\\t"; break;
    default: out << c;
    }
  out << '"';
  return result;
}

static bool isIdentifier(char c) { return llvm::isAlnum(c) || c == '_'; }

Names::Names(llvm::ArrayRef<std::string> avoided) {
  static const char *const reserved[] = {
      "alignas", "alignof", "and", "and_eq", "asm", "auto", "bitand", "bitor", "bool", "break", "case", "catch", "char",
      "char8_t", "char16_t", "char32_t", "class", "compl", "concept", "const", "consteval", "constexpr", "constinit",
      "const_cast", "continue", "co_await", "co_return", "co_yield", "decltype", "default", "delete", "do", "double",
      "dynamic_cast", "else", "enum", "explicit", "export", "extern", "false", "float", "for", "friend", "goto", "if",
      "inline", "int", "long", "mutable", "namespace", "new", "noexcept", "not", "not_eq", "nullptr", "operator", "or",
      "or_eq", "private", "protected", "public", "register", "reinterpret_cast", "requires", "return", "short", "signed",
      "sizeof", "static", "static_assert", "static_cast", "struct", "switch", "template", "this", "thread_local",
      "throw", "true", "try", "typedef", "typeid", "typename", "union", "unsigned", "using", "virtual", "void",
      "volatile", "wchar_t", "while", "xor", "xor_eq", "std", "soac", "assert", "errno", "NULL", "EOF", "NAN",
      "picked", "INFINITY", "HUGE_VAL", "M_PI", "I", "linux", "unix", "stdin", "stdout", "stderr"};
  for (const char *word : reserved)
    taken.insert(word);
  for (const std::string &macro : avoided)
    taken.insert(macro);
}

std::string Names::unique(llvm::StringRef hint) {
  std::string name;
  for (const char c : hint)
    name += isIdentifier(c) ? c : '_';
  while (!name.empty() && name.back() == '_')
    name.pop_back();
  if (name.empty() || llvm::isDigit(name[0]) || name[0] == '_' || llvm::StringRef(name).contains("__"))
    name = "t";
  if (take(name))
    return name;
  unsigned &n = next.try_emplace(name, 1).first->second;
  std::string result;
  do
    result = name + "_" + llvm::utostr(n++);
  while (!take(result, name, n - 1));
  return result;
}

std::string Names::index(llvm::StringRef hint) {
  if (!hint.empty() && hint != "i")
    return unique(hint);
  for (const char *name : {"i", "j", "k", "l", "m"})
    if (take(name))
      return name;
  return unique("i");
}

bool Names::take(const std::string &name, llvm::StringRef base, unsigned number) {
  if (!taken.insert(name).second)
    return false;
  order.push_back({name, base.str(), number});
  return true;
}

void Names::leave() {
  for (; order.size() > marks.back(); order.pop_back()) {
    const Taken &last = order.back();
    taken.erase(last.name);
    if (!last.base.empty())
      next[last.base] = std::min(next[last.base], last.number);
  }
  marks.pop_back();
}

} // namespace soac::emit
