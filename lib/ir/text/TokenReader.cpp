#include "ir/text/TokenReader.h"

namespace soac::ir {

std::optional<Scalar> scalarByName(llvm::StringRef text) {
  for (unsigned s = 0; s <= static_cast<unsigned>(Scalar::F64); ++s)
    if (text == name(static_cast<Scalar>(s)))
      return static_cast<Scalar>(s);
  return std::nullopt;
}

std::string TokenReader::text(Kind kind, const char *what) {
  if (failed() || token.kind != kind) {
    expected(what);
    return {};
  }
  std::string text = token.text;
  advance();
  return text;
}

llvm::SmallVector<unsigned, 4> TokenReader::numbers() {
  llvm::SmallVector<unsigned, 4> xs;
  need("(");
  list(")", [&] { xs.push_back(integer<unsigned>()); });
  return xs;
}

Scalar TokenReader::scalar() {
  const auto s = failed() || token.kind != Kind::Word ? std::nullopt : scalarByName(token.text);
  if (s)
    advance();
  else
    expected("a type");
  return s.value_or(Scalar::F64);
}

Type TokenReader::type() {
  const bool accumulator = word("acc");
  if (!symbol("["))
    return {scalar(), 0, accumulator};
  const Scalar s = scalar();
  need(";");
  const unsigned rank = integer<unsigned>();
  if (rank == 0 || rank > maxRank)
    fail("an array's rank is 1 to " + std::to_string(maxRank));
  need("]");
  return {s, rank, accumulator};
}

} // namespace soac::ir
