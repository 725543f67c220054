// Branches around a kernel, in the operator of another one, to a kernel with the branch inside: then both make a nest, of which a
// device runs all iterations at once.
//
//   map n |i| { if k[i] >= 0 { map m |j| { accumulate a[k[i], j] += x[i, j] } } }
//   ->   map n |i| { map m |j| { if k[i] >= 0 { accumulate a[k[i], j] += x[i, j] } } }
//
// What the branch computes for the kernel is computed in each of its iterations, so it must be cheap.
#include "optimise/passes/PassList.h"

#include "analysis/Cost.h"
#include "analysis/DefUse.h"
#include "ir/Builder.h"

#include <llvm/ADT/STLExtras.h>

namespace soac::optimise {
namespace {

using namespace ir;

class SinkBranches {
public:
  explicit SinkBranches(Function &f) : values(f.values) { block(f.body, /*isKernel=*/false); }

private:
  ValueTable &values;

  void block(Block &b, bool isKernel) {
    std::vector<Statement> made;
    for (Statement &s : b.statements) {
      const bool isMap = std::holds_alternative<Map>(s.op) || std::holds_alternative<MapReduce>(s.op);
      forEachBlock(s.op, [&](Block &inner) { block(inner, isMap); });
      if (!isKernel || !sink(s, made))
        made.push_back(std::move(s));
    }
    b.statements = std::move(made);
  }

  bool isCheap(const Statement &s) const {
    const auto *apply = std::get_if<Apply>(&s.op);
    return std::holds_alternative<Index>(s.op) || std::holds_alternative<Extent>(s.op) || (apply && analysis::isCheap(*apply, values));
  }

  /// The statement is a branch with one kernel and cheap numbers, and nothing for the other case.
  bool sink(const Statement &s, std::vector<Statement> &out) {
    const auto *choice = std::get_if<If>(&s.op);
    if (!choice || !s.results.empty() || !choice->otherwise.statements.empty() || choice->then.statements.empty())
      return false;
    const Statement &last = choice->then.statements.back();
    const auto *map = std::get_if<Map>(&last.op);
    const analysis::DefUse inside(choice->then);
    if (!map || !last.results.empty() || inside.isInside(map->count) ||
        !llvm::all_of(llvm::drop_end(choice->then.statements), [&](const Statement &each) { return isCheap(each); }))
      return false;
    Builder b(values, out, s.location);
    const Value condition = choice->condition;
    b.map(map->count, {}, [&](Builder &in, llvm::ArrayRef<Value> p) {
      in.ifElse(
          condition,
          [&](Builder &then) {
            ValueMap copies;
            for (const Statement &each : llvm::drop_end(choice->then.statements)) {
              Statement copy = each;
              substitute(copy.op, copies);
              for (Value &r : copy.results) {
                const Value fresh = values.freshLike(r);
                copies[r] = fresh;
                r = fresh;
              }
              then.statements().push_back(std::move(copy));
            }
            const auto own = [&](Value v) { return copies.contains(v) ? copies[v] : v; };
            Values arguments = {p[0]};
            for (Value array : map->arrays)
              arguments.push_back(then.read(own(array), {p[0]}));
            Block fn = map->fn;
            substitute(fn, copies);
            then.inlineBlock(fn, arguments);
            return Values();
          },
          [](Builder &) { return Values(); });
      return Values();
    });
    return true;
  }
};

} // namespace

Function sinkBranches(Function function) {
  SinkBranches work(function);
  return function;
}

} // namespace soac::optimise
