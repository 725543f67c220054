// Which values a part of the execution tree reads, writes and makes.
//
// A value counts under the name that it has (Tree::handles). A scalar that is part of the expression that uses it has
// no name: its operands are read in its place, where the expression is.
#pragma once

#include "exec/Tree.h"

namespace soac::exec {

struct Accesses {
  ir::ValueSet read;      ///< scalars, and arrays whose elements, extents or memory are asked for
  ir::ValueSet written;   ///< variables that are assigned to, and arrays whose elements are written
  ir::ValueSet made;      ///< names that are declared: scalars, indices, views, and arrays with memory
  ir::ValueSet allocated; ///< arrays that are made, in memory that is taken for them
  ir::ValueSet packed;    ///< pointers into records, a field of which is packed from where the caller has them

  bool isNamed(ir::Value v) const { return read.contains(v) || written.contains(v); }
  /// The values that the part is given: those that it reads or writes and does not make. In the order of their numbers.
  ir::Values fromOutside() const;
};

/// The tree of `function`, of which parts are asked for.
class AccessQuery {
public:
  AccessQuery(const Tree &tree, const ir::Function &function);

  Accesses of(const Nodes &part) const;
  ir::ValueSet readFor(ir::Value v) const; ///< the names in the expression for `v`
  Accesses ofWhole() const; ///< with what the end of the function reads

private:
  class Walk;
  const Tree &tree;
  const ir::Function &function;
  const Places places;
  llvm::DenseMap<ir::Value, const Let *> inlined;
  llvm::DenseMap<ir::Value, const Bind *> elements; ///< parameters of operators that are read where they are used

  void index(const Nodes &nodes);
};

} // namespace soac::exec
