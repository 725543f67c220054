// Scalars and extents of a function as polynomials in the sizes of its C++ parameters.
//
// Sizes that a run-time check compares have one name. An array that a loop carries is as large as it is at first or after
// any iteration. A size that is no function of parameter sizes gets a name of its own: trips(34) is the run-time trip
// count of the loop in line 34, count(34) any other integer that line 34 computes from data.
#pragma once

#include "interface/Interface.h"
#include "schedule/Shapes.h"
#include "schedule/Size.h"

namespace soac::schedule {

class ParameterSizes {
public:
  /// `function` has the parameters of `face`, in its own form.
  ParameterSizes(const interface::CxxFunction &face, const ir::Function &function, const Uses &uses, const Shapes &shapes);

  Size of(ir::Value scalar) const;
  Size of(const Dim &dim) const;
  Size extent(ir::Value array, unsigned dimension) const { return of(shapes.of(array, dimension)); }

private:
  const ir::Function &function;
  const Uses &uses;
  const Shapes &shapes;
  llvm::DenseMap<ir::Value, std::string> scalarNames;
  llvm::DenseMap<ir::Value, std::vector<Size>> extents; ///< of array parameters
  mutable llvm::DenseMap<ir::Value, Size> known;
  mutable std::map<std::string, unsigned> opaque; ///< names given so far
  mutable std::map<std::pair<ir::Value, unsigned>, Size> opaqueSizes;
  mutable std::map<std::pair<ir::Value, unsigned>, Size> assumed; ///< extents of carried arrays, while they are computed
  std::map<std::string, std::string> equal;       ///< from a name to an equal name, by the comparisons of checks

  void nameLeaves(const interface::CxxType &type, const std::string &path, std::vector<Size> outer,
                  llvm::ArrayRef<ir::Value> inputs, std::size_t &next);
  std::optional<Size> carried(const ir::Loop &loop, std::size_t position, unsigned dimension) const;
  void learn(ir::Value condition);
  Size compute(ir::Value v) const;
  Size apply(const ir::Apply &op, const ir::Statement &s) const;
  Size parameter(ir::Value v) const;
  Size opaqueName(const char *what, ir::SourceLocation at, ir::Value v, unsigned dimension = 0) const;
  Size named(const std::string &name) const;
  std::optional<Size> strip(const ir::Apply &cast) const;
};

} // namespace soac::schedule
