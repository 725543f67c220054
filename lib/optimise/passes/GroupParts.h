// The body of a loop as parts that the iterations of a group go through together, one part after the other: inner loops that go
// around the iterations, and what lies between such loops, which each iteration does by itself.
//
//   |i| { x = f(i);  y = loop k, (x) |c, p| { .. };  a[i] += g(y) }     three parts: x is passed to the loop, y to what follows
#pragma once

#include "analysis/DefUse.h"
#include "analysis/Shapes.h"

#include <llvm/ADT/STLFunctionalExtras.h>

#include <optional>

namespace soac::optimise {

class GroupParts {
public:
  struct Part {
    llvm::ArrayRef<ir::Statement> statements;
    const ir::Loop *around = nullptr; ///< where the part is a loop that goes around the iterations
    ir::ValueSet read;                ///< values of other parts that its statements use; of such a loop, its body
    ir::Values passed;                ///< its values that other parts use
    llvm::DenseSet<ir::Value> versions; ///< in such a loop, of the arrays that it carries
  };

  /// The loops for which `isAround` holds go around the iterations, where these have a form for it. The body is one of the function's,
  /// which the definitions and shapes are of.
  GroupParts(const ir::Block &body, llvm::function_ref<bool(const ir::Loop &)> isAround, const ir::ValueTable &values,
             const analysis::DefUse &definitions, analysis::Shapes &shapes);

  bool isFine = true;                  ///< unset where there is no such loop, or values that are passed have no place
  std::vector<Part> parts;
  llvm::DenseMap<ir::Value, ir::Values> extents; ///< of values that are passed: computed in front of all iterations

  bool isOutside(ir::Value v) const { return !definitions.isInside(v, body); }
  /// An integer that follows from the iteration's number, and is computed again where it is needed.
  bool isIndex(ir::Value v) const;
  /// The `fill` of numbers from outside that makes the value, if one does.
  const ir::Fill *fillOf(ir::Value v) const;

private:
  const ir::Block &body;
  const ir::ValueTable &values;
  const analysis::DefUse &definitions;

  void pass(analysis::Shapes &shapes);
  bool hasForm(const ir::Loop &loop) const;
  std::optional<ir::Values> extentsOf(ir::Value v, analysis::Shapes &shapes) const;
  /// The value whose extents an array has, where loops keep these; itself where it is no version of another one.
  ir::Value firstVersion(ir::Value v) const;
};

} // namespace soac::optimise
