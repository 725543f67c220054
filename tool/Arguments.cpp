#include "Arguments.h"

#include "ir/text/Printer.h"

#include <llvm/ADT/StringExtras.h>

#include <cmath>

namespace soac::tool {
namespace {

using ir::Scalar;

/// Whether the number is a value of the integer type (of bool: 0 or 1).
bool fits(std::int64_t x, Scalar type) {
  if (type == Scalar::Bool || ir::isUnsigned(type))
    return x >= 0 && (ir::bitWidth(type) == 64 || x < std::int64_t{1} << ir::bitWidth(type));
  return ir::bitWidth(type) == 64 ||
         (x >= -(std::int64_t{1} << (ir::bitWidth(type) - 1)) && x < std::int64_t{1} << (ir::bitWidth(type) - 1));
}

class Reader {
public:
  Reader(llvm::StringRef text, std::string &error) : rest(text), error(error) {}

  bool accept(char c) {
    rest = rest.ltrim();
    if (!rest.starts_with(llvm::StringRef(&c, 1)))
      return false;
    rest = rest.drop_front();
    return true;
  }
  bool isAtEnd() { return rest.ltrim().empty(); }

  std::optional<ops::Number> number(Scalar type) {
    rest = rest.ltrim();
    const llvm::StringRef word = rest.take_while([](char c) { return !llvm::StringRef(",[] \t\n").contains(c); });
    rest = rest.drop_front(word.size());
    if (ir::isFloat(type)) {
      double x = 0;
      if (!word.getAsDouble(x))
        return ops::numberOf(type == Scalar::F32 ? static_cast<double>(static_cast<float>(x)) : x);
    } else if (type == Scalar::Bool && (word == "true" || word == "false")) {
      return ops::numberOf(word == "true");
    } else if (std::uint64_t bits = 0; type == Scalar::U64 && !word.getAsInteger(10, bits)) {
      return ops::numberOf(static_cast<std::int64_t>(bits));
    } else if (std::int64_t x = 0; type != Scalar::U64 && !word.getAsInteger(10, x) && fits(x, type)) {
      return ops::numberOf(x);
    }
    error = "'" + word.str() + "' is not a value of type " + ir::name(type);
    return std::nullopt;
  }

  /// Elements of nested brackets from dimension `d` on; an extent is set by its first row.
  bool elements(Scalar type, unsigned d, llvm::MutableArrayRef<std::int64_t> extents, std::vector<ops::Number> &out) {
    if (d == extents.size()) {
      const auto x = number(type);
      if (x)
        out.push_back(*x);
      return x.has_value();
    }
    if (!accept('['))
      return fail("expected '['");
    std::int64_t n = 0;
    if (!accept(']')) {
      do {
        if (!elements(type, d + 1, extents, out))
          return false;
        ++n;
      } while (accept(','));
      if (!accept(']'))
        return fail("expected ']'");
    }
    if (extents[d] >= 0 && extents[d] != n)
      return fail("the rows have different lengths");
    extents[d] = n;
    return true;
  }

  bool fail(const char *reason) {
    error = std::string(reason) + " before '" + rest.take_front(20).str() + "'";
    return false;
  }

private:
  llvm::StringRef rest;
  std::string &error;
};

} // namespace

std::optional<std::vector<ops::RuntimeValue>> parseArguments(llvm::StringRef text, const ir::Function &function,
                                                     std::string &error) {
  Reader reader(text, error);
  std::vector<ops::RuntimeValue> arguments;
  for (const ir::Value p : function.body.parameters) {
    const ir::Type type = function.type(p);
    if (!arguments.empty() && !reader.accept(',')) {
      reader.fail("expected ','");
      return std::nullopt;
    }
    ops::Extents extents(type.rank, -1);
    std::vector<ops::Number> elements;
    if (!reader.elements(type.scalar, 0, extents, elements))
      return std::nullopt;
    if (!type.isArray()) {
      arguments.emplace_back(type.scalar, elements[0]);
      continue;
    }
    for (std::int64_t &n : extents) // below a dimension of extent 0
      n = std::max<std::int64_t>(n, 0);
    ops::RuntimeValue array(type.scalar, extents);
    llvm::copy(elements, array.mutableElements().begin());
    arguments.push_back(std::move(array));
  }
  if (reader.isAtEnd())
    return arguments;
  reader.fail("more arguments than parameters");
  return std::nullopt;
}

} // namespace soac::tool
