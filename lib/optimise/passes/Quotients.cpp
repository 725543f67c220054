// Quotients, remainders and comparisons of indices that the counts of the loops around decide, and differences of which one
// value is left:
//   loop n |i| { k = 2 * i + 1;  q = k / 2;  r = k % 2;  c = q < n }   ->   q is i, r is 1, c is true
//   x = n * i + n;  y = x - n * i                                      ->   y is n
#include "optimise/passes/PassList.h"

#include "analysis/IndexRanges.h"
#include "ir/Builder.h"
#include "prims/Prims.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLExtras.h>

#include <variant>

namespace soac::optimise {
namespace {

using namespace analysis;
using namespace ir;

class Quotients {
public:
  explicit Quotients(Function &f)
      : values(f.values), definitions(f.body), polynomials(f.values, definitions, [](Scalar s) { return s == Scalar::I64; }) {
    find(f.body, nullptr);
    if (!found.empty())
      replace(f.body);
  }

private:
  using Known = std::variant<Polynomial, bool>;

  ValueTable &values;
  const DefUse definitions;
  const Polynomials polynomials;
  llvm::DenseMap<Value, Known> found;
  llvm::DenseMap<Value, Value> same;

  /// `ranges`: of the outermost loop or kernel around.
  void find(const Block &b, const IndexRanges *ranges) {
    for (const Statement &s : b.statements) {
      const auto *apply = std::get_if<Apply>(&s.op);
      if (const Polynomial *p = apply && apply->prim == Prim::Sub && apply->type == Scalar::I64 ? &polynomials.of(s.results[0]) : nullptr;
          p && isOneValue(*p) && *p != Polynomial(1, {s.results[0]})) // of too many terms it stands for itself
        found.try_emplace(s.results[0], *p);
      else if (apply && ranges && apply->arguments.size() == 2 && values.type(apply->arguments[0]) == Type(Scalar::I64))
        if (auto known = knownOf(*apply, *ranges, b))
          found.try_emplace(s.results[0], std::move(*known));
      forEachBlock(s.op, [&](const Block &inner) {
        const bool isIteration = std::holds_alternative<Loop>(s.op) || std::holds_alternative<Map>(s.op) || std::holds_alternative<MapReduce>(s.op);
        if (ranges || !isIteration || inner.parameters.empty())
          return find(inner, ranges);
        const IndexRanges own(values, definitions, inner);
        find(inner, &own);
      });
    }
  }

  std::optional<Known> knownOf(const Apply &a, const IndexRanges &ranges, const Block &at) const {
    const Polynomial &x = polynomials.of(a.arguments[0]), &y = polynomials.of(a.arguments[1]);
    const auto isNever = [&](const Polynomial &below) { return ranges.isNonNegative(below, at); };
    switch (a.prim) {
    case Prim::Div:
    case Prim::Rem:
      if (auto parts = divided(x, y)) {
        if (parts->rest == 0)
          return a.prim == Prim::Div ? parts->slope : parts->rest;
        if (isNever(Polynomial(-1) - parts->rest)) { // less than 0: of the multiple of y before
          parts->slope = parts->slope - 1;
          parts->rest = parts->rest + y;
        }
        if (isNever(parts->slope) && isNever(parts->rest) && isNever(y - parts->rest - 1))
          return a.prim == Prim::Div ? parts->slope : parts->rest;
      }
      return std::nullopt;
    case Prim::Lt: return decided(isNever(x - y), isNever(y - x - 1));
    case Prim::Ge: return decided(isNever(y - x - 1), isNever(x - y));
    case Prim::Gt: return decided(isNever(y - x), isNever(x - y - 1));
    case Prim::Le: return decided(isNever(x - y - 1), isNever(y - x));
    case Prim::Eq: return decided(isNever(x - y - 1) || isNever(y - x - 1), x == y);
    case Prim::Ne: return decided(x == y, isNever(x - y - 1) || isNever(y - x - 1));
    default: return std::nullopt;
    }
  }
  /// A constant, or a value as it is.
  static bool isOneValue(const Polynomial &p) {
    return p.isConstant() || (p.terms().size() == 1 && p.terms().begin()->first.size() == 1 && p.terms().begin()->second == 1);
  }
  static std::optional<Known> decided(bool isFalse, bool isTrue) {
    return isFalse || isTrue ? std::optional<Known>(isTrue) : std::nullopt;
  }

  /// x = slope * y + rest, with as much as possible in the slope.
  static std::optional<Polynomial::Line> divided(const Polynomial &x, const Polynomial &y) {
    if (y.isConstant()) {
      const std::int64_t by = y.constant();
      if (by < 2)
        return std::nullopt;
      Polynomial::Line result;
      for (const auto &[product, coefficient] : x.terms()) {
        const std::int64_t rest = ((coefficient % by) + by) % by;
        // A constant is divided with the rest from 0 on; of other terms the rest may be anything.
        const std::int64_t taken = product.empty() ? coefficient - rest : coefficient % by == 0 ? coefficient : 0;
        result.slope = std::move(result.slope) + Polynomial(taken / by, product);
        result.rest = std::move(result.rest) + Polynomial(coefficient - taken, product);
      }
      return result;
    }
    if (!isOneValue(y))
      return std::nullopt;
    return x.in(y.terms().begin()->first[0]);
  }

  Value resolve(Value v) const {
    const auto it = same.find(v);
    return it == same.end() ? v : it->second;
  }
  void replace(Block &b) {
    std::vector<Statement> kept;
    kept.reserve(b.statements.size());
    for (Statement &s : b.statements) {
      forEachOperand(s.op, [&](Value &v) { v = resolve(v); });
      const auto known = s.results.empty() ? found.end() : found.find(s.results[0]);
      if (known != found.end() && std::holds_alternative<Apply>(s.op)) {
        if (const auto *p = std::get_if<Polynomial>(&known->second)) {
          const std::size_t before = kept.size();
          Builder builder(values, kept, s.location);
          const Value value = valueOf(*p, builder);
          for (Statement &made : llvm::MutableArrayRef(kept).drop_front(before))
            forEachOperand(made.op, [&](Value &v) { v = resolve(v); });
          same[s.results[0]] = resolve(value);
        } else {
          same[s.results[0]] = values.constantInt(Scalar::Bool, std::get<bool>(known->second));
        }
        continue;
      }
      forEachBlock(s.op, [&](Block &inner) { replace(inner); });
      kept.push_back(std::move(s));
    }
    for (Value &v : b.results)
      v = resolve(v);
    b.statements = std::move(kept);
  }
};

} // namespace

Function divideIndices(Function function) {
  Quotients run(function);
  return function;
}

} // namespace soac::optimise
