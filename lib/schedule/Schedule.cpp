#include "schedule/Schedule.h"

#include "exec/Verifier.h"
#include "schedule/Place.h"

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

Schedule::Schedule(const interface::CxxFunction &face, const ir::Function &function, std::size_t entryStatements,
                   bool isOutermost)
    : function(function), isOutermost(isOutermost), uses(function), shapes(function, uses), plan(function, uses, shapes, writableParameters(face)),
      levels(function, uses, shapes, plan, isOutermost), inlining(function, uses, shapes, plan),
      tree(place(face, *this, entryStatements)) {
  for (const std::string &problem : exec::verify(tree, function))
    llvm::report_fatal_error(llvm::Twine("execution tree of ") + function.name + ": " + problem);
}

} // namespace soac::schedule
