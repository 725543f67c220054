// Values that are known at a function's entry, and integers in terms of them: with a parameter n, `m = 2 * n + 1` is
// known, and in a loop with counter i the index `m * i + 3` has the form (2 n + 1) i + 3.
#pragma once

#include "analysis/Polynomial.h"
#include "ir/Builder.h"
#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::ad {

using analysis::Polynomial;
using prims::Prim;

/// Collects the values that are computed from a function's scalar parameters and the extents of its array parameters
/// alone. Values that the builder makes are known as well.
class EntryValues {
public:
  /// `body` is the function's, or a copy of it; it must stay where it is.
  EntryValues(ir::ValueTable &values, const ir::Function &function, const ir::Block &body)
      : definitions(body), values(values), builder(values, statements), polynomials(values, definitions, isExact) {
    for (ir::Value p : function.body.parameters)
      (values.type(p).isScalar() ? known : arrays).insert(p);
  }

  std::vector<ir::Statement> statements;
  const analysis::DefUse definitions; ///< of the body

  bool isKnown(ir::Value v) const { return values.asConstant(v) || known.contains(v); }
  ir::Value canonical(ir::Value v) const {
    const auto found = equals.find(v);
    return found == equals.end() ? v : found->second;
  }
  ir::Builder &build() { return builder; }
  /// A value of type i64, made where the function begins.
  ir::Value value(const Polynomial &p) { return made(analysis::valueOf(p, builder)); }
  ir::Value apply(Prim prim, llvm::ArrayRef<ir::Value> arguments) { return made(builder.apply(prim, arguments)); }

  /// Takes a statement of the function, whose value may be known.
  void visit(const ir::Statement &statement) {
    if (const auto *extent = std::get_if<ir::Extent>(&statement.op); extent && arrays.contains(extent->array))
      return keep(statement);
    const auto *apply = std::get_if<ir::Apply>(&statement.op);
    if (!apply)
      return;
    ir::Apply canonicalApply = *apply;
    for (ir::Value &v : canonicalApply.arguments)
      v = canonical(v);
    const ir::Value result = statement.results[0];
    if (isTotal(canonicalApply) && llvm::all_of(canonicalApply.arguments, [&](ir::Value v) { return isKnown(v); }))
      keep({{result}, canonicalApply, statement.location});
  }

  void addCounter(ir::Value v) { counters.insert(v); }
  void setEqual(ir::Value v, ir::Value other) { equals[v] = other; }
  bool hasCounter(const Polynomial &p) const {
    return llvm::any_of(p.terms(), [&](const auto &term) { return countersIn(term.first) > 0; });
  }
  /// An integer as a polynomial of known values and, to the first power, of counters.
  std::optional<Polynomial> form(ir::Value v) const {
    Polynomial result;
    for (const auto &[product, coefficient] : polynomials.of(canonical(v)).terms()) {
      Polynomial term = coefficient;
      for (ir::Value factor : product)
        term = term * Polynomial(canonical(factor));
      result = result + term;
    }
    const bool isUnderstood = llvm::all_of(result.terms(), [&](const auto &term) {
      return countersIn(term.first) <= 1 &&
             llvm::all_of(term.first, [&](ir::Value factor) { return isKnown(factor) || counters.contains(factor); });
    });
    return isUnderstood ? std::optional(result) : std::nullopt;
  }
  std::optional<Polynomial> constantForm(ir::Value v) const {
    auto found = form(v);
    return found && !hasCounter(*found) ? std::move(found) : std::nullopt;
  }

private:
  bool isTotal(const ir::Apply &apply) const {
    if (apply.prim == Prim::Div || apply.prim == Prim::Rem)
      return values.asInt(apply.arguments[1]).value_or(0) > 0;
    return llvm::is_contained({Prim::Add, Prim::Sub, Prim::Mul, Prim::Neg, Prim::Cast, Prim::Max, Prim::Min,
                               Prim::Select, Prim::And, Prim::Or, Prim::Not, Prim::Eq, Prim::Ne, Prim::Lt, Prim::Le,
                               Prim::Gt, Prim::Ge},
                              apply.prim);
  }
  void keep(ir::Statement statement) {
    for (const ir::Statement &other : statements)
      if (ir::equal(other.op, statement.op)) {
        equals[statement.results[0]] = other.results[0];
        return;
      }
    known.insert(statement.results[0]);
    statements.push_back(std::move(statement));
  }
  // Marks the values that the builder has just made as known.
  ir::Value made(ir::Value v) {
    for (const ir::Statement &s : llvm::reverse(statements)) {
      if (known.contains(s.results[0]))
        break;
      known.insert(s.results[0]);
    }
    return v;
  }

  // Arithmetic that does not wrap, or wraps as addresses do.
  static bool isExact(ir::Scalar s) { return s == ir::Scalar::I32 || s == ir::Scalar::I64 || s == ir::Scalar::U64; }
  std::ptrdiff_t countersIn(const Polynomial::Monomial &product) const {
    return llvm::count_if(product, [&](ir::Value factor) { return counters.contains(factor); });
  }

  ir::ValueTable &values;
  ir::Builder builder;
  analysis::Polynomials polynomials;
  llvm::DenseSet<ir::Value> known, arrays, counters;
  ir::ValueMap equals;
};

} // namespace soac::ad
