// Values that are known at a function's entry, and integers in terms of them.
#pragma once

#include "ad/AffineForm.h"
#include "ir/Walk.h"
#include "prims/Prims.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::ad {

using prims::Prim;

/// Collects what is computed of a function's scalar parameters and of the extents of its arrays alone. What the builder
/// makes is known as well.
class EntryValues {
public:
  EntryValues(ir::ValueTable &values, const ir::Function &function) : values(values), builder(values, statements) {
    for (ir::Value p : function.body.parameters)
      (values.type(p).isScalar() ? known : arrays).insert(p);
  }

  std::vector<ir::Statement> statements;

  bool isKnown(ir::Value v) const { return values.asConstant(v) || known.contains(v); }
  ir::Value canonical(ir::Value v) const {
    const auto found = equals.find(v);
    return found == equals.end() ? v : found->second;
  }
  ir::Builder &build() { return builder; }
  ir::Value value(const EntrySum &sum) { return made(sum.value(builder)); }
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
    if (const auto form = formOf(canonicalApply))
      forms[result] = *form;
  }

  void setForm(ir::Value v, AffineForm form) { forms[v] = std::move(form); }
  std::optional<AffineForm> form(ir::Value v) const {
    v = canonical(v);
    if (const auto found = forms.find(v); found != forms.end())
      return found->second;
    AffineForm result;
    if (const auto n = values.asInt(v))
      result.constant.literal = *n;
    else if (isKnown(v) && isInteger(values.type(v).scalar))
      result.constant.terms[v] = 1;
    else
      return std::nullopt;
    return result;
  }
  std::optional<EntrySum> constantForm(ir::Value v) const {
    const auto found = form(v);
    return found && found->steps.empty() ? std::optional(found->constant) : std::nullopt;
  }

  EntrySum product(const EntrySum &a, const EntrySum &b) {
    if (a.isLiteral() || b.isLiteral())
      return a.isLiteral() ? EntrySum().add(b, a.literal) : EntrySum().add(a, b.literal);
    const ir::Value x = value(a), y = value(b);
    const ir::Op op = ir::Apply{Prim::Mul, ir::Scalar::I64, {x, y}};
    for (const ir::Statement &s : statements)
      if (ir::equal(s.op, op))
        return {{{s.results[0], 1}}, 0};
    return {{{apply(Prim::Mul, {x, y}), 1}}, 0};
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
  // What the builder has made is known.
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
  std::optional<AffineForm> formOf(const ir::Apply &apply) {
    if (!isExact(apply.type) || (apply.prim == Prim::Cast && !isExact(values.type(apply.arguments[0]).scalar)))
      return std::nullopt;
    const auto argument = [&](std::size_t k) { return form(apply.arguments[k]); };
    switch (apply.prim) {
    case Prim::Cast: return argument(0);
    case Prim::Neg:
      if (const auto a = argument(0))
        return AffineForm().add(*a, -1);
      return std::nullopt;
    case Prim::Add:
    case Prim::Sub:
      if (auto a = argument(0))
        if (const auto b = argument(1))
          return a->add(*b, apply.prim == Prim::Add ? 1 : -1);
      return std::nullopt;
    case Prim::Mul:
      for (const std::size_t k : {0, 1})
        if (const auto factor = constantForm(apply.arguments[k]))
          if (const auto a = argument(1 - k))
            return product(*a, *factor);
      return std::nullopt;
    default: return std::nullopt;
    }
  }
  AffineForm product(const AffineForm &form, const EntrySum &factor) {
    AffineForm result;
    result.constant = product(form.constant, factor);
    for (const auto &[counter, step] : form.steps)
      if (EntrySum scaled = product(step, factor); scaled != EntrySum())
        result.steps[counter] = std::move(scaled);
    return result;
  }

  ir::ValueTable &values;
  ir::Builder builder;
  llvm::DenseSet<ir::Value> known, arrays;
  ir::ValueMap equals;
  llvm::DenseMap<ir::Value, AffineForm> forms;
};

} // namespace soac::ad
