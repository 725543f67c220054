#include "analysis/Polynomial.h"

#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::analysis {

using namespace ir;

void Polynomial::add(const Monomial &product, std::int64_t coefficient) {
  const auto at = sum.try_emplace(product, 0).first;
  at->second =
      static_cast<std::int64_t>(static_cast<std::uint64_t>(at->second) + static_cast<std::uint64_t>(coefficient));
  if (at->second == 0)
    sum.erase(at);
}

Polynomial operator+(Polynomial a, const Polynomial &b) {
  for (const auto &[product, coefficient] : b.sum)
    a.add(product, coefficient);
  return a;
}

Polynomial operator*(const Polynomial &a, const Polynomial &b) {
  Polynomial result;
  for (const auto &[left, x] : a.sum)
    for (const auto &[right, y] : b.sum) {
      Polynomial::Monomial product = left;
      llvm::append_range(product, right);
      llvm::sort(product);
      result.add(product, static_cast<std::int64_t>(static_cast<std::uint64_t>(x) * static_cast<std::uint64_t>(y)));
    }
  return result;
}

Polynomial::Line Polynomial::in(Value v) const {
  Line line;
  for (const auto &[factors, coefficient] : sum) {
    Monomial product = factors;
    const auto at = llvm::find(product, v);
    Polynomial &part = at == product.end() ? line.rest : line.slope;
    if (at != product.end())
      product.erase(at);
    part.add(product, coefficient);
  }
  return line;
}

const Polynomial &Polynomials::of(Value v) const {
  if (const auto found = known.find(v); found != known.end())
    return found->second;
  constexpr std::size_t mostTerms = 16;
  Polynomial result = computed(v);
  return known[v] = result.terms().size() > mostTerms ? Polynomial(v) : std::move(result);
}

Polynomial Polynomials::computed(Value v) const {
  if (const auto constant = values.asInt(v))
    return *constant;
  const auto *apply = definitions.as<Apply>(v);
  if (!apply || !isInteger(apply->type) || !isFollowed(apply->type))
    return Polynomial(v);
  const auto operand = [&](std::size_t k) { return of(apply->arguments[k]); };
  switch (apply->prim) {
  case Prim::Cast: return isInteger(values.type(apply->arguments[0]).scalar) ? operand(0) : Polynomial(v);
  case Prim::Neg: return Polynomial(-1) * operand(0);
  case Prim::Add: return operand(0) + operand(1);
  case Prim::Sub: return operand(0) - operand(1);
  case Prim::Mul: return operand(0) * operand(1);
  default: return Polynomial(v);
  }
}

} // namespace soac::analysis
