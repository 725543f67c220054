// Forward mode: makes of a block the block that computes values and tangents side by side [SC22 §3]:
//   |x| { y = sin x  yield y }   becomes   |x, x_tan| { y = sin x;  y_tan = cos x * x_tan;  yield y, y_tan }
#pragma once

#include "ad/Activity.h"
#include "ad/DefinitionDerivatives.h"
#include "ops/rules/Rule.h"

namespace soac::ad {

class TangentTransform final : public ops::Tangents {
public:
  TangentTransform(ir::ValueTable &values, const Activity &activity, DefinitionDerivatives &definitions,
                   bool inDirections = false)
      : values(values), activity(activity), definitions(definitions), inDirections(inDirections) {}

  ir::Builder &builder() override { return *current; }
  bool isActive(ir::Value v) const override { return activity.isActive(v); }
  ir::Value of(ir::Value v) override { return tangents.lookup(v); }
  void set(ir::Value v, ir::Value tangent) override { tangents[v] = tangent; }
  unsigned derivedDefinition(const ir::Invoke &op, llvm::ArrayRef<bool> active) override {
    return definitions.tangent(op, active);
  }
  bool isInDirections() const override { return inDirections; }
  ir::Block transform(const ir::Block &block, llvm::ArrayRef<bool> activeResults) override;

private:
  bool isReached(const ir::Statement &statement) const;

  ir::ValueTable &values;
  const Activity &activity;
  DefinitionDerivatives &definitions;
  const bool inDirections;
  ir::ValueMap tangents;
  ir::Builder *current = nullptr;
};

} // namespace soac::ad
