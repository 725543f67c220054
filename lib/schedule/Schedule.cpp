#include "schedule/Schedule.h"

#include "exec/Verifier.h"
#include "interface/DeviceFace.h"
#include "schedule/Place.h"
#include "schedule/device/KeptSizes.h"
#include "schedule/device/Kernels.h"
#include "schedule/device/ThreadWork.h"

#include <llvm/Support/ErrorHandling.h>

namespace soac::schedule {

static ir::ValueSet writableParameters(const interface::CxxFunction &face) {
  ir::ValueSet result;
  for (const interface::CxxParameter &p : face.parameters)
    for (std::size_t k = 0; k < p.inputs.size() && k < p.outputs.size(); ++k)
      if (p.inputs[k] && p.outputs[k] >= 0)
        result.insert(p.inputs[k]);
  return result;
}

/// Scalars that the function writes where the caller has them.
static ir::Values scalarsOnDevice(const interface::CxxFunction &face) {
  ir::Values result;
  for (const interface::CxxParameter &p : face.parameters)
    for (auto [leaf, input, isOnDevice] : llvm::zip(p.type.leaves(), p.inputs, interface::leavesOnDevice(p.type)))
      if (input && leaf.rank == 0 && isOnDevice)
        result.push_back(input);
  return result;
}

Schedule::Schedule(const interface::CxxFunction &face, const ir::Function &function, std::size_t entryStatements,
                   bool isOutermost, Target target)
    : function(function), isOutermost(isOutermost), uses(function), shapes(function, uses), plan(function, uses, shapes, writableParameters(face)),
      free(function, uses, plan), levels(function, uses, shapes, plan, free, isOutermost, target == Target::Host), inlining(function, uses, shapes, plan),
      tree(place(face, *this, entryStatements)) {
  if (target == Target::Device) {
    const ir::Values parameters = scalarsOnDevice(face);
    const device::Sides sides(tree, function, free, parameters);
    refusal = sides.refusal();
    if (refusal.empty())
      refusal = device::changedSize(face, function, parameters);
    unfitReduction = sides.unfitReduction();
    if (refusal.empty())
      tree = device::withKernels(tree, function, sides, free, parameters);
  }
  if (target == Target::Thread) {
    refusal = device::notForThread(tree, function);
    tree.usesWorkspace = true; // what the thread has
  }
  for (const std::string &problem : exec::verify(tree, function))
    llvm::report_fatal_error(llvm::Twine("execution tree of ") + function.name + ": " + problem);
}

} // namespace soac::schedule
