// Which side computes what, when a function's arrays are in a device's memory: the host or the device.
//
// The host knows the arguments' scalars and all extents, and what follows from these alone. An element of an array is on the
// device, and so is what is computed from it; a variable that is assigned such a value; and all that a kernel computes.
//   n = extent(a, 0);  x = a[0];  y = x * n   ->   host: n;  device: x, y
#pragma once

#include "exec/Accesses.h"
#include "schedule/FreeLoops.h"

#include <llvm/ADT/DenseMap.h>

namespace soac::schedule::device {

/// How a loop, a branch or a parallel statement outside of kernels runs.
enum class Mode : std::uint8_t {
  Host,   ///< on the host, on scalars alone
  Single, ///< in one thread of the device
  Mixed,  ///< the host runs the iterations or takes the branch, and launches what is inside
  Grid,   ///< a thread of the device for each iteration
};

class Sides {
public:
  /// `parameters`: scalars that the caller has in the device's memory.
  Sides(const exec::Tree &tree, const ir::Function &function, const FreeLoops &free, llvm::ArrayRef<ir::Value> parameters);

  Mode of(const ir::Statement &s) const { return modes.lookup(&s); }
  /// Is the scalar on the device?
  bool isOnDevice(ir::Value v) const;
  const ir::ValueSet &onDevice() const { return device; }
  /// Why the function cannot run on a device; empty where it can.
  const std::string &refusal() const { return reason; }
  /// The first result of a reduction that no kernel can run; unset where there is none. It is a reason, too.
  ir::Value unfitReduction() const { return unfit; }

private:
  const ir::Function &function;
  const FreeLoops &free;
  const exec::AccessQuery query;
  const exec::Places places;
  ir::ValueSet device;
  llvm::DenseMap<const ir::Statement *, Mode> modes;
  std::string reason;
  ir::Value unfit;
  bool isChanged = false;

  bool isArray(ir::Value v) const { return function.type(v).isArray() && !function.type(v).accumulator; }
  void add(ir::Value v);
  void refuse(const char *why, ir::SourceLocation at);
  void visit(const exec::Nodes &nodes);
  void visit(const exec::Node &node);
  void let(const exec::Let &let);
  void call(const ir::Statement &s);
  void setMode(const ir::Statement &s, Mode mode);
  void single(const exec::Nodes &nodes);
  bool isParallel(const exec::For &loop) const;
  bool holdsKernels(const exec::Nodes &nodes) const;
  bool isOfScalars(const exec::Nodes &nodes) const;
  bool isOfScalars(const exec::Node &node) const;
};

/// Is it a reduction by an operator of the user's own that threads do in parts? Where these are combined there is no
/// thread's work that could fail: an operator with a check, or one that calls itself, is the work of one thread.
bool isInParts(const exec::For &loop);

/// Are there parallel statements, or calls of functions on whole arrays, among the nodes and what is inside them?
bool hasParallel(const exec::Nodes &nodes);

/// Can a kernel run the nodes? The memory that they take has extents that are known before, and arrays from outside stay where
/// they are.
bool fitsKernel(const exec::Nodes &nodes, const exec::AccessQuery &query, const ir::Function &function);

} // namespace soac::schedule::device
