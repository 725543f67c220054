#include "analysis/OnlyWritten.h"

#include "ir/Walk.h"
#include "support/Overloaded.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::analysis {

using namespace ir;

namespace {

class Writes {
public:
  Writes(Value array, const Definitions &definitions) : definitions(definitions) { versions.insert(array); }

  bool isVersion(Value v) const { return versions.contains(v); }
  bool block(const Block &b) {
    return llvm::all_of(b.statements, [&](const Statement &s) { return statement(s); });
  }

private:
  const Definitions &definitions;
  ValueSet versions; ///< the array, and the arrays that updates make of it

  bool anyVersion(llvm::ArrayRef<Value> vs) const {
    return llvm::any_of(vs, [&](Value v) { return isVersion(v); });
  }

  bool written(Value array, Value result) {
    if (isVersion(array))
      versions.insert(result);
    return true;
  }

  bool loop(const Loop &op, llvm::ArrayRef<Value> results) {
    for (std::size_t k = 0; k < op.inits.size(); ++k) {
      written(op.inits[k], op.body.parameters[k + op.isCounted()]);
      if (!op.isCounted())
        written(op.inits[k], op.condition.parameters[k]);
    }
    if (!block(op.condition) || !block(op.body))
      return false;
    for (std::size_t k = 0; k < op.inits.size(); ++k) {
      if (isVersion(op.inits[k]) != isVersion(op.body.results[k]))
        return false;
      written(op.inits[k], results[k]);
    }
    return true;
  }

  bool branch(const If &op, llvm::ArrayRef<Value> results) {
    if (!block(op.then) || !block(op.otherwise))
      return false;
    for (std::size_t k = 0; k < results.size(); ++k) {
      written(op.then.results[k], results[k]);
      written(op.otherwise.results[k], results[k]);
    }
    return true;
  }

  bool invoke(const Invoke &op, llvm::ArrayRef<Value> results) {
    if (!anyVersion(op.arguments))
      return true;
    const Function *definition = definitions.find(op);
    if (!definition)
      return false;
    for (std::size_t k = 0; k < op.arguments.size(); ++k)
      if (isVersion(op.arguments[k]) && !llvm::is_contained(op.updated, k))
        return false;
    for (std::size_t k = 0; k < results.size(); ++k)
      if (const auto argument = op.argumentOf(k); argument && isVersion(op.arguments[*argument])) {
        const Block &body = definition->body;
        if (!isOnlyWritten(body.parameters[*argument], body.results[k], body, definitions))
          return false;
        versions.insert(results[k]);
      }
    return true;
  }

  /// True when no version is an operand of the statement or a result of one of its blocks.
  bool untouched(const Statement &s) {
    bool isFine = true;
    forEachOperand(s.op, [&](Value v) { isFine &= !isVersion(v); });
    forEachBlock(s.op, [&](const Block &b) { isFine = isFine && block(b) && !anyVersion(b.results); });
    return isFine;
  }

  bool statement(const Statement &s) {
    return std::visit(
        Overloaded{[](const Extent &) { return true; },
                   [&](const Update &o) { return !isVersion(o.value) && written(o.array, s.results[0]); },
                   [&](const Scatter &o) {
                     return !isVersion(o.indices) && !isVersion(o.values) && written(o.dest, s.results[0]);
                   },
                   [&](const Loop &o) { return loop(o, s.results); }, [&](const If &o) { return branch(o, s.results); },
                   [&](const Invoke &o) { return invoke(o, s.results); },
                   [&](const OneOf<Apply, Index, Fill, Iota, Argsort, Repeated, Rearrange, Reshape, Slice, Rotate, Concat,
                                   Map, Reduce, Scan, MapReduce, ReduceByIndex, WithAccumulators, Accumulate, Call,
                                   WithRules, Check, Differentiate> auto &) { return untouched(s); }},
        s.op);
  }
};

} // namespace

bool isOnlyWritten(Value array, Value result, const Block &block, const Definitions &definitions) {
  Writes writes(array, definitions);
  return writes.block(block) && writes.isVersion(result) &&
         llvm::count_if(block.results, [&](Value r) { return writes.isVersion(r); }) == 1;
}

} // namespace soac::analysis
