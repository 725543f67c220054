// Where the numbers come from that decide which elements of an array a block updates: indices, counts and conditions.
#pragma once

#include "analysis/DefUse.h"
#include "analysis/Effects.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::analysis {

class Deciders {
public:
  /// `iteration`: the counter of the loop whose body the block is, if any.
  Deciders(const ir::Block &block, ir::Value iteration, const ir::ValueTable &values)
      : values(values), definitions(block), iteration(iteration) {}

  /// From counters and from values in front of the block alone?
  bool isKnown(ir::Value v) const {
    if (values.type(v).isArray() || ir::isFloat(values.type(v).scalar))
      return false;
    if (values.asConstant(v) || !isInside(v) || v == iteration || definitions.isCounter(v))
      return true;
    const auto *computed = definitions.as<ir::Apply>(v);
    return computed && isTotal(*computed, values) &&
           llvm::all_of(computed->arguments, [&](ir::Value x) { return isKnown(x); });
  }
  bool followsFromIteration(ir::Value v) const {
    const auto *computed = definitions.as<ir::Apply>(v);
    return v == iteration ||
           (computed && llvm::any_of(computed->arguments, [&](ir::Value x) { return followsFromIteration(x); }));
  }
  bool isInside(ir::Value v) const { return definitions.isInside(v); }

private:
  const ir::ValueTable &values;
  DefUse definitions;
  const ir::Value iteration;
};

} // namespace soac::analysis
