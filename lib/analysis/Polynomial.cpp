#include "analysis/Polynomial.h"

#include "ir/Walk.h"
#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::analysis {
namespace {

using prims::Prim;

constexpr std::size_t mostTerms = 16;

} // namespace

Polynomial::Polynomial(std::int64_t constant) {
  if (constant != 0)
    terms[{}] = static_cast<std::uint64_t>(constant);
}

Polynomial::Polynomial(ir::Value v) : terms{{{v}, 1}} {}

Polynomial operator+(const Polynomial &a, const Polynomial &b) {
  Polynomial sum = a;
  for (const auto &[product, factor] : b.terms)
    if ((sum.terms[product] += factor) == 0)
      sum.terms.erase(product);
  return sum;
}

Polynomial operator*(const Polynomial &a, const Polynomial &b) {
  Polynomial result;
  for (const auto &[left, leftFactor] : a.terms)
    for (const auto &[right, rightFactor] : b.terms) {
      std::vector<ir::Value> product = left;
      product.insert(product.end(), right.begin(), right.end());
      llvm::sort(product);
      if ((result.terms[product] += leftFactor * rightFactor) == 0)
        result.terms.erase(product);
    }
  return result;
}

Polynomials::Polynomials(const ir::Function &function) : values(function.values) {
  ir::forEachStatement(function.body, [&](const ir::Statement &s) {
    const auto *apply = std::get_if<ir::Apply>(&s.op);
    if (apply && apply->type == ir::Scalar::I64 &&
        (apply->prim == Prim::Add || apply->prim == Prim::Sub || apply->prim == Prim::Mul))
      definitions[s.results[0]] = *apply;
  });
}

Polynomial Polynomials::of(ir::Value v) const {
  if (const auto constant = values.asInt(v))
    return *constant;
  const auto found = definitions.find(v);
  if (found == definitions.end())
    return Polynomial(v);
  const ir::Apply &apply = found->second;
  const Polynomial a = of(apply.arguments[0]), b = of(apply.arguments[1]);
  const Polynomial result = apply.prim == Prim::Mul ? a * b : apply.prim == Prim::Add ? a + b : a + Polynomial(-1) * b;
  return result.size() > mostTerms ? Polynomial(v) : result;
}

} // namespace soac::analysis
