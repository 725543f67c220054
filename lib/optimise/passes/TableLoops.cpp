#include "optimise/passes/TableLoops.h"

#include "analysis/DefUse.h"
#include "analysis/Polynomial.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::optimise {
namespace {

using namespace ir;

/// A table is an array of which all elements are constants.
class TableLoops {
public:
  explicit TableLoops(const Function &f)
      : values(f.values), definitions(f.body), polynomials(f.values, definitions, isI64) {
    forEachStatement(f.body, [&](const Statement &s) {
      const auto isConstant = [&](Value v) { return static_cast<bool>(values.asConstant(v)); };
      if (const auto *fill = std::get_if<Fill>(&s.op);
          fill && isConstant(fill->value) && llvm::all_of(fill->extents, isConstant))
        tables.insert(s.results[0]);
      else if (const auto *update = std::get_if<Update>(&s.op); update && tables.contains(update->array) &&
                                                                isConstant(update->value) &&
                                                                llvm::all_of(update->indices, isConstant))
        tables.insert(s.results[0]);
      else if (const auto *loop = std::get_if<Loop>(&s.op); loop && loop->isCounted() && readsTable(*loop))
        counters.insert(loop->body.parameters[0]);
    });
  }
  ValueSet counters;

private:
  bool readsTable(const Loop &loop) const {
    bool isRead = false, isNest = false;
    forEachStatement(loop.body, [&](const Statement &s) {
      isNest |= std::holds_alternative<Loop>(s.op) || std::holds_alternative<Map>(s.op) ||
                std::holds_alternative<MapReduce>(s.op) || std::holds_alternative<Reduce>(s.op) ||
                std::holds_alternative<Invoke>(s.op);
      const auto *index = std::get_if<Index>(&s.op);
      isRead |= index && isTable(index->array) &&
                llvm::all_of(index->indices, [&](Value i) { return isOf(loop.body.parameters[0], i); });
    });
    return isRead && !isNest;
  }
  static bool isI64(Scalar s) { return s == Scalar::I64; }
  /// It has had updates: an array of one number is none.
  bool isTable(Value v) const { return tables.contains(v) && definitions.as<Update>(v); }
  bool isOf(Value counter, Value index) const {
    const auto line = polynomials.of(index).in(counter);
    return line.rest.isConstant() && line.slope.isConstant();
  }

  const ValueTable &values;
  analysis::DefUse definitions;
  analysis::Polynomials polynomials;
  ValueSet tables;
};

} // namespace

ValueSet countersOfTableLoops(const Function &f) { return TableLoops(f).counters; }

} // namespace soac::optimise
